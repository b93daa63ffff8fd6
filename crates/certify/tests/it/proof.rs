//! Proofs of searches are certified; and whatever list is certified, all that it claims is true.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use zug_certify::proof::{ProofFlaw, ProofList, Proved, Question, Unlisted, certify_proof};
use zug_certify::{Judged, NotProved};
use zug_game::Scored;
use zug_game::{Fault, Game, Packed, Players, Searchable, Step, U256};
use zug_job::{Budget, CancelToken};
use zug_solve::Job;
use zug_solve::search::{Search, SearchOptions};
use zug_testkit::games::graph_game::{GraphGame, Node, acyclic_games, any_games};
use zug_testkit::graph_oracle;
use zug_values::{Bounds, Outcome, Plies, Score, Turn, Value, Wanted, Worth};

/// A graph of which a search learns nothing but the moves, so that its proof rests on moves alone.
struct WithoutHints<'g>(&'g GraphGame);

impl Game for WithoutHints<'_> {
    type Position = u16;
    type Move = usize;

    fn start(&self) -> u16 {
        self.0.start()
    }

    fn players(&self) -> Players<Self> {
        Players::Impartial
    }

    fn result(&self, position: &u16) -> Result<Option<Outcome>, Fault> {
        self.0.result(position)
    }

    fn moves(&self, position: &u16, out: &mut Vec<usize>) -> Result<(), Fault> {
        self.0.moves(position, out)
    }

    fn play(&self, position: &u16, choice: &usize) -> Result<Step<u16>, Fault> {
        self.0.play(position, choice)
    }

    fn move_name(&self, position: &u16, choice: &usize) -> String {
        self.0.move_name(position, choice)
    }
}

impl Packed for WithoutHints<'_> {
    fn pack(&self, position: &u16) -> U256 {
        self.0.pack(position)
    }

    fn unpack(&self, packed: U256) -> u16 {
        self.0.unpack(packed)
    }
}

impl Scored for WithoutHints<'_> {}

impl Searchable for WithoutHints<'_> {
    fn bits(&self) -> u32 {
        self.0.bits()
    }
}

type List = Vec<(u16, Bounds)>;

/// The number of moves that the longest play still has, so that it falls with each move, turned
/// round so that it rises; of games in which play ends.
fn ranks(game: &GraphGame) -> Vec<u32> {
    let mut left = vec![0; game.nodes.len()];
    for _ in 0..game.nodes.len() {
        for (at, node) in game.nodes.iter().enumerate() {
            if let Node::Moves(moves) = node {
                let behind = moves.iter().map(|(to, _)| left[usize::from(*to)] + 1);
                left[at] = behind.max().unwrap_or(0);
            }
        }
    }
    left.into_iter().map(|left| 1000 - left).collect()
}

fn check(
    game: &GraphGame,
    root: u16,
    claims: &[Wanted],
    list: &List,
    ranks: Option<&[u32]>,
) -> Result<Proved, NotProved<u16>> {
    check_by(game, game, root, claims, list, ranks)
}

/// As [`check`], where the moves of `rules` are those that the rules have.
fn check_by(
    rules: &GraphGame,
    game: &GraphGame,
    root: u16,
    claims: &[Wanted],
    list: &List,
    ranks: Option<&[u32]>,
) -> Result<Proved, NotProved<u16>> {
    let job = Job::default();
    let mut held = ProofList::with_room(list.len(), &job.budget).unwrap();
    for &(position, bounds) in list {
        held.push(position, bounds).unwrap();
    }
    let rank = ranks.map(|ranks| |position: &u16| ranks[usize::from(*position)]);
    let question = Question {
        root,
        claims,
        rank: rank
            .as_ref()
            .map(|rank| rank as &(dyn Fn(&u16) -> u32 + Sync)),
        is_position: &|game: &GraphGame, position| usize::from(*position) < game.nodes.len(),
        judged: Judged::All,
        scores: false,
        gains: false,
        counted: None,
    };
    certify_proof(&|| rules.clone(), game, &held, &question, &job)
}

