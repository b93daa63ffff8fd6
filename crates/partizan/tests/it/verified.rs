//! The checker of values accepts what the arena finds, and finds what is planted.

use std::rc::Rc;

use zug_certify::partizan::played::NotPlayed;
use zug_certify::partizan::{Options, ValueFlaw, ValueNotCertified, certify_value, trees, written};
use zug_job::{Budget, Job};
use zug_partizan::{Arena, Form, PartizanError, Side, Style};

use crate::boards::Board;
use crate::oracle::{self, Random, Tree};
use crate::small::born_by;

/// The canonical forms of an arena, as trees.
struct Forms<'a>(&'a mut Arena);

impl Options for Forms<'_> {
    type Position = Form;
    type Error = PartizanError;

    fn options(&mut self, form: &Form) -> Result<[Vec<Form>; 2], PartizanError> {
        let left = self.0.options(*form, Side::Left)?;
        Ok([left, self.0.options(*form, Side::Right)?])
    }
}

/// Positions of a game.
impl Options for Board {
    type Position = String;
    type Error = PartizanError;

    fn options(&mut self, position: &String) -> Result<[Vec<String>; 2], PartizanError> {
        Ok(Side::BOTH.map(|side| self.moves(position, side)))
    }
}

/// Trees, each by its place in a list.
struct Trees(Vec<Rc<Tree>>);

impl Options for Trees {
    type Position = usize;
    type Error = PartizanError;

    fn options(&mut self, place: &usize) -> Result<[Vec<usize>; 2], PartizanError> {
        let tree = self.0[*place].clone();
        Ok([&tree.left, &tree.right].map(|options| {
            let mut number = |option: &Rc<Tree>| {
                self.0.push(option.clone());
                self.0.len() - 1
            };
            options.iter().map(&mut number).collect()
        }))
    }
}

#[test]
fn values_of_boards_are_certified() {
    for (game, text) in [
        ("domineering", "3 wide 3 high, empty"),
        ("domineering", "4 wide 3 high, empty"),
        ("toads-and-frogs", "ttt...fff"),
        ("clobber", "3 wide 3 high, full checkerboard"),
        ("hackenbush string", "lrlelrle"),
        ("toppling dominoes", "elelelel"),
        ("snort", "5 wide 1 high, empty"),
        ("konane", "xo.x|oxox|x.xo"),
    ] {
        let mut board = Board::of_row(game, text).unwrap();
        let mut arena = Arena::default();
        let value = crate::boards::value(&mut arena, &board);
        let root = board.position().to_owned();
        let mut forms = Forms(&mut arena);
        let found = certify_value(
            (&mut board, root.clone()),
            (&mut forms, value),
            &Job::default(),
        );
        let certificate = found.unwrap();
        assert!(
            certificate.followers > 5 && certificate.pairs > 5,
            "{certificate:?}"
        );
        // A value that is a little off is refused.
        let star = arena.nimber(1).unwrap();
        let tiny = arena.parse("^<3>").unwrap();
        let down = arena.negate(tiny).unwrap();
        for (off, flaw) in [
            (star, None),
            (tiny, Some(ValueFlaw::RightWins)),
            (down, Some(ValueFlaw::LeftWins)),
        ] {
            let wrong = arena.add(value, off).unwrap();
            let mut forms = Forms(&mut arena);
            let found = certify_value(
                (&mut board, root.clone()),
                (&mut forms, wrong),
                &Job::default(),
            );
            match (found.unwrap_err(), flaw) {
                (ValueNotCertified::Flaw(found), Some(flaw)) => assert_eq!(found, flaw),
                (error, flaw) => {
                    assert!(matches!(error, ValueNotCertified::Flaw(_)) && flaw.is_none());
                }
            }
        }
    }
}

