/**
 * A drawing of a position: spots that a person can point at, and what lies on them.
 *
 * Lengths are in cells; y grows downwards, as in SVG. The maker of a drawing turns the rows of
 * the rules, which grow upwards, round.
 */

/** Who a mark belongs to: the number of a player, or nobody. */
export type Side = 0 | 1 | null;

export type Mark =
  | { kind: "disc"; side: Side; size?: number; crown?: boolean; label?: string; colour?: string | null; name?: string }
  | { kind: "cross"; side: Side }
  | { kind: "nought"; side: Side }
  | { kind: "man"; side: Side }
  | { kind: "text"; text: string; side?: Side; size?: number; faint?: boolean }
  | { kind: "seeds"; count: number }
  | { kind: "chess"; piece: string; side: Side }
  | { kind: "coin"; text?: string }
  | { kind: "stone" }
  | { kind: "turtle"; up: boolean }
  | { kind: "pin" }
  | { kind: "blot" }
  | { kind: "fill"; side: Side }
  | { kind: "domino" }
  | { kind: "star" }
  | { kind: "animal"; animal: "fox" | "goose" | "tiger" | "goat" | "dog" | "hare" | "mouse" | "cat" | "frog" | "toad" | "vulture" | "crow"; side: Side }
  | { kind: "hole" }
  | { kind: "arrow"; dx: number; dy: number; side?: Side };

export type Shape =
  | { kind: "square"; width?: number; height?: number; round?: number }
  | { kind: "circle"; r: number }
  | { kind: "hex"; r: number }
  | { kind: "line"; x1: number; y1: number; x2: number; y2: number; curve?: number };

export interface Spot {
  /** As the texts of moves name it. */
  id: string;
  x: number;
  y: number;
  shape: Shape;
  /** How its ground looks. */
  ground: "light" | "dark" | "cell" | "point" | "none" | "gone" | "cup" | "card" | "wood" | "node" | "edge" | "drawn0" | "drawn1" | "drawn" | "green";
  marks: Mark[];
  /** What lies there, in words. */
  says: string;
}

export type Back =
  | { kind: "line"; x1: number; y1: number; x2: number; y2: number; arrow?: boolean; side?: Side; thick?: boolean }
  | { kind: "rect"; x: number; y: number; width: number; height: number; round?: number; look: "board" | "tray" | "frame" | "bar" }
  | { kind: "circle"; x: number; y: number; r: number; look: "board" | "ring" | "dot" }
  | { kind: "text"; x: number; y: number; text: string; size?: number; anchor?: "start" | "middle" | "end"; strong?: boolean; side?: Side; onBar?: boolean }
  | { kind: "polygon"; points: [number, number][]; look: "board" | "side0" | "side1" };

export interface Drawing {
  x: number;
  y: number;
  width: number;
  height: number;
  backs: Back[];
  spots: Spot[];
  /** The spots to point at for a move, in order; left out where the text of the move tells. */
  steps?: (move: { text: string; choices: Record<string, string>; part: number }) => string[] | null;
  /** Spots that stand for others when they are pointed at. */
  alias?: Record<string, string>;
  /** Whether hints show only on the spots that others stand for. */
  quietAlias?: boolean;
  /** Where a number that belongs to each part of a sum can stand: beside the part. */
  beside?: [number, number][];
  /** The spots of a place that an explanation names; left out where a place is a spot's id. */
  standing?: (place: string) => string[];
  /** Where the number of several spots is written: at the corner of the first one, with a line through the others, or in their midst; else beside them. */
  gathers?: "line" | "midst";
  /** How a spot is named to a person, where its id is not that name. */
  place?: (id: string) => string;
  /** Whether the spots show the numbers of an explanation themselves. */
  numbered?: boolean;
  /** Sentences that stand under the drawing. */
  captions?: string[];
  /** A drawing in letters, in place of spots. */
  text?: string;
  /** A plain list of fields: no picture is known for this game. */
  plain?: boolean;
}

