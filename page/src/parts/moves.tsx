/** The moves of a position, the best first, each with what it is worth. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Move, MoveValue } from "../api";
import type { Writer } from "../squares";
import { kind, tag, words } from "../values";

interface Props {
  moves: Move[];
  values: Map<string, MoveValue> | null;
  order: Map<string, number>;
  locked: boolean;
  write: Writer;
  onPlay: (move: string) => void;
  onShow: (move: string | null) => void;
}

/** The number of letters of a partizan value that is told beside a move. */
const LONGEST_VALUE = 24;

/** The number of moves that are listed at first. */
const FEW = 60;

export function Moves({ moves, values, order, locked, write, onPlay, onShow }: Props): JSX.Element {
  const [all, showAll] = useState(false);
  const sorted = values ? [...moves].sort((a, b) => (order.get(a.move) ?? Infinity) - (order.get(b.move) ?? Infinity)) : moves;
  const listed = all ? sorted : sorted.slice(0, FEW);
  return (
    <section class="moves" aria-label="Moves">
      <h2>
        Moves <span class="count">{moves.length}</span>
      </h2>
      <ol>
        {listed.map((move) => {
          const value = values?.get(move.move);
          return (
            <li key={move.move}>
              <button
                type="button"
                disabled={locked}
                class={value?.best && kind(value) !== "unknown" ? "best" : ""}
                onClick={() => onPlay(move.move)}
                onMouseEnter={() => onShow(move.move)}
                onMouseLeave={() => onShow(null)}
                onFocus={() => onShow(move.move)}
                onBlur={() => onShow(null)}
              >
                {values && <b class={`tag ${kind(value)}`} aria-hidden="true">{tag(value)}</b>}
                <span class="text">{write(move.move)}</span>
                {values && (
                  <span class="worth">
                    {words(value)}
                    {value?.nimber != null && <span class="nimber">, nimber {value.nimber}</span>}
                    {value?.partizan != null && value.partizan.length <= LONGEST_VALUE && <span class="nimber">, value <span class="whole">{value.partizan}</span></span>}
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ol>
      {sorted.length > listed.length && (
        <button type="button" class="quiet" onClick={() => showAll(true)}>
          Show all {sorted.length} moves
        </button>
      )}
    </section>
  );
}
