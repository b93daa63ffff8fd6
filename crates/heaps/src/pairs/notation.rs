//! How a game on two heaps is written.
//!
//! By a name: `nim` (or `rook`), `wythoff` (or `queen`), `wythoff(3)`, `king`,
//! `knight`, `euclid`. Or by the moves: `one` with what may be taken from one heap, and
//! `both` with what may be taken from both; what is left out is no move:
//!
//! - `one any`, `one {1, 2, 5}`, `one {1..3}`
//! - `both any` takes the same number from each heap, `both within 3` numbers that
//!   differ by less than 3, and `both {1, 2:3}` 1 from each heap, or 2 from one heap and
//!   3 from the other;
//! - `both {k:2k}` takes a number from one heap and twice this number from the other; `k` stands
//!   for any positive number. What stands behind several `both` is all allowed.

use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;

use super::{Both, One, PairGame, Taking, TakingError};

/// Why a text is no game on two heaps, and where. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PairError {
    /// Something else was expected.
    #[error("column {column}: expected {expected}, found {}", Found(.found))]
    Unexpected {
        /// Where.
        column: usize,
        /// What may stand there.
        expected: &'static str,
        /// What stands there; empty at the end of the text.
        found: String,
    },
    /// There is no game of this name.
    #[error(
        "column {column}: there is no game `{name}` on two heaps; the names are nim, wythoff, \
         king, knight and euclid, and the moves of others begin with `one` or `both`"
    )]
    Unknown {
        /// Where.
        column: usize,
        /// What was written.
        name: String,
    },
    /// A number is larger than any heap can be.
    #[error("column {column}: the number {number} is too large")]
    TooLarge {
        /// Where.
        column: usize,
        /// The number as it was written.
        number: String,
    },
    /// A set has more than [`PairGame::MOST_NUMBERS`] numbers.
    #[error(
        "column {column}: a set has {} numbers at most",
        PairGame::MOST_NUMBERS
    )]
    TooMany {
        /// Where the first number too many stands.
        column: usize,
    },
    /// The end of a range is below its beginning.
    #[error("column {column}: the range {first}..{last} is empty")]
    EmptyRange {
        /// Where.
        column: usize,
        /// The first number of the range.
        first: u64,
        /// The last number of the range.
        last: u64,
    },
    /// The moves make no game.
    #[error("column {column}: {error}")]
    Moves {
        /// Where.
        column: usize,
        /// What is wrong with the moves.
        error: TakingError,
    },
}

/// What was found, for a message.
struct Found<'a>(&'a str);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            "" => f.write_str("the end"),
            text => write!(f, "`{text}`"),
        }
    }
}

impl fmt::Display for PairGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Taking { one, both } = match self {
            Self::Euclid => return f.write_str("euclid"),
            Self::Listed(listed) => return listed.fmt(f),
            Self::Taking(taking) => taking,
        };
        match self.as_wythoff().map(NonZeroU64::get) {
            Some(1) => return f.write_str("wythoff"),
            Some(within) => return write!(f, "wythoff({within})"),
            None if *self == Self::nim() => return f.write_str("nim"),
            None => {}
        }
        let mut gap = "";
        match one {
            One::Any => f.write_str("one any")?,
            One::Of(takes) if takes.is_empty() => {}
            One::Of(takes) => {
                f.write_str("one ")?;
                set(f, takes.iter().map(u64::to_string))?;
            }
        }
        if *one != One::Of(Vec::new()) {
            gap = " ";
        }
        match both.within.map(NonZeroU64::get) {
            Some(1) => write!(f, "{gap}both any")?,
            Some(within) => write!(f, "{gap}both within {within}")?,
            None => {}
        }
        if both.within.is_some() {
            gap = " ";
        }
        if both.pairs.is_empty() && both.ratios.is_empty() {
            return Ok(());
        }
        write!(f, "{gap}both ")?;
        let pairs = both.pairs.iter().map(|(k, l)| {
            if k == l {
                k.to_string()
            } else {
                format!("{k}:{l}")
            }
        });
        let ratios = both.ratios.iter().map(|&(k, l)| {
            if k == l {
                multiple(k)
            } else {
                format!("{}:{}", multiple(k), multiple(l))
            }
        });
        set(f, pairs.chain(ratios))
    }
}

