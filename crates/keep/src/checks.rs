//! The check of a table in parts, which many machines can do: which parts can be done, and doing them.
//!
//! A table in sorted tiers is checked shard by shard, in three steps ([`zug::ShardChecks`]), and one in tiers of numbers
//! tier by tier, in two. The step of a shard is a
//! *part* of the check. A part is done when its file is there, in a folder inside that of the table. The check
//! goes from the last tier to the first, so that of a few tiers alone files are kept at a time; they are removed when
//! no part needs them any more.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt;
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;

use zug::{
    Certificate, Extent, Job, Problem, ShardChecks, ShardStreams, SolveError, SolveOptions,
    Stopped, Verdict,
};
use zug_solve::strong::tiers::store::{Kind, Store, StoreError, Stream};
use zug_solve::strong::tiers::units::Order;
use zug_solve::table::Counts;
use zug_tablebase::{Checks, Error as FileError, Manifest, Totals};

use crate::error::{Error, Result};
use crate::identity;

/// The step of the check of a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// Plays the positions of the shard.
    Play,
    /// Compares the shard with the positions that moves lead to.
    Match,
    /// Compares the values of the shard with those that moves lead to.
    Judge,
}

impl Step {
    const ALL: [Self; 3] = [Self::Play, Self::Match, Self::Judge];

    fn word(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Match => "match",
            Self::Judge => "judge",
        }
    }

    /// The kind of the stream that the step writes.
    fn writes(self) -> Kind {
        match self {
            Self::Play => Kind::Run,
            Self::Match => Kind::Answers,
            Self::Judge => Kind::Tally,
        }
    }
}

/// A part of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    /// The tier of the shard.
    pub tier: u32,
    /// The number of the shard.
    pub shard: u32,
    /// What is done with the shard.
    pub step: Step,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tier, shard, step } = self;
        write!(f, "{}-{tier:05}-{shard:05}", step.word())
    }
}

/// A text is the name of no part of a check.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is the name of no part of a check: parts are called play-00012-00003, for example")]
pub struct NoPart(pub String);

impl FromStr for Part {
    type Err = NoPart;

    fn from_str(text: &str) -> Result<Self, NoPart> {
        let number = |part: &str| {
            let digits = part.len() >= 5 && part.bytes().all(|byte| byte.is_ascii_digit());
            part.parse::<u32>().ok().filter(|_| digits)
        };
        let read = || {
            let mut words = text.split('-');
            let word = words.next()?;
            let step = Step::ALL.into_iter().find(|step| step.word() == word)?;
            let (tier, shard) = (number(words.next()?)?, number(words.next()?)?);
            let part = Self { tier, shard, step };
            words.next().is_none().then_some(part)
        };
        read().ok_or_else(|| NoPart(text.to_owned()))
    }
}

/// The check of a table.
#[derive(Debug)]
pub struct Check {
    checks: Checks,
    by: ShardChecks,
    /// The number of shards of each tier that has some.
    shards: BTreeMap<u32, u32>,
    /// About the number of positions that are played by the rules as they are written.
    sample: u64,
}

/// What was found true of a table.
#[derive(Clone, Copy, Debug)]
pub struct VerifiedShards {
    /// The number of shards.
    pub shards: u64,
    /// The positions that were checked.
    pub certificate: Certificate,
    /// Whether the table has scores, which were found true as well.
    pub scores: bool,
}

impl Check {
    /// The check of the table in a folder.
    ///
    /// # Errors
    ///
    /// There is no table, or one that is not in tiers; the position that play begins from has no shard; the
    /// system refuses.
    pub fn open(folder: &Path, options: &SolveOptions) -> Result<Self> {
        let manifest = Manifest::read(folder)?;
        let not_in_shards = || Error::NotInShards(folder.display().to_string());
        if !manifest.is_in_tiers() {
            return Err(not_in_shards());
        }
        let mut kinds = if manifest.is_by_number() {
            vec![Kind::Numbers, Kind::Slots]
        } else {
            vec![Kind::Keys, Kind::Values]
        };
        kinds.extend(manifest.besides());
        let request = identity::request(&manifest.of, folder.display().to_string());
        let problem = Problem::prepare(&request, options)?;
        if problem.halves().is_some() {
            return Err(not_in_shards());
        }
        let by = problem.shard_checks(&kinds, options)?;
        let of = identity::of_tiers(&request, &problem, by.order(), options)?;
        manifest.must_be_of(folder, &of)?;
        let checks = Checks::new(folder, manifest);
        let shards = checks.shards();
        // The numbers of an index may be solved in one tier, if moves do not go by them.
        if !by.order().has_shards() && !by.order().tiers().eq(shards.keys().copied()) {
            return Err(not_in_shards());
        }
        by.root_has_a_shard(&shards)?;
        Ok(Self {
            checks,
            by,
            shards,
            sample: Extent::SAMPLE,
        })
    }

