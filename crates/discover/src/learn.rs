//! An automaton from answers.
//!
//! **Method.** A row of letters is known by its *signature*: what is accepted when it is read and then
//! each short row of letters. Rows with the same signature lead to the same state (Nerode 1958;
//! Biermann and Feldman 1972). Rows are looked at in the order of their length, so that each state has a
//! shortest row. Some answers are missing, as no position has these numbers; they agree with
//! anything.

use zug_automata::{Automaton, Bounds, Digits, Track};

use crate::error::Error;

/// Asks whether the tuple of these numbers is accepted; `None` if nobody cares.
pub(crate) type Ask<'q> = dyn FnMut(&[u64]) -> Result<Option<bool>, Error> + 'q;

/// Returns an automaton with at most `most` states, learned by suffixes of at most `length` letters;
/// `None` if there is none.
pub(crate) fn learn(
    digits: Digits,
    tracks: &[Track],
    length: usize,
    most: usize,
    ask: &mut Ask<'_>,
    bounds: &Bounds<'_>,
) -> Result<Option<Automaton>, Error> {
    let letters = digits.count().pow(tracks.len() as u32);
    let mut suffixes: Vec<Vec<usize>> = vec![Vec::new()];
    let mut first = 0;
    for _ in 0..length {
        let last = suffixes.len();
        for place in first..last {
            for letter in 0..letters {
                suffixes.push([&*suffixes[place], &[letter]].concat());
            }
        }
        first = last;
    }
    let mut signature = |row: &[usize]| -> Result<Vec<Option<bool>>, Error> {
        let numbers = suffixes.iter().map(|suffix| {
            let Some(numbers) = numbers(digits, tracks.len(), &[row, suffix].concat()) else {
                return Ok(Some(false));
            };
            ask(&numbers)
        });
        numbers.collect()
    };
    let mut rows: Vec<Vec<usize>> = vec![Vec::new()];
    let mut signatures = vec![signature(&[])?];
    let (mut next, mut accepting) = (Vec::new(), Vec::new());
    let mut done = 0;
    while done < rows.len() {
        accepting.push(signatures[done][0] == Some(true));
        for letter in 0..letters {
            let row = [&*rows[done], &[letter]].concat();
            let of_row = signature(&row)?;
            let agrees = |known: &Vec<Option<bool>>| {
                let mut pairs = known.iter().zip(&of_row);
                pairs.all(|(a, b)| a.is_none() || b.is_none() || a == b)
            };
            let found = signatures.iter().position(agrees);
            if let Some(state) = found {
                for (known, new) in signatures[state].iter_mut().zip(of_row) {
                    *known = known.or(new);
                }
            } else {
                if rows.len() == most {
                    return Ok(None);
                }
                rows.push(row);
                signatures.push(of_row);
            }
            next.push(found.unwrap_or(rows.len() - 1) as u32);
        }
        done += 1;
    }
    if next[0] != 0 {
        return Ok(None);
    }
    // A state may have learned whether it accepts after it was looked at.
    for (accepts, signature) in accepting.iter_mut().zip(&signatures) {
        *accepts = signature[0] == Some(true);
    }
    let found = Automaton::from_table(digits, tracks.to_vec(), next, accepting, bounds)?;
    Ok(Some(found))
}

/// Returns the numbers with these digits; `None` if a row of digits is the form of no number.
fn numbers(digits: Digits, tracks: usize, row: &[usize]) -> Option<Vec<u64>> {
    let count = digits.count();
    let of_track = |track: usize| {
        let place = count.pow(track as u32);
        let own: Vec<u8> = row
            .iter()
            .map(|letter| (letter / place % count) as u8)
            .collect();
        let number = digits.read(&own)?;
        let zeros = own.iter().take_while(|digit| **digit == 0).count();
        (digits.write(number) == own[zeros..]).then_some(number)
    };
    (0..tracks).map(of_track).collect()
}
