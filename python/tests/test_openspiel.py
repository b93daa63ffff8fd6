"""OpenSpiel has the same games and its own algorithms: an oracle that others wrote, both ways."""

import pickle
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import zug

pyspiel = pytest.importorskip("pyspiel")

#: Games of OpenSpiel, each with the game of Zug that has the same positions.
GAMES: list[tuple[str, str, dict[str, Any]]] = [
    ("tic_tac_toe", "tic-tac-toe", {}),
    ("connect_four(rows=4,columns=4)", "connect-four", {"width": 4, "height": 4}),
    ("breakthrough(rows=4,columns=3)", "breakthrough", {"width": 3, "height": 4}),
    ("nim(pile_sizes=3;4;5,is_misere=false)", "nim", {"piles": [3, 4, 5]}),
    ("nim(pile_sizes=1;2;3,is_misere=true)", "nim", {"piles": [1, 2, 3], "play": "misere"}),
    ("hex(board_size=3)", "hex", {"size": 3}),
]

#: What a player gets, as OpenSpiel counts it.
GAINED = {"win": 1, "draw": 0, "loss": -1}


def registered(ours: str, parameters: dict[str, Any]) -> Any:
    """The game of Zug as a game of OpenSpiel, loaded by its name."""
    words = [ours.replace("-", "_"), *(str(value) for value in parameters.values())]
    name = "zug_" + "".join(letter if letter.isalnum() else "_" for letter in "_".join(words))
    zug.openspiel(zug.game(ours, **parameters), name=name)
    return pyspiel.load_game(name)


@pytest.mark.parametrize(("theirs", "ours", "parameters"), GAMES)
def test_zug_solves_their_games_as_its_own(theirs: str, ours: str, parameters: dict[str, Any]) -> None:
    found = zug.from_openspiel(theirs).solve()
    known = zug.game(ours, **parameters).solve(method="positions")
    assert found.start.outcome == known.start.outcome
    if ours == "tic-tac-toe":
        # Where the game is over, OpenSpiel has nobody to move: wins and losses are counted otherwise there.
        assert found.counts.positions == known.counts.positions
        assert found.counts.draws == known.counts.draws
        assert found.counts.finished == known.counts.finished


@pytest.mark.parametrize(("ours", "parameters"), [game[1:] for game in GAMES])
def test_their_minimax_finds_values_and_best_moves(ours: str, parameters: dict[str, Any]) -> None:
    from open_spiel.python.algorithms import minimax

    game = registered(ours, parameters)
    solved = zug.game(ours, **parameters).solve(method="positions")
    # Their search keeps no table: on the larger boards it begins after some moves.
    first = 4 if ours in ("connect-four", "breakthrough", "hex") else 0
    for moves in range(first, first + 2):
        state = game.new_initial_state()
        for _ in range(moves):
            state.apply_action(state.legal_actions()[-1])
        if state.is_terminal():
            continue
        value, action = minimax.alpha_beta_search(
            game, state=state, maximum_depth=100, maximizing_player_id=state.current_player()
        )
        known = solved[state.position]
        assert value == GAINED[known.outcome], str(state)
        best = state.action_to_string(action)
        assert best in {move.name for move in known.moves() if move.outcome == known.outcome}


@pytest.mark.parametrize(
    ("ours", "parameters"),
    [
        ("tic-tac-toe", {"width": 3, "height": 2, "k": 2}),
        ("nim", {"piles": [1, 2, 3]}),
        ("nim", {"piles": [1, 2, 3], "play": "misere"}),
        ("hex", {"size": 2}),
        ("connect-four", {"width": 3, "height": 2, "k": 2}),
    ],
)
def test_their_value_iteration_finds_all_values(
    ours: str, parameters: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    # It imports a solver of linear programs, a large package that games with turns do not need.
    lines = "open_spiel.python.algorithms.lp_solver"
    monkeypatch.setitem(sys.modules, lines, ModuleType(lines))
    from open_spiel.python.algorithms import get_all_states, value_iteration

    game = registered(ours, parameters)
    solved = zug.game(ours, **parameters).solve(method="positions")
    values = value_iteration.value_iteration(game, depth_limit=-1, threshold=0.01)
    states = get_all_states.get_all_states(
        game, -1, include_terminals=True, include_chance_states=False, to_string=str
    )
    assert set(values) == set(states) and len(values) >= solved.counts.positions
    for text, state in states.items():
        gained = GAINED[solved[state.position].outcome]
        assert values[text] == (gained if state._player == 0 else -gained), text


def test_their_search_by_random_play_finds_a_win() -> None:
    import numpy
    from open_spiel.python.algorithms import mcts

    game = registered("tic-tac-toe", {})
    state = game.new_initial_state()
    for move in ("0,0", "1,0", "1,1", "2,0"):
        state.apply_action(state.string_to_action(move))
    random = numpy.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random)
    bot = mcts.MCTSBot(game, 2, 200, evaluator, solve=True, random_state=random)
    assert state.action_to_string(bot.step(state)) == "2,2"


