//! Misère quotients of heap games, heap by heap.
//!
//! Two positions with heaps up to n are worth the same if in the company of every
//! such position both are lost or neither is. The classes are the *misère
//! quotient* to heap n, a commutative monoid: with its P-portion and the element Φ(h) of
//! each heap h (the *pretending function*) it tells the outcome of every position.
//!
//! Source: T. E. Plambeck, *Taming the wild in impartial combinatorial games*,
//! 2005; T. E. Plambeck and A. N. Siegel, *Misère quotients for impartial
//! games*, 2008.
//!
//! Method. Known: the quotient to n - 1. The options of heap n have smaller heaps, so
//! the elements of its options are known. First each element that is not ruled
//! out by them is tried as Φ(n): the [`super::certificate`] decides, and at most
//! one can be right. If none is, the quotient grows, and is learnt anew: as
//! letters serve heap n and the generators so far; each other heap is taken for its
//! old word in them. The certificate then looks at every heap up to n. A heap for which
//! it fails becomes a letter itself, and all is learnt again: so the guess costs time
//! only, and what is left is proved.
//!
//! Cost: for a heap that brings nothing new, some microseconds for each candidate and
//! kept pair; for one that does, the outcomes of some thousand to some million
//! words. Memory: a table of all products.
//! When not: for games whose quotient is infinite, as Dawson's Kayles seems to have;
//! the learner runs into its limits, and what is said is only how large
//! the quotient is at least.
//!
//! ```
//! use zug_heaps::{Breaking, HeapGame};
//! use zug_solve::Job;
//! use zug_solve::misere::{Limits, Quotients};
//! use zug_values::Outcome;
//!
//! let game = HeapGame::Breaking("0.75".parse::<Breaking>()?);
//! let mut quotients = Quotients::new(&game, Limits::default(), &Job::default());
//! quotients.reach(40)?;
//! let quotient = quotients.quotient();
//! assert_eq!(quotient.order(), 8);
//! assert_eq!(quotient.outcome(&[40, 17, 3]), Some(Outcome::Win));
//! // It is proved to be so for all heaps: the theorem of Plambeck and Siegel.
//! assert_eq!(quotients.period().map(|period| period.period), Some(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use zug_heaps::HeapGame;
use zug_job::{Budget, Job};
use zug_values::{Outcome, Play};

use super::certificate::{Closure, worths};
use super::learn::Learner;
use super::limits::{Limits, Meter, Stop};
use super::monoid::{Element, Monoid};
use super::options;
use super::outcome::Recursion;
use super::period::{self, Period};
use super::presentation::{Presentation, Word, worth_of};
use super::words::{Exponents, Guess, Least, Words, product};

/// The misère quotient of a game to some heap.
#[derive(Clone, Debug)]
pub struct Quotient {
    monoid: Monoid,
    phi: Vec<Element>,
    /// The heaps that are the generators, in order.
    generators: Vec<u64>,
}

impl Quotient {
    /// The largest heap that is looked at.
    pub fn heaps(&self) -> u64 {
        self.phi.len() as u64 - 1
    }

    /// The monoid. Its elements are in the order of their normal words.
    pub fn monoid(&self) -> &Monoid {
        &self.monoid
    }

    /// How many elements there are.
    pub fn order(&self) -> usize {
        self.monoid.order()
    }

    /// The heaps that the monoid's generators are: each heap that is not worth a
    /// product of smaller heaps.
    pub fn generators(&self) -> &[u64] {
        &self.generators
    }

    /// The element of each heap from 0: the pretending function.
    pub fn phi(&self) -> &[Element] {
        &self.phi
    }

    /// Generators and relations, and the normal word of each element.
    pub fn presentation(&self) -> Presentation {
        Presentation::new(&self.monoid, self.monoid.generators())
    }

    /// What a position is worth; `None` if a heap is larger than was looked at.
    pub fn worth(&self, heaps: &[u64]) -> Option<Element> {
        heaps
            .iter()
            .try_fold(self.monoid.identity(), |worth, &heap| {
                let element = *self.phi.get(usize::try_from(heap).ok()?)?;
                Some(self.monoid.product(worth, element))
            })
    }

    /// The misère outcome of a position for who moves; `None` if a heap is larger
    /// than was looked at.
    pub fn outcome(&self, heaps: &[u64]) -> Option<Outcome> {
        let is_lost = self.monoid.is_lost(self.worth(heaps)?);
        Some(if is_lost { Outcome::Loss } else { Outcome::Win })
    }
}

