//! `zug calc`: a worksheet for partizan values, a line for each.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};

use anyhow::{Result, anyhow};
use zug::{Calculator, CancelToken, FUNCTIONS, Variant};

use crate::arguments::CalcArguments;
use crate::batch::{OfLines, Questions as _};
use crate::calculation::{self, NoCalculation};
use crate::exit::{Cancelled, Unread};
use crate::lines::{self, Lines, Typed};
use crate::message::{self, Kind};
use crate::{output, question, signal};

const PROMPT: &str = "zug> ";

const HELP: &str = "\
A line is an expression of values: {3|1} - ^, 2.(1*), domineering(3, 2) + *2, a ? b. Or:
  let a = …    gives a value a name; ans and _ are the last value
  show …       all that is known of an expression: stops, mean, temperature, winning moves
  names        the names that were given
  help         this
  quit         leaves, as Ctrl-D does; Ctrl-C stops a calculation
The functions:
";

pub(crate) fn run(arguments: &CalcArguments) -> Result<()> {
    let cancel = signal::cancelling()?;
    question::stoppable(&arguments.solver, |options| {
        let mut worksheet = Worksheet {
            calculator: Calculator::new(&question::known_rules, options)?,
        };
        if let Some(file) = &arguments.file {
            let unreadable = |error: io::Error| {
                anyhow!(
                    "cannot read {}: {error}; an expression goes to `zug value '…'`, or on a line of \
                     `zug calc`",
                    file.display()
                )
            };
            let lines = File::open(file).map_err(unreadable)?;
            return worksheet.each(&mut OfLines(BufReader::new(lines)));
        }
        match lines::of_person() {
            Some(mut person) => worksheet.with(&mut person, &cancel),
            None => worksheet.each(&mut OfLines(BufReader::new(io::stdin().lock()))),
        }
    })
}

/// What a line asks for, and what a session knows.
struct Worksheet<'r> {
    calculator: Calculator<'r>,
}

/// Whether the session goes on.
#[derive(PartialEq, Eq)]
enum Next {
    GoOn,
    Leave,
}

impl Worksheet<'_> {
    /// Answers a person until the person leaves.
    fn with(&mut self, person: &mut dyn Lines, cancel: &CancelToken) -> Result<()> {
        let mut out = output::answers();
        writeln!(out, "`help` lists what you can type.")?;
        loop {
            signal::work_is_done();
            let typed = person.typed(PROMPT, &mut out)?;
            signal::work_begins();
            let line = match typed {
                Typed::Line(line) => line,
                Typed::Interrupt => continue,
                Typed::End => return Ok(()),
            };
            match self.answer(&line, &mut out) {
                Ok(Next::GoOn) => {}
                Ok(Next::Leave) => return Ok(()),
                Err(error) if error.is::<Cancelled>() && signal::is_ctrl_c() => {
                    message::tell(Kind::Note, "stopped; the session goes on");
                    cancel.reset();
                }
                Err(error) if error.is::<NoCalculation>() => {
                    message::tell(Kind::Error, &error.to_string());
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Answers each line of a file or a pipe.
    fn each<R: Read>(&mut self, lines: &mut OfLines<R>) -> Result<()> {
        let mut out = output::long_answers();
        let (mut number, mut failed) = (0, 0);
        loop {
            if !lines.is_at_hand() {
                // Who waits for an answer before asking on has it now.
                out.flush()?;
                signal::work_is_done();
            }
            let line = lines.next();
            signal::work_begins();
            let line = line.map_err(|error| anyhow!("cannot read the lines: {error}"))?;
            let Some(line) = line else {
                break;
            };
            number += 1;
            let answered = match &line {
                Ok(line) => self.answer(line, &mut out),
                Err(why) => Err(anyhow!(*why)),
            };
            match answered {
                Ok(Next::GoOn) => {}
                Ok(Next::Leave) => break,
                Err(error) if error.is::<NoCalculation>() || line.is_err() => {
                    failed += 1;
                    out.flush()?;
                    message::tell(Kind::Error, &format!("line {number}: {error}"));
                }
                Err(error) => {
                    out.flush()?;
                    return Err(error);
                }
            }
        }
        out.flush()?;
        match failed {
            0 => Ok(()),
            failed => Err(Unread { failed, of: number }.into()),
        }
    }

    /// Answers a line.
    ///
    /// # Errors
    ///
    /// [`NoCalculation`], [`Cancelled`]; the answer cannot be written.
    fn answer(&mut self, line: &str, out: &mut dyn Write) -> Result<Next> {
        let line = line.trim();
        match line {
            "" => {}
            "quit" | "exit" => return Ok(Next::Leave),
            "help" => {
                write!(out, "{HELP}")?;
                for function in FUNCTIONS {
                    let call = format!("{}({})", function.name, function.parameters.join(", "));
                    writeln!(out, "  {call:<24}{}", function.about)?;
                }
                for variant in Variant::ALL {
                    let call = format!("{variant}(BOARD)");
                    writeln!(out, "  {call:<24}{}", variant.about())?;
                }
            }
            "names" => writeln!(out, "{}", self.calculator.given_names().join(" "))?,
            _ if line.starts_with('#') => {}
            _ => {
                let shown = line
                    .strip_prefix("show")
                    .filter(|rest| rest.starts_with(' '));
                let asked = shown.unwrap_or(line);
                let found = match self.calculator.line(asked) {
                    Ok(found) => found,
                    Err(_) if self.calculator.is_cancelled() => return Err(Cancelled.into()),
                    Err(error) => return Err(NoCalculation::of(asked, &error).into()),
                };
                match shown {
                    Some(_) => calculation::write(out, &found, None)?,
                    None => writeln!(out, "{}", calculation::in_a_line(&found))?,
                }
            }
        }
        Ok(Next::GoOn)
    }
}
