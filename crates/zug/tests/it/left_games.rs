//! Games whose moves leave other games (`becomes`), against the same games written with variables, and
//! against recursion of their own.

use std::collections::HashMap;
use std::fmt::Write as _;

use zug::heaps::{Missing, one_heap};
use zug::{
    AnswerBy, Error, Nimber, Outcome, Play, Problem, Reply, Request, SolveOptions, answer, explain,
};
use zug_heaps::HeapGame;
use zug_job::Job;
use zug_testkit::random::Random;

fn worth(source: &str, settings: &[(&str, String)]) -> Result<(Nimber, Vec<String>), Error> {
    let mut request = Request::rules(source, "left.zug");
    for (name, value) in settings {
        request = request.set(*name, value);
    }
    let reply = answer(&request, &SolveOptions::default())?;
    let Reply::Theorem(theorem) = &reply else {
        panic!("the nimbers answer")
    };
    let nimber = reply.worth()?.nimber().expect("a nimber answers");
    assert_eq!(reply.worth()?.outcome(), nimber.outcome());
    let moves = theorem.moves().expect("all moves are listed");
    let winning = moves.iter().filter(|of| of.outcome == Outcome::Win);
    Ok((nimber, winning.map(|of| of.name.clone()).collect()))
}

/// The largest heap of a random game.
const LARGEST: usize = 5;

/// For each heap the pairs of heaps that its moves leave, each pair smaller together.
fn random_options(random: &mut Random) -> Vec<Vec<(usize, usize)>> {
    let mut options = vec![Vec::new()];
    for heap in 1..=LARGEST {
        let mut of_heap = Vec::new();
        for a in 0..heap {
            for b in a..heap {
                if a + b < heap && random.place(3) == 0 {
                    of_heap.push((a, b));
                }
            }
        }
        options.push(of_heap);
    }
    options
}

fn written(options: &[Vec<(usize, usize)>]) -> String {
    let heaps = options.iter().map(|pairs| {
        let pairs: Vec<String> = pairs.iter().map(|(a, b)| format!("({a}, {b})")).collect();
        format!("[{}]", pairs.join(", "))
    });
    let heaps: Vec<String> = heaps.collect();
    format!("[{}]", heaps.join(", "))
}

/// The nimber of a heap, by the definition.
fn by_recursion(options: &[Vec<(usize, usize)>], heap: usize) -> u32 {
    let reached: Vec<u32> = options[heap]
        .iter()
        .map(|&(a, b)| by_recursion(options, a) ^ by_recursion(options, b))
        .collect();
    (0..=u32::MAX)
        .find(|nimber| !reached.contains(nimber))
        .unwrap()
}

#[test]
fn random_games_are_worth_what_they_are_with_variables() {
    let games = zug_testkit::all_or(60, 2000);
    let mut random = Random(7);
    let mut differ = 0;
    for game in 0..games {
        let mut options = random_options(&mut random);
        if options.iter().all(Vec::is_empty) {
            options[1].push((0, 0));
        }
        let list = written(&options);
        let left = format!(
            "game heap(n = {LARGEST})\nimpartial\nrequire 0 <= n <= {LARGEST}\nlet options = {list}\n\
             move go((a, b) in options[n]) \"{{a}},{{b}}\":\n    becomes heap(a) + heap(b)\n"
        );
        let mut variables = format!(
            "game heaps(n = {LARGEST})\nimpartial\nrequire 0 <= n <= {LARGEST}\nlet options = {list}\n\
             type sizes = 0..{LARGEST}\nrows[sizes]: 0..{} = {{s: 1 if s == n else 0 for s in sizes}}\n\
             move go(h in sizes, (a, b) in options[h]) if rows[h] > 0 \"{{h}} to {{a}},{{b}}\":\n",
            1 << LARGEST
        );
        let _ = write!(
            variables,
            "    rows[h] -= 1\n    if a > 0:\n        rows[a] += 1\n    if b > 0:\n        rows[b] += 1\n"
        );
        for heap in 0..=LARGEST {
            let n = [("n", heap.to_string())];
            let (nimber, winning) = worth(&left, &n).unwrap();
            let expected = by_recursion(&options, heap);
            assert_eq!(
                nimber,
                Nimber(expected),
                "game {game}, heap {heap}:\n{left}"
            );
            let wins = options[heap]
                .iter()
                .filter(|&&(a, b)| by_recursion(&options, a) == by_recursion(&options, b));
            assert_eq!(
                winning.len(),
                wins.count(),
                "game {game}, heap {heap}:\n{left}"
            );
            differ += usize::from(expected > 1);
            if heap == LARGEST {
                let request = Request::rules(&*variables, "heaps.zug").set("n", heap.to_string());
                let positions = SolveOptions::default().with_answer_by(AnswerBy::Positions);
                let problem = Problem::new(&request).unwrap();
                let solution = problem.solve(&positions).unwrap();
                let root = solution.nimber(&problem.root()).unwrap();
                assert_eq!(root, Some(nimber), "game {game}:\n{variables}");
            }
        }
    }
    assert!(differ > 20, "the games are too simple");
}

