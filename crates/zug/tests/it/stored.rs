//! Solutions whose tables are not in memory: the answers are those of the table, and a
//! table that cannot be read is an error that says so.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Duration;

use zug::report::{ExplainReport, SolveReport};
use zug::{Error, Problem, Reply, Request, Solution, SolveOptions, Tree, TreeLimits, explain};
use zug_game::U256;
use zug_solve::table::{Entry, Table, Take, Unreadable};
use zug_values::{Outcome, Value};

use crate::values::values;

/// A table on a disk, of which nothing can be read once it is torn.
#[derive(Clone)]
pub(crate) struct Disk {
    entries: Vec<Entry<U256>>,
    places: HashMap<U256, usize>,
    torn: bool,
}

impl Disk {
    /// The table of a solution, written to the disk.
    pub(crate) fn of(solution: &Solution) -> Self {
        let entries: Vec<Entry<U256>> = values(solution)
            .into_iter()
            .map(
                |(position, value)| match solution.finished(&position).unwrap() {
                    Some(outcome) => Entry::of_finished(position.to_bits(), outcome),
                    None => Entry::new(position.to_bits(), value),
                },
            )
            .collect();
        let places = entries.iter().enumerate();
        Self {
            places: places
                .map(|(place, entry)| (*entry.position(), place))
                .collect(),
            entries,
            torn: false,
        }
    }

    fn readable(&self) -> Result<(), Unreadable> {
        if self.torn {
            return Err(Unreadable::new("the disk is torn"));
        }
        Ok(())
    }
}

impl Table for Disk {
    type Position = U256;

    fn find(&self, position: &U256) -> Result<Option<Value>, Unreadable> {
        self.readable()?;
        let place = self.places.get(position);
        Ok(place.map(|&place| self.entries[place].value()))
    }

    fn place(&self, position: &U256) -> Result<Option<u64>, Unreadable> {
        self.readable()?;
        Ok(self.places.get(position).map(|&place| place as u64))
    }

    fn entry(&self, place: u64) -> Result<Option<Entry<U256>>, Unreadable> {
        self.readable()?;
        Ok(self.entries.get(place as usize).copied())
    }

    fn len(&self) -> u64 {
        self.entries.len() as u64
    }

    fn held_bytes(&self) -> u64 {
        0
    }

    fn each_block(&self, take: &mut Take<'_, U256>) -> Result<(), Unreadable> {
        self.readable()?;
        for block in self.entries.chunks(100) {
            if take(block).is_break() {
                break;
            }
        }
        Ok(())
    }
}

/// A game without nimbers, its solution in memory, and the table of that solution.
fn solved() -> (Problem, Solution, Disk) {
    let problem = Problem::new(&Request::catalogue("tic-tac-toe").unwrap()).unwrap();
    let solution = problem.solve(&SolveOptions::default()).unwrap();
    let disk = Disk::of(&solution);
    (problem, solution, disk)
}

fn reply(problem: Problem, solution: Solution) -> Reply {
    Reply::Positions {
        problem: Box::new(problem),
        solution: Box::new(solution),
        theorem: None,
    }
}

#[test]
fn a_stored_table_answers_as_the_solution_that_was_stored() {
    let (problem, solution, disk) = solved();
    let stored = Solution::of_table(&problem, disk);
    let root = problem.root();
    assert_eq!(stored.moves(&root).unwrap(), solution.moves(&root).unwrap());
    assert_eq!(values(&stored), values(&solution));
    let (told, known) = (stored.counts().unwrap(), solution.counts().unwrap());
    assert_eq!((told.positions, told.wins), (known.positions, known.wins));
    let limits = TreeLimits::default().with_depth(Some(2));
    let tree = |solution| format!("{:?}", Tree::new(&problem, solution, &limits).unwrap());
    assert_eq!(tree(&stored), tree(&solution));
    assert_eq!(stored.verify().unwrap(), solution.verify().unwrap());
    let why = |solution| explain(&reply(problem.clone(), solution)).unwrap();
    let (told, known) = (why(stored), why(solution));
    assert_eq!(told[..told.len() - 1], known[..known.len() - 1]);
    assert_eq!(
        told.last().unwrap(),
        "Found by a table that was solved before over 5478 positions."
    );
}

