//! Rules whose parameters are known: types have sizes, constants have values, the game
//! has a start, and positions have a layout.

mod error;
mod setting;
mod parameters;
mod start;
mod sum;
mod left_games;
mod whole_games;
mod broken;
mod squares;
mod words;
mod line;
mod notation;
pub(crate) mod board;
pub(crate) mod columns;
mod picture;
mod levels;
mod endless;
mod rules;

use std::sync::{Arc, OnceLock};

use zug_game::{Player, U256};
use zug_job::Job;
use zug_program::Scalar;
use zug_program::layout::number;
use zug_values::Play;

pub use error::{Error, SettingFlaw};
pub use left_games::{LeftGames, LeftPosition};
pub(crate) use notation::counts_of_texts;
pub use rules::{Rules, Settings};
pub use setting::Texts;
pub(crate) use squares::has_squares;
pub use whole_games::{BeyondNumbers, WholeGames, WholePosition};
pub(crate) use words::named;

use crate::domain::part::Part;
use crate::domain::state::{MOST_FIELDS, State, label};
use crate::domain::ty::{Shape, Ty};
use crate::domain::value::Value;
use crate::evaluate::{Evaluator, NoValue};
use crate::syntax::ast::{Expr, ExprKind, File, Repeat, StateDecl, Stmt};
use crate::text::diagnostic::Diagnostic;
use endless::Endless;
use line::Line;
use picture::Shown;
use start::first_values;

/// A game whose parameters are known.
#[derive(Clone, Debug)]
pub struct Instance {
    pub(crate) source: Arc<str>,
    /// What a person calls the text of the rules.
    origin: Option<Arc<str>>,
    file: Arc<File>,
    game: usize,
    parameters: Vec<(String, Value)>,
    /// The parts of a sum; a game that is no sum is its only part.
    pub(crate) parts: Vec<Part>,
    pub(crate) state: State,
    /// The values of all fields at the start.
    pub(crate) start: Vec<i64>,
    /// What the rules `show`, in their order, with the number of its part.
    shown: Vec<(usize, Shown)>,
    pub(crate) play: Play,
    /// Who wins where play never ends; `None` if that is a draw.
    endless: Option<Endless>,
    /// See [`Settings::sharing`].
    sharing: Option<usize>,
    /// How its positions are written; made when the first one is.
    line: OnceLock<Line>,
}

impl Instance {
    /// Returns the game of a part, still without variables and a layout.
    fn bare(rules: &Rules, part: &Part, settings: &Settings) -> Self {
        Self {
            source: rules.source.clone(),
            origin: rules.origin.clone(),
            file: part.file.clone(),
            game: part.game,
            shown: Vec::new(),
            parameters: part.parameter_values(),
            parts: Vec::new(),
            state: State::default(),
            start: Vec::new(),
            play: rules.play(settings),
            endless: Endless::of(&part.file.games[part.game]),
            sharing: settings.sharing,
            line: OnceLock::new(),
        }
    }

