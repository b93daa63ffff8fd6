//! Why a question has no answer.

use zug_certify::proof::{ProofFlaw, Unlisted};
use zug_game::{Fault, NotationError, Scene};
use zug_job::{Progress, Stopped, Why};
use zug_lang::{Diagnostic, NoIndex, NoRetraction, visible};
use zug_solve::table::Unreadable;

use crate::assess::Known;
use crate::expression::fault::ExpressionError;
use crate::fen::FenError;
use crate::flaw::{SolutionFlaw, WrittenPosition};
use crate::pattern::error::PatternError;
use crate::typed::NotLegal;

/// Why a question has no answer.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The catalogue has no such game.
    #[error("there is no game `{name}` in the catalogue{}", .nearest.as_ref().map(|n| format!("; did you mean `{n}`?")).unwrap_or_default())]
    UnknownGame {
        /// The name that was asked for.
        name: String,
        /// The name that was most likely meant.
        nearest: Option<String>,
    },
    /// Whoever was asked for the rules of a game has none.
    #[error("{why}")]
    NoRules {
        /// The reason.
        why: String,
    },
    /// The rules are at fault.
    #[error("{diagnostic}")]
    Rules {
        /// The fault, and its place in the rules.
        diagnostic: Box<Diagnostic>,
        /// The text of the rules, from which the place is drawn.
        source_text: String,
        /// The name of the rules: a file, or a name of the catalogue.
        origin: String,
    },
    /// A setting does not fit the game.
    #[error(transparent)]
    Setting(zug_lang::Error),
    /// An expression of games is not well formed.
    #[error(transparent)]
    Expression(#[from] ExpressionError),
    /// A proof of a score is of a game that does not end with scores.
    #[error("there is no score to prove: the game does not end with scores")]
    NoScores,
    /// A text names no position.
    #[error("this is not a valid position: {0}")]
    Notation(#[from] NotationError),
    /// A FEN is no position of the game.
    #[error("this is not a position of the game: {0}")]
    Fen(FenError),
    /// What stands behind the name of a game is no position, and no value of a parameter.
    #[error(
        "`{text}` is neither a position, such as `{start}`, nor the value of a parameter ({parameters})"
    )]
    NeitherPositionNorValue {
        /// The text.
        text: String,
        /// The start of the game.
        start: String,
        /// The names of the parameters that are not set yet.
        parameters: String,
    },
    /// A move of a list is not legal in its position.
    #[error("the move number {number}, `{text}`, is not legal there: {}", legal_moves(.legal))]
    IllegalMove {
        /// The number of the move in the list, from 1.
        number: usize,
        /// The move as it was written.
        text: String,
        /// The names of the moves that are legal there; none where the game is over.
        legal: Vec<String>,
    },
    /// The rules broke in a position.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// There is no pattern to tell of.
    #[error(transparent)]
    Pattern(Box<PatternError>),
    /// The solver gave up.
    #[error(transparent)]
    Solve(#[from] zug_solve::Error),
    /// The method asked for takes moves back, and not all moves of this game can be taken
    /// back.
    #[error("not all moves can be taken back: {0}")]
    NotRetractable(NoRetraction),
    /// The method asked for takes moves back, and a game written in Rust tells no
    /// predecessors.
    #[error("moves cannot be taken back: a game written in Rust tells no predecessors")]
    NoPredecessors,
    /// The method asked for needs an index of positions, and this game has none that fits.
    #[error("the positions have no index that the dense method can use: {0}")]
    NoIndex(#[from] NoIndex),
    /// The method asked for needs an index of positions, and a game written in Rust tells none.
    #[error(
        "the positions have no index that the dense method can use: the game is written in Rust"
    )]
    NoIndexOfRust,
    /// The method asked for goes level by level, and the rules show no levels that every move
    /// climbs.
    #[error(
        "not every move climbs a level: the rules show no count that each move changes in one direction"
    )]
    NoLevels,
    /// Work by many machines goes tier by tier, and the rules show neither levels that every move climbs nor an index by
    /// whose numbers moves go.
    #[error(
        "the game has no tiers that could be units of work: not every move climbs a level, and moves do not go by the \
         numbers of an index"
    )]
    NoUnits,
    /// The method asked for finds the positions that play reaches, and every state was asked
    /// for.
    #[error("tiers are solved of the positions that play reaches, and every state was asked for")]
    TiersOfEveryState,
    /// Positions were to be counted as the player to move sees them, and no symmetry tells what
    /// that player sees.
    #[error(
        "the mover's view needs a symmetry that swaps the players, and these rules declare none"
    )]
    NoSwapDeclared,
    /// A search was asked for, and every state was asked for.
    #[error("a search answers for one position, and every state was asked for")]
    SearchOfEveryState,
    /// The positions cannot fit into the place where they are to be stored, as a sample of play
    /// shows before the work.
    #[error(
        "the game has at least {positions} positions, which take at least {bytes} bytes on the \
         disk; it has room for {room}"
    )]
    NoRoom {
        /// A lower bound on the number of positions.
        positions: u64,
        /// A lower bound on the bytes that they take.
        bytes: u64,
        /// The bytes for which there is room.
        room: u64,
    },
    /// The caller cancelled a search.
    #[error("{stopped}")]
    SearchStopped {
        /// How far the search had got.
        #[source]
        stopped: Stopped,
        /// What was proved by then.
        known: Box<KnownSoFar>,
    },
    /// The work that comes before solving used up the memory allowed.
    #[error("preparing the rules used up the memory allowed")]
    PreparationTooLarge,
    /// What the rules define takes more memory than is allowed.
    #[error("{diagnostic}")]
    NoRoomForRules {
        /// The place in the rules where the memory was refused.
        diagnostic: Box<Diagnostic>,
        /// The text of the rules, from which the place is drawn.
        source_text: String,
        /// The name of the rules: a file, or a name of the catalogue.
        origin: String,
    },
    /// The game ends with scores, and play need not end.
    #[error(
        "this game ends with scores, but play can come back to a position, and what it is worth to \
         go round for ever the rules do not say: {positions} positions lie on a cycle of moves or \
         behind one"
    )]
    EndlessScores {
        /// The number of positions that lie on a cycle of moves or behind one.
        positions: u64,
    },
    /// Something was asked of rules that have draws and a winner where play never ends, which two
    /// solved games tell together.
    #[error(
        "{what} is not there for rules that have both a `draw` and a winner where play never ends: \
         `zug solve` solves all positions of such rules on one machine"
    )]
    DrawsBesideEndless {
        /// What the caller asked for, such as `work by units`.
        what: &'static str,
    },
    /// Moves of the game gain points, and something was asked for that such games do not have.
    #[error("the moves of this game gain points, so that {0}")]
    Gains(GainsLack),
    /// A position was asked for that is not among the positions solved.
    #[error("the position {position} was not solved: play cannot reach it from the start")]
    NotSolved {
        /// The position as the rules write it.
        position: String,
    },
    /// A position was asked about that is of another game, or of the game with other
    /// parameters.
    #[error("a position of another game was asked about")]
    OtherGame,
    /// The table that holds the values could not be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The solution is wrong. This is a defect of Zug.
    #[error("the solution does not verify: {0}")]
    Flaw(#[from] SolutionFlaw),
    /// A proof does not show what it is said to show.
    #[error("the proof is wrong: {0}")]
    Unproved(Box<ProofFlaw<WrittenPosition>>),
    /// The entries of a proof are not those of any list.
    #[error("the proof is wrong: {0}")]
    ProofList(Unlisted),
    /// A position has no partizan value that can be worked out.
    #[error(transparent)]
    NoPartizanValue(Box<zug_solve::partizan::NoValue>),
    /// Play contradicts a value that was told. This is a defect of Zug.
    #[error("the value of {text} does not verify: {flaw}")]
    WrongValue {
        /// The expression, or the game in it.
        text: String,
        /// What is wrong with its value.
        flaw: String,
    },
    /// A value cannot be checked by play.
    #[error("this cannot be checked by play: {0}")]
    UnplayedValue(String),
    /// A text is no value that could be looked for.
    #[error("`{text}` is no value: {fault}")]
    NoSuchValue {
        /// The text.
        text: String,
        /// What is wrong with it.
        fault: String,
    },
    /// The values of boards were asked of something else.
    #[error("{0}")]
    UnsearchedValues(String),
    /// Play can come back to a game that moves left.
    #[error("play goes round in a circle, so that there are no nimbers: {circle}")]
    LeftGamesCycle {
        /// The games of the circle as a person writes them, with the first one at the end again.
        circle: String,
    },
    /// Moves leave one game after the other, and play did not end within the number of moves that is followed.
    #[error(
        "play can last more than {most} moves, and comes to {game}: do the parameters grow for ever?"
    )]
    LeftGamesTooLong {
        /// The game that was come to.
        game: String,
        /// The largest number of moves that is followed.
        most: usize,
    },
    /// Games that moves leave are asked about under misère play.
    #[error("the games that moves leave are added up by nimbers, which say nothing of misère play")]
    LeftGamesMisere,
    /// The nimbers of a game on heaps cannot be worked out so far.
    #[error(transparent)]
    Heaps(Box<zug_sequences::Stop>),
    /// A game on two heaps has no answer.
    #[error(transparent)]
    Pairs(Box<zug_sequences::pairs::PairsError>),
    /// A game on heaps in misère play has no answer.
    #[error(transparent)]
    Misere(Box<zug_sequences::misere::MisereError>),
    /// A heap is too large to be reached heap by heap, and no period is proved.
    #[error(
        "a heap of {heap} is out of reach: no period of {game} is proved by heap {known}, and larger heaps \
         are worked out one by one; `zug sequence '{game}'` does so"
    )]
    HeapTooFar {
        /// The game.
        game: String,
        /// The heap.
        heap: u64,
        /// The number of heaps that were worked out.
        known: u64,
    },
    /// The moves of some heaps are too many to be listed, as they are where the game is played.
    #[error("the moves of {part} are too many to be listed")]
    MovesTooMany {
        /// The heaps with their game.
        part: String,
    },
    /// Nobody can tell the moves of a sum apart that win and that lose.
    #[error("{sum} cannot be played: {why}")]
    NotPlayed {
        /// The sum as an expression.
        sum: String,
        /// Why who wins is not known.
        why: String,
    },
    /// A nimber does not fit into 32 bits.
    #[error(
        "the nimber of a heap of {heap} is {nimber}: sums are worked out with nimbers below 2^32"
    )]
    NimberTooLarge {
        /// The heap.
        heap: u64,
        /// Its nimber.
        nimber: u64,
    },
    /// The parts of a sum differ about who wins when a player is stuck.
    #[error("the parts differ about who wins when stuck")]
    MixedPlay,
    /// A theorem was asked for, and none is known that answers the request.
    #[error("no theorem is known that answers this")]
    NoTheorem,
    /// A theorem and the positions say different things of a position. This is a defect
    /// of Zug.
    #[error("the theorem ({theorem}) and the positions disagree about {position}")]
    Disagreement {
        /// The name of the theorem.
        theorem: String,
        /// The position as the rules write it.
        position: String,
    },
    /// A tree is too large to be drawn.
    #[error("this tree has more than {limit} nodes")]
    TreeTooLarge {
        /// The largest number of nodes that are drawn.
        limit: usize,
    },
}

