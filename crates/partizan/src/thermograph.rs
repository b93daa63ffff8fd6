//! Thermographs: how stops change as each move costs more.
//!
//! At the temperature t ≥ -1 the Left wall of G is at the largest Right wall of its Left options,
//! minus t, and the Right wall at the least Left wall of its Right options, plus t, up to the first
//! t at which both meet. That t is the temperature of G, and the value there is its mean; above it
//! both walls are one vertical mast (Conway 1976; Siegel, *Combinatorial Game Theory*, 2013,
//! section II.5). An integer is a mast from -1 on. So the temperature of an integer is -1, and that
//! of a number m / 2^e in lowest terms is -1 / 2^e.
//!
//! A wall is piecewise linear with slopes -1, 0 and 1, and its corners are dyadic: all is exact.
//!
//! Cost: one thermograph for each follower; all are in memory until the last is made.

use std::cmp::Ordering;
use std::ops::Index;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use zug_job::Charge;

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::{PartizanError, Result};
use crate::form::{Form, Side};

/// A point of a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Corner {
    /// Where the wall is.
    pub value: Dyadic,
    /// The temperature at which it is there.
    pub temperature: Dyadic,
}

/// One wall of a thermograph: its corners from the temperature -1 upwards. From the last corner on
/// the wall is vertical.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wall {
    corners: Vec<Corner>,
}

/// The two walls of a value with their mast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    left: Wall,
    right: Wall,
    mean: Dyadic,
    temperature: Dyadic,
}

/// The least temperature of all.
const COLDEST: Dyadic = Dyadic::integer(-1);

impl Thermograph {
    /// The wall of one player, whose last corner is at most at the temperature of the mast.
    #[must_use]
    pub fn wall(&self, side: Side) -> &Wall {
        match side {
            Side::Left => &self.left,
            Side::Right => &self.right,
        }
    }

    /// The mean of the value, where the mast stands.
    #[must_use]
    pub fn mean(&self) -> Dyadic {
        self.mean
    }

    /// The temperature of the value, where the mast begins.
    #[must_use]
    pub fn temperature(&self) -> Dyadic {
        self.temperature
    }

    /// The thermograph of an integer: a mast that begins at the least temperature of all.
    fn of_integer(integer: Dyadic) -> Self {
        let wall = Wall {
            corners: vec![Corner {
                value: integer,
                temperature: COLDEST,
            }],
        };
        Self {
            left: wall.clone(),
            right: wall,
            mean: integer,
            temperature: COLDEST,
        }
    }

    /// The thermograph of a number, by halving the interval between the integers around it: the ends of the last
    /// interval are the options of the number.
    fn of_number(number: Dyadic) -> Result<Self> {
        if number.as_integer().is_some() {
            return Ok(Self::of_integer(number));
        }
        let mut below = Dyadic::integer(number.floor());
        let mut above = below.plus(Dyadic::integer(1))?;
        let (mut left, mut right) = (Self::of_integer(below), Self::of_integer(above));
        loop {
            let middle = below.plus(above)?.halved()?;
            let graph = Self::between(left.right.clone(), right.left.clone())?;
            match middle.cmp(&number) {
                Ordering::Equal => return Ok(graph),
                Ordering::Less => (below, left) = (middle, graph),
                Ordering::Greater => (above, right) = (middle, graph),
            }
        }
    }

    /// The thermograph of a game whose Left options have, at their largest, this Right wall, and
    /// whose Right options, at their least, this Left wall.
    fn between(largest: Wall, least: Wall) -> Result<Self> {
        let (left, right) = (largest.tilted(Side::Left)?, least.tilted(Side::Right)?);
        let temperatures = merged(&left, &right);
        let mut before: Option<(Dyadic, Dyadic, Dyadic)> = None;
        // Above the last corner the tilted walls still come nearer to each other by 2 for each 1.
        let end = temperatures[temperatures.len() - 1];
        let gap = left
            .at_tilted(end, Side::Left)?
            .minus(right.at_tilted(end, Side::Right)?)?;
        let beyond = end.plus(gap.halved()?)?;
        for temperature in temperatures.into_iter().chain([beyond]) {
            let of_left = left.at_tilted(temperature, Side::Left)?;
            let of_right = right.at_tilted(temperature, Side::Right)?;
            if of_left > of_right {
                before = Some((temperature, of_left, of_right));
                continue;
            }
            let met = match before {
                Some((from, left_then, right_then)) if of_left < of_right => crossing(
                    from,
                    temperature,
                    (left_then, of_left),
                    (right_then, of_right),
                )?,
                _ => Corner {
                    value: of_left,
                    temperature,
                },
            };
            return Ok(Self {
                left: left.up_to(met),
                right: right.up_to(met),
                mean: met.value,
                temperature: met.temperature,
            });
        }
        unreachable!("the walls meet at the last temperature at the latest")
    }
}

