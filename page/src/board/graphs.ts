/** Games on graphs, whose points are laid on a circle or by how they hang together. */

import { around, type Back, type Drawing, type Spot } from "./drawing";
import { numbers, type Part } from "./part";

const circle = (n: number, at: number, radius: number): [number, number] => {
  const angle = (2 * Math.PI * at) / n - Math.PI / 2;
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
};

/** Places for the points of a graph: a path is a line, all else a circle. */
function places(nodes: number, edges: [number, number][]): [number, number][] {
  const isPath = nodes <= 12 && edges.length === nodes - 1 && edges.every(([a, b]) => b === a + 1);
  if (isPath) return Array.from({ length: nodes }, (_, at) => [at * 1.4, 0]);
  const radius = Math.max(1.6, nodes * 0.26);
  return Array.from({ length: nodes }, (_, at) => circle(nodes, at, radius));
}

function line(at: [number, number][], a: number, b: number, arrow: boolean): Back | null {
  const [from, to] = [at[a], at[b]];
  if (!from || !to) return null;
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const cut = arrow ? 0.44 / length : 0;
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  return { kind: "line", x1: from[0] + dx * cut, y1: from[1] + dy * cut, x2: to[0] - dx * cut, y2: to[1] - dy * cut, arrow };
}

const lines = (at: [number, number][], edges: [number, number][], arrow = false): Back[] =>
  edges.map(([a, b]) => line(at, a, b, arrow)).filter((back): back is Back => back !== null);

export function geography(part: Part): Drawing {
  const nodes = part.number("nodes", 6);
  const arcs = part.pairs("arcs");
  const at = places(nodes, arcs);
  const visited = part.array("visited");
  const here = Number(part.single("at"));
  const spots: Spot[] = at.map(([x, y], n) => ({
    id: String(n),
    x,
    y,
    shape: { kind: "circle", r: 0.38 },
    ground: n !== here && visited.get(String(n)) === true ? "gone" : "node",
    marks: n === here ? [{ kind: "disc", side: 0, size: 0.3, label: String(n) }] : [{ kind: "text", text: String(n), size: 0.3, faint: visited.get(String(n)) === true }],
    says: n === here ? `${n}, the token is here` : visited.get(String(n)) === true ? `${n}, visited` : `${n}, free`,
  }));
  return around(spots, lines(at, arcs, true), 0.2);
}

/** As geography; an edge that was used is gone. */
export function edgeGeography(part: Part): Drawing {
  const edges = part.pairs("edges");
  const used = [...part.array("used").values()];
  const at = places(part.number("nodes", 6), edges);
  const here = Number(part.single("at"));
  const spots: Spot[] = at.map(([x, y], n) => ({
    id: String(n),
    x,
    y,
    shape: { kind: "circle", r: 0.38 },
    ground: "node",
    marks: n === here ? [{ kind: "disc", side: 0, size: 0.3, label: String(n) }] : [{ kind: "text", text: String(n), size: 0.3 }],
    says: n === here ? `${n}, the token is here` : `${n}`,
  }));
  const left = edges.filter((_, e) => used[e] !== true);
  return around(spots, lines(at, left, part.parameter("directed") === true), 0.2);
}

export function catAndMouse(part: Part): Drawing {
  const edges = part.pairs("edges");
  const at = places(part.number("nodes", 6), edges);
  const where = part.array("at");
  const [mouse, cat] = [...where.values()].map(Number);
  const hole = part.number("hole");
  const spots: Spot[] = at.map(([x, y], n) => ({
    id: String(n),
    x,
    y,
    shape: { kind: "circle", r: 0.42 },
    ground: "node",
    marks: n === cat ? [{ kind: "animal", animal: "cat", side: 1 }] : n === mouse ? [{ kind: "animal", animal: "mouse", side: 0 }] : n === hole ? [{ kind: "hole" }] : [{ kind: "text", text: String(n), size: 0.26, faint: true }],
    says: `${n}${n === cat ? ", the cat" : ""}${n === mouse ? ", the mouse" : ""}${n === hole ? ", the hole" : ""}`,
  }));
  return around(spots, lines(at, edges), 0.2);
}

export function nodeKayles(part: Part): Drawing {
  const edges = part.pairs("edges");
  const there = part.array("there");
  const at = places(there.size, edges);
  const is = (n: number) => there.get(String(n)) === true;
  const spots: Spot[] = at.map(([x, y], n) => ({
    id: String(n),
    x,
    y,
    shape: { kind: "circle", r: 0.38 },
    ground: is(n) ? "node" : "gone",
    marks: is(n) ? [{ kind: "stone" }] : [],
    says: is(n) ? `${n}` : `${n}, gone`,
  }));
  return around(spots, lines(at, edges.filter(([a, b]) => is(a) && is(b))), 0.2);
}

/** Points on a circle; players draw the lines between them. */
export function sim(part: Part): Drawing {
  const n = part.number("n", 6);
  const at = Array.from({ length: n }, (_, k) => circle(n, k, 2.2));
  const colours = [...part.array("colour").values()];
  const spots: Spot[] = [];
  let e = 0;
  for (let a = 1; a <= n; a++) {
    for (let b = a + 1; b <= n; b++) {
      const [x1, y1] = at[a - 1]!;
      const [x2, y2] = at[b - 1]!;
      const side = part.side(colours[e] ?? null);
      // The middle of a long line may be the middle of another one: a place beside it is its own.
      const share = b - a === n / 2 ? 0.4 : 0.5;
      spots.push({
        id: `${a}${b}`,
        x: x1 + (x2 - x1) * share,
        y: y1 + (y2 - y1) * share,
        shape: { kind: "line", x1, y1, x2, y2 },
        ground: side === null ? "edge" : side === 0 ? "drawn0" : "drawn1",
        marks: [],
        says: side === null ? "not drawn" : part.name(side),
      });
      e += 1;
    }
  }
  const backs: Back[] = at.map(([x, y]) => ({ kind: "circle", x, y, r: 0.14, look: "dot" }));
  at.forEach(([x, y], k) => backs.push({ kind: "text", x: x * 1.18, y: y * 1.18, text: String(k + 1), size: 0.28 }));
  return around(spots, backs, 0.2);
}

