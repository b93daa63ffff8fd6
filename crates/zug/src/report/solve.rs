//! What `zug solve --json` prints.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;
use zug_certify::Certificate;
use zug_game::Player;
use zug_values::Worth;

use crate::error::Error;
use crate::problem::{Position, Problem};
use crate::reply::Reply;
use crate::searched::{Searched, SearchedMove};
use crate::solution::{Counts, Extent, Solution, SolvedMove, Statistics, View, ViewCounts};
use crate::theorem::{ClaimedMove, Theorem};
use crate::verified::{Agreement, Verified};

use super::certify::ProofReport;
use super::head::{Head, OutcomeWord, TheoremReport};
use super::loopy::LoopyReport;
use super::statistics::StatisticsReport;
use super::warning::WarningReport;

/// What `--json` prints: the value of a position, and of its moves.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct SolveReport {
    /// The game, its parameters and the convention of play.
    #[serde(flatten)]
    pub head: Head,
    /// The position asked about; absent where it is too large to be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// What the player to move gets.
    pub outcome: OutcomeWord,
    /// The number of moves until the game ends when the winner hurries and the
    /// loser delays; absent for a draw, where a theorem answers alone, and where a search was
    /// not asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<u32>,
    /// Whether somebody wins because play never ends; absent if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub endless: bool,
    /// The score of the player to move if both play for the largest score; absent where the game
    /// does not end with scores, and where they were not worked out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// The nimber of an impartial game, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nimber: Option<u32>,
    /// The loopy nimber of the position, where play can go round in a circle and it is worth no number;
    /// absent where it has a nimber, and where none is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loopy: Option<LoopyReport>,
    /// The partizan value, where the players have different moves, whoever cannot move loses, play ends, and
    /// it was worked out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The moves of the position, the best first where positions were solved.
    pub moves: Vec<MoveReport>,
    /// Whether the position has moves that `moves` does not list, since there are too many to look at
    /// or since the search did not value them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub more_moves: bool,
    /// How many positions were solved; absent where a theorem or a search answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts: Option<CountsReport>,
    /// The position that all these positions are reached from, where it is another than the
    /// position asked about, as it can be in a table that was solved before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted_from: Option<String>,
    /// The positions counted in the view that `--count` asked for; absent where it was not asked
    /// for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<CountedReport>,
    /// What all positions show of the game, if `--statistics` asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statistics: Option<StatisticsReport>,
    /// The number of positions that were searched; absent where no search answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searched: Option<u64>,
    /// How often a search came to a position whose value was known from a table of solved
    /// positions; absent where that was never so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaves: Option<u64>,
    /// How the answer was found, in words.
    pub method: String,
    /// The theorem that answers, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theorem: Option<TheoremReport>,
    /// The time that the work took, in seconds.
    pub seconds: f64,
    /// The most memory that the solver held at any time, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub peak_bytes: Option<u64>,
    /// The proof that was written, if `--proof` was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofReport>,
    /// What `--verify` found true, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<CertificateReport>,
    /// What looks like a mistake in the rules and is none for certain.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<WarningReport>,
}

/// What `--verify` found true.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct CertificateReport {
    /// The number of positions that were checked.
    pub positions: u64,
    /// The number of moves that were checked.
    pub moves: u64,
    /// The number of positions that were played by the rules as they are written.
    pub by_the_rules_as_written: u64,
    /// The seed of the sample of these positions, if they are not all positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The number of positions whose nimber was checked.
    pub nimbers: u64,
    /// The theorem that answers too, and how far it agrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theorem: Option<Agreement>,
}

impl CertificateReport {
    fn of(verified: &Verified) -> Self {
        Self {
            theorem: verified.agreement.clone(),
            ..Self::of_certificate(&verified.certificate)
        }
    }

    /// The report of a certificate alone.
    #[must_use]
    pub fn of_certificate(certificate: &Certificate) -> Self {
        Self {
            positions: certificate.positions,
            moves: certificate.moves,
            by_the_rules_as_written: certificate.judged,
            seed: (!certificate.is_all_judged()).then_some(Extent::SEED),
            nimbers: certificate.nimbers,
            theorem: None,
        }
    }
}

