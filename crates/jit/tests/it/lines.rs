//! Guards of many tests and bodies of many conditions, in random programs of the kind that
//! capturing along lines makes: machine code asks them of all cells at once, and without jumps.

use std::sync::Arc;

use zug_game::{Expanded, Player, Step, U256};
use zug_jit::Machine;
use zug_job::Job;
use zug_program::layout::number;
use zug_program::{
    Digit, ExprId, GroundMove, GroundResult, Interpreter, Layout, Meter, Op, Residual, Runner,
    Scalar, Side, Symmetries,
};
use zug_values::Outcome;

use crate::beside::compare_deep;

/// Random numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ x >> 31) % bound
    }
}

/// A board of cells of one size, with other fields around it.
struct Board {
    cells: Vec<usize>,
    turn: Option<usize>,
    contents: u64,
}

/// What must be found at a distance from a cell.
type Line = Vec<(i64, i64)>;

fn layout(random: &mut Random, bits: u32) -> (Layout, Board) {
    let mut layout = Layout::default();
    let add = |layout: &mut Layout, lo, hi| {
        let field = layout.add_field(Scalar { lo, hi });
        layout.add_digit(Digit::Field(field));
        field
    };
    if random.below(2) == 0 {
        add(&mut layout, 0, [1, 4][random.below(2) as usize]);
    }
    let contents = 2 + random.below(3);
    // Half of the words of 256 bits have a small board in their upper bits, and half a large board.
    let is_high = bits > 128 && random.below(2) == 0;
    if is_high {
        for _ in 0..3 {
            let pad = 1 << (20 + random.below(20));
            add(&mut layout, 0, pad);
        }
    }
    let most = match (bits, contents) {
        (64, 2) => 50,
        (64, _) => 26,
        (256, 2) if !is_high => 200,
        (256, _) if !is_high => 110,
        (_, 2) => 63,
        _ => 50,
    };
    let count = most - random.below(12);
    let cells = (0..count).map(|_| add(&mut layout, 0, contents as i64 - 1));
    let cells = cells.collect();
    let turn = (random.below(2) == 0).then(|| {
        let [first, second] = [Player::First, Player::Second].map(number::of_player);
        add(&mut layout, first.min(second), first.max(second))
    });
    layout.turn = turn;
    let board = Board {
        cells,
        turn,
        contents,
    };
    (layout, board)
}

/// Lines of several lengths in some directions: contents between, and another one at the end.
fn lines(random: &mut Random, contents: u64) -> Vec<Line> {
    let mut lines = Vec::new();
    for _ in 0..2 + random.below(4) {
        let step = [1, -1, 2, 5, -5, 6, -6, 7, -7][random.below(9) as usize];
        let [between, end] = [(); 2].map(|()| random.below(contents) as i64);
        for length in 1..2 + random.below(4) as i64 {
            let line = (1..=length).map(|at| (at * step, between));
            lines.push(line.chain([((length + 1) * step, end)]).collect());
        }
    }
    lines
}

/// The moves of one player, one for each cell, and perhaps a pass where there is no other.
fn side(random: &mut Random, program: &mut Residual, board: &Board) -> Side {
    let lines = lines(random, board.contents);
    let content = |random: &mut Random| random.below(board.contents) as i64;
    let [free, put, turned] = [(); 3].map(|()| content(random));
    let fields = program.layout().fields.clone();
    let bits = |cell: usize, content: i64| {
        let field = fields[board.cells[cell]];
        (field.mask(), field.content(content))
    };
    let mut moves: Vec<GroundMove> = Vec::new();
    for cell in 0..board.cells.len() {
        let mut tests: Vec<ExprId> = Vec::new();
        let (clear, set) = bits(cell, put);
        let mut body = vec![Op::Write { clear, set }];
        for line in &lines {
            let place = |by: i64| usize::try_from(cell as i64 + by).ok();
            let inside = |&(by, _): &(i64, i64)| place(by).is_some_and(|at| at < board.cells.len());
            if !line.iter().all(inside) || random.below(10) == 0 {
                continue;
            }
            let (mut mask, mut pattern) = (U256::ZERO, U256::ZERO);
            let mut then = Vec::new();
            for (by, content) in line {
                let cell = place(*by).expect("the cell is on the board");
                let one = bits(cell, *content);
                (mask, pattern) = (mask | one.0, pattern | one.1);
                if then.len() + 1 < line.len() {
                    let (clear, set) = bits(cell, turned);
                    then.push(Op::Write { clear, set });
                }
            }
            let condition = program.test_mask(mask, pattern);
            tests.push(condition);
            body.push(Op::If {
                condition,
                then,
                otherwise: Vec::new(),
            });
        }
        let (mask, pattern) = bits(cell, free);
        let empty = program.test_mask(mask, pattern);
        let encloses = program.or(&tests);
        moves.push(GroundMove {
            derived: Vec::new(),
            guard: program.and(&[empty, encloses]),
            body,
            gain: None,
        });
    }
    if random.below(2) == 0 {
        let mut guards: Vec<ExprId> = moves.iter().map(|ground| ground.guard).collect();
        guards.truncate(guards.len() - random.below(2) as usize);
        let any = program.or(&guards);
        let guard = program.not(any);
        moves.push(GroundMove {
            derived: Vec::new(),
            guard,
            body: Vec::new(),
            gain: None,
        });
    }
    let condition = program.stuck();
    let result = GroundResult {
        condition,
        asks_stuck: true,
        outcome: Outcome::Draw,
        score: None,
    };
    Side {
        results: vec![result],
        moves,
    }
}

