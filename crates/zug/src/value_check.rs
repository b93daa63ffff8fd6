//! Checks claimed values by playing.
//!
//! Each game of an expression is played by the plain evaluator, or by the definition of a game on
//! heaps, against the value claimed for it. The sum of these values, as it is written, is played
//! against the value claimed for the whole. [`zug_certify::partizan`] says what the play shows;
//! nothing there can work a value out.

use std::collections::HashMap;
use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use zug_certify::partizan::played::{
    BoardOptions, HeapOptions, NotPlayed, PairOptions, VariedOptions,
};
use zug_certify::partizan::trees::{Tree, Trees};
use zug_certify::partizan::written::{self, NoParts, Parts, Unread};
use zug_certify::partizan::{
    Options, ValueCertificate, ValueFlaw, ValueNotCertified, certify_value, order,
};
use zug_game::Boards as _;
use zug_job::Job;
use zug_lang::Reference;
use zug_partizan::{FUNCTIONS, is_infinitesimal};
use zug_values::{Play, Variant};

use crate::calculator::{Calculated, Calculator, problem_of, varied};
use crate::error::Error;
use crate::expression::Expression;
use crate::expression::extent::{self, Extent};
use crate::heaps::HeapPart;
use crate::heaps::part::HeapRules;
use crate::problem::Problem;
use crate::sum::SumPart;

/// What was checked of a value by play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ValueVerifiedReport")]
#[non_exhaustive]
pub struct VerifiedValue {
    /// The number of games, boards or heaps, that were played by their rules.
    pub games: u64,
    /// The number of positions that were played of these games and of sums of their values.
    pub positions: u64,
    /// The number of followers of the values told, which have no dominated and no reversible option; 0 where
    /// no value was told.
    pub forms: u64,
    /// The number of pairs of positions whose difference was played.
    pub pairs: u64,
}

impl fmt::Display for VerifiedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let many = |number: u64, what: &str| {
            let s = if number == 1 { "" } else { "s" };
            format!("{number} {what}{s}")
        };
        f.write_str(match (self.forms, self.games) {
            (0, 0) => "play of the difference gives the same answer",
            (0, _) => "play of the games, and of the difference of their values, gives the same answer",
            (_, 0) => "whoever moves second wins it minus its value",
            _ => "whoever moves second wins each game minus its value, and the sum of the values minus the whole",
        })?;
        let (positions, pairs) = (
            many(self.positions, "position"),
            many(self.pairs, "difference"),
        );
        write!(f, " ({positions}, {pairs})")?;
        if self.forms > 0 {
            let forms = many(self.forms, "follower");
            write!(
                f,
                "; in {forms} of the values no option is dominated or reversible"
            )?;
        }
        Ok(())
    }
}

/// Checks values by play, and adds up what was checked.
pub(crate) struct ValueCheck<'j> {
    verified: VerifiedValue,
    job: &'j Job,
}

impl<'j> ValueCheck<'j> {
    pub(crate) fn new(job: &'j Job) -> Self {
        Self {
            verified: VerifiedValue::default(),
            job,
        }
    }

    /// Checks the claimed value of a part of a sum. Returns the value as a tree among `values`.
    pub(crate) fn part(
        &mut self,
        part: &SumPart,
        (text, told): (&str, &str),
        values: &mut Trees,
    ) -> Result<Tree, Error> {
        let tree = literal(told, values)?;
        self.verified.games += 1;
        match part {
            SumPart::Rules(request) => {
                let problem = Problem::new_while(request, self.job)?;
                self.board(&problem, (values, tree), text)?;
            }
            SumPart::Heaps(heaps) => self.heaps(heaps, (values, tree), text)?,
        }
        Ok(tree)
    }

    fn board(
        &mut self,
        problem: &Problem,
        told: (&mut Trees, Tree),
        text: &str,
    ) -> Result<(), Error> {
        let game = as_written(problem)?;
        let board = game.board(&problem.bits(&problem.root()));
        self.certify(&mut BoardOptions(&game), board, told, text)
    }

