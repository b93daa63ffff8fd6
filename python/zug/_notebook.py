"""What a notebook shows of answers, as HTML."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zug.solution import SolvedPosition

#: The colours of outcomes, which every kind of colour vision tells apart (after M. Okabe and K. Ito, 2002).
COLOURS = {"win": "#0072b2", "loss": "#d55e00", "draw": "#6a6a6a"}

#: The largest number of moves that are listed.
MOST_MOVES = 50


def solved(of: SolvedPosition) -> str:
    """A solved position: its picture, what it is worth, and its moves, each with a letter and a colour."""
    drawn = "" if of.position is None else of.position.svg()
    moves = of.moves()
    rows = "".join(
        f'<tr><td>{letter(number)}</td><td style="text-align:left">{escape(move.name)}</td>'
        f"<td>{worth(move.outcome, move.remoteness, move.score)}</td></tr>"
        for number, move in enumerate(moves[:MOST_MOVES])
    )
    more = f"<div>… and {len(moves) - MOST_MOVES} more</div>" if len(moves) > MOST_MOVES else ""
    told = worth(of.outcome, of.remoteness, of.score)
    nimber = of.loopy if of.nimber is None else of.nimber
    told += "" if nimber is None else f", nimber {nimber}"
    return f"<div>{drawn}<div>{told}</div><table>{rows}</table>{more}</div>"


def worth(outcome: str, remoteness: int | None, score: int | None) -> str:
    """An outcome in its colour."""
    told = outcome if remoteness is None else f"{outcome} in {remoteness}"
    told += "" if score is None else f", score {score:+}"
    return f'<b style="color:{COLOURS[outcome]}">{told}</b>'


def letter(number: int) -> str:
    """The letter of a move: a to z, then aa, ab and so on."""
    before, last = divmod(number, 26)
    return (letter(before - 1) if before else "") + chr(ord("a") + last)


def lines(of: list[str]) -> str:
    """Lines of text."""
    return "".join(f"<div>{escape(line)}</div>" for line in of)
