//! The parts of a board that no move joins.
//!
//! **Problem.** Late in Clobber, Amazons or Toads and Frogs the board falls into regions that have nothing
//! to do with each other, and no rule says so.
//!
//! **Method.** At first a bit of the board can hold what it holds. A turn *may still come* if each bit that
//! it asks for can be as asked; then each bit that it writes can also hold what it writes, and so on until
//! nothing is new. Bits that can hold both 0 and 1 then *vary*, all others stay as they are for ever. Turns
//! that ask for or write the same varying bit belong together.
//!
//! **Theorem.** No play joins what this separates: a turn of one part changes no bit that a turn of another
//! part asks for. So under normal play the game is the sum of the games on its parts.
//!
//! Turns, not moves, are looked at: where a move keeps the turn, the moves that may follow are joined to it.
//! What only holds during a turn, such as which amazon is to shoot, is gone at its end and joins nothing.
//!
//! **Keys.** A part is worth what the same bits and turns are worth elsewhere. So the key of a part has its
//! bits and its turns, both shifted to the lowest place, without all that stays as it is. A symmetry of the
//! game that moves bits makes other bits and turns of a part that are worth as much, or, if it swaps the
//! players, the negative. The key is the least one.
//!
//! **Cost.** For each option a look at each turn of the part, mostly two or three times; for each different
//! part its images under all symmetries.
//!
//! **When not to use it.** Where moves only ever become fewer, [`Shrinking`](crate::Shrinking) knows more.

use std::collections::{BTreeSet, HashMap};
use std::convert::Infallible;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use zug_game::{InParts, PartKey, Player, U256, Unseparated};
use zug_program::{Digit, Layout, Residual, Side, Wiring, Word};
use zug_values::Turn;

use crate::plain_move::PlainMove;

/// The turns of a game, and what is noted to tell the keys of parts.
#[derive(Clone, Debug)]
pub struct Parts<W> {
    /// All turns, those of First before those of Second; or those of both, where both have the same.
    turns: Vec<WholeTurn<W>>,
    /// The number of turns of First, where each player has turns of their own.
    of_first: Option<usize>,
    /// The symmetries, the identity first.
    images: Vec<Image<W>>,
    /// The turns that ask for no other bits than these and write no others.
    within: FxHashMap<W, Arc<[u32]>>,
    /// What boards fall into, by their bits among those that the turns of a part ask for.
    separated: FxHashMap<(W, W), Box<[Part<W>]>>,
    /// The shapes of each set of turns that was met, one for each image, by the bits that vary.
    met: FxHashMap<ComingTurns<W>, Arc<[Shape<W>]>>,
    /// The numbers of the sets of shifted turns.
    shapes: FxHashMap<Box<[WholeTurn<W>]>, u32>,
    bytes: u64,
}

/// The bits that vary in a part, and the numbers of its turns.
type ComingTurns<W> = (W, Arc<[u32]>);

/// A whole turn of a player: what it asks for and what it writes, as in [`PlainMove`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct WholeTurn<W> {
    mask: W,
    pattern: W,
    clear: W,
    set: W,
}

/// A symmetry of the game by single bits.
#[derive(Clone, Debug)]
struct Image<W> {
    /// Where each bit goes.
    to: Vec<u32>,
    flipped: W,
    /// Where each turn goes.
    turns: Vec<u32>,
    swaps: bool,
}

/// A set of turns under a symmetry, shifted down.
#[derive(Clone, Copy, Debug)]
struct Shape<W> {
    number: u32,
    shift: u32,
    /// The bits that vary and that the symmetry flips, where it moves them to.
    flipped: W,
}

/// A part of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Part<W> {
    /// The bits that vary.
    varying: W,
    /// The bits that the turns of the part ask for, and those that vary.
    asked: W,
    /// What these bits are; all others are 0.
    bits: W,
}

/// What a part is worth depends on this alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ShapeKey<W> {
    shape: u32,
    /// The bits that vary, shifted to the lowest place.
    bits: W,
}

impl<W: Word> WholeTurn<W> {
    fn of(plain: &PlainMove) -> Self {
        Self {
            mask: W::narrow(plain.mask),
            pattern: W::narrow(plain.pattern),
            clear: W::narrow(plain.clear),
            set: W::narrow(plain.set),
        }
    }

    /// A turn that no player can make, between those of First and those of Second.
    fn divider() -> Self {
        Self {
            mask: W::default(),
            pattern: !W::default(),
            clear: W::default(),
            set: W::default(),
        }
    }
}

impl<W: Word> Parts<W> {
    /// The most turns of a game.
    pub const MOST_TURNS: usize = 1 << 15;

