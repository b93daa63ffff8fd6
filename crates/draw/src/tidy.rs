//! The columns of a tidy tree drawing.
//!
//! A drawing is tidy (E. M. Reingold and J. S. Tilford, *Tidier drawings of
//! trees*, 1981) if nodes of one ply are on one line, a parent is over the middle of
//! its children, equal subtrees are drawn equally, and no more room is taken than that
//! needs. J. Q. Walker (1990) extended the algorithm to any number of branches; C.
//! Buchheim, M. Jünger and S. Leipert (*Improving Walker's algorithm to run in linear
//! time*, 2002) made it linear. Theirs is used here, with two deviations: nodes may
//! have different widths, and the two walks are loops over the list of nodes, because a
//! chain can be thousands of plies deep.
//!
//! Cost: time and memory linear in the number of nodes.

use crate::flat::Flat;

/// How far a thing reaches from its column to the left and to the right.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extent {
    pub(super) left: f64,
    pub(super) right: f64,
}

impl Extent {
    /// The least extent that holds both.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            left: self.left.max(other.left),
            right: self.right.max(other.right),
        }
    }
}

/// The room between neighbours on one ply.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gaps {
    /// Between children of one parent.
    pub(super) siblings: f64,
    /// Between other neighbours.
    pub(super) cousins: f64,
}

/// The column of every node; the leftmost thing that is drawn begins at 0.
///
/// `extent` returns how far a node reaches. It is given the node's index and the
/// distances from the node's column to those of its first and last child.
pub(super) fn columns(
    flat: &Flat<'_>,
    gaps: Gaps,
    extent: impl Fn(usize, Extent) -> Extent,
) -> Vec<f64> {
    let mut layout = Layout::new(flat, gaps);
    for index in post_order(flat) {
        layout.place(index, &extent);
    }
    layout.settle()
}

/// The nodes in an order in which children come from left to right, then their parent.
fn post_order(flat: &Flat<'_>) -> Vec<usize> {
    let mut order = Vec::with_capacity(flat.places.len());
    let mut waiting = vec![0];
    while let Some(index) = waiting.pop() {
        order.push(index);
        waiting.extend(&flat.places[index].children);
    }
    order.reverse();
    order
}

/// The data of the algorithm for each node, named as in the paper.
#[derive(Clone, Copy)]
struct Mark {
    /// The column, relative to the parent.
    prelim: f64,
    /// The number to add to the columns of all nodes below.
    modifier: f64,
    /// `change` and `shift` spread a shift over the subtrees in between.
    change: f64,
    shift: f64,
    /// For a node without children, the next node on the contour.
    thread: Option<usize>,
    /// The greatest distinct ancestor; it may be out of date.
    ancestor: usize,
    /// The greatest distinct ancestor to be used where `ancestor` is out of date.
    default_ancestor: usize,
    extent: Extent,
}

struct Layout<'a, 't> {
    flat: &'a Flat<'t>,
    gaps: Gaps,
    marks: Vec<Mark>,
}

impl<'a, 't> Layout<'a, 't> {
    fn new(flat: &'a Flat<'t>, gaps: Gaps) -> Self {
        let mark = |(index, place): (usize, &super::flat::Place<'_>)| Mark {
            prelim: 0.0,
            modifier: 0.0,
            change: 0.0,
            shift: 0.0,
            thread: None,
            ancestor: index,
            default_ancestor: place.children.first().copied().unwrap_or(index),
            extent: Extent::default(),
        };
        Self {
            flat,
            gaps,
            marks: flat.places.iter().enumerate().map(mark).collect(),
        }
    }

    /// The first walk, for one node whose children are done: places it beside its left
    /// sibling, and moves the two subtrees apart.
    fn place(&mut self, v: usize, extent: &impl Fn(usize, Extent) -> Extent) {
        let children = &self.flat.places[v].children;
        let mut middle = None;
        if let (Some(&first), Some(&last)) = (children.first(), children.last()) {
            self.execute_shifts(v);
            let (from, to) = (self.marks[first].prelim, self.marks[last].prelim);
            let half = (to - from) / 2.0;
            let reach = Extent {
                left: half,
                right: half,
            };
            self.marks[v].extent = extent(v, reach);
            middle = Some(from + half);
        } else {
            self.marks[v].extent = extent(v, Extent::default());
        }
        let beside = self
            .left_sibling(v)
            .map(|left| self.marks[left].prelim + self.distance(left, v));
        let mark = &mut self.marks[v];
        match (beside, middle) {
            (Some(column), middle) => {
                mark.prelim = column;
                mark.modifier = middle.map_or(0.0, |middle| column - middle);
            }
            (None, middle) => mark.prelim = middle.unwrap_or(0.0),
        }
        self.apportion(v);
    }

