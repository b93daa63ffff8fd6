//! The façade: one road from rules to an answer.
//!
//! A [`Request`] is what is asked: rules, parameters, a position. A [`Plan`] is what is
//! done about it: by a theorem, by the positions, or by both. It is data, decided before
//! any position is looked at; [`Plan::run`] does what it says and gives a [`Reply`].
//!
//! Where the positions are wanted, a [`Problem`] is a game with its parameters, a position
//! and a scope. Its [`TablePlan`] says how it is solved, and solving gives a
//! [`Solution`] that answers for every position: outcome, remoteness, moves,
//! and that can be verified by code that cannot solve. A [`Tree`] is the game
//! tree with its minimax values.
//!
//! ```
//! use zug::{Problem, Request, SolveOptions};
//! use zug_values::{Plies, Value};
//!
//! let request = Request::catalogue("tic-tac-toe")?;
//! let problem = Problem::new(&request)?;
//! let solution = problem.solve(&SolveOptions::default())?;
//! assert_eq!(solution.value(&problem.root())?, Some(Value::Draw));
//! assert_eq!(solution.counts()?.positions, 5478);
//!
//! let fork = problem.parse("board=X../.O./..X turn=O")?;
//! let best = &solution.moves(&fork)?[0];
//! assert_eq!(best.value, Value::Draw);
//! # Ok::<(), zug::Error>(())
//! ```

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]
#![cfg_attr(
    not(feature = "testing"),
    allow(unreachable_pub, reason = "some items are public for `testing` alone")
)]

mod flaw;
mod fen;
mod error;
mod request;
mod typed;
mod openings;
mod method;
mod options;
mod problem;
mod board;
mod landmarks;
mod memory;
mod nim_sum;
mod native;
mod plan;
mod outlook;
mod proof;
mod counted;
mod chance;
mod searched;
mod assess;
mod smaller;
mod solution;
mod units;
mod shard_checks;
mod columns;
mod rust_game;
mod subject;
mod part_names;
mod heap_moves;
mod left_games;
mod theorem;
mod verified;
mod reply;
mod run;
mod questions;
mod turns;
mod patience;
mod verdict;
mod mex;
mod explain;
mod expression;
mod partizan;
mod loopy_value;
mod few;
mod valued_position;
mod sum;
mod played;
mod names;
mod calculator;
mod value_check;
mod pattern;
mod value_boards;
mod explain_value;
mod tree;
mod graph;
pub mod heaps;
pub mod report;
#[doc(hidden)]
pub mod testing;

pub use assess::{Assessment, Known, KnownMove, LegalMove, Purpose, Searcher};
pub use board::ViewedMove;
pub use calculator::{Calculated, Calculator};
pub use columns::{Column, ColumnValues};
pub use error::{Error, GainsLack, KnownSoFar};
pub use explain::{explain, explain_assessed, explain_solved};
pub use explain_value::born_by;
pub use expression::of_values::{is_of_values, is_surely_of_values, may_be_of_values};
pub use expression::{Expression, ExpressionError, ExpressionFault, Named};
pub use fen::FenError;
pub use flaw::{SolutionFlaw, WrittenPosition};
pub use graph::{GraphEdge, GraphNode, PositionGraph};
pub use heaps::HeapPart;
pub use loopy_value::LoopyWorth;
pub use method::{AnswerBy, Holding, NamedMethod};
pub use mex::OptionNimbers;
pub use native::Running;
pub use nim_sum::NimAddition;
pub use options::{MovesAsked, PlayerSwap, SolveOptions};
pub use outlook::{Needs, Outlook, Room};
pub use part_names::move_of_part;
pub use partizan::{PartizanWorth, TermWorth, value_in_latex};
pub use pattern::{
    CheckedPattern, Discovery, PatternAbout, PatternError, PatternFile, PatternStatus,
    PatternSubject, WalnutFile, certify_pattern_file, discover, discover_about,
};
pub use plan::{
    Begins, InTurns, Moves, NoTheorem, Plan, PositionsPlan, Reason, RunBy, SearchPlan,
    SearchReason, Sizes, SwapPlan, SwapSample, TablePlan, Unmoves,
};
pub use played::{PlayedMove, PlayedPart, PlayedSum};
pub use problem::{Position, Problem};
pub use proof::{Proof, ProofCheck, ProofClaim, Proved};
pub use questions::{Questions, Written};
pub use reply::Reply;
pub use request::{Request, Scope};
pub use run::answer;
pub use rust_game::RustGame;
pub use searched::{Beside, ProofOfDraws, Searched, SearchedMove};
pub use shard_checks::{ShardChecks, ShardStreams, Verdict};
pub use smaller::{Smaller, smaller};
pub use solution::points;
pub use solution::{
    Counts, Digest, Extent, Histogram, Line, PackedTable, Solution, SolvedMove, SolvedPosition,
    Statistics, Tiers, Ties, View, ViewCounts,
};
pub use sum::{PartMove, PartWorth, Shelf, Sum, SumPart, SumWorth};
pub use theorem::{
    ClaimedMove, LeftOut, PlacedNumber, Theorem, TheoremPlan, ToldMoves, Unanswering,
    WhyUnanswering, WinningMoves,
};
pub use tree::{Branch, Merging, Node, Tree, TreeLimits};
pub use typed::{Meant, meant};
pub use units::ProblemUnits;
pub use value_boards::{
    BoardWorth, FoundValue, ValueCount, find_value, positions_by_value, values_of_boards,
};
pub use value_check::VerifiedValue;
pub use valued_position::{ValuedPosition, ValuedTurn};
pub use verdict::{When, verdict};
pub use verified::{Agreement, Verified};

pub use zug_certify::Certificate;
pub use zug_certify::pattern::{PatternClaim, PatternDigits};
pub use zug_certify::proof::ProofFlaw;
pub use zug_game::{Player, Scene};
pub use zug_job::{
    Budget, CancelToken, Charge, Job, Phase, Process, Progress, Refusal, Refuser, Stopped, Tier,
    Watch, Why,
};
pub use zug_lang::{
    Cell, Change, Colour, ColumnKind, Diagnostic, Form, IndexKind, IndexView, Look, MoveView,
    NoRetraction, NotRetractable, PartView, Picture, Rules, Settings, Texts, Value as RulesValue,
    VariableView, file, is_plain, is_unprintable, visible,
};
pub use zug_partizan::{FUNCTIONS, OutcomeClass, ReadError};
pub use zug_solve::Error as SolveError;
pub use zug_solve::compound::Compound;
pub use zug_solve::search::{Engine, Keeper as SearchKeeper, KnownPosition, TakeKnown};
pub use zug_solve::strong::Method;
pub use zug_solve::table::Wins;
pub use zug_values::{
    Bounds, Infinity, LoopyNimber, Nimber, Outcome, Play, Plies, Turn, Value, Variant, Worth,
};
