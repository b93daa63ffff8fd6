/** Play and explore: a board, the moves, the history, and why. */

import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type At, check, type Explanation, type MoveValue, type Parameter, type PlacedNumber, type Position, type Value, type Values } from "../api";
import { usePosition, useWork } from "../ask";
import { Board, colourClass } from "../board/board";
import { picture } from "../board/recipes";
import { useGame } from "../catalogue";
import { useKeys } from "../keys";
import { address, go, joinMoves, number, type Place, settings, splitMoves, unpackRules, withSettings } from "../location";
import { Arrange } from "../parts/arrange";
import { History, type Ply } from "../parts/history";
import { Legend } from "../parts/legend";
import { Moves } from "../parts/moves";
import { Fault } from "../parts/notices";
import { Measures } from "../parts/partizan";
import { Setup } from "../parts/setup";
import { Why } from "../parts/why";
import { Work } from "../parts/work";
import { writer } from "../squares";
import { coded, curved, sentence } from "../typeset";
import { kind, letters, words } from "../values";

type Who = "person" | "zug";
const NONE: PlacedNumber[] = [];
const strengths = { perfect: 1, careful: 0.9, casual: 0.65, careless: 0.25 } as const;
type Strength = keyof typeof strengths;

export function Play({ place }: { place: Place }): JSX.Element {
  const packed = place.query.get("rules") ?? "";
  const [rules, setRules] = useState<string | null | undefined>(packed ? undefined : null);
  useEffect(() => {
    if (!packed) return setRules(null);
    void unpackRules(packed).then(setRules);
  }, [packed]);
  if (rules === undefined) return <main id="content" tabIndex={-1} aria-busy="true" />;
  if (packed && rules === null) {
    return (
      <main id="content" tabIndex={-1} class="play">
        <p role="alert">The rules in this link cannot be read. The link may have been cut off.</p>
      </main>
    );
  }
  return <Table place={place} rules={rules} key={`${place.game} ${packed}`} />;
}

