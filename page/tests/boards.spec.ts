/** The drawings of all games of the catalogue, and what a person points at for their moves. */

import { expect, test } from "@playwright/test";
import type { Kind, Position } from "../src/api";
import { picture } from "../src/board/recipes";
import { nightly } from "./table";

/** The number of plies of each game that are looked at. */
const PLIES = 7;

/** Moves that no place of a board stands for, and that have buttons of their own. */
const placeless = new Set(["pass", "-"]);

/** Games in which two moves have the same places, so that the page asks which one is meant. */
const asking = new Set(["coins-in-a-row", "chung-toi", "maundy-cake", "onitama", "order-and-chaos", "pentago", "wild-tic-tac-toe"]);

/** Every run looks at a third of the games, each day at another one; the nightly run looks at all. */
const today = Math.floor(Date.now() / (24 * 60 * 60 * 1000)) % 3;

for (const third of [0, 1, 2]) {
  const when = third === today ? {} : nightly;
  test(`every move of every game can be pointed at on a drawing of its own: third ${third + 1}`, when, async ({ request }) => {
    const { kinds } = (await (await request.get("/api/v1/games")).json()) as { kinds: Kind[] };
    const names = kinds.flatMap((kind) => kind.games.map((game) => game.name));
    expect(names.length).toBeGreaterThan(90);
    const faults: string[] = [];
    let looked = 0;
    for (const name of names.filter((_, number) => number % 3 === third)) {
      const moves: string[] = [];
      for (let ply = 0; ply < PLIES; ply++) {
        const position = (await (await request.post("/api/v1/position", { data: { game: name, moves } })).json()) as Position;
        const must = (holds: boolean, what: string) => holds || faults.push(`${name} after ${moves.join(", ") || "no move"}: ${what}`);
        const { drawing, steps } = picture(position);
        must(!drawing.plain && drawing.text === undefined, "no drawing of its own");
        const ids = new Set(drawing.spots.map((spot) => spot.id));
        must(ids.size === drawing.spots.length, "two spots have one name");
        must([drawing.x, drawing.y, drawing.width, drawing.height].every(Number.isFinite), "no size");
        const places = new Set<string>();
        for (const { move } of position.moves) {
          const asked = steps.get(move) ?? [];
          const place = asked.join(" ");
          must(asked.length > 0 || placeless.has(move), `${move} has no place`);
          must(asked.every((id) => ids.has(id)), `${move} asks for a spot that is not there`);
          must(asked.length === 0 || asking.has(name) || !places.has(place), `${move} has the places of another move`);
          places.add(place);
          looked += 1;
        }
        if (position.moves.length === 0) break;
        moves.push(position.moves[(ply * 7 + 3) % position.moves.length]!.move);
      }
    }
    expect(faults).toEqual([]);
    expect(looked).toBeGreaterThan(1000);
  });
}
