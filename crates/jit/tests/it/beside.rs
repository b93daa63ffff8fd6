//! Machine code beside the interpreter, position by position.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use zug_game::{
    Expanded, Game, Notation, PerfectIndex, Searchable, Seen, Step, Symmetric, WinsFound,
};
use zug_jit::{Code, Compiled, Error, Machine, Reached};
use zug_job::Job;
use zug_lang::{AnyGame, Rules, RulesGame, Settings};
use zug_program::{Interpreter, Runner, Symmetries};
use zug_values::{Outcome, Value};

/// What was met on the way.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Met {
    pub(crate) positions: usize,
    pub(crate) faults: usize,
    pub(crate) ended: usize,
    /// Positions that machine code left to the interpreter, which knew an answer: a
    /// move fails where a result that asks for moves holds.
    pub(crate) left: usize,
    /// Positions whose images machine code knew, or did not know.
    pub(crate) imaged: usize,
    pub(crate) not_imaged: usize,
    /// Positions whose ranks it knew.
    pub(crate) ranked: usize,
    /// Positions whose moves that win at once it found without their successors.
    pub(crate) wins_found: usize,
    /// The number of moves that it found to win at once, and of all that do, where it finds
    /// some of them.
    pub(crate) some_wins: Option<[u64; 2]>,
    /// Quiet positions of whose successors it saw which of them are quiet, among those that were asked.
    pub(crate) quiet_seen: [usize; 2],
    /// Positions of whose moves it told what they gain.
    pub(crate) gained: usize,
    /// Positions whose loosened moves that win at once it found.
    pub(crate) threats_found: usize,
}

/// In which order positions are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// Those first that few moves lead to.
    Broad,
    /// The position that was found last is looked at first, so that play soon comes to an end.
    Deep,
}

/// Compares what the moves of a position gain.
fn same_gains<W: Machine>(game: &RulesGame<W>, machine: &Compiled<W>, position: W) {
    let (mut found, mut expected) = (vec![7], vec![7]);
    game.gains(position, &mut expected)
        .expect("no fault before");
    machine
        .gains(position, &mut found)
        .expect("no fault before");
    let text = || game.print(&position);
    assert_eq!(found, expected, "what the moves of {} gain", text());
}

/// Compares on what can be reached, at most on `most` positions.
fn agree<W: Machine>(game: &RulesGame<W>, most: usize, order: Order) -> Result<Met, String> {
    let machine = match zug_jit::compile(game.interpreter()) {
        Ok((machine, _)) => machine,
        Err(why @ (Error::TooLarge | Error::DeepStack)) => return Err(why.to_string()),
        Err(other) => panic!("{other}"),
    };
    let mut met = Met::default();
    let mut seen = HashSet::from([game.start()]);
    let mut queue = VecDeque::from([game.start()]);
    let mut met_all = Vec::new();
    let (mut found, mut expected) = (Vec::new(), Vec::new());
    while let Some(position) = match order {
        Order::Broad => queue.pop_front(),
        Order::Deep => queue.pop_back(),
    } {
        let text = || game.print(&position);
        expected.clear();
        let outcome = game.expand(&position, &mut expected);
        // What stands in the buffer before is left alone.
        found.truncate(1);
        let before = found.clone();
        let mut end = [Expanded::GoesOn(0)];
        let Reached { done, faulted } = machine.code().expand(&[position], &mut found, &mut end);
        assert_eq!(done, usize::from(!faulted));
        met.positions += 1;
        match (&outcome, end[0]) {
            (Ok(_), _) if faulted => met.left += 1,
            (Err(_), _) if faulted => met.faults += 1,
            (Ok(None), Expanded::GoesOn(moves)) => {
                assert_eq!(found[before.len()..], expected, "the moves of {}", text());
                assert_eq!(moves as usize, expected.len());
            }
            (Ok(Some(outcome)), Expanded::Over(told)) => {
                assert_eq!(told, *outcome, "the outcome of {}", text());
                assert_eq!(found.len(), before.len(), "the buffer in {}", text());
                met.ended += 1;
            }
            (outcome, end) => panic!("{end:?}, not {outcome:?}, in {}", text()),
        }
        let kept = before.len().min(found.len());
        assert_eq!(found[..kept], before[..kept], "the buffer in {}", text());
        if faulted {
            assert_eq!(found.len(), before.len(), "the buffer in {}", text());
        }
        same_maps(game, machine.code(), position, &mut met);
        if game.has_gains() && matches!(outcome, Ok(None)) {
            same_gains(game, &machine, position);
            met.gained += usize::from(machine.has_gains());
        }
        met_all.push(position);
        if met.positions == most {
            break;
        }
        if outcome.is_err() {
            continue;
        }
        for step in &expected {
            if seen.insert(step.position) {
                queue.push_back(step.position);
            }
        }
    }
    let searching = machine.searching(&Job::default());
    let searching = searching.expect("nobody stops it");
    let searching = searching.expect("what can be expanded can be searched");
    let wins = same_search(game, &searching, &met_all);
    match searching.finds_wins_at_once() {
        WinsFound::BySuccessors => {}
        WinsFound::All => met.wins_found = met.positions,
        WinsFound::Some => met.some_wins = Some(wins),
    }
    met.quiet_seen = same_quiet(game, &searching, &met_all);
    met.threats_found = same_threats(game, &searching, &met_all);
    same_blocks(game, machine, &met_all);
    Ok(met)
}

