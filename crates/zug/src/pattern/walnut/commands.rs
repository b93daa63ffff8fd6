//! The commands by which Walnut proves a pattern: one for each condition.

use std::fmt::Write as _;

use zug_certify::pattern::PatternClaim;
use zug_game::linear::{LinearCondition, LinearGame, LinearMove};
use zug_values::Outcome;

use super::names::{Names, other, plain, system};
use super::predicate::{Predicate, simple};

/// The commands so far.
pub(super) struct Commands<'a> {
    /// What all names of commands begin with.
    prefix: &'a str,
    game: &'a LinearGame,
    claim: &'a PatternClaim,
    names: &'a Names,
    /// The names of the commands that were written.
    known: Vec<String>,
    text: String,
}

impl<'a> Commands<'a> {
    pub(super) fn new(
        prefix: &'a str,
        game: &'a LinearGame,
        claim: &'a PatternClaim,
        names: &'a Names,
    ) -> Self {
        Self {
            prefix,
            game,
            claim,
            names,
            known: Vec::new(),
            text: String::new(),
        }
    }

    /// Has Walnut make the recurrent digits with this factor.
    pub(super) fn define_digits(&mut self, factor: u8) {
        let first = factor + 1;
        let _ = writeln!(self.text, "ost recurrent{factor} [{first}] [{factor}];");
    }

    /// Returns the commands for all conditions; `None` where a number becomes too large.
    pub(super) fn all(mut self) -> Option<String> {
        self.begin()?;
        let mut moves: Vec<String> = Vec::new();
        for step in self.moves() {
            let name = other(&moves, &plain(&step.name));
            self.of_move(step, &name)?;
            moves.push(name);
        }
        self.ends();
        self.replies();
        Some(self.text)
    }

    /// Has Walnut decide a sentence.
    fn decide(&mut self, name: &str, sentence: &str) {
        let name = other(&self.known, &format!("{}_{name}", self.prefix));
        let system = system(self.claim.digits);
        let _ = writeln!(self.text, "eval {name} \"?{system} {sentence}\";");
        self.known.push(name);
    }

    /// What the rules and the invariants allow.
    fn allowed(&self) -> LinearCondition {
        let invariants = self.claim.invariants.iter().cloned();
        invariants.fold(self.game.domain.clone(), LinearCondition::and)
    }

    /// The allowed positions in which the rules do not end the game.
    fn going_on(&self) -> LinearCondition {
        let ended = self.game.won.clone().or(self.game.lost.clone());
        self.allowed().and(ended.negated())
    }

    fn linear(&self, condition: &LinearCondition) -> Predicate {
        Predicate::linear(self.names, &simple(condition))
    }

    fn lost(&self) -> Predicate {
        Predicate::lost(self.names, &self.claim.reads, &[])
    }

    fn lost_after(&self, step: &LinearMove) -> Predicate {
        Predicate::lost(self.names, &self.claim.reads, &step.after)
    }

    /// The moves that are legal somewhere.
    fn moves(&self) -> impl Iterator<Item = &'a LinearMove> + Clone + use<'a> {
        let moves = self.game.moves.iter();
        moves.filter(|step| simple(&step.condition) != LinearCondition::Known(false))
    }

    /// There is a legal move, after which the position is as the predicate says.
    fn exists(&self, step: &LinearMove, after: Option<Predicate>) -> Predicate {
        let mut legal = self.linear(&step.condition);
        if let Some(after) = after {
            legal = legal.and(after);
        }
        legal.exists_from(self.names, self.game.variables.len())
    }

    /// Each position at a start has the invariants. `None` where a number becomes too large.
    fn begin(&mut self) -> Option<()> {
        let invariants = self.claim.invariants.iter().cloned();
        let invariants = invariants.fold(LinearCondition::Known(true), LinearCondition::and);
        if invariants == LinearCondition::Known(true) {
            return Some(());
        }
        for (case, sums) in &self.game.start {
            let by: Vec<_> = (self.game.parameters..).zip(sums.iter().cloned()).collect();
            let domain = self.game.domain.replaced(&by)?;
            let invariants = self.linear(&invariants.replaced(&by)?);
            let start = self.linear(&case.clone().and(domain));
            let sentence = start.implies(invariants).for_all(self.names);
            self.decide("a_start_has_the_invariants", &sentence);
        }
        Some(())
    }

    /// A move stays within what is allowed, makes the rank less, and does not lead from lost to lost. `None` where a
    /// number becomes too large.
    fn of_move(&mut self, step: &LinearMove, name: &str) -> Option<()> {
        let legal = || self.linear(&self.going_on().and(step.condition.clone()));
        let not_negative = step
            .after
            .iter()
            .map(|(_, sum)| LinearCondition::at_least_zero(sum.clone()));
        let allowed = self.allowed().replaced(&step.after)?;
        let stays = not_negative.fold(allowed, LinearCondition::and);
        let stays = legal().implies(self.linear(&stays));
        let rank = &self.claim.rank;
        let falls = Predicate::less(self.names, &rank.replaced(&step.after)?, rank);
        let falls = legal().implies(falls);
        let both = legal().and(self.lost()).and(self.lost_after(step));
        let sentences = [
            ("stays_allowed", Some(stays.for_all(self.names))),
            // A move in a heap of Nim makes that less.
            (
                "makes_the_rank_less",
                (!self.game.is_of_nim(step)).then(|| falls.for_all(self.names)),
            ),
            ("not_from_lost_to_lost", Some(both.for_none(self.names))),
        ];
        for (what, sentence) in sentences {
            if let Some(sentence) = sentence {
                self.decide(&format!("{name}_{what}"), &sentence);
            }
        }
        Some(())
    }

    /// The automaton is right where the rules end the game.
    fn ends(&mut self) {
        let (won, lost) = (&self.game.won, &self.game.lost);
        if *won != LinearCondition::Known(false) {
            let ended = self.linear(&self.allowed().and(won.clone()));
            let sentence = ended.and(self.lost()).for_none(self.names);
            self.decide("won_by_the_rules_is_not_lost", &sentence);
        }
        if *lost != LinearCondition::Known(false) {
            let ended = self.allowed().and(won.clone().negated()).and(lost.clone());
            let sentence = self.linear(&ended).implies(self.lost()).for_all(self.names);
            self.decide("lost_by_the_rules_is_lost", &sentence);
        }
    }

    /// A move leads to lost from each position that is not lost; where whoever is stuck wins, from each such
    /// position that has a move, and lost positions have moves.
    fn replies(&mut self) {
        let any = |moves: Vec<Predicate>| moves.into_iter().reduce(Predicate::or);
        let moves = self.moves();
        let legal = any(moves.clone().map(|step| self.exists(step, None)).collect());
        let replies = any(moves
            .map(|step| self.exists(step, Some(self.lost_after(step))))
            .collect());
        let never = self.linear(&LinearCondition::Known(false));
        let mut claimed_won = self.linear(&self.going_on()).and(self.lost().negated());
        if self.game.stuck == Outcome::Win {
            let legal = legal.unwrap_or_else(|| never.clone());
            let going_on = self.linear(&self.going_on());
            let sentence = going_on
                .and(self.lost())
                .implies(legal.clone())
                .for_all(self.names);
            claimed_won = claimed_won.and(legal);
            self.decide("lost_has_a_move", &sentence);
        }
        let replies = replies.unwrap_or(never);
        let sentence = claimed_won.implies(replies).for_all(self.names);
        self.decide("a_move_to_lost", &sentence);
    }
}
