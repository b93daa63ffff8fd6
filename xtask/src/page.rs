//! The page: built by npm from its lock file, and tested in a real browser.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use anyhow::{Context, Result, bail};

use crate::{binary_of_the_tests, root, step};

/// What is said where Node.js is missing.
const WITHOUT_NODE: &str =
    "the page needs Node.js 20 or later with npm, which is not here (Debian: apt install npm)";

/// Whether npm runs here.
pub(crate) fn has_npm() -> bool {
    runs("npm", "--version")
}

/// Builds the page into `crates/web/page`, which is committed and embedded by the next build of `zug`.
pub(crate) fn page() -> Result<()> {
    build(&committed())
}

fn build(into: &Path) -> Result<()> {
    if !has_npm() {
        bail!(WITHOUT_NODE);
    }
    step(
        "packages of the page",
        npm().args(["ci", "--no-audit", "--no-fund"]),
    )?;
    let mut build = npm();
    build.args(["run", "build", "--", "--outDir"]).arg(into);
    step("page", &mut build)
}

/// Checks that the page which is committed is what `page/` builds, if npm is here; says in a line what
/// is missing otherwise. Returns whether it was built.
pub(crate) fn check_if_possible() -> Result<bool> {
    if !has_npm() {
        println!("==> {WITHOUT_NODE}: it is neither built nor tested");
        return Ok(false);
    }
    let built = root().join("target").join("page");
    build(&built)?;
    let [built, committed] = [&built, &committed()].map(|folder| files(folder, folder));
    let (built, committed) = (built?, committed?);
    let differ = |path: &&PathBuf| built.get(*path) != committed.get(*path);
    let paths: BTreeSet<&PathBuf> = built.keys().chain(committed.keys()).collect();
    if let Some(path) = paths.into_iter().find(differ) {
        bail!(
            "crates/web/page is not what page/ builds: {} differs; `cargo xtask page` builds it again",
            path.display()
        );
    }
    Ok(true)
}

/// The files of a folder and those below it, by their paths from the root.
fn files(root: &Path, folder: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).with_context(|| format!("no {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            all.append(&mut files(root, &path)?);
        } else {
            all.insert(path.strip_prefix(root)?.to_owned(), fs::read(&path)?);
        }
    }
    Ok(all)
}

/// Builds the page and the program, and drives the page in a browser.
pub(crate) fn web_test(arguments: Vec<String>) -> Result<()> {
    page()?;
    test_in_browser(true, arguments)
}

/// Drives the page, which was built, in a browser; with all of its games and screens if `all` is set.
pub(crate) fn test_in_browser(all: bool, arguments: Vec<String>) -> Result<()> {
    let browser = browser()?;
    let program = binary_of_the_tests()?;
    let mut test = npm();
    test.args(["test", "--"]).args(arguments);
    if !all {
        test.args(["--grep-invert", "@nightly"]);
    }
    test.env("ZUG_BINARY", program);
    test.env("ZUG_CHROMIUM", browser);
    step("page in a browser", &mut test)
}

/// The browser: Chromium, installed by apt where it is missing and we may.
pub(crate) fn browser() -> Result<PathBuf> {
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

/// Where the page stands as it was built last.
fn committed() -> PathBuf {
    root().join("crates").join("web").join("page")
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
