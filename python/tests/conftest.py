"""What the tests share: the command line, which must give the same answers."""

import importlib.util
import json
import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

# Whoever starts the tests in the background may have them ignore Ctrl-C, which some of them ask for.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).resolve().parents[2]

#: What differs from run to run, or between a module and a program.
PASSING = {"seconds", "peak_bytes"}


def without_passing(report: Any) -> Any:
    """A report without the times and bytes in it."""
    if isinstance(report, dict):
        return {key: without_passing(value) for key, value in report.items() if key not in PASSING}
    if isinstance(report, list):
        return [without_passing(item) for item in report]
    return report


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skips the examples of OpenSpiel where it is not installed."""
    if importlib.util.find_spec("pyspiel") is None:
        for item in items:
            if item.name.startswith("zug._openspiel."):
                item.add_marker(pytest.mark.skip(reason="OpenSpiel is not installed"))


@pytest.fixture(scope="session")
def zug_program() -> Path:
    """The program of the command line; ``ZUG_PROGRAM`` names another than the one of the tests in Rust."""
    program = Path(os.environ.get("ZUG_PROGRAM", ROOT / "target" / "debug" / "zug"))
    if not program.exists():
        pytest.skip(f"there is no {program}: cargo build --package zug-cli makes one")
    return program


@pytest.fixture
def printed(zug_program: Path) -> Callable[..., Any]:
    """What a command prints with ``--json``."""

    def run(*arguments: str) -> Any:
        command = [str(zug_program), *arguments, "--json"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        assert done.stdout, f"{command}: {done.stderr}"
        return without_passing(json.loads(done.stdout))

    return run
