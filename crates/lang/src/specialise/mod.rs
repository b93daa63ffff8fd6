//! Partial evaluation: where parameters, mover and choices are known, the rules become
//! a [`Residual`] program.
//!
//! The idea is Futamura's (1971): run the interpreter on what is known, and write down
//! what it would still have to do. A value is carried as [`Partial`]: known, or
//! computed by a node of the residual program, or a structure of such values. A set
//! whose elements depend on the position becomes a list of candidates, each with the
//! condition that it is an element; a loop over it unrolls into conditional blocks.
//!
//! A fault that the rules would meet in some positions only (an index outside its table
//! behind an `and`, say) must not stop the game from being built: it becomes
//! [`Partial::Fault`], and a fault node where the program would reach it.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use zug_game::Player;
use zug_values::Outcome;

use crate::domain::part::Part;
use crate::domain::value::Value;
use crate::evaluate::{ASSERTED, Eval, NoValue, interrupted, too_long, too_much};
use crate::instance::{Error, Instance};
use crate::syntax::ast::{Collection, Expr, MoveDecl, MoveParameter, ResultDecl, Verdict};
use crate::text::diagnostic::Diagnostic;
use crate::text::span::Span;
use among::AskedSet;
use row::{Row, Rows};
pub(crate) use sites::Sites;
use zug_analyse::{NotBefore, asked_before};
use zug_job::Job;
use zug_program::{
    ExprId, GroundMove, GroundResult, Halt, Meter, Op, Overflow, Residual, Side, SiteId,
};

mod sites;
pub(crate) mod symmetry;
mod statement;
mod freeze;
mod expression;
mod operator;
mod among;
mod fields;
mod lookup;
mod select;
mod collection;
mod closure;
mod sets;
mod row;
mod demand;
mod gain;
mod proof;

/// The most steps that specialising a game may take; most of the steps make or find a
/// node.
const MOST_STEPS: u64 = 40_000_000;

/// The residual program of a game, and what the program itself does not know: the names
/// of its moves, and the messages of its faults.
#[derive(Debug)]
pub(crate) struct Specialised {
    pub(crate) residual: Residual,
    pub(crate) sites: Sites,
    /// For each player to move, the names of the ground moves in their order.
    pub(crate) names: Vec<Vec<MoveName>>,
    /// For each player to move, the places of the declarations of the results in their order.
    pub(crate) results: Vec<Vec<Span>>,
}

/// Returns the residual program of a game.
///
/// # Errors
///
/// The rules have a fault, or are too large; or the job was interrupted.
pub(crate) fn specialise(instance: &Instance, job: &Job) -> Result<Specialised, Error> {
    let meter = Meter::new(job, MOST_STEPS);
    let mut residual = Residual::new(instance.state.layout.clone(), meter);
    let (mut sites, mut all_names, mut all_results) = (Sites::default(), Vec::new(), Vec::new());
    let movers: &[Option<Player>] = if instance.is_impartial() {
        &[None]
    } else {
        &[Some(Player::First), Some(Player::Second)]
    };
    for &mover in movers {
        let mut side = Side::default();
        let (mut names, mut results) = (Vec::new(), Vec::new());
        for (number, part) in instance.parts.iter().enumerate() {
            let mut specialiser = Specialiser {
                instance,
                part,
                residual: &mut residual,
                sites: &mut sites,
                names: &mut names,
                results: &mut results,
                mover,
                locals: Vec::new(),
                frame: 0,
                depth: 0,
                next_slot: 0,
                has_gains: part.decl().gain().is_some(),
                gained: None,
                memo: HashMap::new(),
                rows: HashMap::new(),
                looked_up: HashMap::new(),
                asked_sets: HashMap::new(),
                demands: Vec::new(),
                visits: 0,
            };
            for law in &part.decl().laws {
                specialiser.law(law, &mut side)?;
            }
            for result in &part.decl().results {
                specialiser.result(result, &mut side)?;
            }
            for (decl_number, decl) in part.decl().moves.iter().enumerate() {
                let mut ground = Ground {
                    name: MoveName {
                        part: number,
                        decl: decl_number,
                        chosen: Vec::new(),
                    },
                    decl,
                    derived: Vec::new(),
                    present: specialiser.residual.bool(true),
                };
                specialiser.choices(&decl.parameters, &mut ground, &mut side)?;
            }
        }
        residual.sides.push(side);
        all_names.push(names);
        all_results.push(results);
    }
    Ok(Specialised {
        residual,
        sites,
        names: all_names,
        results: all_results,
    })
}

