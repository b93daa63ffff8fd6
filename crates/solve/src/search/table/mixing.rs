//! Mixing the bits of a position, in a way that can be turned round.

/// A bijection of the 64-bit numbers that spreads differences over all bits (the finaliser of
/// `MurmurHash3`; Austin Appleby, 2011).
#[inline]
pub(super) fn mixed(mut x: u64) -> u64 {
    x ^= x >> 33;
    x = x.wrapping_mul(FACTORS[0]);
    x ^= x >> 33;
    x = x.wrapping_mul(FACTORS[1]);
    x ^ x >> 33
}

/// The odd numbers by which [`mixed`] multiplies.
const FACTORS: [u64; 2] = [0xff51_afd7_ed55_8ccd, 0xc4ce_b9fe_1a85_ec53];

/// The number that [`mixed`] made this number of.
pub(super) fn unmixed(mut x: u64) -> u64 {
    x ^= x >> 33;
    x = x.wrapping_mul(const { inverse(FACTORS[1]) });
    x ^= x >> 33;
    x = x.wrapping_mul(const { inverse(FACTORS[0]) });
    x ^ x >> 33
}

/// The number that gives 1 if it is multiplied by an odd number, modulo 2^64: each step of
/// Newton's method doubles the number of right bits, of which there are 3 at first.
const fn inverse(odd: u64) -> u64 {
    let mut inverse = odd;
    let mut step = 0;
    while step < 5 {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse)));
        step += 1;
    }
    inverse
}
