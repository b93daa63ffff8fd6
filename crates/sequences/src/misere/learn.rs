//! Finds the monoid of a game on words, by asking for outcomes.
//!
//! The lost words are a language in which the order of letters does not matter. Two
//! words are worth the same if they have the same outcome beside every third word,
//! their *company*. For such a language these classes are at once the states of its
//! least automaton and the elements of its monoid (J. Myhill 1957, A. Nerode 1958). So
//! the monoid can be learnt as an automaton is (D. Angluin 1987): a table has a row for
//! each word found and a column for each company, and says whether the two together are
//! lost. Words with different rows are different elements. A word with one letter more
//! either has the row of a known word or is a new element. When no word is new, the
//! table is a guess, and is examined: its steps must commute, and the [`Closure`] of
//! the generators must find no contradiction. A contradiction names words of which one has another
//! outcome than the table says; that gives a new column (R. L. Rivest and R. E.
//! Schapire 1993), and by it a new element. So the learner ends exactly if there are
//! finitely many elements.
//!
//! Cost: one outcome for each element, letter and column.

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use super::certificate::{Closure, Contradiction};
use super::limits::{Meter, MisereError};
use super::monoid::{Element, Monoid};
use super::presentation::{Word, element_of};
use super::words::{Exponents, Words, product};

/// The table of the learner.
pub(super) struct Learner<'a> {
    words: &'a mut Words,
    meter: &'a mut Meter,
    /// The most elements that are allowed.
    limit: usize,
    /// The first word found for each element.
    access: Vec<Exponents>,
    /// The words of the columns. Invariant: the first one is empty.
    company: Vec<Exponents>,
    /// The element that has this row.
    elements: FxHashMap<FixedBitSet, u32>,
    rows: Vec<FixedBitSet>,
    /// The row of element x with the generator g added is at `x * generators + g`.
    next: Vec<FixedBitSet>,
}

/// The most columns that one look at the table may ask for.
const COLUMNS: usize = 16;

impl<'a> Learner<'a> {
    pub(super) fn new(words: &'a mut Words, limit: usize, meter: &'a mut Meter) -> Self {
        Self {
            words,
            meter,
            limit,
            access: Vec::new(),
            company: Vec::new(),
            elements: FxHashMap::default(),
            rows: Vec::new(),
            next: Vec::new(),
        }
    }

    /// The words that are told apart, and the company that tells them apart.
    pub(super) fn table(&self) -> (&[Exponents], &[Exponents]) {
        (&self.access, &self.company)
    }

    /// The monoid, and the closure of its generators, which are labelled from 0. `None`
    /// if the outcomes contradict the moves: then different words were taken for equal.
    pub(super) fn learn(&mut self) -> Result<Option<(Monoid, Closure)>, MisereError> {
        let empty: Exponents = vec![0; self.words.generators()].into();
        self.company.push(empty.clone());
        for generator in 0..self.words.generators() {
            self.company.push(self.longer(&empty, generator)?);
        }
        self.found(empty)?;
        loop {
            self.close()?;
            let steps = self.steps();
            let asked = self.disorder(&steps)?;
            if !asked.is_empty() {
                self.ask(asked)?;
                continue;
            }
            match self.examine(&steps)? {
                Ok(found) => return Ok(Some(found)),
                Err(Some(company)) => self.ask(vec![company])?,
                Err(None) => return Ok(None),
            }
        }
    }

    fn longer(&self, word: &Exponents, generator: usize) -> Result<Exponents, MisereError> {
        let mut letter: Exponents = vec![0; self.words.generators()].into();
        letter[generator] = 1;
        product(word, &letter)
    }

    /// Whether the two words together are lost.
    fn is_lost(&mut self, word: &[u16], company: &[u16]) -> Result<bool, MisereError> {
        let word = product(word, company)?;
        Ok(!self.words.is_won(&word, self.meter)?)
    }

