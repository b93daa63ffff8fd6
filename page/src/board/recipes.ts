/** Which drawing each game has, and how the parts of a sum are put together. */

import type { Move, PlacedNumber, Position } from "../api";
import { type Drawing, named, type Spot } from "./drawing";
import * as graphs from "./graphs";
import * as grids from "./grids";
import * as heaps from "./heaps";
import * as hexes from "./hexes";
import { Part } from "./part";
import { anyDrawing } from "./plain";
import * as points from "./points";
import * as strips from "./strips";

type Recipe = (part: Part) => Drawing;

/** By the name that the rules give the game. */
const recipes: Record<string, Recipe> = {
  achi: points.achi,
  amazons: grids.amazons,
  antichess: grids.chessGame,
  asalto: points.asalto,
  at_most_half: heaps.oneHeap("heap", "coin"),
  atomic_chess: grids.chessGame,
  awari: grids.sowing,
  bachet: heaps.oneHeap("stones"),
  breakthrough: grids.men,
  cake_party: heaps.piles("cake", (pile, take) => `cake ${pile} pieces ${take}`, "piece"),
  calendar: strips.calendar,
  capture_go: points.go,
  cat_and_mouse: graphs.catAndMouse,
  checkers: grids.checkers,
  chocolate: grids.chocolate,
  chess: grids.chessGame,
  chinese_checkers: hexes.rhombus,
  chomp: grids.chomp,
  chomp_rows: heaps.chompRows,
  chopsticks: strips.hands(true),
  chung_toi: grids.chungToi,
  clobber: grids.discs(grids.chequered),
  coins_in_a_circle: strips.coinsInACircle,
  coins_in_a_row: strips.coinsInARow,
  col: grids.paint,
  connect_four: grids.connectFour,
  cram: grids.dominoes,
  critical_mass: grids.criticalMass,
  dao: grids.discs(),
  dawsons_chess: grids.pawns,
  dawsons_kayles: strips.pins,
  divisors: heaps.divisors,
  dobutsu_shogi: grids.dobutsu,
  dodgem: grids.dodgem,
  domineering: grids.dominoes,
  dots_and_boxes: grids.dotsAndBoxes,
  dots_and_boxes_by_margin: grids.dotsAndBoxes,
  edge_geography: graphs.edgeGeography,
  euclid: heaps.euclid,
  fibonacci_nim: heaps.oneHeap("heap", "stone", (part) => `at most ${part.count("most")} may be taken`),
  fox_and_geese: grids.foxAndGeese,
  game_of_y: hexes.gameOfY,
  geography: graphs.geography,
  go: points.go,
  gobblet_gobblers: grids.gobblets,
  green_hackenbush: graphs.hackenbush,
  grundy: heaps.bag(false),
  hackenbush: graphs.hackenbush,
  hare_and_hounds: points.hare,
  havannah: hexes.havannah,
  heap: heaps.oneHeap("stones"),
  hex: hexes.hex,
  hex_with_pie: hexes.hex,
  hexapawn: grids.men,
  kalah: grids.sowing,
  kalah_by_margin: grids.sowing,
  kaooa: points.kaooa,
  kayles: strips.pins,
  kbbk: grids.chess,
  kbnk: grids.chess,
  knight: grids.knights,
  knights: grids.knights,
  konane: grids.discs(),
  kpk: grids.chess,
  kqk: grids.chess,
  kqkr: grids.chess,
  krk: grids.chess,
  l_game: grids.lGame,
  laskers_nim: heaps.bag(true),
  lines_of_action: grids.discs(grids.chequered),
  mark: heaps.shareOfHeap(["one"], "half", 2),
  mark_by_three: heaps.shareOfHeap(["1", "2"], "third", 3),
  misere_tic_tac_toe: grids.marksBoard,
  mock_turtles: strips.turtles,
  moore: heaps.moore,
  morris: points.morris,
  mu_torere: points.muTorere,
  nim_with_a_pass: heaps.nimWithAPass,
  nimble: strips.severalCoins,
  node_kayles: graphs.nodeKayles,
  notakto: grids.crosses,
  number_game: graphs.numberGame,
  number_scrabble: strips.cards,
  numbers: strips.hands(false),
  onitama: grids.onitama,
  order_and_chaos: grids.writtenMarks,
  oware: grids.sowing,
  partizan_subtraction: heaps.oneHeap("heap"),
  pentago: grids.pentago,
  permutation: strips.permutation,
  pong_hau_ki: points.pongHauKi,
  powers: strips.powers,
  quixo: grids.marksBoard,
  quoridor: grids.quoridor,
  reversi: grids.discs(),
  reversi_by_margin: grids.discs(),
  roxor: heaps.roxor,
  row: strips.northcott,
  shiritori: strips.shiritori,
  silver_dollar: strips.coinsOnStrip,
  russian_draughts: grids.russianDraughts,
  sim: graphs.sim,
  snort: grids.paint,
  stone_game_strategist: heaps.piles("pile", (pile, take) => `take ${take} stones from pile ${pile}`),
  subtract_a_square: heaps.oneHeap("heap"),
  subtraction: heaps.oneHeap("heap"),
  superko_go: points.go,
  tac_tix: grids.coinsOnBoard,
  teeko: grids.discs(),
  three_mens_morris: points.three,
  tic_tac_toe: grids.marksBoard,
  tigers_and_goats: points.tigers,
  toads_and_frogs: strips.jumpers,
  toppling_dominoes: strips.topplingDominoes,
  treblecross: strips.crossesOnStrip,
  turning_turtles: strips.turtles,
  ultimate_tic_tac_toe: grids.ultimate,
  vasya_chess: grids.vasya,
  wild_tic_tac_toe: grids.writtenMarks,
  wythoff: heaps.wythoff,
  wythoff_by_two: heaps.wythoff,
  wythoff_with_ends: heaps.wythoff,
};

