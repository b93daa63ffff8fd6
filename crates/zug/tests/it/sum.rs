//! Games played together: what heaps, theorems and the product of all parts say.

use std::collections::BTreeSet;

use zug::{
    AnswerBy, Compound, Error, Expression, Nimber, Outcome, Play, Problem, Request, SolveOptions,
    Sum, SumWorth,
};

const EVERYTHING: usize = 100_000;

fn read(
    text: &str,
    compound: Compound,
    play: Option<Play>,
    answer_by: AnswerBy,
) -> Result<SumWorth, Error> {
    read_up_to(EVERYTHING, text, compound, play, answer_by)
}

/// What a sum is worth, with at most this number of winning turns.
fn read_up_to(
    most: usize,
    text: &str,
    compound: Compound,
    play: Option<Play>,
    answer_by: AnswerBy,
) -> Result<SumWorth, Error> {
    let options = SolveOptions::default().with_answer_by(answer_by);
    let mut parts = Vec::new();
    for named in &Expression::read(text)?.parts {
        let request = named.request(Request::catalogue(&named.game)?)?;
        parts.push((named.text.clone(), request));
    }
    Sum::new(parts, compound, play, &options)?.solve(most, &options)
}

fn turns(worth: &SumWorth) -> BTreeSet<Vec<(usize, String)>> {
    assert!(!worth.more_turns);
    let turn = |turn: &Vec<zug::PartMove>| {
        let moves = turn.iter().map(|one| (one.part, one.name.clone()));
        moves.collect()
    };
    worth.turns.iter().map(turn).collect()
}

#[test]
fn there_are_more_winning_turns_only_where_some_are_left_out() {
    let text = "nim(1) + nim(1) + nim(1)";
    for (compound, answer_by) in [
        (Compound::One, AnswerBy::Any),
        (Compound::One, AnswerBy::Positions),
        (Compound::Some, AnswerBy::Positions),
        (Compound::All, AnswerBy::Positions),
    ] {
        let up_to = |most| read_up_to(most, text, compound, None, answer_by).unwrap();
        let all = turns(&up_to(EVERYTHING)).len();
        assert!(all > 0, "{compound:?}");
        assert_eq!(turns(&up_to(all)).len(), all, "{compound:?} {answer_by:?}");
        let fewer = up_to(all - 1);
        assert_eq!(fewer.turns.len(), all - 1, "{compound:?} {answer_by:?}");
        assert!(fewer.more_turns, "{compound:?} {answer_by:?}");
    }
}

#[test]
fn the_sum_of_four_games_is_their_xor() {
    let text = "nim(3) + kayles(7) + knight(3,4) + northcott(black=[4,1], white=[5,3])";
    let worth = read(text, Compound::One, None, AnswerBy::Any).unwrap();
    let nimbers: Vec<Option<Nimber>> = worth.parts.iter().map(zug::PartWorth::nimber).collect();
    assert_eq!(nimbers, [3, 2, 4, 1].map(|n| Some(Nimber(n))));
    assert_eq!(worth.nimber(), Some(Nimber(4)));
    assert_eq!(worth.outcome(), Some(Outcome::Win));
    assert_eq!(turns(&worth), [vec![(2, "1,5".to_owned())]].into());
    assert_eq!(worth.turns[0][0].position.as_deref(), Some("at=1,5"));
}

#[test]
fn heaps_that_theorems_name_say_what_the_product_of_all_positions_says() {
    for text in [
        "northcott(black=[1], white=[3], columns=4) + nim(1)",
        "northcott(black=[1], white=[3], columns=4) + nim(2)",
        "northcott(black=[4, 2], white=[1, 1], columns=4) + kayles(3)",
        "northcott(black=[1], white=[4], columns=4) + nim(1, 2) + knight(1, 2)",
        "northcott(black=[2], white=[4], columns=5) + northcott(black=[3], white=[1], columns=4)",
        "nim(2, 3) + roxor(1, 0, 1)",
        "stone-game-strategist(1, 3) + nim(3) + knights((3, 4), (2, 2))",
    ] {
        let heaps = read(text, Compound::One, NORMAL, AnswerBy::Any).unwrap();
        let positions = read(text, Compound::One, NORMAL, AnswerBy::Positions).unwrap();
        assert!(heaps.nimber().is_some(), "{text}");
        assert_eq!(heaps.outcome(), positions.outcome(), "{text}");
        assert_eq!(turns(&heaps), turns(&positions), "{text}");
    }
}

