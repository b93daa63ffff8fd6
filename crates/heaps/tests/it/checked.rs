//! Rules that are no game cannot be made, and the error says what is wrong with them.

use zug_heaps::{HeapGame, Parts, Splitting, SplittingError, TakeSet, TakeSetError};

#[test]
fn a_set_of_takes_is_sorted_and_has_each_number_once() {
    let game = HeapGame::subtraction([5, 1, 3, 5, u64::MAX]).unwrap();
    assert_eq!(game.to_string(), format!("{{1,3,5,{}}}", u64::MAX));
    assert_eq!(game, HeapGame::subtraction([u64::MAX, 5, 3, 1]).unwrap());
    let empty = TakeSet::new([]).unwrap();
    assert_eq!((empty.largest(), empty.contains(1)), (None, false));
    assert_eq!(HeapGame::AllBut(empty), "allbut {}".parse().unwrap());
}

#[test]
fn a_set_of_takes_has_no_zero() {
    let zero = |place| Err(TakeSetError::Zero { place });
    assert_eq!(HeapGame::subtraction([0]), zero(1));
    assert_eq!(HeapGame::all_but([3, 1, 0, 0]), zero(3));
}

#[test]
fn a_split_leaves_two_heaps_at_least_and_its_limits_agree() {
    for fewest in [0, 1] {
        let error = Splitting::new(fewest, None, Parts::Any);
        assert_eq!(error, Err(SplittingError::TooFew { fewest }));
    }
    let error = Splitting::new(4, Some(3), Parts::Distinct);
    assert_eq!(error, Err(SplittingError::Backwards { fewest: 4, most: 3 }));
    let grundy = Splitting::new(2, Some(2), Parts::Distinct).unwrap();
    assert_eq!(grundy, Splitting::GRUNDY);
    let any = grundy.with_parts(Parts::Any);
    assert_eq!(
        (any.fewest(), any.most(), any.parts()),
        (2, Some(2), Parts::Any)
    );
}
