//! Where the states of an automaton stand: in columns, by the number of letters that lead to them.

use super::arrows::Arrow;

/// How often each column is sorted again by its neighbour on the left, and by that on the right.
const ROUNDS: usize = 8;

/// Returns the states in columns: the start alone in the first one, and each other state in the column behind the
/// first state with an arrow to it. In a column, states are near those that they have arrows to or from.
pub(super) fn columns(arrows: &[Arrow]) -> Vec<Vec<usize>> {
    let mut known = vec![0];
    let mut columns = vec![vec![0]];
    while let Some(last) = columns.last() {
        let mut next: Vec<usize> = Vec::new();
        for arrow in arrows.iter().filter(|arrow| last.contains(&arrow.from)) {
            if !known.contains(&arrow.to) {
                known.push(arrow.to);
                next.push(arrow.to);
            }
        }
        if next.is_empty() {
            break;
        }
        columns.push(next);
    }
    for _ in 0..ROUNDS {
        for forward in [true, false] {
            for place in 1..columns.len() {
                let place = if forward {
                    place
                } else {
                    columns.len() - place - 1
                };
                let other = if forward { place - 1 } else { place + 1 };
                sort(&mut columns, place, other, arrows);
            }
        }
    }
    columns
}

/// Returns the height of each state of a column, where neighbours differ by 1 and the middle is 0.
pub(super) fn heights(column: &[usize]) -> impl Iterator<Item = (usize, f64)> {
    let middle = (column.len() as f64 - 1.0) / 2.0;
    let places = column.iter().enumerate();
    places.map(move |(place, state)| (*state, place as f64 - middle))
}

/// Orders the states of one column by the mean height of their neighbours in another one; a state without neighbours
/// there keeps its height.
fn sort(columns: &mut [Vec<usize>], place: usize, other: usize, arrows: &[Arrow]) {
    let known: Vec<(usize, f64)> = heights(&columns[other]).collect();
    let mut wanted: Vec<(f64, usize)> = heights(&columns[place])
        .map(|(state, height)| {
            let is_neighbour = |of: usize| {
                arrows.iter().any(|arrow| {
                    (arrow.from, arrow.to) == (state, of) || (arrow.from, arrow.to) == (of, state)
                })
            };
            let near: Vec<f64> = known
                .iter()
                .filter(|(of, _)| is_neighbour(*of))
                .map(|(_, height)| *height)
                .collect();
            let mean = near.iter().sum::<f64>() / near.len() as f64;
            (if near.is_empty() { height } else { mean }, state)
        })
        .collect();
    wanted.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    columns[place] = wanted.into_iter().map(|(_, state)| state).collect();
}
