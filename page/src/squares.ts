/**
 * Squares of chess games by their names, a1 to h8.
 *
 * The rules write a square as two numbers, and the server speaks as the rules do: what it says is
 * written anew where it is shown, and what a person types is turned back.
 */

/** The file and the rank, from 1, of a square that the rules of a game write as two numbers. */
type Naming = (first: number, second: number) => [number, number];

const fromZero: Naming = (x, y) => [x + 1, y + 1];

const namings: Record<string, Naming> = {
  dawsons_chess: fromZero,
  kbbk: fromZero,
  kbnk: fromZero,
  knight: fromZero,
  knights: fromZero,
  kpk: fromZero,
  kqk: fromZero,
  kqkr: fromZero,
  krk: fromZero,
  // The rules name a square by its row and column.
  vasya_chess: (row, column) => [column, row],
};

/** How the texts of a game are shown. */
export type Writer = (text: string) => string;

const asItStands: Writer = (text) => text;

/** How the texts of a game are shown, by the name that its rules give it. */
export function writer(game: string | undefined): Writer {
  const naming = namings[(game ?? "").replace(/-/g, "_")];
  if (!naming) return asItStands;
  return (text) =>
    text.replace(/\((\d{1,2}), ?(\d{1,2})\)|(?<![\d,.])(\d{1,2}),(\d{1,2})(?![\d,])/g, (all, a, b, c, d) => {
      const [file, rank] = naming(Number(a ?? c), Number(b ?? d));
      return file >= 1 && file <= 26 && rank >= 1 ? `${String.fromCharCode(96 + file)}${rank}` : all;
    });
}

/** Turns the names of squares that a person typed back into the pairs of the rules, in brackets or bare. */
export function unwritten(game: string | undefined, text: string, as: "tuple" | "bare" = "tuple"): string {
  const naming = namings[(game ?? "").replace(/-/g, "_")];
  if (!naming) return text;
  return text.replace(/\b([a-z])(\d{1,2})\b/g, (_, letter: string, digits: string) => {
    const [file, rank] = [letter.charCodeAt(0) - 96, Number(digits)];
    const pair = naming === fromZero ? [file - 1, rank - 1] : [rank, file];
    return as === "tuple" ? `(${pair.join(", ")})` : pair.join(",");
  });
}
