//! From a game of an expression to what is asked: its arguments become settings.

use zug_catalogue::form::Form;

use crate::error::Error;
use crate::request::Request;

use super::{Argument, ExpressionError, ExpressionFault, Named};

impl Named {
    /// The request that this part stands for. `rules` are the rules of its game, in which
    /// the arguments are set.
    ///
    /// # Errors
    ///
    /// More arguments than parameters, or some that contradict each other.
    pub fn request(&self, rules: Request) -> Result<Request, Error> {
        let at = |argument: &Argument, fault: ExpressionFault| ExpressionError {
            column: argument.column,
            fault,
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
                        elements(&argument.value).map_err(|fault| at(argument, fault))?
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
                        let fault = ExpressionFault::TooManyArguments {
                            game: self.game.clone(),
                            parameters: parameters.len(),
                        };
                        return Err(at(extra, fault).into());
                    }
                    let names = parameters.into_iter().map(|(name, _)| name);
                    settings.extend(names.zip(values.into_iter().map(str::to_owned)));
                }
            }
        }
        let mut request = rules;
        request.position.clone_from(&self.position);
        request.settings.parameters.extend(settings);
        Ok(request)
    }

    /// Makes rows out of columns: `[(4, 5), (1, 3)]` out of `[4, 1]` and `[5, 3]`.
    fn rows(&self, names: &[&str], columns: &[(&str, Vec<&str>)]) -> Result<String, Error> {
        let column = self.arguments.first().map_or(1, |argument| argument.column);
        let at = |fault| Error::from(ExpressionError { column, fault });
        let find = |name: &&str| {
            let found = columns.iter().find(|(known, _)| known == name);
            let missing = || ExpressionFault::MissingColumn {
                game: self.game.clone(),
                name: (*name).to_owned(),
            };
            let found = found.ok_or_else(|| at(missing()));
            found.map(|(_, elements)| elements)
        };
        let all: Vec<&Vec<&str>> = names.iter().map(find).collect::<Result<_, Error>>()?;
        let length = all.first().map_or(0, |first| first.len());
        if let Some(place) = all.iter().position(|column| column.len() != length) {
            return Err(at(ExpressionFault::UnequalColumns {
                first: names[0].to_owned(),
                first_length: length,
                other: names[place].to_owned(),
                other_length: all[place].len(),
            }));
        }
        let row = |row: usize| {
            let cells: Vec<&str> = all.iter().map(|column| column[row]).collect();
            format!("({})", cells.join(", "))
        };
        let rows: Vec<String> = (0..length).map(row).collect();
        Ok(format!("[{}]", rows.join(", ")))
    }
}

/// The elements of a list, as they are written.
fn elements(list: &str) -> Result<Vec<&str>, ExpressionFault> {
    let inner = list
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .ok_or_else(|| ExpressionFault::ExpectedList {
            found: list.to_owned(),
        })?;
    let mut elements = Vec::new();
    let (mut depth, mut start, mut in_text) = (0i32, 0, false);
    for (place, letter) in inner.char_indices() {
        match letter {
            '"' => in_text = !in_text,
            _ if in_text => {}
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