def test_play_is_as_in_their_own_game() -> None:
    """Random plays of the whole game, with the same moves in both."""
    import random

    chance = random.Random(1)
    ours, theirs = registered("tic-tac-toe", {}), pyspiel.load_game("tic_tac_toe")
    for _ in range(20):
        one, other = ours.new_initial_state(), theirs.new_initial_state()
        while not other.is_terminal():
            assert not one.is_terminal() and one.current_player() == other.current_player()
            names = {one.action_to_string(action): action for action in one.legal_actions()}
            same = {f"{action % 3},{2 - action // 3}": action for action in other.legal_actions()}
            assert set(names) == set(same)
            move = chance.choice(sorted(names))
            one.apply_action(names[move])
            other.apply_action(same[move])
        assert one.is_terminal() and one.current_player() == pyspiel.PlayerId.TERMINAL
        assert one.returns() == other.returns() and one.legal_actions() == []


def test_states_are_copied_and_written() -> None:
    game = registered("tic-tac-toe", {})
    state = game.new_initial_state()
    state.apply_action(4)
    copied = state.clone()
    copied.apply_action(0)
    assert str(state) == "board=.../.X./... turn=O player=1" and str(copied) != str(state)
    assert state.observation_string(0) == state.observation_string() == str(state)
    assert state.information_state_string(0) != ""
    assert state.history() == [4] and state.child(0).history() == copied.history()
    written = pyspiel.serialize_game_and_state(game, copied)
    other, again = pyspiel.deserialize_game_and_state(written)
    assert str(again) == str(copied) and str(other) == str(game)
    assert str(pickle.loads(pickle.dumps(copied))) == str(copied)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    assert again.legal_actions() == copied.legal_actions()


def test_their_own_checks_pass() -> None:
    for ours, parameters in [("tic-tac-toe", {}), ("nim", {"piles": [3, 4, 5]}), ("dodgem", {})]:
        pyspiel.random_sim_test(registered(ours, parameters), num_sims=3, serialize=True, verbose=False)


def test_play_that_goes_round_ends_as_a_draw() -> None:
    game = zug.openspiel(zug.game("dodgem"), name="dodgem_short", longest=7)
    assert game.max_game_length() == 7
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.move_number() == 7 and state.returns() == [0, 0] and "after 7 moves" in str(state)


def test_a_game_written_in_python_goes_there_too() -> None:
    class Stairs:
        start = 0

        def moves(self, step: int) -> list[int]:
            return [up for up in (1, 2, 3) if step + up <= 10]

        def play(self, step: int, up: int) -> int:
            return step + up

    from open_spiel.python.algorithms import minimax

    game = zug.openspiel(zug.python_game(Stairs()))
    assert str(game) == "zug_Stairs()" and game.num_distinct_actions() == 3
    assert minimax.alpha_beta_search(game) == (1, 1)
    # And back again.
    back = zug.from_openspiel(game).solve()
    assert (back.start.outcome, back.start.remoteness) == ("win", 5)


def test_a_name_has_one_game() -> None:
    first, second = zug.game("chomp", width=3, height=2), zug.game("chomp", width=2, height=2)
    again = zug.game("chomp", width=3, height=2)
    assert str(zug.openspiel(first)) == str(zug.openspiel(again)) == "zug_chomp()"
    for wrong in ("zug_chomp", "tic_tac_toe", "two words"):
        with pytest.raises(zug.SettingError, match=wrong):
            zug.openspiel(second, name=wrong)
    elsewhere = zug.game("chomp", width=3, height=2, position=first.start.moves()[0].position.text)
    assert elsewhere == first and elsewhere.start != first.start
    with pytest.raises(zug.SettingError, match="zug_chomp"):
        zug.openspiel(elsewhere)
    with pytest.raises(zug.SettingError, match="longest"):
        zug.openspiel(second, name="chomp_2_2", longest=0)


def test_points_that_moves_gain_are_refused() -> None:
    with pytest.raises(zug.SettingError, match="points"):
        zug.openspiel(zug.game("kalah-by-margin"))


def test_the_example_of_the_book_runs() -> None:
    book = Path(__file__).resolve().parents[2] / "book" / "src" / "python.md"
    _, chapter = book.read_text(encoding="utf-8").split("## OpenSpiel, both ways")
    example = chapter.split("```python\n")[1].split("```")[0]
    named: dict[str, Any] = {}
    exec(example, named)
    known = zug.game("breakthrough", width=3, height=4).solve()
    assert named["theirs"].start.outcome == known.start.outcome
    assert (named["value"], named["move"]) == (1, "1: 2")
    assert named["state"].position == zug.game("nim", piles=[3, 4, 5]).start


def test_games_of_chance_are_refused() -> None:
    with pytest.raises(zug.SettingError, match="kuhn_poker"):
        zug.from_openspiel("kuhn_poker")


def test_without_openspiel_a_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ModuleNotFoundError, match="pip install open_spiel"):
        zug.openspiel(zug.game("nim"))
    with pytest.raises(ModuleNotFoundError, match="pip install open_spiel"):
        zug.from_openspiel("tic_tac_toe")
