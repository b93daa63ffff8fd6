//! What is drawn of an automaton: its states and the arrows between them.

use zug::PatternClaim;

/// The arrow from one state to another, with all letters that lead there.
pub(super) struct Arrow {
    pub(super) from: usize,
    pub(super) to: usize,
    /// The letters: for each variable that is read its digit.
    pub(super) letters: Vec<Vec<usize>>,
}

/// Whether nothing is accepted from a state. Such a state is not drawn.
pub(super) fn is_dead(claim: &PatternClaim, state: usize) -> bool {
    let table = &claim.automaton;
    !table.accepting[state] && table.next[state].iter().all(|next| *next as usize == state)
}

/// Returns the arrows between the states that are drawn, in the order of the states that they leave. Letters that
/// lead from one state to the same state share an arrow.
pub(super) fn arrows(claim: &PatternClaim) -> Vec<Arrow> {
    let mut arrows = Vec::new();
    let rows = claim.automaton.next.iter().enumerate();
    for (from, row) in rows.filter(|(state, _)| !is_dead(claim, *state)) {
        let first = arrows.len();
        for (letter, to) in row.iter().map(|next| *next as usize).enumerate() {
            if is_dead(claim, to) {
                continue;
            }
            let digits = claim.digits_of(letter);
            let mut own = arrows[first..].iter_mut();
            match own.find(|arrow: &&mut Arrow| arrow.to == to) {
                Some(arrow) => arrow.letters.push(digits),
                None => arrows.push(Arrow {
                    from,
                    to,
                    letters: vec![digits],
                }),
            }
        }
    }
    arrows
}
