//! Expressions as they are read and written.

use zug_lang::testing::rewritten;

#[test]
fn an_expression_is_written_as_it_was_read() {
    for source in [
        "a + b * c ** d % e",
        "(a + b) * c",
        "a - (b - c)",
        "-a ** b",
        "(-1) ** 2",
        "-(1 ** 2)",
        "(a ** b) ** c",
        "not a and (b or c)",
        "0 <= a < b",
        "(a < b) == (c < d)",
        "x in 1..n - 2",
        "a if b else c if d else e",
        "(a if b else c) if d else e",
        "board[x, y - 1][0]",
        "{A: (1, 0), B: [x for x in {1, 2} if x > 1]}",
        "{c: 0 for c in cells if c != (0, 0)}",
        "all(f(q, me) for (p, q) in m if p for r in q)",
    ] {
        let text = rewritten(source).unwrap();
        assert_eq!(rewritten(&text), Ok(text), "{source}");
    }
}

#[test]
fn different_expressions_have_different_texts() {
    for (a, b) in [
        ("a - b - c", "a - (b - c)"),
        ("-1 ** 2", "(-1) ** 2"),
        ("a < b < c", "(a < b) < c"),
        ("not (a and b)", "not a and b"),
    ] {
        assert_ne!(rewritten(a), rewritten(b));
    }
}

#[test]
fn operators_bind_as_in_python() {
    for (source, with_brackets) in [
        ("a + b * c ** d % e", "a + ((b * (c ** d)) % e)"),
        ("a ** b ** c", "a ** (b ** c)"),
        ("-a ** b", "-(a ** b)"),
        ("-a % b * -c", "((-a) % b) * (-c)"),
        ("not a == b and c or d", "((not (a == b)) and c) or d"),
        ("k in 1..n-2", "k in (1..(n - 2))"),
        ("a if b else c if d else e", "a if b else (c if d else e)"),
        ("c + i*d not in cells", "(c + (i * d)) not in cells"),
        ("a - b - c", "(a - b) - c"),
    ] {
        let text = rewritten(source).unwrap();
        assert_eq!(rewritten(with_brackets), Ok(text), "{source}");
    }
    for with_brackets in ["(a < b) <= c", "a < (b <= c)"] {
        assert_ne!(rewritten("a < b <= c"), rewritten(with_brackets));
    }
}
