//! What `zug value --json` prints.

use schemars::JsonSchema;
use serde::Serialize;

use zug_game::Player;
use zug_solve::compound::Compound;

use crate::calculator::Calculated;
use crate::loopy_value::LoopyWorth;
use crate::partizan::{PartizanWorth, TermWorth};
use crate::sum::{PartMove, PartWorth, Sum, SumWorth};
use crate::value_check::VerifiedValue;

use super::cited::{ProgramVersion, game_hash};
use super::head::{OutcomeWord, PlayWord, Version};
use super::loopy::LoopyReport;

/// What `--json` prints: what several games are worth together.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ValueReport {
    /// The version of the form of the report.
    pub version: Version,
    /// The version of Zug that made the report.
    pub zug: ProgramVersion,
    /// The number of the line that asks, from 1, where each line of the standard input asks; else absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The expression as it was asked.
    pub expression: String,
    /// In which parts a turn moves, in words.
    pub compound: String,
    /// Who wins when a player is stuck.
    pub play: PlayWord,
    /// The player to move, `first` (Left) or `second` (Right), where that was asked for; else the first player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<PlayerWord>,
    /// The parts in the order of the expression.
    pub parts: Vec<PartReport>,
    /// The nimber of all together, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nimber: Option<u32>,
    /// The loopy nimber of all together, where play can go round in a circle and it is no number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loopy: Option<LoopyReport>,
    /// What the player to move gets; absent where that cannot be said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeWord>,
    /// The number of turns until the game ends when the winner hurries and the
    /// loser delays, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<u32>,
    /// The partizan value of the whole, where it was worked out; the first player is Left.
    #[serde(skip_serializing_if = "Option::is_none", flatten)]
    pub partizan: Option<PartizanReport>,
    /// The value of the whole, where play can go round in it; the first player is Left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loopy_value: Option<LoopyValueReport>,
    /// The terms of an expression of partizan values; absent where there are no moves to tell of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<TermReport>,
    /// The numbers of the hottest parts or terms, from 1; absent where no values of several were worked out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hottest: Vec<usize>,
    /// The values, where an expression of partizan values asks for several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<String>>,
    /// The answer to an expression of partizan values that is no value: yes or no, a relation such as `<`, an
    /// outcome class, a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// What `--verify` checked by play; absent if it was not asked to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verified: Option<VerifiedValue>,
    /// The winning turns: a move in one part, or an object with all `moves` of
    /// a turn that moves in several.
    pub moves: Vec<TurnReport>,
    /// Whether there are more winning turns than `moves` has.
    pub more_moves: bool,
    /// The turns that keep a draw, as `moves` has those that win; absent where the outcome is no draw,
    /// and where the theorem that told the outcome does not tell them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drawing_moves: Vec<TurnReport>,
    /// Whether there are more turns that keep a draw than `drawing_moves` has; absent if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub more_drawing_moves: bool,
    /// Why, a line each.
    pub why: Vec<String>,
}

/// A part, and what it is worth alone.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct PartReport {
    /// The part as the expression writes it.
    pub text: String,
    /// A hash of the text of the rules and of the parameters with their values, as hexadecimal
    /// digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game_hash: Option<String>,
    /// The nimber of the part, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nimber: Option<u32>,
    /// The loopy nimber of the part, where play in it can go round in a circle and it is no number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loopy: Option<LoopyReport>,
    /// What the player to move gets if this part is played alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeWord>,
    /// The number of moves of this part alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<u32>,
    /// The partizan value of the part, where it was worked out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Why the part has no nimber.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without: Option<String>,
}

/// A player, by the order of the rules.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum PlayerWord {
    /// The first player, Left.
    First,
    /// The second player, Right.
    Second,
}

impl From<Player> for PlayerWord {
    fn from(player: Player) -> Self {
        match player {
            Player::First => Self::First,
            Player::Second => Self::Second,
        }
    }
}

/// A term of an expression of partizan values.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct TermReport {
    /// The term as the expression writes it, with its sign if that is a minus.
    pub text: String,
    /// The value, with the sign of the term.
    pub value: String,
    /// The temperature.
    pub temperature: String,
    /// The values of the term after each move in it by which Left wins, if Left begins. Moves are those of
    /// canonical forms.
    pub left_wins_by: Vec<String>,
    /// The same for Right, if Right begins.
    pub right_wins_by: Vec<String>,
}

