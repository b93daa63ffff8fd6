/** Several games at once: their nimbers, the xor, and the winning moves in their parts. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Compound, Sum, Value } from "../api";
import { useWork } from "../ask";
import { go, usePlace } from "../location";
import { Fault, Progress } from "../parts/notices";
import { Measures, ValueText } from "../parts/partizan";
import { Binary } from "../parts/why";
import { type Writer, writer } from "../squares";
import { begun } from "../typeset";
import { kind, letters, words } from "../values";

const ways: [Compound, string][] = [
  ["one", "in exactly one game"],
  ["some", "in one or more games"],
  ["notall", "in one or more, but not in all"],
  ["all", "in every game that goes on"],
];

const usual = ["nim(3)", "nim(4)", "kayles(7)"];
const suggestions = ["nim(5)", "kayles(7)", "0.137(12)", "{1,3,4}(21)", "grundy", "chomp", "cram", "domineering(2, 3)", "toads-and-frogs", "hackenbush"];

/** The number of winning moves that are listed of a part. */
const FEW = 12;

/** The moves in a part that belong to winning turns, each once. */
const winning = (answer: Sum, part: number): string[] => [...new Set(answer.moves.flatMap((turn) => turn.moves.filter((move) => move.part === part).map((move) => move.move)))];

/** A value with its article: `a win in 5`, `an endless draw`. */
const article = (value: Value): string => `${kind(value) === "endless" ? "an " : kind(value) === "unknown" ? "" : "a "}${words(value)}`;

/** Who wins if this player begins. */
function begunBy(player: "Left" | "Right", value: Value): string {
  if (value.outcome === null) return "Who wins is not known.";
  if (value.outcome === "draw") return `If ${player} begins: ${article(value)}.`;
  const winner = (value.outcome === "win") === (player === "Left") ? "Left" : "Right";
  return `If ${player} begins, ${winner} wins${value.remoteness ? `, after ${value.remoteness} ${value.remoteness === 1 ? "turn" : "turns"}` : ""}.`;
}

/** The outcome class, where both players' outcomes are known when they begin; else a question mark. */
function classOf(left: Sum, right: Sum | null): string {
  if (left.partizan) return left.partizan.class;
  const classes: Record<string, string> = { "win win": "N", "win loss": "L", "loss win": "R", "loss loss": "P" };
  return classes[`${left.value.outcome} ${right?.value.outcome}`] ?? "?";
}

/** After how many turns play ends, if Left begins and if Right does. */
const inTurns = (left: Value, right: Value): string => (left.remoteness && right.remoteness ? ` Play takes ${left.remoteness} turns if Left begins, ${right.remoteness} if Right does.` : "");

/** How the moves of a part are shown, such as those of `knight(8)`. */
const write = (part: string): Writer => writer(/^[\w-]+/.exec(part)?.[0]);

