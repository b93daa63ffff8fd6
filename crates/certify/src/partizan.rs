//! Checks that a partizan game has a value, by playing.
//!
//! A claim says that a game G is worth a game K that is in canonical form. The check plays the
//! difference G - K, and the trees alone are believed:
//!
//! 1. Left, moving first, does not win G - K, and neither does Right. So G = K (Conway, *On Numbers
//!    and Games*, 1976). In terms of the order: G ≤ K exactly if no Left option of G is at least K
//!    and no Right option of K is at most G, and the same with G and K changed about.
//! 2. No follower of K has a dominated option: one that is no better than another option of the
//!    same player. No follower of K has a reversible option: one that the opponent can answer with
//!    something no worse, for the opponent, than that follower was. So K is the canonical form of
//!    its value (Siegel, *Combinatorial Game Theory*, 2013, theorem II.2.9).
//!
//! Nothing in this file knows how a canonical form is found, numbers, stops, or names of values.
//! [`trees`] and [`written`] make trees of values as they are written, by what their names stand
//! for; [`played`] has the options of boards and heaps.
//!
//! Cost: each pair of a follower of G and one of K is compared at most twice, and each pair of
//! followers of K. All pairs that were compared are in memory, 16 to 32 bytes each. When not to use
//! it: for games with more than some ten thousand followers.

pub mod trees;
pub mod written;
pub mod played;

use std::fmt::Debug;
use std::hash::Hash;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use zug_job::{Charge, Job, Phase, Progress, Stopped};

/// A game under normal play, as its options.
pub trait Options {
    /// A position, without whose turn it is.
    type Position: Clone + Debug + Eq + Hash;
    /// Why options cannot be found.
    type Error;

    /// The options of a position: those of Left, then those of Right. Play must end.
    fn options(
        &mut self,
        position: &Self::Position,
    ) -> Result<[Vec<Self::Position>; 2], Self::Error>;

    /// The bytes that the game holds itself, beside the positions that it was asked about.
    fn held(&self) -> u64 {
        0
    }
}

/// The record that a value was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ValueCertificate {
    /// The number of followers of the game that were played.
    pub followers: u64,
    /// The number of followers of the canonical form; all were checked.
    pub forms: u64,
    /// The number of pairs that were compared.
    pub pairs: u64,
}

/// What is wrong with a claimed value; `K` is a position of the claimed canonical form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueFlaw<K: Debug> {
    /// Left, moving first in the difference of the game and its claimed value, wins.
    #[error("Left wins the difference of the game and its claimed value if she moves first")]
    LeftWins,
    /// Right, moving first in the difference of the game and its claimed value, wins.
    #[error("Right wins the difference of the game and its claimed value if he moves first")]
    RightWins,
    /// An option is no better than another one of the same player.
    #[error("in {of:?} the option {option:?} is dominated by {by:?}")]
    Dominated {
        /// The follower of the claimed form.
        of: K,
        /// Its dominated option.
        option: K,
        /// The option that is at least as good.
        by: K,
    },
    /// An option can be answered by something no worse for the opponent.
    #[error("in {of:?} the option {option:?} is reversible through {through:?}")]
    Reversible {
        /// The follower of the claimed form.
        of: K,
        /// Its reversible option.
        option: K,
        /// The answer that reverses it.
        through: K,
    },
    /// Play comes back to a difference that it was at.
    #[error("play goes round in a circle, so that there is no such value")]
    Endless,
}

/// Why there is no certificate of a value; `E` is why options could not be found.
///
/// It is not `non_exhaustive`: whoever asks for a certificate must tell a flaw from a check that
/// did not come to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueNotCertified<K: Debug, E> {
    /// The claim is wrong.
    #[error(transparent)]
    Flaw(#[from] ValueFlaw<K>),
    /// The check ended before it was done: it was cancelled, or memory was refused.
    #[error("{0}")]
    Stopped(#[from] Stopped),
    /// Options could not be found.
    #[error("{0}")]
    Unreadable(E),
}

/// Checks that a position of a game is worth a position of a second game, which is in canonical
/// form.
///
/// # Errors
///
/// The claim is wrong, the check was stopped, or options could not be found.
pub fn certify_value<G, K>(
    (game, position): (&mut G, G::Position),
    (form, claimed): (&mut K, K::Position),
    job: &Job,
) -> Result<ValueCertificate, ValueNotCertified<K::Position, G::Error>>
where
    G: Options,
    K: Options<Error = G::Error>,
{
    let mut play = Play::new(game, form, job);
    let game_root = Node::Game(play.game.number(position));
    let form_root = Node::Form(play.form.number(claimed));
    if !play.is_at_most(game_root, form_root)? {
        return Err(ValueFlaw::LeftWins.into());
    }
    if !play.is_at_most(form_root, game_root)? {
        return Err(ValueFlaw::RightWins.into());
    }
    // Each follower gets its number when an option leads to it, so that the list grows on the way.
    let mut number = 0;
    while number < play.form.positions.len() as u32 {
        play.check_canonical(number)?;
        number += 1;
    }
    Ok(play.certificate(number.into()))
}

/// Finds by play whether a position of a game is at most, and whether it is at least, a position of
/// a second game; and what was played for it.
///
/// # Errors
///
/// Play goes round in a circle, the check was stopped, or options could not be found.
pub fn order<G, K>(
    (game, position): (&mut G, G::Position),
    (other, than): (&mut K, K::Position),
    job: &Job,
) -> Checked<([bool; 2], ValueCertificate), G, K>
where
    G: Options,
    K: Options<Error = G::Error>,
{
    let mut play = Play::new(game, other, job);
    let one = Node::Game(play.game.number(position));
    let two = Node::Form(play.form.number(than));
    let relation = [play.is_at_most(one, two)?, play.is_at_most(two, one)?];
    Ok((relation, play.certificate(0)))
}

/// A follower of one of the two games, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Node {
    Game(u32),
    Form(u32),
}

