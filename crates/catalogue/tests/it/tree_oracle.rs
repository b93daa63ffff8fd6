//! Plain search of the tree game. Never optimised, but that it remembers trees;
//! two that differ in the order of children alone are one.

use std::collections::HashMap;

use zug_game::Player;

/// A tree that an [`Oracle`] knows.
pub(crate) type Id = u32;

/// What an oracle knows a tree by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Shape {
    Leaf(i64),
    /// Invariant: the first is not the larger.
    Pair(Id, Id),
}

/// All trees met so far.
#[derive(Debug, Default)]
pub(crate) struct Oracle {
    ids: HashMap<Shape, Id>,
    shapes: Vec<Shape>,
    /// The trees that one turn leads to.
    after: Vec<Option<Vec<Id>>>,
    values: HashMap<(Id, Player), i64>,
}

impl Oracle {
    pub(crate) fn leaf(&mut self, number: i64) -> Id {
        self.id(Shape::Leaf(number))
    }

    pub(crate) fn pair(&mut self, a: Id, b: Id) -> Id {
        self.id(Shape::Pair(a.min(b), a.max(b)))
    }

    fn id(&mut self, shape: Shape) -> Id {
        *self.ids.entry(shape).or_insert_with(|| {
            self.shapes.push(shape);
            self.after.push(None);
            self.shapes.len() as Id - 1
        })
    }

    /// The nodes of a tree, the root first, the children of node i by `inner`.
    pub(crate) fn nodes<N>(
        &self,
        tree: Id,
        leaf: impl Fn(i64) -> N,
        inner: impl Fn(usize, usize) -> N,
    ) -> Vec<N> {
        let mut trees = vec![tree];
        let mut nodes = Vec::new();
        while let Some(&tree) = trees.get(nodes.len()) {
            nodes.push(match self.shapes[tree as usize] {
                Shape::Leaf(number) => leaf(number),
                Shape::Pair(a, b) => {
                    trees.extend([a, b]);
                    inner(trees.len() - 2, trees.len() - 1)
                }
            });
        }
        nodes
    }

    fn is_leaf(&self, tree: Id) -> bool {
        matches!(self.shapes[tree as usize], Shape::Leaf(_))
    }

    /// All trees that one turn leads to.
    fn after(&mut self, tree: Id) -> Vec<Id> {
        if let Some(known) = &self.after[tree as usize] {
            return known.clone();
        }
        let mut after = match self.shapes[tree as usize] {
            Shape::Leaf(_) => vec![],
            Shape::Pair(a, b) if self.is_leaf(a) && self.is_leaf(b) => vec![a, b],
            Shape::Pair(a, b) => {
                let (in_a, in_b) = (self.after(a), self.after(b));
                let mut after: Vec<Id> = in_a.into_iter().map(|a| self.pair(a, b)).collect();
                after.extend(in_b.into_iter().map(|b| self.pair(a, b)));
                after
            }
        };
        after.sort_unstable();
        after.dedup();
        self.after[tree as usize] = Some(after.clone());
        after
    }

    /// The number that is left if this player moves first.
    pub(crate) fn value(&mut self, tree: Id, mover: Player) -> i64 {
        if let Shape::Leaf(number) = self.shapes[tree as usize] {
            return number;
        }
        if let Some(&value) = self.values.get(&(tree, mover)) {
            return value;
        }
        let after = self.after(tree);
        let values = after
            .into_iter()
            .map(|tree| self.value(tree, mover.opponent()));
        let value = match mover {
            Player::First => values.max(),
            Player::Second => values.min(),
        };
        let value = value.unwrap();
        self.values.insert((tree, mover), value);
        value
    }
}
