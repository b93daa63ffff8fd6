//! Division as the rules language has it: quotients are rounded down.

/// `a // b`, rounded down; `None` if `b` is 0 or the quotient takes more than 64 bits.
#[inline]
#[must_use]
pub fn divide(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    Some(quotient - i64::from(a % b != 0 && (a < 0) != (b < 0)))
}

/// `a % b`, with the sign of `b`; `None` if `b` is 0, or the quotient takes more than 64
/// bits.
#[inline]
#[must_use]
pub fn modulo(a: i64, b: i64) -> Option<i64> {
    let rest = a.checked_rem(b)?;
    Some(if rest != 0 && (rest < 0) != (b < 0) {
        rest + b
    } else {
        rest
    })
}
