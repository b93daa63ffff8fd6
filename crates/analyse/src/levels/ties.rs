//! Contents that symmetries make into each other, and which therefore weigh the same.
//!
//! A level must be the same for all images of a position. Where each field has weights of its
//! own, symmetries tie them: a white man on the first row weighs what a white man on the
//! mirrored cell does and, where the players may be swapped, what a black man on the last row
//! does.

use std::collections::BTreeMap;

use zug_program::{Layout, Symmetries, Word};

use super::{Class, Form};

/// The most symmetries that are looked at. The generators come first.
const MOST_ELEMENTS: usize = 64;

/// Which contents of which classes weigh the same.
#[derive(Clone, Debug)]
pub(super) struct Ties {
    /// For each class and each of its contents, the group it belongs to. A class that has one
    /// weight a unit of content has one place.
    of: Vec<Vec<usize>>,
    /// The places of each group: a class and a content.
    groups: Vec<Vec<(usize, usize)>>,
}

impl Ties {
    /// No content is tied to another one.
    pub(super) fn none(classes: &[Class]) -> Self {
        let mut groups = Vec::new();
        let of = classes.iter().enumerate().map(|(class, known)| {
            let places = 0..known.places();
            places
                .map(|place| {
                    groups.push(vec![(class, place)]);
                    groups.len() - 1
                })
                .collect()
        });
        let of = of.collect();
        Self { of, groups }
    }

    /// The ties by symmetries, where each class is one field.
    pub(super) fn by_symmetries<W: Word>(
        layout: &Layout,
        classes: &[Class],
        symmetries: &Symmetries<W>,
    ) -> Self {
        let mut ties = Self::none(classes);
        let class_of: BTreeMap<usize, usize> = (0..).zip(classes).map(single).collect();
        let content = |position: W, field: usize| {
            let of = layout.fields[field];
            ((position >> of.shift).low() & ((1 << of.bits) - 1)) as usize
        };
        for element in 1..symmetries.order().min(MOST_ELEMENTS) {
            let empty = symmetries.image(W::default(), element);
            for (&field, &class) in &class_of {
                let of = layout.fields[field];
                for place in 1..classes[class].places().max(2) {
                    let image = W::of_low(place as u64) << of.shift;
                    let image = symmetries.image(image, element);
                    let mut changed = class_of
                        .iter()
                        .filter(|(to, _)| content(image, **to) != content(empty, **to));
                    let (Some((&to, &to_class)), None) = (changed.next(), changed.next()) else {
                        continue;
                    };
                    let (before, after) = (content(empty, to), content(image, to));
                    if classes[class].form == Form::Slope {
                        if (before, after) == (0, 1) {
                            ties.tie((class, 0), (to_class, 0));
                        }
                    } else {
                        ties.tie((class, 0), (to_class, before));
                        ties.tie((class, place), (to_class, after));
                    }
                }
            }
        }
        ties
    }

    /// Two contents weigh the same.
    fn tie(&mut self, one: (usize, usize), other: (usize, usize)) {
        let group = |&(class, place): &(usize, usize)| {
            let places: &Vec<usize> = self.of.get(class)?;
            places.get(place).copied()
        };
        let (Some(one), Some(other)) = (group(&one), group(&other)) else {
            return;
        };
        if one != other {
            let moved = std::mem::take(&mut self.groups[other]);
            for &(class, place) in &moved {
                self.of[class][place] = one;
            }
            self.groups[one].extend(moved);
        }
    }

    /// The contents that weigh what this one weighs, itself among them.
    pub(super) fn tied(&self, class: usize, place: usize) -> &[(usize, usize)] {
        &self.groups[self.group(class, place)]
    }

    /// The number of the group of contents that weigh what this one weighs.
    pub(super) fn group(&self, class: usize, place: usize) -> usize {
        self.of[class][place]
    }
}

/// The field of a class that has one, and the number of the class.
fn single((class, known): (usize, &Class)) -> (usize, usize) {
    (known.fields[0], class)
}
