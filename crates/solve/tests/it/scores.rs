//! Scores, beside minimax by its definition.

use std::collections::HashMap;
use std::num::NonZeroUsize;

use proptest::prelude::*;
use zug_game::powers;
use zug_game::{Fault, Game, Packed, Players, Searchable, Step, U256};
use zug_solve::positions::Graph;
use zug_solve::scores::{LARGEST_SCORE, scores};
use zug_solve::search::{Aim, Engine, Hints, Leaves, Search, SearchOptions};
use zug_solve::{Error, Job};
use zug_values::{Bounds, MOST_POINTS, Outcome, Score, Turn, Value};

/// A game on a graph: the moves out of each position, and the score of those without moves.
#[derive(Clone, Debug)]
pub(crate) struct Scored {
    pub(crate) moves: Vec<Vec<Step<usize>>>,
    pub(crate) ends: Vec<i64>,
}

impl Game for Scored {
    type Position = usize;
    type Move = usize;

    fn start(&self) -> usize {
        0
    }

    fn players(&self) -> Players<Self> {
        Players::Impartial
    }

    fn result(&self, position: &usize) -> Result<Option<Outcome>, Fault> {
        let is_over = self.moves[*position].is_empty();
        Ok(is_over.then(|| Outcome::of_score(self.ends[*position])))
    }

    fn moves(&self, position: &usize, out: &mut Vec<usize>) -> Result<(), Fault> {
        out.extend(0..self.moves[*position].len());
        Ok(())
    }

    fn play(&self, position: &usize, choice: &usize) -> Result<Step<usize>, Fault> {
        Ok(self.moves[*position][*choice])
    }

    fn move_name(&self, _: &usize, choice: &usize) -> String {
        choice.to_string()
    }
}

impl Packed for Scored {
    fn pack(&self, &position: &usize) -> U256 {
        U256::from(position as u64)
    }

    fn unpack(&self, packed: U256) -> usize {
        packed.as_usize()
    }
}

impl Searchable for Scored {
    fn bits(&self) -> u32 {
        16
    }

    fn tells_scores(&self) -> bool {
        true
    }
}

impl powers::Scored for Scored {
    fn score_of_end(&self, position: &usize) -> Result<Option<i64>, Fault> {
        Ok(self.moves[*position]
            .is_empty()
            .then(|| self.ends[*position]))
    }
}

/// Each engine, tables of one bucket and of many, with every hint and with none.
fn searches() -> impl Iterator<Item = SearchOptions> {
    let all = Hints {
        threats: true,
        mobility: true,
        ahead: true,
        standing: true,
    };
    let engines = [None, Some(Engine::ProofNumbers)];
    engines.into_iter().flat_map(move |engine| {
        [
            (64, None),
            (1 << 12, Some(all)),
            (1 << 12, Some(Hints::default())),
        ]
        .map(|(table_bytes, hints)| SearchOptions {
            table_bytes,
            hints,
            engine,
            alone: 0,
            ends: hints.is_some(),
            ..SearchOptions::default()
        })
    })
}

impl Scored {
    /// Asks a search for the score of each position, with what was learnt from those before.
    fn search_all(&self, guess: i64, threads: usize) {
        self.search_all_beside(None, guess, threads);
    }

    /// As [`Scored::search_all`], with leaves if there are any.
    fn search_all_beside(&self, leaves: Option<&Known>, guess: i64, threads: usize) {
        let job = Job::default().with_threads(NonZeroUsize::new(threads).unwrap());
        let mut known = HashMap::new();
        for options in searches() {
            let mut search = Search::new(self, options, &job).unwrap();
            if let Some(leaves) = leaves {
                search.take_leaves(leaves);
            }
            for position in 0..self.moves.len() {
                let score = self.best(position, &mut known);
                assert_eq!(search.score(&position, guess).unwrap(), score);
                let (at_least, at_most) = search.score_bounds(&position);
                assert!(at_least.is_none_or(|least| least <= score));
                assert!(at_most.is_none_or(|most| most >= score));
                assert_eq!(search.outcome(&position).unwrap(), Outcome::of_score(score));
                for step in &self.moves[position] {
                    let behind = self.best(step.position, &mut known);
                    let by_move = match step.turn {
                        Turn::Passes => -behind,
                        Turn::Kept => behind,
                    };
                    for aim in [guess, score, by_move, by_move + 1] {
                        let attains = search.attains_by(step, Aim::Scores(aim)).unwrap();
                        assert_eq!(attains, by_move >= aim, "{aim}");
                    }
                }
            }
        }
    }

    /// The best score for the player to move, by the definition.
    fn best(&self, position: usize, known: &mut HashMap<usize, i64>) -> i64 {
        if let Some(&score) = known.get(&position) {
            return score;
        }
        let mut best = None;
        for step in &self.moves[position] {
            let after = self.best(step.position, known);
            let mine = match step.turn {
                Turn::Passes => -after,
                Turn::Kept => after,
            };
            best = best.max(Some(mine));
        }
        let score = best.unwrap_or(self.ends[position]);
        known.insert(position, score);
        score
    }

