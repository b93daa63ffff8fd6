//! Pictures that are drawn once and written as SVG or as PNG.

use std::io;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::FontStyle;

/// What a drawing returns: a `T`, or why it cannot be drawn.
pub(crate) type Drawn<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// The pixels of a PNG for each pixel of the SVG: letters are smoother with more.
pub(crate) const PNG_SCALE: u32 = 2;

/// The colour of words and lines.
pub(crate) const INK: RGBColor = RGBColor(0x1b, 0x1b, 0x1b);

/// The colour of marks and counters, a blue.
pub(crate) const MARK: RGBColor = RGBColor(0x14, 0x50, 0x8c);

/// The family of the font of all pictures.
pub(crate) const FAMILY: &str = "sans-serif";

const FONT: &[u8] = include_bytes!("../font/dejavu-sans-subset.ttf");

/// Makes the font known; a drawing needs it before its first word.
pub(crate) fn register_font() -> Drawn<()> {
    plotters::style::register_font(FAMILY, FontStyle::Normal, FONT)
        .map_err(|_| io::Error::other("the font of pictures is damaged").into())
}

/// The SVG of a drawing of this size.
pub(crate) fn svg<T>(
    (width, height): (u32, u32),
    draw: impl FnOnce(&DrawingArea<SVGBackend<'_>, Shift>) -> Drawn<T>,
) -> Drawn<(String, T)> {
    let mut svg = String::new();
    let drawn = draw(&SVGBackend::with_string(&mut svg, (width, height)).into_drawing_area())?;
    Ok((svg, drawn))
}

/// The PNG of a drawing, which is [`PNG_SCALE`] times as large as this size.
pub(crate) fn png(
    (width, height): (u32, u32),
    draw: impl FnOnce(&DrawingArea<BitMapBackend<'_>, Shift>) -> Drawn<()>,
) -> Drawn<Vec<u8>> {
    let (width, height) = (PNG_SCALE * width, PNG_SCALE * height);
    let mut pixels = vec![0; 3 * width as usize * height as usize];
    let area = BitMapBackend::with_buffer(&mut pixels, (width, height)).into_drawing_area();
    draw(&area)?;
    area.present()?;
    drop(area);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(bytes)
}
