//! What every picture (SVG) begins with: a white sheet of paper, with a title.

use svg::Document;
use svg::node::element::{Rectangle, Style, Text, Title};

/// An empty sheet of this width and height. The title is for readers who do not see the picture; the
/// style says what the classes look like, `paper` among them.
pub(super) fn blank_sheet(
    title: &str,
    style: impl Into<String>,
    width: f64,
    height: f64,
) -> Document {
    Document::new()
        .set("viewBox", format!("0 0 {width:.0} {height:.0}"))
        .set("width", format!("{width:.0}"))
        .set("height", format!("{height:.0}"))
        .set("role", "img")
        .add(Title::new(title))
        .add(Style::new(style))
        .add(
            Rectangle::new()
                .set("class", "paper")
                .set("width", "100%")
                .set("height", "100%"),
        )
}

/// Words at a place.
pub(super) fn text(words: impl Into<String>, x: f64, y: f64) -> Text {
    Text::new(words).set("x", round(x)).set("y", round(y))
}

/// A length for the document: two decimals suffice.
pub(super) fn round(length: f64) -> f64 {
    (length * 100.0).round() / 100.0
}
