/**
 * The keys of the editor: going about, selecting, deleting, and new lines.
 *
 * CodeMirror's own package of commands carries its syntax trees along, which weigh more than all
 * that is used of it here.
 */

import { EditorSelection, type SelectionRange } from "@codemirror/state";
import type { EditorView, KeyBinding } from "@codemirror/view";

/** Where a motion takes the cursor of a range. */
type Motion = (view: EditorView, range: SelectionRange) => SelectionRange;

const byCharacter = (forward: boolean): Motion => (view, range) => view.moveByChar(range, forward);
const byWord = (forward: boolean): Motion => (view, range) => view.moveByGroup(range, forward);
const byLine = (forward: boolean): Motion => (view, range) => view.moveVertically(range, forward);
const byPage = (forward: boolean): Motion => (view, range) => view.moveVertically(range, forward, Math.max(view.defaultLineHeight, view.scrollDOM.clientHeight * 0.9));
const toEndOfLine = (forward: boolean): Motion => (view, range) => view.moveToLineBoundary(range, forward);
const toEndOfText = (forward: boolean): Motion => (view) => EditorSelection.cursor(forward ? view.state.doc.length : 0);

/** Moves the cursor, or the end of the selection that moves. */
function go(view: EditorView, motion: Motion, extend: boolean): boolean {
  const { main } = view.state.selection;
  const to = motion(view, main);
  const selection = extend ? EditorSelection.range(main.anchor, to.head, to.goalColumn) : to;
  view.dispatch({ selection, scrollIntoView: true, userEvent: "select" });
  return true;
}

/** A motion where nothing is selected; else the selection shrinks to its end on that side. */
const orEdge = (forward: boolean, motion: Motion): Motion => (view, range) => (range.empty ? motion(view, range) : EditorSelection.cursor(forward ? range.to : range.from));

/** Deletes the selection, or what lies between the cursor and where a motion takes it. */
function remove(view: EditorView, motion: Motion): boolean {
  const { main } = view.state.selection;
  const other = main.empty ? motion(view, main).head : main.head;
  const [from, to] = [Math.min(main.anchor, other), Math.max(main.anchor, other)];
  if (from === to) return false;
  view.dispatch({ changes: { from, to }, selection: { anchor: from }, scrollIntoView: true, userEvent: "delete" });
  return true;
}

/** A new line stands as far in as the one before it, and four spaces further after a colon. */
function newLine(view: EditorView): boolean {
  const { state } = view;
  const { from, to } = state.selection.main;
  const line = state.doc.lineAt(from);
  const opens = /:\s*(#.*)?$/.test(line.text.slice(0, from - line.from)) && !/^\s*#/.test(line.text);
  const indent = /^ */.exec(line.text.slice(0, from - line.from))![0] + (opens ? "    " : "");
  view.dispatch({ changes: { from, to, insert: `\n${indent}` }, selection: { anchor: from + 1 + indent.length }, scrollIntoView: true, userEvent: "input" });
  return true;
}

/** A key that moves the cursor, and selects where Shift is held. */
const moving = (keys: { key?: string; mac?: string }, motion: Motion, alone: Motion = motion): KeyBinding => ({
  ...keys,
  preventDefault: true,
  run: (view) => go(view, alone, false),
  shift: (view) => go(view, motion, true),
});

const bothWays: [boolean, string, string][] = [
  [false, "ArrowLeft", "ArrowUp"],
  [true, "ArrowRight", "ArrowDown"],
];

export const keys: KeyBinding[] = [
  ...bothWays.flatMap(([forward, across, along]): KeyBinding[] => {
    const erase = forward ? "Delete" : "Backspace";
    return [
      moving({ key: across }, byCharacter(forward), orEdge(forward, byCharacter(forward))),
      moving({ key: `Mod-${across}`, mac: `Alt-${across}` }, byWord(forward)),
      moving({ mac: `Cmd-${across}` }, toEndOfLine(forward)),
      moving({ key: along }, byLine(forward)),
      moving({ mac: `Cmd-${along}` }, toEndOfText(forward)),
      moving({ key: forward ? "PageDown" : "PageUp" }, byPage(forward)),
      moving({ key: forward ? "End" : "Home" }, toEndOfLine(forward)),
      moving({ key: forward ? "Mod-End" : "Mod-Home" }, toEndOfText(forward)),
      { key: erase, preventDefault: true, run: (view) => remove(view, byCharacter(forward)), shift: (view) => remove(view, byCharacter(forward)) },
      { key: `Mod-${erase}`, mac: `Alt-${erase}`, preventDefault: true, run: (view) => remove(view, byWord(forward)) },
    ];
  }),
  { key: "Enter", run: newLine, shift: newLine },
  {
    key: "Mod-a",
    preventDefault: true,
    run: (view) => {
      view.dispatch({ selection: { anchor: 0, head: view.state.doc.length }, userEvent: "select" });
      return true;
    },
  },
];
