//! Partial evaluation: the rules, with parameters, mover and choices known,
//! become a [`Residual`] program.
//!
//! The idea is Futamura's (1971): run the interpreter on what is known, and
//! write down what it would still have to do. A value is carried as [`Partial`]:
//! known, or a number that the residual program computes, or a structure of
//! such. Sets whose members depend on the position become lists of candidates,
//! each with the condition under which it is there; loops over them unroll into
//! conditional blocks.
//!
//! A fault that the rules would only meet in some positions (an index outside
//! its table behind an `and`, say) must not stop the game from being built: it
//! becomes [`Partial::Fault`], and a fault node where the program would reach
//! it.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use zug_game::Player;
use zug_values::Outcome;

use crate::domain::part::Part;
use crate::domain::value::Value;
use crate::evaluate::{Eval, Stop, fault, limit};
use crate::instance::{Error, Instance};
use crate::syntax::ast::{Collection, MoveDecl, MoveParameter, ResultDecl, Verdict};
use crate::text::diagnostic::Diagnostic;
use crate::text::span::Span;
use entry::{Entry, Rows};
pub(crate) use sites::Sites;
use zug_job::Job;
use zug_program::Meter;
use zug_program::{ExprId, GroundMove, GroundResult, Op, Overflow, Residual, Side, SiteId};

mod sites;
pub(crate) mod symmetry;
mod statement;
mod expression;
mod operator;
mod place;
mod collection;
mod entry;
mod demand;
mod proof;

/// How many steps specialising a game may take, of which most make or find a node.
const MOST_STEPS: u64 = 40_000_000;

/// A game's residual program, and what the program itself does not know: what its moves
/// are called, and what its faults say.
#[derive(Debug)]
pub(crate) struct Specialised {
    pub(crate) residual: Residual,
    pub(crate) sites: Sites,
    /// For each player to move, the names of the ground moves in their order.
    pub(crate) names: Vec<Vec<MoveName>>,
}

/// The residual program of a game.
///
/// # Errors
///
/// Rules that break, or are too large; or the caller interrupted it.
pub(crate) fn specialise(instance: &Instance, job: &Job) -> Result<Specialised, Error> {
    let meter = Meter::new(job, MOST_STEPS);
    let mut residual = Residual::new(instance.state.layout.clone(), meter);
    let (mut sites, mut all_names) = (Sites::default(), Vec::new());
    let movers: &[Option<Player>] = if instance.is_impartial() {
        &[None]
    } else {
        &[Some(Player::First), Some(Player::Second)]
    };
    for &mover in movers {
        let mut side = Side::default();
        let mut names = Vec::new();
        for (number, part) in instance.parts.iter().enumerate() {
            let mut specialiser = Specialiser {
                instance,
                part,
                residual: &mut residual,
                sites: &mut sites,
                names: &mut names,
                mover,
                locals: Vec::new(),
                frame: 0,
                depth: 0,
                next_slot: 0,
                memo: HashMap::new(),
                rows: HashMap::new(),
                looked_up: HashMap::new(),
                demands: Vec::new(),
                visits: 0,
            };
            for result in &part.decl().results {
                specialiser.result(result, &mut side)?;
            }
            for (place, decl) in part.decl().moves.iter().enumerate() {
                let mut ground = Ground {
                    part: number,
                    place,
                    decl,
                    chosen: Vec::new(),
                    derived: Vec::new(),
                };
                specialiser.choices(&decl.parameters, &mut ground, &mut side)?;
            }
        }
        residual.sides.push(side);
        all_names.push(names);
    }
    Ok(Specialised {
        residual,
        sites,
        names: all_names,
    })
}

/// What a ground move is called: a move of the rules with its choices made.
#[derive(Clone, Debug)]
pub(crate) struct MoveName {
    /// The part of the sum that the move is made in.
    pub(crate) part: usize,
    /// The move's place in the part's rules.
    pub(crate) decl: usize,
    /// The values chosen, in order.
    pub(crate) chosen: Vec<Value>,
}

/// A value as far as it is known.
#[derive(Clone, Debug)]
enum Partial {
    Known(Value),
    /// A scalar, by its code.
    Scalar(ExprId),
    Tuple(Vec<Partial>),
    /// A list or set: each candidate with the condition that it is there.
    Items {
        collection: Collection,
        items: Vec<(ExprId, Partial)>,
    },
    /// One of several known collections.
    Entry(Box<Entry>),
    Map(Vec<(Value, Partial)>),
    /// The numbers from one to the other.
    Range(ExprId, ExprId),
    /// Asking for it is a fault.
    Fault(SiteId),
}

/// A move whose choices are being made.
struct Ground<'a> {
    part: usize,
    place: usize,
    decl: &'a MoveDecl,
    chosen: Vec<Value>,
    derived: Vec<(usize, ExprId)>,
}

/// The address of a list or map, the scalars of the key, and where it is asked.
type LookupKey = (usize, Vec<ExprId>, Span);

/// A definition with its arguments.
type MemoKey = (Arc<str>, Vec<Argument>);

/// An argument by which the value of a definition is found again.
#[derive(PartialEq, Eq, Hash)]
enum Argument {
    Known(Value),
    Scalar(ExprId),
}

