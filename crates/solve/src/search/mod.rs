//! The value of one position, by searching only what decides it.
//!
//! **Problem.** The positions of a game may be far too many to be solved all, as in Connect
//! Four, and someone asks for one of them.
//!
//! **Method.** A search asks whether the mover attains an *aim*, for instance a draw or better
//! ([`Score`]). To attain it one good move suffices; to miss it all moves must be bad
//! (null-window search: J. Pearl, *Scout*, 1980). So a proof needs, at best, one move of every
//! second position. What the search learns beyond that bit, how much more or less than the aim a
//! position is worth, is kept too (J. Fishburn, *Another optimization of alpha-beta search*, 1983): it
//! often answers the next question. Which moves are tried first decides how near the search comes to that
//! (`order`). What is known of a position is kept in a table of a fixed size (`table`), since
//! play comes to a position in many ways; near the end of play, where that is rare, small searches do
//! without order and table (`small`). Moves that end the game, and those behind which the
//! opponent wins at once, are not searched (`node`). The outcome takes at most two aims. Its
//! remoteness takes one aim for each number of plies that is asked about (`length`), as a rule
//! downwards from what the search of the outcome has told already.
//!
//! **Scores.** In a game that ends with scores, such as the number of stones by which a player is
//! ahead, the aims are scores of that game instead: each answer bounds the score from one side, and
//! the next aim is chosen between the bounds until they meet (A. Plaat and others, *Best-first
//! fixed-depth minimax algorithms*, 1996, where it is called MTD; `narrowing`). All aims share the
//! table, as its entries are bounds of the score and do not depend on the aim.
//!
//! **Gains.** Where moves gain points, the score of a position is what the player to move can still
//! get, and entries of the table are bounds of it: they hold however play came there. The aim behind a
//! move is the aim before it less what the move gains. Entries tell few points
//! ([`MOST_POINTS`]): a search that would need more ends with [`Error::GainsTooLarge`].
//!
//! **Cycles.** Where play can come back to a position, what is found by coming back holds on
//! that way alone, and must not be kept. So a search for a win within a number of plies is
//! kept: it ends by itself, and is true however play came there. Who wins at all is not asked
//! of the table, once play comes back to a position, but of closed sets (`closed`), which take
//! turns with searches for a win or a loss within more and more plies (`round`).
//!
//! **Engines.** The null windows are searched in the order of the moves (`walk`). Where few
//! positions decide, as with mates, proof numbers find these sooner (`proof_number`). Both look
//! at positions by the same code and share the table. Where a search takes long, trials choose
//! between them (`engine`).
//!
//! **Threads** share the table (`together`), whichever engine they search by (`walker`).
//!
//! **Cost.** A few hundred nanoseconds and no memory for each position that is searched, and
//! the table. How many positions are searched nobody can say beforehand.
//!
//! **When not to use it.** Where all positions fit into memory, [`strong`](crate::strong)
//! tells more for little more.

mod busy;
mod closed;
mod engine;
mod fresh;
mod guess;
mod keeper;
mod leaves;
mod length;
mod narrowing;
mod node;
mod number_table;
mod order;
mod proof;
mod proof_number;
mod round;
mod small;
mod table;
mod table_use;
mod theorem;
mod together;
mod trials;
mod walk;
mod walker;

use std::cmp::Ordering;
use std::collections::HashSet;
use std::fmt;

use zug_game::{Searchable, Step};
use zug_job::{Job, Phase, Progress, Stopped};
use zug_values::{MOST_PLIES, MOST_POINTS, Outcome, Plies, Score, Value, Wanted, Worth};

use crate::error::Error;

pub use engine::Engine;
pub use keeper::{HandOn, Keeper, KnownPosition, TakeKnown};
pub use leaves::Leaves;
use length::Length;
pub use narrowing::Narrowing;
pub use order::Hints;
pub use proof::Proof;
use proof::{Entries, Prover};
use round::Round;
use table::Table;
pub use theorem::{NodeTheorem, Told};
use together::{Asked, Together};
use walk::Ended;

/// The places of the table for each position that is taken in to stay. A bucket has few places, and
/// where it is full a position gives way: with this number that hardly ever happens.
const ROOMY: u64 = 32;

