//! Proves from a program that a map of positions is a symmetry of the game, in every state and not
//! only in those that somebody looked at.
//!
//! The program is finite. The map is a symmetry if for each player it takes the ground moves to
//! the ground moves of the player whose role he or she gets: for each move there is one that is
//! legal in the image under the same condition, that faults under the same condition, keeps the
//! turn and ends the game alike, gains as many points, and leads to the image of where the move
//! leads. It must also take
//! the results, in the order in which they are asked, to those of that player. Both sides are
//! expressions on one unknown position: what the image holds in a field is an expression too
//! ([`Forms`]), and moves are executed on such expressions. Equal normal forms are
//! equal values, so that what is proved holds for all states, and for all products of maps
//! that are proved.
//!
//! What a move writes and gains, and whether it keeps the turn or ends the game, is compared as it is where
//! the guard of the move holds ([`Forms::within`]). That suffices: the guards of a move and of its
//! image have equal normal forms themselves, so that in a state in which the two sides could differ
//! otherwise neither move is legal. What is evaluated under a condition is likewise compared as it is
//! where that condition holds, and the conditions are compared too.
//!
//! A map of which this cannot be shown need not be wrong: two different forms prove nothing.
//!
//! Cost: the program is evaluated twice for each map, once for all maps and once for each.

use std::collections::BTreeMap;

use zug_job::{Job, Why};
use zug_program::{Field, Halt, Layout, Meter, Relocation, Residual};

use super::form::{Form, Forms};
use super::view::{Played, PlayedMove, PlayedResult, Program, View};

/// Why a map could not be proved to be a symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Doubt {
    /// No move from the images is known to be the image of this one.
    Move {
        /// The place of the player who moves among the sides of the program.
        side: usize,
        /// The number of the move among this player's.
        number: usize,
    },
    /// The results of positions are not known to be those of their images.
    Results,
    /// The program is too large to be compared.
    TooLarge,
}

/// The most steps that the proof of one program takes: about half a second, and at most some hundred
/// megabytes. King and queen against king and rook, whose proof is the longest in the catalogue,
/// take 3.1 million.
const MOST_STEPS: u64 = 6_000_000;

/// The most bytes that the proof of one program takes.
const MOST_BYTES: usize = 256 << 20;

/// About how many bytes are noted for each node of a program.
const BYTES_OF_NODE: usize = 64;

/// Proves maps of one program.
#[derive(Debug)]
pub struct Proofs<'a> {
    program: Program<'a>,
    forms: Forms<'a>,
    /// What each side does in an unknown position.
    played: Vec<Played>,
}

/// All that must be alike in a move and its image.
type Likeness = (
    Form,
    Vec<(Form, Form)>,
    Form,
    Form,
    Option<Form>,
    Vec<(usize, Form)>,
);

impl<'a> Proofs<'a> {
    /// Makes what the proofs of all maps need of a program.
    ///
    /// # Errors
    ///
    /// The job was cancelled, or the memory that it allows was used up.
    pub fn new(residual: &'a Residual, job: &Job) -> Result<Self, Why> {
        let stuck_faults = residual.ground_moves().any(|(_, ground)| {
            let derived = ground.derived.iter().map(|(_, value)| *value);
            let mut asked = derived.chain([ground.guard]);
            asked.any(|id| residual.facts(id).faults)
        });
        // Most of the memory that is left is for the work.
        let room = usize::try_from(job.budget.left() / 16)
            .unwrap_or(MOST_BYTES)
            .min(MOST_BYTES);
        let forms = Forms::new(
            residual.layout(),
            residual.tables(),
            stuck_faults,
            Meter::new(job, MOST_STEPS),
            room.saturating_sub(residual.nodes().len() * BYTES_OF_NODE),
        );
        let mut proofs = Self {
            program: Program::new(residual),
            forms,
            played: Vec::new(),
        };
        let layout = residual.layout();
        let fields = (0..layout.fields.len()).map(|field| proofs.forms.field(field));
        let fields = fields.collect();
        let sides = 0..residual.sides.len();
        proofs.played = View::new(&proofs.program, &mut proofs.forms, fields).sides(sides);
        proofs.interrupted()?;
        Ok(proofs)
    }

    /// Why the job wants the work to end, if it does.
    fn interrupted(&self) -> Result<(), Why> {
        match self.forms.meter.check() {
            Err(Halt::Interrupted(why)) => Err(why),
            Ok(()) | Err(Halt::TooLong) => Ok(()),
        }
    }

    /// Proves that the map which moves the bits of positions like this is a symmetry of the game.
    ///
    /// # Errors
    ///
    /// The job was cancelled, or the memory that it allows was used up.
    pub fn prove(&mut self, map: &[Relocation]) -> Result<Result<(), Doubt>, Why> {
        let proved = self.compare(map);
        self.interrupted()?;
        Ok(match self.forms.meter.check() {
            Ok(()) => proved,
            Err(_) => Err(Doubt::TooLarge),
        })
    }

