//! Who wins a sum of parts, without the value of the whole: small parts become values, large parts are played.
//!
//! Theorem: whoever wins a sum, wins it too when a part is replaced by one of the same value, and when a part and
//! its negative go away (J. H. Conway, *On Numbers and Games*, 1976). So a state of the search is one canonical
//! form, the sum of all small parts, beside the large parts. Left is to move in each state: where it is Right, all
//! is turned into its negative.
//!
//! Cost: an entry for each state that is searched, and the canonical forms of small parts. When not to use it: for
//! the value itself, or for a board whose parts are all small, [`PartizanValues`] has less to do.

use rustc_hash::FxHashMap;
use zug_game::{InParts, Player};
use zug_job::{Charge, Job, Phase, Progress, Stopped};
use zug_partizan::{Arena, Form, Side};

use super::no_value::NoValue;
use super::values::{PartizanValues, Worth, signed};

/// A part of a game that was added to a [`SumSearch`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayedPart {
    game: u32,
    worth: Worth,
}

/// The largest number of turns of both players together in a part that is valued. Larger parts are played.
const SMALL: usize = 12;

/// The largest number of other parts whose values are worked out for the value of one.
const EFFORT: usize = 10_000;

/// Decides who wins sums of positions of one game or several. What is found for one sum serves the next.
///
/// ```
/// use zug_game::Player;
/// use zug_partizan::{Arena, Form};
/// use zug_solve::Job;
/// use zug_solve::partizan::{ShrinkingParts, SumSearch};
/// use zug_solve::shrinking::{MoveSet, ShrinkingGame};
///
/// // Dominoes on three cells in a corner are worth *: whoever moves wins.
/// let both: MoveSet = (0..2).collect();
/// let game = ShrinkingGame::new(vec![both, both]).expect("each move takes itself");
/// let corner = ShrinkingParts::new(game, 1);
/// let parts = corner.parts(both);
/// let (mut search, mut arena) = (SumSearch::new(&Job::default()), Arena::default());
/// let corner = search.add(corner, vec![parts])?.concat();
/// assert!(search.wins(&corner, Form::ZERO, Player::Second, &mut arena)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SumSearch<'g> {
    games: Vec<Box<dyn Played + 'g>>,
    known: FxHashMap<State, Known>,
    charge: Charge,
    /// The bytes of what the games noted that are charged.
    noted: u64,
    job: Job,
}

/// A sum in which Left is to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    /// The sum of all small parts.
    rest: Form,
    /// The large parts, sorted.
    parts: Box<[PlayedPart]>,
}

/// What is known of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// It is being searched.
    Open,
    /// Whether Left wins.
    Wins(bool),
}

/// A state that is being searched, with what Left can move to: the last is searched next.
struct Frame {
    state: State,
    after: Vec<State>,
}

impl<'g> SumSearch<'g> {
    /// Nothing is known at first.
    #[must_use]
    pub fn new(job: &Job) -> Self {
        Self {
            games: Vec::new(),
            known: FxHashMap::default(),
            charge: job.budget.open(),
            noted: 0,
            job: job.clone(),
        }
    }

    /// The number of states that were searched.
    #[must_use]
    pub fn states(&self) -> usize {
        self.known.len()
    }

