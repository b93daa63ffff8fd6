//! Tokens to a syntax tree: recursive descent for declarations and statements,
//! precedence climbing (V. Pratt, 1973) for expressions.

use std::sync::Arc;

use crate::ast::{
    ArrayIndex, AssignOp, BinaryOp, Clause, Collection, CompareOp, Expr, ExprKind, File, FoldOp,
    GameDecl, LetDecl, MoveDecl, MoveParameter, Name, Parameter, Pattern, ResultDecl, StateDecl,
    Stmt, SumDecl, SymmetryDecl, SymmetryMap, Target, Template, TemplatePart, TypeDecl, TypeExpr,
    TypeKind, UnaryOp, Verdict,
};
use crate::diagnostic::{Diagnostic, Result, nearest};
use crate::lexer::{Token, tokens};
use crate::span::Span;

/// How deep expressions and blocks may nest. Far more than a person writes, and
/// little enough for every walk over the tree to be recursive.
const DEEPEST: u32 = 60;

/// How tall an expression may grow by chains such as `a + b + c`.
const TALLEST: u32 = 240;

/// Words that cannot be names.
const RESERVED: [&str; 31] = [
    "again",
    "and",
    "bag",
    "bool",
    "draw",
    "elif",
    "else",
    "false",
    "for",
    "game",
    "grid",
    "if",
    "impartial",
    "in",
    "let",
    "me",
    "misere",
    "move",
    "none",
    "not",
    "of",
    "or",
    "other",
    "player",
    "players",
    "require",
    "stuck",
    "true",
    "type",
    "win",
    "show",
];

/// The first words of declarations, for the advice in messages.
const DECLARATIONS: [&str; 14] = [
    "game",
    "players",
    "impartial",
    "misere",
    "require",
    "type",
    "let",
    "move",
    "win",
    "draw",
    "symmetry",
    "show",
    "sum",
    "if",
];

/// Reads a rules file.
pub(crate) fn parse(source: &str) -> Result<File> {
    let mut parser = Parser::new(tokens(source)?);
    let mut games = Vec::new();
    while *parser.peek() != Token::End {
        games.push(parser.game()?);
    }
    if games.is_empty() {
        return Err(Diagnostic::new(
            "there is no game in this file",
            parser.span(),
            "expected `game name`",
        )
        .help("begin with a line such as `game nim(n = 5)`"));
    }
    Ok(File { games })
}

/// Reads one expression that stands alone, such as a parameter's new value.
pub(crate) fn parse_expression(source: &str) -> Result<Expr> {
    parse_expression_at(source, 0)
}

/// Reads an expression that begins at byte `base` of a larger text.
fn parse_expression_at(source: &str, base: usize) -> Result<Expr> {
    let shifted = |span: Span| Span {
        start: span.start + base,
        end: span.end + base,
    };
    let tokens = tokens(source)
        .map_err(|mut fault| {
            fault.span = shifted(fault.span);
            fault
        })?
        .into_iter()
        .map(|(token, span)| (token, shifted(span)))
        .collect();
    let mut parser = Parser::new(tokens);
    let expr = parser.expression()?;
    parser.expect_newline("after the value")?;
    if *parser.peek() != Token::End {
        return Err(parser.unexpected("nothing after the value"));
    }
    Ok(expr)
}

struct Parser {
    tokens: Vec<(Token, Span)>,
    at: usize,
    /// How many constructs are open around this place.
    depth: u32,
    /// How tall the expression read last is.
    height: u32,
}

impl Parser {
    fn new(tokens: Vec<(Token, Span)>) -> Self {
        Self {
            tokens,
            at: 0,
            depth: 0,
            height: 0,
        }
    }