    /// The turns of a game; `None` if the game can end otherwise than with a player without a move, if
    /// moves ask for more than bits or write more than constants, or if there are too many turns. Of the
    /// maps those are used that are found to be symmetries of the turns.
    #[must_use]
    pub fn of(residual: &Residual, maps: &[Wiring]) -> Option<Self> {
        let layout = residual.layout();
        let is_bag = |digit: &Digit| matches!(digit, Digit::Bag { .. });
        let has_bags = layout.digits.iter().any(is_bag);
        let shares_bits = layout.fields.iter().any(|field| field.weight.is_some());
        let ends_otherwise = |side: &Side| !side.results.is_empty();
        if has_bags || shares_bits || residual.sides.iter().any(ends_otherwise) {
            return None;
        }
        let sides = residual.sides.iter();
        let sides = sides.map(|side| whole_turns(residual, side));
        let sides = sides.collect::<Option<Vec<_>>>()?;
        let of_first = (sides.len() > 1).then(|| sides[0].len());
        let turns: Vec<PlainMove> = sides.into_iter().flatten().collect();
        if turns.len() > Self::MOST_TURNS {
            return None;
        }
        let images = images(&turns, of_first, maps, layout);
        Some(Self {
            turns: turns.iter().map(WholeTurn::of).collect(),
            of_first,
            images,
            within: FxHashMap::default(),
            separated: FxHashMap::default(),
            met: FxHashMap::default(),
            shapes: FxHashMap::default(),
            bytes: 0,
        })
    }

    /// The parts of a board on which it may be either player's turn.
    #[must_use]
    pub fn of_board(&self, board: W) -> Vec<Part<W>> {
        let all: Vec<u32> = (0..self.turns.len() as u32).collect();
        let (mut parts, mut coming) = (Vec::new(), Vec::new());
        let varying = self.coming(board, &all, &mut coming);
        self.separate(board, varying, &coming, &mut parts);
        parts
    }

    /// Writes the turns that may still come among these on a board. Returns the bits that vary.
    fn coming(&self, bits: W, among: &[u32], coming: &mut Vec<u32>) -> W {
        let zero = W::default();
        let (mut can_be_1, mut can_be_0) = (bits, !bits);
        coming.clear();
        let mut others: Vec<u32> = Vec::with_capacity(among.len());
        let mut look_at = |turn: u32, coming: &mut Vec<u32>| {
            let of = &self.turns[turn as usize];
            let may_come =
                of.pattern & !can_be_1 == zero && of.mask & !of.pattern & !can_be_0 == zero;
            if may_come {
                can_be_1 = can_be_1 | of.set;
                can_be_0 = can_be_0 | (of.clear & !of.set);
                coming.push(turn);
            }
            may_come
        };
        for &turn in among {
            if !look_at(turn, coming) {
                others.push(turn);
            }
        }
        loop {
            let before = coming.len();
            others.retain(|&turn| !look_at(turn, coming));
            if coming.len() == before {
                return can_be_1 & can_be_0;
            }
        }
    }

    /// Appends the parts of a board on which these turns may come and these bits vary.
    fn separate(&self, bits: W, varying: W, coming: &[u32], out: &mut Vec<Part<W>>) {
        let (first, zero) = (out.len(), W::default());
        for &turn in coming {
            let of = &self.turns[turn as usize];
            let mut part = Part {
                varying: (of.mask | of.clear) & varying,
                asked: of.mask | of.clear,
                bits: zero,
            };
            // Mostly there is one part, which the turn adds nothing to.
            if let Some(other) = out.last()
                && out.len() > first
                && part.asked & !other.asked == zero
                && part.varying & other.varying != zero
                && part.varying & !other.varying == zero
            {
                continue;
            }
            let mut at = first;
            while let Some(other) = out.get(at) {
                if other.varying & part.varying == zero {
                    at += 1;
                } else {
                    part.varying = part.varying | other.varying;
                    part.asked = part.asked | other.asked;
                    out.swap_remove(at);
                }
            }
            out.push(part);
        }
        for part in &mut out[first..] {
            part.bits = bits & part.asked;
        }
    }

    /// The turns that may still come in a part.
    fn turns_of(&mut self, part: &Part<W>) -> Vec<u32> {
        let zero = W::default();
        let within = self.within.entry(part.asked).or_insert_with(|| {
            let within = |of: &WholeTurn<W>| (of.mask | of.clear) & !part.asked == zero;
            let all = self.turns.iter().zip(0..);
            let among: Arc<[u32]> = all
                .filter_map(|(of, turn)| within(of).then_some(turn))
                .collect();
            self.bytes += size_of_val(&*among) as u64 + 128;
            among
        });
        let among = Arc::clone(within);
        let mut coming = Vec::with_capacity(among.len());
        self.coming(part.bits, &among, &mut coming);
        // A turn that asks for nothing which varies here belongs to another part, unless nothing varies:
        // then it can be made for ever.
        coming.retain(|&turn| {
            let of = &self.turns[turn as usize];
            part.varying == zero || (of.mask | of.clear) & part.varying != zero
        });
        coming.sort_unstable();
        coming
    }

