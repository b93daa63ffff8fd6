//! The rows of `periods.toml` and `sequences.toml` in `testdata/heaps`, as tests read them.

use serde::Deserialize;
use zug_heaps::{Breaking, HeapGame};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Periods {
    pub period: Vec<PeriodRow>,
    pub outcomes: Vec<OutcomesRow>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PeriodRow {
    pub code: Option<String>,
    pub take: Option<Vec<u64>>,
    pub name: Option<String>,
    pub preperiod: u64,
    pub period: u64,
    pub largest: u32,
    pub first_largest: Option<u64>,
    pub source: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutcomesRow {
    pub take: Vec<u64>,
    pub period: u64,
    pub source: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sequences {
    pub sequence: Vec<SequenceRow>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SequenceRow {
    pub code: Option<String>,
    pub tail: Option<String>,
    pub take: Option<Vec<u64>>,
    pub all_but: Option<Vec<u64>>,
    pub terms: String,
}

impl PeriodRow {
    pub fn game(&self) -> HeapGame {
        game(self.code.as_deref(), None, self.take.as_deref(), None)
    }

    /// The game as a code: each number that may be taken is a digit 3.
    pub fn breaking(&self) -> Breaking {
        match self.game() {
            HeapGame::Breaking(code) => code,
            HeapGame::Subtraction(takes) => {
                let most = takes.largest().unwrap();
                let digits = (0..=most).map(|take| if takes.contains(take) { 3 } else { 0 });
                Breaking::new(digits.collect(), Vec::new()).unwrap()
            }
            other => panic!("{other:?} has no code"),
        }
    }
}

impl SequenceRow {
    pub fn game(&self) -> HeapGame {
        game(
            self.code.as_deref(),
            self.tail.as_deref(),
            self.take.as_deref(),
            self.all_but.as_deref(),
        )
    }

    pub fn terms(&self) -> Vec<u32> {
        let terms = self.terms.split_whitespace();
        terms.map(|term| term.parse().unwrap()).collect()
    }
}

fn game(
    code: Option<&str>,
    tail: Option<&str>,
    take: Option<&[u64]>,
    all_but: Option<&[u64]>,
) -> HeapGame {
    match (code, tail, take, all_but) {
        (Some(code), None, None, None) => HeapGame::Breaking(code.parse().unwrap()),
        (Some(code), Some(tail), None, None) => {
            let code: Breaking = code.parse().unwrap();
            let tail = tail.chars().map(|digit| digit.to_digit(16).unwrap() as u8);
            HeapGame::Breaking(Breaking::new(code.digits().to_vec(), tail.collect()).unwrap())
        }
        (None, None, Some(take), None) => HeapGame::subtraction(take.iter().copied()).unwrap(),
        (None, None, None, Some(all_but)) => HeapGame::all_but(all_but.iter().copied()).unwrap(),
        _ => panic!("a row is about one game"),
    }
}

pub fn periods() -> Periods {
    toml::from_str(include_str!("../../../testdata/heaps/periods.toml")).unwrap()
}

pub fn sequences() -> Sequences {
    toml::from_str(include_str!("../../../testdata/heaps/sequences.toml")).unwrap()
}
