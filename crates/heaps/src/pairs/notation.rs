//! How a game on two heaps is written.
//!
//! By a name: `nim` (or `rook`), `wythoff` (or `queen`), `wythoff(3)`, `king`,
//! `knight`, `euclid`. Or by the moves: `one` with what may be taken from one heap, and
//! `both` with what may be taken from both; what is left out is no move:
//!
//! - `one any`, `one {1, 2, 5}`, `one {1..3}`
//! - `both any` takes the same number from each heap, `both within 3` numbers that
//!   differ by less than 3, and `both {1, 2:3}` 1 from each heap, or 2 from one heap and
//!   3 from the other.

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
            Self::Taking(taking) => taking,
        };
        match (one, both) {
            (One::Any, Both::Within(within)) if within.get() == 1 => f.write_str("wythoff"),
            (One::Any, Both::Within(within)) => write!(f, "wythoff({within})"),
            (One::Any, Both::Of(pairs)) if pairs.is_empty() => f.write_str("nim"),
            _ => {
                let gap = match one {
                    One::Any => {
                        f.write_str("one any")?;
                        " "
                    }
                    One::Of(takes) if takes.is_empty() => "",
                    One::Of(takes) => {
                        f.write_str("one ")?;
                        set(f, takes, |f, take| write!(f, "{take}"))?;
                        " "
                    }
                };
                match both {
                    Both::Within(within) if within.get() == 1 => write!(f, "{gap}both any"),
                    Both::Within(within) => write!(f, "{gap}both within {within}"),
                    Both::Of(pairs) if pairs.is_empty() => Ok(()),
                    Both::Of(pairs) => {
                        write!(f, "{gap}both ")?;
                        set(f, pairs, |f, (k, l)| {
                            write!(f, "{k}")?;
                            if k != l {
                                write!(f, ":{l}")?;
                            }
                            Ok(())
                        })
                    }
                }
            }
        }
    }
}

fn set<T>(
    f: &mut fmt::Formatter<'_>,
    items: &[T],
    write: impl Fn(&mut fmt::Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    f.write_str("{")?;
    for (place, item) in items.iter().enumerate() {
        if place > 0 {
            f.write_str(", ")?;
        }
        write(f, item)?;
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
            let taking = Taking::new(One::Of(one.to_vec()), Both::Of(both.to_vec()));
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

    /// Reads `one …`, `both …`, or both of these.
    fn moves(&mut self) -> Result<PairGame, PairError> {
        let column = self.column();
        let mut one = One::Of(Vec::new());
        let mut both = Both::Of(Vec::new());
        if self.take("one") {
            one = if self.take("any") {
                One::Any
            } else {
                let pairs = self.set("`any` or `{`", false)?;
                One::Of(pairs.into_iter().map(|(k, _)| k).collect())
            };
        }
        if self.take("both") {
            both = if self.take("any") {
                Both::Within(NonZeroU64::MIN)
            } else if self.take("within") {
                Both::Within(self.positive()?)
            } else {
                Both::Of(self.set("`any`, `within` or `{`", true)?)
            };
        } else if !self.peek().is_empty() {
            return Err(self.unexpected("`both` or the end"));
        }
        let taking = Taking::new(one, both);
        taking
            .map(PairGame::Taking)
            .map_err(|error| PairError::Moves { column, error })
    }

    /// Reads numbers and ranges in braces, each number k as the pair (k, k). If `pairs`
    /// is set, `k:l` is the pair (k, l).
    fn set(&mut self, open: &'static str, pairs: bool) -> Result<Vec<(u64, u64)>, PairError> {
        if !self.take("{") {
            return Err(self.unexpected(open));
        }
        let mut numbers = Vec::new();
        if self.take("}") {
            return Ok(numbers);
        }
        loop {
            let column = self.column();
            let first = self.positive()?.get();
            if self.take("..") {
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
                numbers.extend((first..=last).map(|number| (number, number)));
            } else if pairs && self.take(":") {
                numbers.push((first, self.positive()?.get()));
            } else {
                numbers.push((first, first));
            }
            if numbers.len() > PairGame::MOST_NUMBERS {
                return Err(PairError::TooMany { column });
            }
            if self.take("}") {
                return Ok(numbers);
            }
            if !self.take(",") {
                return Err(self.unexpected("`,` or `}`"));
            }
        }
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
