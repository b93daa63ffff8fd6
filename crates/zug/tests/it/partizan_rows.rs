//! Known values of partizan games: the rows of `testdata/partizan.tsv` as expressions.

/// A known value of a position, or what else is known of it.
pub(crate) struct Row {
    /// The game, or `value` where no game is meant.
    pub(crate) game: &'static str,
    /// What is known: `value`, or another word for it.
    pub(crate) about: &'static str,
    /// The position as an expression.
    pub(crate) text: String,
    /// The cells of the board, the edges of the picture, or the counters of the heap.
    pub(crate) size: usize,
    /// What is known, as it is written.
    pub(crate) expected: &'static str,
}

/// The rows whose games the catalogue has.
pub(crate) fn rows() -> impl Iterator<Item = Row> {
    let rows = include_str!("../../../../testdata/partizan.tsv").lines();
    rows.filter_map(|row| {
        let fields: Vec<&str> = row.split('\t').collect();
        let &[kind, input, expected, _] = &fields[..] else {
            return None;
        };
        let (game, about) = kind.split_once(": ").unwrap_or((kind, "value"));
        let (text, size) = expression(game, input)?;
        Some(Row {
            game,
            about,
            text,
            size,
            expected,
        })
    })
}

/// The letters of edges or dominoes as the catalogue has them.
fn coloured(letters: &str) -> String {
    let colour = |letter| match letter {
        'l' => 'b',
        'e' => 'g',
        same => same,
    };
    letters.chars().map(colour).collect()
}

/// A string or a tree of edges as an expression: branches stand in brackets, divided by `;`.
fn hackenbush(tree: &str) -> String {
    let (mut edges, mut colours) = (Vec::new(), String::new());
    // The node where the next edge begins, and those where the open brackets began.
    let (mut node, mut open) = (0, Vec::new());
    for letter in tree.chars() {
        match letter {
            '(' => open.push(node),
            ';' => node = *open.last().unwrap(),
            ')' => node = open.pop().unwrap(),
            edge => {
                colours.push(edge);
                edges.push(format!("({node}, {})", colours.len()));
                node = colours.len();
            }
        }
    }
    format!(
        "hackenbush([{}], \"{}\")",
        edges.join(", "),
        coloured(&colours)
    )
}

/// A position as an expression, with its size; `None` if the game is not in the catalogue.
fn expression(game: &str, input: &str) -> Option<(String, usize)> {
    let letters = input.chars().filter(char::is_ascii_alphabetic).count();
    match game {
        "value" => return Some((input.to_owned(), 0)),
        "hackenbush string" | "hackenbush tree" => return Some((hackenbush(input), letters)),
        "toppling dominoes" => {
            let text = format!("toppling-dominoes(\"{}\")", coloured(input));
            return Some((text, letters));
        }
        "partizan subtraction" => {
            let (sets, counters) = input.strip_suffix(" counters")?.rsplit_once(", ")?;
            let (left, right) = sets
                .strip_prefix("Left takes ")?
                .split_once(", Right takes ")?;
            let text = format!("partizan-subtraction({counters}, {left}, {right})");
            return Some((text, counters.parse().ok()?));
        }
        _ => {}
    }
    let rows: Vec<&str> = input.split('|').collect();
    let (width, height, at) = match input.split_once(" high") {
        Some((size, _)) => {
            let (width, height) = size.split_once(" wide ")?;
            (width.parse().ok()?, height.parse().ok()?, None)
        }
        None => (rows[0].len(), rows.len(), Some(rows.join("/"))),
    };
    let letters = |board: String, letters: [(char, char); 2]| -> String {
        let letter = |known: char| {
            let pair = letters.iter().find(|(old, _)| *old == known);
            pair.map_or(known, |(_, new)| *new)
        };
        board.chars().map(letter).collect()
    };
    let size = format!("({width}, {height})");
    let text = match (game, at) {
        ("domineering" | "col" | "snort" | "clobber" | "cutcake" | "eatcake", None) => {
            format!("{game}{size}")
        }
        ("maundy cake", None) => format!("maundy-cake{size}"),
        ("snort", Some(at)) => {
            let board = letters(at, [('L', 'R'), ('R', 'B')]);
            format!("snort{size} at colour={board} turn=Red")
        }
        ("clobber", Some(at)) => {
            let board = letters(at, [('x', 'W'), ('o', 'B')]);
            format!("clobber{size} at board={board} turn=White")
        }
        ("toads-and-frogs", Some(at)) => {
            let [toads, gap, frogs] = ['t', '.', 'f'].map(|of| at.matches(of).count());
            let at = at.to_uppercase();
            format!("{game}({toads}, {gap}, {frogs}) at at={at} turn=Toads")
        }
        _ => return None,
    };
    Some((text, width * height))
}
