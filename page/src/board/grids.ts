/** Boards of square cells: marks, men, chessmen, seeds. */

import type { Cell } from "../api";
import { around, type Back, type Drawing, type Mark, type Side, type Spot } from "./drawing";
import { numbers, type Part, xy } from "./part";

type Ground = Spot["ground"];

interface Look {
  ground?: (x: number, y: number) => Ground;
  marks: (cell: Cell, part: Part) => Mark[];
  /** What a cell holds, in words; the default is made of its marks. */
  says?: (cell: Cell, part: Part) => string;
  /** `"chess"`: files have letters, and ranks begin with 1. */
  coordinates?: boolean | "chess";
  gap?: number;
  round?: number;
}

const plain = (): Ground => "cell";
export const chequered = (x: number, y: number): Ground => ((x + y) % 2 === 0 ? "dark" : "light");

/** The side of a cell's piece, by its content or its letter. */
export function sideOf(cell: Cell, part: Part): Side {
  return cell.player ?? part.side(cell.content);
}

function words(marks: Mark[], part: Part): string {
  const texts = marks.map((mark) => {
    switch (mark.kind) {
      case "cross":
        return "X";
      case "nought":
        return "O";
      case "text":
        return mark.faint ? "" : mark.text;
      case "seeds":
        return `${mark.count} seeds`;
      case "chess":
        return `${part.name(mark.side)} ${chessName[mark.piece.toUpperCase()] ?? mark.piece}`;
      case "animal":
        return mark.animal;
      case "disc":
        if (mark.name) return mark.name;
        return `${part.name(mark.side)}${mark.crown ? " king" : ""}${mark.label ? ` ${mark.label}` : ""}`;
      case "man":
      case "fill":
        return mark.side === null ? "taken" : part.name(mark.side);
      case "blot":
        return "blocked";
      case "domino":
        return "covered";
      default:
        return mark.kind;
    }
  });
  return texts.filter(Boolean).join(", ") || "free";
}

const chessName: Record<string, string> = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn" };

/** A board of square cells from a picture of the rules. */
export function board(part: Part, look: Look, at = 0): Drawing {
  const cells = part.cells(at);
  const top = Math.max(0, ...cells.map((cell) => cell.y));
  const ground = look.ground ?? plain;
  const size = 1 - (look.gap ?? 0.06);
  const spots: Spot[] = cells.map((cell) => {
    const marks = look.marks(cell, part);
    return {
      id: cell.key,
      x: cell.x,
      y: top - cell.y,
      shape: { kind: "square", width: size, height: size, round: look.round ?? 0.06 },
      ground: ground(cell.x, cell.y),
      marks,
      says: look.says ? look.says(cell, part) : words(marks, part),
    };
  });
  const backs: Back[] = [];
  if (look.coordinates !== false && cells.length > 0) {
    const left = Math.min(...cells.map((cell) => cell.x));
    const bottom = Math.min(...cells.map((cell) => cell.y));
    const columns = [...new Set(cells.map((cell) => cell.x))];
    const lines = [...new Set(cells.map((cell) => cell.y))];
    for (const x of columns) backs.push({ kind: "text", x, y: top - bottom + 0.72, text: look.coordinates === "chess" ? String.fromCharCode(97 + x - left) : String(x), size: 0.22 });
    if (lines.length > 1) {
      for (const y of lines) backs.push({ kind: "text", x: left - 0.7, y: top - y, text: String(look.coordinates === "chess" ? y - bottom + 1 : y), size: 0.22 });
    }
  }
  return around(spots, backs, 0.12);
}

/** The mark of a content that nothing more is known of. */
export function anyMark(cell: Cell, part: Part): Mark[] {
  const side = sideOf(cell, part);
  if (cell.look?.shape === "disc") return [{ kind: "disc", side, colour: cell.look.colour, name: cell.content === null ? cell.mark : String(cell.content) }];
  if (cell.look?.shape === "letter") return [letter(cell.mark)];
  if (cell.content === null || cell.mark === "." || cell.mark === " " || cell.mark === "") return [];
  if (cell.content === false) return [];
  if (cell.content === true || cell.mark === "#") return [{ kind: "blot" }];
  if (cell.mark === "X") return [{ kind: "cross", side }];
  if (cell.mark === "O") return [{ kind: "nought", side }];
  if (side !== null && cell.mark.length === 1) return [{ kind: "disc", side }];
  return [{ ...letter(cell.mark), side }];
}

