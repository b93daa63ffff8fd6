//! Proofs of searches of the catalogue's games are certified, and changed ones are not.

use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroUsize;

use zug::{
    Beside, Bounds, Engine, Error, Outcome, Plies, Position, Problem, ProofCheck, ProofClaim,
    ProofFlaw, Proved, Request, SolveOptions, Value,
};
use zug_game::U256;
use zug_testkit::{all_or, todays};
use zug_values::{Score, Wanted};

use crate::values::values;

type List = Vec<(U256, Bounds)>;

/// Checks a list.
fn check(problem: &Problem, list: &List, claim: &ProofClaim) -> Result<Proved, Error> {
    let options = SolveOptions::default().with_memory(256 << 20);
    let mut check = ProofCheck::new(problem, list.len() as u64, &options)?;
    for &(position, bounds) in list {
        check.add(position, bounds)?;
    }
    check.run(claim)
}

/// What a search finds, and the list that proves it.
fn proof(problem: &Problem, remoteness: bool) -> (List, ProofClaim) {
    let options = SolveOptions::default()
        .with_memory(256 << 20)
        .with_remoteness(remoteness)
        .with_proof(true);
    let searched = problem.search(&options).unwrap();
    let claim = searched.claim();
    (searched.proof.unwrap().entries().collect(), claim)
}

/// A game of the catalogue with these parameters.
fn request(name: &str, settings: &[(&str, &str)]) -> Request {
    let request = Request::catalogue(name).unwrap();
    let set = |request: Request, (parameter, value): &(&str, &str)| request.set(*parameter, *value);
    settings.iter().fold(request, set)
}

/// Certifies the proofs of the start and of some positions spread over all of a game.
fn certify(name: &str, settings: &[(&str, &str)], most: usize, with_remoteness: &[bool]) {
    let problem = Problem::new(&request(name, settings)).unwrap();
    let solution = problem.solve(&SolveOptions::default()).unwrap();
    let all = values(&solution);
    let spread = all
        .iter()
        .step_by(all.len().div_ceil(most.div_ceil(all_or(8, 1))))
        .map(|(position, _)| *position);
    for position in std::iter::once(problem.root()).chain(spread) {
        let problem = problem.clone().at(position);
        for &remoteness in with_remoteness {
            let (list, claim) = proof(&problem, remoteness);
            let value = solution.value(&position).unwrap().unwrap();
            assert_eq!(claim.outcome(), value.outcome());
            let place = || format!("{name} {} {remoteness}", problem.print(&position));
            let proved = check(&problem, &list, &claim);
            let proved = proved.unwrap_or_else(|flaw| panic!("{}: {flaw}", place()));
            assert_eq!(proved.entries, list.len() as u64, "{}", place());
            // The same list proves nothing else.
            let others = [Outcome::Win, Outcome::Draw, Outcome::Loss].into_iter();
            let others = others.filter(|other| *other != claim.outcome());
            let mut others: Vec<ProofClaim> = others
                .map(|outcome| ProofClaim::Worth(outcome.into()))
                .collect();
            if let Some(Plies(plies)) = claim.remoteness() {
                let other = |plies| Value::after(claim.outcome(), Plies(plies));
                let of_other_length = plies.checked_sub(1).and_then(other);
                let values = of_other_length.into_iter().chain(other(plies + 1));
                others.extend(values.map(|value| ProofClaim::Worth(value.into())));
            }
            for other in others {
                assert!(check(&problem, &list, &other).is_err(), "{}", place());
            }
        }
    }
}

#[test]
fn proofs_of_games_in_which_play_ends_are_certified() {
    let both = &[false, true][..];
    let games = [
        ("subtraction", &[("n", "21")][..], 21),
        ("nim", &[("piles", "[3, 4, 5]")], 30),
        ("kayles", &[("n", "9")], 30),
        ("hexapawn", &[], 30),
        ("tic-tac-toe", &[], 60),
        ("misere-tic-tac-toe", &[], 60),
        ("connect-four", &[("width", "4"), ("height", "4")], 60),
        ("domineering", &[], 30),
        ("sim", &[], 10),
        ("dawsons-kayles", &[], 30),
        ("number-game", &[], 20),
        ("furlo-rublo", &[], 20),
    ];
    for (name, settings, most) in todays(2, games) {
        certify(name, settings, most, both);
    }
    for name in todays(2, ["reversi", "kalah"]) {
        certify(name, &[], 20, &[false]);
    }
}

