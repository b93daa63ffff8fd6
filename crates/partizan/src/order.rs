//! The partial order of games.
//!
//! **Theorem** (Conway 1976; Siegel, *Combinatorial Game Theory*, 2013, section II.1): G ≤ H
//! exactly if no Left option of G is at least H and no Right option of H is at most G.
//!
//! Both conditions ask the same kind of question again, H ≤ G' and H' ≤ G, so that one loop with a
//! stack of its own answers it, however deep the games are. Most questions are decided by stops and
//! masks alone:
//!
//! - if the Left stop of G is less than the Right stop of H, then G < H;
//! - if the two are one number x, and some test T has G ≤ x + T ≤ H, then G ≤ H;
//! - G ≤ H asks for the same order of both Left stops and of both Right stops; where these are
//!   equal, H ≤ x + T asks for G ≤ x + T, and G ≥ x + T for H ≥ x + T.
//!
//! The other answers are kept in a small table, in which new answers take the place of old ones. It
//! grows with the number of forms, and where one comparison asks several times as many questions as
//! it has places.

use std::cmp::Ordering;

use crate::arena::{Arena, CANDIDATE};
use crate::comparisons::is_at_least_zero;
use crate::error::Result;
use crate::form::{Form, Side};

/// How two values compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// The first is less than the second.
    Less,
    /// Both are equal.
    Equal,
    /// The first is greater than the second.
    Greater,
    /// Neither is at most the other: whoever moves first in their difference wins.
    Confused,
}

/// Who wins a game, under normal play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OutcomeClass {
    /// Left wins, whoever moves first: the value is positive.
    Left,
    /// Right wins, whoever moves first: the value is negative.
    Right,
    /// The next player, who moves first, wins: the value is confused with 0.
    Next,
    /// The previous player, who moves second, wins: the value is 0.
    Previous,
}

impl Relation {
    /// The sign between two values that compare so: `<`, `=`, `>` or `||`.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::Equal => "=",
            Self::Greater => ">",
            Self::Confused => "||",
        }
    }
}

impl OutcomeClass {
    /// The letter of the class: `L`, `R`, `N` or `P`.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::Left => 'L',
            Self::Right => 'R',
            Self::Next => 'N',
            Self::Previous => 'P',
        }
    }
}

/// A question g ≤ h on the stack, with the number of the next option to look at.
struct Question {
    g: Form,
    h: Form,
    side: Side,
    number: usize,
}

impl Arena {
    /// Whether g ≤ h.
    pub fn is_at_most(&mut self, g: Form, h: Form) -> Result<bool> {
        if let Some(answer) = self.answer_at_once(g, h) {
            return Ok(answer);
        }
        self.make_room_for_comparisons()?;
        if let Some(answer) = self.kept_answer(g, h) {
            return Ok(answer);
        }
        let mut questions = vec![Question::new(g, h)];
        let mut asked = 0;
        loop {
            let top = questions.last_mut().expect("the first question is open");
            let (g, h) = (top.g, top.h);
            let next = match top.side {
                Side::Left => self.option(g, Side::Left, top.number)?.map(|gl| (h, gl)),
                Side::Right => self.option(h, Side::Right, top.number)?.map(|hr| (hr, g)),
            };
            let answer = match next {
                Some((one, two)) => {
                    let known = self.answer_at_once(one, two);
                    match known.or_else(|| self.kept_answer(one, two)) {
                        Some(true) => false,
                        Some(false) => {
                            top.number += 1;
                            continue;
                        }
                        None => {
                            self.step()?;
                            asked += 1;
                            if asked > 4 * self.comparisons.len() {
                                // Answers are lost before they are asked for again.
                                self.grow_comparisons(asked)?;
                            }
                            questions.push(Question::new(one, two));
                            continue;
                        }
                    }
                }
                None if top.side == Side::Left => {
                    (top.side, top.number) = (Side::Right, 0);
                    continue;
                }
                None => true,
            };
            questions.pop();
            self.keep_answer(g, h, answer)?;
            if questions.is_empty() {
                return Ok(answer);
            }
        }
    }