const letter = (text: string) => ({ kind: "text", text, size: text.length > 2 ? 0.3 : 0.46 }) as const;

export const marksBoard = (part: Part): Drawing => board(part, { marks: anyMark });

/** X and O are two marks that either player, or one of them, may write. */
export const writtenMarks = (part: Part): Drawing =>
  board(part, {
    marks: (cell) => (cell.mark === "X" ? [{ kind: "cross", side: 0 }] : cell.mark === "O" ? [{ kind: "nought", side: 1 }] : []),
  });

export const crosses = (part: Part): Drawing =>
  board(part, { marks: (cell) => (cell.content === true ? [{ kind: "cross", side: 0 }] : []), coordinates: part.cells().some((cell) => cell.y > 0) });

export const discs =
  (ground: (x: number, y: number) => Ground = plain) =>
  (part: Part): Drawing =>
    board(part, {
      ground,
      gap: ground === plain ? 0.06 : 0,
      round: ground === plain ? 0.06 : 0,
      marks: (cell) => {
        const side = sideOf(cell, part);
        return side === null ? [] : [{ kind: "disc", side }];
      },
    });

const menLook: Look = {
  ground: chequered,
  gap: 0,
  round: 0,
  marks: (cell, part) => {
    const side = sideOf(cell, part);
    return side === null ? [] : [{ kind: "man", side }];
  },
};

export const men = (part: Part): Drawing => board(part, menLook);

/** Pawns of chess alone. */
export const pawns = (part: Part): Drawing => board(part, { ...menLook, coordinates: "chess" });

export const paint = (part: Part): Drawing =>
  board(part, {
    gap: 0.04,
    marks: (cell) => {
      const side = sideOf(cell, part);
      return side === null ? [] : [{ kind: "fill", side }];
    },
  });

export const dominoes = (part: Part): Drawing => ({
  ...board(part, { gap: 0.04, marks: (cell) => (cell.content === true ? [{ kind: "domino" }] : []) }),
  gathers: "midst",
});

export const foxAndGeese = (part: Part): Drawing =>
  board(part, {
    ground: chequered,
    gap: 0,
    round: 0,
    marks: (cell) => {
      const side = sideOf(cell, part);
      return side === null ? [] : [{ kind: "animal", animal: side === 0 ? "fox" : "goose", side }];
    },
  });

export function checkers(part: Part): Drawing {
  return board(part, {
    ground: chequered,
    gap: 0,
    round: 0,
    marks: (cell) => {
      const side = cell.mark.toLowerCase() === "b" ? 0 : cell.mark.toLowerCase() === "w" ? 1 : null;
      return side === null ? [] : [{ kind: "disc", side, crown: cell.mark !== cell.mark.toLowerCase() }];
    },
  });
}

/** Russian draughts: the rules have the dark squares alone, row by row, and moves name squares as chess does. */
export function russianDraughts(part: Part): Drawing {
  const men = new Map([...part.array("board")].map(([key, value]) => [xy(key).join(), value]));
  const spots: Spot[] = [];
  const backs: Back[] = [];
  for (let y = 0; y < 8; y++) {
    backs.push({ kind: "text", x: -0.7, y: 7 - y, text: String(y + 1), size: 0.22 }, { kind: "text", x: y, y: 7.72, text: "abcdefgh"[y]!, size: 0.22 });
    for (let x = 0; x < 8; x++) {
      const ground = chequered(x, y);
      const man = ground === "dark" ? String(men.get([(x - (y % 2)) / 2, y].join()) ?? "") : "";
      // `M` and `F` are a man and a king that go on taking; the pieces that they took leave the board when they stop.
      const side: Side = "wW".includes(man) ? 0 : "bB".includes(man) ? 1 : part.turn;
      const marks: Mark[] = man === "" ? [] : man === "T" ? [{ kind: "blot" }] : [{ kind: "disc", side, crown: "WBF".includes(man) }];
      spots.push({ id: `${"abcdefgh"[x]}${y + 1}`, x, y: 7 - y, shape: { kind: "square", width: 1, height: 1, round: 0 }, ground, marks, says: words(marks, part) });
    }
  }
  return { ...around(spots, backs, 0.12), steps: (move) => move.text.match(/[a-h][1-8]/g) ?? [] };
}

