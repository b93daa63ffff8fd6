//! Rules files that play with one heap, or with two.
//!
//! A rules file is a game on heaps if all that its positions say is one number, or two. The plain
//! evaluator plays each heap; what it finds is compared with the games that a set of numbers
//! describes, for which there are theorems, and is kept as a list where none of these fits. Rules whose
//! moves leave other games, with the size of a heap as their one parameter, are compared with codes and with
//! the games that are known by name. Nothing is claimed of heaps that were not played.

use zug_game::{Game as _, Notation as _, NotationError};
use zug_heaps::{HeapGame, Listed, ListedError, ListedPairs, PairGame};
use zug_job::{Charge, Job, Phase, Progress, Stopped, bytes_of};
use zug_lang::{Instance, Reference, Rules};
use zug_values::Play;

use crate::error::Error;
use crate::heap_moves;
use crate::left_games::{COMPARED, LeftNimbersOf};
use crate::request::Request;

/// A game on heaps that was read from rules.
#[derive(Debug)]
#[non_exhaustive]
pub struct FromRules<G> {
    /// The game.
    pub game: G,
    /// The rules.
    pub rules: RulesRead,
    /// Who wins when a player is stuck.
    pub play: Play,
    /// The bytes of a list of moves, which the budget holds as long as this lives.
    _charge: Charge,
}

/// Rules that were read as a game on heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RulesRead {
    /// The name of the rules: a file, or a name of the catalogue.
    pub origin: String,
    /// The parameters with which the rules were played.
    pub parameters: Vec<(String, String)>,
    /// The largest heap whose moves were played.
    pub compared: u64,
}

/// Why rules are no game on heaps.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotOnHeaps {
    /// The rules have a fault.
    #[error(transparent)]
    Rules(#[from] Box<Error>),
    /// A position says something else.
    #[error(
        "these rules are no game on {wanted}: a position would be {numbers}, and their start is \
         `{start}`"
    )]
    OtherPositions {
        /// `one heap` or `two heaps`.
        wanted: &'static str,
        /// Such a position in words, with an example.
        numbers: &'static str,
        /// The start of the rules.
        start: String,
    },
    /// The players have different moves, or the rules end the game otherwise than when a player is
    /// stuck.
    #[error(
        "these rules are no game on heaps: both players need the same moves, and whoever cannot move \
         loses, or wins in misère play; `zug solve` answers them"
    )]
    OtherEnd,
    /// Nimbers belong to normal play.
    #[error("nimbers belong to normal play, and these rules are misère; `zug solve` answers them")]
    Misere,
    /// The heaps of the rules do not go so far.
    #[error("the heaps of these rules go up to {largest}, and heap {asked} is asked for")]
    TooFew {
        /// The largest heap of the rules.
        largest: u64,
        /// The largest heap that is needed.
        asked: u64,
    },
    /// The order of the heaps matters.
    #[error(
        "the two heaps of these rules are not alike: from ({a}, {b}) other moves lead on than from \
         ({b}, {a}); `zug solve --set` makes a table of such rules"
    )]
    NotAlike {
        /// The first heap.
        a: u64,
        /// The second heap.
        b: u64,
    },
    /// The moves leave other games, in a way that is neither a code nor known by a name.
    #[error(
        "these rules leave heaps as no code and no game known by a name does; `zug solve --set {parameter}=1..50` \
         makes a table of their nimbers"
    )]
    OtherLeft {
        /// The parameter of the rules.
        parameter: String,
    },
    /// A heap grows.
    #[error(transparent)]
    Grows(#[from] ListedError),
    /// There is no such heap.
    #[error("`{heap}` is no position of these rules, whose heaps are to go from 0 on")]
    NoHeap {
        /// The heap as a position.
        heap: String,
        /// Why it is no position.
        source: NotationError,
    },
    /// The list of moves does not fit into the memory, or the caller stopped the work.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// What it is if the rules have no heap as large as is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// An error.
    Fault,
    /// The smaller heaps suffice.
    Allowed,
}

/// A heap is read from the rules up to this one at least, before its moves are said to be those of a
/// set of numbers.
const LEAST_COMPARED: u64 = 100;

/// The most heaps that are compared with the moves of a set of numbers.
const MOST_COMPARED: u64 = 1000;

