//! The oracle: games as plain trees, ≤ by its definition, canonical forms by the theorems, one
//! option at a time. Nothing is kept, nothing is clever.

use std::rc::Rc;

use zug_partizan::{Arena, Form, Side};

/// A game as a tree.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    pub(crate) left: Vec<Rc<Tree>>,
    pub(crate) right: Vec<Rc<Tree>>,
}

pub(crate) fn tree(left: &[Rc<Tree>], right: &[Rc<Tree>]) -> Rc<Tree> {
    Rc::new(Tree {
        left: left.to_vec(),
        right: right.to_vec(),
    })
}

/// Whether g ≤ h.
pub(crate) fn is_at_most(g: &Tree, h: &Tree) -> bool {
    !g.left.iter().any(|gl| is_at_most(h, gl)) && !h.right.iter().any(|hr| is_at_most(hr, g))
}

/// The negative.
pub(crate) fn negative(g: &Tree) -> Rc<Tree> {
    let of = |options: &[Rc<Tree>]| options.iter().map(|option| negative(option)).collect();
    Rc::new(Tree {
        left: of(&g.right),
        right: of(&g.left),
    })
}

/// The sum.
pub(crate) fn sum(g: &Rc<Tree>, h: &Rc<Tree>) -> Rc<Tree> {
    let moves = |of_g: &[Rc<Tree>], of_h: &[Rc<Tree>]| {
        let in_g = of_g.iter().map(|option| sum(option, h));
        let in_h = of_h.iter().map(|option| sum(g, option));
        in_g.chain(in_h).collect()
    };
    Rc::new(Tree {
        left: moves(&g.left, &h.left),
        right: moves(&g.right, &h.right),
    })
}

/// The canonical form.
pub(crate) fn canonical(g: &Tree) -> Rc<Tree> {
    let mut g = Tree {
        left: g.left.iter().map(|option| canonical(option)).collect(),
        right: g.right.iter().map(|option| canonical(option)).collect(),
    };
    while bypass(&mut g) || remove(&mut g) {}
    Rc::new(g)
}

/// Bypasses one reversible option, if there is one.
fn bypass(g: &mut Tree) -> bool {
    for number in 0..g.left.len() {
        let through = g.left[number]
            .right
            .iter()
            .find(|answer| is_at_most(answer, g));
        if let Some(through) = through.cloned() {
            g.left.remove(number);
            g.left.extend(through.left.iter().cloned());
            return true;
        }
    }
    for number in 0..g.right.len() {
        let through = g.right[number]
            .left
            .iter()
            .find(|answer| is_at_most(g, answer));
        if let Some(through) = through.cloned() {
            g.right.remove(number);
            g.right.extend(through.right.iter().cloned());
            return true;
        }
    }
    false
}

/// Removes one dominated option, if there is one.
fn remove(g: &mut Tree) -> bool {
    for one in 0..g.left.len() {
        for other in 0..g.left.len() {
            if one != other && is_at_most(&g.left[one], &g.left[other]) {
                g.left.remove(one);
                return true;
            }
        }
    }
    for one in 0..g.right.len() {
        for other in 0..g.right.len() {
            if one != other && is_at_most(&g.right[other], &g.right[one]) {
                g.right.remove(one);
                return true;
            }
        }
    }
    false
}

/// The form of a tree in an arena.
pub(crate) fn form(arena: &mut Arena, g: &Tree) -> Form {
    let left: Vec<Form> = g.left.iter().map(|option| form(arena, option)).collect();
    let right: Vec<Form> = g.right.iter().map(|option| form(arena, option)).collect();
    arena.from_options(&left, &right).unwrap()
}

/// The tree of a form.
pub(crate) fn of_form(arena: &mut Arena, form: Form) -> Rc<Tree> {
    let mut of = |side| {
        let options = arena.options(form, side).unwrap();
        let trees = options.into_iter().map(|option| of_form(arena, option));
        trees.collect::<Vec<_>>()
    };
    let (left, right) = (of(Side::Left), of(Side::Right));
    Rc::new(Tree { left, right })
}

/// Whether two trees are the same, whatever the order of options.
pub(crate) fn is_same(g: &Tree, h: &Tree) -> bool {
    let among = |one: &[Rc<Tree>], other: &[Rc<Tree>]| {
        let found = |option: &Rc<Tree>| other.iter().any(|candidate| is_same(option, candidate));
        one.len() == other.len() && one.iter().all(found)
    };
    among(&g.left, &h.left) && among(&g.right, &h.right)
}

/// A few random bits at a time, the same in each run (SplitMix64, Steele, Lea and Flood 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    /// At most `most` of these items.
    pub(crate) fn some<T: Clone>(&mut self, of: &[T], most: usize) -> Vec<T> {
        let count = self.below(most + 1);
        (0..count)
            .map(|_| of[self.below(of.len())].clone())
            .collect()
    }
}
