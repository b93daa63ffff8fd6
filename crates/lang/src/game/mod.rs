//! Rules as a [`Game`]: packed positions, a runner of the residual program, a perfect
//! index, symmetries and notation.

pub(crate) mod climbing;
pub(crate) mod retraction;
pub(crate) mod indexed;
mod searched;
mod gaining;
pub(crate) mod unseen;

use std::sync::Arc;

use zug_analyse::{ConstantStep, Doubt, Parts, Shrinking, Standing, constant_steps};
use zug_game::{
    Boards, Expanded, Fault, Game, Notation, NotationError, PerfectIndex, Player, Players,
    Retractable, Step, Symmetric, U256,
};
use zug_index::{Folding, IndexSize, IndexedMoves, MaterialIndex, NoIndex};
use zug_job::{Job, Why};
use zug_program::layout::number;
use zug_program::{
    Faulted, Interpreter, Layout, Residual, Runner, SiteId, Symmetries, Unmoves, Wiring, Word,
};
use zug_values::Outcome;

use crate::instance::board::MoveView;
use crate::instance::{Error, Instance, counts_of_texts};
use crate::specialise::symmetry::{Declared, Doubtful, LeftOut};
use crate::specialise::{MoveName, Sites, Specialised, specialise};
use crate::text::diagnostic::Diagnostic;
use crate::text::span::Span;

/// The game of an instance, with positions as narrow as they can be. There is no fourth
/// width: callers match all.
#[derive(Clone, Debug)]
pub enum AnyGame {
    /// Positions of at most 64 bits.
    Narrow(RulesGame<u64>),
    /// Positions of at most 128 bits.
    Wide(RulesGame<u128>),
    /// Positions of at most 256 bits.
    Widest(RulesGame<U256>),
}

/// The number of a move among the ground moves of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveId(u32);

/// Rules, ready to be played and solved. Cloning is cheap.
///
/// `U` is what the game has beside its rules: `()`, its un-moves ([`WithUnmoves`]), or levels
/// that every move climbs ([`WithLevels`](climbing::WithLevels)).
#[derive(Clone, Debug)]
pub struct RulesGame<W, U = ()> {
    inner: Arc<Inner<W>>,
    runner: Arc<dyn Runner<W>>,
    /// A search tells scores.
    tells_scores: bool,
    power: U,
}

/// Rules with their un-moves, as [`RulesGame::retraction`] makes them.
///
/// A predecessor that an un-move gives counts only if the game goes on there and the
/// move, played once more, is legal and leads back. So the predecessors are right
/// whatever the un-moves are.
pub type Retraction<W> = RulesGame<W, WithUnmoves>;

/// Marks a [`RulesGame`] whose runner has the game's un-moves.
#[derive(Clone, Copy, Debug)]
pub struct WithUnmoves(());

#[derive(Debug)]
struct Inner<W> {
    instance: Instance,
    sites: Sites,
    /// For each player to move, the names of the ground moves.
    names: Vec<Vec<MoveName>>,
    /// For each player to move, the places of the declarations of the results.
    results: Vec<Vec<Span>>,
    /// All symmetries that the rules declare; the runner may use fewer.
    declared: Declared<W>,
    /// What tells a search who is ahead.
    standing: Option<Standing>,
    /// Whether moves gain points.
    has_gains: bool,
}

/// The most and the fewest positions on which a symmetry that cannot be proved is tried.
const MOST_CHECKED: usize = 2000;
const FEWEST_CHECKED: usize = 100;

/// The most guards that trials of symmetries evaluate, unless that is too few for the
/// fewest positions: symmetries of games with many moves are tried on fewer positions.
const MOST_GUARDS_ASKED: usize = 1_000_000;

impl Instance {
    /// Specialises the game, so that it is ready to be played.
    ///
    /// # Errors
    ///
    /// The rules are too large to be worked out, or a declared symmetry is not one.
    pub fn game(self) -> Result<AnyGame, Box<Diagnostic>> {
        self.game_while(&Job::default())
            .map_err(Error::uninterrupted)
    }

    /// As [`Instance::game`], until `job` is cancelled or its memory is used up.
    ///
    /// # Errors
    ///
    /// As for [`Instance::game`], or the job was interrupted.
    pub fn game_while(self, job: &Job) -> Result<AnyGame, Error> {
        match self.bits() {
            0..=64 => RulesGame::new(self, job).map(AnyGame::Narrow),
            65..=128 => RulesGame::new(self, job).map(AnyGame::Wide),
            _ => RulesGame::new(self, job).map(AnyGame::Widest),
        }
    }
}

