//! Variants of the rules of a game.

use std::fmt;

/// A variant that any rules have in which two players move and whoever cannot move loses (A. N. Siegel,
/// *Combinatorial Game Theory*, 2013, for the kinds of games that they give).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Each player may make the moves of both.
    Impartial,
    /// A player may move only where both players have a move: all positions are dicotic (all-small).
    Dicotic,
    /// After each move the players change sides: each goes on with the moves of the other.
    Twisted,
}

impl Variant {
    /// All variants.
    pub const ALL: [Self; 3] = [Self::Impartial, Self::Dicotic, Self::Twisted];

    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Impartial => "impartial",
            Self::Dicotic => "dicotic",
            Self::Twisted => "twisted",
        }
    }

    /// What it is, in a few words.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::Impartial => "the board, where each player has the moves of both",
            Self::Dicotic => "the board, where a player moves only if both can",
            Self::Twisted => "the board, where the players change sides after each move",
        }
    }

    /// The variant with this word.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|variant| variant.word() == word)
    }

    /// What Left and what Right can move to, from what each player of the rules can. `are_swapped` says whether Left has
    /// the moves of the second player here.
    ///
    /// ```
    /// use zug_values::Variant;
    ///
    /// let of = |variant: Variant, swapped| variant.options([vec![1, 2], vec![3]], swapped);
    /// assert_eq!(of(Variant::Impartial, false), [[1, 2, 3], [1, 2, 3]]);
    /// assert_eq!(of(Variant::Twisted, true), [vec![3], vec![1, 2]]);
    /// assert_eq!(Variant::Dicotic.options([vec![1], vec![]], false), [[], []]);
    /// ```
    #[must_use]
    pub fn options<T: Clone + PartialEq>(
        self,
        of_players: [Vec<T>; 2],
        are_swapped: bool,
    ) -> [Vec<T>; 2] {
        let [first, second] = of_players;
        match self {
            Self::Impartial => {
                let mut both = first;
                for option in second {
                    if !both.contains(&option) {
                        both.push(option);
                    }
                }
                [both.clone(), both]
            }
            Self::Dicotic if first.is_empty() || second.is_empty() => [Vec::new(), Vec::new()],
            Self::Twisted if are_swapped => [second, first],
            Self::Dicotic | Self::Twisted => [first, second],
        }
    }

    /// Whether the players have changed sides behind a move, where they had by then if `are_swapped` is true.
    #[must_use]
    pub fn swaps_after(self, are_swapped: bool) -> bool {
        self == Self::Twisted && !are_swapped
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
