//! One position as a picture: what the rules show of it, boards with the names of their rows and
//! columns, and who is to move.
//!
//! Numbers that the rules do not show, such as the piles of Nim, are drawn as rows of counters.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use zug::{Cell, Form, Look, PartView, Position, Problem, RulesValue, VariableView, file};

use crate::error::{Error, Result};
use crate::paper::{self, Drawn, FAMILY, INK, MARK, PNG_SCALE};

const CELL: u32 = 44;
const MARGIN: u32 = 24;
const BETWEEN: u32 = 18;
const LABEL: u32 = 26;
const LINE: u32 = 24;
const TEXT: u32 = 16;
/// The radius of a piece that is a disc.
const DISC: u32 = 15;
/// The mean width of a letter, in units of the size of the font, rounded up.
const ADVANCE: f64 = 0.66;

/// The largest number of cells in a row or a column of a picture.
const MOST_CELLS: i64 = 200;
/// The largest number of counters that are drawn one by one.
const MOST_COUNTERS: i64 = 60;

const FAINT: RGBColor = RGBColor(0x6a, 0x6a, 0x6a);
const EDGE: RGBColor = RGBColor(0x8c, 0x8c, 0x8c);
const GROUND: RGBColor = RGBColor(0xf6, 0xf6, 0xf2);

/// The picture of a position: pieces, and the size of the paper.
pub struct Board {
    pieces: Vec<Piece>,
    size: (u32, u32),
}

/// Something that is drawn. Lengths are in pixels of the SVG.
enum Piece {
    /// A cell with its upper left corner here.
    Cell { x: u32, y: u32 },
    /// A disc with its middle here.
    Disc {
        x: u32,
        y: u32,
        radius: u32,
        colour: RGBColor,
    },
    Words {
        x: u32,
        y: u32,
        size: u32,
        colour: RGBColor,
        at: HPos,
        text: String,
    },
}

impl Board {
    /// The picture of a position.
    pub fn new(problem: &Problem, position: &Position) -> Self {
        let mut board = Self {
            pieces: Vec::new(),
            size: (MARGIN, MARGIN),
        };
        let mover = problem.mover_name(position);
        let mover = mover.map_or_else(String::new, |mover| format!(", {mover} to move"));
        board.line(&format!("{}{mover}", problem.name()), INK);
        let parts = problem.view(position);
        let begins = board.size.1;
        for (number, part) in parts.iter().enumerate() {
            board.part(part, (parts.len() > 1).then_some(number + 1));
        }
        if board.size.1 == begins {
            for word in problem.print(position).split_whitespace() {
                board.line(word, INK);
            }
        }
        board.size.0 += MARGIN;
        board.size.1 += MARGIN;
        board
    }

    /// The picture as SVG.
    ///
    /// # Errors
    ///
    /// The font is damaged.
    pub fn svg(&self) -> Result<String> {
        let drawn = paper::svg(self.size, |area| self.draw(area, 1));
        drawn.map(|(svg, ())| svg).map_err(Error::Undrawn)
    }

    /// The picture as PNG.
    ///
    /// # Errors
    ///
    /// The font is damaged, or the picture is too large.
    pub fn png(&self) -> Result<Vec<u8>> {
        paper::png(self.size, |area| self.draw(area, PNG_SCALE)).map_err(Error::Undrawn)
    }

    /// Adds a line of words below all that is there.
    fn line(&mut self, text: &str, colour: RGBColor) {
        let y = self.size.1 + LINE / 2;
        self.words((MARGIN, y), (TEXT, colour), HPos::Left, text);
        let width = (text.chars().count() as f64 * f64::from(TEXT) * ADVANCE) as u32;
        self.reach(MARGIN + width, self.size.1 + LINE);
    }

    fn words(&mut self, (x, y): (u32, u32), (size, colour): (u32, RGBColor), at: HPos, text: &str) {
        self.pieces.push(Piece::Words {
            x,
            y,
            size,
            colour,
            at,
            text: text.to_owned(),
        });
    }

    fn disc(&mut self, (x, y): (u32, u32), radius: u32, colour: RGBColor) {
        self.pieces.push(Piece::Disc {
            x,
            y,
            radius,
            colour,
        });
    }

    fn reach(&mut self, x: u32, y: u32) {
        self.size = (self.size.0.max(x), self.size.1.max(y));
    }

