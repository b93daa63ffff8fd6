//! The functions that a text may call, by their names.

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::{PartizanError, Result};
use crate::form::{Form, Side};
use crate::loopy::value::AnyValue;
use crate::notation::answer::Answer;
use crate::notation::write::Style;

/// A function of values that has a name in texts.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// The name.
    pub name: &'static str,
    /// The names of its parameters.
    pub parameters: &'static [&'static str],
    /// What it gives, in a few words.
    pub about: &'static str,
    apply: Apply,
}

/// How a function is worked out.
#[derive(Clone, Copy, Debug)]
enum Apply {
    /// Of values of games that end.
    Short(fn(&mut Arena, &[Form]) -> Result<Answer>),
    /// Of any values.
    Any(fn(&mut Arena, &[AnyValue]) -> Result<Answer>),
}

impl Function {
    /// The function with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        FUNCTIONS.iter().find(|function| function.name == name)
    }

    /// What the function gives for these arguments, one for each parameter.
    pub fn apply(&self, arena: &mut Arena, arguments: &[AnyValue]) -> Result<Answer> {
        if arguments.len() != self.parameters.len() {
            return Err(PartizanError::Unsuitable {
                operation: self.name,
                needs: "an argument for each of its parameters",
            });
        }
        match self.apply {
            Apply::Any(apply) => apply(arena, arguments),
            Apply::Short(apply) => {
                let forms = arguments.iter().map(|argument| argument.short());
                let forms: Option<Vec<Form>> = forms.collect();
                let forms = forms.ok_or(PartizanError::Unsuitable {
                    operation: self.name,
                    needs: "a game that ends, and play can go round here",
                })?;
                apply(arena, &forms)
            }
        }
    }
}

/// The number that an argument must be.
fn number(arena: &Arena, form: Form, operation: &'static str) -> Result<Dyadic> {
    arena.as_number(form).ok_or(PartizanError::Unsuitable {
        operation,
        needs: "a number as its temperature",
    })
}

fn of_number(arena: &mut Arena, number: Dyadic) -> Result<Answer> {
    arena.number(number).map(Answer::Value)
}

/// A row of the table.
macro_rules! function {
    ($name:literal, [$($parameter:literal),*], $about:literal, $apply:expr) => {
        Function { name: $name, parameters: &[$($parameter),*], about: $about, apply: Apply::Short($apply) }
    };
    (any $name:literal, [$($parameter:literal),*], $about:literal, $apply:expr) => {
        Function { name: $name, parameters: &[$($parameter),*], about: $about, apply: Apply::Any($apply) }
    };
}

