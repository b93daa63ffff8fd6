/** A position as a picture that a person can point at, with a mouse, a finger or the arrow keys. */

import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Move, MoveValue, PlacedNumber } from "../api";
import type { Writer } from "../squares";
import { kind, letters, tag, words } from "../values";
import { type Back, type Drawing, neighbour, rows, type Spot } from "./drawing";
import { MarkView, sideClass } from "./marks";
import { BESIDE, type Picture, standing } from "./recipes";

interface Props {
  picture: Picture;
  moves: Move[];
  /** The values of the moves, by their texts; `null` while they are hidden or not there yet. */
  values: Map<string, MoveValue> | null;
  /** The moves by their texts, the best first. */
  order: Map<string, number>;
  players: [string, string] | null;
  /** The spots of the move that led here. */
  last: ReadonlySet<string>;
  locked: boolean;
  label: string;
  /** How the texts of the game are shown. */
  write: Writer;
  onPlay: (move: string) => void;
  /** The numbers that the explanation puts in. */
  numbers: PlacedNumber[];
  /** The move that the list of moves points at. */
  shown: string | null;
}

export function Board(props: Props): JSX.Element {
  const { picture, moves, values, order, locked } = props;
  const { drawing, steps } = picture;
  const [picked, pick] = useState<string[]>([]);
  const [choice, choose] = useState<string[]>([]);
  const [focus, setFocus] = useState<string | null>(null);
  const svg = useRef<SVGSVGElement>(null);

  // Another position: nothing is picked there.
  useEffect(() => {
    pick([]);
    choose([]);
  }, [picture]);

  const starts = (path: string[]) => moves.filter((move) => path.every((id, at) => steps.get(move.move)?.[at] === id));
  const candidates = useMemo(() => (locked ? [] : starts(picked).filter((move) => (steps.get(move.move)?.length ?? 0) > 0)), [picture, moves, picked, locked]);

  const next = useMemo(() => {
    const found = new Map<string, Move[]>();
    for (const move of candidates) {
      const id = steps.get(move.move)?.[picked.length];
      if (id !== undefined) found.set(id, [...(found.get(id) ?? []), move]);
    }
    return found;
  }, [candidates, picked]);

  const best = (list: Move[]): Move => list.reduce((a, b) => ((order.get(b.move) ?? Infinity) < (order.get(a.move) ?? Infinity) ? b : a));

  function press(own: string): void {
    if (locked) return;
    const id = drawing.alias?.[own] ?? own;
    const done = candidates.filter((move) => steps.get(move.move)?.length === picked.length);
    if (picked.length > 0 && picked.at(-1) === id && !next.has(id)) {
      if (done.length === 1) return finish(done[0]!.move);
      pick([]);
      choose([]);
      return;
    }
    const path = next.has(id) ? [...picked, id] : [id];
    const found = starts(path).filter((move) => (steps.get(move.move)?.length ?? 0) >= path.length);
    if (found.length === 0) {
      pick([]);
      choose([]);
      return;
    }
    const complete = found.filter((move) => steps.get(move.move)!.length === path.length);
    if (found.length === 1 && complete.length === 1) return finish(found[0]!.move);
    pick(path);
    choose(complete.map((move) => move.move));
  }

  function finish(move: string): void {
    pick([]);
    choose([]);
    props.onPlay(move);
  }

  const table = useMemo(() => rows(drawing), [drawing]);

  /** What the best move that goes on with a spot is worth, where hints are shown. */
  function worth(spot: Spot): MoveValue | undefined {
    const id = drawing.alias?.[spot.id] ?? spot.id;
    const list = next.get(id);
    if (!list || (drawing.quietAlias === true && id !== spot.id)) return undefined;
    const value = values?.get(best(list).move);
    return kind(value) === "unknown" ? undefined : value;
  }
  const home = focus !== null && drawing.spots.some((spot) => spot.id === focus) ? focus : table[0]?.[0]?.id;

  function keyed(event: KeyboardEvent, spot: Spot): void {
    const ways: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    if (way) {
      const to = neighbour(drawing, spot, ...way);
      setFocus(to.id);
      svg.current?.querySelector<SVGGElement>(`[data-spot="${CSS.escape(to.id)}"]`)?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      press(spot.id);
    } else if (event.key === "Escape") {
      pick([]);
      choose([]);
    } else {
      return;
    }
    event.preventDefault();
  }

  const numbers = useMemo(() => standing(picture, props.numbers), [picture, props.numbers]);
  if (drawing.text !== undefined) {
    return <pre class="letters">{drawing.text}</pre>;
  }

  const preview = props.shown === null ? null : new Set(steps.get(props.shown) ?? []);

  function says(spot: Spot): string {
    const id = drawing.alias?.[spot.id] ?? spot.id;
    const list = next.get(id);
    const place = drawing.place ? `${drawing.place(id)}: ` : /^[\d,: -]+$/.test(id) ? `${props.write(id)}: ` : "";
    const parts = [`${place}${spot.says}`];
    const number = pointed.get(spot.id);
    if (number !== undefined) parts.push(`the explanation counts ${number} here`);
    if (picked.includes(id)) parts.push("picked");
    if (list) {
      const value = values?.get(best(list).move);
      parts.push(value ? words(value) : "can be played");
    }
    return parts.join(", ");
  }

  const first = colourClass(props.players?.[0], 0);
  const second = colourClass(props.players?.[1], 1);
  const pointed = new Map(numbers.flatMap(({ number, spots }) => [...spots].map((id) => [id, number])));
  // Numbers that stand beside the drawing or above it take some room.
  const extra = numbers.some(({ at }) => at && at[0] > drawing.x + drawing.width - BESIDE / 2) ? BESIDE : 0;
  const above = numbers.some(({ at }) => at && at[1] < drawing.y + BESIDE / 2) ? BESIDE : 0;
  // A cell is at most this wide, so that a small board does not shout.
  const cells = drawing.width + extra;
  const width = Math.round(Math.max(Math.min(760, cells * 88), Math.min(440, cells * 120)));

  return (
    <div class={`board first-${first} second-${second} ${locked ? "locked" : ""}`}>
      <svg ref={svg} width={width} viewBox={`${drawing.x} ${drawing.y - above} ${drawing.width + extra} ${drawing.height + above}`} role="grid" aria-label={props.label} aria-readonly={locked ? "true" : "false"}>
        <defs>
          <marker id="arrowhead" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="5" markerHeight="5" orient="auto-start-reverse">
            <path class="arrowhead" d="M0 0L6 3L0 6Z" />
          </marker>
        </defs>
        <g aria-hidden="true">
          {drawing.backs.filter((back) => !isDot(back)).map((back) => (
            <BackView back={back} />
          ))}
        </g>
        {table.map((row) => (
          <g role="row">
            {row.map((spot) => {
              const id = drawing.alias?.[spot.id] ?? spot.id;
              const list = next.get(id);
              const quiet = drawing.quietAlias === true && id !== spot.id;
              const value = worth(spot);
              const classes = [
                "spot",
                `ground-${spot.ground}`,
                list ? "open" : "",
                picked.includes(id) ? "picked" : "",
                props.last.has(id) ? "last" : "",
                preview?.has(id) ? "shown" : "",
                pointed.has(spot.id) ? "pointed" : "",
                value ? `value-${kind(value)}` : "",
              ];
              return (
                <g
                  role="gridcell"
                  class={classes.join(" ")}
                  data-spot={spot.id}
                  tabIndex={spot.id === home ? 0 : -1}
                  aria-label={says(spot)}
                  aria-selected={picked.includes(id) ? "true" : "false"}
                  aria-disabled={list ? "false" : "true"}
                  onClick={() => press(spot.id)}
                  onFocus={() => setFocus(spot.id)}
                  onKeyDown={(event) => keyed(event, spot)}
                >
                  <Ground spot={spot} />
                  <g transform={`translate(${spot.x} ${spot.y})`}>
                    {spot.marks.map((mark) => (
                      <MarkView mark={mark} />
                    ))}
                  </g>
                  {list && !value && !quiet && <Dot spot={spot} />}
                </g>
              );
            })}
          </g>
        ))}
        <g class="dots" aria-hidden="true">
          {drawing.backs.filter(isDot).map((back) => (
            <BackView back={back} />
          ))}
        </g>
        <g aria-hidden="true">
          {drawing.spots.map((spot) => {
            const value = worth(spot);
            return value ? <Tag spot={spot} value={value} drawing={drawing} /> : null;
          })}
        </g>
        {numbers.length > 0 && (
          <g class="put-in" aria-hidden="true">
            {numbers.map(({ line }) => line && line.length > 1 && <polyline points={line.join(" ")} />)}
            {numbers.map(
              ({ number, at, small }) =>
                at && (
                  <g transform={`translate(${at.join(" ")})${small ? " scale(0.62)" : ""}`}>
                    <circle r={0.34} />
                    <text font-size={0.36} dy="0.35em">
                      {number}
                    </text>
                  </g>
                ),
            )}
          </g>
        )}
      </svg>
      {drawing.captions && drawing.captions.length > 0 && <p class="captions">{drawing.captions.join(" · ")}</p>}
      {choice.length > 0 && (
        <div class="chooser" role="group" aria-label="Which move?">
          <span>Which move?</span>
          {choice.map((move) => (
            <button type="button" onClick={() => finish(move)}>
              {props.write(move)}
              {values?.get(move) && <b class={`tag ${kind(values.get(move))}`}>{tag(values.get(move))}</b>}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Dots lie on the lines that meet in them. */
const isDot = (back: Back): boolean => back.kind === "circle" && back.look === "dot";

function Ground({ spot }: { spot: Spot }): JSX.Element {
  const s = spot.shape;
  switch (s.kind) {
    case "square": {
      const [w, h] = [s.width ?? 1, s.height ?? 1];
      // The ring lies within the cell, where its neighbours do not cover it.
      return (
        <>
          <rect class="ground" x={spot.x - w / 2} y={spot.y - h / 2} width={w} height={h} rx={s.round ?? 0} />
          <rect class="ring inner" x={spot.x - w / 2 + 0.03} y={spot.y - h / 2 + 0.03} width={w - 0.06} height={h - 0.06} rx={Math.max(0, (s.round ?? 0) - 0.02)} />
        </>
      );
    }
    case "circle":
      return <circle class="ground ring" cx={spot.x} cy={spot.y} r={s.r} />;
    case "hex": {
      const points = Array.from({ length: 6 }, (_, k) => {
        const angle = (Math.PI * (2 * k + 1)) / 6;
        return `${spot.x + s.r * Math.cos(angle)},${spot.y + s.r * Math.sin(angle)}`;
      });
      return <polygon class="ground ring" points={points.join(" ")} />;
    }
    case "line": {
      if (s.curve === 1) return <circle class="ground ring loop" cx={s.x1} cy={s.y1 - 0.3} r={0.3} />;
      if (s.curve) {
        const [mx, my] = [(s.x1 + s.x2) / 2 - (s.y2 - s.y1) * s.curve, (s.y1 + s.y2) / 2 + (s.x2 - s.x1) * s.curve];
        return <path class="ground ring" d={`M${s.x1} ${s.y1}Q${mx} ${my} ${s.x2} ${s.y2}`} fill="none" />;
      }
      return (
        <>
          <line class="reach" x1={s.x1} y1={s.y1} x2={s.x2} y2={s.y2} />
          <line class="ground ring" x1={s.x1} y1={s.y1} x2={s.x2} y2={s.y2} />
        </>
      );
    }
  }
}

function Dot({ spot }: { spot: Spot }): JSX.Element {
  return <circle class="dot" cx={spot.x} cy={spot.y} r={spot.marks.length > 0 ? 0 : 0.07} />;
}

/** The result of the best move that goes on with a spot, as a letter on a colour. */
function Tag({ spot, value, drawing }: { spot: Spot; value: MoveValue; drawing: Drawing }): JSX.Element {
  const text = tag(value);
  const size = Math.max(drawing.width, drawing.height) > 9 ? 0.3 : 0.2;
  const width = size * (0.75 + 0.67 * text.length);
  const s = spot.shape;
  let [x, y] = [spot.x, spot.y];
  if (s.kind === "square" && spot.marks.length > 0) [x, y] = [spot.x + (s.width ?? 1) / 2 - width / 2 + 0.04, spot.y - (s.height ?? 1) / 2 + size * 0.5];
  if ((s.kind === "circle" || s.kind === "hex") && spot.marks.length > 0) [x, y] = [spot.x + s.r * 0.5, spot.y - s.r * 0.66];
  return (
    <g class={`hint ${kind(value)} ${value.best ? "best" : ""}`} transform={`translate(${x} ${y})`}>
      <rect x={-width / 2} y={-size * 0.7} width={width} height={size * 1.4} rx={size * 0.35} />
      <text font-size={size} dy="0.36em">
        {text || letters[kind(value)]}
      </text>
    </g>
  );
}

function BackView({ back }: { back: Back }): JSX.Element {
  switch (back.kind) {
    case "line":
      return <line class={`back-line ${back.thick ? "thick" : ""}`} x1={back.x1} y1={back.y1} x2={back.x2} y2={back.y2} marker-end={back.arrow ? "url(#arrowhead)" : undefined} />;
    case "rect":
      return <rect class={`back-${back.look}`} x={back.x} y={back.y} width={back.width} height={back.height} rx={back.round ?? 0} />;
    case "circle":
      return <circle class={`back-${back.look}`} cx={back.x} cy={back.y} r={back.r} />;
    case "polygon":
      return <polygon class={`back-${back.look}`} points={back.points.map((point) => point.join(",")).join(" ")} />;
    case "text":
      return (
        <text class={`back-text ${back.strong ? "strong" : ""} ${(back.size ?? 0.3) < 0.26 ? "small" : ""} ${back.onBar ? "on-bar" : ""} ${back.side === undefined ? "" : `ink-${sideClass(back.side)}`}`} x={back.x} y={back.y} font-size={back.size ?? 0.3} text-anchor={back.anchor ?? "middle"} dy="0.35em">
          {back.text}
        </text>
      );
  }
}

/** A small picture of a position that nobody points at. */
export function Thumb({ picture, players, box }: { picture: Picture; players: [string, string] | null; box?: { x: number; y: number; width: number; height: number } }): JSX.Element {
  const { drawing } = picture;
  if (drawing.text !== undefined) return <pre class="letters">{drawing.text}</pre>;
  return (
    <svg class={`thumb first-${colourClass(players?.[0], 0)} second-${colourClass(players?.[1], 1)}`} viewBox={`${drawing.x} ${drawing.y} ${drawing.width} ${drawing.height}`} aria-hidden="true" {...box}>
      {drawing.backs.filter((back) => !isDot(back)).map((back) => (
        <BackView back={back} />
      ))}
      {drawing.spots.map((spot) => (
        <g class={`spot ground-${spot.ground}`}>
          <Ground spot={spot} />
          <g transform={`translate(${spot.x} ${spot.y})`}>
            {spot.marks.map((mark) => (
              <MarkView mark={mark} />
            ))}
          </g>
        </g>
      ))}
      {drawing.backs.filter(isDot).map((back) => (
        <BackView back={back} />
      ))}
    </svg>
  );
}

const colours = ["black", "white", "red", "blue", "orange"];

/** The colour of a player's pieces: as the name says, else dark and light. */
export function colourClass(name: string | undefined, side: 0 | 1): string {
  const word = name?.toLowerCase() ?? "";
  // In the books Left is blue and Right red.
  const own = word === "left" ? "blue" : word === "right" ? "red" : word;
  return colours.includes(own) ? own : side === 0 ? "ink" : "ochre";
}
