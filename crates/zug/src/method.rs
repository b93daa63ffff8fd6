//! The ways to an answer: their names, which every face takes, and how positions are held.

use zug_solve::search::Engine;
use zug_solve::strong::Method;

/// What may answer a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnswerBy {
    /// A theorem where one applies, with the positions where they are few; else the positions, or a
    /// search of the one asked about in turns with solving them, whichever ends first.
    #[default]
    Any,
    /// A theorem alone.
    Theorem,
    /// The positions alone.
    Positions,
    /// A search of the position asked about, which solves no others.
    Search,
}

/// A way to an answer that has a name, as `--method` takes it.
///
/// ```
/// use zug::{NamedMethod, SolveOptions};
///
/// let named = NamedMethod::named("tiers").expect("the method has this name");
/// let options = SolveOptions::default().with_named_method(named);
/// assert_eq!(options.method, zug::Method::Tiers);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedMethod {
    /// Its name.
    pub name: &'static str,
    /// What it does and which games it suits, in words.
    pub about: &'static str,
    /// What may answer.
    pub answer_by: AnswerBy,
    /// How positions get their values.
    pub method: Method,
    /// The engine of a search; `None` leaves the choice to the search.
    pub engine: Option<Engine>,
}

impl NamedMethod {
    /// The method that leaves the choice to the plan.
    pub const AUTO: Self = Self {
        name: "auto",
        about: "Lets Zug choose: a theorem where one applies, else the positions by the method that suits",
        answer_by: AnswerBy::Any,
        method: Method::Auto,
        engine: None,
    };

    /// All methods that have a name.
    pub const ALL: [Self; 12] = [
        Self::AUTO,
        Self {
            name: "theorem",
            about: "Only a theorem about this game: at once, but without the number of moves",
            answer_by: AnswerBy::Theorem,
            ..Self::AUTO
        },
        Self::of_positions(
            "positions",
            Method::Auto,
            "Only the positions, even where a theorem applies",
        ),
        Self::of_positions(
            "backward",
            Method::Backward,
            "Backward induction: values each position after all that its moves lead to. Refuses a game in which a \
             position can come again",
        ),
        Self::of_positions(
            "retrograde",
            Method::Retrograde,
            "Retrograde analysis: works backwards from the finished positions. Suits every game",
        ),
        Self::of_positions(
            "retracting",
            Method::Retracting,
            "Retrograde analysis that takes moves back instead of keeping them: less memory",
        ),
        Self::of_positions(
            "replaying",
            Method::Replaying,
            "Plays the moves again instead of keeping them: less memory, more time. Suits every game",
        ),
        Self::of_positions(
            "dense",
            Method::Dense,
            "Retrograde analysis over numbered positions: about a byte for each number. For games in which nearly all \
             numbers are positions of play",
        ),
        Self::of_positions(
            "tiers",
            Method::Tiers,
            "Backward induction, one level at a time: fast, and little memory. For games in which some count, such as \
             the marks on the board, grows with every move",
        ),
        Self::of_search(
            "search",
            None,
            "Searches the position that is asked about, and solves no others: for games too large to solve all \
             positions. If the search takes long, short trials decide how it goes on",
        ),
        Self::of_search(
            "null-window",
            Some(Engine::NullWindows),
            "Searches with null windows only: follows one line of play to its end before the next",
        ),
        Self::of_search(
            "proof-number",
            Some(Engine::ProofNumbers),
            "Searches by proof numbers only: follows the moves that seem to need the fewest positions",
        ),
    ];

    /// The method of this name; `None` if no method has it.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|named| named.name == name)
    }

    /// Whether the positions may answer, which a theorem and a search leave unsolved.
    #[must_use]
    pub fn may_solve_positions(&self) -> bool {
        matches!(self.answer_by, AnswerBy::Any | AnswerBy::Positions)
    }

    const fn of_positions(name: &'static str, method: Method, about: &'static str) -> Self {
        Self {
            name,
            about,
            answer_by: AnswerBy::Positions,
            method,
            ..Self::AUTO
        }
    }

    const fn of_search(name: &'static str, engine: Option<Engine>, about: &'static str) -> Self {
        Self {
            name,
            about,
            answer_by: AnswerBy::Search,
            engine,
            ..Self::AUTO
        }
    }
}

/// How positions are held while they are solved: the plan decides it, and whoever keeps them on a disk follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Holding {
    /// Together in memory, as play finds them. Checkpoints can be kept.
    Together,
    /// Level by level, in tiers that a store can take.
    Levels,
    /// By their numbers in an index, in tiers that a store can take.
    Numbers,
}

impl Holding {
    /// How a method holds positions.
    pub(crate) fn of(method: Method) -> Self {
        match method {
            Method::Tiers => Self::Levels,
            Method::Dense => Self::Numbers,
            _ => Self::Together,
        }
    }

    /// The method that holds positions so, whatever else is known of the game.
    pub(crate) fn method(self) -> Method {
        match self {
            Self::Together => Method::Auto,
            Self::Levels => Method::Tiers,
            Self::Numbers => Method::Dense,
        }
    }
}
