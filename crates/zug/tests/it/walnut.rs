//! Patterns as files for Walnut, a program that decides sentences about automata.

use zug::testing::walnut_files;
use zug_certify::pattern::{PatternAutomaton, PatternClaim, PatternDigits};
use zug_game::linear::LinearCondition::{
    self, All, Any, AtLeastZero, Known, MultipleOf, Not, Zero,
};
use zug_game::linear::{LinearGame, LinearMove, LinearSum};
use zug_values::{Outcome, Play};

/// The game `g` with these variables, without positions to start from, moves and ends.
fn game(variables: &[&str]) -> LinearGame {
    LinearGame {
        variables: variables.iter().map(ToString::to_string).collect(),
        parameters: 0,
        domain: Known(true),
        start: Vec::new(),
        won: Known(false),
        lost: Known(false),
        stuck: Outcome::Loss,
        moves: Vec::new(),
        nim_heap: None,
    }
}

/// A move with this number of choices that asks for a condition and changes variables.
fn step(choices: usize, condition: LinearCondition, after: Vec<(usize, LinearSum)>) -> LinearMove {
    LinearMove {
        name: "take".to_owned(),
        choices,
        condition,
        after,
        beside: Vec::new(),
        text: Vec::new(),
    }
}

/// The claim that an automaton of one state accepts every position.
fn claim(digits: PatternDigits, reads: Vec<usize>) -> PatternClaim {
    PatternClaim {
        digits,
        automaton: PatternAutomaton {
            next: vec![vec![0; 3]],
            accepting: vec![true],
        },
        reads,
        rank: LinearSum::variable(1),
        invariants: Vec::new(),
    }
}

/// The lines of commands by which Walnut proves a claim about a game.
fn commands(game: &LinearGame, claim: &PatternClaim) -> Vec<String> {
    let [_, commands] = walnut_files("g", Play::Normal, game, claim).unwrap();
    commands.text.lines().map(str::to_owned).collect()
}

/// What the first command says of a game of the variables a and b that is won where `won` is true.
fn told(won: LinearCondition) -> String {
    let game = LinearGame {
        won,
        ..game(&["a", "b"])
    };
    let told = commands(&game, &claim(PatternDigits::Base(2), vec![1])).remove(0);
    let begin = "eval g_won_by_the_rules_is_not_lost \"?msd_2 ";
    let told = told.strip_prefix(begin).unwrap();
    told.strip_suffix("\";").unwrap().to_owned()
}

fn sum(a: i64, b: i64, constant: i64) -> LinearSum {
    let terms = [(0, a), (1, b)].into_iter().filter(|(_, c)| *c != 0);
    LinearSum {
        terms: terms.collect(),
        constant,
    }
}

#[test]
fn there_is_a_command_for_each_condition_of_a_certificate() {
    let at_least = |terms, constant| AtLeastZero(LinearSum { terms, constant });
    // A heap of at most n coins, from which a move takes one coin; the rules end the game at one coin, lost.
    let less = LinearSum {
        terms: vec![(1, 1)],
        constant: -1,
    };
    let game = LinearGame {
        parameters: 1,
        domain: at_least(vec![(1, 1)], 0),
        start: vec![(Known(true), vec![LinearSum::variable(0)])],
        lost: Zero(less.clone()),
        stuck: Outcome::Win,
        moves: vec![step(0, at_least(vec![(1, 1)], -1), vec![(1, less)])],
        ..game(&["n", "heap"])
    };
    let claim = PatternClaim {
        invariants: vec![at_least(vec![(0, 1), (1, -1)], 0)],
        ..claim(PatternDigits::Recurrent(2), vec![1])
    };
    let wanted = [
        "ost recurrent2 [3] [2];",
        "eval g_a_start_has_the_invariants \"?msd_recurrent2 0=0 => 0=0\";",
        "eval g_take_stays_allowed \"?msd_recurrent2 A n,heap ((n>=heap & ~(heap=1) & heap>=1) => (heap>=1 & n+1>=heap))\";",
        "eval g_take_makes_the_rank_less \"?msd_recurrent2 A n,heap ((n>=heap & ~(heap=1) & heap>=1) => heap-1<heap)\";",
        "eval g_take_not_from_lost_to_lost \"?msd_recurrent2 ~(E n,heap (n>=heap & ~(heap=1) & heap>=1 & $g_lost(heap) & $g_lost(heap-1)))\";",
        "eval g_lost_by_the_rules_is_lost \"?msd_recurrent2 A n,heap ((n>=heap & heap=1) => $g_lost(heap))\";",
        "eval g_lost_has_a_move \"?msd_recurrent2 A n,heap ((n>=heap & ~(heap=1) & $g_lost(heap)) => heap>=1)\";",
        "eval g_a_move_to_lost \"?msd_recurrent2 A n,heap ((n>=heap & ~(heap=1) & ~($g_lost(heap)) & heap>=1) => (heap>=1 & $g_lost(heap-1)))\";",
    ];
    assert_eq!(commands(&game, &claim), wanted);
}

