//! The chapter of the manual on the catalogue: made of the headers of the games and of what Zug
//! finds, and compared here.

use std::fmt::Write;
use std::fs;

use zug::{Error, Plan, Reply, Request, SolveOptions, points, verdict};
use zug_catalogue::Entry;
use zug_lang::Rules;
use zug_testkit::is_todays;

use crate::book::{book, overwrite};

/// What stands behind this line is made, and what stands before it is written by hand.
const MARK: &str = "<!-- catalogue -->\n";

/// The memory that a game of the catalogue may take here.
const MEMORY: u64 = 2 << 30;

/// Who wins, in a sentence; `None` if the positions of the game do not fit into the memory.
fn answer(request: &Request) -> Option<String> {
    let options = SolveOptions::default().with_memory(MEMORY);
    let reply = match Plan::of(request, &options).unwrap() {
        Plan::Positions { positions, .. } => match positions.problem.solve(&options) {
            Ok(solution) => Reply::Positions {
                problem: positions.problem,
                solution: Box::new(solution),
                theorem: None,
            },
            Err(Error::Solve(error)) if error.is_too_large() => return None,
            Err(error) => panic!("{}: {error}", request.origin),
        },
        plan => plan.run(&options).unwrap(),
    };
    let worth = reply.worth().unwrap();
    let mut told = match &reply {
        Reply::Theorem(theorem) => {
            let players = theorem.players();
            verdict(players.as_ref(), theorem.mover(), worth.outcome(), None)
        }
        Reply::Positions {
            problem, solution, ..
        } => {
            let root = problem.root();
            let score = solution.score(&root).unwrap();
            let plies = worth.remoteness().filter(|_| score.is_none());
            let players = problem.players();
            let mover = solution.mover(&root);
            let mut told = verdict(players.as_ref(), mover, worth.outcome(), plies);
            if let Some(score) = score {
                write!(told, " Score {} for the player to move.", points(score)).unwrap();
            }
            told
        }
        Reply::Searched { .. } => unreachable!("no search was asked for"),
    };
    if let Some(nimber) = worth.nimber() {
        write!(told, " Nimber {nimber}.").unwrap();
    }
    if let Reply::Positions { solution, .. } = &reply {
        write!(told, " {} positions.", solution.counts().unwrap().positions).unwrap();
    }
    Some(told)
}

/// What Markdown would take for emphasis stands for itself.
fn plain(text: &str) -> String {
    text.replace('*', "\\*").replace('<', "&lt;")
}

/// The section of one game. `shown` is the chapter as it stands. The game is solved if `is_asked`; else the answer
/// that the chapter shows is taken over.
fn section(entry: &Entry, shown: &str, is_asked: bool) -> String {
    let header = entry.header();
    let rules = Rules::read(entry.source).unwrap();
    let request = Request::catalogue(entry.name).unwrap();
    let mut text = format!("### {}\n\n", header.title);
    write!(text, "`{}`", entry.name).unwrap();
    for (place, (name, default)) in rules.parameters().iter().enumerate() {
        let before = if place == 0 { ": " } else { ", " };
        write!(text, "{before}`{name} = {default}`").unwrap();
    }
    writeln!(text, "\n\n{}\n", plain(&header.rules)).unwrap();
    let problem = zug::Problem::new(&request);
    let picture = problem
        .ok()
        .and_then(|problem| problem.picture(&problem.root()));
    if let Some(picture) = picture.filter(|picture| picture.trim().contains('\n')) {
        writeln!(text, "```text\n{}\n```\n", picture.trim_end()).unwrap();
    }
    text.push_str("- **Zug:** ");
    let known = shown
        .split_once(&text)
        .and_then(|(_, on)| on.lines().next());
    let gigabytes = MEMORY >> 30;
    let too_large = format!("more positions than fit into {gigabytes} GiB.");
    let told = match known {
        // It takes minutes to show that the positions of chess do not fit, which is done where the
        // chapter is written anew.
        Some(known) if !overwrite() && (!is_asked || known == too_large) => known.to_owned(),
        _ => answer(&request).unwrap_or(too_large),
    };
    writeln!(text, "{told}").unwrap();
    writeln!(text, "- **Known:** {}", plain(&header.known)).unwrap();
    writeln!(text, "- **Source:** {}\n", plain(&header.source)).unwrap();
    text
}

#[test]
fn the_chapter_on_the_catalogue_is_what_headers_and_answers_say() {
    let path = book().join("src/games.md");
    let page = fs::read_to_string(&path).unwrap();
    let (before, shown) = page.split_once(MARK).expect("the catalogue is marked");
    let mut made = String::new();
    let mut number = 0;
    for (kind, games) in zug_catalogue::by_kind() {
        writeln!(made, "## {kind}\n").unwrap();
        for entry in games {
            made.push_str(&section(entry, shown, is_todays(number, 6)));
            number += 1;
        }
    }
    if overwrite() {
        fs::write(&path, format!("{before}{MARK}\n{}\n", made.trim())).unwrap();
    } else {
        assert!(
            shown.trim() == made.trim(),
            "the chapter is out of date: ZUG_BOOK=overwrite writes it"
        );
    }
}
