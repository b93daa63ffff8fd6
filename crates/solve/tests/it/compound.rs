//! The four kinds of compounds: the product against plain recursion, and every theorem
//! against the product.

use std::collections::HashMap;
use std::ops::ControlFlow;

use zug_game::{Game, Player};
use zug_solve::compound::{
    Answer, Choice, Compound, CompoundTheorem, ExploredPart, Part, Product, Question,
};
use zug_solve::positions::{Graph, PositionId};
use zug_solve::strong::Method;
use zug_solve::{Error, Job, NoNimber, NoPart, impartial, strong};
use zug_testkit::games::graph_game::{GraphGame, Node};
use zug_testkit::games::tic_tac_toe::TicTacToe;
use zug_testkit::games::two_tables::{
    Dice, Kind, TwoTables, explored, kayles, knights, nim, node, nodes, subtraction,
};
use zug_values::{Nimber, Outcome, Play, Plies, Turn, Value};

const COMPOUNDS: [Compound; 4] = [
    Compound::One,
    Compound::Some,
    Compound::NotAll,
    Compound::All,
];
const CONVENTIONS: [Play; 2] = [Play::Normal, Play::Misere];

type Explorations = Vec<ExploredPart<u16>>;

/// Games that end, of many kinds.
fn ending_games() -> Vec<TwoTables> {
    let mut dice = Dice(20_260_711);
    let mut games = vec![
        knights(4),
        knights(5),
        subtraction(8, &[1, 3, 4]),
        subtraction(7, &[2, 3]),
        kayles(3),
        nim(4),
        // Nodes that are worth as much as heaps of Nim, but are no heaps: 2 is worth 0 and
        // can be moved, 4 is worth 1 and has an option worth 2.
        TwoTables::impartial(vec![vec![], vec![0], vec![1], vec![0, 1], vec![2, 3]]),
        TwoTables::impartial(vec![
            vec![],
            vec![0],
            vec![1],
            vec![2],
            vec![3, 0],
            vec![2, 4],
        ]),
    ];
    for _ in 0..4 {
        games.push(TwoTables::impartial(dice.table(6, Kind::Ends)));
    }
    games
}

/// These parts, played together from where they are by First.
fn question(parts: &[Part], compound: Compound, convention: Play) -> Question {
    let question = Question::new(parts, compound).unwrap();
    question.with_convention(convention)
}

fn product(parts: &[Part], compound: Compound, convention: Play) -> Product {
    Product::new(question(parts, compound, convention)).unwrap()
}

/// All ways to take one item from each list.
fn combinations<T: Clone>(lists: &[Vec<T>]) -> Vec<Vec<T>> {
    lists.iter().fold(vec![vec![]], |all, list| {
        let longer = |one: &Vec<T>| {
            let one = one.clone();
            list.iter()
                .map(move |item| one.iter().cloned().chain([item.clone()]).collect())
                .collect::<Vec<Vec<T>>>()
        };
        all.iter().flat_map(longer).collect()
    })
}

/// How often each theorem was compared with the product, and how often there was none.
type Tally = HashMap<Option<CompoundTheorem>, usize>;

