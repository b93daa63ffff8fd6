//! Sentences that say what an automaton accepts.
//!
//! A sentence is a set of numbers too. It is told only where its automaton equals the one that was
//! found, so that the words are as true as that.

use zug_automata::{Automaton, Digits, Error, Track};
use zug_game::linear::{LinearCondition, LinearGame, LinearSum};

use crate::compile::Compiler;

/// The largest modulus of a sentence about remainders.
const LARGEST_MODULUS: u64 = 60;

/// Returns a sentence for the set of the automaton among the allowed positions; `None` if none of those that
/// are tried fits.
pub(crate) fn words(
    game: &LinearGame,
    allowed: &LinearCondition,
    lost: &Automaton,
    compiler: &Compiler<'_>,
) -> Result<Option<String>, Error> {
    let domain = compiler.condition(allowed)?;
    let bounds = compiler.bounds;
    let within = lost.and(&domain, bounds)?;
    let is = |set: &Automaton| -> Result<bool, Error> {
        let set = set.and(&domain, bounds)?;
        let both = within.minus(&set, bounds)?.is_empty();
        Ok(both && set.minus(&within, bounds)?.is_empty())
    };
    let names: Vec<&str> = lost
        .tracks()
        .iter()
        .map(|t| &*game.variables[usize::from(*t)])
        .collect();
    let tracks: Vec<usize> = lost.tracks().iter().map(|t| usize::from(*t)).collect();
    if within.is_empty() {
        return Ok(Some("no position is lost".to_owned()));
    }
    if is(&compiler.all()?)? {
        return Ok(Some("every position is lost".to_owned()));
    }
    if let [name] = names[..]
        && let Some(sentence) = remainders(name, lost, compiler, &is)?
    {
        return Ok(Some(sentence));
    }
    if compiler.digits == Digits::base(2) && tracks.len() > 1 {
        let xor = xor(lost.tracks(), compiler)?;
        let zero = format!("the xor of {} is 0", listed(&names));
        if is(&xor)? {
            return Ok(Some(zero));
        }
        // Misère play differs only where no number is above 1.
        let above = tracks.iter().map(|variable| at_least(*variable, 2));
        let above = above.fold(LinearCondition::Known(false), LinearCondition::or);
        let above = compiler.condition(&above)?;
        let turned = above
            .and(&xor, bounds)?
            .or(&above.complement(bounds)?.minus(&xor, bounds)?, bounds)?;
        if is(&turned)? {
            let sentence = format!("{zero}, if one is above 1; else the xor is 1");
            return Ok(Some(sentence));
        }
    }
    if let [first, second] = tracks[..] {
        for difference in 0..4 {
            let is_between = |a: usize, b: usize| {
                let sum = LinearSum::variable(a).plus(-1, &LinearSum::variable(b));
                let sum = sum.and_then(|sum| sum.plus(-difference, &LinearSum::number(1)));
                LinearCondition::zero(sum.unwrap_or_default())
            };
            let either = is_between(first, second).or(is_between(second, first));
            if is(&compiler.condition(&either)?)? {
                let sentence = match difference {
                    0 => format!("{} = {}", names[0], names[1]),
                    _ => format!("{} and {} differ by {difference}", names[0], names[1]),
                };
                return Ok(Some(sentence));
            }
        }
    }
    if compiler.digits == Digits::FIBONACCI
        && tracks.len() == 2
        && is(&wythoff(lost.tracks(), compiler)?)?
    {
        let (a, b) = (names[0], names[1]);
        let sentence = format!(
            "of {a} and {b} the larger one is written, in Fibonacci digits, as the smaller one with a 0 behind, \
             and the smaller one ends in an even number of zeros"
        );
        return Ok(Some(sentence));
    }
    Ok(None)
}