impl MoveId {
    /// Returns the number of the move among the ground moves of the player to move.
    #[must_use]
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

impl<W: Word> RulesGame<W> {
    fn new(instance: Instance, job: &Job) -> Result<Self, Error> {
        let Specialised {
            residual,
            sites,
            names,
            results,
        } = specialise(&instance, job)?;
        let (declared, doubtful) = Declared::new(&instance, &residual, job)?;
        let stuck = instance.play.stuck();
        let standing = Standing::of(&residual);
        let interpreter = Interpreter::new(residual, stuck, declared.group.clone(), job)?;
        let game = Self {
            inner: Arc::new(Inner {
                has_gains: instance.has_gains(),
                instance,
                sites,
                names,
                results,
                declared,
                standing,
            }),
            runner: Arc::new(interpreter),
            tells_scores: false,
            power: (),
        };
        if let Some(doubtful) = doubtful {
            game.refute(&doubtful, job)?;
        }
        Ok(game)
    }

    /// Looks for a position which shows that a map that is declared as a symmetry is none.
    fn refute(&self, doubtful: &Doubtful<W>, job: &Job) -> Result<(), Error> {
        let interpreter = self.interpreter();
        let has_gains = self.has_gains();
        let expand = |position: W| {
            let mut successors = Vec::new();
            let outcome = interpreter.successors(position, &mut successors).ok()?;
            let score = match outcome {
                Some(_) if self.has_scores() => interpreter.score(position).ok()?,
                _ => None,
            };
            let mut gains = Vec::new();
            if has_gains && outcome.is_none() {
                interpreter.gains(position, &mut gains).ok()?;
            }
            let gains = gains.into_iter().chain(std::iter::repeat(0));
            Some((
                (outcome, score),
                successors.into_iter().zip(gains).collect(),
            ))
        };
        let moves: usize = self.ground_move_counts().iter().sum();
        let positions = (MOST_GUARDS_ASKED / moves.max(1)).clamp(FEWEST_CHECKED, MOST_CHECKED);
        let flaw = doubtful
            .maps
            .refuted(self.start(), positions, job, expand)?;
        let Some((place, position)) = flaw else {
            return Ok(());
        };
        let why = if has_gains {
            "the moves from an image are not the images of the moves, or gain other points, or the \
             score is another"
        } else if self.has_scores() {
            "the moves from an image are not the images of the moves, or the score is another"
        } else {
            "the moves from an image are not the images of the moves"
        };
        let message = "this is not a symmetry of the game";
        let stay = match &doubtful.stay[place - 1][..] {
            [] => String::new(),
            [first, ..] => format!(
                "; the values of `{first}` stay where they are, as this line does not name that \
                 type: a symmetry may move several, as in `symmetry cells: …, {first}: …`"
            ),
        };
        let fault = Diagnostic::new(message, doubtful.spans[place - 1], why).help(format!(
            "it fails in the position {}; remove it, or correct the rules{stay}",
            self.print(&position)
        ));
        Err(fault.into())
    }

    /// Returns for each declared symmetry that could not be proved to be one, so that nothing uses
    /// it, what is to be said to whoever declared it.
    #[must_use]
    pub fn symmetries_left_out(&self) -> Vec<Diagnostic> {
        let left_out = self.inner.declared.left_out.iter();
        let notes = left_out.map(|LeftOut { span, doubt, .. }| {
            let why = match *doubt {
                Doubt::Move { side, number } => format!(
                    "no move is known to be the image of `{}`",
                    self.full_name(side, number)
                ),
                Doubt::Results => "the results of images may be others".to_owned(),
                _ => "the rules are too large to be compared with their image".to_owned(),
            };
            let message = "this symmetry could not be proved from the rules: it is not used";
            let note = Diagnostic::new(message, *span, why).help(
                "the answer is the same without it, and takes longer; a symmetry is proved where \
                 the image of each move and result is one in every state, reached or not",
            );
            *note
        });
        notes.collect()
    }

    /// Returns the numbers of the declared symmetries that nothing uses, counted from 0 in the
    /// order of the rules.
    pub fn declarations_left_out(&self) -> Vec<usize> {
        let left_out = self.inner.declared.left_out.iter();
        left_out.map(|left_out| left_out.declaration).collect()
    }

