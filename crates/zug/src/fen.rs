//! Chess positions in FEN, the Forsyth–Edwards notation (S. J. Edwards, *Portable Game Notation
//! Specification*, 1994, section 16.1): `8/8/8/4k3/8/8/4Q3/4K3 w - - 0 1`.
//!
//! This serves the chess games of the catalogue, and whatever rules show a board with letters of
//! chess men. Rules keep a board in their own variables, so the position is found by trying: cells get
//! the occupied squares, kinds of men their names, and what the rules then show must be the board.
//! Rules with the parameters `start`, `castling` and `file` take the board, the rights to castle and
//! the pawn that may be taken in passing as these. The clocks of a FEN are not read: no rules here
//! count moves.

use zug_game::{Notation as _, U256};
use zug_lang::{Form, Instance, Reference, Rules, Settings, read_square};

/// A board with its men, and who moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fen {
    /// The ranks, the highest first, with a letter for each man and a point for each empty square.
    ranks: Vec<String>,
    is_whites_turn: bool,
    /// The rights to castle, as `KQkq`; empty for none.
    castling: String,
    /// The file, from 1, of the pawn that has just moved two squares.
    passing: Option<usize>,
}

/// A position of some rules: the settings of their parameters and the text of the position, if it is not
/// the start.
pub(crate) type Placed = (Settings, Option<String>);

/// Why a FEN is no position of a game.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// The rules or their parameters are at fault.
    #[error(transparent)]
    Rules(#[from] zug_lang::Error),
    /// The ranks have different lengths.
    #[error("rank {rank} of the FEN has {squares} squares, and rank {ranks} has {first}")]
    Ranks {
        /// The number of ranks, which is the highest rank.
        ranks: usize,
        /// The number of squares of the highest rank.
        first: usize,
        /// The rank that differs.
        rank: usize,
        /// Its number of squares.
        squares: usize,
    },
    /// A field behind the board is wrong.
    #[error("`{text}` in the FEN is not {expected}")]
    Field {
        /// What is written.
        text: String,
        /// What may stand there.
        expected: &'static str,
    },
    /// No position looks like the board.
    #[error("no position of these rules shows the board of the FEN; their start is `{start}`")]
    NoPosition {
        /// The start of the rules.
        start: String,
    },
}

/// The men, as FEN writes Black's.
const MEN: &str = "pnbrqk";

/// The names of men that a variable may have.
const KINDS: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/// The most positions that are tried.
const MOST_TRIED: usize = 1 << 16;

/// Whether a text looks like a FEN: ranks of digits and men between slashes.
pub(crate) fn is_fen(text: &str) -> bool {
    let board = text.split_whitespace().next().unwrap_or_default();
    let is_square = |sign: char| MEN.contains(sign.to_ascii_lowercase()) || sign.is_ascii_digit();
    board.contains('/') && board.chars().all(|sign| sign == '/' || is_square(sign))
}

impl Fen {
    pub(crate) fn read(text: &str) -> Result<Self, FenError> {
        let mut fields = text.split_whitespace();
        let ranks: Vec<String> = fields
            .next()
            .unwrap_or_default()
            .split('/')
            .map(rank)
            .collect();
        let squares = |rank: &String| rank.chars().count();
        let first = ranks.first().map_or(0, squares);
        if let Some(place) = ranks.iter().position(|rank| squares(rank) != first) {
            return Err(FenError::Ranks {
                ranks: ranks.len(),
                first,
                rank: ranks.len() - place,
                squares: squares(&ranks[place]),
            });
        }
        let fault = |text: &str, expected| FenError::Field {
            text: text.to_owned(),
            expected,
        };
        let is_whites_turn = match fields.next() {
            None | Some("w") => true,
            Some("b") => false,
            Some(other) => return Err(fault(other, "the player to move, w or b")),
        };
        let castling = match fields.next() {
            None | Some("-") => "",
            Some(rights) if rights.chars().all(|right| "KQkq".contains(right)) => rights,
            Some(other) => return Err(fault(other, "the rights to castle, such as KQkq, Kq or -")),
        };
        let passing = match fields.next() {
            None | Some("-") => None,
            Some(square) => {
                let file = square.chars().next().and_then(|file| "abcdefgh".find(file));
                let file = file.filter(|_| matches!(square.get(1..), Some("3" | "6")));
                let expected =
                    "a square behind a pawn that may be taken in passing, such as e3, or -";
                Some(1 + file.ok_or_else(|| fault(square, expected))?)
            }
        };
        for clock in fields {
            if clock.parse::<u32>().is_err() {
                return Err(fault(clock, "a number of moves"));
            }
        }
        Ok(Self {
            ranks,
            is_whites_turn,
            castling: castling.to_owned(),
            passing,
        })
    }

    /// The position of these rules with this board.
    pub(crate) fn placed(&self, rules: &Rules, settings: &Settings) -> Result<Placed, FenError> {
        let names: Vec<String> = rules
            .parameters()
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        if ["start", "castling", "file"]
            .iter()
            .all(|name| names.iter().any(|known| known == name))
        {
            return Ok(self.by_parameters(rules, settings.clone()));
        }
        let instance = rules.instance(settings)?;
        if let Some(found) = self.found(&instance) {
            return Ok((settings.clone(), Some(found)));
        }
        // A board of another size may be one parameter away.
        let is_set = settings.parameters.iter().any(|(name, _)| name == "n");
        if rules.is_number("n") && !is_set {
            let sized = settings.clone().set("n", self.ranks.len());
            let found = self.found(&rules.instance(&sized)?);
            if found.is_some() {
                return Ok((sized, found));
            }
        }
        let start = instance.start_text();
        Err(FenError::NoPosition { start })
    }

