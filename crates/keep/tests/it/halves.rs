//! Rules that have draws and a winner of endless play are kept as two tables and as two proofs. What is read back
//! is what was solved, and half of it is refused.

use std::collections::HashMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use zug::{Extent, Outcome, Position, Problem, Request, Solution, SolveOptions};
use zug_keep::{Error, Face, Place, Silent, proof, solved, table};
use zug_tablebase::ProofFile;
use zug_testkit::{all_or, endless};
use zug_values::Value;

fn options() -> SolveOptions {
    SolveOptions::default().with_memory(64 << 20)
}

/// Random rules of this kind, each with its problem.
fn of_two_halves(seeds: u64) -> impl Iterator<Item = (Request, Problem)> {
    let asked = (0..seeds).map(|seed| Request::rules(endless::rules(seed), format!("seed {seed}")));
    let problems = asked.map(|request| {
        let problem = Problem::new(&request).unwrap();
        (request, problem)
    });
    problems.filter(|(_, problem)| problem.halves().is_some())
}

/// The values of all positions, whose look-ups tell the same.
fn values(solution: &Solution) -> HashMap<Position, Value> {
    let mut values = HashMap::new();
    let read = solution.each_value(&mut |position, value| {
        assert_eq!(solution.value(&position).unwrap(), Some(value));
        values.insert(position, value);
        ControlFlow::Continue(())
    });
    read.unwrap();
    values
}

fn in_folder(request: &Request, folder: &Path) -> zug_keep::Result<solved::Solved> {
    let face: Arc<dyn Face> = Arc::new(Silent);
    solved::solved(
        request,
        &options(),
        Place::new(folder, Duration::ZERO, &face),
    )
}

#[test]
fn two_tables_tell_what_was_solved_in_memory() {
    let mut games = 0;
    for (request, problem) in of_two_halves(all_or(60, 1_000)) {
        let in_memory = problem.solve(&options()).unwrap();
        let expected = values(&in_memory);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let written = in_folder(&request, path).unwrap();
        assert_eq!(values(&written.solution), expected, "{}", problem.name());
        let (_, read) = table::opened(path, &options()).unwrap();
        assert_eq!(values(&read), expected);
        assert_eq!(
            read.counts().unwrap().endless,
            in_memory.counts().unwrap().endless
        );
        table::verified(path, Extent::All, &options()).unwrap();

        // A run that was stopped between the tables goes on with the second.
        fs::remove_dir_all(path.join("draws")).unwrap();
        assert!(table::opened(path, &options()).is_err());
        assert_eq!(
            values(&in_folder(&request, path).unwrap().solution),
            expected
        );

        // The second table alone, or in the place of the first, is refused.
        assert!(table::opened(&path.join("draws"), &options()).is_err());
        assert!(in_folder(&request, &path.join("draws")).is_err());

        // Tables answer the question about a later position, too.
        for (later, value) in expected.iter().take(3) {
            let asked = request.clone().at(problem.print(later));
            let found = in_folder(&asked, path).unwrap();
            assert_eq!(found.solution.value(later).unwrap(), Some(*value));
        }

        let saved = tempfile::tempdir().unwrap();
        solved::save(&request, &problem, &in_memory, &options(), saved.path()).unwrap();
        let (_, read) = table::opened(saved.path(), &options()).unwrap();
        assert_eq!(values(&read), expected);
        games += 1;
    }
    assert!(games > 15, "{games}");
}

#[test]
fn two_proofs_in_one_file_tell_draws_from_endless_play() {
    let folder = tempfile::tempdir().unwrap();
    let path = &folder.path().join("proof");
    let options = options().with_proof(true);
    let (mut draws, mut endless) = (0, 0);
    for (request, problem) in of_two_halves(all_or(60, 1_000)) {
        for (position, value) in values(&problem.solve(&options).unwrap()) {
            let request = request.clone().at(problem.print(&position));
            let problem = problem.clone().at(position);
            let searched = problem.search(&options).unwrap();
            proof::write(path, &request, &problem, &searched, &options)
                .unwrap()
                .unwrap();
            let certified = proof::certify(path, &options).unwrap();
            assert_eq!(certified.worth.outcome(), value.outcome());
            assert_eq!(certified.worth.is_endless(), value.is_endless());
            if searched.proof_of_draws.is_none() {
                continue;
            }
            draws += usize::from(value.outcome() == Outcome::Draw);
            endless += usize::from(value.is_endless());
            half_is_refused(path, &options);
        }
    }
    assert!(draws > 20 && endless > 20, "{draws} {endless}");
}

/// The file of two proofs is refused when one is missing, when they change places, and when there is a third.
fn half_is_refused(path: &Path, options: &SolveOptions) {
    let bytes = fs::read(path).unwrap();
    let second = bytes
        .windows(8)
        .rposition(|window| window == b"zugproof")
        .unwrap();
    let (one, other) = bytes.split_at(second);
    for forged in [
        one.to_vec(),
        other.to_vec(),
        [other, one].concat(),
        [one, one].concat(),
        [one, other, other].concat(),
    ] {
        fs::write(path, forged).unwrap();
        let refused = proof::certify(path, options).unwrap_err();
        assert!(
            matches!(refused, Error::ProofParts { .. } | Error::ProofHead { .. }),
            "{refused}"
        );
    }
    fs::write(path, bytes).unwrap();
    let job = options.job();
    let file = ProofFile::open(path, &job.budget).unwrap();
    assert!(!file.head().of.draws_won);
}
