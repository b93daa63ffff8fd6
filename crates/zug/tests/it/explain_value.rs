//! The steps that are explained lead to the canonical form; moves that are said to win do.

use zug::report::{BracesReport, FirstMoverReport, SideWord, StepReport, TermWord};
use zug::{Calculated, Calculator, Request, SolveOptions, born_by};
use zug_partizan::{Arena, Form, NoNames, Side, Style};

fn rules(game: &str) -> Result<Request, zug::Error> {
    Request::catalogue(game)
}

fn calculator() -> Calculator<'static> {
    Calculator::new(&rules_of, &SolveOptions::default()).unwrap()
}

#[expect(
    non_upper_case_globals,
    reason = "it stands in the place of a function"
)]
static rules_of: fn(&str) -> Result<Request, zug::Error> = rules;

/// Applies the explained steps to the options, and returns the options that are left.
fn left_over(braces: &BracesReport, arena: &mut Arena) -> Option<[Vec<Form>; 2]> {
    let mut read = |texts: &[String]| -> Vec<Form> {
        texts
            .iter()
            .map(|text| arena.parse(text).unwrap())
            .collect()
    };
    let mut options = [read(&braces.left), read(&braces.right)];
    for step in &braces.steps {
        let (player, option, more) = match step {
            StepReport::Number { .. } => return None,
            StepReport::Dominated { player, option, .. } => (player, option, vec![]),
            StepReport::Reversible {
                player,
                option,
                replaced_by,
                ..
            } => (player, option, read(replaced_by)),
            other => panic!("{other:?}"),
        };
        let option = read(std::slice::from_ref(option))[0];
        let own = &mut options[usize::from(*player == SideWord::Right)];
        let place = own.iter().position(|&known| known == option);
        own.remove(place.expect("the option is there"));
        own.extend(more);
    }
    for list in &mut options {
        list.sort_unstable();
    }
    Some(options)
}

/// Checks the steps of all braces of an expression, and returns the number of steps.
fn check(braces: &[BracesReport]) -> usize {
    let mut steps = 0;
    for of in braces {
        let mut arena = Arena::default();
        let value = arena.parse(&of.value).unwrap();
        // By the reader of values, which explains nothing.
        assert_eq!(arena.parse(&of.written), Ok(value), "{of:?}");
        steps += of.steps.len();
        let Some(options) = left_over(of, &mut arena) else {
            assert_eq!(of.steps.len(), 1, "{of:?}");
            let StepReport::Number { number, .. } = &of.steps[0] else {
                panic!("{of:?}");
            };
            assert_eq!(arena.parse(number), Ok(value));
            continue;
        };
        let canonical = Side::BOTH.map(|side| {
            let mut options = arena.options(value, side).unwrap();
            options.sort_unstable();
            options
        });
        assert_eq!(options, canonical, "{of:?}");
    }
    steps
}

#[test]
fn all_values_born_by_day_3_are_canonical_by_the_explained_steps() {
    let mut arena = Arena::default();
    let forms = arena.born_by(3).unwrap();
    assert_eq!(forms.len(), 1474);
    let mut calculator = calculator();
    for form in forms {
        let text = arena.write(form, Style::Braces).unwrap();
        if !text.contains('|') {
            continue;
        }
        let told = calculator.explain(&text).unwrap();
        // Each pair of braces in it is canonical: there is no step.
        assert_eq!(check(&told.braces), 0, "{text}");
        let last = told.braces.last().unwrap();
        assert_eq!(arena.parse(&last.value), Ok(form), "{text}");
    }
}

/// Numbers without a pattern (Marsaglia's xorshift, 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }

    /// A tree as text, with options that are dominated or reversible.
    fn tree(&mut self, depth: u32) -> String {
        if depth == 0 || self.below(5) == 0 {
            let leaves = ["0", "1", "-1", "1/2", "*", "*2", "^", "v*", "2", "+-1"];
            return leaves[self.below(10) as usize].to_owned();
        }
        let mut side = || {
            let count = self.below(3) + u64::from(self.below(4) > 0);
            let options = (0..count).map(|_| self.tree(depth - 1));
            options.collect::<Vec<_>>().join(",")
        };
        let (left, right) = (side(), side());
        format!("{{{left}|{right}}}")
    }
}

#[test]
fn explained_steps_of_random_trees_end_in_the_canonical_form() {
    let mut random = Random(77);
    let mut calculator = calculator();
    let mut steps = 0;
    for _ in 0..1500 {
        let text = random.tree(3);
        let told = calculator.explain(&text).unwrap();
        steps += check(&told.braces);
        let mut arena = Arena::default();
        let value = arena.parse(&text).unwrap();
        assert_eq!(arena.text(value).ok(), told.value, "{text}");
        assert!(!told.why.is_empty());
    }
    assert!(steps > 3000, "{steps}");
}

