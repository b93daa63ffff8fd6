import type { JSX } from "preact";
import type { Job, Refused } from "../api";
import type { Writer } from "../squares";
import { begun, coded, grouped, sentence } from "../typeset";

const count = (n: number): string => grouped(Math.round(n));

function bytes(n: number): string {
  if (n >= 2 ** 30) return `${(n / 2 ** 30).toFixed(1)} GiB`;
  if (n >= 2 ** 20) return `${(n / 2 ** 20).toFixed(0)} MiB`;
  return `${(n / 2 ** 10).toFixed(0)} KiB`;
}

/** How far work is, with a way to stop it. */
export function Progress({ job, onCancel }: { job: Job; onCancel: () => void }): JSX.Element {
  const facts: string[] = [];
  if (job.status === "waiting") facts.push(job.ahead > 0 ? `waits for ${job.ahead} before it` : "waits");
  if (job.positions > 0) facts.push(`${count(job.positions)} positions`);
  if (job.positions_per_second) facts.push(`${count(job.positions_per_second)} a second`);
  if (job.memory > 0) facts.push(bytes(job.memory));
  facts.push(`${job.seconds.toFixed(1)} s`);
  return (
    <div class="progress">
      <div class="progress-head">
        <strong>{job.phase ? job.phase[0]!.toUpperCase() + job.phase.slice(1) : "Working"}</strong>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
      <progress aria-label="Share that is done" {...(job.share === null ? {} : { value: job.share, max: 1 })} />
      <p>{facts.join(" · ")}</p>
    </div>
  );
}

/** What went wrong, and what to do about it. */
export function Fault({ error, write = (text) => text }: { error: Refused; write?: Writer }): JSX.Element {
  const { type, title, detail, remedy, diagnostic } = error.problem;
  if (type === "bad-request") return <Misread />;
  return (
    <div class="fault" role="alert">
      <strong>{title}</strong>
      <p>{coded(sentence(begun(write(detail))))}</p>
      {diagnostic && <pre>{diagnostic.drawn}</pre>}
      {remedy && remedy !== diagnostic?.remedy && <p class="remedy">{coded(sentence(begun(write(remedy))))}</p>}
    </div>
  );
}

/** What the server did not understand came from the address of the page. */
function Misread(): JSX.Element {
  return (
    <div class="fault" role="alert">
      <strong>The address of this page cannot be read</strong>
      <p>A value in it is none that can stand there.</p>
      <p class="remedy">Go back, or begin again with one of the screens above.</p>
    </div>
  );
}
