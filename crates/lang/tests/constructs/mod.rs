//! The constructs of the language, each with a name.
//!
//! The random games of the tests must use the whole language. So every form of the
//! syntax tree has a name here. A form has several names where it matters what it
//! stands on or beside: `x[i]` is one construct for an array and another one for a bag.
//!
//! These files are a part of the library, for the feature `testing` alone: the syntax tree is
//! not public.

pub(crate) mod used;

use std::collections::BTreeSet;

use self::used::constructs;
use crate::instance::Rules;

macro_rules! constructs {
    ($($name:ident = $text:literal),+ $(,)?) => {
        /// A construct of the language.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Construct {
            $(#[doc = concat!("`", $text, "`")] $name,)+
        }

        impl Construct {
            /// Every construct.
            pub const ALL: &[Self] = &[$(Self::$name,)+];

            /// Returns the construct as it is written, or describes it in words.
            #[must_use]
            pub fn text(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)+
                }
            }
        }
    };
}

impl Rules {
    /// Returns the constructs of the language that the file uses.
    pub fn constructs(&self) -> BTreeSet<Construct> {
        constructs(&self.file)
    }
}

impl Construct {
    /// Whether only games without positions have the construct, whose moves leave other games.
    #[must_use]
    pub fn leaves_games(self) -> bool {
        matches!(self, Self::Becomes | Self::BecomesNothing)
    }
}

