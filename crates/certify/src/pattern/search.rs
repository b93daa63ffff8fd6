//! The search of all nodes that reading can reach.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use zug_job::{Job, Phase, Progress, Stopped, Why};

use super::claim::PatternDigits;
use super::flaw::PatternFlaw;
use super::reading::{Known, Reading};

/// The most steps of all searches of a check: a step reads one digit of each number in one node.
pub const MOST_STEPS: u64 = 200_000_000;

/// The most letters of the numbers that a condition speaks of.
const MOST_LETTERS: usize = 1 << 16;

/// Counts steps, and asks the job whether to go on.
#[derive(Debug)]
pub(super) struct Effort<'j> {
    pub(super) job: &'j Job,
    pub(super) steps: u64,
    pub(super) nodes: u64,
}

impl Effort<'_> {
    fn step(&mut self) -> Result<(), PatternFlaw> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return Err(PatternFlaw::TooLong { most: MOST_STEPS });
        }
        if self.steps.is_multiple_of(4096) {
            let reached = Progress::at(Phase::Verifying, 0);
            self.job.check().map_err(|why| match why {
                Why::OutOfMemory(refusal) => Stopped::out_of_memory(refusal, reached),
                _ => Stopped::cancelled(reached),
            })?;
        }
        Ok(())
    }
}

/// A condition on the first tracks and on some tracks of its own behind them.
#[derive(Debug)]
pub(super) struct Open<'a> {
    pub(super) reading: Reading<'a>,
    /// The number of its own tracks.
    pub(super) tracks: usize,
    pub(super) role: Role,
}

/// What an open condition is to a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It must be true for no numbers in its own tracks.
    Forbidden,
    /// One of the open conditions with this role must be true for some numbers.
    Needed,
}

/// What may be known of a condition, numbered, and what it becomes by each letter of the first tracks.
struct Table<'r, 'a> {
    reading: &'r Reading<'a>,
    behind: usize,
    /// Whether a condition that is true for certain ends the search.
    ends: bool,
    known: Vec<Vec<Known>>,
    numbers: HashMap<Vec<Known>, u32, FxBuildHasher>,
    holds: Vec<bool>,
    /// For each number and each letter what follows; `None` where nobody asked.
    rows: Vec<Vec<Option<After>>>,
}

/// What may be known after a letter.
#[derive(Clone, Debug)]
enum After {
    /// The condition is true for certain, and that ends the search.
    True,
    /// One of these.
    OneOf(Vec<u32>),
}

impl<'r, 'a> Table<'r, 'a> {
    fn new(reading: &'r Reading<'a>, behind: usize, ends: bool) -> Self {
        Self {
            reading,
            behind,
            ends,
            known: Vec::new(),
            numbers: HashMap::default(),
            holds: Vec::new(),
            rows: Vec::new(),
        }
    }

    fn number(&mut self, known: Vec<Known>) -> u32 {
        if let Some(number) = self.numbers.get(&known) {
            return *number;
        }
        let number = self.known.len() as u32;
        self.holds.push(self.reading.holds(&known));
        self.numbers.insert(known.clone(), number);
        self.known.push(known);
        self.rows.push(Vec::new());
        number
    }

    /// Returns what may be known before the first digit.
    fn start(&mut self) -> Option<u32> {
        let start = self.reading.start();
        (self.reading.verdict(&start) != Some(false)).then(|| self.number(start))
    }

    /// Returns what may be known after the letter with this number, which has these digits.
    fn after(
        &mut self,
        number: u32,
        letter: usize,
        digits: &[u8],
        effort: &mut Effort<'_>,
    ) -> Result<&After, PatternFlaw> {
        let place = number as usize;
        if self.rows[place].len() <= letter {
            self.rows[place].resize(letter + 1, None);
        }
        if self.rows[place][letter].is_none() {
            let found = self.read(place, digits, effort)?;
            self.rows[place][letter] = Some(found);
        }
        Ok(self.rows[place][letter].as_ref().unwrap_or(&After::True))
    }

    fn read(
        &mut self,
        place: usize,
        digits: &[u8],
        effort: &mut Effort<'_>,
    ) -> Result<After, PatternFlaw> {
        let mut all = digits.to_vec();
        all.resize(digits.len() + self.behind, 0);
        let mut next = Vec::new();
        loop {
            effort.step()?;
            let after = self.reading.read(&self.known[place], &all);
            match self.reading.verdict(&after) {
                Some(true) if self.ends => return Ok(After::True),
                Some(false) => {}
                _ => {
                    let number = self.number(after);
                    if !next.contains(&number) {
                        next.push(number);
                    }
                }
            }
            if !turn(&mut all[digits.len()..], self.reading.digits.count()) {
                return Ok(After::OneOf(next));
            }
        }
    }
}

/// A node: the number of the condition's facts in its table, and for each open condition, by its place,
/// the numbers of all facts that may hold.
type Node = (u32, Vec<(u32, u32)>);

/// A search of all nodes that reading reaches.
struct Search<'r, 'a> {
    condition: Table<'r, 'a>,
    open: Vec<Table<'r, 'a>>,
    roles: Vec<Role>,
    /// The digits of each letter.
    letters: Vec<Vec<u8>>,
}

