//! The cast of a random game: its types and variables.

use super::numbers::Random;

/// The kind of value that an expression gives, as far as the checks of the language
/// distinguish kinds.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    Number,
    Truth,
    Player,
    /// A player or `none`.
    MaybePlayer,
    Colour,
    /// A colour or `none`.
    MaybeColour,
    Tuple(Vec<Kind>),
    List(Box<Kind>),
    Set(Box<Kind>),
    Map(Box<Kind>, Box<Kind>),
}

impl Kind {
    pub(super) fn pair() -> Self {
        Self::Tuple(vec![Self::Number, Self::Number])
    }

    pub(super) fn list(self) -> Self {
        Self::List(Box::new(self))
    }

    pub(super) fn set(self) -> Self {
        Self::Set(Box::new(self))
    }

    pub(super) fn map_to(self, value: Self) -> Self {
        Self::Map(Box::new(self), Box::new(value))
    }

    /// Returns the kind of the elements of a list or set.
    pub(super) fn element(&self) -> &Self {
        match self {
            Self::List(of) | Self::Set(of) => of,
            other => other,
        }
    }

    /// Whether values of this kind have an order: numbers, and tuples of numbers.
    pub(super) fn is_ordered(&self) -> bool {
        match self {
            Self::Number => true,
            Self::Tuple(parts) => parts.iter().all(|part| *part == Self::Number),
            _ => false,
        }
    }
}

/// A type of the rules.
#[derive(Clone, Debug)]
pub(super) enum Type {
    Range(i64, i64),
    Bool,
    Player,
    MaybePlayer,
    Colour,
    MaybeColour,
    Grid(i64, i64),
    Tuple(Vec<Type>),
    Named(&'static str, Box<Type>),
}

impl Type {
    pub(super) fn text(&self) -> String {
        match self {
            Self::Range(lo, hi) => format!("{lo}..{hi}"),
            Self::Bool => "bool".to_owned(),
            Self::Player => "player".to_owned(),
            Self::MaybePlayer => "player?".to_owned(),
            Self::Colour => "colour".to_owned(),
            Self::MaybeColour => "colour?".to_owned(),
            // Each way to write the cells is in some random games.
            Self::Grid(width, height @ 1) => format!("squares({width}, {height})"),
            Self::Grid(width, height) => format!("grid({width}, {height})"),
            Self::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(Self::text).collect();
                format!("({})", parts.join(", "))
            }
            Self::Named(name, _) => (*name).to_owned(),
        }
    }

    pub(super) fn kind(&self) -> Kind {
        match self {
            Self::Range(..) => Kind::Number,
            Self::Bool => Kind::Truth,
            Self::Player => Kind::Player,
            Self::MaybePlayer => Kind::MaybePlayer,
            Self::Colour => Kind::Colour,
            Self::MaybeColour => Kind::MaybeColour,
            Self::Grid(..) => Kind::pair(),
            Self::Tuple(parts) => Kind::Tuple(parts.iter().map(Self::kind).collect()),
            Self::Named(_, ty) => ty.kind(),
        }
    }

    /// Returns the values as they are written, in order.
    pub(super) fn values(&self) -> Vec<String> {
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        match self {
            Self::Range(lo, hi) => (*lo..=*hi).map(|number| number.to_string()).collect(),
            Self::Bool => words(&["false", "true"]),
            Self::Player => words(&["A", "B"]),
            Self::MaybePlayer => words(&["none", "A", "B"]),
            Self::Colour => words(&["red", "green", "blue"]),
            Self::MaybeColour => words(&["none", "red", "green", "blue"]),
            Self::Grid(width, height) => {
                let parts = vec![Self::Range(0, width - 1), Self::Range(0, height - 1)];
                Self::Tuple(parts).values()
            }
            Self::Tuple(parts) => {
                let mut rows = vec![String::new()];
                for part in parts {
                    let values = part.values();
                    rows = rows
                        .iter()
                        .flat_map(|row| {
                            let comma = if row.is_empty() { "" } else { ", " };
                            values
                                .iter()
                                .map(move |value| format!("{row}{comma}{value}"))
                        })
                        .collect();
                }
                rows.iter().map(|row| format!("({row})")).collect()
            }
            Self::Named(_, ty) => ty.values(),
        }
    }

