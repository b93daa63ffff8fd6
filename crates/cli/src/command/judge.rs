//! `zug judge PROBLEM < input > output`.

use std::io::{self, BufReader, BufWriter, Write};

use anyhow::Result;

use crate::arguments::{JudgeArguments, JudgedProblem};
use crate::judge;

pub(crate) fn run(arguments: &JudgeArguments) -> Result<()> {
    let input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let result = match arguments.problem {
        JudgedProblem::NumberGame => judge::number_game::judge(input, &mut output),
    };
    // What was answered before a fault is answered.
    output.flush()?;
    Ok(result?)
}
