//! Reversi on 8 by 8 cells, whose positions take 129 bits: its first plies are as many as has been
//! published, and its endings are what an independent solver says.

use zug::{Error, Outcome, Problem, Request, Scope, Solution, SolveError, SolveOptions};
use zug_game::Game;
use zug_lang::{AnyGame, Rules, RulesGame, Settings, Word};
use zug_solve::table::Table;
use zug_testkit::all_or;

const SIDE: usize = 8;

fn request() -> Request {
    Request::catalogue("reversi").unwrap().set("n", "8")
}

fn rules() -> AnyGame {
    let source = zug_catalogue::find("reversi").unwrap().source;
    let settings = Settings::default().set("n", "8");
    let instance = Rules::read(source).unwrap().instance(&settings).unwrap();
    assert_eq!(instance.bits(), 129);
    instance.game().unwrap()
}

/// The number of lines of play of a number of plies.
fn lines<W: Word>(game: &RulesGame<W>, position: W, plies: usize) -> u64 {
    let mut steps = Vec::new();
    game.expand(&position, &mut steps).unwrap();
    match plies {
        1 => steps.len() as u64,
        _ => steps
            .iter()
            .map(|step| lines(game, step.position, plies - 1))
            .sum(),
    }
}

#[test]
fn the_first_plies_of_othello_are_as_many_as_published() {
    // OEIS A124004, less its first term; worked out by many programs.
    let published = [4, 12, 56, 244, 1396, 8200, 55092];
    let AnyGame::Widest(game) = rules() else {
        panic!("129 bits fit into no narrower word")
    };
    for (plies, number) in (1..).zip(published) {
        assert_eq!(lines(&game, game.start(), plies), number, "{plies} plies");
    }
}

/// A board of Othello: 0 is empty, 1 is Black, -1 is White.
#[derive(Clone)]
struct Board {
    cells: [[i8; SIDE]; SIDE],
    mover: i8,
}

impl Board {
    fn start() -> Self {
        let mut cells = [[0; SIDE]; SIDE];
        (cells[3][3], cells[4][4]) = (1, 1);
        (cells[3][4], cells[4][3]) = (-1, -1);
        Self { cells, mover: 1 }
    }

    /// The position as the rules write it.
    fn text(&self) -> String {
        let row = |row: &[i8; SIDE]| -> String {
            let letter = |cell: &i8| ['W', '.', 'B'][(cell + 1) as usize];
            row.iter().map(letter).collect()
        };
        let rows: Vec<String> = self.cells.iter().map(row).collect();
        let mover = if self.mover > 0 { "Black" } else { "White" };
        format!("board={} turn={mover}", rows.join("/"))
    }

    fn empty(&self) -> usize {
        self.cells
            .iter()
            .flatten()
            .filter(|cell| **cell == 0)
            .count()
    }

    /// The board after a disc of the mover on a cell; `None` if it encloses nothing.
    fn placed(&self, row: usize, column: usize) -> Option<Self> {
        if self.cells[row][column] != 0 {
            return None;
        }
        let mut after = self.clone();
        let mut turned = 0;
        for (down, right) in [
            (0, 1),
            (1, 1),
            (1, 0),
            (1, -1),
            (0, -1),
            (-1, -1),
            (-1, 0),
            (-1, 1),
        ] {
            let cell = |steps: isize| {
                let at = |from: usize, by: isize| from.checked_add_signed(by * steps);
                let (row, column) = (at(row, down)?, at(column, right)?);
                (row < SIDE && column < SIDE).then_some((row, column))
            };
            let content =
                |steps: isize| cell(steps).map_or(0, |(row, column)| self.cells[row][column]);
            let enclosed = (1..SIDE as isize)
                .take_while(|steps| content(*steps) == -self.mover)
                .count();
            if content(enclosed as isize + 1) == self.mover {
                for steps in 1..=enclosed as isize {
                    let (row, column) = cell(steps).unwrap();
                    after.cells[row][column] = self.mover;
                    turned += 1;
                }
            }
        }
        after.cells[row][column] = self.mover;
        after.mover = -self.mover;
        (turned > 0).then_some(after)
    }

    fn placements(&self) -> Vec<Self> {
        let cells = (0..SIDE * SIDE).map(|cell| (cell / SIDE, cell % SIDE));
        cells
            .filter_map(|(row, column)| self.placed(row, column))
            .collect()
    }

    fn passed(&self) -> Self {
        Self {
            mover: -self.mover,
            ..self.clone()
        }
    }

