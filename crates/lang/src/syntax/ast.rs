//! The syntax tree of a rules file: what was written, and where.
//!
//! The parser makes the tree; the checker, the evaluator and the specialiser walk it.

use std::sync::Arc;

use super::look::Look;
use crate::text::span::Span;

/// A name as it is written in the rules, where it is defined or where it is used.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub(crate) text: Arc<str>,
    pub(crate) span: Span,
}

/// A rules file. The last game is the one that is played; the games before it are the
/// parts that its `sum` may use.
#[derive(Clone, Debug)]
pub(crate) struct File {
    /// At least one game.
    pub(crate) games: Vec<GameDecl>,
}

/// `game name(parameters)` and the declarations up to the next `game`.
#[derive(Clone, Debug)]
pub(crate) struct GameDecl {
    /// The game's name.
    pub(crate) name: Name,
    /// The parameters in the order of the header.
    pub(crate) parameters: Vec<Parameter>,
    /// The place of the word `impartial`.
    pub(crate) impartial: Option<Span>,
    /// The place of the word `misere`.
    pub(crate) misere: Option<Span>,
    /// `players A, B`, with its place.
    pub(crate) players: Option<([Name; 2], Span)>,
    /// `require condition`.
    pub(crate) requires: Vec<Expr>,
    /// `type name = type`.
    pub(crate) types: Vec<TypeDecl>,
    /// `let name = …` and `let name(arguments) = …`.
    pub(crate) lets: Vec<LetDecl>,
    /// The state variables, in the order of the file.
    pub(crate) state: Vec<StateDecl>,
    /// The moves in the order of the file, which is also the order in which they are
    /// listed.
    pub(crate) moves: Vec<MoveDecl>,
    /// `assert condition`: laws, which hold in each position of play.
    pub(crate) laws: Vec<Expr>,
    /// The results in the order of the file: the first one whose condition holds
    /// counts.
    pub(crate) results: Vec<ResultDecl>,
    /// `win A if endless` or `draw if endless`, who wins where play never ends: a result without a
    /// condition. `None` is a draw.
    pub(crate) endless: Option<ResultDecl>,
    /// `symmetry …`.
    pub(crate) symmetries: Vec<SymmetryDecl>,
    /// `show …`: what is drawn of a position, and how pieces look.
    pub(crate) shows: Vec<ShowDecl>,
    /// `sum part(…) for … in …`.
    pub(crate) sum: Option<SumDecl>,
}

/// What a `show` draws, or whose look it says.
#[derive(Clone, Debug)]
pub(crate) struct ShowDecl {
    /// A variable, or a map or a list of lines made of the position; with a look it may also be a
    /// single value ([`GameDecl::is_of_a_piece`]).
    pub(crate) what: Expr,
    /// `as disc red` or `as letter`.
    pub(crate) look: Option<Look>,
}

impl File {
    /// The place of the game with this name.
    pub(crate) fn place_of(&self, name: &Name) -> Option<usize> {
        self.games
            .iter()
            .position(|game| game.name.text == name.text)
    }
}

/// `name = default` or `name: type = default`.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    /// The parameter's name.
    pub(crate) name: Name,
    /// The declared range of its values.
    pub(crate) ty: Option<TypeExpr>,
    /// The parameter's value where the caller sets none.
    pub(crate) default: Expr,
}

/// `type name = type`.
#[derive(Clone, Debug)]
pub(crate) struct TypeDecl {
    /// The type's name.
    pub(crate) name: Name,
    /// The type that the name stands for.
    pub(crate) ty: TypeExpr,
}

/// `let name = value` or `let name(arguments) = value`.
#[derive(Clone, Debug)]
pub(crate) struct LetDecl {
    /// The name that is defined.
    pub(crate) name: Name,
    /// `None` for a value. `Some` for a function: the names of its arguments, at least
    /// one; an argument that is a tuple may be taken apart.
    pub(crate) arguments: Option<Vec<Pattern>>,
    /// The expression that the name stands for, or that the function returns.
    pub(crate) body: Expr,
}

/// `name: type = first` or `name[index]: type = first`.
#[derive(Clone, Debug)]
pub(crate) struct StateDecl {
    /// The variable's name.
    pub(crate) name: Name,
    /// What an array is indexed by; `None` for a variable that is no array.
    pub(crate) index: Option<ArrayIndex>,
    /// The type of the variable, or of each element.
    pub(crate) ty: TypeExpr,
    /// The value at the start. For an array: a map or list with a value for
    /// each index, or one value for all (it may use the index pattern's names).
    pub(crate) first: Expr,
}

