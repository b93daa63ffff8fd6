//! Characters that cannot be seen, or that steer a terminal, are written out in messages.

use std::borrow::Cow;

use zug_lang::testing::visible_in_place;
use zug_lang::{is_unprintable, visible};

#[test]
fn what_steers_a_terminal_is_written_out() {
    assert_eq!(
        visible("a\u{1b}[31mb\r\u{9b}\u{202e}c\n\td"),
        "a\\u001b[31mb\\u000d\\u009b\\u202ec\n\td"
    );
    assert!(matches!(visible("X ● é"), Cow::Borrowed("X ● é")));
}

#[test]
fn places_stay_where_signs_are_replaced() {
    for unprintable in ('\0'..='\u{ffff}').filter(|c| is_unprintable(*c)) {
        let source = format!("a{unprintable}b");
        let shown = visible_in_place(&source);
        assert_eq!(shown.len(), source.len());
        assert!(shown.chars().all(|c| c.is_ascii() || !is_unprintable(c)));
    }
}