/// Reads a game on one heap from rules, for the heaps up to `largest`, or for those that the rules
/// have up to there, where missing heaps are no fault.
///
/// ```
/// use zug::Request;
/// use zug::heaps::{Missing, one_heap};
/// use zug_job::Job;
///
/// let bachet = Request::catalogue("bachet")?;
/// let read = one_heap(&bachet, 10, Missing::Fault, &Job::default())?;
/// assert_eq!(read.game.to_string(), "{1,3,8}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The rules are no game on one heap, or have no heap so large.
pub fn one_heap(
    request: &Request,
    largest: u64,
    missing: Missing,
    job: &Job,
) -> Result<FromRules<HeapGame>, NotOnHeaps> {
    if let Some(games) = LeftNimbersOf::request(request, job).map_err(Box::new)? {
        return left_heap(request, &games, job);
    }
    let few = largest.clamp(LEAST_COMPARED, MOST_COMPARED);
    let mut table = Table::of(request, 1, largest.max(few), job)?;
    if table.instance.play() == Play::Misere {
        return Err(NotOnHeaps::Misere);
    }
    let mut options: Vec<Vec<u32>> = Vec::new();
    let mut found = None;
    // A few heaps are enough for a set of numbers. All are played where there is none.
    for end in [few, largest.max(few)].map(|end| end.min(table.largest)) {
        while (options.len() as u64) <= end {
            let heap = options.len() as u64;
            let left = table.options([heap])?;
            options.push(left.into_iter().map(|sizes| sizes[0]).collect());
        }
        found = heap_moves::set_of_takes(&options);
        if found.is_some() {
            break;
        }
    }
    let compared = options.len() as u64 - 1;
    if found.is_none() && missing == Missing::Fault && largest > compared {
        return Err(NotOnHeaps::TooFew {
            largest: table.largest,
            asked: largest,
        });
    }
    let game = match found {
        Some(game) => game,
        None => HeapGame::Listed(Listed::new(&request.origin, options)?.into()),
    };
    Ok(table.read(game, &request.origin, compared))
}

/// Reads rules whose moves leave other games as a game on one heap.
fn left_heap(
    request: &Request,
    games: &LeftNimbersOf,
    job: &Job,
) -> Result<FromRules<HeapGame>, NotOnHeaps> {
    let parameters = games.parameters().map_err(Box::new)?;
    let game = games
        .known_heap()
        .map_err(Box::new)?
        .ok_or_else(|| NotOnHeaps::OtherLeft {
            parameter: parameters.first().map_or("n", |(name, _)| name).to_owned(),
        })?;
    Ok(FromRules {
        game,
        rules: RulesRead {
            origin: request.origin.clone(),
            parameters,
            compared: COMPARED,
        },
        play: Play::Normal,
        _charge: job.budget.open(),
    })
}

/// Reads a game on two heaps from rules, for the heaps up to `largest`.
///
/// # Errors
///
/// The rules are no game on two heaps that are alike, or have no heaps so large.
pub fn two_heaps(
    request: &Request,
    largest: u64,
    job: &Job,
) -> Result<FromRules<PairGame>, NotOnHeaps> {
    let mut table = Table::of(request, 2, largest, job)?;
    if largest > table.largest {
        return Err(NotOnHeaps::TooFew {
            largest: table.largest,
            asked: largest,
        });
    }
    let mut options = Vec::new();
    for b in 0..=largest {
        for a in 0..=b {
            let mut here = sorted(table.options([a, b])?);
            let mut there = table.options([b, a])?;
            for sizes in &mut there {
                sizes.swap(0, 1);
            }
            if here != sorted(there) {
                return Err(NotOnHeaps::NotAlike { a, b });
            }
            options.push(here.drain(..).map(|sizes| (sizes[0], sizes[1])).collect());
        }
    }
    let most = u32::try_from(largest).unwrap_or(u32::MAX);
    let listed = ListedPairs::new(&request.origin, most, options)?;
    Ok(table.read(PairGame::Listed(listed.into()), &request.origin, largest))
}

fn sorted(mut options: Vec<[u32; 2]>) -> Vec<[u32; 2]> {
    options.sort_unstable();
    options.dedup();
    options
}

/// Rules whose positions are one heap or two, with parameters that make the heaps as large as is asked.
struct Table<'a> {
    instance: Instance,
    /// The labels of a position, each with the number of heaps that stand behind it.
    labels: Vec<(String, usize)>,
    /// The largest heap that the rules have, or the one that is asked for if they have larger ones.
    largest: u64,
    job: &'a Job,
    charge: Charge,
}

impl<'a> Table<'a> {
    fn of(request: &Request, heaps: usize, asked: u64, job: &'a Job) -> Result<Self, NotOnHeaps> {
        let rules = request.read().map_err(Box::new)?;
        let instance = with_room(request, &rules, heaps, asked)?;
        let start = instance.start_text();
        let Some(labels) = labels(&start).filter(|labels| number_of_heaps(labels) == heaps) else {
            let (wanted, numbers) = match heaps {
                1 => ("one heap", "one number, such as `heap=5`"),
                _ => ("two heaps", "two numbers, such as `a=3 b=5`"),
            };
            return Err(NotOnHeaps::OtherPositions {
                wanted,
                numbers,
                start,
            });
        };
        if !instance.may_have_nimbers() {
            return Err(NotOnHeaps::OtherEnd);
        }
        // Heaps fit up to a largest one, which is between these two.
        let (mut largest, mut beyond) = (0, asked.saturating_add(1));
        while beyond - largest > 1 {
            let middle = largest + (beyond - largest) / 2;
            if heaps_that_fit(&instance, heaps, middle) == heaps {
                largest = middle;
            } else {
                beyond = middle;
            }
        }
        Ok(Self {
            instance,
            labels,
            largest,
            job,
            charge: job.budget.open(),
        })
    }