    fn row(&mut self, word: &Exponents) -> Result<FixedBitSet, MisereError> {
        self.meter.take(self.company.len().div_ceil(64) * 8 + 64)?;
        let mut row = FixedBitSet::with_capacity(self.company.len());
        for column in 0..self.company.len() {
            let company = self.company[column].clone();
            row.set(column, self.is_lost(word, &company)?);
        }
        Ok(row)
    }

    /// Adds the element of a word that differs from all known ones.
    fn found(&mut self, word: Exponents) -> Result<(), MisereError> {
        if self.access.len() == self.limit {
            return Err(MisereError::Elements { limit: self.limit });
        }
        let row = self.row(&word)?;
        for generator in 0..self.words.generators() {
            let longer = self.longer(&word, generator)?;
            let row = self.row(&longer)?;
            self.next.push(row);
        }
        self.elements.insert(row.clone(), self.access.len() as u32);
        self.rows.push(row);
        self.access.push(word);
        Ok(())
    }

    /// Adds elements until every word with one letter more has a known row.
    fn close(&mut self) -> Result<(), MisereError> {
        let generators = self.words.generators();
        let mut at = 0;
        while at < self.next.len() {
            if !self.elements.contains_key(&self.next[at]) {
                let word = self.longer(&self.access[at / generators], at % generators)?;
                self.found(word)?;
            }
            at += 1;
        }
        Ok(())
    }

    fn steps(&self) -> Vec<Vec<u32>> {
        let generators = self.words.generators();
        let of = |element: usize| {
            let rows = &self.next[element * generators..][..generators];
            rows.iter().map(|row| self.elements[row]).collect()
        };
        (0..self.access.len()).map(of).collect()
    }

    /// Company that tells words apart where two letters do not commute.
    ///
    /// Let a word with the letters g and h added end at different elements, according
    /// to the order of the two. The rows of these differ in some column, so one of the
    /// orders is wrong in it; the outcome of the word with both letters says which.
    /// That column with the last letter of the wrong order tells the word with the
    /// first letter from the element it was taken for.
    fn disorder(&mut self, steps: &[Vec<u32>]) -> Result<Vec<Exponents>, MisereError> {
        let mut asked = Vec::new();
        for (element, row) in steps.iter().enumerate() {
            for (one, &by_one) in row.iter().enumerate() {
                for (other, &by_other) in row.iter().enumerate().take(one) {
                    let ends = [steps[by_one as usize][other], steps[by_other as usize][one]];
                    if ends[0] == ends[1] {
                        continue;
                    }
                    let [first, second] = ends.map(|end| &self.rows[end as usize]);
                    let column = first
                        .symmetric_difference(second)
                        .next()
                        .expect("different elements have different rows");
                    let first = first.contains(column);
                    let company = self.company[column].clone();
                    let word = self.longer(&self.access[element], one)?;
                    let word = self.longer(&word, other)?;
                    let is_lost = self.is_lost(&word, &company)?;
                    let last = if is_lost == first { one } else { other };
                    asked.push(self.longer(&company, last)?);
                    if asked.len() == COLUMNS {
                        return Ok(asked);
                    }
                }
            }
        }
        Ok(asked)
    }

    /// Adds these words as columns, if they are new.
    fn ask(&mut self, asked: Vec<Exponents>) -> Result<(), MisereError> {
        let known: FxHashSet<Exponents> = self.company.iter().cloned().collect();
        let mut asked = asked;
        asked.sort_unstable();
        asked.dedup();
        asked.retain(|company| !known.contains(company));
        let generators = self.words.generators();
        for company in asked {
            let column = self.company.len();
            self.meter.take((self.rows.len() + self.next.len()) / 4)?;
            for element in 0..self.access.len() {
                let word = self.access[element].clone();
                let is_lost = self.is_lost(&word, &company)?;
                grow(&mut self.rows[element], column, is_lost);
                for generator in 0..generators {
                    let longer = self.longer(&word, generator)?;
                    let is_lost = self.is_lost(&longer, &company)?;
                    grow(
                        &mut self.next[element * generators + generator],
                        column,
                        is_lost,
                    );
                }
            }
            self.company.push(company);
        }
        self.elements = self.rows.iter().cloned().zip(0..).collect();
        Ok(())
    }