/** The box around all spots, with a margin. */
export function around(spots: Spot[], backs: Back[], margin = 0.2): Drawing {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const take = (x1: number, y1: number, x2: number, y2: number) => {
    left = Math.min(left, x1, x2);
    right = Math.max(right, x1, x2);
    top = Math.min(top, y1, y2);
    bottom = Math.max(bottom, y1, y2);
  };
  for (const spot of spots) {
    const s = spot.shape;
    if (s.kind === "square") {
      const [w, h] = [(s.width ?? 1) / 2, (s.height ?? 1) / 2];
      take(spot.x - w, spot.y - h, spot.x + w, spot.y + h);
    } else if (s.kind === "line") {
      take(s.x1, s.y1, s.x2, s.y2);
    } else {
      take(spot.x - s.r, spot.y - s.r, spot.x + s.r, spot.y + s.r);
    }
  }
  for (const back of backs) {
    if (back.kind === "line") take(back.x1, back.y1, back.x2, back.y2);
    if (back.kind === "rect") take(back.x, back.y, back.x + back.width, back.y + back.height);
    if (back.kind === "circle") take(back.x - back.r, back.y - back.r, back.x + back.r, back.y + back.r);
    if (back.kind === "text") {
      const size = back.size ?? 0.3;
      const width = size * 0.6 * back.text.length;
      const left = back.anchor === "start" ? 0 : back.anchor === "end" ? width : width / 2;
      take(back.x - left, back.y - size / 2, back.x - left + width, back.y + size / 2);
    }
    if (back.kind === "polygon") for (const [x, y] of back.points) take(x, y, x, y);
  }
  if (left > right) [left, top, right, bottom] = [0, 0, 1, 1];
  return { x: left - margin, y: top - margin, width: right - left + 2 * margin, height: bottom - top + 2 * margin, backs, spots };
}

/** The spots in rows, as a keyboard and a screen reader go through them. */
export function rows(drawing: Drawing): Spot[][] {
  const sorted = [...drawing.spots].sort((a, b) => a.y - b.y || a.x - b.x);
  const found: Spot[][] = [];
  for (const spot of sorted) {
    const row = found.at(-1);
    if (row && Math.abs(row[0]!.y - spot.y) < 0.35) row.push(spot);
    else found.push([spot]);
  }
  for (const row of found) row.sort((a, b) => a.x - b.x);
  return found;
}

/** The spot that lies next in a direction; the same spot if there is none. */
export function neighbour(drawing: Drawing, from: Spot, dx: number, dy: number): Spot {
  let best = from;
  let least = Infinity;
  for (const spot of drawing.spots) {
    const ahead = (spot.x - from.x) * dx + (spot.y - from.y) * dy;
    const aside = Math.abs((spot.x - from.x) * dy) + Math.abs((spot.y - from.y) * dx);
    if (ahead < 0.1 || aside > 2 * ahead) continue;
    const cost = ahead + 2 * aside;
    if (cost < least) [best, least] = [spot, cost];
  }
  return best;
}

/** The ids of spots that a text names, in its order: `0,1-2,1` names `0,1` and `2,1`. */
export function named(text: string, ids: ReadonlySet<string>, longest: number): string[] {
  const found: string[] = [];
  // A number does not go on as a number, nor a word as a word: `K1,2` names `1,2`, and `12` no `1`.
  const goesOn = (before: string | undefined, after: string | undefined) =>
    before !== undefined && after !== undefined && [/\p{N}/u, /\p{L}/u].some((kind) => kind.test(before) && kind.test(after));
  for (let at = 0; at < text.length; ) {
    let length = 0;
    if (!goesOn(text[at - 1], text[at])) {
      for (let n = Math.min(longest, text.length - at); n > 0; n--) {
        if (ids.has(text.slice(at, at + n)) && !goesOn(text[at + n - 1], text[at + n])) {
          length = n;
          break;
        }
      }
    }
    if (length > 0) found.push(text.slice(at, at + length));
    at += Math.max(1, length);
  }
  return found;
}
