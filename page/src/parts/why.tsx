/** The explanation of a position, its theorem and source; the numbers and moves in it point at the board. */

import type { JSX } from "preact";
import type { Explanation, Move } from "../api";
import type { Asked } from "../ask";
import type { Writer } from "../squares";
import { curved, sentence } from "../typeset";
import { Fault, Progress } from "./notices";

interface Props {
  asked: Asked<Explanation>;
  moves: Move[];
  write: Writer;
  onShow: (move: string | null) => void;
}

/** The numbers of `3 xor 4 xor 5 = 2`, if a line has them. */
export function xored(lines: string[]): { numbers: number[]; total: number } | null {
  for (const line of lines) {
    const found = /(\d+(?: xor \d+)+)\s*=\s*(\d+)/.exec(line);
    if (found) return { numbers: found[1]!.split(" xor ").map(Number), total: Number(found[2]) };
  }
  return null;
}

export function Why({ asked, moves, write, onShow }: Props): JSX.Element {
  const { answer, error, job, busy, cancelled, cancel } = asked;
  const xor = answer ? xored(answer.why) : null;
  return (
    <section class="why" aria-label="Why" aria-busy={busy}>
      <h2>Why</h2>
      {error && <Fault error={error} />}
      {busy && job && <Progress job={job} onCancel={cancel} />}
      {cancelled && <p class="faint">The explanation was cancelled.</p>}
      {answer && (
        <>
          {answer.why.map((line, at) => (
            <p class={at === 0 ? "first" : ""}>{pointing(line, moves, write, onShow)}</p>
          ))}
          {xor && <Binary {...xor} />}
          {answer.theorem && (
            <p class="source">
              <span>Theorem</span> {curved(answer.theorem.name)}. {curved(answer.theorem.source)}.
            </p>
          )}
        </>
      )}
    </section>
  );
}

/** A line in which the moves of the position can be pointed at. */
function pointing(line: string, moves: Move[], write: Writer, onShow: (move: string | null) => void): (string | JSX.Element)[] {
  const texts = moves.map((move) => move.move).filter((text) => text.length >= 2 && /\d/.test(text));
  if (texts.length === 0) return [sentence(write(line))];
  const escaped = texts.sort((a, b) => b.length - a.length).slice(0, 300).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const split = line.split(new RegExp(`(?<![\\w,])(${escaped.join("|")})(?![\\w,]\\w|\\w)`));
  return split.map((piece, at) =>
    at % 2 === 1 ? (
      <button type="button" class="pointer" onMouseEnter={() => onShow(piece)} onMouseLeave={() => onShow(null)} onFocus={() => onShow(piece)} onBlur={() => onShow(null)} aria-label={`${write(piece)}, show on the board`}>
        {write(piece)}
      </button>
    ) : (
      sentence(write(piece))
    ),
  );
}

/** Numbers one under the other in binary, with their xor, as the classic texts write it. */
export function Binary({ numbers, total }: { numbers: number[]; total: number }): JSX.Element {
  const digits = Math.max(total, ...numbers, 1).toString(2).length;
  const cells = (n: number) => n.toString(2).padStart(digits, "0").split("");
  return (
    <table class="binary">
      <caption class="hidden">The numbers in binary, and their xor</caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="hidden">number</span>
          </th>
          {Array.from({ length: digits }, (_, k) => (
            <th scope="col">{2 ** (digits - 1 - k)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {numbers.map((n) => (
          <tr>
            <th scope="row">{n}</th>
            {cells(n).map((digit) => (
              <td class={digit === "1" ? "one" : "zero"}>{digit}</td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{total}</th>
          {cells(total).map((digit) => (
            <td class={digit === "1" ? "one odd" : "zero"}>{digit}</td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}
