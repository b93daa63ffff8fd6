//! Misère quotients of heap games, heap by heap.
//!
//! Two positions with heaps up to n are worth the same if, beside every position with
//! such heaps, both are lost or neither is. The classes are the *misère quotient* to
//! heap n, a commutative monoid: with its P-portion and the element Φ(h) of each heap h
//! (the *pretending function*) it tells the outcome of every position.
//!
//! Source: T. E. Plambeck, *Taming the wild in impartial combinatorial games*,
//! 2005; T. E. Plambeck and A. N. Siegel, *Misère quotients for impartial
//! games*, 2008.
//!
//! The method. The quotient to n - 1 is known. The options of heap n have smaller
//! heaps, so the elements of its options are known. First each element that the options
//! do not rule out is tried as Φ(n): the [`super::certificate`] decides, and at most
//! one element can be right. If none is, the quotient grows, and is learnt anew. The
//! letters are heap n and the generators so far; for each other heap its old word in
//! these generators is taken. The certificate then looks at every heap up to n. A heap
//! for which it fails becomes a letter itself, and all is learnt again: so a wrong
//! guess costs time only, and the result is proved.
//!
//! Cost: for a heap that brings no new element, some microseconds for each candidate
//! and kept pair; for a heap that brings one, the outcomes of some thousand to some
//! million words. Memory: a table of all products. When not to use it: for games whose
//! quotient is infinite, as that of Dawson's Kayles seems to be. There the learner runs
//! into its limits, and the only result is a lower bound of the number of elements.
//!
//! ```
//! use zug_heaps::{Breaking, HeapGame};
//! use zug_sequences::Job;
//! use zug_sequences::misere::{Limits, Quotients};
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

use super::certificate::{Closure, elements_of};
use super::learn::Learner;
use super::limits::{Limits, Meter, MisereError};
use super::monoid::{Element, Monoid};
use super::options;
use super::outcome::Recursion;
use super::period::{self, Period};
use super::presentation::{Presentation, Word, element_of};
use super::words::{Exponents, Guess, Least, Words, product};

/// The misère quotient of a game to some heap.
#[derive(Clone, Debug)]
pub struct Quotient {
    monoid: Monoid,
    phi: Vec<Element>,
    /// The heaps whose elements are the generators, in increasing order.
    generators: Vec<u64>,
}

impl Quotient {
    /// The largest heap of the quotient.
    pub fn heaps(&self) -> u64 {
        self.phi.len() as u64 - 1
    }

    /// The monoid. Its elements are in the order of their normal words.
    pub fn monoid(&self) -> &Monoid {
        &self.monoid
    }

    /// The number of elements.
    pub fn order(&self) -> usize {
        self.monoid.order()
    }

    /// The heaps whose elements are the generators: each heap that is not worth a
    /// product of smaller heaps.
    pub fn generators(&self) -> &[u64] {
        &self.generators
    }

    /// The pretending function: the element of each heap, from heap 0 on.
    pub fn phi(&self) -> &[Element] {
        &self.phi
    }

    /// Generators and relations, and the normal word of each element.
    pub fn presentation(&self) -> Presentation {
        Presentation::new(&self.monoid, self.monoid.generators())
    }

    /// The element of a position; `None` if a heap is larger than [`Self::heaps`].
    pub fn element_of(&self, heaps: &[u64]) -> Option<Element> {
        heaps
            .iter()
            .try_fold(self.monoid.identity(), |product, &heap| {
                let element = *self.phi.get(usize::try_from(heap).ok()?)?;
                Some(self.monoid.product(product, element))
            })
    }

    /// The misère outcome of a position for the mover; `None` if a heap is larger than
    /// [`Self::heaps`].
    pub fn outcome(&self, heaps: &[u64]) -> Option<Outcome> {
        let is_lost = self.monoid.is_lost(self.element_of(heaps)?);
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
    /// The word of each heap, in generators that are heaps no larger than it.
    words: Vec<Exponents>,
    orders: Vec<usize>,
    at_least: Option<AtLeast>,
}

/// A lower bound for a quotient that could not be worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AtLeast {
    /// The quotient is that to this heap.
    pub heap: u64,
    /// The quotient has at least this many elements. Proved: this many positions with
    /// these heaps are told apart by other such positions.
    pub elements: usize,
}

/// The most steps that are spent on proving a lower bound.
const BOUND_STEPS: u64 = 20_000_000;

/// The most positions that are told apart for a lower bound.
const BOUND: usize = 256;

/// Which facts about the smaller quotient are taken to hold in the larger one, until
/// the certificate says otherwise.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trust {
    /// All its relations are.
    Relations,
    /// For the powers of each generator, the period is, and the exponent from which
    /// they repeat, plus [`SLACK`].
    Exponents,
    /// None are: then the learner knows the outcomes of words of letters for certain.
    Nothing,
}

/// How much later the powers of a generator may repeat in a larger quotient.
const SLACK: usize = 2;