    fn compare(&mut self, map: &[Relocation]) -> Result<(), Doubt> {
        let layout = self.program.layout();
        let image = Image::new(layout, map, &mut self.forms);
        let counterparts: Vec<usize> = match (layout.turn, &self.played[..]) {
            (Some(turn), [_, _]) if swaps(layout.fields[turn], map) => vec![1, 0],
            _ => (0..self.played.len()).collect(),
        };
        let fields = image.fields.clone();
        let of_images =
            View::new(&self.program, &mut self.forms, fields).sides(counterparts.iter().copied());
        for (side, played) in self.played.clone().into_iter().enumerate() {
            if self.forms.meter.check().is_err() {
                return Err(Doubt::TooLarge);
            }
            let of_image = &of_images[side];
            let counterpart = counterparts[side];
            if self.merged(&played.results) != self.merged(&of_image.results) {
                return Err(Doubt::Results);
            }
            // From each likeness of a move to the number of such a move.
            let mut here: BTreeMap<Likeness, usize> = BTreeMap::new();
            for ground in &played.moves {
                let written = image.of(&ground.written, &mut self.forms);
                here.insert(image.likeness(ground, written), ground.number);
            }
            let mut there: BTreeMap<Likeness, usize> = BTreeMap::new();
            for ground in &of_image.moves {
                let written = ground.written.iter().map(|(field, form)| (*field, *form));
                there.insert(image.likeness(ground, written.collect()), ground.number);
            }
            for (side, moves, others) in [(side, &here, &there), (counterpart, &there, &here)] {
                let alone = moves
                    .iter()
                    .find(|(likeness, _)| !others.contains_key(*likeness));
                if let Some((_, &number)) = alone {
                    return Err(Doubt::Move { side, number });
                }
            }
        }
        Ok(())
    }

    /// The results with neighbours that say the same put together.
    fn merged(&mut self, results: &[PlayedResult]) -> Vec<PlayedResult> {
        let mut merged: Vec<PlayedResult> = Vec::new();
        for result in results {
            match merged.last_mut() {
                Some(last) if (last.outcome, last.score) == (result.outcome, result.score) => {
                    last.condition = self.forms.any(&[last.condition, result.condition]);
                }
                _ => merged.push(result.clone()),
            }
        }
        merged
    }
}

/// Whether a map exchanges the players, where `turn` is the field of the player to move.
fn swaps(turn: Field, map: &[Relocation]) -> bool {
    map.iter()
        .any(|moved| (moved.shift, moved.bits) == (turn.shift, turn.bits) && moved.images.is_some())
}

/// What the image of a position holds.
#[derive(Debug)]
struct Image {
    /// For each field of the image what it holds, as an expression on the position.
    fields: Vec<Form>,
    /// For each field of the image the fields of the position on which it depends.
    sources: Vec<Vec<usize>>,
}

impl Image {
    fn new(layout: &Layout, map: &[Relocation], forms: &mut Forms<'_>) -> Self {
        let fields = 0..layout.fields.len();
        let mut image = Self {
            fields: fields.clone().map(|field| forms.field(field)).collect(),
            sources: fields.clone().map(|field| vec![field]).collect(),
        };
        let within = |shift: u32, bits: u32| {
            let fields = layout.fields.iter().enumerate();
            fields.filter(move |(_, of)| {
                of.bits > 0 && of.shift >= shift && of.shift + of.bits <= shift + bits
            })
        };
        for moved in map {
            let sources: Vec<(usize, Field)> = within(moved.shift, moved.bits)
                .map(|(field, of)| (field, *of))
                .collect();
            for (target, of) in within(moved.to, moved.bits) {
                let offset = of.shift - moved.to;
                let source = sources.iter().find(|(_, source)| {
                    (source.shift - moved.shift, source.bits) == (offset, of.bits)
                });
                let content = |raw: u64| (raw >> offset & (u64::MAX >> (64 - of.bits))) as i64;
                (image.fields[target], image.sources[target]) = match (&moved.images, source) {
                    (None, Some((source, _))) => (forms.field(*source), vec![*source]),
                    (Some(images), _) => {
                        let fields: Vec<usize> = sources.iter().map(|(field, _)| *field).collect();
                        let values: Vec<Form> =
                            fields.iter().map(|field| forms.field(*field)).collect();
                        let form = forms.by_cases(&fields, &values, |forms, picked| {
                            let raw = picked.iter().zip(&sources).map(|(form, (_, source))| {
                                let value = forms.value(*form).unwrap_or_default();
                                ((value - source.scalar.lo) as u64) << (source.shift - moved.shift)
                            });
                            let raw: u64 = raw.sum();
                            forms.int(of.scalar.lo + content(images[raw as usize]))
                        });
                        (form, fields)
                    }
                    (None, None) => (forms.unknown(), Vec::new()),
                };
            }
        }
        image
    }

    /// What the fields hold in the image of the position in which `written` holds, for the fields
    /// that then do not hold what they hold in the image of the position before.
    fn of(&self, written: &BTreeMap<usize, Form>, forms: &mut Forms<'_>) -> Vec<(usize, Form)> {
        let mut images = Vec::new();
        for (target, (before, sources)) in self.fields.iter().zip(&self.sources).enumerate() {
            if sources.iter().any(|source| written.contains_key(source)) {
                images.push((target, forms.put(*before, written)));
            }
        }
        images
    }

    /// What must be alike in a move and its image, of which `written` are the fields that are
    /// written in the image.
    fn likeness(&self, ground: &PlayedMove, written: Vec<(usize, Form)>) -> Likeness {
        let is_new = |(field, form): &(usize, Form)| self.fields[*field] != *form;
        let written = written.into_iter().filter(is_new).collect();
        (
            ground.guard,
            ground.asked.clone(),
            ground.again,
            ground.end,
            ground.gain,
            written,
        )
    }
}
