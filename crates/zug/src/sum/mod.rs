//! Several games at positions, played together.
//!
//! Each part is rules at a position, or heaps of a game by its notation. Under normal play with a move in
//! one part, a part is worth a heap of Nim if a theorem says so, else if its own
//! positions do; where all parts are, the heaps are added up and nothing else is
//! looked at. In misère play, piles of Nim and heaps of one game are answered
//! together. Parts in which the players have different moves are added up by
//! their partizan values, where their product is not small. In every other case the ways to play several parts
//! ([`zug_solve::compound`]) decide, by a theorem or by the product of all
//! parts. Where even that is impossible nothing is said of the whole.

mod check;
mod forms;
mod search;
mod heaps;
mod moves;
mod kind;
mod shelf;
mod explain;

use std::rc::Rc;

use zug_catalogue::nim::Nim;
use zug_game::Player;
use zug_job::Job;
use zug_solve::compound::{self, Choice, Compound, CompoundTheorem, Part, Question};
use zug_solve::strong::Method;
use zug_values::{LoopyNimber, LoopySum, Nimber, Outcome, Play, Plies, Value, Worth, loopy};

use crate::error::Error;
use crate::expression::Named;
use crate::heaps::{HeapPart, MiserePosition, MisereReason};
use crate::loopy_value::LoopyWorth;
use crate::options::SolveOptions;
use crate::part_names::in_part;
use crate::partizan::PartizanWorth;
use crate::problem::Problem;
use crate::request::Request;

use kind::Kind;
use moves::Leaving;

pub use shelf::Shelf;

/// Several games at positions, and how they are played together.
///
/// ```
/// use zug::{Compound, Expression, Nimber, Request, SolveOptions, Sum};
///
/// let expression: Expression = "nim(3) + kayles(2)".parse()?;
/// let mut parts = Vec::new();
/// for part in &expression.parts {
///     let rules = Request::catalogue(&part.game)?;
///     parts.push((part.text.clone(), part.request(rules)?));
/// }
/// let options = SolveOptions::default();
/// let sum = Sum::new(parts, Compound::One, None, &options)?;
/// assert_eq!(sum.solve(10, &options)?.nimber(), Some(Nimber(1)));
/// # Ok::<(), zug::Error>(())
/// ```
#[derive(Debug)]
pub struct Sum {
    /// The games that differ from one another.
    kinds: Vec<Rc<Kind>>,
    /// The parts in their order, as places in `kinds`.
    parts: Vec<usize>,
    compound: Compound,
    play: Play,
    /// The player to move, in whose positions all parts are.
    mover: Player,
}

/// What a part of a sum is.
#[derive(Clone, Debug)]
pub enum SumPart {
    /// A game with its parameters, at a position.
    Rules(Box<Request>),
    /// Some heaps of a game that a notation describes.
    Heaps(HeapPart),
}

impl From<Request> for SumPart {
    fn from(request: Request) -> Self {
        Self::Rules(Box::new(request))
    }
}

impl From<HeapPart> for SumPart {
    fn from(part: HeapPart) -> Self {
        Self::Heaps(part)
    }
}

impl Named {
    /// The part of a sum that this stands for. `rules` finds the rules of a game by its name or path, and is
    /// not asked where the game is the notation of a game on heaps.
    ///
    /// # Errors
    ///
    /// Those of `rules` and of [`Named::request`].
    pub fn part<E: From<Error>>(
        &self,
        rules: impl FnOnce(&str) -> Result<Request, E>,
    ) -> Result<SumPart, E> {
        Ok(match self.as_heaps() {
            Some(heaps) => heaps.clone().into(),
            None => self.request(rules(&self.game)?)?.into(),
        })
    }
}

