//! `POST /api/v1/values`: what a position and each of its moves are worth.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use zug::{
    Assessment, CancelToken, Counts, Known, Outcome, Player, Position, Problem as Game, Solution,
    Theorem, Ties, Value,
};

use super::asked::Asked;
use super::partizan::{self, PartizanReply};
use super::problem::Problem;
use super::replies::{begin_at, data, reply};
use super::request::{By, PositionRequest};
use super::words::{For, KnownBy, OutcomeWord, TheoremReply, Unit};
use crate::alarm::Alarm;
use crate::answer::{self, Found};
use crate::at::At;
use crate::library::{Library, Table};
use crate::limits::{
    DRAWING, MOST_SEARCH_SECONDS, PREPARING, SEARCH_SECONDS, TIES, VALUING_BESIDE,
    VALUING_IN_LOOK_UP, VALUING_MEMORY,
};
use crate::shared::Shared;
use crate::work::{Context, Lane};

/// A position, and how its values may be found.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct ValuesRequest {
    /// The game and the position.
    #[serde(flatten)]
    pub at: PositionRequest,
    /// What may answer.
    #[serde(default)]
    pub by: By,
    /// The number of seconds that a search may take: 1 to 60, 3 if null.
    pub seconds: Option<u32>,
    /// Whether the positions before this one are valued too, where they are solved or were
    /// searched before.
    #[serde(default)]
    pub history: bool,
}

/// What a position and each of its moves are worth.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ValuesReply {
    /// Always `done`: another reply tells the job that has to be done first.
    pub state: Done,
    /// Whose view all values have.
    #[serde(rename = "for")]
    pub view: For,
    /// What remotenesses count.
    pub unit: Unit,
    /// What answered.
    pub known_by: KnownBy,
    /// The theorem, where one answers.
    pub theorem: Option<TheoremReply>,
    /// The position in the game's notation.
    pub position: String,
    /// What the position is worth to the player to move.
    pub value: ValueReply,
    /// The partizan value, where the players have different moves, play reaches few positions from here, and
    /// the value takes a moment; null elsewhere.
    pub partizan: Option<PartizanReply>,
    /// Every move with what the player who makes it gets, the best first; moves of which the same
    /// is known are in the order of the rules, or, after a search, of how promising they look.
    pub moves: Vec<MoveValue>,
    /// Whether moves are missing from `moves`, as a theorem tells only some.
    pub more_moves: bool,
    /// Whether all was found that can be found this way: a search may have run out of time.
    pub complete: bool,
    /// How the values were found, in words.
    pub method: String,
    /// The number of positions that are solved; null if a search or a theorem answers.
    pub positions: Option<u64>,
    /// How the solved positions end, and who wins them; null if a search or a theorem answers.
    pub counts: Option<CountsReply>,
    /// The number of positions that were searched; null if no search answers.
    pub searched: Option<u64>,
    /// The values of the positions before this one, each for the player to move there, if they
    /// were asked for; null where a position was neither solved nor searched.
    pub history: Vec<Option<ValueReply>>,
}

/// How the solved positions of a game end.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CountsReply {
    /// The number of positions that the player to move wins.
    pub wins: u64,
    /// The number of positions that the player to move loses.
    pub losses: u64,
    /// The number of positions that neither player wins.
    pub draws: u64,
    /// The two players, First before Second, with the number of positions that each wins, whoever
    /// is to move there; null in an impartial game.
    pub players: Option<[PlayerWins; 2]>,
}

/// A player, with the number of positions that this player wins.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PlayerWins {
    /// The name of the player.
    pub name: String,
    /// The number of positions.
    pub wins: u64,
}

impl CountsReply {
    fn of(counts: &Counts, names: Option<[String; 2]>) -> Self {
        let players = counts.players.zip(names).map(|(wins, [first, second])| {
            [(first, Player::First), (second, Player::Second)].map(|(name, player)| PlayerWins {
                name,
                wins: wins.of(player),
            })
        });
        Self {
            wins: counts.wins,
            losses: counts.losses,
            draws: counts.draws,
            players,
        }
    }
}

/// The state of a request that is answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Done {
    /// It is answered.
    #[default]
    Done,
}

