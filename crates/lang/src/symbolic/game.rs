//! The whole game: its variables, what it allows, its moves and its ends.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use zug_game::linear::{LinearCondition, LinearGame, LinearMove, LinearSum, LinearText};
use zug_job::Job;
use zug_values::{Outcome, Play};

use super::expression::{Quotients, Symbolic};
use super::not_linear;
use super::value::{Bound, Cases, Sym, compared, number_cases};
use crate::check::Type;
use crate::domain::state::label;
use crate::domain::value::Value;
use crate::evaluate::Eval;
use crate::instance::{Error, Rules, Settings, has_squares, named};
use crate::syntax::ast::{
    CompareOp, ExprKind, File, GameDecl, MoveDecl, MoveParameter, Pattern, ResultDecl, StateDecl,
    TemplatePart, TypeExpr, TypeKind, Verdict,
};
use crate::text::span::Span;

/// A game may have at most this number of variables to be read as conditions.
const MOST_VARIABLES: usize = 64;

/// The most moves, with their choices from known sets made.
const MOST_MOVES: usize = 4096;

impl Rules {
    /// Returns the game as linear conditions on natural numbers, in which each number that is a
    /// parameter and is not set stays open, and so do the numbers in a list that is not set; a list
    /// keeps its length. Parameters and positions below 0 are left out.
    ///
    /// ```
    /// use zug_job::Job;
    /// use zug_lang::{Rules, Settings};
    ///
    /// let rules = Rules::read("\
    /// game subtraction(n = 21, take = {1, 3, 4})
    /// impartial
    /// heap: 0..n = n
    /// move take(k in take) if k <= heap:
    ///     heap -= k
    /// ")?;
    /// let game = rules.linear(&Settings::default(), &Job::default())?;
    /// assert_eq!(game.variables, ["n", "heap"]);
    /// assert_eq!(game.successors(&[100, 3])?, [[100, 2], [100, 0]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`Rules::instance`]; or the rules have something that is not linear.
    pub fn linear(&self, settings: &Settings, job: &Job) -> Result<LinearGame, Error> {
        let (file, values) = self.main_values(settings, job)?;
        let is_set = |name: &str| settings.parameters.iter().any(|(set, _)| set == name);
        let play = self.play(settings);
        let mut building = Building::new(file, job, play);
        let game = file.games.len() - 1;
        let mut parameters = FxHashMap::default();
        for (name, value, ty) in values {
            let sym = match (&value, ty) {
                (Value::Int(_), Type::Int) if !is_set(&name) => building.variable(name.to_string()),
                (Value::List(items), Type::List(of)) if **of == Type::Int && !is_set(&name) => {
                    let places = 0..items.len();
                    Sym::List(
                        places
                            .map(|i| building.variable(format!("{name}[{i}]")))
                            .collect(),
                    )
                }
                _ => Sym::Known(value),
            };
            parameters.insert(name, sym);
        }
        building.game.parameters = building.game.variables.len();
        let mut parts = Vec::new();
        building.part(game, parameters, &mut parts)?;
        building.states(&mut parts)?;
        for place in 0..parts.len() {
            building.rules_of(&mut parts, place)?;
        }
        Ok(building.game)
    }
}

/// A game that is being put together.
struct Building<'a> {
    file: &'a File,
    job: &'a Job,
    game: LinearGame,
}

/// One part of a sum: what its expressions stand for, and the variables of its state.
struct Part<'a> {
    symbolic: Symbolic<'a>,
    /// For each state variable its name with the first of its variables.
    fields: Vec<(Arc<str>, usize)>,
    /// The number of the part, from 0, where the game has several.
    number: Option<usize>,
}

impl<'a> Building<'a> {
    fn new(file: &'a File, job: &'a Job, play: Play) -> Self {
        let game = LinearGame {
            variables: Vec::new(),
            parameters: 0,
            domain: LinearCondition::Known(true),
            start: vec![(LinearCondition::Known(true), Vec::new())],
            won: LinearCondition::Known(false),
            lost: LinearCondition::Known(false),
            stuck: play.stuck(),
            moves: Vec::new(),
            nim_heap: None,
        };
        Self { file, job, game }
    }

