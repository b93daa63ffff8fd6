//! From errors to what a client is told.

use std::time::Duration;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use zug::{Error, ExpressionError, SolveError};

use crate::api::problem::{Diagnostic, Problem, Scene};

impl Problem {
    /// A problem of this kind, for this request.
    pub(crate) fn new(
        status: StatusCode,
        kind: &'static str,
        title: &'static str,
        detail: impl Into<String>,
    ) -> Self {
        Self {
            kind,
            title,
            status: status.as_u16(),
            detail: detail.into(),
            remedy: None,
            diagnostic: None,
            index: None,
            scene: None,
        }
    }

    /// A request that cannot be understood.
    pub(crate) fn bad(detail: impl Into<String>) -> Self {
        Self::new(
            StatusCode::BAD_REQUEST,
            "bad-request",
            "The request cannot be understood",
            detail,
        )
    }

    /// Something in the request that is not possible.
    pub(crate) fn impossible(
        kind: &'static str,
        title: &'static str,
        detail: impl Into<String>,
    ) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, kind, title, detail)
    }

    /// Something that does not exist.
    pub(crate) fn missing(
        kind: &'static str,
        title: &'static str,
        detail: impl Into<String>,
    ) -> Self {
        Self::new(StatusCode::NOT_FOUND, kind, title, detail)
    }

    /// Too much is asked of the server at once.
    pub(crate) fn busy() -> Self {
        Self::new(
            StatusCode::TOO_MANY_REQUESTS,
            "busy",
            "The server has enough to do",
            "too many jobs wait already",
        )
        .remedy("try again in a few seconds")
    }

    /// The work of a job is lost, as the process that did it ended.
    pub(crate) fn lost() -> Self {
        Self::new(
            StatusCode::GONE,
            "lost",
            "The work is lost",
            "the process that worked on this job ended, as this or other work took more memory or \
             time than it may",
        )
        .remedy("ask again")
    }

    /// The work was cancelled.
    pub(crate) fn cancelled() -> Self {
        Self::new(
            StatusCode::CONFLICT,
            "cancelled",
            "The job was cancelled",
            "the job was cancelled before it was done",
        )
    }

    /// Rules were not ready to be played after this time.
    pub(crate) fn not_ready(time: Duration) -> Self {
        let seconds = time.as_secs_f32();
        Self::too_slow(format!(
            "the rules were not ready to be played after {seconds} seconds"
        ))
        .remedy("smaller parameters make a smaller game")
    }

    /// The work took longer than it may.
    pub(crate) fn too_slow(detail: impl Into<String>) -> Self {
        Self::impossible("too-slow", "It takes too long", detail)
    }

    /// A defect of the server.
    pub(crate) fn defect(detail: impl Into<String>) -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "defect",
            "This is a defect of Zug",
            detail,
        )
    }

    /// The problem with advice.
    #[must_use]
    pub(crate) fn remedy(self, remedy: impl Into<String>) -> Self {
        Self {
            remedy: Some(remedy.into()),
            ..self
        }
    }

    /// Whether the work was cancelled.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.kind == "cancelled"
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let detail = error.to_string();
        if let Some(scene) = error.scene() {
            return Self {
                diagnostic: Some(Box::new(Diagnostic::in_play(scene))),
                scene: Some(Box::new(Scene {
                    position: scene.position.clone(),
                    picture: scene.picture.clone(),
                    tried: scene.tried.clone(),
                })),
                ..Self::impossible("fault", "The rules break in a position", detail)
            };
        }
        match error {
            Error::UnknownGame { nearest, .. } => Self {
                remedy: nearest.map(|name| format!("try `{name}`")),
                ..Self::missing("unknown-game", "There is no such game", detail)
            },
            Error::Rules {
                diagnostic,
                source_text,
                origin,
            } => {
                let fault = Diagnostic::of(&diagnostic, &source_text, &origin);
                Self {
                    remedy: fault.remedy.clone(),
                    diagnostic: Some(Box::new(fault)),
                    ..Self::impossible("rules", "The rules have a fault", detail)
                }
            }
            Error::NoRoomForRules {
                diagnostic,
                source_text,
                origin,
            } => Self {
                diagnostic: Some(Box::new(Diagnostic::of(&diagnostic, &source_text, &origin))),
                ..too_large(detail)
            },
            Error::Setting(_) => Self::impossible("setting", "A parameter does not fit", detail),
            Error::Expression(error) => error.into(),
            Error::Notation(_) => {
                Self::impossible("position", "The position cannot be read", detail)
            }
            Error::Fault(_) | Error::Solve(SolveError::Fault(_)) => {
                Self::impossible("fault", "The rules break in a position", detail)
            }
            Error::Solve(error) => of_solver(&error, detail),
            Error::SearchStopped { .. } => Self::cancelled(),
            Error::PreparationTooLarge | Error::TreeTooLarge { .. } => too_large(detail),
            Error::NotSolved { .. } => {
                Self::impossible("position", "The position is not within reach", detail)
            }
            Error::Unreadable(_) | Error::Flaw(_) | Error::Disagreement { .. } => {
                Self::defect(detail)
            }
            _ => Self::impossible("unanswerable", "Zug cannot answer this here", detail),
        }
    }
}

