/** All positions of rules of one's own, found and solved: how many there are, whose they are, and the table of them. */

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Diagnostic, Refused, type Table, work } from "../api";
import { useWork } from "../ask";
import { download } from "../download";
import { begun, coded, grouped, sentence } from "../typeset";
import { kind, words } from "../values";
import { Fault, Progress } from "./notices";

interface Props {
  rules: string;
  name: string;
  /** Told where the rules break in play, if they do. */
  onBreak: (fault: Diagnostic) => void;
}

export function Count({ rules, name, onBreak }: Props): JSX.Element {
  const [whole, setWhole] = useState(false);
  const [again, setAgain] = useState(0);
  const body = { rules, whole };
  const asked = useWork<Table>("table", again < 0 ? null : body);
  const most = useRef(0);
  if (asked.job) most.current = Math.max(most.current, asked.job.positions);
  const broken = asked.error?.problem.diagnostic;
  useEffect(() => {
    if (broken) onBreak(broken);
  }, [broken]);
  // To ask again after a cancellation the question has to go away for a moment.
  useEffect(() => {
    if (again < 0) setAgain(1);
  }, [again]);
  const { answer, error } = asked;
  if (asked.busy) return asked.job ? <Progress job={asked.job} onCancel={asked.cancel} /> : <p class="faint">Finding the positions …</p>;
  if (asked.cancelled) {
    return (
      <p>
        The count was cancelled{most.current > 0 && ` after ${grouped(most.current)} positions`}.{" "}
        <button type="button" class="quiet" onClick={() => setAgain(-1)}>
          Count again
        </button>
      </p>
    );
  }
  if (broken) return <p class="faint">The positions are not all found: the rules break on the way.</p>;
  if (error?.problem.type === "too-large") {
    return (
      <p>
        {most.current > 0 && `More than ${grouped(most.current)} positions. `}
        {coded(sentence(begun(error.problem.detail)))} When you play, the position on the board is searched.{" "}
        {!whole && (
          <button type="button" class="quiet" onClick={() => setWhole(true)}>
            Go on with all the memory
          </button>
        )}
      </p>
    );
  }
  if (error) return <Fault error={error} />;
  if (!answer) return <p class="faint">Finding the positions …</p>;
  return <Counts table={answer} rules={rules} name={name} whole={whole} />;
}

function Counts({ table, rules, name, whole }: { table: Table; rules: string; name: string; whole: boolean }): JSX.Element {
  const [failure, fail] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const rows: [string, number][] = table.players && table.won_by ? [[`${table.players[0]} wins`, table.won_by[0]], [`${table.players[1]} wins`, table.won_by[1]]] : [["the player to move wins", table.wins], ["the player to move loses", table.losses]];
  const save = () => {
    setBusy(true);
    work<Table>("table", { rules, whole, csv: true }, () => undefined)
      .then((full) => download(`${name || "positions"}.csv`, full.csv ?? "", "text/csv"))
      .then(() => fail(null))
      .catch((error: unknown) => fail(error instanceof Refused ? [error.problem.detail, error.problem.remedy].flatMap((text) => (text ? begun(text) : [])).join(" ") : String(error)))
      .finally(() => setBusy(false));
  };
  return (
    <>
      <p>
        <strong>{grouped(table.positions)}</strong> {table.positions === 1 ? "position" : "positions"}, all solved; in {grouped(table.finished)} of them the game is over. From the start it is {kind(table.value) === "endless" ? "an" : "a"} {words(table.value)} for the player to move.
      </p>
      <table class="data counts">
        <caption class="hidden">How the positions end with best play</caption>
        <tbody>
          {[...rows, ["draws", table.draws] as [string, number]].map(([what, count]) => (
            <tr>
              <th scope="row">{what}</th>
              <td>{grouped(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {table.longest !== null && table.longest > 0 && <p class="faint">The longest win takes {grouped(table.longest)} {table.longest === 1 ? "ply" : "plies"}.</p>}
      <button type="button" disabled={busy} onClick={save}>
        Save all positions (CSV)
      </button>
      {failure && (
        <p class="bad" role="alert">
          {coded(failure)}
        </p>
      )}
    </>
  );
}
