//! The symmetries that rules declare: read, closed into a group, checked, and
//! turned into fast maps of packed positions.
//!
//! A declaration moves the values of a named type about (the cells of a board),
//! exchanges the players, or both at once. It acts on a position by moving the
//! elements of arrays indexed by that type and by changing values of that type.
//! Nothing is taken on trust: [`Symmetries::check`] compares the successors of
//! an image with the images of the successors.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::Arc;

use crate::ast::{SymmetryDecl, SymmetryMap};
use crate::diagnostic::Diagnostic;
use crate::evaluate::Evaluator;
use crate::instance::{Error, Instance};
use crate::part::Part;
use crate::patience::{Interruption, Patience};
use crate::span::Span;
use crate::ty::{Shape, Ty};
use crate::value::Value;
use crate::word::Word;

/// The largest group that is closed.
const LARGEST_GROUP: usize = 1024;

/// Elements wider than this have no table.
const WIDEST_TABLE: u32 = 12;

/// Of a group of more elements than this, narrow fields are put together in smaller
/// tables, so that all tables take at most about 64 MiB.
const LARGE_GROUP: usize = 64;

/// The bits of fields that are put together in a table for a large group.
const NARROW_TABLE: u32 = 8;

/// A symmetry, apart from how positions are packed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Action {
    /// Whether the players change roles.
    swap: bool,
    /// For each type that is moved: where each of its values goes.
    moved: BTreeMap<Arc<str>, Vec<usize>>,
}

impl Action {
    /// First `self`, then `next`.
    fn then(&self, next: &Self) -> Self {
        let mut moved = self.moved.clone();
        for (name, to) in &next.moved {
            moved
                .entry(name.clone())
                .and_modify(|from| {
                    for place in from.iter_mut() {
                        *place = to[*place];
                    }
                })
                .or_insert_with(|| to.clone());
        }
        moved.retain(|_, to| to.iter().enumerate().any(|(i, place)| i != *place));
        Self {
            swap: self.swap != next.swap,
            moved,
        }
    }

    fn identity() -> Self {
        Self {
            swap: false,
            moved: BTreeMap::new(),
        }
    }

    /// Where the values of a type go.
    fn images(&self, ty: &Ty) -> Images {
        if let Some(to) = ty.name.as_ref().and_then(|name| self.moved.get(name)) {
            // `none` is not one of the values that are moved, but it may be
            // where they are.
            let mut values = ty.values();
            if values.len() != to.len() {
                values.retain(|value| *value != Value::None);
            }
            let image = |(value, to): (&Value, &usize)| (value.clone(), values[*to].clone());
            return Images::Of(values.iter().zip(to).map(image).collect());
        }
        match &ty.shape {
            Shape::Enum {
                variants,
                players: true,
                ..
            } if self.swap => {
                let player =
                    |place: u32| Value::Symbol(place, variants[place as usize - 1].clone());
                Images::Of(HashMap::from([
                    (player(1), player(2)),
                    (player(2), player(1)),
                ]))
            }
            Shape::Tuple(parts) => {
                Images::Tuple(parts.iter().map(|part| self.images(part)).collect())
            }
            _ => Images::Of(HashMap::new()),
        }
    }

    /// Where each value of an index type goes.
    fn places(&self, ty: &Ty) -> Vec<usize> {
        let (values, images) = (ty.values(), self.images(ty));
        values
            .iter()
            .enumerate()
            .map(|(place, value)| ty.place(&images.of(value)).unwrap_or(place))
            .collect()
    }
}

/// Where the values of a type go under an action.
enum Images {
    /// Those that are listed go elsewhere.
    Of(HashMap<Value, Value>),
    /// Each component goes by itself.
    Tuple(Vec<Images>),
}

impl Images {
    fn of(&self, value: &Value) -> Value {
        match (self, value) {
            (Self::Of(listed), value) => listed.get(value).unwrap_or(value).clone(),
            (Self::Tuple(parts), Value::Tuple(values)) => Value::Tuple(
                parts
                    .iter()
                    .zip(values.iter())
                    .map(|(part, value)| part.of(value))
                    .collect(),
            ),
            (Self::Tuple(_), value) => value.clone(),
        }
    }
}

/// A map of packed positions, as tables over groups of bits.
#[derive(Clone, Debug)]
struct Transform<W> {
    chunks: Vec<Chunk<W>>,
}

