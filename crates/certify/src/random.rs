//! Numbers for samples: pseudo-random, and the same in each run.

/// The next number of the generator `SplitMix64` (G. L. Steele, D. Lea and C. H. Flood, 2014)
/// in this state.
pub(crate) fn number(state: u64) -> u64 {
    let mut z = next_state(state);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The state of the generator after this one.
pub(crate) fn next_state(state: u64) -> u64 {
    state.wrapping_add(0x9e37_79b9_7f4a_7c15)
}
