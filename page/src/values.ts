/** Values in words and letters, always for the player to move. */

import type { Value } from "./api";

/** What a value looks like: a letter, a colour, a word. A draw is endless if play that keeps it never ends. */
export type Kind = "win" | "loss" | "draw" | "endless" | "unknown";

export function kind(value: Value | null | undefined): Kind {
  if (!value || value.outcome === null) return "unknown";
  if (value.outcome === "draw") return value.tie === false ? "endless" : "draw";
  return value.outcome;
}

export const letters: Record<Kind, string> = { win: "W", loss: "L", draw: "D", endless: "E", unknown: "?" };

/** `win in 5`, `draw`, `at least a draw`. */
export function words(value: Value | null | undefined): string {
  if (!value) return "not known";
  if (value.score !== null && value.outcome !== null) {
    const sign = value.score > 0 ? `+${value.score}` : String(value.score);
    return `${value.outcome}, score ${sign.replace("-", "−")}`;
  }
  const what = kind(value);
  if (what === "win" || what === "loss") {
    if (value.endless) return `${what}: play never ends`;
    if (value.remoteness !== null) return value.remoteness === 0 ? what : `${what} in ${value.remoteness}`;
    if (value.within !== null) return `${what} within ${value.within}`;
    return what;
  }
  if (what === "draw") return "draw";
  if (what === "endless") return "endless draw";
  if (value.at_least === "draw") return "at least a draw";
  if (value.at_most === "draw") return "at most a draw";
  return "not known";
}

/** What stands in a small tag: `W5`. */
export function tag(value: Value | null | undefined): string {
  const what = kind(value);
  if (value?.score !== null && value?.score !== undefined) return value.score > 0 ? `+${value.score}` : String(value.score).replace("-", "−");
  if (value?.endless) return `${letters[what]}∞`;
  if ((what === "win" || what === "loss") && value?.remoteness != null) return `${letters[what]}${value.remoteness}`;
  return letters[what];
}

/** The value for the other player. */
export function turned(value: Value): Value {
  const other = (outcome: Value["outcome"]) => (outcome === "win" ? "loss" : outcome === "loss" ? "win" : outcome);
  return { ...value, outcome: other(value.outcome), at_least: other(value.at_most), at_most: other(value.at_least), score: value.score === null ? null : -value.score };
}
