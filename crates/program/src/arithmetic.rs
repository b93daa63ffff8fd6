//! Division as the rules language has it: quotients are rounded down.

/// `a // b`, rounded down; `None` if `b` is 0 or the quotient takes more than 64 bits.
#[inline]
#[must_use]
pub fn divide(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    Some(quotient - i64::from(a % b != 0 && (a < 0) != (b < 0)))
}

/// `a % b`, with the sign of `b`; `None` if `b` is 0. The rest fits even where the quotient takes
/// more than 64 bits: by −1 it is 0.
#[inline]
#[must_use]
pub fn modulo(a: i64, b: i64) -> Option<i64> {
    if b == 0 {
        return None;
    }
    let rest = a.wrapping_rem(b);
    Some(if rest != 0 && (rest < 0) != (b < 0) {
        rest + b
    } else {
        rest
    })
}

#[cfg(test)]
mod tests {
    use super::{divide, modulo};

    #[test]
    fn the_rest_by_minus_one_is_zero_even_of_the_least_number() {
        assert_eq!(modulo(i64::MIN, -1), Some(0));
        assert_eq!(divide(i64::MIN, -1), None);
        assert_eq!((modulo(1, 0), divide(1, 0)), (None, None));
    }
}