    /// The check that plays about this number of positions by the rules as they are written, if there are more.
    #[must_use]
    pub fn with_sample(self, sample: u64) -> Self {
        Self { sample, ..self }
    }

    /// The parts that can be done now; none when all are done.
    ///
    /// # Errors
    ///
    /// The system refuses.
    pub fn parts(&self) -> Result<Vec<Part>> {
        Ok(self.state()?.ready.into_iter().collect())
    }

    /// Does parts, one after the other. What is done already is not done again.
    ///
    /// # Errors
    ///
    /// There is no such part, or what it reads is not there yet; the table is wrong; a file is damaged; memory does not
    /// suffice, the work was cancelled, or the system refuses.
    pub fn make(&self, parts: &[Part], options: &SolveOptions) -> Result<()> {
        for part in parts {
            let is_step = self.by.order().has_shards() || part.step != Step::Play;
            if part.shard >= self.shards_of(part.tier) || !is_step {
                return Err(Error::NoSuchPart {
                    folder: self.checks.table_folder().display().to_string(),
                    part: part.to_string(),
                });
            }
            let state = self.state()?;
            if state.is_done(self, *part) {
                continue;
            }
            if !state.ready.contains(part) {
                return Err(Error::PartNotReady(part.to_string()));
            }
            self.make_part(*part, options)?;
        }
        Ok(())
    }

    /// Does all parts that are left, and returns what was found true. Nothing is left of the check then, so that the
    /// next one looks at the table anew.
    ///
    /// # Errors
    ///
    /// The table is wrong, or its manifest counts other positions than it has; a file of the table is damaged; memory
    /// does not suffice, the work was cancelled, or the system refuses.
    pub fn verified(&self, options: &SolveOptions) -> Result<VerifiedShards> {
        loop {
            while let Some(part) = self.state()?.ready.pop_first() {
                match self.make_part(part, options) {
                    // It is made again.
                    Err(Error::DamagedPart(_)) => {}
                    made => made?,
                }
            }
            match self.verdict(&options.job()) {
                Err(Error::DamagedPart(_)) => {}
                verdict => return verdict,
            }
        }
    }

    fn verdict(&self, job: &Job) -> Result<VerifiedShards> {
        let store = self.checks.store(&job.budget)?;
        self.all_are_matched(&store)?;
        let verdict = Verdict::of_all(self.names(), &store);
        let Verdict {
            certificate, kept, ..
        } = verdict.map_err(|error| self.without_damage(error))?;
        let longest = |plies: Option<zug::Plies>| plies.map(|plies| plies.0);
        let found = Totals {
            finished: certificate.finished,
            wins: certificate.wins,
            losses: certificate.losses,
            draws: certificate.draws,
            longest_win: longest(certificate.longest_win),
            longest_loss: longest(certificate.longest_loss),
        };
        let manifest = self.checks.manifest();
        let told = manifest.positions.unwrap_or(found);
        if manifest.kept != Totals::from(kept) || told != found {
            let folder = self.checks.table_folder().display().to_string();
            return Err(Error::OtherCounts(folder));
        }
        self.checks.remove()?;
        Ok(VerifiedShards {
            shards: self.names().count() as u64,
            certificate,
            scores: matches!(manifest.besides(), Some(Kind::Scores | Kind::Attained)),
        })
    }

