//! The railroad diagrams of the chapter on the grammar: drawn from the grammar as it stands there,
//! and compared here.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;

use railroad::{
    Choice, Diagram, Empty, Node as _, NonTerminal, Optional, Repeat, Sequence, SimpleEnd,
    SimpleStart, Stack, Terminal,
};

use crate::book::{Node, book, grammar, overwrite};

/// What stands behind this line is made, and what stands before it is written by hand.
const MARK: &str = "<!-- diagrams -->\n";

/// The paper is white, so that a diagram can be read on light and dark pages.
const STYLE: &str = "
svg.railroad rect.railroad_canvas { fill: #ffffff; stroke: none; }
svg.railroad path { stroke: #4a4a4a; stroke-width: 1.6px; fill: none; }
svg.railroad text { font: 14px 'DejaVu Sans Mono', Menlo, Consolas, monospace; \
text-anchor: middle; fill: #1b1b1b; }
svg.railroad rect { stroke: #14508c; stroke-width: 1.4px; fill: #eaf2fb; }
svg.railroad .nonterminal rect { stroke: #d98200; fill: #fff4e2; }
";

type Part = Box<dyn railroad::Node>;

/// The most steps that stand beside each other in a rule that is one sequence: a longer one goes
/// on in a new line.
const MOST_STEPS: usize = 4;

fn part(node: &Node) -> Part {
    match node {
        Node::Literal(text) => Box::new(Terminal::new(text.clone())),
        // A kind of token is written in capitals.
        Node::Kind(name) | Node::Rule(name) => Box::new(NonTerminal::new(name.clone())),
        Node::Sequence(parts) => match &parts[..] {
            [only] => part(only),
            parts => Box::new(sequence(parts)),
        },
        Node::Choice(parts) => match &parts[..] {
            [only] => part(only),
            parts => Box::new(Choice::new(parts.iter().map(part).collect::<Vec<Part>>())),
        },
        Node::Optional(inner) => Box::new(Optional::new(part(inner))),
        Node::Repeat(inner) => {
            let repeated: Part = Box::new(Repeat::new(part(inner), Box::new(Empty) as Part));
            Box::new(Optional::new(repeated))
        }
    }
}

fn sequence(parts: &[Node]) -> Sequence<Part> {
    Sequence::new(parts.iter().map(part).collect())
}

/// The diagram of a rule, as an SVG document.
fn diagram(rule: &Node) -> String {
    let drawn = match rule {
        Node::Choice(parts) => match &parts[..] {
            [Node::Sequence(steps)] if steps.len() > MOST_STEPS => {
                let rows = steps.chunks(MOST_STEPS);
                let rows = rows.map(|row| Box::new(sequence(row)) as Part);
                Box::new(Stack::new(rows.collect::<Vec<Part>>()))
            }
            _ => part(rule),
        },
        _ => part(rule),
    };
    let parts: Vec<Part> = vec![Box::new(SimpleStart), drawn, Box::new(SimpleEnd)];
    let sequence = Sequence::new(parts);
    // Without a size of its own a small diagram would fill the page.
    let (width, height) = (sequence.width() + 20, sequence.height() + 20);
    let mut diagram = Diagram::new(sequence);
    diagram.add_css(STYLE);
    let size = format!(" width=\"{width}\" height=\"{height}\" viewBox=");
    diagram.to_string().replacen(" viewBox=", &size, 1)
}

/// The rules of the grammar with their texts, in the order in which they stand.
fn rules(block: &str) -> Vec<(String, String)> {
    let rules = block.split(" ;").map(str::trim);
    let rules = rules.filter(|rule| !rule.is_empty()).map(|rule| {
        let (name, text) = rule.split_once('=').unwrap();
        let words: Vec<&str> = text.split_whitespace().collect();
        (name.trim().to_owned(), words.join(" "))
    });
    rules.collect()
}

#[test]
fn the_diagrams_are_those_of_the_grammar() {
    let grammar = grammar();
    let path = book().join("src/language/grammar.md");
    let page = fs::read_to_string(&path).unwrap();
    let block = page.split_once("```ebnf\n").unwrap().1;
    let block = block.split_once("\n```").unwrap().0;
    let rules = rules(block);
    assert_eq!(rules.len(), grammar.len());
    let folder = book().join("src/language/diagrams");
    let mut made = String::new();
    let mut files = BTreeSet::new();
    for (name, text) in rules {
        let file = format!("{name}.svg");
        let drawn = diagram(&grammar[&name]);
        if overwrite() {
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join(&file), &drawn).unwrap();
        }
        let kept = fs::read_to_string(folder.join(&file)).unwrap_or_default();
        assert!(kept == drawn, "{file} is not the diagram of the grammar");
        let words = text.replace(['[', ']'], "").replace('"', "");
        let words: Vec<&str> = words.split_whitespace().collect();
        writeln!(
            made,
            "**{name}**\n\n![Railroad diagram of {name}: {}](diagrams/{file})\n",
            words.join(" ")
        )
        .unwrap();
        files.insert(file);
    }
    let kept = fs::read_dir(&folder).unwrap();
    let kept = kept.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(files, kept.collect(), "each diagram is of a rule");
    let (before, shown) = page.split_once(MARK).expect("the diagrams are marked");
    if overwrite() {
        fs::write(&path, format!("{before}{MARK}\n{}\n", made.trim())).unwrap();
    } else {
        assert_eq!(shown.trim(), made.trim());
    }
}