    /// The second walk: the columns as seen from the left edge.
    fn settle(&self) -> Vec<f64> {
        let mut columns = Vec::with_capacity(self.marks.len());
        let mut modifiers = Vec::with_capacity(self.marks.len());
        for (place, mark) in self.flat.places.iter().zip(&self.marks) {
            let above = place.parent.map_or(0.0, |parent| modifiers[parent]);
            columns.push(mark.prelim + above);
            modifiers.push(mark.modifier + above);
        }
        let edges = columns.iter().zip(&self.marks);
        let left = edges
            .map(|(column, mark)| column - mark.extent.left)
            .fold(f64::INFINITY, f64::min);
        columns.iter().map(|column| column - left).collect()
    }

    fn left_sibling(&self, v: usize) -> Option<usize> {
        let place = &self.flat.places[v];
        let before = place.order.checked_sub(1)?;
        Some(self.flat.places[place.parent?].children[before])
    }

    /// The distance that two neighbours on one ply need.
    fn distance(&self, left: usize, right: usize) -> f64 {
        let places = &self.flat.places;
        let gap = if places[left].parent == places[right].parent {
            self.gaps.siblings
        } else {
            self.gaps.cousins
        };
        self.marks[left].extent.right + gap + self.marks[right].extent.left
    }

    fn next_left(&self, v: usize) -> Option<usize> {
        let first = self.flat.places[v].children.first();
        first.copied().or(self.marks[v].thread)
    }

    fn next_right(&self, v: usize) -> Option<usize> {
        let last = self.flat.places[v].children.last();
        last.copied().or(self.marks[v].thread)
    }

    /// Moves the subtree at `v` away from all subtrees to its left, going down their
    /// right contour (`inside_left`) and its own left contour (`inside_right`) side by
    /// side.
    fn apportion(&mut self, v: usize) {
        let (Some(sibling), Some(parent)) = (self.left_sibling(v), self.flat.places[v].parent)
        else {
            return;
        };
        let leftmost = self.flat.places[parent].children[0];
        let (mut inside_left, mut outside_left) = (sibling, leftmost);
        let (mut inside_right, mut outside_right) = (v, v);
        let sum = |layout: &Self, at: usize| layout.marks[at].modifier;
        let mut sum_inside_left = sum(self, inside_left);
        let mut sum_outside_left = sum(self, outside_left);
        let mut sum_inside_right = sum(self, inside_right);
        let mut sum_outside_right = sum(self, outside_right);
        while let (Some(left), Some(right), Some(far_left), Some(far_right)) = (
            self.next_right(inside_left),
            self.next_left(inside_right),
            self.next_left(outside_left),
            self.next_right(outside_right),
        ) {
            (inside_left, inside_right) = (left, right);
            (outside_left, outside_right) = (far_left, far_right);
            self.marks[outside_right].ancestor = v;
            let shift = (self.marks[inside_left].prelim + sum_inside_left)
                - (self.marks[inside_right].prelim + sum_inside_right)
                + self.distance(inside_left, inside_right);
            if shift > 0.0 {
                let subtree = self.greatest_ancestor(inside_left, parent);
                self.move_subtree(subtree, v, shift);
                sum_inside_right += shift;
                sum_outside_right += shift;
            }
            sum_inside_left += sum(self, inside_left);
            sum_outside_left += sum(self, outside_left);
            sum_inside_right += sum(self, inside_right);
            sum_outside_right += sum(self, outside_right);
        }
        if let (Some(next), None) = (self.next_right(inside_left), self.next_right(outside_right)) {
            let mark = &mut self.marks[outside_right];
            mark.thread = Some(next);
            mark.modifier += sum_inside_left - sum_outside_right;
        }
        if let (Some(next), None) = (self.next_left(inside_right), self.next_left(outside_left)) {
            let mark = &mut self.marks[outside_left];
            mark.thread = Some(next);
            mark.modifier += sum_inside_right - sum_outside_left;
            self.marks[parent].default_ancestor = v;
        }
    }

    /// The child of `parent` above the contour node, in whose subtree that node is.
    fn greatest_ancestor(&self, contour: usize, parent: usize) -> usize {
        let ancestor = self.marks[contour].ancestor;
        if self.flat.places[ancestor].parent == Some(parent) {
            ancestor
        } else {
            self.marks[parent].default_ancestor
        }
    }

    fn move_subtree(&mut self, left: usize, right: usize, shift: f64) {
        let subtrees = self.flat.places[right].order - self.flat.places[left].order;
        let each = shift / subtrees as f64;
        self.marks[left].change += each;
        let mark = &mut self.marks[right];
        mark.change -= each;
        mark.shift += shift;
        mark.prelim += shift;
        mark.modifier += shift;
    }

    /// Spreads the shifts over the subtrees in between.
    fn execute_shifts(&mut self, v: usize) {
        let (mut shift, mut change) = (0.0, 0.0);
        for &child in self.flat.places[v].children.iter().rev() {
            let mark = &mut self.marks[child];
            mark.prelim += shift;
            mark.modifier += shift;
            change += mark.change;
            shift += mark.shift + change;
        }
    }
}