    /// Opens what says that tiers of numbers were compared, which no part reads: it must be of this table.
    fn all_are_matched(&self, store: &dyn Store) -> Result<()> {
        if self.by.order().has_shards() {
            return Ok(());
        }
        for (tier, shard) in self.names() {
            let opened = store.open(Stream::new(tier, Kind::Answers).of_shard(shard));
            let opened = opened.map_err(|why| SolveError::from(why).into());
            opened.map_err(|error| self.without_damage(error))?;
        }
        Ok(())
    }

    fn make_part(&self, part: Part, options: &SolveOptions) -> Result<()> {
        let job = options.job();
        let (table, checks) = (
            self.checks.table(&job.budget),
            self.checks.store(&job.budget)?,
        );
        let manifest = self.checks.manifest();
        let streams = ShardStreams {
            table: &table,
            checks: &checks,
            shards: &self.shards,
            positions: Counts::from(manifest.positions.unwrap_or(manifest.kept)),
            sample: self.sample,
        };
        let of = (part.tier, part.shard);
        let made = match part.step {
            Step::Play => self.by.play(of, streams, &job),
            Step::Match => self.by.matches(of, streams, &job),
            Step::Judge => self.by.judge(of, streams, &job),
        };
        if let Err(error) = made {
            let is_cancelled = Stopped::behind(&error).is_some_and(Stopped::is_cancelled);
            // Another process may have done it meanwhile, and removed what no part needs any more.
            if !is_cancelled && !is_flaw(&error) && self.state()?.is_done(self, part) {
                return Ok(());
            }
            return Err(self.without_damage(error));
        }
        if part.step != Step::Play {
            for stream in self.state()?.unneeded(self) {
                let removed = checks.remove(stream).map_err(SolveError::from);
                removed.map_err(zug::Error::from)?;
            }
        }
        Ok(())
    }

    /// The error, after the file of the check was removed that it says is damaged. Files of the table stay.
    fn without_damage(&self, error: zug::Error) -> Error {
        if let zug::Error::Solve(SolveError::Store(StoreError::Failed(why))) = &error
            && let Some(
                damaged @ (FileError::Damaged { path, .. } | FileError::Version { path, .. }),
            ) = why.downcast_ref()
            && self.checks.has_written(path)
            && std::fs::remove_file(path).is_ok()
        {
            return Error::DamagedPart(damaged.to_string());
        }
        error.into()
    }

    fn shards_of(&self, tier: u32) -> u32 {
        self.shards.get(&tier).copied().unwrap_or(0)
    }

    /// The shards of a tier, by their names.
    fn names_of(&self, tier: u32) -> impl Iterator<Item = (u32, u32)> + use<> {
        (0..self.shards_of(tier)).map(move |shard| (tier, shard))
    }

    /// All shards.
    fn names(&self) -> impl Iterator<Item = (u32, u32)> {
        self.shards.keys().flat_map(|&tier| self.names_of(tier))
    }

    /// The shards of the tiers whose moves can lead into a tier.
    fn before(&self, tier: u32) -> impl Iterator<Item = (u32, u32)> {
        let tiers = self.by.order().before(tier).into_iter();
        tiers.flat_map(|tier| self.names_of(tier))
    }

    /// The shards of the tiers that moves out of a tier can lead to.
    fn behind(&self, tier: u32) -> impl Iterator<Item = (u32, u32)> {
        let tiers = self.by.order().behind(tier).into_iter();
        tiers.flat_map(|tier| self.names_of(tier))
    }

    fn state(&self) -> Result<State> {
        let there = self.checks.streams()?.into_iter().collect();
        let mut state = State {
            there,
            ready: BTreeSet::new(),
        };
        let levels = match self.by.order() {
            Order::Sorted(levels) => levels,
            Order::Numbered(_) => {
                state.ready = self.ready_by_number(&state);
                return Ok(state);
            }
        };
        let is_open = |tier: &u32| {
            let mut shards = self.names_of(*tier);
            shards.any(|of| !state.has(of, Step::Judge) || !state.is_matched(self, of))
        };
        let Some(last) = self.shards.keys().rev().copied().find(is_open) else {
            return Ok(state);
        };
        let window = last.saturating_sub(levels.climb)..=last;
        state.ready = self.ready(&state, &window);
        Ok(state)
    }

