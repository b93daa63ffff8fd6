//! Solved positions as columns of numbers.

use std::ops::ControlFlow;

use zug::{ColumnValues, Job, Problem, Request, SolveOptions};

#[test]
fn numbers_are_as_narrow_as_their_range() {
    let ranges = "a: 0..127 = 0\nb: 0..128 = 0\nc: -128..0 = 0\nd: -129..0 = 0\n\
                  e: 0..1099511627776 = 0\n";
    let rules =
        format!("game g\nimpartial\n{ranges}move m if a + b - c - d + e == 0:\n    a = 1\n");
    let problem = Problem::new(&Request::rules(rules, "g.zug")).unwrap();
    let solution = problem.solve(&SolveOptions::default()).unwrap();
    let mut widths = Vec::new();
    let take = &mut |columns: Vec<zug::Column>| {
        widths.extend(columns[..5].iter().map(|column| match &column.values {
            ColumnValues::Numbers { width, .. } => *width,
            _ => panic!("{column:?} has no numbers"),
        }));
        ControlFlow::Continue(())
    };
    let job = Job::default();
    let columns = solution.columns(&problem, 10, false, &job, take);
    columns.unwrap();
    assert_eq!(widths, [1, 2, 1, 2, 8]);
}
