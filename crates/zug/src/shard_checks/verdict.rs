//! What was found true of shards, as their check keeps it in a stream until all shards are checked.

use zug_certify::Certificate;
use zug_game::U256;
use zug_solve::Error as SolveError;
use zug_solve::strong::tiers::store::{Block, Kind, Store, StoreError, Stream};
use zug_solve::table::Counts;
use zug_values::Plies;

use super::readers::{Misfit, there};
use crate::error::Error;

/// What was found true of some shards.
#[derive(Clone, Copy, Debug)]
pub struct Verdict {
    /// The positions that were checked.
    pub certificate: Certificate,
    /// The counts of the positions that the shards keep.
    pub kept: Counts,
}

/// The numbers of a verdict.
const NUMBERS: usize = 18;

impl Verdict {
    pub(super) fn write(
        &self,
        (tier, shard): (u32, u32),
        checks: &dyn Store,
    ) -> Result<(), StoreError> {
        let longest = |plies: Option<Plies>| plies.map_or(0, |plies| u64::from(plies.0) + 1);
        let kept = [
            self.kept.finished(),
            self.kept.wins(),
            self.kept.losses(),
            self.kept.draws(),
            longest(self.kept.longest_win()),
            longest(self.kept.longest_loss()),
        ];
        let numbers = self.certificate.to_numbers().into_iter().chain(kept);
        let bytes: Vec<u8> = numbers.flat_map(u64::to_le_bytes).collect();
        let mut writer = checks.create(Stream::new(tier, Kind::Tally).of_shard(shard))?;
        let (first, count) = (U256::ZERO, 1);
        writer.write(Block { first, count }, &bytes)?;
        writer.finish(0)
    }

    /// The verdicts on these shards together.
    ///
    /// # Errors
    ///
    /// The file with the verdict on a shard is missing, or cannot be read.
    pub fn of_all(
        shards: impl IntoIterator<Item = (u32, u32)>,
        checks: &dyn Store,
    ) -> Result<Self, Error> {
        let mut all = Self {
            certificate: Certificate::OF_NOTHING,
            kept: Counts::default(),
        };
        for (tier, shard) in shards {
            all.add(Stream::new(tier, Kind::Tally).of_shard(shard), checks)
                .map_err(SolveError::from)?;
        }
        Ok(all)
    }

    fn add(&mut self, stream: Stream, checks: &dyn Store) -> Result<(), StoreError> {
        let mut bytes = Vec::new();
        there(checks, stream)?.read(0, &mut bytes)?;
        let words = bytes.chunks_exact(8).map(|bytes| {
            let digits = bytes.iter().rev();
            digits.fold(0, |number, &byte| number << 8 | u64::from(byte))
        });
        let words: Vec<u64> = words.collect();
        let numbers: [u64; NUMBERS] = words.try_into().map_err(|_| StoreError::failed(Misfit))?;
        let mut of_certificate = [0; 12];
        of_certificate.copy_from_slice(&numbers[..12]);
        self.certificate
            .add(&Certificate::of_numbers(of_certificate));
        let longest = |number: u64| Some(Plies(number.checked_sub(1)? as u32));
        let kept = self.kept;
        self.kept = Counts::default()
            .with_finished(kept.finished() + numbers[12])
            .with_wins(
                kept.wins() + numbers[13],
                kept.longest_win().max(longest(numbers[16])),
            )
            .with_losses(
                kept.losses() + numbers[14],
                kept.longest_loss().max(longest(numbers[17])),
            )
            .with_draws(kept.draws() + numbers[15]);
        Ok(())
    }
}
