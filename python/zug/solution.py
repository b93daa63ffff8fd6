"""Answers: what positions are worth, and by which moves."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, final

from zug import _zug
from zug._types import Outcome, Told
from zug._report import R, Reported
from zug._work import Watcher, number, work

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

    from zug.frames import Columns
    from zug.games import Game, Position
    from zug.reports import CertificateReport, ExplainReport, SolveProofReport, SolveReport, TreeReport

__all__ = ["AssessedMove", "Assessment", "Counts", "Explanation", "Solution", "SolvedMove", "SolvedPosition", "Tree"]


class Counts(NamedTuple):
    """How many positions were solved, by what they are worth to the player to move."""

    positions: int
    wins: int
    losses: int
    draws: int
    #: The number of positions in which the game is over.
    finished: int
    #: The largest number of moves to the end; ``None`` if every position is a draw.
    max_remoteness: int | None


class SolvedMove(NamedTuple):
    """A move, with what it is worth to the player who makes it."""

    #: The move as the rules write it.
    name: str
    #: The position behind it; ``None`` where it is too large to be written.
    position: Position | None
    outcome: Outcome
    #: The number of moves to the end, this one counted; ``None`` for a draw, and where it is not known.
    remoteness: int | None
    #: Whether somebody wins because play never ends.
    endless: bool
    #: The score in a game that ends with scores, with what the move gains.
    score: int | None
    #: The nimber of the position behind the move.
    nimber: int | None
    #: The loopy nimber of that position, such as ``"∞(0, 2)"``, where it is no number.
    loopy: str | None
    #: The points that the move gains.
    gain: int | None

    def __str__(self) -> str:
        return self.name


@final
class SolvedPosition:
    """A position with what it is worth to the player to move."""

    __slots__ = ("_told", "position", "solution")

    def __init__(self, solution: Solution, position: Position | None, told: Told) -> None:
        #: The answer that this is a part of.
        self.solution = solution
        #: The position; ``None`` where a theorem answers for one that is too large to be written.
        self.position = position
        self._told = told

    @property
    def outcome(self) -> Outcome:
        """``"win"``, ``"loss"`` or ``"draw"``, for the player to move."""
        return self._told[0]

    @property
    def remoteness(self) -> int | None:
        """The number of moves to the end when the winner hurries and the loser delays.

        ``None`` for a draw, and where a theorem or a search did not tell it.
        """
        return self._told[1]

    @property
    def endless(self) -> bool:
        """Whether somebody wins because play never ends."""
        return self._told[2]

    @property
    def score(self) -> int | None:
        """The score of the player to move, in a game that ends with scores."""
        return self._told[3]

    @property
    def nimber(self) -> int | None:
        """The nimber in an impartial game, where it is known."""
        return self._told[4]

    @property
    def loopy(self) -> str | None:
        """The loopy nimber, such as ``"∞(0, 2)"``, where the position is worth no number."""
        return self._told[5]

    def moves(self) -> list[SolvedMove]:
        """The moves, the best first."""
        return self.solution._moves(self.position)

    def best_moves(self) -> list[SolvedMove]:
        """The moves that are as good as the best: the same outcome, remoteness and score."""
        moves = self.moves()
        return [move for move in moves if move[2:6] == moves[0][2:6]]

    def line(self, most: int = 1000) -> list[str]:
        """A line of best play, of at most this many moves."""
        if self.position is None:
            return []
        return self.solution._answer.line(self.position._handle, number("most", most))[0]

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, SolvedPosition)
            and self.position == other.position
            and self._told == other._told
        )

    def __hash__(self) -> int:
        return hash((self.position, self._told))

    def __repr__(self) -> str:
        told = ""
        if self.remoteness is not None:
            told += f" in {self.remoteness}"
        if self.score is not None:
            told += f" score {self.score:+}"
        if self.nimber is not None:
            told += f" nimber {self.nimber}"
        if self.loopy is not None:
            told += f" nimber {self.loopy}"
        return f"<zug.SolvedPosition {self.position or 'too large to be written'}: {self.outcome}{told}>"

    def _repr_html_(self) -> str:
        from zug import _notebook

        return _notebook.solved(self)


@final
class Explanation(Reported[R]):
    """Why a position ends as it does, or a value is what it is."""

    __slots__ = ()

    @property
    def why(self) -> list[str]:
        """The explanation, a line each."""
        return list(self._report["why"])

    def __str__(self) -> str:
        return "\n".join(self.why)

    def __repr__(self) -> str:
        return f"<zug.Explanation {self.why[0]}>"

    def _repr_html_(self) -> str:
        from zug import _notebook

        return _notebook.lines(self.why)


class AssessedMove(NamedTuple):
    """A move, with what a search proved of it for the player who makes it."""

    #: The move as the rules write it.
    name: str
    #: The position behind it.
    position: Position
    #: The worst outcome that is possible as far as is proved.
    at_least: Outcome
    #: The best outcome that is possible as far as is proved.
    at_most: Outcome
    #: The number of moves to the end, where it is proved.
    remoteness: int | None
    #: The score, where it is proved.
    score: int | None

    def __str__(self) -> str:
        return self.name


@final
class Assessment(Reported["ExplainReport"]):
    """What a search proved of a position while the caller waited."""

    __slots__ = ("complete", "moves")

    def __init__(self, report: str, complete: bool, moves: list[AssessedMove]) -> None:
        super().__init__(report)
        #: Whether all was proved that was asked.
        self.complete = complete
        #: The moves, the best first as far as is proved.
        self.moves = moves

    @property
    def outcome(self) -> Outcome | None:
        """What the player to move gets, if that is proved."""
        outcome: Outcome | None = self._report.get("outcome")
        return outcome

    @property
    def at_least(self) -> Outcome:
        """The worst outcome that is possible as far as is proved."""
        bound: Outcome = self._report["at_least" if self.outcome is None else "outcome"]
        return bound

    @property
    def at_most(self) -> Outcome:
        """The best outcome that is possible as far as is proved."""
        bound: Outcome = self._report["at_most" if self.outcome is None else "outcome"]
        return bound

    @property
    def why(self) -> list[str]:
        """What is proved, in words."""
        return list(self._report["why"])

    def __repr__(self) -> str:
        return f"<zug.Assessment {self.why[0]}>"


@final
class Tree(Reported["TreeReport"]):
    """A game tree with its minimax values."""

    __slots__ = ("_tree",)

    def __init__(self, tree: _zug.Tree) -> None:
        super().__init__(tree.report())
        self._tree = tree

    def __len__(self) -> int:
        return len(self._report["nodes"])

    def __repr__(self) -> str:
        return f"<zug.Tree of {len(self)} nodes>"

    def __str__(self) -> str:
        """The tree as ``zug tree`` prints it."""
        return self._tree.drawn("text")

    def svg(self) -> str:
        """The tree as SVG, as ``zug tree -o tree.svg`` draws it."""
        return self._tree.drawn("svg")

    def dot(self) -> str:
        """The tree as a graph for Graphviz."""
        return self._tree.drawn("dot")

    def _repr_svg_(self) -> str | None:
        # A notebook becomes slow with larger pictures, which nobody could read there.
        return self.svg() if len(self) <= 400 else None


class Solution:
    """An answer: of all positions, or of one by a theorem or a search.

    >>> import zug
    >>> s = zug.game("tic-tac-toe").solve()
    >>> s.start.outcome, s.counts.wins
    ('draw', 2836)
    >>> corner = s["board=X../.O./..X turn=O"]
    >>> corner.outcome, [move.name for move in corner.best_moves()]
    ('draw', ['0,1', '1,0', '1,2', '2,1'])
    """

    def __init__(self, game: Game, answer: _zug.Answer) -> None:
        self._answer = answer
        #: The game.
        self.game = game

    @property
    def by(self) -> Literal["theorem", "positions", "search"]:
        """How the answer was found."""
        return self._answer.kind

    @cached_property
    def start(self) -> SolvedPosition:
        """The position that was asked about."""
        from zug.errors import TooLarge, OutOfMemory
        from zug.games import Position

        position: Position | None = None
        try:
            position = Position(self.game, self._answer.start)
        except (TooLarge, OutOfMemory, ValueError):
            # A theorem answers for positions of any size.
            if self.by != "theorem":
                raise
        return SolvedPosition(self, position, self._answer.worth())

    def __getitem__(self, position: object) -> SolvedPosition:
        """What a position is worth: the position itself, or what :meth:`zug.Game.position` takes."""
        asked = self.game.position(position)
        return SolvedPosition(self, asked, self._answer.value(asked._handle))

    def __contains__(self, position: object) -> bool:
        from zug.errors import NotSolved, PositionError

        try:
            self[position]
        except (NotSolved, PositionError):
            return False
        return True

    def _moves(self, position: Position | None) -> list[SolvedMove]:
        from zug.games import Position

        if position is None:
            moves = self.report()["moves"]
            return [
                SolvedMove(
                    of["move"], None, of["outcome"], None, False, None, of.get("nimber"), None, None
                )
                for of in moves
            ]
        return [
            SolvedMove(name, after and Position(self.game, after), *told, gain)
            for name, after, told, gain in self._answer.moves(position._handle)
        ]

    @cached_property
    def counts(self) -> Counts:
        """How many positions were solved. Raises :class:`zug.NotSolved` where only one was."""
        from zug.errors import NotSolved

        counts = self.report().get("counts")
        if counts is None:
            raise NotSolved(
                f'this answer is by a {self.by}, which counts no positions: solve(method="positions") does'
            )
        return Counts(
            positions=counts["positions"],
            wins=counts["wins"],
            losses=counts["losses"],
            draws=counts["draws"],
            finished=counts["finished"],
            max_remoteness=counts.get("max_remoteness"),
        )

    def report(
        self,
        *,
        verify: bool = False,
        sample: int | None = None,
        statistics: bool = False,
        count: Literal["turn", "mover", "orbits"] | None = None,
        threads: int | None = None,
        progress: Watcher = False,
    ) -> SolveReport:
        """The dict of ``zug solve --json``, with what ``--verify``, ``--statistics`` and ``--count`` add."""
        how = work(threads=threads, progress=progress)
        verify = verify or sample is not None
        told: SolveReport = json.loads(
            self._answer.report(how, verify, sample, statistics, count)
        )
        return told

    def verify(
        self, *, sample: int | None = None, threads: int | None = None, progress: Watcher = False
    ) -> CertificateReport:
        """Has separate code, which cannot solve, check the positions; returns what it found true.

        Raises :class:`zug.Defect` where the answer is wrong.

        >>> import zug
        >>> zug.game("tic-tac-toe").solve().verify()["positions"]
        5478
        """
        checked = self.report(verify=True, sample=sample, threads=threads, progress=progress)
        certificate = checked["certificate"]
        assert certificate is not None
        return certificate

    def save(self, folder: str | os.PathLike[str], /, *, progress: Watcher = False) -> None:
        """Writes the solved positions as a table, which :func:`zug.open_table` and ``zug table`` read.

        Does nothing where the folder has this table already. Raises :class:`zug.TableError` where it has something
        else in it, or cannot be written.
        """
        _zug.save_table(self._answer, work(progress=progress), os.fspath(folder))

    def proof(self, path: str | os.PathLike[str], /, *, progress: Watcher = False) -> SolveProofReport:
        """Writes the proof of a search, which :func:`zug.certify` and ``zug certify`` check; returns its size.

        The search must have gathered it: ``solve(method="search", proof=True)``.
        """
        written: SolveProofReport = json.loads(
            _zug.write_proof(self._answer, work(progress=progress), os.fspath(path))
        )
        return written

    def to_csv(
        self, path: str | os.PathLike[str], /, *, texts: bool = True, progress: Watcher = False
    ) -> None:
        """Writes the positions as ``zug table export`` does: their text, and the columns of :meth:`columns`.

        ``texts=False`` leaves out the text, whose numbers the other columns have: the file is smaller, and is
        written faster.
        """
        _zug.export_table(self._answer, work(progress=progress), os.fspath(path), False, texts)

    def to_parquet(
        self, path: str | os.PathLike[str], /, *, texts: bool = True, progress: Watcher = False
    ) -> None:
        """Writes the same columns as Parquet."""
        _zug.export_table(self._answer, work(progress=progress), os.fspath(path), True, texts)

    def columns(self, *, texts: bool = False) -> Columns:
        """All solved positions as columns; ``texts`` adds one with each position as text.

        >>> import zug
        >>> columns = zug.game("tic-tac-toe").solve().columns()
        >>> len(columns), columns.categories()["turn"]
        (765, ['X', 'O'])
        >>> int(columns.to_numpy()["remoteness"].max())
        5
        """
        from zug.frames import Columns

        return Columns(_zug.columns(self._answer, work(), texts))

    def batches(self, rows: int = 1 << 16, *, texts: bool = False) -> Iterator[Columns]:
        """The same columns in blocks of this many rows, so that a table larger than memory can be read."""
        from zug.frames import Columns

        return (Columns(block) for block in _zug.batches(self._answer, number("rows", rows, 1), texts))

    def to_pandas(self, *, texts: bool = False) -> pandas.DataFrame:
        """All solved positions as a data frame of pandas (:meth:`zug.frames.Columns.to_pandas`).

        >>> import zug
        >>> frame = zug.game("tic-tac-toe").solve().to_pandas()
        >>> int(frame[frame.outcome == "draw"].orbit.sum())
        1068
        """
        return self.columns(texts=texts).to_pandas()

    def to_polars(self, *, texts: bool = False) -> polars.DataFrame:
        """All solved positions as a data frame of Polars (:meth:`zug.frames.Columns.to_polars`)."""
        return self.columns(texts=texts).to_polars()

    def to_arrow(self, *, texts: bool = False) -> pyarrow.RecordBatch:
        """All solved positions as a record batch of Arrow (:meth:`zug.frames.Columns.to_arrow`)."""
        return self.columns(texts=texts).to_arrow()

    def explain(self) -> Explanation[ExplainReport]:
        """Why the player to move wins or loses: what ``zug explain`` tells.

        >>> import zug
        >>> print(zug.game("nim", piles=[3, 5, 6]).solve().explain().why[0])
        The player to move loses: in 14 moves.
        """
        return Explanation(self._answer.explain(work()))

    def tree(self, depth: int | None = None, *, merge: bool = False, nodes: int = 20_000) -> Tree:
        """The game tree with its minimax values: what ``zug tree`` draws.

        >>> import zug
        >>> len(zug.game("subtraction", n=4, take={1, 2}).solve().tree())
        12
        """
        deep = None if depth is None else number("depth", depth)
        return Tree(self._answer.tree(work(), deep, number("nodes", nodes), merge))

    def __repr__(self) -> str:
        return f"<zug.Solution by {self.by}: {self.start!r}>"

    def _repr_html_(self) -> str:
        return self.start._repr_html_()
