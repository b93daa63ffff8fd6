"""Games and their positions."""

from __future__ import annotations

import json
import operator
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, final

from zug import _zug
from zug._types import Asked, Files, Outcome
from zug._work import Memory, Method, Watcher, work
from zug.errors import Error, SettingError
from zug.solution import AssessedMove, Assessment, Solution

if TYPE_CHECKING:
    from zug.reports import GamesReport, PlanReport

__all__ = ["Game", "Move", "Position", "game", "games", "rules"]


class Move(NamedTuple):
    """A legal move."""

    #: The move as the rules write it.
    name: str
    #: The position behind it.
    position: Position
    #: Whether the same player moves again.
    again: bool = False

    def __str__(self) -> str:
        return self.name


@final
class Position:
    """A position of a game. It never changes, and can be a key of a ``dict``.

    >>> import zug
    >>> start = zug.game("tic-tac-toe").start
    >>> fork = start.play("1,1").play("0,0")
    >>> fork.text, fork.mover
    ('board=.../.X./O.. turn=X', 'X')
    >>> len(fork.moves())
    7
    >>> fork == start.play("1,1", "0,0")
    True
    """

    __slots__ = ("_handle", "game")

    #: The game of the position.
    game: Game

    def __init__(self, game: Game, handle: _zug.Position) -> None:
        self.game = game
        self._handle = handle

    @property
    def text(self) -> str:
        """The position as the rules write it, on one line."""
        return self._handle.text

    @property
    def value(self) -> Any:
        """The position as a game written in Python has it; ``None`` where the game has rules."""
        python = self.game._python
        return None if python is None else python[0][self._handle.number]

    @property
    def mover(self) -> str | None:
        """The name of the player to move; ``None`` where both players have the same moves."""
        return self._handle.mover

    @property
    def result(self) -> Outcome | None:
        """How the game ends for the player to move, if it is over here."""
        return self._handle.result

    @property
    def picture(self) -> str | None:
        """The picture that the rules show, of several lines; ``None`` if they show none."""
        return self._handle.picture

    def moves(self) -> list[Move]:
        """The legal moves in the order of the rules; none where the game is over."""
        return [
            Move(name, Position(self.game, after), again)
            for name, after, again in self._handle.moves()
        ]

    def play(self, *moves: str | Move) -> Position:
        """The position after some moves, by their names.

        Raises :class:`zug.PositionError` where a move is not legal; its text lists those that are.
        """
        handle = self._handle
        for move in moves:
            handle = handle.after(str(move))
        return Position(self.game, handle)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._handle == other._handle

    def __hash__(self) -> int:
        return hash(self._handle)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<zug.Position {self.text}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _position, (self.game, self.text)

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def svg(self) -> str:
        """The position as a picture in SVG, as ``zug solve -o board.svg`` draws it."""
        return self._handle.svg()

    def _repr_svg_(self) -> str:
        return self.svg()


def _position(game: Game, text: str) -> Position:
    """The position that a pickle has as text."""
    return game.position(text)