/// What is known of a part alone.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PartWorth {
    /// The part as the expression writes it.
    pub text: String,
    /// What the part is worth, where that is known: the heap of Nim that it is worth in a
    /// sum under normal play, where there is one; and the remoteness when it is played
    /// alone, where its positions were looked at.
    pub worth: Option<Worth>,
    /// The partizan value of the part, where it was worked out.
    pub value: Option<String>,
    /// Whether the part is of the largest temperature, where values of several parts were worked out.
    pub is_hottest: bool,
    /// Why the part has no nimber, or why it cannot be played with others.
    pub without: Option<String>,
}

/// A move in one part.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartMove {
    /// The number of the part, from 0.
    pub part: usize,
    /// The move as a person writes it.
    pub name: String,
    /// The position of the part after the move, on one line, where it fits into a word.
    pub position: Option<String>,
}

/// What is known of a sum.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SumWorth {
    /// The parts in their order, each alone.
    pub parts: Vec<PartWorth>,
    /// What the whole is worth to the player to move, its remoteness in turns; `None`
    /// where not even the outcome can be said.
    pub worth: Option<Worth>,
    /// The partizan value of the whole, where it was worked out.
    pub partizan: Option<PartizanWorth>,
    /// The value of the whole, where play can go round in some part and it was worked out.
    pub loopy_value: Option<LoopyWorth>,
    /// How the worth was found, with the source of the theorem; or why nothing can be
    /// said.
    pub why: Vec<String>,
    /// The winning turns. A turn is a move in one part or in several.
    pub turns: Vec<Vec<PartMove>>,
    /// Whether there are more winning turns, or turns that were not looked at.
    pub more_turns: bool,
    /// The turns that keep a draw; empty where the whole is no draw, and where the theorem that told
    /// the outcome does not tell them.
    pub drawing_turns: Vec<Vec<PartMove>>,
    /// Whether there are more turns that keep a draw than `drawing_turns` has.
    pub more_drawing_turns: bool,
}

/// Why a sum of one part is worth what it is worth.
const ALONE: &str = "the only part, as it is played alone";

/// Turns of a sum.
#[derive(Default)]
struct FoundTurns {
    turns: Vec<Vec<PartMove>>,
    /// Whether there are more turns of their kind, or turns that were not looked at.
    more: bool,
}

impl FoundTurns {
    /// Adds the moves of a part, while there are no more than `most` turns in all.
    fn add(&mut self, part: usize, leaving: &Leaving, most: usize) {
        self.more |= !leaving.all || self.turns.len() + leaving.moves.len() > most;
        let room = most - self.turns.len();
        let moves = leaving.moves.iter().take(room);
        self.turns.extend(moves.map(|(name, position)| {
            vec![PartMove {
                part,
                name: name.clone(),
                position: position.clone(),
            }]
        }));
    }
}

impl PartWorth {
    /// The heap of Nim that the part is worth under normal play, where there is one.
    pub fn nimber(&self) -> Option<Nimber> {
        self.worth.as_ref()?.nimber()
    }

    /// The value of the part when it is played alone, where its positions were looked
    /// at.
    pub fn alone(&self) -> Option<Value> {
        self.worth.as_ref()?.value()
    }
}

impl SumWorth {
    /// Nothing is known of the whole, for these reasons.
    fn unknown(parts: Vec<PartWorth>, why: Vec<String>) -> Self {
        Self {
            parts,
            worth: None,
            partizan: None,
            loopy_value: None,
            why,
            turns: Vec::new(),
            more_turns: false,
            drawing_turns: Vec::new(),
            more_drawing_turns: false,
        }
    }

    /// No sum can be made of these parts, for these reasons: where there is one part, it is worth what it
    /// is worth alone, and its moves are not told.
    fn one_alone(parts: Vec<PartWorth>, why: Vec<String>) -> Self {
        match &parts[..] {
            [
                PartWorth {
                    worth: Some(worth), ..
                },
            ] => {
                let worth = worth.clone().alone();
                let outcome = worth.outcome();
                Self {
                    worth: Some(worth),
                    more_turns: outcome == Outcome::Win,
                    more_drawing_turns: outcome == Outcome::Draw,
                    ..Self::unknown(parts, vec![ALONE.to_owned()])
                }
            }
            _ => Self::unknown(parts, why),
        }
    }