function pile(part: Part): Drawing {
  const variable = part.data.variables[0]?.name ?? "";
  return variable === "coins" ? heaps.furloRublo(part) : heaps.oneHeap(variable)(part);
}

function drawPart(part: Part): Drawing {
  // Rules that say how their pieces look are drawn so.
  const looks = part.data.pictures.some((picture) => picture.cells.some((cell) => cell.look !== null));
  const recipe = looks ? undefined : part.data.game === "pile" ? pile : recipes[part.data.game];
  if (recipe) {
    try {
      const drawing = recipe(part);
      if (drawing.spots.length > 0 || part.moves.length === 0) return drawing;
    } catch {
      // Rules of one's own may have the name of a game that they are not.
    }
  }
  return anyDrawing(part);
}

/** A number of an explanation on the board: the spots that it is of, and where it is written, if they do not show it themselves. */
export interface Standing {
  number: number;
  spots: ReadonlySet<string>;
  at: [number, number] | null;
  /** Whether the number stands among the spots and has to be small. */
  small?: boolean;
  /** The points of a line through the spots. */
  line?: [number, number][];
}

/** Where the numbers of an explanation stand. */
export function standing(picture: Picture, numbers: PlacedNumber[]): Standing[] {
  const { drawing } = picture;
  return numbers.map(({ number, part, places }) => {
    const spots = new Set(places.flatMap((place) => picture.standing[part]?.(place) ?? []));
    const list = drawing.spots.filter((spot) => spots.has(spot.id));
    const beside = drawing.beside?.[part];
    const right = drawing.x + drawing.width + BESIDE / 2;
    if (beside) return { number, spots, at: beside };
    if (drawing.numbered) return { number, spots, at: null };
    if (list.length === 0) return { number, spots, at: [right, drawing.y + drawing.height / 2] };
    const half = (spot: Spot) => (spot.shape.kind === "square" ? (spot.shape.height ?? 1) / 2 : spot.shape.kind === "line" ? 0 : spot.shape.r);
    if (drawing.gathers === "line") return { number, spots, at: corner(list[0]!), small: true, line: list.map((spot): [number, number] => [spot.x, spot.y]) };
    if (drawing.gathers === "midst") return { number, spots, at: midst(list), small: true };
    const [xs, ys] = [list.map((spot) => spot.x), list.map((spot) => spot.y)];
    const [left, top] = [Math.min(...xs), Math.min(...list.map((spot) => spot.y - half(spot)))];
    const wide = Math.max(...xs) - left > Math.max(...ys) - Math.min(...ys);
    // A number of a heap in lines stands beside it, and any other above its spots.
    return { number, spots, at: wide && picture.drawing.standing ? [right, (Math.min(...ys) + Math.max(...ys)) / 2] : [(left + Math.max(...xs)) / 2, Math.max(drawing.y - BESIDE / 2, top - 0.38)] };
  });
}

/** The corner of a spot where no result of a move stands. */
function corner({ x, y, shape }: Spot): [number, number] {
  const [w, h] = shape.kind === "square" ? [shape.width ?? 1, shape.height ?? 1] : [0.8, 0.8];
  return [x - w / 2 + 0.06, y + h / 2 - 0.06];
}

/** The middle between the two neighbours among some spots that are nearest to the middle of all. */
function midst(list: Spot[]): [number, number] {
  const mean = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0) / numbers.length;
  const [x, y] = [mean(list.map((spot) => spot.x)), mean(list.map((spot) => spot.y))];
  const far = (a: number, b: number) => Math.hypot(a - x, b - y);
  const pairs = list.flatMap((one) => list.filter((other) => one !== other && Math.hypot(one.x - other.x, one.y - other.y) < 1.1).map((other): [number, number] => [(one.x + other.x) / 2, (one.y + other.y) / 2]));
  return pairs.sort((a, b) => far(...a) - far(...b))[0] ?? [x, y];
}

