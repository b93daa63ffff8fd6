//! Words and signs of other languages, each with the advice what to write here instead.
//!
//! Whoever knows another language writes its words at first. Most of these words may be
//! names of the rules as well, and the others belong to the rules language and stand where
//! they cannot: so the advice is given only where the rules are at fault already.

/// Advice where the player to move is given a value.
pub(crate) const TURN_PASSES: &str = "the turn passes by itself; `again` keeps it";

/// Advice where a range lacks a bound, or has a sign of another language.
pub(crate) const RANGE: &str = "a range has two bounds, which both belong to it: `0..9`";

/// Advice where a sign begins a comment in another language.
pub(crate) const COMMENT: &str = "a comment begins with `#`";

/// Advice where a value is chosen as in another language.
pub(crate) const CHOICE: &str = "a choice between two values is `a if condition else b`";

const NO_CHANCE: &str = "there is no chance in Zug's games: players choose, `take(k in 1..6)`";
const LOSS: &str = "a loss is a win of the opponent: `win other if …`";
const DRAW: &str = "a result without a winner is `draw if …`";
const RESULT: &str = "results are `win me if …`, `win other if …` and `draw if …`";
const IN_A_BODY: &str = "this stands in the body of a move, indented";
const GUARD: &str = "the condition of a move follows it: `move take(k in 1..3) if k <= heap:`";
const FUNCTION: &str = "a function is `let f(x) = …`, at the left edge";
const VARIABLE: &str = "a variable is `x: 0..9 = 0`, a constant `let x = 3`";
const NO_LEAP: &str = "a body runs to its end: put what may be left out under an `if …:`";
const NUMBER: &str = "a number is declared by its range: `0..9`";

/// Whether the word means the player to move.
pub(crate) fn is_mover(word: &str) -> bool {
    matches!(
        &*word.to_ascii_lowercase(),
        "turn"
            | "mover"
            | "current"
            | "current_player"
            | "active"
            | "active_player"
            | "player_to_move"
            | "to_move"
            | "self"
            | "my"
            | "who"
    )
}

/// Returns advice about a word at the left edge that begins no declaration.
pub(crate) fn declaration(word: &str) -> Option<&'static str> {
    Some(match &*word.to_ascii_lowercase() {
        "if" => {
            "a result is `win me if …` or `draw if …`; any other `if` stands in the body of a \
             move, indented"
        }
        "elif" | "else" | "elseif" | "elsif" | "for" | "foreach" | "while" | "repeat" | "again"
        | "gain" => IN_A_BODY,
        "lose" | "loses" | "loss" | "lost" | "loser" => LOSS,
        "tie" | "tied" | "stalemate" => DRAW,
        "end" | "ends" | "over" | "game_over" | "goal" | "terminal" | "result" | "winner"
        | "finish" | "when" => RESULT,
        "guard" | "where" | "precondition" | "legal" => GUARD,
        "pass" | "skip" => "a pass is a move without a body: `move pass if stones > 0`",
        "def" | "fn" | "func" | "function" | "define" | "fun" => FUNCTION,
        "var" | "variable" | "state" | "int" | "bool" | "const" | "constant" | "set" | "array" => {
            VARIABLE
        }
        "return" => "the value of a function follows `=`: `let f(x) = …`",
        "enum" => "an enumeration is `type colour = {red, green}`",
        "param" | "params" | "parameter" | "parameters" => {
            "parameters follow the name of the game: `game nim(n = 5)`"
        }
        "start" | "init" | "initial" | "setup" => {
            "the first value of a variable follows its type: `heap: 0..9 = 5`"
        }
        "turn" | "first" => "whoever `players` names first moves first",
        "random" | "chance" | "dice" | "roll" => NO_CHANCE,
        "print" | "display" | "draw_board" => "`show board` says what is drawn of a position",
        _ => return None,
    })
}

/// Returns advice about a word in a body that begins no statement.
pub(crate) fn statement(word: &str) -> Option<&'static str> {
    let word = &*word.to_ascii_lowercase();
    if is_mover(word) {
        return Some(TURN_PASSES);
    }
    Some(match word {
        "me" | "other" | "player" | "players" | "next" | "next_turn" | "pass" | "skip"
        | "endturn" | "end_turn" | "switch_turn" => TURN_PASSES,
        "elseif" | "elsif" => "write `elif`",
        "otherwise" => "write `else`",
        "when" | "unless" | "switch" | "case" | "match" => {
            "a case is `if …:`, further ones `elif …:` and `else:`"
        }
        "foreach" | "do" | "loop" | "until" => "a loop is `for i in 1..3:` or `repeat 20 while …:`",
        "return" | "break" | "continue" | "exit" | "stop" => NO_LEAP,
        "end" | "endif" | "end_if" | "done" | "fi" => "a block ends where its indentation ends",
        "lose" | "loses" | "loss" | "lost" => "a loss is a win of the opponent: `win other`",
        "tie" | "stalemate" => "a result without a winner is `draw`",
        "print" | "show" | "log" => {
            "rules print nothing; `show board`, at the left edge, draws a variable"
        }
        "def" | "fn" | "func" | "function" | "define" | "fun" => FUNCTION,
        "var" | "const" | "local" | "int" | "bool" | "auto" => {
            "a value gets a name by `let y = …`; what changes is declared at the left edge"
        }
        "swap" | "exchange" => "two variables are exchanged by `a, b = b, a`",
        "set" => "to change a variable write `x = …`",
        "guard" | "require" => GUARD,
        "move" | "type" => "a declaration stands at the left edge",
        _ => return None,
    })
}

