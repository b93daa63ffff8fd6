//! Finite commutative monoids with a set of lost elements, which is what a misère
//! quotient is.
//!
//! A position is worth an element, several positions side by side the product of
//! theirs, and the position without heaps the identity. The *P-portion* is the set of
//! the elements whose positions are lost for the mover. (T. E. Plambeck and A. N.
//! Siegel 2008 call monoid and P-portion a *bipartite monoid*.) A monoid is *reduced*
//! if any two elements are told apart by some third: exactly one of the two products
//! with it is lost.
//!
//! Cost: a table of all products, 4 bytes for each pair of elements, and one bit more
//! for each pair. When not to use it: for infinite monoids.
//!
//! ```
//! use zug_sequences::misere::Monoid;
//!
//! // One element a beside the identity, a^2 = 1, and a is lost: heaps of one.
//! let monoid = Monoid::new(&[vec![1], vec![0]], &[1]).unwrap();
//! let a = monoid.generators()[0];
//! assert_eq!(monoid.product(a, a), monoid.identity());
//! assert!(monoid.is_lost(a) && monoid.is_reduced());
//! assert_eq!(monoid.tame(), Some(1));
//! ```

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;

/// An element of a monoid, by its index; the identity has 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Element(pub u32);

impl Element {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A finite commutative monoid with its P-portion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Monoid {
    order: usize,
    /// Invariant: every element is a product of generators.
    generators: Vec<Element>,
    /// The product of x and y is at `x * order + y`.
    products: Vec<u32>,
    lost: FixedBitSet,
    /// `lost_with[x]` is the set of the y for which xy is lost.
    lost_with: Vec<FixedBitSet>,
}

/// Why a table of steps is not a monoid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MonoidError {
    /// The table is empty: there must be an identity.
    #[error("a monoid has an element at least")]
    Empty,
    /// An element has no step by some generator, or a step to no element.
    #[error("the steps from element {element} are not one to an element for each generator")]
    Steps {
        /// The element from which the step leads.
        element: usize,
    },
    /// The steps by two generators do not commute.
    #[error("from element {element} the generators {one} and {other} do not commute")]
    Order {
        /// The element from which the steps lead.
        element: usize,
        /// One generator.
        one: usize,
        /// The other generator.
        other: usize,
    },
    /// No product of generators is this element.
    #[error("element {element} is no product of generators")]
    Unreached {
        /// The element.
        element: usize,
    },
    /// An index in the P-portion belongs to no element.
    #[error("there is no element {element}")]
    Lost {
        /// The index.
        element: usize,
    },
}

impl Monoid {
    /// The monoid in which `steps[x][g]` is the product of element x and generator g,
    /// element 0 is the identity, and the elements in `lost` are the P-portion.
    ///
    /// Steps that commute and reach every element from 0 do make a monoid: an element
    /// acts as any word that leads to it from 0, and two words that lead to the same x
    /// act in the same way on any y, since y itself is reached from 0.
    pub fn new(steps: &[Vec<u32>], lost: &[u32]) -> Result<Self, MonoidError> {
        let order = steps.len();
        let count = steps.first().ok_or(MonoidError::Empty)?.len();
        for (element, row) in steps.iter().enumerate() {
            if row.len() != count || row.iter().any(|&to| to as usize >= order) {
                return Err(MonoidError::Steps { element });
            }
        }
        let step = |from: u32, by: usize| steps[from as usize][by];
        for (element, row) in steps.iter().enumerate() {
            for one in 0..count {
                for other in 0..one {
                    if step(row[one], other) != step(row[other], one) {
                        return Err(MonoidError::Order {
                            element,
                            one,
                            other,
                        });
                    }
                }
            }
        }
        let mut products = vec![0u32; order * order];
        let mut reached = FixedBitSet::with_capacity(order);
        reached.insert(0);
        for (y, place) in products[..order].iter_mut().enumerate() {
            *place = y as u32;
        }
        let mut queue = vec![0u32];
        let mut next = 0;
        while let Some(&x) = queue.get(next) {
            next += 1;
            for by in 0..count {
                let to = step(x, by) as usize;
                if !reached.put(to) {
                    for y in 0..order {
                        products[to * order + y] = step(products[x as usize * order + y], by);
                    }
                    queue.push(to as u32);
                }
            }
        }
        if let Some(element) = reached.zeroes().next() {
            return Err(MonoidError::Unreached { element });
        }
        let mut portion = FixedBitSet::with_capacity(order);
        for &element in lost {
            let element = element as usize;
            if element >= order {
                return Err(MonoidError::Lost { element });
            }
            portion.insert(element);
        }
        let generators = steps[0].iter().copied().map(Element).collect();
        Ok(Self::from_products(generators, products, portion, order))
    }

    fn from_products(
        generators: Vec<Element>,
        products: Vec<u32>,
        lost: FixedBitSet,
        order: usize,
    ) -> Self {
        let lost_with = products
            .chunks(order)
            .map(|row| row.iter().map(|&x| lost.contains(x as usize)).collect())
            .map(|row: Vec<bool>| set(order, &row))
            .collect();
        Self {
            order,
            generators,
            products,
            lost,
            lost_with,
        }
    }