impl TermReport {
    fn of(term: &TermWorth) -> Self {
        let [left, right] = term.winning.clone();
        Self {
            text: term.text.clone(),
            value: term.value.clone(),
            temperature: term.temperature.clone(),
            left_wins_by: left,
            right_wins_by: right,
        }
    }
}

/// The numbers, from 1, of those that are hottest.
fn numbers(hottest: impl Iterator<Item = bool>) -> Vec<usize> {
    (1..)
        .zip(hottest)
        .filter(|(_, is_hottest)| *is_hottest)
        .map(|(number, _)| number)
        .collect()
}

/// A partizan value. Numbers and values are texts in the notation of `zug value`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct PartizanReport {
    /// The value.
    pub value: String,
    /// The value with all braces.
    pub form: String,
    /// Who wins: `L` Left, `R` Right, `N` whoever moves first, `P` whoever moves second.
    pub class: String,
    /// The number at which play stops if Left begins.
    pub left_stop: String,
    /// The number at which play stops if Right begins.
    pub right_stop: String,
    /// The mean.
    pub mean: String,
    /// The temperature.
    pub temperature: String,
    /// The reduced canonical form.
    pub reduced: String,
    /// The atomic weight of an all-small value; absent for others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub atomic_weight: Option<String>,
    /// The birthday.
    pub birthday: u64,
    /// The corners of Left's wall and of Right's wall, each as value and temperature, from the temperature -1
    /// up to the mast.
    pub thermograph: [Vec<[String; 2]>; 2],
}

impl PartizanReport {
    /// The report of a value.
    #[must_use]
    pub fn of(worth: &PartizanWorth) -> Self {
        Self {
            value: worth.value.clone(),
            form: worth.form.clone(),
            class: worth.class.letter().to_string(),
            left_stop: worth.left_stop.clone(),
            right_stop: worth.right_stop.clone(),
            mean: worth.mean.clone(),
            temperature: worth.temperature.clone(),
            reduced: worth.reduced.clone(),
            atomic_weight: worth.atomic_weight.clone(),
            birthday: worth.birthday,
            thermograph: worth.thermograph.clone(),
        }
    }
}

/// A value in which play can go round. Values are texts in the notation of `zug value`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct LoopyValueReport {
    /// The value.
    pub value: String,
    /// The value with all braces.
    pub form: String,
    /// The onside: the value as it is if Left wins all play that never ends.
    pub onside: String,
    /// The offside: the value as it is if Right wins all play that never ends.
    pub offside: String,
    /// What Left gets if she begins.
    pub left_begins: OutcomeWord,
    /// What Right gets if he begins.
    pub right_begins: OutcomeWord,
}

impl LoopyValueReport {
    /// The report of a value.
    #[must_use]
    pub fn of(worth: &LoopyWorth) -> Self {
        let [left_begins, right_begins] = worth.begins.map(Into::into);
        Self {
            value: worth.value.clone(),
            form: worth.form.clone(),
            onside: worth.onside.clone(),
            offside: worth.offside.clone(),
            left_begins,
            right_begins,
        }
    }
}

/// A turn that wins.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[non_exhaustive]
pub enum TurnReport {
    /// A move in one part.
    One(MoveReport),
    /// Moves in several parts.
    Several {
        /// A move in each part that the turn moves in.
        moves: Vec<MoveReport>,
    },
}

/// A move in a part.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct MoveReport {
    /// The number of the part in the order of the expression, from 1.
    pub part: usize,
    /// The move as the rules of the part write it.
    #[serde(rename = "move")]
    pub name: String,
    /// The position of the part after the move, where it can be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
}

