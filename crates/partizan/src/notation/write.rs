//! Writes values, each by the shortest name that is known for it.
//!
//! Names are looked for in this order: x + n·up + *k; a number beside a tiny, a miny, an uptimal or
//! a sum of uptimals; a switch; braces. An option in braces that is alone on its side loses its own
//! braces, and the row of bars around it is one longer than the longest within it.
//!
//! Options are sorted, plain ones first, by their stops and their texts, so that a text depends on
//! the value alone.

use std::fmt::Write as _;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::{PartizanError, Result};
use crate::form::{Form, Plain, Side};

/// How a value is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// With names, and with rows of bars in the place of inner braces.
    #[default]
    Short,
    /// With names for numbers alone, and with all braces.
    Braces,
    /// As [`Style::Short`], for LaTeX in mathematics mode. No package is needed: the tiny of x is written
    /// as a plus sign with the index x, as *Winning Ways* does, and its miny as a minus sign with it.
    Latex,
}

/// The most bytes that all texts of followers may take while a value is written.
const MOST_TEXT: usize = 1 << 24;

/// A value as text.
struct Text {
    text: String,
    /// The length of the longest row of bars outside inner braces; 0 of a name.
    bars: usize,
}

/// An infinitesimal with a name, without the number beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// The tiny of a number.
    Tiny(Dyadic),
    /// The miny of a number.
    Miny(Dyadic),
    /// The uptimal `^<n>`, or its negative if n is negative.
    Uptimal(i32),
    /// `^[n]`, or its negative if n is negative.
    UptimalSum(i32),
}

type Texts = HashMap<Form, Text, FxBuildHasher>;

impl Arena {
    /// The value as text, which [`Arena::parse`] reads back.
    pub fn text(&mut self, form: Form) -> Result<String> {
        self.write(form, Style::Short)
    }

    /// The value as text of a style.
    pub fn write(&mut self, form: Form, style: Style) -> Result<String> {
        let mut texts = Texts::default();
        if let Some(name) = self.name(form, style) {
            return Ok(name);
        }
        let mut bytes = 0;
        for follower in self.followers(form, |arena, form| arena.has_short_name(form, style))? {
            let text = match self.name(follower, style) {
                Some(text) => Text { text, bars: 0 },
                None => self.unnamed(follower, style, &texts)?,
            };
            bytes += text.text.len();
            if bytes > MOST_TEXT {
                return Err(PartizanError::TooLarge("the text"));
            }
            texts.insert(follower, text);
        }
        let text = texts.remove(&form).expect("a value is among its followers");
        Ok(enclosed(&text, style))
    }

    /// Whether a value is written without texts of its options.
    fn has_short_name(&self, form: Form, style: Style) -> bool {
        match style {
            Style::Braces => self.as_number(form).is_some(),
            _ => self.as_plain(form).is_some() || self.named(form).is_some(),
        }
    }

    /// The name of a value, if it has one that needs no text of an option.
    fn name(&self, form: Form, style: Style) -> Option<String> {
        if style == Style::Braces {
            return self.as_number(form).map(|number| number.to_string());
        }
        if let Some(plain) = self.as_plain(form) {
            return Some(of_plain(plain, style));
        }
        let (number, named, nimber) = self.named(form)?;
        let ups = 0;
        let beside = |number, nimber| {
            let plain = Plain {
                number,
                ups,
                nimber,
            };
            of_plain(plain, style)
        };
        let mut name = String::new();
        if !number.is_zero() {
            name = beside(number, 0);
        }
        name += &of_named(named, style);
        if nimber > 0 {
            name += &beside(Dyadic::ZERO, nimber);
        }
        Some(name)
    }

    /// A switch or braces, from the texts of options.
    fn unnamed(&mut self, form: Form, style: Style, texts: &Texts) -> Result<Text> {
        let left = self.sorted(form, Side::Left, texts)?;
        if style != Style::Braces && self.negate(form)? == form {
            return Ok(switch(&left, style, texts));
        }
        let right = self.sorted(form, Side::Right, texts)?;
        let sides = [left, right].map(|options| side(&options, style, texts));
        let bars = 1 + sides.iter().map(|side| side.bars).max().unwrap_or(0);
        let [left, right] = sides.map(|side| side.text);
        let text = match style {
            Style::Latex => {
                let bars = vec![r"\middle|"; bars].join(r"\!");
                format!(r"{left}\,{bars}\,{right}")
            }
            _ => format!("{left}{}{right}", "|".repeat(bars)),
        };
        Ok(Text { text, bars })
    }

    /// The options of a player in the order in which they are written.
    fn sorted(&mut self, form: Form, side: Side, texts: &Texts) -> Result<Vec<Form>> {
        let mut options = self.options(form, side)?;
        options.sort_by_cached_key(|&option| {
            let is_plain = self.as_plain(option).is_some();
            let stops = Side::BOTH.map(|side| self.stop(option, side));
            let text = &texts[&option].text;
            (
                !is_plain,
                stops,
                self.as_number(option).is_none(),
                text.len(),
                text.clone(),
            )
        });
        Ok(options)
    }

