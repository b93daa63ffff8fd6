"""Games written in Python are solved as the same rules are."""

import traceback
from typing import Any

import pytest
import zug

LINES = [
    *((3 * row, 3 * row + 1, 3 * row + 2) for row in range(3)),
    *((column, column + 3, column + 6) for column in range(3)),
    (0, 4, 8),
    (2, 4, 6),
]


class TicTacToe:
    players = ("X", "O")
    start = "........."

    def player(self, board: str) -> int:
        return (9 - board.count(".")) % 2

    def result(self, board: str) -> str | None:
        if any(board[a] == board[b] == board[c] != "." for a, b, c in LINES):
            return "loss"
        return None if "." in board else "draw"

    def moves(self, board: str) -> list[int]:
        return [place for place in range(9) if board[place] == "."]

    def play(self, board: str, place: int) -> str:
        return board[:place] + self.players[self.player(board)] + board[place + 1 :]

    def text(self, board: str) -> str:
        return "/".join((board[:3], board[3:6], board[6:]))


class Chomp:
    """Whoever takes the poisoned corner loses."""

    def __init__(self, width: int, height: int) -> None:
        self.start = (width,) * height

    def moves(self, rows: tuple[int, ...]) -> list[tuple[int, int]]:
        return [(x, y) for y, row in enumerate(rows) for x in range(row) if (x, y) != (0, 0)]

    def play(self, rows: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
        x, y = move
        return tuple(row if at < y else min(row, x) for at, row in enumerate(rows))


def test_tic_tac_toe_is_that_of_the_rules() -> None:
    g = zug.python_game(TicTacToe())
    s, rules = g.solve(), zug.game("tic-tac-toe").solve(method="positions")
    assert s.counts == rules.counts
    assert s.start.outcome == "draw" and s.start.position is not None
    assert s.start.position.text == ".../.../..." and s.start.position.mover == "X"
    assert s.verify()["positions"] == 5478
    assert "draw" in str(s.explain())
    assert len(s.tree(1)) == 10
    assert s[".../.X./..."] == s["....X...."] == s[g.start.play("4")]
    assert g.start.play("4").value == "....X...."
    assert s["XX.OO...."].best_moves()[0].name == "2"


@pytest.mark.parametrize("method", ["positions", "search", "retrograde"])
def test_chomp(method: Any) -> None:
    s = zug.python_game(Chomp(4, 3)).solve(method=method)
    rules = zug.game("chomp", width=4, height=3).solve(method="positions")
    assert s.start.outcome == rules.start.outcome == "win"
    if method == "positions":
        assert s.counts.positions == rules.counts.positions
        assert s.start.nimber == rules.start.nimber
        assert s.start.remoteness == rules.start.remoteness


def test_a_loop_of_moves_is_a_draw() -> None:
    class Round:
        start = 0

        def moves(self, at: int) -> list[int]:
            return [1, 2]

        def play(self, at: int, step: int) -> int:
            return (at + step) % 5

    assert zug.python_game(Round()).solve().start.outcome == "draw"


def test_check_same_finds_the_first_difference() -> None:
    class Wrong(TicTacToe):
        def result(self, board: str) -> str | None:
            ended = super().result(board)
            return None if board[:3] == "XXX" else ended

    right = zug.python_game(TicTacToe())
    assert zug.check_same(right, zug.python_game(TicTacToe())) is None
    found = zug.check_same(right, zug.python_game(Wrong()))
    assert found is not None and found.first.text.startswith("XXX")
    assert "ends with loss" in found.why


def test_faults_of_a_class_keep_their_traceback() -> None:
    class Breaks(Chomp):
        def play(self, rows: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
            if move == (1, 1):
                raise ZeroDivisionError("a fault of mine")
            return super().play(rows, move)

    with pytest.raises(ZeroDivisionError, match="a fault of mine") as caught:
        zug.python_game(Breaks(2, 2))
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert frames[-1].name == "play"

    class HasNone(Chomp):
        def moves(self, rows: tuple[int, ...]) -> list[tuple[int, int]]:
            if rows == (2, 1):
                raise LookupError("no moves here")
            return super().moves(rows)

    with pytest.raises(LookupError, match="no moves here") as caught_there:
        zug.python_game(HasNone(2, 2))
    assert traceback.extract_tb(caught_there.value.__traceback__)[-1].name == "moves"


def test_classes_that_are_no_games() -> None:
    class Lists(Chomp):
        def play(self, rows: Any, move: Any) -> Any:
            return list(super().play(rows, move))

    with pytest.raises(zug.SettingError, match="hashable") as caught:
        zug.python_game(Lists(2, 2))
    assert isinstance(caught.value.__cause__, TypeError)

    class Endless:
        start = 0

        def moves(self, at: int) -> list[int]:
            return [1]

        def play(self, at: int, step: int) -> int:
            return at + step

    with pytest.raises(zug.TooLarge, match="never end") as large:
        zug.python_game(Endless(), positions=1000)
    assert large.value.positions == 1000

    class NoMoves:
        start = 0

    with pytest.raises(AttributeError):
        zug.python_game(NoMoves())  # type: ignore[arg-type]

    class Odd(Chomp):
        def result(self, rows: tuple[int, ...]) -> str:
            return "perhaps"

    with pytest.raises(zug.SettingError, match="perhaps"):
        zug.python_game(Odd(2, 2))

    class Third(Chomp):
        def player(self, rows: tuple[int, ...]) -> int:
            return 2

    with pytest.raises(zug.SettingError, match="`player` returned 2"):
        zug.python_game(Third(2, 2))

    class NotIterable(Chomp):
        def moves(self, rows: Any) -> Any:
            return 5

    with pytest.raises(TypeError):
        zug.python_game(NotIterable(2, 2))


def test_a_text_that_raises_does_not_end_the_interpreter() -> None:
    class Mute(Chomp):
        def text(self, rows: tuple[int, ...]) -> str:
            raise RuntimeError("no words")

    s = zug.python_game(Mute(2, 2)).solve()
    assert s.start.position is not None and s.start.position.text == "#0"