/// Compares every theorem with the product, in all positions of these parts.
fn check(
    lists: &[Vec<Part>],
    movers: &[Player],
    compound: Compound,
    convention: Play,
    tally: &mut Tally,
) {
    let tops: Vec<Part> = lists.iter().map(|list| list[0].clone()).collect();
    let product = product(&tops, compound, convention);
    let cases: Vec<(Vec<Part>, Player, u64)> = combinations(lists)
        .into_iter()
        .flat_map(|parts| movers.iter().map(move |&mover| (parts.clone(), mover)))
        .map(|(parts, mover)| {
            let places: Vec<PositionId> = parts.iter().map(Part::position).collect();
            let position = product.position(&places, mover);
            (parts, mover, position)
        })
        .collect();
    let roots = cases.iter().map(|case| case.2);
    let solution = strong::solve(&product, roots, &Job::default()).unwrap();
    for (parts, mover, position) in cases {
        let answer = question(&parts, compound, convention)
            .with_mover(mover)
            .solve_by_theorem();
        *tally
            .entry(answer.as_ref().and_then(Answer::theorem))
            .or_default() += 1;
        let Some(answer) = answer else { continue };
        let about = || format!("{parts:?} {mover} {compound:?} {convention:?}");
        let value = solution.value(&position).unwrap();
        assert_eq!(answer.worth().outcome(), value.outcome(), "{}", about());
        if answer.worth().remoteness().is_some() {
            assert_eq!(
                answer.worth().remoteness(),
                value.remoteness(),
                "{}",
                about()
            );
        }
        let mut winning = Vec::new();
        product.moves(&position, &mut winning).unwrap();
        assert_eq!(product.count_turns(position), winning.len() as u64);
        let mut listed = winning.iter();
        product.each_turn(position, |turn, after| {
            assert_eq!(Some(turn), listed.next().map(Vec::as_slice));
            assert_eq!(after, product.after(position, turn));
            ControlFlow::Continue(())
        });
        winning.retain(|turn| {
            let after = solution.value(&product.after(position, turn));
            after.unwrap().outcome() == Outcome::Loss
        });
        let mut turns = answer.turns().list(usize::MAX);
        winning.sort();
        turns.sort();
        assert_eq!(turns, winning, "{}", about());
        assert_eq!(answer.turns().count(), Some(turns.len() as u128));
        assert_eq!(answer.turns().is_empty(), turns.is_empty());
        assert!(!answer.why().is_empty());
    }
}

/// All multisets of `count` of these items.
fn multisets<T>(items: &[T], count: usize) -> Vec<Vec<&T>> {
    if count == 0 {
        return vec![vec![]];
    }
    let mut all = Vec::new();
    for (n, item) in items.iter().enumerate() {
        for mut rest in multisets(&items[n..], count - 1) {
            rest.push(item);
            all.push(rest);
        }
    }
    all
}

fn check_all(games: &[Vec<Part>], count: usize, movers: &[Player], tally: &mut Tally) {
    for lists in multisets(games, count) {
        let lists: Vec<Vec<Part>> = lists.into_iter().cloned().collect();
        for compound in COMPOUNDS {
            for convention in CONVENTIONS {
                check(&lists, movers, compound, convention, tally);
            }
        }
    }
}

/// The compound by plain recursion on the tables. Every way in which each part moves or
/// stays is looked at; it is a turn if the compound allows its number of moved parts.
struct Plain<'a> {
    games: Vec<&'a TwoTables>,
    compound: Compound,
    convention: Play,
    known: HashMap<(Vec<u16>, Player), Value>,
}

impl Plain<'_> {
    fn value(&mut self, places: &[u16], mover: Player) -> Value {
        let key = (places.to_vec(), mover);
        if let Some(&value) = self.known.get(&key) {
            return value;
        }
        let ways: Vec<Vec<Option<u16>>> = self
            .games
            .iter()
            .zip(places)
            .map(|(game, &node)| {
                let options = game.options_of(node, mover).iter().copied().map(Some);
                [None].into_iter().chain(options).collect()
            })
            .collect();
        let mut best = None;
        for way in combinations(&ways) {
            let moved = way.iter().flatten().count();
            let stayed = way.len() - moved;
            let legal = match self.compound {
                Compound::One => moved == 1,
                Compound::Some => moved > 0,
                Compound::NotAll => moved > 0 && stayed > 0,
                Compound::All => stayed == 0,
            };
            if legal {
                let there: Vec<u16> = way
                    .iter()
                    .zip(places)
                    .map(|(to, &node)| to.unwrap_or(node))
                    .collect();
                let value = self.value(&there, mover.opponent()).before(Turn::Passes);
                best = best.max(Some(value));
            }
        }
        let stuck = match self.convention {
            Play::Normal => Value::Loss(Plies(0)),
            Play::Misere => Value::Win(Plies(0)),
        };
        let value = best.unwrap_or(stuck);
        self.known.insert(key, value);
        value
    }
}

