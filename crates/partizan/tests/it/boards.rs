//! Rules of known games, each in a few lines, and values by plain recursion.

use std::collections::HashMap;

use zug_partizan::{Arena, Form, Side};

/// A position of a game, as a text.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    game: Game,
    position: String,
}

type Moves = fn(&str, Side) -> Vec<String>;

#[derive(Clone, Copy, Debug)]
struct Game {
    /// The positions after the moves of a player; `+` stands between parts of a sum.
    moves: Moves,
}

impl Board {
    /// The position of a row; `None` if the game is not here, or the board is large.
    pub(crate) fn of_row(game: &str, text: &str) -> Option<Self> {
        let (moves, most): (Moves, usize) = match game {
            "domineering" => (domineering, 21),
            "toads-and-frogs" => (toads_and_frogs, 20),
            "clobber" => (clobber, 12),
            "hackenbush string" | "hackenbush tree" => (hackenbush, 40),
            "toppling dominoes" => (toppling_dominoes, 40),
            "cutcake" => (cutcake, 4000),
            "maundy cake" => (maundy_cake, 4000),
            "eatcake" => (eatcake, 100),
            "col" => (col, 10),
            "snort" => (snort, 10),
            "konane" => (konane, 40),
            "partizan subtraction" => (subtraction, 1000),
            "amazons" => (amazons, 9),
            _ => return None,
        };
        let numbers: Vec<usize> = text
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|word| word.parse().ok())
            .collect();
        let position = match game {
            "cutcake" | "maundy cake" | "eatcake" => format!("{} {}", numbers[0], numbers[1]),
            "partizan subtraction" => {
                let sets: Vec<_> = text.split(['{', '}']).collect();
                let counters = numbers.last()?;
                format!("{};{};{counters}", sets[1], sets[3])
            }
            _ if text.contains("wide") => {
                let (width, height) = (numbers[0], numbers[1]);
                let cell = |x: usize, y: usize| match game {
                    "clobber" if (x + y).is_multiple_of(2) => 'x',
                    "clobber" => 'o',
                    _ => '.',
                };
                let row = |y| (0..width).map(|x| cell(x, y)).collect::<String>();
                (0..height).map(row).collect::<Vec<_>>().join("|")
            }
            _ => text.to_owned(),
        };
        let cells = match game {
            "cutcake" | "maundy cake" | "eatcake" => numbers[0] * numbers[1],
            _ => position.len() - position.matches('|').count(),
        };
        (cells <= most).then_some(Self {
            game: Game { moves },
            position,
        })
    }
}

impl Board {
    /// The position.
    pub(crate) fn position(&self) -> &str {
        &self.position
    }

    /// The positions after the moves of a player in a sum of positions of the game.
    pub(crate) fn moves(&self, position: &str, side: Side) -> Vec<String> {
        let parts: Vec<_> = position.split('+').collect();
        let mut next = Vec::new();
        for (place, part) in parts.iter().enumerate() {
            for moved in (self.game.moves)(part, side) {
                let mut after = parts.clone();
                after[place] = &moved;
                next.push(after.join("+"));
            }
        }
        next
    }
}

/// The value of a position by plain recursion.
pub(crate) fn value(arena: &mut Arena, board: &Board) -> Form {
    let mut known = HashMap::new();
    value_of(arena, &board.game, &board.position, &mut known)
}

fn value_of(
    arena: &mut Arena,
    game: &Game,
    position: &str,
    known: &mut HashMap<String, Form>,
) -> Form {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let mut sums = [Vec::new(), Vec::new()];
    for side in Side::BOTH {
        for next in (game.moves)(position, side) {
            let parts = next
                .split('+')
                .map(|part| value_of(arena, game, part, known));
            let parts: Vec<_> = parts.collect();
            sums[side as usize].push(arena.sum(parts).unwrap());
        }
    }
    let value = arena.from_options(&sums[0], &sums[1]).unwrap();
    known.insert(position.to_owned(), value);
    value
}

/// A board of rows.
struct Cells(Vec<Vec<u8>>);

impl Cells {
    fn of(text: &str) -> Self {
        Self(text.split('|').map(|row| row.as_bytes().to_vec()).collect())
    }

    fn text(&self) -> String {
        let row = |row: &Vec<u8>| String::from_utf8(row.clone()).unwrap();
        self.0.iter().map(row).collect::<Vec<_>>().join("|")
    }

    fn all(&self) -> Vec<(i32, i32)> {
        let row = |y: usize| (0..self.0[y].len()).map(move |x| (x as i32, y as i32));
        (0..self.0.len()).flat_map(row).collect()
    }

    /// The cells that hold this stone.
    fn with_stone(&self, stone: u8) -> impl Iterator<Item = (i32, i32)> {
        let cells = self.all().into_iter();
        cells.filter(move |&cell| self.at(cell) == Some(stone))
    }