export function amazons(part: Part): Drawing {
  const aiming = part.array("aiming");
  return board(part, {
    ground: chequered,
    gap: 0,
    round: 0,
    marks: (cell) => {
      if (cell.mark === "x") return [{ kind: "blot" }];
      if (cell.mark === ".") return [];
      const side = cell.mark === "W" ? 0 : 1;
      const queen: Mark = { kind: "chess", piece: "Q", side };
      return aiming.get(cell.key) === true ? [queen, { kind: "star" }] : [queen];
    },
  });
}

/** Chessmen: capital letters are the first player's. */
const chessLook: Look = {
  ground: chequered,
  gap: 0,
  round: 0,
  coordinates: "chess",
  marks: (cell) => (/[a-z]/i.test(cell.mark) ? [{ kind: "chess", piece: cell.mark.toUpperCase(), side: cell.mark === cell.mark.toUpperCase() ? 0 : 1 }] : []),
};

/** An ending of chess, whose moves name a piece and the square where it goes. */
export function chess(part: Part): Drawing {
  const drawing = board(part, chessLook);
  const whose = part.players === null ? null : part.turn;
  drawing.steps = (move) => {
    const letter = /^[A-Z]/.exec(move.text)?.[0] ?? null;
    // The text of the move has the square by its letter: `Kb3`.
    const to = move.choices["to"] ?? /\d+,\d+/.exec(move.text)?.[0];
    if (to === undefined) return null;
    const origin = part.cells().find((cell) => {
      if (!/[a-z]/i.test(cell.mark)) return false;
      const capital = cell.mark.toUpperCase();
      const own = whose === null || (cell.mark === capital) === (whose === 0);
      if (!own) return false;
      if (letter === "B") return capital === "B" && slides(cell.key, to);
      if (letter === "M") return !["K", "P"].includes(capital);
      if (letter !== null) return capital === letter;
      return capital !== "K";
    });
    return origin ? [origin.key, to] : [to];
  };
  return drawing;
}

/** Whether a bishop's line joins two cells. */
function slides(from: string, to: string): boolean {
  const [a = 0, b = 0] = from.split(",").map(Number);
  const [c = 0, d = 0] = to.split(",").map(Number);
  return Math.abs(a - c) === Math.abs(b - d);
}

/** Two queens among pawns, which either may take. */
export function vasya(part: Part): Drawing {
  const drawing = board(part, {
    ground: chequered,
    gap: 0,
    round: 0,
    coordinates: "chess",
    marks: (cell) => {
      if (cell.mark === "Q") return [{ kind: "chess", piece: "Q", side: 0 }];
      if (cell.mark === "q") return [{ kind: "chess", piece: "Q", side: 1 }];
      return cell.mark === "p" ? [{ kind: "chess", piece: "P", side: null }] : [];
    },
  });
  // The rules name cells by row and column, the picture by column and row.
  drawing.steps = (move) => {
    const [row, column] = move.text.split(",");
    return [`${column},${row}`];
  };
  drawing.standing = (place) => [place.split(",").reverse().join(",")];
  drawing.place = (id) => `${String.fromCharCode(96 + Number(id.split(",")[0]))}${id.split(",")[1]}`;
  return drawing;
}

/** Discs that fall down columns. */
export function connectFour(part: Part): Drawing {
  const cells = part.cells();
  const top = Math.max(...cells.map((cell) => cell.y));
  const right = Math.max(...cells.map((cell) => cell.x));
  const spots: Spot[] = cells.map((cell) => {
    const side = sideOf(cell, part);
    return {
      id: cell.key,
      x: cell.x,
      y: top - cell.y,
      shape: { kind: "circle", r: 0.42 },
      ground: "cup",
      marks: side === null ? [] : [{ kind: "disc", side, size: 0.42 }],
      says: part.name(side),
    };
  });
  const backs: Back[] = [{ kind: "rect", x: -0.62, y: -0.62, width: right + 1.24, height: top + 1.24, round: 0.25, look: "frame" }];
  for (let x = 0; x <= right; x++) backs.push({ kind: "text", x, y: top + 0.9, text: String(x), size: 0.24 });
  const drawing = around(spots, backs, 0.12);
  // Any cell of a column stands for the column.
  const drops = new Map(part.moves.map((move) => [move.move, move.changed.find((change) => change.key !== null)?.key ?? null]));
  drawing.steps = (move) => {
    const key = drops.get(move.text);
    return key ? [key] : null;
  };
  drawing.alias = {};
  drawing.quietAlias = true;
  for (const key of drops.values()) {
    if (!key) continue;
    const column = key.split(",")[0];
    for (const cell of cells) if (String(cell.x) === column && cell.key !== key) drawing.alias[cell.key] = key;
  }
  return drawing;
}