fn product_is_plain_recursion(games: &[&TwoTables], movers: &[Player]) {
    let tables: Explorations = games.iter().map(|game| explored(game)).collect();
    let lists: Vec<Vec<Part>> = tables.iter().map(nodes).collect();
    let tops: Vec<Part> = lists.iter().map(|list| list[0].clone()).collect();
    let numbers: Vec<Vec<u16>> = games
        .iter()
        .map(|game| (0..game.nodes()).collect())
        .collect();
    for compound in COMPOUNDS {
        for convention in CONVENTIONS {
            let mut plain = Plain {
                games: games.to_vec(),
                compound,
                convention,
                known: HashMap::new(),
            };
            let product = product(&tops, compound, convention);
            let places =
                |parts: &[Part]| -> Vec<PositionId> { parts.iter().map(Part::position).collect() };
            let cases: Vec<(Vec<u16>, Player, u64)> = combinations(&numbers)
                .into_iter()
                .zip(combinations(&lists))
                .flat_map(|(nodes, parts)| {
                    let place = places(&parts);
                    let product = &product;
                    movers
                        .iter()
                        .map(move |&mover| (nodes.clone(), mover, product.position(&place, mover)))
                        .collect::<Vec<_>>()
                })
                .collect();
            let roots = cases.iter().map(|case| case.2);
            let graph = Graph::explore(&product, roots, &Job::default()).unwrap();
            let nimbers = impartial::nimbers(&graph, &Job::default());
            let ids: Vec<_> = cases
                .iter()
                .map(|case| graph.id(&case.2).unwrap())
                .collect();
            let solution = graph.solve(Method::Auto, &Job::default()).unwrap();
            for ((nodes, mover, position), id) in cases.iter().zip(ids) {
                let expected = plain.value(nodes, *mover);
                assert_eq!(solution.value(position), Some(expected), "{nodes:?}");
                // The nimber of a sum by its definition, over all its options.
                if let (Ok(nimbers), Compound::One) = (&nimbers, compound) {
                    let parts: Vec<Part> = nodes
                        .iter()
                        .zip(&lists)
                        .map(|(&node, list)| list[node as usize].clone())
                        .collect();
                    let sum = parts.iter().map(|part| part.nimber().unwrap()).sum();
                    assert_eq!(nimbers.get(id), sum, "{nodes:?}");
                    let answer = question(&parts, compound, convention)
                        .with_mover(*mover)
                        .solve_by_theorem()
                        .unwrap();
                    assert_eq!(answer.worth().nimber(), Some(sum), "{nodes:?}");
                }
            }
        }
    }
}

#[test]
fn the_product_is_what_plain_recursion_says() {
    let games = ending_games();
    for pair in multisets(&games, 2) {
        product_is_plain_recursion(&pair, &[Player::First]);
    }
    let small = [
        nim(2),
        subtraction(5, &[1, 3]),
        games[6].clone(),
        games[7].clone(),
    ];
    for triple in multisets(&small, 3) {
        product_is_plain_recursion(&triple, &[Player::First]);
    }
}

#[test]
fn the_product_of_partizan_parts_is_what_plain_recursion_says() {
    let mut dice = Dice(97);
    let mut game = || TwoTables::partizan([dice.table(5, Kind::Ends), dice.table(5, Kind::Ends)]);
    let games: Vec<TwoTables> = (0..5).map(|_| game()).collect();
    for pair in multisets(&games, 2) {
        product_is_plain_recursion(&pair, &[Player::First, Player::Second]);
    }
    for triple in multisets(&games[..3], 3) {
        product_is_plain_recursion(&triple, &[Player::First, Player::Second]);
    }
}