#[test]
fn proofs_of_games_in_which_play_goes_round_are_certified() {
    let both = &[false, true][..];
    for (name, with_remoteness) in [
        ("pong-hau-ki", both),
        ("mu-torere", &[false]),
        ("three-mens-morris", &[false]),
        ("dodgem", &[false]),
    ] {
        certify(name, &[], 10, with_remoteness);
    }
}

#[test]
fn a_proof_ends_where_a_count_of_moves_tells_who_wins() {
    let settings = [("width", "6"), ("height", "6")];
    let problem = Problem::new(&request("domineering", &settings)).unwrap();
    let (list, claim) = proof(&problem, false);
    let proved = check(&problem, &list, &claim).unwrap();
    assert!(proved.counted > proved.positions, "{proved:?}");
    // Counts do not tell who wins the position asked about.
    assert!(check(&problem, &Vec::new(), &claim).is_err());
    // With the number of moves no count suffices.
    let settings = [("width", "4"), ("height", "4")];
    let problem = Problem::new(&request("domineering", &settings)).unwrap();
    let (list, claim) = proof(&problem, false);
    let (longer, with_plies) = proof(&problem, true);
    assert!(list.len() < longer.len());
    assert!(check(&problem, &list, &with_plies).is_err());
    check(&problem, &longer, &with_plies).unwrap();
    check(&problem, &list, &claim).unwrap();
}

/// Random numbers that are the same in every run.
fn random(mut seed: u64) -> impl FnMut(usize) -> usize {
    move |below| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below.max(1)
    }
}

/// A list in which one thing is changed.
fn mutant(list: &List, positions: &[Position], random: &mut impl FnMut(usize) -> usize) -> List {
    let mut entries: BTreeMap<U256, Bounds> = list.iter().copied().collect();
    let (position, bounds) = list[random(list.len())];
    let other = positions[random(positions.len())].to_bits();
    match random(6) {
        0 => {
            entries.remove(&position);
        }
        1 => {
            entries.remove(&position);
            entries.insert(other, bounds);
        }
        2 => {
            entries.insert(other, bounds);
        }
        3 => {
            // One bit of a position.
            entries.remove(&position);
            entries.insert(position ^ (U256::ONE << random(48)), bounds);
        }
        4 => {
            let tighter = match random(2) {
                0 => Wanted::Attains(bounds.lower.above()),
                _ => Wanted::Misses(bounds.upper),
            };
            entries.insert(position, bounds.and(tighter));
        }
        _ => {
            let scores = [
                Score::WIN,
                Score::DRAW,
                Score::DRAW.below(),
                Score::win_within(3),
            ];
            let score = scores[random(4)];
            let changed = match random(2) {
                0 => Bounds {
                    lower: score,
                    ..bounds
                },
                _ => Bounds {
                    upper: score,
                    ..bounds
                },
            };
            entries.insert(position, changed);
        }
    }
    entries.into_iter().collect()
}

/// Whether all that a list claims is true of the positions of which the table of all
/// reachable positions tells the value.
fn is_true(known: &HashMap<U256, Value>, list: &List) -> bool {
    list.iter().all(|(position, bounds)| {
        known.get(position).is_none_or(|value| {
            let score = Score::of(*value).unwrap();
            bounds.lower <= score && score <= bounds.upper
        })
    })
}

