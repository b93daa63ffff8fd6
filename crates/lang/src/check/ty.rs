//! The types of values, in the words of the language.

use std::fmt;
use std::sync::Arc;

/// The type of a value, as far as it is known without the values of parameters. Every
/// range is the type of numbers: whether a number is inside its range is found when a
/// game is made.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// Nothing is known: the type of the elements of an empty list, or of the arguments
    /// of a function that nobody calls. It fits everywhere.
    Any,
    /// A number.
    Int,
    /// True or false.
    Bool,
    /// A text: a list of letters that is shown as it is.
    Text,
    /// The value `none` and no other.
    None,
    /// A value of the enumeration with this name; `player` is one.
    Enum(Arc<str>),
    /// A value of an enumeration, or `none`.
    Optional(Arc<str>),
    /// A tuple.
    Tuple(Arc<[Type]>),
    /// A list.
    List(Arc<Type>),
    /// A set.
    Set(Arc<Type>),
    /// A map from keys to values. In expressions a state array is a map from its index,
    /// and a bag is a map to counts.
    Map(Arc<Type>, Arc<Type>),
}

/// The name of the enumeration of the two players.
pub(super) const PLAYER: &str = "player";

impl Type {
    /// Returns the type of players.
    pub(super) fn player() -> Self {
        Self::Enum(Arc::from(PLAYER))
    }

    /// Returns the type of the cells of a grid, which are pairs of numbers.
    pub(super) fn cell() -> Self {
        Self::Tuple(Arc::from([Self::Int, Self::Int]))
    }

    /// Returns the type of lists of values of this type.
    pub(super) fn list(self) -> Self {
        Self::List(Arc::new(self))
    }

    /// Returns the type of sets of values of this type.
    pub(super) fn set(self) -> Self {
        Self::Set(Arc::new(self))
    }

    /// Returns the type of maps from values of this type to values of type `value`.
    pub(super) fn map_to(self, value: Self) -> Self {
        Self::Map(Arc::new(self), Arc::new(value))
    }

