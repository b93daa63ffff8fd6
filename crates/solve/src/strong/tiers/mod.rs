//! Strong solutions, level by level: sorted streams of packed positions.

pub mod store;

mod memory;

pub use memory::Memory;
