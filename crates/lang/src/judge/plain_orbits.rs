//! The images of a position under the declared symmetries, by the meaning of the
//! declarations.
//!
//! Certificates count positions with it. It shares nothing with the closed group and
//! the tables that solving uses (`symmetry`): each declaration is read by itself, as a
//! map of values, and an orbit is found by applying the maps again and again. Where
//! only the symmetries may be used that leave one position as it is, that position is
//! mapped along: an image counts if it comes together with that position unchanged.

use std::collections::HashMap;
use std::sync::Arc;

use zug_game::U256;

use zug_program::layout::number;

use crate::domain::part::Part;
use crate::domain::state::Variable;
use crate::domain::ty::{Shape, Ty};
use crate::domain::value::Value;
use crate::evaluate::{Eval, Evaluator, NoValue};
use crate::instance::Instance;
use crate::syntax::ast::{Name, SymmetryDecl, SymmetryMap};
use crate::text::diagnostic::Diagnostic;
use zug_program::Scalar;

/// Types with more values than this get no table of images.
const LARGEST_TABLE: u128 = 4096;

/// The declared symmetries of a game, and the orbits that they make.
#[derive(Debug)]
pub struct PlainOrbits<'a> {
    instance: &'a Instance,
    maps: Vec<PositionMap<'a>>,
    /// What the maps do to the position that every symmetry used must leave as it is.
    kept: Walk,
}

/// The images of a position that is to be kept, numbered in the order in which they are met: the
/// position itself has the number 0. Without such a demand nothing but 0 is there, and every map
/// leads to it.
#[derive(Debug)]
struct Walk {
    /// For each image and each map the number of the image's image.
    next: Vec<Vec<usize>>,
}

/// One map of values: a map that a declaration writes, or one of those that `all` and
/// `flips` stand for.
#[derive(Debug)]
struct ValueMap {
    /// Whether the players change roles.
    swap: bool,
    /// How the values of types move; those of all other types stay.
    moved: Vec<Moved>,
}

/// A type and what becomes of its values.
#[derive(Debug)]
struct Moved {
    /// The name of the type.
    name: Arc<str>,
    /// Each value with its image.
    images: Vec<(Value, Value)>,
}

/// A map of values, and what it does to positions.
#[derive(Debug)]
struct PositionMap<'a> {
    values: ValueMap,
    variables: Vec<VariableMap<'a>>,
}

#[derive(Debug)]
struct VariableMap<'a> {
    variable: &'a Variable,
    /// For each element the number of the element that it is moved to.
    elements: Vec<usize>,
    contents: Contents,
}

/// What becomes of the value of an element.
#[derive(Debug)]
enum Contents {
    /// The element is a bag; for each kind of thing in it the number of the kind that
    /// it becomes.
    Kinds(Vec<usize>),
    /// For each value of the element's type, in order, the scalars of its image.
    Table {
        ranges: Vec<Scalar>,
        images: Vec<Vec<i64>>,
    },
    /// The type has too many values for a table: the image is worked out each time.
    WorkedOut,
}

impl<'a> PlainOrbits<'a> {
    /// Reads the symmetries that a game declares, but for the declarations with the numbers
    /// `left_out`, counted from 0. If `kept` is a position, only symmetries that leave it as
    /// it is are used.
    ///
    /// # Errors
    ///
    /// A declared map cannot be evaluated.
    pub fn new(
        instance: &'a Instance,
        left_out: &[usize],
        kept: Option<U256>,
    ) -> Result<Self, Box<Diagnostic>> {
        let mut maps = Vec::new();
        // A sum has no symmetries, only its parts have.
        if let [part] = &instance.parts[..] {
            let declared = part.decl().symmetries.iter().enumerate();
            for (_, decl) in declared.filter(|(number, _)| !left_out.contains(number)) {
                for values in value_maps(part, decl).map_err(NoValue::diagnostic)? {
                    maps.push(PositionMap::new(values, instance));
                }
            }
        }
        let nowhere = vec![0; maps.len()];
        let mut orbits = Self {
            instance,
            maps,
            kept: Walk {
                next: vec![nowhere],
            },
        };
        if let Some(kept) = kept {
            orbits.kept = orbits.walk(kept);
        }
        Ok(orbits)
    }

