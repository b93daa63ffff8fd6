//! Law of preparing a question: within a memory that is bounded, any text of rules becomes a problem
//! or an error. Nothing panics, and no memory is taken beside the budget.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zug::{Problem, Request, SolveOptions};

fuzz_target!(|text: &str| {
    let request = Request::rules(text, "rules.zug".to_owned());
    let options = SolveOptions::default().with_memory(64 << 20);
    let _ = Problem::prepare(&request, &options);
});
