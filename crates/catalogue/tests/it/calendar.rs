//! The theorem of the Calendar Game against the graph of all dates, and both
//! against the rules.

use zug_catalogue::calendar::{CalendarMove, Date, GOAL, graph};
use zug_catalogue::find;
use zug_game::{Game, Notation};
use zug_lang::{AnyGame, Rules, RulesGame, Settings};
use zug_solve::{Job, strong};
use zug_values::{Outcome, Plies, Value};

fn rules() -> RulesGame<u64> {
    let rules = Rules::read(find("calendar").unwrap().source).unwrap();
    let instance = rules.instance(&Settings::default()).unwrap();
    let AnyGame::Narrow(game) = instance.game().unwrap() else {
        panic!("the game is small");
    };
    game
}

fn date(year: u32, month: u32, day: u32) -> Date {
    Date::new(year, month, day).unwrap()
}

#[test]
fn parity_gives_what_the_graph_gives_on_all_dates() {
    let mut wins = 0;
    for date in Date::all() {
        let outcome = graph().value(date).outcome();
        assert_eq!(date.outcome(), outcome, "{date}");
        wins += u32::from(outcome == Outcome::Win);
        let winning: Vec<CalendarMove> = graph()
            .moves(date)
            .into_iter()
            .filter(|(_, value)| value.outcome() == Outcome::Win)
            .map(|(choice, _)| choice)
            .collect();
        assert_eq!(date.winning_moves(), winning, "{date}");
        assert_eq!(winning.is_empty(), outcome == Outcome::Loss, "{date}");
    }
    // 203 exceptions among them: 09-30 in 102 years, 11-30 in 101.
    assert_eq!(wins, 18_841);
}

#[test]
fn the_graph_gives_what_the_rules_give_on_all_dates() {
    let rules = rules();
    let positions: Vec<u64> = Date::all()
        .map(|date| {
            let (year, month, day) = (date.year(), date.month(), date.day());
            let text = format!("year={year} month={month} day={day}");
            rules.parse(&text).unwrap()
        })
        .collect();
    let solution = strong::solve(&rules, positions.iter().copied(), &Job::default()).unwrap();
    for (date, position) in Date::all().zip(positions) {
        let value = solution.value(&position).unwrap();
        assert_eq!(graph().value(date), value, "{date}");
        let mut moves = Vec::new();
        rules.moves(&position, &mut moves).unwrap();
        let moves: Vec<(String, Value)> = moves
            .iter()
            .map(|choice| {
                let step = rules.play(&position, choice).unwrap();
                let value = solution.value(&step.position).unwrap();
                (rules.move_name(&position, choice), value.before(step.turn))
            })
            .collect();
        let found = graph().moves(date);
        let found: Vec<_> = found.iter().map(|(m, v)| (m.to_string(), *v)).collect();
        assert_eq!(found, moves, "{date}");
    }
}

#[test]
fn on_the_goal_itself_the_mover_can_only_pass_it() {
    assert_eq!(graph().value(GOAL), Value::Loss(Plies(1)));
    assert_eq!(GOAL.outcome(), Outcome::Loss);
}

#[test]
fn the_reasons_name_the_numbers() {
    assert_eq!(
        date(2001, 11, 3).why(),
        [
            "11 + 3 = 14 is even: the mover wins",
            "day leads to 2001-11-04, the goal",
        ]
    );
    assert_eq!(
        date(2001, 11, 2).why(),
        [
            "11 + 2 = 13 is odd: the mover loses",
            "day leads to 2001-11-03: 11 + 3 = 14 is even, who moves there wins",
            "month leads past 2001-11-04 and loses",
        ]
    );
    assert_eq!(
        date(1999, 9, 30).why(),
        [
            "9 + 30 = 39 is odd, but the day after, 10-01, is odd too",
            "day leads to 1999-10-01: 10 + 1 = 11 is odd, who moves there loses",
        ]
    );
    assert_eq!(
        date(1999, 8, 30).why(),
        [
            "8 + 30 = 38 is even: the mover wins",
            "day leads to 1999-08-31: 8 + 31 = 39 is odd, who moves there loses",
        ]
    );
}

#[test]
fn the_reasons_are_true_on_all_dates() {
    for date in Date::all() {
        let lines = date.why();
        assert!((2..=3).contains(&lines.len()), "{date}");
        let (parity, end) = match graph().value(date).outcome() {
            Outcome::Win => ("is odd", "loses"),
            Outcome::Loss | Outcome::Draw => ("is even", "wins"),
        };
        for line in &lines[1..] {
            let is_over = line.ends_with("the goal") || line.ends_with("past 2001-11-04 and loses");
            assert!(
                is_over || (line.contains(parity) && line.ends_with(end)),
                "{date}: {line}"
            );
        }
    }
}