struct Specialiser<'a> {
    instance: &'a Instance,
    part: &'a Part,
    residual: &'a mut Residual,
    sites: &'a mut Sites,
    /// What the ground moves of this player are called.
    names: &'a mut Vec<MoveName>,
    mover: Option<Player>,
    locals: Vec<(Arc<str>, Partial)>,
    frame: usize,
    depth: u32,
    /// The first slot that the move being specialised does not use.
    next_slot: usize,
    /// What definitions come to for arguments: they see nothing else but the
    /// position.
    memo: HashMap<MemoKey, Partial>,
    /// Known lists and maps of collections by their address, where they stay.
    rows: HashMap<usize, (Value, Option<Rc<Rows>>)>,
    /// What known lists and maps hold at keys that are not known.
    looked_up: HashMap<LookupKey, (Value, Partial)>,
    /// What has been met and could fault, and may be in no value that is used.
    demands: Vec<ExprId>,
    /// How many elements of comprehensions have been looked at.
    visits: u64,
}

fn overflow(span: Span) -> impl Fn(Overflow) -> Stop {
    move |_| {
        limit(
            "this number can become too large for 64 bits".to_owned(),
            span,
        )
    }
}

fn unknown(what: &str, span: Span) -> Stop {
    Stop::Limit(
        Diagnostic::new(
            format!("{what} depends on the position"),
            span,
            "this must be known before the game starts",
        )
        .help("go through all possible values with a comprehension and compare"),
    )
}

impl Specialiser<'_> {
    /// A new check, with what to say where it fails.
    fn site(&mut self, message: String, span: Span) -> SiteId {
        self.sites.add(self.residual, message, span)
    }

    fn result(&mut self, decl: &ResultDecl, side: &mut Side) -> Eval<()> {
        let condition = match &decl.condition {
            Some(condition) => self.condition(condition)?,
            None => self.residual.bool(true),
        };
        if self.residual.constant(condition) == Some(0) {
            return Ok(());
        }
        side.results.push(GroundResult {
            condition,
            asks_stuck: self.residual.facts(condition).stuck,
            outcome: self.verdict(&decl.verdict),
        });
        Ok(())
    }

    fn verdict(&self, verdict: &Verdict) -> Outcome {
        match verdict {
            Verdict::Me => Outcome::Win,
            Verdict::Other => Outcome::Loss,
            Verdict::Draw => Outcome::Draw,
            Verdict::Player(name) => {
                let me = self.mover.and_then(|mover| self.part.player(mover));
                match me {
                    Some(Value::Symbol(_, me)) if me == name.text => Outcome::Win,
                    _ => Outcome::Loss,
                }
            }
        }
    }

    fn choices(
        &mut self,
        parameters: &[MoveParameter],
        ground: &mut Ground<'_>,
        side: &mut Side,
    ) -> Eval<()> {
        let Some((parameter, rest)) = parameters.split_first() else {
            return self.ground_move(ground, side);
        };
        let bound = self.locals.len();
        let derived = ground.derived.len();
        match parameter {
            MoveParameter::Chosen { pattern, domain } => {
                let Partial::Known(set) = self.eval(domain)? else {
                    return Err(Stop::NeedsPosition(domain.span));
                };
                let Some(items) = set.elements() else {
                    return Err(fault(format!("{set} has no elements"), domain.span));
                };
                if items.is_empty() {
                    // What was worked out before is a fault even if nothing can be
                    // chosen then.
                    return self.no_choice(ground, side);
                }
                for item in items {
                    self.step(domain.span)?;
                    ground.chosen.push(item.clone());
                    self.bind(pattern, Partial::Known(item))?;
                    self.choices(rest, ground, side)?;
                    self.locals.truncate(bound);
                    ground.chosen.pop();
                }
            }
            MoveParameter::Derived { name, value } => {
                let value = self.guarded(value)?;
                let slots = self.next_slot;
                let mut binds = Vec::new();
                let value = self.freeze(value, &mut binds);
                ground
                    .derived
                    .extend(binds.iter().filter_map(|op| match op {
                        Op::Bind { slot, value } => Some((*slot, *value)),
                        _ => None,
                    }));
                self.locals.push((name.text.clone(), value));
                self.choices(rest, ground, side)?;
                self.locals.truncate(bound);
                ground.derived.truncate(derived);
                self.next_slot = slots;
            }
        }
        Ok(())
    }

    /// A move that nobody can choose: never legal, but its derived parameters are
    /// worked out.
    fn no_choice(&mut self, ground: &Ground<'_>, side: &mut Side) -> Eval<()> {
        let never = self.residual.bool(false);
        self.add_move(ground, never, side)
    }

    fn ground_move(&mut self, ground: &Ground<'_>, side: &mut Side) -> Eval<()> {
        let guard = match &ground.decl.guard {
            Some(guard) => self.condition(guard)?,
            None => self.residual.bool(true),
        };
        self.add_move(ground, guard, side)
    }

    /// Adds the move with this guard, unless it is never legal and asking for it is
    /// never a fault.
    fn add_move(&mut self, ground: &Ground<'_>, guard: ExprId, side: &mut Side) -> Eval<()> {
        let decl = ground.decl;
        let derived_faults = ground
            .derived
            .iter()
            .any(|(_, value)| self.residual.facts(*value).faults);
        let never = self.residual.constant(guard) == Some(0);
        if never && !derived_faults {
            return Ok(());
        }
        let mut body = Vec::new();
        if !never {
            let slots = self.next_slot;
            self.block(&decl.body, &mut body)?;
            self.next_slot = slots;
            self.check_bags(decl, &mut body);
        }
        self.names.push(MoveName {
            part: ground.part,
            decl: ground.place,
            chosen: ground.chosen.clone(),
        });
        let mut ground = GroundMove {
            derived: ground.derived.clone(),
            guard,
            body,
        };
        proof::drop_proved(self.residual, &mut ground);
        self.residual.count_move(&ground);
        side.moves.push(ground);
        self.step(decl.name.span)
    }
}