    /// Adds a part of the position; `number` is its number in a sum.
    fn part(&mut self, part: &PartView, number: Option<usize>) {
        let boards: Vec<&Form> = part.pictures.iter().map(|picture| &picture.form).collect();
        let is_shown = !boards.is_empty();
        for form in boards {
            match form {
                Form::Grid(cells) => self.grid(cells, true, part.has_squares),
                Form::Row(cells) => self.grid(cells, false, false),
                Form::Lines(lines) => lines.iter().for_each(|line| self.line(line, INK)),
                Form::Value(value) => self.line(value, INK),
                _ => {}
            }
        }
        if !is_shown {
            for variable in &part.variables {
                self.variable(variable, number);
            }
        }
    }

    /// Adds a variable that the rules do not show.
    fn variable(&mut self, variable: &VariableView, number: Option<usize>) {
        let name = &variable.name;
        let name = number.map_or_else(|| name.clone(), |number| format!("{number}. {name}"));
        let values = variable.values.iter();
        if let (None, [RulesValue::Int(count @ 0..=MOST_COUNTERS)]) =
            (&variable.index, &variable.values[..])
        {
            self.line(&format!("{name} {count}"), FAINT);
            let y = self.size.1 + LINE / 2;
            for place in 0..*count as u32 {
                let x = MARGIN + LINE / 2 + place * LINE;
                self.disc((x, y), LINE / 2 - 3, MARK);
                self.reach(x + LINE / 2, y);
            }
            self.reach(0, y + LINE / 2);
            return;
        }
        let values: Vec<String> = values.map(RulesValue::written).collect();
        self.line(&format!("{name} {}", values.join(" ")), INK);
    }

    /// Adds a board, or a row of cells above their keys.
    fn grid(&mut self, cells: &[Cell], is_board: bool, has_squares: bool) {
        let xs = || cells.iter().map(|cell| cell.x);
        let ys = || cells.iter().map(|cell| cell.y);
        let (Some(x0), Some(x1)) = (xs().min(), xs().max()) else {
            return;
        };
        let (Some(y0), Some(y1)) = (ys().min(), ys().max()) else {
            return;
        };
        if x1 - x0 >= MOST_CELLS || y1 - y0 >= MOST_CELLS {
            self.line("a board that is too large to be drawn", FAINT);
            return;
        }
        let longest = cells.iter().map(|cell| cell.mark.chars().count()).max();
        let width = (longest.unwrap_or(1) as f64 * f64::from(TEXT) * ADVANCE) as u32 + 16;
        let (width, top) = (width.max(CELL), self.size.1 + BETWEEN);
        let left = MARGIN + if is_board { LABEL } else { 0 };
        let column = |x: i64| left + (x - x0) as u32 * width;
        let row = |y: i64| top + (y1 - y) as u32 * CELL;
        for cell in cells {
            let (x, y) = (column(cell.x), row(cell.y));
            let middle = (x + width / 2, y + CELL / 2);
            // A cell is as wide as the longest mark, so that it is made of squares.
            self.pieces.push(Piece::Cell { x, y });
            if width > CELL {
                let right = x + width - CELL;
                self.pieces.push(Piece::Cell { x: right, y });
            }
            match cell.look {
                Some(Look::Disc(colour)) => {
                    let [red, green, blue] = colour.rgb();
                    self.disc(middle, DISC + 1, EDGE);
                    self.disc(middle, DISC, RGBColor(red, green, blue));
                }
                Some(Look::Letter) => self.words(middle, (20, INK), HPos::Center, &cell.mark),
                _ if cell.mark == "." => {}
                _ => self.words(middle, (20, INK), HPos::Center, &cell.mark),
            }
            if !is_board {
                let below = (middle.0, y + CELL + LABEL / 2);
                self.words(below, (13, FAINT), HPos::Center, &cell.key);
            }
        }
        let bottom = row(y0) + CELL;
        if is_board {
            for y in y0..=y1 {
                let at = (left - LABEL / 2, row(y) + CELL / 2);
                let row = if has_squares { y + 1 } else { y };
                self.words(at, (13, FAINT), HPos::Center, &row.to_string());
            }
            for x in x0..=x1 {
                let at = (column(x) + width / 2, bottom + LABEL / 2);
                let letters = file(x).filter(|_| has_squares);
                let name = letters.unwrap_or_else(|| x.to_string());
                self.words(at, (13, FAINT), HPos::Center, &name);
            }
        }
        self.reach(column(x1) + width, bottom + LABEL);
    }

