//! The value of a parameter that stands in a file, such as the edges of a graph:
//! `--set edges=@graph.txt`.
//!
//! Each line is an element of a list. Its words, with spaces between them, are the components
//! of a tuple; one word alone is no tuple. A word is a text where the type of the parameter asks
//! for one, and then it is the letters as they stand: `007`. Where the type does not say, a word
//! is a number if all words of its column are numbers, else a text. Lines that are empty, or that
//! begin with `%` or with `#` and a space, are passed over, as edge lists are published with such
//! comments.
//!
//! Where the parameter is itself a text, the file holds that text in its only line.
//!
//! A file in GraphML (U. Brandes et al., *GraphML Progress Report*, 2002) is read as the list of
//! its edges: the words of each are its source, its target and, where the edges have one, its
//! weight. A file in DOT is read as the list of its edges in the same way (`dot`).

mod dot;

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read};

use zug::Texts;

/// The largest number of bytes that is read of a file. A device may have no end.
const LONGEST_FILE: u64 = 8 << 20;

/// Why the file gives no value.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ValueFileError {
    #[error("cannot read {path}")]
    Unreadable { path: String, source: io::Error },
    #[error("{path} is too long for the value of a parameter: at most {} MiB are read", LONGEST_FILE >> 20)]
    TooLong { path: String },
    #[error("{path} holds no value: it is not text in UTF-8")]
    NotText { path: String },
    #[error(
        "line {line} of {path} does not fit: it has {found} words, and the first line has {wanted}"
    )]
    Uneven {
        path: String,
        line: usize,
        found: usize,
        wanted: usize,
    },
    #[error("line {line} of {path} has a quotation mark, which no text can have")]
    Quote { path: String, line: usize },
    #[error("{path} has several lines, and a text stands in one")]
    Lines { path: String },
    #[error("{path} is not well-formed XML")]
    NotXml {
        path: String,
        source: roxmltree::Error,
    },
    #[error("cannot read {path}, which is in DOT")]
    Dot { path: String, source: dot::DotError },
    #[error("the edge on line {line} of {path} does not say its `{missing}`")]
    NoEnd {
        path: String,
        line: usize,
        missing: &'static str,
    },
    #[error("line {line} of {path} has a hyperedge: an edge must have a source and a target")]
    HyperEdge { path: String, line: usize },
    #[error("the edge on line {line} of {path} has no weight, and others have one")]
    NoWeight { path: String, line: usize },
}

/// Returns the value of a parameter as a setting writes it: the value itself, or what is in the
/// file named behind an `@`. `texts` tells which words of the file are texts.
pub(crate) fn value(
    written: &str,
    texts: impl FnOnce() -> Texts,
) -> Result<String, ValueFileError> {
    let Some(path) = written.trim().strip_prefix('@') else {
        return Ok(written.to_owned());
    };
    let unreadable = |source| ValueFileError::Unreadable {
        path: path.to_owned(),
        source,
    };
    let mut bytes = Vec::new();
    let mut file = File::open(path).map_err(unreadable)?.take(LONGEST_FILE + 1);
    file.read_to_end(&mut bytes).map_err(unreadable)?;
    let path = path.to_owned();
    if bytes.len() as u64 > LONGEST_FILE {
        return Err(ValueFileError::TooLong { path });
    }
    match String::from_utf8(bytes) {
        Ok(text) => match texts() {
            Texts::Whole => only_line(&text, path),
            Texts::Columns(texts) => list(&text, &path, &texts),
        },
        Err(_) => Err(ValueFileError::NotText { path }),
    }
}

/// Returns the text that is the only line of a file.
fn only_line(text: &str, path: String) -> Result<String, ValueFileError> {
    let text = text.trim_start_matches('\u{feff}');
    let line = text.strip_suffix('\n').unwrap_or(text);
    let line = line.strip_suffix('\r').unwrap_or(line);
    if line.contains('\n') {
        return Err(ValueFileError::Lines { path });
    }
    Ok(line.to_owned())
}

/// Returns the list that is in this text, as rules write it. `texts` tells of each column whether
/// its words are texts, as far as the type of the parameter says so.
fn list(text: &str, path: &str, texts: &[bool]) -> Result<String, ValueFileError> {
    let text = text.trim_start_matches('\u{feff}');
    let beginning = text.trim_start();
    if beginning.starts_with("<?xml") || beginning.starts_with("<graphml") {
        let graph = roxmltree::Document::parse(beginning);
        let graph = graph.map_err(|source| ValueFileError::NotXml {
            path: path.to_owned(),
            source,
        })?;
        Ok(written(&edges(&graph, path)?, texts))
    } else if dot::is_dot(text) {
        let edges = dot::edges(text).map_err(|source| ValueFileError::Dot {
            path: path.to_owned(),
            source,
        })?;
        Ok(written(&edges, texts))
    } else {
        Ok(written(&lines(text, path)?, texts))
    }
}

