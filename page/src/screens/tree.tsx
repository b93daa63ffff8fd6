/** The tree of a game with its minimax values, and the graph of its positions. */

import { hierarchy, type HierarchyPointNode, tree as layout } from "d3-hierarchy";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { At, Graph, Position, Tree, TreeNode } from "../api";
import { useWork } from "../ask";
import { useGame, useKinds } from "../catalogue";
import { Thumb } from "../board/board";
import { type Picture, picture } from "../board/recipes";
import { address, go, number, type Place, settings, splitMoves, unpackRules, usePlace } from "../location";
import { GraphView } from "../parts/graph";
import { Fault, Progress } from "../parts/notices";
import { Canvas } from "../parts/zoom";
import { type Writer, writer } from "../squares";
import { curved } from "../typeset";
import { kind, letters, words } from "../values";

/** The game whose tree is shown if none is named. */
const USUAL = "hexapawn";

export function Screen(): JSX.Element {
  const place = usePlace();
  const packed = place.query.get("rules") ?? "";
  const [rules, setRules] = useState<string | null | undefined>(packed ? undefined : null);
  useEffect(() => {
    if (!packed) return setRules(null);
    void unpackRules(packed).then(setRules);
  }, [packed]);
  if (rules === undefined) return <main id="content" tabIndex={-1} aria-busy="true" />;
  return <Trees place={place.screen === "tree" ? place : { ...place, game: USUAL }} rules={rules} />;
}

function Trees({ place, rules }: { place: Place; rules: string | null }): JSX.Element {
  const { query } = place;
  const name = place.game || USUAL;
  const game = useGame(rules === null ? name : "");
  const { kinds } = useKinds();
  const view = query.get("view") === "graph" ? "graph" : "tree";
  const depth = number(query.get("depth"), 4, 1, 12);
  const size = number(query.get("size"), 60, 1, 2000);
  const write = writer(rules === null ? name : undefined);
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
  const asked = useWork<Tree>("tree", view === "tree" ? { ...at, depth, nodes: query.has("depth") ? 1500 : 100, boards: true } : null);
  const graphed = useWork<Graph>("graph", view === "graph" ? { ...at, nodes: size } : null);
  const current = view === "tree" ? asked : graphed;
  // In another tree or graph other nodes have the numbers of those that were folded or unfolded.
  const change = (changes: Record<string, string>) => go({ ...place, query: new Map([...query, ["folded", ""], ["open", ""], ...Object.entries(changes)]) }, "quietly");
  const title = rules === null ? curved(game?.title ?? name) : "Rules of your own";
  useEffect(() => {
    document.title = `${view === "tree" ? "Tree" : "Graph"} of ${title} · Zug`;
  }, [title, view]);
  const drawn = useMemo(() => (asked.answer ? boards(asked.answer) : null), [asked.answer]);
  const as = drawn === null ? "text" : (query.get("as") ?? (asked.answer!.nodes.every((node) => node.label.length <= 4) ? "text" : "boards"));
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
            <span>Plies (moves) deep</span>
            <input type="number" min={1} max={12} value={depth} onChange={(event) => change({ depth: String(Math.max(1, Math.min(12, Number(event.currentTarget.value) || 4))) })} />
          </label>
        )}
        {view === "tree" && drawn !== null && (
          <label class="field">
            <span>Positions as</span>
            <select value={as} onChange={(event) => go({ ...place, query: new Map([...query, ["as", event.currentTarget.value]]) }, "quietly")}>
              <option value="boards">drawings</option>
              <option value="text">text</option>
            </select>
          </label>
        )}
      </div>
      {current.error && <Fault error={current.error} write={write} />}
      {current.busy && current.job && <Progress job={current.job} onCancel={current.cancel} />}
      {current.cancelled && <p role="status">The work was cancelled.</p>}
      {view === "tree" && asked.answer && (
        <>
          <p class="note">
            {caption(asked.answer)} Thick lines are best play; an ellipsis stands for moves below, which a click on the position folds and unfolds.
            {shallower && ` Deeper it would have too many nodes: it goes ${asked.answer.depth} ${asked.answer.depth === 1 ? "ply" : "plies"} deep${query.has("depth") ? "" : " until you choose a depth"}.`}
          </p>
          <TreeView tree={asked.answer} place={place} drawn={as === "text" ? null : drawn} write={write} />
        </>
      )}
      {view === "graph" && graphed.answer && <GraphView graph={graphed.answer} place={place} write={write} />}
    </main>
  );
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

const signed = (minimax: number | null): string => (minimax === null ? "?" : minimax > 0 ? `+${minimax}` : String(minimax).replace("-", "−"));
const short = (label: string): string => (label.length > 18 ? `${label.slice(0, 17)}…` : label);

/** Whose view the values have: the same player's on every row. */
function caption({ has_scores, players, minimax_for }: Tree): string {
  const whose = players === null ? "the player who moves at the root" : minimax_for;
  const what = has_scores ? `The score of ${whose} is in brackets` : `In brackets: +1 if ${whose} wins, 0 for a draw, −1 if ${whose} loses`;
  return `${what}, on every row, whoever moves there.`;
}