    /// The heaps that each move from these heaps leaves.
    fn options<const HEAPS: usize>(
        &mut self,
        sizes: [u64; HEAPS],
    ) -> Result<Vec<[u32; HEAPS]>, NotOnHeaps> {
        let reached = Progress::at(Phase::Solving, sizes.iter().max().copied().unwrap_or(0));
        self.job.go_on(|| reached)?;
        let game = Reference::new(&self.instance);
        let text = position(&self.labels, &sizes);
        let no_heap = |source| NotOnHeaps::NoHeap {
            heap: text.clone(),
            source,
        };
        let from = game.parse(&text).map_err(no_heap)?;
        let mut steps = Vec::new();
        game.expand(&from, &mut steps)
            .map_err(|fault| Box::new(Error::from(fault)))?;
        let bytes = bytes_of::<[u32; HEAPS]>(steps.len());
        self.charge
            .grow(bytes)
            .map_err(|refusal| Stopped::out_of_memory(refusal, reached))?;
        let left = steps
            .iter()
            .map(|step| sizes_of(&game.print(&step.position)));
        let left: Option<Vec<[u32; HEAPS]>> = left.collect();
        // A position of the same rules has the same labels.
        left.ok_or(NotOnHeaps::OtherEnd)
    }

    fn read<G>(self, game: G, origin: &str, compared: u64) -> FromRules<G> {
        FromRules {
            game,
            rules: RulesRead {
                origin: origin.to_owned(),
                parameters: self.instance.parameters(),
                compared,
            },
            play: self.instance.play(),
            _charge: self.charge,
        }
    }
}

/// The rules with parameters for which a heap may be as large as is asked, as far as there are such:
/// of those that the request does not set, each in turn becomes this number, or a list of it, if more
/// heaps fit then.
fn with_room(
    request: &Request,
    rules: &Rules,
    heaps: usize,
    asked: u64,
) -> Result<Instance, NotOnHeaps> {
    let mut request = request.clone();
    let mut best = request.instance(rules).map_err(Box::new)?;
    let mut fitting = heaps_that_fit(&best, heaps, asked);
    for (name, _) in rules.parameters() {
        let set = &request.settings.parameters;
        if fitting == heaps || set.iter().any(|(known, _)| *known == name) {
            continue;
        }
        let list = vec![asked.to_string(); heaps].join(",");
        for value in [asked.to_string(), list] {
            let larger = request.clone().set(&name, value);
            let Ok(instance) = larger.instance(rules) else {
                continue;
            };
            let more = heaps_that_fit(&instance, heaps, asked);
            if more > fitting {
                (best, request, fitting) = (instance, larger, more);
                break;
            }
        }
    }
    Ok(best)
}

/// The number of heaps of a position that may each have this size; 0 if a position has another number
/// of heaps.
fn heaps_that_fit(instance: &Instance, heaps: usize, size: u64) -> usize {
    let Some(labels) = labels(&instance.start_text()) else {
        return 0;
    };
    if number_of_heaps(&labels) != heaps {
        return 0;
    }
    let game = Reference::new(instance);
    let fits = |heap: &usize| {
        let mut sizes = vec![0; heaps];
        sizes[*heap] = size;
        game.parse(&position(&labels, &sizes)).is_ok()
    };
    (0..heaps).filter(fits).count()
}

/// The labels of a position such as `a=3 b=[1;2]`, each with the number of its numbers; `None` if it
/// says anything but numbers.
fn labels(position: &str) -> Option<Vec<(String, usize)>> {
    let words = position.split_whitespace();
    let labels = words.map(|word| {
        let (label, numbers) = word.split_once('=')?;
        let numbers: Option<Vec<u32>> = numbers_of(numbers).collect();
        Some((label.to_owned(), numbers?.len()))
    });
    labels.collect()
}

fn numbers_of(text: &str) -> impl Iterator<Item = Option<u32>> + '_ {
    let list = text.trim_start_matches('[').trim_end_matches(']');
    list.split([';', ',']).map(|number| number.parse().ok())
}

fn number_of_heaps(labels: &[(String, usize)]) -> usize {
    labels.iter().map(|(_, numbers)| numbers).sum()
}

/// The position with these heaps.
fn position(labels: &[(String, usize)], sizes: &[u64]) -> String {
    let mut sizes = sizes.iter().map(u64::to_string);
    let words = labels.iter().map(|(label, numbers)| {
        let numbers: Vec<String> = sizes.by_ref().take(*numbers).collect();
        match numbers.len() {
            1 => format!("{label}={}", numbers[0]),
            _ => format!("{label}=[{}]", numbers.join(";")),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The heaps of a position.
fn sizes_of<const HEAPS: usize>(position: &str) -> Option<[u32; HEAPS]> {
    let words = position.split_whitespace();
    let numbers = words.filter_map(|word| word.split_once('=').map(|(_, numbers)| numbers));
    let sizes: Option<Vec<u32>> = numbers.flat_map(numbers_of).collect();
    sizes?.try_into().ok()
}
