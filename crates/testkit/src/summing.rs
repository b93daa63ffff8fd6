//! Rules in whose positions it stands what each player has by now, and which end with a score of that.
//! The games of the catalogue with these moves gain points instead.

/// Coins in a row: the sums of what was taken are in the position.
pub const COINS: &str = "\
game summed_coins(row = [10, 80, 90, 30])
players A, B
require len(row) >= 1 and all(coin >= 0 for coin in row)
let n = len(row)

from: 0..n = 0                                   # the coins at from..to-1 still lie there
to:   0..n = n
taken[player]: 0..sum(row) = 0

move first if from < to \"first\":
    taken[me] += row[from]
    from += 1

move last if from < to \"last\":
    to -= 1
    taken[me] += row[to]

score taken[me] - taken[other] if stuck

symmetry swap
";

/// Dots and Boxes by margin: the numbers of boxes are in the position.
pub const BOXES: &str = "\
game summed_boxes(width = 2, height = 2)
players A, B
require width >= 1 and height >= 1
type spots = grid(2*width + 1, 2*height + 1)     # dots, lines and boxes

let boxes = [(2*x + 1, 2*y + 1) for x in 0..width-1 for y in 0..height-1]
let sides = [(1, 0), (0, 1), (-1, 0), (0, -1)]

drawn[spots]: bool = false
boxes_of[player]: 0..width*height = 0

let full(box) = all(drawn[box + d] for d in sides)

move line((x, y) in spots) if (x + y) % 2 == 1 and not drawn[x, y] \"{x},{y}\":
    drawn[x, y] = true
    let made = count((x, y) + d in boxes and full((x, y) + d) for d in sides)
    boxes_of[me] += made
    if made > 0:
        again

score boxes_of[me] - boxes_of[other] if stuck

symmetry spots: all
symmetry swap
";

/// Kalah whose stores are part of the position.
pub const KALAH: &str = r#"game summed_kalah(pits = 3, seeds = 2)
players A, B
type cups = 0..2*pits+1

let total = 2 * pits * seeds
let store = {A: pits, B: 2*pits + 1}
let ring  = {A: [i for i in 0..2*pits], B: [(i + pits + 1) % (2*pits + 2) for i in 0..2*pits]}

cup[c in cups]: 0..total = 0 if c in [store[A], store[B]] else seeds

let over = all(cup[ring[me][i]] == 0 for i in 0..pits-1)

move sow(i in 0..pits-1) if cup[ring[me][i]] > 0 "{i + 1}":
    let n = cup[ring[me][i]]
    cup[ring[me][i]] = 0
    for j in 1..n:
        cup[ring[me][(i + j) % (2*pits + 1)]] += 1
    let last = ring[me][(i + n) % (2*pits + 1)]
    let opposite = 2*pits - last
    if last == store[me]:
        again
    elif any(last == ring[me][k] for k in 0..pits-1) and cup[last] == 1 and cup[opposite] > 0:
        cup[store[me]] += cup[opposite] + 1
        cup[opposite] = 0
        cup[last] = 0

score cup[store[me]] - (total - cup[store[me]]) if over

symmetry swap cups: c -> (c + pits + 1) % (2*pits + 2)
"#;
