//! The check lets the right loopy nimbers of random graphs pass, and refuses them when that of one position is changed.

use zug_certify::loopy::certify_loopy;
use zug_certify::{Flaw, NotCertified};
use zug_game::{Game, Player};
use zug_job::{Budget, Job};
use zug_solve::impartial::loopy_nimbers;
use zug_solve::positions::Graph;
use zug_testkit::all_or;
use zug_testkit::games::two_tables::{Table, TwoTables};
use zug_testkit::random::Random;
use zug_values::{Infinity, LoopyNimber, Nimber};

/// A random graph of up to eight nodes.
fn table(random: &mut Random) -> Table {
    let nodes = 1 + random.place(8);
    let of_node = |_| {
        let options = (0..random.place(4)).map(|_| random.place(nodes) as u16);
        options.collect()
    };
    (0..nodes).map(of_node).collect()
}

/// Another loopy nimber.
fn another(random: &mut Random, than: &LoopyNimber) -> LoopyNimber {
    loop {
        let other = if random.place(2) == 0 {
            Nimber(random.place(4) as u32).into()
        } else {
            let numbers = (0..random.place(4)).map(|_| Nimber(random.place(4) as u32));
            Infinity::new(numbers).unwrap().into()
        };
        if other != *than {
            return other;
        }
    }
}

#[test]
fn each_changed_loopy_nimber_is_refused() {
    let (mut refused, mut infinite) = (0, 0);
    let job = Job::default();
    for seed in 0..all_or(2_000, 10_000) {
        let mut random = Random(seed);
        let game = TwoTables::impartial(table(&mut random));
        let start = game.start();
        let graph = Graph::explore(&game, [start], &job).unwrap();
        let labels = loopy_nimbers(&graph, &job).unwrap();
        let told = |position: &_| Ok::<_, ()>(Some(labels.get(graph.id(position).unwrap())));
        let positions: Vec<_> = (0..=game.nodes())
            .map(|node| (node, Player::First))
            .collect();
        assert_eq!(
            certify_loopy(&game, start, told, &job),
            Ok(positions.len() as u64)
        );
        for changed in &positions {
            let right = labels.get(graph.id(changed).unwrap());
            infinite += usize::from(right.nimber().is_none());
            let wrong = another(&mut random, &right);
            let told = |position: &_| {
                if position == changed {
                    Ok(Some(wrong.clone()))
                } else {
                    told(position)
                }
            };
            let found = certify_loopy(&game, start, told, &job);
            let is_flaw = matches!(found, Err(NotCertified::Flaw(Flaw::LoopyNimber { .. })));
            assert!(is_flaw, "seed {seed}: {right} told as {wrong}, {found:?}");
            refused += 1;
        }
    }
    assert!(refused > 4_000 && infinite > 500, "{refused} {infinite}");
}

/// Of two positions that lead to each other one may be told to be worth 0 and the other 1. Each is the least number
/// that the other is not, and the move back to 0 is there; but nothing settles.
#[test]
fn numbers_that_stand_on_each_other_do_not_settle() {
    let game = TwoTables::impartial(vec![vec![1], vec![0]]);
    let start = game.start();
    let told = |position: &(u16, Player)| Ok::<_, ()>(Some(Nimber(position.0.into()).into()));
    assert!(certify_loopy(&game, start, told, &Job::default()).is_err());
    let endless = |_: &_| Ok::<_, ()>(Some(Infinity::without_numbers().into()));
    assert_eq!(certify_loopy(&game, start, endless, &Job::default()), Ok(3));
    let little = Job::default().with_budget(Budget::of_bytes(100));
    let stopped = certify_loopy(&game, start, endless, &little);
    assert!(matches!(stopped, Err(NotCertified::Stopped(_))));
}
