//! Nimbers against their definition, and games that have none.

use proptest::prelude::*;
use zug_game::Game;
use zug_solve::positions::Graph;
use zug_solve::strong::Method;
use zug_solve::{Error, Job, NoNimber, impartial};
use zug_testkit::games::graph_game::{GraphGame, Node, impartial_games};
use zug_testkit::games::subtraction::Subtraction;
use zug_testkit::games::tic_tac_toe::TicTacToe;
use zug_testkit::graph_oracle;
use zug_values::{Nimber, Outcome, Turn};

fn refusal<G: Game + Sync>(game: &G) -> NoNimber {
    let job = Job::default();
    let graph = Graph::explore(game, [game.start()], &job).expect("it fits");
    match impartial::nimbers(&graph, &job) {
        Err(Error::NoNimber(why)) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn subtraction_of_1_to_3_is_worth_the_remainder_by_4() {
    let game = Subtraction {
        coins: 1000,
        take: vec![1, 2, 3],
    };
    let job = Job::default();
    let graph = Graph::explore(&game, [1000], &job).unwrap();
    let nimbers = impartial::nimbers(&graph, &job).unwrap();
    let solution = graph.solve(Method::Auto, &job).unwrap();
    for coins in 0..=1000 {
        let id = solution.id(&coins).unwrap();
        assert_eq!(nimbers.get(id), Nimber(coins % 4));
        let lost = solution.value_of(id).outcome() == Outcome::Loss;
        assert_eq!(lost, nimbers.get(id).is_zero());
    }
    assert_eq!(nimbers.iter().len(), 1001);
}

#[test]
fn a_heap_of_700_is_worth_700() {
    let game = Subtraction {
        coins: 700,
        take: (1..=700).collect(),
    };
    let job = Job::default();
    let graph = Graph::explore(&game, [700], &job).unwrap();
    let nimbers = impartial::nimbers(&graph, &job).unwrap();
    for coins in 0..=700 {
        assert_eq!(nimbers.get(graph.id(&coins).unwrap()), Nimber(coins));
    }
}

#[test]
fn nimbers_are_refused_where_they_mean_nothing() {
    assert_eq!(refusal(&TicTacToe::square(3, 3)), NoNimber::Partizan);
    let game = |nodes: Vec<Node>| GraphGame { nodes };
    let to = |to, turn| Node::Moves(vec![(to, turn)]);
    assert_eq!(
        refusal(&game(vec![
            to(1, Turn::Passes),
            Node::Finished(Outcome::Win)
        ])),
        NoNimber::Result
    );
    assert_eq!(
        refusal(&game(vec![
            to(1, Turn::Passes),
            Node::Finished(Outcome::Draw)
        ])),
        NoNimber::Result
    );
    assert_eq!(
        refusal(&game(vec![to(1, Turn::Kept), Node::Moves(vec![])])),
        NoNimber::KeptTurn
    );
    assert_eq!(
        refusal(&game(vec![
            to(1, Turn::Passes),
            Node::Moves(vec![(2, Turn::Passes), (1, Turn::Passes)]),
            Node::Moves(vec![])
        ])),
        // Position 1 leads to itself, and 2 is behind it.
        NoNimber::Cyclic { positions: 2 }
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn nimbers_are_what_their_definition_says(game in impartial_games(20)) {
        let job = Job::default();
        let graph = Graph::explore(&game, game.positions(), &job).unwrap();
        let nimbers = impartial::nimbers(&graph, &job).unwrap();
        for position in game.positions() {
            let id = graph.id(&position).unwrap();
            prop_assert_eq!(nimbers.get(id), graph_oracle::nimber(&game, &position));
        }
    }
}
