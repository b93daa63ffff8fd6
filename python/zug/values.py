"""What sums of games, and expressions of partizan values, are worth."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal, final

from zug import _zug
from zug._types import Outcome
from zug._report import Reported
from zug._work import Memory, work
from zug.solution import Explanation

if TYPE_CHECKING:
    from zug.reports import ExplainValueReport, ValueReport

__all__ = ["Value", "explain_value", "value"]


@final
class Value(Reported["ValueReport"]):
    """What an expression is worth. :func:`zug.value` makes one."""

    __slots__ = ("_handle",)

    def __init__(self, handle: _zug.Value) -> None:
        super().__init__(handle.report)
        self._handle = handle

    @property
    def outcome(self) -> Outcome | None:
        """What the player to move gets, where that is known."""
        outcome: Outcome | None = self._report.get("outcome")
        return outcome

    @property
    def nimber(self) -> int | None:
        """The nimber, where the games have one together."""
        nimber: int | None = self._report.get("nimber")
        return nimber

    @property
    def value(self) -> str | None:
        """The partizan value as text, such as ``"{2|-1}"``; ``None`` where it is not known."""
        value: str | None = self._report.get("value")
        return value

    def latex(self) -> str | None:
        """The partizan value in LaTeX, for mathematics mode."""
        return self._handle.latex(work())

    def thermograph(self) -> str | None:
        """The thermograph of the partizan value, in SVG."""
        return self._handle.thermograph()

    def __repr__(self) -> str:
        told = self.value
        if told is None and self.nimber is not None:
            told = f"*{self.nimber}"
        return f"<zug.Value {self._report['expression']}: {told or self.outcome}>"

    def _repr_latex_(self) -> str | None:
        latex = self.latex()
        if latex is None:
            return None if self.nimber is None else f"$\\ast {self.nimber}$"
        return f"${latex}$"


def value(
    expression: str,
    /,
    *,
    compound: Literal["one", "some", "notall", "all"] = "one",
    play: str | None = None,
    to_move: Literal["first", "second", "left", "right"] | None = None,
    verify: bool = False,
    outcome: bool = False,
    memory: Memory = None,
    threads: int | None = None,
    seconds: float | None = None,
) -> Value:
    """What several games are worth together, or an expression of partizan values: what ``zug value`` tells.

    >>> import zug
    >>> zug.value("nim(3) + nim(4)").nimber
    7
    >>> zug.value("{2|-1} + ^ - *2").value
    '{2^*2|-1^*2}'

    ``compound`` says in which games a turn moves: ``"one"``, ``"some"``, ``"notall"`` or ``"all"``. ``outcome`` finds
    only who wins, by a search in which small parts are values, for boards whose values are out of reach. Raises
    :class:`zug.SettingError`, which marks the place of a fault.
    """
    how = work(memory=memory, threads=threads, seconds=seconds)
    return Value(_zug.Value.of(how, expression, compound, play, to_move, verify, outcome))


def explain_value(expression: str, /) -> Explanation[ExplainValueReport]:
    """Why an expression of partizan values is worth what it is, in steps.

    >>> import zug
    >>> print(zug.explain_value("{1,0|2,*}"))
    {1,0|2,*}:
      Left's option 0 is dominated by 1, for 0 <= 1; it goes.
      Right's option 2 is dominated by *, for 2 >= *; it goes.
      So it is {1|*}.
    """
    return Explanation(_zug.Value.explain(work(), expression))
