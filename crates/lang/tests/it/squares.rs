//! Squares by column and row.

use zug_lang::read_square;
use zug_lang::testing::written;

#[test]
fn a_square_is_read_as_it_is_written() {
    assert_eq!(written(0, 0).as_deref(), Some("a1"));
    assert_eq!(written(7, 7).as_deref(), Some("h8"));
    assert_eq!(written(25, 99).as_deref(), Some("z100"));
    assert_eq!(written(26, 0).as_deref(), Some("aa1"));
    assert_eq!((written(-1, 0), written(0, -1)), (None, None));
    for (column, row) in [(0, 0), (7, 7), (25, 99), (26, 0), (701, 1), (702, 2)] {
        assert_eq!(
            read_square(&written(column, row).unwrap()),
            Some((column, row))
        );
    }
    for text in [
        "",
        "a",
        "a0",
        "1a",
        "a1b",
        "a+1",
        "é1",
        "a1 ",
        "7",
        &"z1".repeat(40),
    ] {
        assert_eq!(read_square(text), None, "{text}");
    }
}
