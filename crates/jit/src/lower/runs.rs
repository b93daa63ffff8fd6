//! Ground moves that differ by a shift only: one calculation tells which of them are legal.
//!
//! A mark may be put into any empty cell: that is one move for each cell, and each of these
//! moves asks the same of the bits of its cell and does the same to them. So a few shifts
//! and conjunctions of the position give a word with a bit for each legal move, and a loop
//! makes the successors, from the lowest bit on. That is the order of the rules where each
//! move stands higher than the move before it. The guards may be of several kinds (a disc
//! falls to the bottom, or onto another disc): each kind takes a calculation of its own.
//! Positions of several words have as many words of legal moves, and a loop for each.

use std::collections::{BTreeMap, HashMap};

use cranelift_codegen::ir::types::{I8, I32, I64};
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use zug_game::U256;
use zug_program::Node;

use super::Lower;
use super::moves::Ground;
use super::quiet::Reply;
use super::tests::bits_of;
use super::word::{WORDS, word_of, words_of};

/// The fewest moves that are worth a loop.
const FEWEST: usize = 5;
/// The most kinds of guards that are worth a loop.
const MOST_KINDS: usize = 4;

/// Bits by their distance above a place (negative: below), and whether each must be set.
type Bits = Vec<(i32, bool)>;

/// What the guard of a move asks of the bits around the move's place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Asks {
    /// All these bits are as they must be.
    all: Bits,
    /// In none of these sets all bits are as they are told.
    none: Vec<Bits>,
}

/// A move that adds a number to the bits from its place on, and a number to the turn.
#[derive(Debug)]
pub(super) struct Placed {
    /// The lowest bit that the move changes.
    pub(super) place: u32,
    asks: Asks,
    /// The bits that the move writes, from its place on, and what they are then; `None` where
    /// it adds to a field.
    pub(super) writes: Option<(U256, U256)>,
    /// Whether the move ends the game.
    pub(super) ends: bool,
    /// What is added to the word of the place, shifted to the place.
    adds: i64,
    /// What is added to the words of the position to pass the turn.
    turns: [i64; WORDS],
    pub(super) keeps_turn: bool,
}

/// Neighbouring moves that differ by a shift only.
#[derive(Debug)]
pub(super) struct Run {
    /// The places of the moves with each kind of guard, as bits.
    kinds: BTreeMap<Asks, U256>,
    /// One of the moves.
    pub(super) one: Placed,
    /// The number of the first move.
    first: u32,
    /// The number of moves.
    pub(super) count: usize,
}

impl Run {
    /// The places of all moves, as bits.
    pub(super) fn places(&self) -> U256 {
        self.kinds
            .values()
            .fold(U256::ZERO, |all, places| all | places)
    }

    /// The place of each move, with the bits of the position of which its guard tells what they must
    /// be, as a mask and a pattern.
    pub(super) fn moves(&self) -> impl Iterator<Item = (u32, (U256, U256))> {
        self.kinds.iter().flat_map(|(asks, places)| {
            bits_of(*places).map(|place| {
                let bits = asks.all.iter().map(|(by, is_set)| {
                    let bit = U256::ONE << place.wrapping_add_signed(*by);
                    (bit, if *is_set { bit } else { U256::ZERO })
                });
                let none = (U256::ZERO, U256::ZERO);
                (
                    place,
                    bits.fold(none, |all, (mask, pattern)| (all.0 | mask, all.1 | pattern)),
                )
            })
        })
    }
}