function Table({ place, rules }: { place: Place; rules: string | null }): JSX.Element {
  const { query } = place;
  const game = useGame(rules === null ? place.game : "");
  const moves = splitMoves(query.get("moves") ?? "");
  const at = Math.min(moves.length, Number(query.get("at") ?? moves.length) || 0);
  // A person plays against Zug, unless the address says who plays.
  const first: Who = query.get("first") === "zug" ? "zug" : "person";
  const who: [Who, Who] = [first, whoIs(query.get("second")) ?? (first === "zug" ? "person" : "zug")];
  const strength = (query.get("strength") ?? "perfect") as Strength;
  const hints = query.get("hints") === "on" ? "on" : "off";
  const why = query.get("why") === "on";
  const [held, hold] = useState(false);
  const by = (["table", "search"] as const).find((way) => way === query.get("by")) ?? "any";
  const usual = number(query.get("time"), 3, 1, 60);
  const [longer, setSeconds] = useState<number | null>(null);
  const seconds = longer ?? usual;
  const [shown, show] = useState<string | null>(null);
  // A link to a position shows it: Zug waits.
  const [paused, pause] = useState(moves.length > 0);

  const change = (changes: Record<string, string>, how: "new" | "quietly" = "new") => go({ ...place, query: new Map([...query, ...Object.entries(changes)]) }, how);

  const setBy = (way: "any" | "table" | "search") => change({ by: way === "any" ? "" : way }, "quietly");

  const root: At = useMemo(() => {
    const set = settings(query);
    const from = query.get("from");
    const play = query.get("play");
    return {
      ...(rules === null ? { game: place.game } : { rules }),
      ...(Object.keys(set).length > 0 ? { set } : {}),
      ...(from ? { position: from } : {}),
      ...(play === "misere" || play === "normal" ? { play } : {}),
    };
  }, [rules, place]);
  const here: At = { ...root, moves: moves.slice(0, at) };
  const asked = usePosition(here);
  const position = asked.answer;
  const fresh = asked.key === `position ${JSON.stringify(here)}` && !asked.error;

  const showsHints = hints === "on" || held;
  const wanted = showsHints || who.includes("zug");
  const valued = useWork<Values>("values", wanted && (position || !asked.error) ? { ...here, by, seconds, history: true } : null, (values) => values.complete);
  const values = fresh && valued.answer && valued.answer.position === position?.position ? valued.answer : null;
  const explained = useWork<Explanation>("explain", why ? here : null);

  const names: [string, string] = position?.players ?? ["First", "Second"];
  const turn = position?.turn ?? 0;
  const finished = position?.finished ?? null;
  const byMove = useMemo(() => (values ? new Map<string, MoveValue>(values.moves.map((move) => [move.move, move])) : null), [values]);
  const order = useMemo(() => new Map((values?.moves ?? []).map((move, n) => [move.move, n])), [values]);
  const drawn = useMemo(() => (position ? picture(position) : null), [position]);
  // What is known of each position of the history stays known when one goes back.
  const history = useRef(new Map<string, Value>());
  const prefix = JSON.stringify(root);
  const keyOf = (n: number) => `${prefix} ${joinMoves(moves.slice(0, n))}`;
  if (values) {
    history.current.set(keyOf(at), values.value);
    values.history.forEach((value, n) => value && history.current.set(keyOf(n), value));
  }
  const turns = useRef(new Map<string, 0 | 1>());
  if (position && fresh) {
    turns.current.set(keyOf(at), position.turn);
    position.history.forEach((passed, n) => turns.current.set(keyOf(n), passed.turn));
  }
  const plies: Ply[] = Array.from({ length: moves.length + 1 }, (_, n) => ({
    turn: turns.current.get(keyOf(n)) ?? ((n % 2) as 0 | 1),
    move: moves[n] ?? null,
    value: history.current.get(keyOf(n)) ?? null,
  }));

  const zugMoves = !finished && who[turn] === "zug" && at === moves.length && !paused;
  const locked = !fresh || finished !== null || (who[turn] === "zug" && !paused);

  function play(move: string): void {
    change({ moves: joinMoves([...moves.slice(0, at), move]), at: "" });
    show(null);
    pause(false);
  }
  const jump = (to: number) => {
    if (who.includes("zug")) pause(to < moves.length || who[turn] === "zug" ? true : paused);
    change({ at: to === moves.length ? "" : String(to) }, "quietly");
  };
  function takeBack(): void {
    if (at === 0) return;
    // Against Zug a person takes back up to the person's own move before.
    let to = at - 1;
    if (who.includes("zug") && who.includes("person")) while (to > 0 && who[plies[to]!.turn] === "zug") to -= 1;
    change({ moves: joinMoves(moves.slice(0, Math.max(0, to))), at: "" });
    if (who[plies[Math.max(0, to)]!.turn] === "zug") pause(true);
  }

  // Zug answers when the values are there.
  useEffect(() => {
    if (!zugMoves || !values || !position || position.moves.length === 0) return;
    // A theorem may tell no move where all of them lose.
    const any = () => position.moves[Math.floor(Math.random() * position.moves.length)]!.move;
    const timer = setTimeout(() => play(values.moves.length > 0 ? chosen(values.moves, strengths[strength] ?? 1) : any()), who[0] === who[1] ? 700 : 350);
    return () => clearTimeout(timer);
  }, [zugMoves, values, strength]);

  const newGame = () => (change({ moves: "", at: "" }), pause(false));
  useKeys({
    h: () => hold(true),
    H: () => change({ hints: hints === "on" ? "" : "on" }, "quietly"),
    u: takeBack,
    n: () => moves.length > 0 && newGame(),
    "[": () => at > 0 && jump(at - 1),
    "]": () => at < moves.length && jump(at + 1),
  });
  useEffect(() => {
    const up = (event: KeyboardEvent) => event.key.toLowerCase() === "h" && hold(false);
    const left = () => hold(false);
    addEventListener("keyup", up);
    addEventListener("blur", left);
    return () => {
      removeEventListener("keyup", up);
      removeEventListener("blur", left);
    };
  }, []);

  const [own, setOwn] = useState<Parameter[]>([]);
  useEffect(() => {
    if (rules !== null) void check(rules, {}).then((found) => setOwn(found.parameters), () => setOwn([]));
  }, [rules]);
  const parameters = game?.parameters ?? own;

  const title = rules === null ? curved(game?.title ?? place.game) : (position?.game.replace(/_/g, " ") ?? "Rules of your own");
  useEffect(() => {
    document.title = `${title} · Zug`;
  }, [title]);

  const last = useMemo(() => {
    const before = position?.history.at(-1);
    if (!before || !drawn) return new Set<string>();
    const ids = drawn.drawing.spots.map((spot) => spot.id);
    return new Set(ids.filter((id) => before.move.split(/[^\p{L}\p{N},]+/u).includes(id) || before.move === id));
  }, [position, drawn]);

  const loose = position && drawn ? position.moves.filter((move) => (drawn.steps.get(move.move)?.length ?? 0) === 0) : [];
  const write = writer(position?.game);
  const whose = (side: 0 | 1): string => called(side, who, names, position?.players !== null);
  const status = says(position, values, whose, who, showsHints);

  return (
    <main class={`play first-${colourClass(position?.players?.[0], 0)} second-${colourClass(position?.players?.[1], 1)}`} id="content" tabIndex={-1} data-fresh={fresh ? "yes" : "no"}>
      <header class="title">
        <p class="over">
          <a href="#/games">Games</a>
          {game && <span> · {game.kind}</span>}
          <span class="ways">
            <a href={address({ ...place, screen: "tree" })}>Tree</a>
            <a href={address({ screen: "rules", game: place.game, query: new Map(query.has("rules") ? [["rules", query.get("rules")!]] : []) })}>Rules as text</a>
          </span>
        </p>
        <h1>{title}</h1>
        {game && <p class="rules">{coded(write(game.rules))}</p>}
      </header>
      {asked.error ? (
        <div class="stage">
          <div class="hero">
            <Fault error={asked.error} write={writer(place.game)} />
            <p>
              <a href={address({ ...place, query: new Map() })}>Begin at the usual start</a>
            </p>
          </div>
        </div>
      ) : (
        <div class="stage">
          <div class="hero">
            <p class="status" role="status" aria-live="polite">
              {status.what !== "unknown" && (
                <b class={`tag ${status.what}`} aria-hidden="true">
                  {letters[status.what]}
                </b>
              )}
              {position && position.history.length > 0 && (
                <span class="hidden">
                  {upper(whose(position.history.at(-1)!.turn))} played {write(position.history.at(-1)!.move)}.
                </span>
              )}
              <span class="says">{status.text}</span>
              {zugMoves && <span class="faint">Zug is thinking.</span>}
              {!finished && position && paused && who[turn] === "zug" && who.includes("person") && <span class="faint">Zug waits.</span>}
            </p>
            {position && drawn && (
              <Board
                picture={drawn}
                moves={position.moves}
                values={showsHints ? byMove : null}
                order={order}
                players={position.players}
                last={last}
                locked={locked}
                label={`${title}: ${status.text}`}
                write={write}
                onPlay={play}
                numbers={why && explained.answer && fresh ? explained.answer.numbers : NONE}
                shown={shown}
              />
            )}
            {position?.gained && (
              <p class="captions">
                {position.gained.map((points, of) => `${position.players?.[of] ?? ["The first player", "The second player"][of]} has ${points}`).join(" · ")}
              </p>
            )}
            {position && loose.length > 0 && drawn!.drawing.text === undefined && (
              <div class="loose" role="group" aria-label="Moves that have no place on the board">
                {loose.slice(0, 40).map((move) => (
                  <button type="button" disabled={locked} onClick={() => play(move.move)}>
                    {move.move === "-" ? move.name : write(move.move)}
                    {showsHints && byMove?.get(move.move) && <b class={`tag small ${kind(byMove.get(move.move))}`}>{letters[kind(byMove.get(move.move))]}</b>}
                  </button>
                ))}
              </div>
            )}
            <div class="bar">
              <div class="group">
                <button type="button" disabled={at === 0} onClick={takeBack} aria-keyshortcuts="U">
                  Take back
                </button>
                <button type="button" class="step" disabled={at === 0} onClick={() => jump(at - 1)} aria-label="One move back in history">
                  ‹
                </button>
                <button type="button" class="step" disabled={at === moves.length} onClick={() => jump(at + 1)} aria-label="One move on in history">
                  ›
                </button>
                <button type="button" disabled={moves.length === 0} onClick={newGame} aria-keyshortcuts="N">
                  New game
                </button>
              </div>
              <Segments label="Hints" options={[["off", "Off"], ["on", "On"]]} value={hints} onChange={(value) => change({ hints: value === "on" ? "on" : "" }, "quietly")} />
              {hints === "off" && (
                <button type="button" class={`hold ${held ? "down" : ""}`} onPointerDown={() => hold(true)} onPointerUp={() => hold(false)} onPointerLeave={() => hold(false)} onKeyDown={(event) => event.key === " " && hold(true)} onKeyUp={() => hold(false)}>
                  Hold to peek <kbd>H</kbd>
                </button>
              )}
              {paused && !finished && (who[turn] === "zug" || at < moves.length) && who.includes("zug") && (
                <button type="button" class="main" onClick={() => (pause(false), change({ at: "" }, "quietly"))}>
                  Zug goes on
                </button>
              )}
            </div>
            <Work valued={valued} values={values} by={by} seconds={seconds} setBy={setBy} setSeconds={setSeconds} fresh={fresh} />
          </div>
          <aside class="side">
            <section class="players" aria-label="Players">
              <label>
                <span>You play</span>
                <select
                  value={who.join(" ")}
                  onChange={(event) => {
                    const [one, two] = event.currentTarget.value.split(" ");
                    pause(false);
                    change({ first: one!, second: two! }, "quietly");
                  }}
                >
                  <option value="person zug">{names[0]}</option>
                  <option value="zug person">{names[1]}</option>
                  <option value="person person">both sides</option>
                  <option value="zug zug">neither: Zug plays Zug</option>
                </select>
              </label>
              {who.includes("zug") && (
                <label>
                  <span>Zug plays</span>
                  <select value={strength} onChange={(event) => change({ strength: event.currentTarget.value === "perfect" ? "" : event.currentTarget.value }, "quietly")}>
                    {Object.keys(strengths).map((name) => (
                      <option value={name}>{name === "perfect" ? "perfectly" : name === "careful" ? "carefully" : name === "casual" ? "casually" : "carelessly"}</option>
                    ))}
                  </select>
                </label>
              )}
              <p class="sides">
                {([0, 1] as const).map((side) => (
                  <span class={turn === side && !finished ? "turn" : ""}>
                    <i class={`whose side${side}`} aria-hidden="true" />
                    {names[side]}
                    {who[0] !== who[1] && `: ${who[side] === "zug" ? "Zug" : "you"}`}
                  </span>
                ))}
              </p>
              {(values?.known_by === "search" || query.has("time")) && (
                <label>
                  <span>A search takes at most</span>
                  <select value={String(usual)} onChange={(event) => (setSeconds(null), change({ time: event.currentTarget.value === "3" ? "" : event.currentTarget.value }, "quietly"))}>
                    {[...new Set([1, 3, 10, 30, usual])].map((n) => (
                      <option value={String(n)}>{n === 1 ? "1 second" : `${n} seconds`}</option>
                    ))}
                  </select>
                </label>
              )}
            </section>
            {(parameters.length > 0 || position) && (
              <details class="about">
                <summary>
                  Set up
                  {position && parameters.length > 0 && <span class="now">{parameters.map(({ name, default: usual }) => write(`${name.replace(/_/g, " ")} ${settings(query)[name] ?? usual}`)).join(", ")}</span>}
                </summary>
                <Setup game={position?.game ?? ""} parameters={parameters} set={settings(query)} onSet={(set) => go({ ...place, query: new Map([...withSettings(query, set), ["moves", ""], ["at", ""], ["from", ""]]) })} />
                {position?.play_matters && (
                  <label class="misere">
                    <span>Whoever cannot move</span>
                    <select value={position.play} onChange={(event) => change({ play: event.currentTarget.value, moves: "", at: "" })}>
                      <option value="normal">loses (normal play)</option>
                      <option value="misere">wins (misère play)</option>
                    </select>
                  </label>
                )}
                {position && (
                  <details class="another">
                    <summary>Another position</summary>
                    <Arrange position={position} write={write} onSet={(from) => go({ ...place, query: new Map([...query, ["from", from], ["moves", ""], ["at", ""]]) })} />
                  </details>
                )}
              </details>
            )}
            {position && !finished && <Moves moves={position.moves} values={showsHints ? byMove : null} order={order} locked={locked} write={write} onPlay={play} onShow={show} />}
            {values && (showsHints || finished) && <Legend values={[values.value, ...values.moves, ...plies.flatMap(({ value }) => value ?? [])]} />}
            {values?.partizan && showsHints && <Measures worth={values.partizan} left={names[0]} />}
            <History plies={plies} at={at} names={names} write={write} hidden={!showsHints && !finished} onJump={jump} />
            {why ? (
              <Why asked={explained} moves={position?.moves ?? []} write={write} onShow={show} />
            ) : (
              <button type="button" class="ask-why" onClick={() => change({ why: "on" }, "quietly")}>
                Why?
              </button>
            )}
            <details class="about">
              <summary>About this game</summary>
              {game && (
                <>
                  <dl>
                    <dt>Source</dt>
                    <dd>{curved(game.source)}</dd>
                    <dt>Known</dt>
                    <dd>{coded(sentence(write(game.known)))}</dd>
                  </dl>
                </>
              )}
              {position && (
                <p class="notation">
                  <span>Position</span>
                  <code>{write(position.position)}</code>
                </p>
              )}
              <Share />
            </details>
          </aside>
        </div>
      )}
    </main>
  );
}

