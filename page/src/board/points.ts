/** Boards of points joined by lines: men stand where lines cross. */

import type { Cell } from "../api";
import { around, type Back, type Drawing, type Mark, type Spot } from "./drawing";
import { sideOf } from "./grids";
import { type Part, xy } from "./part";

type Joined = (a: [number, number], b: [number, number]) => boolean;

interface Look {
  joined: Joined;
  mark: (cell: Cell, part: Part) => Mark | null;
  coordinates?: boolean;
  backs?: (top: number) => Back[];
}

const disc = (cell: Cell, part: Part): Mark | null => {
  const side = sideOf(cell, part);
  return side === null ? null : { kind: "disc", side, size: 0.4 };
};

function lattice(part: Part, look: Look): Drawing {
  const cells = part.cells();
  const top = Math.max(0, ...cells.map((cell) => cell.y));
  const backs: Back[] = look.backs?.(top) ?? [];
  for (const a of cells) {
    for (const b of cells) {
      const [dx, dy] = [b.x - a.x, b.y - a.y];
      if (Math.max(Math.abs(dx), Math.abs(dy)) !== 1 || dx < 0 || (dx === 0 && dy < 0)) continue;
      if (look.joined([a.x, a.y], [b.x, b.y])) {
        backs.push({ kind: "line", x1: a.x, y1: top - a.y, x2: b.x, y2: top - b.y });
      }
    }
  }
  const spots: Spot[] = cells.map((cell) => {
    const mark = look.mark(cell, part);
    return {
      id: cell.key,
      x: cell.x,
      y: top - cell.y,
      shape: { kind: "circle", r: 0.42 },
      ground: "point",
      marks: mark ? [mark] : [],
      says: mark ? (mark.kind === "animal" ? mark.animal : part.name(sideOf(cell, part))) : "free",
    };
  });
  if (look.coordinates) {
    const right = Math.max(...cells.map((cell) => cell.x));
    for (let x = 0; x <= right; x++) backs.push({ kind: "text", x, y: top + 0.75, text: String(x), size: 0.22 });
    for (let y = 0; y <= top; y++) backs.push({ kind: "text", x: -0.75, y: top - y, text: String(y), size: 0.22 });
  }
  return around(spots, backs, 0.15);
}

const straight: Joined = ([a, b], [c, d]) => a === c || b === d;

export const go = (part: Part): Drawing => lattice(part, { joined: straight, mark: disc, coordinates: true });

/** Three men each on nine points; `diagonals` says which points have diagonal lines. */
export const three = (part: Part): Drawing => withHands(lattice(part, { joined: straight, mark: disc, coordinates: true }), part);

export const achi = (part: Part): Drawing =>
  withHands(
    lattice(part, { joined: (a, b) => straight(a, b) || [a, b].some(([x, y]) => x === 1 && y === 1), mark: disc, coordinates: true }),
    part,
  );

export const tigers = (part: Part): Drawing =>
  withCounts(
    lattice(part, {
      joined: (a, b) => straight(a, b) || (a[0] + a[1]) % 2 === 0,
      mark: (cell) => animal(cell, part, "goat", "tiger"),
      coordinates: true,
    }),
    part,
    [
      ["hand", "goats to place"],
      ["taken", "goats taken"],
    ],
  );

export const asalto = (part: Part): Drawing => {
  const [wing, tail] = [part.number("wing"), part.number("tail", 1)];
  return lattice(part, {
    joined: (a, b) => straight(a, b) || (a[0] + a[1]) % 2 === (wing + tail) % 2,
    mark: (cell) => (cell.mark === "." ? null : { kind: "disc", side: cell.mark === "O" ? 0 : 1, size: 0.4 }),
    backs: (top) => [
      { kind: "rect", x: wing - 0.5, y: top - Math.max(...part.cells().map((cell) => cell.y)) - 0.5, width: 3, height: Math.max(...part.cells().map((cell) => cell.y)) - tail - 2 + 1, round: 0.3, look: "tray" },
    ],
  });
};

export const hare = (part: Part): Drawing => {
  const hub = ([x, y]: [number, number]) => y === 1 && x % 2 === 0;
  return lattice(part, {
    joined: (a, b) => straight(a, b) || hub(a) || hub(b),
    mark: (cell) => (cell.mark === "." ? null : { kind: "animal", animal: cell.mark === "D" ? "dog" : "hare", side: cell.mark === "D" ? 0 : 1 }),
  });
};

function animal(cell: Cell, part: Part, first: "goat", second: "tiger"): Mark | null {
  const side = sideOf(cell, part);
  return side === null ? null : { kind: "animal", animal: side === 0 ? first : second, side };
}

