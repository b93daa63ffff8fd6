//! The steps from written braces to canonical forms.

use std::collections::HashSet;

use zug_partizan::{End, PartizanError, Side, Step};

use crate::report::{BracesReport, EndReport, SideWord, StepReport};

use super::explainer::Explainer;

impl Explainer<'_> {
    /// All braces with bars in a text, inner ones before those around them, each text once.
    pub(super) fn braces(&mut self, text: &str) -> Result<Vec<BracesReport>, PartizanError> {
        let mut found = Vec::new();
        let mut known = HashSet::new();
        for written in written_braces(text) {
            if !known.insert(written.clone()) {
                continue;
            }
            // What is in the arguments of a game is not for values.
            let Ok([left, right]) = self.arena.read_options(&written, self.names) else {
                continue;
            };
            let steps = self.arena.steps(&left, &right)?;
            let steps = steps.into_iter().map(|step| self.step(step));
            let steps = steps.collect::<Result<_, _>>()?;
            let value = self.arena.from_options(&left, &right)?;
            found.push(BracesReport {
                written,
                left: self.texts(&left)?,
                right: self.texts(&right)?,
                steps,
                value: self.text(value)?,
            });
        }
        Ok(found)
    }

    fn step(&mut self, step: Step) -> Result<StepReport, PartizanError> {
        let end = |end: End| EndReport {
            at: end.at.to_string(),
            included: end.included,
        };
        Ok(match step {
            Step::Number {
                number,
                above,
                below,
            } => StepReport::Number {
                number: number.to_string(),
                above: above.map(end),
                below: below.map(end),
            },
            Step::Dominated { side, option, by } => StepReport::Dominated {
                player: side.into(),
                option: self.text(option)?,
                by: self.text(by)?,
            },
            Step::Reversible {
                side,
                option,
                through,
                replaced_by,
            } => StepReport::Reversible {
                player: side.into(),
                option: self.text(option)?,
                through: self.text(through)?,
                replaced_by: self.texts(&replaced_by)?,
            },
        })
    }
}

impl From<Side> for SideWord {
    fn from(side: Side) -> Self {
        match side {
            Side::Left => Self::Left,
            Side::Right => Self::Right,
        }
    }
}

/// Each pair of braces with bars, inner ones first. Where rows of bars of several lengths stand in one pair,
/// each side of the longest row is a pair of its own: `{1||2|3}` has `{2|3}` in it.
fn written_braces(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = Vec::new();
    for (place, letter) in text.char_indices() {
        match letter {
            '{' => open.push(place),
            '}' => {
                if let Some(begin) = open.pop() {
                    split(&text[begin + 1..place], &mut found);
                }
            }
            _ => {}
        }
    }
    found
}

/// Adds the braces that the text between two braces stands for.
fn split(inner: &str, found: &mut Vec<String>) {
    let mut depth = 0_usize;
    let mut longest = 0..0;
    let mut row = 0..0;
    for (place, letter) in inner.char_indices() {
        match letter {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth = depth.saturating_sub(1),
            '|' if depth == 0 => {
                row = if row.end == place && !row.is_empty() {
                    row.start..place + 1
                } else {
                    place..place + 1
                };
                if row.len() > longest.len() {
                    longest = row.clone();
                }
            }
            _ => {}
        }
    }
    if longest.is_empty() {
        return;
    }
    let (left, right) = (&inner[..longest.start], &inner[longest.end..]);
    split(left, found);
    split(right, found);
    found.push(format!("{{{inner}}}"));
}

/// The braces, their steps and their value in lines. Of braces that need no step nothing is said, unless
/// nothing else is asked about.
pub(super) fn lines(braces: &BracesReport, is_alone: bool) -> Vec<String> {
    let BracesReport {
        written,
        steps,
        value,
        ..
    } = braces;
    if steps.is_empty() {
        let line = format!("{written}: no option is dominated or reversible, so it is canonical.");
        let named = format!("It is called {value}.");
        let is_named = value.replace(' ', "") != written.replace(' ', "");
        return match (is_alone, is_named) {
            (true, true) => vec![line, named],
            (true, false) => vec![line],
            _ => Vec::new(),
        };
    }
    let mut lines = vec![format!("{written}:")];
    let mut options = [braces.left.clone(), braces.right.clone()];
    for step in steps {
        lines.push(format!("  {}", of_step(step)));
        apply(step, &mut options);
    }
    let [left, right] = options.map(|options| options.join(","));
    let remaining = format!("{{{left}|{right}}}");
    let is_number = matches!(steps[..], [StepReport::Number { .. }]);
    lines.push(if *value == remaining || is_number {
        format!("  So it is {value}.")
    } else {
        format!("  That leaves {remaining}, which is {value}.")
    });
    lines
}

/// Changes the options of both players as a step says.
fn apply(step: &StepReport, options: &mut [Vec<String>; 2]) {
    let (player, option, more) = match step {
        StepReport::Number { .. } => return,
        StepReport::Dominated { player, option, .. } => (player, option, &Vec::new()),
        StepReport::Reversible {
            player,
            option,
            replaced_by,
            ..
        } => (player, option, replaced_by),
    };
    let own = &mut options[usize::from(*player == SideWord::Right)];
    if let Some(place) = own.iter().position(|known| known == option) {
        own.remove(place);
    }
    own.extend_from_slice(more);
}

fn of_step(step: &StepReport) -> String {
    match step {
        StepReport::Number {
            number,
            above,
            below,
        } => {
            let sign = |end: &EndReport| if end.included { "<=" } else { "<" };
            let above = above.as_ref().map(|end| (end, sign(end)));
            let below = below.as_ref().map(|end| (end, sign(end)));
            let interval = match (above, below) {
                (None, None) => {
                    return format!("No option forbids any number; {number} is the simplest.");
                }
                (Some((above, is)), None) => format!("{} {is} x", above.at),
                (None, Some((below, is))) => format!("x {is} {}", below.at),
                (Some((above, one)), Some((below, two))) => {
                    format!("{} {one} x {two} {}", above.at, below.at)
                }
            };
            format!("No option forbids the numbers x with {interval}; {number} is the simplest.")
        }
        StepReport::Dominated { player, option, by } if option == by => {
            let player = player.name();
            format!("{player}'s option {option} is there twice; one goes.")
        }
        StepReport::Dominated { player, option, by } => {
            let (sign, name) = (player.no_better(), player.name());
            format!(
                "{name}'s option {option} is dominated by {by}, for {option} {sign} {by}; it goes."
            )
        }
        StepReport::Reversible {
            player,
            option,
            through,
            replaced_by,
        } => {
            let (sign, name, other) = (player.no_better(), player.name(), player.other().name());
            let replaced = match &replaced_by[..] {
                [] => format!("{name} has no option there, so it goes."),
                [only] => format!("{name}'s option there, {only}, takes its place."),
                many => format!(
                    "{name}'s options there, {}, take its place.",
                    many.join(" and ")
                ),
            };
            format!(
                "{name}'s option {option} is reversible: {other} answers to {through}, and {through} {sign} the \
                 game. {replaced}"
            )
        }
    }
}

impl SideWord {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Left => "Left",
            Self::Right => "Right",
        }
    }

    pub(super) fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// The sign between something and what is no worse for this player.
    fn no_better(self) -> &'static str {
        match self {
            Self::Left => "<=",
            Self::Right => ">=",
        }
    }
}
