//! Sums, negatives, multiples and comparisons of values in which play may go round.

use rustc_hash::FxHashMap;
use zug_values::Outcome;

use super::contest::{Contest, Draft, Node};
use super::value::{AnyValue, Follower, Graph, Sides, Stopper};
use crate::arena::Arena;
use crate::error::{PartizanError, Result};
use crate::form::{Form, Side};
use crate::order::Relation;

/// The largest number of positions of a sum.
const MOST: usize = 1 << 17;

impl Arena {
    /// The values of the positions of a graph.
    ///
    /// ```
    /// use zug_partizan::{Arena, Follower, Form};
    /// let mut arena = Arena::default();
    /// // Left can move to 0, Right can pass.
    /// let zero = Follower::Value(Form::ZERO.into());
    /// let over = arena.values_of_graph(&vec![[vec![zero], vec![Follower::Position(0)]]])?;
    /// assert_eq!(arena.text_of_any(over[0])?, "over");
    /// # Ok::<(), zug_partizan::PartizanError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The graph is too large; a side of some position is no stopper, or none was found; memory was refused, or the
    /// caller cancelled.
    pub fn values_of_graph(&mut self, graph: &Graph) -> Result<Vec<AnyValue>> {
        let mut charge = self.open_charge();
        let room = charge.grow(3 * bytes(graph) as u64);
        self.granted(room)?;
        let draft = side_of(graph, |sides| sides.onside);
        let onsides = self.onsides(&draft)?;
        // All play that never ends is good for Left now, who has the place of Right.
        let draft = side_of(graph, |sides| sides.offside);
        let mut turned = Vec::with_capacity(draft.len());
        for [left, right] in draft {
            turned.push([self.turned(right)?, self.turned(left)?]);
        }
        let mut values = Vec::with_capacity(graph.len());
        for (onside, negative) in onsides.into_iter().zip(self.onsides(&turned)?) {
            let offside = self.negative_of_stopper(negative)?;
            values.push(AnyValue::of(Sides { onside, offside }));
        }
        Ok(values)
    }

    /// Negatives, position by position.
    fn turned(&mut self, nodes: Vec<Node>) -> Result<Vec<Node>> {
        let turned = nodes.into_iter().map(|node| match node {
            Node::Open(_) => Ok(node),
            Node::Known(stopper) => self.negative_of_stopper(stopper).map(Node::Known),
        });
        turned.collect()
    }

    fn negative_of_stopper(&mut self, of: Stopper) -> Result<Stopper> {
        let id = match of {
            Stopper::Short(form) => return self.negate(form).map(Stopper::Short),
            Stopper::Loop(id) => id,
        };
        if let Some(known) = self.loops.negative(id) {
            return Ok(known);
        }
        // The loops that it leads to, each with its number in a graph.
        let mut numbers = FxHashMap::default();
        let mut loops = vec![id];
        numbers.insert(id, 0);
        let mut draft: Draft = Vec::new();
        while let Some(&id) = loops.get(draft.len()) {
            let [left, right] = self.loops.options(id).clone();
            let mut turned = |options: Vec<Stopper>| {
                let nodes = options.into_iter().map(|option| match option {
                    Stopper::Short(form) => {
                        let negative = self.negate(form)?;
                        Ok(Node::Known(negative.into()))
                    }
                    Stopper::Loop(id) => {
                        let number = *numbers.entry(id).or_insert(loops.len());
                        if number == loops.len() {
                            loops.push(id);
                        }
                        Ok(Node::Open(number))
                    }
                });
                nodes.collect::<Result<Vec<Node>>>()
            };
            let turned = [turned(right)?, turned(left)?];
            draft.push(turned);
        }
        let negatives = self.onsides(&draft)?;
        for (id, negative) in loops.into_iter().zip(&negatives) {
            self.loops.keep_negative(id, *negative);
        }
        Ok(negatives[0])
    }

