//! A move in each part of any non-empty set: the selective compound.
//!
//! C. A. B. Smith, *Graphs and composite games* (1966); J. H. Conway, *On Numbers
//! and Games* (1976), ch. 14; *Winning Ways* (1982), ch. 10. For impartial parts.
//!
//! **Normal play.** The compound is lost exactly if every part, played alone, is lost.
//! Why: where all parts are lost, a turn makes each part that it moves won, and the reply
//! moves just these parts so that they are lost again. Where some parts are won, moving
//! each won part to a lost option leaves lost parts alone. In parts in which play can go
//! round in a circle the winner replies by shortest wins, so that the remotenesses fall
//! and play ends. If a part is a draw, so is the compound: no move makes a drawn part
//! lost, so that after any turn some part is won or drawn, and a player who faces such
//! parts moves the won ones to lost options and keeps the drawn ones drawn, and so is
//! never stuck.
//!
//! **Misère play, parts that end.** If one part is live, its own misère outcome decides;
//! if no part is live, the mover has won. With two or more live parts, the outcome is
//! that of normal play. Why: where two or more live parts are all lost in normal play, a
//! turn makes each part that it moves won, and a won part is live: still two or more
//! parts are live, and some are won. Where some parts are won, move each won part to a
//! lost option; if that leaves two live parts, the argument goes on as above. Else every
//! live part but at most one, say A, can be moved to its end. Take for A the part that
//! stays live, or, if none does, any live part. At least one other part moves to its end.
//! If A is lost in misère play, leave it; else move it to an option that is lost in
//! misère play. That option is live, as a dead part is won in misère play. So one live
//! part is left, and it is lost in misère play.
//!
//! Cost: one look at each part. Not for misère play of parts with cycles: take two
//! copies of a part that can end or stay as it is. Both are won in normal play,
//! yet in misère play nobody wants to end them: a draw. Not for partizan parts: take a
//! part with one move of First's beside a part with one move of Second's. Played alone,
//! the first part is won for First, but First loses the compound, having no second move.
//!
//! ```
//! use zug_solve::compound::selective;
//! use zug_values::{Outcome, Play, Plies, Value};
//!
//! assert_eq!(selective::normal([Outcome::Loss, Outcome::Win]), Outcome::Win);
//! // Two heaps of one coin each: alone each is lost in misère play, but the
//! // mover of both takes one of them and leaves the other.
//! let coin = (Value::Win(Plies(1)), Value::Loss(Plies(1)));
//! assert_eq!(selective::misere([coin]), Outcome::Loss);
//! assert_eq!(selective::misere([coin, coin]), Outcome::Win);
//! ```

use zug_game::Player;
use zug_values::{Outcome, Play, Plies, Value};

use super::part::Part;
use super::turn_set::{NumberedPart, Pick, TurnSet};

/// The mover's outcome in normal play, from the outcomes of the parts, each played alone.
pub fn normal(parts: impl IntoIterator<Item = Outcome>) -> Outcome {
    let mut whole = Outcome::Loss;
    for part in parts {
        match part {
            Outcome::Draw => return Outcome::Draw,
            Outcome::Win => whole = Outcome::Win,
            Outcome::Loss => {}
        }
    }
    whole
}

/// The mover's outcome in misère play, from the values of each part played alone: the
/// first under normal play, the second under misère play. The parts must be impartial. If
/// two or more parts are live, play in them must end.
pub fn misere(parts: impl IntoIterator<Item = (Value, Value)>) -> Outcome {
    let mut alone = Outcome::Win;
    let mut live = 0;
    let normal = normal(
        parts
            .into_iter()
            .filter(|&(normal, _)| normal != Value::Loss(Plies::ZERO))
            .map(|(normal, misere)| {
                live += 1;
                alone = misere.outcome();
                normal.outcome()
            }),
    );
    if live > 1 { normal } else { alone }
}

/// The winning turns of normal play: each won part moves to a lost option, and no other
/// part moves.
pub(crate) fn normal_turns<'a>(
    parts: &'a [NumberedPart<'a>],
) -> impl Iterator<Item = TurnSet> + 'a {
    let whole = normal(parts.iter().map(|of| outcome(of.part, Play::Normal)));
    (whole == Outcome::Win)
        .then(|| win_all(parts, 0))
        .into_iter()
}

/// The winning turns of misère play, where at least two parts are live.
pub(crate) fn misere_turns<'a>(
    parts: &'a [NumberedPart<'a>],
) -> impl Iterator<Item = TurnSet> + 'a {
    let whole = normal(parts.iter().map(|of| outcome(of.part, Play::Normal)));
    let won = whole == Outcome::Win;
    let lost = parts
        .iter()
        .filter(|of| outcome(of.part, Play::Normal) == Outcome::Loss)
        .count();
    // The lost parts stay as they are, and are live: two parts are to be live in all.
    let two_stay = won.then(|| win_all(parts, 2usize.saturating_sub(lost)));
    let lasting: Vec<usize> = (0..parts.len())
        .filter(|&n| !parts[n].options().any(|option| option.is_dead()))
        .collect();
    // All parts but one must end, so that a part which cannot end is the one that stays.
    let survivors = match (won, &lasting[..]) {
        (true, []) => 0..parts.len(),
        (true, &[only]) => only..only + 1,
        _ => 0..0,
    };
    let one_stays = survivors.map(|survivor| leave_one(parts, survivor));
    two_stay.into_iter().chain(one_stays)
}

/// The turns that move each won part to a lost option, at least `marks` of them live.
fn win_all(parts: &[NumberedPart<'_>], marks: usize) -> TurnSet {
    let won = parts
        .iter()
        .filter(|of| outcome(of.part, Play::Normal) == Outcome::Win);
    TurnSet {
        marks,
        lists: won
            .map(|of| {
                let lost = of
                    .options()
                    .filter(|option| outcome(option, Play::Normal) == Outcome::Loss);
                (
                    of.index,
                    lost.map(|to| Pick::to(&to, !to.is_dead())).collect(),
                )
            })
            .collect(),
    }
}

/// The turns that move every part to its end but the one with the number `survivor`, which
/// is left, or moved, so that it is lost in misère play.
fn leave_one(parts: &[NumberedPart<'_>], survivor: usize) -> TurnSet {
    let lost = Outcome::Loss;
    let lists = parts.iter().enumerate().map(|(n, of)| {
        let mut picks = Vec::new();
        if n == survivor {
            if outcome(of.part, Play::Misere) == lost {
                picks.push(Pick::stay(false));
            }
            let there = of
                .options()
                .filter(|option| outcome(option, Play::Misere) == lost);
            picks.extend(there.map(|to| Pick::to(&to, false)));
        } else {
            let ends = of.options().filter(Part::is_dead);
            picks.extend(ends.map(|to| Pick::to(&to, false)));
        }
        (of.index, picks)
    });
    TurnSet {
        marks: 0,
        lists: lists.collect(),
    }
}

/// The outcome of an impartial part, for either player.
fn outcome(part: &Part, convention: Play) -> Outcome {
    part.value(Player::First, convention).outcome()
}