/// The list that proves what a search finds, and what it claims of the root.
///
/// The fewer positions are searched `alone`, the sooner searches within few plies take turns with
/// closed sets.
fn proof(
    game: &GraphGame,
    root: u16,
    ends: bool,
    remoteness: bool,
    alone: u64,
) -> (List, Vec<Wanted>, Value) {
    let job = Job::default();
    let options = SearchOptions {
        table_bytes: 1 << 9,
        ends,
        alone,
        proves: true,
        ..SearchOptions::default()
    };
    let plain = WithoutHints(game);
    let mut search = Search::new(&plain, options, &job).unwrap();
    let outcome = search.outcome(&root).unwrap();
    let worth = if remoteness {
        Worth::from(search.value(&root).unwrap())
    } else {
        Worth::from(outcome)
    };
    let list = search.proof(&root, &worth).unwrap();
    let list = list.entries().to_vec();
    let value = graph_oracle::values(game, &[root])[&root];
    assert_eq!(outcome, value.outcome());
    (list, Wanted::of(&worth).unwrap(), value)
}

/// Whether closed sets are needed to prove who wins, where a search is not told that play ends.
fn needs_closed_sets(game: &GraphGame, root: u16) -> bool {
    let job = Job::default();
    let options = SearchOptions {
        table_bytes: 1 << 9,
        proves: true,
        ..SearchOptions::default()
    };
    let plain = WithoutHints(game);
    let mut search = Search::new(&plain, options, &job).unwrap();
    let outcome = search.outcome(&root).unwrap();
    search.proof(&root, &Worth::from(outcome)).unwrap();
    search.went_round()
}

/// Whether all that a list claims is true.
fn is_true(game: &GraphGame, list: &List) -> bool {
    let roots: Vec<u16> = list.iter().map(|(position, _)| *position).collect();
    let values = graph_oracle::values(game, &roots);
    list.iter().all(|(position, bounds)| {
        let score = Score::of(values[position]).unwrap();
        bounds.lower <= score && score <= bounds.upper
    })
}

/// All proofs of a game, of who wins and of the number of plies.
fn certify_all(game: &GraphGame, ends: bool) {
    let ranks = ends.then(|| ranks(game));
    for root in game.positions() {
        for (remoteness, alone) in [(false, 0), (false, 1 << 10), (true, 0)] {
            let (list, claims, _) = proof(game, root, ends, remoteness, alone);
            let proved = check(game, root, &claims, &list, ranks.as_deref());
            let proved = proved.unwrap_or_else(|flaw| panic!("{flaw}: {root} {claims:?} {list:?}"));
            assert_eq!(proved.entries, list.len() as u64);
            assert!(is_true(game, &list));
        }
    }
}

/// Changes of a list: a bound, an entry that is missing, another position, a claim.
fn mutants(list: &List, positions: u16, random: &mut impl FnMut(u32) -> u32) -> List {
    let mut list = list.clone();
    if list.is_empty() {
        return list;
    }
    let at = random(list.len() as u32) as usize;
    match random(5) {
        0 => {
            list.remove(at);
        }
        1 => {
            let position = random(u32::from(positions)) as u16;
            if list.iter().all(|(other, _)| *other != position) {
                list[at].0 = position;
            }
        }
        2 => list[at].1.upper = list[at].1.upper.below(),
        3 => list[at].1.lower = list[at].1.lower.above(),
        _ => {
            let bounds = &mut list[at].1;
            let scores = [
                Score::WIN,
                Score::DRAW,
                Score::DRAW.below(),
                Score::win_within(random(5)),
                Score::lasts(random(5)),
            ];
            let score = scores[random(5) as usize];
            if random(2) == 0 {
                bounds.lower = score;
            } else {
                bounds.upper = score;
            }
        }
    }
    list
}

/// Random numbers that are the same in every run.
fn random(mut seed: u64) -> impl FnMut(u32) -> u32 {
    move |below| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((seed >> 33) % u64::from(below.max(1))) as u32
    }
}

