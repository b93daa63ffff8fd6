//! The system's allocator, with a count of what the process holds and a limit.
//!
//! A program makes [`Allocator`] its global allocator. Then every allocation counts,
//! whether the program's own code, a library or the standard library makes it. [`held`]
//! returns the sum.
//!
//! An allocation is refused if the process would hold more than [`limit_to`] allows, or
//! if the machine has no more. Rust code rarely handles a refusal: a vector that cannot
//! grow aborts the process. Here a refusal that nobody handles writes one line to
//! standard error and ends the process with exit code 1. Code that does handle a
//! refusal runs inside [`attempt`].
//!
//! The bytes that were asked for are counted. What the allocator adds is not: a few
//! bytes for each block, and free memory between blocks that it keeps for later.
//! [`keep_little`] and [`give_back`] keep that part small.
//!
//! Blocks of 4 MiB and more ask the system for large pages, which makes reading here and there in
//! them faster.
//!
//! Cost: one atomic addition an allocation, and one when it is freed; a call of the system for each
//! block of 4 MiB and more.
//!
//! ```
//! use zug_allocator::{Allocator, attempt, held};
//!
//! #[global_allocator]
//! static ALLOCATOR: Allocator = Allocator;
//!
//! let before = held();
//! let block = vec![0u8; 100_000];
//! assert!(held() >= before + 100_000);
//! drop(block);
//!
//! let more_than_there_is: Result<(), _> =
//!     attempt(|| Vec::<u8>::new().try_reserve_exact(isize::MAX as usize));
//! assert!(more_than_there_is.is_err());
//! ```

mod line;
mod count;
mod system;

pub use count::{Allocator, attempt, held, limit_to};
pub use system::{give_back, keep_little};
