//! A monoid written down: generators, relations, and a shortest word for every element.
//!
//! Of all words of generators that are worth an element the *normal* word is the
//! shortest, and among words of the same length the first in the dictionary (`a` before
//! `b`). Each part of a normal word is normal, since the order of words respects
//! products. So it suffices to give, for each word that is not normal although all its
//! parts are, the normal word that is worth the same: these relations rewrite every
//! word to its normal one, and present the monoid. (They are the reduced Gröbner basis
//! of a binomial ideal: L. Rédei 1963 for finiteness; B. Buchberger 1965.)
//!
//! Cost: one product and one look-up for each element, generator, and part.

use std::collections::hash_map::Entry;
use std::fmt;

use rustc_hash::FxHashMap;

use super::monoid::{Element, Monoid};
use super::words::Exponents;

/// A product of generators, as the exponent of each. It is written `ab^2`, and the
/// empty product `1`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Word(pub(super) Exponents);

impl Word {
    /// The exponent of each generator.
    pub fn exponents(&self) -> &[u16] {
        &self.0
    }
}

/// The letter of a generator, counted from 0: a to z, then A to Z, then (g52) and so
/// on.
struct Letter(usize);

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match u8::try_from(self.0) {
            Ok(n @ 0..26) => write!(f, "{}", char::from(b'a' + n)),
            Ok(n @ 26..52) => write!(f, "{}", char::from(b'A' + n - 26)),
            _ => write!(f, "(g{})", self.0),
        }
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let powers = self.0.iter().enumerate();
        let text: String = powers
            .map(|(generator, exponent)| match exponent {
                0 => String::new(),
                1 => Letter(generator).to_string(),
                more => format!("{}^{more}", Letter(generator)),
            })
            .collect();
        f.pad(if text.is_empty() { "1" } else { &text })
    }
}

/// Generators and relations of a monoid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presentation {
    /// The elements that have a word, those with shorter words first.
    order: Vec<Element>,
    words: FxHashMap<Element, Word>,
    relations: Vec<(Word, Word)>,
}

impl Presentation {
    /// The presentation by these generators. An element that is not a product of them
    /// has no word.
    pub fn new(monoid: &Monoid, generators: &[Element]) -> Self {
        let empty = Word(vec![0; generators.len()].into());
        let mut presentation = Self {
            order: vec![monoid.identity()],
            words: FxHashMap::default(),
            relations: Vec::new(),
        };
        let Self {
            order,
            words,
            relations,
        } = &mut presentation;
        words.insert(monoid.identity(), empty);
        let mut redundant: Vec<(Word, Element)> = Vec::new();
        let mut next = 0;
        while let Some(&element) = order.get(next) {
            next += 1;
            let word = words[&element].clone();
            // Letters are appended in alphabetical order, so every word is met once,
            // and the words come in order.
            let last = word.0.iter().rposition(|&exponent| exponent > 0);
            for (generator, &by) in generators.iter().enumerate().skip(last.unwrap_or(0)) {
                let mut longer = word.clone();
                longer.0[generator] += 1;
                let product = monoid.product(element, by);
                match words.entry(product) {
                    Entry::Occupied(_) => redundant.push((longer, product)),
                    Entry::Vacant(place) => {
                        place.insert(longer);
                        order.push(product);
                    }
                }
            }
        }
        for (word, element) in redundant {
            // A part is normal if it is the word of its element.
            let is_normal = |part: &Word| words[&element_of(monoid, generators, part)] == *part;
            let parts_are_normal = (0..generators.len())
                .filter(|&generator| word.0[generator] > 0)
                .all(|generator| {
                    let mut part = word.clone();
                    part.0[generator] -= 1;
                    is_normal(&part)
                });
            if parts_are_normal {
                relations.push((word, words[&element].clone()));
            }
        }
        presentation
    }

    /// The normal word of an element, if it is a product of the generators.
    pub fn word(&self, element: Element) -> Option<&Word> {
        self.words.get(&element)
    }

    /// The pairs of a word and its normal word that rewrite every word to its normal
    /// one, in the order of the left sides.
    pub fn relations(&self) -> &[(Word, Word)] {
        &self.relations
    }

    /// The elements that are products of the generators, shorter words first.
    pub fn elements(&self) -> &[Element] {
        &self.order
    }
}

/// The element that a word of generators is worth.
pub(super) fn element_of(monoid: &Monoid, generators: &[Element], word: &Word) -> Element {
    generators
        .iter()
        .zip(&word.0)
        .fold(monoid.identity(), |product, (&by, &exponent)| {
            monoid.product(product, monoid.power(by, u64::from(exponent)))
        })
}
