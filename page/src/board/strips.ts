/** Rows and strips: cells side by side, pins, coins, cards, words. */

import type { Cell } from "../api";
import { around, type Back, type Drawing, type Mark, type Spot } from "./drawing";
import { sideOf } from "./grids";
import type { Part } from "./part";

type Ground = Spot["ground"];

/** The number of cells beyond which a row goes on in another line. */
const LINE = 16;

function strip(part: Part, marks: (cell: Cell) => Mark[], says: (cell: Cell) => string, ground: Ground | ((cell: Cell) => Ground) = "cell", numbered = true, step = 1): Drawing {
  const cells = part.cells();
  const backs: Back[] = [];
  const spots: Spot[] = cells.map((cell, at) => {
    const [x, y] = [(at % LINE) * step, Math.floor(at / LINE) * 1.6];
    if (numbered) backs.push({ kind: "text", x, y: y + 0.74, text: cell.key, size: 0.22 });
    return {
      id: cell.key,
      x,
      y,
      shape: { kind: "square", width: step - 0.06, height: 0.94, round: 0.08 },
      ground: typeof ground === "string" ? ground : ground(cell),
      marks: marks(cell),
      says: says(cell),
    };
  });
  return around(spots, backs, 0.15);
}

const taken = (cell: Cell) => cell.content !== true;

export const pins = (part: Part): Drawing => strip(part, (cell) => (taken(cell) ? [{ kind: "hole" }] : [{ kind: "pin" }]), (cell) => (taken(cell) ? "knocked down" : "a pin"), "none", true, 0.6);

export const turtles = (part: Part): Drawing => strip(part, (cell) => [{ kind: "turtle", up: cell.content === true }], (cell) => (cell.content === true ? "on its feet" : "on its back"), "none");

export const coinsOnStrip = (part: Part): Drawing => strip(part, (cell) => (taken(cell) ? [] : [{ kind: "coin" }]), (cell) => (taken(cell) ? "free" : "a coin"));

export const severalCoins = (part: Part): Drawing =>
  strip(
    part,
    (cell) => (Number(cell.content) > 0 ? [{ kind: "coin", text: Number(cell.content) > 1 ? String(Number(cell.content)) : "" }] : []),
    (cell) => `${String(cell.content)} coins`,
  );

export const crossesOnStrip = (part: Part): Drawing => strip(part, (cell) => (taken(cell) ? [] : [{ kind: "cross", side: 0 }]), (cell) => (taken(cell) ? "free" : "crossed"));

export const cards = (part: Part): Drawing =>
  strip(
    part,
    (cell) => {
      const side = sideOf(cell, part);
      const gone = cell.content === false;
      return gone ? [] : [...(side === null ? [] : [{ kind: "fill", side } as Mark]), { kind: "text", text: cell.key, size: 0.42 }];
    },
    (cell) => (cell.content === false ? "taken" : part.players === null ? "free" : part.name(sideOf(cell, part))),
    (cell) => (cell.content === false ? "gone" : "card"),
    false,
  );

/** Numbers on cards; those of one base belong together. */
export const powers = (part: Part): Drawing => ({ ...cards(part), gathers: "line" });

export const jumpers = (part: Part): Drawing =>
  strip(
    part,
    (cell) => {
      const side = sideOf(cell, part);
      return side === null ? [] : [{ kind: "animal", animal: side === 0 ? "toad" : "frog", side }];
    },
    (cell) => part.name(sideOf(cell, part)),
  );

/** Dominoes in a row, each of which is pushed by its half on the one or the other side: `3<`, `3>`. */
export function topplingDominoes(part: Part): Drawing {
  const row = String(part.parameter("row") ?? "");
  const spots: Spot[] = [];
  for (let at = part.count("first"); at < part.count("end"); at++) {
    const side = row[at] === "b" ? 0 : row[at] === "r" ? 1 : null;
    for (const half of [0, 1]) {
      spots.push({
        id: `${at + 1}${"<>"[half]}`,
        x: at + half * 0.36 - 0.18,
        y: 0,
        shape: { kind: "square", width: 0.34, height: 1.4, round: 0.04 },
        ground: "cell",
        marks: [{ kind: "fill", side }],
        says: `${side === null ? "anybody's" : part.name(side)}, pushed to the ${half === 0 ? "left" : "right"}`,
      });
    }
  }
  return { ...around(spots, [], 0.2), steps: (move) => [move.text] };
}

