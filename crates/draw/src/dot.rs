//! A game tree as source text for Graphviz.

use std::fmt::Write as _;

use zug::{Branch, Tree};

use crate::flat::Flat;
use crate::label;

/// The fill and font colours of a minimax value: blue, white and orange, as in the SVG
/// picture; grey where it is not known.
fn colours(minimax: Option<i64>) -> (&'static str, &'static str) {
    match minimax {
        Some(1..) => ("#14508c", "#ffffff"),
        Some(0) => ("#ffffff", "#1b1b1b"),
        Some(_) => ("#f2a33a", "#1b1b1b"),
        None => ("#cfcfcf", "#1b1b1b"),
    }
}

/// The tree in the DOT language.
pub fn tree(tree: &Tree) -> String {
    let flat = Flat::with_links(tree);
    let mut text = String::from(
        "digraph game {\n\
         \tgraph [ordering=out];\n\
         \tnode [shape=box, style=\"rounded,filled\", fontname=\"monospace\"];\n\
         \tedge [fontname=\"monospace\", color=\"#808080\"];\n",
    );
    for (index, place) in flat.places.iter().enumerate() {
        let node = place.node;
        let mut lines: Vec<String> = label::lines(&node.label)
            .iter()
            .map(|line| line.text().to_owned())
            .collect();
        lines.push(format!("[{}]", label::number(node.minimax)));
        let (fill, font) = colours(node.minimax);
        let _ = writeln!(
            text,
            "\tn{index} [label={}, tooltip={}, fillcolor=\"{fill}\", fontcolor=\"{font}\"];",
            quoted(&lines.join("\n")),
            quoted(&format!("{}: {}", node.position, node.known)),
        );
        if let (Some(branch), Some(parent)) = (place.by, place.parent) {
            edge(&mut text, branch, parent, index);
        }
        if node.cut {
            let _ = writeln!(
                text,
                "\tcut{index} [label=\"…\", shape=plaintext, style=\"\"];\n\
                 \tn{index} -> cut{index} [style=dashed, arrowhead=none];"
            );
        }
    }
    for link in &flat.links {
        edge(&mut text, link.by, link.from, link.to);
    }
    text.push_str("}\n");
    text
}

/// Appends a move between two nodes.
fn edge(text: &mut String, by: &Branch, from: usize, to: usize) {
    let emphasis = if by.best {
        ", penwidth=2.5, color=\"#1b1b1b\""
    } else {
        ""
    };
    let name = quoted(&by.name);
    let _ = writeln!(text, "\tn{from} -> n{to} [label={name}{emphasis}];");
}

/// A string as Graphviz reads it, with quotes, escapes and entities taken care of.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '&' => quoted.push_str("&amp;"),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flat::Flat;
    use crate::samples;

    #[test]
    fn every_node_and_edge_stands_in_the_graph_once() {
        for sample in samples::corner_cases() {
            let flat = Flat::with_links(&sample);
            let nodes = flat.places.len();
            let text = tree(&sample);
            assert_eq!(text.matches("tooltip=").count(), nodes);
            assert_eq!(text.matches(" -> n").count(), nodes - 1 + flat.links.len());
            // Quotes come in pairs, since any quote inside them is escaped.
            let bare = text.replace("\\\\", "").replace("\\\"", "");
            assert_eq!(bare.matches('"').count() % 2, 0);
        }
    }
}