/// What is known of the worth of a position to the player to move, or of a move to the player who
/// makes it. What is not known is null.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ValueReply {
    /// The outcome.
    pub outcome: Option<OutcomeWord>,
    /// The worst outcome that there may be.
    pub at_least: Option<OutcomeWord>,
    /// The best outcome that there may be.
    pub at_most: Option<OutcomeWord>,
    /// Whether a draw is a tie: play that keeps the draw can end. False if it then never ends, and
    /// null if it is not known, or there is no draw.
    pub tie: Option<bool>,
    /// The number of plies until the game ends when the winner hurries and the loser delays. Of a
    /// move it counts the move. Null for a draw.
    pub remoteness: Option<u32>,
    /// Whether somebody wins because play never ends.
    pub endless: bool,
    /// The number of plies that the winner needs at most, where the remoteness is not known.
    pub within: Option<u32>,
    /// The nimber. Of a move: of the position behind it.
    pub nimber: Option<u32>,
    /// The score, where the game ends with scores or its moves gain points; what a move gains is
    /// counted in the score of the move.
    pub score: Option<i64>,
}

/// A move, and what is known of its worth to the player who makes it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MoveValue {
    /// The move as the rules write it.
    #[serde(rename = "move")]
    pub text: String,
    /// The position behind it; null where it is too large to be written.
    pub position: Option<String>,
    /// Whether no move is better, as far as is known.
    pub best: bool,
    /// The partizan value of the position behind it, where the reply has that of the position asked about, no
    /// move keeps the turn, and it takes no more than 2000 bytes.
    pub partizan: Option<String>,
    /// What is known of it.
    #[serde(flatten)]
    pub value: ValueReply,
}

pub(super) async fn values(
    State(shared): State<Shared>,
    Asked(asked): Asked<ValuesRequest>,
) -> Result<Response, Problem> {
    let by = asked.by;
    let wants_history = asked.history;
    let time = search_time(asked.seconds, SEARCH_SECONDS)?;
    let asked = Arc::new(asked.at);
    let at = shared.look_up(asked.clone(), move |library, asked| {
        let at = At::of(library, asked)?;
        let found = answer::at_hand(library, &at.game, &at.position, (by, Some(time)))?;
        let _drawing = at.game.draws_for(DRAWING);
        let Some(found) = found else {
            return Ok((at, None));
        };
        let mut told = told(library, &at, &found, wants_history)?;
        let cancel = CancelToken::default();
        let is_whole = told.add_partizan(library, &at, cancel, VALUING_IN_LOOK_UP)?;
        Ok((at, is_whole.then_some(told)))
    });
    let (at, ready) = at.await?;
    if let Some(ready) = ready {
        return reply(&ready);
    }
    let position = at.game.game.print(&at.position);
    // What is told of the way depends on the way.
    let way = at.before.iter().filter(|_| wants_history);
    let way: Vec<&str> = way.map(|(_, _, name)| &**name).collect();
    let key = format!("values {by:?} {time:?} {way:?} {position} {}", at.game.key);
    let origin = at.game.origin;
    let lane = match by {
        By::Search => Lane::Heavy,
        _ => answer::lane(&at.game),
    };
    let work = move |library: &Library, at: &At, context: &Context| {
        let found = answer::find(library, &at.game, &at.position, (by, time), context)?;
        let _drawing = at.game.draws_for(PREPARING);
        let mut told = told(library, at, &found, wants_history)?;
        told.add_partizan(library, at, context.cancel().of_part(), VALUING_BESIDE)?;
        data(&told)
    };
    begin_at(&shared, key, (lane, origin), asked, work).await
}

/// The time that a request gives to a search.
pub(super) fn search_time(asked: Option<u32>, otherwise: u32) -> Result<Duration, Problem> {
    let seconds = asked.unwrap_or(otherwise);
    if !(1..=MOST_SEARCH_SECONDS).contains(&seconds) {
        return Err(Problem::bad(format!(
            "`seconds` is from 1 to {MOST_SEARCH_SECONDS}"
        )));
    }
    Ok(Duration::from_secs(seconds.into()))
}

