//! One position of a large game: the search of its rules against a program written for the game
//! alone, on the same positions in the same run.

mod connect_four;
mod domineering;
mod dots_and_boxes;
mod othello;

use std::cmp::Ordering;
use std::fmt;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use zug::{MovesAsked, Problem, Request, SolveOptions};
use zug_game::{Game, Searchable};
use zug_lang::{AnyGame, Rules, RulesGame, Settings};
use zug_solve::Job;
use zug_solve::search::{Search, SearchOptions};
use zug_values::{Outcome, Plies};

use self::connect_four::Rival;
use crate::discs::Position;
use crate::rules::{Machine, native};

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

/// Boards of dots and boxes, by their numbers of boxes beside and above each other.
const BOXES: [(usize, usize); 2] = [(3, 2), (3, 3)];

/// Larger boards, and who wins by a proof that a search wrote (`bench/RESULTS.md`), which takes longer
/// than a benchmark may. The program of its own takes 2 GiB and some minutes for the last one.
const MANY_BOXES: [(usize, usize, Outcome); 2] = [(5, 2, Outcome::Loss), (4, 3, Outcome::Draw)];

/// The order in which a rival, a program written for one game alone, tries the moves of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// First the moves after which the opponent has the fewest moves.
    FewestReplies,
    /// As the moves are found on the board, which is the order of a plain program.
    AsFound,
}

impl Order {
    const ALL: [Self; 2] = [Self::FewestReplies, Self::AsFound];

    fn name(self) -> &'static str {
        match self {
            Self::FewestReplies => "ordered",
            Self::AsFound => "plain",
        }
    }
}

/// Searches positions of each game.
pub(crate) fn run() -> Result<()> {
    connect_four()?;
    domineering()?;
    dots_and_boxes()?;
    othello()
}

/// Searches positions of one game alone.
pub(crate) fn run_one(game: &str) -> Result<()> {
    match game {
        "connect-four" => connect_four(),
        "domineering" => domineering(),
        "dots-and-boxes" => dots_and_boxes(),
        "large-dots-and-boxes" => many_boxes(),
        "othello" => othello(),
        _ => bail!(
            "the games are `connect-four`, `domineering`, `dots-and-boxes`, `large-dots-and-boxes` \
             and `othello`"
        ),
    }
}

/// Searches random positions of Connect Four, none of which is won at once.
fn connect_four() -> Result<()> {
    println!("Connect Four on 7 by 6 cells, from its rules, and by a program of its own");
    println!("discs  positions  asked       nodes  of rival's    time  of rival's");
    for (count, discs, with_length) in SETS {
        let compared = compare(count, discs, with_length)?;
        let asked = if with_length { "length" } else { "outcome" };
        println!("{discs:>5}  {count:>9}  {asked:<7} {compared}");
    }
    Ok(())
}

/// Searches empty boards of Domineering: as `zug solve` does, with all that is derived from the rules
/// in the time, and with no more than a search does, without counts of moves.
fn domineering() -> Result<()> {
    println!("Domineering, from its rules, and by programs of its own");
    println!("board   search          rival        nodes  of rival's    time  of rival's");
    for (width, height) in [(6_u32, 6_u32), (7, 6)] {
        let sizes = [("width", width.to_string()), ("height", height.to_string())];
        let rivals = Order::ALL.map(|order| {
            let mut rival = domineering::Rival::new(width, height, TABLE as usize, order);
            let begin = Instant::now();
            let left_wins = rival.left_wins((1 << (width * height)) - 1);
            (order, left_wins, (rival.nodes, begin.elapsed()))
        });
        let (told, whole) = as_solved("domineering", &sizes)?;
        let AnyGame::Narrow(game) = game("domineering", &sizes)? else {
            bail!("42 cells and a turn fit into 64 bits");
        };
        let job = Job::default();
        let game = searchable(&game, &job)?;
        let begin = Instant::now();
        let mut search = Search::new(&game, options_of_search(), &job)?;
        let outcome = search.outcome(&game.start())?;
        let without = (search.nodes(), begin.elapsed());
        for (name, (nodes, time), outcome) in [
            ("as solved", whole, told),
            ("without counts", without, outcome),
        ] {
            for (order, left_wins, of_rival) in rivals {
                ensure!((outcome == Outcome::Win) == left_wins, "{outcome}");
                let compared = Compared {
                    nodes: [nodes, of_rival.0],
                    times: [time, of_rival.1],
                };
                let rival = order.name();
                println!("{width} by {height}  {name:<14}  {rival:<8} {compared}");
            }
        }
    }
    Ok(())
}

