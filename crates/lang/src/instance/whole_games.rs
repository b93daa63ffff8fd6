//! Left games whose parameters are whole numbers, as a list of operations on numbers: some hundred times as
//! fast as the plain evaluator, which remains the definition.
//!
//! Rules that need anything but numbers, comparisons, `and`, `or`, `not` and ranges are not taken. All operands
//! are worked out, also those that the rules would not look at; where that fails, as by a division by zero, the
//! caller asks the plain evaluator.

use zug_program::arithmetic;

use super::left_games::{LeftGames, LeftPosition};
use crate::domain::value::Value;
use crate::syntax::ast::{
    BinaryOp, CompareOp, Expr, ExprKind, File, GameDecl, MoveDecl, MoveParameter, Pattern, UnaryOp,
};

/// The most parameters of a game.
const MOST_PARAMETERS: usize = 4;

/// The most operands of an expression that wait at one time.
const DEEPEST: usize = 32;

/// The deepest that definitions and expressions nest.
const MOST_NESTED: u32 = 64;

/// The longest range of choices, and the most moves of a position.
const LONGEST_RANGE: i64 = 1 << 20;

/// A game with the values of its parameters, which are whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WholePosition {
    game: u32,
    values: [i64; MOST_PARAMETERS],
}

/// An operation of the list that works out an expression. Operands are taken from a stack, and the result is
/// put there.
#[derive(Clone, Copy, Debug)]
enum Op {
    Number(i64),
    /// The value of a parameter, or of a name that a move binds.
    Slot(usize),
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Negate,
    Not,
    And,
    Or,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    /// `then`, `otherwise` and the condition, the condition on top.
    Choose,
}

type Code = Vec<Op>;

/// A name that a move binds.
#[derive(Debug)]
enum Bound {
    /// Each number of a range.
    Each(Code, Code),
    /// One number.
    One(Code),
}

#[derive(Debug)]
struct WholeMove {
    bound: Vec<Bound>,
    guard: Option<Code>,
    /// The games that the move leaves, each with the values of its parameters.
    left: Vec<(u32, Vec<Code>)>,
}

#[derive(Debug)]
struct WholeGame {
    parameters: usize,
    requires: Vec<Code>,
    moves: Vec<WholeMove>,
}

/// Left games whose parameters are whole numbers, and whose moves need nothing else.
#[derive(Debug)]
pub struct WholeGames {
    /// By the place of a game in the file; `None` for games that the start cannot leave.
    games: Vec<Option<WholeGame>>,
    start: WholePosition,
}

/// The numbers do not suffice: the plain evaluator knows why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BeyondNumbers;

impl WholeGames {
    /// The games, if numbers suffice for them.
    #[must_use]
    pub fn of(games: &LeftGames) -> Option<Self> {
        let file = games.file();
        let mut found = Self {
            games: (0..file.games.len()).map(|_| None).collect(),
            start: Self::position(games.start())?,
        };
        let mut open = vec![found.start.game as usize];
        while let Some(game) = open.pop() {
            if found.games[game].is_some() {
                continue;
            }
            let whole = WholeGame::of(file, game)?;
            let left = whole.moves.iter().flat_map(|one| &one.left);
            open.extend(left.map(|(game, _)| *game as usize));
            found.games[game] = Some(whole);
        }
        Some(found)
    }

    /// The position that play begins with.
    #[must_use]
    pub fn start(&self) -> WholePosition {
        self.start
    }

    /// A position whose values are numbers; `None` for any other.
    #[must_use]
    pub fn position(position: &LeftPosition) -> Option<WholePosition> {
        let (game, of) = position.parts();
        let mut values = [0; MOST_PARAMETERS];
        for (place, value) in of.iter().enumerate() {
            let Value::Int(number) = value else {
                return None;
            };
            *values.get_mut(place)? = *number;
        }
        let game = u32::try_from(game).ok()?;
        Some(WholePosition { game, values })
    }

    /// Appends to `left` the games that the moves of a position leave, and to `ends` for each move the
    /// number of games in `left` behind it.
    ///
    /// # Errors
    ///
    /// A number does not fit, or the rules do not allow the values of the parameters.
    pub fn moves(
        &self,
        position: &WholePosition,
        left: &mut Vec<WholePosition>,
        ends: &mut Vec<usize>,
    ) -> Result<(), BeyondNumbers> {
        let game = self.games[position.game as usize].as_ref();
        let game = game.ok_or(BeyondNumbers)?;
        let mut slots: Vec<i64> = position.values[..game.parameters].to_vec();
        for required in &game.requires {
            if value(required, &slots)? == 0 {
                return Err(BeyondNumbers);
            }
        }
        game.moves
            .iter()
            .try_for_each(|one| one.play(0, &mut slots, left, ends))
    }
}

