//! Declarations: everything at the left edge of a rules file.

use super::advice::BODY;
use super::template::template;
use super::{DECLARATIONS, Parser, RESERVED};
use crate::syntax::ast::{
    ArrayIndex, Expr, ExprKind, GameDecl, LetDecl, MoveDecl, MoveParameter, Name, Parameter,
    Pattern, ResultDecl, ShowDecl, StateDecl, SumDecl, SymmetryDecl, SymmetryMap, Template,
    TypeDecl, Verdict,
};
use crate::syntax::look::{Colour, Look};
use crate::text::diagnostic::{Diagnostic, Result, nearest};
use crate::text::foreign;
use crate::text::lexer::Token;
use crate::text::span::Span;

/// Advice where a declaration is expected.
const DECLARATION_FORMS: &str = "declarations are: players, impartial, misere, require, type, \
     let, `name: type = first value`, move, win, draw, assert, symmetry, show, sum";

/// Advice where a type gets its name.
const TYPE_FORM: &str = "write `type cells = grid(3, 3)`, or `type colour = {red, green}`";

/// Advice where a name has a sign that no name has.
const NAME: &str = "a name is made of letters, digits and `_`";

/// Advice where an array has two indices.
const TWO_COORDINATES: &str = "two coordinates are one index: `board[grid(3, 3)]: …`";