/** Pieces that push each other over the edge count their cells; several lie in one. */
export function criticalMass(part: Part): Drawing {
  const pieces = part.array("pieces");
  return board(part, {
    marks: (cell) => {
      const count = Number(pieces.get(cell.key) ?? 0);
      const side = sideOf(cell, part);
      return count === 0 ? [] : [{ kind: "disc", side, label: String(count) }];
    },
  });
}

/** Cars drive off the board: A's to the right, B's to the top. */
export function dodgem(part: Part): Drawing {
  const drawing = board(part, {
    marks: (cell) => {
      const side = sideOf(cell, part);
      return side === null ? [] : [{ kind: "arrow", dx: side === 0 ? 1 : 0, dy: side === 0 ? 0 : -1, side }];
    },
    coordinates: true,
  });
  const n = Math.max(...part.cells().map((cell) => cell.x)) + 1;
  const away = part.turn === 0;
  const exit: Spot = {
    id: "off",
    x: away ? n - 0.1 : (n - 1) / 2,
    y: away ? (n - 1) / 2 : -0.9,
    shape: { kind: "square", width: away ? 0.6 : n - 0.06, height: away ? n - 0.06 : 0.6, round: 0.06 },
    ground: "wood",
    marks: [{ kind: "text", text: away ? "→" : "↑", faint: true, size: 0.34 }],
    says: "off the board",
  };
  const other: Back = away
    ? { kind: "rect", x: -0.47, y: -1.2, width: n - 0.06, height: 0.6, round: 0.06, look: "tray" }
    : { kind: "rect", x: n - 0.4, y: -0.47, width: 0.6, height: n - 0.06, round: 0.06, look: "tray" };
  const all = around([...drawing.spots, exit], [...drawing.backs, other], 0.12);
  return all;
}

/** Pieces of three sizes, of which the larger hide the smaller. */
export function gobblets(part: Part): Drawing {
  const letters: Record<string, [number, Side]> = { o: [1, 0], b: [1, 1], O: [2, 0], B: [2, 1], "@": [3, 0], "#": [3, 1] };
  const radius = (size: number) => 0.08 + 0.115 * size;
  const drawing = board(part, {
    marks: (cell) => {
      const found = letters[cell.mark];
      return found ? [{ kind: "disc", side: found[1], size: radius(found[0]) }] : [];
    },
    says: (cell) => {
      const found = letters[cell.mark];
      return found ? `${part.name(found[1])}, ${["", "small", "middle", "large"][found[0]]}` : "free";
    },
  });
  const sizes = part.number("sizes", 2);
  const each = part.number("each", 2);
  const pieces = part.array("piece");
  const spots = [...drawing.spots];
  for (const side of [0, 1] as const) {
    for (let size = 1; size <= sizes; size++) {
      const out = [...pieces].filter(([key, value]) => key.startsWith(`${size},`) && part.side(value) === side).length;
      const left = each - out;
      spots.push({
        id: side === part.turn ? String(size) : `other ${size}`,
        x: side === 0 ? -1.5 : 3.2,
        y: 2.2 - (size - 1) * 1.0,
        shape: { kind: "circle", r: 0.46 },
        ground: "none",
        marks: left > 0 ? [{ kind: "disc", side, size: radius(size), label: left > 1 ? String(left) : "" }] : [],
        says: `${left} ${["", "small", "middle", "large"][size]} in ${part.name(side)}'s hand`,
      });
    }
  }
  return around(spots, drawing.backs, 0.2);
}

/** Men that are turned straight or aslant. */
export function chungToi(part: Part): Drawing {
  return board(part, {
    marks: (cell) => {
      const side: Side = cell.mark.toLowerCase() === "r" ? 0 : cell.mark.toLowerCase() === "w" ? 1 : null;
      return side === null ? [] : [{ kind: "disc", side, label: cell.mark === cell.mark.toUpperCase() ? "✕" : "✛" }];
    },
    says: (cell) => {
      const side: Side = cell.mark.toLowerCase() === "r" ? 0 : cell.mark.toLowerCase() === "w" ? 1 : null;
      return side === null ? "free" : `${part.name(side)}, ${cell.mark === cell.mark.toUpperCase() ? "aslant" : "straight"}`;
    },
  });
}