    /// What the maps do to a position and to its images.
    fn walk(&self, kept: U256) -> Walk {
        let (mut met, mut next) = (vec![kept], Vec::new());
        let mut numbers = HashMap::from([(kept, 0)]);
        while let Some(&position) = met.get(next.len()) {
            let images = self.maps.iter().map(|map| self.image(map, position));
            let of_images = images.map(|image| {
                *numbers.entry(image).or_insert_with(|| {
                    met.push(image);
                    met.len() - 1
                })
            });
            next.push(of_images.collect());
        }
        Walk { next }
    }

    /// Returns the orbit of a position, sorted: all its images, itself included, each
    /// once.
    #[must_use]
    pub fn of(&self, position: U256) -> Vec<U256> {
        // A position, and the number of the image to which the same maps take the position that
        // is to be kept.
        let start = (position, 0);
        let mut met = vec![start];
        let mut at = 0;
        while let Some(&(position, kept)) = met.get(at) {
            at += 1;
            for (map, &kept) in self.maps.iter().zip(&self.kept.next[kept]) {
                let image = (self.image(map, position), kept);
                if !met.contains(&image) {
                    met.push(image);
                }
            }
        }
        let mut images: Vec<U256> = met
            .into_iter()
            .filter(|(_, kept)| *kept == 0)
            .map(|(image, _)| image)
            .collect();
        images.sort_unstable();
        images.dedup();
        images
    }

    fn image(&self, map: &PositionMap<'_>, position: U256) -> U256 {
        let layout = &self.instance.state.layout;
        let before = layout.unpack(position);
        let mut values = before.clone();
        map.apply(&before, &mut values);
        if let Some(turn) = layout.turn.filter(|_| map.values.swap) {
            values[turn] = number::of_opponent(values[turn]);
        }
        layout.pack(&values)
    }
}

impl<'a> PositionMap<'a> {
    fn new(values: ValueMap, instance: &'a Instance) -> Self {
        let variables = instance.state.variables.iter();
        let variables = variables.map(|variable| {
            let elements = match &variable.index {
                Some(index) => values.permutation(index),
                None => vec![0],
            };
            let ty = &variable.ty;
            let contents = match &ty.shape {
                Shape::Bag { of, .. } => Contents::Kinds(values.permutation(of)),
                _ if ty.count() > LARGEST_TABLE => Contents::WorkedOut,
                _ => {
                    let images = ty.values().into_iter();
                    Contents::Table {
                        ranges: ty.scalars(),
                        images: images.map(|value| values.scalars(&value, ty)).collect(),
                    }
                }
            };
            VariableMap {
                variable,
                elements,
                contents,
            }
        });
        let variables = variables.collect();
        Self { values, variables }
    }

    /// Writes the image of the variables' scalars `before` to `after`.
    fn apply(&self, before: &[i64], after: &mut [i64]) {
        for map in &self.variables {
            let Variable {
                first, stride, ty, ..
            } = map.variable;
            for (from, to) in map.elements.iter().enumerate() {
                let element = &before[first + from * stride..][..*stride];
                let image = &mut after[first + to * stride..][..*stride];
                match &map.contents {
                    Contents::Kinds(kinds) => {
                        for (count, kind) in element.iter().zip(kinds) {
                            image[*kind] = *count;
                        }
                    }
                    Contents::Table { ranges, images } => {
                        let digits = ranges.iter().zip(element);
                        let index = digits.fold(0, |index, (range, scalar)| {
                            index * range.radix() as usize + (scalar - range.lo) as usize
                        });
                        image.copy_from_slice(&images[index]);
                    }
                    Contents::WorkedOut => {
                        image.copy_from_slice(&self.values.scalars(&ty.decode(element), ty));
                    }
                }
            }
        }
    }
}