impl WholeMove {
    /// Plays the move with each choice of the names from the place `from` on.
    fn play(
        &self,
        from: usize,
        slots: &mut Vec<i64>,
        left: &mut Vec<WholePosition>,
        ends: &mut Vec<usize>,
    ) -> Result<(), BeyondNumbers> {
        match self.bound.get(from) {
            Some(Bound::Each(lo, hi)) => {
                let (lo, hi) = (value(lo, slots)?, value(hi, slots)?);
                if hi.saturating_sub(lo) >= LONGEST_RANGE || ends.len() as i64 > LONGEST_RANGE {
                    return Err(BeyondNumbers);
                }
                for number in lo..=hi {
                    slots.push(number);
                    let played = self.play(from + 1, slots, left, ends);
                    slots.pop();
                    played?;
                }
                Ok(())
            }
            Some(Bound::One(code)) => {
                let number = value(code, slots)?;
                slots.push(number);
                let played = self.play(from + 1, slots, left, ends);
                slots.pop();
                played
            }
            None => {
                if let Some(guard) = &self.guard
                    && value(guard, slots)? == 0
                {
                    return Ok(());
                }
                for (game, codes) in &self.left {
                    let mut values = [0; MOST_PARAMETERS];
                    for (place, code) in codes.iter().enumerate() {
                        values[place] = value(code, slots)?;
                    }
                    left.push(WholePosition {
                        game: *game,
                        values,
                    });
                }
                ends.push(left.len());
                Ok(())
            }
        }
    }
}

/// Works out an expression. A truth value is 0 or 1.
fn value(code: &[Op], slots: &[i64]) -> Result<i64, BeyondNumbers> {
    if let [Op::Slot(slot)] = code {
        return Ok(slots[*slot]);
    }
    let mut stack = [0_i64; DEEPEST];
    let mut top = 0;
    for op in code {
        let result = match *op {
            Op::Number(number) => {
                stack[top] = number;
                top += 1;
                continue;
            }
            Op::Slot(slot) => {
                stack[top] = slots[slot];
                top += 1;
                continue;
            }
            Op::Negate | Op::Not => {
                let one = stack[top - 1];
                stack[top - 1] = match op {
                    Op::Not => i64::from(one == 0),
                    _ => one.checked_neg().ok_or(BeyondNumbers)?,
                };
                continue;
            }
            Op::Choose => {
                let (then, otherwise) = (stack[top - 3], stack[top - 2]);
                stack[top - 3] = if stack[top - 1] == 0 { otherwise } else { then };
                top -= 2;
                continue;
            }
            binary => {
                let (a, b) = (stack[top - 2], stack[top - 1]);
                match binary {
                    Op::Add => a.checked_add(b),
                    Op::Subtract => a.checked_sub(b),
                    Op::Multiply => a.checked_mul(b),
                    Op::Divide => arithmetic::divide(a, b),
                    Op::Modulo => arithmetic::modulo(a, b),
                    Op::And => Some(a & b),
                    Op::Or => Some(a | b),
                    Op::Equal => Some(i64::from(a == b)),
                    Op::NotEqual => Some(i64::from(a != b)),
                    Op::Less => Some(i64::from(a < b)),
                    _ => Some(i64::from(a <= b)),
                }
            }
        };
        top -= 1;
        stack[top - 1] = result.ok_or(BeyondNumbers)?;
    }
    Ok(stack[0])
}

impl WholeGame {
    fn of(file: &File, game: usize) -> Option<Self> {
        let decl = &file.games[game];
        let names: Vec<&str> = decl
            .parameters
            .iter()
            .map(|parameter| &*parameter.name.text)
            .collect();
        let has_range = decl
            .parameters
            .iter()
            .any(|parameter| parameter.ty.is_some());
        if names.len() > MOST_PARAMETERS || has_range {
            return None;
        }
        let compile = |expr: &Expr| Compiler::code(decl, &names, expr);
        let requires = decl.requires.iter().map(compile);
        let moves = decl
            .moves
            .iter()
            .map(|one| whole_move(file, decl, &names, one));
        Some(Self {
            parameters: names.len(),
            requires: requires.collect::<Option<_>>()?,
            moves: moves.collect::<Option<_>>()?,
        })
    }
}

/// The code of a move of a game whose parameters have these names.
fn whole_move<'f>(
    file: &File,
    decl: &'f GameDecl,
    parameters: &[&'f str],
    one: &'f MoveDecl,
) -> Option<WholeMove> {
    let mut names = parameters.to_vec();
    let mut bound = Vec::new();
    for parameter in &one.parameters {
        let (name, of) = match parameter {
            MoveParameter::Chosen {
                pattern: Pattern::Name(name),
                domain,
            } => {
                let ExprKind::Range(lo, hi) = &domain.kind else {
                    return None;
                };
                let [lo, hi] = [lo, hi].map(|end| Compiler::code(decl, &names, end));
                (name, Bound::Each(lo?, hi?))
            }
            MoveParameter::Chosen { .. } => return None,
            MoveParameter::Derived { name, value } => {
                (name, Bound::One(Compiler::code(decl, &names, value)?))
            }
        };
        bound.push(of);
        names.push(&name.text);
    }
    let guard = match &one.guard {
        Some(guard) => Some(Compiler::code(decl, &names, guard)?),
        None => None,
    };
    let mut left = Vec::new();
    for part in &one.becomes.as_ref()?.parts {
        let game = file.place_of(&part.game)?;
        if part.arguments.len() != file.games[game].parameters.len() {
            return None;
        }
        let codes = part.arguments.iter();
        let codes = codes.map(|argument| Compiler::code(decl, &names, argument));
        left.push((u32::try_from(game).ok()?, codes.collect::<Option<_>>()?));
    }
    Some(WholeMove { bound, guard, left })
}

