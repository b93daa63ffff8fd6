//! Rules on which the fast game and the plain evaluator could differ: rules that depend
//! on the order of evaluation, on what must not be evaluated, and on the limits of
//! words and ranges. `games/` holds rules that were written by hand or found by chance;
//! [`random`] writes more, and uses every construct of the language.
//!
//! The random games are others each day. `ZUG_RANDOM_GAMES` sets their number, and
//! `ZUG_RANDOM_FIRST` the first game, so that one game can be made again:
//!
//! ```text
//! ZUG_RANDOM_GAMES=100000 cargo test --release -p zug-lang --test it nasty -- --nocapture
//! ```

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use zug_game::{Fault, Game, Notation, PerfectIndex, Step, Symmetric};
use zug_lang::testing::Construct;
use zug_lang::{AnyGame, Reference, Rules, RulesGame, Settings, Word};
use zug_testkit::all_or;
use zug_testkit::random::{self, Asked};

/// The most positions of a random game that are compared.
const MOST: usize = 25;
/// The number of positions of a game in which the names of moves are compared.
const NAMED: usize = 3;

/// What the comparison met.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Met {
    pub(crate) positions: usize,
    pub(crate) faults: usize,
    /// The number of faults for which the game and the evaluator tell the same place.
    pub(crate) same_place: usize,
    /// The number of these faults for which both also tell the same cause.
    same_cause: usize,
    ended: usize,
    /// The number of images that differ from their position.
    imaged: usize,
    /// Positions of more than 128 bits.
    widest: usize,
    /// The number of moves that gain points, or lose some.
    gained: usize,
}

impl Met {
    fn add(&mut self, other: Self) {
        self.positions += other.positions;
        self.faults += other.faults;
        self.same_place += other.same_place;
        self.same_cause += other.same_cause;
        self.ended += other.ended;
        self.imaged += other.imaged;
        self.widest += other.widest;
        self.gained += other.gained;
    }
}

/// Returns the place in the rules that a fault tells.
fn place(fault: &Fault) -> Option<String> {
    let text = fault.to_string();
    let (_, place) = text.rsplit_once("(line ")?;
    Some(place.split(" of the rules").next()?.to_owned())
}

/// Parts of messages, by which the cause of a fault is known. Of a cause that both know
/// they say the same; the evaluator also tells values that the game does not know.
const CAUSES: [&str; 9] = [
    "would leave its range",
    "division by zero",
    "of nothing",
    "exponent is negative",
    "64 bits",
    "no such kind",
    "bag",
    "place",
    "no ",
];

/// Returns the cause of a fault, as an index in [`CAUSES`].
fn cause(fault: &Fault) -> Option<usize> {
    let text = fault.to_string();
    let (message, _) = text.rsplit_once("(line ")?;
    CAUSES.iter().position(|cause| message.contains(cause))
}

/// Compares the game with the plain evaluator on at most `most` positions that play
/// reaches. Where one faults, the other must too.
pub(crate) fn compare<W: Word>(game: &RulesGame<W>, most: usize) -> Met {
    let reference = Reference::new(game.instance());
    let start = game.start();
    assert_eq!(start.widen(), reference.start(), "the start");
    let mut met = Met::default();
    let mut seen = HashSet::from([start]);
    let mut queue = VecDeque::from([start]);
    while let Some(position) = queue.pop_front().filter(|_| met.positions < most) {
        let text = game.print(&position);
        assert_eq!(game.parse(&text).as_ref(), Ok(&position), "{text}");
        if let Some(size) = game.instance().size() {
            let rank = game.rank(&position);
            assert!(rank < size, "{text}");
            assert_eq!(game.unrank(rank), Some(position), "{text}");
        }
        let wide = position.widen();
        assert_eq!(game.mover(&position), reference.mover(&wide), "{text}");

        let (mut fast, mut plain) = (Vec::new(), Vec::new());
        let ours = game.expand(&position, &mut fast);
        let theirs = reference.expand(&wide, &mut plain);
        met.positions += 1;
        met.widest += usize::from(W::BITS > u128::BITS);
        let over = match (&ours, &theirs) {
            (Ok(a), Ok(b)) => {
                assert_eq!(a, b, "the outcome of {text}");
                met.ended += usize::from(a.is_some());
                if a.is_some() && game.has_scores() {
                    let (ours, theirs) = (game.score(position), reference.score(wide));
                    assert_eq!(ours.ok(), theirs.ok(), "the score of {text}");
                }
                a.is_some()
            }
            (Err(a), Err(b)) => {
                met.faults += 1;
                assert!(place(a).is_some(), "{a} tells no place");
                if place(a) == place(b) {
                    met.same_place += 1;
                    met.same_cause += usize::from(cause(a) == cause(b));
                }
                continue;
            }
            _ => panic!("in {text}: {ours:?}, but by the plain evaluator {theirs:?}"),
        };
        let words: Vec<_> = fast.iter().map(|s| (s.position.widen(), s.turn)).collect();
        let plain: Vec<_> = plain.iter().map(|s| (s.position, s.turn)).collect();
        assert_eq!(words, plain, "the moves of {text}");
        if game.has_gains() && !over {
            let mut ours = Vec::new();
            game.gains(position, &mut ours).expect("no fault before");
            let theirs = reference.gaining(wide).expect("no fault before");
            let theirs: Vec<i64> = theirs.iter().map(|(_, gain)| *gain).collect();
            assert_eq!(ours, theirs, "what the moves of {text} gain");
            met.gained += ours.iter().filter(|gain| **gain != 0).count();
        }

        if met.positions <= NAMED {
            names(game, &reference, position, over);
            constant_steps_hold(game, position, &fast);
        }
        for element in 0..game.order() {
            let image = game.image(&position, element);
            assert_eq!(game.canonical(&image), game.canonical(&position), "{text}");
            met.imaged += usize::from(image != position);
        }
        for step in fast {
            if seen.insert(step.position) {
                queue.push_back(step.position);
            }
        }
    }
    met
}

