//! Words that are no state of a game are answered somehow, and within bounds.

use std::sync::Arc;

use zug_game::Expanded;
use zug_job::Job;
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