/// Works out the quotients to heap 0, 1, 2 and so on.
#[derive(Debug)]
pub struct Quotients {
    game: HeapGame,
    limits: Limits,
    meter: Meter,
    quotient: Quotient,
    closure: Closure,
    /// The word of each heap, in generators that are no larger than the heap.
    words: Vec<Exponents>,
    orders: Vec<usize>,
    at_least: Option<AtLeast>,
}

/// What is known of a quotient that could not be worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtLeast {
    /// To which heap.
    pub heap: u64,
    /// It has at least so many elements: so many positions with these heaps were
    /// told apart by others. Proved.
    pub elements: usize,
}

/// Steps that may be spent to prove a lower bound.
const BOUND_STEPS: u64 = 20_000_000;

/// Positions that are told apart for a lower bound.
const BOUND: usize = 256;

/// What of the smaller quotient is taken to hold in the larger one, until the
/// certificate says otherwise.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trust {
    /// All its relations.
    Relations,
    /// The exponents from which powers repeat, and a little more.
    Exponents,
    /// None: what is learnt then is right for the letters.
    Nothing,
}

/// How much later powers may repeat in a larger quotient.
const SLACK: usize = 2;

/// The letters of the learner with their heaps, and the words of all heaps in them.
struct Alphabet {
    heaps: Vec<u64>,
    words: Vec<Exponents>,
}

impl Quotients {
    /// Knows heap 0 only: nothing at all. The steps of the limits are counted for
    /// each heap, the rest for all together.
    pub fn new(game: &HeapGame, limits: Limits, job: &Job) -> Self {
        let monoid = Monoid::new(&[Vec::new()], &[]).expect("the identity alone is a monoid");
        Self {
            game: game.clone(),
            limits,
            meter: Meter::new(limits, job),
            closure: Closure::new(&monoid),
            quotient: Quotient {
                phi: vec![monoid.identity()],
                monoid,
                generators: Vec::new(),
            },
            words: vec![Box::new([])],
            orders: vec![1],
            at_least: None,
        }
    }

    /// What is known by now.
    pub fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    /// The orders of the quotients to heap 0, 1, 2, … . They never fall.
    pub fn orders(&self) -> &[usize] {
        &self.orders
    }

    /// The period of Φ, if it is proved: then the quotient is that of the whole game.
    pub fn period(&self) -> Option<Period> {
        period::proved(&self.game, self.quotient.phi())
    }

    /// What is known of the quotient at which the last [`Self::step`] stopped.
    pub fn at_least(&self) -> Option<AtLeast> {
        self.at_least
    }

    /// Works out the quotients to all heaps up to this one.
    pub fn reach(&mut self, heap: u64) -> Result<(), Stop> {
        while self.quotient.heaps() < heap {
            self.step()?;
        }
        Ok(())
    }

    /// Works out the quotient to one heap more. If that stops, what was known
    /// stays, and [`Self::at_least`] says what is known of the larger one.
    pub fn step(&mut self) -> Result<(), Stop> {
        let heap = self.quotient.heaps() + 1;
        let held = self.meter.held();
        self.meter.restart(heap);
        self.at_least = None;
        let mut told_apart = 0;
        let done = self.add(heap, &mut told_apart);
        let held = match done {
            Ok(()) => self.bytes(),
            Err(_) => held,
        };
        // The tables of the learner are gone.
        self.meter.give_back(self.meter.held());
        let kept = self.meter.take(held);
        match done {
            Ok(()) => {
                self.orders.push(self.quotient.order());
                kept
            }
            Err(stop) => {
                // The smaller quotient is one of a part of the larger.
                let elements = told_apart.max(self.quotient.order());
                self.at_least = Some(AtLeast { heap, elements });
                Err(stop)
            }
        }
    }

    fn bytes(&self) -> usize {
        let heaps = self.words.len() * (self.quotient.generators.len() * 2 + 64);
        let monoid = Monoid::bytes(self.quotient.order());
        heaps + monoid + self.closure.bytes(&self.quotient.monoid)
    }

    fn add(&mut self, heap: u64, told_apart: &mut usize) -> Result<(), Stop> {
        let options = options::options(&self.game, heap, &mut self.meter)?;
        let Quotient { monoid, phi, .. } = &self.quotient;
        let worth = worths(monoid, phi, &options);
        let label = heap as usize;
        let meter = &mut self.meter;
        let mut found = None;
        for element in monoid.elements() {
            if worth.is_empty() && element != monoid.identity() {
                break;
            }
            // Where lost meets lost at once the closure need not be copied.
            let meets = worth.iter().any(|&option| {
                !monoid
                    .lost_with(option)
                    .is_disjoint(monoid.lost_with(element))
            });
            meter.work(1 + worth.len() as u64)?;
            if meets {
                continue;
            }
            let bytes = self.closure.bytes(monoid);
            meter.take(bytes)?;
            let mut closure = self.closure.clone();
            if closure.add(monoid, label, element, &worth, meter)?.is_ok() {
                found = Some((element, closure));
                break;
            }
            meter.give_back(bytes);
        }
        let Some((element, closure)) = found else {
            return self.grow(heap, told_apart);
        };
        let word = self.quotient.presentation();
        let word = word.word(element).expect("generators generate");
        self.words.push(word.0.clone());
        self.quotient.phi.push(element);
        self.closure = closure;
        Ok(())
    }

