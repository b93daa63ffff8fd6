//! The symmetries that rules declare: they are read, and closed into a group.
//!
//! A declaration moves the values of a named type (the cells of a board), exchanges the
//! players, or does both at once. It acts on a position by moving the elements of
//! arrays that are indexed by that type and by changing values of that type.
//!
//! A declared map is used only if `zug_program` proves from the residual program that the map is
//! a symmetry ([`Proofs`]). All other declared maps are left out, and plans say so.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use crate::domain::part::Part;
use crate::domain::ty::{Shape, Ty};
use crate::domain::value::Value;
use crate::evaluate::Evaluator;
use crate::instance::{Error, Instance};
use crate::syntax::ast::{Expr, Name, Pattern, SymmetryDecl, SymmetryMap};
use crate::text::diagnostic::Diagnostic;
use crate::text::span::Span;
use zug_analyse::{Doubt, Proofs};
use zug_job::Job;
use zug_program::{Relocation, Residual, Symmetries, WIDEST_TABLE, Word};

/// The most elements that a group may have.
const LARGEST_GROUP: usize = 1024;

/// A symmetry as a map of values, whatever the layout of positions is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Action {
    /// Whether the players change roles.
    swap: bool,
    /// For each type that is moved, the index of the image of each of its values.
    moved: BTreeMap<Arc<str>, Vec<usize>>,
}

