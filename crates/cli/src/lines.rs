//! Lines that a person types, one after each prompt.
//!
//! At a terminal they are edited, and earlier ones come back with the Up key;
//! from a file or a pipe they are read as they are.

use std::io::{self, BufRead, IsTerminal, Read, Write};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use zug::visible;

/// The most bytes of a line; a longer line is read as several lines.
const LONGEST_LINE: u64 = 1 << 10;

/// What a person did at a prompt.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    /// A line, without its ends.
    Line(String),
    /// Ctrl-C.
    Interrupt,
    /// Ctrl-D, or the end of the lines.
    End,
}

/// Where lines come from.
pub(crate) trait Lines {
    /// What the person does next, after this prompt.
    fn typed(&mut self, prompt: &str, output: &mut dyn Write) -> io::Result<Typed>;

    /// The next line without its ends, after this prompt; `None` if the person
    /// leaves.
    fn ask(&mut self, prompt: &str, output: &mut dyn Write) -> io::Result<Option<String>> {
        Ok(match self.typed(prompt, output)? {
            Typed::Line(line) => Some(line),
            Typed::Interrupt | Typed::End => None,
        })
    }
}

/// Lines that a person edits; `None` if no person is at a terminal.
pub(crate) fn of_person() -> Option<impl Lines> {
    let is_person = io::stdin().is_terminal() && io::stdout().is_terminal();
    // Where the terminal does not allow editing, lines are read as they are.
    let editor = is_person.then(DefaultEditor::new)?;
    editor.ok().map(|editor| Edited { editor })
}

/// Lines from standard input: edited, if a person types them at a terminal.
pub(crate) fn of_stdin() -> Box<dyn Lines> {
    match of_person() {
        Some(edited) => Box::new(edited),
        None => Box::new(Plain(io::stdin().lock())),
    }
}

/// Lines as they are.
pub(crate) struct Plain<R>(pub(crate) R);

impl<R: BufRead> Lines for Plain<R> {
    fn typed(&mut self, prompt: &str, output: &mut dyn Write) -> io::Result<Typed> {
        write!(output, "{prompt}")?;
        output.flush()?;
        let mut line = Vec::new();
        // An endless line must not fill the memory.
        let mut input = (&mut self.0).take(LONGEST_LINE);
        if input.read_until(b'\n', &mut line)? == 0 {
            writeln!(output)?;
            return Ok(Typed::End);
        }
        // Bytes that are not UTF-8 are replaced: what results is no legal move, and
        // the person is told so.
        let line = String::from_utf8_lossy(&line);
        Ok(Typed::Line(line.trim().to_owned()))
    }
}

/// Lines that are edited at a terminal.
struct Edited {
    editor: DefaultEditor,
}

impl Lines for Edited {
    fn typed(&mut self, prompt: &str, output: &mut dyn Write) -> io::Result<Typed> {
        output.flush()?;
        match self.editor.readline(&*visible(prompt)) {
            Ok(line) => {
                let line = line.trim().to_owned();
                if !line.is_empty() {
                    // If the line is not kept, the Up key cannot bring it back; nothing
                    // else is lost.
                    let _ = self.editor.add_history_entry(&line);
                }
                Ok(Typed::Line(line))
            }
            Err(ReadlineError::Eof) => Ok(Typed::End),
            Err(ReadlineError::Interrupted) => Ok(Typed::Interrupt),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }
}