const CUTTING: &str = "\
game cutting(w = 5, h = 5)
impartial
require w >= 1 and h >= 1
move across(i in 2..w-2) \"{i}|{w-i}\":
    becomes cutting(i, h) + cutting(w - i, h)
move down(i in 2..h-2) \"{i}-{h-i}\":
    becomes cutting(w, i) + cutting(w, h - i)
";

#[test]
fn cutting_paper_is_what_its_own_recursion_says() {
    fn nimber(w: u32, h: u32, known: &mut HashMap<(u32, u32), u32>) -> u32 {
        if let Some(&known) = known.get(&(w, h)) {
            return known;
        }
        let mut reached = Vec::new();
        for i in 2..w.saturating_sub(1) {
            reached.push(nimber(i, h, known) ^ nimber(w - i, h, known));
        }
        for i in 2..h.saturating_sub(1) {
            reached.push(nimber(w, i, known) ^ nimber(w, h - i, known));
        }
        let mex = (0..=u32::MAX)
            .find(|nimber| !reached.contains(nimber))
            .unwrap();
        known.insert((w, h), mex);
        mex
    }
    let mut known = HashMap::new();
    for (w, h) in [(2, 2), (2, 3), (4, 2), (5, 5), (7, 11), (20, 20), (25, 3)] {
        let settings = [("w", w.to_string()), ("h", h.to_string())];
        let (found, _) = worth(CUTTING, &settings).unwrap();
        assert_eq!(found, Nimber(nimber(w, h, &mut known)), "{w} by {h}");
    }
}

#[test]
fn a_row_of_pins_is_kayles() {
    let rules = "game row(n = 7)\nimpartial\nmove one(i in 0..n-1):\n    becomes row(i) + row(n - i - 1)\n\
                 move two(i in 0..n-2):\n    becomes row(i) + row(n - i - 2)\n";
    let kayles = Request::catalogue("kayles").unwrap();
    for n in 1..=30 {
        let known = answer(
            &kayles.clone().set("n", n.to_string()),
            &SolveOptions::default(),
        );
        let known = known.unwrap().worth().unwrap().nimber();
        let (found, _) = worth(rules, &[("n", n.to_string())]).unwrap();
        assert_eq!(Some(found), known, "{n}");
    }
}

#[test]
fn what_has_no_answer_is_told() {
    let request = |text: &str| Request::rules(text, "left.zug");
    let options = SolveOptions::default();
    let circle = "game a(n = 3)\nimpartial\nmove go(i in 0..n):\n    becomes a((i + 1) % 4)\n";
    let error = answer(&request(circle), &options).unwrap_err();
    assert!(matches!(error, Error::LeftGamesCycle { .. }), "{error}");
    assert!(error.to_string().contains("a(1), a(1)"), "{error}");
    let misere = request(CUTTING).with_play(Some(Play::Misere));
    let error = answer(&misere, &options).unwrap_err();
    assert!(matches!(error, Error::LeftGamesMisere), "{error}");
    let outside = "game a(n = 3)\nimpartial\nrequire n >= 0\nmove go:\n    becomes a(n - 1)\n";
    let error = answer(&request(outside), &options).unwrap_err();
    let told = error.render(false);
    assert!(told.contains("not what these rules require"), "{told}");
    assert!(told.contains("`go` in a(0) leaves a(-1)"), "{told}");
    let error = Problem::new(&request(CUTTING)).unwrap_err();
    assert!(error.to_string().contains("has no positions"), "{error}");
    // A deep circle, and a game that shrinks by one, need no deep stack.
    let deep = "game a(n = 20000)\nimpartial\nmove go if n > 0:\n    becomes a(n - 1)\n";
    let (nimber, _) = worth(deep, &[]).unwrap();
    assert_eq!(nimber, Nimber(0));
    let large = "game a(n = 1)\nimpartial\nmove go(i in 1..10000):\n    becomes a(n + i)\n";
    let little = SolveOptions::default().with_memory(8 << 20);
    let error = answer(&request(large), &little).unwrap_err();
    assert!(matches!(error, Error::Solve(_)), "{error}");
}

