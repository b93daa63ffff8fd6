/** An editor for rules: faults show as one types, and what is written can be played at once. */

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Check, check, type Diagnostic, type Game, get, Refused } from "../api";
import { useKinds } from "../catalogue";
import { go, packRules, parse, unpackRules, usePlace } from "../location";
import { download } from "../download";
import { Count } from "../parts/count";
import { keep, kept } from "../rules/draft";
import { edit, type Editor } from "../rules/editor";
import { writer } from "../squares";
import { coded, curved, grouped, sentence } from "../typeset";

const BLANK = `game last_stone(n = 10)
impartial

heap: 0..n = n

move take(k in 1..3) if k <= heap "{k}":
    heap -= k

show heap
`;

/** The number of letters of packed rules up to which the address carries them. */
const LONGEST = 6000;

/** How long one must not type before the rules are checked. */
const PAUSE = 250;

export function Screen(): JSX.Element {
  const place = usePlace();
  const { kinds } = useKinds();
  const packed = place.query.get("rules") ?? "";
  const frame = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const [text, setText] = useState<string | null>(null);
  const [found, find] = useState<Check | null>(null);
  const [failure, fail] = useState<string | null>(null);
  const [tooLong, outgrow] = useState(false);
  /** The text that was found to make a game. */
  const [sound, setSound] = useState<string | null>(null);
  const [broken, setBroken] = useState<Diagnostic | null>(null);
  /** A text of the person's that is kept and not shown. */
  const [other, setOther] = useState<string | null>(null);
  /** The text that was loaded: as long as it is unchanged, the address of its game tells it. */
  const loaded = useRef<string | null>(null);
  /** The packed text that the editor holds, so that its own changes of the address load nothing. */
  const own = useRef<string | null>(null);
  /** Whether the editor still has the text of another place. */
  const loading = useRef(false);

  useEffect(() => {
    if (own.current === `${place.game} ${packed}`) return;
    own.current = `${place.game} ${packed}`;
    loading.current = true;
    let here = true;
    const load = packed ? unpackRules(packed) : place.game ? get<Game>(`games/${encodeURIComponent(place.game)}`).then((game) => game.text) : Promise.resolve(kept("now") ?? BLANK);
    load.then(
      (rules) => {
        if (!here) return;
        const start = rules ?? BLANK;
        loading.current = false;
        loaded.current = start;
        setText(start);
        if (!editor.current) editor.current = edit(frame.current!, start, typed);
        else if (editor.current.text() !== start) editor.current.replace(start);
        const own = kept("now");
        const before = kept("before");
        setOther(own !== null && own !== start ? own : before !== start ? before : null);
      },
      (error: unknown) => here && fail(error instanceof Refused ? error.problem.detail : String(error)),
    );
    return () => {
      here = false;
    };
  }, [place.game, packed]);

  useEffect(() => () => editor.current?.close(), []);

  /** Keeps what is in the editor, and what it takes the place of. */
  function typed(next: string): void {
    setText(next);
    const own = kept("now");
    const begun = loaded.current;
    if (next === begun && next !== own) return;
    if (begun !== null && own !== null && own !== begun) {
      keep("before", own);
      setOther(own);
    }
    keep("now", next);
    loaded.current = next;
  }

  function put(next: string): void {
    const shown = editor.current?.text() ?? "";
    editor.current?.replace(next);
    keep("now", next);
    keep("before", shown);
    setOther(shown);
  }

  useEffect(() => {
    if (text === null) return;
    const control = new AbortController();
    const timer = setTimeout(() => {
      if (text === kept("now")) void carry(text);
      check(text, {}, control.signal).then(
        (reply) => {
          fail(null);
          find(reply);
          setBroken(null);
          setSound(reply.ok ? text : null);
          editor.current?.show(reply.diagnostics);
        },
        (error: unknown) => {
          if (error instanceof DOMException) return;
          fail(error instanceof Refused ? error.problem.detail : String(error));
        },
      );
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [text]);

  useEffect(() => {
    document.title = "Rules · Zug";
  }, []);

  /** Puts the text into the address, unless it is too long for one. */
  async function carry(rules: string): Promise<void> {
    const text = await packRules(rules);
    // The person may have gone elsewhere in the meantime.
    const place = parse(location.hash);
    if (loading.current || place.screen !== "rules") return;
    const fits = text.length <= LONGEST;
    outgrow(!fits);
    own.current = `${place.game} ${fits ? text : ""}`;
    go({ ...place, screen: "rules", query: new Map(fits ? [["rules", text]] : []) }, "quietly");
  }

  async function open(screen: string): Promise<void> {
    if (text === null) return;
    const rules = await packRules(text);
    // The back button comes back to this text.
    own.current = ` ${rules}`;
    go({ screen: "rules", game: "", query: new Map([["rules", rules]]) }, "quietly");
    go({ screen, game: "", query: new Map([["rules", rules]]) });
  }

  const fault = broken ?? found?.diagnostics[0];
  const good = found?.ok === true && !broken && sound === text;
  const size = found?.size;
  return (
    <main class="rules-screen" id="content" tabIndex={-1}>
      <header class="title">
        <h1>Rules</h1>
        <p class="rules">Write the rules of a game, and play it against an opponent who never errs. What cannot be understood is told under its line.</p>
      </header>
      <div class="row tools">
        <label class="field">
          <span>Begin with</span>
          <select value={place.game} onChange={(event) => go({ screen: "rules", game: event.currentTarget.value, query: new Map() })}>
            <option value="">a heap of stones</option>
            {kinds?.map((kind) => (
              <optgroup label={kind.kind}>
                {kind.games.map((game) => (
                  <option value={game.name}>{curved(game.title)}</option>
                ))}
              </optgroup>
            ))}
          </select>
        </label>
        <button type="button" class="main" disabled={!found?.ok} onClick={() => void open("play")}>
          Play
        </button>
        <button type="button" disabled={!found?.ok} onClick={() => void open("tree")}>
          Tree
        </button>
        <button type="button" disabled={text === null} onClick={() => download(`${found?.game ?? "rules"}.zug`, text ?? "")}>
          Save as a file
        </button>
        <label class="file">
          <input
            type="file"
            accept=".zug,text/plain"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              event.currentTarget.value = "";
              if (file) void file.text().then(put, (error: unknown) => fail(String(error)));
            }}
          />
          <span>Open a file</span>
        </label>
        {other !== null && other !== text && (
          <button type="button" class="quiet" onClick={() => put(other)}>
            Back to your text before
          </button>
        )}
      </div>
      <div class="desk">
        <div class="editor" ref={frame} />
        <aside class="side">
          <section aria-label="What was found">
            <h2>What was found</h2>
            <div role="status" aria-live="polite">
              {failure && <p class="bad">{failure}</p>}
              {fault && (
                <p class="bad" data-fault>
                  Line {fault.line}, column {fault.column}: {coded(sentence(fault.message))}.
                  {fault.remedy && <span class="faint"> {/^the rules break/.test(fault.remedy) ? `${fault.remedy[0]!.toUpperCase()}${fault.remedy.slice(1)}.` : <>To mend it: {coded(fault.remedy)}</>}</span>}
                </p>
              )}
              {found?.setting && <p class="bad">{coded(sentence(found.setting))}</p>}
              {tooLong && <p class="faint">These rules are too long for a link: save them as a file to pass them on.</p>}
              {good && <p class="good">These rules make a game.</p>}
            </div>
            {found?.ok && sound === text && sound !== null && (
              <section class="count" aria-label="Positions">
                <h3>Positions</h3>
                <Count
                  key={sound}
                  rules={sound}
                  name={found.game ?? ""}
                  onBreak={(at) => {
                    setBroken(at);
                    editor.current?.show([at]);
                  }}
                />
              </section>
            )}
            {found?.ok && (
              <dl class="facts">
                <dt>Players</dt>
                <dd>{found.players ? found.players.join(" and ") : "impartial: both have the same moves"}</dd>
                {size && (
                  <>
                    <dt>States that the variables can express</dt>
                    <dd>
                      {size.states ? grouped(size.states) : "2¹²⁸ or more"}
                      <span class="faint">, {size.bits} bits</span>
                    </dd>
                    <dt>Moves, with their choices made</dt>
                    <dd>{size.ground_moves.map(grouped).join(" and ")}</dd>
                    <dt>Symmetries</dt>
                    <dd>{size.symmetries}</dd>
                  </>
                )}
                {found.parameters.length > 0 && (
                  <>
                    <dt>Parameters</dt>
                    <dd>{found.parameters.map((parameter) => `${parameter.name} = ${parameter.default}`).join(", ")}</dd>
                  </>
                )}
                <dt>Start</dt>
                <dd>
                  <code>{writer(found.game ?? undefined)(found.start ?? "")}</code>
                </dd>
              </dl>
            )}
          </section>
        </aside>
      </div>
    </main>
  );
}