/// Searches empty boards of dots and boxes as `zug solve` does: it asks who wins.
fn dots_and_boxes() -> Result<()> {
    println!("Dots and boxes, from its rules, and by a program of its own for all sets of lines");
    println!("boxes       nodes  of rival's    time  of rival's");
    for (width, height) in BOXES {
        let begin = Instant::now();
        let rival = dots_and_boxes::Rival::new(width, height);
        let of_rival = (rival.positions(), begin.elapsed());
        let told = of_sign(rival.margin().cmp(&0));
        let sizes = [("width", width.to_string()), ("height", height.to_string())];
        let (outcome, (nodes, time)) = as_solved("dots-and-boxes", &sizes)?;
        ensure!(outcome == told, "{outcome} against {told}");
        let compared = Compared {
            nodes: [nodes, of_rival.0],
            times: [time, of_rival.1],
        };
        println!("{width} by {height}  {compared}");
    }
    Ok(())
}

/// Solves larger boards of dots and boxes by the program of its own alone, and compares who wins with
/// what a search has proved.
fn many_boxes() -> Result<()> {
    println!("Dots and boxes, by a program of its own for all sets of lines");
    println!("boxes   margin  first lines that keep it    time");
    for (width, height, proved) in MANY_BOXES {
        let begin = Instant::now();
        let rival = dots_and_boxes::Rival::new(width, height);
        let (margin, lines) = (rival.margin(), rival.best_lines());
        let told = of_sign(margin.cmp(&0));
        ensure!(told == proved, "{told} against {proved}");
        let time = begin.elapsed().as_secs_f64();
        println!("{width} by {height}  {margin:>6}  {lines:>24}  {time:>6.1} s");
    }
    Ok(())
}

/// Who wins a game of the catalogue with these parameters, as `zug solve` finds it on one thread;
/// the number of positions that it searched, and the time, in which the rules are read and prepared
/// too.
fn as_solved(name: &str, parameters: &[(&str, String)]) -> Result<(Outcome, (u64, Duration))> {
    let request = Request::catalogue(name)?;
    let request = parameters
        .iter()
        .fold(request, |request, (name, value)| request.set(*name, value));
    let options = SolveOptions::default()
        .with_moves(MovesAsked::One)
        .with_threads(NonZeroUsize::MIN)
        .with_memory(2 * TABLE);
    let begin = Instant::now();
    let searched = Problem::new(&request)?.search(&options)?;
    Ok((searched.worth.outcome(), (searched.nodes, begin.elapsed())))
}

/// Searches random positions of Othello with few empty cells.
fn othello() -> Result<()> {
    println!("Othello on 6 by 6 cells, from its rules, and by programs of its own");
    println!("empty  positions  rival        nodes  of rival's    time  of rival's");
    let AnyGame::Wide(game) = game("reversi", &[("n", "6".to_owned())])? else {
        bail!("36 cells take more than 64 bits");
    };
    let job = Job::default();
    let game = searchable(&game, &job)?;
    for (count, empty) in [(50, 8), (50, 10), (30, 12), (10, 14)] {
        let mut random = fastrand::Rng::with_seed(empty as u64);
        let mut rivals = Order::ALL.map(|order| {
            let rival = othello::Rival::new(TABLE as usize, order);
            (order, rival, Compared::default())
        });
        let mut done = 0;
        while done < count {
            let Some((position, of_rival)) = othello_ending(&game, empty, &mut random)? else {
                continue;
            };
            done += 1;
            let begin = Instant::now();
            let mut search = Search::new(&game, options_of_search(), &job)?;
            let outcome = search.outcome(&position)?;
            let time = begin.elapsed();
            for (_, rival, compared) in &mut rivals {
                let begin = Instant::now();
                let result = rival.result(of_rival);
                compared.times[1] += begin.elapsed();
                compared.times[0] += time;
                compared.nodes[0] += search.nodes();
                compared.nodes[1] = rival.nodes;
                let told = of_sign(result.cmp(&0));
                ensure!(outcome == told, "{outcome} against {told}");
            }
        }
        for (order, _, compared) in rivals {
            let rival = order.name();
            println!("{empty:>5}  {count:>9}  {rival:<8} {compared}");
        }
    }
    Ok(())
}

