//! What is checked of a claim, one after the other.

use zug_game::linear::{LinearCondition, LinearGame, LinearMove, LinearSum};
use zug_job::Job;
use zug_values::Outcome;

use super::claim::{PatternClaim, PatternDigits};
use super::flaw::{Obligation, PatternFlaw};
use super::reading::{Condition, Reading};
use super::search::{Effort, Open, Role, find};

/// What was checked, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternCertificate {
    /// The obligations that were shown to hold, in the order of the checks.
    pub shown: Vec<Obligation>,
    /// The number of nodes of all searches.
    pub nodes: u64,
    /// The number of steps of all searches.
    pub steps: u64,
}

/// The largest number in a claim.
const LARGEST: i64 = 1 << 31;

/// The rules have numbers that the searches do not take.
const TOO_LARGE: PatternFlaw = PatternFlaw::Malformed {
    what: "the rules have too large numbers",
};

/// The conditions of a move, and the variables that it changes with their values after it.
type Turned = (Vec<LinearCondition>, Vec<(usize, LinearSum)>);

/// Whether a sum has no number that the searches do not take.
fn is_small(sum: &LinearSum) -> bool {
    let small = |number: i64| number.checked_abs().is_some_and(|size| size <= LARGEST);
    sum.terms.iter().all(|(_, c)| small(*c)) && small(sum.constant)
}

/// Checks a claim about a game.
///
/// # Errors
///
/// What is wrong with the claim, or the check did not come to its end.
pub fn certify_pattern(
    game: &LinearGame,
    claim: &PatternClaim,
    job: &Job,
) -> Result<PatternCertificate, PatternFlaw> {
    well_formed(game, claim)?;
    let effort = Effort {
        job,
        steps: 0,
        nodes: 0,
    };
    let mut check = Check {
        game,
        claim,
        effort,
        shown: Vec::new(),
    };
    check.begin()?;
    check.moves()?;
    check.ends()?;
    check.replies()?;
    Ok(PatternCertificate {
        shown: check.shown,
        nodes: check.effort.nodes,
        steps: check.effort.steps,
    })
}

/// Checks the form of a claim.
fn well_formed(game: &LinearGame, claim: &PatternClaim) -> Result<(), PatternFlaw> {
    let require = |holds: bool, what| {
        let malformed = PatternFlaw::Malformed { what };
        if holds { Ok(()) } else { Err(malformed) }
    };
    let count = game.variables.len();
    let factor = match claim.digits {
        PatternDigits::Base(base) => base.saturating_sub(1),
        PatternDigits::Recurrent(factor) => factor,
    };
    require(
        (1..=9).contains(&factor),
        "the digits are not those of a base or a recurrence",
    )?;
    let reads = &claim.reads;
    let differ = reads
        .iter()
        .enumerate()
        .all(|(i, of)| !reads[..i].contains(of));
    require(
        differ && reads.iter().all(|of| *of < count),
        "the variables that are read",
    )?;
    let letters = claim.digits.count().checked_pow(reads.len() as u32);
    let table = &claim.automaton;
    let states = table.next.len();
    require(
        states > 0 && table.accepting.len() == states,
        "the number of states",
    )?;
    let is_row = |row: &Vec<u32>| {
        Some(row.len()) == letters && row.iter().all(|next| (*next as usize) < states)
    };
    require(table.next.iter().all(is_row), "the table")?;
    require(table.next[0][0] == 0, "zeros in front matter")?;
    let is_of = |variables: usize| {
        move |sum: &LinearSum| {
            sum.terms.iter().all(|(variable, _)| *variable < variables) && is_small(sum)
        }
    };
    let fits = is_of(count);
    let rank = &claim.rank;
    let is_rank = rank.constant >= 0 && rank.terms.iter().all(|(_, c)| *c >= 0);
    require(is_rank && fits(rank), "the rank")?;
    require(
        claim.invariants.iter().all(|one| sums(one, &fits)),
        "the invariants",
    )?;
    // The rules themselves may have large numbers, which the searches do not take.
    let moves = game.moves.iter();
    let rules = moves.into_iter().all(|step| {
        let fits = is_of(count + step.choices);
        sums(&step.condition, &fits) && step.left().flatten().all(|(_, sum)| fits(sum))
    });
    let conditions = [&game.domain, &game.won, &game.lost];
    let all = conditions.into_iter().all(|one| sums(one, &fits));
    require(rules && all, "the rules have too large numbers")?;
    with_nim_heap(game, claim)
}

