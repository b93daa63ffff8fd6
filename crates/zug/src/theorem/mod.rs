//! Answers without a walk over all positions: which theorem applies to what is
//! asked, and what it says.
//!
//! Four kinds. A *family* is a game of the catalogue for which the catalogue has
//! a theorem (`families`); it is known by its rules, so that a copy of them in
//! a file of one's own is answered too, and a file with other rules never is. A
//! *split* takes a sum of impartial games apart and adds up the nimbers of its
//! parts (`split`). Where moves only ever become fewer, a *board* falls *apart*
//! into such parts as it is played, and their nimbers are searched for (`apart`).
//! A *pattern* of lost positions was found from the rules and proved for all sizes
//! (`pattern`); it answers where no family does.
//! Each may answer where the positions are too many for any table; families, splits and
//! patterns even where a position does not fit into a word.

mod agreement;
mod apart;
mod asked;
mod facts;
mod families;
mod left;
mod pattern;
mod split;
mod told;
pub(crate) mod planted;

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use zug_catalogue::nim::Nim;
use zug_game::{Game, Notation, Player, U256};
use zug_lang::{Diagnostic, Reference};
use zug_values::{Contradiction, LoopyNimber, Nimber, Outcome, Play, Worth};

use crate::error::Error;
use crate::method::AnswerBy;
use crate::nim_sum::NimAddition;
use crate::options::SolveOptions;
use crate::pattern::CheckedPattern;
use crate::request::{Request, Scope};

use facts::Facts;
use families::Family;

pub(crate) use asked::Asked;
pub use told::{ClaimedMove, LeftOut, ToldMoves, WinningMoves};

/// What a theorem says of one position.
trait Applied: fmt::Debug + Send + Sync {
    /// Who wins, for the player to move.
    fn outcome(&self) -> Outcome;

    /// The nimber of an impartial game.
    fn nimber(&self) -> Option<Nimber> {
        None
    }

    /// The loopy nimber of an impartial game: its nimber where play ends.
    fn loopy_nimber(&self) -> Option<LoopyNimber> {
        self.nimber().map(LoopyNimber::from)
    }

    /// Every move with what it leaves, where play can be drawn and a move that does not win need not
    /// lose; `None` in a game that ends.
    fn moves_beside_draws(&self) -> Option<Vec<ClaimedMove>> {
        None
    }

    /// All that the theorem says of what the position is worth. Costs what
    /// [`Applied::nimber`] does, which may be a walk of its own.
    ///
    /// # Errors
    ///
    /// The outcome is not that of the nimber: the theorem is wrong.
    fn worth(&self) -> Result<Worth, Contradiction> {
        let worth = Worth::from(self.outcome());
        match self.loopy_nimber() {
            Some(nimber) => worth.with_in_sum(nimber),
            None => Ok(worth),
        }
    }

    /// Whether the nimbers of all positions that a move leads to may be asked for: they take no
    /// walk that is long for one alone.
    fn is_quick(&self) -> bool {
        true
    }

    /// Whether the xor of the numbers of [`Applied::placed`] is what the position is worth.
    fn is_nim_sum(&self) -> bool {
        false
    }

    /// The heap of Nim that may take the place of the position in a sum under normal
    /// play, as long as all other parts are impartial and end, or have such a heap too
    /// (for a partizan game see [`zug_catalogue::northcott`]).
    fn heap(&self) -> Option<Nimber> {
        self.nimber()
    }

    /// The position of Nim if the game is Nim, whose misère play needs more than nimbers.
    fn as_nim(&self) -> Option<&Nim> {
        None
    }

    /// Moves that win, by the names of the rules, without a look at the others;
    /// `None` where they must be looked for.
    fn winning_moves(&self) -> Option<Named> {
        self.winning_moves_beside(Nimber::ZERO)
    }

    /// The winning moves of a sum whose other parts are worth a heap of Nim of the size
    /// `rest`, as [`Applied::winning_moves`].
    fn winning_moves_beside(&self, _rest: Nimber) -> Option<Named> {
        None
    }

    /// All moves, where the theorem lists them itself: the rules have no positions that could be played.
    fn own_moves(&self) -> Option<Vec<ClaimedMove>> {
        None
    }

    /// The reason in a few lines, with the numbers of the position put in.
    fn why(&self) -> Vec<String>;