/** A move of the values, by the strength of play. */
function chosen(moves: MoveValue[], strength: number): string {
  const best = moves.filter((move) => move.outcome === moves[0]!.outcome && move.remoteness === moves[0]!.remoteness && move.score === moves[0]!.score && move.best === moves[0]!.best);
  const from = Math.random() < strength ? best : moves;
  return from[Math.floor(Math.random() * from.length)]!.move;
}

const whoIs = (word: string | null | undefined): Who | null => (word === "zug" || word === "person" ? word : null);
const upper = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Who a player is, in a sentence: `you (X)`, `Zug (O)`, `X`, `the first player`. */
function called(side: 0 | 1, who: [Who, Who], names: [string, string], hasNames: boolean): string {
  if (who[0] === who[1]) return hasNames ? names[side] : `the ${names[side]!.toLowerCase()} player`;
  return `${who[side] === "person" ? "you" : "Zug"}${hasNames ? ` (${names[side]})` : ""}`;
}

/** Whose turn it is, or how the game ended, in words. */
function says(position: Position | null, values: Values | null, whose: (side: 0 | 1) => string, who: [Who, Who], open: boolean): { text: string; what: ReturnType<typeof kind> } {
  if (!position) return { text: "", what: "unknown" };
  const { finished, turn } = position;
  if (finished) {
    const score = finished.score === null ? "" : ` Score ${Math.abs(finished.score)}.`;
    if (finished.winner === null) return { text: `The game is over, a draw.${score}`, what: "draw" };
    return { text: `The game is over, won by ${whose(finished.winner)}.${score}`, what: "unknown" };
  }
  const mover = whose(turn);
  const turns = who[0] === who[1] ? `${upper(mover)} to move` : upper(mover.replace(/^you/, "your turn").replace(/^Zug/, "Zug’s turn"));
  if (!open || !values) return { text: `${turns}.`, what: "unknown" };
  const what = kind(values.value);
  if (what === "unknown") return { text: `${turns}: who wins is ${words(values.value)}.`, what };
  const article = what === "endless" ? "an" : "a";
  return { text: `${turns}: ${article} ${words(values.value)}.`, what };
}

function Segments<T extends string>({ label, options, value, onChange }: { label: string; options: [T, string][]; value: T; onChange: (value: T) => void }): JSX.Element {
  return (
    <fieldset class="segments">
      <legend>{label}</legend>
      {options.map(([option, text]) => (
        <label class={value === option ? "chosen" : ""}>
          <input type="radio" name={label} value={option} checked={value === option} onChange={() => onChange(option)} />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

function Share(): JSX.Element {
  const [done, finish] = useState(false);
  return (
    <button
      type="button"
      class="quiet"
      onClick={() => {
        void navigator.clipboard?.writeText(location.href).then(() => {
          finish(true);
          setTimeout(() => finish(false), 2000);
        });
      }}
    >
      {done ? "Link copied" : "Copy a link to this position"}
    </button>
  );
}