    /// The number, the named infinitesimal and the nimber whose sum this value is, if it has such a
    /// name. It is not x + n·up + *k.
    pub(crate) fn named(&self, form: Form) -> Option<(Dyadic, Named, u16)> {
        if !self.is_numberish(form) {
            return None;
        }
        let number = self.stop(form, Side::Left);
        let tiny = self.tiny_of(form, number).map(|named| (named, 0));
        let uptimal = || self.uptimal_of(form, number);
        let sum = || {
            let (n, nimber) = self.uptimal_sum_of(form, number)?;
            Some((Named::UptimalSum(n), nimber))
        };
        let (named, nimber) = tiny.or_else(uptimal).or_else(sum)?;
        Some((number, named, nimber))
    }

    /// The two sides of a form as it looks to each player, with the sign that this gives a name.
    fn looks(&self, form: Form) -> [(i32, Side, &[Form], &[Form]); 2] {
        let [left, right] = Side::BOTH.map(|side| self.kept_options(form, side));
        [(1, Side::Left, left, right), (-1, Side::Right, right, left)]
    }

    /// Whether a value is x + *k.
    fn is_beside(&self, form: Form, number: Dyadic, nimber: u16) -> bool {
        let ups = 0;
        let wanted = Plain {
            number,
            ups,
            nimber,
        };
        self.as_plain(form) == Some(wanted)
    }

    /// x + Tiny(y) = {x || x | x - y}, and its mirror image.
    fn tiny_of(&self, form: Form, number: Dyadic) -> Option<Named> {
        for (sign, inner, own, other) in self.looks(form) {
            let (&[own], &[other]) = (own, other) else {
                continue;
            };
            let of_inner = self.kept_options(other, inner);
            let of_outer = self.kept_options(other, inner.other());
            if let (&[back], &[threat]) = (of_inner, of_outer)
                && self.is_beside(own, number, 0)
                && self.is_beside(back, number, 0)
                && let Some(threat) = self.as_number(threat)
            {
                return Some(match sign {
                    1 => Named::Tiny(number.minus(threat).ok()?),
                    _ => Named::Miny(threat.minus(number).ok()?),
                });
            }
        }
        None
    }

    /// `^<n> = {0 | v[n-1]*}` and `^<n>* = {0, * | v[n-1]}` for n ≥ 2, with a number x beside them,
    /// and their mirror images.
    fn uptimal_of(&self, form: Form, number: Dyadic) -> Option<(Named, u16)> {
        for (sign, _, own, other) in self.looks(form) {
            let &[other] = other else {
                continue;
            };
            let has = |nimber| own.iter().any(|&form| self.is_beside(form, number, nimber));
            let nimber = match own.len() {
                1 if has(0) => 0,
                2 if has(0) && has(1) => 1,
                _ => continue,
            };
            if let Some((n, beside)) = self.uptimal_sum_of(other, number)
                && n * sign < 0
                && beside == nimber ^ 1
            {
                return Some((Named::Uptimal(sign - n), nimber));
            }
        }
        None
    }

    /// The n and k of `x + ^[n] + *k`, negative n for v, for n ≠ 0.
    ///
    /// `^[n]* = {0, ^[n-1]* | 0}`, and `^[n] + *k = {^[n-1] + *k | *(k xor 1)}` for k ≠ 1.
    fn uptimal_sum_of(&self, mut form: Form, number: Dyadic) -> Option<(i32, u16)> {
        // The names are nested: walk down to ^[1] + *k = ^*k.
        let mut walked: Option<(i32, u16)> = None;
        let mut steps = 0;
        loop {
            let (next, sign, nimber) = match self.as_plain(form) {
                Some(plain) if plain.ups.abs() == 1 && plain.number == number => {
                    (None, i32::from(plain.ups), plain.nimber)
                }
                Some(_) => return None,
                None => {
                    let (next, sign, nimber) = self.before_in_sum(form, number)?;
                    (Some(next), sign, nimber)
                }
            };
            if walked.is_some_and(|same| same != (sign, nimber)) {
                return None;
            }
            walked = Some((sign, nimber));
            steps += sign;
            match next {
                Some(next) => form = next,
                None => return Some((steps, nimber)),
            }
        }
    }

    /// What would be `x + ^[n-1] + *k` if the form is `x + ^[n] + *k`; with the sign of n, and k.
    fn before_in_sum(&self, form: Form, number: Dyadic) -> Option<(Form, i32, u16)> {
        for (sign, _, own, other) in self.looks(form) {
            let &[other] = other else {
                continue;
            };
            match *own {
                [next] => {
                    let Some(plain) = self.as_plain(other) else {
                        continue;
                    };
                    let nimber = plain.nimber ^ 1;
                    // A number or a nimber before would be the end of the walk in any case.
                    if plain.ups == 0 && plain.number == number && nimber != 1 {
                        return Some((next, sign, nimber));
                    }
                }
                [one, two] if self.is_beside(other, number, 0) => {
                    let next = match (
                        self.is_beside(one, number, 0),
                        self.is_beside(two, number, 0),
                    ) {
                        (true, false) => two,
                        (false, true) => one,
                        _ => continue,
                    };
                    return Some((next, sign, 1));
                }
                _ => {}
            }
        }
        None
    }
}