#[test]
fn names_are_those_that_walnut_reads() {
    let names = ["heap", "piles[0]", "1.stones", "Ends", "é", "a_b", "3"];
    let all = (0..names.len()).map(|variable| (variable, 1)).collect();
    let game = LinearGame {
        won: Zero(LinearSum {
            terms: all,
            constant: 0,
        }),
        ..game(&names)
    };
    let told = commands(&game, &claim(PatternDigits::Base(2), vec![1])).remove(0);
    let wanted = "~(E heap,piles_0,stones_1,zEnds,z,a_b,z3 (";
    assert!(told.contains(wanted), "{told}");
}

#[test]
fn a_name_that_is_known_gets_a_number() {
    let choice = Zero(LinearSum::variable(2));
    let game = LinearGame {
        moves: vec![step(1, choice, Vec::new())],
        ..game(&["k", "k_2"])
    };
    let told = commands(&game, &claim(PatternDigits::Base(2), Vec::new()));
    assert!(told[1].contains("A k_2,k_3 ("), "{told:?}");
}

#[test]
fn each_side_of_a_comparison_has_what_it_adds() {
    for (condition, wanted) in [
        (Zero(sum(2, -1, 3)), "2*a+3=b"),
        (AtLeastZero(sum(-1, 0, 0)), "0>=a"),
        (MultipleOf(3, sum(1, 0, 0)), "(E q a=3*q)"),
        (
            MultipleOf(3, sum(1, -1, 0)),
            "((E q a=b+3*q) | (E q b=a+3*q))",
        ),
    ] {
        let wanted = format!("~(E a,b ({wanted} & $g_lost(b)))");
        assert_eq!(told(condition), wanted);
    }
}

#[test]
fn brackets_stand_where_signs_differ() {
    let [a, b] = [Zero(sum(1, 0, 0)), Zero(sum(0, 1, 0))];
    let not_b = Not(Box::new(b.clone()));
    for (condition, wanted) in [
        (All(vec![a.clone(), b.clone()]), "a=0 & b=0"),
        (
            All(vec![a.clone(), Any(vec![b.clone(), a.clone()])]),
            "a=0 & (b=0 | a=0)",
        ),
        (All(vec![a.clone(), not_b]), "a=0 & ~(b=0)"),
    ] {
        let wanted = format!("~(E a,b ({wanted} & $g_lost(b)))");
        assert_eq!(told(condition), wanted);
    }
    let some = All(vec![a, Zero(LinearSum::variable(2))]);
    let game = LinearGame {
        moves: vec![
            step(1, some, vec![(0, sum(1, -2, 1))]),
            step(0, b, Vec::new()),
        ],
        ..game(&["a", "b"])
    };
    let told = commands(&game, &claim(PatternDigits::Base(2), vec![1, 0]));
    let wanted = "eval g_take_not_from_lost_to_lost \"?msd_2 \
                  ~(E a,b,k (a=0 & k=0 & $g_lost(b, a) & $g_lost(b, a+1-2*b)))\";";
    assert_eq!(told[2], wanted);
    let wanted = "eval g_a_move_to_lost \"?msd_2 A a,b ((0=0 & ~($g_lost(b, a))) => \
                  ((E k (a=0 & k=0 & $g_lost(b, a+1-2*b))) | (b=0 & $g_lost(b, a))))\";";
    assert_eq!(told.last().unwrap(), wanted);
}

#[test]
fn what_is_true_of_all_natural_numbers_is_left_out() {
    let true_of_all = AtLeastZero(sum(1, 1, 0));
    let other = Zero(sum(1, -1, 0));
    for (condition, wanted) in [
        (
            All(vec![true_of_all.clone(), other.clone(), other.clone()]),
            "~(E a,b (a=b & $g_lost(b)))",
        ),
        (true_of_all.clone().negated(), "~(E b (0=1 & $g_lost(b)))"),
        (Any(vec![other, true_of_all]), "~(E b (0=0 & $g_lost(b)))"),
        (Zero(sum(-1, 0, -1)), "~(E b (0=1 & $g_lost(b)))"),
    ] {
        assert_eq!(told(condition), wanted);
    }
}