    /// The quotient to this heap, if it is another one than that to the heap before.
    fn grow(&mut self, heap: u64, told_apart: &mut usize) -> Result<(), Stop> {
        let mut letters = self.quotient.generators.clone();
        letters.push(heap);
        let mut trust = Trust::Relations;
        loop {
            letters.sort_unstable();
            let alphabet = self.alphabet(heap, &letters)?;
            let guess = match trust {
                Trust::Relations => Guess::Worth(Least::new(&self.quotient.monoid)),
                Trust::Exponents => Guess::Exponents(self.repeats(&letters)),
                Trust::Nothing => Guess::Nothing,
            };
            let mut words = Words::new(self.word_options(&alphabet)?, guess);
            let held = self.meter.held();
            let mut learner = Learner::new(&mut words, self.limits.elements, &mut self.meter);
            let learnt = learner.learn();
            let (monoid, closure) = match learnt {
                Ok(Some(learnt)) => learnt,
                Ok(None) => {
                    trust = match trust {
                        Trust::Relations => Trust::Exponents,
                        Trust::Exponents => Trust::Nothing,
                        Trust::Nothing => unreachable!("outcomes by the moves agree with them"),
                    };
                    self.meter.give_back(self.meter.held() - held);
                    continue;
                }
                Err(stop) => {
                    let (access, company) = learner.table();
                    let (access, company) = (access.to_vec(), company.to_vec());
                    *told_apart = self.told_apart(&letters, &access, &company);
                    return Err(stop);
                }
            };
            match self.all_heaps(&monoid, closure, &alphabet)? {
                Ok(phi) => return self.settle(&monoid, &phi),
                Err(_) if trust == Trust::Relations => trust = Trust::Exponents,
                Err(wrong) => letters.push(wrong),
            }
            self.meter.give_back(self.meter.held() - held);
        }
    }

    /// From where on, and how, the powers of these heaps repeat in the quotient so
    /// far, with some slack; nothing is known of a heap that is not in it.
    fn repeats(&self, letters: &[u64]) -> Vec<Option<(u16, u16)>> {
        let Quotient { monoid, phi, .. } = &self.quotient;
        let of = |&heap: &u64| {
            let base = *phi.get(heap as usize)?;
            let mut powers = vec![monoid.identity()];
            loop {
                let next = monoid.product(powers[powers.len() - 1], base);
                if let Some(index) = powers.iter().position(|&power| power == next) {
                    let period = powers.len() - index;
                    return Some(((index + SLACK) as u16, period as u16));
                }
                powers.push(next);
            }
        };
        letters.iter().map(of).collect()
    }

    /// Every heap up to this one as a word of letters: a letter, or as before.
    fn alphabet(&self, heap: u64, letters: &[u64]) -> Result<Alphabet, Stop> {
        let letter = |heap: u64| {
            let place = letters.binary_search(&heap).ok()?;
            let mut word: Exponents = vec![0; letters.len()].into();
            word[place] = 1;
            Some(word)
        };
        let mut words: Vec<Exponents> = Vec::new();
        for heap in 0..=heap {
            let word = match (letter(heap), self.words.get(heap as usize)) {
                (Some(word), _) => word,
                (None, Some(old)) => {
                    let mut word: Exponents = vec![0; letters.len()].into();
                    for (generator, &exponent) in self.quotient.generators.iter().zip(old) {
                        let place = letters.binary_search(generator);
                        word[place.expect("old generators are letters")] = exponent;
                    }
                    word
                }
                (None, None) => return Err(Stop::Heap { heap }),
            };
            words.push(word);
        }
        Ok(Alphabet {
            heaps: letters.to_vec(),
            words,
        })
    }

    /// The options of the letters, in words.
    fn word_options(&mut self, alphabet: &Alphabet) -> Result<Vec<Vec<Exponents>>, Stop> {
        let mut all = Vec::new();
        for &letter in &alphabet.heaps {
            let mut words = Vec::new();
            for left in options::options(&self.game, letter, &mut self.meter)? {
                let empty: Exponents = vec![0; alphabet.heaps.len()].into();
                let word = left.iter().try_fold(empty, |word, &heap| {
                    product(&word, &alphabet.words[heap as usize])
                })?;
                words.push(word);
            }
            words.sort_unstable();
            words.dedup();
            all.push(words);
        }
        Ok(all)
    }

