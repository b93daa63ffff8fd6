"""The bridge to OpenSpiel: its games solved exactly, and games of Zug for its algorithms."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from zug._work import Watcher, number
from zug.errors import SettingError
from zug.games import Game
from zug.python_games import python_game

__all__ = ["from_openspiel", "openspiel"]

#: The games that OpenSpiel knows by a name, each with the number of moves after which play ends as a draw.
registered: dict[str, tuple[Game, int | None]] = {}

#: The number of moves after which play ends as a draw, in games of which it is not proved that play ends.
LONGEST = 1000


def pyspiel() -> Any:
    """The module of OpenSpiel."""
    try:
        import pyspiel
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "OpenSpiel is not installed: `pip install open_spiel` installs it", name="pyspiel"
        ) from error
    return pyspiel


def openspiel(game: Game, /, *, name: str | None = None, longest: int | None = None) -> Any:
    """Registers a game with OpenSpiel, whose own algorithms can play it then. Returns the game as OpenSpiel has it.

    ``pyspiel.load_game(name)`` loads it from now on; the name is that of the rules behind ``zug_`` if none is given.
    Whoever wins gets 1 and the other player -1. An action is the place of a move among the legal moves, which
    ``action_to_string`` names.

    >>> import zug
    >>> nim = zug.openspiel(zug.game("nim", piles=[1, 2]), name="zug_nim_1_2")  # doctest: +SKIP
    >>> state = nim.new_initial_state()  # doctest: +SKIP
    >>> [state.action_to_string(action) for action in state.legal_actions()]  # doctest: +SKIP
    ['1.take(1)', '2.take(1)', '2.take(2)']

    OpenSpiel wants all play to end. Where Zug cannot prove that from the rules, play ends after ``longest`` moves
    (1000 if nothing is said), as a draw or by the rule for play without end. Raises :class:`zug.SettingError` where
    another game is registered under this name, and where moves gain points.
    """
    spiel = pyspiel()
    from zug import _openspiel_game

    called = f"zug_{game.name}" if name is None else name
    if not re.fullmatch(r"\w+", called):
        raise SettingError(f"a game of OpenSpiel cannot be called {called!r}: letters, digits and _ can be in a name")
    if longest is not None:
        number("longest", longest, 1)
    known = registered.get(called)
    if known is None:
        if called in spiel.registered_names():
            raise SettingError(f"OpenSpiel has another game called {called}: name=… gives this one another name")
        _openspiel_game.register(called, game, longest)
        registered[called] = game, longest
    elif known != (game, longest):
        raise SettingError(f"another game is registered as {called}: name=… gives this one another name")
    return spiel.load_game(called)


class Action(NamedTuple):
    """An action of OpenSpiel, with its name."""

    number: int
    name: str

    def __str__(self) -> str:
        return self.name


class Key(NamedTuple):
    """What tells a state from another: whose turn it is, and the text of the state."""

    player: int
    text: str


class Spiel:
    """A game of OpenSpiel as a class of Python."""

    players = ("player 0", "player 1")

    def __init__(self, game: Any) -> None:
        self.name = str(game.get_type().short_name)
        self._states: dict[Key, Any] = {}
        self.start = self._key(game.new_initial_state())

    def _key(self, state: Any) -> Key:
        key = Key(state.current_player(), str(state))
        self._states.setdefault(key, state)
        return key

    def player(self, key: Key) -> int:
        # Where the game is over nobody moves: the result is that of player 0 then.
        return max(0, key.player)

    def result(self, key: Key) -> str | None:
        state = self._states[key]
        if not state.is_terminal():
            return None
        gained = state.returns()[0]
        return "draw" if gained == 0 else "win" if gained > 0 else "loss"

    def moves(self, key: Key) -> list[Action]:
        state = self._states[key]
        return [
            Action(action, state.action_to_string(key.player, action))
            for action in state.legal_actions()
        ]

    def play(self, key: Key, action: Action) -> Key:
        return self._key(self._states[key].child(action.number))

    def text(self, key: Key) -> str:
        return " ".join(key.text.split()) + f" player={key.player}"


def from_openspiel(
    game: Any, /, *, positions: int = 10_000_000, progress: Watcher = False
) -> Game:
    """A game of OpenSpiel, or the name of one, as a game that Zug solves.

    Two states are the same position if they have the same text and the same player to move. Only games with two
    players, perfect information and no chance can be had, in which one player wins what the other loses.
    """
    spiel = pyspiel()
    if isinstance(game, str):
        game = spiel.load_game(game)
    kind = game.get_type()
    is_suited = (
        game.num_players() == 2
        and kind.dynamics == spiel.GameType.Dynamics.SEQUENTIAL
        and kind.information == spiel.GameType.Information.PERFECT_INFORMATION
        and kind.chance_mode == spiel.GameType.ChanceMode.DETERMINISTIC
        and kind.utility == spiel.GameType.Utility.ZERO_SUM
    )
    if not is_suited:
        raise SettingError(
            f"{kind.short_name} is no game of two players with perfect information, without chance, in which one wins"
            " what the other loses"
        )
    return python_game(Spiel(game), positions=positions, progress=progress)
