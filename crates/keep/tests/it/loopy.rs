//! Tables keep the loopy nimbers of games in which play can go round.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use zug::{Extent, Position, Problem, Request, Solution, SolveOptions};
use zug_keep::{Error, Face, Place, Silent, solved, table};
use zug_tablebase::{Infinities, Manifest};
use zug_testkit::random::Random;
use zug_values::LoopyNimber;

/// A token moves along the arrows of a random graph of eight nodes.
fn token(seed: u64) -> String {
    let mut random = Random(seed);
    let mut arrows = std::collections::BTreeSet::from([(0, 1)]);
    for node in 0..8 {
        for _ in 0..random.place(4) {
            arrows.insert((node, random.place(8)));
        }
    }
    let arrows: Vec<(usize, usize)> = arrows.into_iter().collect();
    format!(
        "game token\nimpartial\nlet arrows = {arrows:?}\nat: 0..7 = 0\n\
         move to(b in {{b for (a, b) in arrows if a == at}}):\n    at = b\n"
    )
}

fn nimbers(solution: &Solution) -> HashMap<Position, Option<LoopyNimber>> {
    let mut nimbers = HashMap::new();
    let read = solution.each_value(&mut |position, _| {
        nimbers.insert(position, solution.loopy_nimber(&position).unwrap());
        ControlFlow::Continue(())
    });
    read.unwrap();
    nimbers
}

#[test]
fn a_table_keeps_loopy_nimbers() {
    let options = SolveOptions::default().with_memory(64 << 20);
    let face: Arc<dyn Face> = Arc::new(Silent);
    let (mut infinite, mut games) = (0, 0);
    for seed in 0..60 {
        let request = Request::rules(token(seed), "token.zug");
        let problem = Problem::new(&request).unwrap();
        let in_memory = problem.solve(&options).unwrap();
        let expected = nimbers(&in_memory);
        assert!(expected.values().all(Option::is_some));
        let folder = tempfile::tempdir().unwrap();
        let place = Place::new(folder.path(), Duration::ZERO, &face);
        let written = solved::solved(&request, &options, place).unwrap();
        assert_eq!(nimbers(&written.solution), expected);
        let (_, read) = table::opened(folder.path(), &options).unwrap();
        assert_eq!(nimbers(&read), expected, "seed {seed}");
        table::verified(folder.path(), Extent::All, &options).unwrap();
        let is_infinite =
            |of: &&Option<LoopyNimber>| of.as_ref().is_some_and(|of| of.nimber().is_none());
        let of_game = expected.values().filter(is_infinite).count();
        infinite += of_game;
        games += usize::from(of_game > 0);
        let mut manifest = Manifest::read(folder.path()).unwrap();
        if of_game == 0 {
            continue;
        }
        // A table whose sets are not all there is damaged.
        manifest.infinities = Some(Infinities::default());
        manifest.write(folder.path()).unwrap();
        let refused = table::verified(folder.path(), Extent::All, &options).unwrap_err();
        assert!(matches!(refused, Error::Table(_)), "{refused}");
    }
    assert!(
        games > 20 && infinite > 80,
        "{games} games, {infinite} positions"
    );
}