/// Compares what is worked out together with what is worked out one by one.
fn same_blocks<W: Machine>(game: &RulesGame<W>, machine: Compiled<W>, positions: &[W]) {
    let mut notes = vec![0; positions.len()];
    if machine.code().rank(positions, &mut notes) {
        for (position, rank) in positions.iter().zip(notes) {
            assert_eq!(u128::try_from(rank), Ok(game.rank(position)));
        }
    }
    same_numbers(&machine, game.interpreter(), positions);
    let machine = game.clone().run_by(Arc::new(machine));
    let mut expected = Vec::new();
    let mut left = positions;
    // Room for few, and for many.
    for room in [1, 1 << 10].into_iter().cycle() {
        let (mut found, mut ends) = (Vec::with_capacity(room), vec![Expanded::GoesOn(0); 100]);
        let block = &left[..left.len().min(ends.len())];
        expected.clear();
        let Ok(done) = machine.expand_block(block, &mut found, &mut ends) else {
            assert!(game.expand(&left[0], &mut expected).is_err());
            left = &left[1..];
            continue;
        };
        for (position, end) in left.iter().zip(&ends[..done]) {
            let first = expected.len();
            let outcome = game.expand(position, &mut expected);
            let over = outcome.expect("no fault so far").map(Expanded::Over);
            let moves = (expected.len() - first) as u32;
            assert_eq!(*end, over.unwrap_or(Expanded::GoesOn(moves)));
        }
        assert_eq!(found, expected);
        machine.canonical_steps(&mut found);
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(found.position, game.canonical(&expected.position));
            assert_eq!(found.turn, expected.turn);
        }
        left = &left[done..];
        if left.is_empty() {
            return;
        }
        assert!(done > 0, "no way on");
    }
}

/// Compares the ranks, the positions of ranks and the stabilisers of many positions.
fn same_numbers<W: Machine>(one: &dyn Runner<W>, other: &dyn Runner<W>, positions: &[W]) {
    let by = |runner: &dyn Runner<W>| {
        let mut ranks = vec![0; positions.len()];
        let mut again = positions.to_vec();
        if runner.interpreter().residual().layout().size.is_some() {
            runner.rank(positions, &mut ranks);
            again.fill(W::default());
            runner.unrank(&ranks, &mut again);
        }
        let mut orders = vec![0; positions.len()];
        runner.stabilisers(positions, &mut orders);
        (ranks, again, orders)
    };
    let found = by(one);
    assert_eq!(found.1, positions);
    assert_eq!(found, by(other));
}

/// What expanding a position, and its successors, tells a search: the outcome, the number of
/// moves and the number of moves that win at once; `None` where the rules break.
fn told_by_expanding<W: Machine>(game: &RulesGame<W>, position: W) -> Option<Told> {
    let mut steps = Vec::new();
    let outcome = game.expand(&position, &mut steps).ok()?;
    let mut wins = 0;
    for step in &steps {
        let after = game.expand(&step.position, &mut Vec::new()).ok().flatten();
        let value = after.map(|outcome| Value::finished(outcome).before(step.turn));
        wins += u32::from(matches!(value, Some(Value::Win(_))));
    }
    Some((outcome, steps.len() as u32, wins))
}