    /// Adds a variable with this name.
    fn variable(&mut self, name: String) -> Sym {
        self.game.variables.push(name);
        Sym::variable(self.game.variables.len() - 1)
    }

    fn require(&mut self, condition: LinearCondition) {
        let before = std::mem::replace(&mut self.game.domain, LinearCondition::Known(true));
        self.game.domain = before.and(condition);
    }

    /// Takes a game apart into the parts of its sum.
    fn part(
        &mut self,
        game: usize,
        parameters: FxHashMap<Arc<str>, Sym>,
        parts: &mut Vec<Part<'a>>,
    ) -> Eval<()> {
        let decl = &self.file.games[game];
        refuse(decl)?;
        let mut symbolic = Symbolic::new(decl, self.job);
        symbolic.parameters = parameters;
        for parameter in &decl.parameters {
            let name = &parameter.name.text;
            if !symbolic.parameters.contains_key(name) {
                let value = symbolic.eval(&parameter.default)?;
                symbolic.parameters.insert(name.clone(), value);
            }
            if let Some(ty) = &parameter.ty {
                let value = symbolic.parameters[name].clone();
                self.within(&mut symbolic, ty, &value)?;
            }
        }
        for required in &decl.requires {
            let condition = symbolic.condition(required)?;
            self.require(condition);
        }
        let Some(sum) = &decl.sum else {
            parts.push(Part {
                symbolic,
                fields: Vec::new(),
                number: None,
            });
            return Ok(());
        };
        let child = self.file.place_of(&sum.part).filter(|child| *child < game);
        let child = child.ok_or_else(|| not_linear("this game is not there", sum.part.span))?;
        let mut arguments = Vec::new();
        symbolic.each(
            &sum.clauses,
            LinearCondition::Known(true),
            &mut |this, condition| {
                if condition != LinearCondition::Known(true) {
                    return Err(not_linear("parts that depend on a condition", sum.span));
                }
                let values = sum.arguments.iter().map(|argument| this.eval(argument));
                arguments.push(values.collect::<Eval<Vec<Sym>>>()?);
                Ok(())
            },
        )?;
        let names = self.file.games[child]
            .parameters
            .iter()
            .map(|p| &p.name.text);
        for values in arguments {
            let parameters = names.clone().cloned().zip(values).collect();
            self.part(child, parameters, parts)?;
        }
        Ok(())
    }

    /// Requires of a parameter what its type says.
    fn within(&mut self, symbolic: &mut Symbolic<'a>, ty: &'a TypeExpr, value: &Sym) -> Eval<()> {
        if value.known().is_some() {
            return Ok(());
        }
        match (&ty.kind, value) {
            (TypeKind::List(of), Sym::List(items)) => items
                .iter()
                .try_for_each(|item| self.within(symbolic, of, item)),
            (TypeKind::Range(lo, hi), Sym::Int(cases)) => {
                let (lo, hi) = (symbolic.cases(lo)?, symbolic.bound(hi)?);
                self.between(&lo, cases, &hi, ty.span)
            }
            _ => Err(not_linear("a parameter of this type", ty.span)),
        }
    }

    fn between(&mut self, lo: &Cases, number: &Cases, hi: &Bound, span: Span) -> Eval<()> {
        let above = compared(CompareOp::LessEqual, lo, number);
        for condition in [above, hi.admits(number)] {
            self.require(condition.ok_or_else(|| not_linear("too large numbers", span))?);
        }
        Ok(())
    }

