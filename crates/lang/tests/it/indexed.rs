//! Moves by the numbers of the index by material are those of the rules.

use std::collections::HashMap;
use std::sync::Arc;

use zug_game::{DenseIndex, Expanded, Game, NumberedGame, Predecessors, Step};
use zug_lang::{AnyGame, NoMoves, Rules, RulesGame, Settings, Word};
use zug_solve::Job;
use zug_values::Turn;

fn game(source: &str, settings: &[(&str, u64)]) -> AnyGame {
    let settings = settings
        .iter()
        .fold(Settings::default(), |all, (key, value)| {
            all.set(*key, *value)
        });
    let rules = Rules::read(source).unwrap();
    rules.instance(&settings).unwrap().game().unwrap()
}

/// Each position by its number has the end and the successors that the rules give it, and the
/// ways back are these moves turned round, but for those to finished positions. Returns the number
/// of parts that the numbers of a tier fall into, of which each has the moves of the others.
fn moves_are_those_of_the_rules<W: Word>(game: &RulesGame<W>, name: &str) -> u32 {
    let index = Arc::new(game.material_index(game.start(), 1 << 22).unwrap());
    let indexed = game.by_number(index.clone(), &Job::default()).unwrap();
    let size = NumberedGame::size(&indexed);
    let mut all: Vec<u64> = (0..size).collect();
    let mut positions: Vec<W> = Vec::new();
    index.positions(&all, &mut positions);
    // Of an index that is folded with symmetries some numbers are of no position.
    all.retain(|number| index.number(&positions[*number as usize]) == Some(*number));
    positions.clear();
    index.positions(&all, &mut positions);

    let mut moves: HashMap<(u64, u64, bool), u32> = HashMap::new();
    let mut finished = vec![false; size as usize];
    let mut steps: Vec<Step<W>> = Vec::new();
    for (numbers, positions) in all.chunks(1000).zip(positions.chunks(1000)) {
        let (mut after, mut ends): (Vec<u64>, Vec<Expanded>) = (Vec::new(), Vec::new());
        indexed.expand(numbers, &mut ends, &mut after).unwrap();
        let mut expected = Vec::new();
        for ((number, position), end) in numbers.iter().zip(positions).zip(&ends) {
            steps.clear();
            let outcome = game.expand(position, &mut steps).unwrap();
            let told = match outcome {
                Some(outcome) => Expanded::Over(outcome),
                None => Expanded::GoesOn(steps.len() as u32),
            };
            assert_eq!(*end, told, "{name}: {position:?}");
            finished[*number as usize] = outcome.is_some();
            for step in &steps {
                let to = index.number(&step.position).unwrap();
                expected.push(to);
                *moves
                    .entry((*number, to, step.turn == Turn::Kept))
                    .or_default() += 1;
            }
        }
        after.sort_unstable();
        expected.sort_unstable();
        if !index.folded_with().is_empty() {
            // Moves from several positions of a row to one number are told once.
            after.dedup();
            expected.dedup();
        }
        assert!(after == expected, "{name}");
    }
    let tiers = indexed.tiers();
    assert_eq!(tiers.last().map(|tier| tier.numbers.end), Some(size));
    let tier_of = |number| tiers.partition_point(|tier| tier.numbers.end <= number);
    for (from, to, _) in moves.keys() {
        let (from, to) = (tier_of(*from), tier_of(*to));
        assert!(from == to || tiers[from].exits.contains(&to), "{name}");
        assert!(tiers[from].exits.iter().all(|exit| *exit > from), "{name}");
    }
    if tiers[0].images == 2 {
        let image = |number: u64| {
            let tier = &tiers[tier_of(number)];
            let within = number - tier.numbers.start;
            tier.numbers.start + (within + tier.part()) % (2 * tier.part())
        };
        for ((from, to, is_kept), count) in &moves {
            let of_image = moves.get(&(image(*from), image(*to), *is_kept));
            assert_eq!(of_image, Some(count), "{name}: {from}-{to}");
            // The players are told apart.
            let part = |number| image(number) > number;
            assert_eq!(part(*from) == part(*to), *is_kept, "{name}: {from}-{to}");
        }
    }
    for number in all {
        let mut before = Predecessors::default();
        for tier in 0..tiers.len() {
            let told = before.passing.len();
            indexed
                .predecessors_in(tier, &[number], &mut before)
                .unwrap();
            let more = &before.passing.as_slice()[told..];
            assert!(more.iter().all(|from| tier_of(*from) == tier), "{name}");
        }
        let passing = before.passing.as_slice().iter().map(|from| (*from, false));
        let kept = before.kept.as_slice().iter().map(|from| (*from, true));
        for (from, is_kept) in passing.chain(kept) {
            if finished[from as usize] {
                continue;
            }
            let key = (from, number, is_kept);
            let left = moves.get_mut(&key).expect("a move leads there");
            *left -= 1;
            if *left == 0 {
                moves.remove(&key);
            }
        }
    }
    assert!(
        moves.is_empty(),
        "{name}: {} moves are not taken back",
        moves.len()
    );
    tiers[0].images
}

