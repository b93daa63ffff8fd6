//! Moves taken back by machine code are those taken back by the interpreter, on the
//! games of the catalogue.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use zug_game::{Expanded, Game, Notation, Retractable};
use zug_jit::Machine;
use zug_job::Job;
use zug_lang::{AnyGame, Rules, RulesGame, Settings};
use zug_program::{Meter, unmoves};

/// Positions of a game that are compared; every one of a smaller game.
const MOST: usize = 1500;

/// Games of which a small one is enough: the others take long to turn round.
const SMALL: [(&str, &[(&str, &str)]); 3] = [
    ("kqk", &[("n", "4")]),
    ("krk", &[("n", "4")]),
    ("vasya-chess", &[("n", "3")]),
];

/// Compares, and tells on how many positions machine code gave up.
fn compare<W: Machine>(game: &RulesGame<W>, name: &str) -> Option<[usize; 2]> {
    let slow = game.retraction().expect(name);
    let (machine, _) = zug_jit::compile(game.interpreter()).expect(name);
    let unmoves = unmoves(game.residual(), Meter::new(&Job::default(), u64::MAX));
    let unmoves = Arc::new(unmoves.expect("all moves can be taken back"));
    let machine = machine.turned_round(unmoves, &Job::default());
    let machine = machine.expect("nobody interrupts it");
    let code = machine.unmoves()?;
    let fast = game.clone().run_by(Arc::new(machine.clone()));
    let fast = fast.retraction().expect(name);
    let mut seen = HashSet::from([game.start()]);
    let mut queue = VecDeque::from([game.start()]);
    let (mut steps, mut gave_up) = (Vec::new(), 0);
    let mut positions = 0;
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
        if positions == MOST {
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
    Some([positions, gave_up])
}

#[test]
fn the_catalogue_goes_back_as_interpreted() {
    let mut too_large = Vec::new();
    let mut gave_up = Vec::new();
    for entry in zug_catalogue::entries() {
        let small = SMALL.iter().find(|(name, _)| *name == entry.name);
        let parameters = small.map_or(&[][..], |(_, settings)| *settings);
        let settings: Settings = parameters.iter().copied().collect();
        let rules = Rules::read(entry.source).expect(entry.name);
        let instance = rules.instance(&settings).expect(entry.name);
        let compared = match instance.game().expect(entry.name) {
            AnyGame::Narrow(game) => compare(&game, entry.name),
            AnyGame::Wide(game) => compare(&game, entry.name),
        };
        match compared {
            None => too_large.push(entry.name),
            Some([_, 0]) => {}
            Some(counts) => gave_up.push((entry.name, counts)),
        }
    }
    assert_eq!(too_large, ["vasya-chess"]);
    assert_eq!(gave_up, []);
}