/// Returns the words of each line.
fn lines<'a>(text: &'a str, path: &str) -> Result<Vec<Vec<&'a str>>, ValueFileError> {
    let mut rows: Vec<Vec<&str>> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.starts_with('%') || line.starts_with("# ") {
            continue;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.is_empty() {
            continue;
        }
        let wanted = rows.first().map_or(words.len(), Vec::len);
        if words.len() != wanted {
            return Err(ValueFileError::Uneven {
                path: path.to_owned(),
                line: number,
                found: words.len(),
                wanted,
            });
        }
        if line.contains('"') {
            return Err(ValueFileError::Quote {
                path: path.to_owned(),
                line: number,
            });
        }
        rows.push(words);
    }
    Ok(rows)
}

/// Returns the source and the target of each edge of a graph in GraphML, and its weight where the
/// edges have weights.
fn edges<'a>(
    graph: &'a roxmltree::Document<'_>,
    path: &str,
) -> Result<Vec<Vec<&'a str>>, ValueFileError> {
    let path = || path.to_owned();
    let line = |node: roxmltree::Node<'_, '_>| graph.text_pos_at(node.range().start).row as usize;
    let elements = |name| {
        let nodes = graph.descendants();
        nodes.filter(move |node| node.is_element() && node.tag_name().name() == name)
    };
    if let Some(node) = elements("hyperedge").next() {
        let line = line(node);
        return Err(ValueFileError::HyperEdge { path: path(), line });
    }
    let is_weight = |key: &roxmltree::Node<'_, '_>| {
        key.attribute("attr.name") == Some("weight") && key.attribute("for") != Some("node")
    };
    let key = elements("key").find(is_weight);
    let weight = |edge: roxmltree::Node<'a, '_>| {
        let key = key?;
        let is_its = |data: &roxmltree::Node<'_, '_>| data.attribute("key") == key.attribute("id");
        let mut edge_data = edge
            .children()
            .filter(|child| child.tag_name().name() == "data");
        edge_data.find(is_its)?.text().map(str::trim)
    };
    let is_weighted = elements("edge").any(|edge| weight(edge).is_some());
    let mut rows = Vec::new();
    for edge in elements("edge") {
        let mut row = Vec::with_capacity(3);
        for end in ["source", "target"] {
            let node = edge.attribute(end).ok_or_else(|| ValueFileError::NoEnd {
                path: path(),
                line: line(edge),
                missing: end,
            })?;
            row.push(node);
        }
        if is_weighted {
            let weight = weight(edge).ok_or_else(|| ValueFileError::NoWeight {
                path: path(),
                line: line(edge),
            })?;
            row.push(weight);
        }
        if row.iter().any(|word| word.contains('"')) {
            let line = line(edge);
            return Err(ValueFileError::Quote { path: path(), line });
        }
        rows.push(row);
    }
    Ok(rows)
}

/// Returns the list of these rows as rules of a game write it. `texts` is as for [`list`].
fn written(rows: &[Vec<&str>], texts: &[bool]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let is_number = |word: &str| word.parse::<i64>().is_ok_and(|number| number > i64::MIN);
    let numbers: Vec<bool> = (0..columns)
        .map(|column| {
            let is_text = texts.get(column).copied().unwrap_or(false);
            !is_text && rows.iter().all(|row| is_number(row[column]))
        })
        .collect();
    let mut out = String::from("[");
    for row in rows {
        out.push_str(if columns == 1 { "" } else { "(" });
        for (word, is_number) in row.iter().zip(&numbers) {
            let _ = match is_number {
                true => write!(out, "{},", word.trim_start_matches('+')),
                false => write!(out, "\"{word}\","),
            };
        }
        out.push_str(if columns == 1 { "" } else { ")," });
    }
    out.push(']');
    out
}

#[cfg(test)]
mod tests {
    use super::{list, only_line};

    #[test]
    fn a_line_is_a_tuple_and_one_word_is_none() {
        let read = |text| list(text, "graph.txt", &[]).unwrap();
        assert_eq!(read("1 2\n2\t3\r\n"), "[(1,2,),(2,3,),]");
        assert_eq!(
            read("% two nodes\n# Nodes: 2\n\na b 5\n7 c -1\n"),
            "[(\"a\",\"b\",5,),(\"7\",\"c\",-1,),]"
        );
        assert_eq!(read("#..#\n####\n"), "[\"#..#\",\"####\",]");
        assert_eq!(read(""), "[]");
    }