/// As [`moves_are_those_of_the_rules`], with the symmetries that keep the start and without.
fn with_symmetries_and_without<W: Word>(game: &RulesGame<W>, name: &str) -> u32 {
    let images = moves_are_those_of_the_rules(&game.without_symmetry(), name);
    let folded = moves_are_those_of_the_rules(&game.fixing(game.start()), name);
    assert_eq!(images, folded, "{name}");
    images
}

fn check(source: &str, settings: &[(&str, u64)], name: &str) -> u32 {
    match game(source, settings) {
        AnyGame::Narrow(game) => with_symmetries_and_without(&game, name),
        AnyGame::Wide(game) => with_symmetries_and_without(&game, name),
        AnyGame::Widest(game) => with_symmetries_and_without(&game, name),
    }
}

#[test]
fn games_of_the_catalogue_move_by_number() {
    let source = |name| zug_catalogue::find(name).unwrap().source;
    for (name, settings, images) in [
        ("dodgem", &[("n", 2)][..], 2),
        ("dodgem", &[("n", 3)], 2),
        ("pong-hau-ki", &[], 2),
        // Noughts never have more marks than crosses, so that the images are out of reach.
        ("tic-tac-toe", &[], 1),
        ("quixo", &[("n", 2)], 2),
        ("quixo", &[("n", 3)], 2),
    ] {
        assert_eq!(check(source(name), settings, name), images, "{name}");
    }
}

/// What the players have beside the board changes places when they are swapped, and moves keep the
/// turn, end the game and take men off the board.
#[test]
fn positions_folded_with_the_players_swapped_move_by_number() {
    let rules = "\
game duel(n = 6)
players A, B
type cells = 0..n-1
let forward = {A: 1, B: -1}

board[c in cells]: player? = A if c < 2 else B if c > n - 3 else none
hurries[player]: 0..3 = 2

move step(c in cells, d in {1, -1}) if board[c] == me and c + d in cells and board[c + d] == none:
    board[c] = none
    board[c + d] = me

move hurry(c in cells, to = c + forward[me]) if board[c] == me and to in cells and board[to] == none and hurries[me] == 2:
    board[c] = none
    board[to] = me
    hurries[me] = 1
    again

move rest if hurries[me] == 1:
    hurries[me] = 0

move take(c in cells, to = c + 2 * forward[me]) if board[c] == me and to in cells and board[c + forward[me]] == other and board[to] == none:
    board[c] = none
    board[c + forward[me]] = none
    board[to] = me

move storm(c in cells, to = c + forward[me]) if board[c] == me and to not in cells and hurries[other] == 0:
    board[c] = none
    win me

win other if all(board[c] != other for c in cells)
symmetry swap cells: c -> n - 1 - c
";
    for n in [5, 6, 7] {
        assert_eq!(check(rules, &[("n", n)], "duel"), 2);
    }
}