impl StateDecl {
    /// Whether the type of the elements is a range, which may use the names of the index.
    pub(crate) fn is_ranged_by_index(&self) -> bool {
        let pattern = self.index.as_ref().and_then(|index| index.pattern.as_ref());
        pattern.is_some() && matches!(self.ty.kind, TypeKind::Range(..))
    }
}

/// What an array is indexed by: `[cells]` or `[(x, y) in cells]`.
#[derive(Clone, Debug)]
pub(crate) struct ArrayIndex {
    /// The names of the index, which the first value may use, and a range of the elements.
    pub(crate) pattern: Option<Pattern>,
    /// The type of the index.
    pub(crate) ty: TypeExpr,
}

/// `move name(parameters) if guard leaving condition "notation": body`.
#[derive(Clone, Debug)]
pub(crate) struct MoveDecl {
    /// The move's name.
    pub(crate) name: Name,
    /// The parameters in the order of the rules; a later one may use an earlier one.
    pub(crate) parameters: Vec<MoveParameter>,
    /// When the move is legal; without a guard it always is.
    pub(crate) guard: Option<Expr>,
    /// What must hold once the body was done, before the turn passes: without it the move
    /// is not legal.
    pub(crate) leaving: Option<Expr>,
    /// How the move is written. Without a notation it is written as its name and its
    /// chosen parameters.
    pub(crate) notation: Option<Template>,
    /// What the move does. An empty body is a pass.
    pub(crate) body: Vec<Stmt>,
    /// `becomes game(…) + game(…)`, in the place of a body: the games that the move leaves.
    pub(crate) becomes: Option<Becomes>,
}

/// `becomes game(…) + game(…)` or `becomes nothing`: the games that a move leaves in the place of its own.
#[derive(Clone, Debug)]
pub(crate) struct Becomes {
    /// The games in the order of the text; none for `nothing`.
    pub(crate) parts: Vec<LeftGame>,
    /// The place of the whole statement.
    pub(crate) span: Span,
}

/// A game that a move leaves: a game of the file with the values of its parameters.
#[derive(Clone, Debug)]
pub(crate) struct LeftGame {
    /// The name of the game.
    pub(crate) game: Name,
    /// The values of its parameters, in the order of its header; the parameters that follow keep their
    /// defaults.
    pub(crate) arguments: Vec<Expr>,
}

/// A parameter of a move.
#[derive(Clone, Debug)]
pub(crate) enum MoveParameter {
    /// `pattern in domain`: chosen by the mover from a set known before the
    /// game starts.
    Chosen {
        /// The name or names that the choice is bound to.
        pattern: Pattern,
        /// The finite set of choices.
        domain: Expr,
    },
    /// `name = value`: follows from the position and the choices before it.
    Derived {
        /// The name that the value is bound to.
        name: Name,
        /// The expression for the value.
        value: Expr,
    },
}

/// `"text {expression} text"`.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    /// The pieces in the order of the text.
    pub(crate) parts: Vec<TemplatePart>,
}

/// A piece of a [`Template`].
#[derive(Clone, Debug)]
pub(crate) enum TemplatePart {
    /// A text that is copied as it is.
    Text(Arc<str>),
    /// An expression that is replaced by its value.
    Value(Expr),
}

/// Who wins by a result, or that nobody does, or with which score the game ends.
#[derive(Clone, Debug)]
pub(crate) enum Verdict {
    /// `win me`: the player to move (in a body: the player who moves).
    Me,
    /// `win other`.
    Other,
    /// `win Name`: a named player.
    Player(Name),
    /// `draw`.
    Draw,
    /// `score value`: the game ends with this score for the player to move, and who has more
    /// than 0 wins.
    Score(Expr),
}

/// `win me if condition`, `win me`, `draw if condition` or `score value if condition`.
#[derive(Clone, Debug)]
pub(crate) struct ResultDecl {
    /// Who wins, or that the game is drawn.
    pub(crate) verdict: Verdict,
    /// When the result holds. The result of a position always has a condition; a result
    /// in a body may have none.
    pub(crate) condition: Option<Expr>,
    /// The place of the whole declaration.
    pub(crate) span: Span,
}