#[test]
fn changed_proofs_are_refused_or_are_true() {
    let mut random = random(1);
    let (mut refused, mut passed) = (0, 0);
    for (name, settings) in [
        ("tic-tac-toe", &[][..]),
        ("connect-four", &[("width", "4"), ("height", "4")]),
        ("domineering", &[]),
        ("hexapawn", &[]),
        ("dodgem", &[]),
        ("mu-torere", &[]),
        ("pong-hau-ki", &[]),
    ] {
        let problem = Problem::new(&request(name, settings)).unwrap();
        let solution = problem.solve(&SolveOptions::default()).unwrap();
        let all = values(&solution);
        let known: HashMap<U256, Value> =
            all.iter().map(|(p, value)| (p.to_bits(), *value)).collect();
        let positions: Vec<Position> = all.into_iter().map(|(p, _)| p).collect();
        let (list, claim) = proof(&problem, false);
        check(&problem, &list, &claim).unwrap();
        for _ in 0..all_or(40, 150) {
            let changed = mutant(&list, &positions, &mut random);
            if changed == list {
                continue;
            }
            match check(&problem, &changed, &claim) {
                Err(Error::Unproved(_) | Error::ProofList(_)) => refused += 1,
                Err(other) => panic!("{name}: {other}"),
                Ok(_) => {
                    passed += 1;
                    // What passes has only true entries more or less than the proof; or one of
                    // a position that play cannot reach, on which nothing stands.
                    let new: List = changed.into_iter().filter(|e| !list.contains(e)).collect();
                    assert!(is_true(&known, &new), "{name}: {new:?}");
                }
            }
        }
    }
    assert!(
        refused + passed >= all_or(250, 1000),
        "{refused} and {passed}"
    );
    println!("{refused} refused, {passed} true");
    assert!(refused > 2 * passed, "{refused} and {passed}");
}

/// Small games that end with scores, and whose moves climb levels.
const SCORED: [(&str, &[(&str, &str)]); 5] = [
    ("coins-in-a-row", &[("row", "[7, 1, 1, 9, 2, 8, 3, 3]")]),
    (
        "dots-and-boxes-by-margin",
        &[("width", "2"), ("height", "1")],
    ),
    (
        "dots-and-boxes-by-margin",
        &[("width", "3"), ("height", "1")],
    ),
    ("kalah-by-margin", &[("pits", "2"), ("seeds", "2")]),
    ("kalah-by-margin", &[("pits", "3"), ("seeds", "1")]),
];

#[test]
fn proofs_of_scores_are_certified_and_changed_ones_are_refused_or_true() {
    let options = SolveOptions::default()
        .with_memory(256 << 20)
        .with_proof(true);
    let mut random = random(3);
    let (mut refused, mut passed) = (0, 0);
    for (name, settings) in SCORED {
        let problem = Problem::new(&request(name, settings)).unwrap();
        let solution = problem.solve(&SolveOptions::default()).unwrap();
        let all = values(&solution);
        let positions: Vec<Position> = all.iter().map(|(position, _)| *position).collect();
        let known: HashMap<U256, i64> = positions
            .iter()
            .map(|position| {
                let score = solution.score(position).unwrap().unwrap();
                (position.to_bits(), score)
            })
            .collect();
        let is_true = |list: &List| {
            list.iter().all(|(position, bounds)| {
                known.get(position).is_none_or(|score| {
                    let score = Score::of_points(*score).unwrap();
                    bounds.lower <= score && score <= bounds.upper
                })
            })
        };
        let asked = all_or(1, 5);
        let spread = positions.iter().step_by(positions.len().div_ceil(asked));
        for position in std::iter::once(&problem.root()).chain(spread) {
            let problem = problem.clone().at(*position);
            let searched = problem.search(&options).unwrap();
            let score = known[&position.to_bits()];
            assert_eq!(searched.score, Some(score), "{name}");
            let list: List = searched.proof.unwrap().entries().collect();
            let proved = check(&problem, &list, &ProofClaim::Score(score));
            let proved = proved.unwrap_or_else(|flaw| panic!("{name} {score}: {flaw}"));
            assert_eq!(proved.entries, list.len() as u64);
            assert!(is_true(&list), "{name}");
            for other in [score - 1, score + 1, -score]
                .iter()
                .filter(|s| **s != score)
            {
                assert!(
                    check(&problem, &list, &ProofClaim::Score(*other)).is_err(),
                    "{name}"
                );
            }
            if list.is_empty() {
                continue;
            }
            // The bounds say nothing of outcomes and plies.
            assert!(
                score == 0
                    || check(&problem, &list, &ProofClaim::Worth(Outcome::Draw.into())).is_err()
            );
            for _ in 0..all_or(8, 12) {
                let changed = mutant(&list, &positions, &mut random);
                let new: List = changed
                    .iter()
                    .filter(|e| !list.contains(e))
                    .copied()
                    .collect();
                match check(&problem, &changed, &ProofClaim::Score(score)) {
                    Err(Error::Unproved(_) | Error::ProofList(_)) => refused += 1,
                    Err(other) => panic!("{name}: {other}"),
                    Ok(_) => {
                        passed += 1;
                        assert!(is_true(&new), "{name}: {new:?}");
                    }
                }
            }
        }
    }
    println!("{refused} refused, {passed} true");
    assert!(
        refused > passed && refused + passed > all_or(40, 200),
        "{refused} and {passed}"
    );
}

