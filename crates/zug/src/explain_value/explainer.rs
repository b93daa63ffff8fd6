//! What expressions are explained with: the arena of their values, and the names in them.

use zug_partizan::{Arena, Form, Names, PartizanError, ReadError};

/// Explains parts of a text that was read as a whole.
pub(super) struct Explainer<'a> {
    pub(super) arena: &'a mut Arena,
    pub(super) names: &'a mut dyn Names,
}

impl Explainer<'_> {
    pub(super) fn value(&mut self, text: &str) -> Result<Form, ReadError> {
        self.arena.read_value(text, self.names)
    }

    pub(super) fn text(&mut self, form: Form) -> Result<String, PartizanError> {
        self.arena.text(form)
    }

    pub(super) fn texts(&mut self, forms: &[Form]) -> Result<Vec<String>, PartizanError> {
        forms.iter().map(|&form| self.text(form)).collect()
    }
}