    /// The numbers that the reason puts in, with the places where they stand.
    fn placed(&self) -> Vec<PlacedNumber> {
        Vec::new()
    }
}

/// A number that the reason of a theorem puts in, and where on the board it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlacedNumber {
    /// The number: the size of a heap, a gap, a sum, or a nimber.
    pub number: u64,
    /// The part of a sum, from 0; 0 in any other game.
    pub part: usize,
    /// The cells, pins, piles, dates or variables whose number it is, as the rules write them in moves or
    /// as they name a variable; empty if it is the number of the whole part.
    pub places: Vec<String>,
}

impl PlacedNumber {
    /// Numbers of whole parts, in their order.
    fn of_parts<N: Into<u64>>(numbers: impl IntoIterator<Item = N>) -> Vec<Self> {
        let parts = numbers.into_iter().enumerate();
        let placed = parts.map(|(part, number)| Self {
            number: number.into(),
            part,
            places: Vec::new(),
        });
        placed.collect()
    }

    /// A number of some places in a game that is no sum.
    fn at<P: ToString>(number: impl Into<u64>, places: impl IntoIterator<Item = P>) -> Self {
        Self {
            number: number.into(),
            part: 0,
            places: places.into_iter().map(|place| place.to_string()).collect(),
        }
    }
}

/// Moves that a theorem names as winning.
struct Named {
    moves: Vec<String>,
    /// Whether no other move wins.
    all: bool,
}

impl Named {
    fn all(moves: impl IntoIterator<Item = String>) -> Self {
        Self {
            moves: moves.into_iter().collect(),
            all: true,
        }
    }

    /// Some of the moves that win. If `moves` is empty, no move wins.
    fn some(moves: impl IntoIterator<Item = String>) -> Self {
        let moves: Vec<String> = moves.into_iter().collect();
        let all = moves.is_empty();
        Self { moves, all }
    }
}

/// Applies a theorem to a position of the game, given the facts of that position; `None`
/// where the theorem does not speak of it.
type Reader = Box<dyn Fn(&Facts<'_>) -> Option<Box<dyn Applied>> + Send + Sync>;

/// A theorem that was found to apply.
struct Found {
    name: String,
    source: &'static str,
    read: Reader,
    /// What the theorem says of the position asked about.
    here: Box<dyn Applied>,
}

/// A theorem that answers what is asked.
pub struct Theorem {
    found: Found,
    pub(crate) asked: Asked,
}

/// A theorem that answers a request, before it is applied: nothing is solved yet.
pub struct TheoremPlan {
    by: By,
    pub(crate) asked: Asked,
}

/// The ways in which a theorem answers.
enum By {
    /// The nimbers of the games that moves leave are worked out and added up.
    Left(left::Prepared),
    /// The theorem of a family of the catalogue, applied to the position asked about.
    Family(&'static Family, Box<dyn Applied>),
    /// A pattern of the lost positions, applied to the position asked about.
    Pattern(Arc<CheckedPattern>, Box<dyn Applied>),
    /// The parts of a sum are solved alone, and their nimbers added up.
    Split(split::Prepared),
    /// The parts into which the board falls are searched alone, and their nimbers added up.
    Apart(apart::Prepared),
}

/// Whether a theorem may answer a request at all. It may not where all states are to be
/// counted.
fn may_answer(request: &Request, options: &SolveOptions) -> bool {
    options.answer_by != AnswerBy::Positions && request.scope == Scope::Reachable
}

impl fmt::Debug for TheoremPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TheoremPlan")
            .field("name", &self.name())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Theorem")
            .field("name", &self.found.name)
            .field("here", &self.found.here)
            .finish_non_exhaustive()
    }
}

/// The theorem of the rules asked about, which does not answer what is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unanswering {
    /// The name of the theorem.
    pub name: &'static str,
    /// Why the theorem does not answer.
    pub why: WhyUnanswering,
}

/// Why the theorem of some rules does not answer what is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WhyUnanswering {
    /// The theorem is about normal play only, and misère play is asked about.
    NormalPlayOnly,
    /// A parameter is larger than the theorem takes.
    NumberAbove(u32),
    /// The theorem does not speak of these parameters or of this position.
    OtherParameters,
}