@final
class Game:
    """A game with its parameters. :func:`zug.game` and :func:`zug.rules` make one.

    >>> import zug
    >>> g = zug.game("subtraction", n=21, take={1, 3, 4})
    >>> g.name, g.parameters, g.players
    ('subtraction', {'n': 21, 'take': [1, 3, 4]}, None)
    """

    __slots__ = ("_handle", "_made_by", "_python")

    def __init__(
        self,
        handle: _zug.Game,
        made_by: tuple[Any, ...] | None,
        python: tuple[list[Any], dict[Any, int]] | None = None,
    ) -> None:
        self._handle = handle
        self._made_by = made_by
        # Of a game written in Python: its positions, and their numbers.
        self._python = python

    @property
    def name(self) -> str:
        """The name of the game in its rules."""
        return self._handle.name

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters with their values, as reports have them."""
        parameters: dict[str, Any] = json.loads(self._handle.parameters)
        return parameters

    @property
    def players(self) -> tuple[str, str] | None:
        """The names of the two players; ``None`` where both have the same moves."""
        players = self._handle.players
        return None if players is None else (players[0], players[1])

    @property
    def convention(self) -> str:
        """Who wins when a player cannot move: ``"normal"`` is the other one, ``"misere"`` that player."""
        return self._handle.play

    @property
    def rules(self) -> str | None:
        """The text of the rules; ``None`` for a game written in Python."""
        return self._handle.rules

    @property
    def start(self) -> Position:
        """The position that is asked about."""
        return Position(self, self._handle.start)

    def position(self, of: object) -> Position:
        """The position that a text names, in the notation of the rules or, for chess, in FEN.

        In a game written in Python, it may also be a position as that game has it.
        """
        if isinstance(of, Position):
            return of
        if self._python is not None and of in self._python[1]:
            of = f"#{self._python[1][of]}"
        return Position(self, self._handle.position(str(of)))

    def solve(
        self,
        position: Position | None = None,
        *,
        method: Method = "auto",
        memory: Memory = None,
        threads: int | None = None,
        seconds: float | None = None,
        progress: Watcher = False,
        remoteness: bool = False,
        all_moves: bool = True,
        native: bool = True,
        folder: str | os.PathLike[str] | None = None,
        save: str | os.PathLike[str] | None = None,
        proof: bool = False,
    ) -> Solution:
        """Who wins, in how many moves, by which move: what ``zug solve`` answers.

        The method ``"auto"`` takes a theorem where one applies, and else all positions or a search of this one,
        whichever ends first. ``"positions"`` solves all positions that play can reach, so that each can be
        asked about. ``memory`` is the most that the solver takes (``"4GiB"``, or a number of bytes; three
        quarters of what is free if nothing is said). Other threads of Python go on meanwhile, and Ctrl-C stops
        the work.

        >>> import zug
        >>> s = zug.game("tic-tac-toe").solve()
        >>> s.start.outcome, s.counts.positions
        ('draw', 5478)

        ``folder`` keeps the positions as a table (``--table`` of the command line): if it holds this table, they
        are read from it, and if work on it was stopped, this goes on where that was. ``save`` names a file in
        which a search keeps what it knows, also where its time is over; the next search goes on from it.
        ``proof=True`` has a search gather its proof for :meth:`zug.Solution.proof`. A search with a ``folder``
        stops at the positions of that table. If a disk is full the answer is given with a ``RuntimeWarning``.

        Raises :class:`zug.TooLarge` or :class:`zug.OutOfMemory` where the memory does not suffice, and
        :class:`zug.Cancelled` where ``seconds`` were not enough.
        """
        how = work(
            method=method,
            memory=memory,
            threads=threads,
            seconds=seconds,
            progress=progress,
            native=native,
            remoteness=remoteness,
            one_move=not all_moves,
        )
        asked = None if position is None else position._handle
        files: Files = {
            "folder": None if folder is None else os.fspath(folder),
            "save": None if save is None else os.fspath(save),
            "proof": proof,
        }
        return Solution(self, _zug.solve(self._handle, how, asked, files))

    def search(
        self,
        position: Position | None = None,
        *,
        seconds: float = 10,
        all_moves: bool = True,
        memory: Memory = None,
        threads: int | None = None,
        progress: Watcher = False,
    ) -> Assessment:
        """What can be proved of a position within a time: bounds of who wins, for each move too.

        Without ``all_moves`` it ends as soon as one move is proved best.

        >>> import zug
        >>> found = zug.game("tic-tac-toe").search()
        >>> found.outcome, found.complete, len(found.moves)
        ('draw', True, 9)
        """
        how = work(
            method="search", memory=memory, threads=threads, seconds=seconds, progress=progress
        )
        asked = None if position is None else position._handle
        report, complete, moves = self._handle.search(how, asked, not all_moves)
        told = [
            AssessedMove(name, Position(self, after), *bounds, remoteness, score)
            for name, after, bounds, remoteness, score in moves
        ]
        return Assessment(report, complete, told)

    def plan(
        self,
        position: Position | None = None,
        *,
        method: Method = "auto",
        memory: Memory = None,
        threads: int | None = None,
    ) -> PlanReport:
        """How a question would be answered, and what it takes: the dict of ``zug plan --json``."""
        how = work(method=method, memory=memory, threads=threads)
        asked = None if position is None else position._handle
        plan: PlanReport = json.loads(self._handle.plan(how, asked))
        return plan

    def __eq__(self, other: object) -> bool:
        """Whether two games have the same rules, parameters and convention."""
        return isinstance(other, Game) and self._handle.is_same(other._handle)

    def __hash__(self) -> int:
        return hash(self.rules)

    def __repr__(self) -> str:
        try:
            told = "".join(f" {name}={value!r}" for name, value in self.parameters.items())
            return f"<zug.Game {self.name}{told}>"
        except Error as error:
            # A theorem answers for positions of any size, which cannot be had themselves.
            return f"<zug.Game without positions: {str(error).splitlines()[0]}>"

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        if self._made_by is None:
            raise TypeError("a game of a table, or one written in Python, cannot be pickled")
        return _made, self._made_by


def _made(of_catalogue: bool, text: str, origin: str, asked: Asked) -> Game:
    """The game that was made of these arguments."""
    how = work()
    if of_catalogue:
        handle = _zug.Game.catalogue(text, asked, how)
    else:
        handle = _zug.Game.rules_text(text, origin, asked, how)
    return Game(handle, (of_catalogue, text, origin, asked))


def game(
    name: str,
    /,
    *,
    play: str | None = None,
    position: str | None = None,
    everywhere: bool = False,
    **parameters: object,
) -> Game:
    """A game of the catalogue (:func:`zug.games` lists them).

    Parameters are values of Python: numbers, texts, truth values, lists, sets and tuples. ``play="misere"`` has
    whoever cannot move win. ``position`` is the one that is asked about, instead of the start;
    ``everywhere=True`` solves all positions of the board, not only those that play reaches.

    >>> import zug
    >>> zug.game("connect-four", width=5, height=4)
    <zug.Game connect_four width=5 height=4 k=4>
    """
    return _made(True, name, name, _asked(parameters, play, position, everywhere))


def rules(
    text_or_path: str | os.PathLike[str],
    /,
    *,
    play: str | None = None,
    position: str | None = None,
    everywhere: bool = False,
    **parameters: object,
) -> Game:
    """The game of a rules file, or of a text of rules, which has several lines.

    >>> import zug
    >>> coins = zug.rules('''
    ... game coins(n = 10)
    ... impartial
    ... heap: 0..n = n
    ... move take(k in {1, 2}) if k <= heap:
    ...     heap -= k
    ... ''', n=7)
    >>> coins.solve().start.nimber
    1

    Raises :class:`zug.RulesError`, which draws the place of a fault.
    """
    asked = _asked(parameters, play, position, everywhere)
    if isinstance(text_or_path, str) and "\n" in text_or_path:
        return _made(False, text_or_path, "rules", asked)
    path = Path(text_or_path)
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise SettingError(f"{path} is not a rules file: it is not text in UTF-8") from error
    return _made(False, text, os.fspath(text_or_path), asked)


def games() -> GamesReport:
    """The catalogue: the dict of ``zug games --json``.

    >>> import zug
    >>> next(game["title"] for game in zug.games()["games"] if game["name"] == "nim")
    'Nim'
    """
    catalogue: GamesReport = json.loads(_zug.Game.games())
    return catalogue


def _asked(
    parameters: dict[str, object], play: str | None, position: str | None, everywhere: bool
) -> Asked:
    return {
        "settings": [(name, value_text(name, value)) for name, value in parameters.items()],
        "play": play,
        "position": position,
        "everywhere": everywhere,
    }


def value_text(name: str, value: object) -> str:
    """A value of Python as the rules language writes it."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    try:
        return str(operator.index(value))  # type: ignore[arg-type]
    except TypeError:
        pass
    if isinstance(value, Iterable) and not isinstance(value, (bytes, Mapping)):
        items = [value_text(name, item) for item in value]
        if isinstance(value, (set, frozenset)):
            return "{" + ", ".join(items) + "}"
        if isinstance(value, tuple):
            return "(" + ", ".join(items) + ")"
        return "[" + ", ".join(items) + "]"
    raise SettingError(
        f"the parameter `{name}` cannot be {value!r}: a number, a text, a truth value, a list, a set or a tuple can"
    )
