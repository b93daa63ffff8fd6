//! What a statement of a ground move does to fields, for all that execute a body symbolically.

use zug_game::U256;
use zug_program::Layout;

/// The fields that [`Op::Write`](zug_program::Op::Write) sets to constants, by their places in the
/// layout and in their order, each with the value that it then holds.
pub(crate) fn constants(layout: &Layout, clear: U256, set: U256) -> Vec<(usize, i64)> {
    let fields = layout.fields.iter().enumerate();
    let written = fields.filter(|(_, of)| clear & of.mask() != 0);
    written
        .map(|(place, of)| {
            let content = (set & of.mask()) >> of.shift;
            (place, content.as_i64() + of.scalar.lo)
        })
        .collect()
}
