//! Ways to write natural numbers as digits.

/// A way to write numbers: a base, or the weights of a recurrence.
///
/// The weights `w` of the places, from the last place on, are `w(0) = 1`, `w(1) = m` and `w(i + 1) = m w(i)`
/// in the base m. In a *recurrent* system they are `w(0) = 1`, `w(1) = m + 1` and `w(i + 1) = m w(i) + w(i - 1)`;
/// then a digit is at most m, and 0 follows a digit m. Each number has one such form (Zeckendorf
/// 1972 for m = 1, where the weights are the Fibonacci numbers 1, 2, 3, 5; Fraenkel 1985).
///
/// ```
/// use zug_automata::Digits;
///
/// assert_eq!(Digits::base(2).write(6), [1, 1, 0]);
/// assert_eq!(Digits::FIBONACCI.write(12), [1, 0, 1, 0, 1]); // 8 + 3 + 1
/// assert_eq!(Digits::recurrent(2).write(20), [1, 0, 1, 0]); // 17 + 3
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Digits {
    /// The factor m.
    factor: u8,
    is_recurrent: bool,
}

impl Digits {
    /// Sums of Fibonacci numbers no two of which are neighbours.
    pub const FIBONACCI: Self = Self::recurrent(1);

    /// Digits in a base, which is 2 at least.
    #[must_use]
    pub const fn base(base: u8) -> Self {
        assert!(base >= 2, "a base is 2 at least");
        Self {
            factor: base,
            is_recurrent: false,
        }
    }

    /// Digits of the recurrent system with the factor m, which is 1 at least.
    #[must_use]
    pub const fn recurrent(factor: u8) -> Self {
        assert!(factor >= 1, "a factor is 1 at least");
        Self {
            factor,
            is_recurrent: true,
        }
    }

    /// Whether some rows of digits are not the form of a number.
    #[must_use]
    pub const fn is_recurrent(self) -> bool {
        self.is_recurrent
    }

    /// Returns the base, or the factor m of a recurrent system.
    #[must_use]
    pub const fn factor(self) -> u8 {
        self.factor
    }

    /// Returns the number of different digits.
    #[must_use]
    pub const fn count(self) -> usize {
        self.factor as usize + self.is_recurrent as usize
    }

    /// Whether the form of a number may have these two digits side by side.
    pub(crate) fn may_follow(self, before: u8, digit: u8) -> bool {
        !self.is_recurrent || before < self.factor || digit == 0
    }

    /// Returns the weights of the places, from the last place on, up to the largest that is at
    /// most `number`.
    fn weights(self, number: u64) -> Vec<u64> {
        let (factor, plus) = (u64::from(self.factor), u64::from(self.is_recurrent));
        let mut weights = vec![1];
        let mut next = Some(factor + plus);
        while let Some(weight) = next.filter(|weight| *weight <= number) {
            let before = weights[weights.len() - 1];
            weights.push(weight);
            let grown = weight.checked_mul(factor);
            next = grown.and_then(|grown| grown.checked_add(plus * before));
        }
        weights
    }

    /// Returns the digits of a number, the most significant first; none for 0.
    #[must_use]
    pub fn write(self, number: u64) -> Vec<u8> {
        let mut rest = number;
        let weights = self.weights(number);
        let digits = weights.iter().rev().map(|weight| {
            let digit = rest / weight;
            rest %= weight;
            digit as u8
        });
        digits.skip_while(|digit| *digit == 0).collect()
    }

    /// Returns the number with these digits; `None` if it does not fit.
    #[must_use]
    pub fn read(self, digits: &[u8]) -> Option<u64> {
        // The digits read so far stand for `now` times the next weight but one and `then` times the
        // next weight.
        let (mut now, mut then) = (0u64, 0u64);
        for digit in digits {
            let grown = now.checked_mul(u64::from(self.factor))?;
            let sum = grown.checked_add(then)?.checked_add(u64::from(*digit))?;
            (now, then) = (sum, if self.is_recurrent { now } else { 0 });
        }
        now.checked_add(then)
    }
}