proptest! {
    #[test]
    fn where_play_ends_every_proof_is_certified(game in acyclic_games(14)) {
        certify_all(&game, true);
        certify_all(&game, false);
        for root in game.positions() {
            prop_assert!(!needs_closed_sets(&game, root));
        }
    }

    #[test]
    fn where_play_goes_round_every_proof_is_certified(game in any_games(14)) {
        certify_all(&game, false);
    }

    #[test]
    fn whatever_list_is_certified_is_true(game in any_games(10), seed in any::<u64>()) {
        let mut random = random(seed);
        let positions = game.nodes.len() as u16;
        // Ranks that have nothing to do with the game make no false claim pass.
        let ranks: Vec<u32> = (0..positions).map(|_| random(4)).collect();
        // Points are claims that tell no plies, as "any win" is one.
        let points = [3, -2].map(|points| Score::of_points(points).unwrap());
        let scores = [Score::WIN, Score::DRAW, Score::DRAW.below(), points[0], points[1]];
        for _ in 0..200 {
            let mut list = List::new();
            for position in 0..positions {
                let mut bounds = Bounds::UNKNOWN;
                let score = match random(10) {
                    at @ 0..5 => scores[at as usize],
                    5 => Score::win_within(random(4)),
                    6 => Score::lasts(random(4)),
                    _ => continue,
                };
                if random(2) == 0 { bounds.lower = score } else { bounds.upper = score }
                list.push((position, bounds));
            }
            // What is shown to be wrong is left out, until the rest stands.
            while let Err(NotProved::Flaw(flaw)) = check(&game, 0, &[], &list, Some(&ranks)) {
                let (ProofFlaw::Open { position, .. }
                | ProofFlaw::NoMove { position, .. }
                | ProofFlaw::Over { position, .. }
                | ProofFlaw::ClaimsNothing { position }) = flaw else { panic!("{flaw}") };
                list.retain(|(other, _)| *other != position);
            }
            prop_assert!(is_true(&game, &list), "{list:?}");
        }
    }
}

/// Of a thousand proofs that were changed, those that pass are true; and few pass, as they have
/// an entry that nothing stood on, or one that says less than it might.
#[test]
fn no_changed_proof_passes_that_is_not_true() {
    let mut runner = TestRunner::deterministic();
    let games = any_games(14);
    let mut random = random(7);
    let (mut tried, mut refused) = (0, 0);
    while tried < 2000 {
        let game = games.new_tree(&mut runner).unwrap().current();
        let ends = game.is_acyclic();
        let ranks = ends.then(|| ranks(&game));
        let root = random(game.nodes.len() as u32) as u16;
        let (list, mut claims, value) = proof(&game, root, ends, random(2) == 0, 0);
        if list.is_empty() {
            continue;
        }
        let mut changed = mutants(&list, game.nodes.len() as u16, &mut random);
        if random(6) == 0 {
            changed = list.clone();
            let other = [Outcome::Win, Outcome::Draw, Outcome::Loss][random(3) as usize];
            let plies = (random(2) == 0).then(|| Plies(random(6)));
            let value = plies.and_then(|plies| Value::after(other, plies));
            let worth = value.map_or(Worth::from(other), Worth::from);
            claims = Wanted::of(&worth).unwrap();
        } else if changed == list {
            continue;
        }
        tried += 1;
        if check(&game, root, &claims, &changed, ranks.as_deref()).is_err() {
            refused += 1;
            continue;
        }
        assert!(is_true(&game, &changed), "{game:?} {changed:?}");
        let root = Bounds::exactly(Score::of(value).unwrap());
        assert!(claims.iter().all(|claim| root.show(*claim)), "{claims:?}");
    }
    // The others are true without what was changed.
    assert!(refused > 1400, "{refused} of {tried}");
}