/// A move, with what the player who makes it gets, this move counted.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct MoveReport {
    /// The move as the rules write it.
    #[serde(rename = "move")]
    pub name: String,
    /// The position after the move, where it can be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// What the player who makes the move gets.
    pub outcome: OutcomeWord,
    /// The number of moves until the game ends, this one counted; absent for a draw, where a
    /// theorem answers alone, and where a search was not asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<u32>,
    /// Whether somebody wins by this move because play never ends; absent if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub endless: bool,
    /// The score that the player who makes the move gets, with what the move gains; absent where the
    /// game does not end with scores, and where they were not worked out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// The number of points that the player who makes the move gains by it; absent where no move of
    /// the game gains points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gain: Option<i64>,
    /// The nimber of the position after the move, in an impartial game where it is known: the nimber
    /// of a position is the least number that is not among those of its moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nimber: Option<u32>,
    /// The loopy nimber of the position after the move, where play can go round in a circle and that
    /// position is worth no number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loopy: Option<LoopyReport>,
}

impl MoveReport {
    /// Reports every move of a solved position, the best move first.
    ///
    /// # Errors
    ///
    /// The position is not among those solved, or the table of values cannot be read.
    pub fn all(
        problem: &Problem,
        solution: &Solution,
        position: &Position,
    ) -> Result<Vec<Self>, Error> {
        let moves = solution.moves(position)?.into_iter();
        let report = |answer: SolvedMove| Self {
            position: Some(problem.print(&answer.position)),
            outcome: answer.value.outcome().into(),
            remoteness: answer.value.remoteness().map(|plies| plies.0),
            endless: answer.value.is_endless(),
            score: answer.score,
            gain: answer.gain,
            nimber: answer.after.nimber().map(|nimber| nimber.0),
            loopy: LoopyReport::of(&answer.after),
            name: answer.name,
        };
        Ok(moves.map(report).collect())
    }
}

/// How many positions were solved, and their outcomes for the player to move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct CountsReport {
    /// The number of all positions.
    pub positions: u64,
    /// The number of positions that the player to move wins.
    pub wins: u64,
    /// The number of positions that the player to move loses.
    pub losses: u64,
    /// The number of positions that neither player wins.
    pub draws: u64,
    /// The two players, First before Second, with the number of positions that each wins, whoever
    /// is to move there; absent in an impartial game, and where a large table would have to be
    /// read to find out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<[PlayerWinsReport; 2]>,
    /// The number of positions that somebody wins because play never ends, which are among the wins
    /// and losses; absent if there are none.
    #[serde(skip_serializing_if = "is_zero")]
    pub endless: u64,
    /// The number of positions in which the game is over.
    pub finished: u64,
    /// The largest remoteness of a position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_remoteness: Option<u32>,
    /// The largest remoteness of a position that the player to move wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_win: Option<u32>,
    /// The largest remoteness of a position that the player to move loses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_loss: Option<u32>,
    /// The number of positions if those that a symmetry makes equal are counted once;
    /// absent where it is the number of all positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canonical: Option<u64>,
}

/// Whether a number is 0 and left out.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "what serde calls takes a reference"
)]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// A player, with the number of positions that this player wins.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct PlayerWinsReport {
    /// The name of the player.
    pub name: String,
    /// The number of positions that the player wins, whoever is to move there.
    pub wins: u64,
}

impl CountsReport {
    /// The report of these counts; `players` are the names of the players, if they have names.
    #[must_use]
    pub fn of(counts: &Counts, players: Option<&[String; 2]>) -> Self {
        let wins = counts.players.zip(players);
        let players = wins.map(|(wins, [first, second])| {
            [(first, Player::First), (second, Player::Second)].map(|(name, player)| {
                PlayerWinsReport {
                    name: name.clone(),
                    wins: wins.of(player),
                }
            })
        });
        Self {
            players,
            positions: counts.positions,
            wins: counts.wins,
            losses: counts.losses,
            draws: counts.draws,
            endless: counts.endless,
            finished: counts.finished,
            max_remoteness: counts.max_remoteness().map(|plies| plies.0),
            max_win: counts.longest_win.map(|plies| plies.0),
            max_loss: counts.longest_loss.map(|plies| plies.0),
            canonical: (counts.canonical < counts.positions).then_some(counts.canonical),
        }
    }
}

