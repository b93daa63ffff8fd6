//! The page: built by npm from its lock file, and tested in a real browser.

use std::env;
use std::fs::{File, FileTimes};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

use anyhow::{Context, Result, bail};

use crate::{binary_of_the_tests, root, step};

/// What is said where Node.js is missing.
const WITHOUT_NODE: &str =
    "the page needs Node.js 20 or later with npm, which is not here (Debian: apt install npm)";

/// Whether npm runs here.
pub(crate) fn has_npm() -> bool {
    runs("npm", "--version")
}

/// Builds the page, which the next build of `zug` embeds.
pub(crate) fn page() -> Result<()> {
    if !has_npm() {
        bail!(WITHOUT_NODE);
    }
    let built = folder().join("dist");
    let is_first = !built.exists();
    step(
        "packages of the page",
        npm().args(["ci", "--no-audit", "--no-fund"]),
    )?;
    step("page", npm().args(["run", "build"]))?;
    if is_first {
        // The build script of the server does not watch a folder that does not exist.
        let script = root().join("crates/web/build.rs");
        let now = FileTimes::new().set_modified(SystemTime::now());
        let touched = File::options().append(true).open(&script);
        touched
            .and_then(|file| file.set_times(now))
            .with_context(|| format!("cannot touch {}", script.display()))?;
    }
    Ok(())
}

/// Builds the page if npm is here; says in a line what is missing otherwise. Returns whether it
/// was built.
pub(crate) fn page_if_possible() -> Result<bool> {
    if !has_npm() {
        println!("==> {WITHOUT_NODE}: it is neither built nor tested");
        return Ok(false);
    }
    page()?;
    Ok(true)
}

/// Builds the page and the program, and drives the page in a browser.
pub(crate) fn web_test(arguments: Vec<String>) -> Result<()> {
    page()?;
    test_in_browser(arguments)
}

/// Drives the page, which was built, in a browser.
pub(crate) fn test_in_browser(arguments: Vec<String>) -> Result<()> {
    let browser = browser()?;
    // The page was built before this, so that the program contains it.
    let program = binary_of_the_tests()?;
    let mut test = npm();
    test.args(["test", "--"]).args(arguments);
    test.env("ZUG_BINARY", program);
    test.env("ZUG_CHROMIUM", browser);
    step("page in a browser", &mut test)
}

/// The browser: Chromium, installed by apt where it is missing and we may.
fn browser() -> Result<PathBuf> {
    if let Some(named) = env::var_os("ZUG_CHROMIUM") {
        return Ok(named.into());
    }
    if let Some(found) = installed() {
        return Ok(found);
    }
    if !runs("apt-get", "--version") {
        bail!(
            "the page is tested in Chromium, which is not here; ZUG_CHROMIUM names one elsewhere"
        );
    }
    let mut update = Command::new("apt-get");
    step("list of packages", update.args(["update", "--quiet"]))?;
    let mut install = Command::new("apt-get");
    install.args([
        "install",
        "--yes",
        "--quiet",
        "--no-install-recommends",
        "chromium",
    ]);
    step("Chromium", &mut install)
        .context("the page is tested in Chromium, which only root can install")?;
    installed().context("Chromium was installed, and is not found")
}

fn installed() -> Option<PathBuf> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let folders = env::var_os("PATH").unwrap_or_default();
    let places = env::split_paths(&folders);
    places
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .find(|place| place.is_file())
}

fn folder() -> PathBuf {
    root().join("page")
}

fn npm() -> Command {
    let mut npm = Command::new("npm");
    npm.current_dir(folder());
    // Its browsers come from a host of their own, and Chromium of the system will do.
    npm.env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    npm
}

fn runs(program: impl AsRef<Path>, argument: &str) -> bool {
    let mut command = Command::new(program.as_ref());
    command
        .arg(argument)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
