//! The programs of the book's chapter on scripts print what the chapter shows.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

const PAGE: &str = "../../book/src/scripting.md";

/// The blocks of this language in a page, one after the other.
fn blocks(page: &str, language: &str) -> String {
    let begin = format!("```{language}\n");
    let parts = page.split(&begin).skip(1);
    let blocks = parts.map(|part| part.split("```\n").next().unwrap());
    blocks.collect()
}

/// A value for the variable `PATH`: the folder of the `zug` that is tested, then the usual ones.
fn path_with_zug() -> std::ffi::OsString {
    let zug = Path::new(env!("CARGO_BIN_EXE_zug"));
    let mut folders = vec![zug.parent().unwrap().to_owned()];
    folders.extend(env::split_paths(&env::var_os("PATH").unwrap()));
    env::join_paths(folders).unwrap()
}

/// The blocks of Python are one program.
#[test]
fn the_programs_of_the_chapter_on_scripts_print_what_it_shows() {
    let page = fs::read_to_string(PAGE).unwrap();
    let run = Command::new("python3")
        .args(["-c", &blocks(&page, "python")])
        .env("PATH", path_with_zug())
        .output()
        .expect("python3 is needed to run the examples of the book");
    let errors = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{errors}");
    let printed = String::from_utf8(run.stdout).unwrap();
    assert_eq!(printed, blocks(&page, "text"));
}
