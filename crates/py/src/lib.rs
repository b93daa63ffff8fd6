//! Zug as a module of Python: the part that is written in Rust.
//!
//! The package `zug` (`python/zug`) is what people import. It has the classes, their documentation and what
//! needs no speed; this module, `zug._zug`, has handles of games, positions and answers. An answer goes to Python
//! as the JSON that the command line prints, and as few plain values for what is asked often.
//!
//! **The road of a call.** `work` does what takes long on a thread of its own, while the thread of Python waits
//! without the lock of the interpreter: other threads of Python go on, and every 50 ms it looks for signals and
//! passes on the progress. `failure` turns each error, and each panic, into an exception of `zug.errors`.

#![forbid(unsafe_code)]
#![allow(
    clippy::needless_pass_by_value,
    reason = "Python hands values over, and keeps none of them"
)]

mod failure;
mod work;
mod game;
mod tree;
mod answer;
mod value;
mod heaps;
mod graph;
mod columns;
mod table;

use pyo3::prelude::*;

/// The module that the package `zug` imports.
#[pymodule]
mod _zug {
    #[pymodule_export]
    use crate::answer::Answer;
    #[pymodule_export]
    use crate::columns::{Batches, batches, columns};
    #[pymodule_export]
    use crate::game::{Game, Position};
    #[pymodule_export]
    use crate::graph::python_game;
    #[pymodule_export]
    use crate::heaps::{Nimbers, pairs, quotient};
    #[pymodule_export]
    use crate::table::{
        certify, export_table, open_table, query_table, save_table, solve, write_proof,
    };
    #[pymodule_export]
    use crate::tree::Tree;
    #[pymodule_export]
    use crate::value::Value;
    #[pymodule_export]
    use crate::work::Work;
}
