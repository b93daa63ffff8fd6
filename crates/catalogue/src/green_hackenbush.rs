//! Green Hackenbush: a move cuts an edge of a picture that stands on the ground, and what
//! is no longer joined to the ground falls.
//!
//! The problem: who wins a picture of any size, and by which cuts?
//!
//! The theorem (E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, 1982, chapter 7).
//! *Fusion*: the nodes of a circle may be made one, and each edge of the circle becomes a
//! loop there. A loop is worth 1. So every edge that lies on a circle becomes a loop, and the edges
//! that lie on none (the bridges) are left as a tree. *Colon*: a branch of a tree that begins with an edge is worth 1 more than what
//! stands on that edge, and branches and loops at one node are worth their nim sum.
//!
//! Method: bridges by a depth-first search that keeps for each node the earliest node that
//! its branch is joined to (R. E. Tarjan, 1974). A cut of a bridge wins if it gives the
//! node below it the nimber that makes the whole picture 0; these wanted nimbers are found
//! from the ground upwards, all in one walk. For an edge on a circle the part in which all
//! circles hang together is worked out again without it.
//!
//! Cost: linear in the nodes and edges for the nimber and for all bridges; for each edge on
//! a circle the size of its part besides, at most [`MOST_VISITS`] visits of edges in all.
//! Memory is linear; nothing is recursive.
//!
//! When not to use it: nimbers do not answer misère play.
//!
//! ```
//! use zug_catalogue::green_hackenbush::GreenHackenbush;
//! use zug_values::Nimber;
//!
//! // A stalk of two edges, and beside it a circle of three.
//! let picture = GreenHackenbush::new(vec![(0, 1), (1, 2), (0, 3), (3, 4), (4, 0)]);
//! assert_eq!(picture.nimber(), Nimber(3));
//! let winning = picture.winning_cuts_beside(Nimber::ZERO);
//! assert!(winning.all && winning.edges == [1, 2, 4]);
//! ```

mod bridges;

use std::collections::HashMap;

use zug_values::{NimSum, Nimber, Outcome};

use bridges::{Graph, Walk};

/// The largest number of visits of edges in a search for winning cuts of edges on circles.
pub const MOST_VISITS: usize = 1 << 26;

/// The largest number of branches that a reason lists one by one.
const MOST_LISTED: usize = 20;

/// A picture: edges between nodes. Node 0 is the ground.
#[derive(Clone, Debug)]
pub struct GreenHackenbush {
    /// The edges that are joined to the ground, by their places in the list that was given.
    edges: Vec<usize>,
    /// These edges, with their nodes numbered from 0 without gaps; the ground is 0.
    graph: Graph,
    walk: Walk,
}

/// The cuts that win.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WinningCuts {
    /// Places of edges in the list that was given, in increasing order.
    pub edges: Vec<usize>,
    /// Whether no other cut wins; where this is false, some edges were not looked at.
    pub all: bool,
}

/// A part of a picture that shares only the ground with all other parts, as the fusion
/// principle leaves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The nimber of the branch.
    pub nimber: Nimber,
    /// Places of its edges in the list that was given, in increasing order.
    pub edges: Vec<usize>,
}

impl GreenHackenbush {
    /// The picture of these edges. Edges that are not joined to the ground, node 0, have
    /// fallen, and do not count.
    #[must_use]
    pub fn new(edges: Vec<(u64, u64)>) -> Self {
        let mut numbers = HashMap::from([(0, 0)]);
        let mut number = |node| {
            let next = numbers.len();
            *numbers.entry(node).or_insert(next)
        };
        let ends = edges.into_iter().map(|(a, b)| (number(a), number(b)));
        let ends: Vec<(usize, usize)> = ends.collect();
        let count = ends.len();
        let all = Graph::new(numbers.len(), &ends);
        let held = Walk::new(&all, 0, None);
        let (stand, ends): (Vec<usize>, Vec<(usize, usize)>) = (0..)
            .zip(ends)
            .filter(|(_, (a, _))| held.is_reached(*a))
            .unzip();
        // Where every edge stands, which is the rule, the walk is kept.
        let (graph, walk) = if stand.len() == count {
            (all, held)
        } else {
            let graph = Graph::new(numbers.len(), &ends);
            let walk = Walk::new(&graph, 0, None);
            (graph, walk)
        };
        Self {
            edges: stand,
            graph,
            walk,
        }
    }

    /// The number of edges that are joined to the ground.
    #[must_use]
    pub fn standing(&self) -> usize {
        self.edges.len()
    }

    /// The nimber of the picture.
    #[must_use]
    pub fn nimber(&self) -> Nimber {
        Nimber(self.walk.worth(0))
    }

