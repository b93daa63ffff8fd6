//! The misère quotient of a game on heaps: heap after heap, until all that were asked for
//! are known, a period is proved, or a limit stops the work.

use zug_heaps::HeapGame;
use zug_job::{Budget, Job};
use zug_sequences::misere::{Element, Genera, Limits, MisereError, Period, Quotients};
use zug_values::Outcome;

/// What is asked of a game in misère play.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct QuotientQuestion {
    /// The game.
    pub game: HeapGame,
    /// The largest heap asked about.
    pub heaps: u64,
    /// The limits to the cost of each heap.
    pub limits: Limits,
    /// Whether the genus of each heap is asked for too.
    pub genera: bool,
}

/// What was found of a game in misère play.
#[derive(Debug)]
#[non_exhaustive]
pub struct QuotientAnswer {
    /// The quotients to each heap that was looked at.
    pub quotients: Quotients,
    /// A period of all heaps, if one is proved.
    pub period: Option<Period>,
    /// Why the work ended before all heaps asked about were known; `None` if it did not.
    pub stopped: Option<MisereError>,
    /// The genera, if they were asked for, and why their work ended early, if it did.
    pub genera: Option<(Genera, Option<MisereError>)>,
}

/// Up to this heap a period is looked for at every heap, and from then on only at
/// multiples of this number, because each search looks at all pairs of heaps.
const EVERY_HEAP: u64 = 256;

impl QuotientQuestion {
    /// The question about the heaps up to `heaps`, within the default limits, without
    /// genera.
    #[must_use]
    pub fn new(game: HeapGame, heaps: u64) -> Self {
        Self {
            game,
            heaps,
            limits: Limits::default(),
            genera: false,
        }
    }

    /// The question with these limits to the cost of each heap.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The question with or without the genus of each heap.
    #[must_use]
    pub fn with_genera(self, genera: bool) -> Self {
        Self { genera, ..self }
    }

    /// Answers the question. Where a limit, the budget or the caller ends the work, that
    /// is no error, because what was known by then stays true.
    ///
    /// The quotients and the genera may each take what is left of the budget.
    ///
    /// ```
    /// use zug::heaps::QuotientQuestion;
    /// use zug_job::Job;
    ///
    /// let question = QuotientQuestion::new("kayles".parse()?, 30);
    /// let answer = question.run(&Job::default());
    /// assert_eq!(answer.quotients.quotient().order(), 40);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn run(&self, job: &Job) -> QuotientAnswer {
        let left = job.budget.left();
        let apart = || job.clone().with_budget(Budget::of_bytes(left));
        let mut quotients = Quotients::new(&self.game, self.limits, &apart());
        let (mut stopped, mut period) = (None, None);
        while quotients.quotient().heaps() < self.heaps && period.is_none() {
            if let Err(stop) = quotients.step() {
                stopped = Some(stop);
                break;
            }
            let known = quotients.quotient().heaps();
            if known <= EVERY_HEAP || known.is_multiple_of(EVERY_HEAP) || known == self.heaps {
                period = quotients.period();
            }
        }
        let genera = self.genera.then(|| {
            let mut genera = Genera::new(&self.game, self.limits, &apart());
            let stop = genera.reach(self.heaps).err();
            (genera, stop)
        });
        QuotientAnswer {
            quotients,
            period,
            stopped,
            genera,
        }
    }
}

impl QuotientAnswer {
    /// The element of the quotient that a heap is worth; `None` if it is not known.
    #[must_use]
    pub fn element(&self, heap: u64) -> Option<Element> {
        let heap = self.period.map_or(heap, |period| period.reduce(heap));
        let elements = self.quotients.quotient().phi();
        elements.get(usize::try_from(heap).ok()?).copied()
    }

    /// The misère outcome of some heaps for the player to move; `None` if the element of a heap is not known.
    #[must_use]
    pub fn outcome(&self, heaps: &[u64]) -> Option<Outcome> {
        let reduce = |&heap: &u64| self.period.map_or(heap, |period| period.reduce(heap));
        let heaps: Vec<u64> = heaps.iter().map(reduce).collect();
        self.quotients.quotient().outcome(&heaps)
    }
}