impl Lower<'_, '_> {
    /// Does as many of the first moves as differ by a shift only. Returns their number.
    pub(super) fn together(&mut self, moves: &[Ground<'_>], asked: U256) -> usize {
        let Some(run) = self.run(moves, asked) else {
            return 0;
        };
        let words = self.words();
        let legal = self.legal_places(&run, &words);
        if self.purpose.writes() {
            self.each_legal(&legal, &run, &[]);
        } else {
            let legal: Vec<Value> = legal.into_iter().flatten().collect();
            self.tally_bits(&legal);
        }
        run.count
    }

    /// The first moves that differ by a shift only, if they are worth a loop.
    pub(super) fn run(&self, moves: &[Ground<'_>], asked: U256) -> Option<Run> {
        let mut one: Option<Placed> = None;
        let mut kinds: BTreeMap<Asks, U256> = BTreeMap::new();
        let (mut count, mut last) = (0, 0);
        for ground in moves {
            let Some(placed) = self.placed(ground, asked) else {
                break;
            };
            let goes_on = one.as_ref().is_none_or(|first| {
                let does = |of: &Placed| (of.turns, of.keeps_turn, of.writes);
                // At high places the highest bits are lost.
                let adds = first.adds << (placed.place % 64) == placed.adds << (placed.place % 64);
                last < placed.place && adds && does(first) == does(&placed)
            });
            let is_new = !kinds.contains_key(&placed.asks);
            if !goes_on || is_new && kinds.len() == MOST_KINDS {
                break;
            }
            *kinds.entry(placed.asks.clone()).or_default() |= U256::ONE << placed.place;
            (count, last) = (count + 1, placed.place);
            one.get_or_insert(placed);
        }
        Some(Run {
            kinds,
            one: one.filter(|_| count >= FEWEST)?,
            first: moves[0].number,
            count,
        })
    }

    /// The move as seen from its place, if all that it asks and does can be told so.
    fn placed(&self, ground: &Ground<'_>, asked: U256) -> Option<Placed> {
        let constants = ground.constants?;
        if !ground.of.derived.is_empty() {
            return None;
        }
        let layout = self.residual.layout();
        let fixed = [layout.turn, layout.over].into_iter().flatten();
        let fixed = fixed.fold(U256::ZERO, |all, field| all | layout.fields[field].mask());
        let before = ground.known.1 & constants.clear;
        // What the fields held must be known: the difference is constant.
        if constants.clear & !ground.known.0 != 0 {
            return None;
        }
        let own = (constants.clear | constants.grown) & !fixed;
        let place = (own != 0).then(|| own.trailing_zeros())?;
        let word = place as usize / 64;
        // The fields that change stand in one word: no bit is carried into the other.
        if words_of(own).any(|(other, _)| other != word) {
            return None;
        }
        let difference = |bits: U256, word: usize| {
            word_of(constants.set & bits, word).wrapping_sub(word_of(before & bits, word))
        };
        let adds = difference(!fixed, word).wrapping_add(constants.more[word]) as i64;
        let bits = |mask: U256, pattern: U256| -> Bits {
            bits_of(mask)
                .map(|bit| (bit as i32 - place as i32, pattern >> bit & 1 == 1))
                .collect()
        };
        let mut asks = Asks {
            all: bits(ground.mask & !asked, ground.pattern),
            none: Vec::new(),
        };
        for part in &ground.rest {
            if let Node::Test { mask, pattern } = *self.node(*part) {
                asks.all.extend(bits(mask, pattern));
            } else {
                let never = self.residual.none_of(*part)?.into_iter();
                asks.none
                    .extend(never.map(|(mask, pattern)| bits(mask, pattern)));
            }
        }
        let written = constants.clear & !fixed;
        let over = layout
            .over
            .map_or(U256::ZERO, |over| layout.fields[over].mask());
        Some(Placed {
            place,
            asks,
            writes: (constants.grown == 0)
                .then(|| (written >> place, (constants.set & written) >> place)),
            ends: constants.clear & over != 0,
            // The lowest bit that changes is at the place: no bit is lost.
            adds: adds >> (place % 64),
            turns: std::array::from_fn(|word| difference(fixed, word) as i64),
            keeps_turn: constants.keeps_turn,
        })
    }

    /// The places of the moves of a run that are legal in the position of these words, as bits;
    /// `None` for a word without places.
    pub(super) fn legal_places(&mut self, run: &Run, words: &[Value]) -> Places {
        let mut shifted = Shifted {
            words: words.to_vec(),
            by: HashMap::new(),
        };
        let mut legal = vec![None; self.position.len()];
        for (asks, &places) in &run.kinds {
            let mut of_kind = self.where_all(&mut shifted, places, &asks.all);
            for never in &asks.none {
                let all = self.where_all(&mut shifted, places, never);
                for (of_kind, all) in of_kind.iter_mut().zip(all) {
                    if let (Some(bits), Some(all)) = (&of_kind, all) {
                        *of_kind = Some(self.b.ins().band_not(*bits, all));
                    }
                }
            }
            for (legal, of_kind) in legal.iter_mut().zip(of_kind) {
                *legal = match (*legal, of_kind) {
                    (Some(legal), Some(of_kind)) => Some(self.b.ins().bor(legal, of_kind)),
                    (one, other) => one.or(other),
                };
            }
        }
        legal
    }

    /// Writes the successors of all legal moves of a run, and beside each what is seen of these
    /// replies to the move, if there are any.
    pub(super) fn each_legal(&mut self, legal: &Places, run: &Run, replies: &[Reply]) {
        let one = &run.one;
        let words = self.words();
        let turned: Vec<Value> = words
            .iter()
            .zip(one.turns)
            .map(|(word, turns)| self.plus(*word, turns))
            .collect();
        let adds = self.int(one.adds);
        let kept = self.b.ins().iconst(I8, i64::from(one.keeps_turn));
        let mut number = run.first;
        for (word, legal) in legal.iter().enumerate() {
            let places = word_of(run.places(), word);
            let Some(legal) = *legal else { continue };
            let each = self.begin_each_bit(legal);
            let more = self.b.ins().ishl(adds, each.place);
            let mut next = turned.clone();
            next[word] = self.b.ins().iadd(next[word], more);
            if !replies.is_empty() {
                self.note_replies(&next, replies);
            }
            let number_here = self.purpose.numbers_moves().then(|| {
                // The number of places below tells the move.
                let below = self.b.ins().band_not(each.one_less, each.bits);
                let below = self.b.ins().band_imm(below, places as i64);
                let below = self.b.ins().popcnt(below);
                let below = self.b.ins().ireduce(I32, below);
                self.b.ins().iadd_imm(below, i64::from(number))
            });
            self.store(&next, kept, None, number_here);
            self.b.ins().jump(each.head, &[]);
            self.end_each_bit(&each);
            number += places.count_ones();
        }
    }

    /// Begins a loop over the bits of a word that are set, from the lowest on. What comes next is
    /// done for each of them, and jumps to the head of the loop at its end.
    pub(super) fn begin_each_bit(&mut self, word: Value) -> EachBit {
        let left = self.b.declare_var(I64);
        self.b.def_var(left, word);
        let [head, inside, after] = [(); 3].map(|()| self.b.create_block());
        self.b.ins().jump(head, &[]);
        self.b.switch_to_block(head);
        let bits = self.b.use_var(left);
        self.b.ins().brif(bits, inside, &[], after, &[]);
        self.begin(inside);
        let place = self.b.ins().ctz(bits);
        let one_less = self.b.ins().iadd_imm(bits, -1);
        let others = self.b.ins().band(bits, one_less);
        self.b.def_var(left, others);
        EachBit {
            head,
            after,
            bits,
            one_less,
            place,
        }
    }

    /// Ends a loop over bits, and goes on behind it. This is the one place where a round jumps
    /// back.
    pub(super) fn end_each_bit(&mut self, each: &EachBit) {
        self.b.seal_block(each.head);
        self.begin(each.after);
    }

    /// The places, as bits, around which all these bits are as they must be.
    fn where_all(&mut self, known: &mut Shifted, places: U256, all: &[(i32, bool)]) -> Places {
        let mut found: Places = (0..self.position.len())
            .map(|word| Some(word_of(places, word)).filter(|&places| places != 0))
            .map(|places| places.map(|places| self.int(places as i64)))
            .collect();
        for &(by, is_set) in all {
            let bits = self.shifted(known, by);
            for (found, bits) in found.iter_mut().zip(bits) {
                if let Some(places) = *found {
                    *found = Some(if is_set {
                        self.b.ins().band(places, bits)
                    } else {
                        self.b.ins().band_not(places, bits)
                    });
                }
            }
        }
        found
    }

    /// The position shifted down by `by` bits: the bit that is `by` bits above a place comes
    /// to that place.
    fn shifted(&mut self, known: &mut Shifted, by: i32) -> Vec<Value> {
        if let Some(words) = known.by.get(&by) {
            return words.clone();
        }
        let words = self.moved_down(&known.words, by);
        known.by.insert(by, words.clone());
        words
    }
}

/// A loop over the bits of a word that are set, and the bit that it is at.
pub(super) struct EachBit {
    /// Asks whether a bit is left.
    pub(super) head: Block,
    /// What comes behind the loop.
    pub(super) after: Block,
    /// The bits that are left, this one among them.
    bits: Value,
    /// That number less 1.
    one_less: Value,
    /// The number of this bit.
    pub(super) place: Value,
}

/// The places of some moves, as bits; `None` for a word without places.
pub(super) type Places = Vec<Option<Value>>;

/// The words of a position, and the same shifted down by numbers of bits.
struct Shifted {
    words: Vec<Value>,
    by: HashMap<i32, Vec<Value>>,
}
