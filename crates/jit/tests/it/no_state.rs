//! Words that are no state of a game are answered somehow, and within bounds.

use std::sync::Arc;

use zug_game::{Expanded, PerfectIndex, U256};
use zug_job::Job;
use zug_lang::{AnyGame, Reference, Rules, Settings};
use zug_program::{
    Digit, GroundMove, Interpreter, Layout, Meter, Op, Residual, Scalar, Side, Symmetries,
};
use zug_values::Outcome;

/// A field in a range of five takes three bits: three of their eight contents are no value.
/// The index into the table is proved to be inside by the range.
#[test]
fn a_field_out_of_its_range_reads_no_memory_beyond_a_table() {
    let numbers = [10, 70, 20, 60, 30];
    let job = Job::default();
    let mut layout = Layout::default();
    let kind = layout.add_field(Scalar { lo: 0, hi: 4 });
    let number = layout.add_field(Scalar { lo: 0, hi: 70 });
    for field in [kind, number] {
        layout.add_digit(Digit::Field(field));
    }
    let mut program = Residual::new(layout, Meter::new(&job, 1000));
    let index = program.field(kind);
    let looked_up = program.table(numbers.to_vec(), index, |_| unreachable!("it is inside"));
    let look_up = GroundMove {
        derived: Vec::new(),
        guard: program.bool(true),
        body: vec![Op::Set {
            field: number,
            value: looked_up,
            site: None,
        }],
        gain: None,
    };
    program.sides.push(Side {
        moves: vec![look_up],
        ..Side::default()
    });
    let none = Arc::new(Symmetries::none());
    let interpreter = Interpreter::<u64>::new(program, Outcome::Loss, none, &job).unwrap();
    let (machine, _) = zug_jit::compile(&interpreter).unwrap();
    for content in 0..8_usize {
        let (mut steps, mut ends) = (Vec::new(), [Expanded::GoesOn(0)]);
        let reached = machine
            .code()
            .expand(&[content as u64], &mut steps, &mut ends);
        assert!(!reached.faulted);
        assert_eq!(ends, [Expanded::GoesOn(1)]);
        let found = steps[0].position >> 3;
        assert_eq!(found, numbers[content.min(4)] as u64, "content {content}");
    }
}

/// A hand of three cards, whose counts take more bits than there are hands.
const HAND: &str = "\
game hand
impartial
hand: bag(3) of 0..2 = [0, 0, 1]
played: 0..4 = 0

move pass_on(card in 0..2) if hand[card] > 0 and played < 4:
    hand[card] -= 1
    hand[(card + 1) % 3] += 1
    played += 1
";

#[test]
fn what_is_no_state_has_no_rank() {
    let rules = Rules::read(HAND).unwrap();
    let instance = rules.instance(&Settings::default()).unwrap();
    let Ok(AnyGame::Narrow(game)) = instance.game() else {
        panic!("a hand of three cards fits into 64 bits");
    };
    let (machine, _) = zug_jit::compile(game.interpreter()).unwrap();
    let states = Reference::new(game.instance());
    let mut counted = [0, 0];
    for position in 0..1_u64 << game.instance().bits() {
        let mut rank = [0];
        assert!(machine.code().rank(&[position], &mut rank));
        let is_state = states.is_state(U256::from(position));
        counted[usize::from(is_state)] += 1;
        if is_state {
            assert_eq!(u128::try_from(rank[0]), Ok(game.rank(&position)));
        } else {
            assert!(rank[0] < 0, "{position:b} has the rank {}", rank[0]);
        }
    }
    let [others, states] = counted;
    assert!(states > 40 && others > states, "{counted:?}");
}