#[test]
fn every_theorem_is_the_product_on_all_pairs_of_parts_that_end() {
    let games: Vec<Vec<Part>> = ending_games()
        .iter()
        .map(explored)
        .map(|of| nodes(&of))
        .collect();
    let mut tally = Tally::new();
    check_all(&games, 1, &[Player::First], &mut tally);
    check_all(&games, 2, &[Player::First], &mut tally);
    for theorem in [
        CompoundTheorem::NoTurn,
        CompoundTheorem::OnePart,
        CompoundTheorem::NimSum,
        CompoundTheorem::MisereNim,
        CompoundTheorem::AllLost,
        CompoundTheorem::AllLostButTheLast,
        CompoundTheorem::LeastRemoteness,
    ] {
        assert!(tally[&Some(theorem)] > 500, "{tally:?}");
    }
    // There is no theorem for misère sums of parts that are no heaps.
    assert!(tally[&None] > 500, "{tally:?}");
}

#[test]
fn every_theorem_is_the_product_on_all_triples_of_parts_that_end() {
    let mut games: Vec<Vec<Part>> = ending_games()[..8]
        .iter()
        .map(explored)
        .map(|of| nodes(&of))
        .collect();
    // The larger board is one of the three parts.
    let board = games.remove(1);
    let mut tally = Tally::new();
    check_all(&games, 3, &[Player::First], &mut tally);
    for pair in multisets(&games[1..5], 2) {
        let lists = [board.clone(), pair[0].clone(), pair[1].clone()];
        for compound in COMPOUNDS {
            for convention in CONVENTIONS {
                check(&lists, &[Player::First], compound, convention, &mut tally);
            }
        }
    }
    assert!(
        tally[&Some(CompoundTheorem::EqualNimbers)] > 10_000,
        "{tally:?}"
    );
    assert!(
        tally[&Some(CompoundTheorem::AllLostButTheLast)] > 10_000,
        "{tally:?}"
    );
}

#[test]
fn every_theorem_is_the_product_on_quadruples() {
    let games = [nim(2), subtraction(5, &[1, 3]), ending_games()[7].clone()];
    let games: Vec<Vec<Part>> = games.iter().map(explored).map(|of| nodes(&of)).collect();
    let mut tally = Tally::new();
    check_all(&games, 4, &[Player::First], &mut tally);
    assert!(
        tally[&Some(CompoundTheorem::EqualNimbers)] > 1000,
        "{tally:?}"
    );
}

#[test]
fn parts_that_go_round_have_the_theorems_that_do_not_ask_them_to_end() {
    let mut dice = Dice(5);
    let mut tally = Tally::new();
    for _ in 0..40 {
        let mut game = || TwoTables::impartial(dice.table(7, Kind::MayGoRound));
        let games: Vec<Vec<Part>> = [game(), game()]
            .iter()
            .map(explored)
            .map(|of| nodes(&of))
            .collect();
        check_all(&games, 2, &[Player::First], &mut tally);
    }
    for _ in 0..10 {
        let mut game = || TwoTables::impartial(dice.table(5, Kind::MayGoRound));
        let games: Vec<Vec<Part>> = [game(), nim(3), game()]
            .iter()
            .map(explored)
            .map(|of| nodes(&of))
            .collect();
        check_all(&games, 3, &[Player::First], &mut tally);
    }
    assert!(
        tally[&Some(CompoundTheorem::LeastRemoteness)] > 1000,
        "{tally:?}"
    );
    assert!(tally[&Some(CompoundTheorem::AllLost)] > 1000, "{tally:?}");
    assert!(
        tally[&Some(CompoundTheorem::LoopyNimSum)] > 1000,
        "{tally:?}"
    );
    assert!(tally[&Some(CompoundTheorem::OnePart)] > 1000, "{tally:?}");
    assert!(tally[&None] > 1000, "{tally:?}");
}