    /// Returns the game with those declared symmetries that leave `position` as it is,
    /// run by the interpreter. The positions that play reaches from `position` are
    /// closed under them, so that the sizes of orbits add up to the number of
    /// positions.
    #[must_use]
    pub fn fixing(&self, position: W) -> Self {
        self.with(Arc::new(self.inner.declared.group.fixing(position)))
    }

    /// Returns the game with those of its symmetries that have these places, run by the interpreter.
    /// They must make a group.
    #[must_use]
    pub fn with_some_symmetries(&self, places: &[usize]) -> Self {
        self.with(Arc::new(self.interpreter().symmetries().subgroup(places)))
    }

    /// Returns the game with the symmetries of [`RulesGame::fixing`] and their products with a
    /// swap of the players, run by the interpreter; `None` if the rules declare no swap that
    /// makes a group with them.
    ///
    /// A position that stands for its orbit has First to move. Not all positions of an orbit
    /// need be within reach of `position`: those with First to move are all within reach or
    /// none is, and so are those with Second to move.
    #[must_use]
    pub fn fixing_with_swap(&self, position: W) -> Option<Self> {
        let turn = self.layout().turn_bit();
        let declared = &self.inner.declared;
        let group = (turn != 0).then(|| declared.with_swap(position, W::narrow(turn)))??;
        Some(self.with(Arc::new(group)))
    }

    /// Returns the game with all symmetries that its rules declare, run by the
    /// interpreter.
    #[must_use]
    pub fn with_declared_symmetry(&self) -> Self {
        self.with(self.inner.declared.group.clone())
    }

    /// Returns the game without symmetries, run by the interpreter.
    #[must_use]
    pub fn without_symmetry(&self) -> Self {
        self.with(Arc::new(Symmetries::none()))
    }

    /// Machine code is made for certain symmetries, so a game with others cannot use
    /// it.
    fn with(&self, symmetries: Arc<Symmetries<W>>) -> Self {
        let runner = self.interpreter().with_symmetries(symmetries);
        self.clone().run_by(Arc::new(runner))
    }

    /// Returns the game run by `runner`, which must be made from
    /// [`RulesGame::interpreter`].
    ///
    /// # Panics
    ///
    /// The runner was made from another program.
    #[must_use]
    pub fn run_by(self, runner: Arc<dyn Runner<W>>) -> Self {
        assert!(
            std::ptr::eq(self.residual(), runner.interpreter().residual()),
            "a runner runs the game that it was made from"
        );
        Self { runner, ..self }
    }

    /// Returns the game run by the interpreter.
    #[must_use]
    pub fn interpreted(&self) -> Self {
        let interpreter = self.interpreter().clone();
        self.clone().run_by(Arc::new(interpreter))
    }

    /// Returns the game with its un-moves, run by the present runner.
    pub(crate) fn with_unmoves(
        &self,
        unmoves: Arc<Unmoves>,
        job: &Job,
    ) -> Result<Retraction<W>, Why> {
        Ok(RulesGame {
            inner: self.inner.clone(),
            runner: self.runner.with_unmoves(unmoves, job)?,
            tells_scores: self.tells_scores,
            power: WithUnmoves(()),
        })
    }
}

impl<W: Word, U> RulesGame<W, U> {
    /// Returns the interpreter of the game's program, which a compiler starts from.
    pub fn interpreter(&self) -> &Interpreter<W> {
        self.runner.interpreter()
    }

    /// Returns the residual program.
    pub fn residual(&self) -> &Residual {
        self.interpreter().residual()
    }

    fn layout(&self) -> &Layout {
        &self.inner.instance.state.layout
    }

    /// The number of ranks; `None` if it is 2^128 or more.
    fn ranks(&self) -> Option<u128> {
        self.residual().layout().size
    }

    /// Returns the rules with their parameters.
    pub fn instance(&self) -> &Instance {
        &self.inner.instance
    }

    /// Returns the variables that the rules show, on one line; the whole position if
    /// they show none.
    pub fn label(&self, position: &W) -> String {
        self.inner.instance.label(&self.values(*position))
    }

    /// Returns the number of symmetries that the rules declare, the identity included.
    pub fn declared_order(&self) -> usize {
        self.inner.declared.group.order()
    }

    /// Returns the number of ground moves of each player to move.
    pub fn ground_move_counts(&self) -> Vec<usize> {
        let sides = &self.residual().sides;
        sides.iter().map(|side| side.moves.len()).collect()
    }