impl Parser {
    pub(super) fn game(&mut self) -> Result<GameDecl> {
        if !self.is_word("game") {
            let mut fault = self.unexpected("`game` at the start of the rules");
            if let Token::Word(word) = self.peek()
                && nearest(word, ["game"]).is_some()
            {
                fault = fault.help("did you mean `game`?");
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
                    Some(_) if self.is_plain_value() => {
                        return Err(self
                            .unexpected("a type")
                            .help(format!("a default is written `{} = …`", name.text)));
                    }
                    Some(_) => Some(self.ty()?),
                    None => None,
                };
                if !self.is_sign("=") {
                    let fault = self.unexpected("`=` and a default value");
                    return Err(match self.peek() {
                        Token::Word(_) => fault.help(
                            "a parameter is written `n = 3`, or with its values `n: 1..9 = 3`",
                        ),
                        _ => fault.help(format!(
                            "write `{} = 3`, say: every parameter has a default",
                            name.text
                        )),
                    });
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
        self.expect_newline("after the game's name and parameters")
            .map_err(|fault| fault.help(NAME))?;
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
            laws: Vec::new(),
            results: Vec::new(),
            endless: None,
            symmetries: Vec::new(),
            shows: Vec::new(),
            sum: None,
        };
        while *self.peek() != Token::End && !self.is_word("game") {
            self.declaration(&mut game)?;
        }
        take_endless(&mut game)?;
        game.end_by_gains();
        Ok(game)
    }

    /// Whether one value stands here, up to the next `,` or `)`, which is no type.
    fn is_plain_value(&self) -> bool {
        matches!(
            (self.peek(), self.peek_at(1)),
            (Token::Int(_) | Token::Text(_), Token::Sign("," | ")"))
        )
    }

    pub(super) fn declaration(&mut self, game: &mut GameDecl) -> Result<()> {
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
            _ => return Err(self.unexpected("a declaration").help(DECLARATION_FORMS)),
        };
        match &*word {
            "impartial" => self.mode(&word, &mut game.impartial),
            "misere" => self.mode(&word, &mut game.misere),
            "players" => self.players(game),
            "require" => {
                self.advance();
                game.requires.push(self.expression()?);
                self.expect_newline("after the condition")
            }
            "type" => {
                self.advance();
                let name = self.name("the name of the type")?;
                self.expect_sign("=", "after the type's name")
                    .map_err(|fault| fault.help(TYPE_FORM))?;
                let ty = self.ty()?;
                if self.is_sign(",") {
                    return Err(self
                        .unexpected("the end of the line after the type")
                        .help(TYPE_FORM));
                }
                game.types.push(TypeDecl { name, ty });
                self.expect_newline("after the type")
                    .map_err(|fault| fault.help(TYPE_FORM))
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
            "assert" if !self.names_a_variable() => {
                self.advance();
                game.laws.push(self.expression()?);
                self.expect_newline("after the condition")
            }
            "win" | "draw" => {
                let decl = self.result()?;
                if decl.condition.is_none() {
                    return Err(self.unexpected("`if` and a condition").help(format!(
                        "say when: `{} if stuck`",
                        match decl.verdict {
                            Verdict::Draw => "draw",
                            _ => "win me",
                        }
                    )));
                }
                game.results.push(decl);
                self.expect_newline("after the condition")
            }
            "score" if !self.names_a_variable() => {
                game.results.push(self.score()?);
                self.expect_newline("after the condition")
            }
            "symmetry" => {
                let decl = self.symmetry()?;
                game.symmetries.push(decl);
                self.expect_newline("after the symmetry")
            }
            "show" => {
                self.advance();
                // Not `expression`, whose message would not say what is to be shown.
                if *self.peek() == Token::Newline {
                    return Err(self.unexpected("the variable to show"));
                }
                let what = self.expression()?;
                let look = match self.eat_word("as") {
                    Some(_) => Some(self.look()?),
                    None => None,
                };
                game.shows.push(ShowDecl { what, look });
                self.expect_newline("after what is shown")
            }
            "sum" => {
                let decl = self.sum()?;
                if let Some(before) = game.sum.replace(decl) {
                    return Err(twice("sum", span, before.span));
                }
                self.expect_newline("after the sum")
            }
            "if" | "elif" | "else" | "for" | "again" => Err(self.no_declaration(&word)),
            _ if matches!(self.peek_at(1), Token::Sign(":" | "[")) => {
                let decl = self.state_decl()?;
                game.state.push(decl);
                self.expect_newline("after the first value")
            }
            _ => Err(self.no_declaration(&word)),
        }
    }

    /// Reads a word such as `impartial` that stands alone on its line, and refuses it
    /// the second time. `slot` keeps its place.
    fn mode(&mut self, word: &str, slot: &mut Option<Span>) -> Result<()> {
        let span = self.span();
        self.advance();
        if let Some(first) = slot.replace(span) {
            return Err(twice(word, span, first));
        }
        self.expect_newline(&format!("after `{word}`"))
    }

    fn players(&mut self, game: &mut GameDecl) -> Result<()> {
        let span = self.span();
        self.advance();
        let [first, second] = self
            .two_names()
            .map_err(|fault| fault.help("name the two players: `players A, B`"))?;
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

    fn two_names(&mut self) -> Result<[Name; 2]> {
        let first = self.name("the name of the first player")?;
        self.expect_sign(",", "between the two players")?;
        Ok([first, self.name("the name of the second player")?])
    }

    /// Returns the fault of a line whose first word begins no declaration.
    fn no_declaration(&self, word: &str) -> Box<Diagnostic> {
        let fault = Diagnostic::new(
            format!("`{word}` does not begin a declaration"),
            self.span(),
            "expected a declaration",
        );
        if let Some(advice) = foreign::declaration(word) {
            return fault.help(advice);
        }
        match (nearest(word, DECLARATIONS), self.peek_at(1)) {
            (_, Token::Word(next)) if matches!(&**next, "win" | "wins") => {
                fault.help(format!("write `win {word} if …`"))
            }
            (_, Token::Word(next)) if matches!(&**next, "lose" | "loses") => {
                fault.help("write who wins: `win other if …`")
            }
            (Some(known), _) => fault.help(format!("did you mean `{known}`?")),
            (None, Token::Sign("=") | Token::Int(_)) => fault.help(format!(
                "a constant is `let {word} = …`; a state variable has a type: `{word}: 0..9 = …`"
            )),
            (None, Token::Word(next)) if &**next == "in" => {
                fault.help(format!("a state variable is written `{word}: 0..9 = …`"))
            }
            (None, Token::Sign("(")) => fault.help(format!(
                "a function is `let {word}(x) = …`; an array is `{word}[0..9]: 0..9 = …`"
            )),
            _ => fault.help(DECLARATION_FORMS),
        }
    }

    pub(super) fn let_decl(&mut self) -> Result<LetDecl> {
        let name = self.name("the name to define")?;
        let mut arguments = None;
        if self.eat_sign("(").is_some() {
            let mut names = Vec::new();
            loop {
                names.push(if self.is_sign("(") {
                    self.pattern_term()?
                } else {
                    let name = self.name("the name of an argument");
                    Pattern::Name(name.map_err(|fault| {
                        fault.help("a `let` without arguments is written without brackets")
                    })?)
                });
                if self.eat_sign(",").is_none() {
                    break;
                }
            }
            self.expect_sign(")", "after the arguments")?;
            arguments = Some(names);
        }
        self.expect_sign("=", "and the definition")
            .map_err(|fault| {
                fault.help(
                    "a constant is `let x = 3`, a function `let f(x) = …`; \
                     a state variable, `x: 0..9 = 0`, has no `let`",
                )
            })?;
        let body = self.expression()?;
        Ok(LetDecl {
            name,
            arguments,
            body,
        })
    }

    pub(super) fn state_decl(&mut self) -> Result<StateDecl> {
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
            self.expect_sign("]", "after the index type")
                .map_err(|fault| fault.help(TWO_COORDINATES))?;
            Some(ArrayIndex { pattern, ty })
        } else {
            None
        };
        if !self.is_sign(":") {
            let fault = self.unexpected("`:` and the type of the variable");
            return Err(match self.peek() {
                Token::Sign("[") => fault.help(TWO_COORDINATES),
                _ => fault.help(format!(
                    "the type stands behind `:`, the first value behind `=`: `{}[…]: 0..9 = 0`",
                    name.text
                )),
            });
        }
        self.advance();
        let ty = self.ty()?;
        if !self.is_sign("=") {
            let fault = self.unexpected("`=` and the first value");
            return Err(match self.peek() {
                Token::Word(word) if &**word == "of" => fault.help(format!(
                    "an array is written `{}[cells]: 0..9 = 0`",
                    name.text
                )),
                Token::Sign("|") => fault.help("a type with `none` ends with `?`: `player?`"),
                Token::Word(word) if &**word == "or" => {
                    fault.help("a type with `none` ends with `?`: `player?`")
                }
                _ => fault.help(format!(
                    "every variable has a value at the start: `{}: … = 0`",
                    name.text
                )),
            });
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

    /// Whether a pattern and the word `in` follow.
    pub(super) fn looks_like_pattern_in(&self) -> bool {
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

    pub(super) fn move_decl(&mut self) -> Result<MoveDecl> {
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
            self.expect_sign(")", "after the move's parameters")
                .map_err(|fault| {
                    fault.help("the condition stands behind the brackets: `take(k in 1..3) if …`")
                })?;
        }
        let guard = match self.eat_word("if") {
            Some(_) => Some(self.expression()?),
            None => None,
        };
        let leaving = match self.eat_word("leaving") {
            Some(_) => Some(self.expression()?),
            None => None,
        };
        if leaving.is_some() && self.is_word("if") {
            return Err(self
                .unexpected("`:`")
                .help("the condition before the move comes first: `if … leaving …`"));
        }
        let notation = if let Token::Text(text) = self.peek() {
            let text = text.clone();
            let span = self.advance();
            Some(template(&text, span)?)
        } else {
            None
        };
        if !matches!(self.peek(), Token::Newline | Token::Sign(":")) {
            return Err(self.no_body(guard.as_ref(), notation.as_ref()));
        }
        let mut becomes = None;
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
        } else if self.begins_becomes() {
            becomes = Some(self.becomes()?);
            Vec::new()
        } else {
            self.block("the move")?
        };
        Ok(MoveDecl {
            name,
            parameters,
            guard,
            leaving,
            notation,
            body,
            becomes,
        })
    }

    /// Returns the fault of a move with this guard and notation, behind which no `:` follows.
    fn no_body(&self, guard: Option<&Expr>, notation: Option<&Template>) -> Box<Diagnostic> {
        let fault = self.unexpected("`:` and the body of the move");
        match (self.peek(), guard, notation) {
            (Token::Sign("-"), None, None) => fault.help(NAME),
            (Token::Word(word), _, Some(_)) if &**word == "if" => {
                fault.help("the condition stands before the text: `if … \"…\":`")
            }
            (Token::Word(_) | Token::Int(_) | Token::Sign("," | "(" | "["), None, _) => fault.help(
                "choices stand in brackets, a condition behind `if`: \
                 `move take(k in 1..3) if k <= heap:`",
            ),
            _ => self.or_operator(fault).help(BODY),
        }
    }

    pub(super) fn result(&mut self) -> Result<ResultDecl> {
        let start = self.span();
        let verdict = if self.eat_word("draw").is_some() {
            Verdict::Draw
        } else {
            self.expect_word("win", "or `draw`")?;
            if self.eat_word("me").is_some() {
                Verdict::Me
            } else if self.eat_word("other").is_some() {
                Verdict::Other
            } else if matches!(self.peek(), Token::Word(word) if !RESERVED.contains(&&**word)) {
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

    fn score(&mut self) -> Result<ResultDecl> {
        let start = self.advance();
        let verdict = Verdict::Score(self.expression()?);
        if self.eat_word("if").is_none() {
            return Err(self
                .unexpected("`if` and a condition")
                .help("say when: `score points[me] - points[other] if stuck`"));
        }
        Ok(ResultDecl {
            verdict,
            condition: Some(self.expression()?),
            span: start.to(self.last_span()),
        })
    }

    /// How a piece looks: `disc red` or `letter`.
    fn look(&mut self) -> Result<Look> {
        if self.eat_word("letter").is_some() {
            return Ok(Look::Letter);
        }
        let colours = || Colour::ALL.iter().map(|colour| colour.name());
        let help = || {
            let colours: Vec<&str> = colours().collect();
            format!("the colours are {}", colours.join(", "))
        };
        if self.eat_word("disc").is_none() {
            return Err(self
                .unexpected("`disc` and a colour, or `letter`")
                .help("write `as disc red`, or `as letter`"));
        }
        let Token::Word(name) = self.peek().clone() else {
            return Err(self.unexpected("the colour of the disc").help(help()));
        };
        let Some(colour) = Colour::named(&name) else {
            return Err(Diagnostic::new(
                format!("there is no colour `{name}`"),
                self.span(),
                "no colour of a disc",
            )
            .help(match nearest(&name, colours()) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => help(),
            }));
        };
        self.advance();
        Ok(Look::Disc(colour))
    }

    pub(super) fn symmetry(&mut self) -> Result<SymmetryDecl> {
        let start = self.advance();
        let swap = self.eat_word("swap");
        let mut moved = Vec::new();
        while matches!(self.peek(), Token::Word(_)) {
            moved.push(self.moved_type()?);
            if self.eat_sign(",").is_none() {
                break;
            }
            if !matches!(self.peek(), Token::Word(_)) {
                return Err(self.unexpected("the name of another type"));
            }
        }
        if swap.is_none() && moved.is_empty() {
            return Err(self
                .unexpected("`swap` or the name of a type")
                .help("for a board: `symmetry cells: all`"));
        }
        Ok(SymmetryDecl {
            swap,
            moved,
            span: start.to(self.last_span()),
        })
    }

    /// A type that a symmetry moves, and how its values move.
    fn moved_type(&mut self) -> Result<(Name, SymmetryMap)> {
        if let Some(span) = self.eat_word("player") {
            return Err(Diagnostic::new(
                "the players are exchanged by `swap`",
                span,
                "expected the name of a type",
            )
            .help("write `symmetry swap`"));
        }
        let name = self.name("the name of a type")?;
        self.expect_sign(":", "and how its values move")
            .map_err(|fault| fault.help("for a board: `symmetry cells: all`"))?;
        let span = self.span();
        let is_alone = matches!(self.peek_at(1), Token::Newline | Token::Sign(","));
        let map = if is_alone && self.eat_word("all").is_some() {
            SymmetryMap::All(span)
        } else if is_alone && self.eat_word("flips").is_some() {
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
        Ok((name, map))
    }

    pub(super) fn sum(&mut self) -> Result<SumDecl> {
        let start = self.advance();
        let part = self.name("the game that is a part of the sum")?;
        let arguments = self.arguments()?;
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

    /// Reads the values of a part's parameters in brackets; none if no bracket stands here.
    pub(super) fn arguments(&mut self) -> Result<Vec<Expr>> {
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
        Ok(arguments)
    }
}

/// Takes `win A if endless` out of the results, which are asked in single positions. `endless` is a
/// word of the language only in a game that gives nothing else this name.
fn take_endless(game: &mut GameDecl) -> Result<()> {
    if game.names(ENDLESS) {
        return Ok(());
    }
    let is_endless = |result: &mut ResultDecl| {
        let condition = result.condition.as_ref().map(|condition| &condition.kind);
        matches!(condition, Some(ExprKind::Name(name)) if &**name == ENDLESS)
    };
    for mut found in game.results.extract_if(.., is_endless) {
        found.condition = None;
        if let Some(first) = &game.endless {
            return Err(twice("if endless", found.span, first.span));
        }
        game.endless = Some(found);
    }
    Ok(())
}

/// The condition of a result that counts where play never ends.
const ENDLESS: &str = "endless";

fn twice(word: &str, span: Span, first: Span) -> Box<Diagnostic> {
    Diagnostic::new(
        format!("`{word}` appears twice in one game"),
        span,
        "a second time",
    )
    .related(first, "first here")
    .help("remove one of them")
}
