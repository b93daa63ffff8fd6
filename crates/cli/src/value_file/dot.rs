//! The edges of a graph in DOT, the language of Graphviz (E. Gansner and S. North, *An open graph
//! visualization system*, 2000).
//!
//! Read is the part in which programs write plain graphs: `graph` or `digraph`, names of nodes,
//! rows of edges, attributes, comments. Of the attributes, the `weight` of edges is read, and all
//! others are passed over. Anything else is refused with its place, so that no edge is left out
//! unnoticed. The readers among the public crates have a
//! licence that does not suit this program, or bring a parser generator or a drawing program along.

/// Why a text in DOT is not read, and where.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {why}")]
pub(crate) struct DotError {
    line: usize,
    column: usize,
    why: DotFault,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum DotFault {
    #[error("a subgraph is not read: write its edges one by one")]
    Subgraph,
    #[error("the edges of a `graph` are written `--`, those of a `digraph` `->`")]
    OtherEdge,
    #[error("a name with a quotation mark, a backslash or a line break is not read")]
    Name,
    #[error("a name of other characters than letters, digits and `_` stands in quotation marks")]
    Two,
    #[error("a label in HTML is not read: write a text in quotation marks")]
    Html,
    #[error("this has no end")]
    Open,
    #[error("{0} is missing here")]
    Missing(&'static str),
    #[error("the graph ends before this")]
    After,
    #[error("this edge has no `weight`, and others have one")]
    NoWeight,
}

/// A piece of a text, with its place in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'a> {
    Name(&'a str),
    /// A name in quotation marks, which is no keyword.
    Quoted(&'a str),
    Edge(&'a str),
    Mark(char),
    End,
}

/// Whether a text begins as a graph in DOT does.
pub(super) fn is_dot(text: &str) -> bool {
    let mut reader = Reader { text, at: 0 };
    reader.head().is_ok()
}

/// The two nodes of each edge of a graph, and its weight where the edges have weights.
pub(super) fn edges(text: &str) -> Result<Vec<Vec<&str>>, DotError> {
    let mut reader = Reader { text, at: 0 };
    reader.graph().map_err(|(at, why)| {
        let before = &text[..at.min(text.len())];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        DotError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            why,
        }
    })
}

/// A fault and its place in bytes.
type Fault = (usize, DotFault);

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

/// An edge, with the place of its second node in bytes.
struct Edge<'a> {
    nodes: [&'a str; 2],
    weight: Option<&'a str>,
    at: usize,
}

impl<'a> Reader<'a> {
    /// Reads up to the brace behind which the statements stand. Returns how edges are written.
    fn head(&mut self) -> Result<&'static str, Fault> {
        let mut token = self.next()?;
        if matches!(token, Token::Name(word) if word.eq_ignore_ascii_case("strict")) {
            token = self.next()?;
        }
        let edge = match token {
            Token::Name(word) if word.eq_ignore_ascii_case("graph") => "--",
            Token::Name(word) if word.eq_ignore_ascii_case("digraph") => "->",
            _ => return Err((self.at, DotFault::Missing("`graph` or `digraph`"))),
        };
        match self.next()? {
            Token::Mark('{') => Ok(edge),
            Token::Name(_) | Token::Quoted(_) => self.mark('{', "`{`").map(|()| edge),
            _ => Err((self.at, DotFault::Missing("`{`"))),
        }
    }

    fn graph(&mut self) -> Result<Vec<Vec<&'a str>>, Fault> {
        let written = self.head()?;
        let mut edges = Vec::new();
        // The weight of edges that do not tell their own.
        let mut usual = None;
        loop {
            let begin = self.skip()?;
            match self.next()? {
                Token::Mark('}') => break,
                Token::Mark(';') => {}
                Token::Mark('{') => return Err((begin, DotFault::Subgraph)),
                Token::Name(word) if word.eq_ignore_ascii_case("subgraph") => {
                    return Err((begin, DotFault::Subgraph));
                }
                Token::Name(word) if word.eq_ignore_ascii_case("edge") => {
                    usual = self.attributes()?.or(usual);
                }
                Token::Name(word) if is_keyword(word) => {
                    self.attributes()?;
                }
                Token::Name(name) | Token::Quoted(name) => {
                    let first = edges.len();
                    let weight = self.statement(name, written, &mut edges)?.or(usual);
                    for edge in &mut edges[first..] {
                        edge.weight = weight;
                    }
                }
                Token::End => return Err((begin, DotFault::Missing("`}`"))),
                _ => return Err((begin, DotFault::Missing("the name of a node"))),
            }
        }
        let begin = self.skip()?;
        match self.next()? {
            Token::End => rows(&edges),
            _ => Err((begin, DotFault::After)),
        }
    }

    /// Reads what stands behind the first name of a statement: a value, or edges to other nodes.
    /// Returns the weight that the attributes of the statement tell.
    fn statement(
        &mut self,
        mut from: &'a str,
        edge: &str,
        edges: &mut Vec<Edge<'a>>,
    ) -> Result<Option<&'a str>, Fault> {
        if self.is_next(Token::Mark('='))? {
            return self.name("a value").map(|_| None);
        }
        self.port()?;
        loop {
            let begin = self.skip()?;
            let before = self.at;
            let Token::Edge(written) = self.next()? else {
                self.at = before;
                return self.attributes();
            };
            if written != edge {
                return Err((begin, DotFault::OtherEdge));
            }
            let at = self.skip()?;
            let to = self.name("the name of a node")?;
            self.port()?;
            edges.push(Edge {
                nodes: [from, to],
                weight: None,
                at,
            });
            from = to;
        }
    }

