//! Rules on random graphs, whose moves ask in several forms where the edges lead: lists of
//! neighbours made by a comprehension or a function at a node that the position tells, and pairs
//! of which the position tells one.

/// The number of nodes. The edges are more than 16, so that tuples are found by component.
const NODES: u64 = 7;

/// Bodies of rules: definitions of neighbours, and moves that use them. The token stands on the
/// node `at`; `x` is another variable, from 0 to 3, and `seen` has an element for each
/// remainder of a node by 3.
const FORMS: [(&str, &str); 31] = [
    (
        "let out(v) = {d for (c, d) in edges if c == v}",
        "move go(to in nodes) if to in out(at):\n    at = to\n",
    ),
    (
        "let out(v) = {d for (c, d) in edges if c == v}",
        "move go(to in out(at)):\n    at = to\n",
    ),
    (
        "let out(v) = [d for (c, d) in edges if v == c and d != v]",
        "move go(to in out(at)):\n    at = to\n",
    ),
    (
        "let out(v) = {d for d in nodes if (v, d) in edges}",
        "move go(to in nodes) if x < 3 and to in out(at):\n    at = to\n    x += 1\n",
    ),
    (
        "let back(v) = {c for c in nodes if (c, v) in edges}",
        "move go(to in back(x)) if at != to:\n    at = to\n    x = (x + 1) % 4\n",
    ),
    (
        "let near(v) = [e for (c, d) in edges if c == v for e in [d, c + 1]]",
        "move go(i in 0..5) if i < len(near(at)):\n    at = (at + i) % 7\n",
    ),
    (
        "let out(v) = {d for (c, d) in edges if c == v}",
        "move go if x < 3:\n    x += 1 if 2 in out(at) else 2 if x < 2 else 0\n    at = count(d > x for d in out(at))\n",
    ),
    (
        "let out(v) = {d for (c, d) in edges if c == v}",
        "move go(to in nodes) if to in out((2 * at + x) % 9):\n    at = to\n    x = 3 - x\n",
    ),
    (
        "let out(v) = {d for (c, d) in edges if c == v and d != x}",
        "move go(to in out(at)) if x < 3:\n    at = to\n    x += 1\n",
    ),
    (
        "let out(v) = {d for (c, d) in edges if c == v}",
        "move go(to in nodes) if to in out(at // x):\n    at = to\n    x = 3 - x\n",
    ),
    (
        "let out(v) = {d // (c - 2) for (c, d) in edges if c == v}",
        "move go(to in nodes) if to in out(at):\n    at = to\n",
    ),
    (
        "let out(v) = {d for (c, d) in edges if c == v}",
        "move go(to in nodes) if to in out(at) | out(x) and to not in out(at) & out(x):\n    at = to\n    x = (x + 1) % 4\n",
    ),
    (
        "let pairs = edges",
        "move go(to in nodes) if (at, to) in pairs:\n    at = to\n",
    ),
    (
        "let pairs = {e for e in edges}",
        "move go(to in nodes) if x < 3 and (to, at) not in pairs:\n    at = to\n    x += 1\n",
    ),
    (
        "let pairs = [(c, d, (c + d) % 4) for c, d in edges]",
        "move go(to in nodes) if (at, to, x) in pairs:\n    at = to\n    x = to % 4\n",
    ),
    (
        "let pairs = edges",
        "move go(to in nodes) if (at // x, to) in pairs:\n    at = to\n    x = 3 - x\n",
    ),
    // Elements that have conditions of their own.
    (
        "let open(v) = {d for (c, d) in edges if c == v and not seen[d % 3]}",
        "move go(to in open(at)):\n    at = to\n    seen[to % 3] = true\n",
    ),
    (
        "let open = [d for (c, d) in edges if c == at and not seen[d % 3] and d != x]",
        "move go(to in open):\n    at = to\n    seen[to % 3] = true\n    x = (x + 1) % 4\n",
    ),
    (
        "let open(v) = {d for (c, d) in edges if c == v and not seen[d % 3]}",
        "move go(to in nodes) if to in open(at):\n    at = to\n    seen[to % 3] = true\n",
    ),
    (
        "let open(v) = [d for (c, d) in edges if c == v and seen[d % 3] != seen[at % 3]]",
        "move go if len(open(x)) > 1 or any(d == at for d in open(x)):\n    x = (x + len(open(at))) % 4\n    seen[(at + x) % 3] = not seen[x % 3]\n    at = (at + 1) % 7\n",
    ),
    (
        "let open(v) = {d for (c, d) in edges if c == v and not seen[d % 3]}",
        "move go(to in nodes) if to in open((2 * at + x) % 9) | open(x) and not to in open(at) & open(x):\n    seen[to % 3] = true\n    at = to\n    x = 3 - x\n",
    ),
    (
        "let open(v) = {e for (c, d) in edges if d == v and not seen[c % 3] for e in [c, (c + 1) % 7] if e != v and seen[e % 3]}",
        "move go(to in open(at)):\n    at = to\n    seen[to % 3] = not seen[to % 3]\n    x = (x + 1) % 4\n",
    ),
    // What is open is told before the move, and seen after it.
    (
        "let open(v) = [d for (c, d) in edges if c == v and not seen[d % 3]]",
        "move go if x < 3:\n    let some = open(at)\n    x += 1\n    seen[(at + x) % 3] = true\n    at = (at + x + 1) % 7\n    for d in some:\n        if seen[d % 3] and d > at:\n            at = d\n    x = 3 if 5 in some else x\n",
    ),
    // Conditions that fault in some positions.
    (
        "let open(v) = {d for (c, d) in edges if c == v and not seen[d % 3 + x]}",
        "move go(to in open(at)):\n    at = to\n    seen[to % 3] = true\n    x = (x + 1) % 4\n",
    ),
    (
        "let open(v) = [d for (c, d) in edges if c == v and seen[d % 3] and d // x != c]",
        "move go(to in nodes) if to in open(at):\n    at = to\n    seen[(to + 1) % 3] = false\n    x = (x + 3) % 4\n",
    ),
    // For some elements the condition faults in every position.
    (
        "let open(v) = {d for (c, d) in edges if c == v and not seen[d]}",
        "move go(to in open(at)):\n    at = to\n    seen[to % 3] = true\n",
    ),
    (
        "let open = [d for (c, d) in edges if c == at and (seen[x // 2] or seen[d // 2])]",
        "move go(to in nodes) if to in open:\n    at = to\n    seen[to % 3] = not seen[to % 3]\n    x = 3 - x\n",
    ),
    // A key that no position has is not asked for.
    (
        "let open = {d for (c, d) in edges if c == x and not seen[d % 3] and seen[c // 2] != seen[0]}",
        "move go(to in open):\n    at = to\n    seen[to % 3] = true\n    x = (x + 1) % 4\n",
    ),
    // Rows are compared, and walked through from one to the next.
    (
        "let open(v) = {d for (c, d) in edges if c == v and not seen[d % 3]}",
        "move go if open(at) <= open(x) or open(x) == open(2):\n    at = (at + 3) % 7\n    x = (x + 1) % 4\n    seen[at % 3] = not seen[at % 3]\n",
    ),
    (
        "let open(v) = [d for (c, d) in edges if c == v and seen[d % 3]]",
        "move go(to in nodes) if any(max(e for e in open(d)) == to for d in open(at) if len(open(d)) > 0):\n    at = to\n    seen[to % 3] = not seen[to % 3]\n    x = (x + 1) % 4\n",
    ),
    // Not only the condition but the element itself depends on the position.
    (
        "let open(v) = [(d + x) % 7 for (c, d) in edges if c == v and not seen[d % 3]]",
        "move go(to in nodes) if to in open(at):\n    at = to\n    seen[to % 3] = true\n",
    ),
];

/// Returns a game of each form, on graphs that a seed tells.
pub fn rules(seed: u64) -> Vec<String> {
    let mut state = seed;
    let mut below = |bound: u64| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (state >> 33) % bound
    };
    let mut all = Vec::new();
    for (definition, moves) in FORMS {
        // Some graphs have nodes that no edge leaves, and so many pairs that they are remembered.
        let leaving = 3 + below(NODES - 2);
        let edges = 30 + below(2) * 60;
        let edges: Vec<String> = (0..edges)
            .map(|_| format!("({}, {})", below(leaving), below(NODES)))
            .collect();
        let [open, close] = if below(2) == 0 {
            ["[", "]"]
        } else {
            ["{", "}"]
        };
        let seen = if definition.contains("seen") {
            "seen[r in 0..2]: bool = r == 0\n"
        } else {
            ""
        };
        all.push(format!(
            "game g\nimpartial\ntype nodes = 0..{}\nlet edges = {open}{}{close}\n{definition}\n\n\
             at: nodes = 0\nx: 0..3 = 0\n{seen}\n{moves}",
            NODES - 1,
            edges.join(", "),
        ));
    }
    all
}