    // Looking and stepping.

    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn peek_at(&self, ahead: usize) -> &Token {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.at + ahead).min(last)].0
    }

    fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].1
    }

    fn advance(&mut self) -> Span {
        let span = self.span();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        span
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(found) if *found == sign)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(found) if &**found == word)
    }

    fn eat_sign(&mut self, sign: &str) -> Option<Span> {
        self.is_sign(sign).then(|| self.advance())
    }

    fn eat_word(&mut self, word: &str) -> Option<Span> {
        self.is_word(word).then(|| self.advance())
    }

    fn unexpected(&self, wanted: &str) -> Box<Diagnostic> {
        Diagnostic::new(
            format!("expected {wanted}, found {}", self.peek().describe()),
            self.span(),
            format!("expected {wanted}"),
        )
    }

    fn expect_sign(&mut self, sign: &'static str, place: &str) -> Result<Span> {
        self.eat_sign(sign)
            .ok_or_else(|| self.unexpected(&format!("`{sign}` {place}")))
    }

    fn expect_word(&mut self, word: &'static str, place: &str) -> Result<Span> {
        self.eat_word(word)
            .ok_or_else(|| self.unexpected(&format!("`{word}` {place}")))
    }

    fn expect_newline(&mut self, place: &str) -> Result<()> {
        if *self.peek() == Token::Newline {
            self.advance();
            Ok(())
        } else {
            let fault = self.unexpected(&format!("the end of the line {place}"));
            Err(match self.peek() {
                Token::Sign("=") => fault.help("equality is written `==`"),
                Token::Sign("!") => fault.help("write `not`, or `!=` for different"),
                Token::Sign("/") => fault.help("division is `//` and rounds down"),
                _ => fault,
            })
        }
    }

    fn name(&mut self, wanted: &str) -> Result<Name> {
        match self.peek() {
            Token::Word(word) if RESERVED.contains(&&**word) => Err(Diagnostic::new(
                format!("expected {wanted}, found the word `{word}` of the language"),
                self.span(),
                format!("expected {wanted}"),
            )
            .help(format!("choose another name, such as `{word}_`"))),
            Token::Word(word) => {
                let text = word.clone();
                let span = self.advance();
                Ok(Name { text, span })
            }
            _ => Err(self.unexpected(wanted)),
        }
    }

    /// Runs `read` one level deeper.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= DEEPEST {
            return Err(Diagnostic::new(
                "this is nested too deeply",
                self.span(),
                format!("more than {DEEPEST} levels"),
            )
            .help("give a part of it a name with `let`"));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Notes that a node stands on children of this height.
    fn grow(&mut self, height: u32) -> Result<()> {
        self.height = height + 1;
        if self.height > TALLEST {
            return Err(Diagnostic::new(
                "this expression is too long",
                self.last_span(),
                format!("more than {TALLEST} operations in a row"),
            )
            .help("give a part of it a name with `let`"));
        }
        Ok(())
    }

    // Declarations.

    fn game(&mut self) -> Result<GameDecl> {
        if !self.is_word("game") {
            let mut fault = self.unexpected("`game` at the start of the rules");
            if let Token::Word(word) = self.peek() {
                if nearest(word, ["game"]).is_some() {
                    fault = fault.help("did you mean `game`?");
                }
            }
            return Err(fault.help("a rules file begins with a line such as `game nim(n = 5)`"));
        }
        self.advance();
        let name = self.name("the name of the game")?;
        let mut parameters = Vec::new();
        if self.eat_sign("(").is_some() {
            while !self.is_sign(")") {
                let name = self.name("the name of a parameter")?;
                let ty = match self.eat_sign(":") {
                    Some(_) => Some(self.ty()?),
                    None => None,
                };
                if !self.is_sign("=") {
                    return Err(self.unexpected("`=` and a default value").help(format!(
                        "write `{} = 3`, say: every parameter has a default",
                        name.text
                    )));
                }
                self.advance();
                let default = self.expression()?;
                parameters.push(Parameter { name, ty, default });
                if self.eat_sign(",").is_none() {
                    break;
                }
            }
            self.expect_sign(")", "after the parameters")?;
        }
        self.expect_newline("after the game's name and parameters")?;
        let mut game = GameDecl {
            name,
            parameters,
            impartial: None,
            misere: None,
            players: None,
            requires: Vec::new(),
            types: Vec::new(),
            lets: Vec::new(),
            state: Vec::new(),
            moves: Vec::new(),
            results: Vec::new(),
            symmetries: Vec::new(),
            shows: Vec::new(),
            sum: None,
        };
        while *self.peek() != Token::End && !self.is_word("game") {
            self.declaration(&mut game)?;
        }
        Ok(game)
    }

    fn declaration(&mut self, game: &mut GameDecl) -> Result<()> {
        let span = self.span();
        let word = match self.peek() {
            Token::Word(word) => word.clone(),
            Token::Indent => {
                return Err(Diagnostic::new(
                    "an indented line outside a block",
                    span,
                    "nothing above opens a block",
                )
                .help(
                    "begin declarations at the left edge; a block follows a line ending in `:`",
                ));
            }
            _ => return Err(self.unexpected("a declaration")),
        };
        match &*word {
            "impartial" | "misere" => {
                self.advance();
                let slot = if &*word == "impartial" {
                    &mut game.impartial
                } else {
                    &mut game.misere
                };
                if let Some(first) = slot.replace(span) {
                    return Err(twice(&word, span, first));
                }
                self.expect_newline(&format!("after `{word}`"))
            }
            "players" => {
                self.advance();
                let first = self.name("the name of the first player")?;
                self.expect_sign(",", "between the two players")?;
                let second = self.name("the name of the second player")?;
                if let Some((_, before)) = game.players.replace(([first, second], span)) {
                    return Err(twice("players", span, before));
                }
                if self.is_sign(",") {
                    return Err(self
                        .unexpected("the end of the line")
                        .help("Zug's games have two players"));
                }
                self.expect_newline("after the two players")
            }
            "require" => {
                self.advance();
                game.requires.push(self.expression()?);
                self.expect_newline("after the condition")
            }
            "type" => {
                self.advance();
                let name = self.name("the name of the type")?;
                self.expect_sign("=", "after the type's name")?;
                let ty = self.ty()?;
                game.types.push(TypeDecl { name, ty });
                self.expect_newline("after the type")
            }
            "let" => {
                self.advance();
                game.lets.push(self.let_decl()?);
                self.expect_newline("after the definition")
            }
            "move" => {
                let decl = self.move_decl()?;
                game.moves.push(decl);
                Ok(())
            }
            "win" | "draw" => {
                let decl = self.result()?;
                if decl.condition.is_none() {
                    return Err(self
                        .unexpected("`if` and a condition")
                        .help("say when: `win me if stuck`"));
                }
                game.results.push(decl);
                self.expect_newline("after the condition")
            }
            "symmetry" => {
                let decl = self.symmetry()?;
                game.symmetries.push(decl);
                self.expect_newline("after the symmetry")
            }
            "show" => {
                self.advance();
                game.shows.push(self.name("the variable to show")?);
                self.expect_newline("after the variable")
            }
            "sum" => {
                let decl = self.sum()?;
                if let Some(before) = game.sum.replace(decl) {
                    return Err(twice("sum", span, before.span));
                }
                self.expect_newline("after the sum")
            }
            _ => {
                let state = matches!(self.peek_at(1), Token::Sign(":" | "["));
                if !state {
                    let mut fault = Diagnostic::new(
                        format!("`{word}` does not begin a declaration"),
                        span,
                        "expected a declaration",
                    );
                    fault = match (nearest(&word, DECLARATIONS), self.peek_at(1)) {
                        (Some(known), _) => fault.help(format!("did you mean `{known}`?")),
                        (None, Token::Sign("=")) => fault.help(format!(
                            "a constant is `let {word} = …`; a state variable has a type: `{word}: 0..9 = …`"
                        )),
                        _ => fault.help(
                            "declarations are: players, impartial, misere, require, type, let, \
                             `name: type = first value`, move, win, draw, symmetry, show, sum",
                        ),
                    };
                    return Err(fault);
                }
                let decl = self.state_decl()?;
                game.state.push(decl);
                self.expect_newline("after the first value")
            }
        }
    }

    fn let_decl(&mut self) -> Result<LetDecl> {
        let name = self.name("the name to define")?;
        let mut arguments = None;
        if self.eat_sign("(").is_some() {
            let mut names = Vec::new();
            loop {
                names.push(self.name("the name of an argument")?);
                if self.eat_sign(",").is_none() {
                    break;
                }
            }
            self.expect_sign(")", "after the arguments")?;
            arguments = Some(names);
        }
        self.expect_sign("=", "and the definition")?;
        let body = self.expression()?;
        Ok(LetDecl {
            name,
            arguments,
            body,
        })
    }

    fn state_decl(&mut self) -> Result<StateDecl> {
        let name = self.name("the name of a variable")?;
        let index = if self.eat_sign("[").is_some() {
            // `[pattern in type]` or `[type]`.
            let has_pattern = self.looks_like_pattern_in();
            let pattern = if has_pattern {
                let pattern = self.pattern()?;
                self.expect_word("in", "after the index")?;
                Some(pattern)
            } else {
                None
            };
            let ty = self.ty()?;
            self.expect_sign("]", "after the index type")?;
            Some(ArrayIndex { pattern, ty })
        } else {
            None
        };
        self.expect_sign(":", "and the type of the variable")?;
        let ty = self.ty()?;
        if !self.is_sign("=") {
            return Err(self.unexpected("`=` and the first value").help(format!(
                "every variable has a value at the start: `{}: … = 0`",
                name.text
            )));
        }
        self.advance();
        let first = self.expression()?;
        Ok(StateDecl {
            name,
            index,
            ty,
            first,
        })
    }

    /// Whether what follows is a pattern and the word `in`.
    fn looks_like_pattern_in(&self) -> bool {
        let mut ahead = 0;
        let mut open = 0;
        loop {
            match self.peek_at(ahead) {
                Token::Word(word) if &**word == "in" => return open == 0 && ahead > 0,
                Token::Word(_) | Token::Sign(",") => {}
                Token::Sign("(") => open += 1,
                Token::Sign(")") => open -= 1,
                _ => return false,
            }
            ahead += 1;
        }
    }

    fn move_decl(&mut self) -> Result<MoveDecl> {
        self.advance();
        let name = self.name("the name of the move")?;
        let mut parameters = Vec::new();
        if self.eat_sign("(").is_some() {
            while !self.is_sign(")") {
                let pattern = self.pattern_term()?;
                if self.eat_word("in").is_some() {
                    let domain = self.expression()?;
                    parameters.push(MoveParameter::Chosen { pattern, domain });
                } else if let (Pattern::Name(name), true) = (&pattern, self.is_sign("=")) {
                    let name = name.clone();
                    self.advance();
                    let value = self.expression()?;
                    parameters.push(MoveParameter::Derived { name, value });
                } else {
                    return Err(self.unexpected("`in` and the set of choices").help(
                        "a parameter is chosen, `k in 1..3`, or follows, `to = from + step`",
                    ));
                }
                if self.eat_sign(",").is_none() {
                    break;
                }
            }
            self.expect_sign(")", "after the move's parameters")?;
        }
        let guard = match self.eat_word("if") {
            Some(_) => Some(self.expression()?),
            None => None,
        };
        let notation = if let Token::Text(text) = self.peek() {
            let text = text.clone();
            let span = self.advance();
            Some(template(&text, span)?)
        } else {
            None
        };
        let body = if *self.peek() == Token::Newline {
            self.advance();
            if *self.peek() == Token::Indent {
                return Err(Diagnostic::new(
                    format!("the move `{}` has a body, but no `:` before it", name.text),
                    self.last_span(),
                    "expected `:`",
                )
                .help("end the line of the move with `:`"));
            }
            Vec::new()
        } else {
            self.block("the move")?
        };
        Ok(MoveDecl {
            name,
            parameters,
            guard,
            notation,
            body,
        })
    }

    fn result(&mut self) -> Result<ResultDecl> {
        let start = self.span();
        let verdict = if self.eat_word("draw").is_some() {
            Verdict::Draw(start)
        } else {
            self.expect_word("win", "or `draw`")?;
            if let Some(span) = self.eat_word("me") {
                Verdict::Me(span)
            } else if let Some(span) = self.eat_word("other") {
                Verdict::Other(span)
            } else if matches!(self.peek(), Token::Word(word) if &**word != "if") {
                Verdict::Player(self.name("who wins")?)
            } else {
                return Err(self
                    .unexpected("who wins")
                    .help("write `win me`, `win other`, or `win` and a player's name"));
            }
        };
        let condition = match self.eat_word("if") {
            Some(_) => Some(self.expression()?),
            None => None,
        };
        Ok(ResultDecl {
            verdict,
            condition,
            span: start.to(self.last_span()),
        })
    }

    fn symmetry(&mut self) -> Result<SymmetryDecl> {
        let start = self.advance();
        let swap = self.eat_word("swap");
        let cells = if matches!(self.peek(), Token::Word(_)) {
            let name = if let Some(span) = self.eat_word("player") {
                return Err(Diagnostic::new(
                    "the players are exchanged by `swap`",
                    span,
                    "expected the name of a type",
                )
                .help("write `symmetry swap`"));
            } else {
                self.name("the name of a type")?
            };
            self.expect_sign(":", "and how its values move")?;
            let span = self.span();
            let map = if self.is_word("all") && *self.peek_at(1) == Token::Newline {
                self.advance();
                SymmetryMap::All(span)
            } else if self.is_word("flips") && *self.peek_at(1) == Token::Newline {
                self.advance();
                SymmetryMap::Flips(span)
            } else {
                let pattern = self.pattern_term()?;
                if !self.is_sign("->") {
                    return Err(self
                        .unexpected("`->` and where it goes")
                        .help("write `all`, `flips`, or a map such as `(x, y) -> (y, x)`"));
                }
                self.advance();
                SymmetryMap::Map(pattern, self.expression()?)
            };
            Some((name, map))
        } else {
            None
        };
        if swap.is_none() && cells.is_none() {
            return Err(self
                .unexpected("`swap` or the name of a type")
                .help("for a board: `symmetry cells: all`"));
        }
        Ok(SymmetryDecl {
            swap,
            cells,
            span: start.to(self.last_span()),
        })
    }

    fn sum(&mut self) -> Result<SumDecl> {
        let start = self.advance();
        let part = self.name("the game that is a part of the sum")?;
        let mut arguments = Vec::new();
        if self.eat_sign("(").is_some() {
            while !self.is_sign(")") {
                arguments.push(self.expression()?);
                if self.eat_sign(",").is_none() {
                    break;
                }
            }
            self.expect_sign(")", "after the part's parameters")?;
        }
        if !self.is_word("for") {
            return Err(self
                .unexpected("`for` and which parts there are")
                .help("write `sum row(a) for a in rows`"));
        }
        let clauses = self.clauses()?;
        Ok(SumDecl {
            part,
            arguments,
            clauses,
            span: start.to(self.last_span()),
        })
    }

    // Types.

    fn ty(&mut self) -> Result<TypeExpr> {
        self.nested(Self::ty_inner)
    }

    fn ty_inner(&mut self) -> Result<TypeExpr> {
        let start = self.span();
        let mut kind = if self.is_sign("(") && !self.tuple_is_expression() {
            self.advance();
            let mut parts = vec![self.ty()?];
            while self.eat_sign(",").is_some() {
                parts.push(self.ty()?);
            }
            self.expect_sign(")", "after the tuple's types")?;
            TypeKind::Tuple(parts)
        } else if self.eat_sign("{").is_some() {
            let mut names = vec![self.name("the first value of the enumeration")?];
            while self.eat_sign(",").is_some() {
                names.push(self.name("a value of the enumeration")?);
            }
            self.expect_sign("}", "after the enumeration")?;
            TypeKind::Enum(names)
        } else if self.eat_word("bool").is_some() {
            TypeKind::Bool
        } else if self.eat_word("player").is_some() {
            TypeKind::Player
        } else if self.eat_word("grid").is_some() {
            self.expect_sign("(", "and the grid's width and height")?;
            let width = self.expression()?;
            self.expect_sign(",", "between the grid's width and height")?;
            let height = self.expression()?;
            self.expect_sign(")", "after the grid's width and height")?;
            TypeKind::Grid(width, height)
        } else if self.eat_word("bag").is_some() {
            self.expect_sign("(", "and the number of things in the bag")?;
            let size = self.expression()?;
            self.expect_sign(")", "after the number of things in the bag")?;
            self.expect_word("of", "and what is in the bag")?;
            TypeKind::Bag(size, Box::new(self.ty()?))
        } else {
            let named = match self.peek() {
                Token::Word(word) if !RESERVED.contains(&&**word) => {
                    let ends = !matches!(
                        self.peek_at(1),
                        Token::Sign("+" | "-" | "*" | "**" | "//" | "%" | ".." | "[" | "(")
                    );
                    ends.then(|| word.clone())
                }
                _ => None,
            };
            if let Some(word) = named {
                self.advance();
                TypeKind::Named(word)
            } else {
                let low = self.binary(LOWEST_IN_RANGE)?;
                if !self.is_sign("..") {
                    return Err(self.unexpected("`..` and the largest value").help(
                        "a type is `0..n`, `bool`, `player`, `player?`, `grid(w, h)`, \
                         `bag(k) of …`, `(…, …)` or the name of a type",
                    ));
                }
                self.advance();
                TypeKind::Range(low, self.binary(LOWEST_IN_RANGE)?)
            }
        };
        if self.eat_sign("?").is_some() {
            let span = start.to(self.last_span());
            kind = TypeKind::Optional(Box::new(TypeExpr { kind, span }));
        }
        Ok(TypeExpr {
            kind,
            span: start.to(self.last_span()),
        })
    }

    /// Whether the bracket at this place opens the first bound of a range, as
    /// in `(n + 1)..9`, rather than a tuple of types.
    fn tuple_is_expression(&self) -> bool {
        let mut open = 0;
        for ahead in 0.. {
            match self.peek_at(ahead) {
                Token::Sign("(" | "[" | "{") => open += 1,
                Token::Sign(")" | "]" | "}") => {
                    open -= 1;
                    if open == 0 {
                        return matches!(
                            self.peek_at(ahead + 1),
                            Token::Sign(".." | "+" | "-" | "*" | "//" | "%" | "**")
                        );
                    }
                }
                Token::Newline | Token::End => return false,
                _ => {}
            }
        }
        false
    }

    // Patterns and clauses.

    /// `a, b` or `(a, b)` or `a`.
    fn pattern(&mut self) -> Result<Pattern> {
        let first = self.pattern_term()?;
        if !self.is_sign(",") {
            return Ok(first);
        }
        let start = first.span();
        let mut parts = vec![first];
        while self.eat_sign(",").is_some() {
            parts.push(self.pattern_term()?);
        }
        Ok(Pattern::Tuple(parts, start.to(self.last_span())))
    }

    fn pattern_term(&mut self) -> Result<Pattern> {
        if let Some(start) = self.eat_sign("(") {
            let inner = self.nested(Self::pattern)?;
            let end = self.expect_sign(")", "after the names")?;
            return Ok(match inner {
                Pattern::Tuple(parts, _) => Pattern::Tuple(parts, start.to(end)),
                name @ Pattern::Name(_) => name,
            });
        }
        Ok(Pattern::Name(self.name("a name")?))
    }

    /// `for p in d if c for q in e …`, at least one `for`.
    fn clauses(&mut self) -> Result<Vec<Clause>> {
        let mut clauses = Vec::new();
        let mut height = 0;
        while self.eat_word("for").is_some() {
            let pattern = self.pattern()?;
            self.expect_word("in", "and what the names range over")?;
            // Not a whole expression: a following `if` is the clause's own.
            let domain = self.binary(0)?;
            height = height.max(self.height);
            let condition = match self.eat_word("if") {
                Some(_) => Some(self.binary(0)?),
                None => None,
            };
            height = height.max(self.height);
            clauses.push(Clause {
                pattern,
                domain,
                condition,
            });
        }
        self.height = height;
        Ok(clauses)
    }

    // Statements.

    /// `:` and an indented block.
    fn block(&mut self, of: &str) -> Result<Vec<Stmt>> {
        if !self.is_sign(":") {
            let fault = self.unexpected(&format!("`:` and the body of {of}"));
            return Err(match self.peek() {
                Token::Sign("=") => fault.help("equality is written `==`"),
                Token::Sign("!") => fault.help("write `not`, or `!=` for different"),
                Token::Sign("/") => fault.help("division is `//` and rounds down"),
                _ => fault,
            });
        }
        self.advance();
        if *self.peek() != Token::Newline {
            return Err(self
                .unexpected("the end of the line after `:`")
                .help("write the body on its own lines, indented"));
        }
        self.advance();
        if *self.peek() != Token::Indent {
            return Err(Diagnostic::new(
                format!("the body of {of} is missing"),
                self.last_span(),
                "expected an indented block",
            )
            .help("indent what belongs to it by four spaces"));
        }
        self.advance();
        self.nested(|parser| {
            let mut body = Vec::new();
            while *parser.peek() != Token::Dedent {
                if *parser.peek() == Token::Indent {
                    return Err(Diagnostic::new(
                        "this line is indented more than the block it stands in",
                        parser.span(),
                        "nothing above opens a block",
                    )
                    .help("give the lines of one block the same number of spaces"));
                }
                body.push(parser.statement()?);
            }
            parser.advance();
            Ok(body)
        })
    }

    fn statement(&mut self) -> Result<Stmt> {
        let word = match self.peek() {
            Token::Word(word) => word.clone(),
            _ => return Err(self.unexpected("a statement")),
        };
        match &*word {
            "if" => {
                self.advance();
                let mut arms = vec![(self.expression()?, self.block("`if`")?)];
                let mut otherwise = Vec::new();
                loop {
                    if self.eat_word("elif").is_some() {
                        arms.push((self.expression()?, self.block("`elif`")?));
                    } else if self.eat_word("else").is_some() {
                        otherwise = self.block("`else`")?;
                        break;
                    } else {
                        break;
                    }
                }
                Ok(Stmt::If { arms, otherwise })
            }
            "elif" | "else" => Err(Diagnostic::new(
                format!("`{word}` without an `if`"),
                self.span(),
                "no `if` stands before it in this block",
            )
            .help("give it the indentation of its `if`")),
            "for" => {
                let clauses = self.clauses()?;
                let body = self.block("`for`")?;
                Ok(Stmt::For { clauses, body })
            }
            "let" => {
                self.advance();
                let name = self.name("the name to define")?;
                if self.is_sign("(") {
                    return Err(self
                        .unexpected("`=`")
                        .help("define functions outside of moves"));
                }
                self.expect_sign("=", "and the value")?;
                let value = self.expression()?;
                self.expect_newline("after the value")?;
                Ok(Stmt::Let { name, value })
            }
            "again" => {
                let span = self.advance();
                self.expect_newline("after `again`")?;
                Ok(Stmt::Again(span))
            }
            "win" | "draw" => {
                let decl = self.result()?;
                self.expect_newline("after the result")?;
                Ok(Stmt::Result(decl))
            }
            _ => self.assignment(),
        }
    }

    fn assignment(&mut self) -> Result<Stmt> {
        let name = self.name("a variable to change")?;
        let start = name.span;
        let mut indices = Vec::new();
        while self.eat_sign("[").is_some() {
            indices.push(self.nested(Self::index)?);
            self.expect_sign("]", "after the index")?;
        }
        let span = start.to(self.last_span());
        let op = if self.eat_sign("=").is_some() {
            AssignOp::Set
        } else if self.eat_sign("+=").is_some() {
            AssignOp::Add
        } else if self.eat_sign("-=").is_some() {
            AssignOp::Subtract
        } else {
            let fault = self.unexpected("`=`, `+=` or `-=`");
            return Err(match self.peek() {
                Token::Sign("==") => fault.help("`==` compares; to change a variable write `=`"),
                _ => fault.help("a body changes variables: `heap -= k`"),
            });
        };
        let value = self.expression()?;
        self.expect_newline("after the new value")?;
        Ok(Stmt::Assign {
            target: Target {
                name,
                indices,
                span,
            },
            op,
            value,
        })
    }

    // Expressions.

    fn expression(&mut self) -> Result<Expr> {
        self.nested(|parser| {
            let then = parser.binary(0)?;
            if !parser.is_word("if") || !parser.conditional_follows() {
                return Ok(then);
            }
            let mut height = parser.height;
            parser.advance();
            let condition = parser.binary(0)?;
            height = height.max(parser.height);
            parser.expect_word("else", "and the value otherwise")?;
            let otherwise = parser.expression()?;
            parser.grow(height.max(parser.height))?;
            let span = then.span.to(otherwise.span);
            Ok(Expr {
                kind: ExprKind::Conditional {
                    then: Box::new(then),
                    condition: Box::new(condition),
                    otherwise: Box::new(otherwise),
                },
                span,
            })
        })
    }

    /// Whether the `if` here belongs to `a if c else b`: an `else` follows on
    /// this line before any bracket closes that was open before.
    fn conditional_follows(&self) -> bool {
        let mut open = 0;
        for ahead in 1.. {
            match self.peek_at(ahead) {
                Token::Sign("(" | "[" | "{") => open += 1,
                Token::Sign(")" | "]" | "}") if open == 0 => return false,
                Token::Sign(")" | "]" | "}") => open -= 1,
                Token::Word(word) if open == 0 && &**word == "else" => return true,
                Token::Newline | Token::End => return false,
                Token::Sign(":") if open == 0 => return false,
                _ => {}
            }
        }
        false
    }

    /// Operators that bind at least as strongly as `least`.
    fn binary(&mut self, least: u8) -> Result<Expr> {
        self.nested(|parser| parser.binary_inner(least))
    }

    fn binary_inner(&mut self, least: u8) -> Result<Expr> {
        let mut left = self.unary()?;
        loop {
            let Some((operator, strength)) = self.operator() else {
                return Ok(left);
            };
            if strength < least {
                return Ok(left);
            }
            let mut height = self.height;
            let kind = match operator {
                Operator::Binary(op) => {
                    self.advance();
                    // `**` groups to the right, everything else to the left.
                    let next = strength + u8::from(op != BinaryOp::Power);
                    let right = self.binary(next)?;
                    height = height.max(self.height);
                    let span = left.span.to(right.span);
                    Expr {
                        kind: ExprKind::Binary(op, Box::new(left), Box::new(right)),
                        span,
                    }
                }
                Operator::Range => {
                    self.advance();
                    let right = self.binary(strength + 1)?;
                    height = height.max(self.height);
                    let span = left.span.to(right.span);
                    Expr {
                        kind: ExprKind::Range(Box::new(left), Box::new(right)),
                        span,
                    }
                }
                Operator::Compare => {
                    let mut rest = Vec::new();
                    while let Some(op) = self.comparison() {
                        let right = self.binary(strength + 1)?;
                        height = height.max(self.height);
                        rest.push((op, right));
                    }
                    let end = rest.last().map_or(left.span, |(_, expr)| expr.span);
                    let span = left.span.to(end);
                    Expr {
                        kind: ExprKind::Compare(Box::new(left), rest),
                        span,
                    }
                }
            };
            left = kind;
            self.grow(height)?;
        }
    }

    fn operator(&self) -> Option<(Operator, u8)> {
        Some(match self.peek() {
            Token::Word(word) => match &**word {
                "or" => (Operator::Binary(BinaryOp::Or), 1),
                "and" => (Operator::Binary(BinaryOp::And), 2),
                "in" => (Operator::Compare, 4),
                "not" if matches!(self.peek_at(1), Token::Word(w) if &**w == "in") => {
                    (Operator::Compare, 4)
                }
                _ => return None,
            },
            Token::Sign(sign) => match *sign {
                "==" | "!=" | "<" | "<=" | ">" | ">=" => (Operator::Compare, 4),
                ".." => (Operator::Range, LOWEST_IN_RANGE - 1),
                "+" => (Operator::Binary(BinaryOp::Add), LOWEST_IN_RANGE),
                "-" => (Operator::Binary(BinaryOp::Subtract), LOWEST_IN_RANGE),
                "*" => (Operator::Binary(BinaryOp::Multiply), 7),
                "//" => (Operator::Binary(BinaryOp::Divide), 7),
                "%" => (Operator::Binary(BinaryOp::Modulo), 7),
                "**" => (Operator::Binary(BinaryOp::Power), 9),
                _ => return None,
            },
            _ => return None,
        })
    }

    fn comparison(&mut self) -> Option<CompareOp> {
        let op = match self.peek() {
            Token::Word(word) if &**word == "in" => CompareOp::In,
            Token::Word(word)
                if &**word == "not"
                    && matches!(self.peek_at(1), Token::Word(w) if &**w == "in") =>
            {
                self.advance();
                CompareOp::NotIn
            }
            Token::Sign("==") => CompareOp::Equal,
            Token::Sign("!=") => CompareOp::NotEqual,
            Token::Sign("<") => CompareOp::Less,
            Token::Sign("<=") => CompareOp::LessEqual,
            Token::Sign(">") => CompareOp::Greater,
            Token::Sign(">=") => CompareOp::GreaterEqual,
            _ => return None,
        };
        self.advance();
        Some(op)
    }

    fn unary(&mut self) -> Result<Expr> {
        let start = self.span();
        let (op, strength) = if self.is_word("not") {
            (UnaryOp::Not, 3)
        } else if self.is_sign("-") {
            (UnaryOp::Negate, 8)
        } else if self.is_sign("!") {
            return Err(self.unexpected("an expression").help("write `not`"));
        } else {
            return self.postfix();
        };
        self.advance();
        let operand = self.binary(strength)?;
        self.grow(self.height)?;
        let span = start.to(operand.span);
        // A negative number is a number: `-1` in a set, a range, an index.
        let kind = match (op, operand.kind) {
            (UnaryOp::Negate, ExprKind::Int(value)) => ExprKind::Int(-value),
            (op, kind) => ExprKind::Unary(
                op,
                Box::new(Expr {
                    kind,
                    span: operand.span,
                }),
            ),
        };
        Ok(Expr { kind, span })
    }

    fn postfix(&mut self) -> Result<Expr> {
        let mut expr = self.primary()?;
        loop {
            if self.is_sign("(") {
                return Err(Diagnostic::new(
                    "only a name can be called",
                    self.span(),
                    "this is called like a function",
                )
                .help("to multiply write `*`"));
            }
            if self.eat_sign("[").is_none() {
                return Ok(expr);
            }
            let height = self.height;
            let index = self.nested(Self::index)?;
            let end = self.expect_sign("]", "after the index")?;
            self.grow(height.max(self.height))?;
            let span = expr.span.to(end);
            expr = Expr {
                kind: ExprKind::Index(Box::new(expr), Box::new(index)),
                span,
            };
        }
    }

    /// What stands between `[` and `]`: one value, or several that make a tuple.
    fn index(&mut self) -> Result<Expr> {
        let (mut parts, span) = self.list_until("]")?;
        match (parts.pop(), parts.is_empty()) {
            (Some(only), true) => Ok(only),
            (Some(last), false) => {
                parts.push(last);
                Ok(Expr {
                    kind: ExprKind::Tuple(parts),
                    span,
                })
            }
            (None, _) => Err(self.unexpected("an index")),
        }
    }

    /// Expressions separated by commas, up to (not with) the closing bracket.
    fn list_until(&mut self, close: &str) -> Result<(Vec<Expr>, Span)> {
        let start = self.span();
        let mut parts = Vec::new();
        let mut height = 0;
        while !self.is_sign(close) {
            parts.push(self.expression()?);
            height = height.max(self.height);
            if self.eat_sign(",").is_none() {
                break;
            }
        }
        self.grow(height)?;
        Ok((parts, start.to(self.last_span())))
    }

    fn primary(&mut self) -> Result<Expr> {
        let start = self.span();
        self.height = 1;
        let kind = match self.peek().clone() {
            Token::Int(value) => {
                self.advance();
                ExprKind::Int(value)
            }
            Token::Text(text) => {
                self.advance();
                ExprKind::Text(text)
            }
            Token::Word(word) => return self.word(&word),
            Token::Sign("(") => {
                self.advance();
                let (mut parts, _) = self.list_until(")")?;
                let comma = matches!(self.tokens[self.at - 1].0, Token::Sign(","));
                let end = self.expect_sign(")", "to close the bracket")?;
                let span = start.to(end);
                if parts.len() == 1 && !comma {
                    let inner = parts.remove(0);
                    return Ok(Expr {
                        kind: inner.kind,
                        span,
                    });
                }
                if parts.len() < 2 {
                    return Err(Diagnostic::new(
                        "a tuple has at least two components",
                        span,
                        "expected two values or more",
                    )
                    .help("for a collection write `[…]` or `{…}`"));
                }
                return Ok(Expr {
                    kind: ExprKind::Tuple(parts),
                    span,
                });
            }
            Token::Sign("[") => {
                self.advance();
                let kind = self.nested(|p| p.collection(Collection::List, "]"))?;
                self.expect_sign("]", "to close the list")?;
                kind
            }
            Token::Sign("{") => {
                self.advance();
                let kind = self.nested(Self::braces)?;
                self.expect_sign("}", "to close the set")?;
                kind
            }
            _ => {
                let fault = self.unexpected("a value");
                return Err(match self.peek() {
                    Token::Sign("=") => fault.help("equality is written `==`"),
                    _ => fault,
                });
            }
        };
        Ok(Expr {
            kind,
            span: start.to(self.last_span()),
        })
    }

    fn collection(&mut self, collection: Collection, close: &'static str) -> Result<ExprKind> {
        if self.is_sign(close) {
            return Ok(match collection {
                Collection::List => ExprKind::List(Vec::new()),
                Collection::Set => ExprKind::Set(Vec::new()),
            });
        }
        let first = self.expression()?;
        self.collection_after(first, collection, close)
    }

    /// The rest of a list or set whose first element has been read.
    fn collection_after(
        &mut self,
        first: Expr,
        collection: Collection,
        close: &'static str,
    ) -> Result<ExprKind> {
        let mut height = self.height;
        if self.is_word("for") {
            let clauses = self.clauses()?;
            self.grow(height.max(self.height))?;
            return Ok(ExprKind::Comprehension {
                collection,
                element: Box::new(first),
                clauses,
            });
        }
        let mut parts = vec![first];
        while self.eat_sign(",").is_some() && !self.is_sign(close) {
            parts.push(self.expression()?);
            height = height.max(self.height);
        }
        self.grow(height)?;
        Ok(match collection {
            Collection::List => ExprKind::List(parts),
            Collection::Set => ExprKind::Set(parts),
        })
    }

    /// A set, or a map if a `:` follows the first element.
    fn braces(&mut self) -> Result<ExprKind> {
        if self.is_sign("}") {
            return Ok(ExprKind::Set(Vec::new()));
        }
        let mut key = self.expression()?;
        if !self.is_sign(":") {
            return self.collection_after(key, Collection::Set, "}");
        }
        let mut entries = Vec::new();
        let mut height = self.height;
        loop {
            self.expect_sign(":", "and the value of this key")?;
            let value = self.expression()?;
            height = height.max(self.height);
            entries.push((key, value));
            if self.eat_sign(",").is_none() || self.is_sign("}") {
                break;
            }
            key = self.expression()?;
            height = height.max(self.height);
        }
        self.grow(height)?;
        Ok(ExprKind::Map(entries))
    }

    fn word(&mut self, word: &Arc<str>) -> Result<Expr> {
        let start = self.span();
        let kind = match &**word {
            "true" => ExprKind::Bool(true),
            "false" => ExprKind::Bool(false),
            "none" => ExprKind::None,
            "me" => ExprKind::Me,
            "other" => ExprKind::Other,
            "stuck" => ExprKind::Stuck,
            "player" => ExprKind::Name(word.clone()),
            reserved if RESERVED.contains(&reserved) => {
                return Err(self.unexpected("a value").help(format!(
                    "`{word}` is a word of the language and cannot be used as a name"
                )));
            }
            _ if matches!(self.peek_at(1), Token::Sign("(")) => return self.call(),
            _ => ExprKind::Name(word.clone()),
        };
        self.advance();
        Ok(Expr { kind, span: start })
    }

    fn call(&mut self) -> Result<Expr> {
        let function = self.name("a function")?;
        let start = function.span;
        self.advance();
        let kind = self.nested(|parser| {
            if parser.is_sign(")") {
                return Err(parser.unexpected("an argument").help(format!(
                    "a `let` without arguments is used without brackets: `{}`",
                    function.text
                )));
            }
            let first = parser.expression()?;
            let mut height = parser.height;
            if parser.is_word("for") {
                let Some(op) = FoldOp::named(&function.text) else {
                    return Err(Diagnostic::new(
                        format!("`{}` does not take a comprehension", function.text),
                        parser.span(),
                        "`for` is not expected here",
                    )
                    .help("any, all, count, sum, min and max do; a list is `[… for …]`"));
                };
                let clauses = parser.clauses()?;
                parser.grow(height.max(parser.height))?;
                return Ok(ExprKind::Fold {
                    op,
                    element: Box::new(first),
                    clauses,
                });
            }
            let mut arguments = vec![first];
            while parser.eat_sign(",").is_some() && !parser.is_sign(")") {
                arguments.push(parser.expression()?);
                height = height.max(parser.height);
            }
            parser.grow(height)?;
            Ok(ExprKind::Call {
                function: function.clone(),
                arguments,
            })
        })?;
        let end = self.expect_sign(")", "after the arguments")?;
        Ok(Expr {
            kind,
            span: start.to(end),
        })
    }
}

