//! `zug judge PROBLEM < input > output`.

use std::io::{self, BufReader, Write};

use anyhow::Result;

use crate::arguments::{JudgeArguments, JudgedProblem};
use crate::{judge, output};

pub(crate) fn run(arguments: &JudgeArguments) -> Result<()> {
    let input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut output = output::long_answers();
    let result = match arguments.problem {
        JudgedProblem::NumberGame => judge::number_game::judge(input, &mut output),
        JudgedProblem::Subtraction => judge::subtraction::judge(input, &mut output),
        JudgedProblem::Bachet => judge::bachet::judge(input, &mut output),
        JudgedProblem::Calendar => judge::calendar::judge(input, &mut output),
        JudgedProblem::VasyaChess => judge::vasya_chess::judge(input, &mut output),
        JudgedProblem::ForbiddenTakeAway => judge::forbidden_take_away::judge(input, &mut output),
        JudgedProblem::FurloRublo => judge::furlo_rublo::judge(input, &mut output),
        JudgedProblem::Powers => judge::powers::judge(input, &mut output),
        JudgedProblem::Numbers => judge::numbers::judge(input, &mut output),
        JudgedProblem::Trees => judge::trees::judge(input, &mut output),
        JudgedProblem::Northcott => judge::northcott::judge(input, &mut output),
        JudgedProblem::Knights => judge::knights::judge(input, &mut output),
        JudgedProblem::LongLongNim => judge::long_long_nim::judge(input, &mut output),
        JudgedProblem::CakeParty => judge::cake_party::judge(input, &mut output),
        JudgedProblem::StoneGameStrategist => {
            judge::stone_game_strategist::judge(input, &mut output)
        }
        JudgedProblem::Roxor => judge::roxor::judge(input, &mut output),
    };
    // What was answered before a fault is answered.
    output.flush()?;
    Ok(result?)
}
