//! Mirroring in Vasya and Chess against the rules, a plain search, and every
//! opponent.

use std::collections::{HashMap, HashSet};

use zug_catalogue::find;
use zug_catalogue::vasya_chess::{Cell, VasyaChess};
use zug_game::Game;
use zug_lang::{AnyGame, Rules, Settings};
use zug_solve::{Job, strong};
use zug_values::Outcome;

/// The outcome by the rules, and the first moves that win.
fn by_rules(n: u64) -> (Outcome, Vec<String>) {
    let settings = Settings::default().set("n", n);
    let rules = Rules::read(find("vasya-chess").unwrap().source).unwrap();
    let AnyGame::Narrow(game) = rules.instance(&settings).unwrap().game().unwrap() else {
        panic!("the game is small");
    };
    let start = game.start();
    let solution = strong::solve(&game, [start], &Job::default()).unwrap();
    let mut moves = Vec::new();
    game.moves(&start, &mut moves).unwrap();
    let wins = |choice: &_| {
        let step = game.play(&start, choice).unwrap();
        solution.value(&step.position).unwrap().outcome() == Outcome::Loss
    };
    let mut winning: Vec<String> = moves
        .iter()
        .filter(|choice| wins(choice))
        .map(|choice| game.move_name(&start, choice))
        .collect();
    winning.sort();
    (solution.value(&start).unwrap().outcome(), winning)
}

#[test]
fn small_boards_are_worth_what_the_rules_say() {
    for n in 2..=4 {
        let game = VasyaChess::new(n).unwrap();
        let (outcome, winning) = by_rules(n);
        assert_eq!(game.outcome(), outcome, "{n}");
        let least = game.first_move();
        let least = least.map(|to| format!("{},{}", to.row, to.column));
        assert_eq!(least.as_ref(), winning.first(), "{n}: {winning:?}");
    }
}

/// A board of at most 64 cells, counted from 0, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Board {
    n: u8,
    pawns: u64,
    /// The queen of the player to move.
    own: u8,
    /// The queen of the opponent.
    other: u8,
}

impl Board {
    fn first(n: u8) -> Self {
        let (own, other) = (0, n - 1);
        let all = u64::MAX >> (64 - n * n);
        Self {
            n,
            pawns: all & !(1 << own | 1 << other),
            own,
            other,
        }
    }

    /// The cells that the mover can capture on.
    fn captures(self) -> Vec<u8> {
        let n = i32::from(self.n);
        let mut found = Vec::new();
        let directions = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
        for (down, right) in directions.filter(|&direction| direction != (0, 0)) {
            let (mut row, mut column) = (i32::from(self.own) / n, i32::from(self.own) % n);
            loop {
                (row, column) = (row + down, column + right);
                if !(0..n).contains(&row) || !(0..n).contains(&column) {
                    break;
                }
                let cell = (row * n + column) as u8;
                if self.pawns >> cell & 1 == 1 || cell == self.other {
                    found.push(cell);
                    break;
                }
            }
        }
        found
    }

    /// The board for the opponent after a capture that is not of his queen.
    fn after(self, to: u8) -> Self {
        Self {
            n: self.n,
            pawns: self.pawns & !(1 << to),
            own: self.other,
            other: to,
        }
    }

    fn cell(self, cell: u8) -> Cell {
        Cell {
            row: u64::from(cell / self.n) + 1,
            column: u64::from(cell % self.n) + 1,
        }
    }
}

/// Whether the mover wins, by search that stops at the first winning move.
fn wins(board: Board, known: &mut HashMap<Board, bool>) -> bool {
    if let Some(&wins) = known.get(&board) {
        return wins;
    }
    let captures = board.captures();
    let won =
        captures.contains(&board.other) || captures.iter().any(|&to| !wins(board.after(to), known));
    known.insert(board, won);
    won
}

#[test]
fn boards_up_to_5_are_worth_what_search_says() {
    for n in 2..=5 {
        let mut known = HashMap::new();
        let won = wins(Board::first(n), &mut known);
        let game = VasyaChess::new(u64::from(n)).unwrap();
        assert_eq!(won, game.outcome() == Outcome::Win, "{n}");
    }
}

/// Plays the mirror against every move of the opponent, who is to move; gives
/// the number of positions met.
fn mirrored(game: VasyaChess, start: Board) -> usize {
    let mut seen = HashSet::from([start]);
    let mut open = vec![start];
    while let Some(board) = open.pop() {
        let captures = board.captures();
        // Neither queen can be taken while the mirror holds.
        assert!(!captures.contains(&board.other), "{board:?}");
        for to in captures {
            let next = board.after(to);
            let answer = game.answer(next.cell(to)).unwrap();
            let answers = next.captures().into_iter();
            let answer: Vec<u8> = answers.filter(|&c| next.cell(c) == answer).collect();
            let &[answer] = &answer[..] else {
                panic!("{next:?} cannot be answered by its mirror image");
            };
            if answer == next.other {
                continue; // the opponent's queen is taken
            }
            let next = next.after(answer);
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    // Play ends, for each move takes a pawn; and it ends where the opponent
    // cannot move, for each of his moves was answered.
    seen.len()
}

#[test]
fn the_mirror_answers_every_opponent() {
    for n in 3..=6 {
        let game = VasyaChess::new(u64::from(n)).unwrap();
        let mut board = Board::first(n);
        if let Some(first) = game.first_move() {
            let captures = board.captures().into_iter();
            let to = captures.filter(|&to| board.cell(to) == first);
            let to: Vec<u8> = to.collect();
            assert_eq!(to.len(), 1, "{n}");
            board = board.after(to[0]);
        }
        assert!(mirrored(game, board) >= 3, "{n}");
    }
}

#[test]
fn the_reasons_name_the_numbers() {
    let why = |n| VasyaChess::new(n).unwrap().why();
    assert_eq!(why(2), ["White takes the black queen on (1, 2)"]);
    assert_eq!(
        why(7),
        [
            "n = 7 is odd: column 4 is in the middle",
            "Black answers each move to (r, c) by (r, 8 - c), its mirror image",
            "a white queen that comes to the middle column is taken there, and none can cross it",
        ]
    );
    assert_eq!(
        why(8),
        [
            "n = 8 is even: White takes (1, 2); columns 2 to 8, an odd number, are then \
             between the queens",
            "White answers each move to (r, c) by (r, 10 - c), its mirror image in column 5",
            "a black queen that comes to column 5 is taken there, and none can cross it",
        ]
    );
}
