//! The catalogue's theorems, each with the game it is about.
//!
//! A theorem knows numbers, not rules: here its numbers are read from a game's
//! parameters and variables, and its moves are named as the rules name them.

/// The methods of [`Applied`] for a type of the catalogue that has methods of the same
/// names. With `nimber?` its method `nimber` returns an `Option`, else a nimber.
macro_rules! says_itself {
    () => {
        fn nimber(&self) -> Option<zug_values::Nimber> {
            Some(self.nimber())
        }

        says_itself!(but nimber);
    };
    (nimber?) => {
        fn nimber(&self) -> Option<zug_values::Nimber> {
            self.nimber()
        }

        says_itself!(but nimber);
    };
    (but nimber) => {
        fn outcome(&self) -> zug_values::Outcome {
            self.outcome()
        }

        fn why(&self) -> Vec<String> {
            self.why()
        }
    };
}

mod heaps;
mod piles;
mod boards;
mod graphs;
mod numbers;
mod strips;

use super::Applied;
use super::facts::Facts;

/// A game of the catalogue and its theorem.
pub(super) struct Family {
    /// The name of the game.
    game: &'static str,
    /// The name of the theorem.
    pub(super) name: &'static str,
    /// Who found it, and when.
    pub(super) source: &'static str,
    /// Applies the theorem to the position that the facts are about; `None` where the
    /// theorem does not speak of it.
    pub(super) read: fn(&Facts<'_>) -> Option<Box<dyn Applied>>,
}

const FAMILIES: [Family; 22] = [
    Family {
        game: "bachet",
        name: "the window of the last outcomes",
        source: "S. W. Golomb, 1966; UVa 10404",
        read: heaps::bachet,
    },
    Family {
        game: "cake-party",
        name: "the parity of the largest cakes",
        source: "TopCoder SRM 338, 2007",
        read: piles::cake_party,
    },
    Family {
        game: "calendar",
        name: "the parity of month and day",
        source: "ACM ICPC Taejon, 2001",
        read: boards::calendar,
    },
    Family {
        game: "coins-in-a-circle",
        name: "mirroring, and the nimbers of the rows",
        source: "S. Loyd; H. E. Dudeney, 1907; R. K. Guy and C. A. B. Smith, 1956",
        read: strips::coins_in_a_circle,
    },
    Family {
        game: "dawsons-kayles",
        name: "the nimbers of the rows, added up",
        source: "R. K. Guy and C. A. B. Smith, 1956",
        read: heaps::dawsons_kayles,
    },
    Family {
        game: "euclid",
        name: "the golden ratio and the quotients of Euclid's algorithm",
        source: "A. J. Cole and A. J. T. Davie, 1969; G. Cairns, N. B. Ho and T. Lengyel, 2011",
        read: numbers::euclid,
    },
    Family {
        game: "fibonacci-nim",
        name: "the smallest of a sum of Fibonacci numbers",
        source: "M. J. Whinihan, 1963",
        read: numbers::fibonacci_nim,
    },
    Family {
        game: "forbidden-take-away",
        name: "a histogram of the nimbers below",
        source: "Winning Ways, 1982; CMU 15-295, 2019",
        read: heaps::forbidden_take_away,
    },
    Family {
        game: "furlo-rublo",
        name: "runs of equal nimbers",
        source: "Codeforces 255E, 2012",
        read: heaps::furlo_rublo,
    },
    Family {
        game: "green-hackenbush",
        name: "the fusion and colon principles",
        source: "J. H. Conway, 1976; Winning Ways, 1982",
        read: graphs::green_hackenbush,
    },
    Family {
        game: "kayles",
        name: "the nimbers of the rows, added up",
        source: "R. K. Guy and C. A. B. Smith, 1956",
        read: heaps::kayles,
    },
    Family {
        game: "nim",
        name: "the xor of the piles",
        source: "C. L. Bouton, 1901",
        read: heaps::nim,
    },
    Family {
        game: "node-kayles",
        name: "paths as heaps of Dawson's Chess",
        source: "R. K. Guy and C. A. B. Smith, 1956",
        read: graphs::node_kayles,
    },
    Family {
        game: "northcott",
        name: "the xor of the gaps",
        source: "D. G. Northcott; Winning Ways, 1982",
        read: boards::northcott,
    },
    Family {
        game: "number-game",
        name: "layers of equal moves left",
        source: "Bob Walton, 2001",
        read: boards::number_game,
    },
    Family {
        game: "powers",
        name: "a game on exponents for each base",
        source: "Codeforces 317D, 2013",
        read: piles::powers,
    },
    Family {
        game: "roxor",
        name: "the nimbers of its stones, added up",
        source: "R. Sprague, 1935; P. M. Grundy, 1939",
        read: piles::roxor,
    },
    Family {
        game: "stone-game-strategist",
        name: "Staircase Nim on the steps between the piles",
        source: "R. Sprague, 1937; TopCoder SRM 309, 2006",
        read: piles::stone_game,
    },
    Family {
        game: "subtraction",
        name: "the window of the last outcomes",
        source: "S. W. Golomb, 1966",
        read: heaps::subtraction,
    },
    Family {
        game: "treblecross",
        name: "runs of free cells as heaps of 0.007",
        source: "Winning Ways, 1982",
        read: strips::treblecross,
    },
    Family {
        game: "vasya-chess",
        name: "mirroring",
        source: "Codeforces 493D, 2014",
        read: boards::vasya_chess,
    },
    Family {
        game: "wythoff",
        name: "multiples of the golden ratio",
        source: "W. A. Wythoff, 1907; A. S. Fraenkel, 1982, misere play 1984",
        read: heaps::wythoff,
    },
];

/// The family that has these rules.
pub(super) fn of(source: &str) -> Option<&'static Family> {
    FAMILIES
        .iter()
        .find(|family| zug_catalogue::find(family.game).is_some_and(|entry| entry.source == source))
}

fn small(numbers: Vec<u64>) -> Option<Vec<u32>> {
    let small = |number| u32::try_from(number).ok();
    numbers.into_iter().map(small).collect()
}
