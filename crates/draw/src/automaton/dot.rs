//! Automata as graphs for Graphviz.

use std::fmt::Write as _;

use zug::PatternClaim;

use super::arrows::{arrows, is_dead};

/// The graph of the automaton of a pattern. Letters that lead from one state to the same state share an
/// edge; a state from which nothing is accepted is left out.
pub fn graph(name: &str, claim: &PatternClaim) -> String {
    let mut dot =
        format!("digraph \"{name}\" {{\n  rankdir=LR;\n  start [shape=point];\n  start -> 0;\n");
    let arrows = arrows(claim);
    let states = claim.automaton.accepting.iter().enumerate();
    for (state, accepts) in states.filter(|(state, _)| !is_dead(claim, *state)) {
        let shape = if *accepts { "doublecircle" } else { "circle" };
        let _ = writeln!(dot, "  {state} [shape={shape}];");
        for arrow in arrows.iter().filter(|arrow| arrow.from == state) {
            let label =
                |digits: &Vec<usize>| -> String { digits.iter().map(usize::to_string).collect() };
            let labels: Vec<String> = arrow.letters.iter().map(label).collect();
            let (to, labels) = (arrow.to, labels.join(" "));
            let _ = writeln!(dot, "  {state} -> {to} [label=\"{labels}\"];");
        }
    }
    dot + "}\n"
}
