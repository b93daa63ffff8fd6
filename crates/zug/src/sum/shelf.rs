//! Parts that several sums share: each game at a position is read once, and its worth is worked out once.

use std::collections::HashMap;
use std::rc::Rc;

use zug_game::Player;
use zug_solve::compound::Compound;
use zug_values::Play;

use crate::error::Error;
use crate::expression::Expression;
use crate::heaps::HeapPart;
use crate::options::SolveOptions;
use crate::request::Request;

use super::heaps::Sequences;
use super::kind::Kind;
use super::{Sum, SumPart};

/// Parts that several sums share.
///
/// ```
/// use zug::{Compound, HeapPart, Nimber, Shelf, SolveOptions};
///
/// let (mut shelf, options) = (Shelf::default(), SolveOptions::default());
/// let mut nimber = |heaps: &[u64]| {
///     let kayles = HeapPart::of("0.77", heaps.to_vec()).expect("a code of Kayles");
///     let parts = vec![(kayles.to_string(), kayles.into())];
///     shelf.sum(parts, Compound::One, None, &options)?.solve(10, &options)
/// };
/// assert_eq!(nimber(&[5])?.nimber(), Some(Nimber(4)));
/// assert_eq!(nimber(&[5, 1_000_000_000_000])?.nimber(), Some(Nimber(5)));
/// # Ok::<(), zug::Error>(())
/// ```
#[derive(Debug)]
pub struct Shelf {
    kinds: HashMap<Key, Known>,
    /// The parts of expressions by their texts, for rules that are found by one function.
    texts: HashMap<String, Known>,
    sequences: Sequences,
    mover: Player,
}

/// A part, and who wins in it when a player is stuck.
type Known = (Rc<Kind>, Play);

/// The identity of a part: its text, and its rules with parameters, convention and position.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Key {
    Rules {
        text: String,
        source: String,
        parameters: Vec<(String, String)>,
        play: Option<Play>,
        position: Option<String>,
    },
    Heaps(String, HeapPart),
}

/// The largest number of parts that are kept. When there are more, all are forgotten.
const MOST_KEPT: usize = 10_000;

impl Default for Shelf {
    fn default() -> Self {
        Self::to_move(Player::First)
    }
}

impl Shelf {
    /// A shelf without parts, for sums in which this player is to move: where that matters, Left is the first
    /// player of the rules, and Right the second.
    #[must_use]
    pub fn to_move(mover: Player) -> Self {
        Self {
            kinds: HashMap::new(),
            texts: HashMap::new(),
            sequences: Sequences::default(),
            mover,
        }
    }

    /// As [`Sum::new`], with the parts that are known.
    ///
    /// # Errors
    ///
    /// Those of [`Sum::new`].
    pub fn sum(
        &mut self,
        parts: Vec<(String, SumPart)>,
        compound: Compound,
        asked: Option<Play>,
        options: &SolveOptions,
    ) -> Result<Sum, Error> {
        self.forget_if_full();
        let known = parts.into_iter();
        let known = known.map(|(text, part)| self.kind(text, part, options));
        let known = known.collect::<Result<_, Error>>()?;
        self.joined(known, compound, asked)
    }

    /// The sum of the parts of an expression. `rules` finds the rules of a game by its name or path; it is
    /// asked once for each text of a part, and has to find the same rules whenever it is asked.
    ///
    /// # Errors
    ///
    /// Those of [`crate::Named::part`] and [`Sum::new`].
    pub fn read<E: From<Error>>(
        &mut self,
        expression: &Expression,
        rules: impl Fn(&str) -> Result<Request, E>,
        (compound, asked): (Compound, Option<Play>),
        options: &SolveOptions,
    ) -> Result<Sum, E> {
        self.forget_if_full();
        let mut known = Vec::with_capacity(expression.parts.len());
        for named in &expression.parts {
            if let Some(found) = self.texts.get(&named.text) {
                known.push(found.clone());
                continue;
            }
            let part = named.part(&rules)?;
            let found = self.kind(named.text.clone(), part, options)?;
            self.texts.insert(named.text.clone(), found.clone());
            known.push(found);
        }
        Ok(self.joined(known, compound, asked)?)
    }

    fn forget_if_full(&mut self) {
        if self.kinds.len() > MOST_KEPT {
            self.kinds.clear();
            self.texts.clear();
        }
    }

    /// The sum of some parts.
    fn joined(
        &self,
        parts: Vec<Known>,
        compound: Compound,
        asked: Option<Play>,
    ) -> Result<Sum, Error> {
        let mut kinds: Vec<Rc<Kind>> = Vec::new();
        let mut order = Vec::with_capacity(parts.len());
        let mut own_play = None;
        for (kind, stuck) in parts {
            if asked.is_none() && own_play.is_some_and(|known| known != stuck) {
                return Err(Error::MixedPlay);
            }
            own_play = Some(stuck);
            let place = kinds.iter().position(|known| Rc::ptr_eq(known, &kind));
            order.push(place.unwrap_or(kinds.len()));
            if place.is_none() {
                kinds.push(kind);
            }
        }
        Ok(Sum {
            kinds,
            parts: order,
            compound,
            play: asked.or(own_play).unwrap_or_default(),
            mover: self.mover,
        })
    }

    /// A part, and who wins in it when a player is stuck.
    fn kind(
        &mut self,
        text: String,
        part: SumPart,
        options: &SolveOptions,
    ) -> Result<Known, Error> {
        let says_turn = |position: &String| position.contains("turn=");
        let part = match part {
            SumPart::Rules(request)
                if self.mover == Player::Second
                    || request.position.as_ref().is_some_and(says_turn) =>
            {
                request.with_mover(self.mover)?.into()
            }
            part => part,
        };
        let key = match &part {
            SumPart::Rules(request) => Key::Rules {
                text: text.clone(),
                source: request.source.clone(),
                parameters: request.settings.parameters.clone(),
                play: request.settings.play,
                position: request.position.clone(),
            },
            SumPart::Heaps(part) => Key::Heaps(text.clone(), part.clone()),
        };
        if let Some(known) = self.kinds.get(&key) {
            return Ok(known.clone());
        }
        let read = match part {
            SumPart::Rules(request) => {
                let stuck = request.read()?.play(&request.settings);
                (Rc::new(Kind::read(text, *request, options)?), stuck)
            }
            SumPart::Heaps(part) => {
                let kind = Kind::of_heaps(text, part, &self.sequences, options);
                (Rc::new(kind), Play::Normal)
            }
        };
        self.kinds.insert(key, read.clone());
        Ok(read)
    }
}
