//! A condition while the digits of its numbers are read.

use zug_game::linear::{LinearCondition, LinearSum};

use super::claim::{PatternAutomaton, PatternDigits};

impl PatternDigits {
    /// The factor m, and 1 if the weight before counts too.
    fn recurrence(self) -> (i64, i64) {
        match self {
            Self::Base(base) => (i64::from(base), 0),
            Self::Recurrent(factor) => (i64::from(factor), 1),
        }
    }
}

/// A condition on the numbers of tracks.
#[derive(Clone, Debug)]
pub(super) enum Condition {
    Known(bool),
    /// One of the facts of a [`Reading`].
    Fact(usize),
    Not(Box<Condition>),
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

/// Something about the numbers that is known once their digits are read.
#[derive(Clone, Debug)]
enum Fact {
    /// A sum of multiples is 0.
    Zero(LinearSum),
    /// A sum of multiples is 0 or more.
    AtLeastZero(LinearSum),
    /// A sum is a multiple of a number.
    MultipleOf(i64, LinearSum),
    /// The automaton accepts the numbers in these tracks.
    Accepted(Vec<usize>),
    /// The xor of the numbers in these tracks, which are written in base 2, is 0.
    Xor(Vec<usize>),
    /// The digits in this track are the form of a number.
    Form(usize),
}

/// A fact while digits are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Known {
    /// It is decided, whatever follows.
    Decided(bool),
    /// It is open; the numbers say what was read.
    Open(i64, i64),
    /// It no longer matters.
    Idle,
}

impl Known {
    fn decided(self) -> Option<bool> {
        match self {
            Self::Decided(decided) => Some(decided),
            Self::Open(..) | Self::Idle => None,
        }
    }
}

/// A condition with its facts.
#[derive(Clone, Debug)]
pub(super) struct Reading<'a> {
    pub(super) digits: PatternDigits,
    automaton: &'a PatternAutomaton,
    facts: Vec<Fact>,
    pub(super) condition: Condition,
}

impl<'a> Reading<'a> {
    pub(super) fn new(digits: PatternDigits, automaton: &'a PatternAutomaton) -> Self {
        Self {
            digits,
            automaton,
            facts: Vec::new(),
            condition: Condition::Known(true),
        }
    }

    fn fact(&mut self, fact: Fact) -> Condition {
        self.facts.push(fact);
        Condition::Fact(self.facts.len() - 1)
    }

    /// Returns a condition of the rules as a condition on tracks.
    pub(super) fn linear(&mut self, condition: &LinearCondition) -> Condition {
        let mut each = |all: &[LinearCondition]| all.iter().map(|one| self.linear(one)).collect();
        match condition {
            LinearCondition::Known(known) => Condition::Known(*known),
            LinearCondition::Zero(sum) => self.fact(Fact::Zero(sum.clone())),
            LinearCondition::AtLeastZero(sum) => self.fact(Fact::AtLeastZero(sum.clone())),
            LinearCondition::MultipleOf(modulus, sum) => {
                self.fact(Fact::MultipleOf(i64::from(*modulus), sum.clone()))
            }
            LinearCondition::Not(inner) => Condition::Not(Box::new(self.linear(inner))),
            LinearCondition::All(all) => Condition::All(each(all)),
            LinearCondition::Any(any) => Condition::Any(each(any)),
        }
    }

    /// Returns the condition that the automaton accepts the numbers in these tracks.
    pub(super) fn accepted(&mut self, tracks: Vec<usize>) -> Condition {
        self.fact(Fact::Accepted(tracks))
    }

    /// Requires that the xor of the numbers in these tracks is 0; they must be written in base 2.
    pub(super) fn require_xor(&mut self, tracks: Vec<usize>) {
        let xor = self.fact(Fact::Xor(tracks));
        self.require(xor);
    }

    /// Requires a condition besides those so far.
    pub(super) fn require(&mut self, condition: Condition) {
        match &mut self.condition {
            Condition::All(all) => all.push(condition),
            other => *other = Condition::All(vec![condition]),
        }
    }

