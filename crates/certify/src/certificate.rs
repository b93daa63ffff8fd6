//! Plays every move of every position once, and compares the values with the claim.

use std::fmt;

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;
use zug_game::{Game, Step};
use zug_values::{Outcome, Plies, Value};

use crate::flaw::Flaw;
use crate::judge::judge_value;

/// What was checked and found true. Only a check makes one, or the numbers that a check has kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Certificate {
    /// The number of positions that were checked.
    pub positions: u64,
    /// The number of moves that were played in these positions.
    pub moves: u64,
    /// The number of positions that the mover wins.
    pub wins: u64,
    /// The number of positions that the mover loses.
    pub losses: u64,
    /// The number of positions that neither player wins.
    pub draws: u64,
    /// The number of positions in which the game is over.
    pub finished: u64,
    /// The longest win; `None` if there is no win.
    pub longest_win: Option<Plies>,
    /// The longest loss; `None` if there is no loss.
    pub longest_loss: Option<Plies>,
    /// The number of positions whose nimber was checked.
    pub nimbers: u64,
    /// The number of positions that the judge played, by the rules as they are written.
    pub judged: u64,
    /// The number of entries of the claim, each of which stands for at least one position.
    pub entries: u64,
    /// The number of moves that were played in the first position of each entry.
    pub entry_moves: u64,
}

impl Certificate {
    /// The certificate of a check that has not looked at any position yet.
    pub const OF_NOTHING: Self = Self {
        positions: 0,
        moves: 0,
        wins: 0,
        losses: 0,
        draws: 0,
        finished: 0,
        longest_win: None,
        longest_loss: None,
        nimbers: 0,
        judged: 0,
        entries: 0,
        entry_moves: 0,
    };

    /// The counts as numbers, in which the parts of a check are kept until all are done.
    #[must_use]
    pub fn to_numbers(&self) -> [u64; 12] {
        let longest = |plies: Option<Plies>| plies.map_or(0, |plies| u64::from(plies.0) + 1);
        [
            self.positions,
            self.moves,
            self.wins,
            self.losses,
            self.draws,
            self.finished,
            longest(self.longest_win),
            longest(self.longest_loss),
            self.nimbers,
            self.judged,
            self.entries,
            self.entry_moves,
        ]
    }

    /// The certificate with these counts, which [`Certificate::to_numbers`] returned for a certificate.
    #[must_use]
    pub fn of_numbers(numbers: [u64; 12]) -> Self {
        let longest = |number: u64| Some(Plies(number.checked_sub(1)? as u32));
        Self {
            positions: numbers[0],
            moves: numbers[1],
            wins: numbers[2],
            losses: numbers[3],
            draws: numbers[4],
            finished: numbers[5],
            longest_win: longest(numbers[6]),
            longest_loss: longest(numbers[7]),
            nimbers: numbers[8],
            judged: numbers[9],
            entries: numbers[10],
            entry_moves: numbers[11],
        }
    }

    /// Whether the judge played every position.
    #[must_use]
    pub fn is_all_judged(&self) -> bool {
        self.judged == self.positions
    }

    /// Counts a position of this value, in which the game is over with an outcome, or goes on.
    pub(crate) fn count(&mut self, value: Value, over: Option<Outcome>) {
        self.positions += 1;
        self.finished += u64::from(over.is_some());
        match value {
            Value::Win(plies) => {
                self.wins += 1;
                self.longest_win = self.longest_win.max(Some(plies));
            }
            Value::Loss(plies) => {
                self.losses += 1;
                self.longest_loss = self.longest_loss.max(Some(plies));
            }
            // A solution is checked as its solver left it.
            Value::Draw | Value::EndlessWin | Value::EndlessLoss => self.draws += 1,
        }
    }

    /// Adds the counts of another certificate, of other positions of the same claim.
    pub fn add(&mut self, other: &Self) {
        self.positions += other.positions;
        self.moves += other.moves;
        self.wins += other.wins;
        self.losses += other.losses;
        self.draws += other.draws;
        self.finished += other.finished;
        self.longest_win = self.longest_win.max(other.longest_win);
        self.longest_loss = self.longest_loss.max(other.longest_loss);
        self.nimbers += other.nimbers;
        self.judged += other.judged;
        self.entries += other.entries;
        self.entry_moves += other.entry_moves;
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} positions and {} moves checked",
            self.positions, self.moves
        )?;
        if self.is_all_judged() {
            f.write_str(", all by the rules as written")?;
        } else {
            write!(
                f,
                "; {} of the positions, chosen at random, by the rules as written",
                self.judged
            )?;
        }
        write!(
            f,
            ": {} wins, {} losses, {} draws",
            self.wins, self.losses, self.draws
        )
    }
}

