//! Whether the table is of use where few positions are searched.

/// How often the table knows positions for which few others are searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableUse {
    /// The number of such positions that the table was asked about.
    asked: u32,
    /// The number of these where it knew whether they attain what is wanted.
    told: u32,
}

/// The table is of use where it knows one position in this number. It knew one in 40 in Othello, which
/// small searches suit, and one in 4 to 9 in ten other games, most of which they do not suit.
const OF_USE: u32 = 16;

/// Once this number of positions was asked about, both numbers are halved, so that positions that were
/// asked about long ago count less.
const COUNT_HALF: u32 = 1 << 12;

impl TableUse {
    /// The counts of a search that begins: its table is empty, and counts as of no use.
    pub(super) fn new() -> Self {
        Self {
            asked: OF_USE,
            told: 0,
        }
    }

    /// Notes that the table was asked about some more positions, and knew something of this number.
    pub(super) fn learn(&mut self, asked: usize, told: usize) {
        self.asked += asked as u32;
        self.told += told as u32;
        if self.asked >= COUNT_HALF {
            self.asked /= 2;
            self.told /= 2;
        }
    }

    /// Whether the table knows so few positions that it need not be asked.
    #[inline]
    pub(super) fn is_little(self) -> bool {
        self.told * OF_USE <= self.asked
    }
}
