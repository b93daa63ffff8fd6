//! Levels that every move climbs, found in a program.
//!
//! In many games each move changes a count in one direction: it marks a cell, takes a
//! counter, fills two cells. Such a count is a *level*: play climbs from each level to higher
//! ones, so that it ends, and a solver can go from level to level. Here a level is a sum over
//! the fields of a position of a weight of the field's content. For each ground move
//! (`changes`) it is known which fields it writes, what its guard says that they held and
//! what they hold afterwards; so it is known for given weights how far each move climbs at
//! least and at most, whatever the position.
//!
//! The weights are looked for by trying the plain ones first: that the content is not the
//! first of its range (a marked cell), that it is one certain content, the content itself; all
//! rising or all falling. If none of these climbs with every move, weights are corrected by
//! each move that does not climb until all do (the perceptron: F. Rosenblatt, 1958; A.
//! Novikoff, 1962, that it ends if there are such weights), for a limited time. At first all
//! fields of one kind weigh the same; if that finds nothing, as where men go from row to row,
//! each field has weights of its own, tied by the symmetries (`ties`). Where two moves take each
//! other back there are no weights, and none are looked for (`hopeless`).
//!
//! If that finds nothing either, as where seeds are sown, it is followed what moves carry from
//! field to field (`carried`), and sums are looked for of which the first counts most (`ranked`).
//!
//! Cost: one look at each ground move, and a few sums for each kind of move. A level of a
//! position is a few numbers of ones under a mask. When not to use it: a game may climb where
//! this does not see it, as a guard is read for what it says of single fields alone.

pub(crate) mod changes;
mod carried;
mod hopeless;
mod ties;
mod ranked;

use zug_job::{Job, Why};
use zug_program::{Layout, Residual, Symmetries, Word};

use crate::total::{Total, Weights};
use changes::{Change, Kind, kinds};
use hopeless::are_hopeless;
use ranked::ranked;
use ties::Ties;

/// The largest number of levels.
const MOST_LEVELS: u64 = 1 << 16;

/// Fields of more contents than this have one weight a unit of content.
const MOST_CONTENTS: u128 = 16;

/// The most looks at kinds of moves while weights are corrected. In the catalogue the weights that
/// are found take at most 792 looks, in Amazons.
const MOST_LOOKS: usize = 100_000;

/// The number of looks between two questions to the job: they take less than a millisecond.
const LOOKS_BETWEEN: usize = 4096;

/// The most fields that have weights of their own.
const MOST_SINGLE: usize = 256;

/// The level of each position: a sum that every move makes larger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels<W> {
    /// The sum of the weights, less the least that it can be.
    total: Total<W>,
    /// Every move changes the sum by a multiple of this number.
    unit: i64,
    count: u32,
    longest_climb: u32,
    tallies: Vec<Tally>,
}

/// What is added up over some fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The places of the fields in the layout.
    pub fields: Vec<usize>,
    /// What each content of such a field counts.
    pub weights: Weights,
}

/// The levels that moves of the program climb, the plainest first; nothing if none was found.
/// There may be several, as the symmetries may respect some and not others.
///
/// # Errors
///
/// The job was cancelled, or its memory is used up.
pub fn levels<W: Word>(
    residual: &Residual,
    symmetries: &Symmetries<W>,
    job: &Job,
) -> Result<Vec<Levels<W>>, Why> {
    let layout = residual.layout();
    let mut found = Vec::new();
    if layout.shares_bits() {
        // A level is a sum over the bits of fields.
        return Ok(found);
    }
    for classes in [by_range(layout), by_run(layout)] {
        let Some(kinds) = kinds(residual, &classes) else {
            continue;
        };
        let ties = Ties::none(&classes);
        if are_hopeless(&kinds, &ties) {
            continue;
        }
        let corrected = corrected(&classes, &ties, &kinds, job)?;
        for weights in plain(&classes).chain(corrected) {
            if let Some(levels) = Levels::new(layout, &classes, weights, &kinds)
                && !found.contains(&levels)
            {
                found.push(levels);
            }
        }
    }
    let single = by_field(layout);
    if found.is_empty()
        && single.len() <= MOST_SINGLE
        && let Some(kinds) = kinds(residual, &single)
    {
        let ties = Ties::by_symmetries(layout, &single, symmetries);
        let weights = if are_hopeless(&kinds, &ties) {
            None
        } else {
            corrected(&single, &ties, &kinds, job)?
        };
        found.extend(weights.and_then(|weights| Levels::new(layout, &single, weights, &kinds)));
    }
    if found.is_empty() {
        found = by_carrying(residual, symmetries, job)?;
    }
    Ok(found)
}