    /// The mover's outcome.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.nimber().outcome()
    }

    /// The cuts that win in a sum whose other parts have the nimber `rest`.
    #[must_use]
    pub fn winning_cuts_beside(&self, rest: Nimber) -> WinningCuts {
        let mut cuts = WinningCuts {
            edges: Vec::new(),
            all: true,
        };
        if self.nimber() == rest {
            return cuts;
        }
        // For each fused node the nimber that it must get, if a move in it can win.
        let mut wanted: Vec<Option<u32>> = vec![None; self.graph.nodes()];
        wanted[0] = Some(rest.0);
        for &node in self.walk.order() {
            let top = self.walk.top(node);
            let Some((below, edge)) = self.walk.parent(node).filter(|_| top == node) else {
                continue;
            };
            let below = self.walk.top(below);
            wanted[node] = wanted[below].and_then(|wanted| {
                let others = self.walk.worth(below) ^ (1 + self.walk.worth(node));
                if others == wanted {
                    cuts.edges.push(self.edges[edge]);
                }
                // What the branch must be worth, its own edge included.
                (others ^ wanted).checked_sub(1)
            });
        }
        self.cut_circles(&wanted, &mut cuts);
        cuts.edges.sort_unstable();
        cuts
    }

    /// Adds the edges on circles whose cut gives the fused nodes the nimber wanted.
    fn cut_circles(&self, wanted: &[Option<u32>], cuts: &mut WinningCuts) {
        let mut visits = MOST_VISITS;
        for circles in self.walk.circles(&self.graph) {
            let (whole, wanted) = (self.walk.worth(circles.top), wanted[circles.top]);
            // Every edge changes the last digit of the nimber, and here only one is cut.
            let Some(wanted) = wanted.filter(|wanted| (wanted ^ whole) & 1 == 1) else {
                continue;
            };
            let graph = circles.graph(&self.graph, &self.walk);
            for (place, &edge) in circles.edges.iter().enumerate() {
                let Some(left) = visits.checked_sub(circles.edges.len()) else {
                    cuts.all = false;
                    return;
                };
                visits = left;
                if Walk::new(&graph, 0, Some(place)).worth(0) == wanted {
                    cuts.edges.push(self.edges[edge]);
                }
            }
        }
    }

    /// The branches that stand on the ground, each with its nimber; all edges that are fused
    /// with the ground are one branch. They are listed by their first edges.
    #[must_use]
    pub fn branches(&self) -> Vec<Branch> {
        // The node at which the branch of each node begins; 0 for nodes fused with the ground.
        let mut begins = vec![0; self.graph.nodes()];
        let mut branches: HashMap<usize, Branch> = HashMap::new();
        for &node in self.walk.order() {
            let top = self.walk.top(node);
            let Some((below, _)) = self.walk.parent(top) else {
                continue;
            };
            begins[node] = match self.walk.top(below) {
                0 => top,
                fused => begins[fused],
            };
        }
        let mut loops = 0;
        for (place, &edge) in self.edges.iter().enumerate() {
            let (a, b) = self.graph.ends(place);
            // A bridge belongs to the branch above it.
            let begin = begins[if begins[a] == 0 { b } else { a }];
            let nimber = match begin {
                0 => {
                    loops ^= 1;
                    Nimber(loops)
                }
                node => Nimber(1 + self.walk.worth(node)),
            };
            let branch = branches.entry(begin).or_insert(Branch {
                nimber,
                edges: Vec::new(),
            });
            branch.nimber = nimber;
            branch.edges.push(edge);
        }
        let mut branches: Vec<Branch> = branches.into_values().collect();
        branches.sort_unstable_by_key(|branch| branch.edges[0]);
        branches
    }

    /// The reasons for the outcome, in a few lines.
    #[must_use]
    pub fn why(&self) -> Vec<String> {
        if self.edges.is_empty() {
            return vec!["no edge stands: whoever cannot move loses".to_owned()];
        }
        let mut lines = Vec::new();
        let on_circles = self.walk.loops(&self.graph);
        if on_circles > 0 {
            lines.push(format!(
                "the nodes of a circle may be made one (fusion principle): {on_circles} of {} \
                 edges lie on circles, and become loops worth 1 each",
                self.standing()
            ));
        }
        let nimbers: Vec<Nimber> = self.branches().iter().map(|part| part.nimber).collect();
        let sum = if nimbers.len() > MOST_LISTED {
            let (count, nimber) = (nimbers.len(), self.nimber());
            format!("{count} branches stand on the ground, and their nim sum is {nimber}")
        } else {
            format!(
                "the branches that stand on the ground are worth their nim sum: {}",
                NimSum(&nimbers)
            )
        };
        lines.push(format!(
            "an edge is worth 1 more than what stands on it (colon principle); {sum}"
        ));
        lines.push(if self.nimber().is_zero() {
            "0 is lost: every cut makes it another".to_owned()
        } else {
            "it is not 0, so some cut makes it 0".to_owned()
        });
        lines
    }
}