/// What there is not for a game whose moves gain points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GainsLack {
    /// The number of moves, by a search.
    #[error(
        "a search tells its score and not in how many moves it ends: `--method positions` tells both"
    )]
    Remoteness,
    /// A proof of a score, where no level is known that every move climbs.
    #[error(
        "there is a proof of its score only where a level is known that every move climbs, and none is"
    )]
    Proof,
    /// Another method than backward induction.
    #[error(
        "its positions are solved by backward induction, level by level where every move climbs (--method tiers), \
         and by no other method"
    )]
    Method,
    /// A sum of games or another compound, which is won by whoever moves last.
    #[error(
        "it cannot be played with other games side by side: nobody wins it by the last move. Its score \
         is told by `zug solve`"
    )]
    Compound,
}

/// What a search has proved that was stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownSoFar {
    /// What is known of the position asked about.
    pub position: Known,
    /// The moves of that position of which something is known, by their names.
    pub moves: Vec<(String, Known)>,
}

impl From<zug_solve::partizan::NoValue> for Error {
    fn from(fault: zug_solve::partizan::NoValue) -> Self {
        Self::NoPartizanValue(Box::new(fault))
    }
}

impl From<zug_partizan::PartizanError> for Error {
    fn from(fault: zug_partizan::PartizanError) -> Self {
        zug_solve::partizan::NoValue::from(fault).into()
    }
}

