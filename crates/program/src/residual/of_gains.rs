//! What moves gain, as a program whose moves write it down.
//!
//! A compiler makes code for moves that change positions. Here a position has one field more behind all
//! others, and a move does nothing but write into it what it gains. So the same compiler makes code
//! for the gains of all legal moves.

use super::{Op, Residual};
use crate::layout::Scalar;

impl Residual {
    /// The program whose moves are legal where those of this one are, and write what these gain into
    /// a field that it has besides, and the place of that field; `None` if no move gains points.
    #[must_use]
    pub fn of_gains(&self) -> Option<(Self, usize)> {
        let gains = self
            .ground_moves()
            .filter_map(|(_, ground)| ground.gain.as_ref());
        let range = gains
            .map(|gain| self.facts(gain.points))
            .map(|facts| (facts.lo, facts.hi))
            .reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))?;
        let mut program = self.clone();
        let (lo, hi) = range;
        let place = program.layout.add_field(Scalar { lo, hi });
        let field = program.layout.fields[place];
        for side in 0..program.sides.len() {
            for number in 0..program.sides[side].moves.len() {
                let nothing = program.int(0);
                let gain = program.sides[side].moves[number].gain.as_ref();
                let value = gain.map_or(nothing, |gain| gain.points);
                let write = match program.constant(value) {
                    Some(gain) => Op::Write {
                        clear: field.mask(),
                        set: field.content(gain),
                    },
                    None => Op::Set {
                        field: place,
                        value,
                        site: None,
                    },
                };
                program.sides[side].moves[number].body = vec![write];
            }
        }
        Some((program, place))
    }
}