    /// Passes over the place at a node where an edge is drawn: `:port:ne`.
    fn port(&mut self) -> Result<(), Fault> {
        while self.is_next(Token::Mark(':'))? {
            self.name("the name of a port")?;
        }
        Ok(())
    }

    /// Reads lists of attributes: `[label="a", weight=2]`. Returns the weight, if they tell one.
    fn attributes(&mut self) -> Result<Option<&'a str>, Fault> {
        let mut weight = None;
        while self.is_next(Token::Mark('['))? {
            loop {
                let begin = self.skip()?;
                match self.next()? {
                    Token::Mark(']') => break,
                    Token::Mark(',' | ';') => {}
                    Token::Name(name) | Token::Quoted(name) => {
                        if self.is_next(Token::Mark('='))? {
                            let value = self.name("a value")?;
                            if name == "weight" {
                                weight = Some(value);
                            }
                        }
                    }
                    _ => return Err((begin, DotFault::Missing("`]`"))),
                }
            }
        }
        Ok(weight)
    }

    fn name(&mut self, what: &'static str) -> Result<&'a str, Fault> {
        let begin = self.skip()?;
        match self.next()? {
            Token::Name(word) if word.eq_ignore_ascii_case("subgraph") => {
                Err((begin, DotFault::Subgraph))
            }
            Token::Name(name) | Token::Quoted(name) => Ok(name),
            Token::Mark('{') => Err((begin, DotFault::Subgraph)),
            _ => Err((begin, DotFault::Missing(what))),
        }
    }

    fn mark(&mut self, mark: char, what: &'static str) -> Result<(), Fault> {
        let begin = self.skip()?;
        if self.is_next(Token::Mark(mark))? {
            return Ok(());
        }
        Err((begin, DotFault::Missing(what)))
    }

    /// Whether this token comes next, which is passed over then.
    fn is_next(&mut self, wanted: Token<'_>) -> Result<bool, Fault> {
        let before = self.at;
        let is_next = self.next()? == wanted;
        if !is_next {
            self.at = before;
        }
        Ok(is_next)
    }

    /// Passes over spaces and comments. Returns the place of what comes next.
    fn skip(&mut self) -> Result<usize, Fault> {
        loop {
            let rest = &self.text[self.at..];
            let left = rest.trim_start();
            self.at += rest.len() - left.len();
            let before = self.text[..self.at].trim_end_matches([' ', '\t']);
            let begins_line = before.ends_with('\n') || before.is_empty();
            if left.starts_with("//") || begins_line && left.starts_with('#') {
                self.at += left.find('\n').unwrap_or(left.len());
            } else if left.starts_with("/*") {
                let end = left.find("*/").ok_or((self.at, DotFault::Open))?;
                self.at += end + 2;
            } else {
                return Ok(self.at);
            }
        }
    }

    fn next(&mut self) -> Result<Token<'a>, Fault> {
        let begin = self.skip()?;
        let left = &self.text[begin..];
        let Some(first) = left.chars().next() else {
            return Ok(Token::End);
        };
        let (token, length) = match first {
            '"' => {
                let length = left[1..].find(['"', '\\', '\n']);
                let length = length.ok_or((begin, DotFault::Open))?;
                if !left[1 + length..].starts_with('"') {
                    return Err((begin, DotFault::Name));
                }
                (Token::Quoted(&left[1..=length]), length + 2)
            }
            '<' => return Err((begin, DotFault::Html)),
            '-' if left.starts_with("--") || left.starts_with("->") => (Token::Edge(&left[..2]), 2),
            '-' | '.' | '0'..='9' => {
                let is_end = |c: char| !c.is_ascii_digit() && c != '.';
                let digits = left[1..].find(is_end).unwrap_or(left.len() - 1);
                (Token::Name(&left[..=digits]), digits + 1)
            }
            _ if first.is_alphabetic() || first == '_' => {
                let is_end = |c: char| !c.is_alphanumeric() && c != '_';
                let length = left.find(is_end).unwrap_or(left.len());
                (Token::Name(&left[..length]), length)
            }
            _ => (Token::Mark(first), first.len_utf8()),
        };
        // `a-1` and `1a` would be two names, and who writes them means one.
        let behind = &left[length..];
        let goes_on = behind.starts_with(|c: char| c.is_alphanumeric() || "_.-".contains(c));
        let is_edge = behind.starts_with("--") || behind.starts_with("->");
        if matches!(token, Token::Name(_)) && goes_on && !is_edge {
            return Err((begin, DotFault::Two));
        }
        self.at = begin + length;
        Ok(token)
    }
}

