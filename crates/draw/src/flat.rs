//! A tree laid flat: its nodes in one list, and each node with its ply.

use zug::{Branch, Node, Tree};

/// The number of plies of a tree that have nodes.
pub fn plies(tree: &Tree) -> usize {
    Flat::new(tree).plies()
}

/// The nodes of a tree in preorder: a node comes before all nodes below it, and the
/// branches of a node come in the order of the rules.
pub(crate) struct Flat<'t> {
    pub(crate) places: Vec<Place<'t>>,
    /// Moves of a merged tree to positions that stand below another node.
    pub(crate) links: Vec<Link<'t>>,
}

/// A move to a position that stands elsewhere in the tree.
pub(crate) struct Link<'t> {
    pub(crate) by: &'t Branch,
    /// The index of the node that the move is made in.
    pub(crate) from: usize,
    /// The index of the node that it leads to.
    pub(crate) to: usize,
}

/// A node with its place in the tree.
pub(crate) struct Place<'t> {
    pub(crate) node: &'t Node,
    /// The move that leads here; `None` at the root.
    pub(crate) by: Option<&'t Branch>,
    pub(crate) parent: Option<usize>,
    /// The place of its branch among those of its parent, from 0.
    pub(crate) order: usize,
    /// The number of plies from the root.
    pub(crate) depth: usize,
    /// The indices of its children, in the order of the branches.
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
        Self {
            places,
            links: Vec::new(),
        }
    }

    /// The tree with the nodes of a merged tree that only name a position as links to where it stands.
    pub(crate) fn with_links(tree: &'t Tree) -> Self {
        let whole = Self::new(tree).places;
        // The index of each node among those that are kept.
        let mut kept = Vec::with_capacity(whole.len());
        let mut number = 0;
        for place in &whole {
            kept.push(number);
            number += usize::from(place.node.same_as.is_none());
        }
        let mut flat = Self {
            places: Vec::with_capacity(number),
            links: Vec::new(),
        };
        for mut place in whole {
            let parent = place.parent.map(|parent| kept[parent]);
            if let (Some(to), Some(by), Some(from)) = (place.node.same_as, place.by, parent) {
                let to = kept[to];
                flat.links.push(Link { by, from, to });
                continue;
            }
            place.parent = parent;
            place.children.clear();
            let index = flat.places.len();
            if let Some(parent) = parent {
                let siblings = &mut flat.places[parent].children;
                place.order = siblings.len();
                siblings.push(index);
            }
            flat.places.push(place);
        }
        flat
    }

    /// The number of plies that have nodes.
    pub(crate) fn plies(&self) -> usize {
        let deepest = self.places.iter().map(|place| place.depth).max();
        deepest.map_or(0, |depth| depth + 1)
    }

    /// Whether this node is the last child of its parent; true for the root.
    pub(crate) fn is_last(&self, index: usize) -> bool {
        let place = &self.places[index];
        place
            .parent
            .is_none_or(|parent| self.places[parent].children.last() == Some(&index))
    }

    /// For each ply the names of the players who move there, in the order of the tree:
    /// none on the last ply or in an impartial game, and both where kept turns have
    /// mixed the players.
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

    /// Whether on some ply either player may be to move.
    pub(crate) fn mixes_movers(&self) -> bool {
        self.movers().iter().any(|here| here.len() > 1)
    }

    /// "X moves" for each ply on which a player with a name moves.
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

    /// The places of the children, the last branch first.
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
