import type { Cell, Json, Move, PartData, Picture } from "../api";
import type { Side } from "./drawing";

/** A part of a position, as those who draw it ask. */
export class Part {
  constructor(
    readonly data: PartData,
    readonly players: readonly [string, string] | null,
    readonly turn: 0 | 1,
    readonly moves: readonly Move[],
  ) {}

  parameter(name: string): Json {
    return this.data.parameters[name] ?? this.data.constants[name] ?? null;
  }

  number(name: string, otherwise = 0): number {
    const value = this.parameter(name);
    return typeof value === "number" ? value : otherwise;
  }

  list(name: string): Json[] {
    const value = this.parameter(name);
    return Array.isArray(value) ? value : [];
  }

  /** Pairs of numbers, such as the edges of a graph. */
  pairs(name: string): [number, number][] {
    return this.list(name).map(numbers).filter((pair): pair is [number, number] => pair.length === 2);
  }

  /** The value of a variable that is no array. */
  single(name: string): Json {
    return this.data.variables.find((variable) => variable.name === name)?.values[0] ?? null;
  }

  count(name: string): number {
    const value = this.single(name);
    return typeof value === "number" ? value : 0;
  }

  /** An array by its keys. */
  array(name: string): Map<string, Json> {
    const variable = this.data.variables.find((one) => one.name === name);
    const keys = variable?.index?.keys ?? [];
    return new Map(keys.map((key, at) => [key, variable?.values[at] ?? null]));
  }

  picture(at = 0): Picture | null {
    return this.data.pictures[at] ?? null;
  }

  cells(at = 0): Cell[] {
    return this.picture(at)?.cells ?? [];
  }

  /** The number of a player by the name. */
  side(name: Json): Side {
    const at = this.players && typeof name === "string" ? this.players.indexOf(name) : -1;
    return at === 0 || at === 1 ? at : null;
  }

  /** The name of a player, or what stands for nobody. */
  name(side: Side): string {
    return side === null ? "free" : (this.players?.[side] ?? ["first", "second"][side] ?? "");
  }
}

/** The numbers in a value: those of `[1, 2]` or of the text `1,2`. */
export function numbers(value: Json): number[] {
  if (typeof value === "number") return [value];
  if (typeof value === "string") return (value.match(/-?\d+/g) ?? []).map(Number);
  if (Array.isArray(value)) return value.flatMap(numbers);
  return [];
}

/** The column and the row in a key such as `2,0`. */
export function xy(key: string): [number, number] {
  const [x = 0, y = 0] = numbers(key);
  return [x, y];
}
