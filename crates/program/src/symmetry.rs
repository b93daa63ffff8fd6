//! A group of symmetries that acts on packed positions.
//!
//! An element of the group sends bits of a position to other places, and may put other
//! content there. It is kept as look-ups in tables over groups of bits. Whether it is a
//! symmetry of a game is not taken on trust: `zug-analyse` proves it from the program for all states.
//! For a map that cannot be proved, [`Symmetries::refuted`] looks for a position that shows that the map
//! is no symmetry: it compares the successors of an image with the images of the successors.

use std::collections::{HashSet, VecDeque};

use zug_game::{Step, U256};
use zug_job::{Job, Why};
use zug_values::Turn;

use crate::word::Word;

/// The most bits of a relocation that puts other content in their place.
pub const WIDEST_TABLE: u32 = 12;

/// In a group of more elements than this, smaller tables put narrow fields together, so that
/// all tables take at most about 64 MiB.
const LARGE_GROUP: usize = 64;

/// The bits of fields that are put together in a table for a large group.
const NARROW_TABLE: u32 = 8;

/// What becomes of some bits of a position that stand side by side.
#[derive(Clone, Debug)]
pub struct Relocation {
    /// The lowest of the bits.
    pub shift: u32,
    /// The number of bits; at most [`WIDEST_TABLE`] if there are images.
    pub bits: u32,
    /// Where the lowest bit goes.
    pub to: u32,
    /// The new content for each content of the bits; `None` if the content stays.
    pub images: Option<Vec<u64>>,
}

/// A map of packed positions, as tables over groups of bits.
#[derive(Clone, Debug)]
struct Transform<W> {
    chunks: Vec<Chunk<W>>,
}

#[derive(Clone, Debug)]
enum Chunk<W> {
    /// The image of each content of these bits.
    Table {
        shift: u32,
        mask: u64,
        images: Box<[W]>,
    },
    /// These bits move as they are.
    Move { shift: u32, mask: u64, to: u32 },
}

impl<W: Word> Transform<W> {
    fn new(mut relocations: Vec<Relocation>, width: u32) -> Self {
        relocations.retain(|element| element.bits > 0);
        relocations.sort_by_key(|element| element.shift);
        Self {
            chunks: chunks(&relocations, width),
        }
    }

    fn apply(&self, position: W) -> W {
        let mut image = W::default();
        for chunk in &self.chunks {
            image = image
                | match chunk {
                    Chunk::Table {
                        shift,
                        mask,
                        images,
                    } => images[((position >> *shift).low() & mask) as usize],
                    Chunk::Move { shift, mask, to } => {
                        W::of_low((position >> *shift).low() & mask) << *to
                    }
                };
        }
        image
    }
}

/// A symmetry by single bits of a position, for a compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wiring {
    /// Where each bit goes, from the lowest bit on. No two bits go to one place.
    pub to: Vec<u32>,
    /// The bits that are flipped, by the places where they arrive.
    pub flipped: U256,
}

impl<W: Word> Transform<W> {
    /// The wiring of `bits` bits, if the map does nothing but move and flip single bits.
    fn wiring(&self, bits: u32) -> Option<Wiring> {
        let mut to = vec![None; bits as usize];
        let mut flipped = U256::ZERO;
        for chunk in &self.chunks {
            match chunk {
                Chunk::Table { shift, images, .. } => {
                    let first = images[0].widen();
                    flipped |= first;
                    for bit in 0..images.len().ilog2() {
                        let goes = images[1 << bit].widen() ^ first;
                        let goes = goes.is_power_of_two().then(|| goes.trailing_zeros())?;
                        *to.get_mut((shift + bit) as usize)? = Some(goes);
                    }
                    // The image of each content must be made of the images of its bits.
                    for content in 1..images.len() {
                        let without = content & (content - 1);
                        let lowest = images[content ^ without].widen() ^ first;
                        if images[content].widen() != images[without].widen() ^ lowest {
                            return None;
                        }
                    }
                }
                Chunk::Move {
                    shift,
                    mask,
                    to: first,
                } => {
                    for bit in 0..mask.count_ones() {
                        *to.get_mut((shift + bit) as usize)? = Some(first + bit);
                    }
                }
            }
        }
        let to: Vec<u32> = to.into_iter().collect::<Option<_>>()?;
        let targets: HashSet<u32> = to.iter().copied().filter(|&to| to < bits).collect();
        (targets.len() == to.len()).then_some(Wiring { to, flipped })
    }
}

/// A group of symmetries of a game with positions of type `W`.
#[derive(Clone, Debug)]
pub struct Symmetries<W> {
    /// The identity first.
    elements: Vec<Transform<W>>,
    /// The bit that is set where Second is to move, if the group is one with a swap of the
    /// players ([`Symmetries::with_swap`]).
    ///
    /// Invariant: then the first half of the elements leave this bit as it is, and the second
    /// half change it.
    turn: Option<W>,
}