    /// Returns, for each player to move and each ground move, the constant that the
    /// move adds to the rank, or `None` if the rank does not always change by the same
    /// number.
    pub fn constant_steps(&self) -> Vec<Vec<Option<ConstantStep>>> {
        constant_steps(self.residual())
    }

    /// Returns which moves take which away, if the game ends only when a player is stuck, and its
    /// moves only ever take moves away.
    pub fn shrinking(&self) -> Option<Shrinking> {
        let ends_stuck = self.instance().ends_only_when_stuck();
        ends_stuck.then(|| Shrinking::of(self.residual()))?
    }

    /// Returns what finds the parts of a board that no move joins, if the game ends only when a player is
    /// stuck, and its moves ask for bits and write constants.
    pub fn separation(&self) -> Option<Parts<W>> {
        if !self.instance().ends_only_when_stuck() {
            return None;
        }
        let maps = self.inner.declared.group.wirings(self.layout().bits);
        Parts::of(self.residual(), &maps.unwrap_or_default())
    }

    /// Returns the size that [`RulesGame::material_index`] would have.
    ///
    /// # Errors
    ///
    /// The game has no such index, or the index has more than `most` numbers.
    pub fn index_size(&self, start: W, most: u64) -> Result<IndexSize, NoIndex> {
        let (swap, group) = (self.swap_of_players(), self.wirings());
        let folding = Folding {
            swap: swap.as_ref().map(|swap| swap as _),
            group: &group,
        };
        MaterialIndex::size_of(self.residual(), start, &folding, most)
    }

    /// Returns whether each player has moves that undo others of their own, and all moves go
    /// by the numbers of an index ([`RulesGame::by_number`]). Then play can go round in a
    /// circle, unless no line of play comes to such moves.
    pub fn undoes_moves_by_number(&self) -> bool {
        IndexedMoves::can_go_round(self.residual())
    }

    /// Returns the index of all positions whose material play can reach from `start`. Where the
    /// rules let the players be swapped it is folded, unless that would number more positions. It
    /// is folded with symmetries of the game too, if they only carry what stands in the cells of a
    /// board to other cells; all symmetries of the game must keep `start`.
    ///
    /// # Errors
    ///
    /// The game has no such index, or the index has more than `most` numbers.
    pub fn material_index(&self, start: W, most: u64) -> Result<MaterialIndex, NoIndex> {
        let (swap, group) = (self.swap_of_players(), self.wirings());
        let folding = Folding {
            swap: swap.as_ref().map(|swap| swap as _),
            group: &group,
        };
        MaterialIndex::new(self.residual(), start, &folding, most)
    }

    /// Returns what the symmetries of the game do to single bits; nothing if they do more, or if
    /// some swap the players.
    fn wirings(&self) -> Vec<Wiring> {
        match self.interpreter().symmetries().turn() {
            None => self.interpreter().wirings().unwrap_or_default(),
            Some(_) => Vec::new(),
        }
    }

    /// Returns what a declared swap of the players that is its own inverse does to a position;
    /// `None` if the rules declare none.
    fn swap_of_players(&self) -> Option<impl Fn(U256) -> U256> {
        let declared = &self.inner.declared;
        let element = declared.swap()?;
        let image = move |position| declared.group.image(W::narrow(position), element).widen();
        Some(image)
    }

    /// Returns the full name of the ground move `number` of the player `side`.
    pub(crate) fn full_name(&self, side: usize, number: usize) -> String {
        let MoveName { part, decl, chosen } = &self.inner.names[side][number];
        self.instance().full_move_text(*part, *decl, chosen)
    }

    /// Returns the names of some moves of a position, in their order. They are those of
    /// [`Game::move_name`], but the time is linear in the number of legal moves, not
    /// quadratic.
    pub fn move_names(&self, position: &W, choices: &[MoveId]) -> Vec<String> {
        let values = self.values(*position);
        let of = |choice| self.texts(&values, position, choice);
        let texts: Vec<[String; 2]> = choices.iter().map(of).collect();
        let mut legal = Vec::new();
        let others: Vec<[String; 2]>;
        let counts = match self.moves(position, &mut legal) {
            // Mostly all moves are named.
            Ok(()) if legal == choices => Some(counts_of_texts(&texts)),
            Ok(()) => {
                others = legal.iter().map(of).collect();
                Some(counts_of_texts(&others))
            }
            Err(_) => None,
        };
        let is_alone =
            |short: &str| counts.as_ref().and_then(|counts| counts.get(short)) == Some(&1);
        let alone: Vec<bool> = texts.iter().map(|[short, _]| is_alone(short)).collect();
        let named = alone.into_iter().zip(texts);
        let name = |(alone, [short, full]): (bool, [String; 2])| if alone { short } else { full };
        named.map(name).collect()
    }

