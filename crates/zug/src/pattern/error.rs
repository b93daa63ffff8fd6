//! Why there is no pattern to tell of.

use zug_certify::pattern::PatternFlaw;
use zug_job::Stopped;
use zug_lang::LinearFlaw;

/// Why there is no pattern to tell of.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PatternError {
    /// A pattern is about all positions, and one was named.
    #[error("a pattern is about all positions: ask without one")]
    OfPosition,
    /// Positions of the game have no nimbers.
    #[error(
        "positions have nimbers only where the player who moves last wins: not in misère play, and not where the \
         rules let a player win otherwise"
    )]
    NoNimbers,
    /// A pattern of lost positions was given for a sum.
    #[error(
        "a sum takes nimbers, and the pattern says only which positions are lost: `zug discover GAME --nimbers` finds \
         one of nimbers"
    )]
    NoNimbersForSum,
    /// The moves of a game on heaps are not linear conditions.
    #[error(
        "the moves of `{game}` are no comparisons of sums: a bound is a root, a move leaves more than four heaps, or \
         a number is above 2^20"
    )]
    HeapsNotLinear {
        /// The notation of the game.
        game: String,
    },
    /// The search for a pattern stopped.
    #[error(transparent)]
    Discover(#[from] zug_discover::Error),
    /// The text is not a certificate of a pattern.
    #[error("this is not a certificate of a pattern: {why}")]
    Unreadable {
        /// What is wrong.
        why: String,
    },
    /// The certificate is of other rules than those of the catalogue.
    #[error(
        "the certificate is of other rules: their hash is {found}, and that of `{game}` {wanted}"
    )]
    OtherRules {
        /// The game.
        game: String,
        /// The hash in the certificate.
        found: String,
        /// The hash of the rules.
        wanted: String,
    },
    /// The pattern that is to answer is about something else than what is asked.
    #[error("the pattern does not answer this: it is about {about}")]
    OtherQuestion {
        /// What the pattern is about.
        about: String,
    },
    /// The pattern that is to answer does not speak of the position that is asked about.
    #[error(
        "the pattern does not speak of this position: the rules end the game there, play from a start does \
         not lead there, or a number is too large"
    )]
    OtherPosition,
    /// What the certificate claims is not true.
    #[error(transparent)]
    Flaw(#[from] PatternFlaw),
    /// The rules, read as linear conditions, are not the rules.
    #[error(transparent)]
    Linear(#[from] LinearFlaw),
    /// No position is small enough to compare the linear conditions with the rules in play.
    #[error("the rules have no small position to compare with what was proved")]
    Unjudged,
    /// There is no pattern to write for Walnut.
    #[error("no pattern was found that could be written for Walnut")]
    NoPattern,
    /// A move leaves several positions, which are worth the xor of their nimbers.
    #[error("a move leaves several heaps, and Walnut has no xor of numbers")]
    SumForWalnut,
    /// The rules have numbers that Walnut does not read.
    #[error("the rules have numbers above {most}, which Walnut does not read")]
    TooLargeForWalnut {
        /// The largest number that Walnut reads.
        most: i32,
    },
    /// The job was cancelled, or its memory is used up.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}