const NORMAL: Option<Play> = Some(Play::Normal);
const MISERE: Option<Play> = Some(Play::Misere);

#[test]
fn two_boards_beside_other_games_are_heaps_in_every_position() {
    for black in 1..=3 {
        for white in (1..=3).filter(|white| *white != black) {
            for heap in 0..=2 {
                for pins in 1..=3 {
                    let text = format!(
                        "northcott(black=[{black}], white=[{white}], columns=3) \
                         + northcott(black=[3], white=[1], columns=3) + nim({heap}) + kayles({pins})"
                    );
                    let heaps = read(&text, Compound::One, NORMAL, AnswerBy::Any).unwrap();
                    let positions =
                        read(&text, Compound::One, NORMAL, AnswerBy::Positions).unwrap();
                    assert_eq!(heaps.outcome(), positions.outcome(), "{text}");
                    assert_eq!(turns(&heaps), turns(&positions), "{text}");
                }
            }
        }
    }
}

/// Whether the mover wins rows of Kayles in misere play, by plain recursion.
fn misere_kayles(rows: &[usize]) -> bool {
    let mut moved = false;
    for (place, &row) in rows.iter().enumerate() {
        for down in 1..=row.min(2) {
            for left in 0..=row - down {
                moved = true;
                let mut next = rows.to_vec();
                next[place] = left;
                next.push(row - down - left);
                if !misere_kayles(&next) {
                    return true;
                }
            }
        }
    }
    !moved // who is stuck wins
}

#[test]
fn misere_play_is_never_a_xor() {
    let mut differs = 0;
    for a in 1..=4 {
        for b in 1..=a {
            let text = format!("kayles({a}) + kayles({b})");
            let misere = read(&text, Compound::One, MISERE, AnswerBy::Any).unwrap();
            let expected = if misere_kayles(&[a, b]) {
                Outcome::Win
            } else {
                Outcome::Loss
            };
            assert_eq!(misere.outcome(), Some(expected), "{text}");
            assert_eq!(misere.nimber(), None);
            assert!(misere.parts.iter().all(|part| part.nimber().is_none()));
            let normal = read(&text, Compound::One, NORMAL, AnswerBy::Any).unwrap();
            differs += usize::from(normal.outcome() != misere.outcome());
        }
    }
    assert!(
        differs > 0,
        "misere play of Kayles is not that of its nimbers"
    );
}

#[test]
fn parts_that_are_nim_go_by_bouton_in_misere_play() {
    for text in [
        "nim(1, 1) + nim(1)",
        "nim(1) + nim(1)",
        "nim(2) + nim(3)",
        "nim(3, 1) + nim(2)",
        "nim(2) + nim(1) + nim(1)",
        "nim(0) + nim(0)",
    ] {
        let piles = read(text, Compound::One, MISERE, AnswerBy::Any).unwrap();
        let positions = read(text, Compound::One, MISERE, AnswerBy::Positions).unwrap();
        assert_eq!(piles.outcome(), positions.outcome(), "{text}");
        assert_eq!(turns(&piles), turns(&positions), "{text}");
    }
    let huge = read(
        "nim(4000000) + nim(3)",
        Compound::One,
        MISERE,
        AnswerBy::Any,
    )
    .unwrap();
    assert_eq!(huge.outcome(), Some(Outcome::Win));
    assert_eq!(turns(&huge), [vec![(0, "3999997".to_owned())]].into());
}