/** One row of Northcott's game. */
export const northcott = (part: Part): Drawing =>
  strip(
    part,
    (cell) => (cell.mark === "B" ? [{ kind: "disc", side: 0 }] : cell.mark === "W" ? [{ kind: "disc", side: 1 }] : []),
    (cell) => (cell.mark === "B" ? part.name(0) : cell.mark === "W" ? part.name(1) : "free"),
    "cell",
    true,
  );

export function coinsInACircle(part: Part): Drawing {
  const cells = part.cells();
  const n = cells.length;
  const radius = Math.max(1.2, n * 0.2);
  const spots: Spot[] = cells.map((cell, at) => {
    const angle = (2 * Math.PI * at) / n - Math.PI / 2;
    return {
      id: cell.key,
      x: radius * Math.cos(angle),
      y: radius * Math.sin(angle),
      shape: { kind: "circle", r: 0.45 },
      ground: "none",
      marks: taken(cell) ? [{ kind: "hole" }] : [{ kind: "coin", text: cell.key }],
      says: taken(cell) ? `${cell.key}, taken` : `coin ${cell.key}`,
    };
  });
  return around(spots, [], 0.15);
}

/** Coins of several values in a row, of which the first or the last is taken. */
export function coinsInARow(part: Part): Drawing {
  const row = part.list("row").map(Number);
  const [from, to] = [part.count("from"), part.count("to")];
  const spots: Spot[] = row.slice(from, to).map((value, at) => {
    const last = at === to - from - 1;
    return {
      id: at === 0 ? "first" : last ? "last" : `inner ${at}`,
      x: from + at,
      y: 0,
      shape: { kind: "circle", r: 0.46 },
      ground: "none",
      marks: [{ kind: "coin", text: String(value) }],
      says: `a coin of ${value}`,
    };
  });
  const backs: Back[] = [{ kind: "rect", x: -0.6, y: -0.6, width: row.length + 0.2, height: 1.2, round: 0.5, look: "tray" }];
  return {
    ...around(spots, backs, 0.2),
    steps: (move) => (to - from === 1 ? ["first"] : [move.text]),
  };
}

/** Words, of which the next one begins as the last one ends. */
export function shiritori(part: Part): Drawing {
  const words = part.list("words").map(String);
  const said = [...part.array("said").values()];
  const last = part.count("last");
  const columns = Math.min(4, words.length);
  const spots: Spot[] = words.map((word, at) => ({
    id: word,
    x: (at % columns) * 2.1,
    y: Math.floor(at / columns),
    shape: { kind: "square", width: 2, height: 0.86, round: 0.12 },
    ground: said[at] === true && last !== at + 1 ? "gone" : "card",
    marks: [...(last === at + 1 ? [{ kind: "fill", side: 0 } as Mark] : []), { kind: "text", text: word, size: 0.36, faint: said[at] === true && last !== at + 1 }],
    says: last === at + 1 ? `${word}, said last` : said[at] === true ? `${word}, said` : word,
  }));
  return around(spots, [], 0.15);
}

