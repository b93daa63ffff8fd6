//! Whoever knows another language gets the advice that helps: each mistake of this table has one
//! line of help.

use zug_lang::Rules;

const RULES: &str = "\
game example(n = 9, take = {1, 3, 4})
players X, O
type cells = grid(3, 3)

heap: 0..n = n
board[cells]: player? = none
quick: bool = false

move take(k in take) if k <= heap:
    heap -= k

move mark(c in cells) if board[c] == none:
    board[c] = me

draw if stuck
";

const RANGE: &str = "a range has two bounds, which both belong to it: `0..9`";
const EQUALITY: &str = "equality is written `==`";
const DIVISION: &str = "division is `//` and rounds down";
const COMMENT: &str = "a comment begins with `#`";
const ME: &str = "did you mean `me`?";
const TURN: &str = "the turn passes by itself; `again` keeps it";
const LOSS: &str = "a loss is a win of the opponent: `win other if …`";
const RESULT: &str = "results are `win me if …`, `win other if …` and `draw if …`";
const IN_A_BODY: &str = "this stands in the body of a move, indented";
const CHANCE: &str = "there is no chance in Zug's games: players choose, `take(k in 1..6)`";
const CHOICE: &str = "a choice between two values is `a if condition else b`";
const FUNCTION: &str = "a function is `let f(x) = …`, at the left edge";
const VARIABLE: &str = "a variable is `x: 0..9 = 0`, a constant `let x = 3`";
const NAMED: &str = "a value gets a name by `let y = …`; what changes is declared at the left edge";
const LEAP: &str = "a body runs to its end: put what may be left out under an `if …:`";
const BODY: &str = "end the line with `:` and indent the body below it";
const HEADER: &str = "choices stand in brackets, a condition behind `if`: \
                      `move take(k in 1..3) if k <= heap:`";
const KEYWORD: &str = "this is a word of the language: remove the `:`, or choose another name";
const FIELDS: &str = "a value has no fields and no methods: write `x[i]`, `len(x)`, `c in x`";
const OPERATOR: &str = "an operator or a comma is missing here; a function has brackets: `any(…)`";
const TYPES: &str = "a type is `0..n`, `bool`, `player`, `player?`, `grid(w, h)`, `bag(k) of …`, \
                     `(…, …)` or the name of a type";
const PLAYERS: &str = "name the two players: `players A, B`";
const COORDINATES: &str = "two coordinates are one index: `board[grid(3, 3)]: …`";
const CHANGE: &str = "only `+=` and `-=` change by a value; else write `x = x * 2`";

/// A part of the rules, and the mistakes that are made there, each with the advice.
type Place<'a> = (&'a str, &'a [(&'a str, &'a str)]);

