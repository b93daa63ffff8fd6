//! What the command line prints: the README's and the book's examples, and the
//! cases of `cmd/`. `TRYCMD=overwrite cargo test` writes down what it prints now.

#[test]
fn the_readme_shows_what_zug_prints() {
    trycmd::TestCases::new().case("../../README.md");
}

#[test]
fn the_book_shows_what_zug_prints() {
    trycmd::TestCases::new()
        .case("../../book/src/*.md")
        .case("../../book/src/language/*.md");
}

#[test]
fn answers_and_errors_are_as_written_down() {
    trycmd::TestCases::new().case("tests/cmd/*.md");
}