    fn build(&mut self, mut parts: Vec<Part>) -> Result<(), Error> {
        let several = parts.len() > 1;
        let file = self.file.clone();
        for (owner, part) in parts.iter_mut().enumerate() {
            let number = several.then_some(owner);
            for decl in &file.games[part.game].state {
                self.add_variable(part, number, decl)?;
            }
            for (place, shown) in file.games[part.game].shows.iter().enumerate() {
                let variable = match &shown.what.kind {
                    ExprKind::Name(name) => part.variables.get(name),
                    _ => None,
                };
                let shown = match variable {
                    Some(variable) => Shown::Variable(*variable, place),
                    None if file.games[part.game].is_of_a_piece(shown) => continue,
                    None => Shown::Drawing(place),
                };
                self.shown.push((owner, shown));
            }
        }
        let mut layout = std::mem::take(&mut self.state.layout);
        if parts.iter().any(|part| part.decl().impartial.is_none()) {
            layout.add_turn();
            self.start.push(1);
        }
        if parts
            .iter()
            .any(|part| part.decl().moves.iter().any(|m| has_result(&m.body)))
        {
            layout.add_over();
            self.start.push(0);
        }
        if let Some(together) = self.sharing {
            layout = layout.shared(together);
        }
        layout.fit().map_err(|_| self.too_large())?;
        self.state.layout = layout;
        self.parts = parts;
        // So faults in constants are found now, and not in the middle of a game.
        for part in &self.parts {
            for decl in part
                .decl()
                .lets
                .iter()
                .filter(|decl| decl.arguments.is_none())
            {
                let name = Expr {
                    kind: ExprKind::Name(decl.name.text.clone()),
                    span: decl.name.span,
                };
                // Each evaluator counts its own steps.
                part.job.check()?;
                match Evaluator::new(part).eval(&name) {
                    Ok(_) | Err(NoValue::NeedsPosition(_)) => {}
                    Err(why) => return Err(why.into()),
                }
            }
        }
        for part in &mut self.parts {
            // What is evaluated from now on takes little time. It may still ask for memory.
            part.job = Job::default().with_budget(part.job.budget.clone());
        }
        Ok(())
    }

    fn add_variable(
        &mut self,
        part: &mut Part,
        number: Option<usize>,
        decl: &StateDecl,
    ) -> Result<(), Error> {
        let index = match &decl.index {
            Some(index) => Some(Evaluator::new(part).ty(&index.ty)?),
            None => None,
        };
        if let (Some(index), Some(written)) = (&index, &decl.index)
            && (matches!(index.shape, Shape::Bag { .. }) || index.count() > MOST_FIELDS)
        {
            return Err(Diagnostic::new(
                "this array is too large",
                written.ty.span,
                format!("{} places", index.count()),
            )
            .help(format!(
                "an array has at most {MOST_FIELDS} places; what never changes can be a list, as in \
                 `let name = […]`, which may be longer"
            ))
            .into());
        }
        let (ty, ranges) = element_types(part, decl, index.as_ref())?;
        let name = label(number, &decl.name.text);
        let variable = self
            .state
            .add_variable(name, index.clone(), ty, ranges)
            .map_err(|_| {
                Diagnostic::new(
                    "a position of this game does not fit into 256 bits",
                    decl.name.span,
                    "the state is too large from here on",
                )
                .help("make the board or the ranges smaller; a cell with 3 values takes 2 bits")
            })?;
        part.variables.insert(decl.name.text.clone(), variable);
        let first = first_values(part, decl, &self.state.variables[variable])?;
        self.start.extend(first);
        Ok(())
    }

    fn too_large(&self) -> Box<Diagnostic> {
        Diagnostic::new(
            "a position of this game does not fit into 256 bits",
            self.file.games[self.game].name.span,
            "there is no room for whose turn it is",
        )
        .help("make the board or the ranges smaller")
    }

    /// Returns a deep copy of the game, whose evaluations go on until `job` is cancelled
    /// or its memory is used up. Threads that evaluate rules at the same time are
    /// quicker with a copy each: they do not wait for one another when they count
    /// references.
    #[must_use]
    pub fn deep_copy(&self, job: &Job) -> Self {
        Self {
            source: self.source.clone(),
            origin: self.origin.clone(),
            file: self.file.clone(),
            game: self.game,
            parameters: self.parameters.clone(),
            parts: self.parts.iter().map(|part| part.deep_copy(job)).collect(),
            state: self.state.deep_copy(),
            start: self.start.clone(),
            shown: self.shown.clone(),
            play: self.play,
            endless: self.endless,
            sharing: self.sharing,
            line: OnceLock::new(),
        }
    }

    /// Returns the game, whose evaluations go on until `job` is cancelled or its memory is used up.
    #[must_use]
    pub fn with_job(mut self, job: &Job) -> Self {
        for part in &mut self.parts {
            part.job = job.clone();
        }
        self
    }