/// The heaps that are the letters of the learner, and the words of all heaps in these
/// letters.
struct Alphabet {
    heaps: Vec<u64>,
    words: Vec<Exponents>,
}

impl Quotients {
    /// At first only heap 0 is known: no counter at all. The limit on steps is for each
    /// heap, the other limits are for all heaps together.
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

    /// The quotient to the largest heap known by now.
    pub fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    /// The numbers of elements of the quotients to heap 0, 1, 2, … . They never fall.
    pub fn orders(&self) -> &[usize] {
        &self.orders
    }

    /// The period of Φ, if one is proved: then the quotient is that of the whole game.
    pub fn period(&self) -> Option<Period> {
        period::proved(&self.game, self.quotient.phi())
    }

    /// A lower bound for the quotient at which the last [`Self::step`] stopped, if it
    /// did.
    pub fn at_least(&self) -> Option<AtLeast> {
        self.at_least
    }

    /// Works out the quotients to all heaps up to `heap`.
    pub fn reach(&mut self, heap: u64) -> Result<(), MisereError> {
        while self.quotient.heaps() < heap {
            self.step()?;
        }
        Ok(())
    }

    /// Works out the quotient to one heap more. If that stops, the quotient known
    /// before stays, and [`Self::at_least`] gives a lower bound for the larger one.
    pub fn step(&mut self) -> Result<(), MisereError> {
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
        // The tables of the learner are freed, so only the quotient's bytes are
        // counted.
        self.meter.give_back(self.meter.held());
        let kept = self.meter.take(held);
        match done {
            Ok(()) => {
                self.orders.push(self.quotient.order());
                kept
            }
            Err(stop) => {
                // The smaller quotient has no more elements than the larger.
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

    fn add(&mut self, heap: u64, told_apart: &mut usize) -> Result<(), MisereError> {
        let options = options::options(&self.game, heap, &mut self.meter)?;
        let Quotient { monoid, phi, .. } = &self.quotient;
        let elements = elements_of(monoid, phi, &options);
        let label = heap as usize;
        let meter = &mut self.meter;
        let mut found = None;
        for element in monoid.elements() {
            if elements.is_empty() && element != monoid.identity() {
                break;
            }
            // An element that is plainly lost beside a lost option is refused before
            // the closure is copied.
            let meets = elements.iter().any(|&option| {
                !monoid
                    .lost_with(option)
                    .is_disjoint(monoid.lost_with(element))
            });
            meter.work(1 + elements.len() as u64)?;
            if meets {
                continue;
            }
            let bytes = self.closure.bytes(monoid);
            meter.take(bytes)?;
            let mut closure = self.closure.clone();
            if closure
                .add(monoid, label, element, &elements, meter)?
                .is_ok()
            {
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

    /// Works out the quotient to this heap, if it has more elements than the one
    /// before.
    fn grow(&mut self, heap: u64, told_apart: &mut usize) -> Result<(), MisereError> {
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

    /// For each of these heaps the exponent from which its powers repeat in the
    /// quotient so far, plus [`SLACK`], and the period; `None` for a heap that is not
    /// in that quotient.
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

    /// Every heap up to `heap` as a word: one letter, or its word so far.
    fn alphabet(&self, heap: u64, letters: &[u64]) -> Result<Alphabet, MisereError> {
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
                (None, None) => return Err(MisereError::Heap { heap }),
            };
            words.push(word);
        }
        Ok(Alphabet {
            heaps: letters.to_vec(),
            words,
        })
    }

    /// The options of each letter, as words.
    fn word_options(&mut self, alphabet: &Alphabet) -> Result<Vec<Vec<Exponents>>, MisereError> {
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

    /// The elements of all heaps, or the first heap whose word is wrong.
    fn all_heaps(
        &mut self,
        monoid: &Monoid,
        mut closure: Closure,
        alphabet: &Alphabet,
    ) -> Result<Result<Vec<Element>, u64>, MisereError> {
        let element =
            |word: &Exponents| element_of(monoid, monoid.generators(), &Word(word.clone()));
        let phi: Vec<Element> = alphabet.words.iter().map(element).collect();
        for (heap, &element) in (0u64..).zip(&phi).skip(1) {
            if alphabet.heaps.binary_search(&heap).is_ok() {
                continue;
            }
            let options = options::options(&self.game, heap, &mut self.meter)?;
            let options = elements_of(monoid, &phi, &options);
            let label = alphabet.heaps.len() + heap as usize;
            let added = closure.add(monoid, label, element, &options, &mut self.meter)?;
            if added.is_err() {
                return Ok(Err(heap));
            }
        }
        Ok(Ok(phi))
    }

    /// Takes over a quotient that is proved. Chooses its generators, and orders its
    /// elements by their words.
    fn settle(&mut self, monoid: &Monoid, phi: &[Element]) -> Result<(), MisereError> {
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
            let options = elements_of(&reordered, &phi, &options);
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

    /// The number of positions that the learner took for different and that the plain
    /// recursion tells apart: the words of the learner were guesses.
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
