/** Words of the rules language in colours: a grammar of single lines, as no word goes over several. */

import type { Extension } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

const keywords = new Set("again and assert bag bool climbing closure draw elif else endless for gain game grid if impartial in leaving let level misere move not of or other me player players points repeat require results score show stuck sum symmetry swap type while win".split(" "));
const functions = new Set("abs all any count gcd isqrt len list max min sum".split(" "));
const atoms = new Set(["true", "false", "none"]);

const token = /(?<comment>#.*)|(?<text>"(?:[^"\\]|\\.)*"?)|(?<number>\d+)|(?<word>[A-Za-z_]\w*)|(?<operator>==|!=|<=|>=|\*\*|\/\/|->|\.\.|[-+*/%<>=])/g;

/** What a word is, as a class of the editor's look. */
function kind(word: string, next: string | undefined): string | null {
  if (atoms.has(word)) return "number";
  if (functions.has(word) && next === "(") return "function";
  if (keywords.has(word)) return "keyword";
  return /^[A-Z]/.test(word) ? "name" : null;
}

const marks = new Map(["comment", "text", "number", "operator", "function", "keyword", "name"].map((kind) => [kind, Decoration.mark({ class: `tok-${kind}` })]));

function coloured(view: EditorView): DecorationSet {
  const ranges = [];
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      for (const found of line.text.matchAll(token)) {
        const groups = found.groups!;
        const what = groups.word ? kind(groups.word, line.text[found.index + groups.word.length]) : Object.keys(groups).find((name) => groups[name] !== undefined)!;
        const mark = what && marks.get(what);
        if (mark) ranges.push(mark.range(line.from + found.index, line.from + found.index + found[0].length));
      }
      at = line.to + 1;
    }
  }
  return Decoration.set(ranges);
}

export const colours: Extension = ViewPlugin.define(
  (view) => ({
    decorations: coloured(view),
    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged) this.decorations = coloured(update.view);
    },
  }),
  { decorations: (plugin) => plugin.decorations },
);
