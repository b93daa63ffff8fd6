//! Sorting keys and dropping doubles.

use super::key::Key;

/// Sorts the keys and drops doubles.
pub(super) fn sort_distinct<K: Key>(keys: &mut Vec<K>) {
    keys.sort_unstable();
    keys.dedup();
}

/// Appends the keys of two vectors, each of which ascends strictly, so that all ascend
/// strictly. There must be room for all of them.
pub(super) fn merged<K: Key>(one: &[K], two: &[K], all: &mut Vec<K>) {
    let (mut i, mut j) = (0, 0);
    while i < one.len() && j < two.len() {
        let (a, b) = (one[i], two[j]);
        all.push(a.min(b));
        i += usize::from(a <= b);
        j += usize::from(b <= a);
    }
    all.extend_from_slice(&one[i..]);
    all.extend_from_slice(&two[j..]);
}