/// Which positions count as one: none but themselves (`turn`), those that look the same to the
/// player to move (`mover`), or those that a declared symmetry maps to one another (`orbits`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(
    missing_docs,
    reason = "the text of the type tells what its words mean"
)]
pub enum ViewWord {
    Turn,
    Mover,
    Orbits,
}

impl From<View> for ViewWord {
    fn from(view: View) -> Self {
        match view {
            View::Turn => Self::Turn,
            View::Mover => Self::Mover,
            View::Orbits => Self::Orbits,
        }
    }
}

/// The solved positions counted in a view, with their moves and ties.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct CountedReport {
    /// The view.
    pub view: ViewWord,
    /// The number of all positions.
    pub positions: u64,
    /// The number of positions that the player to move wins.
    pub wins: u64,
    /// The number of positions that the player to move loses.
    pub losses: u64,
    /// The number of positions that neither player wins.
    pub draws: u64,
    /// The number of positions in which the game is over.
    pub finished: u64,
    /// The number of moves out of the positions counted.
    pub moves: u64,
    /// The largest remoteness of a position that the player to move wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_win: Option<u32>,
    /// The largest remoteness of a position that the player to move loses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_loss: Option<u32>,
    /// The number of drawn positions from which moves that keep the draw can lead to a finished
    /// drawn position.
    pub ties: u64,
    /// The largest number of such moves that it takes at least from a tie.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_tie: Option<u32>,
    /// The number of the other drawn positions: play that keeps the draw never ends.
    pub endless: u64,
}

impl CountedReport {
    /// The report of these counts.
    #[must_use]
    pub fn of(counts: &ViewCounts) -> Self {
        Self {
            view: counts.view.into(),
            positions: counts.positions,
            wins: counts.wins,
            losses: counts.losses,
            draws: counts.draws,
            finished: counts.finished,
            moves: counts.moves,
            max_win: counts.longest_win.map(|plies| plies.0),
            max_loss: counts.longest_loss.map(|plies| plies.0),
            ties: counts.ties,
            max_tie: counts.longest_tie.map(|plies| plies.0),
            endless: counts.endless(),
        }
    }
}

impl SolveReport {
    /// The report of a reply that took the time `time`, with what was found true of the
    /// reply if it was checked.
    ///
    /// # Errors
    ///
    /// The rules break.
    pub fn of(reply: &Reply, time: Duration, verified: Option<&Verified>) -> Result<Self, Error> {
        let worth = reply.worth()?;
        let report = match reply {
            Reply::Theorem(theorem) => Self::by_theorem(theorem, &worth, time),
            Reply::Positions {
                problem,
                solution,
                theorem,
            } => Self::by_positions(problem, solution, theorem.as_deref(), &worth, time)?,
            Reply::Searched { problem, searched } => Self::by_search(problem, searched, time),
        };
        Ok(Self {
            proof: None,
            certificate: verified.map(CertificateReport::of),
            warnings: WarningReport::all(&reply.warnings(), reply.rules().unwrap_or_default()),
            ..report
        })
    }

    /// Adds what all positions show of the game, and the warnings that come with it. Does nothing
    /// where no positions were solved.
    ///
    /// # Errors
    ///
    /// The table of values cannot be read.
    pub fn add_statistics(&mut self, reply: &Reply, statistics: &Statistics) -> Result<(), Error> {
        let Reply::Positions {
            problem, solution, ..
        } = reply
        else {
            return Ok(());
        };
        let players = problem.players();
        self.counts = Some(CountsReport::of(&statistics.counts, players.as_ref()));
        self.statistics = Some(StatisticsReport::of(problem, solution, statistics)?);
        let rules = problem.rules().unwrap_or_default();
        let found = WarningReport::all(&statistics.warnings, rules);
        self.warnings.extend(found);
        Ok(())
    }