/// What is told of a position by what answers.
fn told(
    library: &Library,
    at: &At,
    found: &Found,
    wants_history: bool,
) -> Result<ValuesReply, Problem> {
    let game = &at.game.game;
    let reply = match found {
        Found::Table(table) => by_table(game, table, &at.position)?,
        Found::Theorem(theorem) => by_theorem(theorem, game.print(&at.position))?,
        Found::Search(assessed) => by_search(game, assessed, game.print(&at.position)),
    };
    if !wants_history {
        return Ok(reply);
    }
    if game.has_gains() {
        // Where moves gain points the values of two positions are not to be compared.
        let history = vec![None; at.before.len()];
        return Ok(ValuesReply { history, ..reply });
    }
    let before = at.before.iter().map(|(position, ..)| {
        let mut known = answer::at_hand(library, &at.game, position, (By::Any, None))?;
        if known.is_none() {
            known = answer::at_hand(library, &at.game, position, (By::Search, None))?;
        }
        Ok(match known {
            Some(Found::Table(table)) => {
                let solution = &table.solution;
                let mut ties = solution.ties(TIES / at.before.len());
                Some(ValueReply::solved(solution, &mut ties, position)?)
            }
            Some(Found::Search(assessed)) => {
                Some(ValueReply::assessed(assessed.known, assessed.ends))
            }
            _ => None,
        })
    });
    Ok(ValuesReply {
        history: before.collect::<Result<_, Problem>>()?,
        ..reply
    })
}

fn by_table(game: &Game, table: &Table, position: &Position) -> Result<ValuesReply, Problem> {
    let solution = &table.solution;
    let moves = solution.moves(position)?;
    let best = moves.first().map(|of| (of.score, of.value));
    let mut ties = solution.ties(TIES);
    let value = ValueReply::solved(solution, &mut ties, position)?;
    let moves = moves.into_iter().map(|of| {
        Ok(MoveValue {
            best: Some((of.score, of.value)) == best,
            partizan: None,
            position: Some(game.print(&of.position)),
            value: ValueReply {
                tie: match of.gain {
                    None => ties.is_tie(&of.position)?,
                    // Play always ends where moves gain points.
                    Some(_) => (of.value == Value::Draw).then_some(true),
                },
                nimber: of.after.nimber().map(|nimber| nimber.0),
                score: of.score,
                ..ValueReply::of(of.value)
            },
            text: of.name,
        })
    });
    Ok(ValuesReply {
        known_by: KnownBy::Table,
        moves: moves.collect::<Result<_, zug::Error>>()?,
        method: solution.method().to_owned(),
        positions: Some(table.counts.positions),
        counts: Some(CountsReply::of(&table.counts, game.players())),
        ..ValuesReply::begun(game.print(position), value)
    })
}

fn by_theorem(theorem: &Theorem, position: String) -> Result<ValuesReply, Problem> {
    let worth = theorem
        .worth()
        .map_err(|error| Problem::defect(error.to_string()))?;
    let told = theorem.told_moves();
    let rank = |outcome: Outcome| match outcome {
        Outcome::Win => 0,
        Outcome::Draw => 1,
        Outcome::Loss => 2,
    };
    let mut claimed = told.moves;
    claimed.sort_by_key(|of| rank(of.outcome));
    let moves = claimed.into_iter().map(|of| MoveValue {
        best: of.outcome == worth.outcome(),
        partizan: None,
        position: of.position,
        text: of.name,
        value: ValueReply::of_outcome(of.outcome),
    });
    Ok(ValuesReply {
        known_by: KnownBy::Theorem,
        theorem: Some(TheoremReply::of(theorem)),
        moves: moves.collect(),
        more_moves: told.left_out.is_some(),
        method: format!("theorem: {}", theorem.name()),
        ..ValuesReply::begun(
            position,
            ValueReply {
                nimber: worth.nimber().map(|nimber| nimber.0),
                remoteness: worth.remoteness().map(|plies| plies.0),
                ..ValueReply::of_outcome(worth.outcome())
            },
        )
    })
}

fn by_search(game: &Game, assessed: &Assessment, position: String) -> ValuesReply {
    let first = assessed.moves.first().map(|of| of.known);
    let moves = assessed.moves.iter().enumerate().map(|(place, of)| {
        let is_same = first.is_some_and(|first| {
            let told = |known: Known| (known.outcome(), known.value(), known.score());
            first.outcome().is_some() && told(first) == told(of.known)
        });
        MoveValue {
            best: place == 0 || is_same,
            partizan: None,
            position: Some(game.print(&of.legal.position)),
            text: of.legal.name.clone(),
            value: ValueReply::assessed(of.known, assessed.ends),
        }
    });
    ValuesReply {
        known_by: KnownBy::Search,
        moves: moves.collect(),
        complete: assessed.complete,
        method: "a search within a time".to_owned(),
        searched: Some(assessed.nodes),
        ..ValuesReply::begun(
            position,
            ValueReply::assessed(assessed.known, assessed.ends),
        )
    }
}

