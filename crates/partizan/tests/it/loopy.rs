//! Values in which play can go round, against plain play on graphs.

use zug_partizan::{
    Answer, AnyValue, Arena, Follower, Graph, NoNames, PartizanError, ReadFault, Relation, Style,
};
use zug_values::Outcome;

fn read(arena: &mut Arena, expression: &str) -> AnyValue {
    let value = arena.read_any(expression, &mut NoNames);
    value.unwrap_or_else(|error| panic!("{expression}: {error}"))
}

fn text(arena: &mut Arena, expression: &str) -> String {
    let value = read(arena, expression);
    arena.text_of_any(value).unwrap()
}

/// A graph in which all positions are written out: the options of Left and of Right.
type Plain = Vec<[Vec<usize>; 2]>;

/// 0, *, 1, -1 and ^ at the beginning of each graph.
fn endings() -> Plain {
    vec![
        [vec![], vec![]],
        [vec![0], vec![0]],
        [vec![0], vec![]],
        [vec![], vec![0]],
        [vec![0], vec![1]],
    ]
}

/// How play ends from a sum of positions of two graphs, for Left and for Right who begins: by the definition alone.
/// Lost and won positions are found backwards until no more are found; all others are draws.
fn played(one: &Plain, two: &Plain, begin: (usize, usize)) -> [Outcome; 2] {
    let places = one.len() * two.len();
    let place = |a: usize, b: usize, mover: usize| (a * two.len() + b) * 2 + mover;
    let mut ends: Vec<Option<Outcome>> = vec![None; 2 * places];
    loop {
        let mut has_changed = false;
        for a in 0..one.len() {
            for b in 0..two.len() {
                for mover in 0..2 {
                    if ends[place(a, b, mover)].is_some() {
                        continue;
                    }
                    let in_one = one[a][mover].iter().map(|&to| place(to, b, 1 - mover));
                    let in_two = two[b][mover].iter().map(|&to| place(a, to, 1 - mover));
                    let after: Vec<_> = in_one.chain(in_two).map(|to| ends[to]).collect();
                    let found = if after.contains(&Some(Outcome::Loss)) {
                        Some(Outcome::Win)
                    } else if after.iter().all(|end| *end == Some(Outcome::Win)) {
                        Some(Outcome::Loss)
                    } else {
                        None
                    };
                    has_changed |= found.is_some();
                    ends[place(a, b, mover)] = found;
                }
            }
        }
        if !has_changed {
            break;
        }
    }
    [0, 1].map(|mover| ends[place(begin.0, begin.1, mover)].unwrap_or(Outcome::Draw))
}

/// The value of each position of a plain graph.
fn values(arena: &mut Arena, plain: &Plain) -> Result<Vec<AnyValue>, PartizanError> {
    let graph = plain.iter().map(|options| {
        options
            .each_ref()
            .map(|side| side.iter().map(|&to| Follower::Position(to)).collect())
    });
    arena.values_of_graph(&graph.collect::<Graph>())
}

/// The positions that are compared in sums with others: short games, `over`, `on`, `upon`, `dud` and others.
fn companions() -> Plain {
    let mut plain = endings();
    plain.extend([
        [vec![0], vec![5]],
        [vec![6], vec![]],
        [vec![7], vec![1]],
        [vec![8], vec![8]],
        [vec![2], vec![9]],
        [vec![0, 10], vec![1, 3]],
        [vec![12], vec![0]],
        [vec![5], vec![8, 0]],
    ]);
    plain
}

/// Compares each position of a graph, alone and beside each companion, with plain play. Returns how many were refused
/// because no stopper was found.
fn compare(arena: &mut Arena, plain: &Plain, from: usize) -> usize {
    let values = match values(arena, plain) {
        Ok(values) => values,
        Err(PartizanError::NoStopper) => return 1,
        Err(other) => panic!("{plain:?}: {other}"),
    };
    let others = companions();
    let of_others = self::values(arena, &others).unwrap();
    let mut refused = 0;
    for (number, value) in values.iter().enumerate().skip(from) {
        let written = arena.text_of_any(*value).unwrap();
        assert_eq!(
            read(arena, &written),
            *value,
            "{plain:?} {number}: {written}"
        );
        for (other, beside) in of_others.iter().enumerate() {
            let sum = match arena.sum_of_any(*value, *beside) {
                Ok(sum) => sum,
                Err(PartizanError::NoStopper) => {
                    refused += 1;
                    continue;
                }
                Err(other) => panic!("{plain:?}: {other}"),
            };
            let ends = played(plain, &others, (number, other));
            assert_eq!(
                arena.outcomes(sum).unwrap(),
                ends,
                "{plain:?}, position {number} = {written}, beside {other}"
            );
        }
    }
    refused
}

