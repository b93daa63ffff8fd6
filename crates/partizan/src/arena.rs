//! The arena of canonical forms: equal values have equal numbers.
//!
//! **Theorem** (Conway 1976; Siegel, *Combinatorial Game Theory*, 2013, theorem II.2.9): two games
//! without dominated and without reversible options are equal exactly if they are the same tree. So
//! a form is interned under its options, and comparing two values for equality compares two
//! numbers.
//!
//! A value x + n·up + *k is a [`Plain`] and is kept without options; these are made when they are
//! asked for. Any other form has its Left options and then its Right options in one vector, in the
//! order of their numbers. With each form the arena keeps its stops and two masks of
//! comparisons with small games.
//!
//! Cost: 24 bytes for each form, 4 for each option, 5 to 10 for the index, and what the memories of
//! sums and comparisons take. All of it is charged to the budget of the job before it is taken.

use std::cmp::Ordering;
use std::fmt;
use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use zug_job::{Charge, Job, Phase, Progress, Refusal, Stopped};

use crate::comparisons::{self, Tests};
use crate::dyadic::Dyadic;
use crate::error::{PartizanError, Result};
use crate::form::{Form, Plain, Side};
use crate::loopy::loops::Loops;
use crate::memory::{Memo, make_room, make_room_in_table};

/// The number of a number in the table of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NumberId(u32);

/// How a form is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// x + n·up + *k.
    Plain {
        number: NumberId,
        ups: i16,
        nimber: u16,
    },
    /// A form with options: those of Left, then those of Right, from `start` on.
    Braces { start: u32, left: u16, right: u16 },
}

/// A shape in 8 bytes: the top bit is set for plain values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PackedShape(u64);

impl PackedShape {
    const PLAIN: u64 = 1 << 63;

    fn pack(shape: Shape) -> Self {
        let (bit, high, middle, low) = match shape {
            Shape::Plain {
                number,
                ups,
                nimber,
            } => (Self::PLAIN, number.0, ups as u16, nimber),
            Shape::Braces { start, left, right } => (0, start, left, right),
        };
        debug_assert!(high < 1 << 31);
        Self(bit | u64::from(high) << 32 | u64::from(middle) << 16 | u64::from(low))
    }

    #[inline]
    fn unpack(self) -> Shape {
        let high = (self.0 >> 32) as u32 & !(1 << 31);
        let (middle, low) = ((self.0 >> 16) as u16, self.0 as u16);
        if self.0 & Self::PLAIN == 0 {
            Shape::Braces {
                start: high,
                left: middle,
                right: low,
            }
        } else {
            Shape::Plain {
                number: NumberId(high),
                ups: middle as i16,
                nimber: low,
            }
        }
    }
}

/// The stops of a value, and its comparisons with small games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    pub(crate) left_stop: NumberId,
    pub(crate) right_stop: NumberId,
    /// The tests T for which the value is at most its Left stop + T.
    pub(crate) at_most: Tests,
    /// The tests T for which the value is at least its Right stop + T.
    pub(crate) at_least: Tests,
}

#[derive(Clone, Copy, Debug)]
struct Record {
    shape: PackedShape,
    facts: Facts,
}

/// The form that is being made canonical: its number is that of no value.
pub(crate) const CANDIDATE: Form = Form(0);

/// The number of steps between two questions whether the work goes on.
const STEPS_BETWEEN_CHECKS: u32 = 1 << 12;