/// The levels of sums of contents, where it is followed what moves carry from field to field.
fn by_carrying<W: Word>(
    residual: &Residual,
    symmetries: &Symmetries<W>,
    job: &Job,
) -> Result<Vec<Levels<W>>, Why> {
    let layout = residual.layout();
    let single = by_field(layout);
    if single.len() > MOST_SINGLE {
        return Ok(Vec::new());
    }
    // What is hopeless with a weight for each field is hopeless with fewer weights.
    let single = weighed_by_slopes(single);
    let ties = Ties::by_symmetries(layout, &single, symmetries);
    let Some(kinds) = carried::kinds(residual, &single, job)? else {
        return Ok(Vec::new());
    };
    if are_hopeless(&kinds, &ties) {
        return Ok(Vec::new());
    }
    let mut found: Vec<Levels<W>> = Vec::new();
    for classes in [by_range(layout), by_run(layout)].map(weighed_by_slopes) {
        let Some(kinds) = carried::kinds(residual, &classes, job)? else {
            continue;
        };
        let ranked = ranked(&classes, &Ties::none(&classes), &kinds, job)?;
        for weights in plain(&classes).chain(ranked) {
            if let Some(levels) = Levels::new(layout, &classes, weights, &kinds)
                && !found.contains(&levels)
            {
                found.push(levels);
            }
        }
    }
    if found.is_empty() {
        let weights = ranked(&single, &ties, &kinds, job)?;
        found.extend(weights.and_then(|weights| Levels::new(layout, &single, weights, &kinds)));
    }
    Ok(found)
}

/// The same classes, each with one weight for each unit of content.
fn weighed_by_slopes(classes: Vec<Class>) -> Vec<Class> {
    classes.into_iter().map(Class::by_slope).collect()
}

/// Fields whose contents have the same weights.
#[derive(Clone, Debug)]
pub(crate) struct Class {
    pub(crate) fields: Vec<usize>,
    /// The number of contents that each field can have.
    contents: u128,
    form: Form,
}

/// How the contents of a class are weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Each content has a weight of its own.
    Contents,
    /// There is one weight for each unit of content.
    Slope,
}

impl Class {
    /// A class of one field.
    fn of_field(layout: &Layout, field: usize) -> Self {
        Self::of_fields(layout, vec![field])
    }

    /// A class of fields that all have the same range.
    pub(crate) fn of_fields(layout: &Layout, fields: Vec<usize>) -> Self {
        let contents = layout.fields[fields[0]].scalar.radix();
        Self {
            fields,
            contents,
            form: if contents <= MOST_CONTENTS {
                Form::Contents
            } else {
                Form::Slope
            },
        }
    }

    /// The same class, in which the weight of a content is the content times the weight of one unit.
    pub(crate) fn by_slope(self) -> Self {
        Self {
            form: Form::Slope,
            ..self
        }
    }

    /// Whether there is one weight for each unit of content.
    pub(crate) fn is_slope(&self) -> bool {
        self.form == Form::Slope
    }

    /// The number of contents that each field can have.
    pub(crate) fn contents(&self) -> u128 {
        self.contents
    }

    /// Weights that are all 0.
    fn nothing(&self) -> Weights {
        match self.form {
            Form::Contents => Weights::Contents(vec![0; self.contents as usize]),
            Form::Slope => Weights::Slope(0),
        }
    }

