//! Why a value is what it is, for students: the steps to canonical forms, the play of a difference, what
//! decides a sum.

mod explainer;
mod born;
mod braces;
mod difference;
mod terms;

use zug_partizan::{PartizanError, ReadError};

use crate::calculator::{Calculated, Calculator};
use crate::loopy_value::LoopyWorth;
use crate::report::ExplainValueReport;

use explainer::Explainer;

pub use born::born_by;

/// The signs of questions about how two values compare, each before those that it begins with.
const SIGNS: [&str; 8] = ["?", "<=", ">=", "!=", "=", "<", ">", "||"];

impl Calculator<'_> {
    /// Explains an expression: each step from the braces in it to their canonical forms; of a question such
    /// as `^ ? *` the play of the difference; of a sum what decides it.
    ///
    /// ```
    /// use zug::{Calculator, Request, SolveOptions};
    ///
    /// let rules = |game: &str| Request::catalogue(game);
    /// let mut calculator = Calculator::new(&rules, &SolveOptions::default())?;
    /// let explained = calculator.explain("{^|v}")?;
    /// assert_eq!(explained.value.as_deref(), Some("*"));
    /// assert_eq!(explained.braces[0].steps.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The text is no expression, with the place of the fault; or its value cannot be worked out.
    pub fn explain(&mut self, text: &str) -> Result<ExplainValueReport, ReadError> {
        let told = self.read(text)?;
        let at = |error: PartizanError| ReadError {
            span: 0..text.len(),
            fault: error.into(),
        };
        let mut report = ExplainValueReport::of_lines(Some(text), Vec::new());
        if let Calculated::Loopy(worth) = told {
            report.why = loopy_lines(&worth);
            report.value = Some(worth.value);
            return Ok(report);
        }
        let (arena, names) = self.parts();
        let mut explainer = Explainer { arena, names };
        report.braces = explainer.braces(text).map_err(at)?;
        let is_alone = matches!(&report.braces[..], [only] if only.written == text.trim());
        for braces in &report.braces {
            report.why.extend(braces::lines(braces, is_alone));
        }
        match told {
            Calculated::Value(worth) => {
                report.class = Some(worth.class.letter().to_string());
                let terms = explainer.terms(text)?;
                if terms.len() > 1 {
                    report.why.extend(terms::lines(&terms, &worth));
                    report.terms = terms.into_iter().map(|term| term.report).collect();
                }
                let is_told = report
                    .braces
                    .last()
                    .is_some_and(|last| last.written == text.trim() && !last.steps.is_empty());
                if report.why.is_empty() {
                    let form = &worth.value;
                    report.why.push(if report.braces.is_empty() {
                        format!("Its canonical form is {form}.")
                    } else {
                        format!("{form} is in canonical form.")
                    });
                } else if report.terms.is_empty() && !is_told && !is_alone {
                    report
                        .why
                        .push(format!("The whole is worth {}.", worth.value));
                }
                report.value = Some(worth.value);
            }
            _ => {
                if let Some((one, two)) = asked(text) {
                    let values = [explainer.value(one)?, explainer.value(two)?];
                    let comparison = explainer.comparison(values).map_err(at)?;
                    report.why.extend(difference::lines(&comparison));
                    report.comparison = Some(comparison);
                }
            }
        }
        Ok(report)
    }
}

/// What a value says in which play can go round.
fn loopy_lines(worth: &LoopyWorth) -> Vec<String> {
    let LoopyWorth {
        value,
        onside,
        offside,
        ..
    } = worth;
    let [left, right] = worth.who();
    let sides = if onside == offside {
        format!("It is worth {value}, whoever wins play that never ends.")
    } else {
        format!(
            "If Left won all play that never ends it would be worth {onside}; if Right did, {offside}."
        )
    };
    vec![
        sides,
        format!("If Left begins, {left}; if Right begins, {right}."),
    ]
}

/// The two values of a question.
fn asked(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0_usize;
    for (place, letter) in text.char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            _ => {
                let sign = SIGNS.iter().find(|sign| text[place..].starts_with(**sign));
                // In `^<2>` the signs belong to a name.
                let is_uptimal = letter == '<'
                    && text[..place].ends_with(['^', 'v'])
                    && text[place..].split_once('>').is_some_and(|(inner, _)| {
                        inner.len() > 1 && inner[1..].bytes().all(|byte| byte.is_ascii_digit())
                    });
                let closes_uptimal = letter == '>' && {
                    let before = text[..place].trim_end_matches(|c: char| c.is_ascii_digit());
                    before.ends_with("^<") || before.ends_with("v<")
                };
                if let Some(sign) = sign
                    && !is_uptimal
                    && !closes_uptimal
                {
                    return Some((&text[..place], &text[place + sign.len()..]));
                }
            }
        }
    }
    None
}
