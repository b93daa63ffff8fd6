//! One position of a tree, as its source has it: the node without branches, and which moves are
//! best.

use zug_game::Player;
use zug_solve::scores::by_move;
use zug_values::{Outcome, Turn};

use super::node::Node;
use super::source::Source;
use crate::assess::{Known, KnownMove};
use crate::error::Error;
use crate::problem::{Position, Problem};

/// Looks at the positions of a tree.
pub(super) struct Looking<'a> {
    pub(super) problem: &'a Problem,
    source: &'a dyn Source,
    players: Option<[String; 2]>,
}

/// A position that was looked at.
pub(super) struct Looked {
    /// The node, which has no branches yet.
    pub(super) node: Node,
    /// The moves, in the order of the rules.
    pub(super) moves: Vec<KnownMove>,
    /// The player to move. In an impartial game whoever moves at the root counts as the first.
    pub(super) mover: Player,
    /// The bounds of the best moves.
    best: Option<Known>,
    /// The score of the node for its player to move, where it is known.
    score: Option<i64>,
}

impl<'a> Looking<'a> {
    pub(super) fn new(problem: &'a Problem, source: &'a dyn Source) -> Self {
        Self {
            problem,
            source,
            players: problem.players(),
        }
    }

    /// Whether the game is impartial.
    pub(super) fn is_impartial(&self) -> bool {
        self.players.is_none()
    }

    /// The player whose view the minimax values have.
    pub(super) fn view(&self) -> String {
        match &self.players {
            Some([first, _]) => first.clone(),
            None => "the player to move".to_owned(),
        }
    }

    /// Whether the minimax values are scores.
    pub(super) fn has_scores(&self) -> bool {
        self.source.tells_scores()
    }

    /// Looks at a position. In an impartial game `by_turn` is the player to move.
    pub(super) fn at(&self, position: &Position, by_turn: Player) -> Result<Looked, Error> {
        let (known, moves) = self.source.look(position)?;
        let mover = match self.players {
            Some(_) => self.problem.mover(position),
            None => by_turn,
        };
        let score = self.source.score(position)?;
        let by_outcome = known.outcome().map(|outcome| match outcome {
            Outcome::Win => 1,
            Outcome::Draw => 0,
            Outcome::Loss => -1,
        });
        let worth = if self.source.tells_scores() {
            score
        } else {
            by_outcome
        };
        let minimax = worth.map(|of_mover| match mover {
            Player::First => of_mover,
            Player::Second => -of_mover,
        });
        let node = Node {
            label: self.problem.label(position),
            position: self.problem.print(position),
            mover: self.players.as_ref().map(|[first, second]| match mover {
                Player::First => first.clone(),
                Player::Second => second.clone(),
            }),
            known,
            minimax,
            branches: Vec::new(),
            cut: false,
            same_as: None,
        };
        Ok(Looked {
            best: best_of(known, &moves),
            node,
            moves,
            mover,
            score,
        })
    }
}

impl Looked {
    /// The node of a position whose moves are left out.
    pub(super) fn cut(&mut self) {
        self.node.cut = !self.moves.is_empty();
        self.moves.clear();
    }

    /// Who moves after a move, by whose turn it is then.
    pub(super) fn next_by_turn(&self, turn: Turn) -> Player {
        match turn {
            Turn::Passes => self.mover.opponent(),
            Turn::Kept => self.mover,
        }
    }

    /// Whether no other move is known to be better than one that leads to the position `child`.
    pub(super) fn is_best(&self, answer: &KnownMove, child: &Self) -> bool {
        let legal = &answer.legal;
        let by_move = child
            .score
            .map(|after| by_move(legal.gain, after, legal.turn));
        match self.score {
            Some(score) => by_move == Some(score),
            None => self.best.is_some_and(|best| is_as_good(answer.known, best)),
        }
    }
}

/// The bounds of the best moves; `None` where it is not known which moves are best.
fn best_of(known: Known, moves: &[KnownMove]) -> Option<Known> {
    let outcome = known.outcome()?;
    let known = moves.iter().map(|of| of.known);
    let keeping = known.filter(|known| known.at_least() == outcome);
    keeping.max_by_key(|known| known.rank())
}

/// Whether a move is as good as the best: of the same value, or, where the number of plies is not
/// known, of the same outcome.
fn is_as_good(known: Known, best: Known) -> bool {
    match (known.value(), best.value()) {
        (Some(value), Some(best)) => value == best,
        _ => known.outcome() == best.outcome(),
    }
}
