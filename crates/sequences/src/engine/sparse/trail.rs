//! The heaps worked out so far, one byte each.

use super::byte_counts::byte_counts;
use super::lanes::Vectors;
use super::space::Space;
use crate::Statistics;

/// This bit is set in the byte of a heap whose nimber is rare.
const RARE: u8 = 0x80;
/// The byte of a heap whose nimber is in the list of wide nimbers.
const WIDE: u8 = 0xFF;
/// The number of bytes before heap 0: one block, in which no heap is common.
const PAD: usize = 64;

/// The number of indices that a byte of the trail can hold.
pub(super) const INDICES: u32 = 128;

/// The heaps from `base` on: all heaps from 0 on if nothing was dropped.
///
/// The byte of a common heap is the index of its nimber, below 128. The byte of a rare
/// heap is the index with the high bit set, so that a xor with an index leaves that bit
/// set. Nimbers whose index does not fit are *wide* and stand in a list: there are
/// hardly any.
#[derive(Clone, Debug)]
pub(super) struct Trail {
    space: Space,
    /// `bytes[PAD + i]` is the byte of heap `base + i`.
    bytes: Vec<u8>,
    base: u64,
    /// The bytes of the first heaps, kept when heaps are dropped.
    first: Vec<u8>,
    /// The wide nimbers, each with its heap, by increasing heap.
    wide: Vec<(u64, u32)>,
    /// The last heap that is rare, or wide, or 0.
    last_rare_or_wide: u64,
}

impl Trail {
    /// The trail of the heaps from 0 on with these nimbers.
    pub(super) fn new(space: Space, nimbers: impl IntoIterator<Item = u32>) -> Self {
        let mut trail = Self {
            space,
            bytes: vec![WIDE; PAD],
            base: 0,
            first: Vec::new(),
            wide: Vec::new(),
            last_rare_or_wide: 0,
        };
        for nimber in nimbers {
            trail.push(nimber);
        }
        trail
    }

    /// A trail from what was kept of one: see the accessors of the same names. `None`
    /// if a wide nimber is missing from the list.
    pub(super) fn of_kept(
        space: Space,
        base: u64,
        kept: &[u8],
        first: Vec<u8>,
        wide: Vec<(u64, u32)>,
    ) -> Option<Self> {
        let has = |heap| wide.binary_search_by_key(&heap, |&(heap, _)| heap).is_ok();
        let all_there = |from: u64, bytes: &[u8]| {
            let mut bytes = (from..).zip(bytes).filter(|(_, byte)| **byte == WIDE);
            bytes.all(|(heap, _)| has(heap))
        };
        if !all_there(base, kept) || !all_there(0, &first) {
            return None;
        }
        let mut bytes = vec![WIDE; PAD];
        bytes.extend_from_slice(kept);
        let last = kept.iter().rposition(|&byte| byte >= RARE);
        // A rare or wide heap that was not kept may lie right before the kept ones.
        let last_rare_or_wide = base + last.unwrap_or(0) as u64;
        Some(Self {
            space,
            bytes,
            base,
            first,
            wide,
            last_rare_or_wide,
        })
    }

    pub(super) fn space(&self) -> Space {
        self.space
    }

    /// The heap after the last one of the trail.
    pub(super) fn end(&self) -> u64 {
        self.base + (self.bytes.len() - PAD) as u64
    }

    /// The number of heaps in a row that are kept, up to the end.
    pub(super) fn kept(&self) -> u64 {
        self.end() - self.base
    }

    /// The bytes of the very first heaps, where heaps were dropped.
    pub(super) fn first(&self) -> &[u8] {
        &self.first
    }

    /// The wide nimbers, each with its heap.
    pub(super) fn wide(&self) -> &[(u64, u32)] {
        &self.wide
    }

    /// Makes room for `more` heaps, if the trail then takes at most `allowed` bytes.
    /// The error is the number of bytes that it would take.
    pub(super) fn reserve(&mut self, more: usize, allowed: u64) -> Result<(), u64> {
        let wanted = self.bytes.len() + more;
        if wanted <= self.bytes.capacity() {
            return Ok(());
        }
        // While the bytes are moved, both blocks are held.
        let now = self.bytes.capacity() as u64 + self.first.capacity() as u64;
        let needed = now + wanted as u64;
        let spare = allowed.checked_sub(needed).ok_or(needed)?;
        let more = more + (spare as usize).min(self.bytes.capacity());
        self.bytes.reserve_exact(more);
        Ok(())
    }

    /// The first heap from which on all heaps are kept.
    pub(super) fn base(&self) -> u64 {
        self.base
    }

    /// The last heap that is rare, or wide, or 0.
    pub(super) fn last_rare_or_wide(&self) -> u64 {
        self.last_rare_or_wide
    }

    /// Adds the nimber of the next heap. Returns whether it is common.
    pub(super) fn push(&mut self, nimber: u32) -> bool {
        let heap = self.end();
        let is_common = self.space.is_common(nimber, heap);
        let index = self.space.index(nimber);
        // The empty heap is never counted as common: it is nobody's partner.
        let is_plain = is_common && heap > 0;
        if index < INDICES - u32::from(!is_plain) && heap > 0 {
            self.bytes
                .push(index as u8 | if is_plain { 0 } else { RARE });
        } else {
            self.bytes.push(WIDE);
            self.wide.push((heap, nimber));
        }
        if self.bytes.last().is_some_and(|&byte| byte >= RARE) {
            self.last_rare_or_wide = heap;
        }
        is_common
    }

