//! Games at positions, joined by `+`: `nim(3) + 2*kayles(7) + ./my.zug(n=4)`.
//!
//! An expression names games and what they are given; whose rules a name means
//! is the caller's to say, since only he may read files.

use zug_catalogue::form::Form;

use crate::error::Error;
use crate::problem::Request;

/// An expression that is well formed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    /// The games in the order of the text; `2*G` is twice.
    pub parts: Vec<Named>,
}

/// A game of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// As it is written, without how often.
    pub text: String,
    /// The name, or the path of a rules file.
    pub game: String,
    arguments: Vec<Argument>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Argument {
    /// The column of its first character, from 1.
    column: usize,
    name: Option<String>,
    value: String,
}

/// An expression that is not well formed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column} of the expression: {message}")]
pub struct ExpressionError {
    /// The column of the fault, from 1.
    pub column: usize,
    /// What is wrong, and what to write.
    pub message: String,
}

/// More parts than this are not played side by side.
const MOST_PARTS: usize = 10_000;

impl Expression {
    /// Reads an expression.
    ///
    /// ```
    /// use zug::Expression;
    ///
    /// let sum = Expression::read("nim(3) + 2*kayles(7)")?;
    /// assert_eq!(sum.parts.len(), 3);
    /// assert_eq!(sum.parts[2].text, "kayles(7)");
    /// # Ok::<(), zug::ExpressionError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first fault, with its column.
    pub fn read(text: &str) -> Result<Self, ExpressionError> {
        let mut reader = Reader {
            text: text.chars().collect(),
            at: 0,
        };
        let mut parts = Vec::new();
        loop {
            let (times, named) = reader.part()?;
            if parts.len() + times > MOST_PARTS {
                return Err(reader.fault(format!("more than {MOST_PARTS} parts")));
            }
            parts.extend(std::iter::repeat_n(named, times));
            match reader.next_visible() {
                None => return Ok(Self { parts }),
                Some('+') => reader.at += 1,
                Some(other) => {
                    return Err(reader.fault(format!("expected `+` or the end, found `{other}`")));
                }
            }
        }
    }
}

impl Named {
    /// The request with this part's arguments set. `rules` are those of its
    /// game.
    ///
    /// # Errors
    ///
    /// More arguments than parameters, or some that do not go together.
    pub fn request(&self, rules: Request) -> Result<Request, Error> {
        let fault = |argument: &Argument, message: String| ExpressionError {
            column: argument.column,
            message,
        };
        let form = zug_catalogue::form::of(&self.game);
        let (named, plain): (Vec<&Argument>, Vec<&Argument>) = self
            .arguments
            .iter()
            .partition(|argument| argument.name.is_some());
        let mut settings: Vec<(String, String)> = Vec::new();
        let mut columns: Vec<(&str, Vec<&str>)> = Vec::new();
        for argument in named {
            let name = argument.name.clone().unwrap_or_default();
            match form {
                Form::Rows(_, names) if names.contains(&name.as_str()) => {
                    columns.push((argument.name.as_deref().unwrap_or_default(), {
                        elements(&argument.value).map_err(|message| fault(argument, message))?
                    }));
                }
                _ => settings.push((name, argument.value.clone())),
            }
        }
        if let (Form::Rows(parameter, names), false) = (form, columns.is_empty()) {
            settings.push((parameter.to_owned(), self.rows(names, &columns)?));
        }
        if let Some(first) = plain.first() {
            let values: Vec<&str> = plain
                .iter()
                .map(|argument| argument.value.as_str())
                .collect();
            let is_whole = |open: char| values.len() == 1 && first.value.starts_with(open);
            match form {
                Form::List(parameter) if !is_whole('[') => {
                    settings.push((parameter.to_owned(), format!("[{}]", values.join(", "))));
                }
                Form::Tuple(parameter) if !is_whole('(') => {
                    settings.push((parameter.to_owned(), format!("({})", values.join(", "))));
                }
                Form::List(parameter) | Form::Tuple(parameter) => {
                    settings.push((parameter.to_owned(), first.value.clone()));
                }
                Form::Parameters | Form::Rows(..) => {
                    let parameters = zug_lang::Rules::read(&rules.source)
                        .map_err(|diagnostic| rules.at_fault(diagnostic))?
                        .parameters();
                    if let Some(extra) = plain.get(parameters.len()) {
                        let count = parameters.len();
                        let s = if count == 1 { "" } else { "s" };
                        let message = format!("`{}` has only {count} parameter{s}", self.game);
                        return Err(fault(extra, message).into());
                    }
                    let names = parameters.into_iter().map(|(name, _)| name);
                    settings.extend(names.zip(values.into_iter().map(str::to_owned)));
                }
            }
        }
        let mut request = rules;
        request.settings.parameters.extend(settings);
        Ok(request)
    }

