//! The syntax tree of a rules file: what was written, with its places.
//!
//! The parser makes it; the checker, the evaluator and the specialiser walk it.

use std::sync::Arc;

use crate::text::span::Span;

/// A word the author chose, or used.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    /// The word.
    pub(crate) text: Arc<str>,
    /// Where it stands.
    pub(crate) span: Span,
}

/// A rules file. The last game is the one that is meant; those before it are
/// the parts that its `sum` may use.
#[derive(Clone, Debug)]
pub(crate) struct File {
    /// At least one.
    pub(crate) games: Vec<GameDecl>,
}

/// `game name(parameters)` and the declarations up to the next `game`.
#[derive(Clone, Debug)]
pub(crate) struct GameDecl {
    /// The game's name.
    pub(crate) name: Name,
    /// In the order of the header.
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
    /// State variables.
    pub(crate) state: Vec<StateDecl>,
    /// In the order of the file, which is the order of the moves.
    pub(crate) moves: Vec<MoveDecl>,
    /// In the order of the file: the first that holds counts.
    pub(crate) results: Vec<ResultDecl>,
    /// `symmetry …`.
    pub(crate) symmetries: Vec<SymmetryDecl>,
    /// `show variable`.
    pub(crate) shows: Vec<Name>,
    /// `sum part(…) for … in …`.
    pub(crate) sum: Option<SumDecl>,
}

impl GameDecl {
    /// Whether the rules themselves say how the game ends for a player who is
    /// stuck, wherever one is.
    pub(crate) fn decides_stuck(&self) -> bool {
        let conditions = self.results.iter().filter_map(|r| r.condition.as_ref());
        conditions
            .into_iter()
            .any(|condition| matches!(condition.kind, ExprKind::Stuck))
    }
}

/// `name = default` or `name: type = default`.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    /// The parameter's name.
    pub(crate) name: Name,
    /// The declared range of its values.
    pub(crate) ty: Option<TypeExpr>,
    /// Its value where the caller sets none.
    pub(crate) default: Expr,
}

/// `type name = type`.
#[derive(Clone, Debug)]
pub(crate) struct TypeDecl {
    /// The type's name.
    pub(crate) name: Name,
    /// What it stands for.
    pub(crate) ty: TypeExpr,
}

/// `let name = value`, or a function.
#[derive(Clone, Debug)]
pub(crate) struct LetDecl {
    /// The name defined.
    pub(crate) name: Name,
    /// `None`: a value. `Some`: a function of so many arguments, at least one.
    pub(crate) arguments: Option<Vec<Name>>,
    /// The definition.
    pub(crate) body: Expr,
}

/// `name: type = first` or `name[index]: type = first`.
#[derive(Clone, Debug)]
pub(crate) struct StateDecl {
    /// The variable's name.
    pub(crate) name: Name,
    /// Present for an array.
    pub(crate) index: Option<ArrayIndex>,
    /// The type of the variable, or of each element.
    pub(crate) ty: TypeExpr,
    /// The value at the start. For an array: a map or list with a value for
    /// each index, or one value for all (it may use the index pattern's names).
    pub(crate) first: Expr,
}

/// What an array is indexed by: `[cells]` or `[(x, y) in cells]`.
#[derive(Clone, Debug)]
pub(crate) struct ArrayIndex {
    /// Names for the index, to be used in the first value.
    pub(crate) pattern: Option<Pattern>,
    /// The type of the index.
    pub(crate) ty: TypeExpr,
}

/// `move name(parameters) if guard "notation": body`.
#[derive(Clone, Debug)]
pub(crate) struct MoveDecl {
    /// The move's name.
    pub(crate) name: Name,
    /// In order; later ones may use earlier ones.
    pub(crate) parameters: Vec<MoveParameter>,
    /// When the move is legal; always, if absent.
    pub(crate) guard: Option<Expr>,
    /// How the move is written; else its name and its chosen parameters.
    pub(crate) notation: Option<Template>,
    /// What it does. May be empty (a pass).
    pub(crate) body: Vec<Stmt>,
}

