//! Genus: the misère nimbers of a game beside heaps of 2 in Nim.
//!
//! The misère nimber of a game is 1 if there is no move, otherwise the mex of the
//! misère nimbers of its options; it is 0 exactly if the game is lost under misère
//! play. The genus of G is written g^{g0 g1 g2 …}: g is its nimber under normal play,
//! and `g_k` is the misère nimber of G beside k heaps of 2 in Nim. From some digit on,
//! the last two digits repeat for ever, and differ by 2 in binary: the symbol ends with
//! these two. So 0^{120} stands for 1, 2, 0, 2, 0, 2, … . Since a heap of 2 can be
//! moved to 1 or 0, and a heap of 1 beside a game changes its misère nimber by xor 1,
//! `g_k = mex(g_k of the options, g_(k-1), g_(k-1) xor 1)`.
//!
//! A genus is *tame* if a Nim position has it: 0^{120}, 1^{031}, or n^{n m} with m = n
//! xor 2. A genus settles the outcome of G beside heaps of Nim, but not beside other
//! games: two games of one genus may differ. For other games there is the
//! [`super::quotient`].
//!
//! Source: J. H. Conway, *On Numbers and Games*, 1976, ch. 12; E. R. Berlekamp,
//! J. H. Conway, R. K. Guy, *Winning Ways*, ch. 13; D. T. Allemang 1984.
//!
//! The method: each game tree is kept once, without reversible moves. A game with
//! options O is equal to a game H two moves on, if the options of H are in O and every
//! other option of O has H as an option, and, if H has no move, the game is won under
//! misère play (Conway's proviso). Sums are worked out on such trees.
//!
//! Cost: game trees and pairs of trees. In wild games their number explodes with the
//! size of the heap: about ten heaps of 4.7 are many, some dozens of heaps of Kayles
//! few. When not to use it: for outcomes take a quotient.
//!
//! ```
//! use zug_heaps::{Breaking, HeapGame};
//! use zug_sequences::Job;
//! use zug_sequences::misere::{Genera, Limits};
//!
//! let kayles = HeapGame::Breaking("0.77".parse::<Breaking>()?);
//! let mut genera = Genera::new(&kayles, Limits::default(), &Job::default());
//! genera.reach(5)?;
//! let symbols: Vec<String> = genera.heaps().map(ToString::to_string).collect();
//! assert_eq!(symbols, ["0^{120}", "1^{031}", "2^{20}", "3^{31}", "1^{031}", "4^{146}"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;

use rustc_hash::FxHashMap;
use zug_heaps::HeapGame;
use zug_job::Job;
use zug_values::{Mex, Nimber};

use super::limits::{Limits, Meter, MisereError};
use super::options;

/// A genus: the nimber, and the misère nimbers beside 0, 1, 2, … heaps of 2 in Nim.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    nimber: Nimber,
    /// Invariant: at least two digits, of which the last two repeat for ever; as few
    /// digits as possible.
    digits: Box<[Nimber]>,
}

impl Genus {
    /// The nimber under normal play.
    pub fn nimber(&self) -> Nimber {
        self.nimber
    }

    /// The misère nimber beside k heaps of 2 in Nim.
    pub fn digit(&self, k: usize) -> Nimber {
        let cut = self.start();
        self.digits[if k < cut { k } else { cut + (k - cut) % 2 }]
    }

    /// The digits of the symbol, `g_0` first.
    pub fn digits(&self) -> &[Nimber] {
        &self.digits
    }

    /// Whether a position of Nim has this genus.
    pub fn is_tame(&self) -> bool {
        let digits: Vec<u32> = self.digits.iter().map(|digit| digit.0).collect();
        match (self.nimber.0, &digits[..]) {
            (0, [1, 2, 0]) | (1, [0, 3, 1]) => true,
            (n, &[first, second]) => first == n && second == n ^ 2,
            _ => false,
        }
    }

    /// The place of the first of the two digits that repeat for ever.
    fn start(&self) -> usize {
        self.digits.len() - 2
    }