/// The places of `all` whose bit of the choice is set.
fn chosen(choice: u32, all: &[usize]) -> Vec<usize> {
    let all = all.iter().enumerate();
    all.filter(|(bit, _)| choice >> bit & 1 == 1)
        .map(|(_, place)| *place)
        .collect()
}

#[test]
fn all_positions_with_a_move_to_themselves_are_worth_what_play_says() {
    let mut arena = Arena::default();
    // The options are the position itself, 0, *, 1 and ^ in any choice.
    for left in 0..32 {
        for right in 0..32 {
            let mut plain = endings();
            plain.push([left, right].map(|choice| chosen(choice, &[5, 0, 1, 2, 4])));
            assert_eq!(compare(&mut arena, &plain, 5), 0, "{plain:?}");
        }
    }
}

#[test]
fn pairs_of_positions_are_worth_what_play_says() {
    let mut arena = Arena::default();
    // One graph of 101 that have two positions with themselves, each other, 0 and * as options.
    for all in (0..1 << 16).step_by(101) {
        let mut plain = endings();
        for position in [all, all >> 8] {
            plain.push([position, position >> 4].map(|choice| chosen(choice, &[5, 6, 0, 1])));
        }
        assert_eq!(compare(&mut arena, &plain, 5), 0, "{plain:?}");
    }
}

#[test]
fn random_graphs_are_worth_what_play_says() {
    let mut random = fastrand::Rng::with_seed(12);
    let mut arena = Arena::default();
    let mut refused = 0;
    for _ in 0..300 {
        let mut plain = endings();
        let positions = random.usize(2..6);
        for _ in 0..positions {
            let mut side = || -> Vec<usize> {
                let options = 0..random.usize(0..4);
                let option = options.map(|_| match random.usize(0..3) {
                    0 => random.usize(0..5),
                    _ => 5 + random.usize(0..positions),
                });
                option.collect()
            };
            plain.push([side(), side()]);
        }
        refused += usize::from(compare(&mut arena, &plain, 5) > 0);
    }
    // Some graphs have no stoppers as sides, or none that are found.
    assert!(refused < 6, "{refused} graphs were refused");
}

/// The rows about play that goes round in the list of known answers (`testdata/partizan.tsv`), and others that
/// *Winning Ways*, chapter 11, has.
#[test]
fn known_values() {
    let mut arena = Arena::default();
    for (expression, known) in [
        ("{pass|}", "on"),
        ("{|pass}", "off"),
        ("{0|pass}", "over"),
        ("{pass|0}", "under"),
        ("{pass|*}", "upon"),
        ("{pass|pass}", "dud"),
        ("a{0|a}", "over"),
        ("on + off", "dud"),
        ("on + {5|-7||*}", "on"),
        ("on + over", "on"),
        ("over + over", "over"),
        ("over + *", "over"),
        ("over + 100.^", "over"),
        ("over - 1/2", "-1/2 + over"),
        ("-over", "under"),
        ("dud + {1|-1}", "dud"),
        ("over + under", "over & under"),
        ("1 + 1000 + over", "1001 + over"),
        ("{1 + over|}", "2"),
        ("{over|over}", "over"),
        ("{-1|on}", "0"),
        ("+-(on)", "{on|off}"),
        ("2.upon", "{0|{0,pass|0}}"),
        ("upon + *", "{0,pass|0}"),
        ("a{0||||0|||a|*||*}", "a{0|{0|{{a|*}|*}}}"),
        (
            "a{0|{0||||0,*2|||a|0||0}||0}",
            "a{{0|{0|{0,*2|{{a|0}|0}}}}|0}",
        ),
        ("a{b{a|b}|a}", "dud"),
        ("onside(dud) - 3", "on"),
        ("offside(over & under)", "under"),
    ] {
        assert_eq!(text(&mut arena, expression), known, "{expression}");
        let [one, two] = [expression, known].map(|text| read(&mut arena, text));
        assert_eq!(one, two, "{expression}");
    }
}

#[test]
fn over_is_between_0_and_every_positive_number() {
    let mut arena = Arena::default();
    for (one, sign, two) in [
        ("over", ">", "0"),
        ("over", ">", "^^"),
        ("over", "<", "1/1024"),
        ("3 + over", ">", "3"),
        ("3 + over", "<", "49/16"),
        ("on", ">", "1000"),
        ("off", "<", "-1000"),
        ("dud", "||", "0"),
        ("upon", ">", "0"),
        ("upon", "||", "*"),
        ("over & under", "=", "over - over"),
    ] {
        let question = format!("({one}) {sign} ({two})");
        let answer = arena.read(&question, &mut NoNames);
        assert_eq!(answer, Ok(Answer::Truth(true)), "{question}");
    }
    let answer = arena.read("over ? under", &mut NoNames);
    assert_eq!(answer, Ok(Answer::Relation(Relation::Greater)));
}