#[derive(Clone, Debug)]
enum Chunk<W> {
    /// The image of each content of these bits.
    Table {
        shift: u32,
        mask: u64,
        images: Box<[W]>,
    },
    /// These bits move as they are.
    Move { shift: u32, mask: u64, to: u32 },
}

impl<W: Word> Transform<W> {
    fn apply(&self, position: W) -> W {
        let mut image = W::default();
        for chunk in &self.chunks {
            image = image
                | match chunk {
                    Chunk::Table {
                        shift,
                        mask,
                        images,
                    } => images[((position >> *shift).low() & mask) as usize],
                    Chunk::Move { shift, mask, to } => {
                        W::narrow(u128::from((position >> *shift).low() & mask)) << *to
                    }
                };
        }
        image
    }
}

/// A symmetry by single bits of a position, for a compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wiring {
    /// Where each bit goes, from the lowest on; none goes where another does.
    pub to: Vec<u32>,
    /// Bits that are turned over where they arrive.
    pub flipped: u128,
}

impl<W: Word> Transform<W> {
    /// The same for each of so many bits, if that is all it does.
    fn wiring(&self, bits: u32) -> Option<Wiring> {
        let mut to = vec![None; bits as usize];
        let mut flipped = 0;
        for chunk in &self.chunks {
            match chunk {
                Chunk::Table { shift, images, .. } => {
                    let first = images[0].widen();
                    flipped |= first;
                    for bit in 0..images.len().ilog2() {
                        let goes = images[1 << bit].widen() ^ first;
                        let goes = goes.is_power_of_two().then(|| goes.ilog2())?;
                        *to.get_mut((shift + bit) as usize)? = Some(goes);
                    }
                    // The image of each content is that of its bits.
                    for content in 1..images.len() {
                        let without = content & (content - 1);
                        let lowest = images[content ^ without].widen() ^ first;
                        if images[content].widen() != images[without].widen() ^ lowest {
                            return None;
                        }
                    }
                }
                Chunk::Move {
                    shift,
                    mask,
                    to: first,
                } => {
                    for bit in 0..mask.count_ones() {
                        *to.get_mut((shift + bit) as usize)? = Some(first + bit);
                    }
                }
            }
        }
        let to: Vec<u32> = to.into_iter().collect::<Option<_>>()?;
        let targets: HashSet<u32> = to.iter().copied().filter(|&to| to < bits).collect();
        (targets.len() == to.len()).then_some(Wiring { to, flipped })
    }
}

/// How an element's bits move.
struct ElementMove {
    shift: u32,
    bits: u32,
    to: u32,
    /// New bits for each content; `None`: as they are.
    images: Option<Vec<u64>>,
}

/// A group of symmetries of a game with positions of type `W`.
#[derive(Clone, Debug)]
pub(crate) struct Symmetries<W> {
    /// The identity first.
    elements: Vec<Transform<W>>,
    /// How many of the elements are the declared ones (they follow the
    /// identity), and where each was declared.
    declared: Vec<Span>,
}

impl<W: Word> Symmetries<W> {
    /// Only the identity.
    pub(crate) fn none() -> Self {
        Self {
            elements: vec![Transform { chunks: Vec::new() }],
            declared: Vec::new(),
        }
    }

    /// The group that the rules declare.
    pub(crate) fn new(instance: &Instance, patience: &Patience) -> Result<Self, Error> {
        let [part] = &instance.parts[..] else {
            // The parts of a sum have symmetries of their own, not the sum.
            return Ok(Self::none());
        };
        let mut generators = Vec::new();
        for decl in &part.decl().symmetries {
            for action in actions(part, decl)? {
                // Composed with nothing, so that what moves nothing is the
                // identity: a mirror of a board one cell wide.
                let action = Action::identity().then(&action);
                let is_known = generators.iter().any(|(known, _)| *known == action);
                if !is_known && action != Action::identity() {
                    generators.push((action, decl.span));
                }
            }
        }
        if generators.is_empty() {
            return Ok(Self::none());
        }
        let mut group = vec![Action::identity()];
        group.extend(generators.iter().map(|(generator, _)| generator.clone()));
        let mut seen: HashSet<Action> = group.iter().cloned().collect();
        let mut at = 0;
        while at < group.len() {
            patience.go_on()?;
            for (generator, span) in &generators {
                let product = group[at].then(generator);
                if seen.insert(product.clone()) {
                    if group.len() >= LARGEST_GROUP {
                        return Err(Diagnostic::new(
                            "these symmetries make a group that is too large",
                            *span,
                            format!("more than {LARGEST_GROUP} elements"),
                        )
                        .into());
                    }
                    group.push(product);
                }
            }
            at += 1;
        }
        let mut elements = Vec::new();
        let width = if group.len() > LARGE_GROUP {
            NARROW_TABLE
        } else {
            WIDEST_TABLE
        };
        for action in &group {
            patience.go_on()?;
            elements.push(transform(instance, action, width, generators[0].1)?);
        }
        let declared = generators.iter().map(|(_, span)| *span).collect();
        Ok(Self { elements, declared })
    }

