/** Heaps of stones: to point at a stone takes it and all that come after it. */

import { around, type Back, type Drawing, type Spot } from "./drawing";
import { numbers, type Part } from "./part";

/** The number of stones beyond which a heap is a number and no drawing. */
const MOST = 120;

interface Heap {
  size: number;
  /** The id of the spot by which `take` stones are taken; `null` where none can be. */
  id: (take: number) => string;
  caption?: string;
  /** The id of the spot by which the heap is split behind the stone `at`. */
  split?: (at: number) => string | null;
}

/** Heaps one under the other, each in lines of stones. */
function heaps(list: Heap[], words = "stone"): Drawing {
  const longest = Math.max(1, ...list.map((heap) => heap.size));
  const line = longest <= 12 ? longest : longest <= 60 ? 10 : 15;
  // A heap that is split is split between two stones: they stand apart, so that one can point there.
  const step = list.some((heap) => heap.split) ? 1.4 : 1;
  const spots: Spot[] = [];
  const backs: Back[] = [];
  let y = 0;
  const captions = list.some((heap) => heap.caption);
  for (const heap of list) {
    const lines = heap.size > MOST ? 1 : Math.max(1, Math.ceil(heap.size / line));
    backs.push({ kind: "rect", x: -0.55, y: y - 0.5, width: (line - 1) * step + 1.1, height: lines, round: 0.3, look: "tray" });
    if (captions) backs.push({ kind: "text", x: -0.8, y: y + (lines - 1) / 2, text: heap.caption ?? "", size: 0.34, anchor: "end" });
    if (heap.size > MOST) {
      backs.push({ kind: "text", x: ((line - 1) * step) / 2, y, text: `${heap.size.toLocaleString("en")} ${words}s`, size: 0.5 });
    } else {
      for (let n = 0; n < heap.size; n++) {
        const take = heap.size - n;
        const [cx, cy] = [(n % line) * step, y + Math.floor(n / line)];
        spots.push({ id: heap.id(take), x: cx, y: cy, shape: { kind: "circle", r: 0.42 }, ground: "none", marks: [{ kind: "stone" }], says: `take ${take} ${take === 1 ? words : `${words}s`}` });
        const gap = n > 0 && n % line > 0 ? heap.split?.(n) : null;
        if (gap) {
          spots.push({ id: gap, x: cx - step / 2, y: cy, shape: { kind: "square", width: 0.34, height: 0.8, round: 0.08 }, ground: "none", marks: [], says: `split into ${n} and ${heap.size - n}` });
        }
      }
      if (heap.size === 0) backs.push({ kind: "text", x: 0, y, text: "empty", size: 0.3, anchor: "start" });
      else if (heap.size > 4) backs.push({ kind: "text", x: (line - 1) * step + 0.8, y: y + lines - 1, text: String(heap.size), size: 0.3, anchor: "start" });
    }
    y += lines + 0.25;
  }
  return around(spots, backs, 0.2);
}

/** One heap in a variable; the text of a move is the number that it takes. */
export const oneHeap =
  (variable: string, words = "stone", caption?: (part: Part) => string) =>
  (part: Part): Drawing => {
    const drawing = heaps([{ size: part.count(variable), id: String }], words);
    return caption ? { ...drawing, captions: [caption(part)] } : drawing;
  };

/** A heap of which a move says what it leaves. */
export function furloRublo(part: Part): Drawing {
  const size = part.count("coins");
  return heaps([{ size, id: (take) => String(size - take) }], "coin");
}

/** Two heaps, of which a move takes from one or from both: `3,0`, `0,2`, `2,2`. */
export function wythoff(part: Part): Drawing {
  const drawing = heaps([
    { size: part.count("a"), id: (take) => `a${take}`, caption: "a" },
    { size: part.count("b"), id: (take) => `b${take}`, caption: "b" },
  ]);
  drawing.steps = (move) => {
    const [a = 0, b = 0] = numbers(move.text);
    if (a > 0 && b > 0) return [`a${a}`, `b${b}`];
    return a > 0 ? [`a${a}`] : [`b${b}`];
  };
  drawing.standing = (heap) => drawing.spots.map((spot) => spot.id).filter((id) => id.startsWith(heap));
  return drawing;
}

/** Euclid's game: a multiple of the smaller number is taken from the larger one. */
export function euclid(part: Part): Drawing {
  const [a, b] = [part.count("a"), part.count("b")];
  const unit = Math.max(1, Math.min(a, b));
  const scale = 9 / Math.max(a, b, 1);
  const spots: Spot[] = [];
  const backs: Back[] = [];
  [a, b].forEach((size, row) => {
    const larger = size === Math.max(a, b) && !(row === 1 && a >= b);
    const y = row * 1.3;
    backs.push({ kind: "text", x: -0.4, y, text: String(size), size: 0.5, anchor: "end", strong: true });
    const times = larger && unit > 0 ? Math.floor(size / unit) : 0;
    const rest = size - times * unit;
    if (rest > 0) backs.push({ kind: "rect", x: 0, y: y - 0.4, width: rest * scale, height: 0.8, round: 0.08, look: "board" });
    for (let n = 0; n < times; n++) {
      const take = times - n;
      const width = unit * scale;
      spots.push({
        id: row === 0 ? `${take}x,0` : `0,${take}x`,
        x: (rest + n * unit) * scale + width / 2,
        y,
        shape: { kind: "square", width: Math.max(0.05, width - 0.06), height: 0.8, round: 0.08 },
        ground: "wood",
        marks: width > 0.7 ? [{ kind: "text", text: String(unit), size: 0.3 }] : [],
        says: `take ${take} times ${unit}`,
      });
    }
  });
  return around(spots, backs, 0.25);
}

