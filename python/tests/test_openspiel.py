"""OpenSpiel has the same games: an oracle that others wrote."""

from typing import Any

import pytest
import zug
import zug.openspiel

pyspiel = pytest.importorskip("pyspiel")


@pytest.mark.parametrize(
    ("theirs", "ours", "parameters"),
    [
        ("tic_tac_toe", "tic-tac-toe", {}),
        ("breakthrough(rows=4,columns=3)", "breakthrough", {"width": 3, "height": 4}),
        ("nim(pile_sizes=3;4;5,is_misere=false)", "nim", {"piles": [3, 4, 5]}),
    ],
)
def test_games_have_the_same_values(theirs: str, ours: str, parameters: dict[str, Any]) -> None:
    found = zug.openspiel.from_openspiel(theirs).solve()
    known = zug.game(ours, **parameters).solve(method="positions")
    assert found.start.outcome == known.start.outcome
    if ours == "tic-tac-toe":
        # Where the game is over, OpenSpiel has nobody to move: wins and losses are counted otherwise there.
        assert found.counts.positions == known.counts.positions
        assert found.counts.draws == known.counts.draws
        assert found.counts.finished == known.counts.finished


def test_games_of_chance_are_refused() -> None:
    with pytest.raises(zug.SettingError, match="kuhn_poker"):
        zug.openspiel.from_openspiel("kuhn_poker")