/// The value of an explained difference.
fn difference(text: &str) -> Box<zug::PartizanWorth> {
    match calculator().read(&format!("{text} + 0")) {
        Ok(Calculated::Value(worth)) => worth,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn moves_that_are_told_of_a_difference_win_or_are_answered() {
    let mut arena = Arena::default();
    let forms = arena.born_by(2).unwrap();
    let texts: Vec<String> = forms
        .iter()
        .map(|&form| arena.text(form).unwrap())
        .collect();
    let mut calculator = calculator();
    for (place, one) in texts.iter().enumerate() {
        for other in texts.iter().skip(place % 3).step_by(3) {
            let question = format!("{one} ? {other}");
            let told = calculator.explain(&question).unwrap();
            let comparison = told.comparison.unwrap();
            let relation = arena.read(&question, &mut NoNames).unwrap();
            let zug_partizan::Answer::Relation(relation) = relation else {
                panic!("{question}");
            };
            assert_eq!(comparison.relation, relation.sign(), "{question}");
            let sides: [(&FirstMoverReport, char); 2] =
                [(&comparison.left, 'L'), (&comparison.right, 'R')];
            for (of, letter) in sides {
                for made in &of.moves {
                    // Behind a winning move its player wins as the second one.
                    let (leaves, winner) = match &made.answer {
                        None => (&made.leaves, letter),
                        Some(answer) if letter == 'L' => (&answer.leaves, 'R'),
                        Some(answer) => (&answer.leaves, 'L'),
                    };
                    assert_eq!(made.answer.is_none(), of.wins, "{question}");
                    let class = difference(leaves).class.letter();
                    assert!(class == 'P' || class == winner, "{question}: {leaves}");
                }
            }
        }
    }
}

#[test]
fn what_decides_a_sum_is_told() {
    let mut calculator = calculator();
    let kinds = |terms: &[zug::report::TermReport]| -> Vec<TermWord> {
        terms.iter().map(|term| term.kind).collect()
    };
    for (text, expected, line) in [
        (
            "{3|1} + +-2 - 1/2",
            vec![TermWord::Switch, TermWord::Switch, TermWord::Number],
            "the means 3/2 + 2 - 1 = 5/2",
        ),
        (
            "^^^ - ^ + *",
            vec![TermWord::Infinitesimal; 3],
            "Left is two ahead",
        ),
        (
            "v - ^^ + *3",
            vec![TermWord::Infinitesimal; 3],
            "Right is two ahead",
        ),
        (
            "^ + * - 0",
            vec![
                TermWord::Infinitesimal,
                TermWord::Infinitesimal,
                TermWord::Number,
            ],
            "one ahead",
        ),
        (
            "^ - *2 - ^",
            vec![TermWord::Infinitesimal; 3],
            "do not decide",
        ),
        (
            "1/2 + ^",
            vec![TermWord::Number, TermWord::Infinitesimal],
            "no infinitesimal matters",
        ),
        (
            "toads_and_frogs(2, 1, 2) + {2||1|0} + 2*",
            vec![TermWord::Infinitesimal, TermWord::Hot, TermWord::Numberish],
            "temperature",
        ),
        (
            "{3|1} + {-1|-2||-3}",
            vec![TermWord::Switch, TermWord::Hot],
            "Here Left, moving first, wins only by a move in {-1|-2||-3}.",
        ),
        ("1 + 1/2 - -3", vec![TermWord::Number; 3], "added up"),
    ] {
        let told = calculator.explain(text).unwrap();
        assert_eq!(kinds(&told.terms), expected, "{text}");
        let why = told.why.join("\n");
        assert!(why.contains(line), "{text}: {why}");
        // The stops that the switches are said to lead to are those of the sum.
        let Ok(Calculated::Value(worth)) = calculator.read(text) else {
            panic!("{text}");
        };
        if line.contains("means") {
            assert!(why.contains(&format!("= {}.", worth.left_stop)), "{why}");
            assert!(why.contains(&format!("= {}.", worth.right_stop)), "{why}");
        }
    }
}

#[test]
fn values_are_listed_by_days_with_their_order() {
    let job = SolveOptions::default().job();
    for (day, count) in [(0, 1), (1, 4), (2, 22), (3, 1474)] {
        let born = born_by(day, &job).unwrap().born.unwrap();
        assert_eq!((born.count, born.values.len()), (count, count));
    }
    let born = born_by(2, &job).unwrap().born.unwrap();
    let levels = born.values.iter().map(|value| value.level.unwrap());
    assert_eq!(levels.max(), Some(8));
    let mut arena = Arena::default();
    let mut pairs = 0;
    for value in &born.values {
        let form = arena.parse(&value.value).unwrap();
        for below in value.above.iter().flatten() {
            let less = arena.parse(below).unwrap();
            assert!(less != form && arena.is_at_most(less, form).unwrap());
            pairs += 1;
            let of_below = born.values.iter().find(|known| known.value == *below);
            // The order is a lattice in which all ways are equally long.
            assert_eq!(value.level.unwrap(), of_below.unwrap().level.unwrap() + 1);
        }
    }
    assert!(pairs > 30, "{pairs}");
    assert!(born_by(4, &job).is_err());
}

#[test]
fn what_is_no_expression_is_told_with_its_place() {
    let mut calculator = calculator();
    for (text, place) in [
        ("{1|2", 4),
        ("{1|2} + nobody(3)", 8),
        ("^ ? ", 4),
        ("{{1|x}|2}", 4),
    ] {
        let error = calculator.explain(text).unwrap_err();
        assert_eq!(error.span.start, place, "{text}: {error}");
    }
    let nested = "{".repeat(100_000);
    assert!(calculator.explain(&nested).is_err());
    let long = vec!["1"; 20_000].join("+");
    assert!(calculator.explain(&long).is_ok());
}