    /// The bytes that a monoid with `order` elements takes.
    pub(super) fn bytes(order: usize) -> usize {
        order * order * 4 + order * (order.div_ceil(8) + 64)
    }

    /// The number of elements.
    pub fn order(&self) -> usize {
        self.order
    }

    /// The identity: the element of the position without heaps.
    pub fn identity(&self) -> Element {
        Element(0)
    }

    /// The generators: all elements are products of these.
    pub fn generators(&self) -> &[Element] {
        &self.generators
    }

    /// All elements, the identity first.
    pub fn elements(&self) -> impl Iterator<Item = Element> + use<> {
        (0..self.order as u32).map(Element)
    }

    /// The product of two elements of this monoid.
    pub fn product(&self, one: Element, other: Element) -> Element {
        Element(self.products[one.index() * self.order + other.index()])
    }

    /// The product of `exponent` factors equal to `base`.
    pub fn power(&self, base: Element, exponent: u64) -> Element {
        let (mut power, mut square, mut left) = (self.identity(), base, exponent);
        while left > 0 {
            if left & 1 == 1 {
                power = self.product(power, square);
            }
            square = self.product(square, square);
            left >>= 1;
        }
        power
    }

    /// Whether the element is in the P-portion, so that the mover loses.
    pub fn is_lost(&self, element: Element) -> bool {
        self.lost.contains(element.index())
    }

    /// The set of the y whose product with the element is lost.
    pub(super) fn lost_with(&self, element: Element) -> &FixedBitSet {
        &self.lost_with[element.index()]
    }

    /// The set of the y whose product with the element is in `set`.
    pub(super) fn preimage(&self, element: Element, set: &FixedBitSet) -> FixedBitSet {
        let mut found = FixedBitSet::with_capacity(self.order);
        let row = &self.products[element.index() * self.order..][..self.order];
        for (y, &product) in row.iter().enumerate() {
            if set.contains(product as usize) {
                found.insert(y);
            }
        }
        found
    }

    /// Whether any two elements are told apart by some third.
    pub fn is_reduced(&self) -> bool {
        let different: FxHashSet<&FixedBitSet> = self.lost_with.iter().collect();
        different.len() == self.order
    }

    /// The k for which this is the misère quotient of Nim with heaps below 2^k, if
    /// there is one: a *tame* game has such a quotient.
    ///
    /// The elements of that quotient are 1, a with a² = 1, and, for k from 2 on, the
    /// nimbers below 2^k with xor; a times the nimber n is the nimber n xor 1. The lost
    /// elements are a and the nimber 0. So the quotient has 2^k + 2 elements, but 1 for
    /// k = 0 and 2 for k = 1 (C. L. Bouton 1901 for the outcomes).
    pub fn tame(&self) -> Option<u32> {
        if self.order == 1 {
            return (!self.is_lost(self.identity())).then_some(0);
        }
        // The lost elements must be exactly a, with a^2 = 1, and the nimber 0.
        let identity = self.identity();
        let square_is_one = |&x: &Element| x != identity && self.product(x, x) == identity;
        let mut units = self.elements().filter(square_is_one);
        let (Some(a), None) = (units.next(), units.next()) else {
            return None;
        };
        if !self.is_lost(a) || self.is_lost(identity) {
            return None;
        }
        if self.order == 2 {
            return Some(1);
        }
        let nimbers: Vec<Element> = self
            .elements()
            .filter(|&x| x != identity && x != a)
            .collect();
        let mut lost = nimbers.iter().copied().filter(|&x| self.is_lost(x));
        let (Some(zero), None) = (lost.next(), lost.next()) else {
            return None;
        };
        // A commutative group in which every square is the identity is determined by
        // its order, and a acts on it as the product with `a zero` does.
        let is_group = nimbers
            .iter()
            .all(|&x| self.product(x, zero) == x && self.product(x, x) == zero)
            && nimbers
                .iter()
                .all(|&x| self.product(a, x) != a && self.product(a, x) != identity);
        let size = nimbers.len();
        (is_group && self.product(a, zero) != zero && size >= 4 && size.is_power_of_two())
            .then_some(size.trailing_zeros())
    }

    /// The same monoid with its elements in another order, the identity first, and with
    /// other generators. Both are given by the old elements.
    ///
    /// `order` must name each element once, and every element must be a product of the
    /// generators.
    pub(super) fn reordered(&self, order: &[Element], generators: &[Element]) -> Self {
        let mut place = vec![0u32; self.order];
        for (new, old) in order.iter().enumerate() {
            place[old.index()] = new as u32;
        }
        let mut products = Vec::with_capacity(self.order * self.order);
        for &x in order {
            products.extend(order.iter().map(|&y| place[self.product(x, y).index()]));
        }
        let lost: Vec<bool> = order.iter().map(|&x| self.is_lost(x)).collect();
        let generators = generators
            .iter()
            .map(|old| Element(place[old.index()]))
            .collect();
        Self::from_products(generators, products, set(self.order, &lost), self.order)
    }
}

fn set(order: usize, members: &[bool]) -> FixedBitSet {
    let mut found = FixedBitSet::with_capacity(order);
    for (element, _) in members.iter().enumerate().filter(|(_, is_in)| **is_in) {
        found.insert(element);
    }
    found
}
