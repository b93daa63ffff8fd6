//! The nimbers of all two heaps up to some size.
//!
//! The problem: a table of nimbers for a game on two heaps.
//!
//! The method: by columns. The options of (a, b) that take any number from one heap are
//! all earlier positions with a heap of a, and all with a heap of b. The nimbers of
//! these positions are two sets of bits, to which each position adds its own. A third
//! set belongs to the difference of the heaps, for what may be taken from both: from
//! (a-1, b-1) to (a, b) it grows by the positions near (a-1, b-1). The mex of the union
//! begins at the first word that is not full in any of the three sets, and is seldom
//! far from there. Moves that take one of a finite set of numbers are looked up one by
//! one. The nimbers of Wythoff's game look like noise near the border between small and
//! large; no shorter way is known (A. Dress, A. Flammenkamp and N. Pink, 1999; they
//! show that each line is additively periodic, with long periods).
//!
//! Cost for heaps below n: half of n² positions, 2 bytes each, and up to 2n sets with a
//! bit for each nimber: about n² bytes in all for Wythoff's game. Time: a few words a
//! position, and one look-up for each number of a finite set; for
//! [`zug_heaps::Both::within`] t, 2t - 1 look-ups; for a ratio, one for each multiple, so that
//! the table takes about n³ steps.
//!
//! When not to use it: to learn only who wins, [`super::Lost`] reaches larger heaps;
//! for Wythoff's game and Euclid's there are theorems; for Nim the nimber is the xor.
//!
//! ```
//! use zug_heaps::PairGame;
//! use zug_sequences::pairs::PairNimbers;
//! use zug_sequences::Job;
//! use zug_values::Nimber;
//!
//! let wythoff: PairGame = "wythoff".parse()?;
//! let nimbers = PairNimbers::new(&wythoff, 10, &Job::default())?;
//! assert_eq!(nimbers.get(4, 7), Some(Nimber(0)));
//! assert_eq!(nimbers.get(9, 9), Some(Nimber(16)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::cell::Cell;

use zug_heaps::{Both, One, PairGame, Taking};
use zug_job::{Charge, Job, Phase, Progress, Refusal};
use zug_values::{Mex, Nimber};

use super::PairsError;
use super::bits::exactly;
use super::used::{Used, mex};

/// The nimbers of all two heaps below some size.
#[derive(Debug)]
pub struct PairNimbers {
    size: u64,
    /// Column after column: the nimber of (a, b) with a <= b is at `b (b + 1) / 2 + a`.
    cells: Vec<u16>,
    charge: Charge,
}

impl PairNimbers {
    /// Works out the nimbers of all two heaps below `size`.
    ///
    /// # Errors
    ///
    /// The table would take more bytes than the budget has, a nimber does not fit 16
    /// bits, or the caller cancelled the work.
    pub fn new(game: &PairGame, size: u64, job: &Job) -> Result<Self, PairsError> {
        let cells = u128::from(size) * (u128::from(size) + 1) / 2;
        let needed = u64::try_from(2 * cells).unwrap_or(u64::MAX);
        let mut table = Self {
            size,
            cells: Vec::new(),
            charge: job.budget.open(),
        };
        let taken = exactly(needed / 2, &mut table.cells, &mut table.charge);
        taken.map_err(|refusal| table.refused(needed, refusal))?;
        match game {
            PairGame::Taking(taking) => {
                table.fill(taking, job)?;
            }
            PairGame::Listed(_) | PairGame::Euclid => table.fill_plainly(game, job)?,
        }
        Ok(table)
    }

    /// All heaps of the table are smaller than this.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The nimber of two heaps, if the table has them.
    pub fn get(&self, a: u64, b: u64) -> Option<Nimber> {
        (a.max(b) < self.size).then(|| Nimber(self.read(a, b).into()))
    }

    /// The bytes that the table holds.
    pub fn bytes(&self) -> u64 {
        self.charge.bytes()
    }

    fn read(&self, a: u64, b: u64) -> u16 {
        let (small, large) = (a.min(b), a.max(b));
        self.cells[(large * (large + 1) / 2 + small) as usize]
    }

    fn push(&mut self, a: u64, b: u64, nimber: u32) -> Result<u16, PairsError> {
        let nimber = u16::try_from(nimber).map_err(|_| PairsError::Nimber { a, b })?;
        self.cells.push(nimber);
        Ok(nimber)
    }

    fn go_on(&self, job: &Job) -> Result<(), PairsError> {
        Ok(job.go_on(|| Progress::at(Phase::Solving, self.cells.len() as u64))?)
    }

