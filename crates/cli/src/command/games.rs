//! `zug games`: the catalogue, and games on heaps.

use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};
use zug::heaps::early_period;
use zug::report::GamesReport;
use zug::report::games::HeapGameReport;
use zug::{Error, Request};
use zug_catalogue::Entry;
use zug_heaps::HeapGame;
use zug_sequences::Proof;
use zug_sequences::engine::naive;

use crate::arguments::GamesArguments;
use crate::message::{Kind, shortened, tell};
use crate::{heaps, json};

/// The largest number of characters of a line: a code or a set may be of any length.
const LONGEST_LINE: usize = 400;

/// The form of an answer about games.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GamesFormat {
    Text,
    Json,
}

/// The formats of an answer, by the endings of files.
const ENDINGS: [(&str, GamesFormat); 1] = [("json", GamesFormat::Json)];

pub(crate) fn run(arguments: &GamesArguments) -> Result<()> {
    let asked = arguments.json.then_some(GamesFormat::Json);
    // Rules are text, and a file of rules may have any ending.
    let format = match arguments.to.of_ending(&ENDINGS) {
        Ok(format) if arguments.to.file().is_some() => asked.unwrap_or(format),
        _ => asked.unwrap_or(GamesFormat::Text),
    };
    arguments.to.refuse_if_hopeless()?;
    arguments
        .to
        .write(|out| write(arguments.name.as_deref(), format == GamesFormat::Json, out))
}

/// Writes the catalogue, or the rules and known results of one game.
fn write(name: Option<&str>, as_json: bool, out: &mut dyn Write) -> Result<()> {
    let Some(name) = name else {
        if as_json {
            return Ok(json::write(out, &GamesReport::of_catalogue())?);
        }
        let width = zug_catalogue::entries()
            .iter()
            .map(|entry| entry.name.len())
            .max()
            .unwrap_or(0);
        for (number, (kind, games)) in zug_catalogue::by_kind().enumerate() {
            if number > 0 {
                writeln!(out)?;
            }
            writeln!(out, "{kind}")?;
            for entry in games {
                writeln!(out, "  {:width$}  {}", entry.name, entry.header().title)?;
            }
        }
        return Ok(());
    };
    // Other names of a game of the catalogue can be names of a game on heaps.
    let is_it = |entry: &&Entry| entry.name == name || name.parse::<HeapGame>().is_err();
    if let Some(entry) = zug_catalogue::find(name).filter(is_it) {
        if as_json {
            return Ok(json::write(out, &GamesReport::of_entry(entry))?);
        }
        out.write_all(entry.source.as_bytes())?;
        // This note is no part of the answer, which is a rules file: theorems know these
        // rules by their text.
        if let Some(known) = zug_heaps::find(name) {
            let notation = known.notation;
            tell(
                Kind::Note,
                &format!("as a game on heaps this is {notation}: see zug games '{notation}'"),
            );
        }
        return Ok(());
    }
    if heaps::is_meant(name) {
        let game = heaps::game(name)?;
        if as_json {
            return Ok(json::write(out, &GamesReport::of_heap_game(&game))?);
        }
        return show(&game, out);
    }
    if Path::new(name).extension() == Some("zug".as_ref()) {
        bail!("{name} is a rules file, and no game of the catalogue: `zug solve {name}` reads it");
    }
    // This error is the one of all commands, with the nearest name.
    Err(Request::catalogue(name)
        .err()
        .unwrap_or(Error::UnknownGame {
            name: name.to_owned(),
            nearest: None,
        })
        .into())
}

/// Writes all that is known of a game on heaps without much work.
fn show(game: &HeapGame, out: &mut dyn Write) -> Result<()> {
    let mut line =
        |label: &str, text: &str| writeln!(out, "{label:<12}{}", shortened(text, LONGEST_LINE));
    line("game", &game.to_string())?;
    for known in game.names() {
        line("known as", &format!("{} ({})", known.title, known.source))?;
        line("", &format!("- {}", known.line))?;
    }
    line("kind", &format!("{}{}", game.kind(), extent(game)))?;
    let mut label = "rules";
    for words in game.words() {
        line(label, &words)?;
        label = "";
    }
    let mut label = "same as";
    for other in game.same_rules() {
        line(label, &other.to_string())?;
        label = "";
    }
    let nimbers = naive::nimbers(game, HeapGameReport::NIMBERS);
    let nimbers: Vec<String> = nimbers.iter().map(u32::to_string).collect();
    let last = HeapGameReport::NIMBERS - 1;
    line("nimbers", &format!("{} …", nimbers.join(" ")))?;
    line("", &format!("- of heaps of 0 to {last}"))?;
    if let Some(proof) = early_period(game) {
        line("period", &period(&proof))?;
    }
    Ok(())
}

/// A text for the number that a move may take, and the number of heaps in which it may
/// leave the rest.
fn extent(game: &HeapGame) -> String {
    let takes = match game.most_taken() {
        Some(0) => "takes nothing".to_owned(),
        Some(most) => format!("takes at most {most}"),
        None => "may take any number".to_owned(),
    };
    let leaves = match game.most_left() {
        // The game has no move.
        Some(0 | 1) if game.most_taken() == Some(0) => return String::new(),
        Some(0) => "leaves nothing".to_owned(),
        Some(1) => "leaves at most 1 heap".to_owned(),
        Some(most) => format!("leaves at most {most} heaps"),
        None => "may leave any number of heaps".to_owned(),
    };
    format!(": a move {takes} and {leaves}")
}

fn period(proof: &Proof) -> String {
    let repetition = proof.repetition;
    let added = match repetition.saltus() {
        0 => String::new(),
        saltus => format!(", adding {saltus} each time"),
    };
    format!(
        "{} from heap {} on{added} ({}, checked to heap {})",
        repetition.period(),
        repetition.preperiod(),
        proof.theorem,
        proof.checked_to
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use zug_sequences::{PeriodTheorem, Repetition};

    #[test]
    fn a_period_is_told_with_its_proof() {
        let told = |saltus| {
            let repetition = Repetition::new(71, 12, saltus);
            period(&Proof {
                repetition,
                theorem: PeriodTheorem::GuySmith,
                checked_to: 168,
            })
        };
        assert_eq!(
            told(0),
            "12 from heap 71 on (Guy-Smith, checked to heap 168)"
        );
        assert_eq!(
            told(4),
            "12 from heap 71 on, adding 4 each time (Guy-Smith, checked to heap 168)"
        );
    }
}
