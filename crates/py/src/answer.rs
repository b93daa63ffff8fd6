//! Answers: by all positions, by a theorem, or by a search.

use std::sync::Arc;
use std::time::Duration;

use pyo3::prelude::*;
use zug::report::solve::{CertificateReport, CountedReport};
use zug::report::{ExplainReport, SolveReport};
use zug::{
    ClaimedMove, Extent, LoopyNimber, Merging, Problem, Reply, SearchedMove, Solution, SolvedMove,
    TreeLimits, View, Worth, explain,
};

use crate::failure::{Failure, Result, json, soon};
use crate::game::{Core, Game, Position, kind, word};
use crate::tree::Tree;
use crate::work::Work;

/// The value of a position: the outcome, the remoteness, whether play never ends, the score, the nimber, and
/// the loopy nimber where there is no other.
type Told = (
    &'static str,
    Option<u32>,
    bool,
    Option<i64>,
    Option<u32>,
    Option<String>,
);

/// A move: its name, the position behind it, what it is worth to the player who makes it, and what it gains.
type ToldMove = (String, Option<Position>, Told, Option<i64>);

/// The answer to a question about a position.
#[pyclass(frozen, module = "zug._zug")]
pub(crate) struct Answer {
    core: Arc<Core>,
    reply: Arc<Reply>,
    time: Duration,
}

impl Answer {
    pub(crate) fn new(core: Arc<Core>, reply: Reply, time: Duration) -> Self {
        Self {
            core,
            reply: Arc::new(reply),
            time,
        }
    }

    /// The reply, for work that outlives the call.
    pub(crate) fn reply(&self) -> &Arc<Reply> {
        &self.reply
    }

    /// The game that was asked about.
    pub(crate) fn core(&self) -> &Arc<Core> {
        &self.core
    }

    /// The solved positions.
    pub(crate) fn solved(&self) -> Result<(&Problem, &Solution)> {
        match &*self.reply {
            Reply::Positions {
                problem, solution, ..
            } => Ok((problem, solution)),
            other => Err(Failure::NotSolved(format!(
                "this answer is by a {}, which knows of one position alone: solve(method=\"positions\") \
                 solves all positions",
                kind(other)
            ))),
        }
    }

    /// The position, if it is the one that a theorem or a search was asked about.
    fn must_be_asked(&self, position: &Position) -> Result<()> {
        let asked = position.must_be_of(&self.core)?;
        if self.core.problem()?.root() == asked {
            return Ok(());
        }
        self.solved().map(|_| ())
    }
}

/// The value of a position as plain values.
fn told(worth: &Worth, score: Option<i64>) -> Told {
    (
        word(worth.outcome()),
        worth.remoteness().map(|plies| plies.0),
        worth.is_endless(),
        score,
        worth.nimber().map(|nimber| nimber.0),
        loopy(worth.loopy_nimber()),
    )
}

/// The loopy nimber, where it is no number.
fn loopy(nimber: Option<LoopyNimber>) -> Option<String> {
    let nimber = nimber.filter(|nimber| nimber.nimber().is_none());
    nimber.map(|nimber| nimber.to_string())
}

impl Answer {
    fn of_solved(&self, solved: SolvedMove) -> ToldMove {
        let value = (
            word(solved.value.outcome()),
            solved.value.remoteness().map(|plies| plies.0),
            solved.value.is_endless(),
            solved.score,
            solved.after.nimber().map(|nimber| nimber.0),
            loopy(solved.after.loopy_nimber()),
        );
        let after = Position::of(&self.core, solved.position);
        (solved.name, Some(after), value, solved.gain)
    }

    fn of_searched(&self, searched: &SearchedMove) -> ToldMove {
        let value = (
            word(searched.outcome),
            searched.remoteness.map(|plies| plies.0),
            searched.is_endless,
            searched.score,
            None,
            None,
        );
        let after = Position::of(&self.core, searched.position);
        (searched.name.clone(), Some(after), value, searched.gain)
    }

    fn of_claimed(&self, claimed: ClaimedMove) -> ToldMove {
        let nimber = claimed.loopy_nimber();
        let value = (
            word(claimed.outcome),
            None,
            false,
            None,
            claimed.nimber.map(|nimber| nimber.0),
            loopy(nimber),
        );
        let problem = self.core.problem().ok();
        let after = problem.zip(claimed.position);
        let after = after.and_then(|(problem, text)| problem.parse(&text).ok());
        let after = after.map(|after| Position::of(&self.core, after));
        (claimed.name, after, value, None)
    }
}