    /// The genus of the game whose options have these genera.
    fn before(options: &[&Self]) -> Self {
        let mut mex = Mex::default();
        for option in options {
            mex.insert(option.nimber);
        }
        let nimber = mex.take();
        // From the digit `even` on, the digits of the options have period 2. A digit
        // depends on those of the options and on the digit before: once it equals the
        // digit two places before, so does every later digit.
        let even = options.iter().map(|option| option.start()).max();
        let even = even.unwrap_or(0);
        let mut digits: Vec<Nimber> = Vec::new();
        loop {
            let k = digits.len();
            for option in options {
                mex.insert(option.digit(k));
            }
            match digits.last() {
                Some(&last) => {
                    mex.insert(last);
                    mex.insert(last + Nimber(1));
                }
                // Whoever cannot move wins: a game without a move has the misère nimber
                // 1.
                None if options.is_empty() => mex.insert(Nimber(0)),
                None => {}
            }
            digits.push(mex.take());
            if k >= even + 2 && digits[k] == digits[k - 2] {
                break;
            }
        }
        // The digit that came again is dropped, and so are digits before it that
        // already fit the period.
        digits.pop();
        while let [.., third, _, last] = digits[..]
            && third == last
        {
            digits.pop();
        }
        Self {
            nimber,
            digits: digits.into(),
        }
    }
}

impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: Vec<String> = self.digits.iter().map(ToString::to_string).collect();
        // Digits are separated by commas if one has two figures.
        let between = if digits.iter().all(|digit| digit.len() == 1) {
            ""
        } else {
            ","
        };
        f.pad(&format!("{}^{{{}}}", self.nimber, digits.join(between)))
    }
}

/// The index of a game tree.
type Tree = usize;

/// The game tree without a move.
const OVER: Tree = 0;

/// The genera of the heaps of a game, from heap 0 on.
#[derive(Debug)]
pub struct Genera {
    game: HeapGame,
    meter: Meter,
    trees: Trees,
    heaps: Vec<Tree>,
}

impl Genera {
    /// At first only heap 0 is known: 0^{120}. The limit on steps is for each heap; the
    /// limit on elements is not used.
    pub fn new(game: &HeapGame, limits: Limits, job: &Job) -> Self {
        Self {
            game: game.clone(),
            meter: Meter::new(limits, job),
            trees: Trees::new(),
            heaps: vec![OVER],
        }
    }

    /// The number of known heaps, heap 0 among them.
    pub fn known(&self) -> u64 {
        self.heaps.len() as u64
    }

    /// The genera of the known heaps, from heap 0 on.
    pub fn heaps(&self) -> impl Iterator<Item = &Genus> {
        self.heaps.iter().map(|&tree| &self.trees.genera[tree])
    }

    /// Works out the genera of all heaps up to `heap`.
    pub fn reach(&mut self, heap: u64) -> Result<(), MisereError> {
        while self.known() <= heap {
            let heap = self.known();
            self.meter.restart(heap);
            let mut trees = Vec::new();
            for left in options::options(&self.game, heap, &mut self.meter)? {
                trees.push(self.sum(&left)?);
            }
            let tree = self.trees.with_options(trees, &mut self.meter)?;
            self.heaps.push(tree);
        }
        Ok(())
    }

    /// The genus of the position of these heaps.
    pub fn position(&mut self, heaps: &[u64]) -> Result<Genus, MisereError> {
        self.reach(heaps.iter().copied().max().unwrap_or(0))?;
        self.meter.restart(self.known());
        let tree = self.sum(heaps)?;
        Ok(self.trees.genera[tree].clone())
    }

    /// The number of different game trees met so far.
    pub fn trees(&self) -> usize {
        self.trees.options.len()
    }

    /// The tree of the position of these heaps, which must be known.
    fn sum(&mut self, heaps: &[u64]) -> Result<Tree, MisereError> {
        heaps.iter().try_fold(OVER, |sum, &heap| {
            let tree = self.heaps[heap as usize];
            self.trees.sum(sum, tree, &mut self.meter)
        })
    }
}

