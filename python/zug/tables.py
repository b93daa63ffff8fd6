"""Tables of solved positions on disk."""

from __future__ import annotations

import json
import os
from types import TracebackType
from typing import TYPE_CHECKING

from zug import _zug
from zug._work import Memory, Watcher, work
from zug.errors import TableError
from zug.games import Game, Position
from zug.solution import Solution

if TYPE_CHECKING:
    from zug.reports import CertifyReport, TableQueryReport

__all__ = ["Table", "certify", "open_table"]


class Table(Solution):
    """A table of solved positions, which is read from its folder as it is asked. :func:`zug.open_table` opens one."""

    def __init__(self, answer: _zug.Answer, folder: str) -> None:
        super().__init__(Game(answer.game, None), answer)
        self._folder = folder
        self._open: _zug.Answer | None = answer

    @property
    def _answer(self) -> _zug.Answer:
        if self._open is None:
            raise TableError(f"the table {self._folder} is closed")
        return self._open

    @_answer.setter
    def _answer(self, answer: _zug.Answer) -> None:
        self._open = answer

    def query(self, position: Position | str | None = None) -> TableQueryReport:
        """The dict of ``zug table query --json``."""
        if position is None:
            position = self.game.start
        elif isinstance(position, str):
            position = self.game.position(position)
        report: TableQueryReport = json.loads(_zug.query_table(self._answer, position._handle))
        return report

    def close(self) -> None:
        """Lets go of the files. Who asks the table afterwards gets a :class:`zug.TableError`."""
        self._open = None

    def __enter__(self) -> Table:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        state = "closed" if self._open is None else repr(self.start)
        return f"<zug.Table {self._folder}: {state}>"


def open_table(folder: str | os.PathLike[str], /, *, memory: Memory = None) -> Table:
    """The table in a folder, which ``zug solve --table`` or :meth:`zug.Solution.save` wrote.

    >>> import tempfile, zug
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     zug.game("tic-tac-toe").solve().save(folder + "/ttt")
    ...     with zug.open_table(folder + "/ttt") as table:
    ...         table["board=X../.O./..X turn=O"].outcome
    'draw'

    Raises :class:`zug.TableError` where there is none, or where it is damaged.
    """
    path = os.fspath(folder)
    return Table(_zug.open_table(work(memory=memory), path), path)


def certify(
    path: str | os.PathLike[str],
    /,
    *,
    memory: Memory = None,
    threads: int | None = None,
    seconds: float | None = None,
    progress: Watcher = False,
) -> CertifyReport:
    """Checks the proof of a search by code that cannot search: the dict of ``zug certify --json``.

    >>> import tempfile, zug
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     solved = zug.game("connect-four", width=4, height=4).solve(method="search", proof=True)
    ...     size = solved.proof(folder + "/four.proof")
    ...     zug.certify(folder + "/four.proof")["outcome"]
    'draw'

    Raises :class:`zug.TableError` where there is no proof, or it is damaged, and :class:`zug.Defect` where it does
    not show what it says.
    """
    how = work(memory=memory, threads=threads, seconds=seconds, progress=progress)
    report: CertifyReport = json.loads(_zug.certify(how, os.fspath(path)))
    return report
