/** Play and explore: a board, the moves, the history, and why. */

import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type At, check, type Explanation, type MoveValue, type Parameter, type PlacedNumber, type Position, type Value, type Values } from "../api";
import { usePosition, useWork } from "../ask";
import { Board, colourClass } from "../board/board";
import { picture } from "../board/recipes";
import { useGame } from "../catalogue";
import { address, go, joinMoves, type Place, settings, splitMoves, unpackRules, withSettings } from "../location";
import { History, type Ply } from "../parts/history";
import { Legend } from "../parts/legend";
import { Moves } from "../parts/moves";
import { Fault, Progress } from "../parts/notices";
import { Setup } from "../parts/setup";
import { Why } from "../parts/why";
import { coded, curved } from "../typeset";
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
  const who: [Who, Who] = [query.get("first") === "zug" ? "zug" : "person", query.get("second") === "zug" ? "zug" : "person"];
  const strength = (query.get("strength") ?? "perfect") as Strength;
  const hints = (query.get("hints") ?? "on") as "off" | "hold" | "on";
  const why = query.get("why") === "on";
  const [held, hold] = useState(false);
  const by = (["table", "search"] as const).find((way) => way === query.get("by")) ?? "any";
  const usual = Math.min(60, Math.max(1, Number(query.get("time") ?? 3) || 3));
  const [longer, setSeconds] = useState<number | null>(null);
  const seconds = longer ?? usual;
  const [shown, show] = useState<string | null>(null);
  const [paused, pause] = useState(false);

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

  const valued = useWork<Values>("values", position || !asked.error ? { ...here, by, seconds, history: true } : null, (values) => values.complete);
  const values = fresh && valued.answer && valued.answer.position === position?.position ? valued.answer : null;
  const explained = useWork<Explanation>("explain", why ? here : null);

  const names: [string, string] = position?.players ?? ["First", "Second"];
  const turn = position?.turn ?? 0;
  const finished = position?.finished ?? null;
  const byMove = useMemo(() => (values ? new Map<string, MoveValue>(values.moves.map((move) => [move.move, move])) : null), [values]);
  const order = useMemo(() => new Map((values?.moves ?? []).map((move, n) => [move.move, n])), [values]);
  const drawn = useMemo(() => (position ? picture(position) : null), [position]);
  const showsHints = hints === "on" || (hints === "hold" && held);

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
  }
  const jump = (to: number) => {
    if (who.includes("zug")) pause(to < moves.length || who[turn] === "zug" ? true : paused);
    change({ at: to === moves.length ? "" : String(to) }, "quietly");
  };
  function takeBack(): void {
    // Against Zug a person takes back up to the person's own move before.
    let to = at - 1;
    if (who.includes("zug") && who.includes("person")) while (to > 0 && who[plies[to]!.turn] === "zug") to -= 1;
    change({ moves: joinMoves(moves.slice(0, Math.max(0, to))), at: "" });
    if (who[plies[Math.max(0, to)]!.turn] === "zug") pause(true);
  }

  // Zug answers when the values are there.
  useEffect(() => {
    if (!zugMoves || !values || values.moves.length === 0) return;
    const timer = setTimeout(() => play(chosen(values.moves, strengths[strength] ?? 1)), who[0] === who[1] ? 700 : 350);
    return () => clearTimeout(timer);
  }, [zugMoves, values, strength]);

  useEffect(() => {
    const down = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "h") hold(true);
    };
    const up = (event: KeyboardEvent) => event.key === "h" && hold(false);
    addEventListener("keydown", down);
    addEventListener("keyup", up);
    return () => {
      removeEventListener("keydown", down);
      removeEventListener("keyup", up);
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
  const status = says(position, values, names, showsHints);

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
        {game && <p class="rules">{coded(game.rules)}</p>}
      </header>
      {asked.error ? (
        <div class="stage">
          <div class="hero">
            <Fault error={asked.error} />
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
                  {name(names, position, position.history.at(-1)!.turn)} played {position.history.at(-1)!.move}.
                </span>
              )}
              <span>{status.text}</span>
              {zugMoves && <span class="faint"> Zug is thinking.</span>}
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
                onPlay={play}
                numbers={why && explained.answer && fresh ? explained.answer.numbers : NONE}
                shown={shown}
              />
            )}
            {position && loose.length > 0 && drawn!.drawing.text === undefined && (
              <div class="loose" role="group" aria-label="Moves that have no place on the board">
                {loose.slice(0, 40).map((move) => (
                  <button type="button" disabled={locked} onClick={() => play(move.move)}>
                    {move.move === "-" ? move.name : move.move}
                    {showsHints && byMove?.get(move.move) && <b class={`tag small ${kind(byMove.get(move.move))}`}>{letters[kind(byMove.get(move.move))]}</b>}
                  </button>
                ))}
              </div>
            )}
            <div class="bar">
              <div class="group">
                <button type="button" disabled={at === 0} onClick={takeBack}>
                  Take back
                </button>
                <button type="button" class="step" disabled={at === 0} onClick={() => jump(at - 1)} aria-label="One move back in history">
                  ‹
                </button>
                <button type="button" class="step" disabled={at === moves.length} onClick={() => jump(at + 1)} aria-label="One move on in history">
                  ›
                </button>
                <button type="button" disabled={moves.length === 0} onClick={() => (change({ moves: "", at: "" }), pause(false))}>
                  New game
                </button>
              </div>
              <Segments label="Hints" options={[["off", "Off"], ["hold", "Hold"], ["on", "On"]]} value={hints} onChange={(value) => change({ hints: value === "on" ? "" : value }, "quietly")} />
              {hints === "hold" && (
                <button type="button" class={`hold ${held ? "down" : ""}`} onPointerDown={() => hold(true)} onPointerUp={() => hold(false)} onPointerLeave={() => hold(false)} onKeyDown={(event) => event.key === " " && hold(true)} onKeyUp={() => hold(false)}>
                  Hold to see <kbd>H</kbd>
                </button>
              )}
              {paused && who.includes("zug") && !finished && (
                <button type="button" class="main" onClick={() => (pause(false), change({ at: "" }, "quietly"))}>
                  Zug goes on
                </button>
              )}
            </div>
            <Work valued={valued} values={values} by={by} seconds={seconds} setBy={setBy} setSeconds={setSeconds} fresh={fresh} />
          </div>
          <aside class="side">
            <section class="players" aria-label="Players">
              {([0, 1] as const).map((side) => (
                <label class={turn === side && !finished ? "turn" : ""}>
                  <span>
                    <i class={`whose side${side}`} aria-hidden="true" />
                    {names[side]}
                  </span>
                  <select value={who[side]} onChange={(event) => (pause(false), change({ [side === 0 ? "first" : "second"]: event.currentTarget.value === "zug" ? "zug" : "" }, "quietly"))}>
                    <option value="person">Person</option>
                    <option value="zug">Zug</option>
                  </select>
                </label>
              ))}
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
              {(values?.known_by === "search" || query.has("time")) && (
                <label>
                  <span>A search takes</span>
                  <select value={String(usual)} onChange={(event) => (setSeconds(null), change({ time: event.currentTarget.value === "3" ? "" : event.currentTarget.value }, "quietly"))}>
                    {[...new Set([1, 3, 10, 30, usual])].map((n) => (
                      <option value={String(n)}>{n === 1 ? "1 second" : `${n} seconds`} at most</option>
                    ))}
                  </select>
                </label>
              )}
            </section>
            {(parameters.length > 0 || position?.play_matters) && (
              <details class="about">
                <summary>
                  Set up
                  {position && parameters.length > 0 && <span class="now">{parameters.map(({ name, default: usual }) => `${name.replace(/_/g, " ")} ${settings(query)[name] ?? usual}`).join(", ")}</span>}
                </summary>
                <Setup parameters={parameters} set={settings(query)} onSet={(set) => go({ ...place, query: new Map([...withSettings(query, set), ["moves", ""], ["at", ""], ["from", ""]]) })} />
                {position?.play_matters && (
                  <label class="misere">
                    <span>Whoever cannot move</span>
                    <select value={position.play} onChange={(event) => change({ play: event.currentTarget.value, moves: "", at: "" })}>
                      <option value="normal">loses (normal play)</option>
                      <option value="misere">wins (misère play)</option>
                    </select>
                  </label>
                )}
              </details>
            )}
            {position && !finished && <Moves moves={position.moves} values={showsHints ? byMove : null} order={order} locked={locked} onPlay={play} onShow={show} />}
            {values && showsHints && <Legend values={[values.value, ...values.moves]} />}
            <History plies={plies} at={at} names={names} onJump={jump} />
            {why ? (
              <Why asked={explained} moves={position?.moves ?? []} onShow={show} />
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
                    <dd>{coded(game.known)}</dd>
                  </dl>
                </>
              )}
              {position && (
                <p class="notation">
                  <span>Position</span>
                  <code>{position.position}</code>
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

function says(position: Position | null, values: Values | null, names: [string, string], open: boolean): { text: string; what: ReturnType<typeof kind> } {
  if (!position) return { text: "", what: "unknown" };
  const { finished, turn } = position;
  if (finished) {
    const score = finished.score === null ? "" : ` Score ${Math.abs(finished.score)}.`;
    if (finished.winner === null) return { text: `The game is over, a tie.${score}`, what: "tie" };
    return { text: `The game is over, won by ${name(names, position, finished.winner)}.${score}`, what: "unknown" };
  }
  const mover = name(names, position, turn);
  if (!open || !values) return { text: `${mover} to move.`, what: "unknown" };
  const what = kind(values.value);
  if (what === "unknown") return { text: `${mover} to move: who wins is ${words(values.value)}.`, what };
  const article = what === "draw" && values.value.tie === false ? "an" : "a";
  return { text: `${mover} to move: ${article} ${words(values.value)}.`, what };
}

const name = (names: [string, string], position: Position, side: 0 | 1): string => (position.players ? names[side] : `${names[side]} player`);

interface WorkProps {
  valued: ReturnType<typeof useWork<Values>>;
  values: Values | null;
  by: string;
  seconds: number;
  setBy: (by: "any" | "table" | "search") => void;
  setSeconds: (seconds: number) => void;
  fresh: boolean;
}

/** How the values are known, or how far the work on them is. */
function Work({ valued, values, by, seconds, setBy, setSeconds, fresh }: WorkProps): JSX.Element {
  if (valued.busy && valued.job) return <Progress job={valued.job} onCancel={valued.cancel} />;
  if (valued.cancelled) {
    return (
      <div class="progress">
        <p role="status">The work was cancelled. The values of the moves are not known.</p>
        <div class="row">
          <button type="button" onClick={() => (setBy(by === "table" ? "any" : "table"))}>
            {by === "table" ? "Answer as is usual" : "Solve all positions"}
          </button>
          <button type="button" onClick={() => (setBy("search"), setSeconds(5))}>
            Search this position
          </button>
        </div>
      </div>
    );
  }
  if (valued.error) {
    return (
      <div class="progress">
        <Fault error={valued.error} />
        {by !== "search" && (
          <button type="button" onClick={() => setBy("search")}>
            Search this position
          </button>
        )}
      </div>
    );
  }
  if (!values || !fresh) return <p class="known faint" aria-hidden="true">&nbsp;</p>;
  const count = (n: number) => n.toLocaleString("en");
  const how =
    values.known_by === "table"
      ? `Known from all ${count(values.positions ?? 0)} positions.`
      : values.known_by === "theorem"
        ? `Known by a theorem${values.theorem ? `: ${values.theorem.name}` : ""}.`
        : `Searched ${count(values.searched ?? 0)} positions${values.complete ? "" : ` in ${seconds} ${seconds === 1 ? "second" : "seconds"}`}.`;
  return (
    <p class="known">
      {how}
      {!values.complete && seconds < 60 && (
        <button type="button" class="quiet" onClick={() => setSeconds(seconds < 10 ? 15 : 60)}>
          Search longer
        </button>
      )}
      {values.known_by !== "table" && by !== "table" && (
        <button type="button" class="quiet" onClick={() => setBy("table")}>
          Solve all positions
        </button>
      )}
    </p>
  );
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
