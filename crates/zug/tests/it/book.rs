//! The manual (`book/`) says what Zug does, so its examples are run here.
//!
//! A block `zug` holds the rules of a game that works; `zug,lines` holds
//! declarations that work within [`AROUND_LINES`]; `zug,fails` and `zug,faults`
//! hold rules that are refused, or break while they are solved, with the message
//! that the block `text` after them shows. Blocks `console` are run by the tests
//! of the command line.
//!
//! With `ZUG_BOOK=overwrite` in the environment the messages, the catalogue and the
//! diagrams of the grammar are written into the manual instead of compared.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use zug::{Error, Problem, Request, SolveOptions, answer};
use zug_lang::Rules;

/// Where the blocks of single lines stand; the manual shows it too.
const AROUND_LINES: &str = "\
game example
players A, B

x: 0..9 = 0

move step if x < 9:
    x += 1
";

/// Games with more states than this are read but not solved.
const MOST_STATES: u128 = 1 << 24;

pub(crate) fn book() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book")
}

pub(crate) fn overwrite() -> bool {
    std::env::var("ZUG_BOOK").is_ok_and(|value| value == "overwrite")
}

/// A page of the manual.
pub(crate) struct Page {
    path: PathBuf,
    pub(crate) text: String,
}

/// A fenced block of a page.
struct Block<'p> {
    info: &'p str,
    text: &'p str,
    /// Where the text begins in the page.
    start: usize,
}

impl Page {
    fn read(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            text: fs::read_to_string(path).unwrap(),
        }
    }

    pub(crate) fn name(&self) -> String {
        let path = self.path.strip_prefix(book().join("src"));
        path.unwrap_or(&self.path).display().to_string()
    }

    fn blocks(&self) -> Vec<Block<'_>> {
        let mut blocks = Vec::new();
        let mut open: Option<(&str, usize)> = None;
        let mut at = 0;
        for line in self.text.split_inclusive('\n') {
            if let Some(info) = line.strip_prefix("```") {
                match open.take() {
                    None => open = Some((info.trim_end(), at + line.len())),
                    Some((info, start)) => blocks.push(Block {
                        info,
                        text: &self.text[start..at],
                        start,
                    }),
                }
            }
            at += line.len();
        }
        assert!(open.is_none(), "{}: a block is never closed", self.name());
        blocks
    }

    fn line(&self, at: usize) -> usize {
        self.text[..at].matches('\n').count() + 1
    }
}

/// All pages, in the order of their paths.
pub(crate) fn pages() -> Vec<Page> {
    let mut folders = vec![book().join("src")];
    let mut paths = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    paths.iter().map(|path| Page::read(path)).collect()
}

/// The problem that these rules pose, from the start.
fn problem(rules: &str) -> Result<Problem, Error> {
    Problem::new(&Request::rules(rules, "rules.zug"))
}

/// What the author of the rules is told, if anything.
fn complaint(rules: &str) -> Option<String> {
    if Rules::read(rules).is_ok_and(|rules| rules.leaves_games()) {
        // Such a game has no positions.
        let answered = answer(
            &Request::rules(rules, "rules.zug"),
            &SolveOptions::default(),
        );
        return answered.err().map(|error| error.render(false));
    }
    let solved = problem(rules).and_then(|problem| {
        let options = SolveOptions::default();
        let sizes = problem.sizes(&problem.plan(&options), &options)?;
        if sizes.states.is_some_and(|states| states <= MOST_STATES) {
            problem.solve(&options)?;
        }
        Ok(())
    });
    solved.err().map(|error| error.render(false))
}

