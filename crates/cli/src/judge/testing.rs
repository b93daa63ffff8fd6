//! Helpers for the tests of all problems.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::Hash;
use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::ops::RangeInclusive;
use std::rc::Rc;

use super::tokens::InputError;

/// A writer for answers: the judge owns one, and the test reads a copy of it
/// afterwards.
#[derive(Clone, Default)]
pub(super) struct Page(Rc<RefCell<Vec<u8>>>);

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What the judge of a problem prints, and its error, if there is one.
fn judged(
    judge: impl FnOnce(Cursor<Vec<u8>>, Page) -> Result<(), InputError>,
    text: &str,
) -> (String, Option<String>) {
    let page = Page::default();
    let result = judge(Cursor::new(text.as_bytes().to_vec()), page.clone());
    let output = page.0.borrow().clone();
    (
        String::from_utf8(output).expect("answers are text"),
        result.err().map(|error| error.to_string()),
    )
}

/// What the judge prints for an input without a fault.
pub(super) fn answered(
    judge: impl FnOnce(Cursor<Vec<u8>>, Page) -> Result<(), InputError>,
    text: &str,
) -> String {
    let (output, error) = judged(judge, text);
    assert_eq!(error, None);
    output
}

/// What the judge prints for an input before its fault, and the fault.
pub(super) fn broken(
    judge: impl FnOnce(Cursor<Vec<u8>>, Page) -> Result<(), InputError>,
    text: &str,
) -> (String, String) {
    let (output, error) = judged(judge, text);
    (output, error.expect("there is a fault"))
}

/// The fault of an input for which the judge prints nothing.
pub(super) fn refused(
    judge: impl FnOnce(Cursor<Vec<u8>>, Page) -> Result<(), InputError>,
    text: &str,
) -> String {
    let (output, error) = broken(judge, text);
    assert_eq!(output, "", "{text}");
    error
}

/// Checks that digits without end, after each of `beginnings`, give an error that shows
/// only the first digits, and that nothing is answered.
pub(super) fn endless_digits_are_refused(
    judge: impl Fn(Box<dyn BufRead>, Page) -> Result<(), InputError>,
    beginnings: &[&'static str],
) {
    for beginning in beginnings {
        let digits = io::repeat(b'7').take(50_000_000);
        let input = BufReader::new(beginning.as_bytes().chain(digits));
        let page = Page::default();
        let error = judge(Box::new(input), page.clone()).unwrap_err();
        let error = error.to_string();
        assert!(error.contains("found `77777"), "{beginning}: {error}");
        assert!(error.len() < 250, "{beginning}: {error}");
        assert!(page.0.borrow().is_empty(), "{beginning}");
    }
}

/// Plain recursion over positions that are lists; each position is worked out once.
pub(super) struct Search<T, F> {
    moves: F,
    lost: HashMap<Vec<T>, bool>,
}

impl<T, M, F> Search<T, F>
where
    T: Clone + Eq + Hash,
    F: Fn(&[T]) -> Vec<(M, Vec<T>)>,
{
    /// The search of the game with these moves: `moves` returns their names and the
    /// positions after them.
    pub(super) fn new(moves: F) -> Self {
        Self {
            moves,
            lost: HashMap::new(),
        }
    }

    /// Whether the mover loses, because no move leads to a position that is lost for
    /// the opponent.
    pub(super) fn is_lost(&mut self, position: &[T]) -> bool {
        if let Some(&lost) = self.lost.get(position) {
            return lost;
        }
        let moves = (self.moves)(position);
        let lost = moves.iter().all(|(_, after)| !self.is_lost(after));
        self.lost.insert(position.to_vec(), lost);
        lost
    }

    /// The moves after which the opponent loses.
    pub(super) fn winning(&mut self, position: &[T]) -> Vec<M> {
        let moves = (self.moves)(position).into_iter();
        moves
            .filter_map(|(name, after)| self.is_lost(&after).then_some(name))
            .collect()
    }
}

/// All lists of `count` numbers in which each number lies in the range that `next`
/// returns for the numbers before it.
pub(super) fn lists(count: usize, next: impl Fn(&[u32]) -> RangeInclusive<u32>) -> Vec<Vec<u32>> {
    let mut all = vec![vec![]];
    for _ in 0..count {
        let longer = all.iter().flat_map(|list: &Vec<u32>| {
            next(list).map(|number| [list.as_slice(), &[number]].concat())
        });
        all = longer.collect();
    }
    all
}

/// Numbers separated by blanks, as in the line of a case.
pub(super) fn spaced(numbers: &[u32]) -> String {
    let words: Vec<String> = numbers.iter().map(u32::to_string).collect();
    words.join(" ")
}
