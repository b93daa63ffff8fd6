//! Rules as a [`Game`]: packed positions, the residual program interpreted,
//! perfect index, symmetries and notation.

use std::collections::HashMap;
use std::sync::Arc;

use zug_game::{
    Boards, Expanded, Fault, Game, Notation, NotationError, PerfectIndex, Player, Players, Step,
    Symmetric,
};
use zug_values::{Outcome, Turn};

use crate::diagnostic::Diagnostic;
use crate::instance::{Error, Instance};
use crate::reference::fault_text;
use crate::span::Span;
use crate::specialise::{MoveName, Sites, Specialised, specialise};
use crate::symmetry::Declared;
use zug_program::Patience;
use zug_program::Program;
use zug_program::Word;
use zug_program::layout::code;
use zug_program::{ConstantStep, constant_steps};
use zug_program::{Native, Stopped};
use zug_program::{Residual, SiteId};
use zug_program::{Symmetries, Wiring};

/// A game of the width its positions need.
#[derive(Clone, Debug)]
pub enum AnyGame {
    /// Positions of at most 64 bits.
    Narrow(RulesGame<u64>),
    /// Positions of at most 128 bits.
    Wide(RulesGame<u128>),
}

/// A move: its place among the ground moves of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveId(u32);

/// Rules, ready to be played and solved. Cheap to clone.
#[derive(Clone, Debug)]
pub struct RulesGame<W> {
    inner: Arc<Inner<W>>,
    symmetries: Arc<Symmetries<W>>,
    native: Option<Arc<dyn Native<W>>>,
}

#[derive(Debug)]
struct Inner<W> {
    instance: Instance,
    residual: Residual,
    sites: Sites,
    /// What the ground moves are called, for each player to move.
    names: Vec<Vec<MoveName>>,
    program: Program<W>,
    /// All that is declared.
    declared: Arc<Symmetries<W>>,
}

/// How many guards the interpreter asks before it gives back what it has, so that
/// whoever solves is never deaf for long: some milliseconds.
const GUARDS_IN_A_ROW: usize = 1 << 15;

/// On how many positions a symmetry is checked at most, and at least.
const MOST_CHECKED: usize = 2000;
const FEWEST_CHECKED: usize = 100;

/// How often guards are asked at most when symmetries are checked on more than the
/// fewest positions: games with many moves are checked on fewer.
const MOST_GUARDS_ASKED: usize = 1_000_000;

impl Instance {
    /// The game, specialised and ready to be played.
    ///
    /// # Errors
    ///
    /// Rules that are too large to be worked out, or a declared symmetry that
    /// is not one.
    pub fn game(self) -> Result<AnyGame, Box<Diagnostic>> {
        self.game_while(&Patience::endless())
            .map_err(Error::uninterrupted)
    }

    /// As [`Instance::game`], for as long as the caller has patience.
    ///
    /// # Errors
    ///
    /// As [`Instance::game`], or the caller interrupted it.
    pub fn game_while(self, patience: &Patience) -> Result<AnyGame, Error> {
        if self.bits() <= u64::BITS {
            RulesGame::new(self, patience).map(AnyGame::Narrow)
        } else {
            RulesGame::new(self, patience).map(AnyGame::Wide)
        }
    }
}

impl MoveId {
    /// The move's place among the ground moves of the player to move.
    #[must_use]
    pub fn place(self) -> usize {
        self.0 as usize
    }
}

impl<W: Word> RulesGame<W> {
    fn new(instance: Instance, patience: &Patience) -> Result<Self, Error> {
        let Specialised {
            residual,
            sites,
            names,
        } = specialise(&instance, patience)?;
        let program = Program::new(&residual, patience)?;
        let Declared { group, spans } = Declared::new(&instance, patience)?;
        let declared = Arc::new(group);
        let game = Self {
            inner: Arc::new(Inner {
                instance,
                residual,
                sites,
                names,
                program,
                declared: declared.clone(),
            }),
            symmetries: declared,
            native: None,
        };
        game.check_symmetries(&spans, patience)?;
        Ok(game)
    }

