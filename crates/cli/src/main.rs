//! `zug`: rules in, answer out.
//!
//! Answers go to stdout, progress and messages to stderr. Exit codes: 0
//! answered; 1 Zug cannot answer this here; 2 bad usage or bad rules; 130
//! stopped by Ctrl-C, 143 by SIGTERM, 129 by SIGHUP.

#![forbid(unsafe_code)]

mod arguments;
mod memory;
mod clock;
mod question;
mod value_file;
mod kept;
mod heaps;
mod heap_rules;
mod command;
mod lines;
mod batch;
mod calculation;
mod addition;
mod meant;
mod adviser;
mod played;
mod session;
mod destination;
mod judge;
mod sequence;
mod terminal;
mod output;
mod json;
mod message;
mod signal;
mod exit;

use std::process::ExitCode;

use clap::Parser;
use zug_allocator::Allocator;

use crate::arguments::{Arguments, Command};

/// Counts what the process holds, and sees to it that it is no more than allowed.
#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

/// The bytes of the stack on which all is done that is not given to other threads: what systems
/// usually give the first thread. The system takes them as they are used.
const STACK: usize = 8 << 20;

fn main() -> ExitCode {
    signal::outlive_full_files();
    // The stack of the first thread is as small as whoever started the program says it is
    // (`ulimit -s`), and where it is used up there is no answer and no message.
    let work = std::thread::Builder::new().stack_size(STACK).spawn(run);
    match work.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        // The message of the panic is on stderr.
        Ok(Err(_)) => ExitCode::from(exit::PANICKED),
        Err(_) => {
            let message = "the machine refused the stack of 8 MiB on which Zug works";
            message::tell(message::Kind::Error, message);
            ExitCode::from(exit::NO_ANSWER)
        }
    }
}

/// Reads the arguments and answers.
fn run() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return exit::of_arguments(&error),
    };
    arguments.command.memory().enforce();
    memory::end_where_a_thread_is_refused_its_stack(exit::NO_ANSWER);
    exit::code(answer(&arguments.command))
}

/// Answers what is asked.
fn answer(command: &Command) -> anyhow::Result<()> {
    match command {
        Command::Solve(arguments) => command::solve::run(arguments),
        Command::Plan(arguments) => command::plan::run(arguments),
        Command::Explain(arguments) if command::explain_value::is_asked(arguments) => {
            command::explain_value::run(arguments)
        }
        Command::Explain(arguments) => command::explain::run(arguments),
        Command::Query(arguments) => command::query::run(arguments),
        Command::Value(arguments) => command::value::run(arguments),
        Command::Calc(arguments) => command::calc::run(arguments),
        Command::Sequence(arguments) => command::sequence::run(arguments),
        Command::Quotient(arguments) => command::quotient::run(arguments),
        Command::Pairs(arguments) => command::pairs::run(arguments),
        Command::Discover(arguments) => command::discover::run(arguments),
        Command::Play(arguments) => command::play::run(arguments),
        Command::Tree(arguments) => command::tree::run(arguments),
        Command::Serve(arguments) => command::serve::run(arguments),
        Command::Table(arguments) => command::table::run(arguments),
        Command::Cluster(arguments) => command::cluster::run(arguments),
        Command::Certify(arguments) => command::certify::run(arguments),
        Command::Games(arguments) => command::games::run(arguments),
        Command::Judge(arguments) => command::judge::run(arguments),
        Command::Schema(arguments) => command::schema::run(arguments),
        Command::Completions(arguments) => command::completions::run(arguments),
        Command::Man(arguments) => command::man::run(arguments),
    }
}