#[test]
fn what_a_theorem_leaves_open_its_positions_tell() {
    // Of cakes with one largest and one next the theorem knows no nimber.
    for text in [
        "forbidden-take-away(2, forbidden={3, 4}) + cake-party(2, 2)",
        "cake-party(1, 2, 2) + forbidden-take-away(3, 1, forbidden={4})",
        "roxor(1, 1, 0) + cake-party(1, 2, 2) + stone-game-strategist(0, 1)",
        "cake-party(1, 1) + cake-party(0, 0, 2) + cake-party(0, 2, 2)",
    ] {
        let heaps = read(text, Compound::One, NORMAL, AnswerBy::Any).unwrap();
        let positions = read(text, Compound::One, NORMAL, AnswerBy::Positions).unwrap();
        assert_eq!(heaps.outcome(), positions.outcome(), "{text}");
        assert_eq!(turns(&heaps), turns(&positions), "{text}");
    }
}

#[test]
fn alone_a_part_is_played_by_its_own_rules() {
    let rules = "game b(n = 3)\nplayers A, B\nmisere\nheap: 0..n = n\n\
                 move take(k in 1..2) if k <= heap:\n    heap -= k\n    win me if heap == 7\n";
    for n in 1..=5 {
        let request = Request::rules(rules, "b").set("n", n.to_string());
        let problem = Problem::new(&request).unwrap();
        let options = SolveOptions::default();
        let alone = problem.solve(&options).unwrap();
        let alone = alone.value(&problem.root()).unwrap();
        let sum = Sum::new(
            vec![("b".to_owned(), request)],
            Compound::One,
            None,
            &options,
        );
        let worth = sum.unwrap().solve(EVERYTHING, &options).unwrap();
        assert_eq!(worth.outcome(), alone.map(zug::Value::outcome));
        assert_eq!(worth.parts[0].alone(), alone);
    }
}

#[test]
fn parts_of_one_text_may_be_different_games() {
    let nim = |piles: &str| Request::catalogue("nim").unwrap().set("piles", piles);
    let parts = vec![("a".to_owned(), nim("[3]")), ("a".to_owned(), nim("[5]"))];
    let options = SolveOptions::default();
    let sum = Sum::new(parts, Compound::One, NORMAL, &options).unwrap();
    let worth = sum.solve(EVERYTHING, &options).unwrap();
    assert_eq!(worth.nimber(), Some(Nimber(3) + Nimber(5)));
}

#[test]
fn a_part_too_large_to_look_at_does_not_hide_the_others() {
    let options = SolveOptions::default()
        .with_memory(1 << 20)
        .with_probe(false);
    let parts = ["connect-four", "nim"]
        .map(|game| (game.to_owned(), Request::catalogue(game).unwrap()))
        .to_vec();
    let sum = Sum::new(parts, Compound::One, NORMAL, &options).unwrap();
    let worth = sum.solve(EVERYTHING, &options).unwrap();
    assert_eq!(worth.outcome(), None);
    assert_eq!(worth.parts[0].alone(), None);
    assert_eq!(worth.parts[1].nimber(), Some(Nimber(2)));
}

#[test]
fn equal_parts_are_looked_at_once() {
    let worth = read("10000*kayles(16)", Compound::One, NORMAL, AnswerBy::Any).unwrap();
    assert_eq!(worth.outcome(), Some(Outcome::Loss));
    assert_eq!(worth.parts.len(), 10_000);
}

#[test]
fn partizan_parts_are_played_out_as_the_rules_of_their_sum_say() {
    let domineering = zug_catalogue::find("domineering").unwrap().source;
    for (a, b) in [
        ((2, 2), (3, 2)),
        ((3, 1), (2, 3)),
        ((2, 2), (2, 2)),
        ((1, 2), (4, 1)),
    ] {
        let text = format!(
            "domineering(width={}, height={}) + domineering(width={}, height={})",
            a.0, a.1, b.0, b.1
        );
        let rules = format!(
            "{domineering}\ngame both(boards = [{a:?}, {b:?}])\n\
             sum domineering(w, h) for w, h in boards\n"
        );
        let both = Problem::new(&Request::rules(rules, "both")).unwrap();
        let solution = both.solve(&SolveOptions::default()).unwrap();
        let value = solution.value(&both.root()).unwrap().unwrap();
        let worth = read(&text, Compound::One, NORMAL, AnswerBy::Any).unwrap();
        assert_eq!(worth.outcome(), Some(value.outcome()), "{text}");
        assert_eq!(worth.remoteness(), value.remoteness(), "{text}");
        assert_eq!(worth.nimber(), None, "{text}");
        assert!(worth.parts[0].nimber().is_none() && worth.parts[0].without.is_some());
        let winning = solution.moves_in_order(&both.root()).unwrap();
        let winning = winning
            .into_iter()
            .filter(|m| m.value.outcome() == Outcome::Win);
        let winning: BTreeSet<String> = winning.map(|answer| answer.name).collect();
        let named: BTreeSet<String> = turns(&worth)
            .into_iter()
            .map(|turn| format!("{}: {}", turn[0].0 + 1, turn[0].1))
            .collect();
        assert_eq!(named, winning, "{text}");
    }
}

