/**
 * What a person wrote in the editor, kept by the browser: it is there on whichever screen the person
 * was in between, and after the page was closed. The text that it replaced is kept too, so that rules
 * from a link or of the catalogue take nothing away.
 */

const names = { now: "zug.rules", before: "zug.rules.before" } as const;

type Which = keyof typeof names;

/** A text that was kept; `null` if there is none, or if the browser keeps nothing. */
export function kept(which: Which): string | null {
  try {
    return localStorage.getItem(names[which]);
  } catch {
    return null;
  }
}

export function keep(which: Which, text: string): void {
  try {
    localStorage.setItem(names[which], text);
  } catch {
    // A browser that keeps nothing, or has no room: the address has the text still.
  }
}
