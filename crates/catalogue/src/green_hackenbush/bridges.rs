//! The bridges of a graph, and the nimbers that fusion and the colon principle give its
//! nodes.
//!
//! A depth-first search without recursion. Each node has a time at which it is entered; the
//! *low* time of a node is the earliest that an edge from its branch leads back to. The edge
//! to a node is a bridge if nothing of its branch leads back past the node itself. Nodes
//! that no bridge separates are fused into the node entered first, the *top*.

/// A graph that may have loops and several edges between two nodes. Each node may hold the
/// nimber of what stands on it besides.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    ends: Vec<(usize, usize)>,
    /// For each node where its edges begin in `at`; one more entry than there are nodes.
    first: Vec<usize>,
    /// For each node its edges, each with the node at the other end.
    at: Vec<(usize, usize)>,
    holds: Vec<u32>,
}

/// What a walk through a graph from one node found.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    /// The nodes that were reached, in the order in which they were entered.
    order: Vec<usize>,
    /// For each node the node from which it was entered, and the edge; `None` for the first
    /// node and for nodes that were not reached.
    parent: Vec<Option<(usize, usize)>>,
    /// For each node the first node among those that it is fused with.
    top: Vec<usize>,
    /// For each top the nimber of all that stands on the nodes fused with it.
    worth: Vec<u32>,
    reached: Vec<bool>,
}

/// Nodes that are fused into one, with the edges between them.
#[derive(Clone, Debug)]
pub(super) struct Circles {
    /// The first of the nodes.
    pub(super) top: usize,
    /// The edges between these nodes, and each edge lies on a circle.
    pub(super) edges: Vec<usize>,
}

impl Graph {
    /// The graph of these edges between nodes below `nodes`.
    pub(super) fn new(nodes: usize, ends: &[(usize, usize)]) -> Self {
        let mut first = vec![0; nodes + 1];
        for &(a, b) in ends {
            first[a + 1] += 1;
            if a != b {
                first[b + 1] += 1;
            }
        }
        for node in 0..nodes {
            first[node + 1] += first[node];
        }
        let mut next = first.clone();
        let mut at = vec![(0, 0); first[nodes]];
        for (edge, &(a, b)) in ends.iter().enumerate() {
            at[next[a]] = (edge, b);
            next[a] += 1;
            if a != b {
                at[next[b]] = (edge, a);
                next[b] += 1;
            }
        }
        Self {
            ends: ends.to_vec(),
            first,
            at,
            holds: vec![0; nodes],
        }
    }

    pub(super) fn nodes(&self) -> usize {
        self.holds.len()
    }

    /// The two nodes of an edge.
    pub(super) fn ends(&self, edge: usize) -> (usize, usize) {
        self.ends[edge]
    }
}

impl Walk {
    /// Walks from a node through all edges but one.
    pub(super) fn new(graph: &Graph, from: usize, without: Option<usize>) -> Self {
        let nodes = graph.nodes();
        let mut walk = Self {
            order: Vec::with_capacity(nodes),
            parent: vec![None; nodes],
            top: (0..nodes).collect(),
            worth: graph.holds.clone(),
            reached: vec![false; nodes],
        };
        let mut time = vec![usize::MAX; nodes];
        let mut low = vec![usize::MAX; nodes];
        let mut next = graph.first.clone();
        let enter = |walk: &mut Self, low: &mut [usize], time: &mut [usize], node: usize| {
            (time[node], low[node]) = (walk.order.len(), walk.order.len());
            walk.order.push(node);
            walk.reached[node] = true;
        };
        enter(&mut walk, &mut low, &mut time, from);
        let mut at = from;
        loop {
            if next[at] < graph.first[at + 1] {
                let (edge, to) = graph.at[next[at]];
                next[at] += 1;
                let came_by = walk.parent[at].is_some_and(|(_, by)| by == edge);
                if Some(edge) == without || came_by {
                    continue;
                }
                if !walk.reached[to] {
                    walk.parent[to] = Some((at, edge));
                    enter(&mut walk, &mut low, &mut time, to);
                    at = to;
                } else if to == at || time[to] < time[at] {
                    low[at] = low[at].min(time[to]);
                    walk.worth[at] ^= 1; // an edge that closes a circle
                }
                continue;
            }
            let Some((below, _)) = walk.parent[at] else {
                break;
            };
            if low[at] == time[at] {
                walk.worth[below] ^= 1 + walk.worth[at];
            } else {
                low[below] = low[below].min(low[at]);
                walk.worth[below] ^= 1 ^ walk.worth[at];
            }
            at = below;
        }
        for &node in &walk.order {
            if let Some((below, _)) = walk.parent[node].filter(|_| low[node] != time[node]) {
                walk.top[node] = walk.top[below];
            }
        }
        walk
    }

    /// The nodes that were reached, in the order in which they were entered.
    pub(super) fn order(&self) -> &[usize] {
        &self.order
    }

    pub(super) fn is_reached(&self, node: usize) -> bool {
        self.reached[node]
    }

    /// The node from which a node was entered, and the edge.
    pub(super) fn parent(&self, node: usize) -> Option<(usize, usize)> {
        self.parent[node]
    }

    /// The first node among those that a node is fused with.
    pub(super) fn top(&self, node: usize) -> usize {
        self.top[node]
    }

    /// The nimber of all that stands on the nodes fused with this top.
    pub(super) fn worth(&self, top: usize) -> u32 {
        self.worth[top]
    }

    /// The number of edges of the graph that lie on circles.
    pub(super) fn loops(&self, graph: &Graph) -> usize {
        let on_circle = |(a, b): &&(usize, usize)| self.top[*a] == self.top[*b];
        graph.ends.iter().filter(on_circle).count()
    }

    /// The fused nodes that have edges between them.
    pub(super) fn circles(&self, graph: &Graph) -> Vec<Circles> {
        let mut edges: Vec<Vec<usize>> = vec![Vec::new(); graph.nodes()];
        for (edge, &(a, b)) in graph.ends.iter().enumerate() {
            if self.top[a] == self.top[b] {
                edges[self.top[a]].push(edge);
            }
        }
        let circles = edges.into_iter().enumerate();
        let circles = circles.filter(|(_, edges)| !edges.is_empty());
        circles.map(|(top, edges)| Circles { top, edges }).collect()
    }
}

impl Circles {
    /// The graph of these nodes, with `top` as its node 0, in which each node holds what
    /// stands on it by bridges.
    pub(super) fn graph(&self, whole: &Graph, walk: &Walk) -> Graph {
        let mut numbers = std::collections::HashMap::from([(self.top, 0)]);
        let mut number = |node| {
            let next = numbers.len();
            *numbers.entry(node).or_insert(next)
        };
        let ends = self.edges.iter().map(|&edge| whole.ends(edge));
        let ends: Vec<(usize, usize)> = ends.map(|(a, b)| (number(a), number(b))).collect();
        let mut graph = Graph::new(numbers.len(), &ends);
        for (&node, &number) in &numbers {
            let edges = &whole.at[whole.first[node]..whole.first[node + 1]];
            for &(edge, to) in edges {
                // A bridge that leads upwards.
                if walk.top[to] == to && walk.parent[to] == Some((node, edge)) {
                    graph.holds[number] ^= 1 + walk.worth[to];
                }
            }
        }
        graph
    }
}
