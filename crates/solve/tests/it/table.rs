//! A solved table is asked in one way, wherever it is stored.

use std::ops::ControlFlow;

use zug_game::Game;
use zug_solve::Job;
use zug_solve::strong::{Solution, solve};
use zug_solve::table::{Entry, Table, Take, Unreadable};
use zug_testkit::games::tic_tac_toe::TicTacToe;
use zug_values::Value;

/// A table on a disk of which the first blocks alone can be read.
struct Torn<'a, P> {
    whole: &'a Solution<P>,
    readable: usize,
}

impl<P: Copy> Table for Torn<'_, P>
where
    Solution<P>: Table<Position = P>,
{
    type Position = P;

    fn find(&self, _: &P) -> Result<Option<Value>, Unreadable> {
        Err(Unreadable::new("the disk is torn"))
    }

    fn place(&self, _: &P) -> Result<Option<u64>, Unreadable> {
        Err(Unreadable::new("the disk is torn"))
    }

    fn entry(&self, _: u64) -> Result<Option<Entry<P>>, Unreadable> {
        Err(Unreadable::new("the disk is torn"))
    }

    fn len(&self) -> u64 {
        Table::len(self.whole)
    }

    fn held_bytes(&self) -> u64 {
        0
    }

    fn each_block(&self, take: &mut Take<'_, P>) -> Result<(), Unreadable> {
        let mut left = self.readable;
        let mut torn = false;
        self.whole.each_block(&mut |block| {
            if left == 0 {
                torn = true;
                return ControlFlow::Break(());
            }
            left -= 1;
            take(block)
        })?;
        if torn {
            return Err(Unreadable::new("the disk is torn"));
        }
        Ok(())
    }
}

fn solved() -> Solution<<TicTacToe as Game>::Position> {
    let game = TicTacToe::square(3, 3);
    solve(&game, [game.start()], &Job::default()).unwrap()
}

#[test]
fn a_solution_asked_as_a_table_says_what_it_says() {
    let solution = solved();
    let table: &dyn Table<Position = _> = &solution;
    assert_eq!(table.len(), 5478);
    assert_eq!(table.held_bytes(), solution.held_bytes());
    assert_eq!(table.counts().unwrap(), solution.counts());
    let mut handed_on = Vec::new();
    table
        .each_block(&mut |block| {
            for entry in block {
                assert_eq!(table.find(entry.position()).unwrap(), Some(entry.value()));
                let place = table.place(entry.position()).unwrap().unwrap();
                assert_eq!(place, handed_on.len() as u64);
                assert_eq!(table.entry(place).unwrap(), Some(*entry));
                handed_on.push((*entry.position(), entry.value()));
            }
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(table.entry(table.places()).unwrap(), None);
    assert!(handed_on.into_iter().eq(solution.iter()));
}

#[test]
fn a_pass_over_a_table_ends_where_the_caller_breaks_off() {
    let solution = solved();
    let mut blocks = 0;
    Table::each_block(&solution, &mut |_| {
        blocks += 1;
        ControlFlow::Break(())
    })
    .unwrap();
    assert_eq!(blocks, 1);
}

#[test]
fn a_table_that_cannot_be_read_is_an_error_and_no_answer() {
    let solution = solved();
    let torn = Torn {
        whole: &solution,
        readable: 1,
    };
    let why = torn.counts().unwrap_err();
    assert_eq!(
        why.to_string(),
        "the table of positions cannot be read: the disk is torn"
    );
    assert!(torn.find(&solution.iter().next().unwrap().0).is_err());
}