#[test]
fn every_example_of_the_language_does_what_the_manual_says() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for page in pages() {
        let blocks = page.blocks();
        let mut messages = Vec::new();
        for (place, block) in blocks.iter().enumerate() {
            if block.info != "zug" && !block.info.starts_with("zug,") {
                continue;
            }
            *counts.entry(block.info.to_owned()).or_default() += 1;
            let at = format!("{}:{}", page.name(), page.line(block.start));
            match block.info {
                "zug" => wrong.extend(complaint(block.text).map(|told| format!("{at}\n{told}"))),
                "zug,lines" => {
                    let rules = format!("{AROUND_LINES}{}", block.text);
                    wrong.extend(complaint(&rules).map(|told| format!("{at}\n{told}")));
                }
                "zug,fails" | "zug,faults" => {
                    let refused = problem(block.text).is_err();
                    assert_eq!(refused, block.info == "zug,fails", "{at}");
                    let told = complaint(block.text).unwrap_or_else(|| panic!("{at}: no fault"));
                    let shown = blocks.get(place + 1).filter(|next| next.info == "text");
                    let shown = shown.unwrap_or_else(|| panic!("{at}: no message is shown"));
                    if shown.text.trim_end() != told.trim_end() {
                        wrong.push(format!("{at}: the message is\n{told}"));
                        messages.push((shown.start, shown.text.len(), told));
                    }
                }
                other => panic!("{at}: there are no blocks `{other}`"),
            }
        }
        if overwrite() && !messages.is_empty() {
            let mut text = page.text.clone();
            for (start, length, told) in messages.into_iter().rev() {
                text.replace_range(start..start + length, &format!("{}\n", told.trim_end()));
            }
            fs::write(&page.path, text).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(
        counts["zug"] >= 25 && counts["zug,fails"] >= 8,
        "{counts:?}"
    );
}

#[test]
fn the_game_around_single_lines_is_shown() {
    let page = Page::read(&book().join("src/language/index.md"));
    assert!(page.blocks().iter().any(|block| block.text == AROUND_LINES));
}

/// `page.in/` holds the files that the console blocks of `page.md` name.
#[test]
fn the_files_of_the_console_examples_are_blocks_of_their_pages() {
    let mut files = 0;
    for page in pages() {
        let folder = page.path.with_extension("in");
        let Ok(entries) = fs::read_dir(&folder) else {
            continue;
        };
        for entry in entries {
            let path = entry.unwrap().path();
            let text = fs::read_to_string(&path).unwrap();
            let shown = page.blocks().iter().any(|block| block.text == text);
            assert!(shown, "{} is not shown in its page", path.display());
            files += 1;
        }
    }
    assert!(files >= 4);
}

mod coins {
    include!("../../../../book/examples/coins.rs");

    #[test]
    fn the_example_runs() {
        main().unwrap();
    }
}

mod catalogue {
    include!("../../../../book/examples/catalogue.rs");

    #[test]
    fn the_example_runs() {
        main().unwrap();
    }
}

mod heaps {
    include!("../../../../book/examples/heaps.rs");

    #[test]
    fn the_example_runs() {
        main().unwrap();
    }
}

#[test]
fn the_examples_in_rust_are_those_that_run() {
    let page = Page::read(&book().join("src/rust.md"));
    let blocks = page.blocks();
    let shown: Vec<&Block<'_>> = blocks.iter().filter(|block| block.info == "rust").collect();
    let files = ["coins.rs", "catalogue.rs", "heaps.rs"];
    assert_eq!(shown.len(), files.len());
    for (block, file) in shown.into_iter().zip(files) {
        let text = fs::read_to_string(book().join("examples").join(file)).unwrap();
        assert!(block.text == text, "{file} is not what the manual shows");
    }
}

#[test]
fn the_samples_of_the_contest_problems_are_those_that_are_judged() {
    let page = fs::read_to_string(book().join("src/judge.md")).unwrap();
    let samples = book().join("../testdata/judge");
    let sections: Vec<&str> = page.split("\n## ").skip(1).collect();
    assert_eq!(sections.len(), 16);
    for section in sections {
        let name = section.lines().next().unwrap();
        let read = |ending| fs::read_to_string(samples.join(format!("{name}.{ending}"))).unwrap();
        let (asked, answered) = (read("in"), read("out"));
        let expected = format!(
            "```text\n{}\n```\n\nis answered by\n\n```text\n{}\n```",
            asked.trim_end(),
            answered.trim_end()
        );
        assert!(section.contains(&expected), "{name}");
    }
}

// Links.

/// The anchors that mdBook gives the headings of a page.
fn anchors(page: &Page) -> BTreeSet<String> {
    page.text
        .lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| {
            line.trim_start_matches('#')
                .trim()
                .to_lowercase()
                .chars()
                .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
                .map(|c| if c == ' ' { '-' } else { c })
                .collect()
        })
        .collect()
}

