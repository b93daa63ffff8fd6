/** The tree of a game with its minimax values, and the graph of its positions. */

import { hierarchy, type HierarchyPointNode, tree as layout } from "d3-hierarchy";
import type { JSX, RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { At, Graph, Tree, TreeNode } from "../api";
import { useWork } from "../ask";
import { useGame, useKinds } from "../catalogue";
import { address, go, type Place, settings, splitMoves, unpackRules, usePlace } from "../location";
import { Fault, Progress } from "../parts/notices";
import { layered, layersOf } from "../layered";
import { Legend } from "../parts/legend";
import { curved } from "../typeset";
import { kind, letters, tag, words } from "../values";

export function Screen(): JSX.Element {
  const place = usePlace();
  const packed = place.query.get("rules") ?? "";
  const [rules, setRules] = useState<string | null | undefined>(packed ? undefined : null);
  useEffect(() => {
    if (!packed) return setRules(null);
    void unpackRules(packed).then(setRules);
  }, [packed]);
  if (rules === undefined) return <main id="content" tabIndex={-1} aria-busy="true" />;
  return <Trees place={place.screen === "tree" ? place : { ...place, game: "number-game" }} rules={rules} />;
}

function Trees({ place, rules }: { place: Place; rules: string | null }): JSX.Element {
  const { query } = place;
  const name = place.game || "number-game";
  const game = useGame(rules === null ? name : "");
  const { kinds } = useKinds();
  const view = query.get("view") === "graph" ? "graph" : "tree";
  const depth = Number(query.get("depth") ?? 4) || 4;
  const size = Number(query.get("size") ?? 60) || 60;
  const all = splitMoves(query.get("moves") ?? "");
  const moves = all.slice(0, Number(query.get("at") || all.length));
  const set = settings(query);
  const from = query.get("from");
  const at: At = {
    ...(rules === null ? { game: name } : { rules }),
    ...(Object.keys(set).length > 0 ? { set } : {}),
    ...(from ? { position: from } : {}),
    ...(moves.length > 0 ? { moves } : {}),
  };
  const asked = useWork<Tree>("tree", view === "tree" ? { ...at, depth, nodes: query.has("depth") ? 1500 : 100 } : null);
  const graphed = useWork<Graph>("graph", view === "graph" ? { ...at, nodes: size } : null);
  const current = view === "tree" ? asked : graphed;
  // In another tree or graph other nodes have the numbers of those that were folded or unfolded.
  const change = (changes: Record<string, string>) => go({ ...place, query: new Map([...query, ["folded", ""], ["open", ""], ...Object.entries(changes)]) }, "quietly");
  const title = rules === null ? curved(game?.title ?? name) : "Rules of your own";
  useEffect(() => {
    document.title = `${view === "tree" ? "Tree" : "Graph"} of ${title} · Zug`;
  }, [title, view]);
  const shallower = asked.answer && asked.answer.depth !== null && asked.answer.depth < depth;
  return (
    <main class="tree-screen" id="content" tabIndex={-1}>
      <header class="title">
        <p class="over">
          <a href={address({ ...place, screen: "play", game: rules === null ? name : "", query: new Map([...query].filter(([key]) => !["view", "depth", "size", "folded", "open"].includes(key))) })}>Play this position</a>
        </p>
        <h1>{title}</h1>
      </header>
      <div class="row tools">
        <label class="field">
          <span>Game</span>
          <select value={rules === null ? name : ""} onChange={(event) => go({ screen: "tree", game: event.currentTarget.value, query: new Map(view === "graph" ? [["view", "graph"]] : []) })}>
            {rules !== null && <option value="">rules of your own</option>}
            {kinds?.map((list) => (
              <optgroup label={list.kind}>
                {list.games.map((one) => (
                  <option value={one.name}>{curved(one.title)}</option>
                ))}
              </optgroup>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Show</span>
          <select value={view} onChange={(event) => change({ view: event.currentTarget.value === "graph" ? "graph" : "" })}>
            <option value="tree">the game tree</option>
            <option value="graph">the graph of positions</option>
          </select>
        </label>
        {view === "graph" && (
          <label class="field">
            <span>Positions, at most</span>
            <select value={String(size)} onChange={(event) => change({ size: event.currentTarget.value })}>
              {[...new Set([20, 60, 150, 300, 1000, size])].map((n) => (
                <option value={String(n)}>{n.toLocaleString("en")}</option>
              ))}
            </select>
          </label>
        )}
        {view === "tree" && (
          <label class="field">
            <span>Depth, in plies</span>
            <input type="number" min={1} max={12} value={depth} onChange={(event) => change({ depth: String(Math.max(1, Math.min(12, Number(event.currentTarget.value) || 4))) })} />
          </label>
        )}
      </div>
      {current.error && <Fault error={current.error} />}
      {current.busy && current.job && <Progress job={current.job} onCancel={current.cancel} />}
      {current.cancelled && <p role="status">The work was cancelled.</p>}
      {view === "tree" && asked.answer && (
        <>
          <p class="note">
            Values are {asked.answer.has_scores ? "scores" : "+1, 0 and −1"} for {asked.answer.minimax_for}. Thick lines are best play; an ellipsis stands for moves below.
            {shallower && ` Deeper it would have too many nodes: it goes ${asked.answer.depth} ${asked.answer.depth === 1 ? "ply" : "plies"} deep${query.has("depth") ? "" : " until you choose a depth"}.`}
          </p>
          <TreeView tree={asked.answer} place={place} />
        </>
      )}
      {view === "graph" && graphed.answer && <GraphView graph={graphed.answer} place={place} />}
    </main>
  );
}

/** A drawing that is wider than the screen begins where its root is: at this share of its width. */
function useRoot(frame: RefObject<HTMLDivElement | null>, drawing: unknown, share: number): void {
  useEffect(() => {
    const element = frame.current;
    if (element) element.scrollLeft = element.scrollWidth * share - element.clientWidth / 2;
  }, [drawing]);
}

interface Node {
  at: number;
  node: TreeNode;
  children: Node[];
}

function nested(nodes: TreeNode[]): Node | null {
  const all: Node[] = nodes.map((node, at) => ({ at, node, children: [] }));
  for (const one of all) if (one.node.parent !== null) all[one.node.parent]?.children.push(one);
  return all[0] ?? null;
}

const number = (minimax: number | null): string => (minimax === null ? "?" : minimax > 0 ? `+${minimax}` : String(minimax).replace("-", "−"));
const short = (label: string): string => (label.length > 18 ? `${label.slice(0, 17)}…` : label);

function TreeView({ tree, place }: { tree: Tree; place: Place }): JSX.Element {
  const root = useMemo(() => nested(tree.nodes), [tree]);
  const folded = useMemo(() => new Set((place.query.get("folded") ?? "").split(".").filter(Boolean).map(Number)), [place]);
  const fold = (nodes: ReadonlySet<number>) => go({ ...place, query: new Map([...place.query, ["folded", [...nodes].join(".")]]) }, "quietly");
  const [focus, setFocus] = useState(0);
  const svg = useRef<SVGSVGElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  useRoot(frame, tree, 0.5);
  const drawn = useMemo(() => {
    if (!root) return null;
    const longest = Math.max(...tree.nodes.map((node) => short(node.label).length));
    const wide = Math.max(44, (longest + 5) * 7.4 + 14);
    const top = hierarchy(root, (one) => (folded.has(one.at) ? [] : one.children));
    const placed = layout<Node>().nodeSize([wide, 84]).separation((a, b) => (a.parent === b.parent ? 1 : 1.15))(top);
    const nodes = placed.descendants();
    return { nodes, left: Math.min(...nodes.map((one) => one.x)) - wide / 2 - 8, right: Math.max(...nodes.map((one) => one.x)) + wide / 2 + 8, bottom: Math.max(...nodes.map((one) => one.y)) + 40, wide };
  }, [root, folded, tree]);
  if (!drawn) return <p>There is nothing to draw.</p>;
  const toggle = (at: number) => {
    const next = new Set(folded);
    if (!next.delete(at)) next.add(at);
    fold(next);
  };
  const move = (to: HierarchyPointNode<Node> | undefined | null) => {
    if (!to) return;
    setFocus(to.data.at);
    svg.current?.querySelector<SVGGElement>(`[data-node="${to.data.at}"]`)?.focus();
  };
  const keyed = (event: KeyboardEvent, here: HierarchyPointNode<Node>) => {
    const siblings = here.parent?.children ?? [here];
    const place = siblings.indexOf(here);
    const ways: Record<string, () => void> = {
      ArrowUp: () => move(here.parent),
      ArrowDown: () => move(here.children?.[0]),
      ArrowLeft: () => move(siblings[place - 1]),
      ArrowRight: () => move(siblings[place + 1]),
      Enter: () => here.data.children.length > 0 && toggle(here.data.at),
      " ": () => here.data.children.length > 0 && toggle(here.data.at),
    };
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    way();
  };
  const width = drawn.right - drawn.left;
  const visible = new Set(drawn.nodes.map((one) => one.data.at));
  const home = visible.has(focus) ? focus : 0;
  return (
    <>
      <div class="canvas" ref={frame}>
        <svg ref={svg} class="tree" width={width} height={drawn.bottom + 30} viewBox={`${drawn.left} -30 ${width} ${drawn.bottom + 30}`} role="tree" aria-label="Game tree">
          <g aria-hidden="true">
            {drawn.nodes.map((one) => {
              const parent = one.parent;
              if (!parent) return null;
              const best = one.data.node.best === true;
              const [mx, my] = [(one.x + parent.x) / 2, (one.y - 14 + parent.y + 14) / 2];
              return (
                <g class={best ? "edge best" : "edge"}>
                  <line x1={parent.x} y1={parent.y + 15} x2={one.x} y2={one.y - 15} />
                  <text x={mx + (one.x < parent.x ? -6 : 6)} y={my} text-anchor={one.x < parent.x ? "end" : "start"}>
                    {one.data.node.move}
                  </text>
                </g>
              );
            })}
          </g>
          {drawn.nodes.map((one) => {
            const { node, at, children } = one.data;
            const what = kind(node);
            const minimax = node.minimax === null ? "unknown" : node.minimax > 0 ? "plus" : node.minimax < 0 ? "minus" : "zero";
            const hiddenBelow = folded.has(at) && children.length > 0;
            return (
              <g
                class={`node ${minimax}`}
                data-node={at}
                role="treeitem"
                aria-level={one.depth + 1}
                aria-expanded={children.length > 0 ? (folded.has(at) ? "false" : "true") : undefined}
                aria-label={`${node.move ? `${node.move} leads to ` : ""}${node.label}, minimax ${number(node.minimax)}${node.mover ? `, ${node.mover} to move` : ""}, ${words(node)}${node.best ? ", best play" : ""}`}
                tabIndex={at === home ? 0 : -1}
                transform={`translate(${one.x} ${one.y})`}
                onClick={() => children.length > 0 && toggle(at)}
                onFocus={() => setFocus(at)}
                onKeyDown={(event) => keyed(event, one)}
              >
                <rect x={-drawn.wide / 2 + 4} y={-15} width={drawn.wide - 8} height={30} rx={7} />
                <text dy="0.34em">
                  {short(node.label)}
                  <tspan class="minimax">
                    {" "}
                    [{number(node.minimax)}]{hiddenBelow || node.cut ? "…" : ""}
                  </tspan>
                </text>
                {node.minimax === null && what !== "unknown" && <title>{letters[what]}</title>}
              </g>
            );
          })}
        </svg>
      </div>
      <details class="beside">
        <summary>The same tree as a table</summary>
        <table class="data">
          <thead>
            <tr>
              <th scope="col">Ply</th>
              <th scope="col">Move</th>
              <th scope="col">Position</th>
              <th scope="col">Minimax</th>
              <th scope="col">For the player to move</th>
            </tr>
          </thead>
          <tbody>
            {drawn.nodes
              .slice()
              .sort((a, b) => a.data.at - b.data.at)
              .slice(0, 400)
              .map((one) => (
                <tr>
                  <td>{one.depth}</td>
                  <td>{one.data.node.move ?? ""}</td>
                  <td>{one.data.node.label}</td>
                  <td>{number(one.data.node.minimax)}</td>
                  <td>{words(one.data.node)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

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

function GraphView({ graph: whole, place }: { graph: Graph; place: Place }): JSX.Element {
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
  const frame = useRef<HTMLDivElement>(null);
  useRoot(frame, whole, (drawn.places[0]?.x ?? 0) / drawn.width);
  const near = useMemo(() => new Set(at === null ? [] : graph.edges.flatMap((edge) => (edge.from === at ? [edge.to] : edge.to === at ? [edge.from] : []))), [at, graph]);
  const small = drawn.r < 15;
  return (
    <>
      <p class="note">
        {whole.nodes.length} positions{whole.cut ? ", the nearest ones" : ", all that play reaches"}. {whole.cyclic ? "Play can come back to a position: the rows tell how near to the start it is, and a line with two arrows is a move that can be taken back." : whole.cut ? "Among these play never comes back to a position: all lines lead down." : "Play never comes back to a position: all lines lead down."} Thick lines are best play.
        {isDense && !showsAll && ` ${graph.nodes.length} of them are shown; a click on a position with a number under it unfolds as many more, and another click folds them.`}
      </p>
      {isDense && (
        <div class="row">
          <button type="button" onClick={() => show(showsAll ? "" : "all")}>
            {showsAll ? "Begin with the nearest positions" : `Show all ${whole.nodes.length} positions`}
          </button>
        </div>
      )}
      <Legend values={graph.nodes} />
      <div ref={frame} class="canvas" tabIndex={0} role="group" aria-label="Graph of positions; a table with the same stands below">
        <svg class={`graph ${small ? "crowded" : ""} ${at === null ? "" : "looked"}`} width={drawn.width} height={drawn.height} viewBox={`0 0 ${drawn.width} ${drawn.height}`} aria-hidden={isDense && !showsAll ? undefined : "true"}>
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
                  "aria-label": `${node.label}: ${words(node)}${more > 0 ? `, leads to ${more} more` : ""}`,
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
                <title>{`${node.label}: ${words(node)}`}</title>
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
      </div>
      <p class="note" aria-hidden="true">
        {at === null ? "Point at a position to see it." : `${graph.nodes[at]!.label}${graph.nodes[at]!.mover ? `, ${graph.nodes[at]!.mover} to move` : ""}: ${words(graph.nodes[at]!)}`}
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
                <td>{node.label}</td>
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
