//! Machine code beside the interpreter, position by position.

use std::collections::{HashSet, VecDeque};

use zug_game::{Game, Notation, PerfectIndex, Symmetric};
use zug_jit::{Error, Machine};
use zug_lang::{AnyGame, Expanded, Native, Rules, RulesGame, Settings};

/// What was met on the way.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Met {
    pub(crate) positions: usize,
    pub(crate) faults: usize,
    pub(crate) ended: usize,
    /// Positions that machine code left to the interpreter, which knew an answer: a
    /// move fails where a result that asks for moves holds.
    pub(crate) left: usize,
    /// Positions whose images machine code knew, or did not know.
    pub(crate) imaged: usize,
    pub(crate) not_imaged: usize,
    /// Positions whose ranks it knew.
    pub(crate) ranked: usize,
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
        same_maps(game, &*native, position, &mut met);
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

/// Compares the least image and the rank of a position, and the position of a rank
/// that is just as far from the last, which most play never reaches.
fn same_maps<W: Machine>(game: &RulesGame<W>, native: &dyn Native<W>, position: W, met: &mut Met) {
    let text = || game.print(&position);
    if let Some(least) = native.canonical(position) {
        assert_eq!(least, game.canonical(&position), "the image of {}", text());
        met.imaged += 1;
    } else if game.order() > 1 {
        met.not_imaged += 1;
    }
    if let Some(same) = native.same_images(position) {
        assert_eq!(
            game.order() / same,
            game.orbit(&position),
            "the orbit of {}",
            text()
        );
    }
    let rank = game.rank(&position);
    if let Some(found) = native.rank(position) {
        assert_eq!(found, rank, "the rank of {}", text());
        met.ranked += 1;
    }
    for rank in [rank, game.size() - 1 - rank] {
        if let Some(found) = native.unrank(rank) {
            let expected = game.unrank(rank).expect("ranks are below the size");
            assert_eq!(found, expected, "the position of rank {rank}");
            assert_eq!(native.rank(found).unwrap_or(rank), rank, "its rank");
        }
    }
    assert_eq!(native.unrank(game.size()), None);
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