    fn at(&self, (x, y): (i32, i32)) -> Option<u8> {
        let row = self.0.get(usize::try_from(y).ok()?)?;
        row.get(usize::try_from(x).ok()?).copied()
    }

    fn with(&self, changes: &[((i32, i32), u8)]) -> Self {
        let mut rows = self.0.clone();
        for &((x, y), to) in changes {
            rows[y as usize][x as usize] = to;
        }
        Self(rows)
    }
}

const NEIGHBOURS: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

fn step((x, y): (i32, i32), (dx, dy): (i32, i32), times: i32) -> (i32, i32) {
    (x + dx * times, y + dy * times)
}

fn domineering(position: &str, side: Side) -> Vec<String> {
    let cells = Cells::of(position);
    let by = match side {
        Side::Left => (0, 1),
        Side::Right => (1, 0),
    };
    let mut next = Vec::new();
    for cell in cells.all() {
        let other = step(cell, by, 1);
        if cells.at(cell) == Some(b'.') && cells.at(other) == Some(b'.') {
            next.push(parts(&cells.with(&[(cell, b'#'), (other, b'#')])));
        }
    }
    next
}

/// The regions of free cells that hang together, as boards of their own with `+` between them.
fn parts(cells: &Cells) -> String {
    let mut left: Vec<_> = cells.all();
    left.retain(|&cell| cells.at(cell) == Some(b'.'));
    let mut texts = Vec::new();
    while let Some(first) = left.pop() {
        let mut region = vec![first];
        let mut looked_at = 0;
        while looked_at < region.len() {
            for by in NEIGHBOURS {
                let beside = step(region[looked_at], by, 1);
                if let Some(place) = left.iter().position(|&cell| cell == beside) {
                    region.push(left.swap_remove(place));
                }
            }
            looked_at += 1;
        }
        let ends = |of: fn(&(i32, i32)) -> i32| {
            let all = || region.iter().map(of);
            all().min().unwrap()..=all().max().unwrap()
        };
        let (columns, rows) = (ends(|cell| cell.0), ends(|cell| cell.1));
        let row = |y: i32| {
            let cell = |x| if region.contains(&(x, y)) { '.' } else { '#' };
            columns.clone().map(cell).collect::<String>()
        };
        texts.push(rows.map(row).collect::<Vec<_>>().join("|"));
    }
    texts.join("+")
}

fn toads_and_frogs(position: &str, side: Side) -> Vec<String> {
    let (own, other, by) = match side {
        Side::Left => (b't', b'f', (1, 0)),
        Side::Right => (b'f', b't', (-1, 0)),
    };
    let cells = Cells::of(position);
    let mut next = Vec::new();
    for cell in cells.with_stone(own) {
        let one = step(cell, by, 1);
        let two = step(cell, by, 2);
        if cells.at(one) == Some(b'.') {
            next.push(cells.with(&[(cell, b'.'), (one, own)]).text());
        } else if cells.at(one) == Some(other) && cells.at(two) == Some(b'.') {
            next.push(cells.with(&[(cell, b'.'), (two, own)]).text());
        }
    }
    next
}

fn clobber(position: &str, side: Side) -> Vec<String> {
    let (own, other) = stones(side);
    let cells = Cells::of(position);
    let mut next = Vec::new();
    for cell in cells.with_stone(own) {
        for by in NEIGHBOURS {
            let to = step(cell, by, 1);
            if cells.at(to) == Some(other) {
                next.push(cells.with(&[(cell, b'.'), (to, own)]).text());
            }
        }
    }
    next
}

fn stones(side: Side) -> (u8, u8) {
    match side {
        Side::Left => (b'x', b'o'),
        Side::Right => (b'o', b'x'),
    }
}

/// Strings and trees of edges: what stands on a cut edge goes with it.
fn hackenbush(position: &str, side: Side) -> Vec<String> {
    let mut next = Vec::new();
    for (place, edge) in position.char_indices() {
        if !is_own_edge(edge, side) {
            continue;
        }
        let mut open = 0;
        let ends = |(_, c): &(usize, char)| {
            match c {
                '(' => open += 1,
                ')' => open -= 1,
                _ => {}
            }
            open < 0 || open == 0 && *c == ';'
        };
        let end = position[place..].char_indices().find(ends);
        let end = end.map_or(position.len(), |(length, _)| place + length);
        next.push(format!("{}{}", &position[..place], &position[end..]));
    }
    next
}

fn is_own_edge(edge: char, side: Side) -> bool {
    match side {
        Side::Left => matches!(edge, 'l' | 'e'),
        Side::Right => matches!(edge, 'r' | 'e'),
    }
}

fn toppling_dominoes(position: &str, side: Side) -> Vec<String> {
    let own = position
        .char_indices()
        .filter(|&(_, domino)| is_own_edge(domino, side));
    let both = |(place, _)| {
        [
            position[..place].to_owned(),
            position[place + 1..].to_owned(),
        ]
    };
    own.flat_map(both).collect()
}

