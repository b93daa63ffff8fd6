//! What is wrong with a rules file, where, and how to mend it.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use crate::text::span::Span;
use crate::text::visible::{visible, visible_in_place};

/// One fault in a rules file: one message that points at it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
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

/// The outcome of a step from rules text towards a game.
pub(crate) type Result<T> = std::result::Result<T, Box<Diagnostic>>;

impl Diagnostic {
    /// A fault at a place.
    pub fn new(message: impl Into<String>, span: Span, label: impl Into<String>) -> Box<Self> {
        Box::new(Self {
            message: message.into(),
            span,
            label: label.into(),
            help: None,
            related: None,
        })
    }

    /// The same fault with advice how to mend it.
    #[must_use]
    pub fn help(mut self: Box<Self>, help: impl Into<String>) -> Box<Self> {
        self.help = Some(help.into());
        self
    }

    /// The same fault with a second place that matters.
    #[must_use]
    pub fn related(mut self: Box<Self>, span: Span, label: impl Into<String>) -> Box<Self> {
        self.related = Some((span, label.into()));
        self
    }

    /// The fault drawn on its source line, as text of several lines.
    ///
    /// `origin` is what the text is called (a file name). With `colour` the
    /// text holds terminal escapes, and no others than those: what would steer a
    /// terminal is shown by other signs.
    pub fn render(&self, source: &str, origin: &str, colour: bool) -> String {
        let clamp = |span: Span| {
            let mut start = span.start.min(source.len());
            let mut end = span.end.clamp(start, source.len());
            while !source.is_char_boundary(start) {
                start -= 1;
            }
            while !source.is_char_boundary(end) {
                end += 1;
            }
            // The end of a line is one place; it would be drawn as two lines.
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
        let mut group = Level::ERROR
            .primary_title(visible(&self.message))
            .element(snippet);
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

/// Of `known`, the name that a person most likely meant by `name`.
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
            // A name that shares no letter is no misspelling.
            distance <= length.div_ceil(3) && distance < length.max(candidate.chars().count())
        })
        .min()
        .map(|(_, candidate)| candidate)
}