    /// Adds a game with some of its positions, each as the parts that it falls into. Returns these parts.
    ///
    /// # Errors
    ///
    /// The memory does not suffice.
    pub fn add<G: InParts + 'g>(
        &mut self,
        game: G,
        positions: Vec<Vec<G::Part>>,
    ) -> Result<Vec<Vec<PlayedPart>>, NoValue>
    where
        NoValue: From<G::Refusal>,
        G::Part: 'g,
        G::Key: 'g,
    {
        let number = self.games.len() as u32;
        let mut game = OneGame {
            values: PartizanValues::new(game, &self.job),
            parts: Vec::new(),
            looked_at: FxHashMap::default(),
            bytes: 0,
        };
        let mut played = |part: G::Part| {
            let worth = game.place(part)?;
            Ok(PlayedPart {
                game: number,
                worth,
            })
        };
        let positions = positions.into_iter();
        let positions = positions.map(|parts| parts.into_iter().map(&mut played).collect());
        let positions = positions.collect::<Result<_, NoValue>>()?;
        self.games.push(Box::new(game));
        Ok(positions)
    }

    /// Whether the player to move wins the sum of these parts and a value. First is Left.
    ///
    /// # Errors
    ///
    /// The rules break, or end the game otherwise than by a player without a move; play can go round in a
    /// circle; a value is too large; the memory does not suffice, or the caller cancelled.
    pub fn wins(
        &mut self,
        parts: &[PlayedPart],
        rest: Form,
        mover: Player,
        arena: &mut Arena,
    ) -> Result<bool, NoValue> {
        let mut state = self.state(parts.to_vec(), rest, arena)?;
        if mover == Player::Second {
            state = negated(state, arena)?;
        }
        let mut stack = Vec::new();
        let found = self.search(state, &mut stack, arena);
        for frame in stack {
            self.known.remove(&frame.state);
        }
        found
    }

    /// Whether Left, who is to move, wins a state. The stack is empty at first; after an error it has the states
    /// that were being searched.
    fn search(
        &mut self,
        state: State,
        stack: &mut Vec<Frame>,
        arena: &mut Arena,
    ) -> Result<bool, NoValue> {
        // Whether Left wins the state that was looked at last; `None` if it is the top of the stack.
        let mut found = self.look_at(state, stack, arena)?;
        loop {
            let Some(top) = stack.last_mut() else {
                return Ok(found.expect("a state that is not known is on the stack"));
            };
            // The states behind a turn are those of the opponent, who is Left there.
            let wins = found == Some(false);
            if !wins && let Some(next) = top.after.pop() {
                found = self.look_at(next, stack, arena)?;
            } else if let Some(frame) = stack.pop() {
                self.known.insert(frame.state, Known::Wins(wins));
                found = Some(wins);
            }
        }
    }

    /// Whether Left wins a state, if that is known. Otherwise the state is put on the stack.
    fn look_at(
        &mut self,
        state: State,
        stack: &mut Vec<Frame>,
        arena: &mut Arena,
    ) -> Result<Option<bool>, NoValue> {
        let known = self.known(&state, arena)?;
        if known.is_some() {
            return Ok(known);
        }
        let reached = Progress::at(Phase::Searching, self.known.len() as u64);
        self.job.go_on(|| reached)?;
        let after = self.after(&state, arena)?;
        // A hash table has up to twice the room that it needs.
        let entry = size_of::<(State, Known)>() + size_of_val(&*state.parts);
        let noted = self.games.iter().map(|game| game.bytes()).sum::<u64>();
        let bytes = 2 * entry as u64 + (noted - self.noted);
        self.noted = noted;
        let refused = |refusal| Stopped::out_of_memory(refusal, reached);
        self.charge.grow(bytes).map_err(refused)?;
        self.known.insert(state.clone(), Known::Open);
        stack.push(Frame { state, after });
        Ok(None)
    }

    /// Whether Left wins a state, if that is known.
    fn known(&self, state: &State, arena: &mut Arena) -> Result<Option<bool>, NoValue> {
        if state.parts.is_empty() {
            return Ok(Some(!arena.is_at_most(state.rest, Form::ZERO)?));
        }
        match self.known.get(state) {
            None => Ok(None),
            Some(Known::Wins(wins)) => Ok(Some(*wins)),
            Some(Known::Open) => Err(NoValue::Cyclic),
        }
    }

    /// The states behind Left's turns, the most hopeful last. One alone where the opponent is known to lose it;
    /// none that the opponent is known to win.
    fn after(&mut self, state: &State, arena: &mut Arena) -> Result<Vec<State>, NoValue> {
        let mut after = Vec::new();
        for option in arena.options(state.rest, Side::Left)? {
            after.push((state.parts.to_vec(), option));
        }
        for (place, part) in state.parts.iter().enumerate() {
            if place > 0 && state.parts[place - 1] == *part {
                continue; // it has the turns of the part before it
            }
            let mut others = state.parts.to_vec();
            others.remove(place);
            for turn in self.turns(*part, Side::Left, arena)? {
                let mut parts = others.clone();
                parts.extend(turn);
                after.push((parts, state.rest));
            }
        }
        let mut hopeful = Vec::with_capacity(after.len());
        for (parts, rest) in after {
            let behind = self.state(parts, rest, arena)?;
            let behind = negated(behind, arena)?;
            match self.known(&behind, arena)? {
                Some(false) => return Ok(vec![behind]),
                Some(true) => {}
                None => hopeful.push((self.hope(&behind, arena)?, behind)),
            }
        }
        hopeful.sort_by_key(|(hope, _)| *hope);
        hopeful.dedup_by(|one, other| one.1 == other.1);
        Ok(hopeful.into_iter().map(|(_, state)| state).collect())
    }

    /// How hopeful a state is for the player who moved there: the turns that this player has more than the
    /// opponent, who is Left now; then fewer turns, as they are soon searched.
    fn hope(&mut self, state: &State, arena: &mut Arena) -> Result<(isize, isize), NoValue> {
        let (mut more, mut all) = (0, 0);
        for part in &state.parts {
            let [own, others] = [Side::Right, Side::Left].map(|side| {
                let turns = self.turns(*part, side, arena);
                turns.map(|turns| turns.len() as isize)
            });
            let (own, others) = (own?, others?);
            more += own - others;
            all += own + others;
        }
        Ok((more, -all))
    }

    /// The sum of parts and a value as a state: small parts are added to the value, and parts and their negatives
    /// go away.
    fn state(
        &mut self,
        mut parts: Vec<PlayedPart>,
        mut rest: Form,
        arena: &mut Arena,
    ) -> Result<State, NoValue> {
        let mut large = Vec::with_capacity(parts.len());
        parts.sort_unstable();
        for part in parts {
            let negative = PlayedPart {
                worth: part.worth.negated(),
                ..part
            };
            if large.last() == Some(&negative) {
                large.pop();
            } else if let Some(value) = self.games[part.game as usize].value(part.worth, arena)? {
                rest = arena.add(rest, value)?;
            } else {
                large.push(part);
            }
        }
        Ok(State {
            rest,
            parts: large.into(),
        })
    }

    /// What a player's turns leave of a large part.
    fn turns(
        &mut self,
        part: PlayedPart,
        side: Side,
        arena: &mut Arena,
    ) -> Result<Vec<Vec<PlayedPart>>, NoValue> {
        let turns = self.games[part.game as usize].turns(part.worth, side, arena)?;
        let played = |worth: &Worth| PlayedPart {
            worth: Worth {
                is_negative: worth.is_negative != part.worth.is_negative,
                ..*worth
            },
            ..part
        };
        let turns = turns.iter().map(|turn| turn.iter().map(played).collect());
        Ok(turns.collect())
    }
}