/// Where the links of a page lead: `](target)`, outside of blocks.
fn links(page: &Page) -> Vec<String> {
    let mut inside = false;
    let mut links = Vec::new();
    for line in page.text.lines() {
        inside ^= line.starts_with("```");
        if inside {
            continue;
        }
        for rest in line.split("](").skip(1) {
            links.extend(rest.split_once(')').map(|(target, _)| target.to_owned()));
        }
    }
    links
}

#[test]
fn every_link_leads_to_a_page_and_every_page_is_in_the_summary() {
    let pages = pages();
    let mut summarised = BTreeSet::new();
    for page in &pages {
        for link in links(page) {
            if link.starts_with("http") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = match file {
                "" => page.path.clone(),
                _ => page.path.parent().unwrap().join(file),
            };
            let target = target.canonicalize();
            let target = target.unwrap_or_else(|_| panic!("{}: no page {link}", page.name()));
            let known = anchor.is_empty() || anchors(&Page::read(&target)).contains(anchor);
            assert!(known, "{}: no heading {link}", page.name());
            if page.name() == "SUMMARY.md" {
                summarised.insert(target);
            }
        }
    }
    for page in &pages {
        let path = page.path.canonicalize().unwrap();
        assert!(
            page.name() == "SUMMARY.md" || summarised.contains(&path),
            "{} is not in the summary",
            page.name()
        );
    }
}

// The grammar: read from the manual, and run on every game.

/// A part of a grammar.
#[derive(Debug)]
pub(crate) enum Node {
    /// This word or sign.
    Literal(String),
    /// A token of this kind: NAME, NUMBER, TEXT, NEWLINE, INDENT, DEDENT.
    Kind(String),
    /// What this rule describes.
    Rule(String),
    /// One after the other.
    Sequence(Vec<Node>),
    /// One of them.
    Choice(Vec<Node>),
    /// It or nothing.
    Optional(Box<Node>),
    /// It any number of times.
    Repeat(Box<Node>),
}

/// Rules by their names.
pub(crate) type Grammar = BTreeMap<String, Node>;

/// The words and signs of EBNF.
fn ebnf_tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if first == '"' {
            rest[1..].find('"').unwrap() + 2
        } else if first.is_alphabetic() {
            let end = rest.find(|c: char| !c.is_alphabetic());
            end.unwrap_or(rest.len())
        } else {
            1
        };
        tokens.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    tokens
}

struct Ebnf {
    tokens: Vec<String>,
    at: usize,
}

impl Ebnf {
    fn next(&mut self) -> String {
        self.at += 1;
        self.tokens[self.at - 1].clone()
    }

    fn expect(&mut self, sign: &str) {
        assert_eq!(self.next(), sign, "token {}", self.at);
    }

    fn grammar(&mut self) -> Grammar {
        let mut grammar = Grammar::new();
        while self.at < self.tokens.len() {
            let name = self.next();
            self.expect("=");
            let node = self.choice();
            self.expect(";");
            assert!(grammar.insert(name.clone(), node).is_none(), "{name} twice");
        }
        grammar
    }

    fn choice(&mut self) -> Node {
        let mut parts = vec![self.sequence()];
        while self.tokens[self.at] == "|" {
            self.at += 1;
            parts.push(self.sequence());
        }
        Node::Choice(parts)
    }

    fn sequence(&mut self) -> Node {
        let mut parts = Vec::new();
        while !["|", ";", ")", "]", "}"].contains(&&*self.tokens[self.at]) {
            let token = self.next();
            parts.push(match &*token {
                "(" => self.within(")"),
                "[" => Node::Optional(Box::new(self.within("]"))),
                "{" => Node::Repeat(Box::new(self.within("}"))),
                quoted if quoted.starts_with('"') => Node::Literal(quoted.replace('"', "")),
                kind if kind.chars().all(char::is_uppercase) => Node::Kind(token),
                _ => Node::Rule(token),
            });
        }
        Node::Sequence(parts)
    }

    fn within(&mut self, close: &str) -> Node {
        let node = self.choice();
        self.expect(close);
        node
    }
}

pub(crate) fn grammar() -> Grammar {
    let page = Page::read(&book().join("src/language/grammar.md"));
    let blocks = page.blocks();
    let block = blocks.iter().find(|block| block.info == "ebnf");
    let mut ebnf = Ebnf {
        tokens: ebnf_tokens(block.unwrap().text),
        at: 0,
    };
    ebnf.grammar()
}