/// All functions, in the order of a help text.
pub const FUNCTIONS: &[Function] = &[
    function!("outcome", ["G"], "who wins", |a, g| a
        .outcome_class(g[0])
        .map(Answer::Outcome)),
    function!("left_stop", ["G"], "the Left stop", |a, g| of_number(
        a,
        a.stop(g[0], Side::Left)
    )),
    function!("right_stop", ["G"], "the Right stop", |a, g| of_number(
        a,
        a.stop(g[0], Side::Right)
    )),
    function!("mean", ["G"], "the mean", |a, g| {
        let mean = a.mean(g[0])?;
        of_number(a, mean)
    }),
    function!("temperature", ["G"], "the temperature", |a, g| {
        let t = a.temperature(g[0])?;
        of_number(a, t)
    }),
    function!("thermograph", ["G"], "the thermograph", |a, g| a
        .thermograph(g[0])
        .map(Answer::Thermograph)),
    function!("cool", ["G", "t"], "G cooled by the number t", |a, g| {
        let t = number(a, g[1], "cool")?;
        a.cool(g[0], t).map(Answer::Value)
    }),
    function!("freeze", ["G"], "G cooled by its temperature", |a, g| a
        .freeze(g[0])
        .map(Answer::Value)),
    function!("heat", ["G", "T"], "G heated by the game T", |a, g| a
        .heat(g[0], g[1])
        .map(Answer::Value)),
    function!(
        "overheat",
        ["G", "S", "T"],
        "G overheated from S to T",
        |a, g| a.overheat(g[0], g[1], g[2]).map(Answer::Value)
    ),
    function!(
        "reduced",
        ["G"],
        "the simplest game infinitesimally close to G",
        |a, g| a.reduced(g[0]).map(Answer::Value)
    ),
    function!(
        "atomic_weight",
        ["G"],
        "the atomic weight of an infinitesimal G",
        |a, g| a.atomic_weight(g[0]).map(Answer::Value)
    ),
    function!(
        "uptimals",
        ["G"],
        "the expansion of G in uptimals",
        |a, g| a.uptimal_expansion(g[0]).map(Answer::Uptimals)
    ),
    function!(
        "norton",
        ["G", "U"],
        "Norton's product of G with a positive U",
        |a, g| a.norton_product(g[0], g[1]).map(Answer::Value)
    ),
    function!(
        "conway",
        ["G", "H"],
        "Conway's product of the canonical forms",
        |a, g| a.conway_product(g[0], g[1]).map(Answer::Value)
    ),
    function!(
        "ordinal",
        ["G", "H"],
        "the ordinal sum G:H of the canonical forms",
        |a, g| a.ordinal_sum(g[0], g[1]).map(Answer::Value)
    ),
    function!(
        "subordinate",
        ["G", "H"],
        "the game X with H:X = G, for canonical forms",
        |a, g| {
            let unsuitable = PartizanError::Unsuitable {
                operation: "subordinate",
                needs: "an ordinal sum over its second argument as its first",
            };
            a.subordinate(g[0], g[1])?
                .map(Answer::Value)
                .ok_or(unsuitable)
        }
    ),
    function!(
        "left_options",
        ["G"],
        "the Left options of the canonical form",
        |a, g| a.options(g[0], Side::Left).map(Answer::Values)
    ),
    function!(
        "right_options",
        ["G"],
        "the Right options of the canonical form",
        |a, g| a.options(g[0], Side::Right).map(Answer::Values)
    ),
    function!(
        "incentives",
        ["G"],
        "what moves gain, without dominated incentives",
        |a, g| a.incentives(g[0]).map(Answer::Values)
    ),
    function!(
        "birthday",
        ["G"],
        "the height of the canonical form",
        |a, g| a.birthday(g[0]).map(Answer::Count)
    ),
    function!(
        "stop_count",
        ["G"],
        "the number of ways to play to a number",
        |a, g| a.stop_count(g[0]).map(Answer::Count)
    ),
    function!(
        "temper",
        ["G"],
        "whether the number of moves to a number is even or odd",
        |a, g| a.temper(g[0]).map(Answer::Temper)
    ),
    function!("is_number", ["G"], "whether G is a number", |a, g| Ok(
        Answer::Truth(a.as_number(g[0]).is_some())
    )),
    function!(
        "is_numberish",
        ["G"],
        "whether G is infinitesimally close to a number",
        |a, g| Ok(Answer::Truth(a.is_numberish(g[0])))
    ),
    function!(
        "is_infinitesimal",
        ["G"],
        "whether both stops of G are 0",
        |a, g| Ok(Answer::Truth(a.is_infinitesimal(g[0])))
    ),
    function!(
        "is_all_small",
        ["G"],
        "whether both players can move in each follower, or neither",
        |a, g| a.is_all_small(g[0]).map(Answer::Truth)
    ),
    function!(any "onside", ["G"], "the onside of G", |_, g| Ok(
        AnyValue::from(g[0].sides().onside).into()
    )),
    function!(any "offside", ["G"], "the offside of G", |_, g| Ok(
        AnyValue::from(g[0].sides().offside).into()
    )),
    function!("braces", ["G"], "G with all options in braces", |a, g| a
        .write(g[0], Style::Braces)
        .map(Answer::Text)),
    function!("latex", ["G"], "G in LaTeX", |a, g| a
        .write(g[0], Style::Latex)
        .map(Answer::Text)),
];