#[test]
fn partizan_parts_have_the_theorems_that_do_not_ask_for_the_same_moves() {
    let mut dice = Dice(11);
    let mut tally = Tally::new();
    let both = [Player::First, Player::Second];
    for kind in [Kind::Ends, Kind::MayGoRound] {
        for _ in 0..30 {
            let mut game = || TwoTables::partizan([dice.table(5, kind), dice.table(5, kind)]);
            let games: Vec<Vec<Part>> = [game(), game(), nim(2)]
                .iter()
                .map(explored)
                .map(|of| nodes(&of))
                .collect();
            check_all(&games, 2, &both, &mut tally);
        }
        for _ in 0..3 {
            let mut game = || TwoTables::partizan([dice.table(4, kind), dice.table(4, kind)]);
            let games: Vec<Vec<Part>> = [game(), game()]
                .iter()
                .map(explored)
                .map(|of| nodes(&of))
                .collect();
            check_all(&games, 3, &both, &mut tally);
        }
    }
    assert!(
        tally[&Some(CompoundTheorem::LeastRemoteness)] > 1000,
        "{tally:?}"
    );
    assert!(tally[&Some(CompoundTheorem::OnePart)] > 1000, "{tally:?}");
    assert!(tally[&None] > 1000, "{tally:?}");
}

#[test]
fn where_no_theorem_holds_the_product_answers() {
    let job = Job::default();
    let no_theorem = |parts: &[Part], compound, convention| {
        let answer = question(parts, compound, convention)
            .solve(Method::Auto, &job)
            .unwrap();
        assert_eq!(answer.theorem(), None);
        let turns = answer.turns().list(usize::MAX);
        assert_eq!(answer.turns().count(), Some(turns.len() as u128));
        (
            answer.worth().outcome(),
            answer.worth().remoteness(),
            turns.len(),
        )
    };
    // One part has a move for First alone, the other has one for Second alone. The first
    // part alone is won for First, but the compound is lost, for want of a second move.
    let mine = node(
        &TwoTables::partizan([vec![vec![], vec![0]], vec![vec![], vec![]]]),
        1,
    );
    let yours = node(
        &TwoTables::partizan([vec![vec![], vec![]], vec![vec![], vec![0]]]),
        1,
    );
    let lost = (Outcome::Loss, Some(Plies(2)), 0);
    let parts = [mine, yours];
    assert_eq!(no_theorem(&parts, Compound::Some, Play::Normal), lost);
    assert_eq!(no_theorem(&parts, Compound::One, Play::Normal), lost);
    // A part that can end or stay as it is. One such part is won, but two are drawn: a
    // player who ends one lets the opponent end the other. In misère play a player who ends
    // the last part loses.
    let wait = node(&TwoTables::impartial(vec![vec![], vec![0, 1]]), 1);
    assert_eq!(wait.nimber(), Err(NoNimber::Cyclic { positions: 2 }));
    assert_eq!(wait.loopy_nimber().unwrap().to_string(), "∞(0)");
    let drawn = (Outcome::Draw, None, 0);
    let parts = [wait.clone(), wait.clone()];
    assert_eq!(no_theorem(&parts, Compound::One, Play::Misere), drawn);
    assert_eq!(no_theorem(&parts, Compound::Some, Play::Misere), drawn);
    let parts = [wait.clone(), wait.clone(), wait];
    assert_eq!(no_theorem(&parts, Compound::NotAll, Play::Normal), drawn);
    // Parts that are worth as much as heaps, but are no heaps: in misère play Bouton's
    // rule would be wrong for them. Node 2 is worth 0, and its option 1 is worth 1.
    let game = TwoTables::impartial(vec![vec![], vec![0], vec![1], vec![1, 2]]);
    let parts = [node(&game, 3), node(&game, 3)];
    assert_eq!(parts[0].nimber(), Ok(Nimber(2)));
    assert_eq!(parts[0].heap(), None);
    let (outcome, ..) = no_theorem(&parts, Compound::One, Play::Misere);
    let by_hand = Plain {
        games: vec![&game, &game],
        compound: Compound::One,
        convention: Play::Misere,
        known: HashMap::new(),
    }
    .value(&[3, 3], Player::First);
    assert_eq!(outcome, by_hand.outcome());
}

