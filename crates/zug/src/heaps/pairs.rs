//! Games on two heaps: lost positions, nimbers, one position; by a theorem where there is
//! one, else by a table.

use zug_heaps::PairGame;
use zug_job::{Job, Phase, Progress, Stopped};
use zug_sequences::pairs::{self, Lost, PairNimbers, PairWorth, PairsError, Reason, Wythoff};
use zug_values::Play;

/// What is asked of a game on two heaps.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PairQuestion {
    /// The game.
    pub game: PairGame,
    /// Who wins when a player is stuck.
    pub play: Play,
    /// What is asked of the game.
    pub of: Pairs,
}

/// What is asked of a game on two heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pairs {
    /// The lost positions, each with the smaller heap first.
    Lost {
        /// The largest heap; `None` where the number of positions that are listed is the
        /// only limit.
        largest: Option<u64>,
        /// The largest number of positions that are listed.
        most: usize,
    },
    /// The nimbers of all positions with heaps up to this one, of normal play.
    Nimbers {
        /// The largest heap.
        largest: u64,
    },
    /// The value and the winning moves of one position.
    At(u64, u64),
}

/// How a question about two heaps is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PairPlan {
    /// The lost positions are listed by the theorem of Wythoff's game.
    LostByTheorem {
        /// The theorem.
        theorem: Wythoff,
        /// The largest heap, if one is set.
        largest: Option<u64>,
    },
    /// The lost positions are read from a table that is worked out.
    LostByTable {
        /// The largest heap.
        largest: u64,
        /// The reason why the table is right.
        reason: Reason,
    },
    /// A table of all nimbers is worked out.
    Nimbers {
        /// The largest heap.
        largest: u64,
    },
    /// One position is looked at, by a theorem where there is one.
    At(u64, u64),
}

/// What was found of a game on two heaps. Exhaustive, so that no form of answer is left
/// untold.
#[derive(Debug)]
pub enum PairAnswer {
    /// Lost positions.
    Lost {
        /// The largest heap looked at; `None` where none was set.
        largest: Option<u64>,
        /// The positions, the smaller heap first.
        positions: Vec<(u64, u64)>,
        /// Whether there are more lost positions up to the largest heap.
        more: bool,
        /// The reason by which the positions are known.
        reason: Reason,
    },
    /// All nimbers.
    Nimbers(PairNimbers),
    /// One position.
    At {
        /// The sizes of the heaps.
        position: (u64, u64),
        /// What the position is worth, and its winning moves.
        found: PairWorth,
    },
}

impl PairQuestion {
    /// The largest heap of a table, if the caller does not ask for one.
    pub const HEAPS: u64 = 20;

    /// The question about a part of a game, under normal play.
    #[must_use]
    pub fn new(game: PairGame, of: Pairs) -> Self {
        Self {
            game,
            play: Play::Normal,
            of,
        }
    }

    /// The question under this convention of play.
    #[must_use]
    pub fn with_play(self, play: Play) -> Self {
        Self { play, ..self }
    }

    /// Decides how the question is answered.
    #[must_use]
    pub fn plan(&self) -> PairPlan {
        let largest = match self.of {
            Pairs::At(a, b) => return PairPlan::At(a, b),
            Pairs::Nimbers { largest } => return PairPlan::Nimbers { largest },
            Pairs::Lost { largest, .. } => largest,
        };
        match self.game.as_wythoff() {
            Some(within) => PairPlan::LostByTheorem {
                theorem: Wythoff::new(within, self.play),
                largest,
            },
            None => PairPlan::LostByTable {
                largest: largest.unwrap_or(Self::HEAPS),
                reason: match self.game {
                    PairGame::Euclid => Reason::Euclid,
                    PairGame::Taking(_) | PairGame::Listed(_) => Reason::Table,
                },
            },
        }
    }

    /// Answers the question, as its plan says.
    ///
    /// ```
    /// use zug::heaps::{PairAnswer, PairQuestion, Pairs};
    /// use zug_job::Job;
    ///
    /// let lost = Pairs::Lost { largest: Some(5), most: 100 };
    /// let question = PairQuestion::new("wythoff".parse()?, lost);
    /// let PairAnswer::Lost { positions, .. } = question.run(&Job::default())? else {
    ///     unreachable!("lost positions were asked for");
    /// };
    /// assert_eq!(positions, [(0, 0), (1, 2), (3, 5)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The budget does not suffice, or the caller cancelled.
    pub fn run(&self, job: &Job) -> Result<PairAnswer, PairsError> {
        let Self { game, play, of } = self;
        let most = match of {
            Pairs::Lost { most, .. } => *most,
            _ => 0,
        };
        match self.plan() {
            PairPlan::At(a, b) => Ok(PairAnswer::At {
                position: (a, b),
                found: pairs::at(game, *play, a, b, job)?,
            }),
            PairPlan::Nimbers { largest } => {
                let size = largest.saturating_add(1);
                Ok(PairAnswer::Nimbers(PairNimbers::new(game, size, job)?))
            }
            PairPlan::LostByTheorem { theorem, largest } => {
                let within_reach =
                    |&(_, large): &(u64, u64)| largest.is_none_or(|largest| large <= largest);
                let all = (0..)
                    .map_while(|n| theorem.lost(n))
                    .take_while(within_reach);
                listed(all, most, largest, Reason::Wythoff, job)
            }
            PairPlan::LostByTable { largest, reason } => {
                let lost = Lost::new(game, *play, largest.saturating_add(1), job)?;
                listed(lost.iter(), most, Some(largest), reason, job)
            }
        }
    }
}

fn listed(
    mut all: impl Iterator<Item = (u64, u64)>,
    most: usize,
    largest: Option<u64>,
    reason: Reason,
    job: &Job,
) -> Result<PairAnswer, PairsError> {
    let mut positions = Vec::new();
    let mut charge = job.budget.open();
    for position in all.by_ref().take(most) {
        let listed = Progress::at(Phase::Solving, positions.len() as u64);
        if positions.len() % 4096 == 0 {
            job.go_on(|| listed)?;
        }
        charge
            .make_room(&mut positions, 1)
            .map_err(|refusal| Stopped::out_of_memory(refusal, listed))
            .map_err(PairsError::TooManyToList)?;
        positions.push(position);
    }
    Ok(PairAnswer::Lost {
        largest,
        more: positions.len() == most && all.next().is_some(),
        positions,
        reason,
    })
}