/** The room that a number beside a drawing takes. */
export const BESIDE = 0.9;

/** A position as a picture, with the spots that each move asks for. */
export interface Picture {
  drawing: Drawing;
  /** For each move of the position the spots to point at, in order; empty where none are known. */
  steps: Map<string, string[]>;
  /** For each part the spots of a place that an explanation names. */
  standing: ((place: string) => string[])[];
}

export function picture(position: Position): Picture {
  const parts = position.parts.map((data, at) => {
    const moves = position.moves.filter((move) => move.part === at);
    const part = new Part(data, position.players, position.turn, moves);
    const drawing = drawPart(part);
    return { drawing, moves, steps: partSteps(drawing, moves, position.parts.length > 1) };
  });
  const standing = parts.map(({ drawing }) => drawing.standing ?? ((place: string) => [place]));
  if (parts.length === 1) return { drawing: parts[0]!.drawing, steps: parts[0]!.steps, standing };
  const steps = new Map<string, string[]>();
  // Strips stand one under the other, and boards side by side.
  const across = parts.every(({ drawing }) => drawing.width < 1.5 * drawing.height);
  const all: Drawing = { x: 0, y: 0, width: 0, height: 0, backs: [], spots: [], alias: {}, captions: [], beside: [] };
  const left = Math.min(...parts.map(({ drawing }) => drawing.x));
  const widest = Math.max(...parts.map(({ drawing }) => drawing.x + drawing.width - left));
  parts.forEach(({ drawing, steps: own }, at) => {
    const prefix = `${at + 1}: `;
    const [dx, dy] = across ? [all.width - drawing.x, -drawing.y] : [0, all.height - drawing.y];
    for (const back of drawing.backs) all.backs.push(shifted(back, dx, dy));
    const label: [number, number] = across ? [all.width + drawing.width / 2, drawing.height + 0.2] : [left - 0.35, all.height + drawing.height / 2];
    all.backs.push({ kind: "text", x: label[0], y: label[1], text: String(at + 1), size: 0.3, anchor: "middle" });
    for (const spot of drawing.spots) all.spots.push(shiftedSpot({ ...spot, id: prefix + spot.id, says: `part ${at + 1}, ${spot.says}` }, dx, dy));
    for (const [from, to] of Object.entries(drawing.alias ?? {})) all.alias![prefix + from] = prefix + to;
    for (const [move, ids] of own) steps.set(move, ids.map((id) => prefix + id));
    if (drawing.captions) all.captions!.push(...drawing.captions);
    if (across) {
      all.beside!.push([all.width + drawing.width - 0.4, -0.35]);
      all.width += drawing.width + 0.5;
      all.height = Math.max(all.height, drawing.height + 0.5);
    } else {
      all.beside!.push([left + widest + 0.35, all.height + drawing.height / 2]);
      all.height += drawing.height;
    }
  });
  if (!across) {
    all.x = left - 0.6;
    all.width = widest + 0.6;
  }
  return { drawing: all, steps, standing: standing.map((own, at) => (place) => own(place).map((id) => `${at + 1}: ${id}`)) };
}

function shifted<T extends Drawing["backs"][number]>(back: T, dx: number, dy: number): T {
  if (back.kind === "line") return { ...back, x1: back.x1 + dx, x2: back.x2 + dx, y1: back.y1 + dy, y2: back.y2 + dy };
  if (back.kind === "polygon") return { ...back, points: back.points.map(([x, y]): [number, number] => [x + dx, y + dy]) };
  return { ...back, x: back.x + dx, y: back.y + dy };
}

function shiftedSpot(spot: Spot, dx: number, dy: number): Spot {
  const s = spot.shape;
  const shape = s.kind === "line" ? { ...s, x1: s.x1 + dx, x2: s.x2 + dx, y1: s.y1 + dy, y2: s.y2 + dy } : s;
  return { ...spot, x: spot.x + dx, y: spot.y + dy, shape };
}

function partSteps(drawing: Drawing, moves: Move[], isSum: boolean): Map<string, string[]> {
  const ids = new Set(drawing.spots.map((spot) => spot.id));
  for (const target of Object.values(drawing.alias ?? {})) ids.add(target);
  const longest = Math.max(1, ...[...ids].map((id) => id.length));
  const steps = new Map<string, string[]>();
  for (const move of moves) {
    const text = isSum ? move.move.replace(/^\d+: /, "") : move.move;
    const choices = Object.fromEntries(move.choices.map((choice) => [choice.name, String(choice.value)]));
    let found = (drawing.steps?.({ text, choices, part: move.part }) ?? named(text, ids, longest)).filter((id) => ids.has(id));
    if (found.length === 0) {
      const changed = move.changed.map((change) => change.key).filter((key): key is string => key !== null && ids.has(key));
      found = changed.slice(0, 1);
    }
    steps.set(move.move, found);
  }
  return steps;
}
