//! Which moves and results of the rules never come.
//!
//! A declaration is *seen* in a position in which one of its moves is legal, or which it ends. What
//! is not seen in any position of play is likely a mistake in the rules. A declaration that has no
//! ground move, or whose condition is false whatever the position, need not be looked for.
//!
//! A declaration that never comes need not be a mistake. Rules that are written the same way for both
//! players have `win me` beside `win other`, and often play comes to `win me` alone or to `win other`
//! alone: where one is seen, the other is not missed. A result `if stuck` says what happens without a move, though that may never be.
//!
//! A loop `repeat n while …` is seen where its block runs n times: a bound that is never reached
//! makes the rules longer than they need be. Loops are followed by the plain evaluator, in small
//! games alone.
//!
//! Cost: as expanding the position by the interpreter. When not to use it: under symmetries one has
//! to look at the images of a position too, since the image of a move may be declared elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use zug_game::{Fault, Game, Player};
use zug_program::Word;

use super::RulesGame;
use crate::evaluate::Evaluator;
use crate::instance::Instance;
use crate::specialise::MoveName;
use crate::syntax::asked::find_within;
use crate::syntax::ast::{ExprKind, ResultDecl, Stmt, Verdict};
use crate::text::diagnostic::Diagnostic;
use crate::text::span::Span;

/// The declarations of moves and results that were not seen yet, by their places in the rules.
#[derive(Clone, Debug)]
pub struct Unseen {
    moves: BTreeMap<usize, (Span, String)>,
    results: BTreeMap<usize, (Span, Says)>,
    loops: BTreeMap<usize, Bound>,
    /// The number of moves that were played to look at loops.
    played: usize,
}

/// The bound of a loop that never ran so often.
#[derive(Clone, Copy, Debug)]
struct Bound {
    span: Span,
    /// The largest number of times that the loop ran, and the bound then.
    most: Option<(i64, i64)>,
}

/// The largest number of moves that are played to count how often loops run.
const MOST_PLAYED: usize = 20_000;

/// What a result says of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Says {
    /// `win me`.
    Wins,
    /// `win other`.
    Loses,
    /// A player by name, a draw, or a score.
    Else,
}

impl Says {
    fn of(result: &ResultDecl) -> Self {
        match result.verdict {
            Verdict::Me => Self::Wins,
            Verdict::Other => Self::Loses,
            _ => Self::Else,
        }
    }
}

impl Unseen {
    /// Whether all were seen.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.results.is_empty() && self.loops.is_empty()
    }

    /// Removes a result, and with `win me` each `win other`, and the other way round.
    fn see_result(&mut self, result: &ResultDecl) {
        self.results.remove(&result.span.start);
        let opposite = match Says::of(result) {
            Says::Wins => Says::Loses,
            Says::Loses => Says::Wins,
            Says::Else => return,
        };
        self.results.retain(|_, (_, says)| *says != opposite);
    }

    /// Returns a warning for each declaration that was not seen, in the order of the rules.
    /// `why` is drawn beside the declaration.
    pub fn warnings(&self, why: &str) -> Vec<Diagnostic> {
        let moves = self.moves.values().map(|(span, name)| {
            let message = format!("the move `{name}` is never legal");
            Diagnostic::new(message, *span, why)
                .help("look at its `if`, and at the values of its parameters; or remove the move")
        });
        let results = self.results.values().map(|(span, _)| {
            Diagnostic::new("this result never comes", *span, why).help(
                "look at its `if`, and at the results above it: the first one whose condition is \
                 true counts",
            )
        });
        let loops = self.loops.values().filter_map(|Bound { span, most }| {
            let (most, bound) = (*most)?;
            let message = format!("the bound of this loop, {bound}, is never reached");
            let help =
                format!("the block runs at most {most} times: a smaller bound is ready sooner");
            Some(Diagnostic::new(message, *span, why).help(help))
        });
        let all = moves.chain(results).chain(loops);
        let mut warnings: Vec<Diagnostic> = all.map(|warning| *warning).collect();
        warnings.sort_by_key(|warning| warning.span.start);
        warnings
    }
}

impl Unseen {
    /// Returns all declarations of moves and results.
    fn all_of(instance: &Instance) -> Self {
        let (mut moves, mut results) = (BTreeMap::new(), BTreeMap::new());
        let mut loops = Vec::new();
        for part in &instance.parts {
            for decl in &part.decl().moves {
                let Span { start, .. } = decl.name.span;
                moves.insert(start, (decl.name.span, decl.name.text.to_string()));
                loops_in(&decl.body, &mut loops);
            }
            for decl in &part.decl().results {
                results.insert(decl.span.start, (decl.span, Says::of(decl)));
            }
        }
        let bound = |span: Span| (span.start, Bound { span, most: None });
        Self {
            moves,
            results,
            loops: loops.into_iter().map(bound).collect(),
            played: 0,
        }
    }

    /// Returns the declarations that some position may have, as far as these names of moves and places
    /// of results, which are those of the residual program, tell it.
    fn possible(instance: &Instance, names: &[Vec<MoveName>], results: &[Vec<Span>]) -> Self {
        let mut all = Self::all_of(instance);
        let moves = names.iter().flatten();
        let moves: BTreeSet<usize> = moves.map(|name| move_place(instance, name)).collect();
        let results: BTreeSet<usize> = results.iter().flatten().map(|span| span.start).collect();
        all.moves.retain(|place, _| moves.contains(place));
        all.results.retain(|place, _| results.contains(place));
        all
    }