/// The state in which Left has the place of Right.
fn negated(state: State, arena: &mut Arena) -> Result<State, NoValue> {
    let mut parts = state.parts;
    for part in &mut parts {
        part.worth = part.worth.negated();
    }
    parts.sort_unstable();
    Ok(State {
        rest: arena.negate(state.rest)?,
        parts,
    })
}

/// A game of which some parts are played.
trait Played {
    /// The value of a part, if it is small.
    fn value(&mut self, of: Worth, arena: &mut Arena) -> Result<Option<Form>, NoValue>;

    /// What a player's turns leave of a part or, if the part is a negative, the negatives of that.
    fn turns(&mut self, of: Worth, side: Side, arena: &mut Arena)
    -> Result<&[Vec<Worth>], NoValue>;

    /// The bytes of what it noted, beside values.
    fn bytes(&self) -> u64;
}

struct OneGame<G: InParts> {
    values: PartizanValues<G>,
    /// By place, a part and whether it is the negative.
    parts: Vec<Option<(G::Part, bool)>>,
    looked_at: FxHashMap<u32, Part>,
    bytes: u64,
}

/// A part that was looked at.
enum Part {
    Small(Form),
    /// What the turns of Left leave of it, and those of Right.
    Large([Vec<Vec<Worth>>; 2]),
}

