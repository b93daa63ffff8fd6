//! The certificate of a solution of a game whose moves gain points.
//!
//! Values of such a game are signs of scores, so that the scores are checked first (`score_check`):
//! by the rules as they are written in every position of play, or in a sample where there are many
//! positions and by the interpreter in all. Then one pass compares the value of each entry with its
//! score and with what the interpreter's moves attain, plies included, and counts the entries.

use zug_certify::Certificate;
use zug_game::{Game, Symmetric};
use zug_lang::RulesGame;
use zug_solve::scores::Attained;
use zug_solve::table::{self, Entry};
use zug_values::Plies;

use super::Solved;
use super::verify::Extent;
use crate::error::Error;
use crate::flaw::SolutionFlaw;
use crate::native::Width;
use crate::options::SolveOptions;
use crate::request::Scope;
use crate::subject::Subject;

/// The number of positions that are all played by the rules as they are written, and the size of a
/// sample of more, where the caller does not say: about a second of work.
const AFFORDABLE: u64 = 20_000;

impl<W: Width> Solved<RulesGame<W>> {
    /// Checks the solution of a game whose moves gain points.
    ///
    /// # Errors
    ///
    /// The first position that is wrong; too little memory; the caller cancelled.
    pub(super) fn verify_gains(
        &self,
        scope: Scope,
        extent: Extent,
        options: &SolveOptions,
    ) -> Result<Certificate, Error> {
        let job = self.stored.job(options);
        let table = self.stored.table();
        let counts = self.counts()?;
        let all = counts.positions;
        let sample = match extent {
            Extent::All => None,
            Extent::Sample(size) => Some(size).filter(|size| *size < all),
            Extent::Affordable => Some(AFFORDABLE).filter(|size| *size < all),
        };
        let reached = self.score_check(scope).verify(sample, &job)?;
        let mut certificate = Certificate::OF_NOTHING;
        let mut found = table::Counts::default();
        let quick = self.game.interpreted();
        for place in 0..table.places() {
            job.check()?;
            if let Some(entry) = table.entry(place)? {
                let moves = self.entry_is_right(&quick, &entry)?;
                let orbit = self.game.orbit(entry.position()) as u64;
                found.add(&entry, orbit);
                certificate.entries += 1;
                certificate.entry_moves += moves;
                certificate.moves += moves * orbit;
            }
        }
        certificate.positions = found.positions();
        certificate.judged = sample.unwrap_or(all);
        (certificate.wins, certificate.losses) = (found.wins(), found.losses());
        (certificate.draws, certificate.finished) = (found.draws(), found.finished());
        certificate.longest_win = found.longest_win();
        certificate.longest_loss = found.longest_loss();
        let told = reached.of(certificate.positions, certificate.entries);
        if told != reached.number() {
            let (what, found) = ("positions that play reaches", reached.number());
            return Err(SolutionFlaw::Count { what, told, found }.into());
        }
        self.counts_are_right(&counts, &certificate, scope)?;
        Ok(certificate)
    }

    /// Checks that the value of a canonical position is what its moves attain, plies included, and
    /// that of its score; and that the entry says whether the game is over. Returns the number of its
    /// moves.
    fn entry_is_right(&self, quick: &RulesGame<W>, entry: &Entry<W>) -> Result<u64, Error> {
        let position = *entry.position();
        let mut steps = Vec::new();
        quick.expand(&position, &mut steps)?;
        let gains = quick.gain_of_each(&position, steps.len())?;
        let told = self.attained_in(position)?;
        let mut best: Option<Attained> = None;
        for (step, gain) in steps.iter().zip(gains) {
            let by_move = self
                .attained_in(self.game.canonical(&step.position))?
                .before(gain, step.turn);
            best = Some(best.map_or(by_move, |best| best.better(by_move)));
        }
        // The score of an end was compared with the rules.
        let found = best.unwrap_or(Attained {
            plies: Plies::ZERO,
            ..told
        });
        let value = self.value(position)?;
        let is_over = entry.finished().is_some();
        if told == found && value == Some(told.value()) && is_over == steps.is_empty() {
            return Ok(steps.len() as u64);
        }
        Err(SolutionFlaw::Score {
            position: self.game.label_of(&position),
            told: told.score,
            found: found.score,
        }
        .into())
    }

    /// The score and the plies that the solution has for a canonical position.
    fn attained_in(&self, canonical: W) -> Result<Attained, Error> {
        let attained = self.stored.attained(&canonical)?;
        attained.ok_or_else(|| self.not_solved(canonical))
    }
}
