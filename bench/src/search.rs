//! One position of a large game: the search of its rules against a program written for the game
//! alone, on the same random positions in the same run.

mod connect_four;

use std::cmp::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use zug_game::Searchable;
use zug_lang::{AnyGame, Rules, Settings};
use zug_solve::Job;
use zug_solve::search::{Search, SearchOptions};
use zug_values::{Outcome, Plies};

use self::connect_four::{Position, Rival};
use crate::rules::native;

/// The bytes of each table.
const TABLE: u64 = 64 << 20;

/// A number of positions with this number of discs, and whether the number of moves is asked for.
const SETS: [(usize, usize, bool); 5] = [
    (50, 24, false),
    (50, 20, false),
    (30, 16, false),
    (8, 13, false),
    (30, 20, true),
];

/// Searches random positions of Connect Four, none of which is won at once.
pub(crate) fn run() -> Result<()> {
    println!("Connect Four on 7 by 6 cells, from its rules, and by a program of its own");
    println!("discs  positions  asked       nodes  of rival's    time  of rival's");
    for (count, discs, with_length) in SETS {
        let Compared { nodes, times } = compare(count, discs, with_length)?;
        let asked = if with_length { "length" } else { "outcome" };
        println!(
            "{discs:>5}  {count:>9}  {asked:<7} {:>9}  {:>10.2}  {:>5.2} s  {:>10.2}",
            nodes[0],
            nodes[0] as f64 / nodes[1] as f64,
            times[0].as_secs_f64(),
            times[0].as_secs_f64() / times[1].as_secs_f64(),
        );
    }
    Ok(())
}

/// What the rules took, and what the rival took.
#[derive(Default)]
struct Compared {
    nodes: [u64; 2],
    times: [Duration; 2],
}

fn compare(count: usize, discs: usize, with_length: bool) -> Result<Compared> {
    let job = Job::default();
    let source = zug_catalogue::find("connect-four").context("the game is in the catalogue")?;
    let rules = Rules::read(source.source)?;
    let game = match rules.instance(&Settings::default())?.game()? {
        AnyGame::Wide(game) => game.with_declared_symmetry(),
        AnyGame::Narrow(_) => bail!("42 cells take more than 64 bits"),
    };
    let game = native(&game).unwrap_or(game);
    let game = game
        .with_search(&job)
        .map_err(|why| anyhow::anyhow!("{why:?}"))?;
    let mut random = fastrand::Rng::with_seed(discs as u64);
    let mut compared = Compared::default();
    let mut done = 0;
    while done < count {
        let Some((position, columns)) = playout(&game, discs, &mut random)? else {
            continue;
        };
        done += 1;
        let options = SearchOptions {
            table_bytes: TABLE,
            ends: true,
            ..SearchOptions::default()
        };
        let begin = Instant::now();
        let mut search = Search::new(&game, options, &job)?;
        let (outcome, plies) = if with_length {
            let value = search.value(&position)?;
            (value.outcome(), value.remoteness())
        } else {
            (search.outcome(&position)?, None)
        };
        compared.times[0] += begin.elapsed();
        compared.nodes[0] += search.nodes();
        let mut rival = Rival::new(TABLE as usize);
        let begin = Instant::now();
        let score = rival.score(Position::after(columns), with_length);
        compared.times[1] += begin.elapsed();
        compared.nodes[1] += rival.nodes;
        let told = match score.cmp(&0) {
            Ordering::Greater => Outcome::Win,
            Ordering::Equal => Outcome::Draw,
            Ordering::Less => Outcome::Loss,
        };
        ensure!(outcome == told, "{outcome} against {told}");
        if let Some(Plies(plies)) = plies {
            ensure!(
                plies == length(score, discs),
                "{plies} plies against {score}"
            );
        }
    }
    Ok(compared)
}

/// The plies to the end that a score of the rival tells, which is not 0. It is 22 less the
/// number of discs that the winner has on the board at the end.
fn length(score: i32, discs: usize) -> u32 {
    let at_end = 22 - score.unsigned_abs();
    if score > 0 {
        2 * (at_end - discs as u32 / 2) - 1
    } else {
        2 * (at_end - (discs as u32).div_ceil(2))
    }
}

/// A position after this number of random moves, and the columns of these moves; `None` if the
/// game is over before, or the next move can end it.
fn playout<G: Searchable>(
    game: &G,
    discs: usize,
    random: &mut fastrand::Rng,
) -> Result<Option<(G::Position, Vec<u32>)>> {
    let mut position = game.start();
    let mut columns = Vec::new();
    for _ in 0..discs {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves)?;
        if moves.is_empty() {
            return Ok(None);
        }
        let choice = &moves[random.usize(..moves.len())];
        columns.push(game.move_name(&position, choice).parse()?);
        position = game.play(&position, choice)?.position;
    }
    let mut wins = [0];
    game.winning_moves(&[position], &mut wins)?;
    let mut outcome = [None];
    game.outcomes(&[position], &mut outcome)?;
    Ok((wins == [0] && outcome == [None]).then_some((position, columns)))
}
