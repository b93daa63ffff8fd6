//! The game of a request, ready to be played.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use zug::{Assessment, CancelToken, Problem as Game, Request};

use crate::alarm::Alarm;
use crate::api::problem::Problem;
use crate::api::request::PositionRequest;

/// A game with its parameters, ready to be played from its start.
#[derive(Debug)]
pub(crate) struct Prepared {
    /// What this game differs by from others: the rules, the parameters and the convention of play.
    pub(crate) key: Arc<str>,
    /// The request for the game, without a position.
    pub(crate) request: Request,
    pub(crate) origin: Origin,
    /// The game.
    pub(crate) game: Game,
    /// Cancelled where the rules take too long to draw a position: then nothing is drawn any
    /// more.
    pub(crate) drawing: CancelToken,
    /// What the plan for the game says; worked out when first asked.
    pub(crate) planned: OnceLock<Planned>,
    /// Whether a theorem speaks of the game; worked out when first asked.
    pub(crate) has_theorem: OnceLock<bool>,
    /// The positions turned out not to fit into the memory in which it is tried.
    pub(crate) too_large: AtomicBool,
    /// What a try said of the number of positions that turned out to be too large, if it said anything.
    pub(crate) how_large: OnceLock<String>,
}

/// Where the rules and parameters of a game come from. What requests bring along may take as long
/// as work may, so that it takes turns with itself, and leaves room for games of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The catalogue alone.
    Catalogue,
    /// The request has rules or parameters.
    Request,
}

impl Origin {
    pub(crate) fn of(asked: &PositionRequest) -> Self {
        if asked.rules.is_none() && asked.set.is_empty() {
            Self::Catalogue
        } else {
            Self::Request
        }
    }
}

/// What the plan for a game says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Planned {
    /// Whether all positions surely fit into the memory for solving.
    pub(crate) fits: bool,
    /// Whether a search of the position asked about begins before all positions are solved. The positions are
    /// not known to be few, and say nothing more about the one asked about than a search does.
    pub(crate) is_searched_first: bool,
}

impl Prepared {
    /// Lets nothing be drawn any more after this time, unless the alarm is dropped before; `None` for
    /// games of the catalogue, which draw in no time.
    pub(crate) fn draws_for(&self, time: Duration) -> Option<Alarm> {
        let alarm = || Alarm::set(self.drawing.clone(), time);
        (self.origin == Origin::Request).then(alarm)
    }

    /// Whether what a search proved may stand for the table: the positions are too many, or the
    /// search comes first and has proved all.
    pub(crate) fn is_answered_by(&self, assessed: &Assessment) -> bool {
        let planned = self.planned.get();
        let is_searched_first = planned.is_some_and(|planned| planned.is_searched_first)
            && self.has_theorem.get() == Some(&false);
        self.is_too_large() || assessed.complete && is_searched_first
    }

    /// Whether the positions turned out to be too many for a try.
    pub(crate) fn is_too_large(&self) -> bool {
        self.too_large.load(Ordering::Relaxed)
    }
}

/// The request for a game, without its position.
///
/// Nothing that a request says is ever taken for the name of a file.
pub(crate) fn request(asked: &PositionRequest) -> Result<Request, Problem> {
    let mut request = match (&asked.game, &asked.rules) {
        (Some(name), None) => Request::catalogue(name)?,
        (None, Some(rules)) => Request::rules(rules.clone(), "the rules"),
        _ => {
            return Err(Problem::bad(
                "give either `game`, a name of the catalogue, or `rules`, a text",
            ));
        }
    };
    for (name, value) in &asked.set {
        request = request.set(name.clone(), value.written());
    }
    Ok(request.with_play(asked.play.map(Into::into)))
}

/// Where the game of a request comes from, and its key.
pub(crate) fn key_of(asked: &PositionRequest) -> Result<(Origin, Arc<str>), Problem> {
    let origin = Origin::of(asked);
    Ok((origin, key(&request(asked)?, origin)))
}

/// What a game differs by from others. The text of a game of the catalogue that a request brings along
/// makes another game, because it has less time to be prepared.
pub(crate) fn key(request: &Request, origin: Origin) -> Arc<str> {
    let settings = &request.settings;
    // A character that no rules have stands between the parts.
    let mut key = format!("{origin:?}\0{:?}\0", settings.play);
    for (name, value) in &settings.parameters {
        key.push_str(name);
        key.push('\0');
        key.push_str(value);
        key.push('\0');
    }
    key.push_str(&request.source);
    key.into()
}