    /// The whole is worth this, with the winning turns and those that keep a draw.
    fn known(self, worth: Worth, winning: FoundTurns, drawing: FoundTurns) -> Self {
        Self {
            worth: Some(worth),
            turns: winning.turns,
            more_turns: winning.more,
            drawing_turns: drawing.turns,
            more_drawing_turns: drawing.more,
            ..self
        }
    }

    /// Who wins, for the player to move; `None` where that cannot be said.
    pub fn outcome(&self) -> Option<Outcome> {
        Some(self.worth.as_ref()?.outcome())
    }

    /// The heap of Nim that the whole is worth under normal play, where there is one.
    pub fn nimber(&self) -> Option<Nimber> {
        self.worth.as_ref()?.nimber()
    }

    /// The number of turns until the end, where it is known.
    pub fn remoteness(&self) -> Option<Plies> {
        self.worth.as_ref()?.remoteness()
    }
}

/// The largest number of states of a product that is solved where values of parts would answer too.
const SMALL_PRODUCT: u128 = 1 << 20;

/// The same for one game alone, few of whose states are positions mostly.
const SMALL_GAME: u128 = 1 << 24;

impl SumWorth {
    /// Adds the values that were worked out beside the product.
    fn add_values(&mut self, by_values: Self) {
        for (part, other) in self.parts.iter_mut().zip(by_values.parts) {
            part.value = other.value;
            part.is_hottest = other.is_hottest;
        }
        self.partizan = by_values.partizan;
    }
}

impl Sum {
    /// Reads the games. Each of `parts` is the text of a part, and the request that the
    /// text stands for.
    ///
    /// If no play is asked for, the parts' own rules say who wins when stuck.
    ///
    /// # Errors
    ///
    /// Faulty rules, a setting that does not fit; parts that differ about who
    /// wins when stuck.
    pub fn new(
        parts: Vec<(String, impl Into<SumPart>)>,
        compound: Compound,
        asked: Option<Play>,
        options: &SolveOptions,
    ) -> Result<Self, Error> {
        let parts = parts.into_iter();
        let parts = parts.map(|(text, part)| (text, part.into())).collect();
        Shelf::default().sum(parts, compound, asked, options)
    }

    /// In which parts a turn moves.
    #[must_use]
    pub fn compound(&self) -> Compound {
        self.compound
    }

    /// The text of the rules of a part, and the parameters of the part with their values; `None`
    /// for a game that is written in Rust.
    #[must_use]
    pub fn rules(&self, part: usize) -> Option<(&str, Vec<(String, String)>)> {
        self.kinds[self.parts[part]].rules()
    }

    /// Whether the players have different moves in some part: then it matters whether Left, the first player of
    /// the rules, or Right begins.
    #[must_use]
    pub fn is_partizan(&self) -> bool {
        self.kinds.iter().any(|kind| kind.is_partizan())
    }

    /// The player to move.
    #[must_use]
    pub fn mover(&self) -> Player {
        self.mover
    }

    /// Who wins when a player is stuck.
    pub fn play(&self) -> Play {
        self.play
    }