impl ValueReport {
    /// The report of what a sum is worth. `expression` is the text that was asked about.
    #[must_use]
    pub fn of(expression: &str, sum: &Sum, worth: &SumWorth) -> Self {
        let compound = sum.compound();
        let turns = worth.turns.iter();
        Self {
            version: Version::CURRENT,
            zug: ProgramVersion::CURRENT,
            line: None,
            expression: expression.to_owned(),
            compound: compound.to_string(),
            play: sum.play().into(),
            to_move: (sum.mover() == Player::Second).then(|| sum.mover().into()),
            parts: (0..)
                .zip(&worth.parts)
                .map(|(part, worth)| PartReport {
                    game_hash: sum
                        .rules(part)
                        .map(|(rules, parameters)| game_hash(rules, &parameters)),
                    ..PartReport::of(worth)
                })
                .collect(),
            nimber: worth.nimber().map(|nimber| nimber.0),
            loopy: worth.worth.as_ref().and_then(LoopyReport::of),
            outcome: worth.outcome().map(Into::into),
            remoteness: worth.remoteness().map(|plies| plies.0),
            partizan: worth.partizan.as_ref().map(PartizanReport::of),
            loopy_value: worth.loopy_value.as_ref().map(LoopyValueReport::of),
            terms: Vec::new(),
            hottest: numbers(worth.parts.iter().map(|part| part.is_hottest)),
            values: None,
            answer: None,
            verified: None,
            moves: turns.map(|turn| TurnReport::of(turn, compound)).collect(),
            more_moves: worth.more_turns,
            drawing_moves: (worth.drawing_turns.iter())
                .map(|turn| TurnReport::of(turn, compound))
                .collect(),
            more_drawing_moves: worth.more_drawing_turns,
            why: worth.why.clone(),
        }
    }

    /// The report of an expression of partizan values. It has no parts, and no moves are looked for.
    #[must_use]
    pub fn of_calculated(expression: &str, calculated: &Calculated) -> Self {
        let mut report = Self {
            version: Version::CURRENT,
            zug: ProgramVersion::CURRENT,
            line: None,
            expression: expression.to_owned(),
            compound: Compound::One.to_string(),
            play: PlayWord::Normal,
            to_move: None,
            parts: Vec::new(),
            nimber: None,
            loopy: None,
            outcome: None,
            remoteness: None,
            partizan: None,
            loopy_value: None,
            terms: Vec::new(),
            hottest: Vec::new(),
            values: None,
            answer: None,
            verified: None,
            moves: Vec::new(),
            more_moves: true,
            drawing_moves: Vec::new(),
            more_drawing_moves: false,
            why: Vec::new(),
        };
        match calculated {
            Calculated::Value(worth) => {
                report.partizan = Some(PartizanReport::of(worth));
                if worth.is_sum() {
                    report.terms = worth.terms.iter().map(TermReport::of).collect();
                    report.hottest = numbers(worth.terms.iter().map(|term| term.is_hottest));
                }
            }
            Calculated::Loopy(worth) => {
                report.loopy_value = Some(LoopyValueReport::of(worth));
            }
            Calculated::Values(values) => report.values = Some(values.clone()),
            Calculated::Text(text) => report.answer = Some(text.clone()),
        }
        report
    }

    /// The report with what was checked by play.
    #[must_use]
    pub fn verified(self, verified: Option<VerifiedValue>) -> Self {
        Self { verified, ..self }
    }

    /// The report with the number of the line that asks.
    #[must_use]
    pub fn at_line(self, line: u64) -> Self {
        Self {
            line: Some(line),
            ..self
        }
    }
}

impl PartReport {
    fn of(part: &PartWorth) -> Self {
        Self {
            text: part.text.clone(),
            game_hash: None,
            nimber: part.nimber().map(|nimber| nimber.0),
            loopy: part.worth.as_ref().and_then(LoopyReport::of),
            outcome: part.alone().map(|value| value.outcome().into()),
            remoteness: part.alone().and_then(|value| Some(value.remoteness()?.0)),
            value: part.value.clone(),
            without: part.without.clone(),
        }
    }
}

impl TurnReport {
    fn of(turn: &[PartMove], compound: Compound) -> Self {
        match turn {
            [only] if compound == Compound::One => Self::One(MoveReport::of(only)),
            several => Self::Several {
                moves: several.iter().map(MoveReport::of).collect(),
            },
        }
    }
}

impl MoveReport {
    fn of(made: &PartMove) -> Self {
        Self {
            part: made.part + 1,
            name: made.name.clone(),
            position: made.position.clone(),
        }
    }
}