/// What a search may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// The most bytes that the table may take.
    pub table_bytes: u64,
    /// What puts moves in order, besides where they were good. `None`: what trials choose
    /// once a search takes long.
    pub hints: Option<Hints>,
    /// What searches. `None`: null windows begin, and proof numbers search too where short trials
    /// say so.
    pub engine: Option<Engine>,
    /// The number of positions for which one thread searches alone before the others help
    /// it: most questions are answered sooner than it takes to start threads.
    pub alone: u64,
    /// No position can come again in play, as the caller knows from the rules. It saves the
    /// search looking for that. Law: it is true.
    pub ends: bool,
    /// A proof of what is found may be asked for ([`Search::proof`]). Then images of a position
    /// under symmetries are searched as one at every ply, so that the proof needs one of
    /// them.
    pub proves: bool,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            table_bytes: 64 << 20,
            hints: None,
            engine: None,
            alone: 1 << 10,
            ends: false,
            proves: false,
        }
    }
}

/// What the player to move may attain: the questions of a search, each of which has the answer
/// yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A win, however long.
    Win,
    /// A draw or a win.
    Draw,
    /// A win after at most this number of plies.
    WinWithin(Plies),
    /// No loss before this number of plies is played.
    Last(Plies),
    /// At least this score, in a game that tells scores ([`Searchable::tells_scores`]); a win
    /// asks for 1 there, and a draw for 0.
    Scores(i64),
}

impl Aim {
    /// The aim that a move must attain beside what it gains, so that it attains this aim. In a game
    /// whose moves gain points a win is a score of 1 at least, and a draw one of 0.
    #[must_use]
    pub fn without(self, gain: i64) -> Self {
        match self {
            _ if gain == 0 => self,
            Self::Win => Self::Scores(1_i64.saturating_sub(gain)),
            Self::Draw => Self::Scores(0_i64.saturating_sub(gain)),
            Self::Scores(score) => Self::Scores(score.saturating_sub(gain)),
            Self::WinWithin(_) | Self::Last(_) => self,
        }
    }

    /// The score that a player attains whoever attains this aim.
    fn score(self) -> Score {
        match self {
            Self::Win => Score::WIN,
            Self::Draw => Score::DRAW,
            Self::WinWithin(plies) => Score::win_within(plies.0),
            Self::Last(plies) => Score::lasts(plies.0),
            Self::Scores(score) => {
                let most = Score::of_points(score.clamp(-MOST_POINTS, MOST_POINTS));
                let most = most.expect("it is not above the most points");
                if score > MOST_POINTS {
                    most.above()
                } else {
                    most
                }
            }
        }
    }
}

/// Searches positions of one game. What one search learns, the next one uses.
///
/// ```
/// use zug_game::{Fault, Game, Packed, Players, Searchable, Step, U256};
/// use zug_solve::Job;
/// use zug_solve::search::{Search, SearchOptions};
/// use zug_values::{Plies, Value};
///
/// /// A heap of coins, of which a move takes one, two or three.
/// struct Coins;
/// # impl Game for Coins {
/// #     type Position = u32;
/// #     type Move = u32;
/// #     fn start(&self) -> u32 { 5 }
/// #     fn players(&self) -> Players<Self> { Players::Impartial }
/// #     fn moves(&self, &coins: &u32, out: &mut Vec<u32>) -> Result<(), Fault> {
/// #         out.extend(1..=coins.min(3));
/// #         Ok(())
/// #     }
/// #     fn play(&self, &coins: &u32, &take: &u32) -> Result<Step<u32>, Fault> {
/// #         Ok(Step::passing(coins - take))
/// #     }
/// #     fn move_name(&self, _: &u32, take: &u32) -> String { format!("take {take}") }
/// # }
/// # impl Packed for Coins {
/// #     fn pack(&self, &coins: &u32) -> U256 { U256::from(coins) }
/// #     fn unpack(&self, packed: U256) -> u32 { packed.as_u32() }
/// # }
/// # impl zug_game::powers::Scored for Coins {}
/// # impl Searchable for Coins {
/// #     fn bits(&self) -> u32 { 32 }
/// # }
/// // …
///
/// let job = Job::default();
/// let mut search = Search::new(&Coins, SearchOptions::default(), &job)?;
/// assert_eq!(search.value(&6)?, Value::Win(Plies(3))); // take two, and four are left
/// assert_eq!(search.value(&8)?, Value::Loss(Plies(4)));
/// # Ok::<(), zug_solve::Error>(())
/// ```
pub struct Search<'a, G: Searchable> {
    walks: Together<'a, G>,
    /// Where play comes back to positions, what tells who wins.
    round: Option<Round<'a, G>>,
    /// How often closed sets that are gone looked at the moves of a position.
    looked_at_before: u64,
    game: &'a G,
    /// What tells a checker of a proof who wins, so that the proof need not go on there.
    checked: Option<&'a dyn NodeTheorem<G::Position>>,
    job: &'a Job,
    options: SearchOptions,
}

