//! The check of a tier of numbers, in which play can go round ([`TierCheck`]).
//!
//! A tier is one shard. Whoever checks it holds the values of the tier and of its exits, so that successors are looked
//! up, and no answers are written: of the three steps of a shard two are left, which need nothing of each other but the
//! traces.
//!
//! - *judge* plays the positions of the tier and compares their values; it writes the trace, which has the numbers of
//!   positions of other tiers that moves lead to, and the verdict.
//! - *match* reads the traces of the tiers whose moves lead into the tier, and follows play within it.

use std::sync::Arc;

use zug_certify::{Certificate, Judged, Listed, NotCertified, Sample, Terms, TierCheck};
use zug_game::{DenseIndex, NumberTier};
use zug_job::Job;
use zug_lang::{MaterialIndex, RulesGame};
use zug_solve::strong::tiers::store::{Kind, StoreError, Stream};
use zug_solve::strong::tiers::units::Order;
use zug_solve::strong::tiers::{MOST_IN_BLOCK, streams as blocks};
use zug_solve::strong::{NumberUnits, TierTable};
use zug_solve::table::{Counts, Table};

use super::readers::{Keys, Misfit, there};
use super::streams::ShardStreams;
use super::{AnyChecks, Verdict, judge_of, judged, unreadable};
use crate::error::Error;
use crate::native::Width;
use crate::problem::Problem;
use crate::solution::{AsWritten, Definition, Entries, indexed, not_certified};

/// A game with an index, run by the interpreter, and the position that play begins from.
pub(super) struct NumberChecks<W: Width> {
    /// The game with the symmetries with which the index is folded.
    game: RulesGame<W>,
    index: Arc<MaterialIndex>,
    tiers: Vec<NumberTier>,
    order: Order,
    root: W,
}

/// The check of a tier.
type OfTier<'c, W> = TierCheck<'c, 'c, AsWritten<W>, RulesGame<W>, Entries<'c, RulesGame<W>>>;

impl<W: Width> NumberChecks<W> {
    pub(super) fn of(game: &RulesGame<W>, problem: &Problem) -> Result<Self, Error> {
        let root = W::narrow(problem.root().to_bits());
        let (game, index) = indexed(game, root).ok_or(Error::NoUnits)?;
        let tiers = index.tiers();
        Ok(Self {
            order: NumberUnits::order(&tiers),
            game,
            index,
            tiers,
            root,
        })
    }

