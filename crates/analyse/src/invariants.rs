//! Sums of weights that no move changes.
//!
//! The unknowns are the weights: one for each content of each field but its first, which weighs
//! nothing, or one for each unit of content where a field has many contents. What a ground move
//! does to fields (`changes`, `carried`) makes linear equations between weights: a move that changes a
//! field from one content to another and passes the turn asks that the difference of these weights
//! and the difference of the weights of the turn add up to 0; where it is not known which of
//! several contents a field had, all these contents must give one difference. So the sums are
//! those that a Petri net calls its place invariants (K. Lautenbach, 1973). The solutions modulo a
//! prime are a vector space. A large prime finds the sums that are equal as whole numbers, small
//! primes those that are equal modulo them, such as the parity of a number of moves.
//!
//! Cost: Gaussian elimination with as many rows as there are different changes, each as long as
//! there are unknowns. A program with more than some thousand of either is left alone.

use std::collections::{BTreeSet, HashSet};

use zug_job::{Job, Why};
use zug_program::{Layout, Op, Residual};

use crate::levels::Class;
use crate::levels::changes::{self, Change, Kind};
use crate::total::Weights;

/// The most unknowns.
const MOST_COLUMNS: usize = 1 << 10;

/// The most different equations.
const MOST_ROWS: usize = 1 << 14;

/// The most contents of a field that has a weight.
const MOST_CONTENTS: u128 = 1 << 20;

/// A prime so large that sums of small weights are equal modulo it only if they are equal.
const LARGE_PRIME: i64 = (1 << 31) - 1;

/// The primes modulo which sums are looked for.
const PRIMES: [i64; 3] = [LARGE_PRIME, 2, 3];

/// A sum of weights that no move changes.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// The fields that have weights, by their places in the layout.
    pub weights: Vec<(usize, Weights)>,
    /// The number modulo which the sum stays the same; `None` if it stays the same whole number.
    pub modulus: Option<i64>,
}

/// The sums that no move of a program changes, as far as they are found without following what
/// moves carry from field to field. Other such sums are multiples of these, added up. The fields
/// of each list in `alike` all have one range, and weigh alike; a field in no list weighs nothing.
/// Returns no sum where there are too many unknowns or equations.
///
/// # Errors
///
/// The job was cancelled, or the memory that it allows was used up.
pub fn invariants(
    residual: &Residual,
    alike: impl Iterator<Item = Vec<usize>>,
    job: &Job,
) -> Result<Vec<Invariant>, Why> {
    let layout = residual.layout();
    let classes = alike.map(|fields| Class::of_fields(layout, fields));
    let Some(columns) = Columns::of_classes(layout, classes) else {
        return Ok(Vec::new());
    };
    let spaces = spaces(residual, &columns, job)?;
    let sums = spaces.iter().flat_map(|space| space.forms(&columns));
    Ok(sums.collect())
}

/// Where the weights of each field stand among the unknowns.
#[derive(Clone, Debug)]
struct Columns {
    classes: Vec<Class>,
    /// For each class its first column; then the number of all columns.
    first: Vec<usize>,
}

impl Columns {
    /// The columns of these classes, the fields of each of which weigh alike, but for classes that
    /// cannot have weights; `None` if there are too many, or fields share bits.
    fn of_classes(layout: &Layout, classes: impl Iterator<Item = Class>) -> Option<Self> {
        if layout.shares_bits() {
            return None;
        }
        let mut columns = Self {
            classes: Vec::new(),
            first: vec![0],
        };
        let mut count = 0;
        for class in classes {
            if class.contents() <= 1 || class.contents() > MOST_CONTENTS {
                continue;
            }
            count += if class.is_slope() {
                1
            } else {
                class.contents() as usize - 1
            };
            columns.classes.push(class);
            columns.first.push(count);
        }
        (count <= MOST_COLUMNS).then_some(columns)
    }

    fn count(&self) -> usize {
        self.first[self.classes.len()]
    }

    fn of_class(&self, class: usize) -> std::ops::Range<usize> {
        self.first[class]..self.first[class + 1]
    }

    /// The column of a content; `None` for the first content, which weighs nothing.
    fn of_content(&self, class: usize, content: i64) -> Option<usize> {
        (content > 0).then(|| self.first[class] + content as usize - 1)
    }

    /// Adds the weight of a content, times a number, to a row.
    fn add_content(&self, class: usize, content: i64, times: i64, row: &mut Row) {
        if let Some(column) = self.of_content(class, content) {
            row.push((column, times));
        }
    }

