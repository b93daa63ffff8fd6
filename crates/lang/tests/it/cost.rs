//! Preparing rules costs what the rules say: twice as much of a thing makes the program
//! at most about twice as long, and takes at most about twice as many steps. Steps are
//! counted by how often the job is asked whether work goes on.

use std::cell::RefCell;
use std::fmt::Write as _;

use zug_job::{Budget, CancelToken, Job, Process, Why};
use zug_lang::{AnyGame, Error, NoRetraction, Rules, Settings};
use zug_testkit::all_or;

/// What it takes to prepare a game.
#[derive(Debug)]
struct Cost {
    nodes: usize,
    moves: usize,
    /// The number of times that the job was asked whether work goes on.
    asked: u64,
}

thread_local! {
    /// The questions to the job of this thread.
    static QUESTIONS: RefCell<Questions> = RefCell::default();
}

/// The questions to a job, and when it interrupts the work.
#[derive(Default)]
struct Questions {
    asked: u64,
    last: Option<u64>,
    /// The token that is cancelled at question `last`. Without a token that question
    /// refuses memory.
    cancel: Option<CancelToken>,
}

/// Returns a job that counts the questions it is asked, which it sees as questions to
/// its budget.
fn counting() -> Job {
    QUESTIONS.set(Questions::default());
    let held = || {
        QUESTIONS.with_borrow_mut(|questions| {
            questions.asked += 1;
            if questions.last.is_none_or(|last| questions.asked < last) {
                return 0;
            }
            match &questions.cancel {
                Some(token) => {
                    token.cancel();
                    0
                }
                None => u64::MAX,
            }
        })
    };
    let process = Process {
        most: u64::MAX,
        held,
        attempt: |code| code(),
    };
    Job::default().with_budget(Budget::unlimited().within(process))
}

/// Returns the number of questions since the job was made.
fn asked() -> u64 {
    QUESTIONS.with_borrow(|questions| questions.asked)
}

/// Returns a job that refuses memory at its question `last`.
fn refused_at(last: u64) -> Job {
    let job = counting();
    QUESTIONS.with_borrow_mut(|questions| questions.last = Some(last));
    job
}

/// Returns a job that is cancelled after its question `last`.
fn cancelled_after(last: u64) -> Job {
    let job = refused_at(last);
    if last == 0 {
        job.cancel.cancel();
    }
    QUESTIONS.with_borrow_mut(|questions| questions.cancel = Some(job.cancel.clone()));
    job
}

fn prepare(rules: &str, job: &Job) -> Result<AnyGame, Error> {
    let rules = Rules::read(rules).expect("the rules are well formed");
    let instance = rules.instance_while(&Settings::default(), job)?;
    instance.game_while(job)
}

fn cost(rules: &str) -> Cost {
    let job = counting();
    let AnyGame::Narrow(game) = prepare(rules, &job).expect("the rules make a game") else {
        panic!("64 bits suffice");
    };
    Cost {
        nodes: game.residual().nodes().len(),
        moves: game.ground_move_counts().iter().sum(),
        asked: asked(),
    }
}

/// Checks that rules of twice the size cost at most about twice as much.
fn is_linear(what: &str, size: usize, rules: impl Fn(usize) -> String) {
    let [once, twice] = [size, 2 * size].map(|size| cost(&rules(size)));
    let most = |part: u64| part * 9 / 4 + 8;
    let told = || format!("{what}: {once:?}, then {twice:?}");
    assert!(twice.nodes as u64 <= most(once.nodes as u64), "{}", told());
    assert!(twice.moves as u64 <= most(once.moves as u64), "{}", told());
    assert!(twice.asked <= most(once.asked), "{}", told());
    assert!(twice.asked > 8, "too small to tell: {}", told());
}

/// Returns the neighbours of each node of a graph with six edges from each node.
fn neighbours(nodes: usize) -> Vec<Vec<usize>> {
    let near = |node: usize| {
        let mut near: Vec<usize> = (1..=6)
            .map(|step| (node * step + step * step * 37 + 1) % nodes)
            .collect();
        near.sort_unstable();
        near.dedup();
        near
    };
    (0..nodes).map(near).collect()
}

/// Returns a game on a graph. Its neighbours are written between these signs, with keys
/// or without.
fn graph(nodes: usize, [open, close]: [&str; 2], keyed: bool, guard: &str) -> String {
    let rows = neighbours(nodes)
        .into_iter()
        .enumerate()
        .map(|(node, near)| {
            let near: Vec<String> = near.iter().map(usize::to_string).collect();
            let row = format!("{open}{}{close}", near.join(", "));
            if keyed { format!("{node}: {row}") } else { row }
        });
    let rows: Vec<String> = rows.collect();
    let [first, last] = if keyed { ["{", "}"] } else { ["[", "]"] };
    format!(
        "game g\nimpartial\nlet out = {first}{}{last}\n\nat: 0..{} = 0\n\nmove go({guard}:\n    at = to\n",
        rows.join(", "),
        nodes - 1
    )
    .replace("LAST", &(nodes - 1).to_string())
}

