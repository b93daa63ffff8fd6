//! Machine code beside the interpreter, position by position.

use std::collections::{HashSet, VecDeque};

use zug_game::{Game, Notation};
use zug_jit::{Error, Machine};
use zug_lang::{AnyGame, Expanded, Rules, RulesGame, Settings};

/// What was met on the way.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Met {
    pub(crate) positions: usize,
    pub(crate) faults: usize,
    pub(crate) ended: usize,
    /// Positions that machine code left to the interpreter, which knew an answer: a
    /// move fails where a result that asks for moves holds.
    pub(crate) left: usize,
}

/// Compares on what can be reached, at most on `most` positions.
fn agree<W: Machine>(game: &RulesGame<W>, most: usize) -> Result<Met, String> {
    let native = match zug_jit::native(game) {
        Ok((native, _)) => native,
        Err(Error::TooLarge) => return Err(Error::TooLarge.to_string()),
        Err(other) => panic!("{other}"),
    };
    let mut met = Met::default();
    let mut seen = HashSet::from([game.start()]);
    let mut queue = VecDeque::from([game.start()]);
    let (mut found, mut expected) = (Vec::new(), Vec::new());
    while let Some(position) = queue.pop_front() {
        let text = || game.print(&position);
        expected.clear();
        let outcome = game.expand(&position, &mut expected);
        // What stands in the buffer before is left alone.
        found.truncate(1);
        let before = found.clone();
        let expanded = native.expand(position, &mut found);
        met.positions += 1;
        match (&outcome, expanded) {
            (Ok(None), Expanded::GoesOn) => {
                assert_eq!(found[before.len()..], expected, "the moves of {}", text());
            }
            (Ok(Some(outcome)), Expanded::Over(told)) => {
                assert_eq!(told, *outcome, "the outcome of {}", text());
                met.ended += 1;
            }
            (Ok(_), Expanded::Faulted) => met.left += 1,
            (Err(_), Expanded::Faulted) => met.faults += 1,
            _ => panic!("{expanded:?}, not {outcome:?}, in {}", text()),
        }
        let kept = before.len().min(found.len());
        assert_eq!(found[..kept], before[..kept], "the buffer in {}", text());
        if expanded != Expanded::GoesOn {
            assert_eq!(found.len(), before.len(), "the buffer in {}", text());
        }
        if met.positions == most {
            break;
        }
        if outcome.is_err() {
            continue;
        }
        for step in &expected {
            if seen.insert(step.position) {
                queue.push_back(step.position);
            }
        }
    }
    Ok(met)
}

/// Reads rules and compares; what stands against it if they make no game.
pub(crate) fn compare(source: &str, settings: &[(&str, &str)], most: usize) -> Result<Met, String> {
    let parameters = settings
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let settings = Settings {
        parameters: parameters.collect(),
        play: None,
    };
    let rules = Rules::read(source).map_err(|fault| fault.render(source, "rules", false))?;
    let instance = rules.instance(&settings);
    let game = instance
        .map_err(|error| error.to_string())?
        .game()
        .map_err(|fault| fault.render(source, "rules", false))?;
    match game {
        AnyGame::Narrow(game) => agree(&game, most),
        AnyGame::Wide(game) => agree(&game, most),
    }
}