    /// The elements of all heaps, or one whose word is wrong.
    fn all_heaps(
        &mut self,
        monoid: &Monoid,
        mut closure: Closure,
        alphabet: &Alphabet,
    ) -> Result<Result<Vec<Element>, u64>, Stop> {
        let worth = |word: &Exponents| worth_of(monoid, monoid.generators(), &Word(word.clone()));
        let phi: Vec<Element> = alphabet.words.iter().map(worth).collect();
        for (heap, &element) in (0u64..).zip(&phi).skip(1) {
            if alphabet.heaps.binary_search(&heap).is_ok() {
                continue;
            }
            let options = options::options(&self.game, heap, &mut self.meter)?;
            let options = worths(monoid, &phi, &options);
            let label = alphabet.heaps.len() + heap as usize;
            let added = closure.add(monoid, label, element, &options, &mut self.meter)?;
            if added.is_err() {
                return Ok(Err(heap));
            }
        }
        Ok(Ok(phi))
    }

    /// Takes over a quotient that is proved: generators are chosen, and the elements
    /// put into the order of their words.
    fn settle(&mut self, monoid: &Monoid, phi: &[Element]) -> Result<(), Stop> {
        let (mut heaps, mut elements) = (Vec::new(), Vec::new());
        let mut words: Vec<Exponents> = Vec::new();
        let mut so_far = Presentation::new(monoid, &[]);
        for (heap, &element) in (0u64..).zip(phi) {
            if so_far.word(element).is_none() {
                heaps.push(heap);
                elements.push(element);
                so_far = Presentation::new(monoid, &elements);
                self.meter.work(so_far.elements().len() as u64)?;
            }
            let word = so_far.word(element).expect("a generator generates itself");
            words.push(word.0.clone());
        }
        for word in &mut words {
            let mut longer = word.to_vec();
            longer.resize(heaps.len(), 0);
            *word = longer.into();
        }
        let order = so_far.elements();
        self.meter.take(Monoid::bytes(monoid.order()))?;
        let reordered = monoid.reordered(order, &elements);
        let mut place = vec![Element(0); monoid.order()];
        for (new, old) in (0u32..).zip(order) {
            place[old.index()] = Element(new);
        }
        let phi: Vec<Element> = phi.iter().map(|old| place[old.index()]).collect();
        let mut closure = Closure::new(&reordered);
        for (heap, &element) in phi.iter().enumerate().skip(1) {
            let options = options::options(&self.game, heap as u64, &mut self.meter)?;
            let options = worths(&reordered, &phi, &options);
            let added = closure.add(&reordered, heap, element, &options, &mut self.meter)?;
            assert!(added.is_ok(), "the proof does not depend on names");
        }
        debug_assert!(reordered.is_reduced(), "learnt rows differ");
        self.words = words;
        self.closure = closure;
        self.quotient = Quotient {
            monoid: reordered,
            phi,
            generators: heaps,
        };
        Ok(())
    }

    /// How many of the positions that the learner took for different are so, by the
    /// plain recursion: its words were guesses.
    fn told_apart(&self, letters: &[u64], access: &[Exponents], company: &[Exponents]) -> usize {
        let heaps = |word: &Exponents| -> Vec<u64> {
            let letters = letters.iter().zip(word);
            letters
                .flat_map(|(&letter, &exponent)| std::iter::repeat_n(letter, exponent.into()))
                .collect()
        };
        let steps = BOUND_STEPS.min(self.limits.steps);
        let job = self.meter.job();
        let quarter = Budget::of_bytes(job.budget.limit() / 4);
        let job = job.clone().with_budget(quarter);
        let limits = self.limits.with_steps(steps);
        let mut recursion = Recursion::new(&self.game, Play::Misere, limits, &job);
        let mut rows: Vec<Vec<Outcome>> = Vec::new();
        for word in access.iter().take(BOUND) {
            let mut row = Vec::new();
            for company in company {
                let position = [heaps(word), heaps(company)].concat();
                match recursion.ask(&position) {
                    Ok(outcome) => row.push(outcome),
                    Err(_) => break, // the rows so far are a bound
                }
            }
            if row.len() < company.len() {
                break;
            }
            rows.push(row);
        }
        rows.sort_unstable_by_key(|row| row.iter().map(|&o| o == Outcome::Win).collect::<Vec<_>>());
        rows.dedup();
        rows.len()
    }
}