/// Returns advice about a word that stands behind a value, as an operator does.
pub(crate) fn operator(word: &str) -> Option<&'static str> {
    Some(match &*word.to_ascii_lowercase() {
        "and" => "write `and`",
        "or" => "write `or`",
        "xor" => "one of two conditions, but not both: `a != b`",
        "is" | "equals" | "eq" => "equality is written `==`, its opposite `!=`",
        "not" => "different is written `!=`, not in a set `not in`",
        "notin" => "write `not in`",
        "mod" | "rem" => "the remainder is `%`",
        "div" => "division is `//` and rounds down",
        "to" | "through" => RANGE,
        "then" => "a condition ends with `:`, a choice between values is `a if condition else b`",
        "when" | "where" | "unless" | "provided" => "a condition begins with `if`",
        "union" => "two sets are joined by `|`",
        "moves" => "a player without a move is `stuck`: `draw if stuck`",
        _ => return None,
    })
}

/// Returns advice about the name of a value that does not exist.
pub(crate) fn value(name: &str) -> Option<&'static str> {
    if is_mover(name) {
        return Some("did you mean `me`?");
    }
    Some(match &*name.to_ascii_lowercase() {
        "true" | "yes" => "write `true`",
        "false" | "no" => "write `false`",
        "none" | "null" | "nil" | "empty" | "blank" | "nothing" | "undefined" => "write `none`",
        "opponent" | "opp" | "enemy" | "opposite" | "next_player" => "write `other`",
        "stalemate" | "no_moves" | "nomoves" | "blocked" | "cannot_move" => {
            "a player without a move is `stuck`"
        }
        "endless" => "`endless` stands alone, in a result at the left edge: `win A if endless`",
        "random" | "rand" | "dice" | "die" | "roll" | "chance" => NO_CHANCE,
        _ => return None,
    })
}

/// Returns advice about a function that does not exist.
pub(crate) fn function(name: &str) -> Option<&'static str> {
    Some(match &*name.to_ascii_lowercase() {
        "range" => RANGE,
        "random" | "rand" | "randint" | "roll" | "dice" | "shuffle" | "choice" | "chance" => {
            NO_CHANCE
        }
        "length" | "size" => "write `len(…)`",
        "exists" | "exist" | "some" => "write `any(… for …)`",
        "forall" | "every" | "each" => "write `all(… for …)`",
        "mod" => "the remainder is `%`",
        "div" | "floor" => "division is `//` and rounds down",
        "pow" => "a power is written `**`",
        "int" | "float" | "round" => "all numbers are whole",
        "set" => "a set is `{1, 2}` or `{… for … in …}`",
        "list" => "a list is `[1, 2]` or `[… for … in …]`",
        "map" | "filter" => "a new list is `[… for x in list if …]`",
        "opposite" | "opponent" | "next_player" => "the opponent of `me` is `other`",
        _ => return None,
    })
}

/// Returns advice about a type that does not exist.
pub(crate) fn ty(name: &str) -> Option<&'static str> {
    Some(match &*name.to_ascii_lowercase() {
        "int" | "integer" | "number" | "nat" | "natural" | "uint" | "float" | "range" => NUMBER,
        "boolean" => "did you mean `bool`?",
        "string" | "str" | "text" | "char" | "enum" => {
            "values with names are an enumeration: `type colour = {red, green}`"
        }
        "array" | "list" | "map" | "set" | "dict" | "board" | "matrix" => {
            "many values are an array: `name[0..9]: type = first`"
        }
        _ => return None,
    })
}

/// Returns advice about a character that begins no token.
pub(crate) fn character(character: char) -> &'static str {
    match character {
        '^' => "a power is written `**`: 10**6",
        ';' => "remove it: each declaration and statement stands on its own line",
        '\'' | '`' | '‘' | '’' | '“' | '”' | '„' | '«' | '»' => {
            "a text is written between `\"`"
        }
        '~' | '¬' => "write `not`, or `!=` for different",
        '≤' => "write `<=`",
        '≥' => "write `>=`",
        '≠' => "write `!=`",
        '∈' => "write `in`",
        '∧' => "write `and`",
        '∨' => "write `or`",
        '×' | '·' => "write `*`",
        '÷' => "division is `//` and rounds down",
        '−' | '–' => "write `-`",
        '→' => "write `->`",
        '…' => RANGE,
        _ => "remove it; names are written with the letters a to z, digits and `_`",
    }
}