/** Men not yet placed, beside the board. */
function withHands(drawing: Drawing, part: Part): Drawing {
  const hands = part.array("hand");
  const backs: Back[] = [...drawing.backs];
  let n = 0;
  for (const [name, count] of hands) {
    const side = part.side(name);
    const right = drawing.x + drawing.width;
    backs.push({ kind: "text", x: right + 0.5, y: n * 0.6, text: `${name}: ${String(count)} to place`, size: 0.22, anchor: "start", side });
    n += 1;
  }
  if (n === 0) return drawing;
  return { ...drawing, backs, captions: [...hands].map(([name, count]) => `${name} has ${String(count)} to place`) };
}

function withCounts(drawing: Drawing, part: Part, counts: [string, string][]): Drawing {
  return { ...drawing, captions: counts.map(([name, words]) => `${part.count(name)} ${words}`) };
}

/** Points on rings, numbered from the top left corner around. */
export function morris(part: Part): Drawing {
  const rings = part.number("rings", 1);
  const ways: [number, number][] = [[-1, -1], [0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0]];
  const place = (r: number, s: number): [number, number] => [(rings - r) * ways[s]![0], (rings - r) * ways[s]![1]];
  const board = part.array("board");
  const backs: Back[] = [];
  for (let r = 0; r < rings; r++) {
    for (let s = 0; s < 8; s++) {
      const [x1, y1] = place(r, s);
      const [x2, y2] = place(r, (s + 1) % 8);
      backs.push({ kind: "line", x1, y1, x2, y2 });
      if (r + 1 < rings && s % 2 === 1) {
        const [x3, y3] = place(r + 1, s);
        backs.push({ kind: "line", x1, y1, x2: x3, y2: y3 });
      }
    }
  }
  const spots: Spot[] = [...board].map(([key, value]) => {
    const [r, s] = xy(key);
    const [x, y] = place(r, s);
    const side = part.side(value);
    return { id: key, x, y, shape: { kind: "circle", r: 0.34 }, ground: "point", marks: side === null ? [] : [{ kind: "disc", side, size: 0.32 }], says: part.name(side) };
  });
  return {
    ...around(spots, backs, 0.2),
    captions: [...part.array("hand")].map(([name, count]) => `${name} has ${String(count)} to place`).concat(part.single("taking") === true ? ["a mill: remove an enemy man"] : []),
  };
}

/** A board whose points have places of their own. */
function placed(part: Part, places: [number, number][], lines: [number, number][], mark: (side: 0 | 1) => Mark, curved = false): Drawing {
  const board = part.array("board");
  const backs: Back[] = curved ? [{ kind: "circle", x: 0, y: 0, r: 2, look: "ring" }] : [];
  for (const [a, b] of lines) {
    const [x1, y1] = places[a]!;
    const [x2, y2] = places[b]!;
    backs.push({ kind: "line", x1, y1, x2, y2 });
  }
  const spots: Spot[] = [...board].map(([key, value], at) => {
    const [x, y] = places[at] ?? [0, 0];
    const side = part.side(value);
    return { id: key, x, y, shape: { kind: "circle", r: 0.4 }, ground: "point", marks: side === null ? [] : [mark(side)], says: part.name(side) };
  });
  return around(spots, backs, 0.2);
}

const round = (n: number, at: number, radius: number, turn = 0): [number, number] => {
  const angle = (2 * Math.PI * (at + turn)) / n - Math.PI / 2;
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
};

export function muTorere(part: Part): Drawing {
  const places: [number, number][] = [];
  for (let p = 0; p < 8; p++) places.push(round(8, p, 2, -1.5));
  places.push([0, 0]);
  return placed(part, places, [0, 1, 2, 3, 4, 5, 6, 7].map((p) => [p, 8]), (side) => ({ kind: "disc", side, size: 0.38 }), true);
}

export function pongHauKi(part: Part): Drawing {
  return placed(
    part,
    [[-1.2, -1.2], [1.2, -1.2], [-1.2, 1.2], [1.2, 1.2], [0, 0]],
    [[0, 4], [1, 4], [2, 4], [3, 4], [0, 1], [0, 2], [1, 3]],
    (side) => ({ kind: "disc", side, size: 0.38 }),
  );
}

export function kaooa(part: Part): Drawing {
  const places: [number, number][] = [];
  for (let p = 0; p < 5; p++) places.push(round(5, p, 2.6));
  for (let p = 0; p < 5; p++) places.push(round(5, p, 2.6 * 0.382, 0.5));
  const lines: [number, number][] = [[0, 2], [0, 3], [1, 3], [1, 4], [2, 4]];
  const drawing = placed(part, places, lines, (side) => ({ kind: "animal", animal: side === 0 ? "crow" : "vulture", side }));
  return withCounts(drawing, part, [["hand", "crows to place"]]);
}