impl ValueMap {
    /// Returns the image of a value of the type `ty`.
    fn image(&self, value: &Value, ty: &Ty) -> Value {
        let mut moved = self.moved.iter();
        if let Some(Moved { images, .. }) =
            moved.find(|moved| ty.name.as_ref() == Some(&moved.name))
        {
            let found = images.iter().find(|(from, _)| from == value);
            // `none` stays: an optional type has it beside the values that are moved.
            return found.map_or_else(|| value.clone(), |(_, to)| to.clone());
        }
        match (&ty.shape, value) {
            (
                Shape::Enum {
                    variants,
                    players: true,
                    ..
                },
                Value::Symbol(code, _),
            ) if self.swap => {
                let other = number::of_opponent(i64::from(*code));
                Value::Symbol(other as u32, variants[other as usize - 1].clone())
            }
            (Shape::Tuple(types), Value::Tuple(values)) => {
                let components = types.iter().zip(values.iter());
                Value::Tuple(
                    components
                        .map(|(ty, value)| self.image(value, ty))
                        .collect(),
                )
            }
            _ => value.clone(),
        }
    }

    fn scalars(&self, value: &Value, ty: &Ty) -> Vec<i64> {
        let mut scalars = Vec::new();
        ty.encode(&self.image(value, ty), &mut scalars)
            .expect("the image of a value is a value of its type");
        scalars
    }

    /// Returns for each value of a type the index of its image among the values.
    fn permutation(&self, ty: &Ty) -> Vec<usize> {
        let values = ty.values().into_iter();
        values
            .map(|value| {
                ty.index_of(&self.image(&value, ty))
                    .expect("the image of a value is a value of its type")
            })
            .collect()
    }
}

/// Returns the maps that a declaration stands for: the first one of each type together, the second
/// ones, and so on.
fn value_maps(part: &Part, decl: &SymmetryDecl) -> Eval<Vec<ValueMap>> {
    let swap = decl.swap.is_some();
    if decl.moved.is_empty() {
        let moved = Vec::new();
        return Ok(vec![ValueMap { swap, moved }]);
    }
    let mut maps: Vec<ValueMap> = Vec::new();
    for (name, map) in &decl.moved {
        for (place, moved) in maps_of_type(part, name, map)?.into_iter().enumerate() {
            if maps.len() <= place {
                let moved = Vec::new();
                maps.push(ValueMap { swap, moved });
            }
            maps[place].moved.push(moved);
        }
    }
    Ok(maps)
}

/// Returns the maps by which a declaration moves the values of a type.
fn maps_of_type(part: &Part, name: &Name, map: &SymmetryMap) -> Eval<Vec<Moved>> {
    let ty = Evaluator::new(part).named_type(&name.text, name.span)?;
    let values = ty.values();
    let moving = |image: &dyn Fn(&Value) -> Eval<Value>| -> Eval<Moved> {
        let images = values
            .iter()
            .map(|value| Ok((value.clone(), image(value)?)));
        Ok(Moved {
            name: name.text.clone(),
            images: images.collect::<Eval<_>>()?,
        })
    };
    if let SymmetryMap::Map(pattern, to) = map {
        let declared = moving(&|value| {
            let mut evaluator = Evaluator::new(part);
            evaluator.bind(pattern, value.clone())?;
            evaluator.eval(to)
        });
        return Ok(vec![declared?]);
    }
    let Some((first, last)) = values.first().zip(values.last()) else {
        return Ok(Vec::new());
    };
    let (Some((x0, y0)), Some((x1, y1))) = (corner(first), corner(last)) else {
        return Ok(Vec::new());
    };
    let on_grid = |image: &dyn Fn(i64, i64) -> (i64, i64)| {
        moving(&|value| {
            let (x, y) = corner(value).map_or((x0, y0), |(x, y)| image(x, y));
            Ok(Value::pair(x, y))
        })
    };
    let mut maps = vec![
        on_grid(&|x, y| (x0 + x1 - x, y))?,
        on_grid(&|x, y| (x, y0 + y1 - y))?,
    ];
    if matches!(map, SymmetryMap::All(_)) && x1 - x0 == y1 - y0 {
        maps.push(on_grid(&|x, y| (x0 + y - y0, y0 + x - x0))?);
    }
    Ok(maps)
}

/// Returns the two coordinates of a cell of a grid.
fn corner(cell: &Value) -> Option<(i64, i64)> {
    match cell.items()? {
        [x, y] => Some((x.number()?, y.number()?)),
        _ => None,
    }
}