#[test]
fn sums_do_not_depend_on_their_order() {
    let mut arena = Arena::default();
    let texts = [
        "over",
        "upon",
        "1*",
        "{2|-1}",
        "a{0,*|{a|*}}",
        "on",
        "{0|{pass|-1}}",
        "^",
        "dud",
    ];
    let values: Vec<AnyValue> = texts.iter().map(|text| read(&mut arena, text)).collect();
    for &one in &values {
        let twice = arena.negative_of_any(one).unwrap();
        assert_eq!(arena.negative_of_any(twice), Ok(one));
        for &two in &values {
            let sum = arena.sum_of_any(one, two).unwrap();
            assert_eq!(arena.sum_of_any(two, one), Ok(sum));
            for &three in &values {
                let first = arena.sum_of_any(sum, three).unwrap();
                let others = arena.sum_of_any(two, three).unwrap();
                assert_eq!(arena.sum_of_any(one, others), Ok(first));
            }
        }
    }
}

/// A. N. Siegel, *Combinatorial Game Theory*, chapter VI: the sides of this game, Bach's Carousel, are no stoppers.
#[test]
fn a_game_whose_sides_are_no_stoppers_is_refused() {
    let mut arena = Arena::default();
    let carousel = "a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}";
    let error = arena.read_any(carousel, &mut NoNames).unwrap_err();
    assert_eq!(error.fault, ReadFault::Value(PartizanError::NoStopper));
    assert_eq!(error.span, 1..carousel.len());
}

#[test]
fn texts_that_are_wrong_are_refused_where_they_are_wrong() {
    let mut arena = Arena::default();
    let part = ReadFault::NoOption;
    for (text, span, fault) in [
        ("pass", 0..4, part.clone()),
        ("1 + pass", 4..8, part.clone()),
        ("a{a + 1|}", 2..3, part.clone()),
        ("{-pass|}", 2..6, part.clone()),
        ("a{0|(a)}", 5..6, part.clone()),
        ("a{0|a", 5..5, ReadFault::Expected("`,`, `|` or `}`")),
        ("b", 0..1, ReadFault::UnknownName("b".to_owned())),
        ("{b|}", 1..2, ReadFault::UnknownName("b".to_owned())),
        ("Tiny(on)", 0..8, ReadFault::GoesRound),
    ] {
        let error = arena.read_any(text, &mut NoNames).unwrap_err();
        assert_eq!((error.span, error.fault), (span, fault), "{text}");
    }
    for (text, message) in [
        (
            "mean(over)",
            "mean needs a game that ends, and play can go round here",
        ),
        (
            "over & on",
            "`s & t` needs two stoppers of which the second is at most the first",
        ),
        (
            "dud & off",
            "`s & t` needs two stoppers of which the second is at most the first",
        ),
    ] {
        let error = arena.read(text, &mut NoNames).unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
    }
    assert_eq!(arena.parse("on").unwrap_err().fault, ReadFault::GoesRound);
}

#[test]
fn a_value_has_a_text_of_each_style() {
    let mut arena = Arena::default();
    let value = read(&mut arena, "3/4 + over");
    for (style, text) in [
        (Style::Short, "3/4 + over"),
        (Style::Braces, "{3/4|pass}"),
        (Style::Latex, r"\frac{3}{4}+\mathbf{over}"),
    ] {
        assert_eq!(arena.write_any(value, style).as_deref(), Ok(text));
    }
    let value = read(&mut arena, "a{0|{0|{{a|*}|*}}} - 0");
    let latex = r"a\left\{0\,\middle|\,\left\{0\,\middle|\,\left\{\left\{a\,\middle|\,{\ast}\right\}\,\middle|\,{\ast}\right\}\right\}\right\}";
    assert_eq!(arena.write_any(value, Style::Latex).as_deref(), Ok(latex));
}

#[test]
fn loops_are_kept_when_forms_are_forgotten() {
    let mut arena = Arena::default();
    arena.parse("{5|{3|1}} + {7||2|*}").unwrap();
    let value = read(&mut arena, "{2|-1} + over");
    arena.keep_only(&mut []).unwrap();
    assert_eq!(
        arena.text_of_any(value).as_deref(),
        Ok("{2 + over|-1 + over}")
    );
    assert_eq!(read(&mut arena, "over + {2|-1}"), value);
}
