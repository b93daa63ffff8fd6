//! `zug completions SHELL`: a script that completes commands, options, names of
//! games and files.

use std::io::Write;

use anyhow::Result;
use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory, Id};
use clap_complete::Shell;

use crate::arguments::{Arguments, CompletionsArguments};
use crate::output;

/// The commands with an argument that names a game of the catalogue, each with the name
/// of that argument.
const TAKE_A_GAME: [(&str, &str); 6] = [
    ("solve", "game"),
    ("plan", "game"),
    ("explain", "game"),
    ("play", "game"),
    ("tree", "game"),
    ("games", "name"),
];

pub(crate) fn run(arguments: &CompletionsArguments) -> Result<()> {
    let script = script(arguments.shell);
    output::answers().write_all(script.as_bytes())?;
    Ok(())
}

/// The script of a shell. Where a game is expected it offers the catalogue and
/// files: in bash, zsh and fish both, elsewhere what `clap_complete` makes of it.
fn script(shell: Shell) -> String {
    let names: Vec<&str> = zug_catalogue::entries().iter().map(|e| e.name).collect();
    let mut command = Arguments::command();
    if matches!(shell, Shell::Bash | Shell::Zsh) {
        command = with_names(command, &names);
    }
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "zug", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    let names = names.join(" ");
    match shell {
        Shell::Zsh => {
            // Names alone would be offered without files.
            let action = format!(":({names})");
            let function = format!(
                "(( $+functions[_zug_games] )) ||\n_zug_games() {{\n    \
                 _alternative 'games:game of the catalogue:({names})' 'files:rules file:_files'\n}}\n\n"
            );
            let script = script.replace(&action, ":_zug_games");
            match script.find("(( $+functions[_zug_commands] ))") {
                Some(at) => format!("{}{function}{}", &script[..at], &script[at..]),
                None => script,
            }
        }
        Shell::Fish => {
            let lines = TAKE_A_GAME.map(|(command, _)| {
                format!(
                    "complete -c zug -n \"__fish_zug_using_subcommand {command}\" -a \"{names}\"\n"
                )
            });
            format!("{script}{}", lines.concat())
        }
        // Bash offers files where no name fits.
        _ => script,
    }
}

/// The command with the names as values of each argument that is a game.
fn with_names(command: Command, names: &[&'static str]) -> Command {
    let games = || PossibleValuesParser::new(names.iter().copied());
    TAKE_A_GAME
        .into_iter()
        .fold(command, |command, (of, game)| {
            command.mut_subcommand(of, |command| {
                let others: Vec<Id> = command
                    .get_positionals()
                    .map(|argument| argument.get_id().clone())
                    .filter(|id| id != game)
                    .collect();
                let command = command.mut_arg(game, |argument| argument.value_parser(games()));
                // An argument that is changed goes to the end: the others follow it.
                let others = others.into_iter();
                others.fold(command, |command, other| {
                    command.mut_arg(other.as_str(), |argument| argument)
                })
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_and_files_are_offered_where_a_game_is_expected() {
        let zsh = script(Shell::Zsh);
        assert_eq!(zsh.matches(":_zug_games'").count(), TAKE_A_GAME.len());
        assert_eq!(zsh.matches("_zug_games() {").count(), 1);
        assert!(zsh.contains(" tic-tac-toe "), "{zsh}");
        assert!(zsh.contains("'files:rules file:_files'"));
        let fish = script(Shell::Fish);
        assert!(fish.contains("function __fish_zug_using_subcommand"));
        assert_eq!(fish.matches(" tic-tac-toe ").count(), TAKE_A_GAME.len());
        for shell in [Shell::Elvish, Shell::PowerShell] {
            assert!(!script(shell).is_empty());
        }
    }

    /// What bash offers after `zug` and these words.
    #[cfg(unix)]
    fn offered(words: &[&str]) -> String {
        let script = script(Shell::Bash);
        let test = format!(
            "{script}\nCOMP_WORDS=(zug {}); COMP_CWORD={}; _zug zug '{}' ''; echo \"${{COMPREPLY[@]}}\"",
            words.join(" "),
            words.len(),
            words.last().copied().unwrap_or_default(),
        );
        let bash = std::process::Command::new("bash")
            .args(["-c", &test])
            .output();
        let output = bash.expect("bash runs");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    #[cfg(unix)]
    #[test]
    fn bash_completes_the_name_of_a_game() {
        assert_eq!(offered(&["solve", "tic-"]), "tic-tac-toe");
        assert_eq!(offered(&["games", "conn"]), "connect-four");
        // Then it falls back to files.
        assert_eq!(offered(&["solve", "./"]), "");
        assert!(script(Shell::Bash).contains("-o default"));
    }
}
