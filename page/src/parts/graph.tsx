/** The graph of positions: each position once, with the moves between them. */

import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { Graph } from "../api";
import { layered, layersOf } from "../layered";
import { go, type Place } from "../location";
import { grouped } from "../typeset";
import type { Writer } from "../squares";
import { kind, letters, tag, words } from "../values";
import { Legend } from "./legend";
import { Canvas } from "./zoom";

/** A graph of more positions than this begins with the nearest ones, and the reader unfolds others. */
const DENSE = 120;

/** The number of positions up to which such a graph begins. */
const FIRST_SHOWN = 40;

/** What is shown of a graph: the positions that moves of unfolded ones lead to. */
interface Shown extends Graph {
  /** For each position that is shown its number in the whole graph. */
  all: number[];
  /** For each position that is shown the number of those it leads to that are not shown. */
  hidden: number[];
}

/** Where each position of a graph leads to. */
function successors(graph: Graph): number[][] {
  const out: number[][] = graph.nodes.map(() => []);
  for (const { from, to } of graph.edges) out[from]!.push(to);
  return out;
}

/** The nearest positions, as many as may be shown with all that they lead to. */
function firstOpen(out: number[][]): number[] {
  const seen = new Set([0]);
  const open: number[] = [];
  for (const [at, leads] of out.entries()) {
    const next = leads.filter((to) => !seen.has(to));
    if (!seen.has(at) || (open.length > 0 && seen.size + next.length > FIRST_SHOWN)) break;
    next.forEach((to) => seen.add(to));
    open.push(at);
  }
  return open;
}

/** The part of a graph that is seen from its first position through the positions that are open. */
function unfolded(graph: Graph, out: number[][], open: ReadonlySet<number>): Shown {
  const seen = new Set([0]);
  for (const at of seen) if (open.has(at)) out[at]!.forEach((to) => seen.add(to));
  const all = [...seen].sort((a, b) => a - b);
  const place = new Map(all.map((at, n) => [at, n]));
  const edges = graph.edges.filter(({ from, to }) => place.has(from) && place.has(to));
  return {
    ...graph,
    nodes: all.map((at) => graph.nodes[at]!),
    edges: edges.map((edge) => ({ ...edge, from: place.get(edge.from)!, to: place.get(edge.to)! })),
    all,
    hidden: all.map((at) => new Set(out[at]!.filter((to) => !seen.has(to))).size),
  };
}

