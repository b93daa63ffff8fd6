//! Values of positions from which play can go round: against the product of all parts, and against known answers.

use std::fmt::Write as _;

use zug::{
    Calculated, Calculator, Compound, Expression, LoopyWorth, Outcome, Player, Request, Shelf,
    SolveOptions, SumWorth, is_surely_of_values,
};

/// Walks of a token: each player has arrows of their own.
struct Walks(Vec<String>);

/// The number of places of a walk.
const PLACES: usize = 4;

impl Walks {
    fn random(count: usize) -> Self {
        let mut random = fastrand::Rng::with_seed(5);
        let mut walk = || {
            let mut arrows = || {
                let mut list = String::new();
                for from in 0..PLACES {
                    for _ in 0..random.usize(0..3) {
                        let to = random.usize(0..PLACES);
                        _ = write!(list, "({from}, {to}), ");
                    }
                }
                format!("[{list}(-1, -1)]")
            };
            let (left, right) = (arrows(), arrows());
            format!(
                "game walk\nplayers Left, Right\nplace: 0..{last} = 0\n\
                 move go(to in 0..{last}) if (place, to) in {left} and me == Left \
                 or (place, to) in {right} and me == Right:\n    place = to\nshow place\n",
                last = PLACES - 1
            )
        };
        Self((0..count).map(|_| walk()).collect())
    }

    /// The rules of `./7.zug`, or those of a game of the catalogue.
    fn rules(&self, game: &str) -> Result<Request, zug::Error> {
        let number = game
            .strip_prefix("./")
            .and_then(|file| file.strip_suffix(".zug"));
        let number = number.and_then(|number| number.parse().ok());
        match number.and_then(|number: usize| self.0.get(number)) {
            Some(rules) => Ok(Request::rules(rules.clone(), "walk.zug")),
            None => Request::catalogue(game),
        }
    }

    fn worth(&self, text: &str, mover: Player) -> SumWorth {
        let expression = Expression::read(text).unwrap();
        let options = SolveOptions::default();
        let rules = |game: &str| self.rules(game);
        let sum = Shelf::to_move(mover).read(&expression, rules, (Compound::One, None), &options);
        sum.unwrap().solve(10, &options).unwrap()
    }
}

/// Compares what the product of the parts says with what their values say. Returns whether they had values.
fn compare(walks: &Walks, text: &str) -> bool {
    let mut has_values = false;
    for (player, begins) in [(Player::First, 0), (Player::Second, 1)] {
        let worth = walks.worth(text, player);
        let outcome = worth.outcome().unwrap();
        if let Some(value) = &worth.loopy_value {
            assert_eq!(value.begins[begins], outcome, "{text}: {}", value.value);
            has_values = true;
        }
    }
    has_values
}

#[test]
fn random_walks_and_their_sums_end_as_their_product_does() {
    let walks = Walks::random(40);
    let mut valued = 0;
    for one in 0..walks.0.len() {
        valued += usize::from(compare(&walks, &format!("./{one}.zug")));
        let other = (one * 7 + 3) % walks.0.len();
        valued += usize::from(compare(&walks, &format!("./{one}.zug + ./{other}.zug")));
        valued += usize::from(compare(
            &walks,
            &format!("./{one}.zug + nim(2) + hackenbush"),
        ));
    }
    assert!(valued > 80, "{valued} sums had values");
}

fn loopy(calculator: &mut Calculator<'_>, text: &str) -> Box<LoopyWorth> {
    match calculator.read(text) {
        Ok(Calculated::Loopy(worth)) => worth,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn expressions_mix_positions_and_words() {
    let walks = Walks(vec![
        "game lazy\nplayers Left, Right\nsteps: 0..2 = 1\n\
         move step if me == Left and steps > 0:\n    steps -= 1\n\
         move wait if me == Right and steps > 0\nshow steps\n"
            .to_owned(),
    ]);
    let rules = |game: &str| walks.rules(game);
    let mut calculator = Calculator::new(&rules, &SolveOptions::default()).unwrap();
    let over = loopy(&mut calculator, "./0.zug + 0");
    assert_eq!(over.value, "over");
    assert_eq!(over.form, "{0|pass}");
    assert_eq!(over.begins, [Outcome::Win, Outcome::Loss]);
    assert_eq!(over.who(), ["Left wins", "Left wins"]);
    let two = loopy(&mut calculator, "./0.zug at 'steps=2' + 0");
    assert_eq!(two.value, "over");
    let dud = loopy(
        &mut calculator,
        "./0.zug - ./0.zug + on + off + domineering(3, 2)",
    );
    assert_eq!(
        (&*dud.value, &*dud.onside, &*dud.offside),
        ("dud", "on", "off")
    );
    assert_eq!(dud.who(), ["nobody wins: play never ends"; 2]);
    assert_eq!(
        calculator.read("./0.zug ? over"),
        Ok(Calculated::Text("=".to_owned()))
    );
    calculator.line("let a = over - 1/2").unwrap();
    assert_eq!(loopy(&mut calculator, "a + 1").value, "1/2 + over");
    assert!(calculator.line("let on = 3").is_err());
    assert!(calculator.line("let pass = 3").is_err());
}

#[test]
fn a_word_within_the_name_of_a_game_is_no_value() {
    for (text, is_of_values) in [
        ("nim-with-a-pass(3) + nim(2)", false),
        ("on + off", true),
        ("{0|pass}", true),
    ] {
        assert_eq!(is_surely_of_values(text), is_of_values, "{text}");
    }
}

/// The fox and the geese on a small board, where only a player without a move loses: a fox that has passed the geese
/// moves for ever, and the geese come to an end.
#[test]
fn a_fox_behind_the_geese_is_worth_on() {
    let rules = Request::catalogue("fox-and-geese").unwrap().source;
    let rules: Vec<&str> = rules
        .lines()
        .filter(|line| !line.starts_with("win "))
        .collect();
    let walks = Walks(vec![rules.join("\n")]);
    let rules = |game: &str| walks.rules(game);
    let mut calculator = Calculator::new(&rules, &SolveOptions::default()).unwrap();
    let past = loopy(
        &mut calculator,
        "./0.zug at 'board=..../.F../..G./...G' + 0",
    );
    assert_eq!(past.value, "on");
    for text in ["./0.zug", "./0.zug + nim(1)"] {
        assert!(compare(&walks, text), "{text}");
    }
}