const MISTAKES: [Place<'_>; 9] = [
    (
        "game example(n = 9,",
        &[
            ("game example(n: 9,", "a default is written `n = …`"),
            (
                "game example(int n = 9,",
                "a parameter is written `n = 3`, or with its values `n: 1..9 = 3`",
            ),
            ("game: example(n = 9,", KEYWORD),
            (
                "game an-example(n = 9,",
                "a name is made of letters, digits and `_`",
            ),
            ("Game example(n = 9,", "did you mean `game`?"),
            ("// an example\ngame example(n = 9,", COMMENT),
            ("/* an example */\ngame example(n = 9,", COMMENT),
        ],
    ),
    (
        "players X, O",
        &[
            ("players 1, 2", PLAYERS),
            ("players X and O", PLAYERS),
            ("players: X, O", KEYWORD),
            ("player X, O", "did you mean `players`?"),
        ],
    ),
    (
        "type cells = grid(3, 3)",
        &[
            (
                "type cells: grid(3, 3)",
                "write `type cells = grid(3, 3)`, or `type colour = {red, green}`",
            ),
            (
                "type cells = grid(3)",
                "a grid has a width and a height: `grid(3, 3)`",
            ),
            (
                "type cells = grid[3, 3]",
                "a grid has a width and a height: `grid(3, 3)`",
            ),
            (
                "let cells = grid(3, 3)",
                "`grid` is a type: give it a name by `type cells = grid…`",
            ),
            (
                "type colour = red, green",
                "write `type cells = grid(3, 3)`, or `type colour = {red, green}`",
            ),
        ],
    ),
    (
        "heap: 0..n = n",
        &[
            ("heap: 0.. = 0", RANGE),
            ("heap: ..n = n", RANGE),
            ("heap: 0...n = n", RANGE),
            (
                "heap: range(0, n) = n",
                "a number is declared by its range: `0..9`",
            ),
            ("heap: int = n", "a number is declared by its range: `0..9`"),
            ("heap: 9 = n", TYPES),
            ("heap: = n", TYPES),
            (
                "heap = n",
                "a constant is `let heap = …`; a state variable has a type: `heap: 0..9 = …`",
            ),
            (
                "heap in 0..n = n",
                "a state variable is written `heap: 0..9 = …`",
            ),
            ("heap: 0..n := n", "write `=` alone"),
            ("heap: 0..n / 2 = n", DIVISION),
            ("heap: 0..n = n // the heap", COMMENT),
            (
                "heap: 0..n = n // stones",
                "`//` divides; a comment begins with `#`",
            ),
            ("heap: 0..n = n /* the heap */", COMMENT),
            ("heap: 0..n = n # the heap;\nvar x = 3", VARIABLE),
            ("show: 0..n = n", KEYWORD),
            (
                "heap: 0..n = n\nturns: 0..9 = 0\nlet late = turn > 3",
                "did you mean `turns`?",
            ),
        ],
    ),
    (
        "board[cells]: player? = none",
        &[
            (
                "board[cells] = none",
                "the type stands behind `:`, the first value behind `=`: `board[…]: 0..9 = 0`",
            ),
            (
                "board(cells): player? = none",
                "a function is `let board(x) = …`; an array is `board[0..9]: 0..9 = …`",
            ),
            (
                "board: cells of player? = none",
                "an array is written `board[cells]: 0..9 = 0`",
            ),
            ("board[0..2][0..2]: player? = none", COORDINATES),
            ("board[0..2, 0..2]: player? = none", COORDINATES),
            (
                "board[cells]: player or none = none",
                "a type with `none` ends with `?`: `player?`",
            ),
            ("board[cells]: boolean = none", "did you mean `bool`?"),
        ],
    ),
    (
        "k in take) if k <= heap:",
        &[
            ("k in 1..) if k <= heap:", RANGE),
            ("k in 1...3) if k <= heap:", RANGE),
            ("k in 1..=3) if k <= heap:", RANGE),
            ("k in 1:3) if k <= heap:", RANGE),
            ("k in 1 to 3) if k <= heap:", RANGE),
            ("k in range(1, 4)) if k <= heap:", RANGE),
            (
                "k in 1-3) if k <= heap:",
                "the numbers from 1 to 3 are `1..3`",
            ),
            ("k in take) if k = heap:", EQUALITY),
            ("k in take) if (k = heap):", EQUALITY),
            ("k in take) if k == 1 and heap = 3:", EQUALITY),
            ("k in take) if any(j > 1 for j in take if j = k):", EQUALITY),
            ("k in take) if k := heap:", EQUALITY),
            ("k in take) if k === heap:", EQUALITY),
            (
                "k in take) if k is heap:",
                "equality is written `==`, its opposite `!=`",
            ),
            ("k in take) if k <> heap:", "different is written `!=`"),
            ("k in take) if k !== heap:", "different is written `!=`"),
            ("k in take) if k =< heap:", "less or equal is written `<=`"),
            ("k in take) if k ≤ heap:", "write `<=`"),
            (
                "k in take) if k <= heap && k > 0:",
                "both conditions: write `and`",
            ),
            (
                "k in take) if k <= heap & k > 0:",
                "both conditions: write `and`",
            ),
            ("k in take) if k <= heap AND k > 0:", "write `and`"),
            (
                "k in take) if k <= heap || k > 0:",
                "one condition or the other: write `or`",
            ),
            ("k in take) if !quick:", "write `not`"),
            ("k in take) if NOT quick:", "write `not`"),
            ("k in take) if quick == True:", "write `true`"),
            ("k in take) if k <= (heap / 2):", DIVISION),
            ("k in take) if k mod 2 == 0:", "the remainder is `%`"),
            (
                "k in take) if k <= 1.5:",
                "all numbers are whole; a range is written `1..3`",
            ),
            ("k in take) if k <= take.length:", FIELDS),
            ("k in take) if k <= length(take):", "write `len(…)`"),
            (
                "k in take) if exists(j > k for j in take):",
                "write `any(… for …)`",
            ),
            (
                "k in take) if k in {j in take if j > 1}:",
                "a condition on elements follows a `for`: `{k for k in 1..9 if …}`",
            ),
            ("k in take) if any j in take:", OPERATOR),
            ("k in take) if turn == X:", ME),
            ("k in take) if player == X:", ME),
            ("k in take) if current_player == X:", ME),
            ("k in take) if opponent == X:", "write `other`"),
            ("k in take) if random(6) == k:", CHANCE),
            ("k in take) if dice == k:", CHANCE),
            ("k in take) if (quick ? k : 1) <= heap:", CHOICE),
            ("k in take), if k <= heap:", HEADER),
            ("k in take) when k <= heap:", HEADER),
            (
                "k in take if k <= heap):",
                "the condition stands behind the brackets: `take(k in 1..3) if …`",
            ),
            ("k in take) k <= heap:", HEADER),
            (
                "k in take) \"take {k}\" if k <= heap:",
                "the condition stands before the text: `if … \"…\":`",
            ),
            (
                "k in take) if k <= heap 'take {k}':",
                "a text is written between `\"`",
            ),
            ("k in take) if k <= heap: // takes", COMMENT),
            ("k in take if k <= heap:", "write `)` where it ends"),
        ],
    ),
    (
        "    heap -= k",
        &[
            ("    if heap = 3:\n        heap = 1", EQUALITY),
            ("    if heap == 3\n        heap = 1", BODY),
            ("    if heap == 3 {\n        heap = 1\n    }", BODY),
            (
                "    if heap == 3:\n    heap = 1",
                "indent what belongs to it by four spaces",
            ),
            (
                "    if heap == 3: heap = 1",
                "write the body on its own lines, indented",
            ),
            (
                "    if heap == 3:\n        heap = 1\n    else if heap == 2:",
                "`else if` is written `elif`",
            ),
            (
                "    if heap == 3:\n        heap = 1\n    elseif heap == 2:",
                "write `elif`",
            ),
            (
                "    if heap == 3:\n        heap = 1\n    elsif heap == 2:",
                "write `elif`",
            ),
            (
                "    if heap == 3:\n        heap = 1\n    else\n        heap = 2",
                BODY,
            ),
            (
                "    for i = 1 to 3:",
                "a loop goes through a set: `for i in 1..3`",
            ),
            (
                "    while heap > 3:",
                "write `repeat 20 while …:`, with a bound that is never passed",
            ),
            ("    me = other", TURN),
            ("    player = other", TURN),
            ("    turn = other", TURN),
            ("    pass", TURN),
            (
                "    lose me if heap == 0",
                "a loss is a win of the opponent: `win other`",
            ),
            ("    return heap", LEAP),
            ("    break", LEAP),
            (
                "    print(heap)",
                "rules print nothing; `show board`, at the left edge, draws a variable",
            ),
            ("    def f(x):", FUNCTION),
            ("    var y = 3", NAMED),
            ("    y: 0..3 = 3", NAMED),
            (
                "    y = 3",
                "what changes is declared at the left edge; a value gets a name by `let y = …`",
            ),
            ("    heap++", "to add one write `x += 1`"),
            ("    heap--", "to subtract one write `x -= 1`"),
            ("    heap *= 2", CHANGE),
            ("    heap //= 2", CHANGE),
            ("    heap := 2", "write `=` alone"),
            ("    heap <- 2", "write `=` alone"),
            (
                "    win me when heap == 0",
                "a condition begins with `if`: `win me if …`",
            ),
            (
                "    swap heap, n",
                "two variables are exchanged by `a, b = b, a`",
            ),
            ("    heap = heap / 2", DIVISION),
            ("    heap = 1 if k == 1", CHOICE),
            ("    heap = if k == 1 then 1 else 2", CHOICE),
            ("    heap.append(3)", FIELDS),
            ("    again if heap == 0", "put it under an `if …:`"),
            ("    // takes stones", COMMENT),
            (
                "    heap -= k;",
                "remove it: each declaration and statement stands on its own line",
            ),
            ("\theap -= k", "indent with spaces"),
            (
                "    take = {1}",
                "only state variables change; declare one: `take: 0..9 = 0`, say",
            ),
            ("    quick += 1", "give it a new value with `=`"),
        ],
    ),
    (
        "board[c] == none:\n    board[c] = me",
        &[
            ("board[c] = none:\n    board[c] = me", EQUALITY),
            ("board[c] none:\n    board[c] = me", OPERATOR),
            ("board[c] == null:\n    board[c] = me", "write `none`"),
            ("board[c] == None:\n    board[c] = me", "write `none`"),
            (
                "board[c] not none:\n    board[c] = me",
                "different is written `!=`, not in a set `not in`",
            ),
            (
                "board == none:\n    board[c] = me",
                "compare one element, `board[…]`",
            ),
            (
                "none in board:\n    board[c] = me",
                "`in` asks for a key; for a value write `any(board[c] == … for c in board)`",
            ),
            ("board[c] == none:\n    board[c] = player", ME),
            (
                "board[c] == none:\n    board[c] = not me",
                "the opponent of `me` is `other`; to compare write `… == me`",
            ),
            (
                "board[c] == none:\n    board[c] = other(me)",
                "this word has no arguments: leave them out",
            ),
            (
                "board[c] == none:\n    board[c] = \"X\"",
                "write the name without quotation marks",
            ),
            (
                "board[c] == none:\n    board[c] += me",
                "give it a new value with `=`",
            ),
            (
                "board[c] == none:\n    board(c) = me",
                "an element is written `board[c]`",
            ),
        ],
    ),
    (
        "draw if stuck",
        &[
            ("lose me if stuck", LOSS),
            ("loss if stuck", LOSS),
            ("me loses if stuck", "write who wins: `win other if …`"),
            (
                "draw if\nshow board",
                "`show` is a word of the language and no value: is the line above finished?",
            ),
            ("misere if stuck", ""),
            (
                "win me if board[c] == me for c in cells",
                "a condition on elements is `any(… for c in cells)` or `all(…)`",
            ),
            ("let x = [1 2]", OPERATOR),
            (
                "type colour = {\"red\", \"green\"}",
                "the values of an enumeration are names: `{red, green}`; numbers are a range: `0..9`",
            ),
            ("X wins if stuck", "write `win X if …`"),
            ("tie if stuck", "a result without a winner is `draw if …`"),
            ("end if stuck", RESULT),
            ("draw when stuck", "say when: `draw if stuck`"),
            ("draw if stuck:", "remove the `:`, as no body can follow"),
            (
                "draw if no moves",
                "a player without a move is `stuck`: `draw if stuck`",
            ),
            ("draw if stalemate", "a player without a move is `stuck`"),
            (
                "win player if stuck",
                "write `win me`, `win other`, or `win` and a player's name",
            ),
            (
                "win me if stuck else draw",
                "each result has its own line; a choice between two values is `a if condition else b`",
            ),
            (
                "win me if stuck, quick",
                "conditions are joined by `and`; several values have brackets: `{1, 3}`, `(1, 3)`",
            ),
            (
                "if stuck:\n    draw",
                "a result is `win me if …` or `draw if …`; any other `if` stands in the body of \
                 a move, indented",
            ),
            ("draw if stuck\nelse:\n    win me", IN_A_BODY),
            ("for c in cells:\n    draw", IN_A_BODY),
            (
                "guard heap > 0",
                "the condition of a move follows it: `move take(k in 1..3) if k <= heap:`",
            ),
            ("def f(x):\n    return x", FUNCTION),
            ("function f(x) = x", FUNCTION),
            (
                "enum colour = {red, green}",
                "an enumeration is `type colour = {red, green}`",
            ),
            (
                "param m = 3",
                "parameters follow the name of the game: `game nim(n = 5)`",
            ),
            ("chance d in 1..6", CHANCE),
            (
                "print board",
                "`show board` says what is drawn of a position",
            ),
            ("-- a comment", COMMENT),
            ("let x = max(n / 2, 3)", DIVISION),
        ],
    ),
];

#[test]
fn advice_helps_whoever_knows_another_language() {
    let check = |source: &str| {
        let fault = Rules::read(source).err()?;
        Some(fault.help.clone().unwrap_or_default())
    };
    assert_eq!(check(RULES), None);
    let mut wrong = Vec::new();
    for (place, mistakes) in MISTAKES {
        assert!(RULES.contains(place), "`{place}` is not in the rules");
        for (mistake, advice) in mistakes {
            let advised = check(&RULES.replace(place, mistake));
            if advised.as_deref() != Some(*advice) {
                wrong.push((mistake, advised));
            }
        }
    }
    assert!(wrong.is_empty(), "other advice: {wrong:#?}");
}
