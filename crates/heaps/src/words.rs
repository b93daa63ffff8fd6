//! The rules of a game in words.

use crate::leaving::Leaving;
use crate::stretch::{Piece, pieces};
use crate::{Breaking, HeapGame, Parts, Splitting};

impl HeapGame {
    /// The moves in words, a line for each kind of move.
    ///
    /// ```
    /// let kayles: zug_heaps::HeapGame = "0.77".parse()?;
    /// assert_eq!(
    ///     kayles.words(),
    ///     ["take one or two, leaving the rest in at most two heaps"]
    /// );
    /// # Ok::<(), zug_heaps::NotationError>(())
    /// ```
    pub fn words(&self) -> Vec<String> {
        let lines = match self {
            Self::Breaking(breaking) => of_code(breaking),
            Self::Subtraction(takes) if takes.as_slice().is_empty() => Vec::new(),
            Self::Subtraction(takes) => vec![format!("take {}", list(takes.as_slice()))],
            Self::AllBut(forbidden) => vec![format!("take {}", any_but(forbidden.as_slice()))],
            Self::Splitting(splitting) => vec![of_splitting(splitting)],
            Self::Leaving(leaving) => vec![of_leaving(leaving)],
            Self::Listed(_) => vec!["leave one of the smaller heaps that the list has".to_owned()],
        };
        if lines.is_empty() {
            return vec!["there is no move".to_owned()];
        }
        lines
    }
}

/// What a digit of a code says of the rest, in words.
const LEFT: [&str; 16] = [
    "", // is no move
    ", if that is the whole heap",
    ", but not the whole heap",
    ", leaving the rest in at most one heap",
    ", leaving the rest in two heaps",
    ", leaving nothing or two heaps",
    ", leaving the rest in one or two heaps",
    ", leaving the rest in at most two heaps",
    ", leaving the rest in three heaps",
    ", leaving nothing or three heaps",
    ", leaving the rest in one or three heaps",
    ", leaving nothing, one heap or three",
    ", leaving the rest in two or three heaps",
    ", leaving nothing, two heaps or three",
    ", leaving the rest in one to three heaps",
    ", leaving the rest in at most three heaps",
];

fn of_code(code: &Breaking) -> Vec<String> {
    let mut lines = Vec::new();
    match code.digit(0) {
        0b0100 => lines.push("split a heap into two".to_owned()),
        0b1000 => lines.push("split a heap into three".to_owned()),
        0b1100 => lines.push("split a heap into two or three".to_owned()),
        _ => {}
    }
    // Takes with the same digit leave the same numbers of heaps, and share a line.
    let mut takes: [Takes; 16] = Default::default();
    for (take, &digit) in (1..).zip(code.digits().iter().skip(1)) {
        takes[usize::from(digit)].some.push(take);
    }
    let first_of_tail = code.digits().len() as u64;
    for (take, &digit) in (first_of_tail..).zip(code.tail()) {
        let step = code.tail().len() as u64;
        takes[usize::from(digit)]
            .every
            .push(Progression { first: take, step });
    }
    let digits = 1..16;
    let mut told: Vec<usize> = digits.filter(|&digit| !takes[digit].is_empty()).collect();
    told.sort_by_key(|&digit| takes[digit].least());
    for digit in told {
        takes[digit].join();
        lines.push(format!("take {}{}", takes[digit].words(), LEFT[digit]));
    }
    lines
}

fn of_splitting(splitting: &Splitting) -> String {
    let (fewest, most) = (splitting.fewest(), splitting.most());
    let heaps = match most {
        None => format!("{} or more", number(fewest.into())),
        Some(most) if most == fewest => number(most.into()),
        Some(most) => {
            let between = if most - fewest == 1 { "or" } else { "to" };
            format!(
                "{} {between} {}",
                number(fewest.into()),
                number(most.into())
            )
        }
    };
    let parts = match splitting.parts() {
        Parts::Any => "",
        _ if most == Some(2) => " of different sizes",
        Parts::Distinct => ", no two of the same size",
        Parts::NotAllEqual => ", not all of the same size",
    };
    format!("split a heap into {heaps}{parts}")
}

