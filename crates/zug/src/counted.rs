//! A theorem at the nodes of a search: who wins by the moves that are left.
//!
//! The theorem is about partizan games whose moves only ever become fewer, such as Domineering.
//! A position becomes the set of the moves that are left, by a look-up for each byte of the packed
//! position; [`zug_solve::shrinking`] counts these moves. The count says who wins but not in how
//! many plies, so that a search asks it only about aims without a number of plies.

use zug_game::{Game, Player, Players, Searchable, U256};
use zug_job::Budget;
use zug_lang::{RulesGame, Shrinking, Word};
use zug_solve::search::{NodeTheorem, Told};
use zug_solve::shrinking::{MoveSet, PartSum};
use zug_values::Outcome;

/// Counts the moves that are left to both players and adds up their parts, in a partizan game whose
/// moves only ever become fewer and in which whoever has none loses.
struct CountedMoves<W, const WORDS: usize> {
    game: RulesGame<W>,
    mover: fn(&RulesGame<W>, &W) -> Player,
    /// For each byte of a position and each content of it, the moves that are left as far as
    /// that byte tells.
    left: Vec<[MoveSet<WORDS>; 256]>,
    sum: PartSum<WORDS>,
}

/// The theorem for a game; `None` for a game of another kind.
pub(crate) fn theorem<W: Word>(
    game: &RulesGame<W>,
    budget: &Budget,
) -> Option<Box<dyn NodeTheorem<W>>> {
    let moves = game.shrinking()?;
    Some(match moves.takes().len() {
        ..=64 => Box::new(CountedMoves::<W, 1>::new(game, &moves, budget)?),
        65..=128 => Box::new(CountedMoves::<W, 2>::new(game, &moves, budget)?),
        _ => Box::new(CountedMoves::<W, 4>::new(game, &moves, budget)?),
    })
}

impl<W: Word, const WORDS: usize> CountedMoves<W, WORDS> {
    fn new(game: &RulesGame<W>, moves: &Shrinking, budget: &Budget) -> Option<Self> {
        let Players::Partizan(mover) = game.players() else {
            return None;
        };
        if game.stuck() != Outcome::Loss {
            return None;
        }
        let takes = moves.takes().iter();
        let takes: Vec<_> = takes.map(|taken| taken.iter().copied().collect()).collect();
        let sum = PartSum::new(&takes, moves.of_first(), budget)?;
        let bytes = Searchable::bits(game).div_ceil(8);
        let left = (0..bytes).map(|byte| {
            std::array::from_fn(|content| {
                let of_byte = |bits: U256| (bits >> (8 * byte)).as_usize() & 0xff;
                let tests = moves.tests().enumerate();
                let left = tests
                    .filter(|(_, (mask, pattern))| content & of_byte(*mask) == of_byte(*pattern));
                left.map(|(number, _)| number).collect()
            })
        });
        Some(Self {
            game: game.clone(),
            mover,
            left: left.collect(),
            sum,
        })
    }
}

impl<W: Word, const WORDS: usize> NodeTheorem<W> for CountedMoves<W, WORDS> {
    fn tell(&self, position: &W) -> Told {
        let bytes = position.widen().to_le_bytes();
        let left = self.left.iter().zip(bytes);
        let left = left.map(|(of_byte, content)| of_byte[usize::from(content)]);
        let left = left.reduce(MoveSet::and).unwrap_or_default();
        let first_moves = (self.mover)(&self.game, position) == Player::First;
        let counted = self.sum.tell(left, first_moves);
        Told {
            outcome: counted.outcome,
            promise: counted.margin,
        }
    }
}