    /// The negative.
    pub fn negative_of_any(&mut self, of: AnyValue) -> Result<AnyValue> {
        if let AnyValue::Short(form) = of {
            return self.negate(form).map(AnyValue::Short);
        }
        let Sides { onside, offside } = of.sides();
        Ok(AnyValue::of(Sides {
            onside: self.negative_of_stopper(offside)?,
            offside: self.negative_of_stopper(onside)?,
        }))
    }

    /// The sum of two values.
    ///
    /// # Errors
    ///
    /// As [`Arena::values_of_graph`].
    pub fn sum_of_any(&mut self, one: AnyValue, two: AnyValue) -> Result<AnyValue> {
        if let (AnyValue::Short(one), AnyValue::Short(two)) = (one, two) {
            return self.add(one, two).map(AnyValue::Short);
        }
        let (first, second) = (one.sides(), two.sides());
        let onside = self.onside_of_sum(first.onside, second.onside)?;
        let negatives = [first.offside, second.offside];
        let [first, second] = negatives.map(|stopper| self.negative_of_stopper(stopper));
        let negative = self.onside_of_sum(first?, second?)?;
        let offside = self.negative_of_stopper(negative)?;
        Ok(AnyValue::of(Sides { onside, offside }))
    }

    /// The onside of the sum of two stoppers.
    fn onside_of_sum(&mut self, one: Stopper, two: Stopper) -> Result<Stopper> {
        if let (Stopper::Short(one), Stopper::Short(two)) = (one, two) {
            return self.add(one, two).map(Stopper::Short);
        }
        let mut numbers = FxHashMap::default();
        let mut sums = vec![(one, two)];
        numbers.insert((one, two), 0);
        let mut draft: Draft = Vec::new();
        while let Some(&(one, two)) = sums.get(draft.len()) {
            let mut options = [Vec::new(), Vec::new()];
            for side in Side::BOTH {
                let moved = self.stopper_options(one, side)?.into_iter();
                let mut after: Vec<_> = moved.map(|option| (option, two)).collect();
                let moved = self.stopper_options(two, side)?.into_iter();
                after.extend(moved.map(|option| (one, option)));
                for pair in after {
                    if let (Stopper::Short(one), Stopper::Short(two)) = pair {
                        let sum = self.add(one, two)?;
                        options[side as usize].push(Node::Known(sum.into()));
                        continue;
                    }
                    let number = *numbers.entry(pair).or_insert(sums.len());
                    if number == sums.len() {
                        sums.push(pair);
                    }
                    options[side as usize].push(Node::Open(number));
                }
            }
            draft.push(options);
            if sums.len() > MOST {
                return Err(PartizanError::TooLarge("a sum"));
            }
        }
        Ok(self.onsides(&draft)?[0])
    }

    /// The sum of n copies of a value; of -n copies of its negative if n is negative.
    ///
    /// # Errors
    ///
    /// As [`Arena::values_of_graph`].
    pub(crate) fn multiple_of_any(&mut self, of: AnyValue, copies: i64) -> Result<AnyValue> {
        if let AnyValue::Short(form) = of {
            return self.multiple(form, copies).map(AnyValue::Short);
        }
        let one = if copies < 0 {
            self.negative_of_any(of)?
        } else {
            of
        };
        let zero = AnyValue::Short(Form::ZERO);
        self.copies(one, copies.unsigned_abs(), zero, Self::sum_of_any)
    }

    /// The value with these options.
    ///
    /// # Errors
    ///
    /// A value is too large; memory was refused, or the caller cancelled.
    pub(crate) fn any_from_options(
        &mut self,
        left: &[AnyValue],
        right: &[AnyValue],
    ) -> Result<AnyValue> {
        let short = |options: &[AnyValue]| {
            let forms = options.iter().map(|option| option.short());
            forms.collect::<Option<Vec<Form>>>()
        };
        if let (Some(left), Some(right)) = (short(left), short(right)) {
            return self.from_options(&left, &right).map(AnyValue::Short);
        }
        let of = |side: fn(Sides) -> Stopper| {
            [left, right].map(|options| options.iter().map(|of| side(of.sides())).collect())
        };
        Ok(AnyValue::of(Sides {
            onside: self.stopper_with(of(|sides| sides.onside))?,
            offside: self.stopper_with(of(|sides| sides.offside))?,
        }))
    }

