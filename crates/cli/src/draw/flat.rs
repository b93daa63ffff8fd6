//! A tree laid flat: its nodes in one list, the plies in their order.

use zug::{Branch, Node, Tree};

/// The nodes of a tree in preorder: a node before all that lies below it, and
/// the branches of a node in the order of the rules.
pub(crate) struct Flat<'t> {
    pub(crate) places: Vec<Place<'t>>,
}

/// A node and where it hangs.
pub(crate) struct Place<'t> {
    pub(crate) node: &'t Node,
    /// The move that leads here; `None` at the root.
    pub(crate) by: Option<&'t Branch>,
    pub(crate) parent: Option<usize>,
    /// Which of its parent's branches it is, from 0.
    pub(crate) order: usize,
    /// Plies below the root.
    pub(crate) depth: usize,
    /// In the order of the branches.
    pub(crate) children: Vec<usize>,
}

impl<'t> Flat<'t> {
    pub(crate) fn new(tree: &'t Tree) -> Self {
        let mut places = vec![Place::root(&tree.root)];
        let mut waiting: Vec<Place<'t>> = places[0].below(0);
        while let Some(place) = waiting.pop() {
            let index = places.len();
            waiting.extend(place.below(index));
            if let Some(parent) = place.parent {
                places[parent].children.push(index);
            }
            places.push(place);
        }
        Self { places }
    }

    /// How many plies have nodes.
    pub(crate) fn plies(&self) -> usize {
        let deepest = self.places.iter().map(|place| place.depth).max();
        deepest.map_or(0, |depth| depth + 1)
    }

    /// Whether this is the last of its parent's branches; so is the root.
    pub(crate) fn is_last(&self, index: usize) -> bool {
        let place = &self.places[index];
        place
            .parent
            .is_none_or(|parent| self.places[parent].children.last() == Some(&index))
    }

    /// Who moves at each ply, by name and in order: nobody on the last or in an
    /// impartial game, and both where turns that were kept have mixed them.
    pub(crate) fn movers(&self) -> Vec<Vec<&'t str>> {
        let mut movers: Vec<Vec<&str>> = vec![Vec::new(); self.plies()];
        for place in &self.places {
            if let (Some(mover), false) = (&place.node.mover, place.children.is_empty()) {
                let here = &mut movers[place.depth];
                if !here.contains(&mover.as_str()) {
                    here.push(mover);
                }
            }
        }
        for here in &mut movers {
            here.sort_unstable();
        }
        movers
    }

    /// Whether a ply alone does not tell who moves.
    pub(crate) fn mixes_movers(&self) -> bool {
        self.movers().iter().any(|here| here.len() > 1)
    }

    /// "X moves" for each ply where somebody with a name does.
    pub(crate) fn captions(&self) -> Vec<Option<String>> {
        let caption = |names: &Vec<&str>| {
            (!names.is_empty()).then(|| format!("{} moves", names.join(" or ")))
        };
        self.movers().iter().map(caption).collect()
    }
}

impl<'t> Place<'t> {
    fn root(node: &'t Node) -> Self {
        Self {
            node,
            by: None,
            parent: None,
            order: 0,
            depth: 0,
            children: Vec::new(),
        }
    }

    /// The places right below, the last branch first.
    fn below(&self, own_index: usize) -> Vec<Self> {
        let child = |(order, branch): (usize, &'t Branch)| Self {
            node: &branch.node,
            by: Some(branch),
            parent: Some(own_index),
            order,
            depth: self.depth + 1,
            children: Vec::new(),
        };
        let branches = self.node.branches.iter().enumerate();
        branches.map(child).rev().collect()
    }
}
