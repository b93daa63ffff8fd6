//! Tables that charge their memory before they take it.

use std::hash::Hash;

use hashbrown::{HashMap, HashTable};
use rustc_hash::FxBuildHasher;
use zug_job::{Charge, Refusal};

/// The number of bytes of a hash table with this capacity: a power of two of slots, at most 7/8 of
/// which are in use, and a control byte for each slot.
fn bytes_of_table<T>(capacity: usize) -> u64 {
    if capacity == 0 {
        return 0;
    }
    let slots = (capacity * 8).div_ceil(7).next_power_of_two().max(4);
    (slots * (size_of::<T>() + 1) + 16) as u64
}

/// Makes room in a vector for `more` items; the room is charged before it is taken. A vector grows
/// by half, as most vectors of an arena are never emptied.
pub(crate) fn make_room<T>(
    charge: &mut Charge,
    items: &mut Vec<T>,
    more: usize,
) -> Result<(), Refusal> {
    let needed = items.len() + more;
    if needed <= items.capacity() {
        return Ok(());
    }
    charge.regrow(items, needed.max(items.capacity() / 2 * 3).max(8))
}

/// Makes room in a table for one more item; the room is charged before it is taken.
pub(crate) fn make_room_in_table<T>(
    charge: &mut Charge,
    table: &mut HashTable<T>,
    hasher: impl Fn(&T) -> u64,
) -> Result<(), Refusal> {
    if table.len() < table.capacity() {
        return Ok(());
    }
    let (capacity, more) = (table.capacity(), table.len().max(3));
    take_table::<T, _>(charge, capacity, || table.try_reserve(more, hasher))
}

/// Charges a hash table of at least twice a capacity, lets `reserve` take it, and gives the table of
/// this capacity back.
fn take_table<T, E>(
    charge: &mut Charge,
    capacity: usize,
    reserve: impl FnOnce() -> Result<(), E>,
) -> Result<(), Refusal> {
    let old = bytes_of_table::<T>(capacity);
    let new = bytes_of_table::<T>(capacity.max(3) * 2);
    charge.grow(new)?;
    if charge.budget().attempt(reserve).is_err() {
        charge.shrink(new);
        return Err(charge.refused_by_machine(new));
    }
    charge.shrink(old);
    Ok(())
}

/// Results that are kept because they may be asked for again.
#[derive(Debug)]
pub(crate) struct Memo<K, V> {
    known: HashMap<K, V, FxBuildHasher>,
    charge: Charge,
}

impl<K: Eq + Hash, V: Copy> Memo<K, V> {
    pub(crate) fn new(charge: Charge) -> Self {
        Self {
            known: HashMap::default(),
            charge,
        }
    }

    pub(crate) fn get(&self, key: &K) -> Option<V> {
        self.known.get(key).copied()
    }

    pub(crate) fn len(&self) -> usize {
        self.known.len()
    }

    /// Forgets all results. Small tables keep their memory.
    pub(crate) fn clear(&mut self) {
        if self.known.capacity() > 1 << 10 {
            self.known = HashMap::default();
            self.charge.shrink(self.charge.bytes());
        } else if !self.known.is_empty() {
            self.known.clear();
        }
    }

    pub(crate) fn insert(&mut self, key: K, value: V) -> Result<(), Refusal> {
        if self.known.len() == self.known.capacity() {
            let (capacity, more) = (self.known.capacity(), self.known.len().max(3));
            let known = &mut self.known;
            take_table::<(K, V), _>(&mut self.charge, capacity, || known.try_reserve(more))?;
        }
        self.known.insert(key, value);
        Ok(())
    }
}