    /// The monoid and its closure if the guess is right. Otherwise company that shows
    /// how the guess is wrong, if there is any.
    fn examine(
        &mut self,
        steps: &[Vec<u32>],
    ) -> Result<Result<(Monoid, Closure), Option<Exponents>>, MisereError> {
        let bytes = Monoid::bytes(steps.len());
        self.meter.work((steps.len() * steps.len()) as u64)?;
        self.meter.take(bytes)?;
        let lost: Vec<u32> = (0..steps.len() as u32)
            .filter(|&element| self.rows[element as usize].contains(0))
            .collect();
        let monoid = Monoid::new(steps, &lost).expect("steps commute and reach every element");
        let mut closure = Closure::new(&monoid);
        for generator in 0..self.words.generators() {
            let options: Vec<Element> = self
                .words
                .options(generator)
                .iter()
                .map(|option| element_of(&monoid, monoid.generators(), &Word(option.clone())))
                .collect();
            let element = monoid.generators()[generator];
            let added = closure.add(&monoid, generator, element, &options, self.meter)?;
            let suspects = match added {
                Ok(()) => continue,
                Err(Contradiction::Idle) => {
                    let empty = self.company[0].clone();
                    // A generator without a move should be worth the identity, and so
                    // is its own suspect.
                    vec![self.longer(&empty, generator)?]
                }
                Err(Contradiction::LostToLost(beside)) => {
                    let beside = self.access[beside.index()].clone();
                    let mut suspects = vec![self.longer(&beside, generator)?];
                    for option in self.words.options(generator) {
                        suspects.push(product(&beside, option)?);
                    }
                    suspects
                }
                Err(Contradiction::NoWinningMove(letters)) => {
                    let mut word = self.company[0].clone();
                    for letter in letters {
                        word = self.longer(&word, letter)?;
                    }
                    let mut suspects = self.words.options_of(&word, self.meter)?;
                    suspects.push(word);
                    suspects
                }
            };
            let company = self.refute(&monoid, suspects)?;
            self.meter.give_back(bytes + closure.bytes(&monoid));
            return Ok(Err(company));
        }
        Ok(Ok((monoid, closure)))
    }

    /// Looks for a word whose outcome is not the one that the monoid says. Returns
    /// company that tells some word with one letter more from the element it was taken
    /// for, or `None` if all outcomes agree.
    fn refute(
        &mut self,
        monoid: &Monoid,
        suspects: Vec<Exponents>,
    ) -> Result<Option<Exponents>, MisereError> {
        let empty = self.company[0].clone();
        for word in suspects {
            let end = element_of(monoid, monoid.generators(), &Word(word.clone()));
            if self.is_lost(&word, &empty)? == monoid.is_lost(end) {
                continue;
            }
            // Replaces the letters one by one by the element that the monoid gives
            // them, until the outcome changes.
            let mut element = monoid.identity();
            let mut rest = word.clone();
            let mut before = self.is_lost(&word, &empty)?;
            for generator in 0..self.words.generators() {
                while rest[generator] > 0 {
                    rest[generator] -= 1;
                    element = monoid.product(element, monoid.generators()[generator]);
                    let access = self.access[element.index()].clone();
                    let now = self.is_lost(&access, &rest)?;
                    if now != before {
                        return Ok(Some(rest));
                    }
                    before = now;
                }
            }
        }
        Ok(None)
    }
}

fn grow(row: &mut FixedBitSet, column: usize, is_lost: bool) {
    row.grow(column + 1);
    row.set(column, is_lost);
}
