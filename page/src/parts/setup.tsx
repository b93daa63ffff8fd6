/** The parameters of a game as a form. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Parameter } from "../api";

interface Props {
  parameters: Parameter[];
  set: Record<string, string>;
  onSet: (set: Record<string, string>) => void;
}

export function Setup({ parameters, set, onSet }: Props): JSX.Element | null {
  const [own, change] = useState<Record<string, string>>(set);
  const key = JSON.stringify(set);
  useEffect(() => change(set), [key]);
  if (parameters.length === 0) return null;
  function submit(event: Event): void {
    event.preventDefault();
    const changed = Object.fromEntries(parameters.flatMap(({ name, text, default: usual }) => {
      const value = own[name];
      if (value === undefined || value === usual) return [];
      // A text is the letters as they stand; the one without letters is written in marks.
      if (text) return [[name, value === "" ? '""' : value]];
      return value.trim() ? [[name, value.trim()]] : [];
    }));
    onSet(changed);
  }
  return (
    <form class="setup" onSubmit={submit}>
      {parameters.map((parameter) => {
        const { name, value, least, most, default: usual } = parameter;
        const shown = own[name] ?? usual;
        const edit = (text: string) => change({ ...own, [name]: text });
        return (
          <label class={typeof value === "number" ? "number" : "text"}>
            <span>{name.replace(/_/g, " ")}</span>
            {typeof value === "boolean" ? (
              <select value={shown} onChange={(event) => edit(event.currentTarget.value)}>
                <option value="true">yes</option>
                <option value="false">no</option>
              </select>
            ) : typeof value === "number" ? (
              <input type="number" value={shown} {...(least === null ? {} : { min: least })} {...(most === null ? {} : { max: most })} onInput={(event) => edit(event.currentTarget.value)} />
            ) : (
              <input type="text" spellcheck={false} value={shown} onInput={(event) => edit(event.currentTarget.value)} />
            )}
          </label>
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