/// Canonical forms of short partizan games, each kept once.
///
/// ```
/// use zug_partizan::{Arena, Dyadic, Form};
/// let mut arena = Arena::default();
/// let star = arena.nimber(1)?;
/// let up = arena.from_options(&[Form::ZERO], &[star])?;
/// assert_eq!(up, arena.ups(1)?);
/// let two_ups = arena.add(up, up)?;
/// assert!(arena.is_at_most(Form::ZERO, two_ups)?);
/// assert_eq!(arena.text(two_ups)?, "^^");
/// # Ok::<(), zug_partizan::PartizanError>(())
/// ```
pub struct Arena {
    records: Vec<Record>,
    options: Vec<Form>,
    index: HashTable<Form>,
    numbers: Vec<Dyadic>,
    number_ids: Memo<Dyadic, u32>,
    charge: Charge,
    job: Job,
    steps: u32,
    /// The options of the candidate.
    candidate: [Vec<Form>; 2],
    /// Answers to `is_at_most` for two forms; a new answer takes the place of an old one.
    pub(crate) comparisons: Vec<u64>,
    /// Answers to `is_at_most` in which the candidate takes part.
    pub(crate) of_candidate: Memo<(Form, Form), bool>,
    pub(crate) sums: Memo<(Form, Form), Form>,
    pub(crate) negatives: Memo<Form, Form>,
    /// The stoppers in which play can go round.
    pub(crate) loops: Loops,
    charge_of_loops: Charge,
}

impl Arena {
    /// An arena that has the form 0, for work with the memory of this job, which may cancel it.
    pub fn new(job: &Job) -> Result<Self> {
        let open = || job.budget.open();
        let mut arena = Self {
            records: Vec::new(),
            options: Vec::new(),
            index: HashTable::new(),
            numbers: Vec::new(),
            number_ids: Memo::new(open()),
            charge: open(),
            job: job.clone(),
            steps: 0,
            candidate: [Vec::new(), Vec::new()],
            comparisons: Vec::new(),
            of_candidate: Memo::new(open()),
            sums: Memo::new(open()),
            negatives: Memo::new(open()),
            loops: Loops::new(open()),
            charge_of_loops: open(),
        };
        let zero = arena.number_id(Dyadic::ZERO)?;
        let (at_most, at_least) = comparisons::of_plain(0, 0);
        let facts = Facts {
            left_stop: zero,
            right_stop: zero,
            at_most,
            at_least,
        };
        let shape = PackedShape::pack(Shape::Braces {
            start: 0,
            left: 0,
            right: 0,
        });
        let room = make_room(&mut arena.charge, &mut arena.records, 1);
        arena.granted(room)?;
        arena.records.push(Record { shape, facts });
        let zero = arena.number(Dyadic::ZERO)?;
        debug_assert_eq!(zero, Form::ZERO);
        Ok(arena)
    }

    /// An arena for the same job that knows nothing yet.
    pub(crate) fn emptied(&self) -> Result<Self> {
        Self::new(&self.job)
    }

    /// The number of forms that the arena has.
    #[must_use]
    pub fn forms(&self) -> usize {
        self.records.len() - 1
    }

