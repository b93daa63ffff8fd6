/** What the letters and colours mean, of those that are shown. */

import type { JSX } from "preact";
import type { Value } from "../api";
import { kind, type Kind, letters } from "../values";

const meanings: [Kind, string][] = [
  ["win", "win"],
  ["loss", "loss"],
  ["draw", "draw"],
  ["endless", "endless draw: play never ends unless somebody errs"],
];

export function Legend({ values }: { values: Value[] }): JSX.Element | null {
  const kinds = new Set(values.map(kind));
  const shown = meanings.filter(([what]) => kinds.has(what));
  if (shown.length === 0) return null;
  return (
    <ul class="legend" aria-label="What the letters mean, for the player to move">
      {shown.map(([what, text]) => (
        <li>
          <b class={`tag small ${what}`} aria-hidden="true">
            {letters[what]}
          </b>
          {text}
        </li>
      ))}
    </ul>
  );
}
