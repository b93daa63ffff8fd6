/** Keys of the page. */

import { useEffect, useRef } from "preact/hooks";

/** What each key does, by the screen that it belongs to. */
export const keyList: [string, [string, string][]][] = [
  [
    "At the board",
    [
      ["← → ↑ ↓", "go to another place of the board"],
      ["Enter", "point at the place; Escape lets it go"],
      ["H", "show the hints as long as it is held"],
      ["Shift H", "show the hints, or hide them"],
      ["U", "take back"],
      ["N", "new game"],
      ["[ and ]", "one move back and on in the history"],
    ],
  ],
  [
    "At a tree or graph",
    [
      ["+ and −", "nearer and farther"],
      ["0", "all of it at once"],
      ["← → ↑ ↓", "go to another position of the tree"],
      ["Enter", "fold or unfold what is below"],
    ],
  ],
  ["Everywhere", [["?", "this list"]]],
];

/** Whether the person types a text, for whom a letter is a letter. */
function types(event: KeyboardEvent): boolean {
  // The editor stands in a shadow root: the path tells what is within.
  const at = event.composedPath()[0];
  return at instanceof HTMLElement && (at.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName));
}

/** Calls what stands under a key when it is pressed. A letter that comes with Shift is a capital. */
export function useKeys(keys: Record<string, (event: KeyboardEvent) => void>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const down = (event: KeyboardEvent) => {
      if (types(event) || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
      latest.current[event.key]?.(event);
    };
    addEventListener("keydown", down);
    return () => removeEventListener("keydown", down);
  }, []);
}
