//! What the walks of several threads tell each other of their work: hints, on which no answer
//! depends.

use std::sync::atomic::{AtomicU64, Ordering};

use super::table::Key;

/// The positions that walks search now, as far as their marks do not cover each other: a hint,
/// on which no answer depends.
#[derive(Debug)]
pub(crate) struct Busy {
    /// The bits of a position's mark, with the number of walks that search it in the lowest ones.
    marks: Box<[AtomicU64]>,
    /// How often a walk has answered a question that another walk was searching too.
    answers: AtomicU64,
}

/// Places for marks.
const MARKS: usize = 1 << 14;

/// The bits of a mark that count walks.
const WALKS: u64 = (1 << 8) - 1;

impl Busy {
    pub(crate) fn new() -> Self {
        Self {
            marks: (0..MARKS).map(|_| AtomicU64::new(0)).collect(),
            answers: AtomicU64::new(0),
        }
    }

    fn mark(&self, key: Key) -> (&AtomicU64, u64) {
        let mark = key.mark();
        (&self.marks[(mark >> 32) as usize % MARKS], mark & !WALKS)
    }

    /// A walk begins with a position.
    pub(crate) fn begin(&self, key: Key) {
        let (place, mark) = self.mark(key);
        let old = place.load(Ordering::Relaxed);
        let walks = if old & !WALKS == mark { old & WALKS } else { 0 };
        place.store(mark | (walks + 1).min(WALKS), Ordering::Relaxed);
    }

    /// A walk ends with a position. Returns whether another walk searches it too.
    pub(crate) fn end(&self, key: Key) -> bool {
        let (place, mark) = self.mark(key);
        let old = place.load(Ordering::Relaxed);
        let walks = old & WALKS;
        if old & !WALKS != mark || walks == 0 {
            return false;
        }
        place.store(mark | (walks - 1), Ordering::Relaxed);
        walks > 1
    }

    /// Whether a walk searches the position of a key.
    pub(crate) fn is_searched(&self, key: Key) -> bool {
        let (place, mark) = self.mark(key);
        let old = place.load(Ordering::Relaxed);
        old & !WALKS == mark && old & WALKS > 0
    }

    /// A walk has answered a question that another walk searches too.
    pub(crate) fn answer(&self) {
        self.answers.fetch_add(1, Ordering::Relaxed);
    }

    /// How often [`Busy::answer`] was called.
    pub(crate) fn answers(&self) -> u64 {
        self.answers.load(Ordering::Relaxed)
    }
}

/// How many positions are searched for one, by its place on the stack of a walk: averages, in which
/// the last ones count most.
#[derive(Clone, Debug, Default)]
pub(crate) struct UsualWork(Vec<Usual>);

/// How many positions are searched for one that lies at a certain place on the stack.
#[derive(Clone, Copy, Debug)]
struct Usual {
    /// An average that begins with [`FIRST_WORK`], so that it becomes small only where many positions
    /// took little work.
    cautious: u64,
    /// An average that begins with the first position that was searched there; `u64::MAX` before.
    seen: u64,
}

/// How many positions are likely to be searched for one, before that is learnt.
const FIRST_WORK: u64 = 1 << 10;

/// An average of numbers of positions, after another position took this number (`work`).
fn averaged(usual: u64, work: u64) -> u64 {
    (usual * 7 + work) / 8
}

impl UsualWork {
    /// The bytes for each place on the stack.
    pub(crate) const BYTES: usize = size_of::<Usual>();

    /// Notes how many positions were searched for one at this place on the stack.
    pub(crate) fn learn(&mut self, place: usize, work: u64) {
        if self.0.len() <= place {
            let unknown = Usual {
                cautious: FIRST_WORK,
                seen: u64::MAX,
            };
            self.0.resize(place + 1, unknown);
        }
        let usual = &mut self.0[place];
        usual.cautious = averaged(usual.cautious, work);
        usual.seen = match usual.seen {
            u64::MAX => work,
            seen => averaged(seen, work),
        };
    }

    /// Whether at least so many positions are searched for one at this place, as far as is known:
    /// where little is known, they are many.
    #[inline]
    pub(crate) fn is_at_least(&self, place: usize, work: u64) -> bool {
        self.0.get(place).is_none_or(|usual| usual.cautious >= work)
    }

    /// Whether the positions that were searched at this place took fewer positions each than `work`,
    /// on average. False where none was searched there.
    #[inline]
    pub(crate) fn seems_below(&self, place: usize, work: u64) -> bool {
        self.0.get(place).is_some_and(|usual| usual.seen < work)
    }
}

/// How many of the positions at a place on the stack of a walk attain what is asked of them: an
/// average, in which the last ones count most.
#[derive(Clone, Debug, Default)]
pub(crate) struct UsualAnswers(Vec<u16>);

/// The share that means that all positions at a place attain what is asked of them.
const ALL: u16 = 1 << 15;

impl UsualAnswers {
    /// Notes whether a position at this place attained what was asked of it.
    pub(crate) fn learn(&mut self, place: usize, attains: bool) {
        if self.0.len() <= place {
            self.0.resize(place + 1, ALL / 2);
        }
        let usual = &mut self.0[place];
        *usual = *usual - *usual / 8 + if attains { ALL / 8 } else { 0 };
    }

    /// Whether few positions at this place attain what is asked of them, as far as is known, so that
    /// all moves of the next one will have to be searched.
    pub(crate) fn few_attain(&self, place: usize) -> bool {
        self.0.get(place).is_some_and(|usual| *usual < ALL / 4)
    }
}
