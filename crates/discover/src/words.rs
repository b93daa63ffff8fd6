//! Sentences that say what an automaton accepts.
//!
//! A sentence is a set of numbers too. It is given only where its automaton equals the one that was
//! found, so that the words are as true as that.

use std::fmt::Write as _;

use zug_automata::{Automaton, Digits, Error, Track};
use zug_game::linear::{LinearCondition, LinearGame, LinearSum};

use crate::compile::Compiler;
use crate::nimber_words::by_remainder;
use crate::phrase::{LARGEST_MODULUS, Read, listed};

/// A sentence with the set that it speaks of.
type Candidate = (String, Automaton);

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
        Ok(within.minus(&set, bounds)?.is_empty() && set.minus(&within, bounds)?.is_empty())
    };
    let reads: Vec<Read<'_>> = lost
        .tracks()
        .iter()
        .map(|track| Read {
            track: *track,
            name: &game.variables[usize::from(*track)],
        })
        .collect();
    if let [one] = &reads[..]
        && let Some(sentence) = remainders(one.name, lost, compiler, &is)?
    {
        return Ok(Some(sentence));
    }
    let kinds = [equalities, sums, endings, parts, shifts];
    for kind in kinds {
        for (sentence, set) in kind(&reads, compiler)? {
            if is(&set)? {
                return Ok(Some(sentence));
            }
        }
    }
    if let [number, nimber] = reads[..]
        && game.nim_heap == Some(usize::from(nimber.track))
        && let Some((sentence, set)) = by_remainder(number, nimber, lost, compiler)?
        && is(&set)?
    {
        return Ok(Some(sentence));
    }
    Ok(None)
}