    /// Checks the claimed value of a position in a variant of its rules. Returns the value as a tree among
    /// `values`.
    fn varied(
        &mut self,
        problem: &Problem,
        variant: Variant,
        (text, told): (&str, &str),
        values: &mut Trees,
    ) -> Result<Tree, Error> {
        let tree = literal(told, values)?;
        self.verified.games += 1;
        let game = as_written(problem)?;
        let board = game.board(&problem.bits(&problem.root()));
        let mut options = VariedOptions(&game, variant);
        self.certify(&mut options, (board, false), (values, tree), text)?;
        Ok(tree)
    }

    fn heaps(
        &mut self,
        part: &HeapPart,
        told: (&mut Trees, Tree),
        text: &str,
    ) -> Result<(), Error> {
        match &part.rules {
            HeapRules::One(game) => {
                let mut heaps = part.heaps.clone();
                heaps.retain(|&heap| heap > 0);
                heaps.sort_unstable();
                self.certify(&mut HeapOptions(game), heaps, told, text)
            }
            HeapRules::Two(game) => self.certify(&mut PairOptions(game), part.pair(), told, text),
        }
    }

    fn certify<G: Options<Error = NotPlayed>>(
        &mut self,
        game: &mut G,
        position: G::Position,
        (values, told): (&mut Trees, Tree),
        text: &str,
    ) -> Result<(), Error> {
        let found = certify_value((game, position), (values, told), self.job);
        let certificate = found.map_err(|error| fault(error, text, values))?;
        self.verified.add(&certificate);
        Ok(())
    }

    /// Checks that a sum of values is worth the value claimed for `text`.
    pub(crate) fn total(
        &mut self,
        (values, sum): (&mut Trees, Tree),
        (text, told): (&str, &str),
    ) -> Result<(), Error> {
        let mut forms = Trees::default();
        let form = literal(told, &mut forms)?;
        self.certify(values, sum, (&mut forms, form), text)
    }

    /// What was checked.
    pub(crate) fn verified(self) -> VerifiedValue {
        self.verified
    }

    /// Checks the answer to a question about two values.
    fn relation(
        &mut self,
        (values, one): (&mut Trees, Tree),
        (sign, two): (&'static str, Tree),
        (text, told): (&str, &str),
    ) -> Result<(), Error> {
        let mut others = values.clone();
        let found = order((values, one), (&mut others, two), self.job);
        let (found, certificate) = found.map_err(|error| fault(error, text, &others))?;
        self.verified.add(&certificate);
        let relation = match found {
            [true, true] => "=",
            [true, false] => "<",
            [false, true] => ">",
            [false, false] => "||",
        };
        let holds = match sign {
            "?" => told == relation,
            "!=" => (relation != "=") == (told == "yes"),
            sign => sign.contains(relation) == (told == "yes"),
        };
        if !holds {
            let flaw = format!("the answer {told} was given, and play says {relation}");
            let text = text.to_owned();
            return Err(Error::WrongValue { text, flaw });
        }
        Ok(())
    }
}

impl VerifiedValue {
    fn add(&mut self, certificate: &ValueCertificate) {
        self.positions += certificate.followers;
        self.forms += certificate.forms;
        self.pairs += certificate.pairs;
    }
}

/// The tree of a claimed value.
fn literal(told: &str, trees: &mut Trees) -> Result<Tree, Error> {
    let written = written::read(told, trees, &mut NoParts);
    Ok(written?.value)
}

fn unplayed(why: impl Into<String>) -> Error {
    Error::UnplayedValue(why.into())
}

impl From<Unread> for Error {
    fn from(fault: Unread) -> Self {
        unplayed(fault.to_string())
    }
}

/// The error of a check; `trees` has the values that were told.
fn fault(error: ValueNotCertified<Tree, NotPlayed>, text: &str, trees: &Trees) -> Error {
    let flaw = match error {
        ValueNotCertified::Stopped(stopped) => return zug_solve::Error::from(stopped).into(),
        ValueNotCertified::Unreadable(why) => return unplayed(why.to_string()),
        ValueNotCertified::Flaw(flaw) => flaw,
    };
    let written = |tree: &Tree| trees.text(*tree);
    let flaw = match &flaw {
        ValueFlaw::Dominated { of, option, by } => {
            let [of, option, by] = [of, option, by].map(written);
            format!("in {of} the option {option} is dominated by {by}")
        }
        ValueFlaw::Reversible {
            of,
            option,
            through,
        } => {
            let [of, option, through] = [of, option, through].map(written);
            format!("in {of} the option {option} is reversible through {through}")
        }
        flaw => flaw.to_string(),
    };
    let text = text.to_owned();
    Error::WrongValue { text, flaw }
}

impl Calculator<'_> {
    /// Checks by play the answer that was given to an expression: its value, or the answer to its question.
    ///
    /// # Errors
    ///
    /// The answer is wrong, which is a defect of Zug; or it cannot be checked by play, or not within the
    /// memory; or the caller cancelled.
    pub fn verify(&mut self, text: &str, told: &Calculated) -> Result<VerifiedValue, Error> {
        if matches!(told, Calculated::Loopy(_)) {
            return Err(unplayed("play can go round in its value"));
        }
        let job = self.job();
        let mut values = Trees::default();
        let mut games = Games {
            calculator: self,
            check: ValueCheck::new(&job),
            known: HashMap::new(),
            failed: None,
        };
        let written = written::read(text, &mut values, &mut games);
        if let Some(failed) = games.failed {
            return Err(failed);
        }
        let written = written?;
        let mut check = games.check;
        let value = (&mut values, written.value);
        match (told, written.asked) {
            (Calculated::Value(worth), None) => check.total(value, (text, &worth.value))?,
            (Calculated::Text(told), Some(asked)) => check.relation(value, asked, (text, told))?,
            _ => return Err(unplayed("the answer is no value and no relation")),
        }
        Ok(check.verified())
    }
}

