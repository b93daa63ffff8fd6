/**
 * The history of a game as a tug of war: the rope is on the side of whom the position favours, and
 * the nearer the end of the game, the nearer it is to the edge. A move after which its player has
 * less than before is a slip.
 */

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Value } from "../api";
import type { Writer } from "../squares";
import { kind, tag, turned, words } from "../values";

export interface Ply {
  /** The player to move before it. */
  turn: 0 | 1;
  /** The move made there; null at the end. */
  move: string | null;
  /** What the position is worth to the player to move; null while it is not known. */
  value: Value | null;
}

interface Props {
  plies: Ply[];
  at: number;
  names: [string, string];
  write: Writer;
  /** Whether the values are hidden, as hints are. */
  hidden: boolean;
  onJump: (at: number) => void;
}

const rank: Record<string, number> = { win: 2, draw: 1, endless: 1, loss: 0 };

/** Whether the move made at a ply gave something away. */
export function isSlip(plies: Ply[], at: number): boolean {
  const [here, next] = [plies[at], plies[at + 1]];
  if (!here?.value || !next?.value || here.move === null) return false;
  const after = here.turn === next.turn ? next.value : turned(next.value);
  if (here.value.score !== null && after.score !== null) return after.score < here.value.score;
  const [before, now] = [rank[kind(here.value)], rank[kind(after)]];
  return before !== undefined && now !== undefined && now < before;
}

/** Where the rope is, from -1 (the first player has won) to 1 (the second has). */
function rope(ply: Ply, longest: number): number | null {
  if (!ply.value || ply.value.outcome === null) return null;
  const value = ply.value;
  if (value.outcome === "draw") return 0;
  const forFirst = (value.outcome === "win") === (ply.turn === 0);
  const left = value.remoteness ?? value.within ?? longest;
  const far = 1 - 0.72 * Math.min(1, left / Math.max(1, longest));
  return forFirst ? -far : far;
}

const ROW = 30;
const WIDTH = 132;

export function History({ plies: all, at, names, write, hidden, onJump }: Props): JSX.Element {
  const plies = hidden ? all.map((ply) => ({ ...ply, value: null })) : all;
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const [top, bottom] = [ROW * at, ROW * (at + 2)];
    if (top < element.scrollTop || bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
  }, [at, plies.length]);
  const longest = Math.max(4, ...plies.map((ply) => ply.value?.remoteness ?? 0));
  const places = plies.map((ply) => rope(ply, longest));
  const x = (place: number) => WIDTH / 2 + place * (WIDTH / 2 - 10);
  const y = (row: number) => ROW * row + ROW / 2;
  const slips = plies.map((_, n) => isSlip(plies, n));
  return (
    <section class="history" aria-label="History">
      <h2>History</h2>
      <div class={hidden ? "tug bare" : "tug"} ref={frame}>
        <table>
          <caption class="hidden">Each position with its move{hidden ? "" : " and what it is worth to the player to move"}</caption>
          <thead>
            <tr>
              <th scope="col">Ply</th>
              <th scope="col">Move</th>
              {!hidden && <th scope="col">Worth</th>}
            </tr>
          </thead>
          <tbody>
            {plies.map((ply, n) => (
              <tr class={`${n === at ? "here" : ""} ${slips[n] ? "slip" : ""}`}>
                <td class="number">{n}</td>
                <td class="move">
                  <button type="button" aria-current={n === at ? "step" : undefined} onClick={() => onJump(n)} aria-label={`Ply ${n}: ${names[ply.turn]} ${ply.move === null ? "to move" : `plays ${write(ply.move)}`}`}>
                    <i class={`whose side${ply.turn}`} aria-hidden="true" />
                    {ply.move === null ? "…" : write(ply.move)}
                  </button>
                  {slips[n] && <em>slip</em>}
                </td>
                {!hidden && (
                  <td class="worth">
                    {ply.value ? (
                      <>
                        <b class={`tag small ${kind(ply.value)}`} aria-hidden="true">
                          {tag(ply.value)}
                        </b>
                        <span class="hidden">{`${names[ply.turn]}: ${words(ply.value)}`}</span>
                      </>
                    ) : (
                      <span class="faint">·</span>
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
        {!hidden && <figure aria-hidden="true">
          <figcaption>
            <span class="left">{names[0]}</span>
            <span class="right">{names[1]}</span>
          </figcaption>
          <svg width={WIDTH} height={ROW * plies.length} viewBox={`0 0 ${WIDTH} ${ROW * plies.length}`}>
            <rect class="half side0" x={0} y={0} width={WIDTH / 2} height={ROW * plies.length} />
            <rect class="half side1" x={WIDTH / 2} y={0} width={WIDTH / 2} height={ROW * plies.length} />
            <line class="middle" x1={WIDTH / 2} y1={0} x2={WIDTH / 2} y2={ROW * plies.length} />
            {places.map((place, n) => {
              const next = places[n + 1];
              return place !== null && next !== undefined && next !== null ? <line class={`rope ${slips[n] ? "slip" : ""}`} x1={x(place)} y1={y(n)} x2={x(next)} y2={y(n + 1)} /> : null;
            })}
            {places.map((place, n) => {
              if (place === null) return null;
              const what = kind(plies[n]!.value);
              return <circle class={`knot ${what} ${n === at ? "here" : ""}`} cx={x(place)} cy={y(n)} r={n === at ? 6 : 4.5} />;
            })}
          </svg>
        </figure>}
      </div>
    </section>
  );
}
