"""A game of Zug as OpenSpiel has games, and a game of OpenSpiel as a class of Python. Importing this needs OpenSpiel."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from zug import _openspiel
from zug.errors import SettingError
from zug.games import Game, Move, Position

#: The largest number that OpenSpiel takes for the length of a game.
MOST_MOVES = 2**31 - 1

RETURNS = {"win": 1.0, "loss": -1.0, "draw": 0.0}


def register(name: str, game: Game, longest: int | None) -> None:
    """Registers a game with OpenSpiel under a name that it does not know yet."""
    if game._handle.has_gains:
        raise SettingError(
            "moves of this game gain points, which are no part of a position: OpenSpiel cannot play it"
        )
    cut = longest
    if longest is None and not ends(game):
        cut = _openspiel.LONGEST
    kind = pyspiel.GameType(
        short_name=name,
        long_name=repr(game)[1:-1],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=most_moves(game),
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=MOST_MOVES if cut is None else min(cut, MOST_MOVES),
    )

    # OpenSpiel lets go of this only when Python has ended, which a class outlives and a function does not.
    class Registered(SpielGame):
        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, info, params or {}, game, cut)

    pyspiel.register_game(kind, Registered)


def ends(game: Game) -> bool:
    """Whether every move climbs a level, so that play ends."""
    search = game.plan(method="search").get("search")
    return search is not None and search.get("levels") is not None


def most_moves(game: Game) -> int:
    """A number of moves that no position exceeds."""
    positions = game.plan(method="positions").get("positions")
    of_players = [] if positions is None else positions["ground_moves"]
    if of_players:
        return max(of_players)
    # The moves of a game written in Python are known already.
    statistics = game.solve(method="positions").report(statistics=True).get("statistics")
    branching = None if statistics is None else statistics.get("branching")
    return 1 if branching is None else branching["largest"]


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Zug as a game of OpenSpiel."""

    def __init__(self, kind: Any, info: Any, params: Any, game: Game, longest: int | None) -> None:
        super().__init__(kind, info, params)
        self.zug = game
        self.longest = longest

    def new_initial_state(self) -> SpielState:
        """The start of the game."""
        return SpielState(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Any:
        """What reads a state as a text."""
        if kind is None or (kind.public_info and not kind.perfect_recall):
            return Observer(params)
        return IIGObserverForPublicInfoGame(kind, params)


class Place:
    """A position with its moves and its result, which are found once for all copies of a state."""

    def __init__(self, position: Position) -> None:
        self.position = position

    @cached_property
    def result(self) -> str | None:
        """How the game ends for the player to move, if it is over."""
        return self.position.result

    @cached_property
    def moves(self) -> list[Move]:
        """The legal moves."""
        return self.position.moves()

    def __deepcopy__(self, memo: object) -> Place:
        return self


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position of a game of Zug, with whose turn it is, as a state of OpenSpiel."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._place = Place(game.zug.start)
        self._player = self._mover(0)
        self._is_cut = False

    @property
    def position(self) -> Position:
        """The position as Zug has it."""
        return self._place.position

    def _mover(self, otherwise: int) -> int:
        """Whose turn it is: positions do not tell it where both players have the same moves."""
        position = self._place.position
        players, mover = position.game.players, position.mover
        return otherwise if players is None or mover is None else players.index(mover)

    def current_player(self) -> int:
        """The player to move, or ``TERMINAL`` where the game is over."""
        player: int = pyspiel.PlayerId.TERMINAL if self.is_terminal() else self._player
        return player

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self._place.moves)))

    def _apply_action(self, action: int) -> None:
        move = self._place.moves[action]
        self._place = Place(move.position)
        self._player = self._mover(self._player if move.again else 1 - self._player)
        longest = self.get_game().longest
        # OpenSpiel counts this move afterwards.
        self._is_cut = longest is not None and self.move_number() + 1 >= longest

    def _action_to_string(self, player: int, action: int) -> str:
        return self._place.moves[action].name

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._is_cut or self._place.result is not None

    def returns(self) -> list[float]:
        """What each player gets."""
        result = self._place.result
        if result is not None:
            gained = RETURNS[result] * (1 if self._player == 0 else -1)
        elif self._is_cut:
            winner = self._place.position.game._handle.endless
            gained = 0.0 if winner is None else 1.0 - 2.0 * winner
        else:
            gained = 0.0
        return [gained, -gained]

    def __str__(self) -> str:
        cut = f" after {self.move_number()} moves" if self._is_cut else ""
        return f"{self._place.position.text} player={self._player}{cut}"


class Observer:
    """Reads a state as a text, which both players see."""

    def __init__(self, params: Any) -> None:
        if params:
            raise ValueError(f"an observation of a game of Zug has no parameters, and not {params}")
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """Does nothing: there are no numbers to observe."""

    def string_from(self, state: SpielState, player: int) -> str:
        """The position as text."""
        return str(state)


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
