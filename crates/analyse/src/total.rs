//! Sums over a position of weights of what its fields hold.

use zug_program::{Layout, Word};

/// What the contents of a field count. A content is a value less the least value of the
/// field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Weights {
    /// The weight of each content.
    Contents(Vec<i64>),
    /// This number, times the content.
    Slope(i64),
}

impl Weights {
    /// The weight of a content, which must be in the range of the field.
    #[must_use]
    #[inline]
    pub fn of(&self, content: i64) -> i64 {
        match self {
            Self::Contents(weights) => weights[content as usize],
            Self::Slope(slope) => slope.saturating_mul(content),
        }
    }
}

/// A sum of the weights of what the fields of a position hold: a base and some terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Total<W> {
    terms: Vec<Term<W>>,
    base: i64,
}

impl<W: Word> Total<W> {
    /// The sum over these fields, by their places in the layout, each with its weights.
    pub fn new<'a>(layout: &Layout, fields: impl Iterator<Item = (usize, &'a Weights)>) -> Self {
        let mut total = Self {
            terms: Vec::new(),
            base: 0,
        };
        for (field, weights) in fields {
            total.add(layout, field, weights);
        }
        total
    }

    /// Adds what a field adds to the sum.
    fn add(&mut self, layout: &Layout, field: usize, weights: &Weights) {
        let of = layout.fields[field];
        let Some(bits) = by_bits(of.bits, weights) else {
            if let Weights::Contents(weights) = weights {
                self.terms.push(Term::Content {
                    shift: of.shift,
                    mask: (1 << of.bits) - 1,
                    weights: weights.clone(),
                });
            }
            return;
        };
        self.base += weights.of(0);
        for (bit, added) in (of.shift..).zip(bits) {
            if added == 0 {
                continue;
            }
            let one = W::of_low(1) << bit;
            let known = self.terms.iter_mut().find_map(|term| match term {
                Term::Ones { mask, times } if *times == added => Some(mask),
                _ => None,
            });
            match known {
                Some(mask) => *mask = *mask | one,
                None => self.terms.push(Term::Ones {
                    mask: one,
                    times: added,
                }),
            }
        }
    }

    /// The parts of the sum.
    #[must_use]
    pub fn terms(&self) -> &[Term<W>] {
        &self.terms
    }

    /// What is added to the terms.
    #[must_use]
    pub fn base(&self) -> i64 {
        self.base
    }

    /// The same sum and a number.
    pub(crate) fn plus(self, more: i64) -> Self {
        Self {
            base: self.base.saturating_add(more),
            ..self
        }
    }

    /// The sum in a position.
    #[must_use]
    #[inline]
    pub fn of(&self, position: W) -> i64 {
        let mut sum = self.base;
        for term in &self.terms {
            sum += match term {
                Term::Ones { mask, times } => i64::from((position & *mask).ones()) * times,
                Term::Content {
                    shift,
                    mask,
                    weights,
                } => {
                    let content = (position >> *shift).low() & mask;
                    weights.get(content as usize).copied().unwrap_or(0)
                }
            };
        }
        sum
    }
}

/// A part of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "a variant's text names its fields")]
pub enum Term<W> {
    /// The number of ones under the mask, times a number.
    Ones { mask: W, times: i64 },
    /// The weight of the content of a field.
    Content {
        shift: u32,
        mask: u64,
        weights: Vec<i64>,
    },
}

/// What each bit of a field adds to the weight of content 0, if the weight of each content is
/// the sum of what its bits add.
fn by_bits(bits: u32, weights: &Weights) -> Option<Vec<i64>> {
    match weights {
        Weights::Slope(slope) => Some((0..bits).map(|bit| slope << bit).collect()),
        Weights::Contents(contents) => {
            let added = |bit: u32| {
                contents
                    .get(1 << bit)
                    .map_or(0, |weight| weight - contents[0])
            };
            let added: Vec<i64> = (0..bits).map(added).collect();
            let is_sum = contents.iter().enumerate().all(|(content, &weight)| {
                let of = |bit: &usize| content >> bit & 1 == 1;
                let sum: i64 = (0..added.len()).filter(of).map(|bit| added[bit]).sum();
                contents[0] + sum == weight
            });
            is_sum.then_some(added)
        }
    }
}