fn of_solver(error: &SolveError, detail: String) -> Problem {
    if error.is_cancelled() {
        Problem::cancelled()
    } else if error.is_too_large() {
        too_large(detail)
    } else {
        Problem::impossible("unanswerable", "Zug cannot answer this here", detail)
    }
}

fn too_large(detail: String) -> Problem {
    Problem::impossible("too-large", "It is too large", detail)
        .remedy("smaller parameters make a smaller game; or let a search answer")
}

impl From<ExpressionError> for Problem {
    fn from(error: ExpressionError) -> Self {
        Self::impossible("expression", "The sum cannot be read", error.to_string())
    }
}

impl Diagnostic {
    /// The place and the words of a fault of rules.
    pub(crate) fn of(fault: &zug::Diagnostic, source: &str, origin: &str) -> Self {
        let inside = |at: usize| {
            let mut at = at.min(source.len());
            while !source.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let start = inside(fault.span.start);
        let end = inside(fault.span.end).max(start);
        let before = &source[..start];
        let line_begins = before.rfind('\n').map_or(0, |at| at + 1);
        let line_ends = source[start..]
            .find('\n')
            .map_or(source.len(), |at| start + at);
        let on_line = &source[start..end.min(line_ends)];
        let units = |text: &str| text.encode_utf16().count();
        Self {
            line: before.matches('\n').count() + 1,
            column: source[line_begins..start].chars().count() + 1,
            length: on_line.trim_end_matches('\r').chars().count().max(1),
            start: units(before),
            end: units(&source[..end]),
            message: fault.message.clone(),
            label: fault.label.clone(),
            remedy: fault.help.clone(),
            drawn: fault.render(source, origin, false),
        }
    }

    /// The place and the words of a warning about rules.
    pub(crate) fn of_warning(warning: &zug::Diagnostic, source: &str, origin: &str) -> Self {
        Self {
            drawn: warning.render_warning(source, origin, false),
            ..Self::of(warning, source, origin)
        }
    }
}

impl Diagnostic {
    /// The place where rules broke in the middle of play; the remedy names the position.
    fn in_play(scene: &zug::Scene) -> Self {
        let fault = zug::Diagnostic::of_scene(scene);
        let origin = scene.origin.as_deref().unwrap_or("the rules");
        let by = scene.tried.as_ref();
        let by = by.map_or_else(String::new, |tried| format!(", by the move {tried}"));
        let place = format!("the rules break in the position {}{by}", scene.position);
        Self {
            remedy: Some(place),
            ..Self::of(&fault, &scene.rules, origin)
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let kind = [(header::CONTENT_TYPE, "application/problem+json")];
        (status, kind, body).into_response()
    }
}