    /// Requires that the digits in a track are the form of a number.
    pub(super) fn require_form(&mut self, track: usize) {
        if matches!(self.digits, PatternDigits::Recurrent(_)) {
            let form = self.fact(Fact::Form(track));
            self.require(form);
        }
    }

    /// Returns, for each condition, whether it is decided before the first digit is read.
    pub(super) fn start(&self) -> Vec<Known> {
        let mut known: Vec<Known> = self
            .facts
            .iter()
            .map(|fact| self.decided(fact, Known::Open(0, 0)))
            .collect();
        self.settle(&mut known);
        known
    }

    /// Returns, for each condition, whether it is decided once one more digit of each variable is read.
    pub(super) fn read(&self, known: &[Known], digits: &[u8]) -> Vec<Known> {
        let facts = self.facts.iter().zip(known);
        let mut after: Vec<Known> = facts
            .map(|(fact, known)| self.step(fact, *known, digits))
            .collect();
        self.settle(&mut after);
        after
    }

    fn step(&self, fact: &Fact, known: Known, digits: &[u8]) -> Known {
        let Known::Open(now, before) = known else {
            return known;
        };
        let (factor, plus) = self.digits.recurrence();
        let read = |sum: &LinearSum| {
            let terms = sum.terms.iter();
            terms
                .map(|(track, c)| c * i64::from(digits[*track]))
                .sum::<i64>()
        };
        match fact {
            Fact::Zero(sum) | Fact::AtLeastZero(sum) => {
                let open = Known::Open(factor * now + before + read(sum), plus * now);
                self.decided(fact, open)
            }
            Fact::MultipleOf(modulus, sum) => {
                let next = (factor * now + before + read(sum)).rem_euclid(*modulus);
                Known::Open(next, plus * now)
            }
            Fact::Accepted(tracks) => {
                let letter = tracks.iter().rev().fold(0, |letter, track| {
                    letter * self.digits.count() + usize::from(digits[*track])
                });
                Known::Open(i64::from(self.automaton.next[now as usize][letter]), 0)
            }
            Fact::Xor(tracks) => {
                let ones = tracks.iter().filter(|track| digits[**track] != 0);
                match ones.count() % 2 {
                    0 => known,
                    _ => Known::Decided(false),
                }
            }
            Fact::Form(track) => {
                let digit = i64::from(digits[*track]);
                if now == factor && digit != 0 {
                    return Known::Decided(false);
                }
                Known::Open(digit, 0)
            }
        }
    }

    /// Decides a sum that the digits to come cannot bring back to 0.
    ///
    /// With j places left, of which the first has the weight w(j - 1), the digits read add up to
    /// S(j) = now · w(j) + before · w(j - 1), and a number in a track to at most w(j) - 1 more. Let P add up
    /// the coefficients above 0 and N the negatives of the others. The least sum in the end is
    /// S(j) - N (w(j) - 1) + constant, the largest S(j) + P (w(j) - 1) + constant. Both are
    /// combinations of w(j) and w(j - 1) and a constant, so they are above some t ≥ 0 for all j if they are
    /// for j = 0 and j = 1.
    fn decided(&self, fact: &Fact, known: Known) -> Known {
        let (Fact::Zero(sum) | Fact::AtLeastZero(sum), Known::Open(now, before)) = (fact, known)
        else {
            return known;
        };
        let (factor, plus) = self.digits.recurrence();
        let above: i64 = sum.terms.iter().map(|(_, c)| *c.max(&0)).sum();
        let below: i64 = sum.terms.iter().map(|(_, c)| -*c.min(&0)).sum();
        let stays = |now: i64, before: i64, least: i64| {
            let least = least.max(0);
            now + before >= least && now * (factor + plus) + before >= least
        };
        let is_zero = matches!(fact, Fact::Zero(_));
        if stays(now - below, before, 1 - below - sum.constant) {
            return Known::Decided(!is_zero);
        }
        if stays(-now - above, -before, 1 - above + sum.constant) {
            return Known::Decided(false);
        }
        known
    }