/// A parameter of a move.
#[derive(Clone, Debug)]
pub(crate) enum MoveParameter {
    /// `pattern in domain`: chosen by the mover from a set known before the
    /// game starts.
    Chosen {
        /// The name or names it binds.
        pattern: Pattern,
        /// The finite set of choices.
        domain: Expr,
    },
    /// `name = value`: follows from the position and the choices before it.
    Derived {
        /// The name it binds.
        name: Name,
        /// Its value.
        value: Expr,
    },
}

/// `"text {expression} text"`.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    /// The parts in order.
    pub(crate) parts: Vec<TemplatePart>,
}

/// A piece of a [`Template`].
#[derive(Clone, Debug)]
pub(crate) enum TemplatePart {
    /// Copied as it is.
    Text(Arc<str>),
    /// Replaced by its value.
    Value(Expr),
}

/// Who a result is for.
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
}

/// `win me if condition`, `draw if condition`.
#[derive(Clone, Debug)]
pub(crate) struct ResultDecl {
    /// Who wins.
    pub(crate) verdict: Verdict,
    /// When. Always present for results of positions; in a body it may be left
    /// out.
    pub(crate) condition: Option<Expr>,
    /// The whole declaration.
    pub(crate) span: Span,
}

/// `symmetry swap cells: map`; at least one of `swap` and `cells` is present.
#[derive(Clone, Debug)]
pub(crate) struct SymmetryDecl {
    /// The two players change roles.
    pub(crate) swap: Option<Span>,
    /// The type whose values are moved about, and how.
    pub(crate) cells: Option<(Name, SymmetryMap)>,
    /// The whole declaration.
    pub(crate) span: Span,
}

/// How a symmetry moves the values of a type.
#[derive(Clone, Debug)]
pub(crate) enum SymmetryMap {
    /// All rotations and reflections of a grid (8 if square, else 4).
    All(Span),
    /// The two reflections of a grid, and the half turn they make.
    Flips(Span),
    /// `pattern -> value`.
    Map(Pattern, Expr),
}

/// `sum part(arguments) for pattern in set`.
#[derive(Clone, Debug)]
pub(crate) struct SumDecl {
    /// A game declared before in the same file.
    pub(crate) part: Name,
    /// Its parameters, in order; the rest keep their defaults.
    pub(crate) arguments: Vec<Expr>,
    /// Which parts there are.
    pub(crate) clauses: Vec<Clause>,
    /// The whole declaration.
    pub(crate) span: Span,
}

/// A type as it is written.
#[derive(Clone, Debug)]
pub(crate) struct TypeExpr {
    /// Which type.
    pub(crate) kind: TypeKind,
    /// Where.
    pub(crate) span: Span,
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
    /// A declared name.
    Named(Arc<str>),
    /// `player?` or `name?` of an enumeration: or `none`.
    Optional(Box<TypeExpr>),
    /// `grid(width, height)`: pairs `(x, y)`.
    Grid(Expr, Expr),
    /// `bag(size) of type`: a multiset of `size` values.
    Bag(Expr, Box<TypeExpr>),
    /// `(type, type, …)`.
    Tuple(Vec<TypeExpr>),
    /// `{red, green}`: an enumeration (only in `type name = …`).
    Enum(Vec<Name>),
}

/// Names that take a value apart: `c`, `(x, y)`, `a, b`.
#[derive(Clone, Debug)]
pub(crate) enum Pattern {
    /// The whole value.
    Name(Name),
    /// The components of a tuple.
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
    /// The names bound.
    pub(crate) pattern: Pattern,
    /// What they range over.
    pub(crate) domain: Expr,
    /// Elements for which this is false are passed over.
    pub(crate) condition: Option<Expr>,
}

/// A statement of a move's body.
#[derive(Clone, Debug)]
pub(crate) enum Stmt {
    /// `target = value`, `target += value`, `target -= value`.
    Assign {
        /// The variable or element.
        target: Target,
        /// How the new value is made.
        op: AssignOp,
        /// The right-hand side.
        value: Expr,
    },
    /// `if … elif … else …`.
    If {
        /// Conditions with their blocks.
        arms: Vec<(Expr, Vec<Stmt>)>,
        /// The block of `else`, or nothing.
        otherwise: Vec<Stmt>,
    },
    /// `for …:` with its block.
    For {
        /// At least one.
        clauses: Vec<Clause>,
        /// What is done for each.
        body: Vec<Stmt>,
    },
    /// `let name = value`: the value at this moment.
    Let {
        /// The name, visible to the end of its block.
        name: Name,
        /// The value.
        value: Expr,
    },
    /// `again`: the turn is kept.
    Again,
    /// `win me if …`: this very move ends the game.
    Result(ResultDecl),
}