/// Checks that a constant step adds in this position what it is said to add everywhere.
fn constant_steps_hold<W: Word>(game: &RulesGame<W>, position: W, steps: &[Step<W>]) {
    let said = game.constant_steps();
    let mover = game.mover(&position) as usize;
    let mut moves = Vec::new();
    game.moves(&position, &mut moves).expect("no fault before");
    for (choice, after) in moves.iter().zip(steps) {
        let Some(step) = said[mover][choice.number()] else {
            continue;
        };
        let (wide, text) = (position.widen(), game.print(&position));
        assert_eq!(wide & step.mask, step.pattern, "{text}");
        assert_eq!(after.position.widen(), wide ^ step.delta, "{text}");
        assert_eq!(after.turn, step.turn, "{text}");
        let rank = game.rank(&position) as i128 + step.step;
        assert_eq!(game.rank(&after.position) as i128, rank, "{text}");
    }
}

/// Compares the names of the moves with names made from those of the evaluator: a move
/// is written in full if its short name is also that of another move, or the full name
/// of another move.
fn names<W: Word>(game: &RulesGame<W>, reference: &Reference<'_>, position: W, over: bool) {
    let text = game.print(&position);
    let mut moves = Vec::new();
    game.moves(&position, &mut moves).expect("no fault before");
    let names = game.move_names(&position, &moves);
    let distinct: HashSet<&String> = names.iter().collect();
    assert_eq!(distinct.len(), names.len(), "names in {text}: {names:?}");
    if over {
        return;
    }
    let plain = reference.successors(position.widen(), usize::MAX);
    let plain = plain.expect("no fault before").expect("no bound");
    assert_eq!(plain.len(), names.len(), "the names in {text}");
    for (at, (name, (plain_name, _))) in names.iter().zip(&plain).enumerate() {
        let others = || (0..names.len()).filter(|other| *other != at);
        let taken = others().any(|other| plain[other].0 == *plain_name)
            || others().any(|other| names[other] == *plain_name)
            || plain_name.contains(' ');
        assert!(name == plain_name || taken, "{name}, not {plain_name}");
    }
}

/// Reads rules and compares both ways to play them. Returns what was met and the
/// constructs of the rules, or the fault if they make no game.
fn play(source: &str, most: usize) -> Result<(Met, Vec<Construct>), String> {
    play_with(source, &Settings::default(), most)
}

/// As [`play`], with some settings.
fn play_with(
    source: &str,
    settings: &Settings,
    most: usize,
) -> Result<(Met, Vec<Construct>), String> {
    let rules = Rules::read(source).map_err(|fault| fault.render(source, "nasty.zug", false))?;
    let constructs = rules.constructs().into_iter().collect();
    let instance = rules.instance(settings);
    let game = instance
        .map_err(|error| error.to_string())?
        .game()
        .map_err(|fault| fault.render(source, "nasty.zug", false))?;
    let met = match game {
        AnyGame::Narrow(game) => compare(&game, most),
        AnyGame::Wide(game) => compare(&game, most),
        AnyGame::Widest(game) => compare(&game, most),
    };
    Ok((met, constructs))
}

