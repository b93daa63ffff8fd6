/**
 * An editor for the rules language.
 *
 * It stands in a shadow root: there CodeMirror makes its styles as constructed style sheets, which
 * the content security policy of the server lets pass, while in a document it would write them
 * into the page.
 */

import { EditorState, type Range, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, highlightActiveLine, keymap, lineNumbers, WidgetType } from "@codemirror/view";
import type { Diagnostic } from "../api";
import { colours } from "./colours";
import { keys } from "./commands";
import { undoing } from "./undo";

const look = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--raised)", fontSize: "14px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55", overflow: "auto" },
  ".cm-content": { padding: "12px 0", caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--raised)", color: "var(--soft)", border: "none", paddingRight: "6px" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--tray) 55%, transparent)" },
  ".tok-keyword": { color: "var(--draw-ink)" },
  ".tok-comment": { color: "var(--soft)", fontStyle: "italic" },
  ".tok-text": { color: "var(--win-ink)" },
  ".tok-number": { color: "var(--loss-ink)" },
  ".tok-function": { color: "var(--endless-ink)" },
  ".tok-name": { color: "var(--accent)" },
  ".tok-operator": { color: "var(--soft)" },
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

export interface Editor {
  show: (faults: Diagnostic[]) => void;
  replace: (text: string) => void;
  text: () => string;
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
        undoing,
        highlightActiveLine(),
        typedOver,
        keymap.of(keys),
        colours,
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
    text: () => view.state.doc.toString(),
    close: () => view.destroy(),
  };
}
