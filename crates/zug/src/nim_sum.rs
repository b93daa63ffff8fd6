//! Nimbers that are added: digit by digit in binary, without carry.

use schemars::JsonSchema;
use serde::Serialize;
use zug_values::Nimber;

/// Nimbers whose xor is the nimber of a position, such as the piles of Nim.
///
/// ```
/// use zug::{Request, SolveOptions, Theorem};
///
/// let request = Request::catalogue("nim")?;
/// let theorem = Theorem::of(&request, &SolveOptions::default())?.unwrap();
/// let added = theorem.nim_sum().unwrap();
/// assert_eq!((&added.numbers[..], added.total), (&[3, 4, 5][..], 2));
/// assert_eq!(added.columns(), [
///     "3  0 1 1",
///     "4  1 0 0",
///     "5  1 0 1",
///     "2  0 1 0",
/// ]);
/// # Ok::<(), zug::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(
    rename = "NimSumReport",
    description = "Numbers that are added digit by digit in binary, without carry."
)]
#[non_exhaustive]
pub struct NimAddition {
    /// The numbers, in the order of the position.
    pub numbers: Vec<u64>,
    /// Their xor.
    pub total: u64,
}

impl NimAddition {
    /// The largest number of numbers that are written one under the other.
    const MOST: usize = 16;

    /// The addition of these numbers; `None` if they are fewer than two, or too many to be read.
    #[must_use]
    pub fn of(numbers: Vec<u64>) -> Option<Self> {
        let total = numbers.iter().fold(0, |sum, number| sum ^ number);
        let is_read = (2..=Self::MOST).contains(&numbers.len());
        is_read.then_some(Self { numbers, total })
    }

    /// The addition of these nimbers, as [`NimAddition::of`].
    #[must_use]
    pub fn of_nimbers(nimbers: impl IntoIterator<Item = Nimber>) -> Option<Self> {
        Self::of(nimbers.into_iter().map(|nimber| nimber.0.into()).collect())
    }

    /// The addition as a sentence writes it: `3 xor 4 xor 5 = 2`.
    #[must_use]
    pub fn equation(&self) -> String {
        let numbers: Vec<String> = self.numbers.iter().map(u64::to_string).collect();
        format!("{} = {}", numbers.join(" xor "), self.total)
    }

    /// A line for each number and one for the xor: the number, and its binary digits, the columns
    /// one under the other.
    #[must_use]
    pub fn columns(&self) -> Vec<String> {
        let all = || self.numbers.iter().chain([&self.total]);
        let largest = all().copied().max().unwrap_or_default().max(1);
        let digits = largest.ilog2() + 1;
        let width = largest.to_string().len();
        let line = |number: &u64| {
            let places = (0..digits).rev();
            let digit = |place| if number >> place & 1 == 1 { "1" } else { "0" };
            let digits: Vec<&str> = places.map(digit).collect();
            format!("{number:>width$}  {}", digits.join(" "))
        };
        all().map(line).collect()
    }
}