/// A position of Othello with this number of empty cells, after random moves; `None` if the game is
/// over before.
fn othello_ending<G: Searchable>(
    game: &G,
    empty: usize,
    random: &mut fastrand::Rng,
) -> Result<Option<(G::Position, othello::Position)>> {
    let (mut position, mut of_rival) = (game.start(), othello::Position::start());
    while of_rival.empty() > empty {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves)?;
        if moves.is_empty() {
            return Ok(None);
        }
        let choice = &moves[random.usize(..moves.len())];
        let name = game.move_name(&position, choice);
        let after = of_rival.after(&name);
        of_rival = after.with_context(|| format!("{name} names a cell or is a pass"))?;
        position = game.play(&position, choice)?.position;
    }
    let mut outcome = [None];
    game.outcomes(&[position], &mut outcome)?;
    Ok((outcome == [None]).then_some((position, of_rival)))
}

/// A game of the catalogue with these parameters.
fn game(name: &str, parameters: &[(&str, String)]) -> Result<AnyGame> {
    let entry = zug_catalogue::find(name).context("the game is in the catalogue")?;
    let settings: Settings = parameters
        .iter()
        .map(|(name, value)| (name, value))
        .collect();
    Ok(Rules::read(entry.source)?.instance(&settings)?.game()?)
}

/// The game as a search asks it, by machine code where there is a compiler.
fn searchable<W: Machine>(game: &RulesGame<W>, job: &Job) -> Result<RulesGame<W>> {
    let game = game.with_declared_symmetry();
    let game = native(&game).unwrap_or(game);
    game.with_search(job)
        .map_err(|why| anyhow::anyhow!("{why:?}"))
}

/// How games in which play ends are searched.
fn options_of_search() -> SearchOptions {
    SearchOptions {
        table_bytes: TABLE,
        ends: true,
        ..SearchOptions::default()
    }
}

/// The table of a rival, all of whose memory is there already: the system clears memory when it is
/// written to for the first time, which would count as time of the rival's.
fn ready<T: Copy>(entry: T, entries: usize) -> Vec<T> {
    let mut table = Vec::with_capacity(entries);
    table.resize(entries, std::hint::black_box(entry));
    table
}

/// The outcome that a score has, by its sign.
fn of_sign(sign: Ordering) -> Outcome {
    match sign {
        Ordering::Greater => Outcome::Win,
        Ordering::Equal => Outcome::Draw,
        Ordering::Less => Outcome::Loss,
    }
}

/// What the rules took, and what the rival took.
#[derive(Default)]
struct Compared {
    nodes: [u64; 2],
    times: [Duration; 2],
}

impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { nodes, times } = self;
        write!(
            f,
            "{:>9}  {:>10.2}  {:>5.2} s  {:>10.2}",
            nodes[0],
            nodes[0] as f64 / nodes[1] as f64,
            times[0].as_secs_f64(),
            times[0].as_secs_f64() / times[1].as_secs_f64(),
        )
    }
}

fn compare(count: usize, discs: usize, with_length: bool) -> Result<Compared> {
    let job = Job::default();
    let AnyGame::Wide(game) = game("connect-four", &[])? else {
        bail!("42 cells take more than 64 bits");
    };
    let game = searchable(&game, &job)?;
    let mut random = fastrand::Rng::with_seed(discs as u64);
    let mut rival = Rival::new(TABLE as usize);
    let mut compared = Compared::default();
    let mut done = 0;
    while done < count {
        let Some((position, columns)) = playout(&game, discs, &mut random)? else {
            continue;
        };
        done += 1;
        let begin = Instant::now();
        let mut search = Search::new(&game, options_of_search(), &job)?;
        let (outcome, plies) = if with_length {
            let value = search.value(&position)?;
            (value.outcome(), value.remoteness())
        } else {
            (search.outcome(&position)?, None)
        };
        compared.times[0] += begin.elapsed();
        compared.nodes[0] += search.nodes();
        let begin = Instant::now();
        let score = rival.score(Position::after(columns), with_length);
        compared.times[1] += begin.elapsed();
        let told = of_sign(score.cmp(&0));
        ensure!(outcome == told, "{outcome} against {told}");
        if let Some(Plies(plies)) = plies {
            ensure!(
                plies == length(score, discs),
                "{plies} plies against {score}"
            );
        }
    }
    compared.nodes[1] = rival.nodes;
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