    fn bits(&self) -> u32 {
        match self {
            Self::Range(lo, hi) => u64::BITS - ((hi - lo) as u64).leading_zeros(),
            Self::Grid(width, height) => {
                Self::Range(0, width - 1).bits() + Self::Range(0, height - 1).bits()
            }
            Self::Tuple(parts) => parts.iter().map(Self::bits).sum(),
            Self::Named(_, ty) => ty.bits(),
            other => usize::BITS - (other.values().len() - 1).leading_zeros(),
        }
    }
}

/// What a variable, or each element of an array, holds.
#[derive(Clone, Debug)]
pub(super) enum Holds {
    One(Type),
    /// A bag with this number of values of a type.
    Bag(usize, Type),
}

#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) index: Option<Type>,
    pub(super) holds: Holds,
    /// The first value as it is written.
    first: String,
    /// The names for the index, which the first value may use.
    pattern: String,
    /// Whether every other element has a range with one number more.
    is_uneven: bool,
}

impl Variable {
    /// Returns the kind of value that the variable gives without an index.
    pub(super) fn kind(&self) -> Kind {
        let element = self.element();
        match &self.index {
            Some(index) => index.kind().map_to(element),
            None => element,
        }
    }

    /// Returns the kind of value that an element of the variable gives.
    pub(super) fn element(&self) -> Kind {
        match &self.holds {
            Holds::One(ty) => ty.kind(),
            Holds::Bag(_, of) => of.kind().map_to(Kind::Number),
        }
    }

    pub(super) fn declaration(&self) -> String {
        let index = match &self.index {
            Some(index) => format!("[{}{}]", self.pattern, index.text()),
            None => String::new(),
        };
        let ty = match &self.holds {
            Holds::One(ty) if self.is_uneven => format!("{} + i % 2", ty.text()),
            Holds::One(ty) => ty.text(),
            Holds::Bag(size, of) => format!("bag({size}) of {}", of.text()),
        };
        format!("{}{index}: {ty} = {}", self.name, self.first)
    }

    fn bits(&self) -> u32 {
        let element = match &self.holds {
            Holds::One(ty) => ty.bits(),
            Holds::Bag(size, of) => Type::Range(0, *size as i64).bits() * of.values().len() as u32,
        };
        let elements = self.index.as_ref().map_or(1, |index| index.values().len());
        (element + u32::from(self.is_uneven)) * elements as u32
    }
}

/// The types and variables of a game.
#[derive(Clone, Debug)]
pub(super) struct Cast {
    /// Whether the game has players; else it is impartial.
    pub(super) players: bool,
    pub(super) types: Vec<(&'static str, String)>,
    pub(super) variables: Vec<Variable>,
}

impl Cast {
    /// Makes a random cast, with a variable `y` from 0 to 3.
    pub(super) fn new(random: &mut Random, players: bool) -> Self {
        let small = Type::Range(-(random.below(3) as i64), 1 + random.below(2) as i64);
        let cells = Type::Grid(2, 1 + random.below(2) as i64);
        let spots = Type::Tuple(vec![Type::Range(0, 1), Type::MaybeColour]);
        let types = vec![
            ("colour", "{red, green, blue}".to_owned()),
            ("small", small.text()),
            ("cells", cells.text()),
            ("spots", spots.text()),
        ];
        let mut pool = vec![
            Type::Range(0, 3),
            Type::Range(-2, 5),
            Type::Range(3, 3),
            Type::Bool,
            Type::Colour,
            Type::MaybeColour,
            Type::Grid(2, 2),
            Type::Tuple(vec![Type::Range(0, 2), Type::Range(0, 2)]),
            Type::Tuple(vec![Type::Range(-1, 1), Type::Bool, Type::MaybeColour]),
            Type::Named("small", Box::new(small)),
            Type::Named("cells", Box::new(cells)),
            Type::Named("spots", Box::new(spots)),
        ];
        if players {
            pool.push(Type::Player);
            pool.push(Type::Player);
            pool.push(Type::MaybePlayer);
            pool.push(Type::Tuple(vec![
                Type::MaybePlayer,
                Type::Tuple(vec![Type::Player, Type::Range(0, 1)]),
            ]));
        }
        let mut cast = Self {
            players,
            types,
            variables: Vec::new(),
        };
        cast.pad(random);
        cast.add(random, "y".into(), None, Holds::One(Type::Range(0, 3)));
        let room = [24, 40, 40, 60, 110][random.below(5) as usize];
        for number in 0..2 + random.below(5) {
            let any = |random: &mut Random| random.pick(&pool).clone();
            let index = (random.below(100) < 55).then(|| any(random));
            let of = any(random);
            let holds = if random.below(100) < 25 {
                Holds::Bag(1 + random.below(3) as usize, of)
            } else {
                Holds::One(of)
            };
            cast.add(random, format!("v{number}"), index, holds);
            let bits: u32 = cast.variables.iter().map(Variable::bits).sum();
            if bits > room {
                cast.variables.pop();
            }
        }
        cast
    }

