//! Checks the proof of what a search found, with code that cannot search.
//!
//! A proof is a list of positions with [`Bounds`]: what the player to move attains there at
//! least, and at most. [`certify_proof`] plays the moves of each listed position once, with
//! all images that the position stands for, and believes nothing else.
//!
//! **The rule.** A position is *shown* to be as claimed
//!
//! 1. by its entry in the list;
//! 2. where the game is over, by its outcome; where it goes on, by that alone, as far as the
//!    claim is no more than that the game does not end before a ply is played;
//! 3. where the claim is that the mover attains an aim, by one of its moves: one that leads to a position which
//!    1, 2 or 4 shows to be as wanted;
//! 4. by a count of the moves that are left ([`MovesTaken`]), in a game for which the question has
//!    one ([`Question::counted`]).
//!
//! An entry "the mover attains an aim" needs one move to a position that is shown to be as
//! wanted behind it, and an entry "the mover misses an aim" needs that each move leads to a
//! position that is shown not to be wanted. So a list needs no entry for the winner's
//! positions: the checker finds the good move by playing. The opponent's positions, of which
//! each move has an answer, are what the list consists of.
//!
//! **Why it is sound, where play can go round too.** The claims are of two kinds. A claim of
//! *safety* says that a player does not lose, or not before a number of plies is played. If
//! such a claim were false, the opponent would have a way to win in some number of plies. The
//! rule gives a move or all moves to positions with a claim of safety for the same player (or
//! to a claim of the other kind which implies it), so that this player never comes to a
//! position that is over and lost: there the outcome would not show the claim. Safety may
//! therefore go round in a circle. It is a closed set of positions.
//!
//! A claim of *progress* says that a player wins, or wins within a number of plies. It must not
//! stand on itself. With a number of plies it does not: [`Score::wanted`] asks for fewer plies
//! behind each move. Without one, each entry of progress that another one stands on must
//! have a higher rank: a number that `Question::rank` gives each position. The rules of a game
//! whose moves all climb a level give one. Without a rank, the list
//! must tell plies. By induction on plies and ranks all claims of progress are true, and by the
//! argument above those of safety.
//!
//! What a count tells is true by a theorem, and stands on no entry.
//!
//! **Scores.** In a game that ends with scores a claim is about points ([`Question::scores`]), and
//! a position where the game is over is worth those with which it ends. Points are claims without a
//! number of plies: "at least this many" is a claim of progress where they are above 0 and of safety
//! elsewhere, and so the other way round for "fewer than this many". What is proved of a game in
//! which play can go on for ever holds if such play is worth 0.
//!
//! **Gains.** Where moves gain points ([`Question::gains`]), a claim is about what the player to move can
//! still get, and after a move the question is about that number less the points that the move has gained.
//! Play in a circle could then gain any number of points, so that no claim may stand on itself: each entry
//! that another one stands on must have a higher rank, whether it claims progress or safety.
//!
//! **Symmetry.** An entry stands for all images of its position, and each image is
//! checked for itself. So the proof does not rest on the symmetries being symmetries of the
//! rules; it rests on [`Symmetric::canonical`] being one of the images.
//!
//! **Cost.** For each image of each entry one expansion for the position and one for each move,
//! and one look at the list for each move after those; where there is a count, it is asked of what
//! the list does not show. In memory the positions, four bytes, and
//! 8 to 16 bytes for looks, an entry.
//!
//! [`Score::wanted`]: zug_values::Score::wanted
//! [`Bounds`]: zug_values::Bounds
//! [`Symmetric::canonical`]: zug_game::Symmetric::canonical

mod counting;
mod flaw;
mod list;
mod parts;
mod question;
mod shown;
mod check;

pub use check::certify_proof;
pub use counting::MovesTaken;
pub use flaw::ProofFlaw;
pub use list::{ProofList, Unlisted};
pub use question::{CountedOutcome, Proved, Question};
