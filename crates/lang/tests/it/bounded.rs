//! Rules that ask for more than any machine has end with an error that points at the place, and
//! take no more memory than they may.

use zug_job::{Budget, CancelToken, Job, Process};
use zug_lang::{AnyGame, Error, Reference, Rules, Settings};
use zug_testkit::todays;

/// A text of rules, the part of the text at which the error has to point, and words of its message.
type Case = (&'static str, &'static str, &'static str);

/// What asks for too much, whatever memory there is.
const CASES: [Case; 19] = [
    // Lists that double.
    (
        "let k = closure({[1]}, k -> {k + k})",
        "{k + k}",
        "more than 256 MiB",
    ),
    (
        "let k = closure({\"a\"}, k -> {k + k})",
        "{k + k}",
        "more than 256 MiB",
    ),
    (
        "let k = closure({{1}}, k -> {k | {n + len(k) for n in k}})",
        "",
        "",
    ),
    (
        "let k = closure({0}, k -> {k + 1})",
        "{k + 1}",
        "more than 1048576 elements",
    ),
    // Values that share their parts, and stand for more elements than can be gone through.
    (
        "let p0 = [1]\nNESTED\nlet k = len(p60)",
        "",
        "more than 256 MiB",
    ),
    // More elements than there is room for.
    (
        "let k = [i for i in 1..1000 for j in 1..1000 for k in 1..1000]",
        "[i for i in 1..1000 for j in 1..1000 for k in 1..1000]",
        "more than 256 MiB",
    ),
    (
        "let k = {(i, j, k) for i in 1..1000 for j in 1..1000 for k in 1..1000}",
        "{(i, j, k) for i in 1..1000 for j in 1..1000 for k in 1..1000}",
        "more than 256 MiB",
    ),
    (
        "let k = {(i, j): [i, j] for i in 1..10000 for j in 1..10000}",
        "{(i, j): [i, j] for i in 1..10000 for j in 1..10000}",
        "more than 256 MiB",
    ),
    (
        "let k = {i: {j: {k: [i, j, k] for k in 1..200} for j in 1..200} for i in 1..200}",
        "",
        "more than 256 MiB",
    ),
    (
        "let k = [[j for j in 1..100000] for i in 1..100000]",
        "",
        "take too long",
    ),
    (
        "let k = 1..9223372036854775807",
        "1..9223372036854775807",
        "too many values",
    ),
    (
        "let k = len(-9223372036854775807..9223372036854775807)",
        "",
        "too many values",
    ),
    (
        "type t = grid(100000, 100000)\nlet k = len(t)",
        "t",
        "too many values",
    ),
    (
        "type t = (0..999, 0..999, 0..999)\nlet k = [a for a in t]",
        "t",
        "too many values",
    ),
    // Numbers.
    (
        "let k = 10 ** (10 ** 9)",
        "10 ** (10 ** 9)",
        "too large for 64 bits",
    ),
    (
        "let k = 3 ** (2 ** 62)",
        "3 ** (2 ** 62)",
        "too large for 64 bits",
    ),
    // Work.
    (
        "let k = sum(a * b * c for a in 1..1000 for b in 1..1000 for c in 1..1000)",
        "",
        "take too long",
    ),
    (
        "let k = [i for i in 1..1000000 if i in [j for j in 1..1000000]]",
        "",
        "take too long",
    ),
    ("let f(n) = [n, n]\nlet k = DEEP", "", "nested too deeply"),
];

/// Rules with these lines, whose `k` the game itself does not need.
fn rules(lines: &str) -> String {
    let pairs: Vec<String> = (1..=60)
        .map(|n| format!("let p{n} = [p{}, p{}]", n - 1, n - 1))
        .collect();
    let nested = pairs.join("\n");
    let deep = (0..2000).fold("1".to_owned(), |inner, _| format!("f({inner})"));
    let lines = lines.replace("NESTED", &nested).replace("DEEP", &deep);
    format!("game g\nimpartial\nx: 0..5 = 0\n{lines}\nmove a if x < 5:\n    x += 1\n")
}

fn prepare(source: &str, job: &Job) -> Result<AnyGame, Error> {
    Rules::read(source)?
        .instance_while(&Settings::default(), job)?
        .game_while(job)
}

/// The text of the rules at which an error points, and its message.
fn place(source: &str, error: &Error) -> (String, String) {
    let (Error::Rules(fault) | Error::NoRoom { place: fault, .. }) = error else {
        panic!("{error:?} has no place");
    };
    let text = source[fault.span.start..fault.span.end].to_owned();
    (text, fault.message.clone())
}

#[test]
fn rules_that_ask_for_too_much_are_told_the_place() {
    for (lines, wanted, told) in CASES {
        let source = rules(lines);
        let error = prepare(&source, &Job::default()).expect_err(lines);
        let (text, message) = place(&source, &error);
        assert!(message.contains(told), "{lines}: {message}");
        assert!(!text.is_empty(), "{lines}: {message} has no place");
        assert!(wanted.is_empty() || text == wanted, "{lines}: at {text}");
    }
}

#[test]
fn the_memory_of_the_job_bounds_what_rules_make() {
    let budget = Budget::of_bytes(1 << 20);
    for lines in [
        "let k = closure({[1]}, k -> {k + k})",
        "let k = closure({\"a\"}, k -> {k + k})",
        "let k = [i for i in 1..1000 for j in 1..1000]",
        "let k = {i: i for i in 1..1000000}",
        "let k = 1..1000000",
        "type t = grid(1000, 1000)\nlet k = len(t)",
    ] {
        let source = rules(lines);
        let job = Job::default().with_budget(budget.clone());
        let error = prepare(&source, &job).expect_err(lines);
        let Error::NoRoom { refusal, .. } = &error else {
            panic!("{lines}: {error:?}");
        };
        assert_eq!(refusal.budget, 1 << 20, "{lines}");
        let (text, message) = place(&source, &error);
        assert!(message.contains("more memory than is allowed"), "{message}");
        assert!(source.contains(&text) && !text.is_empty());
        // Whoever has more gets a value.
        let small = prepare(&rules("let k = [i for i in 1..1000]"), &job);
        assert!(small.is_ok(), "{small:?}");
    }
    assert_eq!(budget.used(), 0);
}

#[test]
fn a_process_that_is_full_makes_no_value_more() {
    let full = Process {
        most: 1 << 20,
        held: || (1 << 20) - 1,
        attempt: |code| code(),
    };
    let job = Job::default().with_budget(Budget::unlimited().within(full));
    let error = prepare(&rules("let k = 1"), &job).expect_err("there is no memory");
    assert!(
        matches!(error, Error::Interrupted(_) | Error::NoRoom { .. }),
        "{error:?}"
    );
}

#[test]
fn what_is_evaluated_in_a_position_is_bounded_alike() {
    let conditions = [
        "len(closure({[x]}, k -> {k + k})) > 0",
        "len([i for i in x..1000 for j in 1..1000 for k in 1..1000]) > 0",
        "len(\"a\" + \"b\") + sum(a * b * c for a in x..1000 for b in 1..1000 for c in 1..1000) > 0",
    ];
    for condition in todays(3, conditions) {
        let source = format!(
            "game g\nimpartial\nx: 0..5 = 0\nmove a if x < 5 and {condition}:\n    x += 1\n"
        );
        // What compiles rules may refuse them; whatever it says, the evaluator ends too.
        let _ = prepare(&source, &Job::default());
        let instance = Rules::read(&source)
            .unwrap()
            .instance(&Settings::default())
            .unwrap();
        let start = instance.start();
        let reference = Reference::new(&instance);
        let fault = reference.successors(start, 10).unwrap_err().to_string();
        let is_bound = fault.contains("more than 256 MiB") || fault.contains("too long");
        assert!(is_bound, "{condition}: {fault}");
        let drawing = CancelToken::default();
        drawing.cancel();
        assert!(reference.successors(start, 10).is_err());
    }
}

#[test]
fn values_that_are_not_too_heavy_are_made() {
    for lines in [
        "let k = len({(i, j) for i in 1..700 for j in 1..700})",
        "let k = [i for i in 1..1000000]",
        "let k = closure({0}, k -> {(k + 1) % 100000})",
        "type t = grid(1000, 1000)\nlet k = len(t)",
        "let k = len(closure({\"a\"}, k -> {k + \"a\" if len(k) < 1000 else k}))",
        "let k = 10 ** (10 ** 9) % 7",
    ] {
        let made = prepare(&rules(lines), &Job::default());
        assert!(made.is_ok(), "{lines}: {made:?}");
    }
}
