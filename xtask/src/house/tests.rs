//! Tests of each measure on small planted sources.

use super::Code;
use super::paragraphs::long_paragraphs;
use super::phrases::Banned;
use super::record::Record;
use super::source::Source;

const GLOSSARY: &str = "\
# Words

| word | meaning |
|---|---|
| of them | no phrase, as it is in another table |

### Phrases that comments do not use

| instead of | write |
|---|---|
| so many, is told | the number |
| tells | prints |
";

fn code(files: &[(&str, &str)]) -> Code {
    let banned = Banned::read(GLOSSARY).unwrap();
    let sources = files
        .iter()
        .map(|(path, text)| Source::new((*path).to_owned(), text, &banned).unwrap());
    Code::new(sources.collect(), "")
}

/// The lines and the phrases that are found in a source.
fn phrases(text: &str) -> Vec<(usize, String)> {
    let code = code(&[("crates/a/src/lib.rs", text)]);
    let found = code.sources.into_iter().flat_map(|source| source.phrases);
    found.map(|found| (found.line, found.phrase)).collect()
}

#[test]
fn lines_and_public_items_are_counted_by_crate() {
    let text = "pub fn a() {}\npub(crate) fn b() {}\nimpl A {\n    pub fn c() {}\n}\n\
                pub use x::y;\n#[cfg(test)]\npub mod tests {\n    pub fn d() {}\n}\n";
    let record = code(&[
        ("crates/a/src/lib.rs", text),
        ("crates/a/tests/it/main.rs", "fn d() {}\n"),
        (
            "crates/a/src/testing.rs",
            "#![cfg(feature = \"testing\")]\npub fn e() {}\n",
        ),
        ("page/src/main.ts", "let x;\nlet y;\n"),
    ])
    .record;
    assert_eq!(record.lines["crates/a"], 13);
    assert_eq!(record.lines["page"], 2);
    assert_eq!(record.public_items["crates/a"], 2);
}

#[test]
fn a_file_of_801_lines_is_long() {
    let text = |lines: usize| "// Text.\n".repeat(lines);
    let record = code(&[
        ("crates/a/src/lib.rs", &text(800)),
        ("crates/b/src/lib.rs", &text(801)),
    ])
    .record;
    assert_eq!(record.long_files, ["crates/b/src/lib.rs"]);
}

#[test]
fn a_function_of_81_lines_is_long() {
    let function = |name: &str, lines: usize| {
        let body = "    f();\n".repeat(lines - 2);
        format!("/// Text.\nfn {name}() {{\n{body}}}\n")
    };
    let method = format!("impl A {{\n{}}}\n", function("c", 81));
    let text = [function("a", 80), function("b", 81), method].concat();
    let record = code(&[("crates/a/src/lib.rs", &text)]).record;
    let expected = ["b", "c"].map(|name| format!("crates/a/src/lib.rs {name}"));
    assert_eq!(record.long_functions, expected);
}

#[test]
fn two_files_that_use_each_other_are_a_circle() {
    let record = code(&[
        ("crates/a/src/lib.rs", "mod x;\nmod y;\nmod z;\n"),
        (
            "crates/a/src/x.rs",
            "use crate::{y::{self, Y}};\npub struct X;\n",
        ),
        (
            "crates/a/src/y.rs",
            "fn f() { g!(super::x::X); }\npub struct Y;\n",
        ),
        ("crates/a/src/z.rs", "use crate::x::X;\n"),
    ])
    .record;
    let circle = ["crates/a/src/x.rs", "crates/a/src/y.rs"];
    assert_eq!(record.circles, [circle]);
    assert_eq!(record.pairs, [circle]);
    assert_eq!(record.circles_with_faces, [circle]);
}

#[test]
fn a_file_that_uses_its_face_is_in_a_circle_with_it_alone_with_faces() {
    let record = code(&[
        ("crates/a/src/lib.rs", "mod x;\n"),
        (
            "crates/a/src/x/mod.rs",
            "mod y;\npub use y::Y;\npub struct X;\n",
        ),
        ("crates/a/src/x/y.rs", "use super::X;\npub struct Y;\n"),
    ])
    .record;
    assert_eq!(record.circles, Vec::<Vec<String>>::new());
    let circle = ["crates/a/src/x/mod.rs", "crates/a/src/x/y.rs"];
    assert_eq!(record.circles_with_faces, [circle]);
}

#[test]
fn two_files_that_use_each_other_through_their_face_are_a_circle_without_it() {
    let record = code(&[
        ("crates/a/src/lib.rs", "mod x;\n"),
        (
            "crates/a/src/x.rs",
            "mod y;\nmod z;\npub use y::Y;\npub use z::Z as New;\n",
        ),
        ("crates/a/src/x/y.rs", "use super::New;\n"),
        ("crates/a/src/x/z.rs", "use crate::x::Y;\n"),
    ])
    .record;
    assert_eq!(
        record.circles,
        [["crates/a/src/x/y.rs", "crates/a/src/x/z.rs"]]
    );
    assert_eq!(record.circles_with_faces[0].len(), 3);
}

