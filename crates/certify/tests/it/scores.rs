//! Scores that are right are certified; a score or a number of plies that is changed is found, and so is a judge who
//! scores otherwise, and play that goes round.

use std::convert::Infallible;

use proptest::prelude::*;
use zug_certify::{
    Beside, Claim, Flaw, Judged, Listed, NotCertified, Terms, Told, certify_entries,
};
use zug_game::{Fault, Game, Players, Scored, Step};
use zug_job::Job;
use zug_testkit::games::graph_game::{GraphGame, Node, acyclic_games};
use zug_values::{Outcome, Plies, Turn, Value};

/// A game given by its graph, with scores.
#[derive(Clone, Debug)]
struct Points {
    graph: GraphGame,
    /// The score of each position, where the game is over there.
    ends: Vec<i64>,
    /// What each move gains is this number plus the place of the move; `None` if no move gains points.
    gain: Option<i64>,
}

impl Points {
    /// The graph with these scores: they say how the game ended.
    fn new(mut graph: GraphGame, ends: Vec<i64>, gain: Option<i64>) -> Self {
        for (node, end) in graph.nodes.iter_mut().zip(&ends) {
            let is_over = match node {
                Node::Finished(_) => true,
                Node::Moves(moves) => moves.is_empty(),
            };
            if is_over {
                *node = Node::Finished(Outcome::of_score(*end));
            }
        }
        Self { graph, ends, gain }
    }

    /// What is true of all positions, which lead to later ones or to ends: each by those behind its moves.
    fn told(&self) -> Vec<Told> {
        let mut told: Vec<Option<Told>> = vec![None; self.graph.nodes.len()];
        while told.contains(&None) {
            for position in self.graph.positions() {
                let place = position as usize;
                told[place] = told[place].or_else(|| self.by_moves(place, &told));
            }
        }
        told.into_iter().flatten().collect()
    }

    /// What is true of a position; `None` if it is not known of all positions behind its moves.
    fn by_moves(&self, place: usize, told: &[Option<Told>]) -> Option<Told> {
        let Node::Moves(moves) = &self.graph.nodes[place] else {
            let value = Value::finished(Outcome::of_score(self.ends[place]));
            return Some(self.claim(value, (self.ends[place], 0)));
        };
        let (mut value, mut best) = (None, None);
        for (number, &(to, turn)) in (0..).zip(moves) {
            let after = told[to as usize]?;
            let (score, plies) = match after.beside? {
                Beside::Attained(score, plies) => (score, plies.0),
                Beside::Score(score) => (score, 0),
                Beside::Nimber(_) => return None,
            };
            let gain = self.gain.map_or(0, |gain| gain + number);
            let score = gain + if turn == Turn::Kept { score } else { -score };
            // A loser would rather play long, anybody else be done soon.
            let rank = if score < 0 {
                i64::from(plies)
            } else {
                -i64::from(plies)
            };
            best = best.max(Some((score, rank, plies + 1)));
            value = value.max(Some(after.value.before(turn)));
        }
        let (score, _, plies) = best?;
        let value = match Outcome::of_score(score) {
            _ if self.gain.is_none() => value?,
            Outcome::Win => Value::Win(Plies(plies)),
            Outcome::Loss => Value::Loss(Plies(plies)),
            Outcome::Draw => Value::Draw,
        };
        Some(self.claim(value, (score, plies)))
    }

    fn claim(&self, value: Value, (score, plies): (i64, u32)) -> Told {
        let beside = match self.gain {
            None => Beside::Score(score),
            Some(_) => Beside::Attained(score, Plies(plies)),
        };
        Told {
            value,
            beside: Some(beside),
            is_over: None,
        }
    }
}

impl Game for Points {
    type Position = u16;
    type Move = usize;

    fn start(&self) -> u16 {
        self.graph.start()
    }

    fn players(&self) -> Players<Self> {
        Players::Impartial
    }

    fn result(&self, position: &u16) -> Result<Option<Outcome>, Fault> {
        self.graph.result(position)
    }

    fn moves(&self, position: &u16, out: &mut Vec<usize>) -> Result<(), Fault> {
        self.graph.moves(position, out)
    }

    fn play(&self, position: &u16, choice: &usize) -> Result<Step<u16>, Fault> {
        self.graph.play(position, choice)
    }

    fn move_name(&self, position: &u16, choice: &usize) -> String {
        self.graph.move_name(position, choice)
    }
}

impl Scored for Points {
    fn score_of_end(&self, position: &u16) -> Result<Option<i64>, Fault> {
        Ok(Some(self.ends[*position as usize]))
    }

