"""Games solved on many machines, by units of work in a folder that all of them share.

``zug cluster begin`` makes the folder. A unit is a run of ``zug cluster do``; the engine that runs them
is any ``concurrent.futures.Executor``: a pool of processes, one of Dask, or one of mpi4py.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from typing import Any, TypeAlias

from zug.errors import Error, SettingError

__all__ = ["ClusterError", "run"]

#: An executor, or a function that makes one: then another one is made where one breaks, as a pool of
#: processes does when one of its processes is killed.
Executors: TypeAlias = "Executor | Callable[[], Executor]"

#: A number of bytes, or a text such as ``"4GiB"``.
Bytes: TypeAlias = "int | str"

#: The units that can be done are listed again at most when this number of times as long has passed as
#: listing them took.
BETWEEN = 4

#: The seconds after which the folder is asked again how long the work lasts, for the progress.
ASKED = 10

SIZES = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12, "KI": 2**10, "MI": 2**20, "GI": 2**30, "TI": 2**40}


class ClusterError(Error):
    """A unit failed too often, or the folder has no units. The text is that of the last failure."""


def run(
    folder: str | os.PathLike[str],
    executor: Executors,
    /,
    *,
    retries: int = 3,
    progress: bool = True,
    memory: str | None = None,
    memory_of_all: Bytes | None = None,
    threads: int = 1,
    program: str | os.PathLike[str] | None = None,
) -> None:
    """Does all units of the folder, until it holds a table.

    A unit that fails is done again, at most ``retries`` times. ``memory`` and ``threads`` are for each
    unit. No more units are begun at a time than take ``memory_of_all`` together, by what
    ``zug cluster units --json`` says; a unit that takes more is done alone. ``program`` is the program
    ``zug``, by a path that it has on all machines; without it, the one that is on the path of the machine
    that calls.

    >>> import concurrent.futures, zug.cluster
    >>> with concurrent.futures.ProcessPoolExecutor(4) as pool:  # doctest: +SKIP
    ...     zug.cluster.run("/shared/connect-four", pool, memory="1GiB")

    Raises :class:`zug.cluster.ClusterError` where a unit fails too often. The folder keeps what was done,
    and the next call goes on from there.
    """
    found = os.fspath(program) if program is not None else shutil.which("zug")
    if found is None:
        raise SettingError("there is no program `zug` on the path: name it by program=")
    limits = ["--threads", str(threads)] + ([] if memory is None else ["--memory", memory])
    room = _Room(_bytes(memory), _bytes(memory_of_all))
    _Run([found, os.fspath(folder)], limits, executor, retries, progress, room).all()


class _Room:
    """The memory that a unit may take, and all units together that are begun."""

    def __init__(self, of_unit: int | None, of_all: int | None) -> None:
        self._of_unit = of_unit
        self._of_all = of_all
        self._taken: dict[str, int] = {}

    def take(self, unit: str, memory: int) -> bool:
        """Takes the memory of a unit, if there is room for it or nothing else is begun."""
        needed = memory if self._of_unit is None else min(memory, self._of_unit)
        is_full = self._of_all is not None and sum(self._taken.values()) + needed > self._of_all
        if self._taken and is_full:
            return False
        self._taken[unit] = needed
        return True

    def give_back(self, unit: str) -> None:
        """Gives the memory of a unit back, which has ended."""
        del self._taken[unit]


class _Run:
    """The units of a folder, while they are done."""

    def __init__(
        self, to: list[str], limits: list[str], executor: Executors, retries: int, progress: bool, room: _Room
    ) -> None:
        self._to = to
        self._limits = limits
        self._make = None if isinstance(executor, Executor) else executor
        self._executor = executor if isinstance(executor, Executor) else executor()
        self._retries = retries
        self._progress = progress and sys.stderr.isatty()
        self._failures: Counter[str] = Counter()
        self._pending: dict[Future[None], str] = {}
        self._done = 0
        self._room = room
        self._left = ""
        self._asked = float("-inf")

    def all(self) -> None:
        """Does all units."""
        try:
            while self._submit():
                self._wait()
        finally:
            for future in self._pending:
                future.cancel()
            if self._make is not None:
                self._executor.shutdown()
            if self._progress:
                print(file=sys.stderr)

    def _submit(self) -> bool:
        """Submits the units that can be done now. Returns whether some are left."""
        program, folder = self._to
        self._listed = time.monotonic()
        listed = json.loads(_zug([program, "cluster", "units", folder, "--json"]))
        self._took = time.monotonic() - self._listed
        running = set(self._pending.values())
        for unit in listed["units"]:
            if unit["unit"] not in running and self._room.take(unit["unit"], unit.get("memory", 0)):
                command = [program, "cluster", "do", folder, unit["unit"], *self._limits]
                self._pending[self._submitted(command)] = unit["unit"]
        if not listed["done"] and not self._pending:
            raise ClusterError(f"no unit of {folder} can be done")
        return not listed["done"]

    def _submitted(self, command: list[str]) -> Future[None]:
        try:
            return self._executor.submit(_do, command)
        except BrokenExecutor:
            if self._make is None:
                raise
            self._executor = self._make()
            return self._executor.submit(_do, command)

    def _wait(self) -> None:
        """Waits until it is worth listing the units again."""
        while self._pending:
            ended, _ = wait(self._pending, return_when=FIRST_COMPLETED)
            for future in ended:
                unit = self._pending.pop(future)
                self._room.give_back(unit)
                self._end(unit, future)
            if self._progress:
                told = f"{self._done} units are done, {len(self._pending)} are begun{self._how_long()}"
                print(f"\r\033[K{told}\r", end="", file=sys.stderr, flush=True)
            if time.monotonic() - self._listed >= BETWEEN * self._took:
                return

    def _how_long(self) -> str:
        """How long the work lasts, in words; nothing where that is not known."""
        if time.monotonic() - self._asked < ASKED:
            return self._left
        self._asked = time.monotonic()
        program, folder = self._to
        status = json.loads(_zug([program, "cluster", "status", folder, "--json"]))
        seconds = (status.get("work") or {}).get("seconds_left")
        self._left = "" if seconds is None else f", about {seconds / 60:.0f} min are left"
        return self._left

    def _end(self, unit: str, future: Future[None]) -> None:
        error = future.exception()
        if error is None:
            self._done += 1
            return
        self._failures[unit] += 1
        if self._failures[unit] > self._retries:
            raise ClusterError(f"{unit} failed {self._failures[unit]} times: {error}") from error
        if isinstance(error, BrokenExecutor) and self._make is None:
            raise ClusterError(
                f"the executor broke ({error}): a function that makes one lets the work go on"
            ) from error


def _bytes(size: Bytes | None) -> int | None:
    """The number of bytes of a size, if there is one."""
    if size is None or isinstance(size, int):
        return size
    read = re.fullmatch(r"\s*([0-9]+(?:\.[0-9]+)?)\s*([KMGT]?I?)B?\s*", size.upper())
    if read is None or read[2] not in SIZES:
        raise SettingError(f"{size!r} is no size: a size is a number of bytes, or a text such as '4GiB'")
    return int(float(read[1]) * SIZES[read[2]])


def _do(command: list[str]) -> None:
    """Does a unit, on whatever machine this is called."""
    _zug(command)


def _zug(command: list[str]) -> str:
    """What the program prints."""
    done: Any = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        why = done.stderr.strip() or f"the exit code is {done.returncode}"
        raise ClusterError(f"{' '.join(command[1:])}: {why}")
    printed: str = done.stdout
    return printed