    /// Returns the name of the game.
    pub fn name(&self) -> &str {
        &self.file.games[self.game].name.text
    }

    /// Returns the text of the rules.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the names of the parameters with their values as settings write them, in the order
    /// of the rules.
    pub fn parameters(&self) -> Vec<(String, String)> {
        self.parameters
            .iter()
            .map(|(name, value)| (name.clone(), value.written()))
            .collect()
    }

    /// Returns the names of the parameters with their values, in the order of the rules.
    pub(crate) fn values(&self) -> &[(String, Value)] {
        &self.parameters
    }

    /// Whether the game is impartial: its positions do not say whose turn it is.
    pub fn is_impartial(&self) -> bool {
        self.state.layout.turn.is_none()
    }

    /// Returns the packed position in which the game begins.
    pub fn start(&self) -> U256 {
        self.state.layout.pack(&self.start)
    }

    /// Returns the position in which the game begins, in the notation of the game.
    pub fn start_text(&self) -> String {
        self.print(&self.start)
    }

    /// Returns the names of the two players; `None` for an impartial game.
    pub fn players(&self) -> Option<[String; 2]> {
        let (names, _) = self.parts.first()?.decl().players.as_ref()?;
        Some(names.each_ref().map(|name| name.text.to_string()))
    }

    /// Returns the number of parts that are played side by side; 1 if the game is no
    /// sum.
    pub fn part_count(&self) -> usize {
        self.parts.len()
    }

    /// Returns the numbers that a state variable has in a packed position: one number
    /// for a scalar, the numbers of all elements of an array in order, the counts of a
    /// bag. Players and other symbols count from 1; `none` and `false` are 0. `part` is
    /// the number of a part, from 0. `None` if the part has no such variable.
    pub fn numbers(&self, position: U256, part: usize, variable: &str) -> Option<Vec<i64>> {
        let place = *self.parts.get(part)?.variables.get(variable)?;
        let fields = self.state.variables.get(place)?.fields();
        Some(
            fields
                .map(|field| self.state.layout.get(position, field))
                .collect(),
        )
    }

    /// Whether a move has ended the game in this packed position.
    pub fn is_over(&self, position: U256) -> bool {
        let over = self.state.layout.over;
        over.is_some_and(|over| number::outcome(self.state.layout.get(position, over)).is_some())
    }

    /// Returns the convention of play: whether a stuck player loses or wins.
    pub fn play(&self) -> Play {
        self.play
    }

    /// Whether the rules themselves say how the game ends for a stuck player. Then
    /// normal and misère play are the same.
    pub fn decides_stuck(&self) -> bool {
        self.parts.iter().all(|part| part.decl().decides_stuck())
    }

    /// Returns the player who wins where play never ends; `None` if that is a draw.
    pub fn endless(&self) -> Option<Player> {
        self.endless.map(|endless| endless.winner)
    }

    /// Whether a player wins where play never ends, and the rules have a result `draw` as well.
    pub fn has_draws_beside_endless(&self) -> bool {
        self.endless.is_some_and(|endless| endless.has_draws)
    }

    /// Returns the game by the rules in which each `draw` is a win of the player who loses where play
    /// never ends. It has the positions of this game. `None` unless
    /// [`Instance::has_draws_beside_endless`].
    #[must_use]
    pub fn with_draws_won(&self) -> Option<Self> {
        let file = Arc::new(self.endless?.with_draws_won(&self.file, self.game)?);
        let mut changed = self.clone();
        for part in &mut changed.parts {
            part.file = file.clone();
        }
        changed.file = file;
        Some(changed)
    }

    /// Whether the game ends with scores.
    pub fn has_scores(&self) -> bool {
        self.parts.iter().any(|part| part.decl().has_scores())
    }

    /// Whether moves of the game gain points.
    pub fn has_gains(&self) -> bool {
        self.parts.iter().any(|part| part.decl().gain().is_some())
    }

