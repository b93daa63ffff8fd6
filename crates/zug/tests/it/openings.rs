//! The openings of large games that the catalogue has: they follow the rules, prove what they say of the start
//! from what they say of their last positions, and these are searched again.

use std::collections::HashMap;

use zug::{
    Error, MovesAsked, Outcome, Plan, Position, Problem, Purpose, Reply, Request, Searched,
    Searcher, SolveOptions, Value, answer,
};
use zug_testkit::all_or;

/// The game, with the number of moves until which its openings are known.
const GAME: (&str, usize) = ("connect-four", 8);

/// The positions of the tree, each with the moves that lead there and who wins.
fn tree(search: &Searcher<'_>) -> HashMap<Position, (Vec<String>, Outcome)> {
    let rules = zug_catalogue::find(GAME.0).unwrap().source;
    let parameters = [("width", "7"), ("height", "6"), ("k", "4")];
    let parameters = parameters.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let tree = zug_catalogue::openings(rules, &parameters).unwrap();
    let mut known = HashMap::new();
    let mut way: Vec<(String, Position)> = Vec::new();
    for line in tree.lines() {
        let (name, outcome) = line.trim_start().split_once(": ").unwrap();
        way.truncate(line.len() - line.trim_start().len());
        let at = match way.last() {
            None => search.problem().root(),
            Some((_, before)) => {
                let moves = search.moves(before).unwrap();
                let made = moves.into_iter().find(|of| of.name == name);
                made.unwrap_or_else(|| panic!("{line}: there is no such move"))
                    .position
            }
        };
        way.push((name.to_owned(), at));
        let moves = way[1..].iter().map(|(name, _)| name.clone()).collect();
        let of = search.canonical(&at).unwrap();
        let before = known.insert(of, (moves, outcome.parse().unwrap()));
        assert!(before.is_none(), "{line} stands twice");
    }
    known
}

#[test]
fn the_start_follows_from_the_last_positions() -> Result<(), Error> {
    let problem = Problem::new(&Request::catalogue(GAME.0)?)?;
    problem.with_search(&SolveOptions::default(), |search| {
        let known = tree(search);
        assert!(known.len() > 2000);
        for (position, (moves, outcome)) in &known {
            if moves.len() == GAME.1 || search.finished(position)?.is_some() {
                continue;
            }
            let behind = search.moves(position)?.into_iter().map(|of| {
                let of = search.canonical(&of.position)?;
                Ok(known.get(&of).map(|(_, outcome)| outcome.flipped()))
            });
            let behind = behind.collect::<Result<Vec<_>, Error>>()?;
            // The careful player has a move that keeps the outcome, the other one no better move.
            let attains = behind.iter().flatten().any(|made| made == outcome);
            let all_known = behind.iter().all(Option::is_some);
            let no_better = |made: &Outcome| Value::finished(*made) <= Value::finished(*outcome);
            let no_better = behind.iter().flatten().all(no_better);
            // Where the second player is careful, that it cannot win is what a search has found.
            let is_second = moves.len() % 2 == 1;
            let is_right = match outcome {
                Outcome::Win => attains,
                Outcome::Draw if is_second => attains && no_better,
                _ => attains && all_known && no_better,
            };
            assert!(is_right, "{moves:?} is said to be a {outcome}");
        }
        Ok(())
    })
}

#[test]
fn some_of_the_last_positions_are_searched_again() -> Result<(), Error> {
    let rules = zug_catalogue::find(GAME.0).unwrap().source;
    // Rules with another text have no openings.
    let other = Problem::new(&Request::rules(format!("{rules}\n# again\n"), "again.zug"))?;
    let problem = Problem::new(&Request::catalogue(GAME.0)?)?;
    let known = problem.with_search(&SolveOptions::default(), |search| {
        Ok::<_, Error>(tree(search))
    })?;
    let mut last: Vec<_> = known
        .into_values()
        .filter(|(moves, _)| moves.len() == GAME.1)
        .collect();
    last.sort_by(|(one, _), (other, _)| one.cmp(other));
    other.with_search(&SolveOptions::default(), |search| {
        for (moves, outcome) in last.into_iter().step_by(all_or(480, 60)) {
            let mut at = other.root();
            for name in &moves {
                let legal = search.moves(&at)?;
                at = legal
                    .into_iter()
                    .find(|of| of.name == *name)
                    .unwrap()
                    .position;
            }
            assert_eq!(search.outcome(&at)?, outcome, "{moves:?}");
        }
        Ok(())
    })
}