impl<'a, G: Searchable + Sync> Search<'a, G> {
    /// A search with an empty table.
    ///
    /// # Errors
    ///
    /// The budget of the job does not allow the table.
    pub fn new(game: &'a G, options: SearchOptions, job: &'a Job) -> Result<Self, Error> {
        let refused = |refusal| Stopped::out_of_memory(refusal, Progress::at(Phase::Searching, 0));
        let is_shared = job.threads.get() > 1;
        let table =
            Table::new(game.bits(), options.table_bytes, is_shared, job).map_err(refused)?;
        let walks = Together::new(game, table, &options, job);
        Ok(Self {
            walks,
            round: None,
            looked_at_before: 0,
            game,
            checked: None,
            job,
            options,
        })
    }

    /// Tells this function the positions on the way that is searched now, from the one asked about
    /// on, whenever the watch of the job wants a line ([`Watch::wants_line`](zug_job::Watch)).
    /// Positions may be replaced by their images under symmetries.
    pub fn follow(&mut self, follow: impl Fn(&[G::Position]) + Send + Sync + 'a) {
        self.walks.follow(Box::new(follow));
    }

    /// Takes in a few known positions, as if this search had found them, and keeps each where the
    /// memory suffices. A proof must be able to go on below each: it needs positions that were
    /// searched.
    ///
    /// # Errors
    ///
    /// Those of `hand_on`; a position has more bits than those of the game; the caller cancelled.
    pub fn take_in(&mut self, hand_on: &mut HandOn<'_>) -> Result<(), Error> {
        self.walks.take_in(hand_on, ROOMY)
    }

    /// Takes in what an earlier search of the game knew, and has the keeper keep what this
    /// search knows, whenever that is due. What closed sets know is not kept.
    ///
    /// # Errors
    ///
    /// The keeper cannot read what the earlier search knew; the caller cancelled.
    pub fn keep(&mut self, keeper: &'a dyn Keeper) -> Result<(), Error> {
        self.walks.keep(keeper)
    }

    /// Has the search take positions whose values are known from elsewhere for leaves. What closed
    /// sets are made of is searched all the same. A proof knows nothing of leaves: what it needs
    /// of them is searched. A search that tells scores asks for the scores of leaves, which bound
    /// a position from both sides.
    pub fn take_leaves(&mut self, leaves: &'a dyn Leaves<G::Position>) {
        self.walks.take_leaves(leaves);
    }

    /// Has the search ask a theorem who wins, before it goes into a position. A theorem knows
    /// nothing of scores: a search that tells these does not ask.
    ///
    /// A search that was made for proofs asks only where there is `checked`, a theorem that a
    /// checker of the proof works out again: the proof has no entries for what that one tells.
    /// It must be a game in which no position can come again ([`SearchOptions::ends`]).
    pub fn take_theorem(
        &mut self,
        theorem: &'a dyn NodeTheorem<G::Position>,
        checked: Option<&'a dyn NodeTheorem<G::Position>>,
    ) {
        self.checked = checked.filter(|_| self.options.ends);
        let is_provable = !self.options.proves || self.checked.is_some();
        if is_provable && !self.game.tells_scores() {
            self.walks.take_theorem(theorem);
        }
    }

    /// How often the value or the score of a position was known from elsewhere.
    pub fn leaves(&self) -> u64 {
        self.walks.leaves()
    }

    /// Has the keeper keep what is known now, if there is a keeper.
    pub fn keep_now(&self) {
        self.walks.keep_now();
    }

    /// The number of positions that were searched.
    pub fn nodes(&self) -> u64 {
        let looked_at = self.round.as_ref().map_or(0, Round::looked_at);
        self.walks.nodes() + self.looked_at_before + looked_at
    }

    /// The engine that answered the last question.
    pub fn engine(&self) -> Engine {
        self.walks.engine()
    }

    /// Whether play came back to a position, so that closed sets told who wins the position asked
    /// about last, and not a search for a win within some plies.
    pub fn went_round(&self) -> bool {
        let round = self.round.as_ref();
        round.is_some_and(|round| round.found().is_none())
    }

