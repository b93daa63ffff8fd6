"""What a notebook shows of answers, as HTML."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zug.games import Position
    from zug.solution import SolvedPosition

#: The colours of outcomes, which every kind of colour vision tells apart (after M. Okabe and K. Ito, 2002).
COLOURS = {"win": "#0072b2", "loss": "#d55e00", "draw": "#6a6a6a"}

#: The largest number of moves that are listed.
MOST_MOVES = 50


def position(of: Position) -> str:
    """The picture of a position, or its text, and who is to move."""
    try:
        shown = of.picture or of.text
    except ValueError:
        shown = of.text
    to_move = "" if of.mover is None else f"<div>{escape(of.mover)} to move</div>"
    return f"<pre>{escape(shown)}</pre>{to_move}"


def solved(of: SolvedPosition) -> str:
    """A solved position: its picture, what it is worth, and its moves, each with a letter and a colour."""
    drawn = "" if of.position is None else position(of.position)
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


def plot(title: str, values: list[int]) -> str:
    """A plot of numbers against their places."""
    width, height, margin = 640, 240, 30
    across = (width - 2 * margin) / max(1, len(values) - 1)
    up = (height - 2 * margin) / max(1, max(values, default=1))
    dots = "".join(
        f'<circle cx="{margin + place * across:.1f}" cy="{height - margin - value * up:.1f}" r="1.5"/>'
        for place, value in enumerate(values)
    )
    words = (
        f'<text x="{margin}" y="18">{escape(title)}</text>'
        f'<text x="{width - margin}" y="{height - 8}" text-anchor="end">{max(0, len(values) - 1)}</text>'
        f'<text x="4" y="{margin + 4}">{max(values, default=0)}</text>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" role="img"'
        f' font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="white"/>'
        f'<g fill="{COLOURS["win"]}">{dots}</g>{words}</svg>'
    )


#: The largest number of nodes of a tree that is drawn.
MOST_NODES = 400


def tree(nodes: list[dict[str, Any]]) -> str | None:
    """A game tree: a leaf has a column of its own, and a position stands over the middle of those behind it.

    Lines of best moves are heavy. ``None`` if the tree has too many nodes to be read.
    """
    if len(nodes) > MOST_NODES:
        return None
    children: list[list[int]] = [[] for _ in nodes]
    depth = [0] * len(nodes)
    for number, node in enumerate(nodes[1:], 1):
        children[node["parent"]].append(number)
        depth[number] = depth[node["parent"]] + 1
    column, leaves = [0.0] * len(nodes), 0
    # A node stands behind its parent in the list, and the leaves of a branch side by side.
    for number in _in_order(children):
        if children[number]:
            column[number] = (column[children[number][0]] + column[children[number][-1]]) / 2
        else:
            column[number], leaves = float(leaves), leaves + 1
    across, down = 44, 56
    place = [(24 + across * x, 24 + down * y) for x, y in zip(column, depth)]
    drawn = []
    for number, node in enumerate(nodes):
        x, y = place[number]
        if number:
            (a, b), width = place[node["parent"]], 3 if node.get("best") else 1
            drawn.append(f'<path d="M{a:.0f} {b:.0f}L{x:.0f} {y:.0f}" stroke="#555" stroke-width="{width}"/>')
    for number, node in enumerate(nodes):
        x, y = place[number]
        colour = COLOURS.get(node.get("outcome", ""), "#999")
        minimax = node.get("minimax", "?")
        title = escape(f"{node.get('move', '')} {node.get('position', '')}".strip())
        drawn.append(
            f'<g><title>{title}</title><circle cx="{x:.0f}" cy="{y:.0f}" r="13" fill="{colour}"/>'
            f'<text x="{x:.0f}" y="{y + 4:.0f}" text-anchor="middle" fill="white">{minimax}</text></g>'
        )
    width, height = 48 + across * max(0, leaves - 1), 48 + down * max(depth)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" role="img"'
        f' font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="white"/>'
        f"{''.join(drawn)}</svg>"
    )


def _in_order(children: list[list[int]]) -> Iterator[int]:
    """The nodes, each behind those of its branches; those of the first branch first."""
    waiting = [(0, False)]
    while waiting:
        number, is_done = waiting.pop()
        if is_done:
            yield number
        else:
            waiting.append((number, True))
            waiting.extend((child, False) for child in reversed(children[number]))
