//! Random numbers, the same in each run.

/// Random numbers by `SplitMix64` (Steele, Lea and Flood, 2014).
pub struct Random(pub u64);

impl Random {
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.number() % end
    }

    pub(super) fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// Picks one of these; there must be at least one.
    pub(super) fn pick<'a, T>(&mut self, among: &'a [T]) -> &'a T {
        &among[self.place(among.len())]
    }

    /// Returns a number below `count`, or 0 if `count` is 0.
    pub fn place(&mut self, count: usize) -> usize {
        self.below(count.max(1) as u64) as usize
    }
}
