/** The parameters of a game as a form. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Json, Parameter } from "../api";
import { unwritten, writer } from "../squares";
import { MOST, Steppers } from "./steppers";

interface Props {
  game: string;
  parameters: Parameter[];
  set: Record<string, string>;
  onSet: (set: Record<string, string>) => void;
}

/** A text of numbers: what stands around it, and the numbers, those in brackets of their own together. */
interface Listed {
  open: string;
  close: string;
  items: number[][];
}

/** The numbers in the text of a list, a set or a tuple; `null` if it holds anything else. */
export function listed(text: string, open: string): Listed | null {
  const close = { "[": "]", "{": "}", "(": ")" }[open];
  const whole = text.trim();
  if (!close) return null;
  const inner = whole.startsWith(open) && whole.endsWith(close) ? whole.slice(1, -1) : whole;
  if (/^\s*\(/.test(inner)) {
    if (!/^(\s*\(\s*-?\d+(\s*,\s*-?\d+)*\s*\)\s*,?)*$/.test(inner)) return null;
    return { open, close, items: [...inner.matchAll(/\(([^)]*)\)/g)].map((tuple) => tuple[1]!.split(",").map(Number)) };
  }
  if (!/^\s*(-?\d+\s*([,; ]\s*-?\d+\s*)*)?$/.test(inner)) return null;
  return { open, close, items: (inner.match(/-?\d+/g) ?? []).map((n) => [Number(n)]) };
}

function written({ open, close, items }: Listed): string {
  return `${open}${items.map((item) => (item.length === 1 ? item[0] : `(${item.join(", ")})`)).join(", ")}${close}`;
}

/** The text of a default that a rule works out, such as `[(i, i + 1) for …]`, is that of its value. */
function plain(usual: string, value: Json): string {
  if (!/\bfor\b/.test(usual) || !Array.isArray(value)) return usual;
  return `[${value.map((item) => (typeof item === "string" && /^-?\d+(,-?\d+)+$/.test(item) ? `(${item.replace(/,/g, ", ")})` : JSON.stringify(item))).join(", ")}]`;
}

export function Setup({ game, parameters, set, onSet }: Props): JSX.Element | null {
  const [own, change] = useState<Record<string, string>>(set);
  const key = JSON.stringify(set);
  useEffect(() => change(set), [key]);
  if (parameters.length === 0) return null;
  const write = writer(game);
  function submit(event: Event): void {
    event.preventDefault();
    const changed = Object.fromEntries(
      parameters.flatMap(({ name, text, default: usual }) => {
        const value = own[name];
        if (value === undefined || value === usual) return [];
        // A text is the letters as they stand; the one without letters is written in marks.
        if (text) return [[name, value === "" ? '""' : value]];
        return value.trim() ? [[name, value.trim()]] : [];
      }),
    );
    onSet(changed);
  }
  return (
    <form class="setup" onSubmit={submit}>
      {parameters.map((parameter) => {
        const { name, value, least, most, default: usual, text } = parameter;
        const shown = own[name] ?? plain(usual, value);
        const edit = (next: string) => change({ ...own, [name]: next });
        const list = text || typeof value === "number" || typeof value === "boolean" ? null : listed(shown, usual.trim()[0] ?? "");
        // Squares are typed by their names.
        const squares = write(shown) !== shown;
        const label = name.replace(/_/g, " ");
        return (
          <div class={typeof value === "number" ? "number" : "text"}>
            <label>
              <span>{label}</span>
              {typeof value === "boolean" ? (
                <select value={shown} onChange={(event) => edit(event.currentTarget.value)}>
                  <option value="true">yes</option>
                  <option value="false">no</option>
                </select>
              ) : typeof value === "number" ? (
                <input type="number" value={shown} {...(least === null ? {} : { min: least })} {...(most === null ? {} : { max: most })} onInput={(event) => edit(event.currentTarget.value)} />
              ) : (
                <input type="text" spellcheck={false} value={write(shown)} onInput={(event) => edit(squares ? unwritten(game, event.currentTarget.value) : event.currentTarget.value)} />
              )}
            </label>
            {list && !squares && list.items.length <= MOST && (
              <Steppers label={label} items={list.items} least={list.open === "(" ? null : 0} most={null} grows={list.open !== "("} onChange={(items) => edit(written({ ...list, items }))} />
            )}
          </div>
        );
      })}
      <div class="row">
        <button type="submit">Set up</button>
        {Object.keys(set).length > 0 && (
          <button type="button" class="quiet" onClick={() => onSet({})}>
            Usual values
          </button>
        )}
      </div>
    </form>
  );
}