    /// Whether g ≥ h.
    pub fn is_at_least(&mut self, g: Form, h: Form) -> Result<bool> {
        self.is_at_most(h, g)
    }

    /// How g compares with h.
    pub fn compare(&mut self, g: Form, h: Form) -> Result<Relation> {
        Ok(match (self.is_at_most(g, h)?, self.is_at_most(h, g)?) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::Less,
            (false, true) => Relation::Greater,
            (false, false) => Relation::Confused,
        })
    }

    /// Who wins the game.
    pub fn outcome_class(&mut self, g: Form) -> Result<OutcomeClass> {
        Ok(match self.compare(g, Form::ZERO)? {
            Relation::Less => OutcomeClass::Right,
            Relation::Equal => OutcomeClass::Previous,
            Relation::Greater => OutcomeClass::Left,
            Relation::Confused => OutcomeClass::Next,
        })
    }

    /// Whether g ≤ h, where stops and masks decide it.
    #[inline]
    fn answer_at_once(&self, g: Form, h: Form) -> Option<bool> {
        if g == h {
            return Some(true);
        }
        let (of_g, of_h) = (self.facts(g), self.facts(h));
        match self.compare_numbers(of_g.left_stop, of_h.right_stop) {
            Ordering::Less => return Some(true),
            Ordering::Equal if of_g.at_most & of_h.at_least != 0 => return Some(true),
            _ => {}
        }
        match self.compare_numbers(of_g.left_stop, of_h.left_stop) {
            Ordering::Greater => return Some(false),
            Ordering::Equal if of_h.at_most & !of_g.at_most != 0 => return Some(false),
            _ => {}
        }
        match self.compare_numbers(of_g.right_stop, of_h.right_stop) {
            Ordering::Greater => return Some(false),
            Ordering::Equal if of_g.at_least & !of_h.at_least != 0 => return Some(false),
            _ => {}
        }
        // Both numbers are equal here: otherwise the stops would have decided.
        let (_, ups, nimber) = self.plain_parts(g)?;
        let (_, more_ups, other_nimber) = self.plain_parts(h)?;
        let ups = i32::from(more_ups) - i32::from(ups);
        Some(is_at_least_zero(ups, u32::from(nimber ^ other_nimber)))
    }

    fn kept_answer(&self, g: Form, h: Form) -> Option<bool> {
        if g == CANDIDATE || h == CANDIDATE {
            return self.of_candidate.get(&(g, h));
        }
        let kept = self.comparisons[self.place(g, h)];
        let (one, two) = ((kept >> 32) as u32, kept as u32);
        (one == g.0 && two & !ANSWER == h.0).then_some(two & ANSWER != 0)
    }

    fn keep_answer(&mut self, g: Form, h: Form, answer: bool) -> Result<()> {
        if g == CANDIDATE || h == CANDIDATE {
            let room = self.of_candidate.insert((g, h), answer);
            return self.granted(room);
        }
        let place = self.place(g, h);
        let answer = if answer { ANSWER } else { 0 };
        self.comparisons[place] = u64::from(g.0) << 32 | u64::from(h.0 | answer);
        Ok(())
    }

    /// The place of an answer in the table, whose length is a power of two.
    fn place(&self, g: Form, h: Form) -> usize {
        let key = u64::from(g.0) << 32 | u64::from(h.0);
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (hash >> (64 - self.comparisons.len().trailing_zeros())) as usize
    }
}

/// The bit of the answer beside the number of a form.
const ANSWER: u32 = 1 << 31;

impl Question {
    fn new(g: Form, h: Form) -> Self {
        Self {
            g,
            h,
            side: Side::Left,
            number: 0,
        }
    }
}