    pub(crate) fn order(&self) -> usize {
        self.elements.len()
    }

    pub(crate) fn image(&self, position: W, element: usize) -> W {
        if element == 0 {
            position
        } else {
            self.elements[element].apply(position)
        }
    }

    /// The least of all images.
    pub(crate) fn canonical(&self, position: W) -> W {
        self.elements[1..].iter().fold(position, |least, element| {
            least.min(element.apply(position))
        })
    }

    /// How many of them leave a position as it is.
    pub(crate) fn same_images(&self, position: W) -> usize {
        let keeps = |element: &usize| self.image(position, *element) == position;
        (0..self.order()).filter(keeps).count()
    }

    /// All of them by single bits, the identity first, if that is all they do.
    pub(crate) fn wirings(&self, bits: u32) -> Option<Vec<Wiring>> {
        let identity = Wiring {
            to: (0..bits).collect(),
            flipped: 0,
        };
        let others = self.elements[1..].iter();
        let others = others.map(|element| element.wiring(bits));
        std::iter::once(Some(identity)).chain(others).collect()
    }

    /// The symmetries that leave a position as it is.
    pub(crate) fn fixing(&self, position: W) -> Self {
        let keeps = |element: &usize| self.image(position, *element) == position;
        Self {
            elements: (0..self.order())
                .filter(keeps)
                .map(|element| self.elements[element].clone())
                .collect(),
            declared: Vec::new(),
        }
    }

    /// Checks on many positions that the declared symmetries are symmetries:
    /// every position within reach if there are at most `most`, else those met
    /// first and along random lines of play.
    ///
    /// `expand` gives the successors of a position (sorted, with the turn) or
    /// the code of its outcome; `None` where the rules fault.
    ///
    /// Returns the declaration that is no symmetry, with a position that shows it;
    /// `None` if none was found.
    pub(crate) fn check(
        &self,
        start: W,
        most: usize,
        patience: &Patience,
        mut expand: impl FnMut(W) -> Option<(Option<i64>, Vec<(W, bool)>)>,
    ) -> Result<Option<(Span, W)>, Interruption> {
        if self.declared.is_empty() {
            return Ok(None);
        }
        let mut seen: HashSet<W> = HashSet::from([start]);
        let mut queue = VecDeque::from([start]);
        // A fixed seed: the same rules are always checked on the same positions.
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        while let Some(position) = queue.pop_front() {
            patience.go_on()?;
            let Some((outcome, successors)) = expand(position) else {
                continue;
            };
            for (place, span) in self.declared.iter().enumerate() {
                let element = &self.elements[place + 1];
                let mut images: Vec<(W, bool)> = successors
                    .iter()
                    .map(|(next, kept)| (element.apply(*next), *kept))
                    .collect();
                images.sort_unstable();
                if expand(element.apply(position)) != Some((outcome, images)) {
                    return Ok(Some((*span, position)));
                }
            }
            let mut fresh: Vec<W> = successors
                .into_iter()
                .map(|(next, _)| next)
                .filter(|next| !seen.contains(next))
                .collect();
            if seen.len() + fresh.len() > most {
                // No room for all: one at random, so that depth is reached too.
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                if seen.len() >= 2 * most || fresh.is_empty() {
                    continue;
                }
                let pick = (random >> 33) as usize % fresh.len();
                fresh = vec![fresh[pick]];
                queue.clear();
            }
            for next in fresh {
                if seen.insert(next) {
                    queue.push_back(next);
                }
            }
        }
        Ok(None)
    }
}

