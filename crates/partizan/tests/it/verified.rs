//! The checker of values accepts what the arena finds, and finds what is planted.

use std::rc::Rc;

use zug_certify::partizan::{Options, ValueFlaw, ValueNotCertified, certify_value};
use zug_job::{Budget, Job};
use zug_partizan::{Arena, Form, PartizanError, Side};

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