impl<W: Word> Symmetries<W> {
    /// The group that has only the identity.
    pub fn none() -> Self {
        Self {
            elements: vec![Transform { chunks: Vec::new() }],
            turn: None,
        }
    }

    /// The group of these elements, each told by what becomes of all bits of a position. The
    /// identity comes first.
    ///
    /// # Errors
    ///
    /// The first error among the elements.
    pub fn new<E>(
        elements: impl ExactSizeIterator<Item = Result<Vec<Relocation>, E>>,
    ) -> Result<Self, E> {
        let width = if elements.len() > LARGE_GROUP {
            NARROW_TABLE
        } else {
            WIDEST_TABLE
        };
        let elements = elements.map(|element| Ok(Transform::new(element?, width)));
        Ok(Self {
            elements: elements.collect::<Result<_, _>>()?,
            turn: None,
        })
    }

    /// The number of elements, the identity included.
    pub fn order(&self) -> usize {
        self.elements.len()
    }

    /// The image of a position under an element of the group, by its place; the identity
    /// is at 0.
    pub fn image(&self, position: W, element: usize) -> W {
        if element == 0 {
            position
        } else {
            self.elements[element].apply(position)
        }
    }

    /// The image that stands for all images. It is the least of them; in a group with a swap
    /// of the players it is the least of those in which First is to move.
    pub fn canonical(&self, position: W) -> W {
        let position = self.with_first_to_move(position);
        let others = self.elements[1..self.keeping()].iter();
        others.fold(position, |least, element| {
            least.min(element.apply(position))
        })
    }

    /// The number of elements that leave the turn as it is; all of them in a group without a
    /// swap of the players.
    pub fn keeping(&self) -> usize {
        match self.turn {
            Some(_) => self.order() / 2,
            None => self.order(),
        }
    }

    /// The bit that is set where Second is to move; `None` in a group without a swap of the
    /// players.
    pub fn turn(&self) -> Option<W> {
        self.turn
    }

    /// In a group with a swap of the players, a position with First to move that is an image of
    /// this one. In any other group it is the position itself.
    fn with_first_to_move(&self, position: W) -> W {
        match self.turn {
            Some(turn) if position & turn != W::default() => {
                self.elements[self.keeping()].apply(position)
            }
            _ => position,
        }
    }

    /// The order of a position's stabiliser: the number of elements that leave the
    /// position as it is.
    pub fn stabiliser(&self, position: W) -> usize {
        let keeps = |element: &usize| self.image(position, *element) == position;
        // An element that changes the turn leaves no position as it is.
        (0..self.keeping()).filter(keeps).count()
    }

    /// The elements as wirings of `bits` bits, the identity first; `None` if some element does
    /// more than move and flip single bits.
    pub fn wirings(&self, bits: u32) -> Option<Vec<Wiring>> {
        let identity = Wiring {
            to: (0..bits).collect(),
            flipped: U256::ZERO,
        };
        let others = self.elements[1..].iter();
        let others = others.map(|element| element.wiring(bits));
        std::iter::once(Some(identity)).chain(others).collect()
    }

    /// The symmetries that leave a position as it is.
    #[must_use]
    pub fn fixing(&self, position: W) -> Self {
        self.of(&self.keepers(position), None)
    }

    /// The places of the symmetries that leave a position as it is; the identity is the first.
    #[must_use]
    pub fn keepers(&self, position: W) -> Vec<usize> {
        let keeps = |element: &usize| self.image(position, *element) == position;
        (0..self.order()).filter(keeps).collect()
    }

    /// The group of the elements with these places, which must be a group and begin with the identity.
    #[must_use]
    pub fn subgroup(&self, places: &[usize]) -> Self {
        self.of(places, None)
    }

    /// The group of two halves: elements that leave the turn as it is, the identity first, and
    /// as many elements that swap the players. Both are told by their places. Where Second is
    /// to move, the bit `turn` is set.
    ///
    /// A position that stands for its images has First to move: only half of the images are
    /// compared to find it.
    ///
    /// # Panics
    ///
    /// The halves are not of one size.
    #[must_use]
    pub fn with_swap(&self, keeping: &[usize], swapping: &[usize], turn: W) -> Self {
        assert_eq!(keeping.len(), swapping.len(), "half of the group swaps");
        self.of(&[keeping, swapping].concat(), Some(turn))
    }

    fn of(&self, places: &[usize], turn: Option<W>) -> Self {
        Self {
            elements: places
                .iter()
                .map(|place| self.elements[*place].clone())
                .collect(),
            turn,
        }
    }