    fn check_symmetries(&self, spans: &[Span], patience: &Patience) -> Result<(), Error> {
        let expand = |position: W| {
            let mut successors = Vec::new();
            let make = |_, next, turn| (next, turn == Turn::Kept);
            let stuck = self.stuck_code();
            let program = &self.inner.program;
            let outcome = program
                .expand(position, stuck, &mut successors, make)
                .ok()?;
            successors.sort_unstable();
            Some((outcome, successors))
        };
        let moves: usize = self.ground_moves().iter().sum();
        let positions = (MOST_GUARDS_ASKED / moves.max(1)).clamp(FEWEST_CHECKED, MOST_CHECKED);
        let flaw = self
            .symmetries
            .check(self.start(), positions, patience, expand)?;
        let Some((generator, position)) = flaw else {
            return Ok(());
        };
        let fault = Diagnostic::new(
            "this is not a symmetry of the game",
            spans[generator],
            "the moves from an image are not the images of the moves",
        )
        .help(format!(
            "it fails in the position {}; remove it, or correct the rules",
            self.print(&position)
        ));
        Err(fault.into())
    }

    /// The rules with their parameters.
    pub fn instance(&self) -> &Instance {
        &self.inner.instance
    }

    /// The game with those of its declared symmetries that leave `position` as
    /// it is, and without machine code. What can be reached from the position is
    /// closed under them, so that orbits add up to the number of positions.
    #[must_use]
    pub fn fixing(&self, position: W) -> Self {
        self.with(Arc::new(self.inner.declared.fixing(position)))
    }

    /// The game with all symmetries that its rules declare, and without machine
    /// code.
    #[must_use]
    pub fn with_declared_symmetry(&self) -> Self {
        self.with(self.inner.declared.clone())
    }

    /// What the rules show of a position, on one line; all of it if they show
    /// nothing.
    pub fn label(&self, position: &W) -> String {
        self.inner.instance.label(&self.values(*position))
    }

    /// Machine code is made for some symmetries, and goes with them.
    fn with(&self, symmetries: Arc<Symmetries<W>>) -> Self {
        Self {
            inner: self.inner.clone(),
            symmetries,
            native: None,
        }
    }

    /// The game with machine code made from [`RulesGame::residual`].
    #[must_use]
    pub fn with_native(self, native: Arc<dyn Native<W>>) -> Self {
        Self {
            native: Some(native),
            ..self
        }
    }

    /// The game without machine code.
    #[must_use]
    pub fn interpreted(self) -> Self {
        Self {
            native: None,
            ..self
        }
    }

    /// Whether it has machine code.
    pub fn is_native(&self) -> bool {
        self.native.is_some()
    }

    pub(crate) fn native(&self) -> Option<&dyn Native<W>> {
        self.native.as_deref()
    }

    /// What is left of the rules, for a compiler.
    #[must_use]
    pub fn residual(&self) -> &Residual {
        &self.inner.residual
    }

    /// The symmetries of this game by single bits of a position, the identity
    /// first, if that is all they do: for a compiler.
    pub fn wirings(&self) -> Option<Vec<Wiring>> {
        self.symmetries
            .wirings(self.inner.instance.state.layout.bits)
    }

    /// How many symmetries the rules declare, the identity included.
    pub fn declared_order(&self) -> usize {
        self.inner.declared.order()
    }

    /// Moves with their choices made, for each player to move.
    pub fn ground_moves(&self) -> Vec<usize> {
        let sides = &self.inner.residual.sides;
        sides.iter().map(|side| side.moves.len()).collect()
    }

    /// Which of the ground moves add the same number to the rank wherever they
    /// are legal, for each player to move.
    pub fn constant_steps(&self) -> Vec<Vec<Option<ConstantStep>>> {
        constant_steps(&self.inner.residual)
    }

    /// The name of a ground move of the player `side`, with nothing left out.
    pub(crate) fn full_name(&self, side: usize, place: usize) -> String {
        let MoveName { part, decl, chosen } = &self.inner.names[side][place];
        self.instance().full_move_text(*part, *decl, chosen)
    }

    pub(crate) fn program(&self) -> &Program<W> {
        &self.inner.program
    }

    /// The names of some moves of a position, in their order: what [`Game::move_name`]
    /// gives for each, in time that goes with the number of legal moves, not with its
    /// square.
    pub fn move_names(&self, position: &W, choices: &[MoveId]) -> Vec<String> {
        let legal = self.legal_names(position);
        let name = |choice| self.name_among(position, choice, legal.as_ref());
        choices.iter().map(name).collect()
    }

