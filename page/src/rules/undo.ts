/** Undo and redo: what takes the text back to where it was, in groups of what was typed at once. */

import { Annotation, type ChangeSet, type EditorSelection, type Extension, type StateCommand, StateField, type Transaction } from "@codemirror/state";
import { keymap } from "@codemirror/view";

/** A way back: the changes that undo what was done, and what was selected before. */
interface Back {
  changes: ChangeSet;
  selection: EditorSelection;
  /** What the person did, and when the person did it last. */
  event: string;
  time: number;
  /** Where the change ended: what goes on there belongs to it. */
  end: number;
}

type Side = "done" | "undone";
type Past = Record<Side, Back[]>;

/** Changes that come from here, with the list that their own way back belongs to. */
const returning = Annotation.define<Side>();

/** Typing that pauses for less than this many milliseconds is undone at once. */
const PAUSE = 600;

/** The number of groups that are kept. */
const KEPT = 300;

function told(transaction: Transaction): Back {
  let end = 0;
  transaction.changes.iterChanges((_, __, ___, to) => (end = to));
  const event = transaction.isUserEvent("input.type") ? "input" : transaction.isUserEvent("delete") ? "delete" : "";
  return { changes: transaction.changes.invert(transaction.startState.doc), selection: transaction.startState.selection, event, time: Date.now(), end };
}

const past = StateField.define<Past>({
  create: () => ({ done: [], undone: [] }),
  update(old, transaction) {
    if (!transaction.docChanged) return old;
    const back = told(transaction);
    const side = transaction.annotation(returning);
    if (side) {
      const from: Side = side === "done" ? "undone" : "done";
      return { ...old, [from]: old[from].slice(0, -1), [side]: [...old[side], { ...back, event: "" }] };
    }
    const last = old.done.at(-1);
    const { main } = transaction.startState.selection;
    if (last && back.event !== "" && last.event === back.event && back.time - last.time < PAUSE && last.end === main.head) {
      const joined = { ...back, changes: back.changes.compose(last.changes), selection: last.selection };
      return { done: [...old.done.slice(0, -1), joined], undone: [] };
    }
    return { done: [...old.done.slice(1 - KEPT), back], undone: [] };
  },
});

const goBack = (side: Side): StateCommand => ({ state, dispatch }) => {
  const back = state.field(past)[side].at(-1);
  if (!back) return false;
  const { changes, selection } = back;
  dispatch(state.update({ changes, selection, annotations: returning.of(side === "done" ? "undone" : "done"), scrollIntoView: true, userEvent: side === "done" ? "undo" : "redo" }));
  return true;
};

/** Undo by Ctrl-Z, redo by Ctrl-Y or Ctrl-Shift-Z. */
export const undoing: Extension = [
  past,
  keymap.of([
    { key: "Mod-z", run: goBack("done"), shift: goBack("undone"), preventDefault: true },
    { key: "Mod-y", run: goBack("undone"), preventDefault: true },
  ]),
];