    /// The bytes with the `PAD` before them; the next heap is at the end. Only indices
    /// of common nimbers may be pushed.
    pub(super) fn bytes_mut(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    /// The bytes of the heaps `from..to`, if they are kept.
    pub(super) fn bytes(&self, from: u64, to: u64) -> Option<&[u8]> {
        let place = |heap: u64| Some((heap.checked_sub(self.base)?) as usize + PAD);
        self.bytes.get(place(from)?..place(to)?)
    }

    /// Drops the heaps from this one on, none of which may be rare or wide.
    pub(super) fn truncate(&mut self, heap: u64) {
        debug_assert!(
            heap > self.last_rare_or_wide,
            "only common heaps are doubted"
        );
        self.bytes.truncate((heap - self.base) as usize + PAD);
    }

    /// Drops all but the last `keep` heaps, and the first `keep / 2` heaps.
    pub(super) fn drop_before_last(&mut self, keep: usize) {
        if self.base == 0 {
            let length = (keep / 2).min(self.bytes.len() - PAD);
            self.first = self.bytes[PAD..PAD + length].to_vec();
        }
        let dropped = (self.bytes.len() - PAD).saturating_sub(keep);
        self.bytes.drain(PAD..PAD + dropped);
        self.base += dropped as u64;
    }

    /// The byte of a heap, if it is kept.
    pub(super) fn byte(&self, heap: u64) -> Option<u8> {
        match heap.checked_sub(self.base) {
            Some(past) => self.bytes.get(past as usize + PAD).copied(),
            None => self.first.get(heap as usize).copied(),
        }
    }

    /// The index of the nimber of a heap, if the heap is kept and common.
    pub(super) fn common(&self, heap: u64) -> Option<u8> {
        self.byte(heap).filter(|&byte| byte < RARE)
    }

    /// The nimber of a heap, if it is kept.
    pub(super) fn nimber(&self, heap: u64) -> Option<u32> {
        self.byte(heap).map(|byte| self.decode(byte, heap))
    }

    /// The nimber of the heap that has this byte.
    pub(super) fn decode(&self, byte: u8, heap: u64) -> u32 {
        if byte == WIDE {
            let at = self.wide.binary_search_by_key(&heap, |&(heap, _)| heap);
            let at = at.expect("a wide nimber is in the list");
            return self.wide[at].1;
        }
        let index = u32::from(byte & !RARE);
        self.space.nimber(index, byte < RARE, heap)
    }

    /// The least heap from which on, up to `end`, each heap has the nimber of the heap
    /// a period later; `None` if heaps that are not kept would have to be read. The
    /// period must leave the classes as they are.
    pub(super) fn repeats_from(&self, end: u64, period: u64) -> Option<u64> {
        const BLOCK: u64 = 1 << 12;
        let mut from = end;
        // Compares whole blocks by their bytes, unless they hold wide nimbers.
        while from > BLOCK {
            let block = self.bytes(from - BLOCK, from);
            let later = self.bytes(from + period - BLOCK, from + period)?;
            if block != Some(later) || later.contains(&WIDE) {
                break;
            }
            from -= BLOCK;
        }
        while from > 0 && self.nimber(from - 1)? == self.nimber(from - 1 + period)? {
            from -= 1;
        }
        Some(from)
    }

    /// Reads the nimbers of the heaps `from..from + out.len()`. Returns false if some
    /// heap from `from` on is not kept.
    pub(super) fn read(&self, from: u64, out: &mut [u32]) -> bool {
        let Some(bytes) = self.bytes(from, from + out.len() as u64) else {
            return false;
        };
        for ((heap, &byte), nimber) in (from..).zip(bytes).zip(out) {
            *nimber = self.decode(byte, heap);
        }
        true
    }

    /// Adds the heaps `from..to` to the statistics.
    pub(super) fn add_to_statistics(
        &self,
        vectors: Vectors,
        from: u64,
        to: u64,
        statistics: &mut Statistics,
    ) {
        let bytes = self.bytes(from, to).unwrap_or_default();
        debug_assert_eq!(
            bytes.len() as u64,
            to - from,
            "a heap is counted while it is kept"
        );
        let counts = byte_counts(vectors, bytes);
        for (byte, parity) in (0..WIDE).flat_map(|byte| [(byte, 0), (byte, 1)]) {
            let times = counts[parity][usize::from(byte)];
            let nimber = self.decode(byte, from + parity as u64);
            if times > 0 {
                let largest = statistics.largest;
                let may_be_first = largest.is_none_or(|(largest, first)| {
                    nimber > largest || (nimber == largest && from < first)
                });
                let mut places = bytes.iter().skip(parity).step_by(2).zip(0..);
                let first = may_be_first
                    .then(|| places.find(|&(&other, _)| other == byte))
                    .flatten();
                let heap = from + parity as u64 + first.map_or(0, |(_, place)| 2 * place);
                statistics.add_many(heap, nimber, times);
            }
        }
        let wide = self.wide.partition_point(|&(heap, _)| heap < from);
        for &(heap, nimber) in self.wide[wide..].iter().take_while(|&&(heap, _)| heap < to) {
            statistics.add(heap, nimber);
        }
    }

    /// Whether this is the byte of a rare or a wide heap.
    pub(super) fn is_rare_or_wide(byte: u8) -> bool {
        byte >= RARE
    }

    /// The bytes that the trail takes.
    pub(super) fn held(&self) -> u64 {
        (self.bytes.capacity() + self.first.capacity() + 16 * self.wide.capacity()) as u64
    }
}
