//! Long paragraphs of the map.
//!
//! A paragraph is text between blank lines. A list item, a row of a table and a heading count as
//! one paragraph each. Blocks of code do not count.

/// The most characters of a paragraph.
const LIMIT: usize = 600;

/// The paragraphs of a text in Markdown that are too long.
pub(super) fn long_paragraphs(text: &str) -> Vec<String> {
    let mut paragraphs: Vec<String> = Vec::new();
    let mut is_code = false;
    let mut goes_on = false;
    for line in text.lines().map(str::trim) {
        if line.starts_with("```") {
            is_code = !is_code;
            goes_on = false;
        } else if line.is_empty() || is_code {
            goes_on = false;
        } else if let Some(last) = paragraphs.last_mut().filter(|_| goes_on && !begins(line)) {
            last.push('\n');
            last.push_str(line);
        } else {
            paragraphs.push(line.to_owned());
            goes_on = !line.starts_with('#');
        }
    }
    paragraphs.retain(|paragraph| paragraph.chars().count() > LIMIT);
    paragraphs
}

/// Whether a line begins a list item, a row of a table or a heading.
fn begins(line: &str) -> bool {
    let after_number = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    ["- ", "* ", "+ ", "|", "#"]
        .iter()
        .any(|mark| line.starts_with(mark))
        || (after_number.len() < line.len() && after_number.starts_with(". "))
}