    /// What the whole is worth, with at most `most` winning turns.
    ///
    /// # Errors
    ///
    /// The rules break, the caller cancelled, a part is too large to look at
    /// and no theorem speaks for it, or a pattern that was given helps with no part.
    pub fn solve(&self, most: usize, options: &SolveOptions) -> Result<SumWorth, Error> {
        let job = options.job();
        if let Some(pattern) = &options.pattern {
            pattern.must_help(self.kinds.iter().any(|kind| kind.is_of(pattern)))?;
        }
        if self.compound == Compound::One
            && self.play == Play::Normal
            && let Some(worth) = self.by_heaps(most, &job)?
        {
            return Ok(worth);
        }
        if self.compound == Compound::One && self.play == Play::Misere {
            if let Some(worth) = self.by_piles(most) {
                return Ok(worth);
            }
            if let Some(worth) = self.by_misere_heaps(most, &job)? {
                return Ok(worth);
            }
        }
        // Values of parts, where their product is not small. A product gives remoteness besides.
        let by_values = self.may_have_forms() && options.method == Method::Auto;
        let is_small = self.has_small_product();
        if by_values
            && !is_small
            && let Some(worth) = self.by_forms(most, &job)?
        {
            return Ok(worth);
        }
        if let Some(worth) = self.by_positions(most, options, &job)? {
            return Ok(worth);
        }
        let mut worth = self.by_tables(most, options, &job)?;
        if by_values && is_small && worth.nimber().is_none() {
            // The product has the winning moves, if there is one: where a move keeps the turn there is none.
            let is_said = worth.worth.is_some();
            match self.by_forms(if is_said { 0 } else { most }, &job)? {
                Some(values) if is_said => worth.add_values(values),
                Some(values) => return Ok(values),
                None => {}
            }
        }
        if by_values && worth.partizan.is_none() && worth.nimber().is_none() {
            self.add_loopy_values(&mut worth, options)?;
        }
        Ok(worth)
    }

    /// Whether all parts together have so few states that their product is solved at once.
    fn has_small_product(&self) -> bool {
        let mut product = 1_u128;
        for (_, kind) in self.in_order() {
            let states = kind.problem().ok().and_then(Problem::states);
            let Some(states) = states else { return false };
            product = product.saturating_mul(states);
        }
        let most = match self.parts.len() {
            1 => SMALL_GAME,
            _ => SMALL_PRODUCT,
        };
        product <= most
    }

    /// What one game alone is worth in which both players have the same moves: its positions tell, as
    /// [`Problem::solve`] finds them, which takes less than the graph of all boards that a sum needs. `None` for
    /// any other sum, and where the positions do not fit into the memory.
    fn by_positions(
        &self,
        most: usize,
        options: &SolveOptions,
        job: &Job,
    ) -> Result<Option<SumWorth>, Error> {
        let [place] = self.parts[..] else {
            return Ok(None);
        };
        let kind = &self.kinds[place];
        if self.compound != Compound::One || !kind.is_impartial() {
            return Ok(None);
        }
        let Some((problem, solution)) = kind.alone(self.play, options, job)? else {
            return Ok(None);
        };
        let root = problem.root();
        let Some(worth) = solution.worth(&root)? else {
            return Ok(None);
        };
        let moves = solution.moves(&root)?;
        let getting = |outcome: Outcome| {
            let moves = moves.iter().filter(|of| of.value.outcome() == outcome);
            let named = moves.map(|of| (of.name.clone(), Some(problem.print(&of.position))));
            let leaving = Leaving {
                moves: named.collect(),
                all: true,
            };
            let mut found = FoundTurns::default();
            found.add(0, &leaving, most);
            found
        };
        let drawing = match worth.outcome() {
            Outcome::Draw => getting(Outcome::Draw),
            _ => FoundTurns::default(),
        };
        let part = PartWorth {
            text: kind.text.clone(),
            worth: Some(worth.clone()),
            value: None,
            is_hottest: false,
            without: None,
        };
        let why = vec![ALONE.to_owned()];
        let known = SumWorth::unknown(vec![part], why);
        Ok(Some(known.known(worth, getting(Outcome::Win), drawing)))
    }

