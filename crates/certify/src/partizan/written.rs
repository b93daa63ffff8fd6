//! Reads the text of a value, and makes a tree with the options that the text writes.
//!
//! It is a recursive descent over the notation of `zug value`: numbers, infinitesimals, switches,
//! braces, sums, copies, brackets and questions. Nothing is worked out: a sum stays a sum, and
//! braces keep all their options. Functions such as `cool` are refused, for their values are not
//! found by play alone.

use super::played::NotPlayed;
use super::trees::{Beside, Number, Tree, Trees};

/// Knows what is no value as it stands, such as games by their names.
pub trait Parts {
    /// The tree of the part with which a text begins, and the number of its bytes; `None` if the text
    /// begins with no such part. The error is in words.
    fn part(&mut self, text: &str, trees: &mut Trees) -> Option<Result<(Tree, usize), String>>;
}

/// Knows no parts.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoParts;

impl Parts for NoParts {
    fn part(&mut self, _: &str, _: &mut Trees) -> Option<Result<(Tree, usize), String>> {
        None
    }
}

/// What a text says: a value, or a question about two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// The value, or the first of two.
    pub value: Tree,
    /// The sign of the question with the second value.
    pub asked: Option<(&'static str, Tree)>,
}

/// Why no tree can be made of a text.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unread {
    /// Something else stands in this column, counted from 1.
    #[error("column {column} is no value, or none that is played")]
    NoValue {
        /// The column.
        column: usize,
    },
    /// Brackets are nested too deep.
    #[error("brackets are nested deeper than {MOST_NESTED}")]
    TooDeep,
    /// A part cannot be played.
    #[error("{0}")]
    Part(String),
    /// Something is too large.
    #[error(transparent)]
    NotPlayed(#[from] NotPlayed),
}

/// How deep brackets may be nested.
const MOST_NESTED: usize = 500;

/// The largest number of copies of a value.
const MOST_COPIES: u64 = 1 << 16;

/// The signs of questions, each before those that it begins with.
const SIGNS: [&str; 8] = ["?", "<=", ">=", "!=", "=", "<", ">", "||"];

/// Reads a value or a question.
///
/// ```
/// use zug_certify::partizan::trees::Trees;
/// use zug_certify::partizan::written::{NoParts, read};
///
/// let mut trees = Trees::default();
/// let [one, two] = ["{0|*}", "{0|{0|0}}"].map(|text| read(text, &mut trees, &mut NoParts));
/// assert_ne!(one?.value, two?.value); // equal values, and different trees
/// # Ok::<(), zug_certify::partizan::written::Unread>(())
/// ```
///
/// # Errors
///
/// The text is no value, or none that can be played.
pub fn read(text: &str, trees: &mut Trees, parts: &mut dyn Parts) -> Result<Written, Unread> {
    let mut reader = Reader {
        text,
        at: 0,
        nested: 0,
        trees,
        parts,
    };
    let value = reader.sum()?;
    reader.skip_space();
    let sign = SIGNS.into_iter().find(|sign| reader.takes(sign));
    let asked = match sign {
        Some(sign) => Some((sign, reader.sum()?)),
        None => None,
    };
    reader.skip_space();
    if !reader.rest().is_empty() {
        return reader.no_value();
    }
    Ok(Written { value, asked })
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    nested: usize,
    trees: &'a mut Trees,
    parts: &'a mut dyn Parts,
}