/** Piles in an array. `id` makes the text of a move out of a pile's key and a number. */
export const piles =
  (variable: string, id: (pile: string, take: number) => string, words = "stone") =>
  (part: Part): Drawing => {
    const sizes = part.array(variable);
    const list: Heap[] = [...sizes].map(([key, size]) => ({ size: Number(size), id: (take) => id(key, take), caption: key }));
    const drawing = heaps(list, words);
    drawing.standing = (pile) => Array.from({ length: Number(sizes.get(pile) ?? 0) }, (_, n) => id(pile, n + 1));
    drawing.steps = (move) => [move.text];
    return drawing;
  };

/** One heap of which a move takes a few coins, or leaves one of `share` equal parts, rounded down. */
export const shareOfHeap =
  (few: string[], name: string, share: number) =>
  (part: Part): Drawing => {
    const size = part.count("heap");
    const half = size - Math.floor(size / share);
    return heaps([{ size, id: (take) => few[take - 1] ?? (take === half ? name : `-${take}`) }], "coin");
  };

/** Heaps of which a move takes from one or from two: `3 from 0`, `1 from 0, 2 from 1`. */
export function moore(part: Part): Drawing {
  const drawing = piles("heap", (pile, take) => `${take} from ${pile}`, "counter")(part);
  return { ...drawing, steps: (move) => move.text.split(", ") };
}

/** Two rows of squares, of which a move says what it leaves: `upper 2`, `lower 3`. */
export function chompRows(part: Part): Drawing {
  const row = (name: string, size: number): Heap => ({ size, id: (take) => `${name} ${size - take}`, caption: name });
  return heaps([row("upper", part.count("top")), row("lower", part.count("bottom"))], "square");
}

/** A number of which a move subtracts a divisor: `-3`. */
export function divisors(part: Part): Drawing {
  return { ...oneHeap("number")(part), steps: (move) => [move.text.replace("-", "")] };
}

/** Piles of which a move takes, `2: 1`, and a pass. */
export function nimWithAPass(part: Part): Drawing {
  const drawing = piles("heap", (pile, take) => `${Number(pile) + 1}: ${take}`)(part);
  const may = part.single("may_pass") === true;
  return { ...drawing, captions: [may ? "one pass is left" : "no pass is left"], steps: (move) => (move.text === "pass" ? [] : [move.text]) };
}

/** Piles that a move points at as a whole. */
export function roxor(part: Part): Drawing {
  const spots: Spot[] = [];
  const backs: Back[] = [];
  [...part.array("pile")].forEach(([key, size], at) => {
    const n = Number(size);
    spots.push({
      id: key,
      x: at * 1.2,
      y: 0,
      shape: { kind: "square", width: 1, height: 2.2, round: 0.2 },
      ground: "cup",
      marks: n > 0 ? [{ kind: "seeds", count: n }] : [],
      says: `pile ${key}: ${n}`,
    });
    backs.push({ kind: "text", x: at * 1.2, y: 1.4, text: key, size: 0.3 });
  });
  return around(spots, backs, 0.2);
}

/** Heaps in a bag: `takes` says that stones are taken, and `splits` that heaps are split. */
export const bag =
  (takes: boolean) =>
  (part: Part): Drawing => {
    const sizes = (Array.isArray(part.single("heaps")) ? numbers(part.single("heaps")) : []).filter((size) => size > 0).sort((a, b) => b - a);
    const alias: Record<string, string> = {};
    const seen = new Map<number, number>();
    const list: Heap[] = sizes.map((size) => {
      const copy = seen.get(size) ?? 0;
      seen.set(size, copy + 1);
      const own = (id: string) => {
        if (copy === 0) return id;
        alias[`${id}#${copy}`] = id;
        return `${id}#${copy}`;
      };
      const split = (at: number) => {
        const [least, most] = [Math.min(at, size - at), Math.max(at, size - at)];
        const text = `${size}: ${least}+${most}`;
        if (at > size - at) {
          const id = own(`${text} mirrored`);
          alias[id] = text;
          return id;
        }
        return own(text);
      };
      return { size, id: (take) => own(takes ? `${size}: ${take}` : `stone ${size}: ${take}`), split };
    });
    const drawing = heaps(list);
    drawing.alias = alias;
    drawing.steps = (move) => [move.text];
    return drawing;
  };
