//! A game written in Rust enters the façade as a rules file does: planned, solved,
//! verified, explained, drawn as a tree; and all that is said of it is what is said of the
//! same game written as rules.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use zug::{
    Error, Method, Plan, Problem, Reply, Request, RunBy, RustGame, SolveOptions, Tree, TreeLimits,
    explain,
};
use zug_game::{Fault, Game, Notation, NotationError, Packed, Player, Players, Step, U256};
use zug_values::Outcome;

/// The game, as rules.
const RULES: &str = "\
game race(n = 9)
players Hare, Tortoise

at:   0..n = n
turn_count: 0..3 = 0

move jump(k in 1..3) if me == Hare and k <= at:
    at -= k
    turn_count = (turn_count + 1) % 4

move crawl(k in 1..2) if me == Tortoise and k <= at:
    at -= k
    turn_count = (turn_count + 1) % 4
";

/// The hare takes up to three steps of what is left of the way, the tortoise up to two.
#[derive(Debug)]
struct Race {
    way: u8,
    /// A lie that only `expand` tells: the tortoise may take three steps as well.
    lies: bool,
    packing: Packing,
}

/// What of a position its 128 bits keep.
#[derive(Debug)]
enum Packing {
    Whole,
    /// Not how many turns there were.
    ForgetsTurns,
    /// Only the steps that are left beyond a multiple of eight.
    ForgetsEights,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Place {
    left: u8,
    turns: u8,
    mover: Player,
}

impl Race {
    fn longest(mover: Player) -> u8 {
        match mover {
            Player::First => 3,
            Player::Second => 2,
        }
    }
}

impl Game for Race {
    type Position = Place;
    type Move = u8;

    fn start(&self) -> Place {
        Place {
            left: self.way,
            turns: 0,
            mover: Player::First,
        }
    }

    fn players(&self) -> Players<Self> {
        Players::Partizan(|_, place| place.mover)
    }

    fn result(&self, place: &Place) -> Result<Option<Outcome>, Fault> {
        Ok((place.left == 0).then_some(Outcome::Loss))
    }

    fn moves(&self, place: &Place, out: &mut Vec<u8>) -> Result<(), Fault> {
        out.extend(1..=Self::longest(place.mover).min(place.left));
        Ok(())
    }

    fn play(&self, place: &Place, steps: &u8) -> Result<Step<Place>, Fault> {
        Ok(Step::passing(Place {
            left: place.left - steps,
            turns: (place.turns + 1) % 4,
            mover: place.mover.opponent(),
        }))
    }

    fn move_name(&self, place: &Place, steps: &u8) -> String {
        match place.mover {
            Player::First => format!("jump {steps}"),
            Player::Second => format!("crawl {steps}"),
        }
    }

    fn expand(&self, place: &Place, out: &mut Vec<Step<Place>>) -> Result<Option<Outcome>, Fault> {
        if let Some(outcome) = self.result(place)? {
            return Ok(Some(outcome));
        }
        let longest = if self.lies {
            3
        } else {
            Self::longest(place.mover)
        };
        for steps in 1..=longest.min(place.left) {
            out.push(self.play(place, &steps)?);
        }
        Ok(None)
    }
}

impl Notation for Race {
    fn print(&self, place: &Place) -> String {
        let mover = &self.player_names()[place.mover as usize];
        format!("at={} turn_count={} turn={mover}", place.left, place.turns)
    }

    fn parse(&self, _: &str) -> Result<Place, NotationError> {
        Err(NotationError::new("this game is not read"))
    }
}

impl Packed for Race {
    fn pack(&self, place: &Place) -> U256 {
        let (left, turns) = match self.packing {
            Packing::Whole => (place.left, place.turns),
            Packing::ForgetsTurns => (place.left, 0),
            Packing::ForgetsEights => (place.left % 8, place.turns),
        };
        U256::from(left) << 8 | U256::from(turns) << 1 | U256::from(place.mover as u8)
    }