/** Hackenbush: a drawing of edges that stands on the ground, 0. */
export function hackenbush(part: Part): Drawing {
  const edges = part.pairs("edges");
  // One letter for each edge, in the game in three colours: Left's are blue, Right's red, the green ones anybody's.
  const colours = String(part.parameter("colours") ?? "");
  const stands = [...part.array("stands").values()];
  const at = hanging(edges);
  const spots: Spot[] = [];
  const alias: Record<string, string> = {};
  const seen = new Map<string, number>();
  edges.forEach(([a, b], e) => {
    if (stands[e] !== true) return;
    const text = `${a}-${b}`;
    const copies = seen.get(text) ?? 0;
    seen.set(text, copies + 1);
    const id = copies === 0 ? text : `${text}#${copies}`;
    if (copies > 0) alias[id] = text;
    const [x1, y1] = at.get(a === 0 ? -1 - e : a) ?? [0, 0];
    const [x2, y2] = at.get(b === 0 ? -1 - e : b) ?? [0, 0];
    spots.push({ id, x: (x1 + x2) / 2, y: (y1 + y2) / 2, shape: { kind: "line", x1, y1, x2, y2, curve: a === b ? 1 : copies * 0.4 }, ground: colours[e] === "b" ? "drawn0" : colours[e] === "r" ? "drawn1" : "green", marks: [], says: `from ${a} to ${b}` });
  });
  const xs = [...at.values()].map(([x]) => x);
  const [left, right] = [Math.min(...xs, 0) - 0.8, Math.max(...xs, 0) + 0.8];
  const backs: Back[] = [{ kind: "line", x1: left, y1: 0, x2: right, y2: 0, thick: true }];
  const shown = new Set(edges.flatMap(([a, b], e) => (stands[e] === true ? [a, b] : [])));
  for (const [node, [x, y]] of at) if (node > 0 && shown.has(node)) backs.push({ kind: "circle", x, y, r: 0.07, look: "dot" });
  return { ...around(spots, backs, 0.3), alias };
}

/** Places for what hangs on the ground: each edge at the ground has a foot of its own. */
function hanging(edges: [number, number][]): Map<number, [number, number]> {
  const at = new Map<number, [number, number]>();
  const neighbours = new Map<number, number[]>();
  for (const [a, b] of edges) {
    if (a === 0 || b === 0) continue;
    neighbours.set(a, [...(neighbours.get(a) ?? []), b]);
    neighbours.set(b, [...(neighbours.get(b) ?? []), a]);
  }
  let column = 0;
  const place = (node: number, height: number): number => {
    at.set(node, [column, -height]);
    const below = (neighbours.get(node) ?? []).filter((next) => !at.has(next));
    if (below.length === 0) {
      const x = column;
      column += 1.1;
      at.set(node, [x, -height]);
      return x;
    }
    for (const next of below) at.set(next, [column, -height - 1]);
    const middles = below.map((next) => place(next, height + 1));
    const x = (middles[0]! + middles.at(-1)!) / 2;
    at.set(node, [x, -height]);
    return x;
  };
  edges.forEach(([a, b], e) => {
    if (a !== 0 && b !== 0) return;
    const top = a === 0 ? b : a;
    if (top === 0) {
      at.set(-1 - e, [column, 0]);
      column += 1.1;
    } else {
      const x = at.has(top) ? at.get(top)![0] + 0.5 : place(top, 1);
      at.set(-1 - e, [x, 0]);
    }
  });
  return at;
}

/** Numbers on a circle, one of which is the present one; goals are marked. */
export function numberGame(part: Part): Drawing {
  const p = part.number("p", 11);
  const goals = new Set(numbers(part.parameter("goals")));
  const n = part.count("n");
  const radius = Math.max(1.9, p * 0.19);
  const spots: Spot[] = Array.from({ length: p }, (_, k) => {
    const [x, y] = circle(p, k, radius);
    return {
      id: String(k),
      x,
      y,
      shape: { kind: "circle", r: Math.min(0.46, (Math.PI * radius) / p - 0.03) },
      ground: goals.has(k) ? "wood" : "node",
      marks: k === n ? [{ kind: "disc", side: null, size: 0.36, label: String(k) }] : [{ kind: "text", text: String(k), size: 0.3 }],
      says: `${k}${goals.has(k) ? ", a goal" : ""}${k === n ? ", the present number" : ""}`,
    };
  });
  const power = powers(part.number("e", 7), p);
  const step = power[n] ?? 0;
  const left = part.count("moves");
  const backs: Back[] = [
    { kind: "text", x: 0, y: -0.35, text: `± ${step}`, size: 0.6, strong: true },
    { kind: "text", x: 0, y: 0.35, text: `${left} ${left === 1 ? "move" : "moves"} left`, size: 0.28 },
  ];
  const drawing = around(spots, backs, 0.2);
  drawing.numbered = true;
  drawing.steps = (move) => {
    const to = move.text.trim().startsWith("-") ? n - step : n + step;
    return [String(((to % p) + p) % p)];
  };
  return drawing;
}

function powers(e: number, p: number): number[] {
  const found: number[] = [1 % p];
  while (found.length < p) found.push((found.at(-1)! * e) % p);
  return found;
}