/// The followers of a game that were met, with their options.
struct Tree<'a, O: Options> {
    rules: &'a mut O,
    positions: Vec<O::Position>,
    numbers: HashMap<O::Position, u32, FxBuildHasher>,
    options: Vec<Option<[Vec<u32>; 2]>>,
    /// The number of all options in `options`.
    listed: usize,
}

impl<'a, O: Options> Tree<'a, O> {
    fn new(rules: &'a mut O) -> Self {
        Self {
            rules,
            positions: Vec::new(),
            numbers: HashMap::default(),
            options: Vec::new(),
            listed: 0,
        }
    }

    /// The bytes that the followers take, at worst.
    fn held(&self) -> u64 {
        let each = 3 * (size_of::<O::Position>() + size_of::<u32>()) + 2 * LISTS;
        let bytes = self.positions.len() * each + self.listed * size_of::<u32>();
        bytes as u64 + self.rules.held()
    }

    fn number(&mut self, position: O::Position) -> u32 {
        if let Some(&known) = self.numbers.get(&position) {
            return known;
        }
        let number = self.positions.len() as u32;
        self.positions.push(position.clone());
        self.numbers.insert(position, number);
        self.options.push(None);
        number
    }

    /// The options of a follower: those of Left, then those of Right.
    fn options(&mut self, of: u32) -> Result<&[Vec<u32>; 2], O::Error> {
        if self.options[of as usize].is_none() {
            let lists = self.rules.options(&self.positions[of as usize])?;
            self.listed += lists[LEFT].len() + lists[RIGHT].len();
            let numbers =
                lists.map(|list| list.into_iter().map(|next| self.number(next)).collect());
            self.options[of as usize] = Some(numbers);
        }
        let options = self.options[of as usize].as_ref();
        Ok(options.expect("the options were found above"))
    }

    fn position(&self, number: u32) -> O::Position {
        self.positions[number as usize].clone()
    }
}

/// The play of differences, with all pairs that were compared.
struct Play<'a, G: Options, K: Options<Error = G::Error>> {
    game: Tree<'a, G>,
    form: Tree<'a, K>,
    /// Whether the first is at most the second; `None` while that is being played.
    compared: HashMap<(Node, Node), Option<bool>, FxBuildHasher>,
    charge: Charge,
    /// The bytes that were charged for the followers of both games.
    charged: u64,
    job: &'a Job,
}

type Checked<T, G, K> =
    Result<T, ValueNotCertified<<K as Options>::Position, <G as Options>::Error>>;

/// Memory for pairs of positions is charged for this number of pairs together.
const PAIRS_AT_A_TIME: usize = 1 << 10;

/// Memory for the followers of values is charged in amounts of this number of bytes.
const BYTES_AT_A_TIME: u64 = 1 << 16;

/// The bytes of the lists of options of a follower.
const LISTS: usize = size_of::<[Vec<u32>; 2]>();

impl<'a, G: Options, K: Options<Error = G::Error>> Play<'a, G, K> {
    fn new(game: &'a mut G, form: &'a mut K, job: &'a Job) -> Self {
        Self {
            game: Tree::new(game),
            form: Tree::new(form),
            compared: HashMap::default(),
            charge: job.budget.open(),
            charged: 0,
            job,
        }
    }

    /// The record of what was played; `forms` is the number of followers that were checked.
    fn certificate(&self, forms: u64) -> ValueCertificate {
        ValueCertificate {
            followers: self.game.positions.len() as u64,
            forms,
            pairs: self.compared.len() as u64,
        }
    }

    /// Charges the followers that were met since they were charged last.
    fn charge_followers(&mut self) -> Result<(), Stopped> {
        let held = self.game.held() + self.form.held();
        if held > self.charged {
            let reached = Progress::at(Phase::Verifying, self.compared.len() as u64);
            self.job.go_on(|| reached)?;
            let more = held - self.charged + BYTES_AT_A_TIME;
            let room = self.charge.grow(more);
            room.map_err(|refusal| Stopped::out_of_memory(refusal, reached))?;
            self.charged += more;
        }
        Ok(())
    }

