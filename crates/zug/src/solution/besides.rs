//! What is worked out of all positions besides their values, as solvers that go tier by tier ask for it.

use zug_game::{Fault, Notation, Symmetric};
use zug_lang::{RulesGame, Word};
use zug_solve::strong::tiers::{self, Besides};

/// What is worked out besides values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beside {
    /// The nimbers.
    Nimbers,
    /// The scores with which the game ends.
    Scores,
    /// The scores of a game whose moves gain points.
    Gains,
}

impl Beside {
    /// Calls `work` with what a solver of this game is to work out besides the values.
    pub(crate) fn with<W: Word, T>(
        beside: Option<Self>,
        game: &RulesGame<W>,
        work: impl FnOnce(Option<Besides<'_, W>>) -> T,
    ) -> T {
        let end = |position: &W| end_of_orbit(game, position);
        let gains =
            |position: &W, out: &mut Vec<i64>| -> Result<(), Fault> { game.gains(*position, out) };
        work(beside.map(|beside| match beside {
            Self::Nimbers => Besides::Nimbers,
            Self::Scores | Self::Gains => Besides::Scores(tiers::Scores {
                end: &end,
                gains: if beside == Self::Gains {
                    Some(&gains)
                } else {
                    None
                },
            }),
        }))
    }
}

/// The score with which the game is over in a position.
pub(super) fn end_of_orbit<W: Word>(game: &RulesGame<W>, position: &W) -> Result<i64, Fault> {
    let of = |position: W| game.score_of_end(position);
    let score = of(*position)?;
    for element in 1..game.order() {
        if of(game.image(position, element))? != score {
            let position = game.print(position);
            return Err(Fault::new(format!(
                "a declared symmetry changes the score of the position {position}"
            )));
        }
    }
    Ok(score)
}