/// Where two lines cross, which go from one pair of values to the other within two temperatures.
fn crossing(
    from: Dyadic,
    to: Dyadic,
    left: (Dyadic, Dyadic),
    right: (Dyadic, Dyadic),
) -> Result<Corner> {
    // Each slope is -1, 0 or 1, so that the gap closes by 1 or by 2 for each degree.
    let gap = left.0.minus(right.0)?;
    let closes = gap.minus(left.1.minus(right.1)?)?;
    let degrees = to.minus(from)?;
    let later = if closes == degrees {
        gap
    } else {
        gap.halved()?
    };
    let slope_of_left = left.1.cmp(&left.0) as i64;
    Ok(Corner {
        value: left.0.plus(later.times(Dyadic::integer(slope_of_left))?)?,
        temperature: from.plus(later)?,
    })
}

/// The temperatures of the corners of two walls, each once, in rising order.
fn merged(one: &Wall, two: &Wall) -> Vec<Dyadic> {
    let corners = one.corners.iter().chain(&two.corners);
    let mut temperatures: Vec<_> = corners.map(|corner| corner.temperature).collect();
    temperatures.sort_unstable();
    temperatures.dedup();
    temperatures
}

impl Wall {
    /// The corners, from the temperature -1 upwards.
    #[must_use]
    pub fn corners(&self) -> &[Corner] {
        &self.corners
    }

    /// Where the wall is at a temperature of at least -1.
    pub fn at(&self, temperature: Dyadic) -> Result<Dyadic> {
        let last = self.corners[self.corners.len() - 1];
        if temperature >= last.temperature {
            return Ok(last.value);
        }
        let behind = self
            .corners
            .partition_point(|corner| corner.temperature <= temperature);
        let Some(before) = behind.checked_sub(1) else {
            return Err(PartizanError::Unsuitable {
                operation: "a thermograph",
                needs: "a temperature of at least -1",
            });
        };
        let (low, high) = (self.corners[before], self.corners[behind]);
        let slope = Dyadic::integer(high.value.cmp(&low.value) as i64);
        let rise = temperature.minus(low.temperature)?;
        low.value.plus(rise.times(slope)?)
    }

    /// The wall with the price of a move: what Left pays is taken from her, what Right pays is
    /// added. The corners are those of the wall; above the last one the tilted wall goes on to
    /// lean.
    fn tilted(mut self, side: Side) -> Result<Self> {
        for corner in &mut self.corners {
            let price = signed(corner.temperature, side);
            corner.value = corner.value.plus(price)?;
        }
        Ok(self)
    }

    /// Where a tilted wall is at a temperature.
    fn at_tilted(&self, temperature: Dyadic, side: Side) -> Result<Dyadic> {
        let last = self.corners[self.corners.len() - 1];
        if temperature > last.temperature {
            let above = temperature.minus(last.temperature)?;
            return last.value.plus(signed(above, side));
        }
        self.at(temperature)
    }

    /// The part of a wall below the corner at which it meets the other one, and this corner.
    fn up_to(mut self, met: Corner) -> Self {
        self.corners
            .retain(|corner| corner.temperature < met.temperature);
        self.corners.push(met);
        self.without_straight_corners()
    }

    /// The wall without points that are no corners.
    fn without_straight_corners(mut self) -> Self {
        let mut kept: Vec<Corner> = Vec::with_capacity(self.corners.len());
        for corner in self.corners.drain(..) {
            while let [.., one, two] = kept[..]
                && one.value.cmp(&two.value) == two.value.cmp(&corner.value)
            {
                kept.pop();
            }
            kept.push(corner);
        }
        // What is vertical at the end belongs to the mast.
        while let [.., one, two] = kept[..]
            && one.value == two.value
        {
            kept.pop();
        }
        Self { corners: kept }
    }

