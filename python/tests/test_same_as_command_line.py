"""Python and the command line give the same reports."""

from collections.abc import Callable
from typing import Any

import pytest
import zug
from conftest import without_passing

#: A memory that is the same for both: plans depend on it.
MEMORY = "1GiB"

SOLVED: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("tic-tac-toe", {}, {}),
    ("tic-tac-toe", {"width": 4}, {"method": "positions"}),
    ("tic-tac-toe", {"position": "board=XO./.OX/OX. turn=X"}, {}),
    ("subtraction", {"n": 21, "take": {1, 3, 4}}, {}),
    ("subtraction", {"n": 50, "play": "misere"}, {}),
    ("nim", {"piles": [3, 5, 6]}, {}),
    ("nim", {"piles": [40000, 70000]}, {}),
    ("nim", {"piles": [3, 5, 6]}, {"method": "theorem"}),
    ("connect-four", {"width": 4, "height": 4}, {"method": "positions"}),
    ("connect-four", {"width": 4, "height": 4}, {"method": "search", "remoteness": True}),
    ("connect-four", {"width": 4, "height": 4}, {"method": "proof-number"}),
    ("dodgem", {}, {}),
    ("kayles", {}, {}),
    ("chomp", {"width": 4, "height": 3}, {}),
    ("hex", {"size": 3}, {}),
    ("domineering", {"width": 4, "height": 4}, {}),
    ("northcott", {}, {}),
    ("wythoff", {}, {}),
    ("euclid", {}, {}),
    ("krk", {"position": "8/8/8/3k4/8/8/4R3/4K3 w - - 0 1"}, {}),
    ("clobber", {"width": 3, "height": 4}, {}),
    ("konane", {"n": 4}, {}),
    ("toads-and-frogs", {}, {}),
    ("dots-and-boxes", {}, {"method": "positions"}),
]


def arguments(name: str, game: dict[str, Any]) -> list[str]:
    """The game as the command line takes it."""
    asked = [name]
    for key, value in game.items():
        if key == "position":
            asked += ["--from", value]
        elif key == "play":
            asked += ["--play", value]
        else:
            asked += ["--set", f"{key}={str(value).replace(' ', '')}"]
    return [*asked, "--memory", MEMORY, "--threads", "1"]


@pytest.mark.parametrize(("name", "game", "how"), SOLVED)
def test_solve(
    printed: Callable[..., Any], name: str, game: dict[str, Any], how: dict[str, Any]
) -> None:
    asked = arguments(name, game)
    if "method" in how:
        asked += ["--method", how["method"]]
    if how.get("remoteness"):
        asked += ["--remoteness"]
    told = zug.game(name, **game).solve(memory=MEMORY, threads=1, **how)
    assert without_passing(told.report()) == printed("solve", *asked)


SMALL = [game for game in SOLVED if game[2].get("method", "positions") == "positions"]


@pytest.mark.parametrize(("name", "game", "how"), SMALL)
def test_plan_and_explain(
    printed: Callable[..., Any], name: str, game: dict[str, Any], how: dict[str, Any]
) -> None:
    asked = arguments(name, game)
    made = zug.game(name, **game)
    assert without_passing(made.plan(memory=MEMORY, threads=1)) == printed("plan", *asked)
    if "method" in how:
        asked += ["--method", how["method"]]
    told = made.solve(memory=MEMORY, threads=1, **how)
    if told.by != "search":
        assert without_passing(told.explain().report()) == printed("explain", *asked)


@pytest.mark.parametrize(
    ("name", "game"),
    [("tic-tac-toe", {}), ("subtraction", {"n": 12}), ("chomp", {"width": 3, "height": 3})],
)
def test_what_is_added_to_a_report(
    printed: Callable[..., Any], name: str, game: dict[str, Any]
) -> None:
    asked = arguments(name, game)
    told = zug.game(name, **game).solve(method="positions", memory=MEMORY, threads=1)
    statistics = without_passing(told.report(statistics=True))
    assert statistics == printed("solve", *asked, "--statistics")
    assert without_passing(told.report(verify=True)) == printed("solve", *asked, "--verify")
    assert without_passing(told.report(count="turn")) == printed("solve", *asked, "--count", "turn")
    tree = without_passing(told.tree(2, merge=True).report())
    assert tree == printed("tree", *asked, "--depth", "2", "--merge")