impl ValuesReply {
    /// Adds the partizan values of the position and of its moves, where there are such values. Returns whether
    /// the time sufficed to tell.
    fn add_partizan(
        &mut self,
        library: &Library,
        at: &At,
        cancel: CancelToken,
        time: Duration,
    ) -> Result<bool, Problem> {
        let game = at.game.game.clone().at(at.position);
        if game.players().is_none() {
            return Ok(true);
        }
        let alarm = Alarm::set(cancel.clone(), time);
        let options = library.options_to_plan(VALUING_MEMORY).with_cancel(cancel);
        let valued = match game.partizan_value(&options) {
            Err(_) if alarm.rang() => return Ok(false),
            found => found?,
        };
        let Some(valued) = valued else {
            return Ok(true);
        };
        let behind = valued.moves.iter().map(|of| (&*of.name, &*of.value));
        let behind: HashMap<&str, &str> = behind.collect();
        for of in &mut self.moves {
            let value = behind.get(&*of.text);
            of.partizan = value.and_then(|value| partizan::short(value));
        }
        self.partizan = Some(PartizanReply::of(&valued.worth));
        Ok(true)
    }

    /// A reply that is complete, without moves.
    fn begun(position: String, value: ValueReply) -> Self {
        Self {
            state: Done::Done,
            view: For::Mover,
            unit: Unit::Plies,
            known_by: KnownBy::Table,
            theorem: None,
            position,
            value,
            partizan: None,
            moves: Vec::new(),
            more_moves: false,
            complete: true,
            method: String::new(),
            positions: None,
            counts: None,
            searched: None,
            history: Vec::new(),
        }
    }
}

impl ValueReply {
    /// An outcome of which nothing more is known.
    pub(super) fn of_outcome(outcome: Outcome) -> Self {
        let word = Some(outcome.into());
        Self {
            outcome: word,
            at_least: word,
            at_most: word,
            ..Self::default()
        }
    }

    /// A value.
    pub(super) fn of(value: Value) -> Self {
        Self {
            remoteness: value.remoteness().map(|plies| plies.0),
            within: value.remoteness().map(|plies| plies.0),
            endless: value.is_endless(),
            ..Self::of_outcome(value.outcome())
        }
    }

    /// The value of a solved position.
    pub(super) fn solved(
        solution: &Solution,
        ties: &mut Ties<'_>,
        position: &Position,
    ) -> Result<Self, zug::Error> {
        let Some(value) = solution.value(position)? else {
            return Ok(Self::default());
        };
        Ok(Self {
            tie: ties.is_tie(position)?,
            nimber: solution.nimber(position)?.map(|nimber| nimber.0),
            score: solution.score(position)?,
            ..Self::of(value)
        })
    }

    /// What a search proved of a game in which every draw ends, or need not end.
    pub(super) fn assessed(known: Known, ends: bool) -> Self {
        let told = Self::known(known);
        let is_tie = ends && known.outcome() == Some(Outcome::Draw);
        Self {
            tie: is_tie.then_some(true),
            ..told
        }
    }

    /// What a search proved.
    pub(super) fn known(known: Known) -> Self {
        let score = known.score();
        // The number of plies is that of the quickest win, and whoever plays for the largest score
        // may take longer.
        let remoteness = known.value().and_then(Value::remoteness);
        Self {
            outcome: known.outcome().map(Into::into),
            at_least: Some(known.at_least().into()),
            at_most: Some(known.at_most().into()),
            tie: None,
            remoteness: remoteness.filter(|_| score.is_none()).map(|plies| plies.0),
            endless: known.value().is_some_and(Value::is_endless),
            within: known
                .within()
                .filter(|_| score.is_none())
                .map(|plies| plies.0),
            nimber: None,
            score,
        }
    }
}

impl TheoremReply {
    /// What is told of a theorem.
    pub(super) fn of(theorem: &Theorem) -> Self {
        Self {
            name: theorem.name().to_owned(),
            source: theorem.source().to_owned(),
        }
    }
}