fn listed_names(reads: &[Read<'_>]) -> String {
    listed(&reads.iter().map(|read| read.name).collect::<Vec<_>>())
}

/// Sentences that compare numbers.
fn equalities(reads: &[Read<'_>], compiler: &Compiler<'_>) -> Result<Vec<Candidate>, Error> {
    let known = |known| LinearCondition::Known(known);
    let variable = |read: &Read<'_>| LinearSum::variable(usize::from(read.track));
    let zeros = reads
        .iter()
        .map(|read| LinearCondition::Zero(variable(read)));
    let equal = reads.windows(2).map(|two| {
        LinearCondition::zero(
            variable(&two[0])
                .plus(-1, &variable(&two[1]))
                .unwrap_or_default(),
        )
    });
    let names: Vec<&str> = reads.iter().map(|read| read.name).collect();
    let mut all = vec![
        ("it is a position, whichever it is".to_owned(), known(true)),
        ("there is no such position".to_owned(), known(false)),
        (
            format!("{} = 0", names.join(" = ")),
            zeros.fold(known(true), LinearCondition::and),
        ),
        (
            names.join(" = "),
            equal.fold(known(true), LinearCondition::and),
        ),
    ];
    if let [a, b] = reads {
        for difference in 1..4 {
            let by = LinearSum::number(difference);
            let is_more = |a: &Read<'_>, b: &Read<'_>| {
                let sum = variable(a)
                    .plus(-1, &variable(b))
                    .and_then(|sum| sum.plus(-1, &by));
                LinearCondition::zero(sum.unwrap_or_default())
            };
            let sentence = format!("{} and {} differ by {difference}", a.name, b.name);
            all.push((sentence, is_more(a, b).or(is_more(b, a))));
        }
    }
    all.into_iter()
        .map(|(sentence, set)| Ok((sentence, compiler.condition(&set)?)))
        .collect()
}

/// Sentences about the xor of numbers, of all and, in rows such as staircases, of differences.
fn sums(reads: &[Read<'_>], compiler: &Compiler<'_>) -> Result<Vec<Candidate>, Error> {
    if compiler.digits != Digits::base(2) || reads.len() < 2 {
        return Ok(Vec::new());
    }
    let bounds = compiler.bounds;
    let tracks: Vec<Track> = reads.iter().map(|read| read.track).collect();
    let zero = format!("the xor of {} is 0", listed_names(reads));
    let all = compiler.xor(&tracks)?;
    // Misère play differs only where no number is above 1.
    let above = reads
        .iter()
        .map(|read| at_least(usize::from(read.track), 2));
    let above = above.fold(LinearCondition::Known(false), LinearCondition::or);
    let above = compiler.condition(&above)?;
    let small = above.complement(bounds)?.minus(&all, bounds)?;
    let turned = above.and(&all, bounds)?.or(&small, bounds)?;
    let misere = format!("{zero}, if one of them is above 1; else the xor is 1");
    let mut candidates = vec![(zero, all), (misere, turned)];
    candidates.push(staircase(reads, compiler)?);
    for power in 1..4 {
        candidates.push(quotients(reads, 1 << power, compiler)?);
    }
    Ok(candidates)
}

/// The first track of a number that a sentence makes of others.
const MADE: Track = 1 << 13;

/// The xor of quotients.
fn quotients(reads: &[Read<'_>], by: i64, compiler: &Compiler<'_>) -> Result<Candidate, Error> {
    let bounds = compiler.bounds;
    let made: Vec<Track> = reads.iter().map(|read| MADE + read.track).collect();
    let mut set = compiler.xor(&made)?;
    for (read, made) in reads.iter().zip(&made) {
        // 0 <= number - by * quotient < by
        let terms = vec![(usize::from(read.track), 1), (usize::from(*made), -by)];
        let rest = LinearSum { terms, constant: 0 };
        let below = LinearSum::number(by - 1)
            .plus(-1, &rest)
            .unwrap_or_default();
        let is_quotient =
            LinearCondition::AtLeastZero(rest).and(LinearCondition::AtLeastZero(below));
        set = set
            .and(&compiler.condition(&is_quotient)?, bounds)?
            .exists(*made, bounds)?;
    }
    let names: Vec<String> = reads
        .iter()
        .map(|read| format!("{} // {by}", read.name))
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Ok((format!("the xor of {} is 0", listed(&names)), set))
}

/// The xor of every second difference of neighbours, counted from the last number; the first number is a difference
/// too if their count is odd.
fn staircase(reads: &[Read<'_>], compiler: &Compiler<'_>) -> Result<Candidate, Error> {
    let bounds = compiler.bounds;
    let (mut tracks, mut names) = (Vec::new(), Vec::new());
    let mut set = compiler.all()?;
    let mut rest = reads;
    while let Some((last, before)) = rest.split_last() {
        let track = MADE + tracks.len() as Track;
        let mut terms = vec![(usize::from(last.track), 1), (usize::from(track), -1)];
        names.push(match before.last() {
            Some(before) => format!("{} - {}", last.name, before.name),
            None => last.name.to_owned(),
        });
        if let Some(before) = before.last() {
            terms.push((usize::from(before.track), -1));
        }
        terms.sort_unstable();
        let sum = LinearSum { terms, constant: 0 };
        set = set.and(&compiler.condition(&LinearCondition::Zero(sum))?, bounds)?;
        tracks.push(track);
        rest = before.split_last().map_or(&[][..], |(_, rest)| rest);
    }
    set = set.and(&compiler.xor(&tracks)?, bounds)?;
    for track in &tracks {
        set = set.exists(*track, bounds)?;
    }
    names.reverse();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let sentence = match names[..] {
        [one] => format!("{one} is 0"),
        _ => format!("the xor of {} is 0", listed(&names)),
    };
    Ok((sentence, set))
}

/// Sentences about the last digits.
fn endings(reads: &[Read<'_>], compiler: &Compiler<'_>) -> Result<Vec<Candidate>, Error> {
    let digits = compiler.digits;
    let count = digits.count();
    let system = match (digits.is_recurrent(), digits.factor()) {
        (true, 1) => "Fibonacci",
        (false, 2) => "binary",
        (false, 3) => "ternary",
        _ => return Ok(Vec::new()),
    };
    let table = |tracks: &[Track], next: Vec<u32>, accepting: Vec<bool>| {
        Automaton::from_table(digits, tracks.to_vec(), next, accepting, compiler.bounds)
    };
    let mut candidates = Vec::new();
    if let [one] = reads {
        // The states: the number is 0; it ends in an even number of zeros; in an odd one.
        let row = |zero: u32| (0..count).map(move |digit| if digit == 0 { zero } else { 1 });
        let next: Vec<u32> = row(0).chain(row(2)).chain(row(1)).collect();
        for (is_odd, word) in [(false, "even"), (true, "odd")] {
            for with_zero in [false, true] {
                let accepting = vec![with_zero, !is_odd, is_odd];
                let or_zero = if with_zero {
                    format!(", or {} is 0", one.name)
                } else {
                    String::new()
                };
                let sentence = format!(
                    "{} ends in an {word} number of {system} zeros{or_zero}",
                    one.name
                );
                candidates.push((sentence, table(&[one.track], next.clone(), accepting)?));
            }
        }
        // All digits are the largest one.
        let row = |of_largest: u32, of_zero: u32| {
            (0..count).map(move |digit| match digit {
                0 => of_zero,
                _ if digit == count - 1 => of_largest,
                _ => 2,
            })
        };
        if !digits.is_recurrent() {
            let next = row(1, 0)
                .chain(row(1, 2))
                .chain((0..count).map(|_| 2))
                .collect();
            let sentence = format!("{} is one less than a power of {count}", one.name);
            candidates.push((
                sentence,
                table(&[one.track], next, vec![true, true, false])?,
            ));
        }
    }
    Ok(candidates)
}

/// Sentences about two numbers, of which one is less than all parts of the other: Fibonacci numbers, or powers of 2.
fn parts(reads: &[Read<'_>], compiler: &Compiler<'_>) -> Result<Vec<Candidate>, Error> {
    let digits = compiler.digits;
    let [a, b] = reads else {
        return Ok(Vec::new());
    };
    if digits.count() != 2 {
        return Ok(Vec::new());
    }
    let table = |tracks: &[Track], next: Vec<u32>, accepting: Vec<bool>| {
        Automaton::from_table(digits, tracks.to_vec(), next, accepting, compiler.bounds)
    };
    let mut candidates = Vec::new();
    let part = if digits.is_recurrent() {
        "Fibonacci number"
    } else {
        "power of 2"
    };
    for (of, less, turned) in [(a, b, false), (b, a, true)] {
        // The smaller number has begun, and the other one must be without further digits; or not yet.
        let step = |begun: bool, letter: usize| {
            let (first, second) = (letter % 2, letter / 2);
            let (of, less) = if turned {
                (second, first)
            } else {
                (first, second)
            };
            match (begun, of, less) {
                (false, _, 0) => 0,
                (_, 0, _) => 1,
                _ => 2,
            }
        };
        let next = (0..4)
            .map(|l| step(false, l))
            .chain((0..4).map(|l| step(true, l)));
        let next = next.chain([2; 4]).collect();
        let sentence = format!(
            "{} is less than the least {part} of those that {} is the sum of, or {} is 0",
            less.name, of.name, of.name
        );
        candidates.push((
            sentence,
            table(&[a.track, b.track], next, vec![true, true, false])?,
        ));
    }
    Ok(candidates)
}

/// The sentence about the pairs of Wythoff's game: one number has the digits of the other and a 0 behind
/// them, and the other one ends in an even number of zeros.
fn shifts(reads: &[Read<'_>], compiler: &Compiler<'_>) -> Result<Vec<Candidate>, Error> {
    let [a, b] = reads else {
        return Ok(Vec::new());
    };
    if compiler.digits != Digits::FIBONACCI {
        return Ok(Vec::new());
    }
    // The digit of the larger number is the next one of the smaller. States: nothing was read; the next
    // digit of the smaller number is 1; it is 0, after an even number of zeros; after an odd one; it is neither.
    let step = |state: u32, small: usize, large: usize| match (state, small, large) {
        (0, 0, 0) => 0,
        (0 | 2 | 3, 0, 1) => 1,
        (1, 1, 0) | (3, 0, 0) => 2,
        (2, 0, 0) => 3,
        _ => 4,
    };
    let of = |turned: bool| {
        let letters = |state: u32| {
            (0..4usize).map(move |letter| {
                let (first, second) = (letter % 2, letter / 2);
                if turned {
                    step(state, second, first)
                } else {
                    step(state, first, second)
                }
            })
        };
        let next = (0..5).flat_map(letters).collect();
        let accepting = vec![true, false, true, false, false];
        let tracks = vec![a.track, b.track];
        Automaton::from_table(compiler.digits, tracks, next, accepting, compiler.bounds)
    };
    let pairs = of(false)?.or(&of(true)?, compiler.bounds)?;
    let sentence = format!(
        "the smaller one of {} and {} ends in an even number of Fibonacci zeros, and the larger one has its \
         Fibonacci digits with a 0 behind",
        a.name, b.name
    );
    Ok(vec![(sentence, pairs)])
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
            set = if accepts(*number) {
                set.or(equal)
            } else {
                set.and(equal.negated())
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
            let _ = write!(sentence, ", but not {}", numbers(&missing));
        }
        if !extra.is_empty() {
            let join = if sentence.is_empty() {
                format!("{name} is ")
            } else {
                ", or it is ".to_owned()
            };
            let _ = write!(sentence, "{join}{}", numbers(&extra));
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