    /// The largest or the least of two walls, at each temperature, for the player who chooses.
    fn better(&self, other: &Self, side: Side) -> Result<Self> {
        let mut corners: Vec<Corner> = Vec::new();
        let mut before: Option<(Dyadic, Dyadic, Dyadic)> = None;
        for temperature in merged(self, other) {
            let (one, two) = (self.at(temperature)?, other.at(temperature)?);
            if let Some((from, one_then, two_then)) = before
                && one_then.cmp(&two_then) == two.cmp(&one)
                && one != two
            {
                let crossing = if one_then > two_then {
                    crossing(from, temperature, (one_then, one), (two_then, two))?
                } else {
                    crossing(from, temperature, (two_then, two), (one_then, one))?
                };
                corners.push(crossing);
            }
            let value = match side {
                Side::Left => one.max(two),
                Side::Right => one.min(two),
            };
            corners.push(Corner { value, temperature });
            before = Some((temperature, one, two));
        }
        Ok(Self { corners }.without_straight_corners())
    }
}

/// What a player pays, as it changes the value.
fn signed(price: Dyadic, side: Side) -> Dyadic {
    match side {
        Side::Left => price.negated(),
        Side::Right => price,
    }
}

/// The thermographs of followers.
pub(crate) struct Thermographs {
    known: HashMap<Form, Thermograph, FxBuildHasher>,
    charge: Charge,
}

impl Index<Form> for Thermographs {
    type Output = Thermograph;

    fn index(&self, form: Form) -> &Thermograph {
        &self.known[&form]
    }
}

impl Arena {
    /// The thermograph of a value.
    pub fn thermograph(&mut self, form: Form) -> Result<Thermograph> {
        let mut known = self.thermographs(form)?.known;
        Ok(known.remove(&form).expect("a value is among its followers"))
    }

    /// The thermographs of the followers of a value that play reaches before it comes to numbers.
    pub(crate) fn thermographs(&mut self, form: Form) -> Result<Thermographs> {
        let mut graphs = Thermographs {
            known: HashMap::default(),
            charge: self.open_charge(),
        };
        for follower in self.followers(form, |arena, form| arena.as_number(form).is_some())? {
            let thermograph = if let Some(number) = self.as_number(follower) {
                Thermograph::of_number(number)?
            } else {
                let largest = self.best_wall(follower, Side::Left, &graphs)?;
                let least = self.best_wall(follower, Side::Right, &graphs)?;
                Thermograph::between(largest, least)?
            };
            let corners = thermograph.left.corners.len() + thermograph.right.corners.len();
            let bytes = size_of::<(Form, Thermograph)>() * 2 + size_of::<Corner>() * corners;
            let room = graphs.charge.grow(bytes as u64);
            self.granted(room)?;
            graphs.known.insert(follower, thermograph);
        }
        Ok(graphs)
    }

    /// The best wall of the opponent that the options of a player have, at each temperature.
    fn best_wall(&mut self, form: Form, side: Side, graphs: &Thermographs) -> Result<Wall> {
        let mut best: Option<Wall> = None;
        for option in self.options(form, side)? {
            let wall = graphs[option].wall(side.other());
            best = Some(match best {
                Some(best) => best.better(wall, side)?,
                None => wall.clone(),
            });
        }
        Ok(best.expect("a value that is not a number has options of both players"))
    }

    /// The mean of a value.
    pub fn mean(&mut self, form: Form) -> Result<Dyadic> {
        match self.as_number(form) {
            Some(number) => Ok(number),
            None => Ok(self.thermograph(form)?.mean),
        }
    }

    /// The temperature of a value: -1 of an integer, -1 / 2^e of a number m / 2^e.
    pub fn temperature(&mut self, form: Form) -> Result<Dyadic> {
        match self.as_number(form) {
            Some(number) => Ok(number.unit().negated()),
            None => Ok(self.thermograph(form)?.temperature),
        }
    }
}