/** A month, with the next day and the same day of the next month to point at. */
export function calendar(part: Part): Drawing {
  const [year, month, day] = [part.count("year"), part.count("month"), part.count("day")];
  const names = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
  const first = new Date(Date.UTC(2000, month - 1, 1));
  first.setUTCFullYear(year);
  const shift = (first.getUTCDay() + 6) % 7;
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const spots: Spot[] = [];
  const backs: Back[] = [{ kind: "text", x: 3, y: -1.3, text: `${names[month - 1] ?? ""} ${year}`, size: 0.6, strong: true }];
  const place = (n: number): [number, number] => [(n - 1 + shift) % 7, Math.floor((n - 1 + shift) / 7)];
  for (let n = 1; n <= days; n++) {
    const [x, y] = place(n);
    const text: Mark = { kind: "text", text: String(n), size: 0.36, faint: n < day };
    const next = n === day + 1;
    spots.push({ id: next ? "day" : `of month ${n}`, x, y, shape: { kind: "square", width: 0.92, height: 0.92, round: 0.1 }, ground: n < day ? "gone" : "card", marks: n === day ? [{ kind: "disc", side: 0, size: 0.4, label: String(n) }] : [text], says: n === day ? `${n}, today` : String(n) });
  }
  const bottom = place(days)[1] + 1.3;
  const later = names[month % 12] ?? "";
  const card = (id: string, x: number, text: string) => spots.push({ id, x, y: bottom, shape: { kind: "square", width: 3.3, height: 0.9, round: 0.12 }, ground: "card", marks: [{ kind: "text", text, size: 0.34 }], says: text });
  if (day === days) card("day", 1.2, `1 ${later}`);
  const thenDays = new Date(Date.UTC(month === 12 ? year + 1 : year, (month % 12) + 1, 0)).getUTCDate();
  if (day <= thenDays) card("month", 4.8, `${day} ${later}`);
  const written = (year: number, month: number, day: number) => [year, month, day].map((n) => String(n).padStart(2, "0")).join("-");
  const [thenYear, thenMonth] = month === 12 ? [year + 1, 1] : [year, month + 1];
  const dates = new Map([
    [written(year, month, day), `of month ${day}`],
    [day < days ? written(year, month, day + 1) : written(thenYear, thenMonth, 1), "day"],
    [written(thenYear, thenMonth, day), "month"],
  ]);
  return { ...around(spots, backs, 0.2), standing: (date) => [dates.get(date) ?? date], gathers: "line" };
}

/** Cards or hands of two players: a move points at one of each. */
export const hands =
  (fingers: boolean) =>
  (part: Part): Drawing => {
    const hand = [...part.array("hand")];
    const spots: Spot[] = [];
    const backs: Back[] = [];
    const alias: Record<string, string> = {};
    hand.forEach(([name, held], row) => {
      const side = part.side(name);
      const values = (Array.isArray(held) ? held.map(Number) : []).sort((a, b) => b - a);
      // The first player sits below.
      const y = row === 0 ? 1.7 : 0;
      backs.push({ kind: "text", x: -0.8, y, text: name, size: 0.34, anchor: "end", side, strong: side === part.turn });
      const seen = new Map<number, number>();
      values.forEach((value, at) => {
        const copy = seen.get(value) ?? 0;
        seen.set(value, copy + 1);
        const id = `${name} ${value}`;
        const own = copy === 0 ? id : `${id}#${copy}`;
        if (copy > 0) alias[own] = id;
        spots.push({
          id: own,
          x: at * 1.1,
          y,
          shape: { kind: "square", width: 1, height: 1.3, round: 0.14 },
          ground: value === 0 ? "gone" : "card",
          marks: fingers && value > 0 ? [{ kind: "seeds", count: value }] : [{ kind: "text", text: String(value), size: 0.5, faint: value === 0, side }],
          says: `${name}: ${value}`,
        });
      });
    });
    const drawing = around(spots, backs, 0.25);
    drawing.alias = alias;
    const [mine, theirs] = part.turn === 0 ? [part.name(0), part.name(1)] : [part.name(1), part.name(0)];
    drawing.steps = (move) => {
      const [a, b] = move.text.split(/[-+]/);
      return [`${mine} ${a}`, `${theirs} ${b}`];
    };
    return drawing;
  };

/** A token on a row of cells with numbers, which a move takes to another cell. */
export function permutation(part: Part): Drawing {
  const at = part.count("at");
  const spots = part.list("a").map(
    (number, i): Spot => ({
      id: String(i),
      x: i,
      y: 0,
      shape: { kind: "square" },
      ground: "cell",
      marks: i === at ? [{ kind: "disc", side: null, label: String(number) }] : [{ kind: "text", text: String(number), size: 0.4 }],
      says: i === at ? `${String(number)}, with the token` : String(number),
    }),
  );
  return around(spots, [], 0.25);
}