    /// The number of weights.
    fn places(&self) -> usize {
        match self.form {
            Form::Contents => self.contents as usize,
            Form::Slope => 1,
        }
    }
}

/// The fields that a level can count: neither the turn nor how the game ended.
pub(crate) fn counted(layout: &Layout) -> impl Iterator<Item = usize> {
    (0..layout.fields.len()).filter(|&field| {
        let is_told = [layout.turn, layout.over].contains(&Some(field));
        !is_told && layout.fields[field].bits > 0
    })
}

/// One class for all fields of one range.
fn by_range(layout: &Layout) -> Vec<Class> {
    let mut classes: Vec<Class> = Vec::new();
    for field in counted(layout) {
        let range = layout.fields[field].scalar;
        let of_range = |class: &&mut Class| layout.fields[class.fields[0]].scalar == range;
        match classes.iter_mut().find(of_range) {
            Some(class) => class.fields.push(field),
            None => classes.push(Class::of_field(layout, field)),
        }
    }
    classes
}

/// One class for all neighbouring fields of one range.
fn by_run(layout: &Layout) -> Vec<Class> {
    let mut classes: Vec<Class> = Vec::new();
    for field in counted(layout) {
        let range = layout.fields[field].scalar;
        match classes.last_mut() {
            Some(class)
                if class.fields.last() == Some(&field.wrapping_sub(1))
                    && layout.fields[class.fields[0]].scalar == range =>
            {
                class.fields.push(field);
            }
            _ => classes.push(Class::of_field(layout, field)),
        }
    }
    classes
}

/// A class for each field.
fn by_field(layout: &Layout) -> Vec<Class> {
    counted(layout)
        .map(|field| Class::of_field(layout, field))
        .collect()
}

/// Plain weights: one class counts, or all classes do.
fn plain(classes: &[Class]) -> impl Iterator<Item = Vec<Weights>> {
    let single = (0..classes.len()).flat_map(move |counts| {
        of_class(&classes[counts]).into_iter().map(move |weights| {
            let mut all: Vec<Weights> = classes.iter().map(Class::nothing).collect();
            all[counts] = weights;
            all
        })
    });
    let all = [1, -1].into_iter().flat_map(move |sign| {
        let marked = classes
            .iter()
            .map(move |class| marked(class, sign))
            .collect();
        let rising = classes
            .iter()
            .map(move |class| rising(class, sign))
            .collect();
        [marked, rising]
    });
    single.chain(all)
}

/// Plain weights of the contents of one class.
fn of_class(class: &Class) -> Vec<Weights> {
    let mut found = Vec::new();
    for sign in [1, -1] {
        found.push(marked(class, sign));
        found.push(rising(class, sign));
        if let Weights::Contents(weights) = class.nothing() {
            for content in 0..weights.len() {
                let mut one = weights.clone();
                one[content] = sign;
                found.push(Weights::Contents(one));
            }
        }
    }
    found
}

/// All contents but the first count alike.
fn marked(class: &Class, sign: i64) -> Weights {
    match class.nothing() {
        Weights::Contents(mut weights) => {
            weights[1..].fill(sign);
            Weights::Contents(weights)
        }
        Weights::Slope(_) => Weights::Slope(sign),
    }
}

/// Each content counts itself.
fn rising(class: &Class, sign: i64) -> Weights {
    match class.nothing() {
        Weights::Contents(weights) => {
            Weights::Contents((0..weights.len() as i64).map(|n| sign * n).collect())
        }
        Weights::Slope(_) => Weights::Slope(sign),
    }
}

/// Weights by which all moves climb, found by corrections.
fn corrected(
    classes: &[Class],
    ties: &Ties,
    kinds: &[Kind],
    job: &Job,
) -> Result<Option<Vec<Weights>>, Why> {
    let mut weights: Vec<Weights> = classes.iter().map(Class::nothing).collect();
    let mut looks = 0;
    // Kinds are looked at in turns, until a whole turn finds none that needs a correction.
    let mut climbed = 0;
    for kind in kinds.iter().cycle() {
        if climb(kind, &weights).0 >= 1 {
            climbed += 1;
            if climbed == kinds.len() {
                return Ok(Some(weights));
            }
        } else {
            climbed = 0;
            for change in kind {
                change.correct(&mut weights, ties);
            }
        }
        looks += 1;
        if looks == MOST_LOOKS {
            break;
        }
        if looks % LOOKS_BETWEEN == 0 {
            job.check()?;
        }
    }
    Ok(None)
}