    /// The number of bytes that forms, options and their index take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.charge.bytes()
    }

    /// The number x.
    pub fn number(&mut self, number: Dyadic) -> Result<Form> {
        self.plain(Plain {
            number,
            ups: 0,
            nimber: 0,
        })
    }

    /// The integer n.
    pub fn integer(&mut self, integer: i64) -> Result<Form> {
        if integer == i64::MIN {
            return Err(PartizanError::TooLarge("a number"));
        }
        self.number(Dyadic::integer(integer))
    }

    /// The nimber *k.
    pub fn nimber(&mut self, nimber: u16) -> Result<Form> {
        self.plain(Plain {
            number: Dyadic::ZERO,
            ups: 0,
            nimber,
        })
    }

    /// The sum of this number of ups. A negative number -n stands for the sum of n downs.
    pub fn ups(&mut self, ups: i16) -> Result<Form> {
        self.plain(Plain {
            number: Dyadic::ZERO,
            ups,
            nimber: 0,
        })
    }

    /// The value x + n·up + *k.
    pub fn plain(&mut self, plain: Plain) -> Result<Form> {
        let number = self.number_id(plain.number)?;
        self.plain_of(number, plain.ups, plain.nimber)
    }

    /// The parts of a value x + n·up + *k; `None` for any other value.
    #[must_use]
    pub fn as_plain(&self, form: Form) -> Option<Plain> {
        match self.shape(form) {
            Shape::Plain {
                number,
                ups,
                nimber,
            } => Some(Plain {
                number: self.dyadic(number),
                ups,
                nimber,
            }),
            Shape::Braces { .. } => None,
        }
    }

    /// The number that the value is; `None` if it is not a number.
    #[must_use]
    pub fn as_number(&self, form: Form) -> Option<Dyadic> {
        self.as_plain(form)
            .filter(|plain| plain.ups == 0 && plain.nimber == 0)
            .map(|plain| plain.number)
    }

    /// The Left or the Right stop: the number at which play ends, that player moving first.
    #[must_use]
    pub fn stop(&self, form: Form, side: Side) -> Dyadic {
        let facts = self.facts(form);
        self.dyadic(match side {
            Side::Left => facts.left_stop,
            Side::Right => facts.right_stop,
        })
    }

    /// The options of the canonical form, those of one player.
    pub fn options(&mut self, form: Form, side: Side) -> Result<Vec<Form>> {
        let mut options = Vec::new();
        while let Some(option) = self.option(form, side, options.len())? {
            options.push(option);
        }
        Ok(options)
    }

    /// The options of a player as they are kept; none of a value x + n·up + *k.
    pub(crate) fn kept_options(&self, form: Form, side: Side) -> &[Form] {
        let Shape::Braces { start, left, right } = self.shape(form) else {
            return &[];
        };
        let middle = start as usize + left as usize;
        match side {
            Side::Left => &self.options[start as usize..middle],
            Side::Right => &self.options[middle..middle + right as usize],
        }
    }

    /// The option with this number; `None` behind the last one.
    #[inline]
    pub(crate) fn option(&mut self, form: Form, side: Side, number: usize) -> Result<Option<Form>> {
        if form == CANDIDATE {
            return Ok(self.candidate[side as usize].get(number).copied());
        }
        match self.shape(form) {
            Shape::Braces { .. } => Ok(self.kept_options(form, side).get(number).copied()),
            Shape::Plain {
                number: x,
                ups,
                nimber,
            } => self.option_of_plain((x, ups, nimber), side, number),
        }
    }

    /// The option with this number of x + n·up + *k.
    fn option_of_plain(
        &mut self,
        (x, ups, nimber): (NumberId, i16, u16),
        side: Side,
        number: usize,
    ) -> Result<Option<Form>> {
        // The number of ups as it looks to the player who moves.
        let own = match side {
            Side::Left => ups,
            Side::Right => -ups,
        };
        match (own, number) {
            (0, _) if nimber > 0 => {
                let nimber = u16::try_from(number).ok().filter(|&less| less < nimber);
                nimber.map(|less| self.plain_of(x, 0, less)).transpose()
            }
            (0, 0) => self.option_of_number(x, side),
            (1.., 0) => self.plain_of(x, 0, 0).map(Some),
            (1, 1) if nimber == 1 => self.plain_of(x, 0, 1).map(Some),
            (..=-1, 0) => {
                let fewer = ups - ups.signum();
                self.plain_of(x, fewer, nimber ^ 1).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn option_of_number(&mut self, number: NumberId, side: Side) -> Result<Option<Form>> {
        let number = self.dyadic(number);
        if let Some(integer) = number.as_integer() {
            return Ok(match side {
                Side::Left if integer > 0 => Some(self.integer(integer - 1)?),
                Side::Right if integer < 0 => Some(self.integer(integer + 1)?),
                _ => None,
            });
        }
        let option = match side {
            Side::Left => number.minus(number.unit())?,
            Side::Right => number.plus(number.unit())?,
        };
        self.number(option).map(Some)
    }

    #[inline]
    pub(crate) fn facts(&self, form: Form) -> Facts {
        self.records[form.0 as usize].facts
    }

    #[inline]
    fn shape(&self, form: Form) -> Shape {
        self.records[form.0 as usize].shape.unpack()
    }

    #[inline]
    pub(crate) fn dyadic(&self, number: NumberId) -> Dyadic {
        self.numbers[number.0 as usize]
    }

    #[inline]
    pub(crate) fn compare_numbers(&self, one: NumberId, two: NumberId) -> Ordering {
        if one == two {
            return Ordering::Equal;
        }
        self.dyadic(one).cmp(&self.dyadic(two))
    }

    /// The number, ups and nimber of a value x + n·up + *k, the number by its number.
    #[inline]
    pub(crate) fn plain_parts(&self, form: Form) -> Option<(NumberId, i16, u16)> {
        match self.shape(form) {
            Shape::Plain {
                number,
                ups,
                nimber,
            } => Some((number, ups, nimber)),
            Shape::Braces { .. } => None,
        }
    }

    pub(crate) fn number_id(&mut self, number: Dyadic) -> Result<NumberId> {
        if let Some(id) = self.number_ids.get(&number) {
            return Ok(NumberId(id));
        }
        let id = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        if id >= 1 << 31 {
            return Err(PartizanError::TooLarge("the number of numbers"));
        }
        let room = make_room(&mut self.charge, &mut self.numbers, 1);
        self.granted(room)?;
        let room = self.number_ids.insert(number, id);
        self.granted(room)?;
        self.numbers.push(number);
        Ok(NumberId(id))
    }

    pub(crate) fn plain_of(&mut self, number: NumberId, ups: i16, nimber: u16) -> Result<Form> {
        if ups == i16::MIN {
            return Err(PartizanError::TooLarge("the number of ups"));
        }
        let hash = hash_of_plain(number, ups, nimber);
        let shape = PackedShape::pack(Shape::Plain {
            number,
            ups,
            nimber,
        });
        let records = &self.records;
        let same = |form: &Form| records[form.0 as usize].shape == shape;
        if let Some(&known) = self.index.find(hash, same) {
            return Ok(known);
        }
        let (at_most, at_least) = comparisons::of_plain(i32::from(ups), u32::from(nimber));
        let facts = Facts {
            left_stop: number,
            right_stop: number,
            at_most,
            at_least,
        };
        self.insert(hash, Record { shape, facts })
    }

    /// The form with these options, if the arena has it. The options are in the order of their
    /// numbers.
    pub(crate) fn known_braces(&self, left: &[Form], right: &[Form]) -> Option<Form> {
        let hash = hash_of_braces(left, right);
        self.index
            .find(hash, |&form| self.has_options(form, left, right))
            .copied()
    }

    fn has_options(&self, form: Form, left: &[Form], right: &[Form]) -> bool {
        matches!(self.shape(form), Shape::Braces { .. })
            && self.kept_options(form, Side::Left) == left
            && self.kept_options(form, Side::Right) == right
    }

    /// The form with these options, which is canonical and no x + n·up + *k. The options are in the
    /// order of their numbers.
    pub(crate) fn braces(&mut self, left: &[Form], right: &[Form], facts: Facts) -> Result<Form> {
        if let Some(known) = self.known_braces(left, right) {
            return Ok(known);
        }
        let count = |options: &[Form]| {
            let count = u16::try_from(options.len());
            count.map_err(|_| PartizanError::TooLarge("the number of options"))
        };
        let start = u32::try_from(self.options.len()).unwrap_or(u32::MAX);
        if start >= 1 << 31 {
            return Err(PartizanError::TooLarge("the number of all options"));
        }
        let shape = PackedShape::pack(Shape::Braces {
            start,
            left: count(left)?,
            right: count(right)?,
        });
        let more = left.len() + right.len();
        let room = make_room(&mut self.charge, &mut self.options, more);
        self.granted(room)?;
        self.options.extend_from_slice(left);
        self.options.extend_from_slice(right);
        self.insert(hash_of_braces(left, right), Record { shape, facts })
    }

    fn insert(&mut self, hash: u64, record: Record) -> Result<Form> {
        self.step()?;
        // The top bit of a form's number is free for an answer beside it.
        let number = u32::try_from(self.records.len()).unwrap_or(u32::MAX);
        if number >= 1 << 31 {
            return Err(PartizanError::TooLarge("the number of forms"));
        }
        let (records, options) = (&self.records, &self.options);
        let hasher = |form: &Form| match records[form.0 as usize].shape.unpack() {
            Shape::Plain {
                number,
                ups,
                nimber,
            } => hash_of_plain(number, ups, nimber),
            Shape::Braces { start, left, right } => {
                let middle = start as usize + left as usize;
                let end = middle + right as usize;
                hash_of_braces(&options[start as usize..middle], &options[middle..end])
            }
        };
        let room = make_room_in_table(&mut self.charge, &mut self.index, hasher);
        self.granted(room)?;
        let room = make_room(&mut self.charge, &mut self.records, 1);
        self.granted(room)?;
        let no_growth = |_: &Form| unreachable!("the table has room");
        self.index.insert_unique(hash, Form(number), no_growth);
        self.records.push(record);
        Ok(Form(number))
    }

    /// Makes these options those of the candidate, which has these facts.
    pub(crate) fn set_candidate(&mut self, left: Vec<Form>, right: Vec<Form>, facts: Facts) {
        self.candidate = [left, right];
        self.records[CANDIDATE.0 as usize].facts = facts;
        self.of_candidate.clear();
    }

    /// The options of the candidate, those of one player.
    pub(crate) fn candidate(&self, side: Side) -> &[Form] {
        &self.candidate[side as usize]
    }

    /// Makes room for the answers of comparisons: about half as many as there are forms.
    pub(crate) fn make_room_for_comparisons(&mut self) -> Result<()> {
        let wanted = self.records.len() / 2;
        if wanted <= self.comparisons.len() {
            return Ok(());
        }
        self.grow_comparisons(wanted)
    }

    /// Makes room for at least this number of answers of comparisons, up to a limit.
    pub(crate) fn grow_comparisons(&mut self, wanted: usize) -> Result<()> {
        /// Each answer takes 8 bytes.
        const LEAST: usize = 1 << 8;
        const MOST: usize = 1 << 22;
        let wanted = wanted.clamp(LEAST, MOST).next_power_of_two();
        if wanted <= self.comparisons.len() {
            return Ok(());
        }
        let before = self.comparisons.len();
        self.comparisons.clear();
        let room = self.charge.regrow(&mut self.comparisons, wanted);
        if room.is_err() && before > 0 {
            // A small table is slow and does as well.
            self.comparisons.resize(before, 0);
            return Ok(());
        }
        self.granted(room)?;
        self.comparisons.resize(wanted, 0);
        Ok(())
    }

    /// Counts a step of work; now and then asks whether the work goes on.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<()> {
        self.steps += 1;
        if self.steps >= STEPS_BETWEEN_CHECKS {
            self.steps = 0;
            let reached = self.reached();
            self.job.go_on(|| reached)?;
        }
        Ok(())
    }

    fn reached(&self) -> Progress {
        Progress::at(Phase::Solving, self.forms() as u64)
    }

    /// The result of asking for memory, as a result of this crate.
    pub(crate) fn granted(&self, room: std::result::Result<(), Refusal>) -> Result<()> {
        room.map_err(|refusal| Stopped::out_of_memory(refusal, self.reached()).into())
    }

    /// Charges the memory of loops that are kept.
    pub(crate) fn charge_loops(&mut self, bytes: usize) -> Result<()> {
        let room = self.charge_of_loops.grow(bytes as u64);
        self.granted(room)
    }

    /// A charge of no bytes to the budget of the arena.
    pub(crate) fn open_charge(&self) -> Charge {
        self.job.budget.open()
    }
}

impl Form {
    /// The value 0, in every arena.
    pub const ZERO: Self = Self(1);
}

impl Default for Arena {
    fn default() -> Self {
        Self::new(&Job::default()).expect("a job without limits grants a few bytes")
    }
}

impl fmt::Debug for Arena {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Arena")
            .field("forms", &self.forms())
            .field("options", &self.options.len())
            .field("bytes", &self.bytes())
            .finish_non_exhaustive()
    }
}

fn hash_of_plain(number: NumberId, ups: i16, nimber: u16) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u32(number.0);
    hasher.write_u32(u32::from(ups as u16) << 16 | u32::from(nimber));
    hasher.finish()
}

fn hash_of_braces(left: &[Form], right: &[Form]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_usize(left.len());
    for option in left.iter().chain(right) {
        hasher.write_u32(option.0);
    }
    hasher.finish()
}