    /// Whether a game of these rules ends only when a player is stuck, and nobody wins where play never
    /// ends.
    pub fn ends_only_when_stuck(&self) -> bool {
        let parts = &mut self.parts.iter();
        self.state.layout.over.is_none()
            && self.endless.is_none()
            && parts.all(|part| part.decl().results.is_empty())
    }

    /// Whether nimbers can say what positions are worth: the game is impartial, and it ends only
    /// when a player is stuck. Where the rules end it otherwise, a position may be over though
    /// there are moves, and what it is worth in a sum is not told by the moves alone.
    pub fn may_have_nimbers(&self) -> bool {
        self.is_impartial() && self.ends_only_when_stuck()
    }

    /// Projects a packed position of a sum onto the part with the number `part` (from
    /// 0). Returns a packed position of `alone`, which must be this part as a game of
    /// its own ([`Rules::parts`]).
    pub fn project(&self, position: U256, part: usize, alone: &Self) -> U256 {
        let own = &self.parts[part];
        let mut here = Vec::with_capacity(alone.start.len());
        for decl in &own.decl().state {
            let variable = &self.state.variables[own.variables[&decl.name.text]];
            here.extend(
                variable
                    .fields()
                    .map(|field| self.state.layout.get(position, field)),
            );
        }
        let shared = |field: Option<usize>, missing| match field {
            Some(field) => self.state.layout.get(position, field),
            None => missing,
        };
        // An impartial part has no turn even where the sum has one.
        here.extend(
            alone
                .state
                .layout
                .turn
                .map(|_| shared(self.state.layout.turn, 1)),
        );
        here.extend(
            alone
                .state
                .layout
                .over
                .map(|_| shared(self.state.layout.over, 0)),
        );
        alone.state.layout.pack(&here)
    }

    /// Returns the number of states that the variables can express, which is the size
    /// of the perfect index; `None` if it is 2^128 or more. Play reaches only some of them.
    pub fn size(&self) -> Option<u128> {
        self.state.layout.size
    }

    /// Returns the number of bits of a packed position.
    pub fn bits(&self) -> u32 {
        self.state.layout.bits
    }

    /// Whether some fields of a packed position share bits, since a position does not fit into 256
    /// bits else.
    pub fn shares_bits(&self) -> bool {
        self.state.layout.shares_bits()
    }
}

fn has_result(body: &[Stmt]) -> bool {
    body.iter().any(|statement| match statement {
        Stmt::Result(_) => true,
        Stmt::If { arms, otherwise } => {
            arms.iter().any(|(_, block)| has_result(block)) || has_result(otherwise)
        }
        Stmt::For { body, .. } | Stmt::Repeat(Repeat { body, .. }) => has_result(body),
        _ => false,
    })
}

/// Returns the type of a variable, or of the elements of an array, and the ranges of the elements
/// if they are not all one: then the type is the least range that holds them.
fn element_types(
    part: &Part,
    decl: &StateDecl,
    index: Option<&Ty>,
) -> Result<(Ty, Vec<Scalar>), NoValue> {
    let pattern = decl.index.as_ref().and_then(|index| index.pattern.as_ref());
    let (Some(index), Some(pattern), true) = (index, pattern, decl.is_ranged_by_index()) else {
        return Ok((Evaluator::new(part).ty(&decl.ty)?, Vec::new()));
    };
    let mut ranges = Vec::new();
    for key in index.values() {
        let mut evaluator = Evaluator::new(part);
        evaluator.bind(pattern, key)?;
        ranges.extend(evaluator.ty(&decl.ty)?.scalars());
    }
    let lo = ranges.iter().map(|range| range.lo).min().unwrap_or(0);
    let hi = ranges.iter().map(|range| range.hi).max().unwrap_or(0);
    if ranges.iter().all(|range| *range == Scalar { lo, hi }) {
        ranges.clear();
    }
    let shape = Shape::Int { lo, hi };
    Ok((Ty { name: None, shape }, ranges))
}
