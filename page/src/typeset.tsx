/** Text of the server as a typographer would set it. */

import type { JSX } from "preact";

/** A straight apostrophe becomes a curved one. */
export const curved = (text: string): string => text.replace(/(\w)'/g, "$1’");

/** Text in which what stands in backticks is code. */
export const coded = (text: string): (string | JSX.Element)[] => text.split("`").map((piece, at) => (at % 2 === 1 ? <code>{piece}</code> : curved(piece)));