#[test]
fn values_born_by_day_3_are_certified_and_other_trees_are_not() {
    let mut arena = Arena::default();
    let values = born_by(&mut arena, 2);
    let trees: Vec<_> = values
        .iter()
        .map(|&v| oracle::of_form(&mut arena, v))
        .collect();
    let mut random = Random(9);
    let mut flaws = [0; 2];
    for _ in 0..1500 {
        let tree = oracle::tree(&random.some(&trees, 3), &random.some(&trees, 3));
        let value = oracle::form(&mut arena, &tree);
        let game = || Trees(vec![tree.clone()]);
        let mut forms = Forms(&mut arena);
        certify_value((&mut game(), 0), (&mut forms, value), &Job::default()).unwrap();
        // The tree is its own canonical form only if nothing is to be removed from it.
        let is_canonical = oracle::is_same(&tree, &oracle::canonical(&tree));
        let found = certify_value((&mut game(), 0), (&mut game(), 0), &Job::default());
        match found {
            Ok(_) => assert!(is_canonical),
            Err(ValueNotCertified::Flaw(flaw)) => {
                assert!(!is_canonical);
                flaws[usize::from(matches!(flaw, ValueFlaw::Dominated { .. }))] += 1;
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert!(flaws.iter().all(|&found| found > 100), "{flaws:?}");
}

#[test]
fn a_check_that_is_stopped_says_so() {
    let mut arena = Arena::default();
    let value = arena.parse("{4|1||0|-3} + ^<3>").unwrap();
    let stopped = |arena: &mut Arena, job: &Job| {
        let mut one = Arena::default();
        let text = arena.text(value).unwrap();
        let copy = one.parse(&text).unwrap();
        let found = certify_value(
            (&mut Forms(&mut one), copy),
            (&mut Forms(arena), value),
            job,
        );
        matches!(found, Err(ValueNotCertified::Stopped(_)))
    };
    let job = Job::default();
    assert!(!stopped(&mut arena, &job));
    job.cancel.cancel();
    assert!(stopped(&mut arena, &job));
    assert!(stopped(
        &mut arena,
        &Job::default().with_budget(Budget::of_bytes(1000))
    ));
}

#[test]
fn names_stand_for_the_trees_that_the_checker_makes_of_them() {
    let mut arena = Arena::default();
    let mut random = Random(31);
    let days = born_by(&mut arena, 3);
    let mut forms: Vec<Form> = random.some(&days, 300);
    for text in [
        "3",
        "-7/8",
        "5/2*3",
        "^^*2",
        "1/2v5*",
        "^<2>",
        "v<3>*",
        "^[3]",
        "2v[2]*",
        "-1^[4]*5",
        "Tiny(2)",
        "1Miny(3/4)",
        "-2Tiny(1/2)",
        "+-(1*)",
        "+-{1,2*}",
        "{3|1||0|-2}",
        "^7*6",
        "3v<4>",
        "{2||1|*}",
        "+-{3|2}",
        "0",
        "*9",
    ] {
        forms.push(arena.parse(text).unwrap());
    }
    for form in forms {
        for style in [Style::Short, Style::Braces] {
            let text = arena.write(form, style).unwrap();
            let mut written = trees::Trees::default();
            let tree = written::read(&text, &mut written, &mut written::NoParts).unwrap();
            // The tree is worth the form, and is canonical itself.
            let mut values = Played(&mut arena);
            let job = Job::default();
            certify_value((&mut values, form), (&mut written, tree.value), &job)
                .unwrap_or_else(|error| panic!("{text}: {error}"));
        }
    }
    for text in [
        "", "{1|2", "{1|2|3}", "1/3", "x", "1 +", "2*x", "^<", "+-", "3.", "((1)", "0,",
    ] {
        let mut written = trees::Trees::default();
        assert!(
            written::read(text, &mut written, &mut written::NoParts).is_err(),
            "{text}"
        );
    }
    let deep = format!("{}1{}", "(".repeat(100_000), ")".repeat(100_000));
    let mut written = trees::Trees::default();
    assert!(written::read(&deep, &mut written, &mut written::NoParts).is_err());
}

/// The forms of an arena, for a check that plays trees too.
struct Played<'a>(&'a mut Arena);

impl Options for Played<'_> {
    type Position = Form;
    type Error = NotPlayed;

    fn options(&mut self, form: &Form) -> Result<[Vec<Form>; 2], NotPlayed> {
        Forms(self.0)
            .options(form)
            .map_err(|_| NotPlayed::TooLarge("a form"))
    }
}

/// A game that goes round in a circle.
struct Circle;

impl Options for Circle {
    type Position = u8;
    type Error = PartizanError;

    fn options(&mut self, place: &u8) -> Result<[Vec<u8>; 2], PartizanError> {
        let next = vec![(place + 1) % 3];
        Ok([next.clone(), next])
    }
}

#[test]
fn play_that_goes_round_is_no_value() {
    let mut arena = Arena::default();
    let mut forms = Forms(&mut arena);
    let job = Job::default();
    let found = certify_value((&mut Circle, 0), (&mut forms, Form::ZERO), &job);
    let is_endless = matches!(found, Err(ValueNotCertified::Flaw(ValueFlaw::Endless)));
    assert!(is_endless, "{found:?}");
}
