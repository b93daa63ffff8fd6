//! The page of Zug and its JSON API, served on the own machine.
//!
//! A request comes in through [`serve`] and the `guard`, which lets nobody in who calls the server
//! by another name, and goes to its handler in `api`. A handler finds its game in the `library`,
//! which keeps games, solved tables, the last search and what searches proved. What takes long is `work`: a job
//! with a ticket for each who asked. Nothing here solves: `answer` asks the façade.
//!
//! The files of the page are embedded as they are committed.

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod limits;
pub mod api;
mod failure;
mod json;
mod alarm;
mod kept_search;
mod lock;
mod prepared;
mod library;
mod noted;
mod look_ups;
mod turns;
mod work;
mod at;
mod answer;
mod guard;
mod page;
mod shared;
mod server;
mod front;

pub use front::serve_by_worker;
pub use limits::Limits;
pub use server::{ServeError, serve};