    /// A move as its notation writes it, and with nothing left out.
    fn texts(&self, values: &[i64], position: &W, choice: &MoveId) -> [String; 2] {
        let instance = &self.inner.instance;
        let names = &self.inner.names[self.inner.program.side(*position)];
        let MoveName { part, decl, chosen } = &names[choice.0 as usize];
        [
            instance.move_text(*part, *decl, chosen, values),
            instance.full_move_text(*part, *decl, chosen),
        ]
    }

    /// For each text of a legal move, short or full, how many moves have it; `None`
    /// where the rules fault.
    fn legal_names(&self, position: &W) -> Option<HashMap<String, usize>> {
        let mut legal = Vec::new();
        self.moves(position, &mut legal).ok()?;
        let values = self.values(*position);
        let mut names = HashMap::new();
        for choice in &legal {
            let [short, full] = self.texts(&values, position, choice);
            if short != full {
                *names.entry(full).or_insert(0) += 1;
            }
            *names.entry(short).or_insert(0) += 1;
        }
        Some(names)
    }

    /// The short text of a move, or the full one where another move has that too.
    fn name_among(
        &self,
        position: &W,
        choice: &MoveId,
        legal: Option<&HashMap<String, usize>>,
    ) -> String {
        let [short, full] = self.texts(&self.values(*position), position, choice);
        let is_alone = |names: &HashMap<String, usize>| names.get(&short) == Some(&1);
        if legal.is_some_and(is_alone) {
            short
        } else {
            full
        }
    }

    fn stuck_code(&self) -> i64 {
        match self.stuck() {
            Outcome::Win => code::WIN,
            _ => code::LOSS,
        }
    }

    fn values(&self, position: W) -> Vec<i64> {
        self.inner.instance.state.layout.unpack(position.widen())
    }

    #[cold]
    fn fault(&self, site: SiteId, position: W) -> Fault {
        let site = &self.inner.sites[site];
        fault_text(
            &self.inner.instance,
            &site.message,
            site.span,
            &self.values(position),
        )
    }

    /// Appends each successor, or tells the outcome of a finished position: by the
    /// interpreter.
    fn successors(&self, position: W, out: &mut Vec<Step<W>>) -> Result<Option<Outcome>, Fault> {
        self.interpret(position, out, |_, step| step)
    }

    /// Appends what is made of each successor and the place of its move, or tells the
    /// outcome of a finished position: by the interpreter.
    fn interpret<T>(
        &self,
        position: W,
        out: &mut Vec<T>,
        make: impl Fn(u32, Step<W>) -> T,
    ) -> Result<Option<Outcome>, Fault> {
        let make = |place, position, turn| make(place, Step { position, turn });
        let program = &self.inner.program;
        match program.expand(position, self.stuck_code(), out, make) {
            Ok(outcome) => Ok(outcome.and_then(code::outcome)),
            Err(site) => Err(self.fault(site, position)),
        }
    }
}

impl<W: Word> Game for RulesGame<W> {
    type Position = W;
    type Move = MoveId;

    fn start(&self) -> W {
        W::narrow(
            self.inner
                .instance
                .state
                .layout
                .pack(&self.inner.instance.start),
        )
    }

    fn players(&self) -> Players<Self> {
        if self.inner.instance.is_impartial() {
            return Players::Impartial;
        }
        Players::Partizan(|game, position| match game.inner.program.side(*position) {
            0 => Player::First,
            _ => Player::Second,
        })
    }

    fn result(&self, position: &W) -> Result<Option<Outcome>, Fault> {
        self.interpret(*position, &mut Vec::new(), |_, _| ())
    }

    fn stuck(&self) -> Outcome {
        self.inner.instance.play.stuck()
    }

    fn moves(&self, position: &W, out: &mut Vec<MoveId>) -> Result<(), Fault> {
        self.interpret(*position, out, |place, _| MoveId(place))?;
        Ok(())
    }

    fn play(&self, position: &W, choice: &MoveId) -> Result<Step<W>, Fault> {
        let mut all = Vec::new();
        self.interpret(*position, &mut all, |place, step| (place, step))?;
        let found = all.into_iter().find(|(place, _)| *place == choice.0);
        match found {
            Some((_, step)) => Ok(step),
            None => Err(Fault::new("this move is not legal here")),
        }
    }