    fn moves_gain(&self) -> bool {
        self.gain.is_some()
    }

    fn append_gains(&self, position: &u16, out: &mut Vec<i64>) -> Result<(), Fault> {
        let mut moves = Vec::new();
        self.graph.moves(position, &mut moves)?;
        let gain = self.gain.unwrap_or_default();
        out.extend(moves.iter().map(|&number| gain + number as i64));
        Ok(())
    }
}

/// A claim with an entry for each position.
struct Each(Vec<Told>);

impl Claim for Each {
    type Position = u16;
    type Unreadable = Infallible;

    fn numbers(&self) -> u64 {
        self.0.len() as u64
    }

    fn most_positions(&self) -> u64 {
        1
    }

    fn entry(&self, number: u64, positions: &mut Vec<u16>) -> Result<Option<Told>, Infallible> {
        positions.clear();
        positions.push(number as u16);
        Ok(Some(self.0[number as usize]))
    }

    fn number_of(&self, position: &u16) -> Result<Option<u64>, Infallible> {
        Ok(Some(u64::from(*position)))
    }

    fn has_besides(&self) -> bool {
        true
    }
}

fn check(judge: &Points, quick: &Points, told: Vec<Told>) -> Result<(), Flaw<u16>> {
    let terms = Terms::new(&[0], Listed::Closed).with_judged(Judged::All);
    let job = Job::default();
    match certify_entries(&|| judge.clone(), quick, &Each(told), &terms, &job) {
        Ok(_) => Ok(()),
        Err(NotCertified::Flaw(flaw)) => Err(flaw),
        Err(error) => panic!("{error}"),
    }
}

proptest! {
    #[test]
    fn scores_are_certified_if_they_are_right_and_if_not_not(
        (graph, ends) in acyclic_games(12).prop_flat_map(|graph| {
            let ends = prop::collection::vec(-3..=3_i64, graph.nodes.len());
            (Just(graph), ends)
        }),
        gain in prop::option::of(-2..=2_i64),
    ) {
        let game = Points::new(graph, ends, gain);
        let right = game.told();
        prop_assert_eq!(check(&game, &game, right.clone()), Ok(()));
        for place in 0..right.len() {
            let others = match right[place].beside {
                Some(Beside::Attained(score, plies)) => vec![
                    Some(Beside::Attained(score + 1, plies)),
                    Some(Beside::Attained(score, Plies(plies.0 + 1))),
                    Some(Beside::Score(score)),
                ],
                Some(Beside::Score(score)) => vec![
                    Some(Beside::Score(score - 1)),
                    Some(Beside::Attained(score, Plies(0))),
                ],
                _ => unreachable!("each position has a score"),
            };
            for other in others {
                let mut wrong = right.clone();
                wrong[place].beside = other;
                let is_told_alone = matches!(other, Some(Beside::Score(_))) != gain.is_none();
                // A lone end of another kind that has the same score says nothing wrong.
                let is_end = matches!(game.graph.nodes[place], Node::Finished(_));
                if !(is_told_alone && is_end) {
                    prop_assert!(check(&game, &game, wrong).is_err(), "{} {:?}", place, other);
                }
            }
            if let Node::Finished(outcome) = game.graph.nodes[place] {
                let mut judge = game.clone();
                judge.ends[place] += 1;
                let found = check(&judge, &game, right.clone());
                prop_assert_eq!(found, Err(Flaw::PlayedOtherwise { position: place as u16 }), "{:?}", outcome);
            }
        }
    }
}

#[test]
fn a_judge_whose_moves_gain_other_points_is_found() {
    let to = |to| Node::Moves(vec![(to, Turn::Passes)]);
    let nodes = vec![to(1), Node::Finished(Outcome::Draw)];
    let game = Points::new(GraphGame { nodes }, vec![0, 0], Some(2));
    check(&game, &game, game.told()).unwrap();
    let judge = Points {
        gain: Some(3),
        ..game.clone()
    };
    let flaw = check(&judge, &game, game.told()).unwrap_err();
    assert_eq!(flaw, Flaw::PlayedOtherwise { position: 0 });
}

#[test]
fn scores_of_play_that_goes_round_are_refused() {
    let to = |to| Node::Moves(vec![(to, Turn::Passes)]);
    let nodes = vec![to(1), to(0)];
    let game = Points::new(GraphGame { nodes }, vec![0, 0], None);
    let told = game.claim(Value::Draw, (0, 0));
    let flaw = check(&game, &game, vec![told, told]).unwrap_err();
    assert!(matches!(flaw, Flaw::Circle { .. }), "{flaw}");
}