impl fmt::Display for Unanswering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, why } = self;
        write!(
            f,
            "the theorem of these rules, {name}, does not answer: it "
        )?;
        match why {
            WhyUnanswering::NormalPlayOnly => f.write_str("is about normal play only"),
            WhyUnanswering::NumberAbove(most) => write!(f, "takes no number above {most}"),
            WhyUnanswering::OtherParameters => {
                f.write_str("does not speak of these parameters or of this position")
            }
        }
    }
}

impl TheoremPlan {
    /// The theorem that answers a request, if one does.
    ///
    /// # Errors
    ///
    /// Faulty rules, a setting that does not fit, a text that is no position.
    /// Rules whose positions are too large are no error as long as a theorem
    /// answers for them. No theorem is one only where a theorem was asked for.
    pub fn of(request: &Request, options: &SolveOptions) -> Result<Option<Self>, Error> {
        if !may_answer(request, options) {
            return Ok(None);
        }
        let asked = Asked::read(request, options)?;
        let facts = asked.facts();
        let by = if let Some(given) = &options.pattern {
            By::Pattern(given.clone(), pattern::given(given, &asked)?)
        } else if let Some(games) = left::applies(&asked, request, options)? {
            By::Left(games)
        } else if let Some((family, here)) = asked.family(request)? {
            By::Family(family, here)
        } else if let Some((pattern, here)) = pattern::kept(&asked, request)? {
            By::Pattern(pattern, here)
        } else if let Some(board) = apart::applies(&asked, options)? {
            By::Apart(board)
        } else if let Some(alone) = split::applies(&asked.rules, request, &facts, options) {
            By::Split(split::prepare(alone, request, &facts, options)?)
        } else if options.answer_by == AnswerBy::Theorem {
            return Err(Error::NoTheorem);
        } else {
            return Ok(None);
        };
        Ok(Some(Self { by, asked }))
    }

    /// Applies the theorem; `None` if the parts of a sum turn out to have no nimbers that can be
    /// worked out, or if the parts of a board are too
    /// many for the memory allowed.
    ///
    /// # Errors
    ///
    /// A part of a sum cannot be solved; the caller cancelled. No theorem is an error
    /// only where a theorem was asked for.
    pub fn apply(self, options: &SolveOptions) -> Result<Option<Theorem>, Error> {
        let found = match self.by {
            By::Family(family, here) => Some(Found {
                name: family.name.to_owned(),
                source: family.source,
                read: Box::new(family.read),
                here,
            }),
            By::Left(games) => Some(left::of(games, options)?),
            By::Pattern(pattern, here) => Some(pattern::of(pattern, here)),
            By::Split(prepared) => split::of(prepared, options)?,
            By::Apart(prepared) => apart::of(prepared, options)?,
        };
        match found {
            Some(found) => Ok(Some(Theorem {
                found,
                asked: self.asked,
            })),
            None if options.answer_by == AnswerBy::Theorem => Err(Error::NoTheorem),
            None => Ok(None),
        }
    }

    /// What looks like a mistake in the rules: see [`Rules::warnings`](zug_lang::Rules::warnings).
    pub fn warnings(&self) -> Vec<Diagnostic> {
        self.asked.rules.warnings()
    }

    /// What the theorem is called.
    pub fn name(&self) -> String {
        match &self.by {
            By::Family(family, _) => family.name.to_owned(),
            By::Left(_) => left::NAME.to_owned(),
            By::Pattern(pattern, _) => pattern::name(pattern),
            By::Split(prepared) => prepared.name(),
            By::Apart(_) => apart::NAME.to_owned(),
        }
    }

