//! Who wins a sum of parts, without the value of the whole: small parts become values, large parts are played.
//!
//! Theorem: whoever wins a sum, wins it too when a part is replaced by one of the same value, and when a part and
//! its negative go away (J. H. Conway, *On Numbers and Games*, 1976). So a state of the search is one canonical
//! form, the sum of all small parts, beside the large parts. Left is to move in each state: where it is Right, all
//! is turned into its negative. Whoever wins beside some rest, wins beside a better one: so one state that was
//! searched answers for others.
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
const SMALL: usize = 16;

/// The largest number of other parts whose values are worked out for the value of one.
const EFFORT: usize = 10_000;

/// Decides who wins sums of positions of one game or several. What is found for one sum serves the next.
///
/// ```
/// use zug_game::Player;
/// use zug_partizan::{Arena, Form};
/// use zug_solve::Job;
/// use zug_solve::partizan::SumSearch;
/// use zug_solve::shrinking::{MoveSet, ShrinkingGame, ShrinkingParts};
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
    /// The outcomes of states, by their large parts.
    known: FxHashMap<Box<[PlayedPart]>, Vec<Known>>,
    /// The number of states that were searched.
    searched: usize,
    charge: Charge,
    /// The bytes of what the games noted that are charged.
    noted: u64,
    job: Job,
}

/// A sum in which Left is to move.
#[derive(Clone, Debug)]
struct State {
    /// The sum of all small parts.
    rest: Form,
    /// The large parts, sorted.
    parts: Box<[PlayedPart]>,
}