    /// Adds the state variables of all parts.
    fn states(&mut self, parts: &mut [Part<'a>]) -> Eval<()> {
        let several = parts.len() > 1;
        for (number, part) in parts.iter_mut().enumerate() {
            part.number = several.then_some(number);
            for decl in &part.symbolic.decl.state {
                let name = label(part.number, &decl.name.text);
                let first = self.game.variables.len();
                let value = self.state(&mut part.symbolic, decl, &name)?;
                if self.game.variables.len() > MOST_VARIABLES {
                    return Err(not_linear(
                        "too many variables from here on",
                        decl.name.span,
                    ));
                }
                part.symbolic.state.insert(decl.name.text.clone(), value);
                part.fields.push((decl.name.text.clone(), first));
            }
        }
        Ok(())
    }

    /// Adds the variables of one declaration, with their ranges and first values.
    fn state(&mut self, symbolic: &mut Symbolic<'a>, decl: &'a StateDecl, name: &str) -> Eval<Sym> {
        let Some(index) = &decl.index else {
            let value = self.element(symbolic, &decl.ty, name)?;
            let first = symbolic.eval(&decl.first)?;
            self.begin(&value, &first, decl.first.span)?;
            return Ok(value);
        };
        let keys = symbolic.values_of(&index.ty)?.known();
        let Some(keys) = keys.and_then(|keys| keys.elements()) else {
            return Err(not_linear(
                "the size of this array must be known",
                index.ty.span,
            ));
        };
        let mut entries = Vec::new();
        for key in keys {
            let bound = symbolic.locals.len();
            if let Some(pattern) = &index.pattern {
                symbolic.bind(pattern, Sym::Known(key.clone()))?;
            }
            let value = self.element(symbolic, &decl.ty, &format!("{name}[{key}]"))?;
            let first = symbolic.eval(&decl.first)?;
            let first = match first.items() {
                Some(items) if index.pattern.is_none() && !matches!(value, Sym::Tuple(_)) => {
                    items.get(entries.len()).cloned()
                }
                _ => Some(first),
            };
            let first = first.ok_or_else(|| not_linear("a first value", decl.first.span))?;
            self.begin(&value, &first, decl.first.span)?;
            symbolic.locals.truncate(bound);
            entries.push((key, value));
        }
        Ok(Sym::Map(entries))
    }

    /// Adds the variables of one value of a type.
    fn element(&mut self, symbolic: &mut Symbolic<'a>, ty: &'a TypeExpr, name: &str) -> Eval<Sym> {
        let place = |this: &mut Self, symbolic: &mut Symbolic<'a>, ty, part: usize| {
            this.element(symbolic, ty, &format!("{name}.{part}"))
        };
        match &ty.kind {
            TypeKind::Range(lo, hi) => {
                let value = self.variable(name.to_owned());
                let (lo, hi) = (symbolic.cases(lo)?, symbolic.bound(hi)?);
                if lo.iter().any(|(_, sum)| may_be_negative(sum)) {
                    return Err(not_linear("numbers below 0", ty.span));
                }
                let cases = value.cases().unwrap_or_default();
                self.between(&lo, &cases, &hi, ty.span)?;
                Ok(value)
            }
            TypeKind::Bool => {
                let value = self.variable(name.to_owned());
                let cases = value.cases().unwrap_or_default();
                let one = Bound::Number(number_cases(1));
                self.between(&number_cases(0), &cases, &one, ty.span)?;
                let is_true = compared(CompareOp::Equal, &cases, &number_cases(1));
                Ok(Sym::bool(is_true.unwrap_or(LinearCondition::Known(false))))
            }
            TypeKind::Named(named) => {
                let types = &symbolic.decl.types;
                let decl = types.iter().find(|decl| decl.name.text == *named);
                let decl = decl.ok_or_else(|| not_linear("this type", ty.span))?;
                self.element(symbolic, &decl.ty, name)
            }
            TypeKind::Tuple(types) => {
                let parts = types.iter().enumerate();
                let parts = parts.map(|(part, ty)| place(self, symbolic, ty, part));
                Ok(Sym::Tuple(parts.collect::<Eval<_>>()?))
            }
            TypeKind::Grid(width, height, _) => {
                let mut parts = Vec::new();
                for (part, size) in [width, height].into_iter().enumerate() {
                    let value = self.variable(format!("{name}.{part}"));
                    let cases = value.cases().unwrap_or_default();
                    let size = symbolic.cases(size)?;
                    let below = compared(CompareOp::Less, &cases, &size);
                    self.require(below.ok_or_else(|| not_linear("too large numbers", ty.span))?);
                    parts.push(value);
                }
                Ok(Sym::Tuple(parts))
            }
            _ => Err(not_linear("a variable of this type", ty.span)),
        }
    }