/// Checks a claim about the positions listed.
///
/// A position that is listed twice counts once. A value that `claim` gives to a position
/// that is not listed is not believed.
///
/// # Errors
///
/// A [`Flaw`]; if there are several, any of them.
pub fn certify<G: Game>(
    game: &G,
    roots: &[G::Position],
    positions: impl IntoIterator<Item = G::Position>,
    claim: impl Fn(&G::Position) -> Option<Value>,
) -> Result<Certificate, Flaw<G::Position>> {
    let listed: HashSet<G::Position, FxBuildHasher> = positions.into_iter().collect();
    let believed =
        |position: &G::Position| listed.contains(position).then(|| claim(position)).flatten();
    certify_table(game, roots, listed.iter().copied(), believed)
}

/// Checks a table, and holds nothing of it: `positions` must list exactly the positions to
/// which `claim` gives a value, each once.
///
/// If `claim` gives a value to a position that is not listed, that value is believed
/// unchecked: use [`certify`] unless `positions` and `claim` read one and the same table.
///
/// # Errors
///
/// The first [`Flaw`] in the order of the positions.
///
/// # Examples
///
/// `Coins` is the game of the example in the documentation of this crate: three coins,
/// of which one or two are taken.
///
/// ```
/// use zug_certify::certify_table;
/// use zug_values::{Plies, Value};
/// # use zug_game::{Fault, Game, Players, Step};
/// # struct Coins;
/// # impl Game for Coins {
/// #     type Position = u32;
/// #     type Move = u32;
/// #     fn start(&self) -> u32 {
/// #         3
/// #     }
/// #     fn players(&self) -> Players<Self> {
/// #         Players::Impartial
/// #     }
/// #     fn moves(&self, coins: &u32, out: &mut Vec<u32>) -> Result<(), Fault> {
/// #         out.extend(1..=*coins.min(&2));
/// #         Ok(())
/// #     }
/// #     fn play(&self, coins: &u32, take: &u32) -> Result<Step<u32>, Fault> {
/// #         Ok(Step::passing(coins - take))
/// #     }
/// #     fn move_name(&self, _: &u32, take: &u32) -> String {
/// #         format!("take {take}")
/// #     }
/// # }
///
/// let table = [Value::Loss(Plies(0)), Value::Win(Plies(1)), Value::Win(Plies(1))];
/// let look_up = |coins: &u32| table.get(*coins as usize).copied();
/// assert_eq!(certify_table(&Coins, &[2], 0..3, look_up)?.wins, 2);
/// # Ok::<(), zug_certify::Flaw<u32>>(())
/// ```
pub fn certify_table<G: Game>(
    game: &G,
    roots: &[G::Position],
    positions: impl IntoIterator<Item = G::Position>,
    claim: impl Fn(&G::Position) -> Option<Value>,
) -> Result<Certificate, Flaw<G::Position>> {
    if let Some(&root) = roots.iter().find(|&root| claim(root).is_none()) {
        return Err(Flaw::RootMissing { root });
    }
    let mut certificate = Certificate::OF_NOTHING;
    let mut steps = Vec::new();
    for position in positions {
        let claimed = claim(&position).ok_or(Flaw::NoValue { position })?;
        steps.clear();
        let over = check(game, position, claimed, &mut steps, &claim)?;
        certificate.count(claimed, over);
        certificate.moves += steps.len() as u64;
        certificate.entry_moves += steps.len() as u64;
        certificate.judged += 1;
        certificate.entries += 1;
    }
    Ok(certificate)
}

/// Checks one position, and leaves its moves in `steps`. Returns the outcome if the game is over
/// there.
fn check<G: Game>(
    game: &G,
    position: G::Position,
    claimed: Value,
    steps: &mut Vec<Step<G::Position>>,
    claim: &impl Fn(&G::Position) -> Option<Value>,
) -> Result<Option<Outcome>, Flaw<G::Position>> {
    let result = game
        .expand(&position, steps)
        .map_err(|fault| Flaw::Fault { position, fault })?;
    let mut best: Option<Value> = None;
    for step in steps.iter() {
        let successor = step.position;
        let value = claim(&successor).ok_or(Flaw::Open {
            position,
            successor,
        })?;
        if value.remoteness() == Some(Plies(u32::MAX)) {
            return Err(Flaw::TooRemote {
                position: successor,
                claimed: value,
            });
        }
        best = best.max(Some(value.before(step.turn)));
    }
    let over = result.or_else(|| best.is_none().then(|| game.stuck()));
    judge_value(position, claimed, over, best)?;
    Ok(over)
}
