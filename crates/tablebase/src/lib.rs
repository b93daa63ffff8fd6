//! Solved tables of positions on disk.
//!
//! A table is a folder: a [`Manifest`] that says what the table is of, and for each tier and
//! shard a file of keys, of outcomes, of remotenesses and, where there are any, of nimbers and of
//! scores. The crate knows bytes, positions as numbers of up to 256 bits, and what a position is
//! worth. It knows no games: who wants to tell the table of one game from that of another hands in
//! an [`Identity`].
//!
//! - [`Writer`] writes any [`Table`](zug_solve::table::Table). A folder holds a whole table or
//!   none, however the process ends.
//! - [`TierStore`] keeps the tiers of a solver while it works, so that it can be killed and
//!   goes on from its last finished tier; its files become the table, which the solver's own
//!   code reads.
//! - [`write_proof`] and [`ProofFile`] write and read the proof of a search: one file.
//! - [`write_search`] and [`SearchFile`] write and read what a search knows, in one file too.
//! - [`StoredTable`] reads it, and is a `Table` too. Every byte is under a checksum; what is
//!   damaged is refused with the name of the file and the number of the block.
//!
//! Figures, of Connect Four 5 wide 5 high (69,763,700 positions, of which 34,888,367 are kept, as
//! the board is symmetric), measured on two cores that others used: 0.39 bytes a kept position for keys,
//! 0.18 for outcomes, 0.17 for remoteness, in blocks of 2048 positions; 21 million positions a
//! second read and checked; look-ups of random positions, one thread, 220,000 a second where
//! the cache holds the blocks decoded and 20,000 where each is decoded anew. `cargo xtask
//! bench tables` measures a table.
//!
//! ```
//! use zug_game::U256;
//! use zug_job::{Budget, Job};
//! use zug_solve::table::{Entry, Table, Take, Unreadable};
//! use zug_tablebase::{Identity, StoredTable, Writer};
//! use zug_values::{Outcome, Plies, Value};
//!
//! /// The table of a heap from which one or two counters are taken; an empty heap is lost.
//! struct Heap;
//!
//! impl Table for Heap {
//!     type Position = U256;
//!     fn find(&self, heap: &U256) -> Result<Option<Value>, Unreadable> {
//!         let heap = heap.as_u32();
//!         let plies = Plies(heap.div_ceil(3) * 2 - u32::from(heap % 3 != 0));
//!         Ok((heap < 7).then_some(match heap % 3 {
//!             0 => Value::Loss(plies),
//!             _ => Value::Win(plies),
//!         }))
//!     }
//!     fn place(&self, heap: &U256) -> Result<Option<u64>, Unreadable> {
//!         Ok((*heap < 7).then_some(heap.as_u64()))
//!     }
//!     fn entry(&self, place: u64) -> Result<Option<Entry<U256>>, Unreadable> {
//!         let heap = U256::from(place);
//!         Ok(self.find(&heap)?.map(|value| Entry::new(heap, value)))
//!     }
//!     fn len(&self) -> u64 {
//!         7
//!     }
//!     fn held_bytes(&self) -> u64 {
//!         0
//!     }
//!     fn each_block(&self, take: &mut Take<'_, U256>) -> Result<(), Unreadable> {
//!         let entry = |heap: U256| Ok(Entry::new(heap, self.find(&heap)?.expect("the heap is small")));
//!         let all: Vec<Entry<U256>> = (0_u32..7).map(U256::from).map(entry).collect::<Result<_, Unreadable>>()?;
//!         let _ = take(&all);
//!         Ok(())
//!     }
//! }
//!
//! let folder = tempfile::tempdir()?;
//! let of = Identity {
//!     game: "one or two".into(),
//!     rules: "take one or two counters".into(),
//!     parameters: vec![("heap".into(), "6".into())],
//!     play: "normal".into(),
//!     position: "6".into(),
//!     scope: "reachable".into(),
//!     symmetries: 1,
//!     draws_won: false,
//!     landmarks: vec![],
//! };
//! Writer::new(folder.path(), &of)?.write(&Heap, None, &Job::default())?;
//! let table = StoredTable::open_of(folder.path(), &of, &Budget::unlimited())?;
//! assert_eq!(table.find(&U256::new(6))?, Some(Value::Loss(Plies(4))));
//! assert_eq!(table.find(&U256::new(7))?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod error;
mod frame;
mod identity;
mod infinities;
mod cell;
mod codec;
mod positioned;
mod durable;
mod stream_writer;
mod stream_reader;
mod sealed;
mod manifest;
mod shard_writer;
mod write;
mod cache;
mod stored;
mod scratch;
mod room;
mod cluster;
mod checks;
mod tier_store;
mod listed;
mod proof;
mod searched;

pub use cell::{Cell, Ending};
pub use checks::Checks;
pub use cluster::{Cluster, StreamFile};
pub use error::{Error, Fault, Place};
pub use frame::{Kind, Stamp, Stream};
pub use identity::Identity;
pub use infinities::Infinities;
pub use manifest::{FileEntry, Manifest, ScoreRange, Totals};
pub use proof::{NotWritten, ProofFile, ProofHead, write_proof};
pub use room::room;
pub use searched::{
    Room as SearchRoom, SearchFile, SearchHead, Written as SearchWritten, write_search,
};
pub use stored::{Checked, StoredTable};
pub use tier_store::TierStore;
pub use write::Writer;
/// What a packed position is: a number of up to 256 bits.
pub use zug_game::U256;