    /// What the mover gets: 1, 0 or -1.
    fn solved(&self) -> i32 {
        let after = self.placements();
        if !after.is_empty() {
            return after.iter().map(|board| -board.solved()).max().unwrap();
        }
        let passed = self.passed();
        if !passed.placements().is_empty() {
            return -passed.solved();
        }
        let discs: i32 = self
            .cells
            .iter()
            .flatten()
            .map(|cell| i32::from(*cell))
            .sum();
        (discs * i32::from(self.mover)).signum()
    }
}

/// Boards with this number of empty cells, on which a disc can be placed, by play at random.
fn endings(empty: usize, count: usize) -> Vec<Board> {
    let mut found = Vec::new();
    let mut seed = 8_u64;
    while found.len() < count {
        let mut board = Board::start();
        while board.empty() > empty {
            let after = board.placements();
            if after.is_empty() {
                board = board.passed();
                if board.placements().is_empty() {
                    break;
                }
                continue;
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            board = after[(seed >> 33) as usize % after.len()].clone();
        }
        if board.empty() == empty && !board.placements().is_empty() {
            found.push(board);
        }
    }
    found
}

fn outcome(solved: i32) -> Outcome {
    match solved {
        1 => Outcome::Win,
        0 => Outcome::Draw,
        _ => Outcome::Loss,
    }
}

#[test]
fn endings_of_othello_are_what_an_independent_solver_says() {
    let mut told = [0; 3];
    for (place, board) in endings(7, all_or(3, 8)).into_iter().enumerate() {
        let problem = Problem::new(&request().at(board.text())).unwrap();
        let expected = outcome(board.solved());
        told[expected as usize] += 1;
        let mut plies = None;
        // The interpreter takes seconds to solve all positions of one ending, so it solves few alone.
        let natives = if place < all_or(1, 2) {
            &[false, true][..]
        } else {
            &[true]
        };
        for &native in natives {
            let options = SolveOptions::default().with_native(native);
            for remoteness in [false, true] {
                let options = options.clone().with_remoteness(remoteness);
                let searched = problem.search(&options).unwrap();
                assert_eq!(searched.worth.outcome(), expected, "{}", board.text());
                plies = plies.or(searched.worth.remoteness());
            }
            let solution = problem.solve(&options).unwrap();
            let value = solution.value(&problem.root()).unwrap().unwrap();
            assert_eq!(value.outcome(), expected, "{}", board.text());
            assert_eq!(value.remoteness(), plies, "{}", board.text());
            solution.verify().unwrap();
        }
    }
    assert!(told[0] > 0 && told[2] > 0, "{told:?}");
}

#[test]
fn moves_of_positions_of_129_bits_have_values() {
    let board = endings(5, 1).remove(0);
    let problem = Problem::new(&request().at(board.text())).unwrap();
    let solution = problem.solve(&SolveOptions::default()).unwrap();
    let mut known: Vec<Outcome> = board
        .placements()
        .iter()
        .map(|after| outcome(-after.solved()))
        .collect();
    let moves = solution.moves(&problem.root()).unwrap();
    let mut told: Vec<Outcome> = moves.iter().map(|of| of.value.outcome()).collect();
    known.sort_by_key(|outcome| *outcome as u8);
    told.sort_by_key(|outcome| *outcome as u8);
    assert_eq!(told, known);
    for of in moves {
        let text = problem.print(&of.position);
        assert_eq!(problem.parse(&text).unwrap(), of.position, "{text}");
    }
    let proof = problem
        .search(&SolveOptions::default().with_proof(true))
        .unwrap()
        .proof
        .unwrap();
    let options = SolveOptions::default();
    let mut check = zug::ProofCheck::new(&problem, proof.len() as u64, &options).unwrap();
    for (position, bounds) in proof.entries() {
        check.add(position, bounds).unwrap();
    }
    let outcome = solution.value(&problem.root()).unwrap().unwrap().outcome();
    check.run(&zug::ProofClaim::Worth(outcome.into())).unwrap();
}

#[test]
fn a_solution_of_256_bits_is_packed_and_all_states_are_refused() {
    let board = endings(3, 1).remove(0);
    let problem = Problem::new(&request().at(board.text())).unwrap();
    let solution: Solution = problem.solve(&SolveOptions::default()).unwrap();
    let mut packed = 0;
    let read = solution.packed().each_block(&mut |block| {
        packed += block.len() as u64;
        std::ops::ControlFlow::Continue(())
    });
    read.unwrap();
    assert_eq!(packed, solution.counts().unwrap().canonical);

    let everywhere = request().with_scope(Scope::Everywhere);
    let all = Problem::new(&everywhere).unwrap();
    let refused = all.solve(&SolveOptions::default());
    assert!(
        matches!(
            refused,
            Err(Error::Solve(SolveError::TooManyPositions { .. }))
        ),
        "{refused:?}"
    );
}