    /// What was found so far of who wins: the worst outcome that the position may have, and
    /// the best.
    pub fn bounds(&self, position: &G::Position) -> (Outcome, Outcome) {
        let packed = self.game.pack(&self.representative(position));
        let (lower, upper) = self.walks.bounds(packed);
        let outcome = |score: Score| match score.cmp(&Score::DRAW) {
            Ordering::Greater => Outcome::Win,
            Ordering::Equal => Outcome::Draw,
            Ordering::Less => Outcome::Loss,
        };
        (outcome(lower), outcome(upper))
    }

    /// Who wins.
    ///
    /// # Errors
    ///
    /// The rules break in a position; the caller cancelled; where play comes back to
    /// positions, the budget does not suffice.
    pub fn outcome(&mut self, position: &G::Position) -> Result<Outcome, Error> {
        if self.round.is_none() && self.attains_score(position, Score::WIN)? {
            return Ok(Outcome::Win);
        }
        if !self.attains_score(position, Score::DRAW)? {
            return Ok(Outcome::Loss);
        }
        // Where play goes round, only now is the win looked for.
        Ok(if self.attains_score(position, Score::WIN)? {
            Outcome::Win
        } else {
            Outcome::Draw
        })
    }

    /// Whether scores are told, and not only who wins: the game tells them.
    pub fn tells_scores(&self) -> bool {
        self.game.tells_scores()
    }

    /// Whether moves of the game gain points.
    pub fn moves_gain(&self) -> bool {
        self.game.moves_gain()
    }

    /// What was found so far of the score of a position, in a game that tells scores: the
    /// least that it may be, and the greatest, as far as they are known.
    pub fn score_bounds(&self, position: &G::Position) -> (Option<i64>, Option<i64>) {
        let packed = self.game.pack(&self.representative(position));
        let (lower, upper) = self.walks.bounds(packed);
        (lower.points(), upper.points())
    }

    /// The score of a position for the player to move, if both play for the largest score, in a
    /// game that tells scores ([`Searchable::tells_scores`]). The search begins near to a guess:
    /// the better it is, the sooner the search ends.
    ///
    /// # Errors
    ///
    /// The rules break in a position; the caller cancelled; play comes back to a position, or a
    /// score is larger than a search can tell.
    pub fn score(&mut self, position: &G::Position, guess: i64) -> Result<i64, Error> {
        let mut narrowing = if self.game.moves_gain() {
            Narrowing::of_any()
        } else {
            Narrowing::default()
        };
        loop {
            let (at_least, at_most) = self.score_bounds(position);
            narrowing.bound(at_least, at_most);
            if let Some(score) = narrowing.score() {
                return match score.abs() {
                    0..=MOST_POINTS => Ok(score),
                    _ => Err(Error::MORE_POINTS),
                };
            }
            let aim = narrowing.next(guess);
            let attains = self.attains(position, Aim::Scores(aim))?;
            narrowing.learn(aim, attains);
        }
    }

    /// Whether the player to move attains an aim. After the caller cancelled, the same may be
    /// asked again: what was learnt by then is not lost.
    ///
    /// # Errors
    ///
    /// Those of [`Search::outcome`].
    pub fn attains(&mut self, position: &G::Position, aim: Aim) -> Result<bool, Error> {
        let aim = self.told_aim(aim)?;
        self.attains_score(position, aim)
    }

    /// The score that is asked for. Where moves gain points, an aim beyond what points can tell may be
    /// attained or not: it is refused, and not asked in the place of the farthest aim that they tell.
    fn told_aim(&self, aim: Aim) -> Result<Score, Error> {
        match aim {
            Aim::Scores(score)
                if self.game.moves_gain() && !(-MOST_POINTS..=MOST_POINTS + 1).contains(&score) =>
            {
                Err(Error::MORE_POINTS)
            }
            _ => Ok(aim.score()),
        }
    }

    /// Has threads search different ones of these positions, each for an aim, before they are asked
    /// about: threads help each other more so than where all of them search the same position. It
    /// answers nothing, and does nothing where there is one thread.
    ///
    /// # Errors
    ///
    /// The caller cancelled. Other errors are left to the question itself, which meets them again.
    pub fn search_apart(&mut self, questions: &[(G::Position, Aim)]) -> Result<(), Error> {
        let Some((first, _)) = questions.first().filter(|_| self.round.is_none()) else {
            return Ok(());
        };
        self.walks.choose_folding(first);
        let asked = questions.iter().filter_map(|(position, aim)| {
            let (root, aim) = (self.representative(position), self.told_aim(*aim).ok()?);
            Some(Asked { root, aim })
        });
        // Two threads would search the same where images are asked about.
        let mut known = HashSet::new();
        let asked: Vec<_> = asked.filter(|asked| known.insert(*asked)).collect();
        self.walks.search_apart(&asked)
    }

