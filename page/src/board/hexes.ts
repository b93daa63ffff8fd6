/** Boards of hexagons. */

import type { Json } from "../api";
import { around, type Back, type Drawing, type Spot } from "./drawing";
import { numbers, type Part, xy } from "./part";

const tall = 1.5 / Math.sqrt(3);

/** The middle of a cell: rows further up stand half a cell to the right. */
const place = (x: number, y: number, lean: number): [number, number] => [x + lean * y, -y * Math.sqrt(0.75)];

function cell(part: Part, id: string, x: number, y: number, value: Json, lean: number): Spot {
  const [px, py] = place(x, y, lean);
  const side = part.side(value);
  return {
    id,
    x: px,
    y: py,
    shape: { kind: "hex", r: (1 / Math.sqrt(3)) * 0.97 },
    ground: "cell",
    marks: side === null ? [] : [{ kind: "disc", side, size: 0.36 }],
    says: part.name(side),
  };
}

export function hex(part: Part): Drawing {
  const size = part.number("size", 4);
  const spots = [...part.array("board")].map(([key, value]) => cell(part, key, ...xy(key), value, 0.5));
  const corner = (x: number, y: number, dx: number, dy: number): [number, number] => {
    const [px, py] = place(x, y, 0.5);
    return [px + dx, py + dy];
  };
  const end = size - 1;
  const bl = corner(0, 0, -0.85, 0.5 * tall + 0.32);
  const br = corner(end, 0, 0.62, 0.5 * tall + 0.32);
  const tl = corner(0, end, -0.62, -0.5 * tall - 0.32);
  const tr = corner(end, end, 0.85, -0.5 * tall - 0.32);
  const middle: [number, number] = [(bl[0] + tr[0]) / 2, (bl[1] + tr[1]) / 2];
  const backs: Back[] = [
    { kind: "polygon", points: [bl, tl, middle], look: "side0" },
    { kind: "polygon", points: [br, tr, middle], look: "side0" },
    { kind: "polygon", points: [bl, br, middle], look: "side1" },
    { kind: "polygon", points: [tl, tr, middle], look: "side1" },
  ];
  return around(spots, backs, 0.15);
}

/** Men on a rhombus, none of whose sides belongs to a player. */
export function rhombus(part: Part): Drawing {
  const spots = [...part.array("board")].map(([key, value]) => cell(part, key, ...xy(key), value, 0.5));
  return around(spots, [], 0.2);
}

export function havannah(part: Part): Drawing {
  const side = part.number("side", 2);
  const spots = [...part.array("board")]
    .filter(([key]) => {
      const [x, y] = xy(key);
      return side - 1 <= x + y && x + y <= 3 * (side - 1);
    })
    .map(([key, value]) => cell(part, key, ...xy(key), value, 0.5));
  return around(spots, [], 0.2);
}

/** A triangle of cells; the rules number the cells, and moves name column and row. */
export function gameOfY(part: Part): Drawing {
  const at = part.list("at").map(numbers);
  const side = part.number("side", 4);
  const own: [number, number][] = [];
  for (let y = 0; y < side; y++) for (let x = 0; x < side - y; x++) own.push([x, y]);
  const spots = [...part.array("board").values()].map((value, k) => {
    const [x = 0, y = 0] = at[k] ?? own[k] ?? [];
    return cell(part, `${x},${y}`, x, y, value, 0.5);
  });
  return around(spots, [], 0.2);
}