/// The generators of one declaration.
fn actions(part: &Part, decl: &SymmetryDecl) -> Result<Vec<Action>, Error> {
    let swap = decl.swap.is_some();
    let Some((name, map)) = &decl.cells else {
        return Ok(vec![Action {
            swap,
            moved: BTreeMap::new(),
        }]);
    };
    let ty = Evaluator::new(part).named_type(&name.text, name.span)?;
    if matches!(ty.shape, Shape::Bag { .. }) || ty.count() > 4096 {
        return Err(Diagnostic::new(
            "this type has too many values for a symmetry",
            name.span,
            format!("{} values", ty.count()),
        )
        .into());
    }
    let values = ty.values();
    let action = |to: Vec<usize>| Action {
        swap,
        moved: BTreeMap::from([(name.text.clone(), to)]),
    };
    let span = match map {
        SymmetryMap::Map(pattern, expr) => {
            let mut to = Vec::new();
            let mut taken = HashMap::new();
            for value in &values {
                let mut evaluator = Evaluator::new(part);
                let image = evaluator
                    .bind(pattern, value.clone())
                    .and_then(|()| evaluator.eval(expr))?;
                let Some(place) = ty.place(&image) else {
                    return Err(Diagnostic::new(
                        format!(
                            "this symmetry moves {value} to {image}, outside of `{}`",
                            name.text
                        ),
                        expr.span,
                        format!("{image} is not in `{}`", name.text),
                    )
                    .help("a symmetry maps every value to a value of the same type")
                    .into());
                };
                if let Some(before) = taken.insert(place, to.len()) {
                    return Err(Diagnostic::new(
                        format!(
                            "this symmetry moves both {} and {value} to {image}",
                            values[before]
                        ),
                        expr.span,
                        "not one to one",
                    )
                    .help("a symmetry moves different values to different places")
                    .into());
                }
                to.push(place);
            }
            return Ok(vec![action(to)]);
        }
        SymmetryMap::All(span) | SymmetryMap::Flips(span) => *span,
    };
    let sides = match &ty.shape {
        Shape::Tuple(parts) => match &parts[..] {
            [x, y] => match (&x.shape, &y.shape) {
                (Shape::Int { lo: x0, hi: x1 }, Shape::Int { lo: y0, hi: y1 }) => {
                    Some((*x0, *x1, *y0, *y1))
                }
                _ => None,
            },
            _ => None,
        },
        _ => None,
    };
    let Some((x0, x1, y0, y1)) = sides else {
        return Err(Diagnostic::new(
            format!("`{}` is not a grid", name.text),
            span,
            "`all` and `flips` turn and mirror a grid",
        )
        .help("write the map: `symmetry cells: c -> …`")
        .into());
    };
    if swap {
        return Err(
            Diagnostic::new("`swap` goes with one map", span, "this is several maps")
                .help("write `symmetry swap` and the board's symmetries on two lines, or one map")
                .into(),
        );
    }
    let by = |image: &dyn Fn(i64, i64) -> (i64, i64)| -> Action {
        let to = values.iter().enumerate().map(|(place, value)| match value {
            Value::Tuple(parts) => match (&parts[0], &parts[1]) {
                (Value::Int(x), Value::Int(y)) => {
                    let (x, y) = image(*x, *y);
                    ty.place(&Value::pair(x, y)).unwrap_or(place)
                }
                _ => place,
            },
            _ => place,
        });
        action(to.collect())
    };
    let mut generators = vec![by(&|x, y| (x0 + x1 - x, y)), by(&|x, y| (x, y0 + y1 - y))];
    let square = x1 - x0 == y1 - y0;
    if matches!(map, SymmetryMap::All(_)) && square {
        generators.push(by(&|x, y| (x0 + (y - y0), y0 + (x - x0))));
    }
    Ok(generators)
}

/// The map of packed positions that an action makes.
fn transform<W: Word>(
    instance: &Instance,
    action: &Action,
    width: u32,
    span: Span,
) -> Result<Transform<W>, Box<Diagnostic>> {
    let mut moves = Vec::new();
    for variable in &instance.state.variables {
        let places = match &variable.index {
            Some(index) => action.places(index),
            None => vec![0],
        };
        for (from, to) in places.into_iter().enumerate() {
            let source = variable.first + from * variable.stride;
            let target = variable.first + to * variable.stride;
            element_moves(
                instance,
                action,
                &variable.ty,
                source,
                target,
                span,
                &mut moves,
            )?;
        }
    }
    for (field, flips) in [
        (instance.state.layout.turn, action.swap),
        (instance.state.layout.over, false),
    ] {
        if let Some(field) = field {
            let of = instance.state.layout.fields[field];
            moves.push(ElementMove {
                shift: of.shift,
                bits: of.bits,
                to: of.shift,
                images: flips.then(|| vec![1, 0]),
            });
        }
    }
    moves.retain(|element| element.bits > 0);
    moves.sort_by_key(|element| element.shift);
    Ok(Transform {
        chunks: chunks(&moves, width),
    })
}

