"""The bridge to OpenSpiel: its games solved exactly, and games of Zug for its algorithms."""

from __future__ import annotations

import re
from typing import Any

from zug._work import Watcher, number
from zug.errors import SettingError
from zug.games import Game, Position
from zug.python_games import python_game

__all__ = ["from_openspiel", "openspiel"]

#: What is registered with OpenSpiel by a name: a game, its start, and the number of moves after which play ends.
registered: dict[str, tuple[Game, Position, int | None]] = {}

#: The number of moves after which play ends where it is not proved that play ends by itself.
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
    >>> nim = zug.openspiel(zug.game("nim", piles=[1, 2]), name="zug_nim_1_2")
    >>> state = nim.new_initial_state()
    >>> [state.action_to_string(action) for action in state.legal_actions()]
    ['1: 1', '2: 1', '2: 2']

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
    asked = game, game.start, longest
    known = registered.get(called)
    if known is None:
        if called in spiel.registered_names():
            raise SettingError(f"OpenSpiel has another game called {called}: name=… gives this one another name")
        _openspiel_game.register(called, game, longest)
        registered[called] = asked
    elif known != asked:
        raise SettingError(f"another game is registered as {called}: name=… gives this one another name")
    return spiel.load_game(called)


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
    from zug._openspiel_game import Spiel

    return python_game(Spiel(game), positions=positions, progress=progress)