/// The rules that a part of a grammar uses.
fn used(node: &Node, out: &mut BTreeSet<String>) {
    match node {
        Node::Rule(name) => {
            out.insert(name.clone());
        }
        Node::Sequence(parts) | Node::Choice(parts) => {
            for part in parts {
                used(part, out);
            }
        }
        Node::Optional(part) | Node::Repeat(part) => used(part, out),
        Node::Literal(_) | Node::Kind(_) => {}
    }
}

#[test]
fn the_grammar_uses_what_it_defines() {
    let grammar = grammar();
    let mut names = BTreeSet::from(["file".to_owned()]);
    for node in grammar.values() {
        used(node, &mut names);
    }
    let defined: BTreeSet<String> = grammar.into_keys().collect();
    assert_eq!(names, defined);
}

/// The kind of a token (nothing for signs), and its text.
type Token = (&'static str, String);

/// The tokens of rules, as the manual describes them.
fn tokens(source: &str) -> Vec<Token> {
    const SIGNS: [&str; 10] = ["**", "//", "..", "==", "!=", "<=", ">=", "+=", "-=", "->"];
    const OPEN_WORDS: [&str; 7] = ["and", "or", "not", "in", "if", "else", "for"];
    let mut tokens: Vec<Token> = Vec::new();
    let mut indents = vec![0];
    let mut brackets = 0;
    for line in source.lines() {
        let mut rest = line.trim_start();
        let blank = rest.is_empty() || rest.starts_with('#');
        let goes_on = brackets > 0
            || tokens.last().is_some_and(|(kind, text)| match *kind {
                "" => ![")", "]", "}", ":", "?"].contains(&&**text),
                "WORD" => OPEN_WORDS.contains(&&**text),
                _ => false,
            });
        if !blank && !goes_on {
            if !tokens.is_empty() {
                tokens.push(("NEWLINE", String::new()));
            }
            let column = line.len() - rest.len();
            if column > indents[indents.len() - 1] {
                indents.push(column);
                tokens.push(("INDENT", String::new()));
            }
            while column < indents[indents.len() - 1] {
                indents.pop();
                tokens.push(("DEDENT", String::new()));
            }
        }
        while let Some(first) = rest.chars().next().filter(|c| *c != '#') {
            let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let end = rest.find(|c| !word(c)).unwrap_or(rest.len());
            let (kind, length) = match first {
                '"' => ("TEXT", rest[1..].find('"').unwrap() + 2),
                c if c.is_ascii_digit() => ("NUMBER", end),
                c if word(c) => ("WORD", end),
                _ if SIGNS.iter().any(|sign| rest.starts_with(sign)) => ("", 2),
                _ => ("", 1),
            };
            match first {
                '(' | '[' | '{' => brackets += 1,
                ')' | ']' | '}' => brackets -= 1,
                _ => {}
            }
            tokens.push((kind, rest[..length].to_owned()));
            rest = rest[length..].trim_start();
        }
    }
    tokens.push(("NEWLINE", String::new()));
    tokens.extend(indents.iter().skip(1).map(|_| ("DEDENT", String::new())));
    tokens
}

/// Tells whether tokens are what a grammar describes, in every way at once.
struct Recogniser<'g> {
    grammar: &'g Grammar,
    reserved: &'g BTreeSet<String>,
    tokens: Vec<Token>,
    known: HashMap<(&'g str, usize), BTreeSet<usize>>,
    farthest: usize,
}

impl<'g> Recogniser<'g> {
    /// Where what the node describes can end if it begins at a token.
    fn ends(&mut self, node: &'g Node, at: usize) -> BTreeSet<usize> {
        match node {
            Node::Literal(text) => self.step(at, |(kind, word)| {
                matches!(*kind, "" | "WORD") && word == text
            }),
            Node::Kind(wanted) if wanted == "NAME" => {
                let reserved = self.reserved;
                self.step(at, |(kind, word)| {
                    *kind == "WORD" && !reserved.contains(word)
                })
            }
            Node::Kind(wanted) => self.step(at, |(kind, _)| kind == wanted),
            Node::Rule(name) => {
                if let Some(ends) = self.known.get(&(&**name, at)) {
                    return ends.clone();
                }
                let grammar = self.grammar;
                let ends = self.ends(&grammar[name], at);
                self.known.insert((name, at), ends.clone());
                ends
            }
            Node::Sequence(parts) => {
                let mut starts = BTreeSet::from([at]);
                for part in parts {
                    starts = starts.iter().flat_map(|&at| self.ends(part, at)).collect();
                }
                starts
            }
            Node::Choice(parts) => parts.iter().flat_map(|part| self.ends(part, at)).collect(),
            Node::Optional(part) => {
                let mut ends = self.ends(part, at);
                ends.insert(at);
                ends
            }
            Node::Repeat(part) => {
                let mut ends = BTreeSet::from([at]);
                let mut fresh = vec![at];
                while let Some(at) = fresh.pop() {
                    let next = self.ends(part, at);
                    fresh.extend(next.into_iter().filter(|&end| ends.insert(end)));
                }
                ends
            }
        }
    }

    fn step(&mut self, at: usize, fits: impl Fn(&Token) -> bool) -> BTreeSet<usize> {
        self.farthest = self.farthest.max(at);
        let token = self.tokens.get(at).filter(|token| fits(token));
        token.map(|_| at + 1).into_iter().collect()
    }
}

/// The words that the manual says cannot be names.
fn reserved() -> BTreeSet<String> {
    let page = Page::read(&book().join("src/language/games.md"));
    let line = page.text.lines().find(|line| line.starts_with("`again`"));
    let words = line.unwrap().split_whitespace();
    words
        .map(|word| word.trim_matches('`').to_owned())
        .collect()
}

/// What the grammar of the manual does not understand in the source.
fn misfit(grammar: &Grammar, reserved: &BTreeSet<String>, source: &str) -> Option<String> {
    let mut recogniser = Recogniser {
        grammar,
        reserved,
        tokens: tokens(source),
        known: HashMap::new(),
        farthest: 0,
    };
    let ends = recogniser.ends(&grammar["file"], 0);
    let length = recogniser.tokens.len();
    if ends.contains(&length) {
        return None;
    }
    let until = (recogniser.farthest + 1).min(length);
    let words = &recogniser.tokens[until.saturating_sub(9)..until];
    Some(format!("{words:?}"))
}

#[test]
fn the_grammar_describes_every_game() {
    let (grammar, reserved) = (grammar(), reserved());
    let mut sources: Vec<(String, String)> = zug_catalogue::entries()
        .iter()
        .map(|entry| (entry.name.to_owned(), entry.source.to_owned()))
        .collect();
    for page in pages() {
        for block in page.blocks() {
            let text = match block.info {
                "zug" | "zug,faults" => block.text.to_owned(),
                "zug,lines" => format!("{AROUND_LINES}{}", block.text),
                _ => continue,
            };
            sources.push((format!("{}:{}", page.name(), page.line(block.start)), text));
        }
    }
    assert!(sources.len() >= 60);
    for (name, source) in sources {
        if let Some(rest) = misfit(&grammar, &reserved, &source) {
            panic!("{name}: not understood after {rest}");
        }
    }
}

#[test]
fn the_grammar_refuses_what_the_parser_refuses() {
    let (grammar, reserved) = (grammar(), reserved());
    for lines in [
        "move m\n    x = 1",
        "let f() = 1",
        "let a = 1 +* 2",
        "let a = 1 < < 2",
        "win me",
        "players A, B, C",
        "y: 0..9",
        "let again = 1",
        "type t = 3",
        "symmetry",
        "let a = [k for k in 1..3 else 2]",
        "move m(k 1..3):\n    x = k",
        "move m:\n    x",
        "move m:\n    else:\n        x = 1",
    ] {
        let source = format!("{AROUND_LINES}{lines}\n");
        assert!(Rules::read(&source).is_err(), "{lines}");
        assert!(misfit(&grammar, &reserved, &source).is_some(), "{lines}");
    }
}

#[test]
fn the_rules_of_chess_are_those_of_the_catalogue() {
    let page = Page::read(&book().join("src/language/chess.md"));
    let rules = page.blocks().into_iter().find(|block| block.info == "zug");
    let chess = zug_catalogue::find("chess").unwrap();
    assert_eq!(rules.unwrap().text, chess.source);
}

#[test]
fn every_reserved_word_is_refused_as_a_name() {
    for word in reserved() {
        let source = format!("{AROUND_LINES}let {word} = 1\n");
        assert!(Rules::read(&source).is_err(), "{word}");
    }
}