/// The name of a ground move: a move of the rules with its choices made.
#[derive(Clone, Debug)]
pub(crate) struct MoveName {
    /// The number of the part in which the move is made.
    pub(crate) part: usize,
    /// The number of the move's declaration in the rules of the part.
    pub(crate) decl: usize,
    /// The values chosen, in the order of the move's parameters.
    pub(crate) chosen: Vec<Value>,
}

/// A value, as far as it is known before the game starts.
#[derive(Clone, Debug)]
enum Partial {
    Known(Value),
    /// A scalar whose code the node computes.
    Scalar(ExprId),
    Tuple(Vec<Partial>),
    /// A list or set: its candidates, each with the condition that it is an element.
    Items {
        collection: Collection,
        items: Vec<(ExprId, Partial)>,
    },
    /// A row of known collections that the position chooses.
    Row(Box<Row>),
    Map(Vec<(Value, Partial)>),
    /// The numbers from the first to the second.
    Range(ExprId, ExprId),
    /// A value that faults when it is used.
    Fault(SiteId),
}

impl Partial {
    /// Returns the number of bytes that a copy takes, at most about. Known values are shared.
    fn bytes(&self) -> u64 {
        let each = |count: usize, one: usize| (count * one) as u64;
        match self {
            Self::Tuple(parts) => {
                let parts_bytes = parts.iter().map(Self::bytes).sum::<u64>();
                parts_bytes + each(parts.len(), size_of::<Self>())
            }
            Self::Items { items, .. } => {
                let items_bytes = items.iter().map(|(_, item)| item.bytes()).sum::<u64>();
                items_bytes + each(items.len(), size_of::<(ExprId, Self)>())
            }
            Self::Map(entries) => {
                let entries_bytes = entries.iter().map(|(_, value)| value.bytes()).sum::<u64>();
                entries_bytes + each(entries.len(), size_of::<(Value, Self)>())
            }
            _ => 0,
        }
    }
}

/// A move some of whose choices are made.
struct Ground<'a> {
    name: MoveName,
    decl: &'a MoveDecl,
    derived: Vec<(usize, ExprId)>,
    /// The condition that what was chosen so far can be chosen.
    present: ExprId,
}

/// What the body of a move has gained so far.
#[derive(Clone, Copy, Debug)]
struct Gained {
    /// The slot that holds the sum.
    slot: usize,
    /// The least and the largest that the sum can be.
    bounds: (i64, i64),
}

/// The address of a list or map, the scalars of the key, and the place in the rules
/// where the value at the key is asked for.
type LookupKey = (usize, Vec<ExprId>, Span);

/// The name of a definition, and its arguments.
type MemoKey = (Arc<str>, Vec<Argument>);

/// An argument of a definition, where the definition's value is remembered for it.
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
    /// The names of the ground moves of this player.
    names: &'a mut Vec<MoveName>,
    /// The places of the declarations of this player's results.
    results: &'a mut Vec<Span>,
    mover: Option<Player>,
    locals: Vec<(Arc<str>, Partial)>,
    frame: usize,
    depth: u32,
    /// The first slot that the present move does not use.
    next_slot: usize,
    /// Whether moves of this part gain points.
    has_gains: bool,
    /// What the body of the present move has gained so far.
    gained: Option<Gained>,
    /// The values of definitions for given arguments. A definition sees nothing else
    /// but the position and the mover.
    memo: HashMap<MemoKey, Partial>,
    /// By the address of its elements each known list or map that was asked at a key
    /// that is not known, with its rows. The value is kept so that its address stays
    /// its own.
    rows: HashMap<usize, (Value, Option<Rc<Rows>>)>,
    /// The values that known lists and maps have at keys that are not known.
    looked_up: HashMap<LookupKey, (Value, Partial)>,
    /// By the address of its elements each large known collection that was asked whether it has a
    /// value that is not known.
    asked_sets: HashMap<usize, (Value, Rc<AskedSet>)>,
    /// Nodes that could fault and that the plain evaluator would have evaluated, but
    /// which may be in no value that is used.
    demands: Vec<ExprId>,
    /// The number of elements of comprehensions that were visited.
    visits: u64,
}

