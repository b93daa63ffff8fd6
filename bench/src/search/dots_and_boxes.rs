//! Dots and boxes, solved by a program written for that game alone.
//!
//! It goes backwards through all sets of drawn lines. For each set it notes how many more of the
//! open boxes the player to move gets than the opponent, if both play well. Which boxes each player
//! has already does not change which move is best, so that it is no part of a position here; by the
//! rules of the catalogue it is.

/// The solution of a board: a byte for every set of drawn lines.
pub(crate) struct Rival {
    margins: Vec<i8>,
}

impl Rival {
    /// Solves a board that is so many boxes wide and high. It has at most 31 lines, and 2 to the power
    /// of that number is the number of bytes that this takes.
    pub(crate) fn new(width: usize, height: usize) -> Self {
        let flat = width * (height + 1);
        let lines = flat + height * (width + 1);
        // For each line and each of the two boxes beside it, the other three lines of the box, a bit
        // each; all bits where the line is on the edge of the board and has one box beside it.
        let mut others = vec![[u32::MAX; 2]; lines];
        for y in 0..height {
            for x in 0..width {
                let left = flat + y * (width + 1) + x;
                let sides = [y * width + x, (y + 1) * width + x, left, left + 1];
                let of_box = sides.iter().fold(0, |of_box, side| of_box | 1 << side);
                for side in sides {
                    let [first, second] = &mut others[side];
                    let free = if *first == u32::MAX { first } else { second };
                    *free = of_box & !(1 << side);
                }
            }
        }
        let all = ((1_u64 << lines) - 1) as u32;
        let mut margins = vec![0; 1 << lines];
        for drawn in (0..all).rev() {
            let mut left = all & !drawn;
            let mut best = i8::MIN;
            while left != 0 {
                let line = left.trailing_zeros();
                left &= left - 1;
                let after: i8 = margins[(drawn | 1 << line) as usize];
                let around = others[line as usize];
                let made = around.iter().filter(|lines| drawn & **lines == **lines);
                let made = made.count() as i8;
                best = best.max(if made > 0 { made + after } else { -after });
            }
            margins[drawn as usize] = best;
        }
        Self { margins }
    }

    /// How many more boxes the first player gets than the second, if both play well.
    pub(crate) fn margin(&self) -> i8 {
        self.margins[0]
    }

    /// The number of first lines that keep the margin of the empty board for the first player.
    pub(crate) fn best_lines(&self) -> usize {
        // The first line makes no box, so that the margin of the set is that of the opponent.
        let lines = self.margins.len().ilog2();
        let after = (0..lines).map(|line| self.margins[1 << line]);
        after.filter(|margin| -margin == self.margin()).count()
    }

    /// The number of sets of drawn lines, each of which is a position.
    pub(crate) fn positions(&self) -> u64 {
        self.margins.len() as u64
    }
}
