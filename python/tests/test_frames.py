"""Columns say what positions say."""

from typing import Any

import pytest
import zug

numpy = pytest.importorskip("numpy")

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("tic-tac-toe", {}),
    ("subtraction", {"n": 21}),
    ("nim", {"piles": [3, 4, 5]}),
    ("connect-four", {"width": 4, "height": 4}),
    ("dodgem", {}),
    ("chomp", {"width": 4, "height": 3}),
    ("domineering", {"width": 3, "height": 3}),
    ("krk", {"position": "8/8/8/3k4/8/8/4R3/4K3 w - - 0 1"}),
]


@pytest.mark.parametrize(("name", "parameters"), GAMES)
def test_columns_are_what_look_ups_tell(name: str, parameters: dict[str, Any]) -> None:
    s = zug.game(name, **parameters).solve(method="positions")
    columns = s.columns(texts=True)
    arrays, names = columns.to_numpy(), columns.categories()
    rows = len(columns)
    assert int(arrays["orbit"].sum()) == s.counts.positions
    for row in range(0, rows, max(1, rows // 200)):
        text = arrays["position"][row]
        solved = s[text]
        assert names["outcome"][arrays["outcome"][row]] == solved.outcome
        remoteness = arrays["remoteness"][row]
        assert (None if remoteness is numpy.ma.masked else int(remoteness)) == solved.remoteness
        assert bool(arrays["finished"][row]) == (not s[text].moves())
        position = s.game.position(text)
        if "turn" in names:
            assert names["turn"][arrays["turn"][row]] == position.mover
        if "nimber" in arrays:
            assert int(arrays["nimber"][row]) == solved.nimber
        if name in ("tic-tac-toe", "connect-four"):
            board = dict(word.split("=") for word in text.split())["board"].split("/")
            for y, line in enumerate(reversed(board)):
                for x, mark in enumerate(line):
                    cell = f"board[{x},{y}]"
                    told = names[cell][arrays[cell][row]]
                    assert told == mark or (mark == "." and told not in "XO"), (cell, text)
        if name == "subtraction":
            assert f"heap={arrays['heap'][row]}" == text


def test_batches_are_the_whole() -> None:
    s = zug.game("connect-four", width=4, height=4).solve(method="positions")
    whole = s.columns().to_numpy()
    blocks = [block.to_numpy() for block in s.batches(1000)]
    assert all(len(block["orbit"]) == 1000 for block in blocks[:-1])
    for name, values in whole.items():
        joined = numpy.ma.concatenate([block[name] for block in blocks])
        assert (joined == values).all(), name
    with pytest.raises(zug.SettingError):
        s.batches(0)
    # Whoever stops reading leaves no thread behind that waits for ever.
    next(s.batches(10))


def test_pandas_polars_and_arrow_agree() -> None:
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    pyarrow = pytest.importorskip("pyarrow")
    s = zug.game("tic-tac-toe").solve()
    frame, other, batch = s.to_pandas(), s.to_polars(), s.to_arrow()
    assert isinstance(batch, pyarrow.RecordBatch)
    assert isinstance(frame, pandas.DataFrame) and isinstance(other, polars.DataFrame)
    assert list(frame.columns) == other.columns == batch.schema.names
    for name in other.columns:
        ours = [None if value is pandas.NA else value for value in frame[name].tolist()]
        assert ours == other[name].to_list() == batch.column(name).to_pylist(), name
    draws = frame[frame.outcome == "draw"].orbit.sum()
    assert draws == s.counts.draws
    assert polars.DataFrame(s.columns()).rows() == other.rows()


def test_a_game_of_python_has_texts() -> None:
    class Coins:
        start = 5

        def moves(self, coins: int) -> list[int]:
            return [take for take in (1, 2) if take <= coins]

        def play(self, coins: int, take: int) -> int:
            return coins - take

    frame = zug.python_game(Coins()).solve().columns().to_numpy()
    assert frame["position"] == ["5", "4", "3", "2", "1", "0"]
    assert frame["nimber"].tolist() == [2, 1, 0, 2, 1, 0]
