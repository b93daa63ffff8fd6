//! The description of the API, in the form of OpenAPI 3.1.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value as Json, json};

use super::check::{CheckReply, CheckRequest};
use super::explain::ExplainReply;
use super::games::{GameReply, GamesReply};
use super::graph::{GraphReply, GraphRequest};
use super::job_reply::JobReply;
use super::position::PositionReply;
use super::problem::Problem;
use super::request::PositionRequest;
use super::sequence::{SequenceReply, SequenceRequest};
use super::sum::{SumReply, SumRequest};
use super::table::{TableReply, TableRequest};
use super::tree::{TreeReply, TreeRequest};
use super::values::{ValuesReply, ValuesRequest};

/// The description of the API in the form of OpenAPI 3.1, as JSON.
#[must_use]
pub fn openapi() -> String {
    format!("{:#}", Description::new().whole())
}

/// The operations that were described, and the types of their requests and replies.
struct Description {
    schemas: SchemaGenerator,
    paths: Map<String, Json>,
}

impl Description {
    fn new() -> Self {
        let mut settings = SchemaSettings::draft2020_12();
        settings.definitions_path = "/components/schemas".into();
        Self {
            schemas: settings.into_generator(),
            paths: Map::new(),
        }
    }

    fn whole(mut self) -> Json {
        self.get::<GamesReply>("/games", "games", "The catalogue.");
        self.get::<GameReply>(
            "/games/{name}",
            "game",
            "One game of the catalogue, with the text of its rules.",
        );
        self.post::<PositionRequest, PositionReply>(
            "position",
            "A position, what it looks like, and its legal moves.",
        );
        self.post::<CheckRequest, CheckReply>(
            "check",
            "Whether rules are well formed, and how large the game is.",
        );
        self.work::<ValuesRequest, ValuesReply>(
            "values",
            "What a position and each of its moves are worth.",
        );
        self.work::<ValuesRequest, ExplainReply>(
            "explain",
            "Why the player to move wins, loses or draws.",
        );
        self.work::<TreeRequest, TreeReply>("tree", "The game tree below a position.");
        self.work::<GraphRequest, GraphReply>(
            "graph",
            "The positions that play reaches, and the moves between them.",
        );
        self.work::<TableRequest, TableReply>(
            "table",
            "How many positions there are, and whose they are.",
        );
        self.work::<SequenceRequest, SequenceReply>("sequence", "The nimbers of heaps.");
        self.work::<SumRequest, SumReply>("sum", "What several games are worth together.");
        self.get::<JobReply>(
            "/jobs/{id}",
            "job",
            "How far a job is, and its result once it is done.",
        );
        let given_up = self.replies::<JobReply>("application/json");
        self.add(
            ("/jobs/{id}", "delete", "cancel"),
            "Gives a job up. Its work goes on only if somebody else asked for the same.",
            json!({ "responses": given_up }),
        );
        let events = self.replies::<JobReply>("text/event-stream");
        self.add(
            ("/jobs/{id}/events", "get", "events"),
            "Tells how far a job is as long as it goes on: a stream of events, each called `progress` with a \
             `JobReply` as its data, and at last one called `end`.",
            json!({ "responses": events }),
        );
        let schemas = self.schemas.take_definitions(true);
        json!({
            "openapi": "3.1.0",
            "info": {
                "title": "Zug",
                "description": "Solves two-player games of perfect information exactly. Every value is for the player \
                                to move (`for`), and every remoteness counts plies (`unit`); what is not known is \
                                null. Whatever may take long is answered at once where it can be, with the status \
                                200, and else by a job, with the status 202.",
                "license": { "name": env!("CARGO_PKG_LICENSE"), "identifier": env!("CARGO_PKG_LICENSE") },
                "version": env!("CARGO_PKG_VERSION"),
            },
            "paths": self.paths,
            "components": { "schemas": schemas },
        })
    }

    /// What is asked for by a path alone.
    fn get<R: JsonSchema>(&mut self, path: &str, id: &str, about: &str) {
        let responses = self.replies::<R>("application/json");
        self.add((path, "get", id), about, json!({ "responses": responses }));
    }

    /// What is answered at once.
    fn post<Q: JsonSchema, R: JsonSchema>(&mut self, name: &str, about: &str) {
        let responses = self.replies::<R>("application/json");
        self.asked::<Q>(name, about, &responses);
    }

    /// What is answered at once or by a job.
    fn work<Q: JsonSchema, R: JsonSchema>(&mut self, name: &str, about: &str) {
        let mut responses = self.replies::<R>("application/json");
        let job = self.schemas.subschema_for::<JobReply>();
        responses["202"] = response("A job has to be done first.", "application/json", &job);
        self.asked::<Q>(name, about, &responses);
    }

    fn asked<Q: JsonSchema>(&mut self, name: &str, about: &str, responses: &Json) {
        let asked = self.schemas.subschema_for::<Q>();
        let operation = json!({
            "requestBody": { "content": content("application/json", &asked), "required": true },
            "responses": responses,
        });
        self.add((&format!("/{name}"), "post", name), about, operation);
    }

    /// The replies of an operation that answers at once.
    fn replies<R: JsonSchema>(&mut self, media_type: &str) -> Json {
        let reply = self.schemas.subschema_for::<R>();
        let problem = self.schemas.subschema_for::<Problem>();
        json!({
            "200": response("The answer.", media_type, &reply),
            "default": response("There is no answer.", "application/problem+json", &problem),
        })
    }

    fn add(&mut self, (path, method, id): (&str, &str, &str), about: &str, mut operation: Json) {
        operation["summary"] = about.into();
        operation["operationId"] = id.into();
        operation["tags"] = json!([path.split('/').nth(1)]);
        let parameter = path
            .split_once('{')
            .and_then(|(_, rest)| rest.split_once('}'));
        if let Some((name, _)) = parameter {
            operation["parameters"] = json!([{
                "name": name,
                "in": "path",
                "required": true,
                "schema": { "type": "string" },
            }]);
        }
        self.paths
            .entry(format!("/api/v1{path}"))
            .or_insert_with(|| json!({}))[method] = operation;
    }
}

fn response(about: &str, media_type: &str, schema: &Schema) -> Json {
    json!({ "description": about, "content": content(media_type, schema) })
}

fn content(media_type: &str, schema: &Schema) -> Json {
    json!({ media_type: { "schema": schema } })
}
