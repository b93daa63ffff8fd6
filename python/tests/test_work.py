"""Work can be watched and stopped, and leaves nothing behind."""

import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest
import zug


class Coins:
    """A game without an end."""

    start = 0

    def moves(self, position: int) -> list[int]:
        return [1]

    def play(self, position: int, move: int) -> int:
        return position + move


WORK: list[Callable[[], object]] = [
    lambda: zug.game("connect-four", width=8).solve(),
    lambda: zug.game("connect-four", width=8).solve(method="positions", memory="2GiB"),
    lambda: zug.game("connect-four", width=8).search(seconds=60),
    lambda: zug.sequence("0.007", 10**12),
    lambda: zug.python_game(Coins(), positions=10**9),
    lambda: zug.pairs("wythoff", nimbers=True, largest=30_000),
]


@pytest.mark.parametrize("number", range(len(WORK)))
def test_ctrl_c_stops_work_at_once(number: int) -> None:
    begun = [0.0]

    def interrupt() -> None:
        time.sleep(0.7)
        begun[0] = time.monotonic()
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            WORK[number]()
            time.sleep(5)
    finally:
        thread.join()
    # 0.2 s is what is aimed at; a machine may be busy with other work.
    assert time.monotonic() - begun[0] < 2


def test_other_threads_go_on_and_two_solve_at_once() -> None:
    answers: list[str] = []

    def solve(width: int) -> None:
        g = zug.game("connect-four", width=width, height=4)
        answers.append(g.solve(method="positions", threads=1).start.outcome)

    threads = [threading.Thread(target=solve, args=(width,)) for width in (4, 5)]
    for thread in threads:
        thread.start()
    turns = 0
    while any(thread.is_alive() for thread in threads):
        turns += 1
        time.sleep(0.001)
    for thread in threads:
        thread.join()
    assert answers == ["draw", "draw"]
    assert turns > 10


def test_progress_is_told_and_its_exception_stops_the_work() -> None:
    told: list[zug.Progress] = []
    g = zug.game("connect-four", width=5, height=4)
    g.solve(method="positions", progress=told.append, threads=1)
    assert told and told[-1].positions > 0

    def stop(progress: zug.Progress) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        zug.game("connect-four", width=8).solve(progress=stop)


def test_time_that_is_over() -> None:
    begun = time.monotonic()
    # A board of which the catalogue has no openings.
    with pytest.raises(zug.Cancelled):
        zug.game("connect-four", width=8).solve(seconds=0.3)
    found = zug.game("connect-four", width=8).search(seconds=0.3)
    assert not found.complete and found.at_least == "loss" and len(found.moves) == 8
    assert time.monotonic() - begun < 5


def test_ten_thousand_solves_do_not_grow() -> None:
    g = zug.game("subtraction", n=30)

    def solve(times: int) -> None:
        for _ in range(times):
            g.solve(method="positions", threads=1).report()

    solve(300)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    solve(10_000)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    # In KiB: some pages of the allocator may come yet.
    assert after - before < 8 << 10


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_fork_after_a_solve() -> None:
    code = (
        "import os, zug\n"
        "zug.game('tic-tac-toe').solve()\n"
        "child = os.fork()\n"
        "assert zug.game('tic-tac-toe').solve().start.outcome == 'draw'\n"
        "if child: assert os.waitpid(child, 0)[1] == 0\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_import_brings_no_numpy_and_no_arrow() -> None:
    names = ("numpy", "pandas", "polars", "pyarrow", "IPython", "pyspiel")
    code = f"import sys, zug; print([name for name in {names} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"
