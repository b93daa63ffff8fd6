//! The built-in functions, and the folds over elements that `any`, `sum` and their like
//! stand for.

use crate::domain::value::{self, OpResult, Value};
use crate::syntax::ast::FoldOp;

/// Returns the value of a built-in function.
pub(crate) fn builtin(name: &str, arguments: &[Value]) -> OpResult<Value> {
    match (name, arguments) {
        ("abs", [Value::Int(value)]) => value
            .checked_abs()
            .map(Value::Int)
            .ok_or_else(|| "this number becomes too large for 64 bits".to_owned()),
        ("isqrt", [Value::Int(value)]) => value::square_root(*value).map(Value::Int),
        ("gcd", numbers) => {
            let numbers = numbers.iter().map(|number| {
                let number = number.number();
                number.ok_or_else(|| "`gcd` takes numbers".to_owned())
            });
            let mut common = 0;
            for number in numbers {
                common = value::gcd(common, number?)?;
            }
            Ok(Value::Int(common))
        }
        ("len", [Value::Text(text)]) => Ok(Value::Int(text.chars().count() as i64)),
        ("len", [collection]) => collection
            .each_element()
            .map(|items| Value::Int(items.len() as i64))
            .ok_or_else(|| format!("{collection} has no length")),
        _ => {
            let op = FoldOp::named(name).ok_or_else(|| format!("there is no function `{name}`"))?;
            let mut folder = Folder::new(op);
            match arguments {
                [collection] => {
                    let items = collection.each_element();
                    folder
                        .add_all(items.ok_or_else(|| format!("{collection} has no elements"))?)?;
                }
                several => folder.add_all(several.iter())?,
            }
            folder.finish()
        }
    }
}

/// Takes the elements of `any`, `all`, `count`, `sum`, `min` or `max` one by one, and
/// keeps the result so far.
pub(super) struct Folder {
    op: FoldOp,
    result: Option<i64>,
    /// For `min` and `max`: the best element so far, a number or a tuple.
    best: Option<Value>,
}

impl Folder {
    pub(super) fn new(op: FoldOp) -> Self {
        let result = match op {
            FoldOp::Any | FoldOp::Count | FoldOp::Sum => Some(0),
            FoldOp::All => Some(1),
            FoldOp::Min | FoldOp::Max => None,
        };
        Self {
            op,
            result,
            best: None,
        }
    }

    /// Takes an element. Returns whether further elements can change the result.
    pub(super) fn add(&mut self, value: &Value) -> OpResult<bool> {
        if self.op.is_of_ordered() {
            let better = match &self.best {
                None => true,
                Some(best) if self.op == FoldOp::Min => value < best,
                Some(best) => value > best,
            };
            if better {
                self.best = Some(value.clone());
            }
            return Ok(true);
        }
        let next = value
            .code()
            .ok_or_else(|| format!("{value} cannot be used here"))?;
        let so_far = self.result;
        self.result = Some(match (self.op, so_far) {
            (FoldOp::Any | FoldOp::All, _) | (_, None) => next,
            (_, Some(sum)) => sum
                .checked_add(next)
                .ok_or_else(|| "this number becomes too large for 64 bits".to_owned())?,
        });
        Ok(match self.op {
            FoldOp::Any => next == 0,
            FoldOp::All => next != 0,
            _ => true,
        })
    }

    /// Takes elements until no further element can change the result.
    fn add_all<'v>(&mut self, values: impl Iterator<Item = &'v Value>) -> OpResult<()> {
        for value in values {
            if !self.add(value)? {
                break;
            }
        }
        Ok(())
    }

    pub(super) fn finish(self) -> OpResult<Value> {
        let nothing = || format!("`{}` of nothing", self.op.name());
        if self.op.is_of_ordered() {
            return self.best.ok_or_else(nothing);
        }
        let result = self.result.ok_or_else(nothing)?;
        Ok(match self.op {
            FoldOp::Any | FoldOp::All => Value::Bool(result != 0),
            _ => Value::Int(result),
        })
    }
}