    /// Adds the first value of the variables of `value`, which were just added.
    fn begin(&mut self, value: &Sym, first: &Sym, span: Span) -> Eval<()> {
        if let (Sym::Tuple(parts), Some(firsts)) = (value, first.items()) {
            let mut pairs = parts.iter().zip(&firsts);
            return pairs.try_for_each(|(part, first)| self.begin(part, first, span));
        }
        let first = leaf(first).ok_or_else(|| not_linear("this first value", span))?;
        let before = std::mem::take(&mut self.game.start);
        for (condition, sums) in before {
            for (case, sum) in &first {
                let condition = condition.clone().and(case.clone());
                let sums = sums.iter().chain([sum]).cloned().collect();
                self.game.start.push((condition, sums));
            }
        }
        if self.game.start.len() > MOST_MOVES {
            return Err(not_linear("too many cases of a first value", span));
        }
        Ok(())
    }

    /// Adds the laws, results and moves of a part.
    fn rules_of(&mut self, parts: &mut [Part<'a>], place: usize) -> Eval<()> {
        let part = &mut parts[place];
        let decl = part.symbolic.decl;
        for law in &decl.laws {
            let condition = part.symbolic.condition(law)?;
            self.require(condition);
        }
        for result in &decl.results {
            self.result(&mut part.symbolic, result)?;
        }
        for step in &decl.moves {
            part.symbolic.quotients = Some(Quotients {
                variables: self.game.variables.len(),
                conditions: LinearCondition::Known(true),
            });
            self.choose(part, step, &step.parameters)?;
            part.symbolic.quotients = None;
        }
        Ok(())
    }

    /// Adds a result: it counts where no result before it does.
    fn result(&mut self, symbolic: &mut Symbolic<'a>, result: &'a ResultDecl) -> Eval<()> {
        let wins = match &result.verdict {
            Verdict::Me => true,
            Verdict::Other => false,
            _ => return Err(not_linear("a result of this kind", result.span)),
        };
        let Some(condition) = &result.condition else {
            return Err(not_linear("a result without a condition", result.span));
        };
        if matches!(condition.kind, ExprKind::Stuck) {
            self.game.stuck = if wins { Outcome::Win } else { Outcome::Loss };
            return Ok(());
        }
        let holds = symbolic.condition(condition)?;
        let ended = self.game.won.clone().or(self.game.lost.clone());
        let holds = ended.negated().and(holds);
        let ends = if wins {
            &mut self.game.won
        } else {
            &mut self.game.lost
        };
        let before = std::mem::replace(ends, LinearCondition::Known(false));
        *ends = before.or(holds);
        Ok(())
    }

    /// Makes the choices of a move that are left, and adds the moves.
    fn choose(
        &mut self,
        part: &mut Part<'a>,
        step: &'a MoveDecl,
        left: &'a [MoveParameter],
    ) -> Eval<()> {
        let Some((parameter, rest)) = left.split_first() else {
            return self.step(part, step);
        };
        let before = (part.symbolic.locals.len(), part.symbolic.quotients.clone());
        match parameter {
            MoveParameter::Derived { name, value } => {
                let value = part.symbolic.eval(value)?;
                part.symbolic.locals.push((&name.text, value));
                self.choose(part, step, rest)?;
                part.symbolic.locals.truncate(before.0);
            }
            MoveParameter::Chosen { pattern, domain } => {
                let values = part.symbolic.eval(domain)?;
                if let Sym::Range(lo, hi) = values {
                    let number = open_choice(&mut part.symbolic, &lo, &hi, domain.span)?;
                    part.symbolic.bind(pattern, number)?;
                    self.choose(part, step, rest)?;
                } else {
                    let items = values.items();
                    let items = items.ok_or_else(|| not_linear("these choices", domain.span))?;
                    for item in items {
                        let quotients = part.symbolic.quotients.clone();
                        part.symbolic.bind(pattern, item)?;
                        self.choose(part, step, rest)?;
                        part.symbolic.locals.truncate(before.0);
                        part.symbolic.quotients = quotients;
                    }
                }
                part.symbolic.locals.truncate(before.0);
            }
        }
        part.symbolic.quotients = before.1;
        Ok(())
    }

    /// Adds the moves of a declaration whose choices are made: one for each way through its body, and
    /// each case of the numbers after it.
    fn step(&mut self, part: &mut Part<'a>, step: &'a MoveDecl) -> Eval<()> {
        let span = step.name.span;
        part.symbolic.step(span)?;
        let guard = match &step.guard {
            Some(guard) => part.symbolic.condition(guard)?,
            None => LinearCondition::Known(true),
        };
        if guard == LinearCondition::Known(false) {
            return Ok(());
        }
        let text = written(part, step).unwrap_or_default();
        for way in part.symbolic.ways(&step.body, span)? {
            let mut condition = guard.clone().and(way.condition);
            if let Some(leaving) = &step.leaving {
                let before = std::mem::replace(&mut part.symbolic.state, way.state.clone());
                let holds = part.symbolic.condition(leaving);
                part.symbolic.state = before;
                condition = condition.and(holds?);
            }
            let mut moves = vec![(condition, Vec::new())];
            for (name, first) in &part.fields {
                let mut leaves = Vec::new();
                if flatten(&way.state[name], &mut leaves).is_none() {
                    return Err(not_linear("what this move leaves", span));
                }
                for (variable, cases) in (*first..).zip(leaves) {
                    moves = with_cases(moves, variable, &cases);
                }
                if moves.len() > MOST_MOVES {
                    return Err(not_linear("too many cases of this move", span));
                }
            }
            let quotients = part.symbolic.quotients.as_ref();
            let (last, defined) = quotients.map_or((0, LinearCondition::Known(true)), |known| {
                (known.variables, known.conditions.clone())
            });
            for (condition, after) in moves {
                let condition = defined.clone().and(condition);
                if condition != LinearCondition::Known(false) {
                    self.game.moves.push(LinearMove {
                        name: step.name.text.to_string(),
                        choices: last.saturating_sub(self.game.variables.len()),
                        condition,
                        after,
                        beside: Vec::new(),
                        text: text.clone(),
                    });
                }
            }
            if self.game.moves.len() > MOST_MOVES {
                return Err(not_linear("too many moves", span));
            }
        }
        Ok(())
    }
}

/// Returns the text of a move whose choices are made; `None` if a piece of it is no number that is one sum.
fn written<'a>(part: &mut Part<'a>, step: &'a MoveDecl) -> Option<Vec<LinearText>> {
    let mut text = Vec::new();
    if let Some(number) = part.number {
        text.push(LinearText::Fixed(format!("{}: ", number + 1)));
    }
    let Some(notation) = &step.notation else {
        // The name and what was chosen, where each choice has a name.
        text.push(LinearText::Fixed(step.name.text.to_string()));
        let chosen = part.symbolic.locals.clone();
        let is_named = |parameter: &MoveParameter| {
            matches!(
                parameter,
                MoveParameter::Chosen {
                    pattern: Pattern::Name(_),
                    ..
                }
            )
        };
        if !step.parameters.iter().all(is_named) {
            return None;
        }
        for (_, value) in chosen {
            text.push(LinearText::Fixed(" ".to_owned()));
            text.push(written_value(
                part,
                value,
                part.symbolic.quotients.as_ref(),
            )?);
        }
        return Some(text);
    };
    let quotients = part.symbolic.quotients.clone();
    for piece in &notation.parts {
        let value = match piece {
            TemplatePart::Text(fixed) => {
                text.push(LinearText::Fixed(fixed.to_string()));
                continue;
            }
            TemplatePart::Value(value) => part.symbolic.eval(value),
        };
        // A quotient of the text alone is no variable of the move.
        part.symbolic.quotients.clone_from(&quotients);
        text.push(written_value(part, value.ok()?, quotients.as_ref())?);
    }
    Some(text)
}