fn element_moves(
    instance: &Instance,
    action: &Action,
    ty: &Ty,
    source: usize,
    target: usize,
    span: Span,
    moves: &mut Vec<ElementMove>,
) -> Result<(), Box<Diagnostic>> {
    let fields = &instance.state.layout.fields;
    if let Shape::Bag { of, .. } = &ty.shape {
        for (kind, to) in action.places(of).into_iter().enumerate() {
            moves.push(ElementMove {
                shift: fields[source + kind].shift,
                bits: fields[source + kind].bits,
                to: fields[target + to].shift,
                images: None,
            });
        }
        return Ok(());
    }
    let width = ty.scalars().len();
    let mine = &fields[source..source + width];
    let bits: u32 = mine.iter().map(|field| field.bits).sum();
    let shift = fields[source].shift;
    let images_of = action.images(ty);
    let changes = ty.count() <= 1 << WIDEST_TABLE
        && ty
            .values()
            .iter()
            .any(|value| images_of.of(value) != *value);
    let mut images = None;
    if changes {
        if bits > WIDEST_TABLE {
            return Err(Diagnostic::new(
                "a variable is too large for this symmetry",
                span,
                format!("{bits} bits; at most {WIDEST_TABLE}"),
            ));
        }
        // Contents that are no value never occur; they keep their bits.
        let mut table: Vec<u64> = (0..1 << bits).collect();
        for value in ty.values() {
            let pack = |value: &Value| {
                let mut scalars = Vec::new();
                ty.encode(value, &mut scalars);
                mine.iter()
                    .zip(&scalars)
                    .fold(0u64, |raw, (field, scalar)| {
                        raw | ((scalar - field.scalar.lo) as u64) << (field.shift - shift)
                    })
            };
            table[pack(&value) as usize] = pack(&images_of.of(&value));
        }
        images = Some(table);
    }
    moves.push(ElementMove {
        shift,
        bits,
        to: fields[target].shift,
        images,
    });
    Ok(())
}

/// Neighbouring elements together, in tables of at most 2^`width` entries unless one
/// element alone needs more.
fn chunks<W: Word>(moves: &[ElementMove], width: u32) -> Vec<Chunk<W>> {
    let mut chunks = Vec::new();
    let mut rest = moves;
    while let Some(first) = rest.first() {
        let mut taken = 0;
        let mut bits = 0;
        for element in rest {
            let contiguous = element.shift == first.shift + bits;
            let most = if taken == 0 { WIDEST_TABLE } else { width };
            if !contiguous || bits + element.bits > most {
                break;
            }
            bits += element.bits;
            taken += 1;
        }
        if taken == 0 {
            chunks.extend(wide_moves(first));
            rest = &rest[1..];
            continue;
        }
        let (group, others) = rest.split_at(taken);
        rest = others;
        let images = (0..1u64 << bits)
            .map(|content| {
                group.iter().fold(W::default(), |image, element| {
                    let raw = content >> (element.shift - first.shift) & ((1 << element.bits) - 1);
                    let raw = element
                        .images
                        .as_ref()
                        .map_or(raw, |images| images[raw as usize]);
                    image | W::narrow(u128::from(raw)) << element.to
                })
            })
            .collect();
        chunks.push(Chunk::Table {
            shift: first.shift,
            mask: (1 << bits) - 1,
            images,
        });
    }
    chunks
}

/// An element too wide for a table moves as it is, 32 bits at a time.
fn wide_moves<W: Word>(element: &ElementMove) -> Vec<Chunk<W>> {
    (0..element.bits)
        .step_by(32)
        .map(|from| Chunk::Move {
            shift: element.shift + from,
            mask: (1 << (element.bits - from).min(32)) - 1,
            to: element.to + from,
        })
        .collect()
}