export function lGame(part: Part): Drawing {
  return board(part, {
    gap: 0.04,
    marks: (cell) => (cell.mark === "#" ? [{ kind: "disc", side: null }] : cell.mark === "." ? [] : [{ kind: "fill", side: cell.mark === "X" ? 0 : 1 }]),
  });
}

/** Blocks of a board that turn. */
export function pentago(part: Part): Drawing {
  const size = part.number("size", 2);
  const drawing = discs()(part);
  const turning = part.single("turning") === true;
  const backs = [...drawing.backs];
  const top = Math.max(...part.cells().map((cell) => cell.y));
  const blocks = new Set<string>();
  drawing.alias = {};
  drawing.quietAlias = true;
  for (const cell of part.cells()) {
    const [bx, by] = [Math.floor(cell.x / size) * size, Math.floor(cell.y / size) * size];
    const block = `${bx},${by}`;
    if (!blocks.has(block)) {
      blocks.add(block);
      backs.unshift({ kind: "rect", x: bx - 0.5, y: top - by - size + 0.5, width: size, height: size, round: 0.16, look: "board" });
    }
    if (turning && cell.key !== block) drawing.alias[cell.key] = block;
  }
  return { ...drawing, backs };
}

/** Fields of cells, of which the one to play in stands out, and each that is won says for whom. */
export function ultimate(part: Part): Drawing {
  const size = part.number("size", 2);
  const drawing = board(part, { marks: anyMark });
  const [owner, next] = [part.array("owner"), part.array("next")];
  const backs = [...drawing.backs];
  for (const [key, value] of owner) {
    const [x, y] = xy(key);
    const side = part.side(value);
    const [left, top] = [size * x - 0.5, size * (size - 1 - y) - 0.5];
    backs.unshift({ kind: "rect", x: left - 0.03, y: top - 0.03, width: size + 0.06, height: size + 0.06, round: 0.1, look: next.get(key) === true ? "frame" : "board" });
    if (side !== null) backs.push({ kind: "text", x: left + size / 2, y: top + size / 2, text: part.name(side), size: 0.7 * size, side, strong: true });
  }
  const field = [...next].find(([, value]) => value === true)?.[0];
  return { ...drawing, backs, captions: [field ? `the next mark goes into the field ${field}` : "the next mark may go anywhere"] };
}

/** The pieces of both players by their letters, a lion as a crown, and what the players hold. */
export function dobutsu(part: Part): Drawing {
  const mark = (letter: string): Mark => {
    const piece = letter.toUpperCase();
    const disc = { kind: "disc", side: letter === piece ? 0 : 1 } as const;
    return piece === "L" ? { ...disc, crown: true } : { ...disc, label: piece };
  };
  const drawing = board(part, { marks: (cell) => (cell.content === null ? [] : [mark(cell.mark)]) });
  const hands = [...part.array("hand")].filter(([, count]) => count !== 0).map(([key, count]) => `${key.replace(",", " holds ")}: ${String(count)}`);
  return { ...drawing, captions: hands };
}

/** Masters with crowns, and who has which card. */
export function onitama(part: Part): Drawing {
  const drawing = board(part, {
    marks: (cell) => (cell.content === null ? [] : [{ kind: "disc", side: cell.mark === cell.mark.toUpperCase() ? 0 : 1, crown: cell.mark.toUpperCase() === "M" }]),
  });
  const cards = part.list("cards");
  const of = (side: Side) => [...part.array("card")].filter(([, holder]) => part.side(holder) === side).map(([key]) => String(cards[Number(key)] ?? ""));
  return { ...drawing, captions: [`${part.name(0)}: ${of(0).join(", ")}`, `${part.name(1)}: ${of(1).join(", ")}`, `aside: ${of(null).join(", ")}`] };
}

export function chomp(part: Part): Drawing {
  return board(part, {
    gap: 0.08,
    round: 0.12,
    ground: () => "none",
    marks: (cell) => (cell.content !== true ? [] : cell.key === "0,0" ? [{ kind: "domino" }, { kind: "text", text: "☠", size: 0.5 }] : [{ kind: "domino" }]),
    says: (cell) => (cell.content !== true ? "eaten" : cell.key === "0,0" ? "the poisoned square" : "chocolate"),
  });
}

