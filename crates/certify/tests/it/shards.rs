//! The entries of a shard beside the traces of moves that lead to it.

use std::convert::Infallible;

use zug_certify::shard::matched;
use zug_certify::{Flaw, NotCertified};
use zug_job::Job;

fn compared(
    entries: &[(u32, char)],
    traces: &[&[u32]],
    end: Option<u32>,
) -> Result<Vec<String>, Flaw<u32>> {
    let mut answers = vec![String::new(); traces.len()];
    let traces = traces.iter().map(|trace| trace.iter().copied().map(Ok));
    let entries = entries.iter().copied().map(Ok::<_, Infallible>);
    let answer = |trace: usize, claimed| answers[trace].push(claimed);
    let bounds = (end, Some(0));
    match matched(entries, traces.collect(), bounds, answer, &Job::default()) {
        Ok(_) => Ok(answers),
        Err(NotCertified::Flaw(flaw)) => Err(flaw),
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn each_trace_gets_the_values_of_its_positions() {
    let entries = [(0, 'a'), (1, 'b'), (4, 'c'), (9, 'd')];
    let traces: [&[u32]; 4] = [&[1, 9], &[], &[4], &[1, 4, 9]];
    assert_eq!(
        compared(&entries, &traces, Some(10)).unwrap(),
        ["bd", "", "c", "bcd"]
    );
}

#[test]
fn an_entry_too_many_or_too_few_is_a_flaw() {
    let traces: [&[u32]; 2] = [&[1, 9], &[4]];
    let all = [(1, 'a'), (4, 'b'), (9, 'c')];
    compared(&all, &traces, None).unwrap();
    for left_out in 0..3 {
        let mut entries = all.to_vec();
        let (position, _) = entries.remove(left_out);
        let flaw = compared(&entries, &traces, None).unwrap_err();
        assert_eq!(flaw, Flaw::LeftOut { position });
    }
    for position in [2, 7, 12] {
        let mut entries = all.to_vec();
        entries.push((position, 'x'));
        entries.sort_unstable();
        let flaw = compared(&entries, &traces, None).unwrap_err();
        assert_eq!(flaw, Flaw::Unreached { position });
    }
    let position = 9;
    let flaw = compared(&all, &traces, Some(9)).unwrap_err();
    assert_eq!(flaw, Flaw::Misplaced { position });
    let twice = [(1, 'a'), (1, 'a'), (4, 'b'), (9, 'c')];
    let flaw = compared(&twice, &traces, None).unwrap_err();
    assert_eq!(flaw, Flaw::Misplaced { position: 1 });
}