type Told = (Option<Outcome>, u32, u32);

/// What a runner tells a search of some positions; `None` where it says that the rules break.
fn told<W: Machine>(runner: &dyn Runner<W>, positions: &[W]) -> Option<Vec<Told>> {
    let mut outcomes = vec![Some(Outcome::Draw); positions.len()];
    let [mut counts, mut wins] = [(); 2].map(|()| vec![u32::MAX; positions.len()]);
    let (mut ends, mut wins_beside) = (outcomes.clone(), wins.clone());
    let results = [
        runner.outcomes(positions, &mut outcomes),
        runner.move_counts(positions, &mut counts),
        runner.winning_moves(positions, &mut wins),
        runner.ends_and_wins(positions, &mut ends, &mut wins_beside),
    ];
    let broken = results.iter().filter(|result| result.is_err()).count();
    assert!(broken == 0 || broken == results.len(), "{results:?}");
    assert!(
        broken > 0 || (&ends, &wins_beside) == (&outcomes, &wins),
        "told together as one by one"
    );
    let all = outcomes.into_iter().zip(counts).zip(wins);
    let all = all.map(|((outcome, count), wins)| (outcome, count, wins));
    (broken == 0).then(|| all.collect())
}

/// Compares what a search asks, one by one and together, of the positions and of those with
/// the other player to move, which play may never reach. Returns the number of moves that are
/// found to win at once, and of all that do.
fn same_search<W: Machine>(
    game: &RulesGame<W>,
    searched: &Compiled<W>,
    positions: &[W],
) -> [u64; 2] {
    let finds_some = searched.finds_wins_at_once() == WinsFound::Some;
    let (mut wins, mut one_by_one) = ([0; 2], Vec::new());
    let turned = positions
        .iter()
        .filter_map(|position| game.turned(position));
    let (mut sound, mut expected) = (Vec::new(), Vec::new());
    for position in positions.iter().copied().chain(turned) {
        let told_here = told_by_expanding(game, position);
        let text = || game.print(&position);
        let told_by = |runner: &dyn Runner<W>| told(runner, &[position]).map(|told| told[0]);
        assert_eq!(told_by(game.interpreter()), told_here, "{}", text());
        let mut found = told_by(searched);
        if let (Some((.., found)), Some((.., all))) = (&mut found, told_here) {
            wins = [wins[0] + u64::from(*found), wins[1] + u64::from(all)];
            if finds_some {
                assert!(*found <= all, "{found} of {all} wins in {}", text());
                one_by_one.push(*found);
                *found = all;
            }
        }
        assert_eq!(found, told_here, "the search of {}", text());
        same_places(game, searched, position);
        if let Some(told) = told_here {
            sound.push(position);
            expected.push(told);
        }
    }
    for (expected, one) in expected.iter_mut().zip(one_by_one) {
        expected.2 = one;
    }
    let found = told(searched, &sound).expect("no position breaks the rules");
    assert!(found == expected, "together as one by one");
    wins
}

/// Most positions of which it is compared what is seen of their successors.
const MOST_QUIET: usize = 400;