/** A bar that is broken along its lines, which are what a person points at. */
export function chocolate(part: Part): Drawing {
  const cells = part.cells();
  const [left, right] = [Math.min(...cells.map((cell) => cell.x)), Math.max(...cells.map((cell) => cell.x))];
  const [bottom, top] = [Math.min(...cells.map((cell) => cell.y)), Math.max(...cells.map((cell) => cell.y))];
  const poison = cells.find((cell) => cell.mark === "P");
  const backs: Back[] = [];
  for (const cell of cells) {
    backs.push({ kind: "rect", x: cell.x - 0.46, y: top - cell.y - 0.46, width: 0.92, height: 0.92, round: 0.12, look: "bar" });
    if (cell === poison) backs.push({ kind: "text", x: cell.x, y: top - cell.y, text: "☠", size: 0.5, onBar: true });
  }
  const spots: Spot[] = [];
  const [px, py] = poison ? [poison.x, poison.y] : [left, bottom];
  const line = (id: string, x1: number, y1: number, x2: number, y2: number) =>
    spots.push({ id, x: (x1 + x2) / 2, y: (y1 + y2) / 2, shape: { kind: "line", x1, y1, x2, y2 }, ground: "edge", marks: [], says: `break off ${id}` });
  for (let x = left; x < right; x++) {
    const id = x < px ? `${x - left + 1} left` : `${right - x} right`;
    line(id, x + 0.5, -0.8, x + 0.5, top - bottom + 0.8);
  }
  for (let y = bottom; y < top; y++) {
    const id = y < py ? `${y - bottom + 1} below` : `${top - y} above`;
    line(id, left - 0.8, top - y - 0.5, right + 0.8, top - y - 0.5);
  }
  return around(spots, backs, 0.15);
}

/** Cups with seeds; a player sows from the own row, numbered from the player's left. */
export function sowing(part: Part): Drawing {
  const pits = part.number("pits", 3);
  const cells = part.cells();
  const stores = cells.some((cell) => cell.x === 0);
  const spots: Spot[] = cells.map((cell) => {
    const store = stores && (cell.x === 0 || cell.x === pits + 1);
    const whose = cell.y === 0 ? 0 : 1;
    const count = Number(cell.mark) || 0;
    return {
      id: cell.key,
      x: cell.x,
      y: store ? 0.5 : 1 - cell.y,
      shape: store ? { kind: "square", width: 0.86, height: 1.9, round: 0.42 } : { kind: "circle", r: 0.43 },
      ground: "cup",
      marks: [{ kind: "seeds", count }],
      says: `${store ? "store" : "pit"} of ${part.name(whose)}: ${count} ${count === 1 ? "seed" : "seeds"}`,
    };
  });
  const lowest = Math.min(...spots.map((spot) => spot.x));
  const highest = Math.max(...spots.map((spot) => spot.x));
  const backs: Back[] = [
    { kind: "rect", x: lowest - 0.65, y: -0.65, width: highest - lowest + 1.3, height: 2.3, round: 0.5, look: "frame" },
    { kind: "text", x: (lowest + highest) / 2, y: 1.95, text: part.name(0), size: 0.26, side: 0, strong: part.turn === 0 },
    { kind: "text", x: (lowest + highest) / 2, y: -0.92, text: part.name(1), size: 0.26, side: 1, strong: part.turn === 1 },
  ];
  const won = part.array("won");
  for (const [name, count] of won) {
    const side = part.side(name);
    backs.push({ kind: "text", x: highest + 0.45, y: side === 0 ? 1.95 : -0.92, text: `${String(count)} won`, size: 0.24, anchor: "end" });
  }
  const drawing = around(spots, backs, 0.15);
  drawing.steps = (move) => {
    const pit = Number(move.text);
    if (!Number.isInteger(pit)) return null;
    return [part.turn === 0 ? `${pit},0` : `${pits + 1 - pit},1`];
  };
  return drawing;
}

