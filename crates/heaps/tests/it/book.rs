//! The tables of the manual's page on games on heaps say what this crate says.
//!
//! With `ZUG_BOOK=overwrite` in the environment they are written into the page
//! instead of compared.

use std::fmt::Write;
use std::fs;

use zug_heaps::{HeapGame, known};

/// A table between `<!-- name -->` and `<!-- end of name -->` is this one.
fn holds(page: &mut String, name: &str, table: &str) {
    let begin = format!("<!-- {name} -->\n");
    let end = format!("<!-- end of {name} -->");
    let table = format!("\n{table}\n");
    let first = page.find(&begin).unwrap() + begin.len();
    let last = first + page[first..].find(&end).unwrap();
    if std::env::var("ZUG_BOOK").is_ok_and(|value| value == "overwrite") {
        page.replace_range(first..last, &table);
    } else {
        assert_eq!(&page[first..last], table);
    }
}

#[test]
fn the_book_lists_digits_and_names() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../book/src/heap-games.md");
    let mut page = fs::read_to_string(path).unwrap();

    let mut digits = String::from(
        "| digit | nothing | one heap | two heaps | three heaps | code | in words |\n\
         |---|---|---|---|---|---|---|\n",
    );
    for digit in 0..16 {
        let code = format!("0.{digit:X}");
        let may = |heaps: u32| if digit >> heaps & 1 == 1 { "yes" } else { "" };
        let (none, one, two, three) = (may(0), may(1), may(2), may(3));
        let words = code.parse::<HeapGame>().unwrap().words().join("; ");
        writeln!(
            digits,
            "| {digit:X} | {none} | {one} | {two} | {three} | `{code}` | {words} |"
        )
        .unwrap();
    }
    holds(&mut page, "digits", &digits);

    let mut names = String::from(
        "| name | | notation | | source |\n\
         |---|---|---|---|---|\n",
    );
    for known in known() {
        let all: Vec<String> = [known.name]
            .iter()
            .chain(known.aliases)
            .map(|name| format!("`{name}`"))
            .collect();
        writeln!(
            names,
            "| {} | {} | `{}` | {} | {} |",
            all.join(", "),
            known.title,
            known.notation,
            known.line,
            known.source
        )
        .unwrap();
    }
    holds(&mut page, "names", &names);
    if std::env::var("ZUG_BOOK").is_ok_and(|value| value == "overwrite") {
        fs::write(path, page).unwrap();
    }
}
