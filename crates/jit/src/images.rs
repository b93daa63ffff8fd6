//! The images of a position under symmetries that move single bits: the image that stands for
//! all of them, and the number of images that equal the position.
//!
//! The least image stands for all. In a group with a swap of the players it is the least image
//! with First to move: where Second is to move, the players are swapped first, and then only
//! the images under the half of the group that leaves the turn as it is are compared.
//!
//! Bits that move by the same distance move together, by a mask, a shift and an or. An
//! image is made from another image where that takes fewer such steps than to make it from
//! the position: the eight images of a square from two mirrors and one diagonal. Which
//! image is made from which is a minimum spanning tree (R. C. Prim, 1957).

use std::collections::BTreeMap;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Function, InstBuilder, Value};
use cranelift_frontend::FunctionBuilderContext;
use zug_game::U256;
use zug_program::Wiring;

use crate::straight::Straight;

/// The largest number of images that is compiled.
const MOST_IMAGES: usize = 64;

/// Bits that go from the word `from` to the word `to`, and `up` places up within it; down
/// where `up` is negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Group {
    from: usize,
    to: usize,
    up: i32,
    mask: u64,
}

/// How one image is made from another: groups of bits that move together, and the bits that
/// are flipped after they moved.
struct Moved {
    groups: Vec<Group>,
    flipped: U256,
}

impl Moved {
    /// What makes the image under `other` of the image under `one`.
    fn between(one: &Wiring, other: &Wiring) -> Self {
        let mut groups = BTreeMap::new();
        let mut flipped = U256::ZERO;
        for (&from, &to) in one.to.iter().zip(&other.to) {
            let up = (to % 64) as i32 - (from % 64) as i32;
            let place = (from as usize / 64, to as usize / 64, up);
            *groups.entry(place).or_insert(0) |= 1u64 << (from % 64);
            let turns = (one.flipped >> from ^ other.flipped >> to) & 1;
            flipped |= turns << to;
        }
        let groups = groups.into_iter();
        Self {
            groups: groups
                .map(|((from, to, up), mask)| Group { from, to, up, mask })
                .collect(),
            flipped,
        }
    }

    fn cost(&self) -> usize {
        self.groups.len()
    }
}

/// For each image but the first, in the order in which the images are made: its number, the
/// number of the image that it is made from, and how.
fn least_tree(wirings: &[Wiring]) -> Vec<(usize, usize, Moved)> {
    // For each image that is not made yet: the nearest image that is made.
    let mut nearest: Vec<(usize, usize, Moved)> = (1..wirings.len())
        .map(|image| (image, 0, Moved::between(&wirings[0], &wirings[image])))
        .collect();
    let mut tree = Vec::new();
    while let Some(at) = (0..nearest.len()).min_by_key(|&at| nearest[at].2.cost()) {
        let next = nearest.swap_remove(at);
        for (image, from, moved) in &mut nearest {
            let through = Moved::between(&wirings[next.0], &wirings[*image]);
            if through.cost() < moved.cost() {
                (*from, *moved) = (next.0, through);
            }
        }
        tree.push(next);
    }
    tree
}

/// A swap of the players.
pub(crate) struct Swap<'w> {
    /// Which bit of a position is set if Second is to move, counted from the lowest bit.
    pub(crate) turn: u32,
    /// What the swap does to a position.
    pub(crate) wiring: &'w Wiring,
}

/// Fills a function that puts the image that stands for all in the place of the position of a
/// step, and a function that notes the number of images that equal the position. The wirings
/// are those that leave the turn as it is, if there is a swap. Returns false if there are more
/// than [`MOST_IMAGES`] of them.
pub(crate) fn images(
    wirings: &[Wiring],
    swap: Option<Swap<'_>>,
    words: usize,
    step_bytes: usize,
    [least, same]: [&mut Function; 2],
    frontend: &mut FunctionBuilderContext,
) -> bool {
    if wirings.len() > MOST_IMAGES {
        return false;
    }
    let tree = least_tree(wirings);
    let mut straight = Straight::new(words, step_bytes, least, frontend);
    if let Some(swap) = swap {
        with_first_to_move(&mut straight, &wirings[0], &swap);
    }
    let mut least = straight.words.clone();
    each_image(&mut straight, &tree, |straight, image| {
        least = lesser(straight, &least, image);
    });
    straight.put_back(&least);

    let mut straight = Straight::new(words, 8 * words, same, frontend);
    let position = straight.words.clone();
    let mut count = straight.int(1);
    each_image(&mut straight, &tree, |straight, image| {
        let is_same = straight.is_same(&position, image);
        count = straight.b.ins().iadd(count, is_same);
    });
    straight.note(count);
    true
}

/// Makes code that swaps the players of a position in which Second is to move, and leaves any
/// other position as it is. `identity` is the wiring of the symmetry that changes nothing.
fn with_first_to_move(straight: &mut Straight<'_>, identity: &Wiring, swap: &Swap<'_>) {
    let position = straight.words.clone();
    let swapped = make(straight, &position, &Moved::between(identity, swap.wiring));
    let second_moves = straight.bits(swap.turn, 1);
    let chosen = position.iter().zip(swapped);
    straight.words = chosen
        .map(|(&as_it_is, swapped)| straight.b.ins().select(second_moves, swapped, as_it_is))
        .collect();
}

/// Makes the images in the order of the tree, and hands each to `then`.
fn each_image<'f>(
    straight: &mut Straight<'f>,
    tree: &[(usize, usize, Moved)],
    mut then: impl FnMut(&mut Straight<'f>, &[Value]),
) {
    let mut images = vec![Vec::new(); tree.len() + 1];
    images[0].clone_from(&straight.words);
    for (image, from, moved) in tree {
        images[*image] = make(straight, &images[*from], moved);
        then(straight, &images[*image]);
    }
}

fn make(straight: &mut Straight<'_>, from: &[Value], moved: &Moved) -> Vec<Value> {
    let mut image = vec![None; from.len()];
    for group in &moved.groups {
        let bits = straight.moved(from[group.from], group.mask, group.up);
        let word = &mut image[group.to];
        *word = Some(match *word {
            Some(word) => straight.b.ins().bor(word, bits),
            None => bits,
        });
    }
    let mut words = Vec::new();
    for (place, word) in image.into_iter().enumerate() {
        let word = match word {
            Some(word) => word,
            None => straight.int(0),
        };
        let flipped = (moved.flipped >> (64 * place)).as_i64();
        words.push(match flipped {
            0 => word,
            _ => straight.b.ins().bxor_imm(word, flipped),
        });
    }
    words
}

/// The lesser of two numbers of one word or of two words, the lowest word first.
fn lesser(straight: &mut Straight<'_>, a: &[Value], b: &[Value]) -> Vec<Value> {
    let ins =
        |straight: &mut Straight<'_>, how, at: usize| straight.b.ins().icmp(how, a[at], b[at]);
    let mut is_less = ins(straight, IntCC::UnsignedLessThan, 0);
    for at in 1..a.len() {
        let above = ins(straight, IntCC::UnsignedLessThan, at);
        let same = ins(straight, IntCC::Equal, at);
        let below = straight.b.ins().band(same, is_less);
        is_less = straight.b.ins().bor(above, below);
    }
    a.iter()
        .zip(b)
        .map(|(&a, &b)| straight.b.ins().select(is_less, a, b))
        .collect()
}
