//! Patterns of lost positions and of nimbers that were found from the rules of the catalogue, as certificates.
//!
//! A certificate says which positions of a game are lost, or what their nimbers are, for all sizes. `zug discover GAME --certificate
//! FILE` writes one. This crate does not know what a certificate says; tests find each again, and
//! have them checked by code that finds nothing.

/// A certificate of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptPattern {
    /// The name of the game.
    pub game: &'static str,
    /// The text of the certificate.
    pub certificate: &'static str,
}

macro_rules! patterns {
    ($($game:literal: $($file:literal)*;)*) => {
        &[$($(KeptPattern {
            game: $game,
            certificate: include_str!(concat!("../patterns/", $file, ".json")),
        },)*)*]
    };
}

/// All patterns that are kept, sorted by the names of their games.
pub const KEPT_PATTERNS: &[KeptPattern] = patterns! {
    "at-most-half": "at-most-half" "at-most-half-misere";
    "bachet": "bachet" "bachet-misere";
    "cake-party": "cake-party" "cake-party-misere";
    "chomp-rows": "chomp-rows" "chomp-rows-misere" "chomp-rows-nimbers";
    "fibonacci-nim": "fibonacci-nim" "fibonacci-nim-misere";
    "forbidden-take-away": "forbidden-take-away";
    "mark": "mark" "mark-misere" "mark-nimbers";
    "mark-by-three": "mark-by-three" "mark-by-three-misere" "mark-by-three-nimbers";
    "moore": "moore";
    "nim": "nim" "nim-misere";
    "stone-game-strategist": "stone-game-strategist" "stone-game-strategist-misere";
    "subtraction": "subtraction" "subtraction-misere";
    "wythoff": "wythoff" "wythoff-misere";
    "wythoff-by-two": "wythoff-by-two";
    "wythoff-with-ends": "wythoff-with-ends" "wythoff-with-ends-1";
};