    /// Who found it, and when.
    pub fn source(&self) -> &'static str {
        match &self.by {
            By::Family(family, _) => family.source,
            By::Left(_) | By::Split(_) => split::SOURCE,
            By::Pattern(pattern, _) => pattern::source(pattern),
            By::Apart(_) => apart::SOURCE,
        }
    }

    /// What else may answer in its place, in a line; `None` if nothing.
    #[must_use]
    pub fn otherwise(&self) -> Option<String> {
        match &self.by {
            By::Split(_) => Some(split::otherwise()),
            By::Family(..) | By::Left(_) | By::Pattern(..) | By::Apart(_) => None,
        }
    }

    /// The name of the game.
    pub fn game(&self) -> &str {
        self.asked.rules.name()
    }

    /// The text of the rules.
    pub fn rules(&self) -> &str {
        self.asked.rules.source()
    }

    /// The parameters with their values.
    pub fn parameters(&self) -> Vec<(String, String)> {
        self.asked.parameters_told()
    }

    /// Whether the rules themselves say how the game ends for a player who is
    /// stuck. Then normal and misère play are the same.
    pub fn decides_stuck(&self) -> bool {
        self.asked.rules.decides_stuck()
    }

    /// Whether the positions are solved as well, unless they turn out to be too many.
    pub(crate) fn with_positions(&self, options: &SolveOptions) -> bool {
        options.answer_by == AnswerBy::Any && self.asked.has_few_positions()
    }

    /// The theorem that these rules have in the catalogue, if it does not answer
    /// this request though it was wanted, and why.
    ///
    /// # Errors
    ///
    /// As [`TheoremPlan::of`].
    pub fn unanswering(
        request: &Request,
        options: &SolveOptions,
    ) -> Result<Option<Unanswering>, Error> {
        let Some(family) = families::of(&request.source).filter(|_| may_answer(request, options))
        else {
            return Ok(None);
        };
        let asked = Asked::read(request, options)?;
        let facts = asked.facts();
        if facts.is_over() || asked.family(request)?.is_some() {
            return Ok(None);
        }
        let normal = Facts {
            play: Play::Normal,
            ..asked.facts()
        };
        let why = if facts.is_misere() && (family.read)(&normal).is_some() {
            WhyUnanswering::NormalPlayOnly
        } else if facts.largest() > u32::MAX.into() {
            WhyUnanswering::NumberAbove(u32::MAX)
        } else {
            WhyUnanswering::OtherParameters
        };
        Ok(Some(Unanswering {
            name: family.name,
            why,
        }))
    }
}

impl Theorem {
    /// The largest number of moves of a position that are looked at where only a theorem
    /// answers.
    pub const MOST_MOVES: usize = 2000;

    /// The theorem that answers a request, if one does.
    ///
    /// # Errors
    ///
    /// Those of [`TheoremPlan::of`] and of solving the parts of a sum.
    pub fn of(request: &Request, options: &SolveOptions) -> Result<Option<Self>, Error> {
        match TheoremPlan::of(request, options)? {
            Some(plan) => plan.apply(options),
            None => Ok(None),
        }
    }

    /// What looks like a mistake in the rules: see [`Rules::warnings`](zug_lang::Rules::warnings).
    pub fn warnings(&self) -> Vec<Diagnostic> {
        self.asked.rules.warnings()
    }

    /// What the theorem is called.
    pub fn name(&self) -> &str {
        &self.found.name
    }