constructs! {
    // Declarations.
    Score = "score … if …",
    Parameter = "a parameter",
    TypedParameter = "a parameter with a type",
    ListParameter = "a parameter with the type of a list",
    Players = "players A, B",
    Impartial = "impartial",
    Misere = "misere",
    Require = "require",
    Law = "assert …",
    NamedType = "type t = …",
    Constant = "let x = …",
    Function = "let f(x) = …",
    FunctionOfTuple = "let f((x, y)) = …",
    Show = "show x",
    Drawing = "show {…}",
    ShowAs = "show x as …",
    Piece = "show A as …",
    Sum = "sum part for …",
    SumArgument = "sum part(…) for …",
    SumOfSums = "a sum of sums",
    SumOfPlayers = "a sum of parts with players",
    SumOfImpartial = "a sum of impartial parts",
    SymmetrySwap = "symmetry swap",
    SymmetryAll = "symmetry t: all",
    SymmetryFlips = "symmetry t: flips",
    SymmetryMap = "symmetry t: i -> …",
    SymmetryTupleMap = "symmetry t: (i, j) -> …",
    SymmetrySwapMap = "symmetry swap t: …",
    SymmetryOfSeveral = "symmetry t: …, u: …",
    // Types of variables.
    Range = "x: 0..3",
    NegativeRange = "x: -1..1",
    RangeByIndex = "x[i in …]: 0..i",
    EmptyField = "x: 3..3",
    Bool = "x: bool",
    Player = "x: player",
    OptionalPlayer = "x: player?",
    Enumeration = "x: colour",
    OptionalEnumeration = "x: colour?",
    Grid = "x: grid(2, 2)",
    Squares = "x: squares(2, 1)",
    Tuple = "x: (0..1, bool)",
    NestedTuple = "x: (0..1, (0..1, bool))",
    Bag = "x: bag(2) of …",
    ArrayOfBags = "x[…]: bag(2) of …",
    // Types of what an array is indexed by.
    IndexedByRange = "x[0..1]: …",
    IndexedByBool = "x[bool]: …",
    IndexedByPlayer = "x[player]: …",
    IndexedByOptionalPlayer = "x[player?]: …",
    IndexedByEnumeration = "x[colour]: …",
    IndexedByOptionalEnumeration = "x[colour?]: …",
    IndexedByGrid = "x[grid(2, 2)]: …",
    IndexedByTuple = "x[(0..1, bool)]: …",
    // Types of what is in a bag.
    BagOfRange = "bag(2) of 0..1",
    BagOfBool = "bag(2) of bool",
    BagOfPlayer = "bag(2) of player",
    BagOfOptionalPlayer = "bag(2) of player?",
    BagOfEnumeration = "bag(2) of colour",
    BagOfOptionalEnumeration = "bag(2) of colour?",
    BagOfGrid = "bag(2) of grid(2, 2)",
    BagOfTuple = "bag(2) of (0..1, bool)",
    // First values of arrays.
    FirstValue = "x[…]: … = one value for all",
    FirstList = "x[…]: … = [a, b]",
    FirstMap = "x[…]: … = {a: b}",
    FirstByName = "x[i in …]: … = a value for i",
    FirstByTuple = "x[(i, j) in …]: … = a value for (i, j)",
    // Moves.
    PlainMove = "move m",
    Chosen = "move m(i in …)",
    ChosenFromRow = "move m(i in a[…])",
    ChosenByMover = "move m(i in … of me)",
    Derived = "move m(i = …)",
    Guard = "move m if …",
    Leaving = "move m leaving …",
    NoGuard = "move m:",
    Notation = "move m \"…\"",
    NotationValue = "move m \"{…}\"",
    Pass = "a move without a body",
    // Results of positions, and in bodies.
    WinMe = "win me if …",
    WinOther = "win other if …",
    WinPlayer = "win A if …",
    Draw = "draw if …",
    EndlessWin = "win A if endless",
    EndlessDraw = "draw if endless",
    BodyWinMe = "win me, in a body",
    BodyWinOther = "win other, in a body",
    BodyWinPlayer = "win A, in a body",
    BodyDraw = "draw, in a body",
    BodyResultIf = "a result with a condition, in a body",
    BodyResultAlways = "a result without a condition, in a body",
    SeveralResults = "several results in one body",
    ResultInLoop = "a result in a loop",
    Stuck = "stuck",
    // Patterns and clauses.
    PatternName = "a pattern that is a name",
    PatternTuple = "a pattern (i, j)",
    PatternNested = "a pattern (i, (j, k))",
    PatternAnything = "a pattern _",
    ClauseIf = "for i in … if …",
    SeveralClauses = "for i in … for j in …",
    InList = "for i in a list",
    InSet = "for i in a set",
    InRange = "for i in a range",
    InType = "for i in a type",
    InMap = "for i in a map",
    InText = "for i in a text",
    InVariable = "for i in an array or a bag",
    InOther = "for i in another expression",
    // Statements.
    SetVariable = "x = …",
    AddVariable = "x += …",
    SubtractVariable = "x -= …",
    SetElement = "x[i] = …",
    AddElement = "x[i] += …",
    SubtractElement = "x[i] -= …",
    SetBag = "bag[i] = …",
    AddBag = "bag[i] += …",
    SubtractBag = "bag[i] -= …",
    SetBagOfArray = "bags[i][j] = …",
    AddBagOfArray = "bags[i][j] += …",
    SubtractBagOfArray = "bags[i][j] -= …",
    SetArray = "x = …, a whole array",
    SetWholeBag = "bag = …, a whole bag",
    Together = "x, y = …, …",
    If = "if …:",
    Elif = "elif …:",
    Else = "else:",
    For = "for …:",
    Repeat = "repeat … while …:",
    Assert = "assert …, in a body",
    Let = "let x = …, in a body",
    Again = "again",
    Gain = "gain …",
    Becomes = "becomes …",
    BecomesNothing = "becomes nothing",
    GainInLoop = "gain … in a loop",
    SeveralGains = "several gains in one body",
    AgainInLoop = "again in a loop",
    // Values.
    Int = "a number",
    True = "true",
    False = "false",
    None = "none",
    Me = "me",
    Other = "other",
    Text = "a text",
    TupleOf = "(a, b)",
    ListOf = "[a, b]",
    EmptyList = "[]",
    SetOf = "{a, b}",
    MapOf = "{a: b}",
    ListFor = "[a for …]",
    SetFor = "{a for …}",
    MapFor = "{a: b for …}",
    RangeOf = "a..b",
    // Names.
    LocalName = "a local name",
    ParameterName = "the name of a parameter",
    ConstantName = "the name of a let",
    VariableName = "the name of a variable",
    ArrayName = "the name of an array, without an index",
    BagName = "the name of a bag, without an index",
    TypeName = "the name of a type",
    PlayerType = "player",
    PlayerName = "the name of a player",
    EnumerationValue = "a value of an enumeration",
    // Operators.
    Index = "a[b]",
    IndexArray = "x[i]",
    IndexBag = "bag[i]",
    IndexBagOfArray = "bags[i][j]",
    IndexPair = "a[b, c]",
    Slice = "a[b..c]",
    IndexText = "\"text\"[i]",
    Call = "f(a)",
    Not = "not a",
    Negate = "-a",
    NegateTuple = "-(a, b)",
    Or = "a or b",
    And = "a and b",
    Add = "a + b",
    AddTuples = "a + (b, c)",
    AddLists = "a + [b]",
    Subtract = "a - b",
    SubtractTuples = "a - (b, c)",
    SubtractSets = "a - {b}",
    Union = "a | b",
    Intersection = "a & b",
    Multiply = "a * b",
    MultiplyTuple = "a * (b, c)",
    Divide = "a // b",
    Modulo = "a % b",
    Power = "a ** b",
    PowerModulo = "a ** b % c",
    Equal = "a == b",
    NotEqual = "a != b",
    Less = "a < b",
    LessEqual = "a <= b",
    Greater = "a > b",
    GreaterEqual = "a >= b",
    In = "a in b",
    NotIn = "a not in b",
    InWrittenRange = "a in b..c",
    NotInWrittenRange = "a not in b..c",
    CompareTuples = "a < (b, c)",
    EqualTuples = "a == (b, c)",
    CompareSets = "a < {b}",
    EqualSets = "a == {b}",
    Chain = "a < b < c",
    Conditional = "a if b else c",
    // Functions that every game knows.
    Any = "any(… for …)",
    All = "all(… for …)",
    Count = "count(… for …)",
    SumFor = "sum(… for …)",
    Min = "min(… for …)",
    Max = "max(… for …)",
    AnyOf = "any(a)",
    AllOf = "all(a)",
    CountOf = "count(a)",
    SumOf = "sum(a)",
    MinOf = "min(a)",
    MaxOf = "max(a)",
    MinOfSeveral = "min(a, b)",
    MaxOfSeveral = "max(a, b)",
    Len = "len(a)",
    Abs = "abs(a)",
    Gcd = "gcd(a, b)",
    Isqrt = "isqrt(a)",
    Closure = "closure(a, c -> …)",
    ClosureOfTuples = "closure(a, (i, j) -> …)",
}