    /// The error of this table, which takes at least `needed` bytes, after their
    /// refusal.
    fn refused(&self, needed: u64, refusal: Refusal) -> PairsError {
        let positions = self.cells.len() as u64;
        PairsError::too_large(self.size.saturating_sub(1), needed, refusal, positions)
    }

    /// Fills the table by definition, for a game with few moves.
    fn fill_plainly(&mut self, game: &PairGame, job: &Job) -> Result<(), PairsError> {
        let mut mex = Mex::default();
        for b in 0..self.size {
            self.go_on(job)?;
            for a in 0..=b {
                game.options(a, b, &mut |x, y| mex.insert(Nimber(self.read(x, y).into())));
                self.push(a, b, mex.take().0)?;
            }
        }
        Ok(())
    }

    /// Appends the nimbers of the options of (a, b) that are looked up one by one: those of numbers,
    /// pairs and ratios.
    fn read_one_by_one(&self, taking: &Taking, a: u64, b: u64, found: &mut Vec<u16>) {
        if let One::Of(takes) = taking.one() {
            let from_a = takes.iter().take_while(|&&k| k <= a);
            found.extend(from_a.map(|k| self.read(a - k, b)));
            let from_b = takes.iter().take_while(|&&l| l <= b);
            found.extend(from_b.map(|l| self.read(a, b - l)));
        }
        let Both { pairs, ratios, .. } = taking.both();
        let multiples = ratios
            .iter()
            .flat_map(|&(k, l)| (1..=b / l).map(move |times| (k * times, l * times)));
        for (k, l) in pairs.iter().copied().chain(multiples) {
            if k <= a && l <= b {
                found.push(self.read(a - k, b - l));
            }
            if l <= a && k <= b {
                found.push(self.read(a - l, b - k));
            }
        }
    }

    fn fill(&mut self, taking: &Taking, job: &Job) -> Result<(), PairsError> {
        let sets = |wanted: bool| if wanted { self.size } else { 0 };
        let lines = sets(*taking.one() == One::Any);
        let diagonals = sets(taking.both().within.is_some());
        let of_sets = (lines + diagonals) * size_of::<Used>() as u64;
        let (size, done) = (self.size, Cell::new(0));
        let refused = |refusal: Refusal| {
            let needed = refusal.in_use.saturating_add(refusal.needed);
            PairsError::too_large(size.saturating_sub(1), needed, refusal, done.get())
        };
        let charge = job.budget.charge(of_sets);
        let mut charge = charge.map_err(refused)?;
        // For each heap size, the nimbers of the positions so far that have such a
        // heap.
        let mut lines = vec![Used::default(); lines as usize];
        // For each difference d of the heaps, the nimbers of those options of the next
        // position with this difference that take from both.
        let mut diagonals = vec![Used::default(); diagonals as usize];
        let mut single = Used::default();
        let mut found: Vec<u16> = Vec::new();
        let nothing = Used::default();
        for b in 0..self.size {
            self.go_on(job)?;
            done.set(self.cells.len() as u64);
            for a in 0..=b {
                found.clear();
                self.read_one_by_one(taking, a, b, &mut found);
                if let (Some(within), true) = (taking.both().within, a > 0) {
                    let near = &mut diagonals[(b - a) as usize];
                    let (a, b, most) = (a - 1, b - 1, within.get() - 1);
                    near.insert(self.read(a, b), &mut charge).map_err(refused)?;
                    for more in 1..=most.min(b) {
                        let nimber = self.read(a, b - more);
                        near.insert(nimber, &mut charge).map_err(refused)?;
                    }
                    for more in 1..=most.min(a) {
                        let nimber = self.read(a - more, b);
                        near.insert(nimber, &mut charge).map_err(refused)?;
                    }
                }
                for &nimber in &found {
                    single.insert(nimber, &mut charge).map_err(refused)?;
                }
                let nimber = mex([
                    &single,
                    lines.get(a as usize).unwrap_or(&nothing),
                    lines.get(b as usize).unwrap_or(&nothing),
                    diagonals.get((b - a) as usize).unwrap_or(&nothing),
                ]);
                single.remove(found.iter().copied());
                let nimber = self.push(a, b, nimber)?;
                if !lines.is_empty() {
                    for heap in [a, b] {
                        let line = &mut lines[heap as usize];
                        line.insert(nimber, &mut charge).map_err(refused)?;
                    }
                }
            }
        }
        Ok(())
    }
}