    /// Adds a variable that nobody reads: it moves the fields behind it, in some games beyond the
    /// 64th or the 128th bit.
    fn pad(&mut self, random: &mut Random) {
        let (elements, bits) = *random.pick(&[
            (1, 0),
            (1, 1),
            (1, 3),
            (1, 10),
            (1, 30),
            (1, 50),
            (2, 45),
            (3, 47),
        ]);
        let ty = Type::Range(0, (1 << bits) - 1);
        self.variables.push(Variable {
            name: "pad".to_owned(),
            index: (elements > 1).then_some(Type::Range(1, elements)),
            holds: Holds::One(ty),
            first: "0".to_owned(),
            pattern: String::new(),
            is_uneven: false,
        });
    }

    fn add(&mut self, random: &mut Random, name: String, index: Option<Type>, holds: Holds) {
        let one = |random: &mut Random| match &holds {
            Holds::One(ty) => random.pick(&ty.values()).clone(),
            Holds::Bag(size, of) => {
                let values = of.values();
                let held: Vec<String> = (0..*size).map(|_| random.pick(&values).clone()).collect();
                format!("[{}]", held.join(", "))
            }
        };
        let mut pattern = String::new();
        let first = match &index {
            None if name == "y" => "0".to_owned(),
            None => one(random),
            Some(index) => {
                let keys = index.values();
                let form = random.below(5);
                if form == 0 {
                    one(random)
                } else if form == 1 && matches!(holds, Holds::One(_)) {
                    let values: Vec<String> = keys.iter().map(|_| one(random)).collect();
                    format!("[{}]", values.join(", "))
                } else if form == 2 {
                    // The value may use the names of the pattern.
                    pattern = match index.kind() {
                        Kind::Tuple(parts) if parts.len() == 2 => "(i, _) in ".to_owned(),
                        _ => "i in ".to_owned(),
                    };
                    let (a, b) = (one(random), one(random));
                    format!("({a} if i == i else {b})")
                } else {
                    let entries: Vec<String> = keys
                        .iter()
                        .map(|key| format!("{key}: {}", one(random)))
                        .collect();
                    format!("{{{}}}", entries.join(", "))
                }
            }
        };
        let is_numbered = matches!(index, Some(Type::Range(..) | Type::Grid(..)));
        let is_range = matches!(holds, Holds::One(Type::Range(..)));
        let is_uneven = !pattern.is_empty() && is_numbered && is_range;
        self.variables.push(Variable {
            name,
            index,
            holds,
            first,
            pattern,
            is_uneven,
        });
    }

    /// Returns the variables that rules read and write.
    pub(super) fn used(&self) -> &[Variable] {
        &self.variables[1..]
    }
}
