//! Fields that other fields imply: in every position of play they hold what is implied, and ranks
//! that leave them out are those of one position each.

use std::collections::{HashMap, HashSet, VecDeque};

use zug_game::{Game, PerfectIndex};
use zug_job::Job;
use zug_lang::{AnyGame, RulesGame, Word};

use crate::small;

/// The most positions of a game that are looked at.
const MOST: usize = 4000;

/// Follows play from the start. Returns what is implied, by name, and the numbers of ranks with the
/// digits of these fields and without.
fn ranks_hold<W: Word>(game: &RulesGame<W>, name: &str) -> Option<(Vec<String>, u128, u128)> {
    let job = Job::default();
    let start = game.start();
    let implied = game.implied_fields(start, &job).unwrap();
    let left_out = game.leaving_out_implied(start, &job).unwrap();
    assert_eq!(left_out.is_none(), implied.is_empty(), "{name}");
    let left_out = left_out?;
    let layout = left_out.residual().layout();
    let mut seen = HashSet::from([start]);
    let mut ranks = HashMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(position) = queue.pop_front() {
        for implied in &implied {
            let wide = position.widen();
            let field = layout.fields[implied.field()];
            let content = layout.get(wide, implied.field()) - field.scalar.lo;
            assert!(implied.keeps_sum(wide), "{name}: {position:?}");
            let told = implied.content(wide, field.scalar.radix());
            assert_eq!(told, Some(content), "{name}: {position:?}");
        }
        let rank = left_out.rank(&position);
        assert!(rank < left_out.size(), "{name}: {position:?}");
        assert_eq!(left_out.unrank(rank), Some(position), "{name}");
        assert_eq!(ranks.insert(rank, position), None, "{name}");
        if seen.len() < MOST {
            let mut steps = Vec::new();
            if game.expand(&position, &mut steps).is_ok() {
                let found = steps.iter().map(|step| step.position);
                queue.extend(found.filter(|position| seen.insert(*position)));
            }
        }
    }
    // Whatever the sums of a state are: it has the rank of a position that has the same sums, or none.
    let states = game.size();
    for rank in (0..states)
        .step_by((states / 2000).max(1) as usize)
        .take(2000)
    {
        let state = game.unrank(rank).unwrap();
        let keeps = implied
            .iter()
            .all(|implied| implied.keeps_sum(state.widen()));
        let short = left_out.rank(&state);
        assert_eq!(short < left_out.size(), keeps, "{name}: {state:?}");
        if keeps {
            assert_eq!(left_out.unrank(short), Some(state), "{name}");
        }
    }
    Some((
        game.implied_in_words(start, &job).unwrap(),
        game.size(),
        left_out.size(),
    ))
}

#[test]
fn what_is_implied_is_held_in_every_position() {
    let mut found = String::new();
    for (name, game) in small::games() {
        let told = match &game {
            AnyGame::Narrow(game) => ranks_hold(game, name),
            AnyGame::Wide(game) => ranks_hold(game, name),
            AnyGame::Widest(game) => ranks_hold(game, name),
        };
        if let Some((fields, before, after)) = told {
            found += &format!("{name}: {} ({before} -> {after})\n", fields.join(" "));
        }
    }
    println!("{found}");
}