    /// Adds the weight of `units` units of content to a row.
    fn add_units(&self, class: usize, units: i64, row: &mut Row) {
        let of = &self.classes[class];
        if of.is_slope() {
            row.push((self.first[class], units));
        } else {
            // Contents weigh what they are: what the first unit weighs is the unknown.
            self.add_content(class, 1, units, row);
        }
    }
}

/// Some unknowns, each with its factor; together they must be 0.
type Row = Vec<(usize, i64)>;

/// For each of the primes the space of the sums that no move changes modulo the prime.
fn spaces(residual: &Residual, columns: &Columns, job: &Job) -> Result<Vec<Space>, Why> {
    let Some(equations) = equations_of_contents(residual, columns) else {
        return Ok(Vec::new());
    };
    if equations.len() > MOST_ROWS {
        return Ok(Vec::new());
    }
    let space = |prime| {
        let basis = solutions(&equations, columns.count(), prime, job)?;
        Ok(Space { prime, basis })
    };
    PRIMES.into_iter().map(space).collect()
}

/// What must hold of the weights of single contents; `None` if it cannot be told what some move
/// does.
fn equations_of_contents(residual: &Residual, columns: &Columns) -> Option<HashSet<Row>> {
    let mut equations = HashSet::new();
    // An element whose index is not known may become anything.
    let unclear = written_by_index(residual);
    let mut classes = columns.classes.clone();
    for (place, class) in classes.iter_mut().enumerate() {
        if class.fields.iter().any(|field| unclear.contains(field)) {
            class.fields.clear();
            equations.extend(columns.of_class(place).map(|column| vec![(column, 1)]));
        }
    }
    for kind in &changes::kinds(residual, &classes)? {
        add_equations(kind, columns, &mut equations);
    }
    Some(equations)
}

/// The fields that some statement writes by an index that is not known.
fn written_by_index(residual: &Residual) -> BTreeSet<usize> {
    let mut fields = BTreeSet::new();
    for op in residual.ground_moves().flat_map(|(_, ground)| &ground.body) {
        op.each(&mut |op| {
            if let Op::SetElement {
                first,
                stride,
                count,
                ..
            } = op
            {
                fields.extend((0..*count).map(|n| first + n * stride));
            }
        });
    }
    fields
}

/// Adds what must hold of weights if moves of a kind are not to change their sum.
fn add_equations(kind: &Kind, columns: &Columns, equations: &mut HashSet<Row>) {
    let mut sum = Row::new();
    let mut add = |row: Row| {
        let row = gathered(row);
        if !row.is_empty() {
            equations.insert(row);
        }
    };
    for change in kind {
        match change {
            Change::Contents { class, pairs } => {
                let Some(&(old, new)) = pairs.first() else {
                    continue;
                };
                columns.add_content(*class, new, 1, &mut sum);
                columns.add_content(*class, old, -1, &mut sum);
                for &(other_old, other_new) in &pairs[1..] {
                    let mut row = Row::new();
                    columns.add_content(*class, other_new, 1, &mut row);
                    columns.add_content(*class, other_old, -1, &mut row);
                    columns.add_content(*class, new, -1, &mut row);
                    columns.add_content(*class, old, 1, &mut row);
                    add(row);
                }
            }
            Change::Slope { class, lo, hi } => {
                columns.add_units(*class, *lo, &mut sum);
                if lo < hi {
                    let mut row = Row::new();
                    columns.add_units(*class, 1, &mut row);
                    add(row);
                }
            }
            Change::Carried { lo, hi, to } => {
                let mut row = Row::new();
                for &(class, times) in to {
                    columns.add_units(class, times, &mut row);
                    columns.add_units(class, times.saturating_mul(*lo), &mut sum);
                }
                if lo < hi {
                    add(row);
                }
            }
        }
    }
    add(sum);
}

/// The row with each unknown once, in order, and without those whose factor is 0. The first factor
/// is positive, so that a row and its negative are the same.
fn gathered(mut row: Row) -> Row {
    row.sort_unstable();
    let mut gathered = Row::new();
    for (column, times) in row {
        match gathered.last_mut() {
            Some((last, sum)) if *last == column => *sum = sum.saturating_add(times),
            _ => gathered.push((column, times)),
        }
    }
    gathered.retain(|(_, times)| *times != 0);
    if gathered.first().is_some_and(|(_, times)| *times < 0) {
        for (_, times) in &mut gathered {
            *times = times.saturating_neg();
        }
    }
    gathered
}

