"""What answers that are made of a report have in common."""

from __future__ import annotations

import copy
import json
from typing import Any, Generic, TypeVar, cast

#: The type of the report, of ``zug.reports``.
R = TypeVar("R")


class Reported(Generic[R]):
    """An answer that is made of a report. It never changes."""

    __slots__ = ("_report",)

    def __init__(self, report: str) -> None:
        self._report: dict[str, Any] = json.loads(report)

    def report(self) -> R:
        """The dict that the command line prints with ``--json``; ``zug.reports`` has its type."""
        return cast("R", copy.deepcopy(self._report))

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._report == getattr(other, "_report", None)

    def __hash__(self) -> int:
        return hash(json.dumps(self._report, sort_keys=True))