/// The message of an answer that cannot be read.
fn fault<T>(result: Result<T, Error>) -> String {
    match result {
        Err(error @ Error::Unreadable(_)) => error.to_string(),
        Err(error) => panic!("{error:?}"),
        Ok(_) => panic!("nothing could be read"),
    }
}

#[test]
fn a_table_that_cannot_be_read_ends_every_answer_with_an_error() {
    let (problem, _, disk) = solved();
    let root = problem.root();
    let torn = || {
        let disk = Disk {
            torn: true,
            ..disk.clone()
        };
        Solution::of_table(&problem, disk)
    };
    let limits = TreeLimits::default();
    let all = [
        fault(torn().value(&root)),
        fault(torn().nimber(&root).and_then(|_| torn().worth(&root))),
        fault(torn().counts()),
        fault(torn().verify()),
        fault(torn().each_value(&mut |_, _| ControlFlow::Continue(()))),
        fault(torn().moves(&root)),
        fault(torn().line(&root, 3)),
        fault(Tree::new(&problem, &torn(), &limits)),
        fault(explain(&reply(problem.clone(), torn()))),
        fault(reply(problem.clone(), torn()).worth()),
        fault(SolveReport::of(
            &reply(problem.clone(), torn()),
            Duration::ZERO,
            None,
        )),
        fault(ExplainReport::of(
            &reply(problem.clone(), torn()),
            Vec::new(),
        )),
    ];
    for message in all {
        assert_eq!(
            message,
            "the table of positions cannot be read: the disk is torn"
        );
    }
}

#[test]
fn a_stored_table_in_any_order_is_verified_and_a_wrong_value_in_it_is_found() {
    let (problem, solution, disk) = solved();
    let with = |mut entries: Vec<Entry<U256>>| {
        entries.sort_unstable_by_key(|entry| *entry.position());
        let places = entries.iter().enumerate();
        let places = places.map(|(place, entry)| (*entry.position(), place));
        let disk = Disk {
            places: places.collect(),
            entries,
            torn: false,
        };
        Solution::of_table(&problem, disk).verify()
    };
    let certificate = solution.verify().unwrap();
    assert_eq!(with(disk.entries.clone()).unwrap(), certificate);
    for wrong in (0..disk.entries.len()).step_by(211) {
        let mut entries = disk.entries.clone();
        let value = match entries[wrong].value() {
            Value::Win(plies) => Value::Win(zug::Plies(plies.0 + 2)),
            _ => Value::Win(zug::Plies(1)),
        };
        entries[wrong] = Entry::new(*entries[wrong].position(), value);
        assert!(matches!(with(entries), Err(Error::Flaw(_))));
    }
    let mut fewer = disk.entries;
    fewer.pop();
    assert!(matches!(with(fewer), Err(Error::Flaw(_))));
}

/// A table that gives every position a nimber which only a win has.
struct Lying(Disk);

impl Table for Lying {
    type Position = U256;

    fn find(&self, position: &U256) -> Result<Option<Value>, Unreadable> {
        self.0.find(position)
    }

    fn nimber(&self, _: &U256) -> Result<Option<zug::Nimber>, Unreadable> {
        Ok(Some(zug::Nimber(1)))
    }

    fn place(&self, position: &U256) -> Result<Option<u64>, Unreadable> {
        self.0.place(position)
    }

    fn entry(&self, place: u64) -> Result<Option<Entry<U256>>, Unreadable> {
        self.0.entry(place)
    }

    fn len(&self) -> u64 {
        self.0.len()
    }

    fn held_bytes(&self) -> u64 {
        0
    }

    fn each_block(&self, take: &mut Take<'_, U256>) -> Result<(), Unreadable> {
        self.0.each_block(take)
    }
}

#[test]
fn a_table_that_contradicts_itself_is_an_error() {
    let (problem, solution, disk) = solved();
    assert_eq!(
        solution.value(&problem.root()).unwrap().map(Value::outcome),
        Some(Outcome::Draw)
    );
    let lying = Solution::of_table(&problem, Lying(disk));
    let error = lying.worth(&problem.root()).unwrap_err();
    assert!(matches!(error, Error::Unreadable(_)), "{error:?}");
}