    /// The board and the rights as parameters.
    fn by_parameters(&self, rules: &Rules, settings: Settings) -> Placed {
        let ranks: Vec<String> = self.ranks.iter().map(|rank| format!("{rank:?}")).collect();
        let settings = settings
            .set("start", format!("[{}]", ranks.join(", ")))
            .set("castling", &self.castling)
            .set("file", self.file_to_take().unwrap_or(0));
        let position = match (rules.players(), self.is_whites_turn) {
            (Some([_, black]), false) => Some(format!("turn={black}")),
            _ => None,
        };
        (settings, position)
    }

    /// The file of the pawn that may be taken in passing, if a pawn stands beside it: only then does it
    /// make another position.
    fn file_to_take(&self) -> Option<usize> {
        let file = self.passing?;
        // The rank where the pawn stands, from above, and a pawn of the other player.
        let (rank, pawn) = if self.is_whites_turn {
            (3, 'P')
        } else {
            (4, 'p')
        };
        let rank: Vec<char> = self.ranks.get(rank)?.chars().collect();
        let beside = [file.checked_sub(2), Some(file)];
        let takes = |place: Option<usize>| place.and_then(|place| rank.get(place)) == Some(&pawn);
        beside.into_iter().any(takes).then_some(file)
    }

    /// The position of these rules that shows the board, as the rules write it.
    fn found(&self, instance: &Instance) -> Option<String> {
        let game = Reference::new(instance);
        let mut variables = Vec::new();
        for word in instance.start_text().split_whitespace() {
            let (label, value) = word.split_once('=')?;
            variables.extend(self.slots(instance, label, value));
        }
        let mut tried = variables.iter().map(|slot| slot.values.len());
        let tried = tried.try_fold(1_usize, usize::checked_mul)?;
        if tried > MOST_TRIED {
            return None;
        }
        (0..tried).find_map(|mut choice| {
            let mut text = String::new();
            for Slot { before, values } in &variables {
                text.push_str(before);
                text.push_str(&values[choice % values.len()]);
                choice /= values.len();
            }
            let position = game.parse(&text).ok()?;
            self.is_shown(instance, position)
                .then(|| game.print(&position))
        })
    }

    /// What may stand in the places of a variable, given its value at the start.
    fn slots(&self, instance: &Instance, label: &str, value: &str) -> Vec<Slot> {
        let one = |value: String| {
            vec![Slot {
                before: format!(" {label}="),
                values: vec![value],
            }]
        };
        if label == "turn" {
            let players = instance.players().unwrap_or_default();
            return one(players[usize::from(!self.is_whites_turn)].clone());
        }
        if value.contains('/') {
            return one(self.ranks.join("/"));
        }
        if KINDS.contains(&value) {
            return vec![Slot {
                before: format!(" {label}="),
                values: KINDS.map(str::to_owned).to_vec(),
            }];
        }
        let list = value.trim_start_matches('[').trim_end_matches(']');
        let cells: Vec<&str> = list.split(';').collect();
        let is_cell = |cell: &&str| {
            let numbers: Option<Vec<u32>> =
                cell.split(',').map(|number| number.parse().ok()).collect();
            // Both spellings of a cell can be read, whichever the rules write.
            numbers.is_some_and(|numbers| numbers.len() == 2) || read_square(cell).is_some()
        };
        if !cells.iter().all(is_cell) {
            return one(value.to_owned());
        }
        let is_list = list != value;
        let last = cells.len() - 1;
        let mut slots: Vec<Slot> = (0..=last)
            .map(|place| Slot {
                before: match place {
                    0 if is_list => format!(" {label}=["),
                    0 => format!(" {label}="),
                    _ => ";".to_owned(),
                },
                values: self.occupied(),
            })
            .collect();
        if is_list {
            slots.push(Slot {
                before: "]".to_owned(),
                values: vec![String::new()],
            });
        }
        slots
    }

    /// The squares with men, as rules write cells.
    fn occupied(&self) -> Vec<String> {
        let mut cells = Vec::new();
        for (y, rank) in self.ranks.iter().rev().enumerate() {
            let men = rank.chars().enumerate().filter(|(_, man)| *man != '.');
            cells.extend(men.map(|(x, _)| format!("{x},{y}")));
        }
        cells
    }

    /// Whether the rules show this board in a position.
    fn is_shown(&self, instance: &Instance, position: U256) -> bool {
        let parts = instance.view(position);
        parts.iter().flat_map(|part| &part.pictures).any(|picture| {
            let Form::Grid(cells) = &picture.form else {
                return false;
            };
            let squares = self.ranks.iter().map(|rank| rank.chars().count());
            cells.len() == squares.sum::<usize>()
                && cells.iter().all(|cell| {
                    let row = usize::try_from(cell.y).ok();
                    let row = row.and_then(|y| self.ranks.len().checked_sub(y + 1));
                    let column = usize::try_from(cell.x).ok();
                    let rank = row.and_then(|row| self.ranks.get(row));
                    let man = rank.and_then(|rank| rank.chars().nth(column?));
                    man.is_some_and(|man| cell.mark == man.to_string())
                })
        })
    }
}

/// A place in the text of a position: what stands before it, and what may stand there.
struct Slot {
    before: String,
    values: Vec<String>,
}

/// The squares of a rank: a number stands for this number of empty squares.
fn rank(text: &str) -> String {
    let mut squares = String::new();
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits == 0 {
            squares.push(sign);
            rest = &rest[sign.len_utf8()..];
        } else {
            // No board of a game has more columns than this.
            let empty = rest[..digits].parse().unwrap_or(u8::MAX);
            squares.extend(std::iter::repeat_n('.', empty.into()));
            rest = &rest[digits..];
        }
    }
    squares
}