fn overflow(span: Span) -> impl Fn(Overflow) -> NoValue {
    move |_| {
        too_much(
            "this number can become too large for 64 bits".to_owned(),
            span,
        )
    }
}

/// Why what holds after a move cannot be asked before it.
fn not_before(why: NotBefore, span: Span) -> NoValue {
    match why {
        NotBefore::Overflow(_) => overflow(span)(Overflow),
        NotBefore::Halted(Halt::Interrupted(why)) => interrupted(why, span),
        _ => too_long(span),
    }
}

fn unknown(what: &str, span: Span) -> NoValue {
    NoValue::TooMuch(
        Diagnostic::new(
            format!("{what} depends on the position"),
            span,
            "this must be known before the game starts",
        )
        .help("go through all possible values with a comprehension and compare"),
    )
}

impl Specialiser<'_> {
    /// Makes a check of the program, with the message and place of its fault.
    fn site(&mut self, message: String, span: Span) -> SiteId {
        self.sites.add(self.residual, message, span)
    }

    /// A law is a result that never counts, and faults where the law does not hold.
    fn law(&mut self, condition: &Expr, side: &mut Side) -> Eval<()> {
        let holds = self.condition(condition)?;
        let never = self.residual.bool(false);
        let site = self.site(ASSERTED.to_owned(), condition.span);
        let fails = self.residual.fault(site);
        let breaks = self.residual.select(holds, never, fails);
        if self.residual.constant(breaks) != Some(0) {
            self.results.push(condition.span);
            side.results.push(GroundResult {
                condition: breaks,
                asks_stuck: false,
                outcome: Outcome::Draw,
                score: None,
            });
        }
        Ok(())
    }

    fn result(&mut self, decl: &ResultDecl, side: &mut Side) -> Eval<()> {
        let condition = match &decl.condition {
            Some(condition) => self.condition(condition)?,
            None => self.residual.bool(true),
        };
        if self.residual.constant(condition) == Some(0) {
            return Ok(());
        }
        if let Verdict::Score(value) = &decl.verdict {
            return self.score(condition, value, decl.span, side);
        }
        self.results.push(decl.span);
        side.results.push(GroundResult {
            condition,
            asks_stuck: self.residual.facts(condition).stuck,
            outcome: self.verdict(&decl.verdict),
            score: None,
        });
        Ok(())
    }

    /// A score is three results: who has more than 0 wins.
    fn score(&mut self, condition: ExprId, value: &Expr, place: Span, side: &mut Side) -> Eval<()> {
        let score = self.guarded(value)?;
        let score = self.scalar(&score, value.span)?;
        let nothing = self.residual.int(0);
        let ahead = self.residual.less(nothing, score);
        let behind = self.residual.less(score, nothing);
        let with = [
            (Some(ahead), Outcome::Win),
            (Some(behind), Outcome::Loss),
            (None, Outcome::Draw),
        ];
        for (sign, outcome) in with {
            let condition = match sign {
                Some(sign) => self.residual.and(&[condition, sign]),
                None => condition,
            };
            if self.residual.constant(condition) == Some(0) {
                continue;
            }
            self.results.push(place);
            side.results.push(GroundResult {
                condition,
                asks_stuck: self.residual.facts(condition).stuck,
                outcome,
                score: Some(score),
            });
        }
        Ok(())
    }

    fn verdict(&self, verdict: &Verdict) -> Outcome {
        match verdict {
            Verdict::Me => Outcome::Win,
            Verdict::Other => Outcome::Loss,
            // Which outcome a score is depends on the position.
            Verdict::Draw | Verdict::Score(_) => Outcome::Draw,
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
                let before = ground.present;
                let items = self.chosen_from(domain, ground)?;
                if items.is_empty() {
                    // A derived parameter before this one may fault, even though
                    // nothing can be chosen here.
                    return self.no_choice(ground, side);
                }
                for (there, item) in items {
                    self.step(domain.span)?;
                    ground.present = there;
                    let item = match item {
                        Partial::Known(item) => item,
                        Partial::Fault(_) => {
                            // What there is to choose from is a fault in some positions.
                            self.add_move(ground, there, side)?;
                            continue;
                        }
                        _ => return Err(unknown("what there is to choose", domain.span)),
                    };
                    ground.name.chosen.push(item.clone());
                    self.bind(pattern, Partial::Known(item))?;
                    self.choices(rest, ground, side)?;
                    self.locals.truncate(bound);
                    ground.name.chosen.pop();
                }
                ground.present = before;
            }
            MoveParameter::Derived { name, value } => {
                let mut value = self.guarded(value)?;
                if self.residual.constant(ground.present) != Some(1) {
                    // What was chosen before may not be there to be chosen: then nothing
                    // follows from it.
                    if let Partial::Fault(site) = value {
                        let fault = self.residual.fault(site);
                        let asked = self.residual.and(&[ground.present, fault]);
                        return self.add_move(ground, asked, side);
                    }
                    value = self.only_if(ground.present, value);
                }
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

    /// Returns what can be chosen from a collection, each value with the condition that it can be
    /// chosen. Of a row that the position chooses the elements of each known row stand
    /// together: a move from a node goes with the neighbours of that node, and the test of
    /// where the mover is stands first in each guard.
    fn chosen_from(&mut self, domain: &Expr, ground: &Ground<'_>) -> Eval<Vec<(ExprId, Partial)>> {
        let demands = self.demands.len();
        let value = self.eval(domain)?;
        let value = self.attach_demands(value, demands);
        let met = self.met(&value)?;
        let present = self.residual.and(&[ground.present, met]);
        let mut items = match value {
            Partial::Row(row) => self.row_by_row(&row)?,
            value => self.items(value, domain.span)?,
        };
        for (there, _) in &mut items {
            *there = self.residual.and(&[present, *there]);
        }
        if items.is_empty() && self.residual.facts(present).faults {
            let site = self.absent();
            let never = self.residual.bool(false);
            let asked = self.residual.and(&[present, never]);
            items.push((asked, Partial::Fault(site)));
        }
        Ok(items)
    }

    /// Adds a move of which nothing can be chosen: it is never legal, but its derived
    /// parameters are evaluated.
    fn no_choice(&mut self, ground: &Ground<'_>, side: &mut Side) -> Eval<()> {
        let never = self.residual.bool(false);
        let never = self.residual.and(&[ground.present, never]);
        self.add_move(ground, never, side)
    }

    fn ground_move(&mut self, ground: &Ground<'_>, side: &mut Side) -> Eval<()> {
        let guard = match &ground.decl.guard {
            Some(guard) => self.condition(guard)?,
            None => self.residual.bool(true),
        };
        let guard = self.residual.and(&[ground.present, guard]);
        self.add_move(ground, guard, side)
    }

    /// Returns the condition, asked before the move, that a condition holds after the body.
    fn left_by(&mut self, leaving: &Expr, body: &[Op]) -> Eval<ExprId> {
        let holds = self.condition(leaving)?;
        let spare = self.site("this is never said".to_owned(), leaving.span);
        let asked = asked_before(self.residual, body, holds, spare);
        asked.map_err(|why| not_before(why, leaving.span))
    }

    /// Adds a move with its guard, unless the move is never legal and finding that out
    /// is never a fault.
    fn add_move(&mut self, ground: &Ground<'_>, mut guard: ExprId, side: &mut Side) -> Eval<()> {
        let decl = ground.decl;
        let derived_faults = ground
            .derived
            .iter()
            .any(|(_, value)| self.residual.facts(*value).faults);
        let is_never = |this: &Self, guard| this.residual.constant(guard) == Some(0);
        let mut body = Vec::new();
        let mut points = None;
        if !is_never(self, guard) {
            let slots = self.next_slot;
            self.begin_gain(&mut body);
            self.block(&decl.body, &mut body)?;
            points = self.end_gain(&body, decl.name.span)?;
            self.next_slot = slots;
            self.check_bags(decl, &mut body);
            if let Some(leaving) = &decl.leaving {
                let left = self.left_by(leaving, &body)?;
                guard = self.residual.and(&[guard, left]);
            }
        }
        if is_never(self, guard) {
            if !derived_faults {
                return Ok(());
            }
            body.clear();
            points = None;
        }
        self.names.push(ground.name.clone());
        let mut ground = GroundMove {
            derived: ground.derived.clone(),
            guard,
            body,
            gain: None,
        };
        proof::drop_proved(self.residual, &mut ground);
        ground.gain = points.map(|points| self.told(points, &mut ground.body));
        self.residual.count_move(&ground);
        side.moves.push(ground);
        self.step(decl.name.span)
    }
}
