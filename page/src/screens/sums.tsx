/** Several games at once: their nimbers, the xor, and the winning moves in their parts. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Compound, Sum } from "../api";
import { useWork } from "../ask";
import { go, usePlace } from "../location";
import { Fault, Progress } from "../parts/notices";
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
const suggestions = ["nim(5)", "kayles(7)", "0.137(12)", "{1,3,4}(21)", "grundy", "chomp", "cram"];

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
  const asked = useWork<Sum>("sum", parts.length > 0 ? { parts, compound, ...(play ? { play } : {}) } : null);
  const answer = asked.answer;
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
            <b class={`tag ${what}`} aria-hidden="true">
              {letters[what]}
            </b>
            <span>For the player to move: {what === "endless" ? "an " : what === "unknown" ? "" : "a "}{words(answer.value)}.</span>
          </p>
          <ul class="sum-parts">
            {answer.parts.map((part, at) => {
              const winning = answer.moves.flatMap((turn) => turn.moves.filter((move) => move.part === at).map((move) => ({ ...move, alone: turn.moves.length === 1 })));
              const distinct = winning.filter((move, n) => winning.findIndex((other) => other.move === move.move) === n);
              return (
                <li class={distinct.length > 0 ? "winning" : ""}>
                  <h2 class="part">{part.text}</h2>
                  <p class="worth">
                    {part.nimber != null ? (
                      <>
                        <span class="faint">nimber</span> <strong>{part.nimber}</strong>
                      </>
                    ) : part.outcome ? (
                      words({ outcome: part.outcome, at_least: null, at_most: null, tie: null, remoteness: part.remoteness, endless: false, within: null, nimber: null, score: null })
                    ) : (
                      <span class="faint">{part.without ?? "no nimber"}</span>
                    )}
                  </p>
                  {distinct.length > 0 && (
                    <p>
                      <span class="faint">wins: </span>
                      {distinct.slice(0, 12).map((move, n) => (
                        <>
                          {n > 0 && ", "}
                          <b class="win-move">{write(part.text)(move.move)}</b>
                          {left(at) !== null && <span class="faint"> leaves {left(at)}</span>}
                        </>
                      ))}
                    </p>
                  )}
                </li>
              );
            })}
          </ul>
          {compound === "one" && known.length === nimbers.length && known.length > 0 && (
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