/// Checks that a heap of Nim beside the position is one, that nothing else speaks of it, and that moves leave several
/// positions only where there is such a heap and their numbers have an xor.
fn with_nim_heap(game: &LinearGame, claim: &PatternClaim) -> Result<(), PatternFlaw> {
    let malformed = |what| Err(PatternFlaw::Malformed { what });
    let is_sum = game.moves.iter().any(|step| !step.beside.is_empty());
    let Some(heap) = game.nim_heap else {
        return if is_sum {
            malformed("a move leaves several positions, and the claim is not about nimbers")
        } else {
            Ok(())
        };
    };
    let spares = |sum: &LinearSum| sum.terms.iter().all(|(variable, _)| *variable != heap);
    let apart = LinearMove::of_nim(String::new(), heap);
    let (nim, others): (Vec<_>, Vec<_>) = game.moves.iter().partition(|step| game.is_of_nim(step));
    let is_nim = match nim[..] {
        [step] => {
            step.choices == apart.choices
                && step.condition == apart.condition
                && step.after == apart.after
                && step.beside.is_empty()
        }
        _ => false,
    };
    let is_beside = |of: &Vec<(usize, LinearSum)>| {
        let is_of = |(variable, sum): &(usize, LinearSum)| match *variable {
            of if of == heap => sum.known() == Some(0),
            _ => spares(sum),
        };
        of.iter().all(is_of) && of.iter().any(|(variable, _)| *variable == heap)
    };
    let spared = others.iter().all(|step| {
        sums(&step.condition, &spares)
            && step.after.iter().all(|(_, sum)| spares(sum))
            && step.beside.iter().all(is_beside)
    });
    let never = LinearCondition::Known(false);
    let ends_stuck = game.won == never && game.lost == never && game.stuck == Outcome::Loss;
    let claimed = claim.reads.contains(&heap)
        && spares(&claim.rank)
        && claim.invariants.iter().all(|one| sums(one, &spares));
    let has_xor = !is_sum || claim.digits == PatternDigits::Base(2);
    let holds = heap + 1 == game.variables.len()
        && is_nim
        && spared
        && ends_stuck
        && sums(&game.domain, &spares)
        && claimed
        && has_xor;
    if holds {
        Ok(())
    } else {
        malformed("the heap of Nim beside the position")
    }
}

/// Whether a condition says that the sum of what two others say is not below 0; the first two may say that of
/// one of several sums.
fn is_sum(condition: &LinearCondition, known: &LinearCondition, other: &LinearCondition) -> bool {
    let LinearCondition::AtLeastZero(added) = other else {
        return false;
    };
    match (condition, known) {
        (LinearCondition::AtLeastZero(sum), LinearCondition::AtLeastZero(known)) => {
            known.plus(1, added).as_ref() == Some(sum) && !added.terms.is_empty()
        }
        (LinearCondition::Any(any), LinearCondition::Any(known)) => {
            let mut pairs = any.iter().zip(known);
            any.len() == known.len() && pairs.all(|(sum, known)| is_sum(sum, known, other))
        }
        _ => false,
    }
}

/// The conditions that make up a condition together.
fn apart(condition: &LinearCondition) -> Vec<&LinearCondition> {
    match condition {
        LinearCondition::All(all) => all.iter().flat_map(apart).collect(),
        one => vec![one],
    }
}

/// Whether all sums of a condition are as `is` says.
fn sums(condition: &LinearCondition, is: &impl Fn(&LinearSum) -> bool) -> bool {
    match condition {
        LinearCondition::Known(_) => true,
        LinearCondition::Zero(sum) | LinearCondition::AtLeastZero(sum) => is(sum),
        LinearCondition::MultipleOf(modulus, sum) => *modulus > 0 && is(sum),
        LinearCondition::Not(inner) => sums(inner, is),
        LinearCondition::All(all) | LinearCondition::Any(all) => {
            all.iter().all(|one| sums(one, is))
        }
    }
}

struct Check<'a> {
    game: &'a LinearGame,
    claim: &'a PatternClaim,
    effort: Effort<'a>,
    shown: Vec<Obligation>,
}