    /// Who found it, and when.
    pub fn source(&self) -> &'static str {
        self.found.source
    }

    /// The name of the game.
    pub fn game(&self) -> &str {
        self.asked.rules.name()
    }

    /// The text of the rules.
    pub fn rules(&self) -> &str {
        self.asked.rules.source()
    }

    /// The parameters with their values.
    pub fn parameters(&self) -> Vec<(String, String)> {
        self.asked.parameters_told()
    }

    /// Who wins when a player is stuck.
    pub fn play(&self) -> Play {
        self.asked.play
    }

    /// Whether the rules themselves say how the game ends for a player who is
    /// stuck. Then normal and misère play are the same.
    pub fn decides_stuck(&self) -> bool {
        self.asked.rules.decides_stuck()
    }

    /// Whether the names of moves begin with the number of a part, `1: 2`.
    pub fn names_parts(&self) -> bool {
        self.asked.parts > 1
    }

    /// The names of the two players; for an impartial game, `None`.
    pub fn players(&self) -> Option<[String; 2]> {
        self.asked.rules.players()
    }

    /// The position asked about on one line; `None` if it is too large to be
    /// written.
    pub fn position(&self) -> Option<String> {
        let (instance, position) = self.asked.sized.as_ref()?;
        Some(Reference::new(instance).print(position))
    }

    /// The player to move; in an impartial game, `First`.
    pub fn mover(&self) -> Player {
        match &self.asked.sized {
            Some((instance, position)) => Reference::new(instance).mover(position),
            None => Player::First,
        }
    }

    /// Whether the positions are so few that they may tell what the theorem leaves open.
    pub(crate) fn has_few_positions(&self) -> bool {
        self.asked.has_few_positions()
    }

    /// Who wins, for the player to move.
    pub fn outcome(&self) -> Outcome {
        self.found.here.outcome()
    }

    /// All that the theorem says of what the position is worth to the player to move.
    ///
    /// # Errors
    ///
    /// The theorem is wrong: its outcome is not that of its nimber.
    pub fn worth(&self) -> Result<Worth, Contradiction> {
        self.found.here.worth()
    }

    /// The nimber of an impartial game, where it is known.
    pub fn nimber(&self) -> Option<Nimber> {
        self.found.here.nimber()
    }

    /// The loopy nimber of an impartial game, where it is known: its nimber where play ends.
    pub fn loopy_nimber(&self) -> Option<LoopyNimber> {
        self.found.here.loopy_nimber()
    }

    /// Whether play can go round in a circle, so that a move that does not win need not lose.
    pub(crate) fn is_loopy(&self) -> bool {
        self.found.here.moves_beside_draws().is_some()
    }

    /// The heap of Nim that may take the place of the position in a sum under normal
    /// play: its nimber, or what has the part of a nimber in a partizan game.
    pub fn heap(&self) -> Option<Nimber> {
        self.found.here.heap()
    }

    /// The position of Nim, if the game is Nim.
    pub(crate) fn as_nim(&self) -> Option<&Nim> {
        self.found.here.as_nim()
    }

    /// The reason in a few lines, with the numbers of the position put in.
    pub fn why(&self) -> Vec<String> {
        self.found.here.why()
    }

    /// The numbers that the reason puts in, with the places where they stand; none where the
    /// theorem does not tell.
    #[must_use]
    pub fn placed_numbers(&self) -> Vec<PlacedNumber> {
        self.found.here.placed()
    }

    /// The numbers whose xor is what the position is worth, where the theorem adds nimbers.
    #[must_use]
    pub fn nim_sum(&self) -> Option<NimAddition> {
        let here = &self.found.here;
        let placed = here.is_nim_sum().then(|| here.placed())?;
        NimAddition::of(placed.into_iter().map(|placed| placed.number).collect())
    }

    /// Every move in the order of the rules, with what the theorem says of the
    /// position after it; `None` if there are more than [`Theorem::MOST_MOVES`],
    /// if they cannot be gone through, or if the position is too large to be
    /// written.
    pub fn moves(&self) -> Option<Vec<ClaimedMove>> {
        if let Some(own) = self.found.here.own_moves() {
            return Some(own);
        }
        if let Some(moves) = self.found.here.moves_beside_draws() {
            return self.with_positions_after(moves);
        }
        let (instance, _) = self.asked.sized.as_ref()?;
        let game = Reference::new(instance);
        let next = self.asked.successors()?;
        let named = self.found.here.winning_moves();
        let named = named.filter(|named| named.all && has_distinct_names(next));
        let winning: Option<HashSet<String>> = named.map(|named| named.moves.into_iter().collect());
        let has_nimbers = self.found.here.is_quick() && self.nimber().is_some();
        let claimed = next.iter().map(|(name, after)| {
            let over = game.result(after).ok()?;
            let is_asked = has_nimbers || (over.is_none() && winning.is_none());
            let there = is_asked.then(|| self.at(*after)).flatten();
            // Where a move ends the game, the rules tell the outcome.
            let outcome = match (over, &winning) {
                (Some(outcome), _) => outcome.flipped(),
                (None, Some(winning)) if winning.contains(name) => Outcome::Win,
                (None, Some(_)) => Outcome::Loss,
                (None, None) => there.as_ref()?.outcome().flipped(),
            };
            Some(ClaimedMove {
                name: name.clone(),
                position: Some(game.print(after)),
                outcome,
                nimber: there
                    .filter(|_| has_nimbers)
                    .and_then(|there| there.nimber()),
                infinity: None,
            })
        });
        claimed.collect()
    }

    /// The moves with the positions after them, where these can be written; `None` if there are more
    /// than [`Theorem::MOST_MOVES`].
    fn with_positions_after(&self, mut moves: Vec<ClaimedMove>) -> Option<Vec<ClaimedMove>> {
        if let (Some((instance, _)), Some(next)) = (&self.asked.sized, self.asked.successors()) {
            let game = Reference::new(instance);
            for (claimed, (name, after)) in moves.iter_mut().zip(next) {
                claimed.position = (claimed.name == *name).then(|| game.print(after));
            }
        }
        (moves.len() <= Self::MOST_MOVES).then_some(moves)
    }

    /// All moves where they can be looked at, else the moves that the theorem names as
    /// winning.
    #[must_use]
    pub fn told_moves(&self) -> ToldMoves {
        if let Some(moves) = self.moves() {
            return ToldMoves {
                moves,
                left_out: None,
            };
        }
        let Some(winning) = self.named_moves() else {
            return ToldMoves {
                moves: Vec::new(),
                left_out: Some(LeftOut::All),
            };
        };
        let left_out = match (winning.moves.is_empty(), winning.all) {
            (true, _) => LeftOut::NoneWins,
            (false, true) => LeftOut::NoOtherWins,
            (false, false) => LeftOut::Others,
        };
        ToldMoves {
            moves: winning.moves,
            left_out: Some(left_out),
        }
    }

    /// What the theorem says of another position of the game.
    fn at(&self, position: U256) -> Option<Box<dyn Applied>> {
        (self.found.read)(&self.asked.facts_at(Some(position)))
    }

    /// The moves that win: all where [`Theorem::moves`] can tell, else those that the
    /// theorem names; `None` if it names none.
    pub fn winning_moves(&self) -> Option<WinningMoves> {
        if let Some(mut moves) = self.moves() {
            moves.retain(|claimed| claimed.outcome == Outcome::Win);
            return Some(WinningMoves { moves, all: true });
        }
        self.named_moves()
    }

    /// The moves that the theorem itself names as winning, without a look at the
    /// others; `None` if it names none.
    pub fn named_moves(&self) -> Option<WinningMoves> {
        let mut winning = WinningMoves::from(self.found.here.winning_moves()?);
        if let (Some((instance, _)), Some(next)) = (&self.asked.sized, self.asked.successors()) {
            let game = Reference::new(instance);
            for claimed in &mut winning.moves {
                let known = next.iter().find(|(name, _)| *name == claimed.name);
                claimed.position = known.map(|(_, after)| game.print(after));
            }
        }
        Some(winning)
    }

    /// The winning moves of a sum whose other parts are worth a heap of Nim of the size
    /// `rest`, as [`Theorem::winning_moves`].
    pub(crate) fn winning_moves_beside(&self, rest: Nimber) -> Option<WinningMoves> {
        let named = self.found.here.winning_moves_beside(rest);
        if let Some(none) = named.as_ref()
            && none.all
            && none.moves.is_empty()
        {
            return named.map(Into::into);
        }
        let (Some((instance, _)), Some(next)) = (&self.asked.sized, self.asked.successors()) else {
            return Some(named?.into());
        };
        let game = Reference::new(instance);
        let named = named.filter(|named| named.all && has_distinct_names(next));
        let named: Option<HashSet<String>> = named.map(|named| named.moves.into_iter().collect());
        let mut winning = WinningMoves {
            moves: Vec::new(),
            all: true,
        };
        for (name, after) in next {
            let wins = if let Some(named) = &named {
                named.contains(name)
            } else {
                let heap = self.at(*after).and_then(|there| there.heap());
                // A move may win if the theorem does not say what it leaves.
                winning.all &= heap.is_some();
                heap == Some(rest)
            };
            if wins {
                let position = Some(game.print(after));
                winning
                    .moves
                    .push(ClaimedMove::winning(name.clone(), position));
            }
        }
        Some(winning)
    }
}

/// Whether no two moves are written alike, so that a name says which move is meant. Two edges
/// between the same nodes are cut by moves of one name.
fn has_distinct_names(moves: &[(String, U256)]) -> bool {
    let mut names = HashSet::new();
    moves.iter().all(|(name, _)| names.insert(name))
}

impl From<Named> for WinningMoves {
    fn from(Named { moves, all }: Named) -> Self {
        let claimed = moves
            .into_iter()
            .map(|name| ClaimedMove::winning(name, None));
        Self {
            moves: claimed.collect(),
            all,
        }
    }
}