#[test]
fn mistakes_in_games_that_leave_others_are_told() {
    for (rules, message) in [
        (
            "game a(n = 3)\nimpartial\nx: 0..1 = 0\nmove go:\n    becomes a(n)\n",
            "a game whose moves leave other games has a variable",
        ),
        (
            "game a(n = 3)\nplayers A, B\nmove go:\n    becomes a(n)\n",
            "a game whose moves leave other games names its players",
        ),
        (
            "game a(n = 3)\nimpartial\nmisere\nmove go:\n    becomes a(n)\n",
            "a game whose moves leave other games is misère",
        ),
        (
            "game a(n = 3)\nimpartial\nmove go:\n    becomes b(n)\n",
            "there is no game `b` up to here",
        ),
        (
            "game a(n = 3)\nimpartial\nmove go:\n    becomes a(n, 1)\n",
            "`a` has 1 parameter, not 2",
        ),
        (
            "game a(n = 3)\nimpartial\nmove go:\n    becomes a({n})\n",
            "the parameter `n` of `a` is a number, not a set of numbers",
        ),
        (
            "game a(n = 3)\nimpartial\nmove go:\n    becomes a(m)\n",
            "there is nothing called `m`",
        ),
        (
            "game a(n = 3)\nimpartial\nmove go:\n    becomes nothing\nmove other_:\n    becomes\n",
            "expected the name of a game",
        ),
        (
            "game a(n = 3)\nimpartial\nmove go:\n    becomes nothing\nmove pass\n",
            "the move `pass` does not say what it leaves",
        ),
        (
            "game a(n = 3)\nimpartial\nmove go:\n    becomes nothing\n    becomes nothing\n",
            "a move that leaves other games does nothing else",
        ),
        (
            "game x\nimpartial\nv: 0..1 = 1\nmove m if v > 0:\n    v = 0\n\
             game a(n = 3)\nimpartial\nmove go:\n    becomes x\n",
            "`x` is a game with variables",
        ),
        (
            "game a(n = 3)\nimpartial\nmove go:\n    becomes nothing\n\
             game s\nsum a(i) for i in 1..2\n",
            "`a` cannot be a part of a sum: its moves leave other games",
        ),
        (
            "game a(n = 3)\nimpartial\nv: 0..1 = 1\nmove go:\n    v = 0\n    becomes a(n)\n",
            "expected `=`, `+=` or `-=`",
        ),
    ] {
        let fault = zug_lang::Rules::read(rules).unwrap_err();
        assert!(
            fault.message.starts_with(message),
            "{}\n{rules}",
            fault.message
        );
        assert!(fault.render(rules, "left.zug", false).contains("left.zug:"));
    }
}

#[test]
fn rules_that_leave_heaps_are_known_as_games_on_heaps() {
    let of = |source: &str| {
        let request = Request::rules(source, "left.zug");
        let read = one_heap(&request, 50, Missing::Fault, &Job::default());
        read.map(|read| read.game.to_string())
            .map_err(|error| error.to_string())
    };
    let row = |body: &str| format!("game row(n = 8)\nimpartial\n{body}");
    let kayles = "move one(i in 0..n-1):\n    becomes row(i) + row(n - i - 1)\n\
                  move two(i in 0..n-2):\n    becomes row(i) + row(n - i - 2)\n";
    assert_eq!(of(&row(kayles)).unwrap(), "0.77");
    let takes = "move take(k in {1, 3, 4}) if k <= n:\n    becomes row(n - k)\n";
    assert_eq!(of(&row(takes)).unwrap(), "{1,3,4}");
    let told = explain(
        &answer(
            &Request::rules(row(kayles), "left.zug"),
            &SolveOptions::default(),
        )
        .unwrap(),
    );
    let known = "The moves are those of 0.77, compared heap by heap up to 100.";
    assert!(told.unwrap().iter().any(|line| line == known));
    let grundy = "move split(i in 1..n-1) if i != n - i:\n    becomes row(i) + row(n - i)\n";
    let grundys = of(&row(grundy)).unwrap();
    let known: HeapGame = "grundy".parse().unwrap();
    assert_eq!(grundys, known.to_string());
    // Of a heap that is a multiple of 3 nothing else is taken.
    let other = "move take(k in 1..n) if n % 3 != 0 or k == 1:\n    becomes row(n - k)\n";
    assert!(
        of(&row(other))
            .unwrap_err()
            .contains("`zug solve --set n=1..50`")
    );
    let cake =
        "game cut(w = 4, h = 3)\nimpartial\nmove across(i in 1..h-1):\n    becomes cut(w, i)\n";
    assert!(of(cake).unwrap_err().contains("--set w=1..50"));
}