export function Screen(): JSX.Element {
  const place = usePlace();
  const parts = (place.query.get("parts") ?? usual.join(" + ")).split(" + ").filter((part) => part.trim() !== "");
  const compound = (place.query.get("way") ?? "one") as Compound;
  const play = place.query.get("play") ?? "";
  const [own, edit] = useState(parts);
  const key = parts.join(" + ");
  useEffect(() => edit(parts), [key]);
  useEffect(() => {
    document.title = "Sums · Zug";
  }, []);
  const question = { parts, compound, ...(play ? { play } : {}) };
  const asked = useWork<Sum>("sum", parts.length > 0 ? question : null);
  const answer = asked.answer;
  // Where the players have different moves, the sum is another one if Right begins.
  const isTold = answer !== null && answer.value.outcome !== null;
  const fresh = asked.key === `sum ${JSON.stringify(question)}`;
  const other = useWork<Sum>("sum", fresh && isTold && answer.mover_matters ? { ...question, to_move: "second" } : null);
  const begins = answer?.mover_matters ? { Left: answer, Right: other.answer } : null;
  const change = (changes: Record<string, string>) => go({ screen: "sums", game: "", query: new Map([...place.query, ...Object.entries(changes)]) });
  const show = (list: string[]) => change({ parts: list.filter((part) => part.trim() !== "").join(" + ") });
  const nimbers = answer?.parts.map((part) => part.nimber) ?? [];
  const known = nimbers.filter((nimber): nimber is number => nimber !== null);
  const total = known.reduce((a, b) => a ^ b, 0);
  // A winning move makes the xor 0, which tells what it leaves.
  const told = answer?.compound === "one" && answer.play === "normal" && known.length === nimbers.length;
  const left = (at: number) => (told ? total ^ known[at]! : null);
  const what = kind(answer?.value);
  return (
    <main class="sums-screen" id="content" tabIndex={-1}>
      <header class="title">
        <h1>Sums</h1>
        <p class="rules">Several games side by side: in each turn the player moves in one of them, or as you choose.</p>
      </header>
      <form
        class="parts"
        onSubmit={(event) => {
          event.preventDefault();
          show(own);
        }}
      >
        {own.map((part, at) => (
          <div class="row">
            <label class="field">
              <span class={at === 0 ? "" : "hidden"}>{at === 0 ? "Games" : `Game ${at + 1}`}</span>
              <input type="text" list="some-games" spellcheck={false} value={part} onInput={(event) => edit(own.map((old, n) => (n === at ? event.currentTarget.value : old)))} />
            </label>
            <button type="button" class="quiet" aria-label={`Take ${part || "this game"} away`} onClick={() => show(own.filter((_, n) => n !== at))}>
              Take away
            </button>
          </div>
        ))}
        <datalist id="some-games">
          {suggestions.map((text) => (
            <option value={text} />
          ))}
        </datalist>
        <div class="row">
          <button type="button" onClick={() => edit([...own, "nim(5)"])}>
            Add a game
          </button>
          <button type="submit" class="main">
            Show
          </button>
        </div>
      </form>
      <div class="row tools">
        <label class="field">
          <span>A turn moves</span>
          <select value={compound} onChange={(event) => change({ way: event.currentTarget.value })}>
            {ways.map(([way, text]) => (
              <option value={way}>{text}</option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Whoever cannot move</span>
          <select value={play} onChange={(event) => change({ play: event.currentTarget.value })}>
            <option value="">as the rules say</option>
            <option value="normal">loses</option>
            <option value="misere">wins</option>
          </select>
        </label>
      </div>
      {asked.error && <Fault error={asked.error} />}
      {asked.busy && asked.job && <Progress job={asked.job} onCancel={asked.cancel} />}
      {asked.cancelled && <p role="status">The work was cancelled.</p>}
      {answer && (
        <div class="sum-answer">
          <p class="status" role="status">
            <b class={`tag ${answer.mover_matters ? "unknown" : what}`} aria-hidden="true">
              {begins ? classOf(begins.Left, begins.Right) : letters[what]}
            </b>
            <span>
              {answer.partizan ? begun(answer.partizan.who) : answer.mover_matters ? begunBy("Left", answer.value) : `For the player to move: ${article(answer.value)}.`}
              {begins?.Right && (answer.partizan ? inTurns(answer.value, begins.Right.value) : ` ${begunBy("Right", begins.Right.value)}`)}
            </span>
          </p>
          {answer.mover_matters && <p class="faint who">Left is the first player of the rules of each game, and Right the second.</p>}
          {other.busy && other.job && <Progress job={other.job} onCancel={other.cancel} />}
          <ul class="sum-parts">
            {answer.parts.map((part, at) => {
              const wins: [string, string[]][] = begins
                ? [
                    ["Left wins by", winning(answer, at)],
                    ["Right wins by", begins.Right ? winning(begins.Right, at) : []],
                  ]
                : [["wins", winning(answer, at)]];
              return (
                <li class={wins.some(([, moves]) => moves.length > 0) ? "winning" : ""}>
                  <h2 class="part">{part.text}</h2>
                  <p class="worth">
                    {part.value != null ? (
                      <>
                        <span class="faint">value</span> <ValueText value={part.value} />
                        {answer.hottest.includes(at) && <span class="faint"> · hottest</span>}
                      </>
                    ) : part.nimber != null ? (
                      <>
                        <span class="faint">nimber</span> <strong>{part.nimber}</strong>
                      </>
                    ) : answer.partizan ? (
                      <ValueText value={null} />
                    ) : part.outcome ? (
                      (begins ? "alone, if Left begins: " : "") + words({ outcome: part.outcome, at_least: null, at_most: null, tie: null, remoteness: part.remoteness, endless: false, within: null, nimber: null, score: null })
                    ) : (
                      <span class="faint">{part.without ?? "no nimber"}</span>
                    )}
                  </p>
                  {wins.map(
                    ([who, moves]) =>
                      moves.length > 0 && (
                        <p>
                          <span class="faint">{who}: </span>
                          {moves.slice(0, FEW).map((move, n) => (
                            <>
                              {n > 0 && ", "}
                              <b class="win-move">{write(part.text)(move)}</b>
                              {left(at) !== null && <span class="faint"> leaves {left(at)}</span>}
                            </>
                          ))}
                          {moves.length > FEW && <span class="faint"> and {moves.length - FEW} more</span>}
                        </p>
                      ),
                  )}
                </li>
              );
            })}
          </ul>
          {answer.partizan && <Measures worth={answer.partizan} />}
          {answer.loopy_value !== null && (
            <section class="measures" aria-label="Value">
              <h2>Value</h2>
              <ValueText value={answer.loopy_value} />
            </section>
          )}
          {!answer.mover_matters && compound === "one" && known.length === nimbers.length && known.length > 0 && (
            <section aria-label="The xor of the nimbers">
              <h2>Nimbers in binary</h2>
              <Binary numbers={known} total={total} />
            </section>
          )}
          {answer.moves.some((turn) => turn.moves.length > 1) && (
            <section aria-label="Winning turns">
              <h2>Winning turns</h2>
              <ul class="turns">
                {answer.moves.slice(0, 30).map((turn) => (
                  <li>{turn.moves.map((move) => `${answer.parts[move.part]?.text ?? ""}: ${write(answer.parts[move.part]?.text ?? "")(move.move)}`).join("; ")}</li>
                ))}
              </ul>
            </section>
          )}
          {answer.why.length > 0 && (
            <section class="why" aria-label="Why">
              <h2>Why</h2>
              {answer.why.map((line) => (
                <p>{begun(line)}</p>
              ))}
            </section>
          )}
        </div>
      )}
    </main>
  );
}