/// Compares what is seen of the positions behind the moves of quiet ones, where the game goes on and
/// no move wins at once, with what expanding them tells. Returns of how many positions something was
/// seen of each successor, and how many were asked.
fn same_quiet<W: Machine>(
    game: &RulesGame<W>,
    searched: &Compiled<W>,
    positions: &[W],
) -> [usize; 2] {
    let mut counts = [0; 2];
    for &position in positions.iter().step_by(positions.len() / MOST_QUIET + 1) {
        let Some((None, _, 0)) = told_by_expanding(game, position) else {
            continue;
        };
        let text = || game.print(&position);
        let (mut steps, mut places, mut seen) = (Vec::new(), vec![7], Vec::new());
        let done = searched.expand_quiet(position, &mut steps, &mut places, &mut seen);
        let (mut expected, mut expected_places) = (Vec::new(), vec![7]);
        let expanded =
            game.interpreter()
                .expand_placed(position, &mut expected, &mut expected_places);
        assert_eq!(done.is_ok(), expanded.is_ok(), "{}", text());
        assert_eq!(
            (&steps, &places),
            (&expected, &expected_places),
            "{}",
            text()
        );
        assert!(seen.is_empty() || seen.len() == steps.len(), "{}", text());
        for (step, seen) in steps.iter().zip(&seen) {
            let told = || told_by_expanding(game, step.position).expect("the rules hold");
            let is_right = match seen {
                Seen::Nothing => true,
                Seen::Quiet => matches!(told(), (None, _, 0)),
                Seen::WinAtOnce => matches!(told(), (None, _, 1..)),
            };
            assert!(is_right, "{seen:?} of {}", game.print(&step.position));
        }
        counts[0] += usize::from(!seen.is_empty() && !seen.contains(&Seen::Nothing));
        counts[1] += 1;
    }
    counts
}

/// Compares moves with the loosened ones, and the number of the latter that win at once.
/// Returns the number of positions of which machine code told that number.
fn same_threats<W: Machine>(game: &RulesGame<W>, searched: &Compiled<W>, positions: &[W]) -> usize {
    let plain = game.interpreter();
    let Some(loosened) = plain.residual().loosened() else {
        assert!(!searched.counts_threats());
        return 0;
    };
    let none = Arc::new(Symmetries::none());
    let loosened = Interpreter::new(loosened, plain.stuck(), none, &Job::default());
    let loosened = loosened.expect("nobody stops it");
    let by = |runner: &dyn Runner<W>, position| {
        let (mut steps, mut places) = (Vec::new(), Vec::new());
        let ended = runner.expand_placed(position, &mut steps, &mut places);
        ended.ok().map(|_| places.into_iter().zip(steps))
    };
    let mut threats = [0; 3];
    let mut found = 0;
    for &position in positions {
        if let (Some(legal), Some(loose)) = (by(plain, position), by(&loosened, position)) {
            let loose: Vec<_> = loose.collect();
            let all = legal.into_iter().all(|step| loose.contains(&step));
            assert!(all, "the loosened moves of {}", game.print(&position));
        }
        let [told, plainly, loosely] = threats.each_mut().map(std::slice::from_mut);
        let position = [position];
        let counted = searched.threats(&position, told).is_ok()
            && plain.winning_moves(&position, plainly).is_ok()
            && loosened.winning_moves(&position, loosely).is_ok();
        if counted && searched.counts_threats() {
            let [told, plainly, loosely] = threats;
            // Where all are found and a pattern is complete before any move, the plain moves
            // are asked.
            let is_told = told == plainly
                || told == loosely
                || searched.finds_wins_at_once() != WinsFound::All && told < loosely;
            assert!(is_told, "{threats:?} in {}", game.print(&position[0]));
            found += usize::from(told == loosely);
        }
    }
    found
}

/// Compares the successors with the numbers of their moves: one leads where the ground move of
/// this number leads.
fn same_places<W: Machine>(game: &RulesGame<W>, runner: &dyn Runner<W>, position: W) {
    let by = |runner: &dyn Runner<W>| {
        let (mut steps, mut places) = (Vec::new(), vec![7]);
        let ended = runner.expand_placed(position, &mut steps, &mut places);
        ended.ok().map(|ended| (ended, steps, places))
    };
    let found = by(runner);
    assert_eq!(found, by(game.interpreter()), "{}", game.print(&position));
    let mut moves = Vec::new();
    if let Some((None, steps, places)) = found
        && game.moves(&position, &mut moves).is_ok()
    {
        assert_eq!((steps.len(), places.len()), (moves.len(), 1 + moves.len()));
        let first = game.interpreter().side(position) * game.ground_move_counts()[0];
        for (choice, place) in moves.iter().zip(&places[1..]) {
            assert_eq!(choice.number() + first, *place as usize);
        }
    }
}

