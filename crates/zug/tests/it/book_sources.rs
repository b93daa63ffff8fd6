//! The bibliography of the manual has what the manual and the games cite, and nothing else.

use std::fs;

use crate::book::{book, pages};

/// Words before a year without an entry: they are the ends of titles, and archives of problems.
const NO_AUTHOR: [&str; 5] = ["Results", "Chess", "LeetCode", "HDU", "Taejon"];

/// The name before each year of a text: `Bouton` of "C. L. Bouton, 1901" and of "Bouton (1901)",
/// `Ueda` of "T. Ueda and others, 2008".
fn cited(text: &str) -> Vec<(String, String)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let bare = |word: &str| {
        word.trim_matches(|sign: char| !sign.is_alphanumeric())
            .to_owned()
    };
    let mut found = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let year = bare(word);
        let is_year = year.len() == 4
            && year
                .parse()
                .is_ok_and(|year: u32| (1500..2100).contains(&year));
        // "the 2000 positions" is no year, and "the first, 1912 moves" neither.
        if !is_year || place == 0 || !word.ends_with([')', ',', ';', '.', ':', '"', '|']) {
            continue;
        }
        let others = place >= 3 && bare(words[place - 1]) == "others" && words[place - 2] == "and";
        let name = words[if others { place - 3 } else { place - 1 }];
        // A name may be the end of a link, `[…Smith](page.md)`.
        let name = bare(name.split("](").next().unwrap_or(name));
        if name.len() > 2 && name.starts_with(char::is_uppercase) {
            found.push((name, year));
        }
    }
    found
}

/// What is known of the games, as their headers say it.
fn headers() -> String {
    let entries = zug_catalogue::entries().iter();
    let known: Vec<String> = entries.map(|entry| entry.header().known).collect();
    known.join("\n")
}

#[test]
fn each_source_that_is_cited_is_in_the_bibliography() {
    let bibliography = fs::read_to_string(book().join("src/bibliography.md")).unwrap();
    let entries: Vec<&str> = bibliography
        .lines()
        .filter(|line| line.starts_with("- **"))
        .collect();
    let mut texts = vec![headers()];
    let chapters = pages()
        .into_iter()
        .filter(|page| !["bibliography.md", "games.md"].contains(&page.name().as_str()));
    texts.extend(chapters.map(|page| page.text));
    let mut missing: Vec<String> = Vec::new();
    let mut count = 0;
    for (name, year) in texts.iter().flat_map(|text| cited(text)) {
        if NO_AUTHOR.contains(&name.as_str()) {
            continue;
        }
        count += 1;
        let known = entries
            .iter()
            .any(|entry| entry.contains(&name) && entry.contains(&year));
        if !known {
            missing.push(format!("{name} {year}"));
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
    assert!(count > 60, "{count}");
}

#[test]
fn each_entry_of_the_bibliography_is_cited() {
    let bibliography = fs::read_to_string(book().join("src/bibliography.md")).unwrap();
    let glossary = fs::read_to_string(book().join("../GLOSSARY.md")).unwrap();
    let mut text = glossary;
    for page in pages() {
        if page.name() != "bibliography.md" {
            text.push_str(&page.text);
        }
    }
    let lines: Vec<&str> = text.lines().collect();
    for entry in bibliography
        .lines()
        .filter_map(|line| line.strip_prefix("- **"))
    {
        let (authors, rest) = entry.split_once("** (").unwrap();
        let year = &rest[..4];
        let first = authors
            .split(" and ")
            .next()
            .unwrap()
            .split(", ")
            .next()
            .unwrap();
        let name = first.rsplit(' ').next().unwrap();
        let cited = lines
            .iter()
            .any(|line| line.contains(name) && line.contains(year));
        assert!(cited, "nothing cites {authors} ({year})");
    }
}

#[test]
fn a_name_before_a_year_is_a_citation() {
    let found = cited(
        "so C. L. Bouton, 1901, and (T. Ueda and others, 2008) of the 2000 positions; Moore (1910).",
    );
    let found: Vec<String> = found
        .into_iter()
        .map(|(name, year)| name + " " + &year)
        .collect();
    assert_eq!(found, ["Bouton 1901", "Ueda 2008", "Moore 1910"]);
}