#[test]
fn a_forced_product_and_a_theorem_agree() {
    let games = ending_games();
    let parts = [node(&games[1], 24), node(&games[2], 8), node(&games[5], 3)];
    for compound in COMPOUNDS {
        for convention in CONVENTIONS {
            let job = Job::default();
            let solved = question(&parts, compound, convention)
                .solve_product(Method::Auto, &job)
                .unwrap();
            let answer = question(&parts, compound, convention)
                .solve(Method::Auto, &job)
                .unwrap();
            assert_eq!(solved.theorem(), None);
            assert_eq!(solved.worth().outcome(), answer.worth().outcome());
            let sorted = |mut turns: Vec<Vec<Choice>>| {
                turns.sort();
                turns
            };
            let (all, same) = (solved.turns().list(999), answer.turns().list(999));
            assert_eq!(sorted(all.clone()), sorted(same));
            assert_eq!(solved.turns().list(1), all[..all.len().min(1)]);
        }
    }
}

#[test]
fn turns_of_a_thousand_parts_are_counted_or_told_to_be_too_many() {
    let heap = node(&subtraction(8, &[1, 3, 4]), 8);
    let first = |compound, count: usize| {
        let parts = vec![heap.clone(); count];
        question(&parts, compound, Play::Normal)
            .solve(Method::Auto, &Job::default())
            .unwrap()
    };
    let nimber = heap.nimber().unwrap();
    assert_eq!(nimber, Nimber(1));
    // From a heap of 8 the move to 7 alone wins; heaps of 0, 2 and 7 are lost.
    let answer = first(Compound::Some, 1000);
    assert_eq!(answer.turns().count(), Some(1));
    assert_eq!(answer.turns().list(5).len(), 1);
    assert_eq!(answer.turns().list(1)[0].len(), 1000);
    let parts = vec![node(&nim(4), 4); 1000];
    let answer = question(&parts, Compound::All, Play::Misere)
        .solve(Method::Auto, &Job::default())
        .unwrap();
    // In misère play a turn wins if it leaves 1 in at least one heap and 0 in none.
    assert_eq!(answer.worth().outcome(), Outcome::Win);
    assert_eq!(answer.turns().count(), None);
    assert_eq!(answer.turns().list(3).len(), 3);
    let answer = first(Compound::NotAll, 1000);
    assert_eq!(
        (answer.worth().outcome(), answer.turns().count()),
        (Outcome::Loss, Some(0))
    );
}

#[test]
fn games_without_a_sum_are_refused() {
    let refusal = |game: &GraphGame| match Part::explore(game, 0, &Job::default()) {
        Err(Error::NoPart(why)) => why,
        other => panic!("{other:?}"),
    };
    let ends = |outcome| GraphGame {
        nodes: vec![
            Node::Moves(vec![(1, Turn::Passes)]),
            Node::Finished(outcome),
        ],
    };
    assert_eq!(refusal(&ends(Outcome::Win)), NoPart::Result);
    assert_eq!(refusal(&ends(Outcome::Draw)), NoPart::Result);
    // A player who has lost by the rules counts as stuck.
    let part = Part::explore(&ends(Outcome::Loss), 0, &Job::default()).unwrap();
    assert_eq!(part.part().heap(), Some(Nimber(1)));
    let again = GraphGame {
        nodes: vec![Node::Moves(vec![(1, Turn::Kept)]), Node::Moves(vec![])],
    };
    assert_eq!(refusal(&again), NoPart::KeptTurn);
    let board = TicTacToe::square(3, 3);
    let Err(error) = Part::explore(&board, 0, &Job::default()) else {
        panic!("the players have different moves");
    };
    assert_eq!(error, Error::NoPart(NoPart::OneSided));
    let nothing = Question::new([], Compound::One);
    assert_eq!(nothing.unwrap_err(), Error::EmptyCompound);
}

#[test]
fn a_product_knows_its_size_before_the_work() {
    let games = [
        knights(4),
        subtraction(6, &[1, 3]),
        nim(3),
        ending_games()[9].clone(),
    ];
    let games: Vec<Vec<Part>> = games.iter().map(explored).map(|of| nodes(&of)).collect();
    let job = Job::default();
    let mut told = 0;
    for count in 1..=3 {
        for lists in multisets(&games, count) {
            let parts: Vec<Part> = lists
                .iter()
                .map(|list| list[list.len() - 1].clone())
                .collect();
            for compound in COMPOUNDS {
                let product = product(&parts, compound, Play::Normal);
                let solution = strong::solve(&product, [product.start()], &job).unwrap();
                let Some(size) = product.size(&job.budget).unwrap() else {
                    assert!(count == 1 || compound == Compound::All);
                    continue;
                };
                assert_eq!(size.positions, solution.len() as u64);
                assert_eq!(size.turns, solution.edges());
                told += 1;
            }
        }
    }
    assert_eq!(told, 3 * (10 + 20));
}

