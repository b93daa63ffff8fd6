//! Tables that charge their memory before they take it.

use std::hash::Hash;

use hashbrown::{HashMap, HashTable};
use rustc_hash::FxBuildHasher;
use zug_job::{Charge, Refusal, table_bytes};

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
    let more = table.len().max(3);
    let (old, new) = (table.capacity(), table.capacity().max(3) * 2);
    charge.replace(table_bytes::<T>(old), table_bytes::<T>(new), || {
        table.try_reserve(more, hasher)
    })
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
            let more = self.known.len().max(3);
            let new = table_bytes::<(K, V)>(self.known.capacity().max(3) * 2);
            let known = &mut self.known;
            self.charge
                .replace(self.charge.bytes(), new, || known.try_reserve(more))?;
        }
        self.known.insert(key, value);
        Ok(())
    }
}