#[test]
fn a_win_that_stands_on_itself_is_refused() {
    // Two positions lead to each other and nowhere else: a draw.
    let to = |n| Node::Moves(vec![(n, Turn::Kept)]);
    let game = GraphGame {
        nodes: vec![to(1), to(0)],
    };
    let wins = Bounds {
        lower: Score::WIN,
        ..Bounds::UNKNOWN
    };
    let claims = [Wanted::Attains(Score::WIN)];
    let list = vec![(0, wins), (1, wins)];
    for ranks in [None, Some(&[0, 0][..]), Some(&[0, 1])] {
        let flaw = check(&game, 0, &claims, &list, ranks).unwrap_err();
        assert!(
            matches!(flaw, NotProved::Flaw(ProofFlaw::NoMove { .. })),
            "{flaw}"
        );
    }
    let plays_on = Bounds {
        lower: Score::DRAW,
        upper: Score::DRAW,
    };
    let list = vec![(0, plays_on), (1, plays_on)];
    let claims = Wanted::of(&Worth::from(Outcome::Draw)).unwrap();
    assert_eq!(check(&game, 0, &claims, &list, None).unwrap().entries, 2);
}

#[test]
fn a_game_that_is_played_otherwise_than_the_rules_say_is_refused() {
    // The first of two moves wins, as the opponent has lost there.
    let game = |first: (u16, Turn), others: &[(u16, Turn)]| GraphGame {
        nodes: vec![
            Node::Moves([&[first], others].concat()),
            Node::Finished(Outcome::Loss),
            Node::Finished(Outcome::Win),
        ],
    };
    let (lost, won) = ((1, Turn::Passes), (2, Turn::Passes));
    let played = game(lost, &[won]);
    let wins = Bounds {
        lower: Score::WIN,
        ..Bounds::UNKNOWN
    };
    let claims = [Wanted::Attains(Score::WIN)];
    let list = vec![(0, wins)];
    check(&played, 0, &claims, &list, None).unwrap();
    let mut over = played.clone();
    over.nodes[0] = Node::Finished(Outcome::Win);
    for rules in [
        game(won, &[won]),
        game((1, Turn::Kept), &[won]),
        game(won, &[lost]),
        game(lost, &[]),
        game(lost, &[won, won]),
        over,
    ] {
        let flaw = check_by(&rules, &played, 0, &claims, &list, None).unwrap_err();
        assert!(
            matches!(
                flaw,
                NotProved::Flaw(ProofFlaw::PlayedOtherwise { position: 0 })
            ),
            "{flaw}: {rules:?}"
        );
    }
}

#[test]
fn a_list_takes_each_position_once_and_no_more_than_announced() {
    let budget = Budget::unlimited();
    for entries in [0_usize, 1, 2, 5, 100] {
        let mut list = ProofList::with_room(entries, &budget).unwrap();
        for n in 0..entries {
            list.push(n, Bounds::exactly(Score::DRAW)).unwrap();
        }
        assert_eq!(list.len(), entries);
        let more = list.push(0, Bounds::UNKNOWN).unwrap_err();
        assert!(matches!(more, Unlisted::Twice | Unlisted::TooMany));
    }
    let mut list = ProofList::with_room(2, &budget).unwrap();
    list.push(7, Bounds::UNKNOWN).unwrap();
    assert_eq!(list.push(7, Bounds::UNKNOWN), Err(Unlisted::Twice));
    assert!(ProofList::<u64>::with_room(1 << 20, &Budget::of_bytes(1 << 20)).is_err());
}

#[test]
fn a_check_can_be_stopped() {
    let game = GraphGame {
        nodes: vec![Node::Moves(vec![(0, Turn::Passes)])],
    };
    let cancel = CancelToken::default();
    cancel.cancel();
    let job = Job::default().with_cancel(cancel);
    let mut list = ProofList::with_room(1, &job.budget).unwrap();
    list.push(game.start(), Bounds::exactly(Score::DRAW))
        .unwrap();
    let claims = Wanted::of(&Worth::from(Outcome::Draw)).unwrap();
    let question = Question {
        root: 0,
        claims: &claims,
        rank: None,
        is_position: &|game: &GraphGame, position| usize::from(*position) < game.nodes.len(),
        judged: Judged::All,
        scores: false,
        gains: false,
        counted: None,
    };
    let stopped = certify_proof(&|| game.clone(), &game, &list, &question, &job);
    assert!(matches!(stopped, Err(NotProved::Stopped(stopped)) if stopped.is_cancelled()));
}