fn of_plain(plain: Plain, style: Style) -> String {
    let mut text = String::new();
    let is_latex = style == Style::Latex;
    if !plain.number.is_zero() || plain.ups == 0 && plain.nimber == 0 {
        text += &of_number(plain.number, style);
    }
    let (sign, latex) = match plain.ups {
        0.. => ("^", [r"{\uparrow}", r"{\Uparrow}"]),
        _ => ("v", [r"{\downarrow}", r"{\Downarrow}"]),
    };
    match (plain.ups.unsigned_abs(), is_latex) {
        (0, _) => {}
        (1, false) => text += sign,
        (2, false) => text += &sign.repeat(2),
        (count @ 1..=2, true) => text += latex[usize::from(count) - 1],
        (count, false) => _ = write!(text, "{sign}{count}"),
        (count, true) => {
            let plus = if text.is_empty() { "" } else { "+" };
            _ = write!(text, r"{plus}{count}{{\cdot}}{}", latex[0]);
        }
    }
    let star = if is_latex { r"{\ast}" } else { "*" };
    match plain.nimber {
        0 => {}
        1 => text += star,
        nimber => _ = write!(text, "{star}{nimber}"),
    }
    text
}

fn of_number(number: Dyadic, style: Style) -> String {
    if style != Style::Latex || number.as_integer().is_some() {
        return number.to_string();
    }
    let sign = if number < Dyadic::ZERO { "-" } else { "" };
    let numerator = number.numerator().unsigned_abs();
    let denominator = 1_u64 << number.exponent();
    format!(r"{sign}\frac{{{numerator}}}{{{denominator}}}")
}

fn of_named(named: Named, style: Style) -> String {
    let arrow = |n: i32| match (style, n > 0) {
        (Style::Latex, true) => r"{\uparrow}",
        (Style::Latex, false) => r"{\downarrow}",
        (_, true) => "^",
        (_, false) => "v",
    };
    match (named, style) {
        (Named::Tiny(of), Style::Latex) => format!(r"{{+_{{{}}}}}", of_number(of, style)),
        (Named::Miny(of), Style::Latex) => format!(r"{{-_{{{}}}}}", of_number(of, style)),
        (Named::Tiny(of), _) => format!("Tiny({of})"),
        (Named::Miny(of), _) => format!("Miny({of})"),
        (Named::Uptimal(n), Style::Latex) => format!("{}^{{{}}}", arrow(n), n.abs()),
        (Named::Uptimal(n), _) => format!("{}<{}>", arrow(n), n.abs()),
        (Named::UptimalSum(n), Style::Latex) => format!("{}^{{[{}]}}", arrow(n), n.abs()),
        (Named::UptimalSum(n), _) => format!("{}[{}]", arrow(n), n.abs()),
    }
}

/// A text with its braces, if it has some.
fn enclosed(text: &Text, style: Style) -> String {
    match (text.bars, style) {
        (0, _) => text.text.clone(),
        (_, Style::Latex) => format!(r"\left\{{{}\right\}}", text.text),
        _ => format!("{{{}}}", text.text),
    }
}

/// The options of one side: an option that is alone loses its braces.
fn side(options: &[Form], style: Style, texts: &Texts) -> Text {
    if let [only] = options
        && style != Style::Braces
    {
        let Text { text, bars } = &texts[only];
        let (text, bars) = (text.clone(), *bars);
        return Text { text, bars };
    }
    Text {
        text: list(options, style, texts),
        bars: 0,
    }
}

fn list(options: &[Form], style: Style, texts: &Texts) -> String {
    let texts = options.iter().map(|option| enclosed(&texts[option], style));
    texts.collect::<Vec<_>>().join(",")
}

/// The game with these Left options and their negatives as Right options.
fn switch(left: &[Form], style: Style, texts: &Texts) -> Text {
    let (sign, opens, closes) = match style {
        Style::Latex => (r"{\pm}", r"\left\{", r"\right\}"),
        _ => ("+-", "{", "}"),
    };
    let text = match left {
        [only] => {
            let option = enclosed(&texts[only], style);
            let is_number = option.chars().all(|c| c.is_ascii_digit() || c == '/');
            if texts[only].bars > 0
                || is_number
                || style == Style::Latex && option.starts_with(r"\frac")
            {
                format!("{sign}{option}")
            } else {
                format!("{sign}({option})")
            }
        }
        many => format!("{sign}{opens}{}{closes}", list(many, style, texts)),
    };
    Text { text, bars: 0 }
}
