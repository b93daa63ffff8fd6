//! Values of the positions of a tier, level by level of remoteness.
//!
//! The positions of the tiers that moves lead to have their values, and stand there in no
//! order: at each level those of this remoteness are looked for among them, which goes over
//! their bytes sixty-four at a time. They are asked for their predecessors in this tier alone.
//!
//! Several threads may tell the predecessors of one level at once: a thread changes slots whose
//! locks it holds ([`super::regions`]). A position that a move wins never loses its last move, so
//! that its value does not depend on which thread comes first; and a level is a set, so that
//! it does not either.

use std::hint::select_unpredictable;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use zug_game::{NumberedGame, Numbers, Predecessors};
use zug_job::{Job, Phase, Tier};
use zug_values::{Outcome, Plies, Turn, Value};

use super::bits::{Bits, One, WORD, Window};
use super::crew::{Pass, Worker};
use super::known::{Cell, Known, for_each_cell};
use super::regions::Regions;
use super::slots::{self, Slot, Slots, for_each_width};
use super::{BLOCK, Counters};
use crate::error::Error;

/// All positions of a tier that play can reach, of which some have their values.
pub(super) struct Levels<'a> {
    pub(super) game: &'a dyn NumberedGame,
    pub(super) job: &'a Job,
    /// The place of the tier.
    pub(super) place: usize,
    pub(super) tier: Option<Tier>,
    /// The numbers of the tier.
    pub(super) window: &'a Window,
    /// The positions that were found.
    pub(super) found: &'a Bits,
    /// The tiers that moves lead to.
    pub(super) exits: Vec<&'a Known>,
    /// The number of positions of all tiers.
    pub(super) whole: u64,
    /// The number of positions of tiers that have no values and are not this tier.
    pub(super) left: u64,
    pub(super) slots: Slots,
    pub(super) counters: Counters,
    /// The positions of the level that is looked at.
    pub(super) here: Bits,
    /// The positions of the level that is made.
    pub(super) next: Bits,
    /// The locks of the slots, which a thread takes where it does not work alone.
    pub(super) regions: Regions,
    /// What threads worked with that have ended.
    pub(super) spare: Mutex<Vec<Own>>,
}

/// What one thread works with.
#[derive(Default)]
pub(super) struct Own {
    numbers: Vec<u64>,
    lost: Vec<u64>,
    won: Vec<u64>,
    before: Predecessors,
    /// The places of predecessors that had no value yet.
    open: Numbers,
    /// The places of positions that got their value.
    solved: Numbers,
    settled: Settled,
    /// The numbers of positions of the level that were looked at, images included.
    seen: Settled,
}

/// The numbers of positions that got a value.
#[derive(Clone, Copy, Debug, Default)]
struct Settled {
    lost: u64,
    won: u64,
}

/// What comes of looking at the positions of a level.
struct Looked {
    /// The numbers of positions of the level, images included.
    seen: Settled,
    /// The numbers of slots that got their value by it.
    settled: Settled,
}

impl Settled {
    fn all(self) -> u64 {
        self.lost + self.won
    }
}

/// The numbers that all threads tell together.
#[derive(Default)]
struct Tally {
    lost: AtomicU64,
    won: AtomicU64,
}

impl Tally {
    fn add(&self, settled: Settled) {
        self.lost.fetch_add(settled.lost, Ordering::Relaxed);
        self.won.fetch_add(settled.won, Ordering::Relaxed);
    }

    fn into_settled(self) -> Settled {
        Settled {
            lost: self.lost.into_inner(),
            won: self.won.into_inner(),
        }
    }
}

/// What the slots of the next level hold.
struct Step {
    loss: u32,
    win: u32,
    /// The least slot of a position that is not solved.
    unsolved: u32,
    /// The number of positions that have no value yet, as far as it is known.
    left: u64,
}

