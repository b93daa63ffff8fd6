//! Misère outcomes of words: positions in which only certain heaps, the generators,
//! occur.
//!
//! Every other heap is taken to be *worth* a word of generators. That is a guess, which
//! a certificate later proves or refutes. Here it makes a game of its own, in which a
//! move in a generator leaves the words of the heaps that the move leaves. This game
//! ends: the word of a heap has no generator larger than the heap, so every move takes
//! one generator away and adds only smaller ones.
//!
//! A second guess makes the game small: words of the old generators that are worth the
//! same in the old quotient are taken to be worth the same in the new one. Then one
//! word of each element is looked at, the least in the order that compares the
//! exponents of the largest heap first. Replacing a word by the least one never makes
//! it larger, so every move still makes it smaller. A weaker guess of this kind is that
//! high powers of a letter repeat with their old period, beginning a little later.

use rustc_hash::FxHashMap;
use zug_values::Play;

use super::monoid::{Element, Monoid};

use super::limits::{Meter, MisereError};
use super::memo::{Memo, Rules};

/// The exponent of each generator in a word.
pub(super) type Exponents = Box<[u16]>;

/// The game on words, and its known outcomes.
#[derive(Debug)]
pub(super) struct Words {
    moves: Moves,
    memo: Memo<Exponents>,
}

#[derive(Debug)]
struct Moves {
    /// `options[g]` are the words that a move in the generator g leaves.
    options: Vec<Vec<Exponents>>,
    guess: Guess,
}

/// Which words are taken to be worth the same.
#[derive(Debug)]
pub(super) enum Guess {
    /// The first letters are the generators of a monoid: words are taken to be worth
    /// the same if the monoid says so.
    Worth(Least),
    /// For each letter `Some((index, period))`: an exponent of `index + period` or
    /// more may be made smaller by `period`.
    Exponents(Vec<Option<(u16, u16)>>),
    /// No two words: every word stands for itself.
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
    /// The least words in a monoid's generators, of which later ones count more.
    pub(super) fn new(monoid: &Monoid) -> Self {
        let generators = monoid.generators();
        let mut order = vec![monoid.identity()];
        let mut words: FxHashMap<Element, Exponents> = FxHashMap::default();
        words.insert(monoid.identity(), vec![0; generators.len()].into());
        for (place, &generator) in generators.iter().enumerate() {
            // The products of the earlier generators, times the powers of this one.
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
                    break; // higher powers bring no new element either
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

    /// Replaces the first letters of the word by the least word of their element.
    fn replace(&mut self, word: &mut Exponents) {
        let generators = self.monoid.generators();
        let mut element = self.monoid.identity();
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
            element = self.monoid.product(element, powers[exponent]);
        }
        word[..generators.len()].copy_from_slice(&self.words[element.index()]);
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

    /// The number of generators.
    pub(super) fn generators(&self) -> usize {
        self.moves.options.len()
    }

    /// The options of a generator.
    pub(super) fn options(&self, generator: usize) -> &[Exponents] {
        &self.moves.options[generator]
    }

    /// Whether the mover wins the position of a word under misère play.
    pub(super) fn is_won(
        &mut self,
        word: &Exponents,
        meter: &mut Meter,
    ) -> Result<bool, MisereError> {
        let mut word = word.clone();
        self.moves.replace(&mut word);
        self.memo.is_won(&mut self.moves, &word, meter)
    }

    /// All options of a word, without replacing the word itself first.
    pub(super) fn options_of(
        &mut self,
        word: &Exponents,
        meter: &mut Meter,
    ) -> Result<Vec<Exponents>, MisereError> {
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
    ) -> Result<Option<Exponents>, MisereError> {
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

/// The product of two words: their positions side by side.
pub(super) fn product(one: &[u16], other: &[u16]) -> Result<Exponents, MisereError> {
    let exponents = one.iter().zip(other).map(|(one, other)| {
        // The limit is 65,535 heaps of one kind; no budget is large enough to reach it.
        one.checked_add(*other)
            .ok_or(MisereError::Heap { heap: 1 << 16 })
    });
    exponents.collect()
}
