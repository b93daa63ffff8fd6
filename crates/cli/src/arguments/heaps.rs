//! The words of the command line for the commands about heaps: `sequence`, `quotient` and `pairs`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum, ValueHint};
use zug_sequences::EngineKind;

use super::{PlayChoice, setting, threads};
use crate::destination::DestinationArguments;
use crate::memory::MemoryArguments;

/// Arguments of `zug sequence`.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
#[derive(Debug, Args)]
#[command(after_help = "\
A nimber says who wins a heap (0: the player to move loses) and which heap of Nim it
is worth. Zug works out the nimbers of the heaps 0, 1, 2, ... until it has those that
are asked for, or has proved that they repeat: then any later heap is known at once.

Rules whose positions are one number are such a game too. What is told of them is
compared with the rules heap by heap.

  zug sequence 0.77
  zug sequence ./my-heap.zug --terms 50
  zug sequence 0.137 --from 10^18 --terms 5
  zug sequence 0.007 --terms 10000 --plot treblecross.svg --no-values
  zug sequence 0.007 --terms 10^6 --format bfile --save treblecross.state")]
pub(crate) struct SequenceArguments {
    /// The game: a code such as 0.77 (Kayles), a set such as {1,3,4}, a name such as grundy, or
    /// rules with one heap, such as ./my-heap.zug
    pub(crate) code: String,

    /// A parameter of the rules, as in `zug solve`; those that say how large heaps are need not be
    /// set
    #[arg(long = "set", value_name = "PARAMETER=VALUE", value_parser = setting)]
    pub(crate) settings: Vec<(String, String)>,

    /// The number of heaps to print; 10^6 is a million. Without it, a period is looked for in 100,000
    /// heaps, and the first heaps are printed
    #[arg(long, value_name = "N", value_parser = heaps, allow_hyphen_values = true)]
    pub(crate) terms: Option<u64>,

    /// The first heap to print
    #[arg(long, value_name = "M", default_value = "0", value_parser = heaps, allow_hyphen_values = true)]
    pub(crate) from: u64,

    /// The format of the answer
    #[arg(long, value_enum, default_value_t = SequenceFormat::Text)]
    pub(crate) format: SequenceFormat,

    /// Prints the answer as JSON
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,

    /// Prints what is known of the sequence, such as its period, and no nimbers
    #[arg(long)]
    pub(crate) no_values: bool,

    /// Prints how often each nimber occurs
    #[arg(long)]
    pub(crate) statistics: bool,

    /// Checks the nimbers and their period by code that cannot work them out
    #[arg(long)]
    pub(crate) verify: bool,

    /// Draws the nimbers as a picture and writes it to this file, which ends in .svg or .png
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) plot: Option<PathBuf>,

    /// Saves the state of the work in this file now and then; if the file exists, goes on from
    /// that state
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) save: Option<PathBuf>,

    /// The number of seconds between two writes of the file of --save
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = heaps, allow_hyphen_values = true, requires = "save")]
    pub(crate) save_every: u64,

    /// How the nimbers are computed; the answer is the same by every method that suits the game
    #[arg(long, default_value = "auto", value_parser = engine())]
    pub(crate) method: EngineChoice,

    /// The number of threads; the answer does not depend on it [default: one for each core]
    #[arg(long, value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) memory: MemoryArguments,
}

/// The form of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SequenceFormat {
    /// The nimbers in one line, then what is known of them.
    Text,
    /// One JSON object.
    Json,
    /// A line `heap,nimber` for each heap, for a spreadsheet.
    Csv,
    /// A line `heap nimber` for each heap, as in the b-files of the OEIS.
    Bfile,
}

/// The engine that works nimbers out; `None` leaves the choice to Zug.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EngineChoice(pub(crate) Option<EngineKind>);

/// Arguments of `zug quotient`.
#[derive(Debug, Args)]
#[command(after_help = "\
In misère play whoever cannot move wins. The misère quotient is a finite multiplication
table: multiply the elements of all heaps, and the product says who wins.

  zug quotient kayles --heaps 40
  zug quotient 0.75 --heaps 22 --genus
  zug quotient 0.75 --heaps 22 -o quotient.svg")]
pub(crate) struct QuotientArguments {
    /// The game on heaps: a code such as 0.77, a set such as {1,3,4}, or a name such as kayles
    pub(crate) code: String,

    /// The largest heap. Where the quotient is proved to hold for all heaps, the work ends sooner
    #[arg(long, value_name = "N", default_value = "30", value_parser = few_heaps, allow_hyphen_values = true)]
    pub(crate) heaps: u64,

    /// Says who wins these heaps in misère play, and by which moves: 3,4,5
    #[arg(long, value_name = "HEAPS", value_delimiter = ',', value_parser = heaps)]
    pub(crate) at: Option<Vec<u64>>,

    /// Prints the genus of each heap too
    #[arg(long)]
    pub(crate) genus: bool,

    /// The most elements that the quotient may have
    #[arg(long, value_name = "N", default_value = "1000", value_parser = elements, allow_hyphen_values = true)]
    pub(crate) elements: usize,

    /// The most elementary steps for each heap; a second is enough for some millions
    #[arg(long, value_name = "N", default_value = "200000000", value_parser = heaps, allow_hyphen_values = true)]
    pub(crate) steps: u64,

    #[command(flatten)]
    pub(crate) memory: MemoryArguments,

    #[command(flatten)]
    pub(crate) to: DestinationArguments,

    /// The format of the answer [default: that of the ending of --output, or text]
    #[arg(long, value_enum)]
    pub(crate) format: Option<QuotientFormat>,