/// What stands between two operands.
enum Operator {
    Binary(BinaryOp),
    Range,
    Compare,
}

/// The strength of `+`, the weakest operator inside the bounds of a range.
const LOWEST_IN_RANGE: u8 = 6;

fn twice(word: &str, span: Span, first: Span) -> Box<Diagnostic> {
    Diagnostic::new(
        format!("`{word}` stands twice in one game"),
        span,
        "a second time",
    )
    .related(first, "first here")
    .help("remove one of them")
}

/// The parts of a notation text; `span` covers its quotes.
fn template(text: &str, span: Span) -> Result<Template> {
    let mut parts = Vec::new();
    let mut rest = text;
    let mut offset = span.start + 1;
    while let Some(open) = rest.find(['{', '}']) {
        let here = Span {
            start: offset + open,
            end: offset + open + 1,
        };
        let close = rest[open..].find('}');
        let (true, Some(length)) = (rest[open..].starts_with('{'), close) else {
            return Err(Diagnostic::new(
                "a bracket in this notation has no partner",
                here,
                "`{` and `}` enclose a value",
            )
            .help("write `{name}` for the value of a parameter"));
        };
        if open > 0 {
            parts.push(TemplatePart::Text(Arc::from(&rest[..open])));
        }
        let inner = &rest[open + 1..open + length];
        let expr = parse_expression_at(inner, offset + open + 1)?;
        parts.push(TemplatePart::Value(expr));
        rest = &rest[open + length + 1..];
        offset += open + length + 1;
    }
    if !rest.is_empty() {
        parts.push(TemplatePart::Text(Arc::from(rest)));
    }
    Ok(Template { parts, span })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(source: &str) -> String {
        fn go(expr: &Expr) -> String {
            match &expr.kind {
                ExprKind::Int(value) => value.to_string(),
                ExprKind::Name(name) => name.to_string(),
                ExprKind::Unary(UnaryOp::Not, a) => format!("(not {})", go(a)),
                ExprKind::Unary(UnaryOp::Negate, a) => format!("(- {})", go(a)),
                ExprKind::Binary(op, a, b) => format!("({} {} {})", op.symbol(), go(a), go(b)),
                ExprKind::Range(a, b) => format!("(.. {} {})", go(a), go(b)),
                ExprKind::Compare(a, rest) => {
                    let rest: Vec<String> = rest
                        .iter()
                        .map(|(op, b)| format!("{} {}", op.symbol(), go(b)))
                        .collect();
                    format!("({} {})", go(a), rest.join(" "))
                }
                ExprKind::Conditional {
                    then,
                    condition,
                    otherwise,
                } => format!("(if {} {} {})", go(condition), go(then), go(otherwise)),
                ExprKind::Index(a, b) => format!("{}[{}]", go(a), go(b)),
                other => format!("{other:?}"),
            }
        }
        go(&parse_expression(source).unwrap())
    }

    #[test]
    fn operators_bind_as_in_python() {
        assert_eq!(shape("a + b * c ** d % e"), "(+ a (% (* b (** c d)) e))");
        assert_eq!(shape("a ** b ** c"), "(** a (** b c))");
        assert_eq!(shape("-a ** b"), "(- (** a b))");
        assert_eq!(
            shape("not a == b and c or d"),
            "(or (and (not (a == b)) c) d)"
        );
        assert_eq!(shape("k in 1..n-2"), "(k in (.. 1 (- n 2)))");
        assert_eq!(shape("a < b <= c"), "(a < b <= c)");
        assert_eq!(shape("a if b else c if d else e"), "(if b a (if d c e))");
        assert_eq!(
            shape("c + i*d not in cells"),
            "((+ c (* i d)) not in cells)"
        );
        assert_eq!(shape("a - b - c"), "(- (- a b) c)");
    }

    #[test]
    fn a_line_goes_on_after_an_operator() {
        let file = parse("game g\nimpartial\nlet a = 1 +\n    2\nx: 0..1 = 0\nmove m if x == 0 and\n      a == 3:\n    x = 1\n")
            .unwrap();
        assert_eq!(file.games[0].moves.len(), 1);
    }
}