/// The outcome of a state, which decides others with the same large parts: where Left wins, Left wins beside a larger
/// rest too, and where Left loses, beside a smaller one too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known {
    rest: Form,
    /// Whether Left wins; `None` while the state is being searched.
    wins: Option<bool>,
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
            searched: 0,
            charge: job.budget.open(),
            noted: 0,
            job: job.clone(),
        }
    }

    /// The number of states that were searched.
    #[must_use]
    pub fn states(&self) -> usize {
        self.searched
    }

    /// Adds a game with some of its positions, each given as the parts that it falls into. Returns the same parts in
    /// the form in which [`SumSearch::wins`] takes them.
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
            met: Vec::new(),
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
        let state = self.state_for(mover, parts, rest, arena)?;
        let mut stack = Vec::new();
        let found = self.search(state, &mut stack, arena);
        for frame in stack {
            self.forget(&frame.state);
        }
        found
    }

    /// As [`SumSearch::wins`], if that is known already: nothing is searched.
    ///
    /// # Errors
    ///
    /// As [`SumSearch::wins`].
    pub fn known_to_win(
        &mut self,
        parts: &[PlayedPart],
        rest: Form,
        mover: Player,
        arena: &mut Arena,
    ) -> Result<Option<bool>, NoValue> {
        let state = self.state_for(mover, parts, rest, arena)?;
        self.known(&state, arena)
    }

    /// A sum as a state in which the player to move is Left.
    fn state_for(
        &mut self,
        mover: Player,
        parts: &[PlayedPart],
        rest: Form,
        arena: &mut Arena,
    ) -> Result<State, NoValue> {
        let state = self.state(parts.to_vec(), rest, arena)?;
        match mover {
            Player::First => Ok(state),
            Player::Second => negated(state, arena),
        }
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
                self.learn(&frame.state, wins, arena)?;
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
        let reached = Progress::at(Phase::Searching, self.searched as u64);
        self.job.go_on(|| reached)?;
        let after = self.after(&state, arena)?;
        // A hash table has up to twice the room that it needs.
        let entry = size_of::<(Box<[PlayedPart]>, Vec<Known>)>()
            + size_of::<Known>()
            + size_of_val(&*state.parts);
        let noted = self.games.iter().map(|game| game.bytes()).sum::<u64>();
        let bytes = 2 * entry as u64 + (noted - self.noted);
        self.noted = noted;
        let refused = |refusal| Stopped::out_of_memory(refusal, reached);
        self.charge.grow(bytes).map_err(refused)?;
        self.searched += 1;
        let (rest, wins) = (state.rest, None);
        let known = self.known.entry(state.parts.clone()).or_default();
        known.push(Known { rest, wins });
        stack.push(Frame { state, after });
        Ok(None)
    }

    /// Whether Left wins a state, if that is known.
    fn known(&self, state: &State, arena: &mut Arena) -> Result<Option<bool>, NoValue> {
        if state.parts.is_empty() {
            return Ok(Some(!arena.is_at_most(state.rest, Form::ZERO)?));
        }
        for known in self.known.get(&state.parts).into_iter().flatten() {
            let follows = match known.wins {
                None if known.rest == state.rest => return Err(NoValue::Cyclic),
                None => false,
                Some(true) => arena.is_at_most(known.rest, state.rest)?,
                Some(false) => arena.is_at_most(state.rest, known.rest)?,
            };
            if follows {
                return Ok(known.wins);
            }
        }
        Ok(None)
    }

    /// Notes whether Left wins a state that was searched. Notes of states that are decided by this one go.
    fn learn(&mut self, state: &State, wins: bool, arena: &mut Arena) -> Result<(), NoValue> {
        self.forget(state);
        let known = self.known.entry(state.parts.clone()).or_default();
        let mut kept = Vec::with_capacity(known.len() + 1);
        for before in known.iter() {
            let follows = before.wins == Some(wins)
                && if wins {
                    arena.is_at_most(state.rest, before.rest)?
                } else {
                    arena.is_at_most(before.rest, state.rest)?
                };
            if !follows {
                kept.push(*before);
            }
        }
        let (rest, wins) = (state.rest, Some(wins));
        kept.push(Known { rest, wins });
        *known = kept;
        Ok(())
    }

    /// Drops the note that a state is being searched.
    fn forget(&mut self, state: &State) {
        if let Some(known) = self.known.get_mut(&state.parts) {
            known.retain(|known| known.rest != state.rest || known.wins.is_some());
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
            for turn in self.turns(*part)? {
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
        Ok(hopeful.into_iter().map(|(_, state)| state).collect())
    }

    /// How hopeful a state is for the player who moved there: the turns that this player has more than the
    /// opponent, who is Left now; then fewer turns, as they are soon searched.
    fn hope(&mut self, state: &State, arena: &mut Arena) -> Result<(isize, isize), NoValue> {
        let (mut more, mut all) = (0, 0);
        for part in &state.parts {
            if let Size::Large(left, right) = self.size(*part, arena)? {
                more += right as isize - left as isize;
                all += (left + right) as isize;
            }
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
            } else {
                match self.size(part, arena)? {
                    Size::Small(value) => rest = arena.add(rest, value)?,
                    Size::Large(..) => large.push(part),
                }
            }
        }
        Ok(State {
            rest,
            parts: large.into(),
        })
    }

    fn size(&mut self, part: PlayedPart, arena: &mut Arena) -> Result<Size, NoValue> {
        self.games[part.game as usize].size(part.worth, arena)
    }

    /// What Left's turns leave of a part.
    fn turns(&mut self, part: PlayedPart) -> Result<Vec<Vec<PlayedPart>>, NoValue> {
        let turns = self.games[part.game as usize]
            .turns(part.worth)?
            .into_iter();
        let played = |worth| PlayedPart { worth, ..part };
        Ok(turns
            .map(|turn| turn.into_iter().map(played).collect())
            .collect())
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
    /// How large a part is.
    fn size(&mut self, of: Worth, arena: &mut Arena) -> Result<Size, NoValue>;

    /// What Left's turns leave of a part or, if it is a negative, the negatives of what Right's turns leave.
    fn turns(&mut self, of: Worth) -> Result<Vec<Vec<Worth>>, NoValue>;

    /// The bytes of what it noted, beside values.
    fn bytes(&self) -> u64;
}

/// How large a part is.
#[derive(Clone, Copy)]
enum Size {
    /// So small that it is valued.
    Small(Form),
    /// It is played, with these numbers of turns of Left and of Right.
    Large(usize, usize),
}

struct OneGame<G: InParts> {
    values: PartizanValues<G>,
    /// By place, the parts that were met in play.
    met: Vec<Option<Met<G::Part>>>,
}

/// A part that was met in play.
#[derive(Clone, Copy)]
struct Met<P> {
    part: P,
    /// Whether it is the negative of what its place stands for.
    is_negative: bool,
    /// The size of what its place stands for, once it was asked for.
    size: Option<Size>,
}

impl<G: InParts> OneGame<G>
where
    NoValue: From<G::Refusal>,
{
    /// What a part is worth. Its place is that of a part that was met from now on.
    fn place(&mut self, part: G::Part) -> Result<Worth, NoValue> {
        let worth = self.values.worth(&part)?;
        let place = worth.place as usize;
        if self.met.len() <= place {
            self.met.resize(place + 1, None);
        }
        self.met[place].get_or_insert(Met {
            part,
            is_negative: worth.is_negative,
            size: None,
        });
        Ok(worth)
    }

    fn met(&self, place: u32) -> Met<G::Part> {
        self.met[place as usize].expect("a part has its place before it is played")
    }

    /// The size of what a place stands for.
    fn size_of_place(&mut self, place: u32, arena: &mut Arena) -> Result<Size, NoValue> {
        let met = self.met(place);
        if let Some(size) = met.size {
            return Ok(size);
        }
        let is_negative = met.is_negative;
        let of = Worth { place, is_negative };
        let turns = self.values.turns(&met.part)?;
        let [left, right] = [turns[0].len(), turns[1].len()];
        let small = if left + right <= SMALL {
            self.values.small_value(of, met.part, EFFORT, arena)?
        } else {
            None
        };
        let size = match small {
            Some(value) => Size::Small(signed(value, of, arena)?),
            None if is_negative => Size::Large(right, left),
            None => Size::Large(left, right),
        };
        self.met[place as usize] = Some(Met {
            size: Some(size),
            ..met
        });
        Ok(size)
    }
}

impl<G: InParts> Played for OneGame<G>
where
    NoValue: From<G::Refusal>,
{
    fn size(&mut self, of: Worth, arena: &mut Arena) -> Result<Size, NoValue> {
        Ok(match self.size_of_place(of.place, arena)? {
            Size::Small(value) => Size::Small(signed(value, of, arena)?),
            Size::Large(left, right) if of.is_negative => Size::Large(right, left),
            large @ Size::Large(..) => large,
        })
    }

    fn turns(&mut self, of: Worth) -> Result<Vec<Vec<Worth>>, NoValue> {
        let met = self.met(of.place);
        let is_turned = of.is_negative != met.is_negative;
        let [left, right] = self.values.turns(&met.part)?;
        let turns = if is_turned { right } else { left };
        let mut placed = Vec::with_capacity(turns.len());
        for turn in turns {
            let worths = turn.into_iter().map(|part| {
                let worth = self.place(part)?;
                Ok(if is_turned { worth.negated() } else { worth })
            });
            placed.push(worths.collect::<Result<_, NoValue>>()?);
        }
        Ok(placed)
    }

    fn bytes(&self) -> u64 {
        (self.met.capacity() * size_of::<Option<Met<G::Part>>>()) as u64
    }
}

impl std::fmt::Debug for SumSearch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SumSearch")
            .field("games", &self.games.len())
            .field("states", &self.searched)
            .field("bytes", &self.charge.bytes())
            .finish_non_exhaustive()
    }
}