    /// What the table has of a tier and of its exits.
    fn table<'s>(
        &'s self,
        tier: u32,
        streams: ShardStreams<'_>,
        job: &Job,
    ) -> Result<TierTable<'s, W>, Error> {
        let tier = (&self.tiers[..], tier);
        Ok(TierTable::read(&*self.index, tier, streams.table, job)?)
    }

    /// Makes the checker of a tier and calls `check` with it.
    fn with<T>(
        &self,
        (tier, table): (u32, &TierTable<'_, W>),
        streams: ShardStreams<'_>,
        job: &Job,
        check: impl FnOnce(&OfTier<'_, W>) -> Checked<T, W>,
    ) -> Result<T, Error> {
        let judge = || judge_of(&self.game, job);
        let claim = Entries::over_index(&self.game, table);
        let roots: &[W] = match self.root_tier() {
            Some(of_root) if of_root == tier => &[self.root],
            _ => &[],
        };
        let judged = match judged(streams) {
            // The first entries of the table are those of one tier.
            Judged::Sample(sample) if roots.is_empty() => Judged::Sample(Sample {
                first_entries: 0,
                ..sample
            }),
            judged => judged,
        };
        let terms = Terms::new(roots, Listed::Reachable).with_judged(judged);
        let of_tier = TierCheck {
            judge: &judge,
            quick: &self.game,
            claim: &claim,
            end: table.own(),
            terms: &terms,
            job,
        };
        check(&of_tier).map_err(|error| not_certified(&judge(), error, job))
    }

    /// The counts of the positions that the table keeps of a tier.
    fn kept(table: &TierTable<'_, W>) -> Result<Counts, Error> {
        let mut kept = Counts::default();
        for place in 0..table.own() {
            if let Some(entry) = table.entry(place)? {
                kept.add(&entry, 1);
            }
        }
        Ok(kept)
    }

    /// Writes the trace of a tier: the numbers of positions of its exits.
    fn write_trace(
        tier: u32,
        numbers: impl Iterator<Item = u64>,
        streams: ShardStreams<'_>,
    ) -> Result<(), StoreError> {
        let mut writer = streams.checks.create(Stream::new(tier, Kind::Run))?;
        let mut numbers = numbers.peekable();
        let (mut of_block, mut bytes) = (Vec::new(), Vec::new());
        while numbers.peek().is_some() {
            of_block.clear();
            of_block.extend(numbers.by_ref().take(MOST_IN_BLOCK as usize));
            let block = blocks::write_keys(&of_block, &mut bytes);
            writer.write(block, &bytes)?;
        }
        writer.finish(0)
    }

    /// The numbers of a tier that are in the trace of an earlier one.
    fn entered(
        &self,
        tier: u32,
        earlier: u32,
        streams: ShardStreams<'_>,
    ) -> Result<Keys<u64>, StoreError> {
        let trace = there(streams.checks, Stream::new(earlier, Kind::Run))?;
        let all = 0..trace.blocks().len();
        let numbers = &self.tiers[tier as usize].numbers;
        Ok(Keys::between(
            trace,
            all,
            [Some(numbers.start), Some(numbers.end)],
        ))
    }
}

/// What the check of a tier returns.
type Checked<T, W> = Result<T, NotCertified<W, zug_solve::table::Unreadable>>;

impl<W: Width> AnyChecks for NumberChecks<W> {
    fn order(&self) -> &Order {
        &self.order
    }

    fn root_tier(&self) -> Option<u32> {
        let number = self.index.number(&self.root)?;
        let holds = |tier: &NumberTier| tier.numbers.contains(&number);
        Some(self.tiers.iter().position(holds)? as u32)
    }

    fn root(&self) -> String {
        judge_of(&self.game, &Job::default()).text(self.root)
    }

    fn play(&self, _: (u32, u32), _: ShardStreams<'_>, _: &Job) -> Result<(), Error> {
        Ok(())
    }

    fn matches(
        &self,
        (tier, _): (u32, u32),
        streams: ShardStreams<'_>,
        job: &Job,
    ) -> Result<(), Error> {
        let table = self.table(tier, streams, job)?;
        let before = self.order.before(tier).into_iter();
        let traces = before.map(|earlier| self.entered(tier, earlier, streams));
        let traces = traces.collect::<Result<Vec<_>, _>>().map_err(unreadable)?;
        let mut failed = None;
        let entered = traces.into_iter().flatten().map_while(|number| {
            let place = number.and_then(|number| {
                let place = table.place_of(number);
                place.ok_or_else(|| StoreError::failed(Misfit))
            });
            place.map_err(|why| failed = Some(why)).ok().map(Ok)
        });
        let reached = self.with((tier, &table), streams, job, |check| {
            check.is_reached(entered)
        });
        if let Some(why) = failed {
            return Err(unreadable(why));
        }
        reached?;
        let written = streams.checks.create(Stream::new(tier, Kind::Answers));
        written
            .and_then(|writer| writer.finish(0))
            .map_err(unreadable)
    }

    fn judge(
        &self,
        (tier, shard): (u32, u32),
        streams: ShardStreams<'_>,
        job: &Job,
    ) -> Result<(), Error> {
        let table = self.table(tier, streams, job)?;
        let judge = || judge_of(&self.game, job);
        Entries::over_index(&self.game, &table).entries_are_orbits(
            &judge,
            (Some(self.root), table.own()),
            job,
        )?;
        let of_tier = (tier, &table);
        #[allow(
            clippy::redundant_closure_for_method_calls,
            reason = "the method itself is of one lifetime"
        )]
        let (certificate, left): (Certificate, _) =
            self.with(of_tier, streams, job, |check| check.certified())?;
        let numbers = left.numbers().filter_map(|place| table.number_at(place));
        let verdict = Verdict {
            certificate,
            kept: Self::kept(&table)?,
        };
        Self::write_trace(tier, numbers, streams)
            .and_then(|()| verdict.write((tier, shard), streams.checks))
            .map_err(unreadable)
    }
}
