/** Text of the server as a typographer would set it. */

import type { JSX } from "preact";

/** A straight apostrophe becomes a curved one. */
export const curved = (text: string): string => text.replace(/(\w)'/g, "$1’");

/** Text in which what stands in backticks is code. */
export const coded = (text: string): (string | JSX.Element)[] => text.split("`").map((piece, at) => (at % 2 === 1 ? <code>{piece}</code> : curved(piece)));

/** A sentence begins with a capital and ends with a full stop. */
export const begun = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?`]$/.test(text) ? "" : "."}`;

/** A number with commas between its thousands, as the command line writes it. */
export const grouped = (number: number | string): string => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

/** A sentence of the server: its long numbers get commas. Four digits may be a year. */
export const sentence = (text: string): string => curved(text.replace(/(?<=\d)_(?=\d{3})/g, "").replace(/(?<![\w,=;[-]|(?<!\.)\.)(?:\d{5,}(?![\w;\]])|\d{4}(?= (?:positions|moves|states|plies)\b))/g, grouped));
