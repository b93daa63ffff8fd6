"""What a notebook shows is well formed, and text of strangers is no markup."""

import xml.etree.ElementTree

import pytest
import zug


def well_formed(markup: str) -> str:
    return "".join(xml.etree.ElementTree.fromstring(markup).itertext())


def test_a_solved_position_shows_its_board_and_moves() -> None:
    solved = zug.game("tic-tac-toe").solve()["board=X../.O./..X turn=O"]
    words = well_formed(solved._repr_html_())
    assert "tic_tac_toe, O to move" in words and "draw" in words
    rows = solved._repr_html_().count("<tr>")
    assert rows == len(solved.moves()) == 6
    assert "nimber 1" in zug.game("nim", piles=[3, 2]).solve()._repr_html_()


def test_a_tree_is_a_picture() -> None:
    tree = zug.game("subtraction", n=4, take={1, 2}).solve().tree()
    drawn = tree._repr_svg_()
    assert drawn is not None and drawn.count('class="card"') == len(tree)
    well_formed(drawn)
    assert zug.game("tic-tac-toe").solve().tree(4)._repr_svg_() is None
    assert "_4[1]_" in str(tree) and tree.dot().startswith("digraph")


def test_positions_quotients_and_thermographs_are_pictures() -> None:
    board = zug.game("tic-tac-toe").start.play("1,1")
    assert "O to move" in well_formed(board._repr_svg_())
    quotient = zug.quotient("0.77", heaps=10)._repr_svg_()
    assert quotient is not None and "0.77" in well_formed(quotient)
    assert zug.quotient("0.77", heaps=30)._repr_svg_() is None
    hot = zug.value("{3|-1}").thermograph()
    assert hot is not None and "Thermograph of {3|-1}" in well_formed(hot)
    assert zug.value("nim(3) + nim(4)").thermograph() is None


def test_a_sequence_is_plotted() -> None:
    drawn = zug.sequence("0.77", 100)._repr_svg_()
    assert drawn.count("<circle") == 100 and "0.77" in well_formed(drawn)


def test_values_are_latex() -> None:
    assert zug.value("{2|-1}")._repr_latex_() == r"$\left\{2\,\middle|\,-1\right\}$"
    assert zug.value("nim(3) + nim(4)")._repr_latex_() == r"$\ast 7$"


def test_texts_of_strangers_are_no_markup() -> None:
    class Odd:
        start = 0

        def moves(self, at: int) -> list[str]:
            return ["<script>alert(1)</script>"] if at == 0 else []

        def play(self, at: int, move: str) -> int:
            return 1

        def text(self, at: int) -> str:
            return f"<b>{at}"

    shown = zug.python_game(Odd()).solve()._repr_html_()
    assert "<script>" not in shown and "<b>0" not in shown
    well_formed(shown)


def test_a_bar_is_text_where_there_is_no_notebook(capsys: pytest.CaptureFixture[str]) -> None:
    zug.game("connect-four", width=4, height=4).solve(method="positions", progress=True)
    assert capsys.readouterr().out == ""