    /// Looks for a position that shows of one of the elements that it is no symmetry: among all
    /// positions within reach if there are at most `most`, else among the positions met
    /// first and positions along random lines of play. The elements need not make a group.
    ///
    /// `expand` gives how the game is over in a position, if it is, and the position's
    /// successors; `None` where the rules fault.
    ///
    /// Returns the place of the element, with the position; `None` if none was found.
    pub fn refuted<E: PartialEq>(
        &self,
        start: W,
        most: usize,
        job: &Job,
        mut expand: impl FnMut(W) -> Option<(E, Vec<(Step<W>, i64)>)>,
    ) -> Result<Option<(usize, W)>, Why> {
        let mut expanded = |position| {
            let (end, mut successors) = expand(position)?;
            in_order(&mut successors);
            Some((end, successors))
        };
        let mut seen: HashSet<W> = HashSet::from([start]);
        let mut queue = VecDeque::from([start]);
        // A fixed seed: the same rules are always checked on the same positions.
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        while let Some(position) = queue.pop_front() {
            job.check()?;
            let Some((end, successors)) = expanded(position) else {
                continue;
            };
            for (place, element) in self.elements.iter().enumerate().skip(1) {
                let mut images = successors.clone();
                for (step, _) in &mut images {
                    step.position = element.apply(step.position);
                }
                in_order(&mut images);
                let is_image = |(of_image, steps): (E, Vec<_>)| of_image == end && steps == images;
                if !expanded(element.apply(position)).is_some_and(is_image) {
                    return Ok(Some((place, position)));
                }
            }
            let mut fresh: Vec<W> = successors
                .into_iter()
                .map(|(step, _)| step.position)
                .filter(|next| !seen.contains(next))
                .collect();
            if seen.len() + fresh.len() > most {
                // There is no room for all: one is taken at random, so that positions far from
                // the start are reached too.
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                if seen.len() >= 2 * most || fresh.is_empty() {
                    continue;
                }
                let pick = (random >> 33) as usize % fresh.len();
                fresh = vec![fresh[pick]];
                queue.clear();
            }
            for next in fresh {
                if seen.insert(next) {
                    queue.push_back(next);
                }
            }
        }
        Ok(None)
    }
}

/// Sorts successors, each with what its move gains, as symmetries need not keep their order.
fn in_order<W: Word>(steps: &mut [(Step<W>, i64)]) {
    steps.sort_unstable_by_key(|(step, gain)| (step.position, step.turn == Turn::Kept, *gain));
}

/// The relocations as tables and moves. Neighbouring relocations share a table of at most
/// 2^`width` entries; a relocation that needs a larger table has one of its own.
fn chunks<W: Word>(moves: &[Relocation], width: u32) -> Vec<Chunk<W>> {
    let mut chunks = Vec::new();
    let mut rest = moves;
    while let Some(first) = rest.first() {
        let mut taken = 0;
        let mut bits = 0;
        for element in rest {
            let contiguous = element.shift == first.shift + bits;
            let most = if taken == 0 { WIDEST_TABLE } else { width };
            if !contiguous || bits + element.bits > most {
                break;
            }
            bits += element.bits;
            taken += 1;
        }
        if taken == 0 {
            chunks.extend(wide_moves(first));
            rest = &rest[1..];
            continue;
        }
        let (group, others) = rest.split_at(taken);
        rest = others;
        let images = (0..1u64 << bits)
            .map(|content| {
                group.iter().fold(W::default(), |image, element| {
                    let raw = content >> (element.shift - first.shift) & ((1 << element.bits) - 1);
                    let raw = element
                        .images
                        .as_ref()
                        .map_or(raw, |images| images[raw as usize]);
                    image | W::of_low(raw) << element.to
                })
            })
            .collect();
        chunks.push(Chunk::Table {
            shift: first.shift,
            mask: (1 << bits) - 1,
            images,
        });
    }
    chunks
}

/// The moves of a relocation that is too wide for a table, 32 bits at a time.
fn wide_moves<W: Word>(element: &Relocation) -> Vec<Chunk<W>> {
    (0..element.bits)
        .step_by(32)
        .map(|from| Chunk::Move {
            shift: element.shift + from,
            mask: (1 << (element.bits - from).min(32)) - 1,
            to: element.to + from,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    #[test]
    fn contents_of_more_than_32_bits_change_places_whole() {
        let moved = |shift, to| Relocation {
            shift,
            bits: 40,
            to,
            images: None,
        };
        let elements = [
            vec![moved(0, 0), moved(40, 40)],
            vec![moved(0, 40), moved(40, 0)],
        ];
        let elements = elements.into_iter().map(Ok::<_, Infallible>);
        let symmetries = Symmetries::<U256>::new(elements).unwrap();
        let [one, other] = [0x12_3456_789a_u64, 0xbc_def0_1234].map(U256::from);
        let image = symmetries.image(one | other << 40, 1);
        assert_eq!(image, other | one << 40);
        assert_eq!(symmetries.image(image, 1), one | other << 40);
    }
}
