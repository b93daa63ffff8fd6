//! Tokens on graphs side by side: sums in which play can go round in a circle, solved as one game.

use std::collections::{BTreeSet, HashMap};

use zug_game::{Fault, Game, Players, Step};
use zug_values::{Outcome, Value};

use super::two_tables::{Dice, Table};

/// Several graphs side by side; a move goes along an edge of one graph.
pub struct Whole<'a>(pub Vec<&'a Table>);

impl Game for Whole<'_> {
    type Position = [u16; 3];
    type Move = (usize, u16);

    fn start(&self) -> [u16; 3] {
        [0; 3]
    }

    fn players(&self) -> Players<Self> {
        Players::Impartial
    }

    fn moves(&self, at: &[u16; 3], out: &mut Vec<(usize, u16)>) -> Result<(), Fault> {
        for (part, graph) in self.0.iter().enumerate() {
            out.extend(graph[at[part] as usize].iter().map(|&to| (part, to)));
        }
        Ok(())
    }

    fn play(&self, at: &[u16; 3], &(part, to): &(usize, u16)) -> Result<Step<[u16; 3]>, Fault> {
        let mut after = *at;
        after[part] = to;
        Ok(Step::passing(after))
    }

    fn move_name(&self, _: &[u16; 3], (part, to): &(usize, u16)) -> String {
        format!("{part}: {to}")
    }
}

impl Whole<'_> {
    /// All ways to put a token on each graph.
    pub fn positions(&self) -> Vec<[u16; 3]> {
        let mut all = vec![[0; 3]];
        for (part, graph) in self.0.iter().enumerate() {
            let longer = all.iter().flat_map(|at: &[u16; 3]| {
                (0..graph.len() as u16).map(move |node| {
                    let mut at = *at;
                    at[part] = node;
                    at
                })
            });
            all = longer.collect();
        }
        all
    }

    /// The moves that leave the opponent this outcome.
    pub fn leaving(
        &self,
        at: &[u16; 3],
        outcome: Outcome,
        values: &HashMap<[u16; 3], Value>,
    ) -> BTreeSet<(usize, u16)> {
        let mut moves = Vec::new();
        self.moves(at, &mut moves).unwrap();
        moves
            .retain(|choice| values[&self.play(at, choice).unwrap().position].outcome() == outcome);
        moves.into_iter().collect()
    }
}

/// A graph of 1 to 8 nodes, sparse or dense, in which play may go round.
pub fn graph(dice: &mut Dice) -> Table {
    let nodes = 1 + dice.below(8);
    let most = 1 + dice.below(6);
    let table = (0..nodes).map(|_| {
        let moves = dice.below(most + 1);
        (0..moves).map(|_| dice.below(nodes)).collect()
    });
    table.collect()
}

/// The rules of a token on a graph, as text. Its parameter is the node that the token starts on.
pub fn rules(graph: &Table) -> String {
    let nodes = graph.len();
    let arrows = graph.iter().enumerate().flat_map(|(from, options)| {
        let different: BTreeSet<u16> = options.iter().copied().collect();
        different
            .into_iter()
            .map(move |to| format!("({from}, {to})"))
    });
    // A list of pairs cannot be empty: this pair is of no node.
    let arrows: Vec<String> = arrows.chain([format!("({nodes}, 0)")]).collect();
    format!(
        "game token(start = 0)\nimpartial\n\nlet arrows = [{}]\ntype node = 0..{nodes}\n\n\
         at: node = start\n\nmove to(b in {{b for (a, b) in arrows if a == at}}):\n    at = b\n",
        arrows.join(", ")
    )
}