    #[test]
    fn words_of_a_column_of_texts_keep_their_letters() {
        let read = |text, texts: &[bool]| list(text, "words.txt", texts).unwrap();
        assert_eq!(read("007\n+5\n10\n", &[true]), "[\"007\",\"+5\",\"10\",]");
        assert_eq!(read("01 01\n", &[true, false]), "[(\"01\",01,),]");
        let line = |text: &str| only_line(text, "word.txt".to_owned()).map_err(|e| e.to_string());
        assert_eq!(line("\u{feff} 0110 \r\n"), Ok(" 0110 ".to_owned()));
        assert_eq!(line(""), Ok(String::new()));
        assert!(line("01\n10\n").unwrap_err().contains("several lines"));
    }

    /// A graph in GraphML with these keys and edges, the first edge on the fourth line.
    fn graph(keys: &str, edges: &str) -> String {
        format!(
            "<?xml version=\"1.0\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">{keys}\n\
             <graph edgedefault=\"directed\"><node id=\"1\"/><node id=\"2\"/>\n{edges}</graph></graphml>"
        )
    }

    #[test]
    fn graphml_is_the_list_of_its_edges() {
        let read = |keys, edges| list(&graph(keys, edges), "graph.xml", &[]).unwrap();
        let plain = "<edge source=\"1\" target=\"2\"/><edge source=\"2\" target=\"1\" id=\"e\"/>";
        assert_eq!(read("", plain), "[(1,2,),(2,1,),]");
        assert_eq!(read("", ""), "[]");
        let named = "<edge source=\"a&amp;b\" target=\"2\"/>";
        assert_eq!(read("", named), "[(\"a&b\",2,),]");
        let keys = "<key id=\"d0\" for=\"node\" attr.name=\"weight\"/>\
                    <key id=\"d1\" for=\"edge\" attr.name=\"weight\" attr.type=\"int\"/>";
        let weighted = "<edge source=\"1\" target=\"2\"><data key=\"d0\">9</data>\
                        <data key=\"d1\"> 5 </data></edge>";
        assert_eq!(read(keys, weighted), "[(1,2,5,),]");
    }

    #[test]
    fn graphml_that_is_no_list_of_edges_is_refused() {
        let refused = |text: &str| list(text, "graph.xml", &[]).unwrap_err().to_string();
        assert_eq!(refused("<?xml "), "graph.xml is not well-formed XML");
        let of = |edges| {
            refused(&graph(
                "<key id=\"w\" for=\"edge\" attr.name=\"weight\"/>",
                edges,
            ))
        };
        assert_eq!(
            of("\n<edge source=\"1\"/>"),
            "the edge on line 5 of graph.xml does not say its `target`"
        );
        assert!(of("<hyperedge/>").starts_with("line 4 of graph.xml has a hyperedge"));
        let some = "<edge source=\"1\" target=\"2\"><data key=\"w\">5</data></edge>\n\
                    <edge source=\"1\" target=\"2\"/>";
        assert_eq!(
            of(some),
            "the edge on line 5 of graph.xml has no weight, and others have one"
        );
        assert!(of("<edge source='\"' target='2'/>").contains("a quotation mark"));
    }

    #[test]
    fn a_graph_in_dot_is_the_list_of_its_edges() {
        let read = |text| list(text, "graph.dot", &[]).map_err(|error| error.to_string());
        let told = |list: &str| Ok(list.to_owned());
        assert_eq!(read("graph { 1 -- 2 -- 3 }"), told("[(1,2,),(2,3,),]"));
        let named = "digraph { a -> 2; \"b c\" -> 3 }";
        assert_eq!(read(named), told("[(\"a\",2,),(\"b c\",3,),]"));
        assert_eq!(read("graph theory\n"), told("[(\"graph\",\"theory\",),]"));
        let refused = read("graph { 1 -> 2 }").unwrap_err();
        assert_eq!(refused, "cannot read graph.dot, which is in DOT");
    }

    #[test]
    fn lines_of_different_lengths_and_quotation_marks_are_refused() {
        let refused = |text| list(text, "graph.txt", &[]).unwrap_err().to_string();
        assert!(refused("1 2\n\n3\n").starts_with("line 3 of graph.txt does not fit"));
        assert!(refused("a \"\n").starts_with("line 1 of graph.txt has a quotation mark"));
    }
}