impl Action {
    /// Returns the product: first `self`, then `next`.
    fn then(&self, next: &Self) -> Self {
        let mut moved = self.moved.clone();
        for (name, to) in &next.moved {
            moved
                .entry(name.clone())
                .and_modify(|from| {
                    for image in from.iter_mut() {
                        *image = to[*image];
                    }
                })
                .or_insert_with(|| to.clone());
        }
        moved.retain(|_, to| to.iter().enumerate().any(|(i, image)| i != *image));
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

    /// Returns the images of the values of a type.
    fn images(&self, ty: &Ty) -> Images {
        if let Some(to) = ty.name.as_ref().and_then(|name| self.moved.get(name)) {
            // `none` is not among the values that are moved, even where the type has
            // it.
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
                    |number: u32| Value::Symbol(number, variants[number as usize - 1].clone());
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

    /// Returns for each value of an index type the index of its image.
    fn permutation(&self, ty: &Ty) -> Vec<usize> {
        let (values, images) = (ty.values(), self.images(ty));
        values
            .iter()
            .enumerate()
            .map(|(index, value)| ty.index_of(&images.of(value)).unwrap_or(index))
            .collect()
    }
}

/// The images of the values of a type under an action.
enum Images {
    /// The images of the values that are listed; all other values stay.
    Of(HashMap<Value, Value>),
    /// The images of each component of a tuple.
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

/// The group of symmetries that rules declare and that are proved to be symmetries.
#[derive(Debug)]
pub(crate) struct Declared<W> {
    pub(crate) group: Arc<Symmetries<W>>,
    /// What each element of the group does, in the order of the group.
    actions: Vec<Action>,
    /// The declarations that could not be proved. Nothing uses them.
    pub(crate) left_out: Vec<LeftOut>,
}

/// A declared symmetry that could not be proved to be one, so that nothing uses it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LeftOut {
    /// The number of the declaration, counted from 0 in the order of the rules.
    pub(crate) declaration: usize,
    /// The place of the declaration in the rules.
    pub(crate) span: Span,
    /// Why it could not be proved.
    pub(crate) doubt: Doubt,
}

/// Maps that were declared as symmetries and not proved, to be tried on positions.
#[derive(Debug)]
pub(crate) struct Doubtful<W> {
    /// The identity, then the maps.
    pub(crate) maps: Symmetries<W>,
    /// The place of the declaration of each map.
    pub(crate) spans: Vec<Span>,
    /// For each map the types that its declaration does not name, whose values stay.
    pub(crate) stay: Vec<Vec<Arc<str>>>,
}

impl<W: Word> Declared<W> {
    fn none() -> Self {
        Self {
            group: Arc::new(Symmetries::none()),
            actions: vec![Action::identity()],
            left_out: Vec::new(),
        }
    }

    /// Returns the place in the group of a swap of the players that is its own inverse; `None` if
    /// there is none.
    pub(crate) fn swap(&self) -> Option<usize> {
        let identity = self.actions.first()?;
        let is_own_inverse = |action: &Action| action.swap && action.then(action) == *identity;
        self.actions.iter().position(is_own_inverse)
    }

    /// Returns the group of the elements that leave `position` as it is and of their products
    /// with a swap of the players; `turn` is the bit that is set where Second is to move.
    ///
    /// Such a group exists if for some swap `s` and for each `h` of the elements H that leave
    /// the position as it is, `s h` is some `h' s`, and `s s` is in H. Returns `None` if there
    /// is no such swap among the first that are declared.
    pub(crate) fn with_swap(&self, position: W, turn: W) -> Option<Symmetries<W>> {
        /// The most swaps that are tried.
        const MOST_TRIED: usize = 64;
        let keeping = self.group.keepers(position);
        // The turn is part of a position.
        debug_assert!(keeping.iter().all(|&place| !self.actions[place].swap));
        let places: HashMap<&Action, usize> = self.actions.iter().zip(0..).collect();
        let kept: HashSet<usize> = keeping.iter().copied().collect();
        let swaps = self.actions.iter().filter(|action| action.swap);
        swaps.take(MOST_TRIED).find_map(|swap| {
            let product = |one: &Action, other: &Action| places.get(&one.then(other)).copied();
            let after = |&place: &usize| product(&self.actions[place], swap);
            let before = |&place: &usize| product(swap, &self.actions[place]);
            let swapping: Vec<usize> = keeping.iter().map(after).collect::<Option<_>>()?;
            let all: HashSet<usize> = swapping.iter().copied().collect();
            let is_group = kept.contains(&product(swap, swap)?)
                && keeping
                    .iter()
                    .all(|place| before(place).is_some_and(|place| all.contains(&place)));
            is_group.then(|| self.group.with_swap(&keeping, &swapping, turn))
        })
    }

    /// Returns the group of the declared symmetries that are proved from the program, and the maps
    /// that are not proved.
    ///
    /// # Errors
    ///
    /// The declarations make no group, or one that is too large; or the job was
    /// interrupted.
    pub(crate) fn new(
        instance: &Instance,
        residual: &Residual,
        job: &Job,
    ) -> Result<(Self, Option<Doubtful<W>>), Error> {
        let [part] = &instance.parts[..] else {
            // A sum has no symmetries, only its parts have.
            return Ok((Self::none(), None));
        };
        if instance.state.layout.shares_bits() {
            // A symmetry says where bits go, and such fields have none of their own.
            return Ok((Self::none(), None));
        }
        let mut generators = Vec::new();
        let mut left_out = Vec::new();
        // The declarations make the program; it is compared with itself once there is a map.
        let mut proofs = None;
        let mut doubtful = Vec::new();
        for (declaration, decl) in part.decl().symmetries.iter().enumerate() {
            // This product drops types whose values all stay, so that a symmetry that moves
            // nothing equals the identity: the mirror of a board one cell wide, say.
            let maps = actions(part, decl)?.into_iter();
            let maps = maps.map(|action| Action::identity().then(&action));
            let maps: Vec<Action> = maps.filter(|map| *map != Action::identity()).collect();
            let mut doubt = None;
            for map in &maps {
                let known = generators.iter().any(|(known, _)| known == map);
                if known {
                    continue;
                }
                let moved = relocations(instance, map, decl.span)?;
                let proofs = match &mut proofs {
                    Some(proofs) => proofs,
                    None => proofs.insert(Proofs::new(residual, job)?),
                };
                if let Err(why) = proofs.prove(&moved)? {
                    doubt = doubt.or(Some(why));
                    doubtful.push((moved, decl));
                }
            }
            match doubt {
                None => generators.extend(maps.into_iter().map(|map| (map, decl.span))),
                Some(doubt) => left_out.push(LeftOut {
                    declaration,
                    span: decl.span,
                    doubt,
                }),
            }
        }
        let doubtful = if doubtful.is_empty() {
            None
        } else {
            Some(Doubtful::new(instance, part, doubtful)?)
        };
        let (group, elements) = match &generators[..] {
            [] => (vec![Action::identity()], Symmetries::none()),
            [(_, span), ..] => {
                let group = closed(&generators, job)?;
                let elements = group.iter().map(|action| -> Result<_, Error> {
                    job.check()?;
                    Ok(relocations(instance, action, *span)?)
                });
                let elements = Symmetries::new(elements)?;
                (group, elements)
            }
        };
        let declared = Self {
            group: Arc::new(elements),
            actions: group,
            left_out,
        };
        Ok((declared, doubtful))
    }
}

impl<W: Word> Doubtful<W> {
    fn new(
        instance: &Instance,
        part: &Part,
        maps: Vec<(Vec<Relocation>, &SymmetryDecl)>,
    ) -> Result<Self, Error> {
        let (maps, declared): (Vec<_>, Vec<&SymmetryDecl>) = maps.into_iter().unzip();
        let spans: Vec<Span> = declared.iter().map(|decl| decl.span).collect();
        let stay = |decl: &&SymmetryDecl| {
            let types = part.decl().types.iter().map(|ty| ty.name.text.clone());
            types
                .filter(|ty| decl.moved.iter().all(|(moved, _)| moved.text != *ty))
                .collect()
        };
        let identity = relocations(instance, &Action::identity(), spans[0])?;
        let all = std::iter::once(identity).chain(maps).collect::<Vec<_>>();
        Ok(Self {
            maps: Symmetries::new(all.into_iter().map(Ok::<_, Error>))?,
            stay: declared.iter().map(stay).collect(),
            spans,
        })
    }
}

/// Returns all products of some maps: the identity, the maps, then all others.
fn closed(generators: &[(Action, Span)], job: &Job) -> Result<Vec<Action>, Error> {
    let mut group = vec![Action::identity()];
    let mut seen: HashSet<Action> = group.iter().cloned().collect();
    for (generator, _) in generators {
        if seen.insert(generator.clone()) {
            group.push(generator.clone());
        }
    }
    let mut at = 0;
    while at < group.len() {
        job.check()?;
        for (generator, span) in generators {
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
    Ok(group)
}

/// Returns the generators that one declaration stands for.
fn actions(part: &Part, decl: &SymmetryDecl) -> Result<Vec<Action>, Error> {
    let swap = decl.swap.is_some();
    let Some((first, _)) = decl.moved.first() else {
        return Ok(vec![Action {
            swap,
            moved: BTreeMap::new(),
        }]);
    };
    let mut all: Option<(Kind, Vec<Action>)> = None;
    for (name, map) in &decl.moved {
        let (kind, maps) = maps_of_type(part, name, map, swap)?;
        let (first_kind, actions) = all.get_or_insert_with(|| {
            let moved = BTreeMap::new();
            (kind, vec![Action { swap, moved }; maps.len()])
        });
        if *first_kind != kind {
            let message = format!(
                "the maps of `{}` do not belong to those of `{}`",
                name.text, first.text
            );
            let label = format!("{} here", kind.in_words());
            return Err(Diagnostic::new(message, name.span, label)
                .related(first.span, format!("{} here", first_kind.in_words()))
                .help(
                    "name several types in one line with one map each, or with `all` or `flips` for \
                     grids that are all square or all not",
                )
                .into());
        }
        for (action, to) in actions.iter_mut().zip(maps) {
            action.moved.insert(name.text.clone(), to);
        }
    }
    Ok(all.map(|(_, actions)| actions).unwrap_or_default())
}

/// Which maps a declaration writes for a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    One,
    Flips,
    TurnsAndFlips,
}

impl Kind {
    fn in_words(self) -> &'static str {
        match self {
            Self::One => "one map",
            Self::Flips => "the reflections of a grid",
            Self::TurnsAndFlips => "the rotations and reflections of a square",
        }
    }
}

/// Returns the maps by which one declaration moves the values of one type: for each value the index of
/// its image.
fn maps_of_type(
    part: &Part,
    name: &Name,
    map: &SymmetryMap,
    swap: bool,
) -> Result<(Kind, Vec<Vec<usize>>), Error> {
    let ty = Evaluator::new(part).named_type(&name.text, name.span)?;
    if matches!(ty.shape, Shape::Bag { .. }) || ty.count() > 4096 {
        return Err(Diagnostic::new(
            "this type has too many values for a symmetry",
            name.span,
            format!("{} values", ty.count()),
        )
        .into());
    }
    match map {
        SymmetryMap::Map(pattern, image) => {
            let map = permutation(part, name, &ty, pattern, image)?;
            Ok((Kind::One, vec![map]))
        }
        SymmetryMap::All(span) | SymmetryMap::Flips(span) => {
            let Some(grid) = Grid::of(&ty) else {
                return Err(Diagnostic::new(
                    format!("`{}` is not a grid", name.text),
                    *span,
                    "`all` and `flips` turn and mirror a grid",
                )
                .help("write the map: `symmetry cells: c -> …`")
                .into());
            };
            if swap {
                return Err(Diagnostic::new(
                    "`swap` goes with one map",
                    *span,
                    "this is several maps",
                )
                .help("write `symmetry swap` and the board's symmetries on two lines, or one map")
                .into());
            }
            let turns = matches!(map, SymmetryMap::All(_)) && grid.is_square();
            let kind = if turns {
                Kind::TurnsAndFlips
            } else {
                Kind::Flips
            };
            Ok((kind, grid.generators(&ty, turns)))
        }
    }
}

/// Returns for each value of a type the index of the image that a declared map gives
/// it.
fn permutation(
    part: &Part,
    name: &Name,
    ty: &Ty,
    pattern: &Pattern,
    image: &Expr,
) -> Result<Vec<usize>, Error> {
    let values = ty.values();
    let mut to = Vec::new();
    let mut taken = HashMap::new();
    for value in &values {
        let mut evaluator = Evaluator::new(part);
        evaluator.bind(pattern, value.clone())?;
        let found = evaluator.eval(image)?;
        let Some(index) = ty.index_of(&found) else {
            return Err(Diagnostic::new(
                format!(
                    "this symmetry moves {value} to {found}, outside of `{}`",
                    name.text
                ),
                image.span,
                format!("{found} is not in `{}`", name.text),
            )
            .help("a symmetry maps every value to a value of the same type")
            .into());
        };
        if let Some(before) = taken.insert(index, to.len()) {
            return Err(Diagnostic::new(
                format!(
                    "this symmetry moves both {} and {value} to {found}",
                    values[before]
                ),
                image.span,
                "not one to one",
            )
            .help("a symmetry moves different values to different places")
            .into());
        }
        to.push(index);
    }
    Ok(to)
}

/// The bounds of the two coordinates of a grid.
struct Grid {
    x: (i64, i64),
    y: (i64, i64),
}

impl Grid {
    fn of(ty: &Ty) -> Option<Self> {
        let Shape::Tuple(parts) = &ty.shape else {
            return None;
        };
        let side = |ty: &Ty| match ty.shape {
            Shape::Int { lo, hi } => Some((lo, hi)),
            _ => None,
        };
        match &parts[..] {
            [x, y] => Some(Self {
                x: side(x)?,
                y: side(y)?,
            }),
            _ => None,
        }
    }

    fn is_square(&self) -> bool {
        self.x.1 - self.x.0 == self.y.1 - self.y.0
    }

    /// Returns maps whose products are all that are asked for, each as the index of the image of
    /// each cell: the two mirrors of the grid or, of a square where `diagonal` asks for it, one mirror
    /// and the reflection in the diagonal, as these two make the other mirror.
    fn generators(&self, ty: &Ty, diagonal: bool) -> Vec<Vec<usize>> {
        let Self {
            x: (x0, x1),
            y: (y0, y1),
        } = *self;
        let values = ty.values();
        let by = |image: &dyn Fn(i64, i64) -> (i64, i64)| -> Vec<usize> {
            let to = values.iter().enumerate().map(|(index, value)| {
                let image = match value.items() {
                    Some([Value::Int(x), Value::Int(y)]) => image(*x, *y),
                    _ => return index,
                };
                ty.index_of(&Value::pair(image.0, image.1)).unwrap_or(index)
            });
            to.collect()
        };
        let mirror = by(&|x, y| (x0 + x1 - x, y));
        let other = if diagonal {
            by(&|x, y| (x0 + (y - y0), y0 + (x - x0)))
        } else {
            by(&|x, y| (x, y0 + y1 - y))
        };
        vec![mirror, other]
    }
}

/// Returns what an action does to the bits of a packed position.
fn relocations(
    instance: &Instance,
    action: &Action,
    span: Span,
) -> Result<Vec<Relocation>, Box<Diagnostic>> {
    let mut moves = Vec::new();
    for variable in &instance.state.variables {
        let permutation = match &variable.index {
            Some(index) => action.permutation(index),
            None => vec![0],
        };
        for (from, to) in permutation.into_iter().enumerate() {
            if variable.ranges.get(from) != variable.ranges.get(to) {
                return Err(Diagnostic::new(
                    format!(
                        "this symmetry moves elements of `{}` to places with another range",
                        variable.label
                    ),
                    span,
                    "the ranges are not the same",
                )
                .help("give the elements that it exchanges one range"));
            }
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
            moves.push(Relocation {
                shift: of.shift,
                bits: of.bits,
                to: of.shift,
                images: flips.then(|| vec![1, 0]),
            });
        }
    }
    Ok(moves)
}

fn element_moves(
    instance: &Instance,
    action: &Action,
    ty: &Ty,
    source: usize,
    target: usize,
    span: Span,
    moves: &mut Vec<Relocation>,
) -> Result<(), Box<Diagnostic>> {
    let fields = &instance.state.layout.fields;
    if let Shape::Bag { of, .. } = &ty.shape {
        for (kind, to) in action.permutation(of).into_iter().enumerate() {
            moves.push(Relocation {
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
        // Bits that stand for no value never occur; their image is themselves.
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
    moves.push(Relocation {
        shift,
        bits,
        to: fields[target].shift,
        images,
    });
    Ok(())
}