/// `symmetry swap cells: map, slots: map`; at least one of `swap` and a type is present.
#[derive(Clone, Debug)]
pub(crate) struct SymmetryDecl {
    /// The place of the word `swap`: the two players change roles.
    pub(crate) swap: Option<Span>,
    /// The types whose values the symmetry moves, and how it moves them. The values of all other
    /// types stay.
    pub(crate) moved: Vec<(Name, SymmetryMap)>,
    /// The place of the whole declaration.
    pub(crate) span: Span,
}

/// How a symmetry moves the values of a type.
#[derive(Clone, Debug)]
pub(crate) enum SymmetryMap {
    /// `all`: the rotations and reflections of a grid (8 if it is square, else 4).
    All(Span),
    /// `flips`: the two reflections of a grid, and the half turn that both together
    /// make.
    Flips(Span),
    /// `pattern -> value`: the value that the expression gives for each value of the
    /// type.
    Map(Pattern, Expr),
}

/// `sum part(arguments) for pattern in set`.
#[derive(Clone, Debug)]
pub(crate) struct SumDecl {
    /// A game declared before in the same file.
    pub(crate) part: Name,
    /// The values of the part's parameters, in the order of its header; the parameters
    /// that follow keep their defaults.
    pub(crate) arguments: Vec<Expr>,
    /// The clauses, which say how often the part is in the sum and with which
    /// arguments.
    pub(crate) clauses: Vec<Clause>,
    /// The place of the whole declaration.
    pub(crate) span: Span,
}

/// A type as it is written.
#[derive(Clone, Debug)]
pub(crate) struct TypeExpr {
    pub(crate) kind: TypeKind,
    pub(crate) span: Span,
}

/// How positions and moves write the cells of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CellNames {
    /// As two numbers from 0: `1,2`.
    Numbers,
    /// As a letter and a number from 1, as in chess: `b3`.
    Squares,
}

/// The forms of a type.
#[derive(Clone, Debug)]
pub(crate) enum TypeKind {
    /// `lo..hi`, both included.
    Range(Expr, Expr),
    /// `bool`.
    Bool,
    /// `player`.
    Player,
    /// The name of a declared type.
    Named(Arc<str>),
    /// `player?`, or `name?` where the name is that of an enumeration: the values of
    /// the type, and `none`.
    Optional(Box<TypeExpr>),
    /// `grid(width, height)`: the pairs `(x, y)` with `0 <= x < width` and `0 <= y <
    /// height`.
    Grid(Expr, Expr, CellNames),
    /// `bag(size) of type`: a multiset of `size` values.
    Bag(Expr, Box<TypeExpr>),
    /// `list of type`, of a parameter.
    List(Box<TypeExpr>),
    /// `(type, type, …)`.
    Tuple(Vec<TypeExpr>),
    /// `{red, green}`: an enumeration (only in `type name = …`).
    Enum(Vec<Name>),
}

/// Names that take a value apart: `c`, `(x, y)`, `a, b`.
#[derive(Clone, Debug)]
pub(crate) enum Pattern {
    /// One name for the whole value.
    Name(Name),
    /// A pattern for each component of a tuple.
    Tuple(Vec<Pattern>, Span),
}

impl Pattern {
    /// Where the pattern stands.
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Name(name) => name.span,
            Self::Tuple(_, span) => *span,
        }
    }
}

/// `for pattern in domain if condition`.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    /// The names that are bound to an element.
    pub(crate) pattern: Pattern,
    /// The collection that the elements come from.
    pub(crate) domain: Expr,
    /// An element for which the condition is false is passed over.
    pub(crate) condition: Option<Expr>,
}

/// A statement of a move's body.
#[derive(Clone, Debug)]
pub(crate) enum Stmt {
    /// `target = value`, `target += value`, `target -= value`.
    Assign {
        /// The variable, or the element of a variable.
        target: Target,
        /// How the new value is made.
        op: AssignOp,
        /// The right-hand side.
        value: Expr,
    },
    /// `target, target = value, value`: all indices and values are evaluated first, then the
    /// targets change in their order. Both lists have the same length, two or more.
    Together {
        /// The variables, or elements of variables.
        targets: Vec<Target>,
        /// The new value of each target.
        values: Vec<Expr>,
    },
    /// `if … elif … else …`.
    If {
        /// The conditions of `if` and `elif`, each with its block.
        arms: Vec<(Expr, Vec<Stmt>)>,
        /// The block of `else`; empty if there is none.
        otherwise: Vec<Stmt>,
    },
    /// `for …:` with its block.
    For {
        /// At least one clause.
        clauses: Vec<Clause>,
        /// What is done for each combination of elements.
        body: Vec<Stmt>,
    },
    /// `repeat bound while condition:` with its block.
    Repeat(Repeat),
    /// `assert condition`: where it does not hold there is a fault.
    Assert(Expr),
    /// `let name = value`: the name stands for the value that the expression has at
    /// this moment.
    Let {
        /// The name, which is visible to the end of its block.
        name: Name,
        /// The expression.
        value: Expr,
    },
    /// `again`: the turn is kept.
    Again,
    /// `gain number`: the mover gains this number of points by the move.
    Gain {
        /// The number.
        value: Expr,
        /// The place of the whole statement.
        span: Span,
    },
    /// `win me if …` or `draw`: the move ends the game.
    Result(ResultDecl),
}