/// Subtracts `other`, times a number, from `row`, number by number, modulo a prime.
fn subtract(row: &mut [i64], other: &[i64], times: i64, prime: i64) {
    for (number, of) in row.iter_mut().zip(other) {
        if *of != 0 {
            *number = (*number - times * of).rem_euclid(prime);
        }
    }
}

fn scale(row: &mut [i64], times: i64, prime: i64) {
    for number in row {
        *number = *number * times % prime;
    }
}

/// The number whose product with this one, which is no multiple of the prime, is 1.
fn inverse(number: i64, prime: i64) -> i64 {
    // Fermat's little theorem.
    let (mut power, mut base, mut left) = (1, number, prime - 2);
    while left > 0 {
        if left & 1 == 1 {
            power = power * base % prime;
        }
        base = base * base % prime;
        left >>= 1;
    }
    power
}

/// A basis of the solutions of some equations modulo a prime.
fn solutions(
    equations: &HashSet<Row>,
    columns: usize,
    prime: i64,
    job: &Job,
) -> Result<Vec<Vec<i64>>, Why> {
    // In the order of the unknowns, so that the result does not depend on that of a set.
    let mut equations: Vec<&Row> = equations.iter().collect();
    equations.sort_unstable();
    let mut pivots: Vec<Option<Vec<i64>>> = vec![None; columns];
    for (number, equation) in equations.into_iter().enumerate() {
        if number % 64 == 0 {
            job.check()?;
        }
        let mut row = vec![0; columns];
        for &(column, times) in equation {
            row[column] = times.rem_euclid(prime);
        }
        for column in 0..columns {
            let times = row[column];
            if times == 0 {
                continue;
            }
            if let Some(pivot) = &pivots[column] {
                subtract(&mut row, pivot, times, prime);
            } else {
                scale(&mut row, inverse(times, prime), prime);
                pivots[column] = Some(row);
                break;
            }
        }
    }
    let mut basis = Vec::new();
    for free in (0..columns).filter(|column| pivots[*column].is_none()) {
        let mut solution = vec![0; columns];
        solution[free] = 1;
        for column in (0..free).rev() {
            if let Some(pivot) = &pivots[column] {
                let sum = (column + 1..=free)
                    .filter(|at| pivot[*at] != 0 && solution[*at] != 0)
                    .fold(0, |sum, at| (sum + pivot[at] * solution[at]) % prime);
                solution[column] = (prime - sum) % prime;
            }
        }
        basis.push(solution);
    }
    Ok(basis)
}

/// The sums that no move changes, modulo a prime.
#[derive(Clone, Debug)]
struct Space {
    prime: i64,
    /// Weights in the order of the columns. Each sum that no move changes is a sum of multiples of
    /// these.
    basis: Vec<Vec<i64>>,
}

impl Space {
    /// Sums of which all others are made.
    fn forms(&self, columns: &Columns) -> impl Iterator<Item = Invariant> {
        self.basis.iter().map(|sum| self.form_of(columns, sum))
    }

    /// The sum of these weights, in the order of the columns.
    fn form_of(&self, columns: &Columns, form: &[i64]) -> Invariant {
        let small = |weight: i64| {
            if weight > self.prime / 2 {
                weight - self.prime
            } else {
                weight
            }
        };
        // How far a sum of the small weights can be from another one.
        let spread: i64 = (0..columns.classes.len())
            .map(|class| {
                let of = &columns.classes[class];
                let weights = form[columns.of_class(class)]
                    .iter()
                    .map(|&weight| small(weight));
                let most = weights.map(i64::abs).max().unwrap_or(0);
                let units = if of.is_slope() {
                    of.contents() as i64
                } else {
                    1
                };
                most.saturating_mul(units).saturating_mul(2)
            })
            .fold(0, i64::saturating_add);
        let is_whole = spread < self.prime;
        let weight = |weight: i64| if is_whole { small(weight) } else { weight };
        let mut fields = Vec::new();
        for (class, of) in columns.classes.iter().enumerate() {
            let of_class = &form[columns.of_class(class)];
            if of_class.iter().all(|weight| *weight == 0) {
                continue;
            }
            let weights = if of.is_slope() {
                Weights::Slope(weight(of_class[0]))
            } else {
                let others = of_class.iter().map(|&of| weight(of));
                Weights::Contents(std::iter::once(0).chain(others).collect())
            };
            fields.extend(of.fields.iter().map(|field| (*field, weights.clone())));
        }
        Invariant {
            weights: fields,
            modulus: (!is_whole).then_some(self.prime),
        }
    }
}
