//! Compares rules with hand-written Rust: successors a second, and a whole solution.
//!
//! A rival is one game written by hand. The *plain* rival is straightforward code: the
//! board is an array, there are loops over cells and directions, and each move packs a
//! new key. *In place* differs only in the key, in which just the bits that the move
//! affects are changed. The *tuned* rival has bit masks and no array. All rivals are
//! shown to play by the rules before they are timed ([`agree()`]), in the positions
//! that are timed: all reachable ones, or a sample of play where there are too many.
//!
//! What is timed is [`Game::expand_block`] into one vector; nothing is kept.

mod rival;
mod board;
mod connect_four;
mod connect_four_masks;
mod tic_tac_toe;
mod tic_tac_toe_masks;
mod dodgem;
mod dodgem_masks;
mod numbers;
mod numbers_masks;
mod agree;
#[cfg(feature = "native")]
mod compile;
mod race;
mod stored_graph;
mod whole;

use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use zug_game::{Game, U256};
use zug_lang::{AnyGame, Reference, Rules, RulesGame, Settings};

#[cfg(feature = "native")]
pub(crate) use zug_jit::Machine;
#[cfg(not(feature = "native"))]
pub(crate) use zug_lang::Word as Machine;

use self::agree::{agree, keys, reachable, sample};
use self::connect_four::ConnectFour;
use self::dodgem::Dodgem;
use self::numbers::Numbers;
use self::race::{Runner, race};
use self::rival::{InPlace, Rival, Tuned, Written};
use self::stored_graph::Answer;
use self::tic_tac_toe::TicTacToe;

/// The rules run by machine code; `None` on machines that have no compiler.
#[cfg(feature = "native")]
pub(crate) fn native<W: Machine>(game: &RulesGame<W>) -> Option<RulesGame<W>> {
    let (machine, _) = zug_jit::compile(game.interpreter()).ok()?;
    Some(game.clone().run_by(std::sync::Arc::new(machine)))
}

/// No machine code: this build has no compiler.
#[cfg(not(feature = "native"))]
pub(crate) fn native<W: Machine>(_: &RulesGame<W>) -> Option<RulesGame<W>> {
    None
}

/// A word that holds a position, 64 or 128 bits.
trait Key: Machine {
    /// The game, if this is the word that its positions are kept in.
    fn game(game: AnyGame) -> Option<RulesGame<Self>>;
}

impl Key for u64 {
    fn game(game: AnyGame) -> Option<RulesGame<Self>> {
        match game {
            AnyGame::Narrow(game) => Some(game),
            AnyGame::Wide(_) | AnyGame::Widest(_) => None,
        }
    }
}

impl Key for u128 {
    fn game(game: AnyGame) -> Option<RulesGame<Self>> {
        match game {
            AnyGame::Wide(game) => Some(game),
            AnyGame::Narrow(_) | AnyGame::Widest(_) => None,
        }
    }
}

/// A game of the catalogue, and which of its positions are expanded.
struct Course {
    game: &'static str,
    settings: &'static [(&'static str, &'static str)],
    positions: Positions,
}

enum Positions {
    /// All reachable positions, and their number.
    All(u64),
    /// A sample of this many positions met in random play.
    Sample(u64),
}

/// The most positions that the plain evaluator expands.
const BY_DEFINITION: usize = 500;

const CONNECT_FOUR: Course = Course {
    game: "connect-four",
    settings: &[("width", "5"), ("height", "4")],
    positions: Positions::All(3_945_711),
};

const WIDE_CONNECT_FOUR: Course = Course {
    game: "connect-four",
    settings: &[("width", "7"), ("height", "6")],
    positions: Positions::Sample(300_000),
};

const TIC_TAC_TOE: Course = Course {
    game: "tic-tac-toe",
    settings: &[("width", "4"), ("height", "4"), ("k", "4")],
    positions: Positions::All(9_722_011),
};

const DODGEM: Course = Course {
    game: "dodgem",
    settings: &[("n", "4")],
    positions: Positions::All(super::DODGEM_4),
};

const NUMBERS: Course = Course {
    game: "numbers",
    settings: &[],
    positions: Positions::All(NUMBERS_REACHABLE),
};

/// The number of positions of A Game With Numbers that are reachable from eight ones on
/// each hand, as found here, of 490,050 in all.
const NUMBERS_REACHABLE: u64 = 488_990;