/// Returns a value as a piece of the text of a move; `None` if it is neither fixed nor one sum of the variables
/// and the choices.
fn written_value(part: &Part<'_>, value: Sym, known: Option<&Quotients>) -> Option<LinearText> {
    match value {
        Sym::Known(value) => {
            let squares = has_squares(part.symbolic.decl);
            Some(LinearText::Fixed(named(&value, squares)))
        }
        Sym::Int(cases) => match &cases[..] {
            [(LinearCondition::Known(true), sum)] if is_of(sum, known) => {
                Some(LinearText::Number(sum.clone()))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether a sum has no variables but those that are known.
fn is_of(sum: &LinearSum, known: Option<&Quotients>) -> bool {
    let mut terms = sum.terms.iter();
    known.is_none_or(|known| terms.all(|(variable, _)| *variable < known.variables))
}

/// Returns a new variable of the move, which is between two numbers.
fn open_choice(symbolic: &mut Symbolic<'_>, lo: &Cases, hi: &Bound, span: Span) -> Eval<Sym> {
    if lo.iter().any(|(_, sum)| may_be_negative(sum)) {
        return Err(not_linear("choices below 0", span));
    }
    let Some(quotients) = &mut symbolic.quotients else {
        return Err(not_linear("a choice outside moves", span));
    };
    let number = Sym::variable(quotients.variables);
    quotients.variables += 1;
    let cases = number.cases().unwrap_or_default();
    let above = compared(CompareOp::LessEqual, lo, &cases);
    for condition in [above, hi.admits(&cases)] {
        let condition = condition.ok_or_else(|| not_linear("too large numbers", span))?;
        let before = std::mem::replace(&mut quotients.conditions, LinearCondition::Known(true));
        quotients.conditions = before.and(condition);
    }
    Ok(number)
}

/// Whether a sum of natural numbers can be below 0, as far as its signs tell.
fn may_be_negative(sum: &LinearSum) -> bool {
    sum.constant < 0 || sum.terms.iter().any(|(_, coefficient)| *coefficient < 0)
}

/// Returns the number that stands for a number or truth value, by cases.
fn leaf(value: &Sym) -> Option<Cases> {
    value.cases().or_else(|| {
        let holds = value.condition()?;
        let is_false = holds.clone().negated();
        let cases = [
            (holds, LinearSum::number(1)),
            (is_false, LinearSum::number(0)),
        ];
        Some(
            cases
                .into_iter()
                .filter(|(case, _)| *case != LinearCondition::Known(false))
                .collect(),
        )
    })
}

/// Appends the numbers that stand for a value, in the order of its variables.
fn flatten(value: &Sym, out: &mut Vec<Cases>) -> Option<()> {
    match value {
        Sym::Map(entries) => entries
            .iter()
            .try_for_each(|(_, value)| flatten(value, out)),
        Sym::Tuple(items) => items.iter().try_for_each(|item| flatten(item, out)),
        Sym::Known(Value::Tuple(items)) => {
            let mut items = items.iter();
            items.try_for_each(|item| flatten(&Sym::Known(item.clone()), out))
        }
        _ => {
            out.push(leaf(value)?);
            Some(())
        }
    }
}

type OpenMove = (LinearCondition, Vec<(usize, LinearSum)>);

/// Returns the moves, each once for each case of a number after it.
fn with_cases(moves: Vec<OpenMove>, variable: usize, cases: &Cases) -> Vec<OpenMove> {
    if *cases == Sym::variable(variable).cases().unwrap_or_default() {
        return moves;
    }
    let each = moves.into_iter().flat_map(|(condition, after)| {
        cases.iter().map(move |(case, sum)| {
            let mut after = after.clone();
            after.push((variable, sum.clone()));
            (condition.clone().and(case.clone()), after)
        })
    });
    each.collect()
}

/// Refuses games of kinds that are not read.
fn refuse(decl: &GameDecl) -> Eval<()> {
    if let Some((_, span)) = &decl.players {
        return Err(not_linear("two players with moves of their own", *span));
    }
    if let Some(span) = decl.gain() {
        return Err(not_linear("a gain of points", span));
    }
    if let Some(span) = decl.becomes() {
        return Err(not_linear("a move that leaves other games", span));
    }
    match &decl.endless {
        Some(endless) => Err(not_linear("a result of play without end", endless.span)),
        None => Ok(()),
    }
}
