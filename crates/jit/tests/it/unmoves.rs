//! Moves taken back by machine code are those taken back by the interpreter, on the
//! games of the catalogue and on random games whose moves set cells to constants.

use std::collections::{HashSet, VecDeque};
use std::fmt::Write;
use std::sync::Arc;

use zug_analyse::unmoves;
use zug_game::{Expanded, Game, Notation, Retractable};
use zug_jit::Machine;
use zug_job::Job;
use zug_lang::{AnyGame, Rules, RulesGame, Settings};
use zug_program::Meter;
use zug_testkit::random::Random;
use zug_testkit::{all_or, todays};

/// Positions of a game that are compared; every one of a smaller game.
const MOST: usize = 1500;

/// Games of which a small one is enough: the others take long to turn round.
const SMALL: [(&str, &[(&str, &str)]); 5] = [
    ("kbbk", &[("n", "4")]),
    ("kbnk", &[("n", "4")]),
    ("kqk", &[("n", "4")]),
    ("krk", &[("n", "4")]),
    ("vasya-chess", &[("n", "3")]),
];

/// What came of a comparison.
enum Compared {
    /// The moves can have come about in too many ways to be taken back.
    NotBack,
    /// Machine code would be too large.
    TooLarge,
    /// The number of positions, and of those on which machine code gave up.
    Positions([usize; 2]),
}

fn compare<W: Machine>(game: &RulesGame<W>, name: &str) -> Compared {
    let Ok(slow) = game.retraction() else {
        return Compared::NotBack;
    };
    let (machine, _) = zug_jit::compile(game.interpreter()).expect(name);
    let unmoves = unmoves(game.residual(), Meter::new(&Job::default(), u64::MAX));
    let unmoves = Arc::new(unmoves.expect("all moves can be taken back"));
    let machine = machine.turned_round(unmoves, &Job::default());
    let machine = machine.expect("nobody interrupts it");
    let Some(code) = machine.unmoves() else {
        return Compared::TooLarge;
    };
    let fast = game.clone().run_by(Arc::new(machine.clone()));
    let fast = fast.retraction().expect(name);
    let mut seen = HashSet::from([game.start()]);
    let mut queue = VecDeque::from([game.start()]);
    let (mut steps, mut gave_up) = (Vec::new(), 0);
    let mut positions = 0;
    let most = all_or(MOST / 8, MOST);
    while let Some(position) = queue.pop_front() {
        positions += 1;
        let mut before = [Vec::new(), Vec::new()];
        slow.predecessors(&position, &mut before[0]).expect(name);
        fast.predecessors(&position, &mut before[1]).expect(name);
        for steps in &mut before {
            steps.sort_unstable_by_key(|step| (step.position, step.turn as u8));
        }
        let text = || game.print(&position);
        assert_eq!(before[1], before[0], "{name}: what is before {}", text());
        gave_up += usize::from({
            let mut ends = [Expanded::GoesOn(0)];
            code.expand(&[position], &mut Vec::new(), &mut ends).faulted
        });
        if positions == most {
            break;
        }
        steps.clear();
        game.expand(&position, &mut steps).expect(name);
        for step in &steps {
            if seen.insert(step.position) {
                queue.push_back(step.position);
            }
        }
    }
    Compared::Positions([positions, gave_up])
}

#[test]
fn the_catalogue_goes_back_as_interpreted() {
    let mut too_large = Vec::new();
    let mut gave_up = Vec::new();
    let mut not_back = Vec::new();
    let games: Vec<_> = todays(5, zug_catalogue::entries()).collect();
    for entry in &games {
        let small = SMALL.iter().find(|(name, _)| *name == entry.name);
        let parameters = small.map_or(&[][..], |(_, settings)| *settings);
        let settings: Settings = parameters.iter().copied().collect();
        let rules = Rules::read(entry.source).expect(entry.name);
        let instance = rules.instance(&settings).expect(entry.name);
        let compared = match instance.game().expect(entry.name) {
            AnyGame::Narrow(game) => compare(&game, entry.name),
            AnyGame::Wide(game) => compare(&game, entry.name),
            AnyGame::Widest(game) => compare(&game, entry.name),
        };
        match compared {
            Compared::NotBack => not_back.push(entry.name),
            Compared::TooLarge => too_large.push(entry.name),
            Compared::Positions([_, 0]) => {}
            Compared::Positions(counts) => gave_up.push((entry.name, counts)),
        }
    }
    // A position does not tell what was captured, bitten off or lifted, and fields that share
    // bits are not taken back.
    let expected = [
        "antichess",
        "atomic-chess",
        "capture-go",
        "chess",
        "chomp",
        "critical-mass",
        "go",
        "l-game",
        "russian-draughts",
    ];
    let mut expected = expected.to_vec();
    expected.retain(|name| games.iter().any(|entry| entry.name == *name));
    assert_eq!(not_back, expected);
    assert_eq!(too_large, [""; 0]);
    assert_eq!(gave_up, []);
}

/// Rules whose moves ask some cells of a row, and set some of those that they ask. So it is
/// enough to know of a position before whether the game goes on there.
fn constant_steps(random: &mut Random) -> String {
    let cells = 3 + random.place(4);
    let mut rules = format!(
        "game random()\nplayers Left, Right\nat[c in 1..{cells}]: 0..2 = {}\n",
        random.place(3)
    );
    let mut tests = |most: usize| -> Vec<(usize, usize)> {
        let first = random.place(cells);
        let count = 1 + random.place(most);
        let asked = (0..count.min(cells)).map(|i| 1 + (first + i) % cells);
        asked.map(|cell| (cell, random.place(3))).collect()
    };
    let guard = |asked: &[(usize, usize)]| {
        let asked = asked.iter().map(|(cell, is)| format!("at[{cell}] == {is}"));
        asked.collect::<Vec<_>>().join(" and ")
    };
    for place in 0..18 {
        let asked = tests(3);
        let mover = ["me == Left", "me == Right", "true"][place % 3];
        writeln!(rules, "move m{place} if {mover} and {}:", guard(&asked))
            .expect("a text takes it");
        let (written, _) = asked.split_at(1 + place % asked.len());
        for (step, (cell, is)) in written.iter().enumerate() {
            let becomes = (is + 1 + (place + step) % 2) % 3;
            writeln!(rules, "    at[{cell}] = {becomes}").expect("a text takes it");
        }
    }
    let outcome = ["win other", "win me", "draw"][tests(1)[0].1];
    let over = tests(3);
    writeln!(rules, "{outcome} if {}", guard(&over)).expect("a text takes it");
    rules
}

#[test]
fn random_constant_steps_go_back_as_interpreted() {
    let (mut compared, mut positions) = (0, 0);
    for seed in 0..400 {
        let source = constant_steps(&mut Random(seed));
        let rules = Rules::read(&source).expect(&source);
        let instance = rules.instance(&Settings::default()).expect(&source);
        let AnyGame::Narrow(game) = instance.game().expect(&source) else {
            panic!("a few cells fit into 64 bits:\n{source}");
        };
        let back = unmoves(game.residual(), Meter::new(&Job::default(), u64::MAX));
        let back = back.expect(&source);
        assert!(back.going_on().is_some(), "asks for more:\n{source}");
        let Compared::Positions([met, _]) = compare(&game, &source) else {
            panic!("few moves can be taken back:\n{source}");
        };
        compared += usize::from(met >= 10);
        positions += met;
    }
    println!("{compared} games of ten positions or more, {positions} positions");
    assert!(compared > 100, "{compared}");
}