    /// Prints the answer as JSON
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
}

/// The form of a quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum QuotientFormat {
    /// For a person.
    Text,
    /// For a program.
    Json,
    /// The graph of the quotient as a picture, if it has at most 24 elements.
    Svg,
}

/// Arguments of `zug pairs`.
#[derive(Debug, Args)]
#[command(after_help = "\
GAME is a name, or says what a move takes from one heap and what from both:
  one any        any number of counters from one heap
  one {1,2}      one of these numbers from one heap
  both any       the same number from each heap
  both within 2  numbers that differ by less than 2
  both {1, 2:3}  1 from each heap, or 2 from one and 3 from the other
  both {k:2k}    any number from one heap, and twice this number from the other
Several `both` may follow each other. Rules whose positions are two numbers are such a
game too.

  zug pairs wythoff --positions 30
  zug pairs 'wythoff(2)' --at 1000000000000000000,2414213562373095048
  zug pairs 'one {1..3} both {1, 2:3}' --to 12 --table
  zug pairs 'one any both any both {k:2k}'
  zug pairs ./my-pairs.zug --to 30")]
pub(crate) struct PairsArguments {
    /// nim, wythoff, wythoff(T), king, knight, euclid, moves such as 'one {1,2} both any', or rules
    /// with two heaps, such as ./my-pairs.zug
    pub(crate) game: String,

    /// A parameter of the rules, as in `zug solve`; those that say how large heaps are need not be
    /// set
    #[arg(long = "set", value_name = "PARAMETER=VALUE", value_parser = setting)]
    pub(crate) settings: Vec<(String, String)>,

    /// The largest heap [default: 20]
    #[arg(long, value_name = "N", value_parser = heaps, allow_hyphen_values = true)]
    pub(crate) to: Option<u64>,

    /// Prints the table of nimbers instead of the lost positions
    #[arg(long, conflicts_with_all = ["positions", "at"])]
    pub(crate) table: bool,

    /// The most lost positions to list
    #[arg(long, value_name = "K", value_parser = positions, conflicts_with = "at", allow_hyphen_values = true)]
    pub(crate) positions: Option<usize>,

    /// Prints who wins with these two heaps, and by which moves
    #[arg(long, value_name = "A,B", value_parser = two_heaps, conflicts_with = "to", allow_hyphen_values = true)]
    pub(crate) at: Option<(u64, u64)>,

    /// Who wins when a player cannot move
    #[arg(long, value_enum)]
    pub(crate) play: Option<PlayChoice>,

    #[command(flatten)]
    pub(crate) memory: MemoryArguments,

    /// The format of the answer
    #[arg(long, value_enum, default_value_t = PairsFormat::Text)]
    pub(crate) format: PairsFormat,

    /// Prints the answer as JSON
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
}

/// The form of lost positions and nimbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PairsFormat {
    /// For a person.
    Text,
    /// For a spreadsheet.
    Csv,
    /// For a program.
    Json,
    /// The lost positions as a picture.
    Svg,
}

/// A number of heaps or of steps, or the size of a heap: `1000`, `1_000` or `10^3`.
fn heaps(text: &str) -> Result<u64, String> {
    let number = |text: &str| text.replace('_', "").parse::<u64>().ok();
    let heaps = match text.split_once('^') {
        Some((base, exponent)) => number(base)
            .zip(exponent.parse().ok())
            .and_then(|(base, exponent)| base.checked_pow(exponent)),
        None => number(text),
    };
    heaps.ok_or_else(|| {
        format!(
            "write a whole number from 0 to {}, such as 1000 or 10^6",
            u64::MAX
        )
    })
}

/// `auto`, or the name of a method.
fn engine() -> impl TypedValueParser<Value = EngineChoice> {
    let names = EngineKind::ALL.map(EngineKind::name);
    PossibleValuesParser::new(["auto"].into_iter().chain(names)).map(|chosen| {
        let mut methods = EngineKind::ALL.into_iter();
        EngineChoice(methods.find(|method| method.name() == chosen))
    })
}

/// The largest heap that `zug quotient` may be asked about. Each heap is printed in a line of its
/// own, and may take an entry of a table in memory.
const MOST_HEAPS: u64 = 100_000;

fn few_heaps(text: &str) -> Result<u64, String> {
    text.parse()
        .ok()
        .filter(|heaps| (1..=MOST_HEAPS).contains(heaps))
        .ok_or_else(|| format!("write a whole number from 1 to {MOST_HEAPS}"))
}

fn elements(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|elements| (1..=60_000).contains(elements))
        .ok_or_else(|| "write a whole number from 1 to 60000".to_owned())
}

/// More lost positions are not listed.
pub(crate) const MOST_POSITIONS: usize = 10_000_000;

fn positions(text: &str) -> Result<usize, String> {
    let number = text.parse().ok();
    number
        .filter(|number| (1..=MOST_POSITIONS).contains(number))
        .ok_or_else(|| format!("write a whole number from 1 to {MOST_POSITIONS}"))
}

fn two_heaps(text: &str) -> Result<(u64, u64), String> {
    let inner = text.trim();
    let inner = inner
        .strip_prefix('(')
        .and_then(|inner| inner.strip_suffix(')'))
        .unwrap_or(inner);
    let heaps = inner.split_once(',').and_then(|(a, b)| {
        let heap = |text: &str| text.trim().parse().ok();
        Some((heap(a)?, heap(b)?))
    });
    heaps.ok_or_else(|| "write two heaps, such as 6,10".to_owned())
}