#[test]
fn a_heap_is_what_has_the_options_of_a_heap() {
    /// The size of a heap by the definition: the options are the heaps of 0 to n - 1.
    fn heap(game: &TwoTables, node: u16) -> Option<u32> {
        let options = game.options_of(node, Player::First).iter();
        let mut sizes = options
            .map(|&to| heap(game, to))
            .collect::<Option<Vec<u32>>>()?;
        sizes.sort_unstable();
        sizes.dedup();
        let n = sizes.len() as u32;
        sizes.into_iter().eq(0..n).then_some(n)
    }
    let (mut heaps, mut others) = (0, 0);
    for game in ending_games() {
        for (node, part) in (0..).zip(nodes(&explored(&game))) {
            let expected = heap(&game, node);
            assert_eq!(part.heap().map(|heap| heap.0), expected);
            *(if expected.is_some() {
                &mut heaps
            } else {
                &mut others
            }) += 1;
        }
    }
    assert!(heaps > 30 && others > 30, "{heaps} {others}");
}

#[test]
fn a_partizan_game_whose_players_have_the_same_moves_is_impartial() {
    let table = vec![vec![], vec![0], vec![1, 0]];
    let twin = vec![vec![], vec![0], vec![0, 1]];
    let heap = node(&TwoTables::partizan([table.clone(), twin]), 2);
    assert!(heap.is_impartial());
    assert_eq!(heap.heap(), Some(Nimber(2)));
    let other = vec![vec![], vec![0], vec![0]];
    let part = node(&TwoTables::partizan([table, other]), 2);
    assert_eq!(part.nimber(), Err(NoNimber::Partizan));
}

#[test]
fn reasons_have_the_numbers_put_in() {
    let heap = nim(6);
    let why = |sizes: &[u16], compound, convention| {
        let parts: Vec<Part> = sizes.iter().map(|&size| node(&heap, size)).collect();
        let answer = question(&parts, compound, convention).solve(Method::Auto, &Job::default());
        answer.unwrap().why().join("\n")
    };
    assert_eq!(
        why(&[5, 3, 6], Compound::One, Play::Normal),
        "5 xor 3 xor 6 = 0: whatever is moved in one part, an answer can make it 0 again"
    );
    assert_eq!(
        why(&[5, 3], Compound::One, Play::Normal),
        "5 xor 3 = 6: the mover can make it 0\na move in part 1 from 5 to 3 does it"
    );
    assert_eq!(
        why(&[1, 1, 0, 1], Compound::One, Play::Misere),
        "3 heaps of 1, an odd number: they are taken by turns, and who takes the last one loses"
    );
    assert_eq!(
        why(&[2, 0, 1], Compound::NotAll, Play::Normal),
        "1 of 3 parts cannot be moved any more: in the others anything may be moved\n\
         each played alone, these parts are won: 1, 3; the mover moves them to lost positions"
    );
    assert_eq!(
        why(&[2, 4, 1], Compound::NotAll, Play::Normal),
        "the nimbers 2, 4, 1 are not all equal: those above 1 can be moved to 1"
    );
    assert_eq!(
        why(&[2, 4, 1], Compound::All, Play::Normal),
        "part 1 can be made to end first: a win in 1, before the others can matter"
    );
    assert_eq!(
        why(&[2, 0], Compound::All, Play::Misere),
        "part 2 cannot be moved: the mover is stuck"
    );
    assert_eq!(
        why(&[4], Compound::NotAll, Play::Normal),
        "there is one part, and not all parts may be moved"
    );
}
