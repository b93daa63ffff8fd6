//! A move in each part of any non-empty set: the selective compound.
//!
//! C. A. B. Smith, *Graphs and composite games* (1966); J. H. Conway, *On Numbers
//! and Games* (1976), ch. 14; *Winning Ways* (1982), ch. 10. For impartial parts.
//!
//! **Normal play.** Lost exactly if every part, played alone, is lost. Why: from
//! lost parts, a move makes those that it touches won, and the reply in just
//! these makes them lost again. Where some are won, moving each of them to a lost
//! option leaves lost parts alone. In parts that can go round in a circle the
//! winner replies by shortest wins, so that the remotenesses fall and play ends.
//! There a part may be a draw: then all is one. No move makes a drawn part lost,
//! so after any move some part is won or drawn; and who faces such parts moves
//! the won ones to lost and keeps the drawn ones drawn, so is never stuck.
//!
//! **Misère play, parts that end.** If at most one part can still be moved, that
//! part's own misère outcome decides (with none, the mover has won). With two or
//! more, it is as in normal play. Why: from two or more live parts, all lost (in
//! normal play), a move leaves those it touches won, hence live: two or more are
//! live still, and some are won. If some are won, move each of them to a lost
//! option; where that leaves two live parts, the reply above goes on. Else every
//! part but at most one, say A, can be moved to its end or is there. Take for A
//! the one that stayed alive, or, if none did, any live part. At least one other
//! part moves to its end. If A is lost in misère play, leave it; else move it to
//! an option that is. Such an option is live, for at its end misère play is won.
//! So one live part is left, lost in misère play.
//!
//! Cost: one look at each part. Not for misère play of parts with cycles: take two
//! copies of a part that can end or stay as it is. Both are won in normal play,
//! yet in misère play nobody wants to end them: a draw. Not for partizan parts: one
//! move of First's own beside one of Second's own is won for First alone, by the
//! first part, but he has lost once it is used up.
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
use super::turn_set::{Family, Live, Pick};

/// The mover's outcome in normal play, from what each part is worth alone.
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

/// The mover's outcome in misère play, from the pairs (normal, misère) of what
/// each part is worth alone. The parts must be impartial, and must end if two or
/// more of them can still be moved.
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

/// The winning turns of normal play: each won part to a lost option, and
/// nothing else.
pub(crate) fn normal_turns<'a>(live: &'a [Live<'a>]) -> impl Iterator<Item = Family> + 'a {
    let whole = normal(live.iter().map(|of| outcome(of.part, Play::Normal)));
    (whole == Outcome::Win)
        .then(|| win_all(live, 0))
        .into_iter()
}

/// The winning turns of misère play with two live parts or more.
pub(crate) fn misere_turns<'a>(live: &'a [Live<'a>]) -> impl Iterator<Item = Family> + 'a {
    let whole = normal(live.iter().map(|of| outcome(of.part, Play::Normal)));
    let won = whole == Outcome::Win;
    let lost = live
        .iter()
        .filter(|of| outcome(of.part, Play::Normal) == Outcome::Loss)
        .count();
    // Lost parts are left as they are, and these are live.
    let two_stay = won.then(|| win_all(live, 2usize.saturating_sub(lost)));
    let lasting: Vec<usize> = (0..live.len())
        .filter(|&n| !live[n].options().any(|option| option.is_dead()))
        .collect();
    // All but one must end, so a part that cannot is that one.
    let survivors = match (won, &lasting[..]) {
        (true, []) => 0..live.len(),
        (true, &[only]) => only..only + 1,
        _ => 0..0,
    };
    let one_stays = survivors.map(|survivor| leave_one(live, survivor));
    two_stay.into_iter().chain(one_stays)
}

/// Each won part to a lost option; `marks` of those options must be live.
fn win_all(live: &[Live<'_>], marks: usize) -> Family {
    let won = live
        .iter()
        .filter(|of| outcome(of.part, Play::Normal) == Outcome::Win);
    Family {
        marks,
        steps: won
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

/// Every part to its end but one, which stays or goes where misère play is lost.
fn leave_one(live: &[Live<'_>], survivor: usize) -> Family {
    let lost = Outcome::Loss;
    let steps = live.iter().enumerate().map(|(n, of)| {
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
    Family {
        marks: 0,
        steps: steps.collect(),
    }
}

/// An impartial part alone: it does not matter who moves.
fn outcome(part: &Part, convention: Play) -> Outcome {
    part.value(Player::First, convention).outcome()
}