impl From<zug_sequences::Stop> for Error {
    fn from(stop: zug_sequences::Stop) -> Self {
        Self::Heaps(Box::new(stop))
    }
}

impl From<zug_sequences::pairs::PairsError> for Error {
    fn from(fault: zug_sequences::pairs::PairsError) -> Self {
        Self::Pairs(Box::new(fault))
    }
}

impl From<zug_sequences::misere::MisereError> for Error {
    fn from(fault: zug_sequences::misere::MisereError) -> Self {
        Self::Misere(Box::new(fault))
    }
}

impl From<PatternError> for Error {
    fn from(fault: PatternError) -> Self {
        match Stopped::behind(&fault) {
            Some(stopped) => Self::Solve((*stopped).into()),
            None => Self::Pattern(Box::new(fault)),
        }
    }
}

impl From<NotLegal> for Error {
    fn from(fault: NotLegal) -> Self {
        let NotLegal {
            number,
            text,
            legal,
        } = fault;
        Self::IllegalMove {
            number,
            text,
            legal,
        }
    }
}

impl From<Why> for Error {
    fn from(why: Why) -> Self {
        match why {
            Why::OutOfMemory(_) => Self::PreparationTooLarge,
            // The work had not come to any position yet.
            _ => Self::Solve(Stopped::cancelled(Progress::default()).into()),
        }
    }
}