/// Compares a random program in random positions. Returns the number of moves.
fn agree<W: Machine>(random: &mut Random) -> usize {
    let job = Job::default();
    let (layout, board) = layout(random, W::BITS);
    let fields = layout.fields.clone();
    let mut program = Residual::new(layout, Meter::new(&job, 10_000_000));
    for _ in 0..=usize::from(board.turn.is_some()) {
        let side = side(random, &mut program, &board);
        program.sides.push(side);
    }
    let none = Arc::new(Symmetries::none());
    let interpreter =
        Interpreter::<W>::new(program, Outcome::Loss, none, &job).expect("nobody stops it");
    let (machine, _) = zug_jit::compile(&interpreter).expect("the program is small");
    let machine = machine
        .searching(&job)
        .expect("nobody stops it")
        .expect("it is compiled");
    let mut moves = 0;
    for _ in 0..60 {
        let mut position = U256::ZERO;
        // Most cells hold one content, as discs in play do.
        let usual = random.below(board.contents) as i64;
        for field in &fields {
            let values = (field.scalar.hi - field.scalar.lo + 1) as u64;
            let value = field.scalar.lo + random.below(values) as i64;
            let is_usual =
                random.below(3) == 0 && (field.scalar.lo..=field.scalar.hi).contains(&usual);
            position |= field.content(if is_usual { usual } else { value });
        }
        let position = W::narrow(position);
        moves += same(&machine, &interpreter, position);
    }
    moves
}

fn same<W: Machine>(one: &dyn Runner<W>, other: &dyn Runner<W>, position: W) -> usize {
    let by = |runner: &dyn Runner<W>| {
        let mut steps: Vec<Step<W>> = Vec::new();
        let mut ends = [Expanded::GoesOn(0)];
        runner
            .expand(&[position], &mut steps, &mut ends)
            .expect("no check can fail");
        let (mut placed, mut places) = (Vec::new(), Vec::new());
        let ended = runner.expand_placed(position, &mut placed, &mut places);
        let (mut outcome, mut count) = ([None], [0]);
        runner
            .outcomes(&[position], &mut outcome)
            .expect("no check can fail");
        runner
            .move_counts(&[position], &mut count)
            .expect("no check can fail");
        (
            steps,
            ends,
            placed,
            places,
            ended.expect("no check can fail"),
            outcome,
            count,
        )
    };
    let (found, expected) = (by(one), by(other));
    assert_eq!(found, expected);
    found.0.len()
}

#[test]
fn random_lines_run_as_interpreted() {
    let mut random = Random(16);
    let mut moves = 0;
    for _ in 0..40 {
        moves += agree::<u64>(&mut random);
        moves += agree::<u128>(&mut random);
        moves += agree::<U256>(&mut random);
    }
    assert!(moves > 10_000, "{moves}");
}

#[test]
fn reversi_runs_as_interpreted_to_its_end() {
    let entry = zug_catalogue::find("reversi").unwrap();
    let met = compare_deep(entry.source, &[("n", "6")], 2000).unwrap();
    assert!(met.ended > 100, "{met:?}");
    assert_eq!((met.faults, met.left), (0, 0));
}