    fn move_name(&self, position: &W, choice: &MoveId) -> String {
        let legal = self.legal_names(position);
        self.name_among(position, choice, legal.as_ref())
    }

    fn expand(&self, position: &W, out: &mut Vec<Step<W>>) -> Result<Option<Outcome>, Fault> {
        if let Some(native) = self.native() {
            let mut end = [Expanded::GoesOn(0)];
            if native.expand(&[*position], out, &mut end).done == 1 {
                return Ok(match end[0] {
                    Expanded::GoesOn(_) => None,
                    Expanded::Over(outcome) => Some(outcome),
                });
            }
        }
        self.successors(*position, out)
    }

    fn expand_block(
        &self,
        positions: &[W],
        out: &mut Vec<Step<W>>,
        ends: &mut [Expanded],
    ) -> Result<usize, Fault> {
        let few = if let Some(native) = self.native() {
            let Stopped { done, faulted } = native.expand(positions, out, ends);
            if done > 0 || !faulted {
                return Ok(done);
            }
            // Machine code says that the rules break, the interpreter says where.
            1
        } else {
            let sides = self.inner.residual.sides.iter();
            let guards = sides.map(|side| side.moves.len()).max().unwrap_or(0);
            let few = (GUARDS_IN_A_ROW / guards.max(1)).max(1);
            few.min(positions.len())
        };
        Expanded::one_by_one(&positions[..few], out, ends, |&position, out| {
            self.successors(position, out)
        })
    }
}

/// A board is kept as the position in which First is to move.
impl<W: Word> Boards for RulesGame<W> {
    type Board = W;

    fn board(&self, position: &W) -> W {
        *position & !W::narrow(self.inner.instance.state.layout.turn_bit())
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
            // The bit selects the moves and results of Second.
            Player::Second => *board | W::narrow(self.inner.instance.state.layout.turn_bit()),
        };
        let outcome = self.expand(&position, out)?;
        for step in &mut out[first..] {
            step.position = self.board(&step.position);
        }
        Ok(outcome)
    }
}

impl<W: Word> PerfectIndex for RulesGame<W> {
    fn size(&self) -> u128 {
        self.inner.instance.size()
    }

    fn rank(&self, position: &W) -> u128 {
        let mut rank = [-1];
        if let Some(native) = self.native()
            && native.rank(&[*position], &mut rank)
            && let Ok(rank) = u128::try_from(rank[0])
        {
            return rank;
        }
        self.inner
            .instance
            .state
            .layout
            .rank(&self.values(*position))
    }

    fn unrank(&self, rank: u128) -> Option<W> {
        let mut position = [W::default()];
        if let (Some(native), Ok(rank)) = (self.native(), u64::try_from(rank))
            && native.unrank(&[rank], &mut position)
        {
            return Some(position[0]);
        }
        let values = self.inner.instance.state.layout.unrank(rank)?;
        Some(W::narrow(self.inner.instance.state.layout.pack(&values)))
    }
}

impl<W: Word> Symmetric for RulesGame<W> {
    fn order(&self) -> usize {
        self.symmetries.order()
    }

    fn image(&self, position: &W, element: usize) -> W {
        self.symmetries.image(*position, element)
    }

    fn canonical(&self, position: &W) -> W {
        let mut step = [Step::passing(*position)];
        match self.native() {
            Some(native) if native.canonical(&mut step) => step[0].position,
            _ => self.symmetries.canonical(*position),
        }
    }

    fn canonical_steps(&self, steps: &mut [Step<W>]) {
        if self.native().is_some_and(|native| native.canonical(steps)) {
            return;
        }
        for step in steps {
            step.position = self.symmetries.canonical(step.position);
        }
    }

    fn orbit(&self, position: &W) -> usize {
        let native = self.native();
        let same = native.and_then(|native| native.same_images(*position));
        let same = same.unwrap_or_else(|| self.symmetries.same_images(*position));
        self.order() / same
    }
}

impl<W: Word> Notation for RulesGame<W> {
    fn print(&self, position: &W) -> String {
        self.inner.instance.print(&self.values(*position))
    }

    fn parse(&self, text: &str) -> Result<W, NotationError> {
        let values = self.inner.instance.parse(text)?;
        Ok(W::narrow(self.inner.instance.state.layout.pack(&values)))
    }

    fn picture(&self, position: &W) -> Option<String> {
        self.inner.instance.picture(&self.values(*position))
    }
}
