"""Games on heaps: sequences of nimbers, games on two heaps, misère quotients."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple, final

from zug import _zug
from zug._types import AskedPairs, AskedQuotient, AskedSequence
from zug._report import Reported
from zug._work import Memory, number, work
from zug.errors import SettingError
from zug.games import Game

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from zug.reports import PairsReport, QuotientReport, SequenceReport

__all__ = ["Pairs", "Period", "Quotient", "Sequence", "pairs", "quotient", "sequence"]


#: The most nimbers that are put into an array or a report.
MOST_VALUES = 2**31

#: The largest heap, and the most elements, of a misère quotient; the most lost positions of two heaps.
MOST_HEAPS, MOST_ELEMENTS, MOST_PAIRS = 100_000, 60_000, 10_000_000


class Period(NamedTuple):
    """A proved period: from heap ``preperiod`` on, nimbers grow by ``saltus`` every ``period`` heaps."""

    preperiod: int
    period: int
    saltus: int
    #: The theorem that proves it.
    theorem: str
    #: The last heap that the proof looked at.
    checked_to: int


@final
class Sequence:
    """The nimbers of heaps. :func:`zug.sequence` makes one."""

    __slots__ = ("_facts", "_nimbers", "_values")

    def __init__(self, nimbers: _zug.Nimbers, values: bool) -> None:
        self._nimbers = nimbers
        self._values = values
        self._facts: SequenceReport = json.loads(nimbers.report(False))

    @property
    def code(self) -> str:
        """The notation of the game."""
        return self._facts["code"]

    @property
    def period(self) -> Period | None:
        """The period, if one is proved."""
        facts = self._facts
        proof, saltus = facts.get("proof"), facts.get("saltus")
        preperiod, period = facts.get("preperiod"), facts.get("period")
        if proof is None or preperiod is None or period is None or saltus is None:
            return None
        return Period(preperiod, period, saltus, proof["theorem"], proof["checked_to"])

    @property
    def values(self) -> NDArray[numpy.unsignedinteger[Any]]:
        """The nimbers as an array of NumPy, which cannot be changed."""
        import numpy

        self._refuse_too_many()
        data, width = self._nimbers.values()
        return numpy.frombuffer(data, dtype=f"<u{width}")

    def report(self) -> SequenceReport:
        """The dict of ``zug sequence --json``."""
        self._refuse_too_many()
        report: SequenceReport = json.loads(self._nimbers.report(True))
        return report

    def _refuse_too_many(self) -> None:
        terms = self._facts["terms"]
        if self._values and terms > MOST_VALUES:
            raise SettingError(f"{terms} nimbers are too many: ask for fewer, or with values=False")

    def __repr__(self) -> str:
        told = "" if self.period is None else f", period {self.period.period}"
        return f"<zug.Sequence {self.code}{told}>"

    def svg(self) -> str | None:
        """The nimbers as a plot in SVG; ``None`` where they were not kept, or are too many."""
        return self._nimbers.svg()

    def _repr_svg_(self) -> str | None:
        return self.svg()


def sequence(
    code: str | Game,
    terms: int,
    /,
    *,
    start: int = 0,
    values: bool = True,
    statistics: bool = False,
    verify: bool = False,
    engine: str | None = None,
    memory: Memory = None,
    threads: int | None = None,
    seconds: float | None = None,
) -> Sequence:
    """The nimbers of the heaps from ``start`` on, and their period where one is proved.

    The game is a code such as ``"0.77"``, a set such as ``"{1,3,4}"``, a name such as ``"grundy"``, or a game whose
    rules have one heap. With ``values=False`` nimbers are not kept, and heaps may be far out.

    >>> import zug
    >>> kayles = zug.sequence("0.77", 10**6)
    >>> kayles.values[:12].tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    >>> kayles.period.period, kayles.period.preperiod
    (12, 71)
    """
    asked: AskedSequence = {
        "first": number("start", start),
        "terms": number("terms", terms),
        "values": values,
        "statistics": statistics,
        "verify": verify,
        "engine": engine,
    }
    how = work(memory=memory, threads=threads, seconds=seconds)
    return Sequence(_zug.Nimbers.of(how, _heaps(code), asked), values)


@final
class Pairs(Reported["PairsReport"]):
    """What is known of a game on two heaps. :func:`zug.pairs` makes one."""

    __slots__ = ()

    @property
    def lost(self) -> list[tuple[int, int]]:
        """The positions that the player to move loses, the smaller heap first."""
        return [(a, b) for a, b in self._report.get("positions", [])]

    @property
    def nimbers(self) -> NDArray[numpy.uint32]:
        """The nimbers of all positions, as an array of NumPy with a row for each size of one heap."""
        import numpy

        return numpy.array(self._report.get("nimbers", []), dtype=numpy.uint32)

    def __repr__(self) -> str:
        return f"<zug.Pairs {self._report['game']}>"


def pairs(
    game: str | Game,
    /,
    *,
    at: tuple[int, int] | None = None,
    nimbers: bool = False,
    largest: int | None = None,
    most: int | None = None,
    play: str | None = None,
    memory: Memory = None,
    seconds: float | None = None,
) -> Pairs:
    """The lost positions of a game on two heaps such as ``"wythoff"``, all nimbers, or one position (``at``).

    ``largest`` is the largest heap that is looked at, ``most`` the largest number of lost positions.

    >>> import zug
    >>> zug.pairs("wythoff", most=5).lost
    [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]
    >>> zug.pairs("wythoff", at=(10, 16)).report()["outcome"]
    'win'
    """
    if largest is None and most is None:
        largest = 100
    asked: AskedPairs = {
        "nimbers": nimbers,
        "largest": None if largest is None else number("largest", largest),
        "most": MOST_PAIRS if most is None else number("most", most, 1, MOST_PAIRS),
        "at": at,
        "play": play,
    }
    return Pairs(_zug.pairs(work(memory=memory, seconds=seconds), _heaps(game), asked))


@final
class Quotient(Reported["QuotientReport"]):
    """The misère quotient of a game on heaps. :func:`zug.quotient` makes one."""

    __slots__ = ("_picture",)

    def __init__(self, report: str, picture: str | None) -> None:
        super().__init__(report)
        self._picture = picture

    @property
    def order(self) -> int:
        """The number of elements."""
        order: int = self._report["order"]
        return order

    @property
    def phi(self) -> list[str]:
        """What each heap is worth, from heap 0 on, as a word of generators."""
        return list(self._report["phi"])

    def __repr__(self) -> str:
        return f"<zug.Quotient {self._report['code']}: {self.order} elements>"

    def svg(self) -> str | None:
        """The elements and their products in SVG; ``None`` where there are more than 24."""
        return self._picture

    def _repr_svg_(self) -> str | None:
        return self.svg()


def quotient(
    code: str,
    /,
    *,
    heaps: int = 30,
    at: list[int] | None = None,
    genus: bool = False,
    elements: int = 1000,
    steps: int = 200_000_000,
    memory: Memory = None,
    seconds: float | None = None,
) -> Quotient:
    """The misère quotient of a game on heaps, for the heaps up to ``heaps``; ``at`` asks who wins some heaps.

    >>> import zug
    >>> zug.quotient("0.77", heaps=20).order
    24
    """
    asked: AskedQuotient = {
        "heaps": number("heaps", heaps, 1, MOST_HEAPS),
        "at": None if at is None else [number("a heap", heap, 0, MOST_HEAPS) for heap in at],
        "genus": genus,
        "elements": number("elements", elements, 1, MOST_ELEMENTS),
        "steps": number("steps", steps),
    }
    return Quotient(*_zug.quotient(work(memory=memory, seconds=seconds), code, asked))


def _heaps(game: str | Game) -> str | _zug.Game:
    return game if isinstance(game, str) else game._handle
