//! `GET /api/v1/games`: the catalogue.

use std::sync::OnceLock;

use axum::extract::{Path, State};
use axum::response::Response;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;
use zug::{Cell, Form, IndexKind, Job, PartView, Rules, Settings, Texts, VariableView};
use zug_catalogue::Entry;

use super::problem::Problem;
use super::replies::reply;
use crate::json::json;
use crate::shared::Shared;

/// The catalogue.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GamesReply {
    /// The kinds of games, in the order of the catalogue, each with its games.
    pub kinds: Vec<KindReply>,
}

/// A kind of games.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct KindReply {
    /// The kind.
    pub kind: String,
    /// Its games, sorted by name.
    pub games: Vec<GameReply>,
}

/// A game of the catalogue.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GameReply {
    /// The name by which requests call the game.
    pub name: String,
    /// The name of the game in a sentence.
    pub title: String,
    /// The kind of game, by which the catalogue is listed.
    pub kind: String,
    /// The rules in two sentences.
    pub rules: String,
    /// Who made the game, or where it is described, and when.
    pub source: String,
    /// Results that are known, with who found them.
    pub known: String,
    /// The names of the two players; null if the game is impartial.
    pub players: Option<[String; 2]>,
    /// The parameters, in the order of the rules.
    pub parameters: Vec<ParameterReply>,
    /// What kind of picture the rules draw of a position.
    pub picture: PictureKind,
    /// The number of positions that play reaches from the start under the default parameters; null
    /// if they are too many to be solved, so that a search answers.
    pub positions: Option<u64>,
    /// The text of the rules; null in a list of games.
    pub text: Option<String>,
}

/// The number of positions of each game that is solved whole, the same as in the book's chapter on
/// the catalogue.
const SIZES: &str = include_str!("../sizes.txt");

/// The number of positions of a game of the catalogue.
fn size(name: &str) -> Option<u64> {
    let mut sizes = SIZES.lines().filter_map(|line| line.split_once(' '));
    let (_, positions) = sizes.find(|(known, _)| *known == name)?;
    positions.parse().ok()
}

/// A parameter of a game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ParameterReply {
    /// The name of the parameter.
    pub name: String,
    /// Its default, as the rules write it.
    pub default: String,
    /// Its default as JSON: a number or truth value is itself, a list or set is an array.
    pub value: Json,
    /// Whether its value is a text, which is set as the letters stand.
    pub text: bool,
    /// The least number that it can be; null if it is no number, or the rules do not say.
    pub least: Option<i64>,
    /// The largest number that it can be; null if it is no number, or the rules do not say.
    pub most: Option<i64>,
}

/// What kind of picture a position has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PictureKind {
    /// A board of cells in columns and rows.
    Grid,
    /// One row of cells, or several in a sum.
    Row,
    /// Lines of text, which draw a board of another shape.
    Lines,
    /// Heaps or other numbers.
    Numbers,
    /// Nothing is drawn: a list of variables.
    Plain,
}

pub(super) async fn games(State(shared): State<Shared>) -> Result<Response, Problem> {
    static CATALOGUE: OnceLock<GamesReply> = OnceLock::new();
    let told = || CATALOGUE.get_or_init(GamesReply::of_catalogue);
    let catalogue = shared.look_at_catalogue(told);
    reply(catalogue.await?)
}

pub(super) async fn game(
    State(shared): State<Shared>,
    Path(name): Path<String>,
) -> Result<Response, Problem> {
    let Some(entry) = zug_catalogue::find(&name) else {
        return Err(zug::Request::catalogue(&name).err().map_or_else(
            || Problem::defect("the catalogue is in disorder"),
            Problem::from,
        ));
    };
    let told = shared.look_at_catalogue(|| GameReply {
        text: Some(entry.source.to_owned()),
        ..GameReply::of(entry)
    });
    reply(&told.await?)
}

impl GamesReply {
    fn of_catalogue() -> Self {
        let kinds = zug_catalogue::by_kind().map(|(kind, games)| KindReply {
            kind: kind.to_owned(),
            games: games.into_iter().map(GameReply::of).collect(),
        });
        Self {
            kinds: kinds.collect(),
        }
    }
}

impl GameReply {
    fn of(entry: &Entry) -> Self {
        let header = entry.header();
        let rules = Rules::read(entry.source).ok();
        let instance = rules
            .as_ref()
            .and_then(|rules| rules.instance(&Settings::default()).ok());
        let picture = instance.map_or(PictureKind::Plain, |instance| {
            PictureKind::of(&instance.view(instance.start()))
        });
        Self {
            name: entry.name.to_owned(),
            title: header.title,
            kind: header.kind,
            rules: header.rules,
            source: header.source,
            known: header.known,
            players: rules.as_ref().and_then(Rules::players),
            parameters: rules.as_ref().map_or_else(Vec::new, |rules| {
                parameters(rules, &Settings::default(), &Job::default())
            }),
            picture,
            positions: size(entry.name),
            text: None,
        }
    }
}

/// The parameters of rules, with their values under these settings, as far as the job goes.
pub(super) fn parameters(rules: &Rules, settings: &Settings, job: &Job) -> Vec<ParameterReply> {
    let values = rules.values_while(settings, job).unwrap_or_default();
    let declared = rules.parameters().into_iter().zip(rules.bounds());
    let reply = declared.map(|((name, default), (least, most))| {
        let value = values.iter().find(|(known, _)| *known == name);
        ParameterReply {
            value: value.map_or(Json::Null, |(_, value)| json(value)),
            text: rules.texts(&name) == Texts::Whole,
            name,
            default,
            least,
            most,
        }
    });
    reply.collect()
}

impl PictureKind {
    /// The kind of the picture of a position.
    fn of(parts: &[PartView]) -> Self {
        let forms = || {
            let pictures = parts.iter().flat_map(|part| &part.pictures);
            pictures.map(|picture| &picture.form)
        };
        let numbers = |cells: &[Cell]| cells.iter().all(|cell| cell.content.number().is_some());
        if forms().any(|form| matches!(form, Form::Lines(_))) {
            return Self::Lines;
        }
        if forms().any(|form| matches!(form, Form::Grid(_))) {
            return Self::Grid;
        }
        if forms().any(|form| matches!(form, Form::Row(cells) if !numbers(cells))) {
            return Self::Row;
        }
        let mut variables = parts.iter().flat_map(|part| &part.variables);
        let is_number = |variable: &VariableView| {
            let index = variable.index.as_ref().map(|index| index.kind);
            variable.range.is_some() && matches!(index, None | Some(IndexKind::Row))
        };
        let is_bag =
            |variable: &VariableView| variable.values.iter().all(|value| value.items().is_some());
        if variables.all(|variable| is_number(variable) || is_bag(variable)) {
            return Self::Numbers;
        }
        Self::Plain
    }
}
