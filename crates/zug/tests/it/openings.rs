//! The openings of large games that the catalogue has: a search knows them and what follows from them, and some
//! are searched again.

use std::collections::{BTreeMap, HashSet};

use zug::{
    Error, MovesAsked, Outcome, Plan, Position, Problem, Purpose, Reply, Request, Searched,
    Searcher, SolveOptions, Value, answer,
};
use zug_testkit::{all_or, todays};

const GAME: &str = "connect-four";

/// A position near the start, with a way there.
#[derive(Clone)]
struct Opening {
    position: Position,
    moves: Vec<String>,
}

/// The positions after each number of moves that the catalogue goes to, in the order in which they are met;
/// and its letters for the last ones.
fn levels(search: &Searcher<'_>) -> Result<(Vec<Vec<Opening>>, Vec<char>), Error> {
    let rules = zug_catalogue::find(GAME).unwrap().source;
    let parameters = [("width", "7"), ("height", "6"), ("k", "4")];
    let parameters = parameters.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let openings = zug_catalogue::openings(rules, &parameters).unwrap();
    let start = Opening {
        position: search.problem().root(),
        moves: Vec::new(),
    };
    let mut levels = vec![vec![start]];
    for _ in 0..openings.plies {
        let (mut met, mut next) = (HashSet::new(), Vec::new());
        for at in levels.last().unwrap() {
            for step in search.moves(&at.position)? {
                if met.insert(search.canonical(&step.position)?) {
                    let mut moves = at.moves.clone();
                    moves.push(step.name);
                    next.push(Opening {
                        position: step.position,
                        moves,
                    });
                }
            }
        }
        levels.push(next);
    }
    let letters = openings.outcomes.chars().filter(|letter| *letter != '\n');
    Ok((levels, letters.collect()))
}

/// Who wins by a letter of the catalogue.
fn outcome_of(letter: char) -> Outcome {
    match letter {
        'w' => Outcome::Win,
        'd' => Outcome::Draw,
        'l' => Outcome::Loss,
        _ => panic!("`{letter}` is no outcome"),
    }
}

#[test]
fn a_search_knows_all_openings_and_what_follows_from_them() -> Result<(), Error> {
    let problem = Problem::new(&Request::catalogue(GAME)?)?;
    problem.with_search(&SolveOptions::default(), |search| {
        let (levels, letters) = levels(search)?;
        assert_eq!(letters.len(), levels.last().unwrap().len());
        let mut behind = BTreeMap::new();
        for (number, at) in levels.last().unwrap().iter().enumerate() {
            let outcome = outcome_of(letters[number]);
            behind.insert(search.canonical(&at.position)?, outcome);
            if search.finished(&at.position)?.is_none() {
                assert_eq!(search.outcome(&at.position)?, outcome, "{:?}", at.moves);
            } else {
                assert_eq!(outcome, Outcome::Loss, "{:?}", at.moves);
            }
        }
        for level in levels.iter().rev().skip(1) {
            let mut outcomes = BTreeMap::new();
            for at in level {
                let moves = search.moves(&at.position)?.into_iter();
                let values = moves.map(|of| {
                    let outcome = behind[&search.canonical(&of.position)?].flipped();
                    Ok::<_, Error>(Value::finished(outcome))
                });
                let values = values.collect::<Result<Vec<_>, _>>()?;
                let outcome = match values.iter().max() {
                    Some(best) => best.outcome(),
                    None => Outcome::Loss,
                };
                outcomes.insert(search.canonical(&at.position)?, outcome);
                if search.finished(&at.position)?.is_none() {
                    assert_eq!(search.outcome(&at.position)?, outcome, "{:?}", at.moves);
                }
            }
            behind = outcomes;
        }
        assert_eq!(search.nodes(), 0, "something was searched");
        Ok(())
    })
}

#[test]
fn some_openings_are_searched_again() -> Result<(), Error> {
    let rules = zug_catalogue::find(GAME).unwrap().source;
    // Rules with another text have no openings.
    let other = Problem::new(&Request::rules(format!("{rules}\n# again\n"), "again.zug"))?;
    other.with_search(&SolveOptions::default(), |search| {
        let (levels, letters) = levels(search)?;
        let last = levels.last().unwrap().iter().zip(letters);
        // By day two of these, at night 20: some take half a minute.
        let sample = last.step_by(all_or(97, 4613));
        for (at, letter) in todays(470, sample) {
            if search.finished(&at.position)?.is_none() {
                let outcome = search.outcome(&at.position)?;
                assert_eq!(outcome, outcome_of(letter), "{:?}", at.moves);
            }
        }
        assert!(search.nodes() > 0);
        Ok(())
    })
}

#[test]
fn the_first_move_is_known_without_a_search() -> Result<(), Error> {
    let problem = Problem::new(&Request::catalogue(GAME)?)?;
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
    let smaller = Request::catalogue(GAME)?
        .set("width", "5")
        .set("height", "4");
    let smaller = Problem::new(&smaller)?;
    let outcome = smaller.with_search(&SolveOptions::default(), |search| {
        search.outcome(&smaller.root())
    });
    assert_eq!(outcome?, Outcome::Draw);
    Ok(())
}

/// What a search finds after these moves.
fn searched(moves: &str, options: &SolveOptions) -> Result<Box<Searched>, Error> {
    let request = Request::catalogue(GAME)?.after(moves)?;
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
    // After seven moves, too, who wins by each is known.
    let later = searched("3, 3, 3, 5, 3, 2, 6", &options)?;
    assert_eq!(told(&later).len(), 7);
    assert!(later.nodes == 0 && !later.left_moves_unvalued());
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
    let game = Request::catalogue(GAME)?;
    assert!(is_opening(&game, &options)?);
    assert!(is_opening(
        &game,
        &options.clone().with_moves(MovesAsked::All)
    )?);
    assert!(!is_opening(&game, &options.clone().with_remoteness(true))?);
    // Of the positions after eight moves, who wins is known and by which move is not.
    assert!(!is_opening(
        &game.after("3, 3, 3, 5, 3, 2, 6, 1")?,
        &options
    )?);
    Ok(())
}