/// The rules as they are written, of a problem whose positions can be played against values.
fn as_written(problem: &Problem) -> Result<Reference<'_>, Error> {
    let Some(instance) = problem.instance() else {
        return Err(unplayed("the rules are not written in the rules language"));
    };
    if problem.play() != Play::Normal {
        return Err(unplayed("it belongs to misère play"));
    }
    Ok(Reference::new(instance))
}

/// The games in an expression of values, which are checked when they are met.
struct Games<'a, 'r, 'j> {
    calculator: &'a mut Calculator<'r>,
    check: ValueCheck<'j>,
    known: HashMap<String, Tree>,
    /// The error of a check that failed.
    failed: Option<Error>,
}

impl Parts for Games<'_, '_, '_> {
    fn part(&mut self, text: &str, trees: &mut Trees) -> Option<Result<(Tree, usize), String>> {
        let is_of_word = |next: char| next.is_ascii_alphanumeric() || next == '_';
        let word = &text[..text.find(|next| !is_of_word(next)).unwrap_or(text.len())];
        if FUNCTIONS.iter().any(|function| function.name == word) {
            let why = format!("the value of {word}(…) is not found by play alone");
            return Some(Err(why));
        }
        if is_infinitesimal(word) {
            return None;
        }
        let is_known = |word: &str| extent::is_known(word);
        let Extent::To(bytes) = extent::of_game(text, &is_known)? else {
            return None;
        };
        let whole = &text[..bytes];
        if let Some(&known) = self.known.get(whole) {
            return Some(Ok((known, whole.len())));
        }
        Some(match self.checked(whole, trees) {
            Ok(tree) => {
                self.known.insert(whole.to_owned(), tree);
                Ok((tree, whole.len()))
            }
            Err(error) => {
                let words = error.to_string();
                self.failed = Some(error);
                Err(words)
            }
        })
    }
}

impl Games<'_, '_, '_> {
    /// Checks the value of a game, and returns it as a tree.
    fn checked(&mut self, text: &str, values: &mut Trees) -> Result<Tree, Error> {
        let told = match self.calculator.read(text) {
            Ok(Calculated::Value(worth)) => worth.value,
            Ok(_) => return Err(unplayed(format!("{text} has no value"))),
            Err(error) => return Err(unplayed(error.to_string())),
        };
        if let Some((variant, board)) = varied(text) {
            let problem = problem_of(board, self.calculator.rules(), self.check.job)?;
            return self.check.varied(&problem, variant, (text, &told), values);
        }
        let expression = Expression::read(text)?;
        let [named] = &expression.parts[..] else {
            return Err(unplayed(format!("{text} is no game alone")));
        };
        let part = named.part(self.calculator.rules())?;
        self.check.part(&part, (text, &told), values)
    }
}