    fn by_positions(
        problem: &Problem,
        solution: &Solution,
        theorem: Option<&Theorem>,
        worth: &Worth,
        time: Duration,
    ) -> Result<Self, Error> {
        let root = problem.root();
        let counts = solution.counts()?;
        Ok(Self {
            head: Head::of_problem(problem),
            position: Some(problem.print(&root)),
            outcome: worth.outcome().into(),
            remoteness: worth.remoteness().map(|plies| plies.0),
            endless: worth.is_endless(),
            score: solution.score(&root)?,
            nimber: worth.nimber().map(|nimber| nimber.0),
            loopy: LoopyReport::of(worth),
            value: None,
            moves: MoveReport::all(problem, solution, &root)?,
            more_moves: false,
            counts: Some(CountsReport::of(&counts, problem.players().as_ref())),
            counted_from: (solution.root() != root).then(|| problem.print(&solution.root())),
            counted: None,
            statistics: None,
            searched: None,
            leaves: None,
            method: solution.method().to_owned(),
            theorem: theorem.map(|theorem| TheoremReport::new(theorem.name(), theorem.source())),
            seconds: time.as_secs_f64(),
            peak_bytes: Some(solution.peak_bytes()),
            proof: None,
            certificate: None,
            warnings: Vec::new(),
        })
    }

    fn by_search(problem: &Problem, searched: &Searched, time: Duration) -> Self {
        let report = |searched: &SearchedMove| MoveReport {
            name: searched.name.clone(),
            position: Some(problem.print(&searched.position)),
            outcome: searched.outcome.into(),
            remoteness: searched.remoteness.map(|plies| plies.0),
            endless: searched.is_endless,
            score: searched.score,
            gain: searched.gain,
            nimber: None,
            loopy: None,
        };
        Self {
            head: Head::of_problem(problem),
            position: Some(problem.print(&problem.root())),
            outcome: searched.worth.outcome().into(),
            remoteness: searched.worth.remoteness().map(|plies| plies.0),
            endless: searched.worth.is_endless(),
            score: searched.score,
            nimber: None,
            loopy: None,
            value: None,
            moves: searched.moves.iter().map(report).collect(),
            more_moves: searched.more_moves,
            counts: None,
            counted_from: None,
            counted: None,
            statistics: None,
            searched: Some(searched.nodes),
            leaves: (searched.leaves > 0).then_some(searched.leaves),
            method: searched.method().to_owned(),
            theorem: None,
            seconds: time.as_secs_f64(),
            peak_bytes: Some(searched.peak_bytes),
            proof: None,
            certificate: None,
            warnings: Vec::new(),
        }
    }

    fn by_theorem(theorem: &Theorem, worth: &Worth, time: Duration) -> Self {
        let moves = theorem.told_moves();
        let report = |claimed: ClaimedMove| MoveReport {
            name: claimed.name,
            position: claimed.position,
            outcome: claimed.outcome.into(),
            remoteness: None,
            endless: false,
            score: None,
            gain: None,
            nimber: claimed.nimber.map(|nimber| nimber.0),
            loopy: claimed.infinity.as_ref().map(LoopyReport::of_infinity),
        };
        Self {
            head: Head::of_asked(&theorem.asked),
            position: theorem.position(),
            outcome: worth.outcome().into(),
            remoteness: worth.remoteness().map(|plies| plies.0),
            endless: false,
            score: None,
            nimber: worth.nimber().map(|nimber| nimber.0),
            loopy: LoopyReport::of(worth),
            value: None,
            more_moves: moves.left_out.is_some(),
            moves: moves.moves.into_iter().map(report).collect(),
            counts: None,
            counted_from: None,
            counted: None,
            statistics: None,
            searched: None,
            leaves: None,
            method: format!("theorem: {}", theorem.name()),
            theorem: Some(TheoremReport::new(theorem.name(), theorem.source())),
            seconds: time.as_secs_f64(),
            peak_bytes: None,
            proof: None,
            certificate: None,
            warnings: Vec::new(),
        }
    }
}