/// Returns a sentence about remainders from some number on, and the exceptions below.
fn remainders(
    name: &str,
    lost: &Automaton,
    compiler: &Compiler<'_>,
    is: &dyn Fn(&Automaton) -> Result<bool, Error>,
) -> Result<Option<String>, Error> {
    let accepts = |n: u64| lost.accepts(&[n]);
    let variable = usize::from(lost.tracks()[0]);
    let far = 4 * LARGEST_MODULUS;
    for modulus in 1..=LARGEST_MODULUS {
        // The least number from which on the answers repeat, as far as they are looked at.
        let from = (0..far)
            .rev()
            .find(|n| accepts(*n) != accepts(n + modulus))
            .map_or(0, |n| n + 1);
        if from + 2 * modulus > far {
            continue;
        }
        let rests: Vec<u64> = (0..modulus)
            .filter(|rest| accepts(from + (rest + modulus - from % modulus) % modulus))
            .collect();
        let differs = |n: &u64| accepts(*n) != rests.contains(&(n % modulus));
        let exceptions: Vec<u64> = (0..from).filter(differs).collect();
        let mut set = LinearCondition::Known(false);
        for rest in &rests {
            let sum = LinearSum {
                terms: vec![(variable, 1)],
                constant: -(*rest as i64),
            };
            set = set.or(LinearCondition::MultipleOf(modulus as u32, sum));
        }
        for number in &exceptions {
            let sum = LinearSum {
                terms: vec![(variable, 1)],
                constant: -(*number as i64),
            };
            let equal = LinearCondition::Zero(sum);
            set = match accepts(*number) {
                true => set.or(equal),
                false => set.and(equal.negated()),
            };
        }
        if !is(&compiler.condition(&set)?)? {
            continue;
        }
        let numbers = |all: &[u64]| {
            let all: Vec<String> = all.iter().map(ToString::to_string).collect();
            listed(&all.iter().map(String::as_str).collect::<Vec<_>>()).replace(" and ", " or ")
        };
        let (extra, missing): (Vec<u64>, Vec<u64>) = exceptions.iter().partition(|n| accepts(**n));
        let mut sentence = match (&rests[..], modulus) {
            ([], _) => String::new(),
            (_, 1) => format!("{name} is any number"),
            ([0], 2) => format!("{name} is even"),
            ([1], 2) => format!("{name} is odd"),
            ([0], _) => format!("{name} is a multiple of {modulus}"),
            _ => format!("{name} mod {modulus} is {}", numbers(&rests)),
        };
        if !missing.is_empty() {
            sentence += &format!(", but not {}", numbers(&missing));
        }
        if !extra.is_empty() {
            let join = if sentence.is_empty() {
                format!("{name} is ")
            } else {
                ", or it is ".to_owned()
            };
            sentence += &format!("{join}{}", numbers(&extra));
        }
        return Ok(Some(sentence));
    }
    Ok(None)
}

fn at_least(variable: usize, number: i64) -> LinearCondition {
    LinearCondition::AtLeastZero(LinearSum {
        terms: vec![(variable, 1)],
        constant: -number,
    })
}

/// The tuples in which an even number of numbers has a 1 at each place.
fn xor(tracks: &[Track], compiler: &Compiler<'_>) -> Result<Automaton, Error> {
    let letters = 1usize << tracks.len();
    let even = |letter: usize| letter.count_ones().is_multiple_of(2);
    let next = (0..letters).map(|letter| u32::from(!even(letter)));
    let next = next.chain((0..letters).map(|_| 1)).collect();
    let accepting = vec![true, false];
    Automaton::from_table(
        compiler.digits,
        tracks.to_vec(),
        next,
        accepting,
        compiler.bounds,
    )
}

/// The pairs of which one has the digits of the other and a 0 behind them, where the other ends in an
/// even number of zeros.
fn wythoff(tracks: &[Track], compiler: &Compiler<'_>) -> Result<Automaton, Error> {
    // The states: the number of zeros at the end of the smaller number, even or odd, and its last digit. In
    // Fibonacci digits a letter is (digit of the first) + 2 (digit of the second).
    let (even, odd, one, dead) = (0, 1, 2, 3);
    // The next state for the digits of the smaller and of the larger number.
    let step = |state: u32, small: usize, large: usize| match (state, small, large) {
        // The larger number has now what the smaller one had before.
        (_, 1, 0) if state == even || state == odd => one,
        (_, 0, 0) if state == even => odd,
        (_, 0, 0) if state == odd => even,
        (_, 0, 1) if state == one => odd,
        _ => dead,
    };
    let table = |turned: bool| -> Result<Automaton, Error> {
        let rows = [even, odd, one, dead].map(|state| {
            let letters = (0..4).map(|letter| (letter % 2, letter / 2));
            let next = letters.map(|(a, b)| {
                if turned {
                    step(state, b, a)
                } else {
                    step(state, a, b)
                }
            });
            next.collect::<Vec<u32>>()
        });
        // The start is a state of its own, which zeros in front leave as it is.
        let start = [
            0,
            if turned { dead } else { one },
            if turned { one } else { dead },
            dead,
        ];
        let shifted = |state: u32| state + 1;
        let first = start
            .iter()
            .enumerate()
            .map(|(letter, state)| if letter == 0 { 0 } else { shifted(*state) });
        let next = first
            .chain(rows.iter().flatten().map(|state| shifted(*state)))
            .collect();
        let accepting = vec![true, true, false, true, false];
        Automaton::from_table(
            compiler.digits,
            tracks.to_vec(),
            next,
            accepting,
            compiler.bounds,
        )
    };
    table(false)?.or(&table(true)?, compiler.bounds)
}

/// Returns the names as a list: `a, b and c`.
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}