/// Returns numbers for the first `tracks` tracks of which the condition is true, the open conditions being as
/// their roles say; `None` if there are none.
pub(super) fn find(
    reading: &Reading<'_>,
    tracks: usize,
    open: &[Open<'_>],
    effort: &mut Effort<'_>,
) -> Result<Option<Vec<u64>>, PatternFlaw> {
    // A number that nothing speaks of is 0.
    let mentioned = |track: &usize| {
        reading.mentions(*track) || open.iter().any(|open| open.reading.mentions(*track))
    };
    let mentioned: Vec<usize> = (0..tracks).filter(mentioned).collect();
    if reading
        .digits
        .count()
        .saturating_pow(mentioned.len() as u32)
        > MOST_LETTERS
    {
        return Err(PatternFlaw::TooLong { most: MOST_STEPS });
    }
    let mut letters = Vec::new();
    let mut digits = vec![0; mentioned.len()];
    loop {
        effort.step()?;
        let mut letter = vec![0; tracks];
        for (track, digit) in mentioned.iter().zip(&digits) {
            letter[*track] = *digit;
        }
        letters.push(letter);
        if !turn(&mut digits, reading.digits.count()) {
            break;
        }
    }
    let tables = open
        .iter()
        .map(|open| Table::new(&open.reading, open.tracks, open.role == Role::Forbidden));
    let mut search = Search {
        condition: Table::new(reading, 0, false),
        open: tables.collect(),
        roles: open.iter().map(|open| open.role).collect(),
        letters,
    };
    let Some(start) = search.start(effort)? else {
        return Ok(None);
    };
    search.walk(start, effort).map(|found| {
        let words = found?;
        Some(read_back(reading.digits, tracks, &words))
    })
}

impl Search<'_, '_> {
    /// Returns the first node; `None` if nothing is to be found from there. The numbers in the tracks behind may
    /// have more digits than all others: so zeros of the others come first.
    fn start(&mut self, effort: &mut Effort<'_>) -> Result<Option<Node>, PatternFlaw> {
        let Some(condition) = self.condition.start() else {
            return Ok(None);
        };
        let starts = self.open.iter_mut().zip(0..);
        let starts = starts.filter_map(|(table, place)| Some((place, table.start()?)));
        let mut sets: Vec<(u32, u32)> = starts.collect();
        loop {
            let Some(more) = self.sets(&sets, 0, effort)? else {
                return Ok(None);
            };
            let before = sets.len();
            sets.extend(more);
            sets.sort_unstable();
            sets.dedup();
            if sets.len() == before {
                return Ok(Some((condition, sets)));
            }
        }
    }

    /// Returns what may be known of the open conditions after a letter; `None` if a forbidden one is true
    /// for certain.
    fn sets(
        &mut self,
        sets: &[(u32, u32)],
        letter: usize,
        effort: &mut Effort<'_>,
    ) -> Result<Option<Vec<(u32, u32)>>, PatternFlaw> {
        let digits = &self.letters[letter];
        let mut next = Vec::new();
        for (place, number) in sets {
            effort.step()?;
            match self.open[*place as usize].after(*number, letter, digits, effort)? {
                After::True => return Ok(None),
                After::OneOf(all) => next.extend(all.iter().map(|number| (*place, *number))),
            }
        }
        next.sort_unstable();
        next.dedup();
        Ok(Some(next))
    }

    fn is_end(&self, (condition, sets): &Node) -> bool {
        let holds = |role: Role| {
            let mut sets = sets.iter();
            sets.any(|(place, number)| {
                self.roles[*place as usize] == role
                    && self.open[*place as usize].holds[*number as usize]
            })
        };
        self.condition.holds[*condition as usize]
            && !holds(Role::Forbidden)
            && (!self.roles.contains(&Role::Needed) || holds(Role::Needed))
    }

    /// Searches the nodes, those after fewer letters first, for an end; returns the letters that lead there.
    fn walk(
        &mut self,
        start: Node,
        effort: &mut Effort<'_>,
    ) -> Result<Option<Vec<Vec<u8>>>, PatternFlaw> {
        let mut nodes = vec![start.clone()];
        let mut numbers: HashMap<Node, usize, FxBuildHasher> = HashMap::default();
        numbers.insert(start, 0);
        // For each node the node before, and the letter that leads from there.
        let mut from: Vec<(usize, usize)> = vec![(0, 0)];
        let mut done = 0;
        while done < nodes.len() {
            let node = nodes[done].clone();
            effort.nodes += 1;
            if self.is_end(&node) {
                let mut words = Vec::new();
                while done != 0 {
                    words.push(self.letters[from[done].1].clone());
                    done = from[done].0;
                }
                return Ok(Some(words));
            }
            for letter in 0..self.letters.len() {
                effort.step()?;
                let digits = &self.letters[letter];
                let after = self.condition.after(node.0, letter, digits, effort)?;
                let After::OneOf(condition) = after else {
                    continue;
                };
                let Some(condition) = condition.first().copied() else {
                    continue;
                };
                let Some(sets) = self.sets(&node.1, letter, effort)? else {
                    continue;
                };
                let after = (condition, sets);
                if !numbers.contains_key(&after) {
                    numbers.insert(after.clone(), nodes.len());
                    nodes.push(after);
                    from.push((done, letter));
                }
            }
            done += 1;
        }
        Ok(None)
    }
}

/// Goes on to the next row of digits; returns whether there is one.
fn turn<'d>(digits: impl IntoIterator<Item = &'d mut u8>, count: usize) -> bool {
    for digit in digits {
        *digit += 1;
        if usize::from(*digit) < count {
            return true;
        }
        *digit = 0;
    }
    false
}

/// Returns the numbers with these digits, the last first.
fn read_back(digits: PatternDigits, tracks: usize, words: &[Vec<u8>]) -> Vec<u64> {
    let weights = digits.weights(words.len());
    let number = |track: usize| {
        let places = words.iter().zip(&weights);
        places.fold(0u64, |sum, (word, weight)| {
            sum.saturating_add(weight.saturating_mul(u64::from(word[track])))
        })
    };
    (0..tracks).map(number).collect()
}