    /// Whether a move attains an aim for the player who makes it. Where the move gains points, these are
    /// no part of the aim ([`Aim::without`]).
    ///
    /// # Errors
    ///
    /// Those of [`Search::outcome`].
    pub fn attains_by(&mut self, step: &Step<G::Position>, aim: Aim) -> Result<bool, Error> {
        let wanted = self.told_aim(aim)?.wanted(step.turn);
        let attains = self.attains_score(&step.position, wanted.aim())?;
        Ok(wanted.is(attains))
    }

    /// The places of moves in the list of the position's moves, the most promising first, as far
    /// as it is not known that they do not attain the aim.
    ///
    /// # Errors
    ///
    /// The rules break.
    pub fn promising(&mut self, position: &G::Position, aim: Aim) -> Result<Vec<usize>, Error> {
        let numbers = self.walks.promising(position, aim.score())?;
        Ok(numbers.into_iter().map(usize::from).collect())
    }

    /// Whether the player to move attains a score.
    fn attains_score(&mut self, position: &G::Position, aim: Score) -> Result<bool, Error> {
        self.walks.choose_folding(position);
        let position = &self.representative(position);
        if self.game.tells_scores() {
            let told = self.walks.attains(position, aim);
            return told.map_err(|ended| match ended {
                Ended::ComesBack => Error::EndlessScores,
                Ended::Error(error) => error,
            });
        }
        if !aim.is_of_any_length() {
            return Ok(self.walks.attains(position, aim)?);
        }
        let round = match &mut self.round {
            Some(round) => round,
            none => match self.walks.attains(position, aim) {
                Err(Ended::ComesBack) => {
                    none.insert(Round::new(self.game, &self.options, self.job))
                }
                told => return told.map_err(Error::from),
            },
        };
        let told = round.attains(&mut self.walks, position, aim);
        if matches!(&told, Err(error) if !error.is_cancelled()) {
            // Closed sets are unfinished, and give back their memory.
            let gone = self.round.take();
            self.looked_at_before += gone.map_or(0, |round| round.looked_at());
        }
        told
    }

    /// The position that is searched in the place of one asked about: the one of its images under
    /// symmetries that stands for all of them, or the position itself where images are not searched
    /// as one.
    fn representative(&self, position: &G::Position) -> G::Position {
        if !self.walks.folds() {
            return *position;
        }
        let mut step = [Step::passing(*position)];
        self.game.fold(&mut step);
        step[0].position
    }

    /// Who wins and in how many plies.
    ///
    /// # Errors
    ///
    /// The rules break in a position; the caller cancelled; best play takes more plies than a
    /// search can count; where play comes back to positions, the budget does not suffice.
    ///
    /// # Panics
    ///
    /// The game tells scores, and so no plies.
    pub fn value(&mut self, position: &G::Position) -> Result<Value, Error> {
        assert!(
            !self.game.tells_scores(),
            "a search for scores tells no plies"
        );
        self.walks.choose_folding(position);
        let position = &self.representative(position);
        let Some(mut length) = Length::of(self.outcome(position)?) else {
            return Ok(Value::Draw);
        };
        let packed = self.game.pack(position);
        loop {
            length.bound(self.walks.bounds(packed));
            if let Some(value) = length.value() {
                return Ok(value);
            }
            let Some(plies) = length.next() else {
                return Err(Error::TooLong { limit: MOST_PLIES });
            };
            let (aim, ends) = length.aim(plies);
            length.learn(plies, self.walks.attains(position, aim)? == ends);
        }
    }