/// `repeat bound while condition:` with its block, which runs as long as the condition holds. If
/// it still holds after so many times as the bound says, there is a fault.
#[derive(Clone, Debug)]
pub(crate) struct Repeat {
    /// The most times that the block may run, known before the game starts.
    pub(crate) bound: Expr,
    /// Asked before each time.
    pub(crate) condition: Expr,
    /// What is done each time.
    pub(crate) body: Vec<Stmt>,
}

/// The left-hand side of an assignment: a state variable, `a[i]`, `a[i][j]`. An array or a bag
/// without an index changes as a whole.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) name: Name,
    /// The indices, the outermost first.
    pub(crate) indices: Vec<Expr>,
    /// The place of the whole target.
    pub(crate) span: Span,
}

/// The forms of an assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AssignOp {
    /// `=`
    Set,
    /// `+=`
    Add,
    /// `-=`
    Subtract,
}

/// An expression.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) span: Span,
}

/// The forms of an expression.
#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    /// A number.
    Int(i64),
    /// `true`, `false`.
    Bool(bool),
    /// `none`: no player, or the value of an optional type that is no value of the type
    /// itself.
    None,
    /// `me`: the player to move.
    Me,
    /// `other`: the opponent of the player to move.
    Other,
    /// `stuck`: there is no legal move. It may stand in results of positions only.
    Stuck,
    /// `"text"`.
    Text(Arc<str>),
    /// The name of a parameter, a local name, a `let`, a state variable, a type (it
    /// stands for the set of the type's values), a player, or a value of an
    /// enumeration.
    Name(Arc<str>),
    /// `(a, b)`.
    Tuple(Vec<Expr>),
    /// `[a, b]`.
    List(Vec<Expr>),
    /// `{a, b}`.
    Set(Vec<Expr>),
    /// `{a: x, b: y}`.
    Map(Vec<(Expr, Expr)>),
    /// `[element for …]` or `{element for …}`.
    Comprehension {
        /// Which of the two is made.
        collection: Collection,
        /// The expression for each element.
        element: Box<Expr>,
        /// At least one clause.
        clauses: Vec<Clause>,
    },
    /// `{key: value for …}`: a map with an entry for each combination of elements.
    MapComprehension(Box<MapFor>),
    /// `lo..hi`: the numbers from lo to hi, both included; empty if hi < lo.
    Range(Box<Expr>, Box<Expr>),
    /// `base[index]`; `base[i, j]` has a tuple as index. A list or text has an element for a
    /// number, and for a set of numbers the list or text of these elements.
    Index(Box<Expr>, Box<Expr>),
    /// `f(x, y)`: a function that a `let` defines, or one of [`BUILTINS`].
    Call {
        /// The function's name.
        function: Name,
        /// At least one argument.
        arguments: Vec<Expr>,
    },
    /// `any(condition for …)`, or another [`FoldOp`] over a comprehension.
    Fold {
        /// The function.
        op: FoldOp,
        /// The expression for each element.
        element: Box<Expr>,
        /// At least one clause.
        clauses: Vec<Clause>,
    },
    /// `closure(start, pattern -> step)`: the least set that holds the elements of `start`
    /// and, with each element, those of the step from it.
    Closure(Box<Closure>),
    /// `not a`, `-a`.
    Unary(UnaryOp, Box<Expr>),
    /// Arithmetic and logic.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a < b <= c`: each comparison of two neighbours must hold.
    Compare(Box<Expr>, Vec<(CompareOp, Expr)>),
    /// `then if condition else otherwise`.
    Conditional {
        /// The value if the condition holds.
        then: Box<Expr>,
        /// The condition.
        condition: Box<Expr>,
        /// The value if the condition does not hold.
        otherwise: Box<Expr>,
    },
}