/// Runs every game and prints a table; then times a whole solution.
pub(crate) fn run() -> Result<()> {
    println!(
        "| million successors/s | positions | successors | plain Rust | in place | bit masks | machine code | interpreted | by definition | machine code : plain | : in place | : bit masks | interpreted : plain |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    compare(
        &CONNECT_FOUR,
        ConnectFour::<u64, 5, 4>::new(),
        InPlace(ConnectFour::<u64, 5, 4>::new()),
        connect_four_masks::Masks::<u64, 5, 4>::new(),
    )?;
    compare(
        &TIC_TAC_TOE,
        TicTacToe::<4>,
        InPlace(TicTacToe::<4>),
        tic_tac_toe_masks::Masks,
    )?;
    compare(
        &DODGEM,
        Dodgem::<4>,
        InPlace(Dodgem::<4>),
        dodgem_masks::Masks,
    )?;
    compare(&NUMBERS, Numbers, InPlace(Numbers), numbers_masks::Masks)?;
    compare(
        &WIDE_CONNECT_FOUR,
        ConnectFour::<u128, 7, 6>::new(),
        InPlace(ConnectFour::<u128, 7, 6>::new()),
        connect_four_masks::Masks::<u128, 7, 6>::new(),
    )?;
    println!();
    whole::compare(
        &CONNECT_FOUR,
        ConnectFour::<u64, 5, 4>::new(),
        [1_390_516, 1_251_559, 1_303_636],
    )?;
    #[cfg(feature = "native")]
    {
        println!();
        compile::run()?;
    }
    Ok(())
}

/// Solves Connect Four of one of these sizes by the program for this game alone, with bit
/// masks, a hash table and a stored graph.
pub(crate) fn by_stored_graph(game: &str, settings: &[&str]) -> Result<Answer> {
    match (game, settings) {
        ("connect-four", ["width=5", "height=4"]) => {
            stored_graph::solve(&connect_four_masks::Masks::<u64, 5, 4>::new())
        }
        ("connect-four", ["width=4", "height=6"]) => {
            stored_graph::solve(&connect_four_masks::Masks::<u64, 4, 6>::new())
        }
        ("connect-four", ["width=5", "height=5"]) => {
            stored_graph::solve(&connect_four_masks::Masks::<u64, 5, 5>::new())
        }
        _ => bail!("there is no rival for {game} {}", settings.join(" ")),
    }
}

impl Course {
    fn name(&self) -> String {
        let settings = self.settings.iter();
        let settings: Vec<String> = settings
            .map(|(name, value)| format!(" {name}={value}"))
            .collect();
        format!("{}{}", self.game, settings.concat())
    }

    fn rules<K: Key>(&self) -> Result<RulesGame<K>> {
        let entry = zug_catalogue::find(self.game).context("a game of the catalogue")?;
        let settings: Settings = self.settings.iter().copied().collect();
        let game = Rules::read(entry.source)?.instance(&settings)?.game()?;
        K::game(game).context("another width")
    }

    /// The positions that are expanded.
    fn positions<R: Rival>(&self, rival: &R) -> Result<Vec<R::Key>> {
        let found = match self.positions {
            Positions::All(_) => reachable(rival),
            Positions::Sample(count) => sample(rival, count as usize),
        };
        let (Positions::All(count) | Positions::Sample(count)) = self.positions;
        ensure!(
            found.len() as u64 == count,
            "{}: {} positions, not {count}",
            self.name(),
            found.len()
        );
        Ok(found)
    }
}

/// Prints one row: the rules of a game beside its rivals.
fn compare<K: Key, P, I, T>(course: &Course, plain: P, in_place: I, tuned: T) -> Result<()>
where
    P: Rival<Key = K>,
    I: Rival<Key = K>,
    T: Tuned<P>,
{
    let rules = course.rules::<K>()?.interpreted();
    let native = native(&rules);
    let positions = course.positions(&plain)?;
    let own_keys = keys(&tuned, &positions)?;
    let rivals = Rivals {
        plain: Written(plain),
        in_place: Written(in_place),
        tuned: Written(tuned),
    };
    let successors = rivals
        .agree(&rules, native.as_ref(), &positions)
        .with_context(|| course.name())?;
    let by_definition = by_definition(&rules, &positions)?;

    let mut runners = vec![
        Runner::new(&rivals.plain, &positions),
        Runner::new(&rivals.in_place, &positions),
        Runner::new(&rivals.tuned, &own_keys),
        Runner::new(&rules, &positions),
    ];
    if let Some(native) = &native {
        runners.push(Runner::new(native, &positions));
    }
    let seconds = race(&mut runners, positions.len(), successors)?;
    let speed = |seconds: f64| successors as f64 / seconds / 1e6;
    let [plain, in_place, masks, interpreted] = [0, 1, 2, 3].map(|runner| speed(seconds[runner]));
    let native = seconds.get(4).map(|&seconds| speed(seconds));
    let times = |rival: f64| or_dash(native.map(|native| native / rival));
    println!(
        "| {} | {} | {successors} | {plain:.1} | {in_place:.1} | {masks:.1} | {} | {interpreted:.1} | {by_definition:.3} | {} | {} | {} | {:.2} |",
        course.name(),
        positions.len(),
        or_dash(native),
        times(plain),
        times(in_place),
        times(masks),
        interpreted / plain,
    );
    Ok(())
}

