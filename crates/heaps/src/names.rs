//! Games on heaps that have a name.
//!
//! *Winning Ways* is E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways for
//! Your Mathematical Plays*, 1982. Where a line says which board game is played on which
//! heaps, that is exact, and tests compare the boards with the heaps.

use crate::HeapGame;

/// A game on heaps with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Known {
    /// The name on the command line.
    pub name: &'static str,
    /// Other names by which the game is found.
    pub aliases: &'static [&'static str],
    /// The name in a sentence.
    pub title: &'static str,
    /// The rules in their canonical notation.
    pub notation: &'static str,
    /// The rules in one line, as they are usually told.
    pub line: &'static str,
    /// Who invented or named the game, and where it is written about.
    pub source: &'static str,
}

/// Invariant: sorted by name; each notation is canonical.
static KNOWN: [Known; 11] = [
    Known {
        name: "dawsons-chess",
        aliases: &[],
        title: "Dawson's Chess",
        notation: "0.137",
        line: "two rows of n pawns face each other on 3 rows, and captures are a duty: \
               a heap of n, worth a heap of n + 1 of Dawson's Kayles",
        source: "T. R. Dawson 1935, for misère play; R. K. Guy and C. A. B. Smith 1956",
    },
    Known {
        name: "dawsons-kayles",
        aliases: &[],
        title: "Dawson's Kayles",
        notation: "0.07",
        line: "a move knocks down two neighbouring pins of a row of n",
        source: "Winning Ways, chapter 4",
    },
    Known {
        name: "furlo-rublo",
        aliases: &["furlo-and-rublo", "furlo-and-rublos-game"],
        title: "Furlo and Rublo's game",
        notation: "leave n^(1/4)..n^(1/2)",
        line: "a heap shrinks to between its fourth and its square root",
        source: "Codeforces 255E, 2012",
    },
    Known {
        name: "grundy",
        aliases: &["grundys-game"],
        title: "Grundy's game",
        notation: "split(2, unequal)",
        line: "a heap is split into two of unequal sizes",
        source: "P. M. Grundy 1939; Winning Ways, chapter 4",
    },
    Known {
        name: "guiles",
        aliases: &[],
        title: "Guiles",
        notation: "0.15",
        line: "a move takes a heap of one or two, or takes two and splits the rest in two",
        source: "Winning Ways, chapter 4",
    },
    Known {
        name: "kayles",
        aliases: &[],
        title: "Kayles",
        notation: "0.77",
        line: "a move knocks down one pin or two neighbouring pins of a row of n",
        source: "H. E. Dudeney 1907; S. Loyd",
    },
    Known {
        name: "laskers-nim",
        aliases: &[],
        title: "Lasker's Nim",
        notation: "4.(3)",
        line: "Nim, in which a move may split a heap in two instead",
        source: "E. Lasker, Brettspiele der Völker, 1931",
    },
    Known {
        name: "nim",
        aliases: &[],
        title: "Nim",
        notation: "0.(3)",
        line: "a move takes any number of one heap",
        source: "C. L. Bouton 1901",
    },
    Known {
        name: "officers",
        aliases: &[],
        title: "Officers",
        notation: "0.6",
        line: "a heap of n is worth a heap of n + 1 of Couples Are Forever, \
               in which any heap but one of two is split in two",
        source: "Winning Ways, chapter 4",
    },
    Known {
        name: "stalking",
        aliases: &[],
        title: "Stalking",
        notation: "0.31",
        line: "a move takes one, or a heap of two",
        source: "Winning Ways",
    },
    Known {
        name: "treblecross",
        aliases: &[],
        title: "Treblecross",
        notation: "0.007",
        line: "tic-tac-toe on a strip with crosses alone: n squares, 3 or more, are a heap \
               of n + 2, for who puts a cross within two of another loses at once",
        source: "Winning Ways, chapter 4",
    },
];

/// All games with a name, sorted by name.
pub fn known() -> &'static [Known] {
    &KNOWN
}

/// The game with this name. Capital letters and apostrophes do not matter, and words may
/// be joined by spaces, hyphens or underscores.
///
/// ```
/// for name in ["dawsons-kayles", "Dawson's Kayles", "DAWSONS  KAYLES"] {
///     assert_eq!(zug_heaps::find(name).map(|known| known.notation), Some("0.07"));
/// }
/// assert_eq!(zug_heaps::find("chess"), None);
/// ```
pub fn find(name: &str) -> Option<&'static Known> {
    let wanted = plain_name(name);
    let is = |name: &str| name == wanted;
    KNOWN
        .iter()
        .find(|known| is(known.name) || known.aliases.iter().any(|alias| is(alias)))
}

/// The name as the table writes names: in small letters, without apostrophes, its words
/// joined by hyphens.
fn plain_name(name: &str) -> String {
    let mut plain = String::new();
    for word in name.split(|sign: char| sign.is_whitespace() || sign == '-' || sign == '_') {
        if !plain.is_empty() && !word.is_empty() {
            plain.push('-');
        }
        let letters = word.chars().filter(|sign| !['\'', '’'].contains(sign));
        plain.extend(letters.flat_map(char::to_lowercase));
    }
    plain
}

impl HeapGame {
    /// The games with a name whose rules are those of this game, in any notation.
    ///
    /// ```
    /// let game: zug_heaps::HeapGame = "allbut {}".parse()?;
    /// assert_eq!(game.names().next().map(|known| known.title), Some("Nim"));
    /// # Ok::<(), zug_heaps::NotationError>(())
    /// ```
    pub fn names(&self) -> impl Iterator<Item = &'static Known> + use<> {
        let plain = self.plain();
        KNOWN.iter().filter(move |known| {
            let game = known.notation.parse::<Self>();
            game.is_ok_and(|game| game.plain() == plain)
        })
    }
}
