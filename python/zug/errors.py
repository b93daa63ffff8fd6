"""The exceptions of Zug. All are a :class:`Error`, but ``KeyboardInterrupt``, which Ctrl-C raises."""

from __future__ import annotations

__all__ = [
    "Cancelled",
    "Defect",
    "Error",
    "NotSolved",
    "OutOfMemory",
    "PositionError",
    "RulesError",
    "SettingError",
    "TableError",
    "TooLarge",
]


class Error(Exception):
    """A question has no answer. The text says why."""


class RulesError(Error, ValueError):
    """The rules are at fault. The text draws the place.

    >>> import zug
    >>> try:
    ...     zug.rules("game coins\\nimpartial\\nheap: 0..5 = 7\\nmove one if heap > 0:\\n    heap -= 1")
    ... except zug.RulesError as error:
    ...     print(error.line, error.column, error.message)
    3 14 the first value is not in 0..5
    """

    #: What is wrong, in one line.
    message: str = ""
    #: The line of the rules, counted from 1.
    line: int = 0
    #: The character of the line, counted from 1.
    column: int = 0
    #: How to mend it, where that is known.
    hint: str | None = None
    #: The position in which the rules broke, if they broke in the middle of a game.
    position: str | None = None


class SettingError(Error, ValueError):
    """An argument does not fit: the name of a game, a parameter, a method, a size."""


class PositionError(Error, ValueError):
    """A text is no position, or a move is not legal."""


class NotSolved(Error, LookupError):
    """The answer knows nothing of this position."""


class TooLarge(Error):
    """The work cannot fit into the memory allowed, as is known before it."""

    #: A lower bound on the number of positions.
    positions: int | None = None
    #: The least number of bytes that the work takes.
    needed: int | None = None
    #: The number of bytes that are allowed.
    allowed: int | None = None


class OutOfMemory(Error, MemoryError):
    """The memory allowed was used up on the way, or the machine refused more."""

    #: The number of positions that were found by then.
    positions: int | None = None
    #: The number of bytes that were asked for.
    needed: int | None = None
    #: The number of bytes that were in use.
    in_use: int | None = None
    #: The number of bytes that are allowed.
    allowed: int | None = None


class Cancelled(Error):
    """The time allowed (``seconds``) was over before there was an answer."""

    #: The number of positions that were found by then.
    positions: int | None = None


class TableError(Error):
    """A table, a proof or the file of a search cannot be had: it is not there, is damaged, or is of another game."""


class Defect(Error):
    """Zug itself is wrong. Please report it with the question."""