type Read<T> = Result<T, Unread>;

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn next(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip_space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn takes(&mut self, text: &str) -> bool {
        let takes = self.rest().starts_with(text);
        self.at += if takes { text.len() } else { 0 };
        takes
    }

    /// Takes the characters of one kind that come next.
    fn row(&mut self, is_of_kind: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|next| !is_of_kind(next)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn no_value<T>(&self) -> Read<T> {
        let column = self.text[..self.at].chars().count() + 1;
        Err(Unread::NoValue { column })
    }

    /// Takes a text that has to come next.
    fn must(&mut self, text: &str) -> Read<()> {
        self.skip_space();
        if self.takes(text) {
            Ok(())
        } else {
            self.no_value()
        }
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.nested == MOST_NESTED {
            return Err(Unread::TooDeep);
        }
        self.nested += 1;
        let result = read(self);
        self.nested -= 1;
        result
    }

    fn sum(&mut self) -> Read<Tree> {
        let mut parts = vec![self.term()?];
        loop {
            self.skip_space();
            let is_minus = self.takes("-");
            if !is_minus && !self.takes("+") {
                return Ok(self.trees.sum(parts));
            }
            let term = self.term()?;
            parts.push(if is_minus {
                self.trees.negative(term)
            } else {
                term
            });
        }
    }

    fn term(&mut self) -> Read<Tree> {
        self.skip_space();
        if let Some(part) = self.part()? {
            return Ok(part);
        }
        if self.takes("+-") || self.takes("±") {
            return self.deeper(Self::switch);
        }
        match self.next() {
            Some('-') => {
                self.at += 1;
                if let Some(part) = self.part()? {
                    return Ok(self.trees.negative(part));
                }
                // The sign belongs to the number, so that -2* is -2 + *.
                if self.next().is_some_and(|next| next.is_ascii_digit()) {
                    return self.copies_or_number(true);
                }
                let term = self.deeper(Self::term)?;
                Ok(self.trees.negative(term))
            }
            Some('0'..='9') => self.copies_or_number(false),
            Some('(') => self.deeper(Self::in_brackets),
            Some('{') => {
                let (lists, bars) = self.deeper(Self::groups)?;
                self.braces(lists, &bars)
            }
            _ => self.beside(None),
        }
    }

    /// Reads a game, such as `domineering(2, 2)`, if one comes next in the text.
    fn part(&mut self) -> Read<Option<Tree>> {
        let Some(part) = self.parts.part(self.rest(), self.trees) else {
            return Ok(None);
        };
        let (tree, bytes) = part.map_err(Unread::Part)?;
        self.at += bytes;
        Ok(Some(tree))
    }

    fn in_brackets(&mut self) -> Read<Tree> {
        self.must("(")?;
        let value = self.sum()?;
        self.must(")")?;
        Ok(value)
    }

    /// What follows `+-`.
    fn switch(&mut self) -> Read<Tree> {
        let left = match self.next() {
            Some('0'..='9') => vec![{
                let number = self.number(false)?;
                self.trees.number(number)
            }],
            Some('(') => vec![self.in_brackets()?],
            Some('{') => {
                let (mut lists, bars) = self.groups()?;
                if bars.is_empty() {
                    lists.pop().unwrap_or_default()
                } else {
                    vec![self.braces(lists, &bars)?]
                }
            }
            _ => return self.no_value(),
        };
        let right = left.iter().map(|&option| self.trees.negative(option));
        let right = right.collect();
        Ok(self.trees.braces([left, right]))
    }

    /// Copies of a value, `3.G`, or of a part, `3*G`; or a number with what stands beside it.
    fn copies_or_number(&mut self, is_negative: bool) -> Read<Tree> {
        let start = self.at;
        let digits = self.row(|next| next.is_ascii_digit());
        if self.takes(".") {
            let value = self.deeper(Self::term)?;
            return self.copies(digits, value, is_negative);
        }
        self.skip_space();
        if self.takes("*") {
            self.skip_space();
            if let Some(part) = self.part()? {
                return self.copies(digits, part, is_negative);
            }
        }
        self.at = start;
        let number = self.number(is_negative)?;
        self.beside(Some(number))
    }

    fn copies(&mut self, digits: &str, mut of: Tree, is_negative: bool) -> Read<Tree> {
        let copies = digits.parse().ok().filter(|&copies| copies <= MOST_COPIES);
        let copies: u64 = copies.ok_or(NotPlayed::TooLarge("the number of copies"))?;
        if is_negative {
            of = self.trees.negative(of);
        }
        Ok(self.trees.sum(vec![of; copies as usize]))
    }

    fn number(&mut self, is_negative: bool) -> Read<Number> {
        let numerator = self.digits()?;
        let denominator = if self.takes("/") { self.digits()? } else { 1 };
        if !denominator.is_power_of_two() {
            return self.no_value();
        }
        let number = Number::new(numerator.into(), denominator.trailing_zeros());
        Ok(if is_negative {
            number.negative()
        } else {
            number
        })
    }

    fn digits(&mut self) -> Read<u64> {
        let digits = self.row(|next| next.is_ascii_digit());
        digits.parse().or_else(|_| {
            if digits.is_empty() {
                self.no_value()
            } else {
                Err(NotPlayed::TooLarge("a number").into())
            }
        })
    }

    /// The digits that come next, or 1 if there are none.
    fn count(&mut self) -> Read<u64> {
        match self.next() {
            Some('0'..='9') => self.digits(),
            _ => Ok(1),
        }
    }

    /// The number, if there is one, with the infinitesimals that stand beside it.
    fn beside(&mut self, before: Option<Number>) -> Read<Tree> {
        let start = self.at;
        let number = before.unwrap_or(Number::ZERO);
        if self.rest().starts_with("Tiny(") || self.rest().starts_with("Miny(") {
            return self.tiny(number);
        }
        let sign = self.next().filter(|&sign| sign == '^' || sign == 'v');
        let beside = match sign {
            Some(sign) => self.ups(sign)?,
            None => Beside::Ups(0),
        };
        let nimber = if self.takes("*") { self.count()? } else { 0 };
        let goes_on = |next: char| next.is_alphanumeric() || "_(.{".contains(next);
        let is_nothing = self.at == start && before.is_none();
        if is_nothing || self.next().is_some_and(goes_on) {
            self.at = start;
            return self.no_value();
        }
        if matches!(beside, Beside::Uptimal(_)) && nimber > 1 {
            let parts = vec![
                self.trees.named(number, beside, 0),
                self.trees.named(Number::ZERO, Beside::Ups(0), nimber),
            ];
            return Ok(self.trees.sum(parts));
        }
        Ok(self.trees.named(number, beside, nimber))
    }

    fn ups(&mut self, sign: char) -> Read<Beside> {
        let row = self.row(|next| next == sign).len() as i64;
        let of_sign = |n: i64| if sign == 'v' { -n } else { n };
        for (opens, closes) in [('[', "]"), ('<', ">")] {
            let rest = self.rest();
            // `^ < 3` is a question.
            let count = rest.strip_prefix(opens).and_then(|rest| {
                let (count, _) = rest.split_once(closes)?;
                count.parse::<u16>().ok().map(|n| (n, count.len()))
            });
            if row == 1
                && let Some((n, digits)) = count
            {
                self.at += digits + 2;
                let n = of_sign(n.into());
                return Ok(match opens {
                    '[' => Beside::UptimalSum(n),
                    _ => Beside::Uptimal(n),
                });
            }
        }
        let ups = match row {
            1 => self.count()?,
            row => row as u64,
        };
        let ups = i64::try_from(ups).map_err(|_| NotPlayed::TooLarge("the number of ups"))?;
        Ok(Beside::Ups(of_sign(ups)))
    }

    /// `Tiny(G)` = {0||0|-G}, or its negative, beside a number.
    fn tiny(&mut self, number: Number) -> Read<Tree> {
        let is_miny = self.rest().starts_with('M');
        self.at += "Tiny".len();
        let of = self.deeper(Self::in_brackets)?;
        // Beside a number, the number is added to each option.
        let added = self.trees.as_number(of).filter(|of| of.is_positive());
        let (number, rest) = match added {
            Some(_) => (number, Number::ZERO),
            None => (Number::ZERO, number),
        };
        let zero = self.trees.number(number);
        let threat = |reader: &mut Self, of: Tree| -> Read<Tree> {
            Ok(match reader.trees.as_number(of) {
                Some(of) => {
                    let moved = number.plus(of).map_err(Unread::from)?;
                    reader.trees.number(moved)
                }
                None => of,
            })
        };
        let tiny = if is_miny {
            let threat = threat(self, of)?;
            let inner = self.trees.braces([vec![threat], vec![zero]]);
            self.trees.braces([vec![inner], vec![zero]])
        } else {
            let negative = self.trees.negative(of);
            let threat = threat(self, negative)?;
            let inner = self.trees.braces([vec![zero], vec![threat]]);
            self.trees.braces([vec![zero], vec![inner]])
        };
        let mut parts = vec![tiny, self.trees.number(rest)];
        if self.takes("*") {
            let nimber = self.count()?;
            parts.push(self.trees.named(Number::ZERO, Beside::Ups(0), nimber));
        }
        Ok(self.trees.sum(parts))
    }

    /// The lists of options between braces, and the length of the row of bars behind each but the last.
    fn groups(&mut self) -> Read<(Vec<Vec<Tree>>, Vec<usize>)> {
        self.must("{")?;
        let (mut lists, mut bars) = (Vec::new(), Vec::new());
        loop {
            lists.push(self.options()?);
            if self.takes("}") {
                return Ok((lists, bars));
            }
            let row = self.row(|next| next == '|').len();
            if row == 0 {
                return self.no_value();
            }
            bars.push(row);
        }
    }

    fn options(&mut self) -> Read<Vec<Tree>> {
        let mut options = Vec::new();
        self.skip_space();
        while !self.rest().starts_with(['|', '}']) {
            options.push(self.sum()?);
            self.skip_space();
            if !self.takes(",") {
                break;
            }
            self.skip_space();
        }
        Ok(options)
    }

    /// The game of groups of options: the longest row of bars divides them, and a side with bars of its own
    /// is one option.
    fn braces(&mut self, mut lists: Vec<Vec<Tree>>, bars: &[usize]) -> Read<Tree> {
        let Some(longest) = bars.iter().max() else {
            return self.no_value();
        };
        let place = bars.iter().position(|bar| bar == longest);
        let place = place.expect("the longest row is one of them");
        if bars[place + 1..].contains(longest) {
            return self.no_value();
        }
        let right = lists.split_off(place + 1);
        let left = self.side(lists, &bars[..place])?;
        let right = self.side(right, &bars[place + 1..])?;
        Ok(self.trees.braces([left, right]))
    }

    fn side(&mut self, mut lists: Vec<Vec<Tree>>, bars: &[usize]) -> Read<Vec<Tree>> {
        if bars.is_empty() {
            Ok(lists.pop().unwrap_or_default())
        } else {
            Ok(vec![self.braces(lists, bars)?])
        }
    }
}