#[test]
fn the_first_move_is_known_without_a_search() -> Result<(), Error> {
    let problem = Problem::new(&Request::catalogue(GAME.0)?)?;
    let assessed = problem.with_search(&SolveOptions::default(), |search| {
        search.assess(&problem.root(), Purpose::BestMove)
    })?;
    assert_eq!(assessed.known.outcome(), Some(Outcome::Win));
    assert_eq!(assessed.moves[0].legal.name, "3");
    assert!(
        assessed.complete && assessed.nodes < 1_000_000,
        "{}",
        assessed.nodes
    );
    // On another board, and where whoever is stuck wins, nothing is known.
    let smaller = Request::catalogue(GAME.0)?
        .set("width", "5")
        .set("height", "4");
    let smaller = Problem::new(&smaller)?;
    let outcome = smaller.with_search(&SolveOptions::default(), |search| {
        search.outcome(&smaller.root())
    });
    assert_eq!(outcome?, Outcome::Draw);
    Ok(())
}

#[test]
fn every_position_of_an_opening_stays_known() -> Result<(), Error> {
    let problem = Problem::new(&Request::catalogue(GAME.0)?)?;
    problem.with_search(&SolveOptions::default(), |search| {
        for (position, (moves, outcome)) in tree(search) {
            if search.finished(&position)?.is_some() {
                continue;
            }
            assert_eq!(search.outcome(&position)?, outcome, "{moves:?}");
            assert_eq!(search.nodes(), 0, "{moves:?} was searched");
        }
        Ok(())
    })
}

/// What a search finds after these moves.
fn searched(moves: &str, options: &SolveOptions) -> Result<Box<Searched>, Error> {
    let request = Request::catalogue(GAME.0)?.after(moves)?;
    match answer(&request, options)? {
        Reply::Searched { searched, .. } => Ok(searched),
        _ => panic!("all positions were solved after {moves}"),
    }
}

#[test]
fn an_opening_is_answered_at_once_with_the_moves_that_are_known() -> Result<(), Error> {
    let options = SolveOptions::default();
    let told = |searched: &Searched| -> Vec<(String, Outcome)> {
        let moves = searched.moves.iter();
        moves.map(|of| (of.name.clone(), of.outcome)).collect()
    };
    let start = searched("", &options)?;
    assert_eq!(start.nodes, 0);
    assert!(start.plan.is_opening && !start.left_moves_unvalued());
    let known = [
        ("3", Outcome::Win),
        ("2", Outcome::Draw),
        ("4", Outcome::Draw),
        ("0", Outcome::Loss),
        ("1", Outcome::Loss),
        ("5", Outcome::Loss),
        ("6", Outcome::Loss),
    ];
    assert_eq!(
        told(&start),
        known.map(|(name, outcome)| (name.to_owned(), outcome))
    );
    // Here the first player has one move in the tree, and others that nobody has searched.
    let later = searched("3, 3", &options)?;
    assert_eq!(told(&later), [("3".to_owned(), Outcome::Win)]);
    assert!(later.nodes < 1000 && later.left_moves_unvalued());
    let one = searched("", &options.clone().with_moves(MovesAsked::One))?;
    assert!(one.moves.len() == 1 && one.more_moves && !one.left_moves_unvalued());
    Ok(())
}

#[test]
fn what_openings_do_not_tell_is_planned_as_elsewhere() -> Result<(), Error> {
    let is_opening = |request: &Request, options: &SolveOptions| {
        let plan = Plan::of(request, options)?;
        Ok::<_, Error>(plan.search().is_some_and(|search| search.is_opening))
    };
    let options = SolveOptions::default();
    let game = Request::catalogue(GAME.0)?;
    assert!(is_opening(&game, &options)?);
    assert!(is_opening(
        &game,
        &options.clone().with_moves(MovesAsked::All)
    )?);
    assert!(!is_opening(&game, &options.clone().with_remoteness(true))?);
    // Neither player has made the move of the tree.
    assert!(!is_opening(&game.clone().after("2, 2")?, &options)?);
    // Of the positions after eight moves, who wins is known and by which move is not.
    assert!(!is_opening(
        &game.after("3, 3, 3, 5, 3, 2, 6, 1")?,
        &options
    )?);
    Ok(())
}