impl<G: InParts> OneGame<G>
where
    NoValue: From<G::Refusal>,
{
    fn place(&mut self, part: G::Part) -> Result<Worth, NoValue> {
        let worth = self.values.worth(&part)?;
        let place = worth.place as usize;
        if self.parts.len() <= place {
            self.parts.resize(place + 1, None);
        }
        self.parts[place].get_or_insert((part, worth.is_negative));
        Ok(worth)
    }

    /// Counts the bytes of a part that was looked at.
    fn note(&mut self, part: &Part) {
        // A hash table and a vector have up to twice the room that they need.
        let mut bytes = 2 * size_of::<(u32, Part)>() + 2 * size_of::<Option<(G::Part, bool)>>();
        if let Part::Large(turns) = part {
            for turn in turns.iter().flatten() {
                bytes += size_of::<Vec<Worth>>() + size_of_val(&**turn);
            }
        }
        self.bytes += bytes as u64;
    }

    fn look_at(&mut self, place: u32, arena: &mut Arena) -> Result<&Part, NoValue> {
        if !self.looked_at.contains_key(&place) {
            let (part, is_negative) =
                self.parts[place as usize].expect("a part has its place before it is played");
            let mut turns = self.values.turns(&part)?;
            let mut found = None;
            if turns.iter().flatten().count() <= SMALL {
                let worth = Worth { place, is_negative };
                found = self.values.small_value(worth, part, EFFORT, arena)?;
            }
            let part = match found {
                Some(value) => Part::Small(signed(value, Worth { place, is_negative }, arena)?),
                None => {
                    if is_negative {
                        turns.swap(0, 1);
                    }
                    let mut placed = [Vec::new(), Vec::new()];
                    for (placed, turns) in placed.iter_mut().zip(turns) {
                        for turn in turns {
                            let worths = turn.into_iter().map(|part| {
                                let worth = self.place(part)?;
                                Ok(if is_negative { worth.negated() } else { worth })
                            });
                            placed.push(worths.collect::<Result<_, NoValue>>()?);
                        }
                    }
                    Part::Large(placed)
                }
            };
            self.note(&part);
            self.looked_at.insert(place, part);
        }
        Ok(&self.looked_at[&place])
    }
}

impl<G: InParts> Played for OneGame<G>
where
    NoValue: From<G::Refusal>,
{
    fn value(&mut self, of: Worth, arena: &mut Arena) -> Result<Option<Form>, NoValue> {
        match self.look_at(of.place, arena)? {
            Part::Small(value) => {
                let value = *value;
                signed(value, of, arena).map(Some)
            }
            Part::Large(_) => Ok(None),
        }
    }

    fn turns(
        &mut self,
        of: Worth,
        side: Side,
        arena: &mut Arena,
    ) -> Result<&[Vec<Worth>], NoValue> {
        match self.look_at(of.place, arena)? {
            Part::Small(_) => Ok(&[]),
            Part::Large(turns) => {
                let is_left = (side == Side::Left) != of.is_negative;
                Ok(&turns[usize::from(!is_left)])
            }
        }
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl std::fmt::Debug for SumSearch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SumSearch")
            .field("games", &self.games.len())
            .field("states", &self.known.len())
            .field("bytes", &self.charge.bytes())
            .finish_non_exhaustive()
    }
}
