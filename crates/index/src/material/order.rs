//! The order of the numbers where not every content beside the board agrees with every material.
//!
//! Within each part of a tier the numbers go through the contents beside the board, for each
//! content through the materials that agree with it, and for each of those through its groups. Where a
//! group starts is a look-up then, and no longer a product.

use super::agree::Agreement;
use super::{ABSENT, MaterialIndex};

/// The most groups, times contents beside the board, for which it is listed where they start.
pub(super) const MOST_STARTS: u64 = 1 << 22;

/// Where the numbers of each group are, for each content beside it.
#[derive(Debug)]
pub(super) struct Agreeing {
    /// The number of contents beside the board, in all parts of a tier.
    contents: usize,
    /// For each group and each content the first number; [`ABSENT`] if they do not agree.
    firsts: Vec<u64>,
    /// The groups with the contents beside them, in the order of their numbers.
    in_order: Vec<Place>,
}

/// A group with a content beside it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The first number.
    pub(super) first: u64,
    pub(super) group: u32,
    pub(super) beside: u64,
}

impl Agreeing {
    /// The first number of a group, by its place, with a content beside it; [`ABSENT`] if they do not
    /// agree.
    #[inline]
    pub(super) fn first(&self, group: usize, beside: u64) -> u64 {
        self.firsts[group * self.contents + beside as usize]
    }

    /// The group that has a number, and the content beside it.
    pub(super) fn place_of(&self, number: u64) -> Place {
        let behind = self.in_order.partition_point(|place| place.first <= number);
        self.in_order[behind - 1]
    }

    /// The bytes that the lists take.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.firsts[..]) + size_of_val(&self.in_order[..])
    }
}

impl MaterialIndex {
    /// Gives numbers to those positions alone whose material agrees with what stands beside the board.
    pub(super) fn leave_out(&mut self, agreement: &Agreement) {
        let contents = (self.rest.count * self.images()) as usize;
        let mut agreeing = Agreeing {
            contents,
            firsts: vec![ABSENT; self.groups.len() * contents],
            in_order: Vec::new(),
        };
        let mut next = 0;
        for (tier, start) in self.tiers.iter().zip(&mut self.starts) {
            start.first = next;
            // The second part of a folded tier is as the first.
            for content in 0..contents as u64 {
                let of_first = content % self.rest.count;
                let materials = tier.materials.clone();
                for material in materials.filter(|material| agreement.agree(*material, of_first)) {
                    for place in material * self.states..(material + 1) * self.states {
                        let boards = self.groups[place].boards;
                        if boards == 0 {
                            continue;
                        }
                        agreeing.firsts[place * contents + content as usize] = next;
                        agreeing.in_order.push(Place {
                            first: next,
                            group: place as u32,
                            beside: content,
                        });
                        next += boards;
                    }
                }
            }
        }
        self.size = next;
        self.agreeing = Some(agreeing);
    }

    /// The first number of a group, by its place, with a content beside it; [`ABSENT`] if they do not
    /// agree.
    #[inline]
    pub(super) fn first(&self, group: usize, beside: u64) -> u64 {
        match &self.agreeing {
            None => {
                let group = &self.groups[group];
                beside * group.beside + group.first
            }
            Some(agreeing) => agreeing.first(group, beside),
        }
    }
}
