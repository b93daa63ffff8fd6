//! How pieces look is data of the pictures, and changes nothing else.

use zug_game::{Game, Notation};
use zug_lang::{Cell, Colour, Form, Look, Reference, Rules, Settings};

const HEAD: &str = "\
game g
players Ann, Bob
type piece = {rook, king}
let two = 2
board[0..3]: piece? = [none, rook, king, none]
left: 0..3 = 2
owner[0..1]: player? = [Ann, none]
move step if left > 0:
    left -= 1
";

/// The cells of a picture at the start.
fn cells(shows: &str, picture: usize) -> Vec<Cell> {
    let rules = Rules::read(&format!("{HEAD}{shows}")).unwrap();
    let instance = rules.instance(&Settings::default()).unwrap();
    let start = Reference::new(&instance).start();
    let mut parts = instance.view(start);
    match parts.remove(0).pictures.remove(picture).form {
        Form::Grid(cells) | Form::Row(cells) => cells,
        other => panic!("{other:?}"),
    }
}

fn looks(shows: &str, picture: usize) -> Vec<Option<Look>> {
    let cells = cells(shows, picture).into_iter();
    cells.map(|cell| cell.look).collect()
}

/// The message of rules with a fault.
fn fault(shows: &str) -> String {
    let fault = Rules::read(&format!("{HEAD}{shows}")).unwrap_err();
    assert!(!fault.label.is_empty());
    fault.message
}

#[test]
fn a_piece_looks_as_it_is_said_in_all_pictures() {
    let shows = "show board\nshow {i: board[i] for i in 1..2}\nshow rook as disc red\n";
    let red = Some(Look::Disc(Colour::Red));
    assert_eq!(looks(shows, 0), [None, red, None, None]);
    assert_eq!(looks(shows, 1), [red, None]);
    assert_eq!(
        looks("show owner\nshow Ann as letter\n", 0),
        [Some(Look::Letter), None]
    );
}

#[test]
fn a_piece_may_be_a_number_a_text_or_a_constant() {
    let red = Some(Look::Disc(Colour::Red));
    let shown = "show {i: \"K\" if i == 0 else \".\" for i in 0..1}\n";
    assert_eq!(
        looks(&format!("{shown}show \"K\" as disc red\n"), 0),
        [red, None]
    );
    let shown = "show {i: i for i in 1..2}\n";
    assert_eq!(
        looks(&format!("{shown}show 1 as disc red\n"), 0),
        [red, None]
    );
    assert_eq!(
        looks(&format!("{shown}show two as disc red\n"), 0),
        [None, red]
    );
}

#[test]
fn a_look_of_a_picture_is_that_of_its_pieces_but_for_those_with_their_own() {
    let shows = "show board as letter\nshow king as disc blue\nshow board\n";
    let blue = Some(Look::Disc(Colour::Blue));
    assert_eq!(looks(shows, 0), [None, Some(Look::Letter), blue, None]);
    assert_eq!(looks(shows, 1), [None, None, blue, None]);
}

#[test]
fn looks_change_no_text_and_no_position() {
    let of = |shows: &str| {
        let rules = Rules::read(&format!("{HEAD}{shows}")).unwrap();
        let instance = rules.instance(&Settings::default()).unwrap();
        let game = Reference::new(&instance);
        let position = game.parse("left=1 turn=Bob").unwrap();
        (position, game.print(&position))
    };
    assert_eq!(
        of("show board\n"),
        of("show board as disc grey\nshow king as letter\n")
    );
    let letters = |shows| cells(shows, 0).into_iter().map(|cell| cell.mark);
    assert!(letters("show board\n").eq(letters("show board as disc grey\n")));
}

#[test]
fn what_has_no_look_is_refused() {
    for (shows, message) in [
        ("show board as disc pink\n", "there is no colour `pink`"),
        (
            "show board as disc\n",
            "expected the colour of the disc, found the end of the line",
        ),
        (
            "show board as square\n",
            "expected `disc` and a colour, or `letter`, found `square`",
        ),
        (
            "show left as letter\n",
            "there are no pieces in this picture",
        ),
        (
            "show [\"x\"] as letter\n",
            "there are no pieces in this picture",
        ),
        (
            "show rook as letter\nshow rook as disc red\n",
            "this piece looks two ways",
        ),
    ] {
        assert_eq!(fault(shows), message, "{shows}");
    }
    let moving = "let now = left + 1\nshow now as letter\n";
    assert!(
        fault(moving).contains("the look of a piece"),
        "{}",
        fault(moving)
    );
}