    /// The parts that can be done now of the check of tiers of numbers.
    fn ready_by_number(&self, state: &State) -> BTreeSet<Part> {
        let mut ready = BTreeSet::new();
        for (tier, shard) in self.names() {
            let of = (tier, shard);
            let part = |step| Part { tier, shard, step };
            if !state.is_done(self, part(Step::Judge)) {
                ready.insert(part(Step::Judge));
            }
            let mut before = self.before(tier);
            if !state.is_matched(self, of) && before.all(|of| state.has(of, Step::Play)) {
                ready.insert(part(Step::Match));
            }
        }
        ready
    }

    /// The parts that can be done now, of these tiers.
    fn ready(&self, state: &State, tiers: &RangeInclusive<u32>) -> BTreeSet<Part> {
        let mut ready = BTreeSet::new();
        for (tier, shard) in self.names().filter(|(tier, _)| tiers.contains(tier)) {
            let of = (tier, shard);
            let mut add = |step, is_ready: bool| {
                if is_ready {
                    ready.insert(Part { tier, shard, step });
                }
            };
            let is_played = state.has(of, Step::Play);
            add(Step::Play, !is_played && state.is_trace_needed(self, of));
            let are_played = |step| self.before(tier).all(|of| state.has(of, step));
            add(
                Step::Match,
                !state.is_matched(self, of) && are_played(Step::Play),
            );
            let is_answered = || self.behind(tier).all(|of| state.has(of, Step::Match));
            let is_judged = state.has(of, Step::Judge);
            add(Step::Judge, !is_judged && is_played && is_answered());
        }
        ready
    }
}

/// Whether the error says that the table is wrong.
fn is_flaw(error: &zug::Error) -> bool {
    matches!(error, zug::Error::Flaw(_))
}

/// What is there of a check, and what can be done.
struct State {
    there: HashSet<Stream>,
    ready: BTreeSet<Part>,
}

impl State {
    fn has(&self, (tier, shard): (u32, u32), step: Step) -> bool {
        let stream = Stream::new(tier, step.writes()).of_shard(shard);
        self.there.contains(&stream)
    }

    /// Whether the answers of a tier were read by all that need them.
    fn are_answers_read(&self, check: &Check, tier: u32) -> bool {
        if !check.by.order().has_shards() {
            // Nothing reads them: they say that the tier was compared.
            return false;
        }
        let mut before = check.before(tier).peekable();
        before.peek().is_some() && before.all(|of| self.has(of, Step::Judge))
    }

    /// Whether a shard was compared with the positions that moves lead to.
    fn is_matched(&self, check: &Check, of: (u32, u32)) -> bool {
        self.has(of, Step::Match) || self.are_answers_read(check, of.0)
    }

    fn is_trace_needed(&self, check: &Check, of: (u32, u32)) -> bool {
        !self.has(of, Step::Judge) || check.behind(of.0).any(|of| !self.is_matched(check, of))
    }

    fn is_done(&self, check: &Check, part: Part) -> bool {
        let of = (part.tier, part.shard);
        match part.step {
            Step::Play => self.has(of, Step::Play) || !self.is_trace_needed(check, of),
            Step::Match => self.is_matched(check, of),
            Step::Judge if check.by.order().has_shards() => self.has(of, Step::Judge),
            // It writes the trace too.
            Step::Judge => {
                let is_played = self.has(of, Step::Play) || !self.is_trace_needed(check, of);
                is_played && self.has(of, Step::Judge)
            }
        }
    }

    /// The streams that no part needs any more.
    fn unneeded(&self, check: &Check) -> Vec<Stream> {
        let there = self.there.iter().copied();
        there
            .filter(|stream| match stream.kind {
                Kind::Run => !self.is_trace_needed(check, (stream.tier, stream.shard)),
                Kind::Answers => self.are_answers_read(check, stream.tier),
                _ => false,
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_read_back_from_its_name() {
        for step in Step::ALL {
            let (tier, shard) = (12, 123_456);
            let part = Part { tier, shard, step };
            assert_eq!(part.to_string().parse(), Ok(part));
        }
        for text in [
            "",
            "play",
            "play-00001",
            "play-00001-00002-00003",
            "keys-00001-00002",
            "play-1-2",
        ] {
            assert_eq!(text.parse::<Part>(), Err(NoPart(text.to_owned())));
        }
    }
}
