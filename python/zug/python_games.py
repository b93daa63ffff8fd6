"""Games that are written in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Protocol

from zug import _zug
from zug._types import AskedPython, Face
from zug._work import Watcher, number as whole_number, teller
from zug.errors import SettingError
from zug.games import Game, Position

__all__ = ["Difference", "PythonGame", "check_same", "python_game"]


class PythonGame(Protocol):
    """What a class must have to be a game. Positions and moves are any objects; positions must be hashable.

    It may also have ``result(position)``, which is ``"win"``, ``"loss"`` or ``"draw"`` for the player to move where
    the game is over, and ``None`` where it goes on; ``player(position)``, which is 0 or 1, if the players have
    different moves; ``players``, their two names; ``text(position)``, how a position is written; and ``name``.
    Without a move and without a result the player to move loses.
    """

    #: The first position, or a method that returns it.
    start: Any

    def moves(self, position: Any, /) -> Iterable[Any]:
        """The moves of a position."""

    def play(self, position: Any, move: Any, /) -> Any:
        """The position behind a move."""


def python_game(
    of: PythonGame,
    /,
    *,
    name: str | None = None,
    play: str = "normal",
    positions: int = 10_000_000,
    progress: Watcher = False,
) -> Game:
    """The game that an object of Python is. Play is followed once from the start; then it is solved at full speed.

    >>> import zug
    >>> class Coins:
    ...     start = 21
    ...     def moves(self, coins):
    ...         return [take for take in (1, 3, 4) if take <= coins]
    ...     def play(self, coins, take):
    ...         return coins - take
    >>> s = zug.python_game(Coins()).solve()
    >>> s.start.outcome, s.start.remoteness, s.start.nimber
    ('loss', 12, 0)
    >>> s[20].best_moves()[0].name
    '4'

    An exception in a method is raised as it is. :class:`zug.TooLarge` is raised where play reaches more than
    ``positions`` positions, and :class:`zug.SettingError` where a position is not hashable.
    """
    kept: list[Any] = []
    numbers: dict[Any, int] = {}
    texts: dict[str, int] = {}
    text_of: Callable[[Any], str] = getattr(of, "text", repr)

    def text(number: int) -> str:
        return str(text_of(kept[number]))

    def number(written: str) -> int | None:
        if not texts:
            texts.update((text(number), number) for number in range(len(kept)))
        return texts.get(written)

    def names(number: int) -> list[str]:
        return [str(move) for move in of.moves(kept[number])]

    asked: AskedPython = {
        "name": name or str(getattr(of, "name", type(of).__name__)),
        "play": play,
        "start": of.start() if callable(of.start) else of.start,
        "moves": of.moves,
        "play_move": of.play,
        "result": getattr(of, "result", None),
        "player": getattr(of, "player", None),
        "players": getattr(of, "players", None),
        "most": whole_number("positions", positions),
        "progress": teller(progress),
    }
    face: Face = {"names": names, "text": text, "number": number}
    return Game(_zug.python_game(asked, face, kept, numbers), None, (kept, numbers))


class Difference(NamedTuple):
    """The first position in which two games differ, as each of them writes it, and how."""

    first: Position
    second: Position
    why: str


def check_same(first: Game, second: Game, /, *, positions: int = 1_000_000) -> Difference | None:
    """The first position in which two games differ; ``None`` if they are the same.

    Play is followed in both at once from their starts. Moves are told by their names, or, where the names differ, by
    their order; each pair of positions must have the same number of moves, the same player to move and the same
    result.

    >>> import zug
    >>> class Coins:
    ...     start = 9
    ...     def moves(self, coins):
    ...         return [take for take in (1, 3, 4) if take <= coins]
    ...     def play(self, coins, take):
    ...         return coins - take
    >>> zug.check_same(zug.python_game(Coins()), zug.game("subtraction", n=9, take={1, 3, 4}))
    >>> zug.check_same(zug.python_game(Coins()), zug.game("subtraction", n=9, take={1, 2, 4})).why
    'the first has the moves 1, 3, 4, the second 1, 2, 4'
    """
    start = (first.start, second.start)
    waiting = [start]
    seen = {start}
    for one, other in waiting:
        if one.result != other.result:
            return Difference(one, other, f"the first ends with {one.result}, the second {other.result}")
        if _player(first, one) != _player(second, other):
            return Difference(one, other, f"in the first {one.mover} moves, in the second {other.mover}")
        ours, theirs = one.moves(), other.moves()
        after = {move.name: move.position for move in theirs}
        by_name = {move.name for move in ours} == set(after)
        if len(ours) != len(theirs) or not by_name and {move.name for move in ours} & set(after):
            names = [", ".join(move.name for move in moves) or "none" for moves in (ours, theirs)]
            return Difference(one, other, f"the first has the moves {names[0]}, the second {names[1]}")
        for move, there in zip(ours, theirs):
            pair = (move.position, after[move.name] if by_name else there.position)
            if pair not in seen:
                if len(seen) == positions:
                    raise SettingError(f"play reaches more than {positions} pairs of positions")
                seen.add(pair)
                waiting.append(pair)
    return None


def _player(game: Game, position: Position) -> int | None:
    """The number of the player to move; ``None`` where both players have the same moves."""
    players = game.players
    mover = position.mover
    return None if players is None or mover is None else players.index(mover)