    /// What the sum is worth in misère play, if all parts are Nim.
    fn by_piles(&self, most: usize) -> Option<SumWorth> {
        // For each pile the number of its part, the number of piles of that part, and the
        // place of the pile among them.
        let mut piles = Vec::new();
        let mut owners = Vec::new();
        for (part, (_, kind)) in self.in_order().enumerate() {
            let own = kind.theorem.as_ref()?.as_nim()?.piles();
            piles.extend_from_slice(own);
            owners.extend((0..own.len()).map(|place| (part, own.len(), place)));
        }
        let nim = Nim::new(piles);
        let winning = nim.misere_winning_moves();
        let turns = winning.iter().take(most).map(|winning| {
            let (part, parts, place) = owners[winning.pile];
            vec![PartMove {
                part,
                name: in_part(parts, place, winning.take),
                position: None,
            }]
        });
        let mut why = nim.misere_why();
        why.push(with_source(CompoundTheorem::MisereNim));
        Some(SumWorth {
            worth: Some(nim.misere_outcome().into()),
            turns: turns.collect(),
            more_turns: winning.len() > most,
            ..SumWorth::unknown(self.parts_alone_unknown(), why)
        })
    }

    /// What the sum is worth in misère play, if all parts are heaps of one game.
    fn by_misere_heaps(&self, most: usize, job: &Job) -> Result<Option<SumWorth>, Error> {
        let (mut heaps, mut owners, mut game) = (Vec::new(), Vec::new(), None);
        for (part, (_, kind)) in self.in_order().enumerate() {
            let Some((own, of_part)) = kind.as_heaps().and_then(HeapPart::as_one) else {
                return Ok(None);
            };
            if *game.get_or_insert(own) != own {
                return Ok(None);
            }
            heaps.extend_from_slice(of_part);
            owners.extend((0..of_part.len()).map(|place| (part, of_part.len(), place)));
        }
        let Some(game) = game else {
            return Ok(None);
        };
        let found = MiserePosition::of(game, &heaps, job)?;
        let turns = found.winning.iter().take(most).map(|winning| {
            let (part, parts, place) = owners[winning.at];
            vec![PartMove {
                part,
                name: in_part(parts, place, winning.name(&heaps)),
                position: None,
            }]
        });
        let source = match found.by {
            MisereReason::Quotient { .. } => " (T. E. Plambeck and A. N. Siegel, 2008)",
            MisereReason::Positions { .. } => "",
        };
        let why = vec![format!("by {}{source}", found.by)];
        Ok(Some(SumWorth {
            worth: Some(found.outcome.into()),
            turns: turns.collect(),
            more_turns: found.more || found.winning.len() > most,
            ..SumWorth::unknown(self.parts_alone_unknown(), why)
        }))
    }

    /// The parts in their order, where what each is worth alone was not asked.
    fn parts_alone_unknown(&self) -> Vec<PartWorth> {
        let parts = self.in_order().map(|(_, kind)| PartWorth {
            text: kind.text.clone(),
            worth: None,
            value: None,
            is_hottest: false,
            without: None,
        });
        parts.collect()
    }

    /// The parts in their order, each with the place of its game in `kinds`.
    fn in_order(&self) -> impl Iterator<Item = (usize, &Kind)> {
        self.parts.iter().map(|&kind| (kind, &*self.kinds[kind]))
    }