    /// A proof of what was found: the outcome and, if `worth` has a remoteness, that the game ends
    /// in this number of plies. It has no entries where the game is over.
    ///
    /// It shows of the root what [`Wanted::of`] lists.
    ///
    /// # Errors
    ///
    /// As [`Search::outcome`]. Best play may take more plies than a proof can tell, where play
    /// can come back to positions.
    ///
    /// # Panics
    ///
    /// The search was not made for proofs ([`SearchOptions::proves`]), or has not found this; the
    /// game tells scores.
    pub fn proof(
        &mut self,
        root: &G::Position,
        worth: &Worth,
    ) -> Result<Proof<G::Position>, Error> {
        assert!(self.options.proves, "the search was made for proofs");
        assert!(!self.game.tells_scores(), "a score is proved");
        let claims = Wanted::of(worth).ok_or(Error::TooLong { limit: MOST_PLIES })?;
        let root = self.representative(root);
        if self.round.is_some() {
            // It may have been needed only after this position was answered.
            self.outcome(&root)?;
        }
        let entries = match self.entries(root, &claims) {
            // Play comes back to a position, which the search had no need to see.
            Err(Ended::ComesBack) => {
                self.round = Some(Round::new(self.game, &self.options, self.job));
                self.outcome(&root)?;
                self.entries(root, &claims)?
            }
            entries => entries?,
        };
        entries.into_proof(&|position| self.game.pack(position))
    }

    /// A proof of the score that was found, in a game that tells scores. It has no entries where
    /// the game is over. It shows of the root what [`Wanted::of_points`] lists.
    ///
    /// Claims of a win or of a loss by some score tell no plies. A checker needs levels to see
    /// that they do not stand on themselves.
    ///
    /// # Errors
    ///
    /// As [`Search::score`].
    ///
    /// # Panics
    ///
    /// The search was not made for proofs ([`SearchOptions::proves`]), was not told that play ends
    /// ([`SearchOptions::ends`]), or has not found this score; the game tells no scores.
    pub fn proof_of_score(
        &mut self,
        root: &G::Position,
        score: i64,
    ) -> Result<Proof<G::Position>, Error> {
        let SearchOptions { proves, ends, .. } = self.options;
        assert!(proves && ends, "the search was made for proofs of scores");
        assert!(self.game.tells_scores(), "the game ends with scores");
        let largest = MOST_POINTS;
        let claims = Wanted::of_points(score).ok_or(Error::Score { score, largest })?;
        let root = self.representative(root);
        let entries = self.entries(root, &claims).map_err(|ended| match ended {
            Ended::ComesBack => Error::EndlessScores,
            Ended::Error(error) => error,
        })?;
        entries.into_proof(&|position| self.game.pack(position))
    }

    /// The entries that prove what was found.
    fn entries(
        &mut self,
        root: G::Position,
        claims: &[Wanted],
    ) -> Result<Entries<'a, G::Position>, Ended> {
        let mut entries = Entries::new(self.job);
        let mut end = Vec::new();
        if self
            .game
            .expand(&root, &mut end)
            .map_err(Error::from)?
            .is_some()
        {
            return Ok(entries);
        }
        for &claim in claims {
            let round = self.round.as_mut();
            let round = round.filter(|_| claim.aim().is_of_any_length());
            let found = round.as_ref().and_then(|round| round.found());
            if found.is_none()
                && let Some([mover, opponent]) = round.and_then(Round::sets)
            {
                match claim {
                    Wanted::Attains(Score::DRAW) => mover.add_closed(root, true, &mut entries)?,
                    Wanted::Misses(Score::WIN) => opponent.add_closed(root, false, &mut entries)?,
                    Wanted::Misses(_) => mover.add_lost(root, true, &mut entries)?,
                    Wanted::Attains(_) => opponent.add_lost(root, false, &mut entries)?,
                }
                continue;
            }
            // A win within some plies proves a win.
            let claim = match (found, claim) {
                (Some(found), Wanted::Attains(_)) => Wanted::Attains(found),
                (Some(found), Wanted::Misses(_)) => Wanted::Misses(found.above()),
                (None, claim) => claim,
            };
            let mut prover = Prover {
                walks: &mut self.walks,
                game: self.game,
                checked: self.checked,
                entries: &mut entries,
            };
            prover.prove(root, claim)?;
            if !self.options.ends && claim.aim().is_of_any_length() {
                prover.tell_plies()?;
            }
        }
        Ok(entries)
    }
}

impl From<Ended> for Error {
    fn from(ended: Ended) -> Self {
        match ended {
            Ended::Error(error) => error,
            Ended::ComesBack => unreachable!("an aim with a number of plies ends by itself"),
        }
    }
}

impl<G: Searchable + Sync> fmt::Debug for Search<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search")
            .field("nodes", &self.nodes())
            .finish_non_exhaustive()
    }
}