    /// The shape of a part under each symmetry.
    fn shapes(&mut self, part: &Part<W>) -> Arc<[Shape<W>]> {
        let turns: Arc<[u32]> = self.turns_of(part).into();
        let met = (part.varying, turns);
        if let Some(shapes) = self.met.get(&met) {
            return Arc::clone(shapes);
        }
        let (varying, turns) = &met;
        let mut shapes = Vec::with_capacity(self.images.len());
        for image in &self.images {
            let varying = image.moved(*varying);
            // Nothing varies if a turn changes nothing.
            let shift = varying.lowest() % W::BITS;
            let shifted = |turn: u32| {
                let of = &self.turns[turn as usize];
                let only = |bits: W| (bits & varying) >> shift;
                WholeTurn {
                    mask: only(of.mask),
                    pattern: only(of.pattern),
                    clear: only(of.clear),
                    set: only(of.set),
                }
            };
            let mut all: Vec<u32> = turns
                .iter()
                .map(|&turn| image.turns[turn as usize])
                .collect();
            all.sort_unstable();
            let of_first = self.of_first.unwrap_or(self.turns.len());
            let first = all.partition_point(|&turn| (turn as usize) < of_first);
            let mut shape: Vec<WholeTurn<W>> = all.iter().map(|&turn| shifted(turn)).collect();
            shape[..first].sort_unstable();
            shape[first..].sort_unstable();
            shape.insert(first, WholeTurn::divider());
            let size = size_of_val(&shape[..]) as u64;
            let next = self.shapes.len() as u32;
            let number = *self.shapes.entry(shape.into()).or_insert(next);
            if number == next {
                self.bytes += size + 64;
            }
            shapes.push(Shape {
                number,
                shift,
                flipped: image.flipped & varying,
            });
        }
        let shapes: Arc<[Shape<W>]> = shapes.into();
        self.bytes += (size_of_val(&**turns) + size_of_val(&*shapes)) as u64 + 128;
        self.met.insert(met, Arc::clone(&shapes));
        shapes
    }
}

impl<W: Word> Image<W> {
    /// Where these bits go.
    fn moved(&self, mut bits: W) -> W {
        let mut moved = W::default();
        while bits != W::default() {
            let bit = bits.lowest();
            moved = moved | (W::of_low(1) << self.to[bit as usize]);
            bits = bits & !(W::of_low(1) << bit);
        }
        moved
    }
}

impl<W: Word> InParts for Parts<W> {
    type Part = Part<W>;
    type Key = ShapeKey<W>;
    type Refusal = Infallible;

    fn key(&mut self, part: &Part<W>) -> Option<PartKey<ShapeKey<W>>> {
        let shapes = self.shapes(part);
        let keys = self.images.iter().zip(&*shapes).map(|(image, shape)| {
            let bits = image.moved(part.bits & part.varying);
            let bits = (bits & !shape.flipped) | (!bits & shape.flipped);
            let key = ShapeKey {
                shape: shape.number,
                bits: bits >> shape.shift,
            };
            (key, image.swaps)
        });
        let (key, is_negative) = keys.min()?;
        Some(PartKey { key, is_negative })
    }

    fn options(
        &mut self,
        part: &Part<W>,
        player: Player,
        out: &mut Vec<Vec<Part<W>>>,
    ) -> Result<(), Infallible> {
        let turns = self.turns_of(part);
        for after in self.after(part, player, &turns) {
            out.push(self.parts_after(after, part.asked, &turns).to_vec());
        }
        Ok(())
    }