    /// Rows out of columns: `[(4, 5), (1, 3)]` out of `[4, 1]` and `[5, 3]`.
    fn rows(&self, names: &[&str], columns: &[(&str, Vec<&str>)]) -> Result<String, Error> {
        let column = self.arguments.first().map_or(1, |argument| argument.column);
        let fault = |message: String| Error::from(ExpressionError { column, message });
        let find = |name: &&str| {
            let found = columns.iter().find(|(known, _)| known == name);
            let found = found.ok_or_else(|| fault(format!("`{}` is missing `{name}`", self.game)));
            found.map(|(_, elements)| elements)
        };
        let all: Vec<&Vec<&str>> = names.iter().map(find).collect::<Result<_, Error>>()?;
        let length = all.first().map_or(0, |first| first.len());
        if let Some(place) = all.iter().position(|column| column.len() != length) {
            return Err(fault(format!(
                "`{}` has {length} elements and `{}` has {}: one of each for a row",
                names[0],
                names[place],
                all[place].len()
            )));
        }
        let row = |row: usize| {
            let cells: Vec<&str> = all.iter().map(|column| column[row]).collect();
            format!("({})", cells.join(", "))
        };
        let rows: Vec<String> = (0..length).map(row).collect();
        Ok(format!("[{}]", rows.join(", ")))
    }
}

/// The elements of a list as they are written.
fn elements(list: &str) -> Result<Vec<&str>, String> {
    let inner = list
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .ok_or_else(|| format!("expected a list such as [4, 1], found `{list}`"))?;
    let mut elements = Vec::new();
    let (mut depth, mut start) = (0i32, 0);
    for (place, letter) in inner.char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                elements.push(inner[start..place].trim());
                start = place + 1;
            }
            _ => {}
        }
    }
    let last = inner[start..].trim();
    if !last.is_empty() {
        elements.push(last);
    }
    Ok(elements)
}

struct Reader {
    text: Vec<char>,
    at: usize,
}

impl Reader {
    fn fault(&self, message: impl Into<String>) -> ExpressionError {
        ExpressionError {
            column: self.at + 1,
            message: message.into(),
        }
    }

