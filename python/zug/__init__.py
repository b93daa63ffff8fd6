"""Zug solves two-player games exactly: who wins, in how many moves, by which move, and why.

>>> import zug
>>> g = zug.game("connect-four", width=4, height=4)
>>> s = g.solve(method="positions")
>>> s.start.outcome, s.counts.positions
('draw', 161029)
"""

from zug._openspiel import from_openspiel, openspiel
from zug._work import Progress
from zug.errors import (
    Cancelled,
    Defect,
    Error,
    NotSolved,
    OutOfMemory,
    PositionError,
    RulesError,
    SettingError,
    TableError,
    TooLarge,
)
from zug.games import Game, Move, Position, game, games, rules
from zug.heaps import Pairs, Period, Quotient, Sequence, pairs, quotient, sequence
from zug.solution import AssessedMove, Assessment, Counts, Explanation, Solution, SolvedMove, SolvedPosition, Tree
from zug.python_games import Difference, PythonGame, check_same, python_game
from zug.tables import Table, certify, open_table
from zug.values import Value, explain_value, value

__all__ = [
    "AssessedMove",
    "Assessment",
    "Cancelled",
    "Counts",
    "Defect",
    "Difference",
    "Error",
    "Explanation",
    "Game",
    "Move",
    "NotSolved",
    "OutOfMemory",
    "Pairs",
    "Period",
    "Position",
    "PositionError",
    "Progress",
    "PythonGame",
    "Quotient",
    "RulesError",
    "Sequence",
    "SettingError",
    "Solution",
    "SolvedMove",
    "SolvedPosition",
    "Table",
    "TableError",
    "TooLarge",
    "Tree",
    "Value",
    "certify",
    "check_same",
    "explain_value",
    "from_openspiel",
    "game",
    "games",
    "open_table",
    "openspiel",
    "pairs",
    "python_game",
    "quotient",
    "rules",
    "sequence",
    "value",
]