    /// Returns the number of parts of the type, itself included. It is bounded, so that
    /// no program makes the checker slow.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::Tuple(parts) => 1 + parts.iter().map(Self::size).sum::<usize>(),
            Self::List(element) | Self::Set(element) => 1 + element.size(),
            Self::Map(key, value) => 1 + key.size() + value.size(),
            _ => 1,
        }
    }

    /// Returns the least type that holds all values of both types, or `None` if there
    /// is no such type.
    pub fn unify(&self, with: &Self) -> Option<Self> {
        Some(match (self, with) {
            (Self::Any, other) | (other, Self::Any) => other.clone(),
            (a, b) if a == b => a.clone(),
            (Self::Enum(a) | Self::Optional(a), Self::Enum(b) | Self::Optional(b)) => {
                if a != b {
                    return None;
                }
                Self::Optional(a.clone())
            }
            (Self::None, Self::Enum(a) | Self::Optional(a))
            | (Self::Enum(a) | Self::Optional(a), Self::None) => Self::Optional(a.clone()),
            (Self::Tuple(a), Self::Tuple(b)) if a.len() == b.len() => Self::Tuple(
                a.iter()
                    .zip(b.iter())
                    .map(|(a, b)| a.unify(b))
                    .collect::<Option<_>>()?,
            ),
            (Self::List(a), Self::List(b)) => a.unify(b)?.list(),
            (Self::Set(a), Self::Set(b)) => a.unify(b)?.set(),
            (Self::Map(a, x), Self::Map(b, y)) => a.unify(b)?.map_to(x.unify(y)?),
            _ => return None,
        })
    }

    /// Whether every value of this type is a value of type `wanted`.
    pub fn fits(&self, wanted: &Self) -> bool {
        match (self, wanted) {
            (Self::Any, _) | (_, Self::Any) => true,
            (a, b) if a == b => true,
            (Self::Enum(a), Self::Optional(b)) => a == b,
            (Self::None, Self::Optional(_)) => true,
            (Self::Tuple(a), Self::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.fits(b))
            }
            (Self::List(a), Self::List(b)) | (Self::Set(a), Self::Set(b)) => a.fits(b),
            (Self::Map(a, x), Self::Map(b, y)) => a.fits(b) && x.fits(y),
            _ => false,
        }
    }

    /// Returns the type of what a loop over the value runs through: the elements of a
    /// set or list, the keys of a map, the letters of a text. `None` for other types.
    pub(super) fn element(&self) -> Option<Self> {
        match self {
            Self::List(element) | Self::Set(element) | Self::Map(element, _) => {
                Some((**element).clone())
            }
            Self::Any => Some(Self::Any),
            Self::Text => Some(Self::Text),
            _ => None,
        }
    }

    /// Returns the number of components if this is a type of tuples of numbers, else
    /// `None`.
    pub(super) fn vector(&self) -> Option<usize> {
        match self {
            Self::Tuple(parts) if parts.iter().all(Self::is_number) => Some(parts.len()),
            _ => None,
        }
    }

    /// Whether the value is, or could be, a number.
    pub(super) fn is_number(&self) -> bool {
        matches!(self, Self::Int | Self::Any)
    }

    /// Whether the type, or a type within it, is [`Type::Any`] or [`Type::None`]: then
    /// it does not say which other values there could be.
    pub(super) fn is_vague(&self) -> bool {
        match self {
            Self::Any | Self::None => true,
            Self::Tuple(parts) => parts.iter().any(Self::is_vague),
            Self::List(element) | Self::Set(element) => element.is_vague(),
            Self::Map(key, value) => key.is_vague() || value.is_vague(),
            _ => false,
        }
    }

    /// Returns the words for several values of this type: "numbers", "pairs of
    /// numbers".
    pub(super) fn plural(&self) -> String {
        match self {
            Self::Any => "any values".to_owned(),
            Self::Int => "numbers".to_owned(),
            Self::Bool => "truth values".to_owned(),
            Self::Text => "texts".to_owned(),
            Self::None => "`none`".to_owned(),
            Self::Enum(name) if &**name == PLAYER => "players".to_owned(),
            Self::Enum(name) => format!("values of `{name}`"),
            Self::Optional(name) if &**name == PLAYER => "players or none".to_owned(),
            Self::Optional(name) => format!("values of `{name}` or none"),
            Self::Tuple(_) => match self.vector() {
                Some(2) => "pairs of numbers".to_owned(),
                Some(3) => "triples of numbers".to_owned(),
                _ => format!("tuples {}", self.components()),
            },
            Self::List(element) => format!("lists of {}", element.plural()),
            Self::Set(element) => format!("sets of {}", element.plural()),
            Self::Map(key, value) => format!("maps from {} to {}", key.plural(), value.plural()),
        }
    }

    fn components(&self) -> String {
        let Self::Tuple(parts) = self else {
            return self.to_string();
        };
        let parts: Vec<_> = parts.iter().map(Self::to_string).collect();
        format!("({})", parts.join(", "))
    }
}

/// Writes the words for one value of this type, with an article: "a number", "a set of
/// numbers".
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => write!(f, "any value"),
            Self::Int => write!(f, "a number"),
            Self::Bool => write!(f, "true or false"),
            Self::Text => write!(f, "a text"),
            Self::None => write!(f, "`none`"),
            Self::Enum(name) if &**name == PLAYER => write!(f, "a player"),
            Self::Enum(name) => write!(f, "a value of `{name}`"),
            Self::Optional(name) if &**name == PLAYER => write!(f, "a player or none"),
            Self::Optional(name) => write!(f, "a value of `{name}` or none"),
            Self::Tuple(_) => match self.vector() {
                Some(2) => write!(f, "a pair of numbers"),
                Some(3) => write!(f, "a triple of numbers"),
                _ => write!(f, "a tuple {}", self.components()),
            },
            Self::List(element) if **element == Self::Any => write!(f, "an empty list"),
            Self::Set(element) if **element == Self::Any => write!(f, "an empty set"),
            Self::List(element) => write!(f, "a list of {}", element.plural()),
            Self::Set(element) => write!(f, "a set of {}", element.plural()),
            Self::Map(key, value) => {
                write!(f, "a map from {} to {}", key.plural(), value.plural())
            }
        }
    }
}
