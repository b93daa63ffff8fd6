//! Ground moves that differ by a shift only: one calculation tells which of them are legal.
//!
//! A mark may be put into any empty cell: that is one move for each cell, and each of these
//! moves asks the same of the bits of its cell and does the same to them. So a few shifts
//! and conjunctions of the position give a word with a bit for each legal move, and a loop
//! makes the successors, from the lowest bit on. That is the order of the rules where each
//! move stands higher than the move before it. The guards may be of several kinds (a disc
//! falls to the bottom, or onto another disc): each kind takes a calculation of its own.

use std::collections::{BTreeMap, HashMap};

use cranelift_codegen::ir::types::{I8, I64};
use cranelift_codegen::ir::{InstBuilder, Value};
use zug_program::Node;

use super::Lower;
use super::moves::Ground;

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
struct Placed {
    place: u32,
    asks: Asks,
    adds: i64,
    turns: i64,
    keeps_turn: bool,
}

impl Lower<'_, '_> {
    /// Does as many of the first moves as differ by a shift only. Returns their number.
    pub(super) fn together(&mut self, moves: &[Ground<'_>], asked: u128) -> usize {
        let mut first: Option<Placed> = None;
        let mut kinds: BTreeMap<Asks, u64> = BTreeMap::new();
        let (mut count, mut last) = (0, 0);
        for ground in moves {
            let Some(placed) = self.placed(ground, asked) else {
                break;
            };
            let goes_on = first.as_ref().is_none_or(|first| {
                let does = |move_: &Placed| (move_.adds, move_.turns, move_.keeps_turn);
                last < placed.place && does(first) == does(&placed)
            });
            let is_new = !kinds.contains_key(&placed.asks);
            if !goes_on || is_new && kinds.len() == MOST_KINDS {
                break;
            }
            *kinds.entry(placed.asks.clone()).or_default() |= 1 << placed.place;
            (count, last) = (count + 1, placed.place);
            first.get_or_insert(placed);
        }
        match first {
            Some(first) if count >= FEWEST => self.each_legal(&kinds, &first),
            _ => return 0,
        }
        count
    }

    /// The move as seen from its place, if all that it asks and does can be told so.
    fn placed(&self, ground: &Ground<'_>, asked: u128) -> Option<Placed> {
        let constants = ground.constants?;
        if self.position.len() > 1 || !ground.of.derived.is_empty() {
            return None;
        }
        let layout = self.residual.layout();
        let fixed = [layout.turn, layout.over].into_iter().flatten();
        let fixed = fixed.fold(0, |all, field| all | layout.fields[field].mask()) as u64;
        let [clear, set, grown] = [constants.clear, constants.set, constants.grown];
        let [clear, set, grown] = [clear, set, grown].map(|bits| bits as u64);
        let (known, before) = (ground.known.0 as u64, ground.known.1 as u64 & clear);
        // What the fields held must be known: the difference is constant.
        if clear & !known != 0 {
            return None;
        }
        let own = (clear | grown) & !fixed;
        let place = (own != 0).then(|| own.trailing_zeros())?;
        let difference = |bits: u64| (set & bits).wrapping_sub(before & bits);
        let adds = difference(!fixed).wrapping_add(constants.more[0]) as i64;
        let bits = |mask: u64, pattern: u64| -> Bits {
            (0..64)
                .filter(|bit| mask >> bit & 1 == 1)
                .map(|bit| (bit - place as i32, pattern >> bit & 1 == 1))
                .collect()
        };
        let mask = (ground.mask & !asked) as u64;
        let mut asks = Asks {
            all: bits(mask, ground.pattern as u64),
            none: Vec::new(),
        };
        for part in &ground.rest {
            if let Node::Test { mask, pattern } = *self.node(*part) {
                asks.all.extend(bits(mask as u64, pattern as u64));
            } else {
                let never = self.residual.none_of(*part)?.into_iter();
                let never = never.map(|(mask, pattern)| bits(mask as u64, pattern as u64));
                asks.none.extend(never);
            }
        }
        Some(Placed {
            place,
            asks,
            // The lowest bit that changes is at the place: no bit is lost.
            adds: adds >> place,
            turns: difference(fixed) as i64,
            keeps_turn: constants.keeps_turn,
        })
    }

    /// Writes the successors of all legal moves, whose places are told for each kind of
    /// guard. `one` is one of the moves.
    fn each_legal(&mut self, kinds: &BTreeMap<Asks, u64>, one: &Placed) {
        let position = self.word(0);
        let mut shifted = HashMap::new();
        let mut legal = None;
        for (asks, &places) in kinds {
            let mut of_kind = self.where_all(&mut shifted, places, &asks.all);
            for never in &asks.none {
                let all = self.where_all(&mut shifted, places, never);
                of_kind = self.b.ins().band_not(of_kind, all);
            }
            legal = Some(match legal {
                Some(legal) => self.b.ins().bor(legal, of_kind),
                None => of_kind,
            });
        }
        let Some(legal) = legal else { return };
        let turned = self.plus(position, one.turns);
        let adds = self.int(one.adds);
        let kept = self.b.ins().iconst(I8, i64::from(one.keeps_turn));
        let left = self.b.declare_var(I64);
        self.b.def_var(left, legal);
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
        let more = self.b.ins().ishl(adds, place);
        let next = self.b.ins().iadd(turned, more);
        self.store(&[next], kept, None);
        self.b.ins().jump(head, &[]);
        // The one place where a round jumps back.
        self.b.seal_block(head);
        self.begin(after);
    }

    /// The places, as bits, around which all these bits are as they must be.
    fn where_all(
        &mut self,
        shifted: &mut HashMap<i32, Value>,
        places: u64,
        all: &[(i32, bool)],
    ) -> Value {
        let position = self.word(0);
        let places = self.int(places as i64);
        all.iter().fold(places, |places, &(by, is_set)| {
            let bits = self.shifted(shifted, position, by);
            if is_set {
                self.b.ins().band(places, bits)
            } else {
                self.b.ins().band_not(places, bits)
            }
        })
    }

    /// The position shifted down by `by` bits: the bit that is `by` bits above a place comes
    /// to that place.
    fn shifted(&mut self, known: &mut HashMap<i32, Value>, position: Value, by: i32) -> Value {
        if let Some(&value) = known.get(&by) {
            return value;
        }
        let value = match by {
            0 => position,
            1.. => self.b.ins().ushr_imm(position, i64::from(by)),
            _ => self.b.ins().ishl_imm(position, i64::from(-by)),
        };
        known.insert(by, value);
        value
    }
}