    fn solved(&self) -> Result<Vec<(usize, i64)>, Error> {
        let job = Job::default();
        let graph = Graph::explore(self, [0], &job)?;
        let scores = scores(&graph, |position| Ok(self.ends[*position]), &job)?;
        let reached = (0..self.moves.len()).filter_map(|position| {
            let id = graph.id(&position)?;
            Some((position, scores.get(id)))
        });
        Ok(reached.collect())
    }
}

/// The scores of every third position, by the definition.
struct Known(HashMap<usize, i64>);

impl Known {
    fn of(game: &Scored) -> Self {
        let mut known = HashMap::new();
        let told = (0..game.moves.len()).step_by(3);
        Self(
            told.map(|position| (position, game.best(position, &mut known)))
                .collect(),
        )
    }
}

impl Leaves<usize> for Known {
    fn level(&self, _: &usize) -> Option<u32> {
        Some(0)
    }

    fn value(&self, _: &usize) -> Result<Option<Value>, Error> {
        unreachable!("a search that tells scores asks for no value")
    }

    fn points(&self, position: &usize) -> Result<Option<i64>, Error> {
        Ok(self.0.get(position).copied())
    }
}

proptest! {
    #[test]
    fn scores_are_those_of_the_definition(
        wanted in prop::collection::vec(prop::collection::vec((1..40usize, any::<bool>()), 0..4), 1..40),
        ends in prop::collection::vec(-300..300i64, 40),
        backwards in any::<bool>(),
        guess in -400..400i64,
        threads in 1..3usize,
    ) {
        // Moves lead to positions of larger numbers, so that play ends; numbered backwards the
        // order of discovery is no order of play.
        let count = wanted.len();
        let name = |position: usize| {
            if backwards && position > 0 { count - position } else { position }
        };
        let mut moves = vec![Vec::new(); count];
        for (from, steps) in wanted.iter().enumerate() {
            let steps = steps.iter().filter(|(further, _)| from + further < count);
            moves[name(from)] = steps
                .map(|&(further, keeps)| Step {
                    position: name(from + further),
                    turn: if keeps { Turn::Kept } else { Turn::Passes },
                })
                .collect();
        }
        let game = Scored { moves, ends };
        game.search_all(guess, threads);
        let leaves = Known::of(&game);
        game.search_all_beside(Some(&leaves), guess, threads);
        for leaves in [None, Some(&leaves)] {
            prove_all(&game, leaves);
        }
        let mut known = HashMap::new();
        for (position, score) in game.solved().unwrap() {
            prop_assert_eq!(score, game.best(position, &mut known));
        }
    }
}

/// What a proof claims of each position is true of its score, and it claims something of each
/// position on which another claim stands: of leaves, too.
fn prove_all(game: &Scored, leaves: Option<&Known>) {
    let job = Job::default();
    let mut known = HashMap::new();
    for table_bytes in [64, 1 << 12] {
        let options = SearchOptions {
            table_bytes,
            proves: true,
            ends: true,
            ..SearchOptions::default()
        };
        let mut search = Search::new(game, options, &job).unwrap();
        if let Some(leaves) = leaves {
            search.take_leaves(leaves);
        }
        for position in 0..game.moves.len() {
            let score = search.score(&position, 0).unwrap();
            let proof = search.proof_of_score(&position, score).unwrap();
            for (position, bounds) in proof.entries() {
                let score = Score::of_points(game.best(*position, &mut known)).unwrap();
                assert!(bounds.lower <= score && score <= bounds.upper, "{bounds:?}");
                assert_ne!(*bounds, Bounds::UNKNOWN);
            }
        }
    }
}

#[test]
fn play_that_need_not_end_and_large_scores_are_refused() {
    let around = Scored {
        moves: vec![
            vec![Step::passing(1)],
            vec![Step::passing(0), Step::passing(2)],
            vec![],
        ],
        ends: vec![0, 0, 5],
    };
    assert!(matches!(
        around.solved(),
        Err(Error::Cyclic { positions: 2 | 3 })
    ));
    for options in searches().filter(|options| !options.ends) {
        let job = Job::default();
        let mut search = Search::new(&around, options, &job).unwrap();
        assert_eq!(search.score(&0, 0), Err(Error::EndlessScores));
    }
    let large = |score| Scored {
        moves: vec![vec![Step::passing(1)], vec![]],
        ends: vec![0, score],
    };
    assert_eq!(
        large(LARGEST_SCORE).solved().unwrap()[0],
        (0, -LARGEST_SCORE)
    );
    let (score, largest) = (LARGEST_SCORE + 1, LARGEST_SCORE);
    assert_eq!(large(score).solved(), Err(Error::Score { score, largest }));
    let job = Job::default();
    let searched = |score| {
        let game = large(score);
        let mut search = Search::new(&game, SearchOptions::default(), &job)?;
        search.score(&0, 0)
    };
    assert_eq!(searched(MOST_POINTS), Ok(-MOST_POINTS));
    assert_eq!(searched(-MOST_POINTS), Ok(MOST_POINTS));
    let (score, largest) = (MOST_POINTS + 1, MOST_POINTS);
    assert_eq!(searched(score), Err(Error::Score { score, largest }));
}
