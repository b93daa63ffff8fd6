/** What is drawn of rules that no drawing is known for: what they show, or a list of fields. */

import type { Json } from "../api";
import { around, type Back, type Drawing, type Spot } from "./drawing";
import { anyMark, board } from "./grids";
import type { Part } from "./part";

export function anyDrawing(part: Part): Drawing {
  const shown = part.data.pictures.findIndex((picture) => picture.form === "grid" || picture.form === "row");
  if (shown >= 0) return board(part, { marks: anyMark }, shown);
  const heap = part.data.variables.length === 1 && part.data.variables[0]!.index === null ? part.data.variables[0]! : null;
  if (heap && typeof heap.values[0] === "number") return fields([[heap.name, String(heap.values[0])]]);
  const lines = part.data.pictures.find((picture) => picture.form === "lines");
  if (lines) return { ...around([], [], 0), width: 1, height: 1, text: lines.lines.join("\n") };
  const all: [string, string][] = part.data.variables.flatMap((variable): [string, string][] =>
    variable.index === null ? [[variable.name, say(variable.values[0] ?? null)]] : variable.index.keys.map((key, at): [string, string] => [`${variable.name} ${key}`, say(variable.values[at] ?? null)]),
  );
  return { ...fields(all.slice(0, 64)), plain: true };
}

function fields(list: [string, string][]): Drawing {
  const spots: Spot[] = [];
  const backs: Back[] = [];
  const columns = list.length > 8 ? 2 : 1;
  list.forEach(([name, value], at) => {
    const [x, y] = [(at % columns) * 6, Math.floor(at / columns)];
    backs.push({ kind: "text", x: x - 0.3, y, text: name, size: 0.3, anchor: "end" });
    spots.push({ id: `field ${name}`, x: x + 1.2, y, shape: { kind: "square", width: 2.6, height: 0.86, round: 0.1 }, ground: "card", marks: [{ kind: "text", text: value, size: 0.36 }], says: `${name}: ${value}` });
  });
  return around(spots, backs.concat({ kind: "text", x: -2.4, y: 0, text: "", size: 0.1 }), 0.2);
}

function say(value: Json): string {
  if (value === null) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(say).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