impl Error {
    /// The error as text for a person, of one line or, for rules, drawn on
    /// their source.
    pub fn render(&self, colour: bool) -> String {
        match self {
            Self::Rules {
                diagnostic,
                source_text,
                origin,
            }
            | Self::NoRoomForRules {
                diagnostic,
                source_text,
                origin,
            } => diagnostic.render(source_text, origin, colour),
            other => match other.scene() {
                Some(scene) => broken(scene, colour),
                None => format!("error: {other}"),
            },
        }
    }

    /// Where the rules broke in the middle of a game, if that is why there is no answer.
    #[must_use]
    pub fn scene(&self) -> Option<&Scene> {
        let (Self::Fault(fault) | Self::Solve(zug_solve::Error::Fault(fault))) = self else {
            return None;
        };
        fault.scene.as_deref()
    }
}

/// Rules that broke in the middle of a game, as text for a person: the place in the rules, and below it
/// the position and the move.
fn broken(scene: &Scene, colour: bool) -> String {
    let diagnostic = Diagnostic::of_scene(scene);
    let origin = scene.origin.as_deref().unwrap_or("the rules");
    let drawn = diagnostic.render(&scene.rules, origin, colour);
    let tried = scene.tried.as_ref();
    let by = tried.map_or_else(String::new, |tried| {
        format!(", by the move {}", visible(tried))
    });
    let position = visible(&scene.position);
    let picture = scene.picture.iter();
    let picture = picture.map(|picture| format!("\n{}", visible(picture.trim_end())));
    let picture = picture.collect::<String>();
    format!("{drawn}\n\nin this position{by}:\n{position}{picture}")
}

/// The moves that are legal in a position, in words. Of many moves some are named.
fn legal_moves(legal: &[String]) -> String {
    const MOST: usize = 12;
    let shown = legal.iter().take(MOST).map(String::as_str);
    let shown: Vec<&str> = shown.collect();
    match legal.len().saturating_sub(MOST) {
        _ if legal.is_empty() => "the game is over".to_owned(),
        0 => format!("legal is {}", shown.join("; ")),
        more => format!("legal is {}, and {more} more", shown.join("; ")),
    }
}