    /// What the sum is worth if each part is worth a heap of Nim, or a loopy nimber: their sum.
    fn by_heaps(&self, most: usize, job: &Job) -> Result<Option<SumWorth>, Error> {
        let is_told = |kind: &Rc<Kind>| kind.theorem.is_some() || kind.as_heaps().is_some();
        if !self.kinds.iter().any(is_told) {
            return Ok(None); // the tables tell as much
        }
        let mut of_kind = Vec::with_capacity(self.kinds.len());
        for kind in &self.kinds {
            let Some(of_part) = kind.in_sum(job)? else {
                return Ok(None);
            };
            of_kind.push(of_part);
        }
        // A heap that stands for a partizan part does so beside parts that end.
        let is_loopy = of_kind.iter().any(|of| of.is_loopy);
        if is_loopy && !of_kind.iter().all(|of| of.is_impartial) {
            return Ok(None);
        }
        let values = self.parts.iter().map(|&kind| of_kind[kind].value.clone());
        let values: Vec<LoopyNimber> = values.collect();
        let total = LoopySum(&values).total();
        let turns = match total.outcome() {
            Outcome::Win => self.turns_leaving(Outcome::Loss, &values, most, job)?,
            _ => FoundTurns::default(),
        };
        let drawing = match total.outcome() {
            Outcome::Draw => self.turns_leaving(Outcome::Draw, &values, most, job)?,
            _ => FoundTurns::default(),
        };
        let mut parts = Vec::with_capacity(self.parts.len());
        for (place, kind) in self.in_order() {
            let looked_at = kind.looked_at();
            let alone = looked_at.map(|part| part.value(self.mover, self.play));
            parts.push(PartWorth {
                text: kind.text.clone(),
                worth: kind.told(alone, Some(of_kind[place].value.clone()))?,
                value: None,
                is_hottest: false,
                without: None,
            });
        }
        let mut why = why_of_heaps(&values, is_loopy);
        why.extend(self.kinds.iter().filter_map(|kind| kind.why()));
        let unknown = SumWorth::unknown(parts, why);
        Ok(Some(unknown.known(total.into(), turns, drawing)))
    }

    /// At most `most` of the turns that leave the opponent a sum of this outcome; `values` are what the
    /// parts are worth.
    fn turns_leaving(
        &self,
        outcome: Outcome,
        values: &[LoopyNimber],
        most: usize,
        job: &Job,
    ) -> Result<FoundTurns, Error> {
        let mut of_kind: Vec<Option<Leaving>> = self.kinds.iter().map(|_| None).collect();
        let mut found = FoundTurns::default();
        let beside = loopy::beside(values);
        for (part, (&kind, beside)) in self.parts.iter().zip(&beside).enumerate() {
            // Parts of one kind have the same parts beside them.
            let leaving = match &mut of_kind[kind] {
                Some(leaving) => leaving,
                new => new.insert(self.kinds[kind].moves_leaving(outcome, beside, job)?),
            };
            found.add(part, leaving, most);
        }
        Ok(found)
    }

    /// What the sum is worth by the tables of all parts: by a theorem, or by the product.
    fn by_tables(&self, most: usize, options: &SolveOptions, job: &Job) -> Result<SumWorth, Error> {
        let mut of_kind = Vec::with_capacity(self.kinds.len());
        for kind in &self.kinds {
            of_kind.push(kind.worth(self.mover, self.play, options, job)?);
        }
        let places = self.parts.iter();
        let parts: Vec<PartWorth> = places.map(|&kind| of_kind[kind].clone()).collect();
        let answer = match self.answer(options, job)? {
            Ok(answer) => answer,
            Err(why) => return Ok(SumWorth::one_alone(parts, why)),
        };
        let mut why = answer.why();
        why.extend(answer.theorem().map(with_source));
        let all = answer.turns().count();
        let mut turns = self.named_turns(answer.turns().list(most), most)?;
        turns.more |= all.is_none_or(|all| all > most as u128);
        let drawing = match answer.worth().outcome() {
            Outcome::Draw => answer.turns().list_drawing(most.saturating_add(1)),
            _ => None,
        };
        let drawing = self.named_turns(drawing.unwrap_or_default(), most)?;
        let worth = match self.compound {
            Compound::One => answer.worth().clone(),
            // What this compound is worth in a larger sum is not known.
            _ => answer.worth().clone().alone(),
        };
        Ok(SumWorth::unknown(parts, why).known(worth, turns, drawing))
    }