/// A map with an entry for each combination of the elements of clauses.
#[derive(Clone, Debug)]
pub(crate) struct MapFor {
    /// The key of the entry; no two entries have the same key.
    pub(crate) key: Expr,
    /// The value of the entry.
    pub(crate) value: Expr,
    /// At least one clause.
    pub(crate) clauses: Vec<Clause>,
}

/// A set that grows by steps until nothing is new.
#[derive(Clone, Debug)]
pub(crate) struct Closure {
    /// The list or set that it starts from.
    pub(crate) start: Expr,
    /// The names that are bound to an element.
    pub(crate) pattern: Pattern,
    /// The list or set of the elements to which there is a step from that element.
    pub(crate) step: Expr,
}

/// What a comprehension makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Collection {
    /// A list: the elements stay in order, and an element may occur several times.
    List,
    /// A set: the elements are sorted, and each occurs once.
    Set,
}

/// Functions over a comprehension: `any(… for …)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FoldOp {
    /// Some element is true.
    Any,
    /// Every element is true.
    All,
    /// The number of elements that are true.
    Count,
    /// The sum of the elements; 0 if there are none.
    Sum,
    /// The least element; at least one is needed.
    Min,
    /// The largest element; at least one is needed.
    Max,
}

impl FoldOp {
    /// Returns the function that is written `name`.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "any" => Self::Any,
            "all" => Self::All,
            "count" => Self::Count,
            "sum" => Self::Sum,
            "min" => Self::Min,
            "max" => Self::Max,
            _ => return None,
        })
    }

    /// Whether the result is one of the elements, the first or the last by their order.
    pub(crate) fn is_of_ordered(self) -> bool {
        matches!(self, Self::Min | Self::Max)
    }

    /// Returns the function as it is written.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::All => "all",
            Self::Count => "count",
            Self::Sum => "sum",
            Self::Min => "min",
            Self::Max => "max",
        }
    }
}

/// The functions of plain arguments that every game knows. `abs(a)` and `isqrt(a)` take a number,
/// `gcd` two or more, and `len(a)` a collection; `any`, `all`, `count`, `sum`, `min` and `max` take one list
/// or set; `min` and `max` also take two or more numbers. `closure` takes a start and a step,
/// which is no value ([`ExprKind::Closure`]).
pub(crate) const BUILTINS: [&str; 11] = [
    "abs", "gcd", "isqrt", "len", "any", "all", "count", "sum", "min", "max", CLOSURE,
];

/// Those of [`BUILTINS`] whose names a game may give to definitions of its own.
pub(crate) const REDEFINABLE: [&str; 2] = ["gcd", "isqrt"];

/// The word that begins an [`ExprKind::Closure`].
pub(crate) const CLOSURE: &str = "closure";

/// Operators of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnaryOp {
    /// `not`
    Not,
    /// `-`
    Negate,
}

/// Operators of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BinaryOp {
    /// `or`: the right operand is asked only if the left one is false.
    Or,
    /// `and`: the right operand is asked only if the left one is true.
    And,
    /// `+` adds numbers, adds tuples component by component, and joins lists.
    Add,
    /// `-` subtracts numbers, and tuples component by component; of two sets it leaves the
    /// elements of the first that are not in the second.
    Subtract,
    /// `*` multiplies two numbers, or a number and each component of a tuple.
    Multiply,
    /// `//` divides and rounds down.
    Divide,
    /// `%` is the remainder of `//`: it is never negative for a positive modulus.
    Modulo,
    /// `**`
    Power,
    /// `|`: the elements of one set or the other.
    Union,
    /// `&`: the elements of both sets.
    Intersection,
}

impl BinaryOp {
    /// Returns the operator as it is written.
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Self::Or => "or",
            Self::And => "and",
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "//",
            Self::Modulo => "%",
            Self::Power => "**",
            Self::Union => "|",
            Self::Intersection => "&",
        }
    }
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CompareOp {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<` compares numbers, or tuples of numbers, of which the first difference
    /// decides; a set is less than another one that has all its elements and more.
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `in`
    In,
    /// `not in`
    NotIn,
}

impl CompareOp {
    /// Returns the operator as it is written.
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Greater => ">",
            Self::GreaterEqual => ">=",
            Self::In => "in",
            Self::NotIn => "not in",
        }
    }
}
