"""Units of work, done by executors, solve what one process solves."""

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest
import zug
import zug.cluster

BOARD = ["--set", "width=4", "--set", "height=4"]


@pytest.fixture
def command(zug_program: Path) -> Callable[..., str]:
    def run(*arguments: str) -> str:
        done = subprocess.run([str(zug_program), *arguments], capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="session")
def digest(zug_program: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The digest of the table that one process solves."""
    folder = str(tmp_path_factory.mktemp("one") / "table")
    for arguments in [
        ["solve", "connect-four", *BOARD, "--table", folder],
        ["table", "digest", folder],
    ]:
        done = subprocess.run([str(zug_program), *arguments], capture_output=True, text=True, check=True)
    return done.stdout


def begun(command: Callable[..., str], folder: Path, shard: int) -> str:
    command("cluster", "begin", str(folder), "connect-four", *BOARD, "--shard-positions", str(shard))
    return str(folder)


@pytest.mark.parametrize(("make", "shard"), [(ThreadPoolExecutor, 10_000_000), (ProcessPoolExecutor, 4000)])
def test_an_executor_does_all_units(
    command: Callable[..., str],
    zug_program: Path,
    tmp_path: Path,
    digest: str,
    make: Callable[[int], Executor],
    shard: int,
) -> None:
    folder = begun(command, tmp_path / "units", shard)
    with make(2) as pool:
        zug.cluster.run(folder, pool, program=zug_program, memory="256MiB")
        # What is done is not done again.
        zug.cluster.run(folder, pool, program=zug_program)
    assert command("table", "digest", folder) == digest
    assert json.loads(command("cluster", "units", folder, "--json"))["done"]
    with zug.open_table(folder) as table:
        assert table.start.outcome == "draw"


def test_dask_does_all_units(command: Callable[..., str], zug_program: Path, tmp_path: Path, digest: str) -> None:
    distributed = pytest.importorskip("distributed")
    folder = begun(command, tmp_path / "units", 8000)
    local = distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
    with local as cluster, distributed.Client(cluster) as client:
        zug.cluster.run(folder, client.get_executor(pure=False), program=zug_program, memory="256MiB")
    assert command("table", "digest", folder) == digest


def test_killed_workers_and_deleted_files_change_nothing(
    command: Callable[..., str], zug_program: Path, tmp_path: Path, digest: str
) -> None:
    folder = begun(command, tmp_path / "units", 8000)
    pools: list[ProcessPoolExecutor] = []
    over = threading.Event()
    harmed = 0

    def pool() -> Executor:
        pools.append(ProcessPoolExecutor(2))
        return pools[-1]

    def harm() -> None:
        nonlocal harmed
        dice = random.Random(1)
        while not over.wait(0.2) and harmed < 6:
            processes = list(getattr(pools[-1], "_processes", None) or {}) if pools else []
            if harmed % 2 == 0 and processes:
                os.kill(dice.choice(processes), signal.SIGKILL)
                harmed += 1
            else:
                files = sorted(path for path in Path(folder).glob("[0-9]*") if path.suffix != ".partial")
                if files:
                    dice.choice(files).unlink(missing_ok=True)
                    harmed += 1

    harming = threading.Thread(target=harm)
    harming.start()
    try:
        zug.cluster.run(folder, pool, program=zug_program, retries=50)
    finally:
        over.set()
        harming.join()
    assert harmed > 0
    assert command("table", "digest", folder) == digest


def test_units_that_are_begun_have_room_together(tmp_path: Path) -> None:
    units = [{"unit": f"keys-00001-{n:05}", "memory": 300 << 20} for n in range(6)]
    units[3]["memory"] = 9 << 30
    (tmp_path / "units").write_text(json.dumps({"done": False, "units": units}))
    program = tmp_path / "zug"
    # What is begun notes itself, waits, looks how many are begun, and is no unit any more.
    program.write_text(
        f"#!{sys.executable}\n"
        "import json, os, sys, time\n"
        f"os.chdir({str(tmp_path)!r})\n"
        "todo = json.load(open('units'))['units']\n"
        "if sys.argv[2] == 'units':\n"
        "    todo = [unit for unit in todo if not os.path.exists('done-' + unit['unit'])]\n"
        "    print(json.dumps({'done': not todo, 'units': todo}))\n"
        "else:\n"
        "    unit = sys.argv[4]\n"
        "    open('begun-' + unit, 'w').close()\n"
        "    time.sleep(0.3)\n"
        "    begun = [name for name in os.listdir() if name.startswith('begun-')]\n"
        "    open('most', 'a').write(f'{len(begun)} {unit}\\n')\n"
        "    open('done-' + unit, 'w').close()\n"
        "    os.remove('begun-' + unit)\n"
    )
    program.chmod(0o755)
    with ThreadPoolExecutor(6) as pool:
        zug.cluster.run(tmp_path, pool, program=program, memory="1GiB", memory_of_all="1GiB")
        with pytest.raises(zug.SettingError, match="4 lots"):
            zug.cluster.run(tmp_path, pool, program=program, memory_of_all="4 lots")
    lines = [line.split() for line in (tmp_path / "most").read_text().splitlines()]
    assert len(lines) == 6
    assert max(int(most) for most, _ in lines) <= 3
    # The unit that takes all of the memory is done alone.
    assert ["1", "keys-00001-00003"] in lines


def test_a_unit_that_always_fails_is_an_error(tmp_path: Path) -> None:
    program = tmp_path / "zug"
    program.write_text(
        "#!/bin/sh\n"
        'test "$2" = units && echo \'{"done": false, "units": [{"unit": "split-00000"}]}\' && exit\n'
        f"echo x >> {tmp_path}/tried; echo no luck >&2; exit 1\n"
    )
    program.chmod(0o755)
    begun_at = time.monotonic()
    with ThreadPoolExecutor(1) as pool, pytest.raises(zug.cluster.ClusterError, match="no luck"):
        zug.cluster.run(tmp_path, pool, program=program, retries=2)
    assert (tmp_path / "tried").read_text() == "x\n" * 3
    assert time.monotonic() - begun_at < 60


def test_a_folder_without_units_is_an_error(zug_program: Path, tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as pool, pytest.raises(zug.cluster.ClusterError, match="no units of work"):
        zug.cluster.run(tmp_path, pool, program=zug_program)