    /// Returns the declarations of moves and results that are not `possible`.
    fn impossible(instance: &Instance, possible: &Self) -> Self {
        let mut all = Self::all_of(instance);
        all.loops.clear();
        all.moves
            .retain(|place, _| !possible.moves.contains_key(place));
        all.results
            .retain(|place, _| !possible.results.contains_key(place));
        all
    }

    /// Removes the results `if stuck`.
    fn without_stuck(mut self, instance: &Instance) -> Self {
        for part in &instance.parts {
            for result in &part.decl().results {
                let condition = result.condition.as_ref().map(|condition| &condition.kind);
                if let Some(ExprKind::Stuck) = condition {
                    self.results.remove(&result.span.start);
                }
            }
        }
        self
    }
}

/// Returns where in the rules the declaration of a ground move has its name.
fn move_place(instance: &Instance, of: &MoveName) -> usize {
    let decl = &instance.parts[of.part].decl().moves[of.decl];
    decl.name.span.start
}

impl<W: Word, U> RulesGame<W, U> {
    /// Returns the declarations of moves and results that no position can have with these
    /// parameters: there is no choice, or the condition is false whatever the position.
    pub fn impossible(&self) -> Unseen {
        Unseen::impossible(self.instance(), &self.possible())
    }

    /// Returns the other declarations of moves and results.
    fn possible(&self) -> Unseen {
        Unseen::possible(self.instance(), &self.inner.names, &self.inner.results)
    }

    /// Returns the declarations to be looked for in positions: those that are possible, but for
    /// results `if stuck`.
    pub fn to_be_seen(&self) -> Unseen {
        self.possible().without_stuck(self.instance())
    }

    /// Removes from `unseen` the declarations that are seen in a position.
    ///
    /// # Errors
    ///
    /// The rules break there.
    pub fn see(&self, position: W, unseen: &mut Unseen) -> Result<(), Fault> {
        let side = self.interpreter().side(position);
        let mut legal = Vec::new();
        self.moves(&position, &mut legal)?;
        for choice in &legal {
            let name = &self.inner.names[side][choice.number()];
            unseen.moves.remove(&move_place(self.instance(), name));
            self.see_loops(position, name, unseen);
        }
        if legal.is_empty() {
            let ending = self.interpreter().ending(position);
            if let Some(place) = ending.map_err(|site| self.fault(site, position))? {
                let span = self.inner.results[side][place];
                let parts = self.instance().parts.iter();
                let mut results = parts.flat_map(|part| &part.decl().results);
                if let Some(result) = results.find(|result| result.span == span) {
                    unseen.see_result(result);
                }
            }
        }
        Ok(())
    }
}

impl<W: Word, U> RulesGame<W, U> {
    /// Plays a move that has loops, and removes those that run as often as they may.
    fn see_loops(&self, position: W, name: &MoveName, unseen: &mut Unseen) {
        let instance = self.instance();
        let part = &instance.parts[name.part];
        let decl = &part.decl().moves[name.decl];
        let mut loops = Vec::new();
        if !unseen.loops.is_empty() {
            loops_in(&decl.body, &mut loops);
        }
        if !loops
            .iter()
            .any(|span| unseen.loops.contains_key(&span.start))
        {
            return;
        }
        unseen.played += 1;
        if unseen.played > MOST_PLAYED {
            unseen.loops.clear();
            return;
        }
        let values = instance.state.layout.unpack(position.widen());
        let mut evaluator = Evaluator::at(part, &instance.state, &values).noting();
        let played = evaluator
            .choose(decl, &name.chosen)
            .and_then(|()| evaluator.play(decl));
        if played.is_err() {
            return;
        }
        for (span, times, bound) in evaluator.notes().loops {
            if times == bound {
                unseen.loops.remove(&span.start);
            } else if let Some(known) = unseen.loops.get_mut(&span.start) {
                known.most = known.most.max(Some((times, bound)));
            }
        }
    }
}

/// Collects where the bounds of the loops in a body are written.
fn loops_in(body: &[Stmt], loops: &mut Vec<Span>) {
    find_within(body, &mut |statement| {
        if let Stmt::Repeat(repeat) = statement {
            loops.push(repeat.bound.span);
        }
        None::<()>
    });
}

impl Instance {
    /// Returns the warning that a player wins no position; `why` is drawn beside the player's name.
    /// `None` in an impartial game, and where no result is a win of the player by its words.
    pub fn wins_nothing(&self, player: Player, why: &str) -> Option<Diagnostic> {
        let part = self.parts.first()?;
        let (names, _) = part.decl().players.as_ref()?;
        let name = match player {
            Player::First => &names[0],
            Player::Second => &names[1],
        };
        let may_win = |result: &ResultDecl| match &result.verdict {
            Verdict::Draw => false,
            Verdict::Player(winner) => winner.text == name.text,
            Verdict::Me | Verdict::Other | Verdict::Score(_) => true,
        };
        if self.decides_stuck() && !part.decl().any_result(may_win) {
            return None;
        }
        let message = format!("{} wins no position", name.text);
        let warning = Diagnostic::new(message, name.span, why)
            .help("look at the results, if this player is meant to win");
        Some(*warning)
    }
}