/// A multiple of any number as it is written: `k`, `2k`.
fn multiple(times: u64) -> String {
    match times {
        1 => "k".to_owned(),
        _ => format!("{times}k"),
    }
}

/// Writes a set of items.
fn set(f: &mut fmt::Formatter<'_>, items: impl Iterator<Item = String>) -> fmt::Result {
    f.write_str("{")?;
    for (place, item) in items.enumerate() {
        if place > 0 {
            f.write_str(", ")?;
        }
        f.write_str(&item)?;
    }
    f.write_str("}")
}

impl FromStr for PairGame {
    type Err = PairError;

    fn from_str(text: &str) -> Result<Self, PairError> {
        let mut reader = Reader::new(text);
        let game = reader.game()?;
        match reader.peek() {
            "" => Ok(game),
            _ => Err(reader.unexpected("the end")),
        }
    }
}

/// What a set in braces may have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Items {
    /// Numbers that are taken from one heap.
    Numbers,
    /// What is taken from both heaps.
    Pairs,
}

/// The tokens of a text: words, numbers, `..`, and single characters.
struct Reader<'a> {
    /// The tokens with their columns. The last token is empty and stands for the end.
    tokens: Vec<(usize, &'a str)>,
    at: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        let mut tokens = Vec::new();
        let (mut rest, mut column) = (text, 1);
        while let Some(first) = rest.chars().next() {
            let run = |belongs: fn(char) -> bool| {
                let end = rest.find(|c: char| !belongs(c));
                end.unwrap_or(rest.len())
            };
            let length = match first {
                c if c.is_whitespace() => run(char::is_whitespace),
                c if c.is_ascii_digit() => run(|c| c.is_ascii_digit()),
                c if c.is_alphabetic() => run(|c| c.is_alphanumeric() || c == '_'),
                _ if rest.starts_with("..") => 2,
                c => c.len_utf8(),
            };
            let (token, after) = rest.split_at(length);
            if !first.is_whitespace() {
                tokens.push((column, token));
            }
            column += token.chars().count();
            rest = after;
        }
        tokens.push((column, ""));
        Self { tokens, at: 0 }
    }

    fn column(&self) -> usize {
        self.tokens[self.at].0
    }

    fn peek(&self) -> &'a str {
        self.tokens[self.at].1
    }

    fn next(&mut self) -> &'a str {
        let token = self.peek();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    /// Takes the next token if it is this one.
    fn take(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        if found {
            self.next();
        }
        found
    }

    fn unexpected(&self, expected: &'static str) -> PairError {
        PairError::Unexpected {
            column: self.column(),
            expected,
            found: self.peek().to_owned(),
        }
    }

    fn game(&mut self) -> Result<PairGame, PairError> {
        let column = self.column();
        let name = self.peek();
        let moves = |one: &[u64], both: &[(u64, u64)]| {
            let both = Both {
                pairs: both.to_vec(),
                ..Both::default()
            };
            let taking = Taking::new(One::Of(one.to_vec()), both);
            taking
                .map(PairGame::Taking)
                .map_err(|error| PairError::Moves { column, error })
        };
        match name {
            "one" | "both" => self.moves(),
            "nim" | "rook" => {
                self.next();
                Ok(PairGame::nim())
            }
            "wythoff" | "queen" => {
                self.next();
                let within = if self.take("(") {
                    let within = self.positive()?;
                    if !self.take(")") {
                        return Err(self.unexpected("`)`"));
                    }
                    within
                } else {
                    NonZeroU64::MIN
                };
                Ok(PairGame::wythoff(within))
            }
            "king" => {
                self.next();
                moves(&[1], &[(1, 1)])
            }
            "knight" => {
                self.next();
                moves(&[], &[(1, 2)])
            }
            "euclid" => {
                self.next();
                Ok(PairGame::Euclid)
            }
            _ if name.starts_with(char::is_alphabetic) => Err(PairError::Unknown {
                column,
                name: name.to_owned(),
            }),
            _ => Err(self.unexpected("the name of a game, `one` or `both`")),
        }
    }

    /// Reads `one …` and each `both …` behind it.
    fn moves(&mut self) -> Result<PairGame, PairError> {
        let column = self.column();
        let mut one = One::Of(Vec::new());
        let mut both = Both::default();
        if self.take("one") {
            one = if self.take("any") {
                One::Any
            } else {
                let Both { pairs, .. } = self.set("`any` or `{`", Items::Numbers)?;
                One::Of(pairs.into_iter().map(|(k, _)| k).collect())
            };
        }
        while !self.peek().is_empty() {
            if !self.take("both") {
                return Err(self.unexpected("`both` or the end"));
            }
            let within = if self.take("any") {
                Some(NonZeroU64::MIN)
            } else if self.take("within") {
                Some(self.positive()?)
            } else {
                let Both { pairs, ratios, .. } =
                    self.set("`any`, `within` or `{`", Items::Pairs)?;
                both.pairs.extend(pairs);
                both.ratios.extend(ratios);
                None
            };
            both.within = both.within.max(within);
        }
        let taking = Taking::new(one, both);
        taking
            .map(PairGame::Taking)
            .map_err(|error| PairError::Moves { column, error })
    }

    /// Reads numbers and ranges in braces, each number n as the pair (n, n), and where the items are
    /// pairs also `n:m`, `k:2k` and `k`.
    fn set(&mut self, open: &'static str, items: Items) -> Result<Both, PairError> {
        if !self.take("{") {
            return Err(self.unexpected(open));
        }
        let mut read = Both::default();
        if self.take("}") {
            return Ok(read);
        }
        loop {
            let column = self.column();
            let (first, is_multiple) = self.number(items)?;
            if !is_multiple && self.take("..") {
                let last = self.positive()?.get();
                if last < first {
                    return Err(PairError::EmptyRange {
                        column,
                        first,
                        last,
                    });
                }
                if last - first >= PairGame::MOST_NUMBERS as u64 {
                    return Err(PairError::TooMany { column });
                }
                let range = (first..=last).map(|number| (number, number));
                read.pairs.extend(range);
            } else {
                let mut second = first;
                if items == Items::Pairs && self.take(":") {
                    let before = self.at;
                    let (number, is_second_multiple) = self.number(items)?;
                    if is_second_multiple != is_multiple {
                        self.at = before;
                        let expected = if is_multiple {
                            "a multiple of k too, such as `2k`"
                        } else {
                            "a number without k"
                        };
                        return Err(self.unexpected(expected));
                    }
                    second = number;
                }
                let pairs = if is_multiple {
                    &mut read.ratios
                } else {
                    &mut read.pairs
                };
                pairs.push((first, second));
            }
            if read.pairs.len() + read.ratios.len() > PairGame::MOST_NUMBERS {
                return Err(PairError::TooMany { column });
            }
            if self.take("}") {
                return Ok(read);
            }
            if !self.take(",") {
                return Err(self.unexpected("`,` or `}`"));
            }
        }
    }

    /// Reads a number from 1, or where the items are pairs `k` or a multiple of it such as `2k`:
    /// returns the number, and whether it is a multiple of k.
    fn number(&mut self, items: Items) -> Result<(u64, bool), PairError> {
        if items == Items::Pairs && self.take("k") {
            return Ok((1, true));
        }
        let number = self.positive()?.get();
        Ok((number, items == Items::Pairs && self.take("k")))
    }

    fn positive(&mut self) -> Result<NonZeroU64, PairError> {
        let text = self.peek();
        if !text.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(self.unexpected("a number from 1"));
        }
        let column = self.column();
        let Ok(number) = text.parse() else {
            let number = text.to_owned();
            return Err(PairError::TooLarge { column, number });
        };
        let Some(number) = NonZeroU64::new(number) else {
            return Err(self.unexpected("a number from 1"));
        };
        self.next();
        Ok(number)
    }
}
