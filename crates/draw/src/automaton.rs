//! Automata as graphs for Graphviz.

use std::fmt::Write as _;

use zug::{PatternClaim, PatternDigits};

/// The graph of the automaton of a pattern. Letters that lead from one state to the same state share an
/// edge; a state from which nothing is accepted is left out.
pub fn graph(name: &str, claim: &PatternClaim) -> String {
    let count = match claim.digits {
        PatternDigits::Base(base) => usize::from(base),
        PatternDigits::Recurrent(factor) => usize::from(factor) + 1,
    };
    let table = &claim.automaton;
    let is_dead = |state: usize| {
        !table.accepting[state] && table.next[state].iter().all(|next| *next as usize == state)
    };
    let mut dot =
        format!("digraph \"{name}\" {{\n  rankdir=LR;\n  start [shape=point];\n  start -> 0;\n");
    for (state, accepts) in table
        .accepting
        .iter()
        .enumerate()
        .filter(|(state, _)| !is_dead(*state))
    {
        let shape = if *accepts { "doublecircle" } else { "circle" };
        let _ = writeln!(dot, "  {state} [shape={shape}];");
        let mut edges: Vec<(u32, Vec<String>)> = Vec::new();
        for (letter, next) in table.next[state].iter().enumerate() {
            let digits =
                (0..claim.reads.len() as u32).map(|place| letter / count.pow(place) % count);
            let label: String = digits.map(|digit| digit.to_string()).collect();
            match edges.iter_mut().find(|(known, _)| known == next) {
                Some((_, labels)) => labels.push(label),
                None => edges.push((*next, vec![label])),
            }
        }
        for (next, labels) in edges
            .into_iter()
            .filter(|(next, _)| !is_dead(*next as usize))
        {
            let _ = writeln!(dot, "  {state} -> {next} [label=\"{}\"];", labels.join(" "));
        }
    }
    dot + "}\n"
}