#[test]
fn moves_that_keep_the_turn_or_end_the_game_move_by_number() {
    let rules = "\
game hop(n = 6)
players A, B
type cells = 0..n-1

board[c in cells]: player? = A if c < 2 else B if c > n - 3 else none
left: 0..2 = 2

move step(c in cells, d in {1, -1}) if board[c] == me and c + d in cells and board[c + d] == none:
    board[c] = none
    board[c + d] = me

move hurry(c in cells) if board[c] == me and c + 1 in cells and board[c + 1] == none and left == 2:
    board[c] = none
    board[c + 1] = me
    left = 1
    again

move drop(c in cells) if board[c] == me and left == 1:
    board[c] = none
    left = 0

move jump(c in cells) if board[c] == me and c + 2 in cells and board[c + 1] == other and board[c + 2] == none:
    board[c] = none
    board[c + 1] = none
    board[c + 2] = me
    win me

win other if all(board[c] != other for c in cells)
draw if board[0] == B and board[n - 1] == A
";
    for n in [5, 6, 7] {
        check(rules, &[("n", n)], "hop");
    }
}

/// The board is the same from both ends, pieces are pushed along, and a player moves twice in a row.
#[test]
fn positions_folded_with_a_mirror_move_by_number() {
    let rules = "\
game pond(n = 6)
players A, B
type cells = 0..n-1

board[c in cells]: player? = A if c in {0, n - 1} else B if c in {2, n - 3} else none
left: 0..2 = 2

move step(c in cells, d in {1, -1}) if board[c] == me and c + d in cells and board[c + d] == none:
    board[c] = none
    board[c + d] = me

move hurry(c in cells, d in {1, -1}) if board[c] == me and c + d in cells and board[c + d] == none and left == 2:
    board[c] = none
    board[c + d] = me
    left = 1
    again

move push(c in cells, d in {1, -1}) if board[c] == me and c + 2 * d in cells and board[c + d] == other and board[c + 2 * d] == none:
    board[c] = none
    board[c + d] = me
    board[c + 2 * d] = other
    left = 0

move swamp(c in {0, n - 1}) if board[c] == other and left == 0:
    board[c] = none

win me if all(board[c] != other for c in cells)
symmetry cells: c -> n - 1 - c
";
    for n in [6, 7, 8] {
        assert_eq!(check(rules, &[("n", n)], "pond"), 1);
        let AnyGame::Narrow(game) = game(rules, &[("n", n)]) else {
            unreachable!("its cells take 16 bits at most")
        };
        let index = game.material_index(game.start(), 1 << 22).unwrap();
        assert_eq!(index.folded_with(), [0, 1]);
    }
}

#[test]
fn moves_that_carry_pieces_about_move_by_number() {
    let rules = "\
game ring(n = 6)
players A, B
type cells = 0..n-1

board[c in cells]: 0..2 = c % 3
spins: 0..1 = 0

move spin(c in cells) if c + 2 in cells and board[c] != 1:
    let held = board[c]
    board[c] = board[c + 1]
    board[c + 1] = board[c + 2]
    board[c + 2] = held
    spins = 1 - spins

move copy(c in cells) if c + 1 in cells and board[c] == 1 and spins == 1:
    board[c + 1] = board[c]

move hop(c in cells) if c + 3 in cells and board[c] == board[c + 1]:
    board[c] = board[c + 3]
    board[c + 3] = 0
    if spins == 0:
        again

win me if board[0] == 2 and board[n - 1] == 2
win other if all(board[c] == 1 for c in cells)
draw if all(board[c] == 0 for c in cells)
";
    for n in [4, 5, 6] {
        check(rules, &[("n", n)], "ring");
    }
}

/// Pieces on `last + 1` cells that step on where the number of pieces in front is odd.
fn crowd(last: u32) -> String {
    format!(
        "\
game crowd
impartial
type cells = 0..{last}

board[c in cells]: bool = c < 3

move step(c in cells) if board[c] and c + 1 in cells and not board[c + 1] and count(board[d] for d in cells) % 2 == 1:
    board[c] = false
    board[c + 1] = true
"
    )
}

#[test]
fn a_move_that_depends_on_a_few_other_cells_moves_by_number() {
    check(&crowd(5), &[], "crowd");
    check(&crowd(8), &[], "crowd");
}

#[test]
fn a_move_that_depends_on_many_other_cells_does_not_go_by_number() {
    let AnyGame::Narrow(game) = game(&crowd(23), &[]) else {
        unreachable!("it has 24 bits")
    };
    let index = Arc::new(game.material_index(game.start(), 1 << 22).unwrap());
    assert_eq!(
        game.by_number(index, &Job::default()).unwrap_err(),
        NoMoves::MoveDepends
    );
}