/// How far a move of this kind climbs at least and at most.
fn climb(kind: &[Change], weights: &[Weights]) -> (i64, i64) {
    let bounds = kind.iter().map(|change| change.bounds(weights));
    bounds.fold((0, 0), |(least, most): (i64, i64), (lo, hi)| {
        (least.saturating_add(lo), most.saturating_add(hi))
    })
}

/// The sum of these weights, each of which is that of all fields of a class.
fn total_of<W: Word>(layout: &Layout, classes: &[Class], weights: &[Weights]) -> Total<W> {
    let classes = classes.iter().zip(weights);
    let fields =
        classes.flat_map(|(class, weights)| class.fields.iter().map(move |&f| (f, weights)));
    Total::new(layout, fields)
}

fn greatest_divisor(a: i64, b: i64) -> i64 {
    if b == 0 {
        a.abs()
    } else {
        greatest_divisor(b, a % b)
    }
}

impl<W: Word> Levels<W> {
    /// The levels of these weights, if every kind of move climbs and there are not too many
    /// levels.
    fn new(
        layout: &Layout,
        classes: &[Class],
        weights: Vec<Weights>,
        kinds: &[Kind],
    ) -> Option<Self> {
        let climbs: Vec<_> = kinds.iter().map(|kind| climb(kind, &weights)).collect();
        if climbs.iter().any(|&(least, _)| least < 1) {
            return None;
        }
        let exact = climbs.iter().all(|(least, most)| least == most);
        let unit = if exact {
            climbs
                .iter()
                .fold(0, |unit, &(climb, _)| greatest_divisor(unit, climb))
                .max(1)
        } else {
            1
        };
        let (mut least, mut most) = (0i64, 0i64);
        for (class, weights) in classes.iter().zip(&weights) {
            let all = 0..class.contents.min(i64::MAX as u128) as i64;
            let all: Vec<i64> = match weights {
                Weights::Contents(_) => all.map(|content| weights.of(content)).collect(),
                Weights::Slope(_) => vec![0, weights.of(all.end - 1)],
            };
            let fields = class.fields.len() as i64;
            least = least.saturating_add(all.iter().min()?.saturating_mul(fields));
            most = most.saturating_add(all.iter().max()?.saturating_mul(fields));
        }
        let levels = u64::try_from((most.saturating_sub(least) / unit).saturating_add(1)).ok()?;
        let longest = climbs
            .iter()
            .map(|(_, most)| most / unit)
            .max()
            .unwrap_or(1);
        if levels > MOST_LEVELS {
            return None;
        }
        let total = total_of(layout, classes, &weights).plus(-least);
        let tallies = classes.iter().zip(weights).map(|(class, weights)| Tally {
            fields: class.fields.clone(),
            weights,
        });
        let counts = |tally: &Tally| match &tally.weights {
            Weights::Contents(weights) => weights.iter().any(|&weight| weight != 0),
            Weights::Slope(slope) => *slope != 0,
        };
        Some(Self {
            total,
            unit,
            count: levels as u32,
            longest_climb: longest.clamp(1, levels as i64) as u32,
            tallies: tallies.filter(counts).collect(),
        })
    }

    /// The level of a position.
    #[inline]
    pub fn level(&self, position: W) -> u32 {
        (self.total.of(position) / self.unit) as u32
    }

    /// A number that is greater than every level.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The most levels that a move climbs.
    #[must_use]
    pub fn longest_climb(&self) -> u32 {
        self.longest_climb
    }

    /// What a level adds up.
    #[must_use]
    pub fn tallies(&self) -> &[Tally] {
        &self.tallies
    }
}