impl<'a> Check<'a> {
    fn reading(&self) -> Reading<'a> {
        Reading::new(self.claim.digits, &self.claim.automaton)
    }

    /// A reading of a position, in tracks with the numbers of the variables, in which the rules do not
    /// end the game.
    fn going_on(&self) -> Reading<'a> {
        let mut reading = self.reading();
        for ended in [&self.game.won, &self.game.lost] {
            let ended = reading.linear(ended);
            reading.require(Condition::Not(Box::new(ended)));
        }
        reading
    }

    /// What the rules and the invariants allow, taken apart.
    fn allowed(&self) -> Vec<&'a LinearCondition> {
        let conditions = [&self.game.domain]
            .into_iter()
            .chain(&self.claim.invariants);
        conditions.flat_map(apart).collect()
    }

    /// Requires that the position in the first tracks is allowed: all of that, or only the conditions on
    /// numbers that something speaks of already.
    fn allow(&self, reading: &mut Reading<'a>, open: &[Open<'_>], all: bool) {
        let variables = 0..self.game.variables.len();
        let mentioned: Vec<bool> = variables
            .clone()
            .map(|track| {
                reading.mentions(track) || open.iter().any(|open| open.reading.mentions(track))
            })
            .collect();
        for condition in self.allowed() {
            if all
                || sums(condition, &|sum| {
                    sum.terms.iter().all(|(track, _)| mentioned[*track])
                })
            {
                let condition = reading.linear(condition);
                reading.require(condition);
            }
        }
        for track in variables.filter(|track| all || mentioned[*track]) {
            reading.require_form(track);
        }
    }

    /// The conditions of a move that say something new of an allowed position.
    fn conditions(&self, step: &LinearMove) -> Vec<LinearCondition> {
        let mut conditions = apart(&step.condition);
        let allowed = self.allowed();
        // A bound that follows from one of the allowed position and another one of the move says nothing new:
        // k <= n, where k <= heap and heap <= n. It must not be what the other one follows from.
        let mut place = 0;
        while let Some(condition) = conditions.get(place).copied() {
            let follows = conditions.iter().enumerate().any(|(other, by)| {
                other != place && allowed.iter().any(|known| is_sum(condition, known, by))
            });
            if follows {
                conditions.remove(place);
            } else {
                place += 1;
            }
        }
        conditions.into_iter().cloned().collect()
    }

    /// Adds a legal move from the position in the first tracks; its choices are the tracks behind.
    fn add_move(&self, reading: &mut Reading<'a>, step: &LinearMove) {
        self.add_conditions(reading, step, &self.conditions(step));
    }

    fn add_conditions(
        &self,
        reading: &mut Reading<'a>,
        step: &LinearMove,
        conditions: &[LinearCondition],
    ) {
        let first = self.game.variables.len();
        for track in first..first + step.choices {
            reading.require_form(track);
        }
        for condition in conditions {
            let condition = reading.linear(condition);
            reading.require(condition);
        }
    }

    /// Returns the conditions of a move and the variables after it, with a new meaning of some choices: of
    /// a choice k of which the move makes a variable, such as a - k, the track stands for that
    /// variable after the move. What was k is then a less that number, and must not be below 0.
    /// `None` where a number becomes too large.
    fn turned(&self, step: &LinearMove) -> Option<Turned> {
        let variables = self.game.variables.len();
        let (mut conditions, mut after) = (self.conditions(step), step.after.clone());
        let mut turned: Vec<usize> = Vec::new();
        for place in 0..after.len() {
            let (variable, sum) = after[place].clone();
            let choice = sum.terms.iter().find(|(track, coefficient)| {
                *track >= variables && coefficient.abs() == 1 && !turned.contains(track)
            });
            let reads = self.claim.reads.contains(&variable);
            let Some((choice, sign)) = choice.copied().filter(|_| reads) else {
                continue;
            };
            // The sum is sign · choice + rest: the choice is sign · (the variable after the move - rest).
            let own = LinearSum::variable(choice);
            let was = own.plus(sign, &own)?.plus(-sign, &sum)?;
            conditions.push(LinearCondition::AtLeastZero(own));
            let by = [(choice, was)];
            for condition in &mut conditions {
                *condition = condition.replaced(&by)?;
            }
            for (_, sum) in &mut after {
                *sum = sum.replaced(&by)?;
            }
            turned.push(choice);
        }
        let fits = conditions.iter().all(|one| sums(one, &is_small))
            && after.iter().all(|(_, sum)| is_small(sum));
        fits.then_some((conditions, after))
    }

    /// Adds a legal move. Returns the condition that the automaton accepts the position after it, and the
    /// number of tracks with those of the changed variables that it reads.
    fn add_reply(&self, reading: &mut Reading<'a>, step: &LinearMove) -> (Condition, usize) {
        if !step.beside.is_empty() {
            return self.add_sum(reading, step);
        }
        let plain = || (self.conditions(step), step.after.clone());
        let (conditions, after) = self.turned(step).unwrap_or_else(plain);
        self.add_conditions(reading, step, &conditions);
        let mut tracks = self.game.variables.len() + step.choices;
        let reads = self.add_position(reading, &after, &mut tracks);
        (reading.accepted(reads), tracks)
    }

    /// Adds a legal move that leaves several positions. Returns the condition that they are lost together, beside the
    /// heap of Nim, and the number of tracks: there are heaps of Nim, one for each position, such that the automaton
    /// accepts each position with its heap, and their xor is the heap that there is.
    fn add_sum(&self, reading: &mut Reading<'a>, step: &LinearMove) -> (Condition, usize) {
        self.add_move(reading, step);
        let heap = self.game.variables.len() - 1;
        let mut tracks = self.game.variables.len() + step.choices;
        let (mut sizes, mut accepted) = (vec![heap], Vec::new());
        for left in step.left() {
            let mut left = left.clone();
            left.retain(|(variable, _)| *variable != heap);
            let mut reads = self.add_position(reading, &left, &mut tracks);
            for read in reads.iter_mut().filter(|read| **read == heap) {
                *read = tracks;
            }
            sizes.push(tracks);
            reading.require_form(tracks);
            tracks += 1;
            accepted.push(reading.accepted(reads));
        }
        reading.require_xor(sizes);
        (Condition::All(accepted), tracks)
    }

    /// Returns the tracks of the numbers that the automaton reads, after a move that changes some variables. Those that
    /// no track has yet are put in new tracks from `tracks` on.
    fn add_position(
        &self,
        reading: &mut Reading<'a>,
        after: &[(usize, LinearSum)],
        tracks: &mut usize,
    ) -> Vec<usize> {
        let variables = self.game.variables.len();
        let mut reads = Vec::new();
        for variable in &self.claim.reads {
            let changed = after.iter().find(|(changed, _)| changed == variable);
            let Some((_, sum)) = changed else {
                reads.push(*variable);
                continue;
            };
            if let [(track, 1)] = sum.terms[..]
                && track >= variables
                && sum.constant == 0
            {
                reads.push(track);
                continue;
            }
            let mut difference = sum.clone();
            difference.terms.push((*tracks, -1));
            let is_value = reading.linear(&LinearCondition::Zero(difference));
            reading.require(is_value);
            reading.require_form(*tracks);
            reads.push(*tracks);
            *tracks += 1;
        }
        reads
    }

    /// Shows that a condition is never true of an allowed position without one of the open conditions.
    /// A condition that is never true of any position needs few of the numbers: that is tried first.
    fn never(
        &mut self,
        obligation: Obligation,
        reading: &Reading<'a>,
        tracks: usize,
        open: &[Open<'a>],
    ) -> Result<(), PatternFlaw> {
        for all in [false, true] {
            let mut reading = reading.clone();
            self.allow(&mut reading, open, all);
            let Some(numbers) = find(&reading, tracks, open, &mut self.effort)? else {
                if !self.shown.contains(&obligation) {
                    self.shown.push(obligation);
                }
                return Ok(());
            };
            if all {
                let values = self.game.variables.iter().cloned().zip(numbers).collect();
                return Err(PatternFlaw::Refuted { obligation, values });
            }
        }
        Ok(())
    }

    /// Each start has the invariants.
    fn begin(&mut self) -> Result<(), PatternFlaw> {
        let game = self.game;
        let mut reading = self.reading();
        let mut cases = Vec::new();
        for (condition, sums) in &game.start {
            let mut case = vec![reading.linear(condition)];
            for (variable, sum) in (game.parameters..).zip(sums) {
                let mut difference = sum.clone();
                difference.terms.push((variable, -1));
                case.push(reading.linear(&LinearCondition::Zero(difference)));
            }
            cases.push(Condition::All(case));
        }
        let invariants = self.claim.invariants.iter();
        let invariants = invariants.map(|one| reading.linear(one)).collect();
        let domain = reading.linear(&game.domain);
        for track in 0..game.variables.len() {
            reading.require_form(track);
        }
        reading.require(domain);
        reading.require(Condition::Any(cases));
        reading.require(Condition::Not(Box::new(Condition::All(invariants))));
        let Some(numbers) = find(&reading, game.variables.len(), &[], &mut self.effort)? else {
            self.shown.push(Obligation::Begin);
            return Ok(());
        };
        Err(PatternFlaw::Refuted {
            obligation: Obligation::Begin,
            values: game.variables.iter().cloned().zip(numbers).collect(),
        })
    }

    /// Moves stay in what is allowed, and make the rank less.
    fn moves(&mut self) -> Result<(), PatternFlaw> {
        for step in &self.game.moves {
            for left in step.left() {
                self.stays(step, left)?;
                // A move in the heap of Nim makes the heap smaller, and leaves the position as it is.
                if !self.game.is_of_nim(step) {
                    self.falls(step, left)?;
                }
            }
        }
        Ok(())
    }

    /// A position that a move leaves is allowed.
    fn stays(
        &mut self,
        step: &'a LinearMove,
        left: &[(usize, LinearSum)],
    ) -> Result<(), PatternFlaw> {
        let mut reading = self.going_on();
        self.add_move(&mut reading, step);
        let mut after = Vec::new();
        for condition in [&self.game.domain]
            .into_iter()
            .chain(&self.claim.invariants)
        {
            let replaced = condition.replaced(left).ok_or(TOO_LARGE)?;
            after.push(reading.linear(&replaced));
        }
        // A value below 0 is not allowed, whatever the ranges say.
        for (_, sum) in left {
            after.push(reading.linear(&LinearCondition::AtLeastZero(sum.clone())));
        }
        reading.require(Condition::Not(Box::new(Condition::All(after))));
        let tracks = self.game.variables.len() + step.choices;
        self.never(Obligation::Stay, &reading, tracks, &[])
    }

    /// A position that a move leaves has a smaller rank.
    fn falls(
        &mut self,
        step: &'a LinearMove,
        left: &[(usize, LinearSum)],
    ) -> Result<(), PatternFlaw> {
        let mut reading = self.going_on();
        self.add_move(&mut reading, step);
        let after = self.claim.rank.replaced(left);
        let rise = after.and_then(|after| after.plus(-1, &self.claim.rank));
        let rises = reading.linear(&LinearCondition::AtLeastZero(rise.ok_or(TOO_LARGE)?));
        reading.require(rises);
        let tracks = self.game.variables.len() + step.choices;
        self.never(Obligation::Rank, &reading, tracks, &[])
    }

    /// The automaton is right where the rules end the game.
    fn ends(&mut self) -> Result<(), PatternFlaw> {
        for is_lost in [false, true] {
            let mut reading = self.reading();
            let won = reading.linear(&self.game.won);
            let accepted = reading.accepted(self.claim.reads.clone());
            if is_lost {
                let lost = reading.linear(&self.game.lost);
                reading.require(lost);
                reading.require(Condition::Not(Box::new(won)));
                reading.require(Condition::Not(Box::new(accepted)));
            } else {
                reading.require(won);
                reading.require(accepted);
            }
            self.never(Obligation::Ends, &reading, self.game.variables.len(), &[])?;
        }
        Ok(())
    }

    /// Returns the legal moves from a position as open conditions.
    fn legal(&self, role: Role) -> Vec<Open<'a>> {
        let moves = self.game.moves.iter().map(|step| {
            let mut reading = self.reading();
            self.add_move(&mut reading, step);
            let tracks = step.choices;
            Open {
                reading,
                tracks,
                role,
            }
        });
        moves.collect()
    }

    /// No move leads from lost to lost, and one does from each position that is won.
    fn replies(&mut self) -> Result<(), PatternFlaw> {
        for step in &self.game.moves {
            let mut reading = self.going_on();
            let accepted = reading.accepted(self.claim.reads.clone());
            reading.require(accepted);
            let (accepted, tracks) = self.add_reply(&mut reading, step);
            reading.require(accepted);
            self.never(Obligation::Lost, &reading, tracks, &[])?;
        }
        let stuck_wins = self.game.stuck == Outcome::Win;
        let variables = self.game.variables.len();
        if stuck_wins {
            let mut reading = self.going_on();
            let accepted = reading.accepted(self.claim.reads.clone());
            reading.require(accepted);
            let moves = self.legal(Role::Forbidden);
            self.never(Obligation::Stuck, &reading, variables, &moves)?;
        }
        let mut replies: Vec<Open<'_>> = self
            .game
            .moves
            .iter()
            .map(|step| {
                let mut reading = self.reading();
                let (accepted, tracks) = self.add_reply(&mut reading, step);
                reading.require(accepted);
                let (tracks, role) = (tracks - variables, Role::Forbidden);
                Open {
                    reading,
                    tracks,
                    role,
                }
            })
            .collect();
        let mut claimed_won = self.going_on();
        let accepted = claimed_won.accepted(self.claim.reads.clone());
        claimed_won.require(Condition::Not(Box::new(accepted)));
        // Where whoever is stuck wins, only a position with a move needs a good one.
        if stuck_wins {
            replies.extend(self.legal(Role::Needed));
        }
        self.never(Obligation::Won, &claimed_won, variables, &replies)
    }
}
