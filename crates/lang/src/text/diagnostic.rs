//! What is wrong with a rules file, where, and how to mend it.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use zug_game::Scene;

use crate::text::span::Span;
use crate::text::visible::{visible, visible_in_place};

/// One fault in a rules file: one message that points at it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct Diagnostic {
    /// What is wrong, in one line.
    pub message: String,
    /// Where it is wrong.
    pub span: Span,
    /// What stands there, or what was expected; drawn beside the caret.
    pub label: String,
    /// How to mend it.
    pub help: Option<String>,
    /// Another place that matters (a first definition, say), with a label.
    pub related: Option<(Span, String)>,
}

/// What a step from the text of rules towards a game returns: a `T`, or the first fault
/// that it met.
pub(crate) type Result<T> = std::result::Result<T, Box<Diagnostic>>;

impl Diagnostic {
    /// A fault at `span`; `label` is drawn beside the caret.
    pub(crate) fn new(
        message: impl Into<String>,
        span: Span,
        label: impl Into<String>,
    ) -> Box<Self> {
        Box::new(Self {
            message: message.into(),
            span,
            label: label.into(),
            help: None,
            related: None,
        })
    }

    /// Adds advice how to mend the fault, unless it has advice already.
    #[must_use]
    pub(crate) fn help(mut self: Box<Self>, help: impl Into<String>) -> Box<Self> {
        self.help.get_or_insert_with(|| help.into());
        self
    }

    /// Adds a second place that matters, with its own label.
    #[must_use]
    pub(crate) fn related(mut self: Box<Self>, span: Span, label: impl Into<String>) -> Box<Self> {
        self.related = Some((span, label.into()));
        self
    }

    /// The place where rules broke in the middle of a game.
    #[must_use]
    pub fn of_scene(scene: &Scene) -> Self {
        Self {
            message: scene.what.clone(),
            span: Span {
                start: scene.place.start,
                end: scene.place.end,
            },
            label: match scene.tried {
                Some(_) => "the move breaks the rules here".to_owned(),
                None => "the rules break here".to_owned(),
            },
            help: None,
            related: None,
        }
    }

    /// Draws the fault on its source line; returns a text of several lines.
    ///
    /// `source` is the text that the fault was found in, and `origin` is what a person
    /// calls that text (a file name). With `colour` the result holds terminal escapes
    /// for colours. It holds no others: each character of the source that would steer a
    /// terminal is shown by another sign.
    pub fn render(&self, source: &str, origin: &str, colour: bool) -> String {
        self.drawn(Level::ERROR, source, origin, colour)
    }

    /// As [`Diagnostic::render`], for what looks like a fault and need not be one.
    pub fn render_warning(&self, source: &str, origin: &str, colour: bool) -> String {
        self.drawn(Level::WARNING, source, origin, colour)
    }

    fn drawn(&self, level: Level<'_>, source: &str, origin: &str, colour: bool) -> String {
        let clamp = |span: Span| {
            let mut start = span.start.min(source.len());
            let mut end = span.end.clamp(start, source.len());
            while !source.is_char_boundary(start) {
                start -= 1;
            }
            while !source.is_char_boundary(end) {
                end += 1;
            }
            // An end of line is one place, but it would be drawn as two lines.
            if source[start..].starts_with(['\r', '\n']) {
                end = start;
            }
            start..end
        };
        let shown = visible_in_place(source);
        let origin = visible(origin).replace('\n', "\\n");
        let mut snippet = Snippet::source(shown).path(origin).annotation(
            AnnotationKind::Primary
                .span(clamp(self.span))
                .label(visible(&self.label)),
        );
        if let Some((span, label)) = &self.related {
            snippet = snippet.annotation(
                AnnotationKind::Context
                    .span(clamp(*span))
                    .label(visible(label)),
            );
        }
        let mut group = level.primary_title(visible(&self.message)).element(snippet);
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(visible(help)));
        }
        let renderer = if colour {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        renderer.render(&[group]).clone()
    }
}

/// Returns the name in `known` that a person most likely meant by `name`, or `None` if
/// every known name is too different.
pub(crate) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|candidate| {
            let distance = if name.eq_ignore_ascii_case(candidate) {
                0
            } else {
                strsim::damerau_levenshtein(name, candidate)
            };
            (distance, candidate)
        })
        .filter(|&(distance, candidate)| {
            let length = name.chars().count();
            // A name that shares no letter is no misspelling, and `lose` is not `move`.
            distance <= ((length + 1) / 3).max(1)
                && distance < length.max(candidate.chars().count())
        })
        .min()
        .map(|(_, candidate)| candidate)
}
