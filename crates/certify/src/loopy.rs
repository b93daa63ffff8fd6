//! Checks the loopy nimbers of an impartial game in which play can go round in a circle.
//!
//! **What is checked** of each position that play reaches:
//!
//! 1. a position claimed to be worth n has an option worth each number below n, and none worth n;
//! 2. each option of it that is not worth a smaller number has a move back to a position worth n that *settled* before.
//!    A position settles once all of these options have such a move, so a position that nothing settles is a flaw;
//! 3. of a position claimed to be worth ∞(K), K is the set of the numbers of its options; and where m is the least number
//!    that is not in K, it has an option worth ∞(L) with no m in L.
//!
//! **Why that suffices.** The order in which positions settle is the counter of C. A. B. Smith (1966) and of
//! A. S. Fraenkel and Y. Perl (1975), who prove that on a finite graph there is exactly one such labelling, and
//! that who wins a sum follows from it.
//!
//! **Cost.** The moves twice, some 40 bytes for each position and 12 for each move: all moves are held.

use std::collections::{HashMap, HashSet};

use zug_game::{Game, Step};
use zug_job::{Charge, Job, Phase, Progress, Stopped};
use zug_values::{LoopyNimber, Mex, Nimber};

use crate::flaw::{Flaw, NotCertified};

/// The positions that play reaches, each with its options and its loopy nimber.
struct Told<P> {
    positions: Vec<P>,
    /// The numbers of the positions that the moves of each position lead to.
    options: Vec<Vec<u32>>,
    nimbers: Vec<LoopyNimber>,
}

/// Checks the claims about all positions that play reaches from a root. Returns their number.
///
/// # Errors
///
/// A flaw, or the work was stopped; a claim cannot be read.
pub fn certify_loopy<G: Game, E>(
    game: &G,
    root: G::Position,
    told: impl Fn(&G::Position) -> Result<Option<LoopyNimber>, E>,
    job: &Job,
) -> Result<u64, NotCertified<G::Position, E>> {
    let mut charge = job.budget.open();
    let told = listed(game, root, told, &mut charge, job)?;
    let places = 0..told.positions.len();
    let wrong = places
        .clone()
        .find(|&place| !told.agrees_with_options(place));
    match wrong.or_else(|| told.unsettled()) {
        Some(place) => {
            let position = told.positions[place];
            Err(Flaw::LoopyNimber { position }.into())
        }
        None => Ok(places.len() as u64),
    }
}

/// Lists what is reached and what is claimed of it.
fn listed<G: Game, E>(
    game: &G,
    root: G::Position,
    told: impl Fn(&G::Position) -> Result<Option<LoopyNimber>, E>,
    charge: &mut Charge,
    job: &Job,
) -> Result<Told<G::Position>, NotCertified<G::Position, E>> {
    let (mut positions, mut places) = (vec![root], HashMap::from([(root, 0u32)]));
    let (mut options, mut nimbers) = (Vec::new(), Vec::new());
    let mut steps: Vec<Step<G::Position>> = Vec::new();
    while options.len() < positions.len() {
        let position = positions[options.len()];
        let reached = Progress::at(Phase::Verifying, options.len() as u64);
        job.go_on(|| reached)?;
        let nimber = told(&position).map_err(NotCertified::Unreadable)?;
        nimbers.push(nimber.ok_or(Flaw::LoopyNimber { position })?);
        steps.clear();
        let expanded = game.expand(&position, &mut steps);
        expanded.map_err(|fault| Flaw::Fault { position, fault })?;
        let bytes = 4 * size_of::<G::Position>() + 64 + 12 * steps.len();
        let refused = |refusal| Stopped::out_of_memory(refusal, reached);
        charge.grow(bytes as u64).map_err(refused)?;
        let after = steps.drain(..).map(|step| {
            *places.entry(step.position).or_insert_with(|| {
                positions.push(step.position);
                positions.len() as u32 - 1
            })
        });
        options.push(after.collect());
    }
    Ok(Told {
        positions,
        options,
        nimbers,
    })
}

impl<P> Told<P> {
    /// The numbers that options of a position are worth, in increasing order, each once.
    fn numbers(&self, place: usize) -> Vec<Nimber> {
        let options = self.options[place].iter();
        let numbers = options.filter_map(|&option| self.nimbers[option as usize].nimber());
        let mut numbers: Vec<Nimber> = numbers.collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// Whether 1 and 3 hold of a position.
    fn agrees_with_options(&self, place: usize) -> bool {
        let numbers = self.numbers(place);
        let mut mex = Mex::default();
        for &number in &numbers {
            mex.insert(number);
        }
        let missing = mex.take();
        match &self.nimbers[place] {
            LoopyNimber::Finite(nimber) => *nimber == missing,
            LoopyNimber::Infinite(infinity) => {
                infinity.numbers() == numbers
                    && self.options[place].iter().any(|&option| {
                        match &self.nimbers[option as usize] {
                            LoopyNimber::Infinite(other) => !other.contains(missing),
                            LoopyNimber::Finite(_) => false,
                        }
                    })
            }
        }
    }

    /// A position that is claimed to be worth a number and does not settle; `None` if all do.
    fn unsettled(&self) -> Option<usize> {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.positions.len()];
        for (place, options) in self.options.iter().enumerate() {
            for &option in options {
                before[option as usize].push(place as u32);
            }
        }
        let mut worth: HashMap<Nimber, Vec<usize>> = HashMap::new();
        for (place, nimber) in self.nimbers.iter().enumerate() {
            if let Some(nimber) = nimber.nimber() {
                worth.entry(nimber).or_default().push(place);
            }
        }
        let of_number = worth.into_iter();
        of_number
            .filter_map(|(nimber, places)| self.unsettled_of(nimber, &places, &before))
            .min()
    }

    /// One of these positions, all that are worth a number, that does not settle.
    fn unsettled_of(&self, nimber: Nimber, places: &[usize], before: &[Vec<u32>]) -> Option<usize> {
        let is_smaller = |option: u32| {
            self.nimbers[option as usize]
                .nimber()
                .is_some_and(|of| of < nimber)
        };
        // How many moves of each position lead to an option that has no move to a settled position yet.
        let mut open: HashMap<usize, usize> = HashMap::new();
        let mut settled = Vec::new();
        for &place in places {
            let options = self.options[place].iter();
            let larger = options.filter(|&&option| !is_smaller(option)).count();
            open.insert(place, larger);
            if larger == 0 {
                settled.push(place);
            }
        }
        let mut reverts = HashSet::new();
        while let Some(place) = settled.pop() {
            for &option in &before[place] {
                if is_smaller(option) || !reverts.insert(option) {
                    continue;
                }
                for &other in &before[option as usize] {
                    if let Some(larger) = open.get_mut(&(other as usize)) {
                        *larger -= 1;
                        if *larger == 0 {
                            settled.push(other as usize);
                        }
                    }
                }
            }
        }
        let open = open.into_iter().filter(|(_, larger)| *larger > 0);
        open.map(|(place, _)| place).min()
    }
}
