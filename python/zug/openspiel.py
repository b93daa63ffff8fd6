"""Games of OpenSpiel, solved exactly. The package ``open_spiel`` is needed."""

from __future__ import annotations

from typing import Any, NamedTuple

from zug._work import Watcher
from zug.errors import SettingError
from zug.games import Game
from zug.python_games import python_game

__all__ = ["from_openspiel"]


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
    import pyspiel

    if isinstance(game, str):
        game = pyspiel.load_game(game)
    kind = game.get_type()
    is_suited = (
        game.num_players() == 2
        and kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
        and kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
        and kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
        and kind.utility == pyspiel.GameType.Utility.ZERO_SUM
    )
    if not is_suited:
        raise SettingError(
            f"{kind.short_name} is no game of two players with perfect information, without chance, in which one wins"
            " what the other loses"
        )
    return python_game(Spiel(game), positions=positions, progress=progress)
