//! Of a game that does not fit into the memory, a smaller one is suggested that does.

use zug::{Problem, Request, SolveOptions, smaller};

#[test]
fn connect_four_fits_when_it_is_smaller() {
    let request = Request::catalogue("connect-four").unwrap();
    let memory = 8 << 30;
    let fits = smaller(&request, memory).unwrap();
    let four = |name: &str| (name.to_owned(), "4".to_owned());
    assert_eq!(fits.parameters, [four("width"), four("height")]);
    let smaller = fits.parameters.into_iter();
    let smaller = smaller.fold(request, |request, (name, value)| request.set(name, value));
    let solution = Problem::new(&smaller)
        .unwrap()
        .solve(&SolveOptions::default().with_memory(memory));
    assert_eq!(solution.unwrap().counts().unwrap().positions, 161_029);
}

#[test]
fn a_game_that_should_fit_is_not_made_smaller() {
    let small = Request::catalogue("tic-tac-toe").unwrap();
    assert_eq!(smaller(&small, 1 << 30), None);
}

#[test]
fn a_game_without_sizes_cannot_be_made_smaller() {
    let kqk = Request::catalogue("kqk").unwrap();
    assert_eq!(smaller(&kqk, 1 << 10), None);
}
