/** Another position of the same game: its numbers in fields, and the whole of it as a line of text. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Position, Variable } from "../api";
import { unwritten, type Writer } from "../squares";
import { MOST, Steppers } from "./steppers";

interface Props {
  position: Position;
  write: Writer;
  onSet: (position: string) => void;
}

/** A value of the notation that consists of numbers: `heap=5`, `pile=359`, `price=[3;14]`. */
interface Field {
  /** What stands before `=`. */
  label: string;
  name: string;
  items: number[][];
  least: number | null;
  most: number | null;
  write: (items: number[][]) => string;
}

/** The fields of the numbers in a position, by the notation of the rules language. */
export function fields(position: Position): Field[] {
  const isSum = position.parts.length > 1;
  return position.parts.flatMap((part, at) => part.variables.flatMap((variable) => of(variable, isSum ? at + 1 : null)));
}

function of({ name, index, values, range }: Variable, part: number | null): Field[] {
  const prefix = part === null ? "" : `${part}.`;
  const [least, most] = range ?? [null, null];
  const isNumber = (value: unknown): value is number => typeof value === "number";
  const isList = (value: unknown): value is number[] => Array.isArray(value) && value.length <= MOST && value.every(isNumber);
  const field = (label: string, items: number[], write: Field["write"]): Field => ({ label: prefix + label, name: `${label.replace(/[[\]_]/g, " ").trim()}${part === null ? "" : ` ${part}`}`, items: items.map((item) => [item]), least, most, write });
  const bag: Field["write"] = (items) => `[${items.join(";")}]`;
  const keyed = index === null ? [name] : index.kind === "players" || index.kind === "names" ? index.keys.map((key) => `${name}[${key}]`) : null;
  if (keyed) {
    return keyed.flatMap((label, n) => {
      const value = values[n];
      if (isNumber(value)) return range ? [field(label, [value], String)] : [];
      return isList(value) ? [field(label, value, bag)] : [];
    });
  }
  if (index?.kind !== "row" || !range || values.length > MOST || !values.every(isNumber)) return [];
  const isDigits = range[0] >= 0 && range[1] <= 9;
  return [field(name, values, isDigits ? (items) => items.join("") : bag)];
}

export function Arrange({ position, write, onSet }: Props): JSX.Element {
  const [text, edit] = useState(position.position);
  const [changed, change] = useState<Record<string, number[][]>>({});
  useEffect(() => {
    edit(position.position);
    change({});
  }, [position.position]);
  const list = fields(position);
  const put = (field: Field, items: number[][]) => {
    change({ ...changed, [field.label]: items });
    const pair = `${field.label}=${field.write(items)}`;
    edit(text.split(" ").map((old) => (old.startsWith(`${field.label}=`) ? pair : old)).join(" "));
  };
  return (
    <form
      class="setup"
      onSubmit={(event) => {
        event.preventDefault();
        onSet(text.trim());
      }}
    >
      {list.map((field) => (
        <div class="text">
          <span class="named">{field.name}</span>
          <Steppers label={field.name} items={changed[field.label] ?? field.items} least={field.least} most={field.most} grows={false} onChange={(items) => put(field, items)} />
        </div>
      ))}
      <label class="text">
        <span>The position as text</span>
        <input type="text" spellcheck={false} value={write(text)} onInput={(event) => edit(unwritten(position.game, event.currentTarget.value, "bare"))} />
      </label>
      <div class="row">
        <button type="submit">Play from this position</button>
      </div>
    </form>
  );
}