/// The words of each edge: its nodes and, where the edges have one, its weight.
fn rows<'a>(edges: &[Edge<'a>]) -> Result<Vec<Vec<&'a str>>, Fault> {
    let is_weighted = edges.iter().any(|edge| edge.weight.is_some());
    let row = |edge: &Edge<'a>| {
        let mut row = edge.nodes.to_vec();
        if is_weighted {
            row.push(edge.weight.ok_or((edge.at, DotFault::NoWeight))?);
        }
        Ok(row)
    };
    edges.iter().map(row).collect()
}

/// Whether a word begins a statement about all nodes, edges or the graph.
fn is_keyword(word: &str) -> bool {
    ["node", "edge", "graph"]
        .iter()
        .any(|keyword| word.eq_ignore_ascii_case(keyword))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_graph_is_the_list_of_its_edges() {
        let read = |text| edges(text).unwrap();
        let graph = "/* made by hand */\nstrict graph \"a graph\" {\n  node [shape=box];\n  rankdir = LR\n  \
                     1 -- 2 -- 3 [width=2, label=\"a, b\"]; 4\n  # no edge\n  \"New York\" -- 4:n:ne // west\n}\n";
        assert!(is_dot(graph));
        assert_eq!(read(graph), [["1", "2"], ["2", "3"], ["New York", "4"]]);
        assert_eq!(
            read("digraph{a->b b->-1.5;Ü->_c}"),
            [["a", "b"], ["b", "-1.5"], ["Ü", "_c"]]
        );
        assert!(read("DiGraph G {}").is_empty());
    }

    #[test]
    fn the_weights_of_edges_are_read() {
        let read = |text| edges(text).unwrap();
        assert_eq!(
            read(
                "graph { a [weight=9]; a -- b -- c [color=red, weight=2]; c--d[weight=\"-3\"][x] }"
            ),
            [["a", "b", "2"], ["b", "c", "2"], ["c", "d", "-3"]]
        );
        let usual =
            "digraph { edge [weight=5]; a -> b; b -> c [weight=1]; edge [color=red]; c -> a }";
        assert_eq!(
            read(usual),
            [["a", "b", "5"], ["b", "c", "1"], ["c", "a", "5"]]
        );
        let refused = edges("graph {\n a -- b [weight=2]\n a -- c\n}").unwrap_err();
        let told = "line 3, column 7: this edge has no `weight`, and others have one";
        assert_eq!(refused.to_string(), told);
    }

    #[test]
    fn what_is_no_plain_graph_is_refused_at_its_place() {
        let refused = |text| edges(text).unwrap_err().to_string();
        for (text, told) in [
            ("graph {\n  a -- {b c}\n}", "line 2, column 8: a subgraph"),
            (
                "graph {\n  subgraph s { a }\n}",
                "line 2, column 3: a subgraph",
            ),
            ("graph {\n{ a }}", "line 2, column 1: a subgraph"),
            (
                "digraph { ä -> b; a -- b }",
                "line 1, column 21: the edges of a `graph`",
            ),
            (
                "graph { \"a\\\"b\" -- c }",
                "line 1, column 9: a name with a quotation mark",
            ),
            (
                "graph { <b>a</b> -- c }",
                "line 1, column 9: a label in HTML",
            ),
            (
                "graph { a -- b-1 }",
                "line 1, column 14: a name of other characters",
            ),
            (
                "graph { 1a -- 2 }",
                "line 1, column 9: a name of other characters",
            ),
            ("graph { \"a", "line 1, column 9: this has no end"),
            ("graph { a /* b", "line 1, column 11: this has no end"),
            (
                "graph { a -- ; }",
                "line 1, column 14: the name of a node is missing",
            ),
            ("graph { a [b }", "line 1, column 14: `]` is missing"),
            (
                "graph { a -- b [weight=] }",
                "line 1, column 24: a value is missing",
            ),
            ("graph { a\n", "line 2, column 1: `}` is missing"),
            (
                "graph { } b",
                "line 1, column 11: the graph ends before this",
            ),
            ("graph { a = ] }", "line 1, column 13: a value is missing"),
        ] {
            assert!(refused(text).starts_with(told), "{}", refused(text));
        }
    }

    #[test]
    fn lists_of_edges_are_no_graphs_in_dot() {
        for text in [
            "1 2\n2 3\n",
            "graph theory\n",
            "digraph\n",
            "",
            "\"",
            "graph -- {",
            "/*",
        ] {
            assert!(!is_dot(text), "{text}");
        }
    }
}