#[test]
fn the_proof_of_a_score_that_leaves_told_stands_on_no_leaf() {
    let options = SolveOptions::default()
        .with_memory(256 << 20)
        .with_proof(true);
    for (name, settings) in SCORED {
        let problem = Problem::new(&request(name, settings)).unwrap();
        // The leaves are all positions, the one asked about among them: the search alone has nothing
        // to do, and the proof everything.
        let leaves = problem.solve(&SolveOptions::default()).unwrap();
        let beside = Beside::default().with_leaves(&leaves);
        let searched = problem.search_with(&options, beside).unwrap();
        assert!(searched.leaves > 0, "{name}");
        let score = searched.score.unwrap();
        assert_eq!(Some(score), leaves.score(&problem.root()).unwrap());
        let list: List = searched.proof.unwrap().entries().collect();
        let proved = check(&problem, &list, &ProofClaim::Score(score));
        proved.unwrap_or_else(|flaw| panic!("{name} {score}: {flaw}"));
        for other in [score - 1, score + 1] {
            assert!(
                check(&problem, &list, &ProofClaim::Score(other)).is_err(),
                "{name}"
            );
        }
    }
}

#[test]
fn a_game_that_ends_with_no_scores_has_none_to_prove() {
    let problem = Problem::new(&request("tic-tac-toe", &[])).unwrap();
    assert!(matches!(
        check(&problem, &List::new(), &ProofClaim::Score(0)),
        Err(Error::NoScores)
    ));
}

#[test]
fn a_flaw_is_told_with_the_position_as_the_rules_write_it() {
    let problem = Problem::new(&request("tic-tac-toe", &[])).unwrap();
    let (mut list, claim) = proof(&problem, false);
    list.remove(list.len() / 2);
    let error = check(&problem, &list, &claim).unwrap_err();
    assert!(matches!(&error, Error::Unproved(flaw) if matches!(**flaw, ProofFlaw::Open { .. })));
    let told = error.to_string();
    assert!(told.contains("board=") && told.contains("turn="), "{told}");
}

/// Two threads or more that search by proof numbers find what one finds, and prove it.
#[test]
fn proofs_of_searches_by_proof_numbers_on_threads_are_certified() {
    // Play goes round in the last three.
    let games = [
        ("kalah", &[("pits", "5"), ("seeds", "2")][..]),
        ("hex", &[]),
        ("clobber", &[]),
        ("connect-four", &[("width", "4"), ("height", "5")]),
        ("hare-and-hounds", &[]),
        ("dodgem", &[]),
        ("kqk", &[]),
    ];
    for (name, settings) in todays(3, games) {
        let problem = Problem::new(&request(name, settings)).unwrap();
        let searched = |threads| {
            let options = SolveOptions::default()
                .with_memory(256 << 20)
                .with_engine(Some(Engine::ProofNumbers))
                .with_threads(NonZeroUsize::new(threads).unwrap())
                .with_proof(true);
            let searched = problem.search(&options).unwrap();
            let list: List = searched.proof.unwrap().entries().collect();
            (list, searched.worth.outcome())
        };
        let (_, outcome) = searched(1);
        for threads in [2, 3] {
            let (list, told) = searched(threads);
            assert_eq!(told, outcome, "{name}");
            let proved = check(&problem, &list, &ProofClaim::Worth(told.into()));
            let proved = proved.unwrap_or_else(|flaw| panic!("{name}: {flaw}"));
            assert_eq!(proved.entries, list.len() as u64, "{name}");
        }
    }
}
