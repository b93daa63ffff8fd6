/**
 * What the page shows, as the part of its address behind `#`: a link is a position.
 *
 * `#/play/northcott?set.columns=8&moves=1:%203~2:%201&at=1`
 */

import { useEffect, useState } from "preact/hooks";

export interface Place {
  screen: string;
  /** The game of the catalogue, or "" for rules of one's own. */
  game: string;
  query: Map<string, string>;
}

export function parse(hash: string): Place {
  const text = hash.replace(/^#\/?/, "");
  const [path = "", query = ""] = text.split(/\?(.*)/s);
  const [screen = "", game = ""] = path.split("/");
  return { screen: screen || "games", game: decode(game), query: new Map(new URLSearchParams(query)) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function address(place: Place): string {
  const query = new URLSearchParams([...place.query].filter(([, value]) => value !== "")).toString();
  const path = place.game ? `${place.screen}/${encodeURIComponent(place.game)}` : place.screen;
  return `#/${path}${query ? `?${query}` : ""}`;
}

export function usePlace(): Place {
  const [place, change] = useState(() => parse(location.hash));
  useEffect(() => {
    const moved = () => change(parse(location.hash));
    addEventListener("hashchange", moved);
    addEventListener("popstate", moved);
    return () => {
      removeEventListener("hashchange", moved);
      removeEventListener("popstate", moved);
    };
  }, []);
  return place;
}

/** Goes to another place; `quietly`, so that the browser's back button does not come here. */
export function go(place: Place, how: "new" | "quietly" = "new"): void {
  const to = address(place);
  if (to === location.hash) return;
  if (how === "new") history.pushState(null, "", to);
  else history.replaceState(null, "", to);
  dispatchEvent(new PopStateEvent("popstate"));
}

/** Moves are joined by `~`, which no rules need; one that has it is escaped. */
export function joinMoves(moves: string[]): string {
  return moves.map((move) => move.replace(/%/g, "%25").replace(/~/g, "%7E")).join("~");
}

export function splitMoves(text: string): string[] {
  return text === "" ? [] : text.split("~").map((move) => move.replace(/%7E/g, "~").replace(/%25/g, "%"));
}

/** The parameters that an address sets: `set.n=5`. */
export function settings(query: Map<string, string>): Record<string, string> {
  const set: Record<string, string> = {};
  for (const [key, value] of query) if (key.startsWith("set.")) set[key.slice(4)] = value;
  return set;
}

/** A whole number in an address, within bounds; `usual` where there is none. */
export function number(text: string | null | undefined, usual: number, least: number, most: number): number {
  const n = Math.round(Number(text ?? usual));
  return Number.isFinite(n) && n !== 0 ? Math.min(most, Math.max(least, n)) : usual;
}

/** A query with these parameters in place of those that it set. */
export function withSettings(query: Map<string, string>, set: Record<string, string>): Map<string, string> {
  const kept = [...query].filter(([key]) => !key.startsWith("set."));
  return new Map([...kept, ...Object.entries(set).map(([name, value]) => [`set.${name}`, value] as const)]);
}

/** Rules as text for an address: deflated, in base 64 for addresses. */
export async function packRules(rules: string): Promise<string> {
  const stream = new Blob([rules]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The rules in a packed text; `null` if it holds none. */
export async function unpackRules(packed: string): Promise<string | null> {
  try {
    const text = atob(packed.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return await new Response(stream).text();
  } catch {
    return null;
  }
}