    /// Draws all pieces; every length is `scale` times that of the SVG.
    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>, scale: u32) -> Drawn<()>
    where
        B::ErrorType: 'static,
    {
        paper::register_font()?;
        area.fill(&WHITE)?;
        let length = |pixels: u32| (scale * pixels) as i32;
        for piece in &self.pieces {
            match piece {
                Piece::Cell { x, y } => {
                    let corners = [
                        (length(*x), length(*y)),
                        (length(x + CELL), length(y + CELL)),
                    ];
                    area.draw(&Rectangle::new(corners, GROUND.filled()))?;
                    area.draw(&Rectangle::new(corners, EDGE.stroke_width(scale)))?;
                }
                Piece::Disc {
                    x,
                    y,
                    radius,
                    colour,
                } => {
                    let at = (length(*x), length(*y));
                    area.draw(&Circle::new(at, length(*radius), colour.filled()))?;
                }
                Piece::Words {
                    x,
                    y,
                    size,
                    colour,
                    at,
                    text,
                } => {
                    let style = (FAMILY, scale * size).into_font().color(colour);
                    let style = style.pos(Pos::new(*at, VPos::Center));
                    area.draw(&Text::new(text.as_str(), (length(*x), length(*y)), style))?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zug::Request;

    fn board(game: &str, position: Option<&str>) -> Board {
        let mut request = Request::catalogue(game).unwrap();
        if let Some(position) = position {
            request = request.at(position);
        }
        let problem = Problem::new(&request).unwrap();
        Board::new(&problem, &problem.root())
    }

    /// The words of an SVG, in their order.
    fn words(board: &Board) -> Vec<String> {
        let svg = board.svg().unwrap();
        let read = roxmltree::Document::parse(&svg).unwrap();
        let texts = read.descendants().filter(|node| node.has_tag_name("text"));
        texts
            .filter_map(|text| text.text().map(|text| text.trim().to_owned()))
            .collect()
    }

    #[test]
    fn a_board_shows_its_marks_and_who_is_to_move() {
        let board = board("tic-tac-toe", Some("board=X../.O./..X turn=O"));
        let words = words(&board);
        assert_eq!(words[0], "tic_tac_toe, O to move");
        let marks = words.iter().filter(|word| *word == "X" || *word == "O");
        assert_eq!(marks.collect::<Vec<_>>(), ["X", "O", "X"]);
        assert_eq!(board.svg().unwrap(), board.svg().unwrap());
    }

    #[test]
    fn pieces_look_as_the_rules_say() {
        let rules = "\
game tiles(n = 3)
players Ox, Hen
type tile = {sun, moon}
board[0..n-1]: tile? = none
move lay(i in 0..n-1, t in tile) if board[i] == none:
    board[i] = t
show board as letter
show sun as disc yellow
";
        let problem = Problem::new(&Request::rules(rules, "tiles")).unwrap();
        let drawn = |position: &str| {
            let board = Board::new(&problem, &problem.parse(position).unwrap());
            (board.svg().unwrap(), words(&board))
        };
        let (svg, words) = drawn("board=s.m turn=Ox");
        let [red, green, blue] = zug::Colour::Yellow.rgb();
        let yellow = format!("#{red:02X}{green:02X}{blue:02X}");
        assert_eq!(svg.matches(&yellow).count(), 1, "{svg}");
        assert!(words.contains(&"m".to_owned()) && !words.contains(&"s".to_owned()));
        assert!(!drawn("board=... turn=Ox").0.contains("<circle"));
    }

    #[test]
    fn piles_are_rows_of_counters() {
        let nim = board("nim", None);
        let svg = nim.svg().unwrap();
        assert_eq!(svg.matches("<circle").count(), 3 + 4 + 5);
        assert!(words(&nim).contains(&"2. stones 4".to_owned()));
    }

    #[test]
    fn every_game_of_the_catalogue_has_a_picture() {
        for entry in zug_catalogue::entries() {
            let Ok(problem) = Problem::new(&Request::rules(entry.source, entry.name)) else {
                continue; // it needs more memory than a test has
            };
            let board = Board::new(&problem, &problem.root());
            assert!(board.pieces.len() > 1, "{}", entry.name);
            assert!(board.size.0 < 5000 && board.size.1 < 5000, "{}", entry.name);
        }
    }

    #[test]
    fn a_png_is_twice_as_large_as_the_svg() {
        let board = board("nim", None);
        let png = board.png().unwrap();
        let reader = png::Decoder::new(std::io::Cursor::new(&png)).read_info();
        let reader = reader.unwrap();
        assert_eq!(reader.info().width, PNG_SCALE * board.size.0);
    }
}