@pytest.mark.parametrize(
    "expression",
    [
        "nim(3) + nim(4)",
        "nim(3) + 2*kayles(7)",
        "0.07(12) + {1,3,4}(9)",
        "{2|-1} + ^ - *2",
        "domineering(3, 3) + clobber(3, 2)",
        "domineering(2, 2) - {1|0}",
        "^ ? *",
        "cool({3|1}, 1/2)",
        "3+5+6",
    ],
)
def test_value(printed: Callable[..., Any], expression: str) -> None:
    told = zug.value(expression, memory=MEMORY, threads=1)
    assert without_passing(told.report()) == printed("value", expression, "--memory", MEMORY)


def test_outcome(printed: Callable[..., Any]) -> None:
    sum_of_boards = "domineering(4, 4) + clobber(4, 3)"
    told = zug.value(sum_of_boards, outcome=True)
    assert told.report() == printed("value", sum_of_boards, "--outcome")
    for refused in ({"verify": True}, {"compound": "all"}, {"play": "misere"}):
        with pytest.raises(zug.Error):
            zug.value(sum_of_boards, outcome=True, **refused)
    with pytest.raises(zug.SettingError, match="expression of values"):
        zug.value("{2|-1} + ^", outcome=True)


@pytest.mark.parametrize("compound", ["some", "notall", "all"])
def test_compound(printed: Callable[..., Any], compound: Any) -> None:
    told = zug.value("nim(3) + nim(4)", compound=compound)
    asked = printed("value", "nim(3) + nim(4)", "--compound", compound)
    assert without_passing(told.report()) == asked


@pytest.mark.parametrize("expression", ["{1,0|2,*}", "^ ? *"])
def test_explain_value(printed: Callable[..., Any], expression: str) -> None:
    assert zug.explain_value(expression).report() == printed("explain", expression)


@pytest.mark.parametrize(
    "code", ["0.77", "0.137", "0.07", "{1,3,4}", "grundy", "4.3", "0.333", "kayles", "0.007"]
)
@pytest.mark.parametrize("start", [0, 7])
def test_sequence(printed: Callable[..., Any], code: str, start: int) -> None:
    told = zug.sequence(code, 200, start=start, memory=MEMORY, threads=1)
    asked = ["--terms", "200", "--from", str(start), "--memory", MEMORY, "--threads", "1"]
    report = printed("sequence", code, *asked)
    assert without_passing(told.report()) == report
    assert told.values.tolist() == report["values"]


def test_sequence_far_out(printed: Callable[..., Any]) -> None:
    told = zug.sequence("0.77", 10**18, values=False, memory=MEMORY)
    asked = ["--terms", str(10**18), "--no-values", "--memory", MEMORY]
    assert without_passing(told.report()) == printed("sequence", "0.77", *asked)
    with pytest.raises(zug.NotSolved):
        _ = told.values


@pytest.mark.parametrize("code", ["0.77", "0.137", "0.333", "{1,3,4}"])
def test_quotient(printed: Callable[..., Any], code: str) -> None:
    told = zug.quotient(code, heaps=12, at=[3, 5], genus=True).report()
    asked = ["--heaps", "12", "--at", "3,5", "--genus"]
    assert without_passing(told) == printed("quotient", code, *asked)


@pytest.mark.parametrize("game", ["wythoff", "euclid", "nim"])
def test_pairs(printed: Callable[..., Any], game: str) -> None:
    told = zug.pairs(game, largest=20)
    assert told.report() == printed("pairs", game, "--to", "20")
    assert zug.pairs(game, at=(7, 12)).report() == printed("pairs", game, "--at", "7,12")
    table = zug.pairs(game, nimbers=True, largest=9)
    assert table.report() == printed("pairs", game, "--table", "--to", "9")
    assert table.nimbers.shape == (10, 10)


def test_rules_with_one_heap_are_a_game_on_heaps() -> None:
    told = zug.sequence(zug.game("subtraction", n=60, take={1, 3, 4}), 50).report()
    assert told["values"] == zug.sequence("{1,3,4}", 50).values.tolist()


def test_games(printed: Callable[..., Any]) -> None:
    assert zug.games() == printed("games")


def test_table(printed: Callable[..., Any], tmp_path: Any) -> None:
    folder = str(tmp_path / "table")
    printed("solve", "tic-tac-toe", "--table", folder)
    with zug.open_table(folder) as table:
        assert table.query() == printed("table", "query", folder)
        text = "board=X../.O./..X turn=O"
        assert table.query(text) == printed("table", "query", folder, text)
        assert table.counts.positions == 5478
    other = str(tmp_path / "other")
    zug.game("chomp", width=3, height=3).solve(method="positions").save(other)
    solved = zug.game("chomp", width=3, height=3).solve(method="positions")
    assert printed("table", "query", other)["outcome"] == solved.start.outcome
    assert printed("table", "verify", other)["positions"] == solved.counts.positions