    /// The answer about all parts together, or why there is none.
    fn answer(
        &self,
        options: &SolveOptions,
        job: &Job,
    ) -> Result<Result<compound::Answer, Vec<String>>, Error> {
        let mut parts = Vec::with_capacity(self.parts.len());
        for (place, (_, kind)) in self.in_order().enumerate() {
            match kind.table(job)? {
                Ok(table) => parts.push(table.part().clone()),
                Err(why) => {
                    return Ok(Err(vec![
                        "nothing can be said of the whole".to_owned(),
                        format!("part {} ({}): {why}", place + 1, kind.text),
                    ]));
                }
            }
        }
        let lacks = self.lacks_theorem(&parts);
        let question = Question::new(parts, self.compound)
            .map_err(Error::Solve)?
            .with_mover(self.mover)
            .with_convention(self.play);
        match question.solve(options.method, job) {
            Ok(answer) => Ok(Ok(answer)),
            Err(error) if error.is_too_large() => {
                let mut why = vec![
                    "no theorem holds for these parts together, and their product is too large"
                        .to_owned(),
                ];
                why.extend(lacks);
                why.push(error.to_string());
                Ok(Err(why))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// A line about parts in which play can go round in a circle, if there are any and no theorem
    /// holds for them.
    fn lacks_theorem(&self, parts: &[Part]) -> Option<String> {
        let is_loopy = |part: &Part| part.nimber().is_err() && part.loopy_nimber().is_ok();
        let number = parts.iter().position(is_loopy)? + 1;
        let has_theorem = matches!(
            (self.compound, self.play),
            (Compound::All, _) | (Compound::One | Compound::Some, Play::Normal)
        );
        let (compound, play) = (self.compound, self.play);
        (!has_theorem).then(|| {
            format!(
                "play in part {number} can go round in a circle, and no theorem is known about such \
                 parts under `{compound}` in {play} play"
            )
        })
    }

    /// At most `most` of these turns, with the names of their moves.
    fn named_turns(&self, turns: Vec<Vec<Choice>>, most: usize) -> Result<FoundTurns, Error> {
        let mut found = FoundTurns::default();
        for turn in turns {
            // Two moves may lead to one position: then the turn is listed with each.
            let mut told: Vec<Vec<PartMove>> = vec![Vec::new()];
            for choice in turn {
                let named = self.named(choice)?;
                let longer = |turn: &Vec<PartMove>| {
                    let turn = turn.clone();
                    named
                        .iter()
                        .map(move |last| [&turn[..], std::slice::from_ref(last)].concat())
                        .collect::<Vec<_>>()
                };
                told = told.iter().flat_map(longer).collect();
            }
            found.more |= found.turns.len() + told.len() > most;
            told.truncate(most - found.turns.len());
            found.turns.extend(told);
        }
        Ok(found)
    }

    /// The moves of a part that make this choice.
    fn named(&self, choice: Choice) -> Result<Vec<PartMove>, Error> {
        let kind = &self.kinds[self.parts[choice.part]];
        let moves = kind.moves_into(|to| to == choice.to)?;
        let named = moves.into_iter().map(|(name, position)| PartMove {
            part: choice.part,
            name,
            position,
        });
        Ok(named.collect())
    }
}

/// Why a sum of heaps of Nim, or of loopy nimbers, is won, lost or drawn.
fn why_of_heaps(values: &[LoopyNimber], is_loopy: bool) -> Vec<String> {
    let sum = LoopySum(values);
    if is_loopy {
        return vec![sum.why(), with_source(CompoundTheorem::LoopyNimSum)];
    }
    let end = match sum.total().outcome() {
        Outcome::Loss => "so every move has an answer",
        _ => "not 0",
    };
    vec![
        format!("{sum}, {end}"),
        with_source(CompoundTheorem::NimSum),
    ]
}

/// The name of a theorem with its source.
fn with_source(theorem: CompoundTheorem) -> String {
    match theorem.source() {
        Some(source) => format!("{theorem} ({source})"),
        None => theorem.to_string(),
    }
}
