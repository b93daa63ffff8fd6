/** How the values of a position are known, or how far the work on them is. */

import type { JSX } from "preact";
import type { Values } from "../api";
import type { useWork } from "../ask";
import { grouped } from "../typeset";
import { Fault, Progress } from "./notices";

interface WorkProps {
  valued: ReturnType<typeof useWork<Values>>;
  values: Values | null;
  by: string;
  seconds: number;
  setBy: (by: "any" | "table" | "search") => void;
  setSeconds: (seconds: number) => void;
  fresh: boolean;
}

export function Work({ valued, values, by, seconds, setBy, setSeconds, fresh }: WorkProps): JSX.Element {
  if (valued.busy && valued.job) return <Progress job={valued.job} onCancel={valued.cancel} />;
  if (valued.cancelled) {
    return (
      <div class="progress">
        <p role="status">The work was cancelled. The values of the moves are not known.</p>
        <div class="row">
          <button type="button" onClick={() => (setBy(by === "table" ? "any" : "table"))}>
            {by === "table" ? "Answer as is usual" : "Solve all positions"}
          </button>
          <button type="button" onClick={() => (setBy("search"), setSeconds(5))}>
            Search this position
          </button>
        </div>
      </div>
    );
  }
  if (valued.error) {
    return (
      <div class="progress">
        <Fault error={valued.error} />
        {by !== "search" && (
          <button type="button" onClick={() => setBy("search")}>
            Search this position
          </button>
        )}
      </div>
    );
  }
  if (!values || !fresh) return <p class="known faint" aria-hidden="true">&nbsp;</p>;
  const how =
    values.known_by === "table"
      ? `Known from all ${grouped(values.positions ?? 0)} positions.`
      : values.known_by === "theorem"
        ? `Known by a theorem${values.theorem ? `: ${values.theorem.name}` : ""}.`
        : `Searched ${grouped(values.searched ?? 0)} positions${values.complete ? "" : ` in ${seconds} ${seconds === 1 ? "second" : "seconds"}`}.`;
  return (
    <p class="known">
      {how}
      {!values.complete && seconds < 60 && (
        <button type="button" class="quiet" onClick={() => setSeconds(seconds < 10 ? 15 : 60)}>
          Search longer
        </button>
      )}
      {values.known_by !== "table" && by !== "table" && (
        <button type="button" class="quiet" onClick={() => setBy("table")}>
          Solve all positions
        </button>
      )}
    </p>
  );
}
