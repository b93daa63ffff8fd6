//! Rules with one heap or two are read as games on heaps.

use zug::heaps::{Missing, NotOnHeaps, one_heap, two_heaps};
use zug::{Budget, Job, Play, Request};
use zug_heaps::{HeapGame, PairGame};
use zug_sequences::{Sequence, SequenceOptions, pairs};

fn heap(moves: &str) -> Request {
    let rules =
        format!("game own(n = 20)\nimpartial\nheap: 0..n = n\nmove play(k in 0..n) {moves}\n");
    Request::rules(rules, "own")
}

fn two(moves: &str) -> Request {
    let rules = format!("game own(n = 20, m = 5)\nimpartial\na: 0..n = n\nb: 0..m = m\n{moves}\n");
    Request::rules(rules, "own")
}

fn options(game: &HeapGame, n: u64) -> Vec<u64> {
    let mut options = Vec::new();
    game.options(n, &mut |left| {
        options.push(left.first().copied().unwrap_or(0));
    });
    options.sort_unstable();
    options.dedup();
    options
}

#[test]
fn sets_of_takes_are_recognised() {
    for (moves, code) in [
        ("if k in {1, 3, 4} and k <= heap:\n    heap -= k", "{1,3,4}"),
        ("if 1 <= k <= heap:\n    heap -= k", "allbut {}"),
        (
            "if 2 <= k <= heap and k != 5:\n    heap -= k",
            "allbut {1,5}",
        ),
        ("if heap < k - 1000:\n    heap -= k", "{}"),
        (
            "if heap > k and heap - k in {2, 50}:\n    heap = k",
            "{2,50}",
        ),
    ] {
        let read = one_heap(&heap(moves), 30, Missing::Fault, &Job::default()).unwrap();
        assert_eq!(read.game.to_string(), code, "{moves}");
        assert_eq!(read.rules.compared, 100);
    }
}

#[test]
fn other_moves_are_listed() {
    type Moves = fn(u64, u64) -> bool;
    let games: [(&str, Moves); 4] = [
        ("if k < heap <= 2*k:\n    heap = k", |n, k| {
            k < n && n <= 2 * k
        }),
        ("if 1 <= k and k*k <= heap:\n    heap -= k*k", |n, left| {
            n > left && (n - left).isqrt().pow(2) == n - left
        }),
        (
            "if 1 <= k < heap and heap % k == 0:\n    heap -= k",
            |n, left| n > left && left > 0 && n.is_multiple_of(n - left),
        ),
        // A take of 60 of at most 100 is no member of a set that 100 heaps confirm.
        (
            "if k in {1, 60} and k <= heap:\n    heap -= k",
            |n, left| [1, 60].contains(&(n - left)),
        ),
    ];
    for (moves, may_leave) in games {
        let read = one_heap(&heap(moves), 100, Missing::Fault, &Job::default()).unwrap();
        assert!(matches!(read.game, HeapGame::Listed(_)), "{moves}");
        for n in 0..=100 {
            let known: Vec<u64> = (0..n).filter(|&left| may_leave(n, left)).collect();
            assert_eq!(options(&read.game, n), known, "{moves}: heap {n}");
        }
        let job = Job::default();
        let mut sequence = Sequence::new(&read.game, SequenceOptions::default(), &job).unwrap();
        while sequence.known() <= 100 {
            sequence.step(101).unwrap();
        }
        // The façade solves the same heap from its positions.
        for n in [7, 20] {
            let request = heap(moves).set("n", n.to_string());
            let reply = zug::answer(&request, &zug::SolveOptions::default()).unwrap();
            let nimber = reply
                .worth()
                .unwrap()
                .nimber()
                .map(|nimber| u64::from(nimber.0));
            assert_eq!(nimber, sequence.nimber(n), "{moves}: heap {n}");
        }
    }
}

#[test]
fn what_is_no_game_on_one_heap_is_refused() {
    let asked = |request: &Request| {
        one_heap(request, 30, Missing::Fault, &Job::default())
            .unwrap_err()
            .to_string()
    };
    let misere = heap("if 1 <= k <= heap:\n    heap -= k").with_play(Some(Play::Misere));
    assert!(asked(&misere).contains("these rules are misère"));
    let fixed = heap("if k < heap <= 2*k:\n    heap = k").set("n", "12");
    assert_eq!(
        asked(&fixed),
        "the heaps of these rules go up to 12, and heap 30 is asked for"
    );
    let few = one_heap(&fixed, 30, Missing::Allowed, &Job::default()).unwrap();
    assert_eq!(few.rules.compared, 12);
    assert!(asked(&two("move x if a > 0:\n    a -= 1")).contains("their start is `a=20 b=5`"));
    let board = Request::catalogue("tic-tac-toe").unwrap();
    assert!(asked(&board).contains("no game on one heap"));
    let ended = Request::rules(
        "game own(n = 9)\nimpartial\nheap: 0..n = n\nmove one if heap > 0:\n    heap -= 1\nwin me if heap == 0\n",
        "own",
    );
    assert!(asked(&ended).contains("whoever cannot move"));
    let growing = heap("if heap < k <= 8:\n    heap = k");
    assert!(
        asked(&growing).contains("is not smaller"),
        "{}",
        asked(&growing)
    );
    let from_one = Request::rules(
        "game own(n = 9)\nimpartial\nheap: 1..n = n\nmove one if heap > 1:\n    heap -= 1\n",
        "own",
    );
    assert!(asked(&from_one).contains("`heap=0` is no position"));
    let job = Job::default().with_budget(Budget::of_bytes(1000));
    let listed = heap("if k < heap <= 2*k:\n    heap = k");
    let stopped = one_heap(&listed, 500, Missing::Fault, &job).unwrap_err();
    assert!(matches!(stopped, NotOnHeaps::Stopped(_)), "{stopped}");
}

#[test]
fn two_heaps_are_listed_where_they_are_alike() {
    let take_one = "move left(k in 1..n) if k <= a:\n    a -= k\nmove right(k in 1..m) if k <= b:\n    b -= k\n";
    let both = "move both(k in 1..n) if k <= a and k <= b:\n    a -= k\n    b -= k\n";
    let rules = two(&format!("{take_one}{both}"));
    let read = two_heaps(&rules, 25, &Job::default()).unwrap();
    let known: PairGame = "wythoff".parse().unwrap();
    for play in [Play::Normal, Play::Misere] {
        let lost = |game| {
            let lost = pairs::Lost::new(game, play, 26, &Job::default()).unwrap();
            lost.iter().collect::<Vec<_>>()
        };
        assert_eq!(lost(&read.game), lost(&known), "{play}");
    }
    let nimbers = |game| pairs::PairNimbers::new(game, 26, &Job::default()).unwrap();
    let (read, known) = (nimbers(&read.game), nimbers(&known));
    for (a, b) in (0..26).flat_map(|a| (0..26).map(move |b| (a, b))) {
        assert_eq!(read.get(a, b), known.get(a, b));
    }
    let unlike = two("move left if a > 0:\n    a -= 1");
    let refused = two_heaps(&unlike, 5, &Job::default()).unwrap_err();
    assert!(
        matches!(refused, NotOnHeaps::NotAlike { a: 0, b: 1 }),
        "{refused}"
    );
    let nim = Request::catalogue("nim").unwrap();
    assert_eq!(
        two_heaps(&nim, 6, &Job::default()).unwrap().rules.compared,
        6
    );
}
