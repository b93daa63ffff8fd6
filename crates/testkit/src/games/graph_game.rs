//! A game given by its graph: every node with its moves, or how it ended.

use proptest::prelude::*;
use zug_game::Scored;
use zug_game::{Fault, Game, Packed, Players, Retractable, Searchable, Step, Symmetric, U256};
use zug_values::{Outcome, Turn};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    Finished(Outcome),
    Moves(Vec<(u16, Turn)>),
}

#[derive(Clone, Debug)]
pub struct GraphGame {
    pub nodes: Vec<Node>,
}

impl GraphGame {
    pub fn positions(&self) -> impl Iterator<Item = u16> + use<> {
        0..self.nodes.len() as u16
    }

    /// Whether all play ends: in each round, the positions whose moves all lead to settled
    /// positions become settled.
    pub fn is_acyclic(&self) -> bool {
        let mut settled = vec![false; self.nodes.len()];
        for _ in 0..self.nodes.len() {
            for (index, node) in self.nodes.iter().enumerate() {
                settled[index] = match node {
                    Node::Finished(_) => true,
                    Node::Moves(moves) => moves.iter().all(|&(to, _)| settled[to as usize]),
                };
            }
        }
        settled.into_iter().all(|settled| settled)
    }
}

impl Game for GraphGame {
    type Position = u16;
    type Move = usize;

    fn start(&self) -> u16 {
        0
    }

    fn players(&self) -> Players<Self> {
        Players::Impartial
    }

    fn result(&self, &position: &u16) -> Result<Option<Outcome>, Fault> {
        Ok(match self.nodes[position as usize] {
            Node::Finished(outcome) => Some(outcome),
            Node::Moves(_) => None,
        })
    }

    fn moves(&self, &position: &u16, out: &mut Vec<usize>) -> Result<(), Fault> {
        if let Node::Moves(moves) = &self.nodes[position as usize] {
            out.extend(0..moves.len());
        }
        Ok(())
    }

    fn play(&self, &position: &u16, &choice: &usize) -> Result<Step<u16>, Fault> {
        let Node::Moves(moves) = &self.nodes[position as usize] else {
            return Err(Fault::new("no move is left"));
        };
        let (position, turn) = moves[choice];
        Ok(Step { position, turn })
    }

    fn move_name(&self, _: &u16, choice: &usize) -> String {
        choice.to_string()
    }
}

/// The predecessors of a position, by looking at all moves.
impl Retractable for GraphGame {
    fn predecessors(&self, &position: &u16, out: &mut Vec<Step<u16>>) -> Result<(), Fault> {
        for (from, node) in (0..).zip(&self.nodes) {
            let Node::Moves(moves) = node else { continue };
            let leading_here = moves.iter().filter(|(to, _)| *to == position);
            out.extend(leading_here.map(|&(_, turn)| Step {
                position: from,
                turn,
            }));
        }
        Ok(())
    }
}

impl Packed for GraphGame {
    fn pack(&self, position: &u16) -> U256 {
        U256::from(*position)
    }

    fn unpack(&self, packed: U256) -> u16 {
        packed.as_u16()
    }
}

impl Scored for GraphGame {}

impl Searchable for GraphGame {
    fn bits(&self) -> u32 {
        16
    }

    fn has_standing(&self) -> bool {
        true
    }

    // A hint may be wrong.
    fn standing(&self, position: &u16) -> i64 {
        i64::from(position % 7) - 3
    }
}

/// The identity alone.
impl Symmetric for GraphGame {
    fn order(&self) -> usize {
        1
    }

    fn image(&self, position: &u16, _: usize) -> u16 {
        *position
    }

    fn canonical(&self, position: &u16) -> u16 {
        *position
    }
}

fn outcomes() -> impl Strategy<Value = Outcome> {
    prop_oneof![Just(Outcome::Win), Just(Outcome::Loss), Just(Outcome::Draw)]
}

fn turns() -> impl Strategy<Value = Turn> {
    prop_oneof![3 => Just(Turn::Passes), 1 => Just(Turn::Kept)]
}

/// Any game of at most `most` positions. Nearly every one has cycles.
pub fn any_games(most: usize) -> impl Strategy<Value = GraphGame> {
    (1..=most).prop_flat_map(|count| {
        let moves = prop::collection::vec((0..count as u16, turns()), 0..4).prop_map(Node::Moves);
        let node = prop_oneof![1 => outcomes().prop_map(Node::Finished), 3 => moves];
        prop::collection::vec(node, count).prop_map(|nodes| GraphGame { nodes })
    })
}

/// A game in which play ends: moves lead to later positions, whose names are then shifted.
pub fn acyclic_games(most: usize) -> impl Strategy<Value = GraphGame> {
    (any_games(most), any::<prop::sample::Index>()).prop_map(|(mut game, shift)| {
        let count = game.nodes.len();
        for (index, node) in game.nodes.iter_mut().enumerate() {
            if let Node::Moves(moves) = node {
                moves.retain(|&(to, _)| to as usize > index);
            }
        }
        // With shifted names, moves may lead to smaller names.
        let shift = shift.index(count) as u16;
        let renamed = |name: u16| (name + shift) % count as u16;
        let mut nodes = vec![Node::Moves(vec![]); count];
        for (index, mut node) in game.nodes.into_iter().enumerate() {
            if let Node::Moves(moves) = &mut node {
                for (to, _) in moves {
                    *to = renamed(*to);
                }
            }
            nodes[renamed(index as u16) as usize] = node;
        }
        GraphGame { nodes }
    })
}

/// An impartial game that ends, in which a player who is stuck has lost.
pub fn impartial_games(most: usize) -> impl Strategy<Value = GraphGame> {
    acyclic_games(most).prop_map(|mut game| {
        for node in &mut game.nodes {
            match node {
                Node::Finished(outcome) => *outcome = Outcome::Loss,
                Node::Moves(moves) => moves.iter_mut().for_each(|edge| edge.1 = Turn::Passes),
            }
        }
        game
    })
}