#[test]
fn nasty_games_mean_what_the_evaluator_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    let mut wrong = Vec::new();
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    for entry in entries {
        let path = entry.expect("the folder can be read").path();
        let source = std::fs::read_to_string(&path).expect("the rules can be read");
        let name = path.file_stem().unwrap_or_default().display().to_string();
        match catch_unwind(AssertUnwindSafe(|| play(&source, all_or(500, 2000)))) {
            Ok(Ok((met, _))) => {
                println!("{name}: {met:?}");
                if met.positions < 3 {
                    wrong.push(format!("{name} shows little"));
                }
            }
            Ok(Err(refused)) => wrong.push(format!("{name} is refused: {refused}")),
            Err(_) => wrong.push(name),
        }
    }
    wrong.sort();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// For each construct the number of games and the number of positions in which it was
/// played.
type Played = BTreeMap<Construct, (u64, usize)>;

fn print_table(played: &Played) {
    println!("{:40} {:>9} {:>10}", "construct", "games", "positions");
    for construct in Construct::ALL {
        let (games, positions) = played.get(construct).copied().unwrap_or_default();
        println!("{:40} {games:9} {positions:10}", construct.text());
    }
}

/// Returns smaller rules that the game and the evaluator do not play alike.
fn smaller(source: &str) -> String {
    let differs = |source: &str| catch_unwind(AssertUnwindSafe(|| play(source, MOST))).is_err();
    random::shrink(source, differs)
}

#[test]
fn random_games_mean_what_the_evaluator_says() {
    let asked = Asked::or_else(all_or(2_000, 12_000), 2000);
    let (games, first) = (asked.games, asked.first);
    let (mut met, mut compared, mut refused) = (Met::default(), 0_u64, 0_u64);
    let mut played = Played::new();
    let mut wrong = Vec::new();
    for (seed, source) in asked.rules() {
        if games == 1 {
            println!("{source}");
        }
        match catch_unwind(AssertUnwindSafe(|| play(&source, MOST))) {
            Ok(Ok((one, constructs))) => {
                compared += 1;
                met.add(one);
                for construct in constructs {
                    let (games, positions) = played.entry(construct).or_default();
                    *games += 1;
                    *positions += one.positions;
                }
            }
            Ok(Err(message)) => {
                refused += 1;
                if games <= 20 {
                    println!("{message}");
                }
            }
            Err(_) => wrong.push((seed, source)),
        }
        if (seed + 1 - first).is_multiple_of(100_000) {
            println!("{} games, {compared} compared: {met:?}", seed + 1 - first);
        }
    }
    let differing: Vec<String> = wrong
        .iter()
        .take(8)
        .map(|(seed, source)| format!("game {seed}, made smaller:\n{}\n", smaller(source)))
        .collect();
    print_table(&played);
    println!("{games} games, {compared} compared, {refused} refused; {met:?}");
    assert!(
        differing.is_empty(),
        "{} differ\n{}",
        wrong.len(),
        differing.join("\n")
    );
    if games < 4_000 {
        return;
    }
    assert!(refused * 2 < games, "too many random games are refused");
    assert!(
        met.positions as u64 > 4 * compared,
        "the games are too short"
    );
    assert!(met.faults > 0 && met.ended > 0 && met.imaged > 0, "{met:?}");
    assert!(met.widest > 1000, "{met:?}");
    assert!(
        met.same_place * 20 > met.faults * 19,
        "faults tell other places: {met:?}"
    );
    assert!(
        met.same_cause * 20 > met.same_place * 19,
        "faults tell other causes: {met:?}"
    );
    if games < 12_000 {
        return;
    }
    let never: Vec<&str> = Construct::ALL
        .iter()
        .filter(|construct| !played.contains_key(construct))
        // Games whose moves leave other games have no positions: `left_games` plays them.
        .filter(|construct| !construct.leaves_games())
        .map(|construct| construct.text())
        .collect();
    assert!(never.is_empty(), "no random game has played: {never:#?}");
}

#[test]
fn random_games_mean_the_same_where_fields_share_bits() {
    let (mut met, mut sharing) = (Met::default(), 0);
    for (seed, source) in Asked::or_else(1200, 800).rules() {
        let mut settings = Settings::default();
        settings.sharing = Some(2 + seed as usize % 4);
        let shares = Rules::read(&source).is_ok_and(|rules| {
            rules
                .instance(&settings)
                .is_ok_and(|instance| instance.shares_bits())
        });
        if !shares {
            continue;
        }
        sharing += 1;
        match catch_unwind(AssertUnwindSafe(|| play_with(&source, &settings, MOST))).ok() {
            Some(Ok((one, _))) => met.add(one),
            Some(Err(_)) => {}
            None => panic!("game {seed} with {:?}:\n{source}", settings.sharing),
        }
    }
    println!("{sharing} games share bits; {met:?}");
    assert!(sharing > 50 && met.positions > 500, "{met:?}");
}
