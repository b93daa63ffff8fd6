/** All games of the catalogue, each with a picture of its start. */

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Game, type Kind, type Position, position } from "../api";
import { Thumb } from "../board/board";
import { picture } from "../board/recipes";
import { useKinds } from "../catalogue";
import { go, usePlace } from "../location";
import { curved, grouped } from "../typeset";

/** Games to begin with, each with a reason. */
const beginnings: [string, string][] = [
  ["nim", "Take stones, and find out why some heaps are lost"],
  ["tic-tac-toe", "Three in a row, against one who never errs"],
  ["connect-four", "Four in a row, against perfect play from the first move on"],
];

/** Sources of problems of programming contests. */
const contests = /^(TopCoder|ACM|LeetCode|Codeforces|CMU|Deque, AtCoder|The tutorial)\b/;

/** The kinds of games with those that are problems of contests behind all others. */
function ordered(kinds: Kind[]): Kind[] {
  const isProblem = (game: Game) => contests.test(game.source);
  const games = kinds.map(({ kind, games }) => ({ kind, games: games.filter((game) => !isProblem(game)) }));
  return [...games, { kind: "Problems of contests", games: kinds.flatMap(({ games }) => games.filter(isProblem)) }];
}

/** How large a game is, and how it is answered. */
const size = (game: Game): string => (game.positions === null ? "searched" : `${grouped(game.positions)} positions, solved`);

export function Games(): JSX.Element {
  const { kinds, error } = useKinds();
  const place = usePlace();
  const wanted = place.query.get("find") ?? "";
  const want = (text: string) => go({ ...place, query: new Map([["find", text]]) }, "quietly");
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (game: Game) => words.every((word) => `${game.title} ${game.name} ${game.kind} ${game.source}`.toLowerCase().includes(word));
  const shown = ordered(kinds ?? []).map((kind) => ({ kind: kind.kind, games: kind.games.filter(fits) })).filter((kind) => kind.games.length > 0);
  const all = (kinds ?? []).reduce((sum, kind) => sum + kind.games.length, 0);
  return (
    <main class="games" id="content" tabIndex={-1}>
      <header class="opening">
        <h1>Games, solved exactly</h1>
        <p class="lead">Play any of {all || "these"} games against an opponent who never errs, see what every move is worth, and read why.</p>
        <label class="find">
          <span>Find a game</span>
          <input type="search" value={wanted} onInput={(event) => want(event.currentTarget.value)} placeholder="chess, heaps, Conway …" />
        </label>
      </header>
      {error !== null && <p role="alert">The list of games did not come. Is the server still running?</p>}
      <p class="hidden" role="status">
        {wanted ? `${shown.reduce((sum, kind) => sum + kind.games.length, 0)} games found` : ""}
      </p>
      {wanted === "" && kinds && (
        <section class="start" aria-label="Start here">
          <h2>Start here</h2>
          <ul>
            {beginnings.map(([name, why]) => {
              const game = kinds.flatMap((kind) => kind.games).find((one) => one.name === name);
              return (
                game && (
                  <li>
                    <a href={`#/play/${name}`}>
                      <Preview game={game} />
                      <span class="words">
                        <strong>{curved(game.title)}</strong>
                        <span>{why}</span>
                      </span>
                    </a>
                  </li>
                )
              );
            })}
            <li>
              <a href="#/rules">
                <span class="preview own" aria-hidden="true">
                  <code>
                    game mine{"\n"}players A, B{"\n"}move …
                  </code>
                </span>
                <span class="words">
                  <strong>A game of your own</strong>
                  <span>Write its rules, play it, and have it solved</span>
                </span>
              </a>
            </li>
          </ul>
        </section>
      )}
      {wanted === "" && kinds && (
        <p class="sizes">
          Under each game: the number of its positions. <em>Solved</em> means that all of them are worked out, and every answer is a look-up; a game that is <em>searched</em> has too many, and Zug proves what it can in a few seconds.
        </p>
      )}
      {shown.map((kind) => (
        <section class="kind" aria-label={kind.kind}>
          <h2>{kind.kind}</h2>
          <ul class="gallery">
            {kind.games.map((game) => (
              <li key={game.name}>
                <a href={`#/play/${game.name}`}>
                  <Preview game={game} />
                  <span class="name">{curved(game.title)}</span>
                  <span class="size">{size(game)}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {kinds && shown.length === 0 && <p>No game has these words in its name, kind or source.</p>}
    </main>
  );
}

const seen = new Map<string, Promise<Position>>();

/** The number of moves after which a board that was empty looks like its game. */
const SOME = 5;

/** A position to show of a game: its start, or some moves later where the start is an empty board. */
async function shown(game: Game): Promise<Position> {
  const start = await position({ game: game.name });
  const { spots, backs } = picture(start).drawing;
  const isBar = backs.some((back) => back.kind === "rect" && back.look === "bar");
  if (isBar || spots.length === 0 || spots.some((spot) => spot.marks.length > 0 || spot.ground.startsWith("drawn"))) return start;
  let here = start;
  const moves: string[] = [];
  for (let n = 0; n < SOME && here.moves.length > 1; n++) {
    const next = here.moves[(n * 5 + 2) % here.moves.length]!.move;
    const after = await position({ game: game.name, moves: [...moves, next] });
    if (after.finished) break;
    moves.push(next);
    here = after;
  }
  return here;
}

function Preview({ game }: { game: Game }): JSX.Element {
  const [start, set] = useState<Position | null>(null);
  const frame = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let here = true;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        let asked = seen.get(game.name);
        if (!asked) seen.set(game.name, (asked = shown(game)));
        asked.then(
          (reply) => here && set(reply),
          () => seen.delete(game.name),
        );
      },
      { rootMargin: "400px" },
    );
    observer.observe(frame.current!);
    return () => {
      here = false;
      observer.disconnect();
    };
  }, [game.name]);
  return (
    <span class="preview" ref={frame}>
      {start && <Thumb picture={picture(start)} players={start.players} />}
    </span>
  );
}
