//! Checks that an automaton accepts exactly the lost positions of a game, for all values of its
//! parameters, by code that finds no automata.
//!
//! A [`PatternClaim`] has an automaton that reads the digits of some variables of a [`LinearGame`],
//! the most significant first. It claims of each position that the rules and its invariants allow:
//! the player to move loses if, and only if, the automaton accepts the digits. [`certify_pattern`] checks
//!
//! 1. *begin*: each position at a start has the invariants;
//! 2. *stay*: each move from an allowed position leads to an allowed position;
//! 3. *rank*: each such move makes the rank less, a sum of multiples of the variables that are not
//!    below 0;
//! 4. *ends*: where the rules end the game, the automaton accepts if the player to move has lost, and
//!    does not if that player has won;
//! 5. *lost*: no move leads from an accepted position to an accepted one, and where whoever is stuck wins,
//!    an accepted position has a move;
//! 6. *won*: from each other position in which the game goes on, a move leads to an accepted one, or
//!    the player to move is stuck where that wins.
//!
//! **Why that suffices.** The rank is a natural number that falls with each move, so that all play ends.
//! By induction on the rank the claim is true: of a position that is over by 4; of an accepted one by 5, as
//! all moves from it lead to positions that are won for the opponent; of any other by 6.
//!
//! **Nimbers.** Where the game has a heap of Nim beside the position (`LinearGame::nim_heap`), an accepted position has the size
//! of that heap as its nimber. Moves in the position do not touch the heap, and moves in the heap leave any smaller one. A
//! move of the position may leave several positions, a sum: then it leads to a lost one if there are heaps of Nim, one for
//! each position, with which each is accepted, and whose xor is the heap that is there (Sprague 1935; Grundy
//! 1939). The rank has nothing of the heap. By induction on it, and for one position on the heap, the claim is true.
//!
//! **Method.** Each of the six says that some condition is true for no numbers: a sentence without
//! quantifiers, but for the move in 5 and 6. The digits of all numbers are read side by side. While
//! reading, each linear sum is a whole number or two, and decided as soon as no further digit
//! matters; the automaton is a state. These together are a node, and the nodes that reading can
//! reach are searched one by one for one whose end makes the condition true. Where a move must exist,
//! a node has the set of all nodes in which the reading of its digits can be.
//!
//! **What is believed**: this folder, and that each number has one form in the digits of the claim (Zeckendorf
//! 1972; Fraenkel 1985). That the conditions are those of the rules is checked elsewhere, against the plain
//! evaluator.
//!
//! **Cost.** Nodes times letters; some thousand nodes for Nim with three heaps. A search is given
//! up after a number of steps ([`MOST_STEPS`]).
//!
//! [`LinearGame`]: zug_game::linear::LinearGame

mod claim;
mod flaw;
mod reading;
mod search;
mod check;

pub use check::{PatternCertificate, certify_pattern};
pub use claim::{PatternAutomaton, PatternClaim, PatternDigits};
pub use flaw::{Obligation, PatternFlaw};
pub use search::MOST_STEPS;