/// The left-hand side of an assignment: a state variable, `a[i]`, `a[i][j]`.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    /// The state variable.
    pub(crate) name: Name,
    /// Indices, outermost first.
    pub(crate) indices: Vec<Expr>,
    /// The whole target.
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
    /// Which.
    pub(crate) kind: ExprKind,
    /// Where.
    pub(crate) span: Span,
}

/// The forms of an expression.
#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    /// A number.
    Int(i64),
    /// `true`, `false`.
    Bool(bool),
    /// `none`: no player, no value of an optional type.
    None,
    /// `me`: the player to move.
    Me,
    /// `other`: the opponent of the player to move.
    Other,
    /// `stuck`: there is no legal move. Only in results of positions.
    Stuck,
    /// `"text"`: only to be shown in the notation of moves.
    Text(Arc<str>),
    /// A parameter, local name, `let`, state variable, type (as the set of its
    /// values), player, or enumeration value.
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
        /// A list keeps order and repetitions; a set is sorted.
        collection: Collection,
        /// The element.
        element: Box<Expr>,
        /// At least one.
        clauses: Vec<Clause>,
    },
    /// `lo..hi`: the numbers from lo to hi, both included; empty if hi < lo.
    Range(Box<Expr>, Box<Expr>),
    /// `base[index]`; `base[i, j]` has a tuple as index.
    Index(Box<Expr>, Box<Expr>),
    /// `f(x, y)`: a function of a `let`, or [`Builtin`].
    Call {
        /// The function.
        function: Name,
        /// At least one.
        arguments: Vec<Expr>,
    },
    /// `any(condition for …)` and its kin over a comprehension.
    Fold {
        /// Which.
        op: FoldOp,
        /// The element.
        element: Box<Expr>,
        /// At least one.
        clauses: Vec<Clause>,
    },
    /// `not a`, `-a`.
    Unary(UnaryOp, Box<Expr>),
    /// Arithmetic and logic.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a < b <= c`: every neighbouring pair must hold.
    Compare(Box<Expr>, Vec<(CompareOp, Expr)>),
    /// `then if condition else otherwise`.
    Conditional {
        /// The value if it holds.
        then: Box<Expr>,
        /// The condition.
        condition: Box<Expr>,
        /// The value if not.
        otherwise: Box<Expr>,
    },
}

/// What a comprehension makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Collection {
    /// In order, with repetitions.
    List,
    /// Sorted, without.
    Set,
}

/// Functions over a comprehension: `any(… for …)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FoldOp {
    /// Some element is true.
    Any,
    /// Every element is true.
    All,
    /// How many elements are true.
    Count,
    /// The elements added up; 0 for none.
    Sum,
    /// The least element; at least one is needed.
    Min,
    /// The largest element; at least one is needed.
    Max,
}

impl FoldOp {
    /// The function of this name.
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

    /// Its name.
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

/// Functions of plain arguments that every game knows: `abs(a)`, `len(a)`;
/// `any`, `all`, `count`, `sum`, `min` and `max` of one list or set; `min` and
/// `max` of two or more numbers.
pub(crate) const BUILTINS: [&str; 8] = ["abs", "len", "any", "all", "count", "sum", "min", "max"];

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
    /// `or`, from left to right, only as far as needed.
    Or,
    /// `and`, likewise.
    And,
    /// `+`: numbers, tuples (component by component), lists (joined).
    Add,
    /// `-`: numbers, tuples.
    Subtract,
    /// `*`: numbers, a number and a tuple.
    Multiply,
    /// `//`: rounded down.
    Divide,
    /// `%`: never negative for a positive modulus.
    Modulo,
    /// `**`
    Power,
}

impl BinaryOp {
    /// As it is written.
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
    /// `<`: numbers, or tuples of numbers (the first difference decides).
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
    /// As it is written.
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