impl Levels<'_> {
    /// Gives every position its value that is won or lost. A position that no level reaches is a
    /// draw, and its slot is left as it is. Returns for each slot the number of positions that have
    /// it, draws by play not included.
    pub(super) fn run(&mut self) -> Result<Vec<u64>, Error> {
        self.next.clear();
        let mut counts = vec![0; slots::FIRST_LOSS as usize];
        let mut settled = self.begin(&mut counts[slots::FINISHED_DRAW as usize])?;
        let mut left = self.counters.positions;
        let mut remoteness = 0;
        let mut exits = std::mem::take(&mut self.exits);
        loop {
            exits.retain(|exit| {
                exit.longest()
                    .is_some_and(|Plies(plies)| plies >= remoteness)
            });
            if settled.all() == 0 && exits.is_empty() {
                break;
            }
            remoteness += 1;
            self.make_room_for(remoteness)?;
            let step = Step {
                loss: slots::solved(Value::Loss(Plies(remoteness))),
                win: slots::solved(Value::Win(Plies(remoteness))),
                unsolved: self.counters.unsolved(&self.slots),
                left,
            };
            let looked = for_each_width!(&self.slots.of, slots => {
                self.level(slots, &exits, settled.all(), &step)
            })?;
            // In the order of the slots, level by level.
            counts.extend([looked.seen.lost, looked.seen.won]);
            left -= looked.seen.all();
            settled = looked.settled;
            std::mem::swap(&mut self.here, &mut self.next);
        }
        Ok(counts)
    }

    /// Puts the positions that are finished with a win or a loss into the first level, and
    /// returns the numbers of their slots. Puts the number of those that are finished with a draw
    /// into `draws`.
    fn begin(&self, draws: &mut u64) -> Result<Settled, Error> {
        let [lost, won, drawn] = [Outcome::Loss, Outcome::Win, Outcome::Draw].map(slots::finished);
        let (tally, drawn_all) = (Tally::default(), AtomicU64::new(0));
        let words = self.here.words();
        let pass = Pass::new(self.job, Phase::Solving, self.tier, words);
        for_each_width!(&self.slots.of, slots => pass.run(
            || (),
            |(), (_, range), worker| {
                let first = range.start * WORD;
                let end = slots.len().min(range.end * WORD);
                let (mut settled, mut drawn_here) = (Settled::default(), 0);
                for (place, slot) in (first..).zip(&slots[first..end]) {
                    let held = slot.get();
                    if held == lost || held == won {
                        // No other thread has slots that share a word of bits with these.
                        self.here.insert::<One>(place);
                        settled.lost += u64::from(held == lost);
                        settled.won += u64::from(held == won);
                    } else if held == drawn {
                        drawn_here += self.images(&[self.window.base() + place as u64]);
                    }
                }
                tally.add(settled);
                drawn_all.fetch_add(drawn_here, Ordering::Relaxed);
                let Counters {
                    positions, moves, ..
                } = self.counters;
                worker.block(self.whole, moves, self.left + positions)
            },
            |()| (),
        ))?;
        *draws = drawn_all.into_inner();
        Ok(tally.into_settled())
    }

    /// The number of positions that some slots, told by their first numbers, are of: a slot may be of
    /// two images, of which play may reach one.
    fn images(&self, numbers: &[u64]) -> u64 {
        let Some(to_image) = self.window.to_image() else {
            return numbers.len() as u64;
        };
        let reached = |number| u64::from(self.found.has(number));
        let of = |number: &u64| reached(*number) + reached(number + to_image);
        numbers.iter().map(of).sum()
    }

    /// Makes slots wide enough for a win in this number of plies.
    fn make_room_for(&mut self, plies: u32) -> Result<(), Error> {
        let most = slots::solved(Value::Win(Plies(plies)));
        while most >= self.counters.unsolved(&self.slots) {
            let unsolved = self.counters.unsolved(&self.slots);
            let positions = self.counters.positions as usize;
            self.slots
                .widen(unsolved)
                .map_err(|refusal| Error::out_of_memory(refusal, Phase::Solving, positions))?;
        }
        Ok(())
    }

    /// Tells the predecessors of all positions of a level, of which `positions` are in this tier
    /// and the others in `exits`.
    fn level<T: Slot>(
        &self,
        slots: &[T],
        exits: &[&Known],
        positions: u64,
        step: &Step,
    ) -> Result<Looked, Error> {
        let (seen, settled) = (Tally::default(), Tally::default());
        let words = exits
            .iter()
            .map(|exit| exit.window().slots().div_ceil(WORD));
        let parts = std::iter::once(self.here.words()).chain(words).collect();
        let pass = Pass::of_parts(self.job, Phase::Solving, self.tier, parts);
        pass.over(positions).run(
            || self.own(),
            |own, (part, range), worker| {
                let Some(exit) = part.checked_sub(1) else {
                    return self.go_through(slots, range, own, step, worker);
                };
                for_each_cell!(exits[exit].cells(), cells => {
                    self.enter(slots, (exits[exit].window(), cells), range, own, step, worker)
                })
            },
            |mut own| {
                seen.add(std::mem::take(&mut own.seen));
                settled.add(std::mem::take(&mut own.settled));
                let mut spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner);
                spare.push(own);
            },
        )?;
        Ok(Looked {
            seen: seen.into_settled(),
            settled: settled.into_settled(),
        })
    }

    /// What a thread works with, which another one may have used before.
    fn own(&self) -> Own {
        let mut spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        spare.pop().unwrap_or_default()
    }

    /// Tells the predecessors of the positions of a level that are in a range of words.
    fn go_through<T: Slot>(
        &self,
        slots: &[T],
        mut range: Range<usize>,
        own: &mut Own,
        step: &Step,
        worker: &mut Worker<'_>,
    ) -> Result<(), Error> {
        let base = self.window.base();
        while !range.is_empty() {
            own.numbers.clear();
            range = self.here.take(range, base, &mut own.numbers);
            if own.numbers.is_empty() {
                continue;
            }
            own.lost.clear();
            own.won.clear();
            for &number in &own.numbers {
                if slots::is_lost(slots[(number - base) as usize].get()) {
                    own.lost.push(number);
                } else {
                    own.won.push(number);
                }
            }
            own.seen.lost += self.images(&own.lost);
            own.seen.won += self.images(&own.won);
            self.block(slots, own, step, worker)?;
        }
        Ok(())
    }

    /// Tells the predecessors in this tier of the positions of a level that are in a range of
    /// words of another tier.
    fn enter<T: Slot, C: Cell>(
        &self,
        slots: &[T],
        (window, cells): (&Window, &[C]),
        range: Range<usize>,
        own: &mut Own,
        step: &Step,
        worker: &mut Worker<'_>,
    ) -> Result<(), Error> {
        // The level before has the slots of two plies less.
        let (lost, base) = (C::of(step.loss - 2), window.base());
        own.lost.clear();
        own.won.clear();
        let end = cells.len().min(range.end * WORD);
        let first = range.start * WORD;
        for (place, cells) in (first..).step_by(WORD).zip(cells[first..end].chunks(WORD)) {
            if !cells.iter().fold(false, |any, cell| any | cell.is_at(lost)) {
                continue;
            }
            for (number, cell) in (base + place as u64..).zip(cells) {
                if *cell == lost {
                    own.lost.push(number);
                } else if cell.is_at(lost) {
                    own.won.push(number);
                }
            }
            if own.lost.len().max(own.won.len()) >= BLOCK {
                self.block(slots, own, step, worker)?;
                own.lost.clear();
                own.won.clear();
            }
        }
        self.block(slots, own, step, worker)
    }

    /// Tells the predecessors of some positions of a level, which `own` has.
    fn block<T: Slot>(
        &self,
        slots: &[T],
        own: &mut Own,
        step: &Step,
        worker: &mut Worker<'_>,
    ) -> Result<(), Error> {
        let (lost, won) = (std::mem::take(&mut own.lost), std::mem::take(&mut own.won));
        for (numbers, winning) in [(&lost, Turn::Passes), (&won, Turn::Kept)] {
            own.before.clear();
            if numbers.is_empty() {
                continue;
            }
            self.game
                .predecessors_in(self.place, numbers, &mut own.before)?;
            self.tell(slots, own, winning, step, worker);
        }
        (own.lost, own.won) = (lost, won);
        let left = step.left.saturating_sub(own.settled.all());
        worker.block(self.whole, self.counters.moves, self.left + left)
    }

    /// Tells predecessors, which `own` has: their mover wins by a move after which the turn is
    /// `winning`, and loses by another.
    fn tell<T: Slot>(
        &self,
        slots: &[T],
        own: &mut Own,
        winning: Turn,
        step: &Step,
        worker: &Worker<'_>,
    ) {
        let before = &own.before;
        let (won, lost) = match winning {
            Turn::Passes => (&before.passing, &before.kept),
            Turn::Kept => (&before.kept, &before.passing),
        };
        own.open.clear();
        self.add_open(slots, won.as_slice(), &mut own.open, step);
        let won = own.open.len();
        self.add_open(slots, lost.as_slice(), &mut own.open, step);
        let open = own.open.as_slice();
        let places = open.iter().map(|place| *place as usize);
        let _locks = (!worker.is_alone()).then(|| self.regions.lock(places));
        own.solved.clear();
        Self::win(slots, &open[..won], &mut own.solved, step);
        let wins = own.solved.len() as u64;
        Self::lose(slots, &open[won..], &mut own.solved, step);
        for place in own.solved.as_slice() {
            self.next.insert::<One>(*place as usize);
        }
        own.settled.won += wins;
        own.settled.lost += own.solved.len() as u64 - wins;
    }

    /// Adds the places of those positions that have no value yet. One that has a value keeps it,
    /// so that it can be left out without a lock; and this brings all slots from memory that are
    /// changed next.
    #[inline]
    fn add_open<T: Slot>(&self, slots: &[T], numbers: &[u64], open: &mut Numbers, step: &Step) {
        open.extend_if(numbers.iter().map(|number| {
            let place = self.window.slot(*number);
            (place as u64, slots[place].get() >= step.unsolved)
        }));
    }

    /// The mover wins by a move in each of these positions, whose slots no other thread changes.
    /// Adds the places of those that get their value by it.
    #[inline]
    fn win<T: Slot>(slots: &[T], places: &[u64], solved: &mut Numbers, step: &Step) {
        let Step { win, unsolved, .. } = *step;
        solved.extend_if(places.iter().map(|&place| {
            let slot = &slots[place as usize];
            let held = slot.get();
            let is_open = held >= unsolved;
            // A branch would be guessed wrong half the time.
            slot.set(select_unpredictable(is_open, win, held));
            (place, is_open)
        }));
    }

    /// The mover loses by a move in each of these positions, whose slots no other thread changes.
    /// Adds the places of those that get their value by it.
    #[inline]
    fn lose<T: Slot>(slots: &[T], places: &[u64], solved: &mut Numbers, step: &Step) {
        let Step { loss, unsolved, .. } = *step;
        solved.extend_if(places.iter().map(|&place| {
            let slot = &slots[place as usize];
            let held = slot.get();
            let is_last = held == T::LARGEST;
            let less = held.wrapping_add(u32::from(held >= unsolved));
            slot.set(select_unpredictable(is_last, loss, less));
            (place, is_last)
        }));
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use proptest::prelude::*;
    use zug_game::{DenseIndex, Expanded, Fault, NumberTier, Successors};

    use super::*;
    use crate::strong::dense::{Roots, solve_dense};
    use crate::table::Table;

    /// How a position ended, or its moves.
    type Node = Result<Vec<(u64, Turn)>, Outcome>;

    /// A graph of two tiers, whose positions are so far from each other that the words that threads
    /// take up have one or none.
    #[derive(Clone, Debug)]
    struct Drawn {
        nodes: Vec<Node>,
        /// The first position of the second tier.
        second: u64,
    }

    /// The distance of the numbers of positions.
    const STEP: u64 = 67;

    impl DenseIndex<u64> for Drawn {
        fn size(&self) -> u64 {
            self.nodes.len() as u64 * STEP
        }

        fn number(&self, position: &u64) -> Option<u64> {
            Some(position * STEP)
        }

        fn positions(&self, numbers: &[u64], out: &mut Vec<u64>) {
            out.extend(numbers.iter().map(|number| number / STEP));
        }

        fn bytes(&self) -> u64 {
            0
        }
    }

    impl NumberedGame for Drawn {
        fn size(&self) -> u64 {
            DenseIndex::<u64>::size(self)
        }

        fn expand(
            &self,
            numbers: &[u64],
            ends: &mut Vec<Expanded>,
            after: &mut dyn Successors,
        ) -> Result<(), Fault> {
            for number in numbers {
                ends.push(match &self.nodes[(number / STEP) as usize] {
                    Ok(moves) => {
                        for (to, _) in moves {
                            after.number(to * STEP);
                        }
                        Expanded::GoesOn(moves.len() as u32)
                    }
                    Err(outcome) => Expanded::Over(*outcome),
                });
            }
            Ok(())
        }

        fn tiers(&self) -> Vec<NumberTier> {
            let (first, end) = (self.second * STEP, DenseIndex::<u64>::size(self));
            let tier = |numbers, exits| NumberTier {
                numbers,
                exits,
                images: 1,
            };
            vec![tier(0..first, vec![1]), tier(first..end, Vec::new())]
        }

        fn predecessors_in(
            &self,
            tier: usize,
            numbers: &[u64],
            before: &mut Predecessors,
        ) -> Result<(), Fault> {
            for (from, node) in (0..).zip(&self.nodes) {
                if (from >= self.second) != (tier == 1) {
                    continue;
                }
                for (to, turn) in node.iter().flatten() {
                    if numbers.contains(&(to * STEP)) {
                        before.by(*turn).push(from * STEP);
                    }
                }
            }
            Ok(())
        }
    }

    fn graphs() -> impl Strategy<Value = Drawn> {
        let turns = || prop_oneof![3 => Just(Turn::Passes), 1 => Just(Turn::Kept)];
        (2..60u64).prop_flat_map(move |count| {
            let ended = prop_oneof![Just(Outcome::Win), Just(Outcome::Loss), Just(Outcome::Draw)];
            let moves = prop::collection::vec((0..count, turns()), 1..5);
            let node = prop_oneof![1 => ended.prop_map(Err), 3 => moves.prop_map(Ok)];
            (prop::collection::vec(node, count as usize), 1..count).prop_map(
                |(mut nodes, second)| {
                    let of_second = nodes[second as usize..].iter_mut().flatten();
                    for (to, _) in of_second.flatten() {
                        *to = (*to).max(second);
                    }
                    Drawn { nodes, second }
                },
            )
        })
    }

    fn values(game: &Drawn, threads: usize) -> Vec<Option<Value>> {
        let job = Job::default().with_threads(NonZeroUsize::new(threads).unwrap());
        let solution = solve_dense(game, game.clone(), &Roots::At(&[0]), &job).unwrap();
        let positions = 0..game.nodes.len() as u64;
        positions
            .map(|position| solution.find(&position).unwrap())
            .collect()
    }

    proptest! {
        #[test]
        fn threads_that_share_levels_give_the_values_of_one(game in graphs()) {
            let alone = values(&game, 1);
            for threads in [2, 3, 8] {
                prop_assert_eq!(&values(&game, threads), &alone);
            }
        }
    }
}
