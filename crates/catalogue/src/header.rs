//! The comment that opens every rules file of the catalogue.

/// What the head of a rules file says of its game, one entry to a line.
///
/// ```text
/// # Title: Nim
/// # Also: heaps, piles of stones
/// # Kind: Heaps and numbers
/// # Rules: A move takes any positive number of stones from one pile.
/// #   Whoever cannot move loses.
/// # Source: Charles L. Bouton, 1901.
/// # Known: The mover loses exactly when the xor of the piles is 0.
/// ```
///
/// An entry may be continued on lines that begin with `#` and at least two spaces. `Also` may be left
/// out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The name of the game as a person writes it.
    pub title: String,
    /// Other names by which people call the game, separated by commas; empty if there are none.
    pub also: String,
    /// The kind of game, one of [`KINDS`].
    pub kind: String,
    /// The rules in two sentences.
    pub rules: String,
    /// The author of the game, or where it is described, and the year.
    pub source: String,
    /// Known results, and who found them.
    pub known: String,
}

/// The kinds of games, in the order in which the catalogue lists them.
pub const KINDS: [&str; 9] = [
    "Heaps and numbers",
    "Rows and strips",
    "Graphs",
    "Lines of marks and men",
    "Filling and emptying a board",
    "Men that move and capture",
    "Hunts",
    "Sowing and hands",
    "Chess",
];

impl Header {
    /// Reads the comment at the head of the text; an entry that is missing is empty.
    pub(crate) fn read(text: &str) -> Self {
        let mut header = Self::default();
        let mut entry = &mut header.title;
        for line in text.lines().map_while(|line| line.strip_prefix('#')) {
            let mut words = line.trim();
            if !line.starts_with("  ") {
                let (label, rest) = words.split_once(':').unwrap_or((words, ""));
                entry = match label {
                    "Title" => &mut header.title,
                    "Also" => &mut header.also,
                    "Kind" => &mut header.kind,
                    "Rules" => &mut header.rules,
                    "Source" => &mut header.source,
                    "Known" => &mut header.known,
                    _ => break,
                };
                words = rest.trim_start();
            }
            if !entry.is_empty() {
                entry.push(' ');
            }
            entry.push_str(words);
        }
        header
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entries;

    #[test]
    fn an_entry_goes_on_over_indented_lines() {
        let header = Header::read(
            "# Title: Nim\n# Also: Stones, heaps\n# Kind: Heaps\n# Rules: One.\n#   Two.\n# Source: B: 1901.\n# Known: All.\ngame nim\n# x\n",
        );
        assert_eq!(header.title, "Nim");
        assert_eq!(header.also, "Stones, heaps");
        assert_eq!(header.kind, "Heaps");
        assert_eq!(header.rules, "One. Two.");
        assert_eq!(header.source, "B: 1901.");
        assert_eq!(header.known, "All.");
    }

    #[test]
    fn every_game_opens_with_title_rules_source_and_known_results() {
        for entry in entries() {
            let header = entry.header();
            for text in [&header.title, &header.rules, &header.source, &header.known] {
                assert!(!text.is_empty(), "{}: {header:?}", entry.name);
            }
            assert!(header.source.ends_with('.'), "{}", entry.name);
            assert!(header.known.ends_with('.'), "{}", entry.name);
        }
    }

    #[test]
    fn every_game_is_of_a_kind_and_every_kind_has_games() {
        let kinds: Vec<String> = entries().iter().map(|entry| entry.header().kind).collect();
        for (entry, kind) in entries().iter().zip(&kinds) {
            assert!(KINDS.contains(&&**kind), "{}: {kind}", entry.name);
        }
        for kind in KINDS {
            let games = kinds.iter().filter(|known| *known == kind).count();
            assert!(games >= 3, "{kind}: {games}");
        }
    }

    #[test]
    fn rules_are_told_in_two_sentences() {
        for entry in entries() {
            let rules = entry.header().rules;
            assert!(rules.ends_with('.'), "{}", entry.name);
            assert_eq!(rules.matches(". ").count(), 1, "{}: {rules}", entry.name);
        }
    }
}