    /// Returns what each of some moves of a position is made of, in their order.
    pub fn move_views(&self, position: &W, choices: &[MoveId]) -> Vec<MoveView> {
        let names = &self.inner.names[self.interpreter().side(*position)];
        let view = |choice: &MoveId| {
            let MoveName { part, decl, chosen } = &names[choice.number()];
            self.instance()
                .move_view(*part, *decl, chosen, position.widen())
        };
        choices.iter().map(view).collect()
    }

    /// Returns a move as its notation writes it, and its full name.
    fn texts(&self, values: &[i64], position: &W, choice: &MoveId) -> [String; 2] {
        let instance = &self.inner.instance;
        let names = &self.inner.names[self.interpreter().side(*position)];
        let MoveName { part, decl, chosen } = &names[choice.0 as usize];
        let full = instance.full_move_text(*part, *decl, chosen);
        let short = instance.notation_text(*part, *decl, chosen, values);
        [short.unwrap_or_else(|| full.clone()), full]
    }

    fn values(&self, position: W) -> Vec<i64> {
        self.layout().unpack(position.widen())
    }

    /// Whether the game ends with scores.
    pub fn has_scores(&self) -> bool {
        self.instance().has_scores()
    }

    /// The score with which the game ends in a position, for the player to move; `None` if it
    /// goes on there, or ends with no score.
    ///
    /// # Errors
    ///
    /// The rules break there.
    pub fn score(&self, position: W) -> Result<Option<i64>, Fault> {
        let score = self.interpreter().score(position);
        score.map_err(|site| self.fault(site, position))
    }

    /// The score with which the game is over in a position, for the player to move.
    ///
    /// # Errors
    ///
    /// The rules break in the position, or no `score … if …` holds there.
    pub fn score_of_end(&self, position: W) -> Result<i64, Fault> {
        self.score(position)?.ok_or_else(|| {
            Fault::new(format!(
                "nobody can move, and no `score … if …` holds in the position {}",
                self.print(&position)
            ))
        })
    }

    #[cold]
    fn fault(&self, site: SiteId, position: W) -> Fault {
        let site = &self.inner.sites[site];
        let values = self.values(position);
        self.inner.instance.fault(&site.message, site.span, &values)
    }
}

impl<W: Word, U> Game for RulesGame<W, U> {
    type Position = W;
    type Move = MoveId;

    fn start(&self) -> W {
        W::narrow(self.inner.instance.start())
    }

    fn players(&self) -> Players<Self> {
        if self.inner.instance.is_impartial() {
            return Players::Impartial;
        }
        Players::Partizan(|game, position| number::PLAYERS[game.interpreter().side(*position)])
    }

    fn result(&self, position: &W) -> Result<Option<Outcome>, Fault> {
        let outcome = self.interpreter().successors(*position, &mut Vec::new());
        outcome.map_err(|site| self.fault(site, *position))
    }

    fn stuck(&self) -> Outcome {
        self.inner.instance.play.stuck()
    }

    fn moves(&self, position: &W, out: &mut Vec<MoveId>) -> Result<(), Fault> {
        let mut placed = Vec::new();
        let outcome = self.interpreter().placed_successors(*position, &mut placed);
        outcome.map_err(|site| self.fault(site, *position))?;
        out.extend(placed.into_iter().map(|(number, _)| MoveId(number)));
        Ok(())
    }

    fn play(&self, position: &W, choice: &MoveId) -> Result<Step<W>, Fault> {
        let played = self.interpreter().play(choice.number(), *position);
        let illegal = || Fault::new("this move is not legal here");
        let step = played.map_err(|site| self.fault(site, *position))?;
        step.ok_or_else(illegal)
    }

    fn move_name(&self, position: &W, choice: &MoveId) -> String {
        let mut named = self.move_names(position, std::slice::from_ref(choice));
        named.pop().expect("one move has one name")
    }

    fn expand(&self, position: &W, out: &mut Vec<Step<W>>) -> Result<Option<Outcome>, Fault> {
        let mut end = [Expanded::GoesOn(0)];
        self.expand_block(&[*position], out, &mut end)?;
        Ok(match end {
            [Expanded::GoesOn(_)] => None,
            [Expanded::Over(outcome)] => Some(outcome),
        })
    }