#[test]
fn a_game_on_a_graph_costs_what_its_edges_cost() {
    for (signs, keyed) in [
        (["[", "]"], false),
        (["{", "}"], false),
        (["[", "]"], true),
        (["{", "}"], true),
    ] {
        let what = format!("{signs:?}, with keys: {keyed}");
        is_linear(&what, 1000, |nodes| {
            graph(nodes, signs, keyed, "to in 0..LAST) if to in out[at]")
        });
        is_linear(&what, 1000, |nodes| {
            graph(
                nodes,
                signs,
                keyed,
                "a in 0..LAST, to in out[a]) if a == at",
            )
        });
    }
}

#[test]
fn lists_of_neighbours_cost_what_the_edges_cost() {
    let edges = |nodes: usize| {
        let pairs = neighbours(nodes).into_iter().enumerate();
        let pairs = pairs.flat_map(|(node, near)| near.into_iter().map(move |to| (node, to)));
        let pairs: Vec<String> = pairs.map(|(a, b)| format!("({a}, {b})")).collect();
        pairs.join(", ")
    };
    for lists in [
        "[[b for (a, b) in edges if a == c] for c in 0..LAST]",
        "{c: {b for a, b in edges if c == a} for c in 0..LAST}",
        "{c: {d for d in 0..LAST if (c, d) in edges} for c in 0..LAST}",
        "{c: {d for d in nodes if (d, c) in edges} for c in nodes}",
        "{c: {e[1] for e in edges if e[0] == c and e[1] != c} for c in nodes}",
        "{c: {d for d in nodes if (c, d) in edges or (d, c) in edges} for c in nodes}",
        "[[a + b - c for a, b in edges if a == c or b == c] for c in 0..LAST]",
    ] {
        for edges_are in [["[", "]"], ["{", "}"]] {
            is_linear(lists, 1000, |nodes| {
                let [open, close] = edges_are;
                let rules = format!(
                    "game g\nimpartial\ntype nodes = 0..LAST\nlet edges = {open}{}{close}\nlet out = {lists}\n\n\
                     at: nodes = 0\n\nmove go(to in out[at]):\n    at = to\n",
                    edges(nodes)
                );
                rules.replace("LAST", &(nodes - 1).to_string())
            });
        }
    }
    // In the specialiser too, where a function is asked for one node after the other.
    is_linear("a function", 500, |nodes| {
        let rules = format!(
            "game g\nimpartial\ntype nodes = 0..LAST\nlet edges = [{}]\n\
             let out(c) = {{d for a, d in edges if a == c}}\n\n\
             at: nodes = 0\n\nmove go(from in nodes, to in out(from)) if at == from:\n    at = to\n",
            edges(nodes)
        );
        rules.replace("LAST", &(nodes - 1).to_string())
    });
}

#[test]
fn neighbours_of_a_node_that_the_position_tells_cost_what_the_edges_cost() {
    for (definition, asked) in [
        (
            "let out(v) = {d for c, d in edges if c == v}",
            "to in nodes) if to in out(at)",
        ),
        (
            "let out(v) = {d for c, d in edges if c == v}",
            "to in out(at))",
        ),
        (
            "let out(v) = {d for d in nodes if (v, d) in edges}",
            "to in nodes) if to in out(at)",
        ),
        ("let zero = 0", "to in nodes) if (at, to) in edges"),
    ] {
        is_linear(asked, 1000, |nodes| {
            let pairs = neighbours(nodes).into_iter().enumerate();
            let pairs = pairs.flat_map(|(node, near)| near.into_iter().map(move |to| (node, to)));
            let pairs: Vec<String> = pairs.map(|(a, b)| format!("({a}, {b})")).collect();
            format!(
                "game g\nimpartial\ntype nodes = 0..{}\nlet edges = [{}]\n{definition}\n\n\
                 at: nodes = 0\n\nmove go({asked}:\n    at = to\n",
                nodes - 1,
                pairs.join(", ")
            )
        });
    }
}

#[test]
fn many_moves_cost_what_they_are() {
    is_linear("moves", 2000, |moves| {
        let mut rules = "game m\nimpartial\n\nx: 0..3 = 3\n\n".to_owned();
        for number in 0..moves {
            let _ = write!(
                rules,
                "move a{number} if x == {}:\n    x -= 1\n",
                1 + number % 3
            );
        }
        rules
    });
}

#[test]
fn elements_of_one_value_cost_what_they_are() {
    is_linear("elements", 10_000, |elements| {
        format!(
            "game s\nimpartial\n\nlamp[i in 1..{elements}]: 0..(1 if i % 1000 == 0 else 0) = 0\n\n\
             move put(k in 1..9) if lamp[1000 * k] == 0:\n    lamp[1000 * k] = 1\n"
        )
    });
}