#[test]
fn of_what_has_no_sum_nothing_is_said_but_of_the_parts() {
    let worth = read("tic-tac-toe + nim(2)", Compound::One, NORMAL, AnswerBy::Any).unwrap();
    assert_eq!((worth.outcome(), worth.nimber()), (None, None));
    assert!(worth.turns.is_empty());
    assert_eq!(worth.parts[0].alone().unwrap().outcome(), Outcome::Draw);
    assert_eq!(worth.parts[1].nimber(), Some(Nimber(2)));
    let why = worth.why.join("\n");
    assert!(why.contains("nothing can be said of the whole"), "{why}");
    assert!(why.contains("part 1 (tic-tac-toe)"), "{why}");
    // Alone it is worth what it is worth.
    let alone = |text| read(text, Compound::One, NORMAL, AnswerBy::Any).unwrap();
    let draw = alone("tic-tac-toe");
    assert_eq!(draw.outcome(), Some(Outcome::Draw));
    assert_eq!((draw.more_turns, draw.more_drawing_turns), (false, true));
    let won = alone("hexapawn");
    assert_eq!(won.remoteness(), won.parts[0].alone().unwrap().remoteness());
}

#[test]
fn each_compound_has_its_own_winner() {
    let outcome = |compound| {
        let worth = read("knight(2,0)+knight(2,0)", compound, NORMAL, AnswerBy::Any).unwrap();
        (worth.outcome().unwrap(), turns(&worth).len())
    };
    assert_eq!(outcome(Compound::One), (Outcome::Loss, 0));
    assert_eq!(outcome(Compound::Some), (Outcome::Win, 1));
    assert_eq!(outcome(Compound::NotAll), (Outcome::Loss, 0));
    assert_eq!(outcome(Compound::All), (Outcome::Win, 1));
}

#[test]
fn the_rules_say_who_wins_when_stuck_unless_they_differ() {
    let misere = "game pile(n = 3)\nimpartial\nmisere\nstones: 0..n = n\n\
                  move take(k in 1..n) if k <= stones:\n    stones -= k\n";
    let own = || ("pile".to_owned(), Request::rules(misere, "mine"));
    let nim = || ("nim".to_owned(), Request::catalogue("nim").unwrap());
    let options = SolveOptions::default();
    let sum = Sum::new(vec![own(), own()], Compound::One, None, &options).unwrap();
    assert_eq!(sum.play(), Play::Misere);
    let mixed = Sum::new(vec![own(), nim()], Compound::One, None, &options);
    assert!(matches!(mixed, Err(Error::MixedPlay)));
    let normal = Sum::new(vec![own(), nim()], Compound::One, NORMAL, &options).unwrap();
    let worth = normal.solve(EVERYTHING, &options).unwrap();
    assert_eq!(
        worth.nimber(),
        Some(Nimber(3) + Nimber(3) + Nimber(4) + Nimber(5))
    );
}

#[test]
fn huge_heaps_are_added_without_a_look_at_them() {
    let text = "nim(1000000000) + nim(5) + kayles(7)";
    let worth = read(text, Compound::One, NORMAL, AnswerBy::Any).unwrap();
    assert_eq!(
        worth.nimber(),
        Some(Nimber(1_000_000_000) + Nimber(5) + Nimber(2))
    );
    assert_eq!(turns(&worth).len(), 1);
}