/// Makes the list of operations of an expression.
struct Compiler<'a> {
    decl: &'a GameDecl,
    /// The names that have a slot, each at its place; a later one hides an earlier one.
    names: &'a [&'a str],
    code: Code,
    /// The number of operands that wait.
    waiting: usize,
    nested: u32,
}

impl<'a> Compiler<'a> {
    fn code(decl: &'a GameDecl, names: &'a [&'a str], expr: &'a Expr) -> Option<Code> {
        let mut compiler = Self {
            decl,
            names,
            code: Vec::new(),
            waiting: 0,
            nested: 0,
        };
        compiler.expr(expr)?;
        Some(compiler.code)
    }

    fn operand(&mut self, op: Op) -> Option<()> {
        self.waiting += 1;
        self.code.push(op);
        (self.waiting <= DEEPEST).then_some(())
    }

    /// An operation that takes this number of operands.
    fn operation(&mut self, op: Op, takes: usize) {
        self.waiting -= takes - 1;
        self.code.push(op);
    }

    fn expr(&mut self, expr: &'a Expr) -> Option<()> {
        self.nested += 1;
        if self.nested > MOST_NESTED {
            return None;
        }
        match &expr.kind {
            ExprKind::Int(number) => self.operand(Op::Number(*number))?,
            ExprKind::Bool(truth) => self.operand(Op::Number(i64::from(*truth)))?,
            ExprKind::Name(name) => self.name(name)?,
            ExprKind::Unary(op, of) => {
                self.expr(of)?;
                let op = match op {
                    UnaryOp::Not => Op::Not,
                    UnaryOp::Negate => Op::Negate,
                };
                self.operation(op, 1);
            }
            ExprKind::Binary(op, a, b) => {
                self.expr(a)?;
                self.expr(b)?;
                let op = match op {
                    BinaryOp::Or => Op::Or,
                    BinaryOp::And => Op::And,
                    BinaryOp::Add => Op::Add,
                    BinaryOp::Subtract => Op::Subtract,
                    BinaryOp::Multiply => Op::Multiply,
                    BinaryOp::Divide => Op::Divide,
                    BinaryOp::Modulo => Op::Modulo,
                    BinaryOp::Power | BinaryOp::Union | BinaryOp::Intersection => return None,
                };
                self.operation(op, 2);
            }
            ExprKind::Compare(first, others) => {
                let mut left = &**first;
                for (place, (op, right)) in others.iter().enumerate() {
                    self.compare(left, *op, right)?;
                    if place > 0 {
                        self.operation(Op::And, 2);
                    }
                    left = right;
                }
            }
            ExprKind::Conditional {
                then,
                condition,
                otherwise,
            } => {
                self.expr(then)?;
                self.expr(otherwise)?;
                self.expr(condition)?;
                self.operation(Op::Choose, 3);
            }
            _ => return None,
        }
        self.nested -= 1;
        Some(())
    }

    fn compare(&mut self, a: &'a Expr, op: CompareOp, b: &'a Expr) -> Option<()> {
        let (first, second, op) = match op {
            CompareOp::Equal => (a, b, Op::Equal),
            CompareOp::NotEqual => (a, b, Op::NotEqual),
            CompareOp::Less => (a, b, Op::Less),
            CompareOp::LessEqual => (a, b, Op::LessEqual),
            CompareOp::Greater => (b, a, Op::Less),
            CompareOp::GreaterEqual => (b, a, Op::LessEqual),
            CompareOp::In | CompareOp::NotIn => return None,
        };
        self.expr(first)?;
        self.expr(second)?;
        self.operation(op, 2);
        Some(())
    }

    /// A parameter, a name that the move binds, or a definition without arguments.
    fn name(&mut self, name: &str) -> Option<()> {
        if let Some(slot) = self.names.iter().rposition(|known| *known == name) {
            return self.operand(Op::Slot(slot));
        }
        let mut lets = self.decl.lets.iter();
        let definition =
            lets.find(|known| &*known.name.text == name && known.arguments.is_none())?;
        // A definition does not see the names that a move binds.
        let names = &self.names[..self.decl.parameters.len()];
        let hidden = std::mem::replace(&mut self.names, names);
        let compiled = self.expr(&definition.body);
        self.names = hidden;
        compiled
    }
}