    /// The option of a player that has this number in the list of the player's options.
    fn option(&mut self, of: Node, player: usize, number: usize) -> Checked<Option<Node>, G, K> {
        let options = match of {
            Node::Game(of) => self.game.options(of).map(|lists| {
                let option = lists[player].get(number);
                option.map(|&option| Node::Game(option))
            }),
            Node::Form(of) => self.form.options(of).map(|lists| {
                let option = lists[player].get(number);
                option.map(|&option| Node::Form(option))
            }),
        };
        let option = options.map_err(ValueNotCertified::Unreadable)?;
        self.charge_followers()?;
        Ok(option)
    }

    /// Whether one ≤ two, by the definition, with a stack of its own.
    fn is_at_most(&mut self, one: Node, two: Node) -> Checked<bool, G, K> {
        if let Some(&Some(known)) = self.compared.get(&(one, two)) {
            return Ok(known);
        }
        self.keep((one, two), None)?;
        // Each question has the number of the next option to look at: Left's of the first, then
        // Right's of the second.
        let mut open = vec![(one, two, LEFT, 0)];
        let mut answer = None;
        while let Some(&mut (one, two, ref mut player, ref mut number)) = open.last_mut() {
            let (of, asked_player, asked_number) = match *player {
                LEFT => (one, LEFT, *number),
                _ => (two, RIGHT, *number),
            };
            // An option that was looked into has come back with an answer.
            if answer.take() == Some(true) {
                self.keep((one, two), Some(false))?;
                open.pop();
                answer = Some(false);
                continue;
            }
            *number += 1;
            let question = match self.option(of, asked_player, asked_number)? {
                Some(option) if asked_player == LEFT => (two, option),
                Some(option) => (option, one),
                None if asked_player == LEFT => {
                    let top = open.last_mut().expect("the question is open");
                    (top.2, top.3) = (RIGHT, 0);
                    continue;
                }
                None => {
                    self.keep((one, two), Some(true))?;
                    open.pop();
                    answer = Some(true);
                    continue;
                }
            };
            match self.compared.get(&question) {
                Some(&Some(known)) => answer = Some(known),
                Some(None) => return Err(ValueFlaw::Endless.into()),
                None => {
                    self.keep(question, None)?;
                    open.push((question.0, question.1, LEFT, 0));
                }
            }
        }
        Ok(answer.expect("the first question has an answer"))
    }

    fn keep(&mut self, pair: (Node, Node), answer: Option<bool>) -> Result<(), Stopped> {
        let pairs = self.compared.len();
        if answer.is_none() && pairs.is_multiple_of(PAIRS_AT_A_TIME) {
            let reached = Progress::at(Phase::Verifying, pairs as u64);
            self.job.go_on(|| reached)?;
            // At worst a table is a little more than half empty after it has grown.
            let bytes = PAIRS_AT_A_TIME * 3 * size_of::<((Node, Node), Option<bool>)>();
            let room = self.charge.grow(bytes as u64);
            room.map_err(|refusal| Stopped::out_of_memory(refusal, reached))?;
        }
        self.compared.insert(pair, answer);
        Ok(())
    }

    /// Checks that a follower of the claimed form has no dominated and no reversible option.
    fn check_canonical(&mut self, of: u32) -> Checked<(), G, K> {
        let options = self.form.options(of);
        let options = options.map_err(ValueNotCertified::Unreadable)?.clone();
        for (player, list) in options.iter().enumerate() {
            for (place, &option) in list.iter().enumerate() {
                for (other_place, &other) in list.iter().enumerate() {
                    if place != other_place && self.is_no_better(option, other, player)? {
                        return Err(ValueNotCertified::Flaw(ValueFlaw::Dominated {
                            of: self.form.position(of),
                            option: self.form.position(option),
                            by: self.form.position(other),
                        }));
                    }
                }
                let answers = self.form.options(option);
                let answers = answers.map_err(ValueNotCertified::Unreadable)?;
                for through in answers[RIGHT - player].clone() {
                    if self.is_no_better(through, of, player)? {
                        return Err(ValueNotCertified::Flaw(ValueFlaw::Reversible {
                            of: self.form.position(of),
                            option: self.form.position(option),
                            through: self.form.position(through),
                        }));
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether one follower of the form is no better for a player than another.
    fn is_no_better(&mut self, one: u32, than: u32, player: usize) -> Checked<bool, G, K> {
        let (one, than) = (Node::Form(one), Node::Form(than));
        match player {
            LEFT => self.is_at_most(one, than),
            _ => self.is_at_most(than, one),
        }
    }
}

/// The place of Left's options in a pair of lists.
const LEFT: usize = 0;

/// The place of Right's options in a pair of lists.
const RIGHT: usize = 1;
