//! Writes values in which play may go round.
//!
//! `on` = {pass|}, `off` = {|pass}, `over` = {0|pass}, `under` = {pass|0} and `upon` = {pass|*} have names, alone and
//! beside a number; `dud` is on & off. `pass` is the option that leaves everything as it is, in the braces in which it
//! stands. Where play goes round in a longer way, a letter before braces is the name of the position, which stands
//! for it within them: `a{0|{0|{{a|*}|*}}}`.

use super::value::{AnyValue, LoopId, Sides, Stopper};
use crate::arena::Arena;
use crate::error::{PartizanError, Result};
use crate::form::{Form, Side};
use crate::notation::write::Style;

/// The most bytes of a text.
const MOST_TEXT: usize = 1 << 20;

/// The deepest nesting of braces.
const DEEPEST: usize = crate::notation::read::MOST_NESTED - 1;

/// The options of a stopper that is a position of a loop, `None` for the position itself.
type Around = [Vec<Option<Stopper>>; 2];

/// A position whose text is being written.
struct Open {
    id: LoopId,
    /// The texts of the options of Left and of Right so far.
    texts: [Vec<String>; 2],
    /// The options to come, the last one first, each with its player.
    rest: Vec<(Side, Stopper)>,
    /// The name that the options use.
    label: Option<String>,
}

impl Arena {
    /// A value as text, which reads back as the same value.
    ///
    /// # Errors
    ///
    /// The text is too long; memory was refused, or the caller cancelled.
    pub fn text_of_any(&mut self, value: AnyValue) -> Result<String> {
        self.write_any(value, Style::Short)
    }

    /// A value as text of a style.
    ///
    /// # Errors
    ///
    /// As [`Arena::text_of_any`].
    pub fn write_any(&mut self, value: AnyValue, style: Style) -> Result<String> {
        let Sides { onside, offside } = match value {
            AnyValue::Short(form) => return self.write(form, style),
            AnyValue::Loopy(sides) => sides,
        };
        if onside == offside {
            return self.write_stopper(onside, style);
        }
        let texts = [onside, offside].map(|stopper| self.write_stopper(stopper, style));
        let [onside, offside] = texts;
        let (onside, offside) = (onside?, offside?);
        Ok(match style {
            Style::Short if onside == "on" && offside == "off" => "dud".to_owned(),
            Style::Latex if onside == name("on", style) && offside == name("off", style) => {
                name("dud", style)
            }
            Style::Latex => format!(r"{onside}\mathbin{{\&}}{offside}"),
            _ => format!("{onside} & {offside}"),
        })
    }

    /// A stopper as text.
    ///
    /// # Errors
    ///
    /// As [`Arena::text_of_any`].
    fn write_stopper(&mut self, stopper: Stopper, style: Style) -> Result<String> {
        let id = match stopper {
            Stopper::Short(form) => return self.write(form, style),
            Stopper::Loop(id) => id,
        };
        let mut names = Labels::default();
        let mut open: Vec<Open> = Vec::new();
        let mut bytes = 0;
        let mut next = Some(id);
        loop {
            // What was written last, if it is whole.
            let mut written = None;
            if let Some(id) = next.take() {
                match self.name_of_loop(id, style)? {
                    Some(name) => written = Some(name),
                    None if open.len() == DEEPEST => {
                        return Err(PartizanError::TooLarge("the text"));
                    }
                    None => open.push(self.opened(id)),
                }
            } else if let Some(done) = open.pop() {
                written = Some(done.text(style));
            }
            if let Some(text) = written {
                bytes += text.len();
                if bytes > MOST_TEXT {
                    return Err(PartizanError::TooLarge("the text"));
                }
                let Some(top) = open.last_mut() else {
                    return Ok(text);
                };
                let (side, _) = top.rest.pop().expect("its text was asked for");
                top.texts[side as usize].push(text);
            }
            let top = open.len() - 1;
            while let Some(&(side, option)) = open[top].rest.last() {
                let text = match option {
                    Stopper::Short(form) => self.write(form, style)?,
                    Stopper::Loop(id) if id == open[top].id => name("pass", style),
                    Stopper::Loop(id) => {
                        let Some(place) = open.iter().position(|open| open.id == id) else {
                            next = Some(id);
                            break;
                        };
                        let label = &mut open[place].label;
                        label.get_or_insert_with(|| names.next()).clone()
                    }
                };
                open[top].rest.pop();
                open[top].texts[side as usize].push(text);
            }
        }
    }

    fn opened(&self, id: LoopId) -> Open {
        let options = self.loops.options(id);
        let mut rest = Vec::new();
        for side in Side::BOTH {
            rest.extend(options[side as usize].iter().map(|option| (side, *option)));
        }
        rest.reverse();
        Open {
            id,
            texts: [Vec::new(), Vec::new()],
            rest,
            label: None,
        }
    }

    /// The name of a stopper, if it has one.
    fn name_of_loop(&mut self, id: LoopId, style: Style) -> Result<Option<String>> {
        if style == Style::Braces {
            return Ok(None);
        }
        let options: Around = self.loops.options(id).each_ref().map(|side| {
            let others = side.iter().map(|option| match option {
                Stopper::Loop(to) if *to == id => None,
                _ => Some(*option),
            });
            others.collect()
        });
        let [left, right] = options.each_ref().map(Vec::as_slice);
        let (beside, word) = match (left, right) {
            ([None], []) => (Form::ZERO, "on"),
            ([], [None]) => (Form::ZERO, "off"),
            ([Some(Stopper::Short(number))], [None]) => (*number, "over"),
            ([None], [Some(Stopper::Short(other))]) => {
                let star = self.nimber(1)?;
                let moved = self.add(*other, star)?;
                match self.as_number(*other) {
                    Some(_) => (*other, "under"),
                    None => (moved, "upon"),
                }
            }
            _ => return Ok(None),
        };
        let Some(number) = self.as_number(beside) else {
            return Ok(None);
        };
        let word = name(word, style);
        if number.is_zero() {
            return Ok(Some(word));
        }
        let number = self.write(beside, style)?;
        Ok(Some(match style {
            Style::Latex => format!("{number}+{word}"),
            _ => format!("{number} + {word}"),
        }))
    }
}

impl Open {
    /// The text of a position of which all options are written.
    fn text(mut self, style: Style) -> String {
        for texts in &mut self.texts {
            texts.sort_by_key(|text| (text.len(), text.clone()));
        }
        let [left, right] = self.texts.map(|texts| texts.join(","));
        let label = self.label.unwrap_or_default();
        match style {
            Style::Latex => format!(r"{label}\left\{{{left}\,\middle|\,{right}\right\}}"),
            _ => format!("{label}{{{left}|{right}}}"),
        }
    }
}

/// The names of positions: a, b, … z, aa, ab, …; not those that mean something else.
#[derive(Default)]
struct Labels(usize);

impl Labels {
    fn next(&mut self) -> String {
        loop {
            let mut number = self.0;
            self.0 += 1;
            let mut letters = vec![b'a' + (number % 26) as u8];
            while number >= 26 {
                number = number / 26 - 1;
                letters.insert(0, b'a' + (number % 26) as u8);
            }
            let label: String = letters.into_iter().map(char::from).collect();
            if !crate::notation::read::is_infinitesimal(&label)
                && crate::notation::loops::constant(&label).is_none()
            {
                return label;
            }
        }
    }
}

/// A word as a style writes it.
fn name(word: &str, style: Style) -> String {
    match style {
        Style::Latex => format!(r"\mathbf{{{word}}}"),
        _ => word.to_owned(),
    }
}
