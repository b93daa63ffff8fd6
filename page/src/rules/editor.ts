/**
 * An editor for the rules language.
 *
 * It stands in a shadow root: there CodeMirror makes its styles as constructed style sheets, which
 * the content security policy of the server lets pass, while in a document it would write them
 * into the page.
 */

import { history, historyKeymap, standardKeymap } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { EditorState, type Range, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, highlightActiveLine, keymap, lineNumbers, WidgetType } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Diagnostic } from "../api";

const keywords = new Set("again and assert bag bool climbing closure draw elif else for game grid if impartial in leaving let level misere move none not of or other me player players points repeat require results score show stuck sum symmetry swap type while win".split(" "));
const functions = new Set("abs all any count len list max min sum".split(" "));

const rulesLanguage = StreamLanguage.define({
  name: "zug",
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/#.*/)) return "comment";
    if (stream.match(/"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.match(/\d+/)) return "number";
    const word = stream.match(/[A-Za-z_]\w*/);
    if (word && word !== true) {
      const text = word[0];
      if (text === "true" || text === "false" || text === "none") return "atom";
      if (text === "sum" || functions.has(text)) return stream.peek() === "(" ? "typeName" : keywords.has(text) ? "keyword" : "variableName";
      if (keywords.has(text)) return "keyword";
      return /^[A-Z]/.test(text) ? "labelName" : "variableName";
    }
    if (stream.match(/==|!=|<=|>=|\*\*|\/\/|->|\.\.|[-+*/%<>=]/)) return "operator";
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "#" } },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--draw-ink)" },
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--win-ink)" },
  { tag: [tags.number, tags.atom], color: "var(--loss-ink)" },
  { tag: tags.typeName, color: "var(--tie-ink)" },
  { tag: tags.labelName, color: "var(--accent)" },
  { tag: tags.operator, color: "var(--soft)" },
]);

const look = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--raised)", fontSize: "14px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55", overflow: "auto" },
  ".cm-content": { padding: "12px 0", caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--soft)", border: "none", paddingRight: "6px" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--tray) 55%, transparent)" },
  ".fault-mark": { backgroundColor: "color-mix(in srgb, var(--loss) 22%, transparent)" },
  ".fault-line": { whiteSpace: "pre-wrap", padding: "0 6px", color: "var(--loss-ink)", lineHeight: "1.5" },
  ".fault-line .remedy": { color: "var(--soft)" },
});

/** The carets under the faulty characters and the message, between two lines of the text. */
class FaultLine extends WidgetType {
  constructor(readonly fault: Diagnostic) {
    super();
  }

  override eq(other: FaultLine): boolean {
    return JSON.stringify(other.fault) === JSON.stringify(this.fault);
  }

  toDOM(): HTMLElement {
    const { column, length, message, label, remedy } = this.fault;
    const line = document.createElement("div");
    line.className = "fault-line";
    const pad = " ".repeat(Math.max(0, column - 1));
    line.append(`${pad}${"^".repeat(Math.max(1, length))} ${label || message}\n`);
    if (label && label !== message) line.append(`${message}\n`);
    if (remedy) {
      const words = document.createElement("span");
      words.className = "remedy";
      words.textContent = remedy;
      line.append(words);
    }
    return line;
  }
}

const setFaults = StateEffect.define<Diagnostic[]>();

const faults = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(old, transaction) {
    let set = old.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setFaults)) continue;
      const length = transaction.state.doc.length;
      const ranges: Range<Decoration>[] = [];
      for (const fault of effect.value) {
        const from = Math.min(fault.start, length);
        const to = Math.min(Math.max(fault.end, from), length);
        if (to > from) ranges.push(Decoration.mark({ class: "fault-mark" }).range(from, to));
        const end = transaction.state.doc.lineAt(from).to;
        ranges.push(Decoration.widget({ widget: new FaultLine(fault), block: true, side: 1 }).range(end));
      }
      set = Decoration.set(ranges, true);
    }
    return set;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/**
 * Typing over a selection is done here: the browser would do it with inline styles, which the
 * content security policy refuses.
 */
const typedOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    if (event.inputType !== "insertText" || event.isComposing || event.data === null || view.state.selection.main.empty) return false;
    event.preventDefault();
    view.dispatch({ ...view.state.replaceSelection(event.data), scrollIntoView: true, userEvent: "input.type" });
    return true;
  },
});

/** A new line after a line that ends with a colon stands four spaces further in. */
function openBlock(view: EditorView): boolean {
  const { state } = view;
  const { from, to } = state.selection.main;
  const line = state.doc.lineAt(from);
  if (!/:\s*(#.*)?$/.test(line.text.slice(0, from - line.from)) || /^\s*#/.test(line.text)) return false;
  const indent = /^ */.exec(line.text)![0] + "    ";
  view.dispatch({ changes: { from, to, insert: `\n${indent}` }, selection: { anchor: from + 1 + indent.length }, scrollIntoView: true, userEvent: "input" });
  return true;
}

export interface Editor {
  show: (faults: Diagnostic[]) => void;
  replace: (text: string) => void;
  close: () => void;
}

/** Makes an editor within `parent`; `changed` is told each new text. */
export function edit(parent: HTMLElement, text: string, changed: (text: string) => void): Editor {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: "open" });
  root.replaceChildren();
  const place = document.createElement("div");
  place.style.height = "100%";
  root.append(place);
  const view = new EditorView({
    parent: place,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        highlightActiveLine(),
        typedOver,
        keymap.of([{ key: "Enter", run: openBlock }, ...standardKeymap, ...historyKeymap]),
        rulesLanguage,
        syntaxHighlighting(colours),
        look,
        faults,
        EditorView.contentAttributes.of({ "aria-label": "Rules of the game", spellcheck: "false" }),
        EditorView.updateListener.of((update) => update.docChanged && changed(update.state.doc.toString())),
      ],
    }),
  });
  return {
    show: (list) => view.dispatch({ effects: setFaults.of(list) }),
    replace: (next) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next }, effects: setFaults.of([]) }),
    close: () => view.destroy(),
  };
}