/// Game trees without reversible moves, each of them once.
#[derive(Debug)]
struct Trees {
    /// The options of each tree, sorted. Invariant: they have smaller indices than the
    /// tree.
    options: Vec<Box<[Tree]>>,
    numbers: FxHashMap<Box<[Tree]>, Tree>,
    genera: Vec<Genus>,
    /// The sums worked out so far, of two trees with the smaller index first.
    sums: FxHashMap<(Tree, Tree), Tree>,
}

impl Trees {
    fn new() -> Self {
        Self {
            options: vec![Box::new([])],
            numbers: [(Box::default(), OVER)].into_iter().collect(),
            genera: vec![Genus::before(&[])],
            sums: FxHashMap::default(),
        }
    }

    /// The tree that is equal to the game with these options.
    fn with_options(&mut self, options: Vec<Tree>, meter: &mut Meter) -> Result<Tree, MisereError> {
        let mut options = options;
        options.sort_unstable();
        options.dedup();
        if let Some(&known) = self.numbers.get(&options[..]) {
            return Ok(known);
        }
        // If the game reverts to a tree, that tree is an option of every option that
        // the two do not share; so it is found among the options of options.
        let mut candidates: Vec<Tree> = options
            .iter()
            .flat_map(|&option| self.options[option].iter().copied())
            .collect();
        candidates.sort_unstable();
        candidates.dedup();
        meter.work((candidates.len() * options.len()) as u64)?;
        let genera: Vec<&Genus> = options.iter().map(|&option| &self.genera[option]).collect();
        let genus = Genus::before(&genera);
        let is_won = !genus.digit(0).is_zero();
        let found = candidates.into_iter().find(|&other| {
            let shared = &self.options[other];
            let has = |set: &[Tree], tree: Tree| set.binary_search(&tree).is_ok();
            shared.iter().all(|&tree| has(&options, tree))
                && options
                    .iter()
                    .all(|&option| has(shared, option) || has(&self.options[option], other))
                && (other != OVER || is_won)
        });
        if let Some(found) = found {
            return Ok(found);
        }
        let options: Box<[Tree]> = options.into();
        meter.take(2 * (2 * size_of_val(&*options) + 8 * genus.digits.len() + 128))?;
        let number = self.options.len();
        self.options.push(options.clone());
        self.genera.push(genus);
        self.numbers.insert(options, number);
        Ok(number)
    }

    fn known_sum(&self, one: Tree, other: Tree) -> Option<Tree> {
        match (one.min(other), one.max(other)) {
            (OVER, only) => Some(only),
            pair => self.sums.get(&pair).copied(),
        }
    }

    /// The tree of the two side by side.
    fn sum(&mut self, one: Tree, other: Tree, meter: &mut Meter) -> Result<Tree, MisereError> {
        // The stack is on the heap, because trees may be deep.
        let mut stack = vec![(one.min(other), one.max(other))];
        while let Some(&(one, other)) = stack.last() {
            if self.known_sum(one, other).is_some() {
                stack.pop();
                continue;
            }
            let left = self.options[one].iter().map(|&option| (option, other));
            let right = self.options[other].iter().map(|&option| (one, option));
            let mut found = Vec::new();
            let mut missing = Vec::new();
            for (one, other) in left.chain(right) {
                match self.known_sum(one, other) {
                    Some(sum) => found.push(sum),
                    None => missing.push((one.min(other), one.max(other))),
                }
            }
            meter.work((found.len() + missing.len()) as u64)?;
            if missing.is_empty() {
                let sum = self.with_options(found, meter)?;
                meter.take(4 * size_of::<(Tree, Tree, Tree)>())?;
                self.sums.insert((one, other), sum);
                stack.pop();
            } else {
                stack.extend(missing);
            }
        }
        Ok(self
            .known_sum(one, other)
            .expect("the stack held it, and is empty"))
    }
}