/** The drawings of all nodes; `null` if there are none, or none that tells more than the text. */
function boards(tree: Tree): Picture[] | null {
  const all = tree.nodes.map(({ board, mover }) => {
    const turn = mover !== null && mover === tree.players?.[1] ? 1 : 0;
    return picture({ parts: board, players: tree.players, turn, moves: [] as Position["moves"] } as Position);
  });
  const tells = tree.nodes.every(({ board }, at) => board.length > 0 && !all[at]!.drawing.plain && all[at]!.drawing.text === undefined);
  return tells ? all : null;
}

/** The sizes of a node: half its height, and the side of a drawing in it. */
const sizes = { text: { half: 15, board: 0, step: 84 }, board: { half: 52, board: 76, step: 166 } };

function TreeView({ tree, place, drawn: pictures, write }: { tree: Tree; place: Place; drawn: Picture[] | null; write: Writer }): JSX.Element {
  const root = useMemo(() => nested(tree.nodes), [tree]);
  const folded = useMemo(() => new Set((place.query.get("folded") ?? "").split(".").filter(Boolean).map(Number)), [place]);
  const fold = (nodes: ReadonlySet<number>) => go({ ...place, query: new Map([...place.query, ["folded", [...nodes].join(".")]]) }, "quietly");
  const [focus, setFocus] = useState(0);
  const svg = useRef<SVGSVGElement>(null);
  const { half, board, step } = pictures ? sizes.board : sizes.text;
  const drawn = useMemo(() => {
    if (!root) return null;
    const longest = Math.max(...tree.nodes.map((node) => short(write(node.label)).length));
    const wide = pictures ? board + 24 : Math.max(44, (longest + 5) * 7.4 + 14);
    const top = hierarchy(root, (one) => (folded.has(one.at) ? [] : one.children));
    const placed = layout<Node>().nodeSize([wide, step]).separation((a, b) => (a.parent === b.parent ? 1 : 1.15))(top);
    const nodes = placed.descendants();
    return { nodes, left: Math.min(...nodes.map((one) => one.x)) - wide / 2 - 8, right: Math.max(...nodes.map((one) => one.x)) + wide / 2 + 8, bottom: Math.max(...nodes.map((one) => one.y)) + half + 25, wide };
  }, [root, folded, tree, pictures]);
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
  const height = drawn.bottom + half + 15;
  const visible = new Set(drawn.nodes.map((one) => one.data.at));
  const home = visible.has(focus) ? focus : 0;
  return (
    <>
      <Canvas of={tree} width={width} height={height} root={-drawn.left / width} label="Game tree; a table with the same stands below">
        <svg ref={svg} class="tree" viewBox={`${drawn.left} ${-half - 15} ${width} ${height}`} role="tree" aria-label="Game tree">
          <g aria-hidden="true">
            {drawn.nodes.map((one) => {
              const parent = one.parent;
              if (!parent) return null;
              const best = one.data.node.best === true;
              const [mx, my] = [(one.x + parent.x) / 2, (one.y + parent.y) / 2];
              return (
                <g class={best ? "edge best" : "edge"}>
                  <line x1={parent.x} y1={parent.y + half} x2={one.x} y2={one.y - half} />
                  <text x={mx + (one.x < parent.x ? -6 : 6)} y={my} text-anchor={one.x < parent.x ? "end" : "start"}>
                    {one.data.node.move !== null && write(one.data.node.move)}
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
                aria-label={`${node.move ? `${write(node.move)} leads to ` : ""}${write(node.label)}, minimax ${signed(node.minimax)}${node.mover ? `, ${node.mover} to move` : ""}, ${words(node)}${node.best ? ", best play" : ""}`}
                tabIndex={at === home ? 0 : -1}
                transform={`translate(${one.x} ${one.y})`}
                onClick={() => children.length > 0 && toggle(at)}
                onFocus={() => setFocus(at)}
                onKeyDown={(event) => keyed(event, one)}
              >
                <rect x={-drawn.wide / 2 + 4} y={-half} width={drawn.wide - 8} height={2 * half} rx={7} />
                {pictures && <Thumb picture={pictures[at]!} players={tree.players} box={{ x: -board / 2, y: 5 - half, width: board, height: board }} />}
                <text y={pictures ? half - 12 : 0} dy="0.34em">
                  {pictures ? "" : short(write(node.label))}
                  <tspan class="minimax">
                    {pictures ? "" : " "}[{signed(node.minimax)}]{hiddenBelow || node.cut ? "…" : ""}
                  </tspan>
                </text>
                {node.minimax === null && what !== "unknown" && <title>{letters[what]}</title>}
              </g>
            );
          })}
        </svg>
      </Canvas>
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
                  <td>{write(one.data.node.move ?? "")}</td>
                  <td>{write(one.data.node.label)}</td>
                  <td>{signed(one.data.node.minimax)}</td>
                  <td>{words(one.data.node)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
