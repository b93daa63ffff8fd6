//! The words for values in which play goes round, and the graphs that braces with labels write.

use std::ops::Range;

use crate::arena::Arena;
use crate::error::Result;
use crate::form::Form;
use crate::loopy::value::{AnyValue, Follower, Graph, Sides};
use crate::notation::error::{ReadError, ReadFault};

/// A value in which play goes round, with a word of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Constant {
    /// {pass|}
    On,
    /// {|pass}
    Off,
    /// {0|pass}
    Over,
    /// {pass|0}
    Under,
    /// {pass|*}
    Upon,
    /// on & off
    Dud,
}

/// The value that a word stands for.
#[must_use]
pub(crate) fn constant(word: &str) -> Option<Constant> {
    Some(match word {
        "on" => Constant::On,
        "off" => Constant::Off,
        "over" => Constant::Over,
        "under" => Constant::Under,
        "upon" => Constant::Upon,
        "dud" => Constant::Dud,
        _ => return None,
    })
}

/// Whether a word stands for a value in which play goes round, or for the option that leaves a position as it is.
#[must_use]
pub fn is_loopy(word: &str) -> bool {
    word == PASS || constant(word).is_some()
}

/// The word for the option that leaves a position as it is.
pub(crate) const PASS: &str = "pass";

impl Constant {
    pub(crate) fn value(self, arena: &mut Arena) -> Result<AnyValue> {
        let pass = Follower::Position(0);
        let value = |form: Form| Follower::Value(form.into());
        let (left, right) = match self {
            Self::On => (vec![pass], Vec::new()),
            Self::Off => (Vec::new(), vec![pass]),
            Self::Over => (vec![value(Form::ZERO)], vec![pass]),
            Self::Under => (vec![pass], vec![value(Form::ZERO)]),
            Self::Upon => (vec![pass], vec![value(arena.nimber(1)?)]),
            Self::Dud => {
                let [on, off] = [Self::On, Self::Off].map(|side| side.value(arena));
                return Ok(AnyValue::of(Sides {
                    onside: on?.sides().onside,
                    offside: off?.sides().offside,
                }));
            }
        };
        Ok(arena.values_of_graph(&vec![[left, right]])?[0])
    }
}

/// What stands where a value is expected: a value, or a position of a graph whose braces are not closed yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Item {
    Value(AnyValue),
    /// A position of the graph by its number.
    Position(usize),
    /// The position in whose braces it stands.
    Pass,
}

/// The graph that is being read.
#[derive(Debug, Default)]
pub(crate) struct Drawn {
    pub(crate) graph: Graph,
    /// The labels whose braces are open, each with its position.
    pub(crate) labels: Vec<(String, usize)>,
}

impl Drawn {
    /// The position with this label.
    pub(crate) fn labelled(&self, word: &str) -> Option<usize> {
        let mut open = self.labels.iter().rev();
        open.find(|(label, _)| label == word)
            .map(|(_, position)| *position)
    }

    /// A new position, whose options come later.
    pub(crate) fn position(&mut self) -> usize {
        self.graph.push([Vec::new(), Vec::new()]);
        self.graph.len() - 1
    }

    /// What braces with these options are; they have this position if they have a label.
    pub(crate) fn item(
        &mut self,
        arena: &mut Arena,
        sides: &[Vec<Item>; 2],
        position: Option<usize>,
        span: Range<usize>,
    ) -> std::result::Result<Item, ReadError> {
        let values = sides.each_ref().map(|side| {
            let values = side.iter().map(|item| match item {
                Item::Value(value) => Some(*value),
                _ => None,
            });
            values.collect::<Option<Vec<AnyValue>>>()
        });
        if let ([Some(left), Some(right)], None) = (values, position) {
            let value = arena.any_from_options(&left, &right);
            return match value {
                Ok(value) => Ok(Item::Value(value)),
                Err(error) => {
                    let fault = ReadFault::Value(error);
                    Err(ReadError { span, fault })
                }
            };
        }
        let position = position.unwrap_or_else(|| self.position());
        self.graph[position] = sides.each_ref().map(|side| {
            let followers = side.iter().map(|item| match item {
                Item::Value(value) => Follower::Value(*value),
                Item::Position(number) => Follower::Position(*number),
                Item::Pass => Follower::Position(position),
            });
            followers.collect()
        });
        Ok(Item::Position(position))
    }

    /// Takes the positions from this number on away, unless one leads to a position before it. Their options are
    /// counted from this number then.
    pub(crate) fn closed(&mut self, first: usize) -> Option<Graph> {
        let mut followers = self.graph[first..].iter().flatten().flatten();
        if followers.any(|to| matches!(to, Follower::Position(number) if *number < first)) {
            return None;
        }
        let mut graph = self.graph.split_off(first);
        for follower in graph.iter_mut().flatten().flatten() {
            if let Follower::Position(number) = follower {
                *number -= first;
            }
        }
        Some(graph)
    }
}