export function GraphView({ graph: whole, place, write }: { graph: Graph; place: Place; write: Writer }): JSX.Element {
  const out = useMemo(() => successors(whole), [whole]);
  const isDense = whole.nodes.length > DENSE;
  const asked = place.query.get("open") ?? "";
  const showsAll = !isDense || asked === "all";
  const open = useMemo(() => new Set(showsAll ? whole.nodes.keys() : asked === "" ? firstOpen(out) : asked.split(".").map(Number)), [whole, asked]);
  const graph = useMemo(() => unfolded(whole, out, open), [whole, open]);
  const show = (text: string) => go({ ...place, query: new Map([...place.query, ["open", text]]) }, "quietly");
  const [at, look] = useState<number | null>(null);
  const toggle = (n: number) => {
    const next = new Set(open);
    if (!next.delete(graph.all[n]!)) next.add(graph.all[n]!);
    look(null);
    // An empty list in the address means the positions that are open at the start. So "-" says that
    // none is open.
    show([...next].join(".") || "-");
  };
  const drawn = useMemo(() => arranged(graph), [graph]);
  const near = useMemo(() => new Set(at === null ? [] : graph.edges.flatMap((edge) => (edge.from === at ? [edge.to] : edge.to === at ? [edge.from] : []))), [at, graph]);
  const small = drawn.r < 15;
  return (
    <>
      <p class="note">
        {grouped(whole.nodes.length)} positions{whole.cut ? ", the nearest ones" : ", all that play reaches"}. {whole.cyclic ? "Play can come back to a position: the rows tell how near to the start it is, and a line with two arrows is a move that can be taken back." : whole.cut ? "Among these play never comes back to a position: all lines lead down." : "Play never comes back to a position: all lines lead down."} Thick lines are best play.
        {isDense && !showsAll && ` ${graph.nodes.length} of them are shown; a click on a position with a number under it unfolds as many more, and another click folds them.`}
      </p>
      {isDense && (
        <div class="row">
          <button type="button" onClick={() => show(showsAll ? "" : "all")}>
            {showsAll ? "Begin with the nearest positions" : `Show all ${grouped(whole.nodes.length)} positions`}
          </button>
        </div>
      )}
      <Legend values={graph.nodes} />
      <Canvas of={whole} width={drawn.width} height={drawn.height} root={(drawn.places[0]?.x ?? 0) / drawn.width} label="Graph of positions; a table with the same stands below">
        <svg class={`graph ${small ? "crowded" : ""} ${at === null ? "" : "looked"}`} viewBox={`0 0 ${drawn.width} ${drawn.height}`} aria-hidden={isDense && !showsAll ? undefined : "true"}>
          <defs>
            <marker id="to" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="5" markerHeight="5" orient="auto-start-reverse">
              <path d="M0 0L6 3L0 6Z" />
            </marker>
          </defs>
          {drawn.edges.map((edge) => (
            <path class={`edge ${edge.best ? "best" : ""} ${at === edge.from || at === edge.to ? "near" : ""}`} d={edge.path} marker-end="url(#to)" {...(edge.back ? { "marker-start": "url(#to)" } : {})} />
          ))}
          {graph.nodes.map((node, n) => {
            const place = drawn.places[n]!;
            const what = kind(node);
            const more = graph.hidden[n]!;
            const isOpen = open.has(graph.all[n]!) && out[graph.all[n]!]!.length > 0;
            const folds = isDense && !showsAll && (more > 0 || isOpen);
            return (
              <g
                key={graph.all[n]}
                class={`vertex ${what} ${n === at ? "here" : ""} ${near.has(n) ? "near" : ""}`}
                transform={`translate(${place.x} ${place.y})`}
                onMouseEnter={() => look(n)}
                onMouseLeave={() => look(null)}
                {...(folds && {
                  role: "button",
                  tabIndex: 0,
                  "data-node": graph.all[n],
                  "aria-expanded": isOpen,
                  "aria-label": `${write(node.label)}: ${words(node)}${more > 0 ? `, leads to ${more} more` : ""}`,
                  onClick: () => toggle(n),
                  onFocus: () => look(n),
                  onBlur: () => look(null),
                  onKeyDown: (event: KeyboardEvent) => {
                    if (event.key !== "Enter" && event.key !== " ") return;
                    event.preventDefault();
                    toggle(n);
                  },
                })}
              >
                <title>{`${write(node.label)}: ${words(node)}`}</title>
                <circle r={drawn.r} />
                <text dy="0.35em" font-size={small ? 9 : 11}>
                  {small ? letters[what] : tag(node)}
                </text>
                {more > 0 && (
                  <text class="more" y={drawn.r + 11} font-size={11}>
                    +{more}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      </Canvas>
      <p class="note" aria-hidden="true">
        {at === null ? "Point at a position to see it." : `${write(graph.nodes[at]!.label)}${graph.nodes[at]!.mover ? `, ${graph.nodes[at]!.mover} to move` : ""}: ${words(graph.nodes[at]!)}`}
      </p>
      <details class="beside">
        <summary>The same graph as a table</summary>
        <table class="data">
          <thead>
            <tr>
              <th scope="col">Number</th>
              <th scope="col">Position</th>
              <th scope="col">To move</th>
              <th scope="col">For the player to move</th>
              <th scope="col">Moves to</th>
            </tr>
          </thead>
          <tbody>
            {whole.nodes.map((node, n) => (
              <tr>
                <td>{n}</td>
                <td>{write(node.label)}</td>
                <td>{node.mover ?? "either"}</td>
                <td>{node.finished ? `${words(node)}, finished` : words(node)}</td>
                <td>
                  {out[n]!.join(", ")}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

interface DrawnEdge {
  from: number;
  to: number;
  best: boolean;
  /** Whether there is a move back, which is drawn by the same line. */
  back: boolean;
  path: string;
}

interface DrawnGraph {
  places: { x: number; y: number }[];
  edges: DrawnEdge[];
  r: number;
  width: number;
  height: number;
}

/** The graph in layers: by the longest way from the start, or by the shortest where play can go round. */
function arranged(graph: Graph): DrawnGraph {
  const small = graph.nodes.length > 80;
  const r = small ? 9 : 15;
  // A move and the move back are one line.
  const lines = new Map<string, DrawnEdge>();
  for (const { from, to, best } of graph.edges) {
    const there = lines.get(`${from} ${to}`);
    const back = lines.get(`${to} ${from}`);
    if (there) there.best ||= best;
    else if (back) Object.assign(back, { back: true, best: back.best || best });
    else lines.set(`${from} ${to}`, { from, to, best, back: false, path: "" });
  }
  const edges = [...lines.values()];
  const layers = layersOf(graph.nodes.length, graph.edges, graph.nodes.map((node) => node.depth));
  const sizes = small ? { gap: 27, bend: 12, margin: 30 } : { gap: 54, bend: 22, margin: 34 };
  // Where rows are long, lines between them would lie flat.
  const longest = Math.max(...layers.map((row) => layers.filter((other) => other === row).length));
  const step = Math.min(220, Math.max(94, (longest * sizes.gap) / 9));
  const layout = layered(layers, edges, { ...sizes, step });
  edges.forEach((edge, n) => (edge.path = through(layout.edges[n]!, r, edge.back)));
  return { places: layout.nodes, edges, r, width: Math.max(360, layout.width), height: layout.height };
}

/** A line through points, from the rim of the first to the rim of the last, where an arrow has room. */
function through(points: { x: number; y: number }[], r: number, back: boolean): string {
  const short = (from: { x: number; y: number }, to: { x: number; y: number }, by: number) => {
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    return { x: from.x + ((to.x - from.x) / length) * by, y: from.y + ((to.y - from.y) / length) * by };
  };
  const write = ({ x, y }: { x: number; y: number }) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const [first, last] = [points[0]!, points.at(-1)!];
  let inner = points.slice(1, -1);
  if (inner.length === 0 && first.y === last.y) {
    // Within a layer a line goes round what stands between.
    inner = [{ x: (first.x + last.x) / 2, y: first.y + Math.min(34, 12 + Math.abs(last.x - first.x) / 7) }];
  }
  const start = short(first, inner[0] ?? last, back ? r + 3 : r);
  const end = short(last, inner.at(-1) ?? first, r + 3);
  let path = `M${write(start)}`;
  inner.forEach((point, n) => {
    const next = inner[n + 1];
    path += `Q${write(point)} ${write(next ? { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 } : end)}`;
  });
  return inner.length === 0 ? `${path}L${write(end)}` : path;
}