/** Dots, the lines between them, and boxes. */
export function dotsAndBoxes(part: Part): Drawing {
  const drawn = part.array("drawn");
  const [w, h] = [part.number("width", 2), part.number("height", 2)];
  const spots: Spot[] = [];
  const backs: Back[] = [];
  const is = (x: number, y: number) => drawn.get(`${x},${y}`) === true;
  const place = (x: number, y: number): [number, number] => [x / 2, (2 * h - y) / 2];
  for (let x = 0; x <= 2 * w; x++) {
    for (let y = 0; y <= 2 * h; y++) {
      const [px, py] = place(x, y);
      if (x % 2 === 1 && y % 2 === 1) {
        if (is(x - 1, y) && is(x + 1, y) && is(x, y - 1) && is(x, y + 1)) {
          backs.push({ kind: "rect", x: px - 0.38, y: py - 0.38, width: 0.76, height: 0.76, round: 0.08, look: "board" });
        }
      } else if (x % 2 !== y % 2) {
        const [dx, dy] = x % 2 === 1 ? [0.5, 0] : [0, 0.5];
        spots.push({
          id: `${x},${y}`,
          x: px,
          y: py,
          shape: { kind: "line", x1: px - dx, y1: py - dy, x2: px + dx, y2: py + dy },
          ground: is(x, y) ? "drawn" : "edge",
          marks: [],
          says: is(x, y) ? "drawn" : "not drawn",
        });
      } else {
        backs.push({ kind: "circle", x: px, y: py, r: 0.09, look: "dot" });
      }
    }
  }
  let at = 0;
  for (const [name, count] of part.array("boxes_of")) {
    const side = part.side(name);
    backs.push({ kind: "text", x: at === 0 ? 0 : w, y: h + 0.5, text: `${name}: ${String(count)}`, size: 0.24, anchor: at === 0 ? "start" : "end", side });
    at += 1;
  }
  return around(spots, backs, 0.25);
}

/** Pawns on cells, and walls that stand between them: moves name a cell, `1,0`, or where four cells meet and which way a wall goes, `1,0h`. */
export function quoridor(part: Part): Drawing {
  const n = part.number("n", 3);
  const spots: Spot[] = [];
  /** The room for a cell and the gap beside it. */
  const step = 1.3;
  const place = (x: number, y: number): [number, number] => [x * step, (n - 1 - y) * step];
  const pawns = new Map([...part.array("at")].map(([name, at]) => [numbers(at).join(","), part.side(name)]));
  for (let x = 0; x < n; x++) {
    for (let y = 0; y < n; y++) {
      const [px, py] = place(x, y);
      const pawn = pawns.get(`${x},${y}`);
      spots.push({
        id: `${x},${y}`,
        x: px,
        y: py,
        shape: { kind: "square", round: 0.1 },
        ground: "cell",
        marks: pawn === undefined ? [] : [{ kind: "man", side: pawn }],
        says: pawn === undefined ? "free" : part.name(pawn),
      });
    }
  }
  for (const [slot, wall] of part.array("wall")) {
    const [x, y] = xy(slot);
    const [px, py] = place(x + 0.5, y + 0.5);
    for (const way of ["h", "v"]) {
      if (wall !== null && wall !== way) continue;
      const half = wall === null ? 0.45 : 1.1;
      const [dx, dy] = way === "h" ? [half, 0] : [0, half];
      spots.push({
        id: `${slot}${way}`,
        x: px,
        y: py,
        shape: { kind: "line", x1: px - dx, y1: py - dy, x2: px + dx, y2: py + dy },
        ground: wall === null ? "edge" : "drawn",
        marks: [],
        says: wall === null ? "no wall" : "wall",
      });
    }
  }
  const left = [...part.array("left")].map(([name, count]) => `${name}: ${String(count)}`);
  return { ...around(spots, [], 0.25), captions: [`walls left: ${left.join(", ")}`] };
}

/** Coins on a board, of which some in a row are taken. */
export const coinsOnBoard = (part: Part): Drawing =>
  board(part, { ground: () => "none", marks: (cell) => (cell.content === true ? [{ kind: "coin" }] : [{ kind: "hole" }]), says: (cell) => (cell.content === true ? "coin" : "taken") });

/** The whole game of chess, whose moves name squares as `e2e4`. */
export function chessGame(part: Part): Drawing {
  const drawing = board(part, chessLook);
  drawing.steps = (move) => (move.text.match(/[a-h][1-8]/g) ?? []).map((square) => `${"abcdefgh".indexOf(square[0]!)},${Number(square[1]) - 1}`);
  return drawing;
}

export const knights = (part: Part): Drawing => {
  const drawing = chess(part);
  drawing.steps = (move) => [move.text];
  return drawing;
};
