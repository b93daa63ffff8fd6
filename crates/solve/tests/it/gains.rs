//! Scores of games whose moves gain points, beside minimax by its definition.

use std::collections::HashMap;

use proptest::prelude::*;
use zug_game::Step;
use zug_solve::positions::Graph;
use zug_solve::scores::{Attained, LARGEST_SCORE, gains};
use zug_solve::{Error, Job};
use zug_values::{Plies, Turn};

use crate::scores::Scored;

/// A game on a graph whose moves gain points.
struct Gaining {
    game: Scored,
    /// What each move of each position gains.
    gains: Vec<Vec<i64>>,
}

impl Gaining {
    /// What the player to move attains, by the definition.
    fn best(&self, position: usize, known: &mut HashMap<usize, Attained>) -> Attained {
        if let Some(&known) = known.get(&position) {
            return known;
        }
        let moves = self.game.moves[position].iter().zip(&self.gains[position]);
        let mut all = Vec::new();
        for (step, gain) in moves {
            let after = self.best(step.position, known);
            let score = match step.turn {
                Turn::Passes => gain - after.score,
                Turn::Kept => gain + after.score,
            };
            all.push((score, after.plies.0 + 1));
        }
        let score = all.iter().map(|(score, _)| *score).max();
        let score = score.unwrap_or(self.game.ends[position]);
        let plies = all.iter().filter(|of| of.0 == score).map(|of| of.1);
        let plies = match score {
            ..0 => plies.max(),
            0.. => plies.min(),
        };
        let best = Attained {
            score,
            plies: Plies(plies.unwrap_or_default()),
        };
        known.insert(position, best);
        best
    }

    /// What the player to move attains in each position that play reaches, by the solver.
    fn solved(&self) -> Result<Vec<(usize, Attained)>, Error> {
        let job = Job::default();
        let graph = Graph::explore(&self.game, [0], &job)?;
        let end = |position: &usize| Ok(self.game.ends[*position]);
        let of_moves = |position: &usize, out: &mut Vec<i64>| {
            out.extend(&self.gains[*position]);
            Ok(())
        };
        let (values, gained) = gains(graph, end, of_moves, &job)?;
        let reached = (0..self.game.moves.len()).filter_map(|position| {
            let id = values.id(&position)?;
            let attained = gained.get(id);
            assert_eq!(values.value(&position), Some(attained.value()));
            Some((position, attained))
        });
        Ok(reached.collect())
    }
}

proptest! {
    #[test]
    fn gains_are_added_to_the_scores_behind_moves(
        wanted in prop::collection::vec(
            prop::collection::vec((1..40usize, any::<bool>(), -9..9i64), 0..4),
            1..40,
        ),
        ends in prop::collection::vec(-20..20i64, 40),
        unit in prop::sample::select(vec![1, 1_000, 1 << 31, 1_000_000_000_000]),
        backwards in any::<bool>(),
    ) {
        let count = wanted.len();
        let name = |position: usize| {
            if backwards && position > 0 { count - position } else { position }
        };
        let mut moves = vec![Vec::new(); count];
        let mut gains = vec![Vec::new(); count];
        for (from, steps) in wanted.iter().enumerate() {
            for &(further, keeps, gain) in steps.iter().filter(|step| from + step.0 < count) {
                moves[name(from)].push(Step {
                    position: name(from + further),
                    turn: if keeps { Turn::Kept } else { Turn::Passes },
                });
                gains[name(from)].push(gain * unit);
            }
        }
        let game = Scored { moves, ends };
        let game = Gaining { game, gains };
        let mut known = HashMap::new();
        for (position, attained) in game.solved().unwrap() {
            prop_assert_eq!(attained, game.best(position, &mut known));
        }
    }
}

#[test]
fn gains_for_ever_and_sums_that_are_too_large_are_refused() {
    let around = |position| Gaining {
        game: Scored {
            moves: vec![
                vec![Step::passing(1)],
                vec![Step::keeping(position)],
                vec![],
            ],
            ends: vec![0, 0, 0],
        },
        gains: vec![vec![1], vec![1], vec![]],
    };
    assert!(matches!(around(0).solved(), Err(Error::Cyclic { .. })));
    assert_eq!(around(2).solved().unwrap()[0].1.score, 0);
    let large = |gain| Gaining {
        game: Scored {
            moves: vec![vec![Step::keeping(1)], vec![]],
            ends: vec![0, LARGEST_SCORE - 1],
        },
        gains: vec![vec![gain], vec![]],
    };
    assert_eq!(large(1).solved().unwrap()[0].1.score, LARGEST_SCORE);
    let (score, largest) = (LARGEST_SCORE + 1, LARGEST_SCORE);
    assert_eq!(large(2).solved(), Err(Error::Score { score, largest }));
}