    /// Forgets what no longer matters.
    fn settle(&self, known: &mut [Known]) {
        settle(&self.condition, known);
    }

    /// Returns whether the condition is true, if that is decided.
    pub(super) fn verdict(&self, known: &[Known]) -> Option<bool> {
        verdict(&self.condition, &|fact| known[fact].decided())
    }

    /// Whether a fact speaks of the number in a track.
    pub(super) fn mentions(&self, track: usize) -> bool {
        self.facts.iter().any(|fact| match fact {
            Fact::Zero(sum) | Fact::AtLeastZero(sum) | Fact::MultipleOf(_, sum) => {
                sum.terms.iter().any(|(known, _)| *known == track)
            }
            Fact::Accepted(tracks) | Fact::Xor(tracks) => tracks.contains(&track),
            Fact::Form(known) => *known == track,
        })
    }

    /// Whether the condition is true of the numbers whose digits were all read.
    pub(super) fn holds(&self, known: &[Known]) -> bool {
        let value = |fact: usize| match known[fact] {
            Known::Decided(decided) => Some(decided),
            Known::Idle => None,
            Known::Open(now, before) => Some(match &self.facts[fact] {
                Fact::Zero(sum) => now + before + sum.constant == 0,
                Fact::AtLeastZero(sum) => now + before + sum.constant >= 0,
                Fact::MultipleOf(modulus, sum) => (now + before + sum.constant) % modulus == 0,
                Fact::Accepted(_) => self.automaton.accepting[now as usize],
                Fact::Xor(_) | Fact::Form(_) => true,
            }),
        };
        verdict(&self.condition, &value) == Some(true)
    }
}

/// Returns the truth of a condition, as far as that of its facts decides it.
fn verdict(condition: &Condition, fact: &dyn Fn(usize) -> Option<bool>) -> Option<bool> {
    let decided_by = |all: &[Condition], decisive: bool| {
        let mut is_open = false;
        for one in all {
            match verdict(one, fact) {
                Some(known) if known == decisive => return Some(decisive),
                Some(_) => {}
                None => is_open = true,
            }
        }
        (!is_open).then_some(!decisive)
    };
    match condition {
        Condition::Known(known) => Some(*known),
        Condition::Fact(number) => fact(*number),
        Condition::Not(inner) => verdict(inner, fact).map(|known| !known),
        Condition::All(all) => decided_by(all, false),
        Condition::Any(any) => decided_by(any, true),
    }
}

/// Returns the truth of a condition, as far as it is decided. Where one of several conditions decides them
/// all, the facts of the others become idle.
fn settle(condition: &Condition, known: &mut [Known]) -> Option<bool> {
    let (all, decisive) = match condition {
        Condition::Known(known) => return Some(*known),
        Condition::Fact(fact) => return known[*fact].decided(),
        Condition::Not(inner) => return settle(inner, known).map(|known| !known),
        Condition::All(all) => (all, false),
        Condition::Any(any) => (any, true),
    };
    let mut is_open = false;
    for (place, one) in all.iter().enumerate() {
        match settle(one, known) {
            Some(decided) if decided == decisive => {
                for (other, one) in all.iter().enumerate() {
                    if other != place {
                        make_idle(one, known);
                    }
                }
                return Some(decisive);
            }
            Some(_) => {}
            None => is_open = true,
        }
    }
    (!is_open).then_some(!decisive)
}

fn make_idle(condition: &Condition, known: &mut [Known]) {
    match condition {
        Condition::Known(_) => {}
        Condition::Fact(fact) => known[*fact] = Known::Idle,
        Condition::Not(inner) => make_idle(inner, known),
        Condition::All(all) | Condition::Any(all) => {
            for one in all {
                make_idle(one, known);
            }
        }
    }
}