    fn unpack(&self, packed: U256) -> Place {
        Place {
            left: (packed >> 8_u32).as_u8(),
            turns: (packed >> 1_u32).as_u8() & 3,
            mover: if packed.as_u8() & 1 == 0 {
                Player::First
            } else {
                Player::Second
            },
        }
    }
}

impl RustGame for Race {
    fn name(&self) -> &'static str {
        "race"
    }

    fn parameters(&self) -> Vec<(String, String)> {
        vec![("n".to_owned(), self.way.to_string())]
    }

    fn player_names(&self) -> [String; 2] {
        ["Hare".to_owned(), "Tortoise".to_owned()]
    }
}

fn written(way: u8, lies: bool) -> Problem {
    let packing = Packing::Whole;
    Problem::of_game(Race { way, lies, packing }).unwrap()
}

fn as_rules(way: u8) -> Problem {
    let request = Request::rules(RULES, "race.zug").set("n", way.to_string());
    Problem::new(&request).unwrap()
}

#[test]
fn what_is_said_of_it_is_what_is_said_of_the_same_rules() {
    let options = SolveOptions::default();
    for way in 1..=9 {
        let said = [written(way, false), as_rules(way)].map(|problem| {
            let solution = problem.solve(&options).unwrap();
            let certificate = solution.verify().unwrap();
            let root = problem.root();
            let moves = solution.moves(&root).unwrap();
            let moves: Vec<(String, String, _)> = moves
                .into_iter()
                .map(|answer| (answer.name, problem.print(&answer.position), answer.value))
                .collect();
            let limits = TreeLimits::default();
            let tree = Tree::new(&problem, &solution, &limits).unwrap();
            let about = (
                problem.name().to_owned(),
                problem.parameters(),
                problem.players(),
                problem.print(&root),
            );
            let counts = (solution.counts().unwrap().positions, certificate.positions);
            let line = solution.line(&root, 20).unwrap();
            let shape = (tree.root.minimax, tree.root.branches.len(), line);
            let reply = Plan::of_problem(problem, &options).run(&options).unwrap();
            let mut why = explain(&reply).unwrap();
            // Partizan values are of rules.
            why.retain(|line| !line.starts_with("Value "));
            (
                about,
                solution.value(&root).unwrap(),
                moves,
                counts,
                shape,
                why,
            )
        });
        assert_eq!(said[0], said[1], "{way}");
    }
}

#[test]
fn a_position_that_does_not_survive_its_packing_is_a_fault() {
    let race = |packing| Race {
        way: 9,
        lies: false,
        packing,
    };
    let Err(start) = Problem::of_game(race(Packing::ForgetsEights)) else {
        panic!("the start is 9 steps away, and packed it is 1");
    };
    let told = start.to_string();
    assert!(told.contains("does not survive its packing"), "{told}");
    let problem = Problem::of_game(race(Packing::ForgetsTurns)).unwrap();
    let later = problem.solve(&SolveOptions::default()).unwrap_err();
    assert!(matches!(later, Error::Solve(_)), "{later:?}");
    assert!(later.to_string().contains("turns: 1"), "{later}");
}

#[test]
fn its_plan_says_what_runs() {
    let options = SolveOptions::default();
    let problem = written(9, false);
    let plan = problem.plan(&options);
    assert_eq!(plan.run_by, RunBy::Rust);
    assert!(plan.sample && !plan.fits);
    let sizes = problem.sizes(&plan, &options).unwrap();
    assert_eq!((sizes.states, sizes.key_bytes), (None, 16));
    let taking_back = options.clone().with_method(Method::Retracting);
    assert!(matches!(
        problem.solve(&taking_back),
        Err(Error::NoPredecessors)
    ));
    let Reply::Positions { solution, .. } =
        Plan::of_problem(problem, &options).run(&options).unwrap()
    else {
        panic!("there is no theorem");
    };
    assert!(solution.counts().unwrap().positions > 10);
}

#[test]
fn moves_that_are_expanded_and_not_played_are_found() {
    let solution = written(9, true).solve(&SolveOptions::default()).unwrap();
    assert!(matches!(solution.verify(), Err(Error::Flaw(_))));
}