fn of_leaving(leaving: &Leaving) -> String {
    let Leaving { lo, hi } = leaving;
    let mut bounds = Vec::new();
    if lo.as_constant().is_none_or(|least| least > 0) {
        bounds.push(format!("at least {lo}"));
    }
    if !hi.bounds_nothing() {
        bounds.push(format!("at most {hi}"));
    }
    match &*bounds.join(" and ") {
        "" => "make a heap smaller".to_owned(),
        bounds => format!("make a heap of n smaller: {bounds} are left"),
    }
}

/// A set of numbers that may be taken.
#[derive(Default)]
struct Takes {
    /// Numbers of the set, increasing.
    some: Vec<u64>,
    /// The other numbers of the set. Invariant: all steps are equal, and no number comes
    /// twice.
    every: Vec<Progression>,
}

/// The numbers first, first + step and so on for ever.
struct Progression {
    first: u64,
    step: u64,
}

impl Takes {
    fn is_empty(&self) -> bool {
        self.some.is_empty() && self.every.is_empty()
    }

    fn least(&self) -> Option<u64> {
        let every = self.every.iter().map(|every| every.first);
        self.some.iter().copied().chain(every).min()
    }

    /// Moves numbers from `some` to the beginnings of progressions that they continue.
    fn join(&mut self) {
        let mut joined = vec![false; self.some.len()];
        for every in &mut self.every {
            while let Some(before) = every.first.checked_sub(every.step)
                && let Ok(place) = self.some.binary_search(&before)
            {
                joined[place] = true;
                every.first = before;
            }
        }
        let mut joined = joined.into_iter();
        self.some.retain(|_| joined.next() != Some(true));
        self.every.sort_by_key(|every| every.first);
    }

    fn words(&self) -> String {
        if let [Progression { first, step: 1 }] = self.every[..] {
            let taken = |take: &u64| self.some.binary_search(take).is_ok();
            let others: Vec<u64> = (1..first).filter(|take| !taken(take)).collect();
            if self.some.is_empty() || pieces(&others).len() <= pieces(&self.some).len() {
                return any_but(&others);
            }
            return format!("{}, or {} or more", list(&self.some), number(first));
        }
        let some = (!self.some.is_empty()).then(|| list(&self.some));
        let every = self.every.iter().map(Progression::words);
        some.into_iter()
            .chain(every)
            .collect::<Vec<_>>()
            .join(", or ")
    }
}

impl Progression {
    fn words(&self) -> String {
        let Self { first, step } = *self;
        match (first, step) {
            (1, 2) => "any odd number".to_owned(),
            (2, 2) => "any even number".to_owned(),
            _ => {
                let three = [first, first + step, first + 2 * step].map(number);
                format!("{} and so on", three.join(", "))
            }
        }
    }
}

/// Any number but `forbidden`, in words.
fn any_but(forbidden: &[u64]) -> String {
    match forbidden {
        [] => "any number".to_owned(),
        [.., last] if *last == forbidden.len() as u64 => {
            format!("{} or more", number(last + 1))
        }
        _ => format!("any number but {}", list(forbidden)),
    }
}

/// One of the numbers, in words.
fn list(numbers: &[u64]) -> String {
    let pieces = pieces(numbers).into_iter().map(|piece| match piece {
        Piece::One(one) => number(one),
        Piece::Stretch(first, last) => format!("{} to {}", number(first), number(last)),
    });
    let mut pieces: Vec<String> = pieces.collect();
    let last = pieces.pop().unwrap_or_default();
    match &pieces[..] {
        [] => last,
        others => format!("{} or {last}", others.join(", ")),
    }
}

/// A number as it is written in a sentence.
fn number(number: u64) -> String {
    const WORDS: [&str; 12] = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    match number {
        1..=12 => WORDS[number as usize - 1].to_owned(),
        _ => number.to_string(),
    }
}