    /// Whether one stopper is at most another one.
    pub(super) fn is_stopper_at_most(&mut self, one: Stopper, other: Stopper) -> Result<bool> {
        let mut contest = Contest::new(self);
        contest.is_at_most(Node::Known(one), Node::Known(other), &Draft::new(), self)
    }

    /// Whether one value is at most another one.
    pub(crate) fn is_any_at_most(&mut self, one: AnyValue, other: AnyValue) -> Result<bool> {
        let (one, other) = (one.sides(), other.sides());
        Ok(self.is_stopper_at_most(one.onside, other.onside)?
            && self.is_stopper_at_most(one.offside, other.offside)?)
    }

    /// How two values compare.
    pub(crate) fn compare_any(&mut self, one: AnyValue, other: AnyValue) -> Result<Relation> {
        if let (AnyValue::Short(one), AnyValue::Short(other)) = (one, other) {
            return self.compare(one, other);
        }
        let [at_most, at_least] =
            [(one, other), (other, one)].map(|(one, other)| self.is_any_at_most(one, other));
        Ok(match (at_most?, at_least?) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::Less,
            (false, true) => Relation::Greater,
            (false, false) => Relation::Confused,
        })
    }

    /// The value s & t.
    ///
    /// # Errors
    ///
    /// A side is itself no stopper; t is not at most s.
    pub(crate) fn with_sides(&mut self, onside: AnyValue, offside: AnyValue) -> Result<AnyValue> {
        let [on, off] = [onside, offside].map(AnyValue::sides);
        let are_stoppers = on.onside == on.offside && off.onside == off.offside;
        if !are_stoppers || !self.is_any_at_most(offside, onside)? {
            return Err(PartizanError::Unsuitable {
                operation: "`s & t`",
                needs: "two stoppers of which the second is at most the first",
            });
        }
        Ok(AnyValue::of(Sides {
            onside: on.onside,
            offside: off.offside,
        }))
    }

    /// What Left gets if she begins, and Right if he does. A draw is play that never ends.
    pub fn outcomes(&mut self, of: AnyValue) -> Result<[Outcome; 2]> {
        let zero = Stopper::Short(Form::ZERO);
        let Sides { onside, offside } = of.sides();
        let outcome = |loses: bool, does_not_win: bool| match (loses, does_not_win) {
            (true, _) => Outcome::Loss,
            (false, true) => Outcome::Draw,
            (false, false) => Outcome::Win,
        };
        // Left, moving first in a stopper, loses it exactly if it is at most 0.
        let left = outcome(
            self.is_stopper_at_most(onside, zero)?,
            self.is_stopper_at_most(offside, zero)?,
        );
        let right = outcome(
            self.is_stopper_at_most(zero, offside)?,
            self.is_stopper_at_most(zero, onside)?,
        );
        Ok([left, right])
    }
}

/// One side of a graph.
fn side_of(graph: &Graph, side: impl Fn(Sides) -> Stopper) -> Draft {
    let node = |follower: &Follower| match follower {
        Follower::Position(number) => Node::Open(*number),
        Follower::Value(value) => Node::Known(side(value.sides())),
    };
    let positions = graph.iter().map(|options| {
        let options = options.each_ref();
        options.map(|options| options.iter().map(node).collect())
    });
    positions.collect()
}

/// The bytes of a side of a graph.
fn bytes(graph: &Graph) -> usize {
    let options: usize = graph.iter().flatten().map(Vec::len).sum();
    graph.len() * size_of::<[Vec<Node>; 2]>() + options * size_of::<Node>()
}
