//! The numbers that theorems put into their reasons stand where the position has them.

use zug::{PlacedNumber, Request, SolveOptions, Theorem};

fn placed(name: &str, settings: &[(&str, &str)], at: Option<&str>) -> Vec<(u64, usize, String)> {
    let mut request = Request::catalogue(name).unwrap();
    for (parameter, value) in settings {
        request = request.set(*parameter, *value);
    }
    if let Some(position) = at {
        request = request.at(position);
    }
    let theorem = Theorem::of(&request, &SolveOptions::default()).unwrap();
    let placed = theorem.unwrap().placed_numbers().into_iter();
    let told = placed.map(
        |PlacedNumber {
             number,
             part,
             places,
             ..
         }| (number, part, places.join(" ")),
    );
    told.collect()
}

fn told(list: &[(u64, usize, &str)]) -> Vec<(u64, usize, String)> {
    let told = list
        .iter()
        .map(|&(number, part, places)| (number, part, places.to_owned()));
    told.collect()
}

#[test]
fn numbers_of_parts_come_in_the_order_of_the_parts() {
    let nim = placed("nim", &[("piles", "[5, 0, 6]")], None);
    assert_eq!(nim, told(&[(5, 0, ""), (0, 1, ""), (6, 2, "")]));
    let knights = placed("knights", &[], None);
    assert_eq!(knights, told(&[(4, 0, ""), (2, 1, ""), (0, 2, "")]));
}

#[test]
fn a_gap_of_northcott_is_between_the_pieces() {
    let rows = placed(
        "northcott",
        &[("columns", "8"), ("rows", "[(2, 5), (8, 7), (6, 3)]")],
        None,
    );
    assert_eq!(rows, told(&[(2, 0, "3 4"), (0, 1, ""), (2, 2, "4 5")]));
}

#[test]
fn numbers_stand_at_the_piles_and_pins_that_they_are_of() {
    let kayles = placed("kayles", &[("n", "6")], Some("up=##.#.#"));
    assert_eq!(kayles, told(&[(2, 0, "1 2"), (1, 0, "4"), (1, 0, "6")]));
    let stones = placed("stone-game-strategist", &[("piles", "[3, 5, 9]")], None);
    assert_eq!(stones, told(&[(3, 0, "0"), (4, 0, "2")]));
    let cakes = placed("cake-party", &[("cakes", "[4, 7, 7]")], None);
    assert_eq!(cakes, told(&[(7, 0, "1"), (7, 0, "2")]));
    let roxor = placed("roxor", &[], None);
    assert_eq!(roxor, told(&[(7, 0, "0"), (1, 0, "3"), (0, 0, "4")]));
    let wythoff = placed("wythoff", &[("first", "3"), ("second", "8")], None);
    assert_eq!(wythoff, told(&[(3, 0, "a"), (8, 0, "b")]));
    let heap = placed("subtraction", &[], None);
    assert_eq!(heap, told(&[(21, 0, "")]));
    let mirror = placed("vasya-chess", &[("n", "3")], None);
    assert_eq!(mirror, told(&[(2, 0, "1,2 2,2 3,2")]));
    let number = placed("number-game", &[], None);
    assert_eq!(number, told(&[(3, 0, "3")]));
}

#[test]
fn numbers_of_graphs_strips_and_circles_stand_at_their_parts() {
    let picture = placed("green-hackenbush", &[], None);
    let branches = [
        (4, 0, "0-1 1-2 1-3 3-4"),
        (2, 0, "0-5 5-6 6-7 7-5"),
        (2, 0, "0-8 8-9"),
    ];
    assert_eq!(picture, told(&branches));
    let graph = placed("node-kayles", &[], Some("there=#####.###"));
    assert_eq!(graph, told(&[(3, 0, "0 1 2 3 4"), (2, 0, "6 7 8")]));
    let strip = placed("treblecross", &[], Some("crossed=...#......"));
    assert_eq!(strip, told(&[(1, 0, "1"), (2, 0, "7 8 9 10")]));
    let circle = placed("coins-in-a-circle", &[("n", "6")], Some("coin=#.##.#"));
    assert_eq!(circle, told(&[(2, 0, "2 3"), (2, 0, "5 0")]));
    let euclid = placed("euclid", &[], None);
    assert_eq!(euclid, told(&[(41, 0, "a"), (12, 0, "b")]));
    let fibonacci = placed("fibonacci-nim", &[], None);
    assert_eq!(fibonacci, told(&[(20, 0, "")]));
}

#[test]
fn the_nimber_of_a_base_stands_at_its_numbers() {
    let start = placed("powers", &[("n", "9")], None);
    let of_bases = [
        (1, 0, "1"),
        (1, 0, "2 4 8"),
        (2, 0, "3 9"),
        (1, 0, "5"),
        (1, 0, "6"),
        (1, 0, "7"),
    ];
    assert_eq!(start, told(&of_bases));
    let later = placed("powers", &[("n", "9")], Some("left=.##...##."));
    assert_eq!(later, told(&[(2, 0, "2 8"), (1, 0, "3"), (1, 0, "7")]));
}

#[test]
fn sums_of_month_and_day_stand_at_the_dates_that_the_reason_names() {
    let calendar = |date| placed("calendar", &[("start", date)], None);
    // A win tells one winning move, and a loss all moves.
    let won = calendar("(2001, 3, 5)");
    assert_eq!(won, told(&[(8, 0, "2001-03-05"), (9, 0, "2001-03-06")]));
    let lost = calendar("(2001, 3, 6)");
    let dates = [
        (9, 0, "2001-03-06"),
        (10, 0, "2001-03-07"),
        (10, 0, "2001-04-06"),
    ];
    assert_eq!(lost, told(&dates));
    let at_the_goal = calendar("(2001, 11, 3)");
    assert_eq!(at_the_goal, told(&[(14, 0, "2001-11-03")]));
}

#[test]
fn the_nimber_of_a_part_of_a_board_stands_at_the_cells_of_its_moves() {
    let apart = placed(
        "cram",
        &[("width", "6"), ("height", "6")],
        Some("full=.#####/.#####/######/####../####../######"),
    );
    let parts = [(1, 0, "0,4 0,5"), (0, 0, "4,1 4,2 5,1 5,2")];
    assert_eq!(apart, told(&parts));
}

#[test]
fn numbers_that_no_board_shows_are_not_listed_place_by_place() {
    let huge = placed("vasya-chess", &[("n", "1000000000000")], None);
    assert!(
        huge.iter()
            .all(|(_, _, places)| places.split(' ').count() <= 100)
    );
    assert!(placed("kayles", &[("n", "1000000")], None).is_empty());
}
