//! The package of Python (`python/`, `crates/py`): its tests, and its wheel.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, thread};

use anyhow::{Context, Result, ensure};

use crate::run::{FEATURES, binary_of_the_tests, cargo, root, step, tool};

/// What the tests need beside the package.
const PACKAGES: [&str; 13] = [
    // Dask, whose executor does units of work.
    "distributed",
    "ipykernel",
    "matplotlib",
    "mypy==1.18.2",
    "nbclient",
    "numpy",
    // It is not published for Windows; its tests are skipped there.
    "open_spiel; sys_platform != 'win32'",
    "pandas",
    "polars",
    "pyarrow",
    "pytest",
    // Tests on all processors.
    "pytest-xdist",
    "typing_extensions",
];

/// Runs the tests of the package, its examples, and the checks of its types; skips this, with a message, where there
/// is no Python or pip cannot reach its packages.
pub(crate) fn check_if_possible() -> Result<()> {
    let Some(packages) = packages() else {
        println!(
            "==> there is no Python 3.10 with pip that reaches its packages: the package of Python is not tested"
        );
        return Ok(());
    };
    let zug = binary_of_the_tests()?;
    let build = [
        "build",
        "--workspace",
        "--lib",
        "--profile",
        "test",
        "--locked",
        "--features",
        FEATURES,
    ];
    cargo("the module of Python", &build)?;
    link_module()?;
    let python = |what: &str, arguments: &[&str]| {
        let mut command = Command::new("python3");
        command.current_dir(folder()).arg("-m").args(arguments);
        let paths = env::join_paths([packages.clone(), folder()])?;
        command.env("PYTHONPATH", paths).env("ZUG_PROGRAM", &zug);
        step(what, &mut command)
    };
    make_reports(&zug)?;
    let tests = ["pytest", "--quiet", "--numprocesses", "auto"];
    python("the package of Python", &tests)?;
    let stubs = [
        "mypy.stubtest",
        "zug._zug",
        "--mypy-config-file",
        "pyproject.toml",
    ];
    // Each of the two takes one processor.
    thread::scope(|scope| {
        let stubs = scope.spawn(|| python("its stubs", &stubs));
        python("its types", &["mypy", "--strict", "zug"])?;
        stubs.join().expect("a step ends with an error, if at all")
    })
}

/// Builds the wheel into `target/wheels`.
pub(crate) fn wheel() -> Result<()> {
    let maturin = tool("maturin", "maturin==1.16.0").context("maturin cannot be had here")?;
    let out = root().join("target").join("wheels");
    let mut command = Command::new(maturin);
    command
        .current_dir(folder())
        .args(["build", "--out"])
        .arg(out);
    step("the wheel", &mut command)
}

fn folder() -> PathBuf {
    root().join("python")
}

/// The folder with the packages that the tests need, which pip fills once; `None` where they cannot be had.
pub(crate) fn packages() -> Option<PathBuf> {
    let is_new = "import sys; sys.exit(sys.version_info < (3, 10))";
    let mut python = Command::new("python3");
    python
        .args(["-c", is_new])
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if !python.status().is_ok_and(|status| status.success()) {
        return None;
    }
    let folder = root().join("target").join("python");
    let done = folder.join("installed");
    let wanted = PACKAGES.join(" ");
    if fs::read_to_string(&done).is_ok_and(|installed| installed == wanted) {
        return Some(folder);
    }
    println!("==> installing the packages that the tests of Python need");
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--no-input", "--upgrade"]);
    pip.args([
        "--no-warn-conflicts",
        "--root-user-action=ignore",
        "--only-binary=:all:",
        "--target",
    ])
    .arg(&folder)
    .args(PACKAGES);
    let is_installed = pip.status().is_ok_and(|status| status.success());
    (is_installed && fs::write(&done, wanted).is_ok()).then_some(folder)
}

/// Makes the types of reports again from their schemas. Fails where they differ from the file, so that whoever changed
/// a report commits them too.
fn make_reports(zug: &Path) -> Result<()> {
    println!("==> the types of its reports");
    let mut schemas = Command::new(zug)
        .arg("schema")
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot run `zug schema`")?;
    let printed = schemas
        .stdout
        .take()
        .context("`zug schema` has no output")?;
    let mut python = Command::new("python3");
    python.arg(folder().join("make_reports.py")).stdin(printed);
    let made = python.stderr(Stdio::inherit()).output()?;
    ensure!(
        schemas.wait()?.success() && made.status.success(),
        "the types of reports cannot be made of the output of `zug schema`"
    );
    let path = folder().join("zug").join("reports.py");
    let is_same = fs::read(&path).is_ok_and(|before| before == made.stdout);
    fs::write(&path, made.stdout)?;
    ensure!(
        is_same,
        "{} was not what the schemas of reports make. It is made again: commit it",
        path.display()
    );
    Ok(())
}

/// Puts the module that was built beside the files of the package, where Python looks for it.
fn link_module() -> Result<()> {
    let name = format!("{}_zug{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
    let built = root().join("target").join("debug").join(name);
    ensure!(built.is_file(), "there is no {}", built.display());
    let ending = if cfg!(windows) { "pyd" } else { "abi3.so" };
    let module = folder().join("zug").join("_zug").with_extension(ending);
    replace(&built, &module).with_context(|| format!("cannot write {}", module.display()))
}

/// Makes `to` another name of the file `from`, or a copy where the system has no such names.
fn replace(from: &Path, to: &Path) -> std::io::Result<()> {
    if to.symlink_metadata().is_ok() {
        fs::remove_file(to)?;
    }
    fs::hard_link(from, to).or_else(|_| fs::copy(from, to).map(|_| ()))
}
