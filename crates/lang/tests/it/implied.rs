//! Fields that other fields imply: in every position of play they hold what is implied, and ranks
//! that leave them out are those of one position each.

use std::collections::{HashMap, HashSet, VecDeque};

use zug_game::{Game, PerfectIndex};
use zug_job::Job;
use zug_lang::{AnyGame, RulesGame, Word};

use crate::small;

/// The most positions of a game that are looked at.
const MOST: usize = 4000;

/// Follows play from the start. Returns what is implied, by name, and the numbers of ranks with the
/// digits of these fields and without.
fn ranks_hold<W: Word>(game: &RulesGame<W>, name: &str) -> Option<(Vec<String>, u128, u128)> {
    let job = Job::default();
    let start = game.start();
    let implied = game.implied_fields(start, &job).unwrap();
    let left_out = game.leaving_out_implied(start, &job).unwrap();
    assert_eq!(left_out.is_none(), implied.is_empty(), "{name}");
    let left_out = left_out?;
    let layout = left_out.residual().layout();
    let mut seen = HashSet::from([start]);
    let mut ranks = HashMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(position) = queue.pop_front() {
        for implied in &implied {
            let wide = position.widen();
            let field = layout.fields[implied.field()];
            let content = layout.get(wide, implied.field()) - field.scalar.lo;
            assert!(implied.keeps_sum(wide), "{name}: {position:?}");
            let told = implied.content(wide, field.scalar.radix());
            assert_eq!(told, Some(content), "{name}: {position:?}");
        }
        let rank = left_out.rank(&position);
        assert!(rank < left_out.size(), "{name}: {position:?}");
        assert_eq!(left_out.unrank(rank), Some(position), "{name}");
        assert_eq!(ranks.insert(rank, position), None, "{name}");
        if seen.len() < MOST {
            let mut steps = Vec::new();
            if game.expand(&position, &mut steps).is_ok() {
                let found = steps.iter().map(|step| step.position);
                queue.extend(found.filter(|position| seen.insert(*position)));
            }
        }
    }
    // Whatever the sums of a state are: it has the rank of a position that has the same sums, or none.
    let states = game.size();
    for rank in (0..states)
        .step_by((states / 2000).max(1) as usize)
        .take(2000)
    {
        let state = game.unrank(rank).unwrap();
        let keeps = implied
            .iter()
            .all(|implied| implied.keeps_sum(state.widen()));
        let short = left_out.rank(&state);
        assert_eq!(short < left_out.size(), keeps, "{name}: {state:?}");
        if keeps {
            assert_eq!(left_out.unrank(short), Some(state), "{name}");
        }
    }
    let agreeing = game.agreeing_states(start, &job).unwrap()?;
    assert_eq!(agreeing.most, left_out.size(), "{name}");
    Some((agreeing.implied, game.size(), agreeing.most))
}

/// The games of which fields are implied: these fields, and the numbers of ranks with their digits
/// and without. No other game has such fields.
const IMPLIED: [(&str, &str, u128, u128); 41] = [
    ("achi", "hand[X] hand[O]", 629_856, 39_366),
    (
        "amazons",
        "board[0,0] burnt[0,0]",
        10_319_560_704,
        1_719_926_784,
    ),
    ("awari", "cup[0]", 11_529_602, 1_647_086),
    ("chomp", "bar[0,0]", 268_435_456, 134_217_728),
    ("clobber", "board[0,0] board[0,1]", 39_366, 4_374),
    ("coins-in-a-row", "turn", 2_226_050, 1_113_025),
    ("col", "colour[0,0]", 39_366, 13_122),
    ("connect-four", "board[0,0]", 39_366, 13_122),
    ("cram", "full[0,0]", 4096, 2048),
    ("dao", "board[0,0]", 86_093_442, 28_697_814),
    ("dawsons-chess", "board[0,0]", 28_697_814, 9_565_938),
    ("dawsons-kayles", "up[1]", 32_768, 16_384),
    ("domineering", "full[0,0] full[0,1]", 131_072, 32_768),
    ("dots-and-boxes", DOTS, 1_677_721_600, 204_800),
    ("dots-and-boxes-by-margin", DOTS, 1_677_721_600, 204_800),
    (
        "edge-geography",
        "used[0] used[1] used[2] used[6]",
        1280,
        80,
    ),
    (
        "fox-and-geese",
        "board[0,0] board[0,1] turn",
        86_093_442,
        4_782_969,
    ),
    ("game-of-y", "board[0]", 118_098, 39_366),
    ("geography", "visited[0] visited[1]", 384, 96),
    ("hare-and-hounds", "board[0,0]", 28_697_814, 9_565_938),
    ("havannah", "board[0,0] board[0,1] board[2,2]", 39_366, 1458),
    ("hex", "board[0,0]", 39_366, 13_122),
    ("hexapawn", "board[0,0]", 39_366, 13_122),
    ("kalah", "cup[0]", 1_062_882, 118_098),
    ("kalah-by-margin", "cup[0]", 1_631_461_442, 125_497_034),
    ("konane", "turn", 258_280_326, 129_140_163),
    ("misere-tic-tac-toe", "board[0,0]", 39_366, 13_122),
    ("mu-torere", "board[0]", 39_366, 13_122),
    ("nimble", "lying[0]", 15_625, 3125),
    ("number-game", "turn", 440, 220),
    ("number-scrabble", "taken[1]", 39_366, 13_122),
    ("order-and-chaos", "turn", 39_366, 19_683),
    ("pong-hau-ki", "board[0]", 486, 162),
    ("silver-dollar", "coin[0]", 4096, 2048),
    ("sim", "colour[0]", 1458, 486),
    ("snort", "colour[0,0]", 39_366, 13_122),
    (
        "superko-go",
        "seen[25] seen[26]",
        21_743_271_936,
        5_435_817_984,
    ),
    ("three-mens-morris", "hand[X] hand[O]", 629_856, 39_366),
    ("tic-tac-toe", "board[0,0]", 39_366, 13_122),
    ("tigers-and-goats", "hand", 708_588, 118_098),
    ("toads-and-frogs", "at[1]", 13_122, 4374),
];

/// The places of Dots and Boxes that no move changes, which are dots and boxes, and one line.
const DOTS: &str = "drawn[0,0] drawn[0,2] drawn[0,4] drawn[1,1] drawn[1,3] drawn[2,0] drawn[2,2] \
                    drawn[2,4] drawn[3,1] drawn[3,3] drawn[4,0] drawn[4,2] drawn[4,4]";

#[test]
fn what_is_implied_is_held_in_every_position() {
    let mut found = Vec::new();
    for (name, game) in small::games() {
        let told = match &game {
            AnyGame::Narrow(game) => ranks_hold(game, name),
            AnyGame::Wide(game) => ranks_hold(game, name),
            AnyGame::Widest(game) => ranks_hold(game, name),
        };
        found.extend(told.map(|(fields, before, after)| (name, fields.join(" "), before, after)));
    }
    let expected = IMPLIED.map(|(name, fields, before, after)| {
        let fields = fields.to_owned();
        (name, fields, before, after)
    });
    assert_eq!(found, expected);
}