/// Compares the least image and the rank of a position, and the position of a rank
/// that is just as far from the last, which most play never reaches.
fn same_maps<W: Machine>(game: &RulesGame<W>, code: &Code<W>, position: W, met: &mut Met) {
    let text = || game.print(&position);
    let mut step = [Step::keeping(position)];
    if code.canonical(&mut step) {
        let least = Step::keeping(game.canonical(&position));
        assert_eq!(step, [least], "the image of {}", text());
        met.imaged += 1;
    } else if game.order() > 1 {
        met.not_imaged += 1;
    }
    let mut order = [0];
    if code.stabilisers(&[position], &mut order) {
        assert_eq!(
            game.order() / order[0] as usize,
            game.orbit(&position),
            "the orbit of {}",
            text()
        );
    }
    let mut found = [0];
    let Some(size) = game.instance().size() else {
        assert!(!code.rank(&[position], &mut found));
        return;
    };
    let rank = game.rank(&position);
    let ranks = [rank, size - 1 - rank];
    if code.rank(&[position], &mut found) {
        assert_eq!(u128::try_from(found[0]), Ok(rank), "the rank of {}", text());
        met.ranked += 1;
    }
    let mut made = [W::default(); 2];
    if let [Ok(one), Ok(other)] = ranks.map(u64::try_from)
        && code.unrank(&[one, other], &mut made)
    {
        for (made, rank) in made.iter().zip(ranks) {
            let expected = game.unrank(rank).expect("ranks are below the size");
            assert_eq!(*made, expected, "the position of rank {rank}");
            if code.rank(&[*made], &mut found) {
                assert_eq!(u128::try_from(found[0]), Ok(rank), "its rank");
            }
        }
        assert!(!code.unrank(&[one, size as u64], &mut made));
    }
}

/// Reads rules and compares; what stands against it if they make no game.
pub(crate) fn compare(source: &str, settings: &[(&str, &str)], most: usize) -> Result<Met, String> {
    match game(source, settings)? {
        AnyGame::Narrow(game) => agree_with_swap(&game, most),
        AnyGame::Wide(game) => agree_with_swap(&game, most),
        AnyGame::Widest(game) => agree_with_swap(&game, most),
    }
}

/// Reads rules and compares with as many neighbours in an array sharing bits; `None` where that
/// saves no bits.
pub(crate) fn compare_sharing(
    source: &str,
    settings: &[(&str, &str)],
    together: usize,
    most: usize,
) -> Result<Option<Met>, String> {
    let mut settings: Settings = settings.iter().copied().collect();
    settings.sharing = Some(together);
    let compared = match game_with(source, &settings)? {
        AnyGame::Narrow(game) if game.instance().shares_bits() => agree(&game, most, Order::Broad),
        AnyGame::Wide(game) if game.instance().shares_bits() => agree(&game, most, Order::Broad),
        AnyGame::Widest(game) if game.instance().shares_bits() => agree(&game, most, Order::Broad),
        _ => return Ok(None),
    };
    compared.map(Some)
}

/// Reads rules and compares, on positions near the end of the game too.
pub(crate) fn compare_deep(
    source: &str,
    settings: &[(&str, &str)],
    most: usize,
) -> Result<Met, String> {
    match game(source, settings)? {
        AnyGame::Narrow(game) => agree(&game, most, Order::Deep),
        AnyGame::Wide(game) => agree(&game, most, Order::Deep),
        AnyGame::Widest(game) => agree(&game, most, Order::Deep),
    }
}

fn game(source: &str, settings: &[(&str, &str)]) -> Result<AnyGame, String> {
    game_with(source, &settings.iter().copied().collect())
}

fn game_with(source: &str, settings: &Settings) -> Result<AnyGame, String> {
    let rules = Rules::read(source).map_err(|fault| fault.render(source, "rules", false))?;
    let instance = rules.instance(settings);
    instance
        .map_err(|error| error.to_string())?
        .game()
        .map_err(|fault| fault.render(source, "rules", false))
}

/// Compares the game with the symmetries that its rules declare, and with those that keep the
/// start or swap the players.
fn agree_with_swap<W: Machine>(game: &RulesGame<W>, most: usize) -> Result<Met, String> {
    let met = agree(game, most, Order::Broad)?;
    if let Some(swapping) = game.fixing_with_swap(game.start()) {
        agree(&swapping, most, Order::Broad)?;
    }
    Ok(met)
}