/// The rivals of one game.
struct Rivals<P, I, T> {
    plain: Written<P>,
    in_place: Written<I>,
    tuned: Written<T>,
}

impl<K: Key, P: Rival<Key = K>, I: Rival<Key = K>, T: Tuned<P>> Rivals<P, I, T> {
    /// Checks that rules and rivals play the same game in these positions; returns the
    /// number of successors.
    fn agree(
        &self,
        rules: &RulesGame<K>,
        native: Option<&RulesGame<K>>,
        positions: &[K],
    ) -> Result<u64> {
        let positions = || positions.iter().copied();
        let same = |key| key;
        let masks = |key| self.tuned.0.key(key);
        agree(rules, &self.in_place, positions(), same).context("in place")?;
        agree(rules, &self.tuned, positions(), masks).context("bit masks")?;
        if let Some(native) = native {
            agree(rules, native, positions(), same).context("machine code")?;
        }
        agree(rules, &self.plain, positions(), same)
    }
}

fn or_dash(number: Option<f64>) -> String {
    number.map_or_else(|| "-".to_owned(), |number| format!("{number:.2}"))
}

/// Millions of successors a second of the plain evaluator, over a few of the positions.
fn by_definition<K: Key>(rules: &RulesGame<K>, positions: &[K]) -> Result<f64> {
    let reference = Reference::new(rules.instance());
    let few = positions
        .iter()
        .step_by(1 + positions.len() / BY_DEFINITION);
    let few: Vec<U256> = few.map(|key| key.widen()).collect();
    let successors = agree(&reference, rules, few.iter().copied(), K::narrow)?;
    let mut steps = Vec::new();
    let begin = Instant::now();
    for position in &few {
        steps.clear();
        reference.expand(position, &mut steps)?;
    }
    Ok(successors as f64 / begin.elapsed().as_secs_f64() / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that a rival with the keys of the rules plays by them, in all positions.
    fn plays<R: Rival<Key = u64>>(course: &Course, rival: R) {
        let rules = course.rules::<u64>().unwrap();
        let positions = course.positions(&rival).unwrap();
        agree(&rules, &Written(rival), positions, |key| key).unwrap();
    }

    /// Likewise for a rival with keys of its own.
    fn plays_tuned<P: Rival<Key = u64>, T: Tuned<P>>(course: &Course, plain: &P, tuned: T) {
        let rules = course.rules::<u64>().unwrap();
        let positions = course.positions(plain).unwrap();
        keys(&tuned, &positions).unwrap();
        let tuned = Written(tuned);
        agree(&rules, &tuned, positions, |key| tuned.0.key(key)).unwrap();
    }

    #[test]
    fn connect_four_on_four_by_four_is_the_catalogues() {
        let course = Course {
            game: "connect-four",
            settings: &[("width", "4"), ("height", "4")],
            positions: Positions::All(161_029),
        };
        let plain = ConnectFour::<u64, 4, 4>::new;
        plays(&course, plain());
        plays(&course, InPlace(plain()));
        let masks = connect_four_masks::Masks::<u64, 4, 4>::new();
        plays_tuned(&course, &plain(), masks);
    }

    #[test]
    fn tic_tac_toe_is_the_catalogues() {
        let course = Course {
            game: "tic-tac-toe",
            settings: &[],
            positions: Positions::All(5478),
        };
        plays(&course, TicTacToe::<3>);
        plays(&course, InPlace(TicTacToe::<3>));
    }

    #[test]
    fn dodgem_is_the_catalogues() {
        let course = Course {
            game: "dodgem",
            settings: &[],
            positions: Positions::All(1963),
        };
        plays(&course, Dodgem::<3>);
        plays(&course, InPlace(Dodgem::<3>));
        plays_tuned(&DODGEM, &Dodgem::<4>, dodgem_masks::Masks);
    }

    #[test]
    fn numbers_is_the_catalogues() {
        plays(&NUMBERS, Numbers);
        plays(&NUMBERS, InPlace(Numbers));
        plays_tuned(&NUMBERS, &Numbers, numbers_masks::Masks);
    }
}