    fn size(&self, part: &Part<W>) -> usize {
        part.varying.ones() as usize
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl<W: Word> Parts<W> {
    /// The bits of a part after each of these turns that the player can make there.
    fn after(&self, part: &Part<W>, player: Player, turns: &[u32]) -> Vec<W> {
        let own = match (self.of_first, player) {
            (None, _) => 0..self.turns.len(),
            (Some(of_first), Player::First) => 0..of_first,
            (Some(of_first), Player::Second) => of_first..self.turns.len(),
        };
        let turns = turns.iter().filter(|&&turn| own.contains(&(turn as usize)));
        let turns = turns.map(|&turn| &self.turns[turn as usize]);
        let legal = turns.filter(|of| part.bits & of.mask == of.pattern);
        legal.map(|of| (part.bits & !of.clear) | of.set).collect()
    }

    /// What a part with these turns falls into when its bits have become these.
    fn parts_after(&mut self, bits: W, asked: W, turns: &[u32]) -> &[Part<W>] {
        let key = (bits, asked);
        if !self.separated.contains_key(&key) {
            let (mut parts, mut coming) = (Vec::new(), Vec::with_capacity(turns.len()));
            let varying = self.coming(bits, turns, &mut coming);
            self.separate(bits, varying, &coming, &mut parts);
            let entry = 2 * size_of::<((W, W), Box<[Part<W>]>)>() + size_of_val(&parts[..]);
            self.bytes += entry as u64;
            self.separated.insert(key, parts.into());
        }
        &self.separated[&key]
    }
}

impl<W: Word> Unseparated for Parts<W> {
    fn left(&mut self, part: &Part<W>, player: Player, out: &mut Vec<Part<W>>) {
        let turns = self.turns_of(part);
        for bits in self.after(part, player, &turns) {
            let parts = self.parts_after(bits, part.asked, &turns).iter();
            let varying = parts.fold(W::default(), |all, part| all | part.varying);
            out.push(Part {
                varying,
                asked: part.asked,
                bits,
            });
        }
    }

    fn separated(&mut self, left: &Part<W>) -> Vec<Part<W>> {
        let parts = self.separated.get(&(left.bits, left.asked));
        parts
            .expect("what a turn leaves was separated then")
            .to_vec()
    }
}

impl<W: Word> Part<W> {
    /// The bits of the board that can still change in the part.
    #[must_use]
    pub fn varying(&self) -> W {
        self.varying
    }
}

/// Those of the maps that carry turns to turns, all of one player to those of one player; the identity
/// first.
fn images<W: Word>(
    turns: &[PlainMove],
    of_first: Option<usize>,
    maps: &[Wiring],
    layout: &Layout,
) -> Vec<Image<W>> {
    let is_of_first = |turn: u32| of_first.is_none_or(|of_first| (turn as usize) < of_first);
    let number: HashMap<(bool, PlainMove), u32> = turns
        .iter()
        .zip(0..)
        .map(|(of, turn)| ((is_of_first(turn), *of), turn))
        .collect();
    let image = |map: &Wiring| {
        let moved = |bits: U256| {
            let places = (0..map.to.len() as u32).filter(|&bit| bits >> bit & U256::ONE != 0);
            places.fold(U256::ZERO, |all, bit| {
                all | U256::ONE << map.to[bit as usize]
            })
        };
        let moved_turn = |of: &PlainMove| {
            let (mask, clear) = (moved(of.mask), moved(of.clear));
            PlainMove {
                mask,
                pattern: moved(of.pattern) ^ (map.flipped & mask),
                clear,
                set: moved(of.set) ^ (map.flipped & clear),
            }
        };
        let carried = |swaps: bool| {
            let turn = |(of, turn)| {
                number
                    .get(&(is_of_first(turn) != swaps, moved_turn(of)))
                    .copied()
            };
            turns
                .iter()
                .zip(0..)
                .map(turn)
                .collect::<Option<Vec<u32>>>()
        };
        let (turns, swaps) = match carried(false) {
            Some(turns) => (turns, false),
            None => (carried(true)?, true),
        };
        Some(Image {
            to: map.to.clone(),
            flipped: W::narrow(map.flipped & !layout.turn_bit()),
            turns,
            swaps,
        })
    };
    let identity = Wiring {
        to: (0..layout.bits).collect(),
        flipped: U256::ZERO,
    };
    let others = maps.iter().filter(|map| **map != identity);
    std::iter::once(&identity)
        .chain(others)
        .filter_map(image)
        .collect()
}

/// The turns of one player, each as one move; `None` if a move is not plain, or there are too many.
fn whole_turns(residual: &Residual, side: &Side) -> Option<BTreeSet<PlainMove>> {
    let mut moves = Vec::with_capacity(side.moves.len());
    for ground in &side.moves {
        let (plain, end) = PlainMove::in_play(residual, ground)?;
        if end.outcome().is_some() {
            return None;
        }
        moves.push((plain, end.turn()));
    }
    let mut whole = BTreeSet::new();
    // The beginnings of turns in which the mover is to go on.
    let (mut begun, mut seen) = (Vec::new(), BTreeSet::new());
    let mut take = |of: PlainMove, turn, begun: &mut Vec<PlainMove>| {
        match turn {
            Turn::Passes => {
                whole.insert(of.with_changes_alone());
            }
            Turn::Kept if seen.insert(of) => begun.push(of),
            Turn::Kept => {}
        }
        whole.len() + seen.len() <= 2 * Parts::<u64>::MOST_TURNS
    };
    for &(of, turn) in &moves {
        take(of, turn, &mut begun);
    }
    while let Some(beginning) = begun.pop() {
        for (next, turn) in &moves {
            if let Some(both) = beginning.then(next)
                && !take(both, *turn, &mut begun)
            {
                return None;
            }
        }
    }
    Some(whole)
}
