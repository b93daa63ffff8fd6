//! The elements of a tuple, list, set or map, with their weight.
//!
//! Values share their parts: `[x, x]` holds `x` once. So a few lines of rules make a value that
//! takes little memory and stands for more elements than any machine could go through. To compare,
//! copy or write such a value takes the time of all its elements, shared ones once for each use. Each
//! collection therefore knows its *weight*, and the evaluator makes no value that is too heavy
//! ([`HEAVIEST`]).

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// The weight of the heaviest value that is made: 256 MiB. A set of a million tuples weighs less.
pub(crate) const HEAVIEST: u64 = 256 << 20;

/// Something that a value holds.
pub(crate) trait Weigh {
    /// The number of bytes that it takes besides its own place, if it shares no part of itself.
    fn weight(&self) -> u64;
}

/// Elements in their order. A clone shares them.
#[derive(Debug)]
pub struct Items<T>(Arc<Weighed<T>>);

#[derive(Debug)]
struct Weighed<T> {
    weight: u64,
    items: Box<[T]>,
}

impl<T> Items<T> {
    /// The number of bytes that a deep copy of the elements takes, in which nothing is shared. It is
    /// stored, so that this is quick.
    pub(crate) fn weight(&self) -> u64 {
        self.0.weight
    }
}

impl<T: Weigh> From<Box<[T]>> for Items<T> {
    fn from(items: Box<[T]>) -> Self {
        /// The bytes of a collection without elements: the counts of references, the weight and
        /// where the elements are.
        const EMPTY: u64 = 48;
        let weight = items.iter().fold(EMPTY, |sum, item| {
            sum.saturating_add(size_of::<T>() as u64)
                .saturating_add(item.weight())
        });
        Self(Arc::new(Weighed { weight, items }))
    }
}

impl<T: Weigh> From<Vec<T>> for Items<T> {
    fn from(items: Vec<T>) -> Self {
        items.into_boxed_slice().into()
    }
}

impl<T: Weigh, const N: usize> From<[T; N]> for Items<T> {
    fn from(items: [T; N]) -> Self {
        let items: Box<[T]> = Box::new(items);
        items.into()
    }
}

impl<T: Weigh + Clone> From<&[T]> for Items<T> {
    fn from(items: &[T]) -> Self {
        items.to_vec().into()
    }
}

impl<T: Weigh> FromIterator<T> for Items<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        items.into_iter().collect::<Vec<T>>().into()
    }
}

impl<T> Clone for Items<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Deref for Items<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0.items
    }
}

impl<T: Eq> PartialEq for Items<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.items == other.0.items
    }
}

impl<T: Eq> Eq for Items<T> {}

impl<T: Ord> PartialOrd for Items<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: Ord> Ord for Items<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        if Arc::ptr_eq(&self.0, &other.0) {
            return Ordering::Equal;
        }
        self.0.items.cmp(&other.0.items)
    }
}

impl<T: Hash> Hash for Items<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.items.hash(state);
    }
}