    fn next_visible(&mut self) -> Option<char> {
        while self
            .text
            .get(self.at)
            .is_some_and(|letter| letter.is_whitespace())
        {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    fn slice(&self, from: usize, to: usize) -> String {
        self.text[from..to].iter().collect()
    }

    /// `[TIMES *] NAME [(ARGUMENTS)]`.
    fn part(&mut self) -> Result<(usize, Named), ExpressionError> {
        let times = self.times()?;
        let Some(_) = self.next_visible() else {
            return Err(self.fault("expected a game, such as nim(3)"));
        };
        let begin = self.at;
        let ends = |letter: char| letter.is_whitespace() || "(+*),=".contains(letter);
        while self.text.get(self.at).is_some_and(|letter| !ends(*letter)) {
            self.at += 1;
        }
        if self.at == begin {
            return Err(self.fault(format!(
                "expected a game, such as nim(3), found `{}`",
                self.text[begin]
            )));
        }
        let game = self.slice(begin, self.at);
        let mut end = self.at;
        let mut arguments = Vec::new();
        if self.next_visible() == Some('(') {
            self.at += 1;
            arguments = self.arguments()?;
            end = self.at;
        }
        let text = self.slice(begin, end);
        Ok((
            times,
            Named {
                text,
                game,
                arguments,
            },
        ))
    }

    /// `3 *`, if it stands here.
    fn times(&mut self) -> Result<usize, ExpressionError> {
        self.next_visible();
        let begin = self.at;
        while self.text.get(self.at).is_some_and(char::is_ascii_digit) {
            self.at += 1;
        }
        let end = self.at;
        if end == begin || self.next_visible() != Some('*') {
            self.at = begin;
            return Ok(1);
        }
        let digits = self.slice(begin, end);
        let times = digits
            .parse()
            .ok()
            .filter(|times| (1..=MOST_PARTS).contains(times));
        let Some(times) = times else {
            self.at = begin;
            return Err(self.fault(format!("a game is played from 1 to {MOST_PARTS} times")));
        };
        self.at += 1;
        Ok(times)
    }

    /// What stands between the brackets, the closing one included.
    fn arguments(&mut self) -> Result<Vec<Argument>, ExpressionError> {
        let open = self.at - 1;
        let mut arguments = Vec::new();
        if self.next_visible() == Some(')') {
            self.at += 1;
            return Ok(arguments);
        }
        loop {
            self.next_visible();
            let begin = self.at;
            let mut depth = 0i32;
            let mut equals = None;
            let end = loop {
                let Some(&letter) = self.text.get(self.at) else {
                    self.at = open;
                    return Err(self.fault("this bracket is not closed"));
                };
                match letter {
                    '(' | '[' | '{' => depth += 1,
                    ')' | ',' if depth == 0 => break self.at,
                    ')' | ']' | '}' => depth -= 1,
                    '=' if depth == 0 && equals.is_none() => equals = Some(self.at),
                    _ => {}
                }
                self.at += 1;
            };
            let text = |from: usize, to: usize| self.slice(from, to).trim().to_owned();
            let (name, value) = match equals {
                Some(equals) => (Some(text(begin, equals)), text(equals + 1, end)),
                None => (None, text(begin, end)),
            };
            if value.is_empty() || name.as_ref().is_some_and(String::is_empty) {
                self.at = begin;
                return Err(self.fault("expected a value, or NAME=VALUE"));
            }
            arguments.push(Argument {
                column: begin + 1,
                name,
                value,
            });
            self.at += 1;
            if self.text[end] == ')' {
                return Ok(arguments);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(text: &str) -> Result<Vec<Vec<(String, String)>>, Error> {
        let expression = Expression::read(text)?;
        let of = |named: &Named| {
            let request = named.request(Request::catalogue(&named.game)?)?;
            Ok(request.settings.parameters)
        };
        expression.parts.iter().map(of).collect()
    }

    fn set(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        pairs.iter().map(own).collect()
    }

    #[test]
    fn arguments_are_the_position_as_one_thinks_of_it() {
        let sum = "nim(3)+ kayles ( 7 ) + knight(3,4) + northcott(black=[4,1], white=[5, 3]) \
                   + subtraction(9, take={1,2}) + 2*tic-tac-toe + nim([1, 2], )";
        let of = |text| settings(text).unwrap();
        assert_eq!(
            of(&sum.replace(", )", ")")),
            [
                set(&[("piles", "[3]")]),
                set(&[("n", "7")]),
                set(&[("start", "(3, 4)")]),
                set(&[("rows", "[(4, 5), (1, 3)]")]),
                set(&[("take", "{1,2}"), ("n", "9")]),
                set(&[]),
                set(&[]),
                set(&[("piles", "[1, 2]")]),
            ]
        );
    }

    #[test]
    fn a_fault_is_told_with_its_column() {
        let message = |text: &str| settings(text).unwrap_err().to_string();
        for (text, column, part) in [
            ("", 1, "expected a game"),
            ("nim(3) +", 9, "expected a game"),
            ("nim(3) kayles(2)", 8, "expected `+` or the end, found `k`"),
            ("nim(3", 4, "this bracket is not closed"),
            ("nim(,3)", 5, "expected a value"),
            ("nim(piles=)", 5, "expected a value"),
            ("0*nim(3)", 1, "from 1 to 10000 times"),
            ("kayles(7, 8)", 11, "`kayles` has only 1 parameter"),
            (
                "northcott(black=[4, 1], white=[5])",
                11,
                "one of each for a row",
            ),
            ("northcott(black=[4, 1])", 11, "is missing `white`"),
            ("northcott(black=4, white=5)", 11, "expected a list"),
        ] {
            let told = message(text);
            let place = format!("column {column} of the expression: ");
            assert!(
                told.starts_with(&place) && told.contains(part),
                "{text}: {told}"
            );
        }
        assert!(matches!(
            settings("nimm(3)"),
            Err(Error::UnknownGame { .. })
        ));
    }
}
