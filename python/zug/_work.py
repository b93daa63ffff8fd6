"""How work is asked for: its limits, and the bar that shows how far it is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeAlias

from zug._zug import Work
from zug.errors import SettingError

Method: TypeAlias = Literal[
    "auto",
    "theorem",
    "positions",
    "search",
    "backward",
    "retrograde",
    "retracting",
    "replaying",
    "dense",
    "tiers",
    "null-window",
    "proof-number",
]

#: A number of bytes, or a text such as ``"4GiB"``.
Memory: TypeAlias = "int | str | None"


class Progress(NamedTuple):
    """How far a solver is."""

    #: What it does: ``"discovering"``, ``"solving"``, ``"searching"``, ``"verifying"`` and others.
    phase: str
    #: The number of positions found so far.
    positions: int
    #: The number of positions that this phase is done with.
    done: int
    #: The number of positions of this phase; ``None`` while nobody knows it.
    whole: int | None
    #: The number of bytes that the solver holds.
    bytes: int


#: ``True`` for a bar, or a function that is told the progress some twenty times a second at most.
Watcher: TypeAlias = "bool | Callable[[Progress], object]"


def work(
    *,
    method: str = "auto",
    memory: Memory = None,
    threads: int | None = None,
    seconds: float | None = None,
    progress: Watcher = False,
    native: bool = True,
    remoteness: bool = False,
    one_move: bool = False,
) -> Work:
    """The work with these limits."""
    if isinstance(memory, int) and memory < 0:
        raise SettingError(f"memory is {memory} bytes: it is at least 0")
    told = teller(progress)
    return Work(method, memory, threads, seconds, told, native, remoteness, one_move)


#: The largest number of heaps, moves or rows that can be asked for.
LARGEST = 2**64 - 1


def number(name: str, value: int, least: int = 0, most: int = LARGEST) -> int:
    """The number, which must be in this range."""
    if not least <= value <= most:
        raise SettingError(f"{name} is {value}: a whole number from {least} to {most} is expected")
    return value


def teller(progress: Watcher) -> Callable[[str, int, int, int | None, int], object] | None:
    """The function that is called with the numbers of the progress."""
    if progress is True:
        return Bar().told
    if not callable(progress):
        return None
    watcher = progress

    def tell(phase: str, positions: int, done: int, whole: int | None, size: int) -> None:
        watcher(Progress(phase, positions, done, whole, size))

    return tell


class Bar:
    """A bar in a notebook, a line in a terminal, and nothing elsewhere."""

    def __init__(self) -> None:
        self._display: Callable[[object], None] | None = None
        self._is_notebook = in_notebook()

    def told(self, phase: str, positions: int, done: int, whole: int | None, size: int) -> None:
        """Shows the progress."""
        bar = BarFace(Progress(phase, positions, done, whole, size))
        if self._is_notebook:
            if self._display is None:
                from IPython.display import display

                handle: Any = display(bar, display_id=True)  # type: ignore[no-untyped-call,unused-ignore]
                self._display = handle.update
            else:
                self._display(bar)
        elif sys.stderr.isatty():
            print(f"\r\033[K{bar}\r", end="", file=sys.stderr, flush=True)


class BarFace:
    """The progress as text, and as a bar of HTML."""

    def __init__(self, reached: Progress) -> None:
        self._reached = reached

    def __str__(self) -> str:
        reached = self._reached
        share = f" {100 * reached.done // reached.whole}%" if reached.whole else ""
        return f"{reached.phase}{share}: {reached.positions:,} positions, {reached.bytes >> 20:,} MiB"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        whole = self._reached.whole
        share = f' value="{self._reached.done}" max="{whole}"' if whole else ""
        return f"<progress{share}></progress> {self}"


def in_notebook() -> bool:
    """Whether the caller is a notebook, which shows HTML."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return shell is not None and hasattr(shell, "kernel")