#[test]
fn a_table_that_all_moves_read_is_made_once() {
    is_linear("tables", 1000, |size| {
        format!(
            "game t\nimpartial\nlet next = [i * i % {size} for i in 0..{size}]\n\n\
             x: 0..{size} = 1\n\nmove go(k in 0..{size}) if next[x] == k:\n    x = next[x]\n"
        )
    });
}

#[test]
fn a_function_that_calls_the_last_twice_is_worked_out_once_for_each_argument() {
    let deep = |depth: usize, call: &str| {
        let mut rules = "game f\nimpartial\n\nx: 0..9 = 3\n\nlet f0(a) = a + 1\n".to_owned();
        for number in 1..depth {
            let call = call.replace("LAST", &format!("f{}", number - 1));
            let _ = writeln!(rules, "let f{number}(a) = {call}");
        }
        let _ = write!(rules, "\nmove go if f{}(x) > 0:\n    x -= 1\n", depth - 1);
        rules
    };
    for call in [
        "(LAST(a) + LAST(a)) % 1000",
        "(LAST(a) + LAST(a + 1)) % 1000",
    ] {
        let game = prepare(&deep(60, call), &Job::default());
        assert!(game.is_ok(), "{call}: {}", game.unwrap_err());
    }
}

#[test]
fn preparation_ends_when_the_caller_says_so() {
    let rules = graph(
        250,
        ["{", "}"],
        false,
        "a in 0..LAST, to in out[a]) if a == at",
    );
    let job = counting();
    prepare(&rules, &job).expect("the rules make a game");
    let questions = asked();
    assert!(questions > 4);
    for last in (0..questions).step_by(all_or(5, 1)) {
        let ended = prepare(&rules, &cancelled_after(last)).expect_err("it is cancelled");
        assert!(
            matches!(ended, Error::Interrupted(Why::Cancelled)),
            "{ended}"
        );
        let ended = prepare(&rules, &refused_at(last + 1)).expect_err("memory is refused");
        assert!(
            matches!(
                ended,
                Error::Interrupted(Why::OutOfMemory(_)) | Error::NoRoom { .. }
            ),
            "{ended}"
        );
    }
}

#[test]
fn constants_are_worked_out_until_the_caller_cancels() {
    let rules = "game c\nimpartial\nlet far = sum(i * j % 7 for i in 1..3000 for j in 1..3000)\n\n\
                 x: 0..3 = 3\n\nmove go if x > 0:\n    x -= 1\n";
    let job = cancelled_after(0);
    let ended = prepare(rules, &job).expect_err("it is interrupted");
    assert!(matches!(ended, Error::Interrupted(Why::Cancelled)));
}

#[test]
fn working_out_unmoves_ends_at_the_first_refusal_or_at_its_bound() {
    let rules = "game mil\nimpartial\n\na: 0..999 = 0\nb: 0..999 = 0\n\n\
                 move go(k in 0..999) if a < 999:\n    a = (a * 7 + k) % 1000\n    b = (b + a) % 1000\n";
    let job = counting();
    let AnyGame::Narrow(game) = prepare(rules, &job).unwrap() else {
        panic!("64 bits suffice");
    };
    let before = asked();
    let refused = game.count_unmoves(&job, u64::MAX).unwrap_err();
    assert!(matches!(refused, NoRetraction::Refused(_)), "{refused}");
    let questions = asked() - before;
    assert!(questions < 200, "{questions} questions for one refusal");
    assert_eq!(game.count_unmoves(&job, 100), Err(NoRetraction::TooLong));
    let job = cancelled_after(0);
    assert_eq!(
        game.count_unmoves(&job, u64::MAX),
        Err(NoRetraction::Interrupted(Why::Cancelled))
    );
}

#[test]
fn contents_that_a_move_forgets_are_never_all_listed() {
    let rules = "game far\nimpartial\n\nb: 0..4611686018427387902 = 5\n\n\
                 move forget if b > 0:\n    b = 0\n";
    let AnyGame::Narrow(game) = prepare(rules, &Job::default()).unwrap() else {
        panic!("64 bits suffice");
    };
    let counted = game.count_unmoves(&Job::default(), 100);
    assert_eq!(counted, Err(NoRetraction::TooLong));
}

#[test]
fn unmoves_on_a_graph_are_its_edges() {
    for nodes in [200, 400] {
        let edges: usize = neighbours(nodes).iter().map(Vec::len).sum();
        let rules = graph(nodes, ["{", "}"], false, "to in 0..LAST) if to in out[at]");
        let job = counting();
        let AnyGame::Narrow(game) = prepare(&rules, &job).unwrap() else {
            panic!("64 bits suffice");
        };
        let before = asked();
        assert_eq!(game.count_unmoves(&job, u64::MAX), Ok(vec![edges]));
        let steps = (asked() - before) * 4096;
        assert!(
            steps < 100 * edges as u64 + 8192,
            "{steps} steps for {edges} edges"
        );
    }
}