/// The length that a player cuts, and the other one.
fn cake(position: &str, side: Side) -> (usize, usize, impl Fn(usize, usize) -> String) {
    let (width, height) = position.split_once(' ').unwrap();
    let (width, height) = (width.parse().unwrap(), height.parse().unwrap());
    let (cut, other) = match side {
        Side::Left => (width, height),
        Side::Right => (height, width),
    };
    let text = move |cut: usize, other: usize| match side {
        Side::Left => format!("{cut} {other}"),
        Side::Right => format!("{other} {cut}"),
    };
    (cut, other, text)
}

fn cutcake(position: &str, side: Side) -> Vec<String> {
    let (cut, other, text) = cake(position, side);
    let pieces = |at| format!("{}+{}", text(at, other), text(cut - at, other));
    (1..=cut / 2).map(pieces).collect()
}

fn maundy_cake(position: &str, side: Side) -> Vec<String> {
    let (cut, other, text) = cake(position, side);
    let pieces = (2..=cut).filter(|pieces| cut.is_multiple_of(*pieces));
    let next = |pieces| vec![text(cut / pieces, other); pieces].join("+");
    pieces.map(next).collect()
}

fn eatcake(position: &str, side: Side) -> Vec<String> {
    let (cut, other, text) = cake(position, side);
    let next = |eaten: usize| {
        let rest = [eaten, cut - 1 - eaten];
        let rest = rest.into_iter().filter(|&length| length > 0);
        let rest: Vec<_> = rest.map(|length| text(length, other)).collect();
        if rest.is_empty() {
            "0 0".to_owned()
        } else {
            rest.join("+")
        }
    };
    (0..cut).map(next).collect()
}

fn col(position: &str, side: Side) -> Vec<String> {
    paint(position, side, |own, _| own)
}

fn snort(position: &str, side: Side) -> Vec<String> {
    paint(position, side, |_, other| other)
}

/// Paints a cell that is not beside a forbidden colour.
fn paint(position: &str, side: Side, forbidden: fn(u8, u8) -> u8) -> Vec<String> {
    let (own, other) = match side {
        Side::Left => (b'L', b'R'),
        Side::Right => (b'R', b'L'),
    };
    let cells = Cells::of(position);
    let is_free = |cell: &(i32, i32)| {
        let beside = NEIGHBOURS.map(|by| cells.at(step(*cell, by, 1)));
        cells.at(*cell) == Some(b'.') && !beside.contains(&Some(forbidden(own, other)))
    };
    let free = cells.all().into_iter().filter(is_free);
    free.map(|cell| cells.with(&[(cell, own)]).text()).collect()
}

fn konane(position: &str, side: Side) -> Vec<String> {
    let (own, other) = stones(side);
    let cells = Cells::of(position);
    let mut next = Vec::new();
    for cell in cells.with_stone(own) {
        for by in NEIGHBOURS {
            let mut changes = vec![(cell, b'.')];
            for jump in 0.. {
                let (over, to) = (step(cell, by, 2 * jump + 1), step(cell, by, 2 * jump + 2));
                if cells.at(over) != Some(other) || cells.at(to) != Some(b'.') {
                    break;
                }
                changes.push((over, b'.'));
                let mut landed = changes.clone();
                landed.push((to, own));
                next.push(cells.with(&landed).text());
            }
        }
    }
    next
}

fn subtraction(position: &str, side: Side) -> Vec<String> {
    let fields: Vec<_> = position.split(';').collect();
    let counters: usize = fields[2].parse().unwrap();
    let takes = fields[side as usize]
        .split(',')
        .map(|take| take.parse::<usize>().unwrap());
    let rest = takes.filter_map(|take| counters.checked_sub(take));
    rest.map(|rest| format!("{};{};{rest}", fields[0], fields[1]))
        .collect()
}

fn amazons(position: &str, side: Side) -> Vec<String> {
    let (own, _) = stones(side);
    let cells = Cells::of(position);
    let mut next = Vec::new();
    for from in cells.with_stone(own) {
        for to in queen_moves(&cells, from) {
            let moved = cells.with(&[(from, b'.'), (to, own)]);
            for arrow in queen_moves(&moved, to) {
                next.push(moved.with(&[(arrow, b'#')]).text());
            }
        }
    }
    next
}

fn queen_moves(cells: &Cells, from: (i32, i32)) -> Vec<(i32, i32)> {
    let mut found = Vec::new();
    for by in [
        (1, 0),
        (1, 1),
        (0, 1),
        (-1, 1),
        (-1, 0),
        (-1, -1),
        (0, -1),
        (1, -1),
    ] {
        let way = (1..).map(|times| step(from, by, times));
        found.extend(way.take_while(|&cell| cells.at(cell) == Some(b'.')));
    }
    found
}
