//! What the bytes of one block mean, before they are compressed.
//!
//! A decoder believes nothing: bytes that no encoder writes are a [`Malformed`] block, and
//! neither a panic nor a value.

pub(crate) mod keys;
pub(crate) mod outcomes;
pub(crate) mod numbers;
pub(crate) mod scores;

/// The bytes of a block are none that an encoder writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Malformed;