#[test]
fn tests_visibilities_and_links_are_in_no_circle() {
    let record = code(&[
        ("crates/a/src/lib.rs", "mod x;\nmod y;\n"),
        ("crates/a/src/x.rs", "use crate::y::Y;\npub struct X;\n"),
        (
            "crates/a/src/y.rs",
            "//! See [`crate::x::X`].\npub(in crate::x) struct Y;\n\
             #[cfg(test)]\nmod tests {\n    use crate::x::X;\n}\n\
             #[test]\nfn f() {\n    crate::x::g();\n}\n",
        ),
    ])
    .record;
    assert_eq!(record.circles_with_faces, Vec::<Vec<String>>::new());
}

#[test]
fn a_banned_phrase_is_found_in_comments_alone() {
    let found = phrases(
        "//! It TELLS.\n// There are so\n// many heaps.\nfn f() {\n    g(\"so many // tells\"); // is told\n\
         /* so\n many */\n}\n",
    );
    let expected = [(1, "tells"), (2, "so many"), (5, "is told"), (6, "so many")];
    assert_eq!(
        found,
        expected.map(|(line, phrase)| (line, phrase.to_owned()))
    );
}

#[test]
fn a_part_of_a_word_code_and_two_sentences_are_no_phrase() {
    let found = phrases(
        "// Foretells, `tells`, not so. Many of them.\nfn f() {}\n/// ```\n/// so many\n/// ```\n\
         /// And so\n///\n/// many more.\nfn g() {}\n",
    );
    assert_eq!(found, []);
}

#[test]
fn a_paragraph_of_601_characters_is_long() {
    let [short, long] = [600, 601].map(|length| "ä".repeat(length));
    assert_eq!(
        long_paragraphs(&format!("# Head\n{short}\n\n{short}\n")).len(),
        0
    );
    assert_eq!(
        long_paragraphs(&format!("{short}\n\n{long}\n")),
        [long.as_str()]
    );
    let half = "a".repeat(300);
    assert_eq!(long_paragraphs(&format!("{half}\n{half}\n")).len(), 1);
    let apart = format!("- {half}\n- {half}\n| {half} |\n| {half} |\n1. {half}\n2. {half}\n");
    assert_eq!(long_paragraphs(&apart).len(), 0);
    assert_eq!(long_paragraphs(&format!("```\n{long}\n```\n")).len(), 0);
}

/// A record with numbers of all kinds.
fn record() -> Record {
    let mut record = Record {
        reason: "the first".to_owned(),
        program_bytes: Some(1000),
        map_bytes: 30_000,
        circles: vec![["a", "b", "c", "d"].map(str::to_owned).to_vec()],
        long_functions: vec!["a f".to_owned()],
        ..Record::default()
    };
    record.lines.insert("a".to_owned(), 1000);
    record.phrases.insert("a".to_owned(), 1);
    record
}

#[test]
fn a_record_is_read_as_it_was_written() {
    let record = record();
    let read = Record::read(&record.text().unwrap()).unwrap();
    assert_eq!(read, record);
    assert_eq!(record.complaints(&read), Vec::<String>::new());
}

/// The complaint about a record that was changed.
fn complaint(change: impl FnOnce(&mut Record)) -> Option<String> {
    let mut changed = record();
    change(&mut changed);
    let complaints = changed.complaints(&record());
    assert!(complaints.len() <= 1, "{complaints:?}");
    complaints.into_iter().next()
}

#[test]
fn what_is_worse_is_named() {
    let text = complaint(|record| record.long_functions.push("b g".to_owned())).unwrap();
    assert!(text.contains("from 1 to 2\n  new: b g"), "{text}");
    let text = complaint(|record| record.circles[0].push("e".to_owned())).unwrap();
    assert!(text.contains("a – b – c – d – e"), "{text}");
    let text = complaint(|record| {
        record.phrases.clear();
        record.phrases.insert("b".to_owned(), 1);
    });
    assert!(text.unwrap().contains("b: 0 to 1"));
    assert!(complaint(|record| record.map_bytes += 1).is_some());
    assert!(complaint(|record| record.program_bytes = Some(1051)).is_some());
    let text = complaint(|record| *record.lines.get_mut("a").unwrap() = 1011).unwrap();
    assert!(text.contains("from 1000 to 1011"), "{text}");
}

#[test]
fn what_is_no_worse_passes() {
    let falls_apart = complaint(|record| {
        let circle = &mut record.circles[0];
        let part = circle.split_off(2);
        record.circles.push(part);
    });
    assert_eq!(falls_apart, None);
    assert_eq!(complaint(|record| record.program_bytes = Some(1050)), None);
    assert_eq!(complaint(|record| record.program_bytes = None), None);
    let mut larger = record();
    *larger.lines.get_mut("a").unwrap() = 1010;
    assert_eq!(larger.complaints(&record()), Vec::<String>::new());
    // The recorded number stays, so that the room does not move upward.
    assert_eq!(larger.improved(&record()), record());
}