    fn expand_block(
        &self,
        positions: &[W],
        out: &mut Vec<Step<W>>,
        ends: &mut [Expanded],
    ) -> Result<usize, Fault> {
        let done = self.runner.expand(positions, out, ends);
        done.map_err(|Faulted { site, position }| self.fault(site, position))
    }
}

impl<W: Word> Retractable for Retraction<W> {
    fn predecessors(&self, position: &W, out: &mut Vec<Step<W>>) -> Result<(), Fault> {
        self.runner.predecessors(&[*position], out, &mut [0]);
        Ok(())
    }

    fn predecessors_block(
        &self,
        positions: &[W],
        out: &mut Vec<Step<W>>,
        counts: &mut [usize],
    ) -> Result<(), Fault> {
        self.runner.predecessors(positions, out, counts);
        Ok(())
    }
}

/// A board is represented by the position in which First is to move.
impl<W: Word, U> Boards for RulesGame<W, U> {
    type Board = W;

    fn board(&self, position: &W) -> W {
        *position & !W::narrow(self.layout().turn_bit())
    }

    fn options(
        &self,
        board: &W,
        player: Player,
        out: &mut Vec<Step<W>>,
    ) -> Result<Option<Outcome>, Fault> {
        let first = out.len();
        let position = match player {
            Player::First => *board,
            // This bit selects the moves and results of Second.
            Player::Second => *board | W::narrow(self.layout().turn_bit()),
        };
        let outcome = self.expand(&position, out)?;
        for step in &mut out[first..] {
            step.position = self.board(&step.position);
        }
        Ok(outcome)
    }
}

/// Where the states are 2^128 or more they have no ranks: the size is the largest number, so that
/// whoever goes through all states refuses; the rank of each position is that number too, and no
/// rank has a position.
impl<W: Word, U> PerfectIndex for RulesGame<W, U> {
    fn size(&self) -> u128 {
        self.ranks().unwrap_or(u128::MAX)
    }

    fn rank(&self, position: &W) -> u128 {
        let mut rank = [Layout::NO_RANK];
        if self.ranks().is_some() {
            self.runner.rank(&[*position], &mut rank);
        }
        rank[0]
    }

    fn unrank(&self, rank: u128) -> Option<W> {
        let size = self.ranks()?;
        let mut position = [W::default()];
        (rank < size).then(|| {
            self.runner.unrank(&[rank], &mut position);
            position[0]
        })
    }

    fn rank_block(&self, positions: &[W], ranks: &mut [u128]) {
        self.runner.rank(positions, ranks);
    }

    fn unrank_block(&self, ranks: &[u128], out: &mut Vec<W>) {
        let first = out.len();
        out.resize(first + ranks.len(), W::default());
        self.runner.unrank(ranks, &mut out[first..]);
    }
}

impl<W: Word, U> Symmetric for RulesGame<W, U> {
    fn order(&self) -> usize {
        self.interpreter().symmetries().order()
    }

    fn image(&self, position: &W, element: usize) -> W {
        self.interpreter().symmetries().image(*position, element)
    }

    fn canonical(&self, position: &W) -> W {
        let mut step = [Step::passing(*position)];
        self.runner.canonical(&mut step);
        step[0].position
    }

    fn canonical_steps(&self, steps: &mut [Step<W>]) {
        self.runner.canonical(steps);
    }

    fn orbit(&self, position: &W) -> usize {
        let mut stabiliser = [0];
        self.runner.stabilisers(&[*position], &mut stabiliser);
        self.order() / stabiliser[0] as usize
    }

    fn orbits(&self, positions: &[W], orbits: &mut Vec<usize>) {
        let mut stabilisers = vec![0; positions.len()];
        self.runner.stabilisers(positions, &mut stabilisers);
        orbits.clear();
        orbits.extend(stabilisers.iter().map(|&of| self.order() / of as usize));
    }
}

impl<W: Word, U> Notation for RulesGame<W, U> {
    fn print(&self, position: &W) -> String {
        self.inner.instance.print(&self.values(*position))
    }

    fn parse(&self, text: &str) -> Result<W, NotationError> {
        let values = self.inner.instance.parse(text)?;
        Ok(W::narrow(self.layout().pack(&values)))
    }

    fn picture(&self, position: &W) -> Option<String> {
        self.inner.instance.picture(&self.values(*position))
    }
}
