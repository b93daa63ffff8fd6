//! Misère outcomes of words: positions in which only some heaps, the generators,
//! occur.
//!
//! Every other heap is taken to be *worth* a word of generators. That is a guess
//! which a certificate later proves or refutes; here it makes a game of its own, in
//! which a move in a generator leaves the words of the heaps that the move leaves.
//! Such a game ends: a heap's word has no generator larger than the heap, so
//! every move takes one generator away and adds only smaller ones.
//!
//! A second guess makes it small: that words of the old generators which are worth
//! the same in the old quotient still are. Then of each element one word is
//! looked at, the least in the order that compares the exponents of the largest
//! heap first. A word never grows by being replaced so, and still every move
//! makes it smaller. A weaker guess of the same kind is that high exponents of a
//! letter repeat as they did, a little later.

use rustc_hash::FxHashMap;
use zug_values::Play;

use super::monoid::{Element, Monoid};

use super::limits::{Meter, Stop};
use super::memo::{Memo, Rules};

/// How often each generator occurs.
pub(super) type Exponents = Box<[u16]>;

/// The game on words, and the outcomes known.
#[derive(Debug)]
pub(super) struct Words {
    moves: Moves,
    memo: Memo<Exponents>,
}

#[derive(Debug)]
struct Moves {
    /// `options[g]` are the options of the generator g.
    options: Vec<Vec<Exponents>>,
    guess: Guess,
}

/// Which words are taken for the same.
#[derive(Debug)]
pub(super) enum Guess {
    /// The first letters are the generators of a monoid, and words that are worth
    /// the same in it are the same.
    Worth(Least),
    /// For each letter `Some((index, period))`: an exponent of `index + period` or
    /// more may be made smaller by `period`.
    Exponents(Vec<Option<(u16, u16)>>),
    /// None: every word stands for itself.
    Nothing,
}

/// The least word of each element of a monoid.
#[derive(Clone, Debug)]
pub(super) struct Least {
    /// `powers[g][e]` is the e-th power of the generator g.
    powers: Vec<Vec<Element>>,
    monoid: Monoid,
    words: Vec<Exponents>,
}

impl Least {
    /// The words of a monoid's generators, the later ones counting more.
    pub(super) fn new(monoid: &Monoid) -> Self {
        let generators = monoid.generators();
        let mut order = vec![monoid.identity()];
        let mut words: FxHashMap<Element, Exponents> = FxHashMap::default();
        words.insert(monoid.identity(), vec![0; generators.len()].into());
        for (place, &generator) in generators.iter().enumerate() {
            // What the generators before make, times the powers of this one.
            let before = order.clone();
            for exponent in 1.. {
                let known = order.len();
                let power = monoid.power(generator, exponent);
                for &element in &before {
                    let product = monoid.product(element, power);
                    if !words.contains_key(&product) {
                        let mut word = words[&element].clone();
                        word[place] = exponent as u16;
                        words.insert(product, word);
                        order.push(product);
                    }
                }
                if order.len() == known {
                    break; // then no higher power brings anything new
                }
            }
        }
        let word = |element| words.remove(&element).expect("generators generate");
        Self {
            powers: vec![Vec::new(); generators.len()],
            words: monoid.elements().map(word).collect(),
            monoid: monoid.clone(),
        }
    }

    /// Replaces the first letters of the word by the least ones.
    fn replace(&mut self, word: &mut Exponents) {
        let generators = self.monoid.generators();
        let mut worth = self.monoid.identity();
        for (place, &generator) in generators.iter().enumerate() {
            let powers = &mut self.powers[place];
            let exponent = word[place] as usize;
            while powers.len() <= exponent {
                let next = match powers.last() {
                    Some(&last) => self.monoid.product(last, generator),
                    None => self.monoid.identity(),
                };
                powers.push(next);
            }
            worth = self.monoid.product(worth, powers[exponent]);
        }
        word[..generators.len()].copy_from_slice(&self.words[worth.index()]);
    }
}

impl Words {
    /// `options[g]` are the words that a move in the generator g leaves.
    pub(super) fn new(options: Vec<Vec<Exponents>>, guess: Guess) -> Self {
        Self {
            moves: Moves { options, guess },
            memo: Memo::new(Play::Misere),
        }
    }

    /// How many generators there are.
    pub(super) fn generators(&self) -> usize {
        self.moves.options.len()
    }

    /// The options of a generator.
    pub(super) fn options(&self, generator: usize) -> &[Exponents] {
        &self.moves.options[generator]
    }

    /// Whether the mover wins, by misère play.
    pub(super) fn is_won(&mut self, word: &Exponents, meter: &mut Meter) -> Result<bool, Stop> {
        let mut word = word.clone();
        self.moves.replace(&mut word);
        self.memo.is_won(&mut self.moves, &word, meter)
    }

    /// All options of a word, which is taken as it stands.
    pub(super) fn options_of(
        &mut self,
        word: &Exponents,
        meter: &mut Meter,
    ) -> Result<Vec<Exponents>, Stop> {
        let mut cursor = 0;
        let mut found = Vec::new();
        while let Some(option) = self.moves.option(word, &mut cursor, meter)? {
            found.push(option);
        }
        Ok(found)
    }
}

impl Moves {
    fn replace(&mut self, word: &mut Exponents) {
        match &mut self.guess {
            Guess::Worth(least) => least.replace(word),
            Guess::Exponents(repeats) => {
                for (exponent, repeat) in word.iter_mut().zip(repeats) {
                    if let Some((index, period)) = *repeat
                        && *exponent >= index + period
                    {
                        *exponent = index + (*exponent - index) % period;
                    }
                }
            }
            Guess::Nothing => {}
        }
    }
}

impl Rules for Moves {
    type Position = Exponents;

    fn option(
        &mut self,
        position: &Exponents,
        cursor: &mut usize,
        _: &mut Meter,
    ) -> Result<Option<Exponents>, Stop> {
        let mut index = *cursor;
        for (generator, options) in self.options.iter().enumerate() {
            if position[generator] == 0 {
                continue;
            }
            if let Some(left) = options.get(index) {
                *cursor += 1;
                let mut word = position.clone();
                word[generator] -= 1;
                let mut word = product(&word, left)?;
                self.replace(&mut word);
                return Ok(Some(word));
            }
            index -= options.len();
        }
        Ok(None)
    }

    fn bytes(position: &Exponents) -> usize {
        size_of_val(&**position)
    }
}

/// The two words side by side.
pub(super) fn product(one: &[u16], other: &[u16]) -> Result<Exponents, Stop> {
    let exponents = one.iter().zip(other).map(|(one, other)| {
        // More than 65,535 heaps of a kind: no budget gets there.
        one.checked_add(*other).ok_or(Stop::Heap { heap: 1 << 16 })
    });
    exponents.collect()
}