#[pymethods]
impl Answer {
    /// How the answer was found: `theorem`, `positions` or `search`.
    #[getter]
    fn kind(&self) -> &'static str {
        kind(&self.reply)
    }

    /// The game that was asked about.
    #[getter]
    fn game(&self) -> Game {
        Game::of_core(self.core.clone())
    }

    /// The position asked about.
    #[getter]
    fn start(&self) -> PyResult<Position> {
        soon(|| Ok(Position::of(&self.core, self.core.problem()?.root())))
    }

    /// What the position asked about is worth.
    fn worth(&self) -> PyResult<Told> {
        soon(|| {
            let score = match &*self.reply {
                Reply::Positions {
                    problem, solution, ..
                } => solution.score(&problem.root())?,
                Reply::Searched { searched, .. } => searched.score,
                Reply::Theorem(_) => None,
            };
            Ok(told(&self.reply.worth()?, score))
        })
    }

    /// What a position is worth.
    fn value(&self, position: &Position) -> PyResult<Told> {
        if !matches!(*self.reply, Reply::Positions { .. }) {
            soon(|| self.must_be_asked(position))?;
            return self.worth();
        }
        soon(|| {
            let (problem, solution) = self.solved()?;
            let at = position.must_be_of(&self.core)?;
            match solution.worth(&at)? {
                Some(worth) => Ok(told(&worth, solution.score(&at)?)),
                None => Err(Failure::NotSolved(format!(
                    "the position {} was not solved: play cannot reach it from the start",
                    problem.print(&at)
                ))),
            }
        })
    }

    /// The moves of a position, the best first where they are valued.
    fn moves(&self, position: &Position) -> PyResult<Vec<ToldMove>> {
        soon(|| match &*self.reply {
            Reply::Positions { solution, .. } => {
                let at = position.must_be_of(&self.core)?;
                let moves = solution.moves(&at)?.into_iter();
                Ok(moves.map(|solved| self.of_solved(solved)).collect())
            }
            Reply::Searched { searched, .. } => {
                self.must_be_asked(position)?;
                Ok(searched
                    .moves
                    .iter()
                    .map(|found| self.of_searched(found))
                    .collect())
            }
            Reply::Theorem(theorem) => {
                self.must_be_asked(position)?;
                let moves = theorem.told_moves().moves.into_iter();
                Ok(moves.map(|claimed| self.of_claimed(claimed)).collect())
            }
        })
    }

    /// A line of best play, and whether the game is over at its end.
    fn line(&self, position: &Position, most: usize) -> PyResult<(Vec<String>, bool)> {
        soon(|| {
            let (_, solution) = self.solved()?;
            let line = solution.line(&position.must_be_of(&self.core)?, most)?;
            Ok((line.moves, line.complete))
        })
    }

    /// What `zug solve --json` prints, with `--verify`, `--statistics` and `--count` where they are asked for.
    #[pyo3(signature = (work, verify, sample, statistics, count))]
    fn report(
        &self,
        py: Python<'_>,
        work: &Work,
        verify: bool,
        sample: Option<u64>,
        statistics: bool,
        count: Option<&str>,
    ) -> PyResult<String> {
        work.run(py, |options| {
            let needs_positions = verify || statistics || count.is_some();
            if needs_positions {
                self.solved()?;
            }
            let extent = sample.map_or(Extent::Affordable, Extent::Sample);
            let request = self.core.request().filter(|_| verify);
            let verified = match request {
                Some(request) => self.reply.verify(request, extent, options)?,
                None => None,
            };
            let mut report = SolveReport::of(&self.reply, self.time, verified.as_ref())?;
            report.value = self.reply.partizan_value(options)?;
            if verify && request.is_none() {
                let (_, solution) = self.solved()?;
                let certificate = solution.verify_with(extent, options)?;
                report.certificate = Some(CertificateReport::of_certificate(&certificate));
            }
            if let Some(view) = count {
                let (_, solution) = self.solved()?;
                let counts = solution.count(view_of(view)?, options)?;
                report.counted = Some(CountedReport::of(&counts));
            }
            if statistics {
                let (_, solution) = self.solved()?;
                report.add_statistics(&self.reply, &solution.statistics(options)?)?;
            }
            json(&report)
        })
    }

    /// What `zug explain --json` prints.
    fn explain(&self, py: Python<'_>, work: &Work) -> PyResult<String> {
        work.run(py, |_| {
            json(&ExplainReport::of(&self.reply, explain(&self.reply)?)?)
        })
    }

    /// The tree of at most this many moves and nodes.
    fn tree(
        &self,
        py: Python<'_>,
        work: &Work,
        depth: Option<usize>,
        nodes: usize,
        merge: bool,
    ) -> PyResult<Tree> {
        work.run(py, |_| {
            let (problem, solution) = self.solved()?;
            let merging = match (merge, self.core.request()) {
                (true, Some(request)) => Some(Merging::of(request, problem)?),
                (true, None) => return Err(Failure::Setting(
                    "a game written in Python has no symmetries by which its positions could be merged".to_owned(),
                )),
                (false, _) => None,
            };
            let limits = TreeLimits::default().with_nodes(nodes).with_depth(depth);
            let outline = zug::Tree::outline(problem, &limits.cutting(), merging.as_ref())?;
            let limits = limits.with_depth(outline.cut_at.or(depth));
            let mut tree = match &merging {
                Some(merging) => zug::Tree::merged(problem, solution, &limits, merging)?,
                None => zug::Tree::new(problem, solution, &limits)?,
            };
            tree.cut_at = outline.cut_at;
            Ok(Tree::of(&self.core, tree))
        })
    }
}

/// The view that a word means.
fn view_of(word: &str) -> Result<View> {
    match word {
        "turn" => Ok(View::Turn),
        "mover" => Ok(View::Mover),
        "orbits" => Ok(View::Orbits),
        _ => Err(Failure::Setting(format!(
            "positions are counted by `turn`, `mover` or `orbits`, and not by `{word}`"
        ))),
    }
}
