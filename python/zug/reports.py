"""The types of the dicts that ``report()`` of answers returns, one for each kind of ``zug schema``.

``cargo xtask python`` makes this file from the schemas (``make_reports.py``): do not change it by hand. A program
names these types where it hands a report on:

>>> import zug
>>> from zug.reports import SolveReport
>>> def winner(report: SolveReport) -> str:
...     return report["outcome"]
>>> winner(zug.game("nim", piles=[3, 5, 6]).solve().report())
'loss'

A field that may be missing is ``NotRequired``; ``report.get("nimber")`` is ``None`` then.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired

__all__ = [
    "AboutWord",
    "AgreementReport",
    "AtLeastReport",
    "BoardReport",
    "BornReport",
    "BornValueReport",
    "BracesReport",
    "BranchingReport",
    "CertificateReport",
    "CertifyReport",
    "ClusterPlanReport",
    "ClusterReadyReport",
    "ClusterSizeReport",
    "ClusterStageReport",
    "ClusterStatusReport",
    "ClusterUnitReport",
    "ClusterUnitsReport",
    "ClusterVerifyReport",
    "ClusterWorkReport",
    "ComparisonReport",
    "CountsReport",
    "DifferenceMoveReport",
    "DifferencePart",
    "DiscoverReport",
    "EndReport",
    "ExplainReport",
    "ExplainValueReport",
    "ExplainValueTermReport",
    "FirstMoverReport",
    "FirstMovesReport",
    "GameReport",
    "GamesPeriodReport",
    "GamesReport",
    "GeneratorReport",
    "HardestReport",
    "HeapGameReport",
    "HeapMoveReport",
    "LoopyReport",
    "LoopyValueReport",
    "MiserePositionReport",
    "NimSumReport",
    "NodeReport",
    "OutcomeWord",
    "PairsReport",
    "PartReport",
    "PatternCertificateReport",
    "PatternReport",
    "PlacedNumberReport",
    "PlanReport",
    "PlayWord",
    "PlayerWinsReport",
    "PlayerWord",
    "PositionsReport",
    "ProgramVersion",
    "QueryReport",
    "QuotientReport",
    "QuotientVersion",
    "RemotenessRow",
    "RetractingWord",
    "RulesReadReport",
    "RunsWord",
    "ScopeWord",
    "ScoreRangeReport",
    "SearchPlanReport",
    "SeenReport",
    "SequenceCountedReport",
    "SequencePeriodReport",
    "SequenceProofReport",
    "SequenceReport",
    "SideWord",
    "SolveCountedReport",
    "SolveMoveReport",
    "SolveProofReport",
    "SolveRangeReport",
    "SolveReport",
    "StatisticsReport",
    "StatusWord",
    "StepReport",
    "StepReportDominated",
    "StepReportNumber",
    "StepReportReversible",
    "SweepRow",
    "TableDigestReport",
    "TableFileReport",
    "TableInfoReport",
    "TableQueryReport",
    "TableVerifyReport",
    "TermWord",
    "TheoremReport",
    "TreeReport",
    "TurnReport",
    "TurnReportMoves",
    "ValueBoardsReport",
    "ValueCountReport",
    "ValueMoveReport",
    "ValueReport",
    "ValueSearchReport",
    "ValueTermReport",
    "ValueVerifiedReport",
    "VerifiedReport",
    "Version",
    "ViewWord",
    "WarningReport",
]


class SolveReport(TypedDict):
    """What `--json` prints: the value of a position, and of its moves."""

    #: The version of the form of the report.
    version: Version

    #: The version of Zug that made the report.
    zug: ProgramVersion

    #: The name of the game in its rules.
    game: str

    #: The parameters with their values.
    parameters: dict[str, Any]

    #: A hash of the text of the rules and of the parameters with their values, as hexadecimal digits; absent for a game
    #: that is written in Rust.
    game_hash: NotRequired[str | None]

    #: Who wins when a player is stuck.
    play: PlayWord

    #: Whether `play` matters: not where the rules themselves say how the game ends for a player who is stuck.
    play_matters: bool

    #: The position asked about; absent where it is too large to be written.
    position: NotRequired[str | None]

    #: What the player to move gets.
    outcome: OutcomeWord

    #: The number of moves until the game ends when the winner hurries and the loser delays; absent for a draw, where a
    #: theorem answers alone, and where a search was not asked for it.
    remoteness: NotRequired[int | None]

    #: Whether somebody wins because play never ends; absent if not.
    endless: NotRequired[bool]

    #: The score of the player to move if both play for the largest score; absent where the game does not end with
    #: scores, and where they were not worked out.
    score: NotRequired[int | None]

    #: The nimber of an impartial game, where it is known.
    nimber: NotRequired[int | None]

    #: The loopy nimber of the position, where play can go round in a circle and it is worth no number; absent where it
    #: has a nimber, and where none is known.
    loopy: NotRequired[LoopyReport | None]

    #: The partizan value, where the players have different moves, whoever cannot move loses, play ends, and it was
    #: worked out.
    value: NotRequired[str | None]

    #: The moves of the position, the best first where positions were solved.
    moves: list[SolveMoveReport]

    #: Whether the position has moves that `moves` does not list, since there are too many to look at or since the
    #: search did not value them.
    more_moves: NotRequired[bool]

    #: How many positions were solved; absent where a theorem or a search answers.
    counts: NotRequired[CountsReport | None]

    #: The position that all these positions are reached from, where it is another than the position asked about, as it
    #: can be in a table that was solved before.
    counted_from: NotRequired[str | None]

    #: The positions counted in the view that `--count` asked for; absent where it was not asked for.
    counted: NotRequired[SolveCountedReport | None]

    #: What all positions show of the game, if `--statistics` asked for it.
    statistics: NotRequired[StatisticsReport | None]

    #: The number of positions that were searched; absent where no search answers.
    searched: NotRequired[int | None]

    #: How often a search came to a position whose value was known from a table of solved positions; absent where that
    #: was never so.
    leaves: NotRequired[int | None]

    #: How the answer was found, in words.
    method: str

    #: The theorem that answers, if one does.
    theorem: NotRequired[TheoremReport | None]

    #: The time that the work took, in seconds.
    seconds: float

    #: The most memory that the solver held at any time, in bytes.
    peak_bytes: NotRequired[int | None]

    #: The proof that was written, if `--proof` was asked for.
    proof: NotRequired[SolveProofReport | None]

    #: What `--verify` found true, if that was asked for.
    certificate: NotRequired[CertificateReport | None]

    #: What looks like a mistake in the rules and is none for certain.
    warnings: NotRequired[list[WarningReport]]


class LoopyReport(TypedDict):
    """The loopy nimber ∞ of a position that is worth no heap of Nim, because play can go round in a circle."""

    #: The set of ∞: the nimbers of the positions that a move leads to, of those that have one, each once, in increasing
    #: order. The player to move wins if 0 is among them; else the position is a draw.
    infinity: list[int]


class SolveMoveReport(TypedDict):
    """A move, with what the player who makes it gets, this move counted."""

    #: The move as the rules write it.
    move: str

    #: The position after the move, where it can be written.
    position: NotRequired[str | None]

    #: What the player who makes the move gets.
    outcome: OutcomeWord

    #: The number of moves until the game ends, this one counted; absent for a draw, where a theorem answers alone, and
    #: where a search was not asked for it.
    remoteness: NotRequired[int | None]

    #: Whether somebody wins by this move because play never ends; absent if not.
    endless: NotRequired[bool]

    #: The score that the player who makes the move gets, with what the move gains; absent where the game does not end
    #: with scores, and where they were not worked out.
    score: NotRequired[int | None]

    #: The number of points that the player who makes the move gains by it; absent where no move of the game gains
    #: points.
    gain: NotRequired[int | None]

    #: The nimber of the position after the move, in an impartial game where it is known: the nimber of a position is
    #: the least number that is not among those of its moves.
    nimber: NotRequired[int | None]

    #: The loopy nimber of the position after the move, where play can go round in a circle and that position is worth
    #: no number.
    loopy: NotRequired[LoopyReport | None]


class CountsReport(TypedDict):
    """How many positions were solved, and their outcomes for the player to move."""

    #: The number of all positions.
    positions: int

    #: The number of positions that the player to move wins.
    wins: int

    #: The number of positions that the player to move loses.
    losses: int

    #: The number of positions that neither player wins.
    draws: int

    #: The two players, First before Second, with the number of positions that each wins, whoever is to move there;
    #: absent in an impartial game, and where a large table would have to be read to find out.
    players: NotRequired[list[PlayerWinsReport] | None]

    #: The number of positions that somebody wins because play never ends, which are among the wins and losses; absent
    #: if there are none.
    endless: NotRequired[int]

    #: The number of positions in which the game is over.
    finished: int

    #: The largest remoteness of a position.
    max_remoteness: NotRequired[int | None]

    #: The largest remoteness of a position that the player to move wins.
    max_win: NotRequired[int | None]

    #: The largest remoteness of a position that the player to move loses.
    max_loss: NotRequired[int | None]

    #: The number of positions if those that a symmetry makes equal are counted once; absent where it is the number of
    #: all positions.
    canonical: NotRequired[int | None]


class PlayerWinsReport(TypedDict):
    """A player, with the number of positions that this player wins."""

    #: The name of the player.
    name: str

    #: The number of positions that the player wins, whoever is to move there.
    wins: int


class SolveCountedReport(TypedDict):
    """The solved positions counted in a view, with their moves and ties."""

    #: The view.
    view: ViewWord

    #: The number of all positions.
    positions: int

    #: The number of positions that the player to move wins.
    wins: int

    #: The number of positions that the player to move loses.
    losses: int

    #: The number of positions that neither player wins.
    draws: int

    #: The number of positions in which the game is over.
    finished: int

    #: The number of moves out of the positions counted.
    moves: int

    #: The largest remoteness of a position that the player to move wins.
    max_win: NotRequired[int | None]

    #: The largest remoteness of a position that the player to move loses.
    max_loss: NotRequired[int | None]

    #: The number of drawn positions from which moves that keep the draw can lead to a finished drawn position.
    ties: int

    #: The largest number of such moves that it takes at least from a tie.
    max_tie: NotRequired[int | None]

    #: The number of the other drawn positions: play that keeps the draw never ends.
    endless: int


class StatisticsReport(TypedDict):
    """What all positions show of a game. Positions count as the rules define them, with whose turn it is."""

    #: For each remoteness, in rising order, the number of positions that have it. A remoteness that no position has is
    #: left out.
    remoteness: list[RemotenessRow]

    #: The number of plies that a row of `remoteness` stands for: 1, unless the game is very long.
    remoteness_width: int

    #: A position with the longest win, and the best moves from there on; absent if no position is won.
    hardest: NotRequired[HardestReport | None]

    #: The number of moves of a position in which the game goes on; absent if there is no such position.
    branching: NotRequired[BranchingReport | None]

    #: How many of the moves of the position asked about win, draw and lose.
    first_moves: FirstMovesReport


class RemotenessRow(TypedDict):
    """The number of positions with one remoteness."""

    #: The remoteness; the least one where a row stands for several.
    plies: int

    #: The number of positions that the player to move wins.
    wins: int

    #: The number of positions that the player to move loses.
    losses: int


class HardestReport(TypedDict):
    """A position with the longest win."""

    #: The position.
    position: str

    #: The number of plies that the win takes.
    remoteness: int

    #: The best moves from the position on, at most 1000.
    moves: list[str]


class BranchingReport(TypedDict):
    """The number of moves of a position in which the game goes on."""

    #: The number of moves on average.
    mean: float

    #: The largest number of moves.
    largest: int

    #: A position that has the largest number of moves.
    position: str


class FirstMovesReport(TypedDict):
    """How many moves win, draw and lose for the player who makes them."""

    #: The number of moves that win.
    wins: int

    #: The number of moves that draw.
    draws: int

    #: The number of moves that lose.
    losses: int


class TheoremReport(TypedDict):
    """A theorem that answers."""

    #: The name of the theorem.
    name: str

    #: Who found it, and when.
    source: str


class SolveProofReport(TypedDict):
    """A proof that `zug solve --proof` wrote."""

    #: The number of entries.
    entries: int

    #: The size of the file, in bytes.
    bytes: int


class CertificateReport(TypedDict):
    """What `--verify` found true."""

    #: The number of positions that were checked.
    positions: int

    #: The number of moves that were checked.
    moves: int

    #: The number of positions that were played by the rules as they are written.
    by_the_rules_as_written: int

    #: The seed of the sample of these positions, if they are not all positions.
    seed: NotRequired[int | None]

    #: The number of positions whose nimber was checked.
    nimbers: int

    #: The theorem that answers too, and how far it agrees.
    theorem: NotRequired[AgreementReport | None]


class AgreementReport(TypedDict):
    """How far a theorem was compared with the positions, and agrees."""

    #: The name of the theorem.
    name: str

    #: The number of moves that were compared.
    moves: int

    #: The number of other positions that were compared.
    positions: int


class WarningReport(TypedDict):
    """What looks like a mistake in the rules and is none for certain."""

    #: What it is, in one line.
    message: str

    #: The line of the rules, counted from 1.
    line: int

    #: The first character of the place in the line, counted from 1.
    column: int

    #: What stands there.
    label: str

    #: How to mend it.
    help: NotRequired[str | None]


class SolveRangeReport(TypedDict):
    """What `--json` prints where a parameter takes several values: what the player to move gets for each value."""

    #: The version of the form of the report.
    version: Version

    #: The version of Zug that made the report.
    zug: ProgramVersion

    #: The game, as it was asked for.
    game: str

    #: The parameters that take several values.
    swept: list[str]

    #: A row for each combination of their values. Those of the last parameter change first.
    rows: list[SweepRow]


class SweepRow(TypedDict):
    """The answer for some values of parameters."""

    #: The values, in the order of `swept`.
    values: list[int]

    #: A hash of the text of the rules and of the parameters with their values, as hexadecimal digits.
    game_hash: NotRequired[str | None]

    #: What the player to move gets.
    outcome: OutcomeWord

    #: The number of moves until the game ends; absent for a draw, and where it is not known.
    remoteness: NotRequired[int | None]

    #: Whether somebody wins because play never ends; absent if not.
    endless: NotRequired[bool]

    #: The score of the player to move; absent where the game does not end with scores.
    score: NotRequired[int | None]

    #: The nimber of an impartial game, where it is known.
    nimber: NotRequired[int | None]

    #: The loopy nimber of the position, where play can go round in a circle and it is worth no number; absent where it
    #: has a nimber, and where none is known.
    loopy: NotRequired[LoopyReport | None]


class QueryReport(TypedDict):
    """A line that `zug query` prints: the answer to a question, or why there is none."""

    #: The version of the form of the report.
    version: Version

    #: The version of Zug that made the report.
    zug: ProgramVersion

    #: A hash of the text of the rules and of the parameters with their values, as hexadecimal digits; absent where
    #: there is no answer, and for a game that is written in Rust.
    game_hash: NotRequired[str | None]

    #: The number of the question, from 1: that of its line.
    line: int

    #: The parameters that the question sets, with their values; absent if it sets none.
    parameters: NotRequired[dict[str, Any]]

    #: The position asked about; absent where it is too large to be written.
    position: NotRequired[str | None]

    #: What the player to move gets; absent where that was not found.
    outcome: NotRequired[OutcomeWord | None]

    #: The worst outcome that the player to move may get, where a search found no more than that.
    at_least: NotRequired[OutcomeWord | None]

    #: The best outcome that the player to move may get, where a search found no more than that.
    at_most: NotRequired[OutcomeWord | None]

    #: The number of moves until the game ends; absent for a draw, and where it is not known.
    remoteness: NotRequired[int | None]

    #: Whether somebody wins because play never ends; absent if not.
    endless: NotRequired[bool]

    #: The score of the player to move; absent where the game does not end with scores.
    score: NotRequired[int | None]

    #: The nimber of an impartial game, where it is known.
    nimber: NotRequired[int | None]

    #: The loopy nimber of the position, where play can go round in a circle and it is worth no number; absent
    #: elsewhere.
    loopy: NotRequired[LoopyReport | None]

    #: A best move, where one is known; absent where the game is over.
    best: NotRequired[str | None]

    #: The moves with their values, the best first; absent unless `--each-move` asked for them.
    moves: NotRequired[list[SolveMoveReport] | None]

    #: Why there is no answer; absent where there is one.
    error: NotRequired[str | None]


class PlanReport(TypedDict):
    """What `--json` prints: what would be done for a question, and how large it can be."""

    #: The version of the form of the report.
    version: Version

    #: The version of Zug that made the report.
    zug: ProgramVersion

    #: The name of the game in its rules.
    game: str

    #: The parameters with their values.
    parameters: dict[str, Any]

    #: A hash of the text of the rules and of the parameters with their values, as hexadecimal digits; absent for a game
    #: that is written in Rust.
    game_hash: NotRequired[str | None]

    #: Who wins when a player is stuck.
    play: PlayWord

    #: Whether `play` matters: not where the rules themselves say how the game ends for a player who is stuck.
    play_matters: bool

    #: The theorem that would answer.
    theorem: NotRequired[TheoremReport | None]

    #: What would be done with the positions; absent where the theorem would answer alone.
    positions: NotRequired[PositionsReport | None]

    #: How the position asked about would be searched: it was asked for, or the positions may turn out not to fit or to
    #: be many.
    search: NotRequired[SearchPlanReport | None]

    #: What looks like a mistake in the rules and is none for certain.
    warnings: NotRequired[list[WarningReport]]


class PositionsReport(TypedDict):
    """What would be done with the positions."""

    #: The position asked about.
    position: str

    #: How positions would be found, in words.
    method: str

    #: The reasons for the plan, a line each.
    why: list[str]

    #: What a level counts, in words, where the positions would be solved level by level.
    levels: NotRequired[str | None]

    #: The number of states that the variables can express, in decimal digits: it may be larger than a JSON number can
    #: tell. `unknown` where there are 2^128 or more, and for a game written in Rust.
    states: str

    #: Bits of a position while one works on it.
    position_bits: int

    #: Bytes of a position as it is stored.
    key_bytes: int

    #: The number of moves with their choices made, for each player to move.
    ground_moves: list[int]

    #: The number of these moves that add the same number to the rank wherever they are legal.
    constant_steps: int

    #: The number of un-moves for each player; absent where not all moves can be taken back, or where counting them
    #: would take longer than a plan should.
    unmoves: NotRequired[list[int] | None]

    #: Whether moves would be taken back.
    retracting: RetractingWord

    #: How the rules would be run.
    runs: RunsWord

    #: The number of parts that are played side by side.
    parts: int

    #: The number of symmetries that the rules declare, the identity included.
    symmetries_declared: int

    #: The number of symmetries that are used: those that keep the position asked about, and those that swap the
    #: players, if these pay.
    symmetries_used: int

    #: The number of bytes that the work cannot exceed, where there is a useful bound.
    most_bytes: NotRequired[int | None]

    #: The least number of bytes for each position found.
    least_bytes_a_position: int

    #: The number of bytes that may be taken.
    budget: int


class SearchPlanReport(TypedDict):
    """How one position would be searched."""

    #: What would be done, in words.
    method: str

    #: The reasons for the plan, a line each.
    why: list[str]

    #: What a level counts, in words, where every move climbs a level.
    levels: NotRequired[str | None]

    #: The number of symmetries that are used.
    symmetries: int

    #: The number of bytes that may be taken.
    budget: int


class ExplainReport(TypedDict):
    """What `--json` prints: why a position ends as it does."""

    #: The version of the form of the report.
    version: Version

    #: The version of Zug that made the report.
    zug: ProgramVersion

    #: The name of the game in its rules.
    game: str

    #: The parameters with their values.
    parameters: dict[str, Any]

    #: A hash of the text of the rules and of the parameters with their values, as hexadecimal digits; absent for a game
    #: that is written in Rust.
    game_hash: NotRequired[str | None]

    #: Who wins when a player is stuck.
    play: PlayWord

    #: Whether `play` matters: not where the rules themselves say how the game ends for a player who is stuck.
    play_matters: bool

    #: The position asked about; absent where it is too large to be written.
    position: NotRequired[str | None]

    #: What the player to move gets; absent where a search was stopped before that was proved.
    outcome: NotRequired[OutcomeWord | None]

    #: The worst outcome that the player to move may get; present where `outcome` is absent.
    at_least: NotRequired[OutcomeWord | None]

    #: The best outcome that the player to move may get; present where `outcome` is absent.
    at_most: NotRequired[OutcomeWord | None]

    #: The number of moves until the game ends when the winner hurries and the loser delays; absent for a draw, and
    #: where a theorem answers alone.
    remoteness: NotRequired[int | None]

    #: Whether somebody wins because play never ends; absent if not.
    endless: NotRequired[bool]

    #: The score of the player to move if both play for the largest score; absent where the game does not end with
    #: scores, and where they are not known.
    score: NotRequired[int | None]

    #: The nimber of an impartial game, where it is known.
    nimber: NotRequired[int | None]

    #: The loopy nimber of the position, where play can go round in a circle and it is worth no number; absent where it
    #: has a nimber, and where none is known.
    loopy: NotRequired[LoopyReport | None]

    #: The nimbers of the positions that a move leads to, each once, in increasing order: `nimber` is the least number
    #: that is missing. Absent where they are not known.
    option_nimbers: NotRequired[list[int] | None]

    #: The numbers whose xor is what the position is worth, such as the piles of Nim; absent where the answer adds none.
    nim_sum: NotRequired[NimSumReport | None]

    #: The explanation, a line each.
    why: list[str]

    #: The numbers that the explanation puts in, with the places where they stand; absent if there are none.
    numbers: NotRequired[list[PlacedNumberReport]]

    #: The theorem that answers, if one does.
    theorem: NotRequired[TheoremReport | None]

    #: The number of positions that were searched; absent where no search answers.
    searched: NotRequired[int | None]


class NimSumReport(TypedDict):
    """Numbers that are added digit by digit in binary, without carry."""

    #: The numbers, in the order of the position.
    numbers: list[int]

    #: Their xor.
    total: int


class PlacedNumberReport(TypedDict):
    """A number that an explanation puts in, and where on the board it stands."""

    #: The number: the size of a heap, a gap, a sum, or a nimber.
    number: int

    #: The part of a sum, from 1; 1 in any other game.
    part: int

    #: The cells, pins, piles, dates or variables whose number it is, as moves write them; empty if it is the number of
    #: the whole part.
    places: list[str]


#: What `--json` prints: why a value is what it is, how two values compare, or the values born by a day.
ExplainValueReport = TypedDict(
    "ExplainValueReport",
    {
        #: The version of the form of the report.
        "version": "Version",
        #: The version of Zug that made the report.
        "zug": "ProgramVersion",
        #: The expression as it was asked; absent where a day was asked about.
        "expression": "NotRequired[str | None]",
        #: The value of the expression; absent of a question about two values.
        "value": "NotRequired[str | None]",
        #: Who wins: `L` Left, `R` Right, `N` whoever moves first, `P` whoever moves second.
        "class": "NotRequired[str | None]",
        #: The braces that are written in the expression, inner ones before those around them.
        "braces": "NotRequired[list[BracesReport]]",
        #: How two values compare, if the expression asks for that.
        "comparison": "NotRequired[ComparisonReport | None]",
        #: The parts of a sum, in the order of the expression; absent if it is no sum.
        "terms": "NotRequired[list[ExplainValueTermReport]]",
        #: The values born by a day; absent if an expression is explained.
        "born": "NotRequired[BornReport | None]",
        #: The explanation, a line each.
        "why": "list[str]",
    },
)


class BracesReport(TypedDict):
    """A pair of braces, and the steps to the canonical form of its value."""

    #: The braces as they are written.
    written: str

    #: The values of Left's options.
    left: list[str]

    #: The values of Right's options.
    right: list[str]

    #: The steps, each of which leaves the value as it is.
    steps: list[StepReport]

    #: The value.
    value: str


class StepReportNumber(TypedDict):
    """The value is the simplest number that no option forbids."""

    step: Literal["number"]

    #: The number.
    number: str

    #: The numbers that are left are greater than this one; absent if they have no lower bound.
    above: NotRequired[EndReport | None]

    #: The numbers that are left are less than this one; absent if they have no upper bound.
    below: NotRequired[EndReport | None]


class StepReportDominated(TypedDict):
    """An option goes, for another one of the same player is at least as good."""

    step: Literal["dominated"]

    #: Whose option it is.
    player: SideWord

    #: The option.
    option: str

    #: The option that is at least as good.
    by: str


class StepReportReversible(TypedDict):
    """An option is replaced, for the opponent answers it with something no worse for the opponent than the game was."""

    step: Literal["reversible"]

    #: Whose option it is.
    player: SideWord

    #: The option.
    option: str

    #: The answer.
    through: str

    #: What takes the place of the option: the options of its player in the answer.
    replaced_by: list[str]


class EndReport(TypedDict):
    """The end of an interval of numbers."""

    #: The number at the end.
    at: str

    #: Whether this number is one of the interval.
    included: bool


class ComparisonReport(TypedDict):
    """How two values A and B compare, shown by play of A - B."""

    #: The value A.
    first: str

    #: The value B.
    second: str

    #: `<`, `=`, `>` or `||`.
    relation: str

    #: What happens if Left moves first.
    left: FirstMoverReport

    #: What happens if Right moves first.
    right: FirstMoverReport


class FirstMoverReport(TypedDict):
    """The play of a difference in which one player moves first."""

    #: Whether the player who moves first wins.
    wins: bool

    #: The first moves that win; or where none does all first moves, each with an answer that wins.
    moves: list[DifferenceMoveReport]


#: A move in a difference A - B.
DifferenceMoveReport = TypedDict(
    "DifferenceMoveReport",
    {
        #: Whether the move is made in A or in -B.
        "in": "DifferencePart",
        #: The value of A after the move, or of B.
        "to": "str",
        #: The difference after the move.
        "leaves": "str",
        #: An answer that wins; absent where the move wins.
        "answer": "NotRequired[DifferenceMoveReport | None]",
    },
)


class ExplainValueTermReport(TypedDict):
    """A part of a sum."""

    #: The part as it is written, with its sign.
    text: str

    #: Its value.
    value: str

    #: What kind of value it is.
    kind: TermWord

    #: Its mean.
    mean: str

    #: Its temperature.
    temperature: str

    #: Its atomic weight, if it is an infinitesimal that has one.
    atomic_weight: NotRequired[str | None]


class BornReport(TypedDict):
    """The values born by a day."""

    #: The day.
    day: int

    #: The number of values.
    count: int

    #: The values: by levels, the highest first; of day 3 in the order of their stops.
    values: list[BornValueReport]


#: A value born by a day.
BornValueReport = TypedDict(
    "BornValueReport",
    {
        #: The value.
        "value": "str",
        #: Who wins: `L`, `R`, `N` or `P`.
        "class": "str",
        #: The number of steps down to the least value: all ways down have this number of steps. Absent for day 3.
        "level": "NotRequired[int | None]",
        #: The values directly below: less, with no value born by this day between. Absent for day 3.
        "above": "NotRequired[list[str] | None]",
    },
)


#: What `--json` prints: what several games are worth together.
ValueReport = TypedDict(
    "ValueReport",
    {
        #: The version of the form of the report.
        "version": "Version",
        #: The version of Zug that made the report.
        "zug": "ProgramVersion",
        #: The number of the line that asks, from 1, where each line of the standard input asks; else absent.
        "line": "NotRequired[int | None]",
        #: The expression as it was asked.
        "expression": "str",
        #: In which parts a turn moves, in words.
        "compound": "str",
        #: Who wins when a player is stuck.
        "play": "PlayWord",
        #: The player to move, `first` (Left) or `second` (Right), where that was asked for; else the first player.
        "to_move": "NotRequired[PlayerWord | None]",
        #: The parts in the order of the expression.
        "parts": "list[PartReport]",
        #: The nimber of all together, where it is known.
        "nimber": "NotRequired[int | None]",
        #: The loopy nimber of all together, where play can go round in a circle and it is no number.
        "loopy": "NotRequired[LoopyReport | None]",
        #: What the player to move gets; absent where that cannot be said.
        "outcome": "NotRequired[OutcomeWord | None]",
        #: The number of turns until the game ends when the winner hurries and the loser delays, where it is known.
        "remoteness": "NotRequired[int | None]",
        #: The value.
        "value": "NotRequired[str]",
        #: The value with all braces.
        "form": "NotRequired[str]",
        #: Who wins: `L` Left, `R` Right, `N` whoever moves first, `P` whoever moves second.
        "class": "NotRequired[str]",
        #: The number at which play stops if Left begins.
        "left_stop": "NotRequired[str]",
        #: The number at which play stops if Right begins.
        "right_stop": "NotRequired[str]",
        #: The mean.
        "mean": "NotRequired[str]",
        #: The temperature.
        "temperature": "NotRequired[str]",
        #: The reduced canonical form.
        "reduced": "NotRequired[str]",
        #: The atomic weight of an all-small value; absent for others.
        "atomic_weight": "NotRequired[str | None]",
        #: The birthday.
        "birthday": "NotRequired[int]",
        #: The corners of Left's wall and of Right's wall, each as value and temperature, from the temperature -1 up to
        #: the mast.
        "thermograph": "NotRequired[list[list[list[str]]]]",
        #: The value of the whole, where play can go round in it; the first player is Left.
        "loopy_value": "NotRequired[LoopyValueReport | None]",
        #: The terms of an expression of partizan values; absent where there are no moves to tell of.
        "terms": "NotRequired[list[ValueTermReport]]",
        #: The numbers of the hottest parts or terms, from 1; absent where no values of several were worked out.
        "hottest": "NotRequired[list[int]]",
        #: The values, where an expression of partizan values asks for several.
        "values": "NotRequired[list[str] | None]",
        #: The answer to an expression of partizan values that is no value: yes or no, a relation such as `<`, an
        #: outcome class, a number.
        "answer": "NotRequired[str | None]",
        #: What `--verify` checked by play; absent if it was not asked to.
        "verified": "NotRequired[ValueVerifiedReport | None]",
        #: The winning turns: a move in one part, or an object with all `moves` of a turn that moves in several.
        "moves": "list[TurnReport]",
        #: Whether there are more winning turns than `moves` has.
        "more_moves": "bool",
        #: The turns that keep a draw, as `moves` has those that win; absent where the outcome is no draw, and where the
        #: theorem that told the outcome does not tell them.
        "drawing_moves": "NotRequired[list[TurnReport]]",
        #: Whether there are more turns that keep a draw than `drawing_moves` has; absent if not.
        "more_drawing_moves": "NotRequired[bool]",
        #: Why, a line each.
        "why": "list[str]",
    },
)


class PartReport(TypedDict):
    """A part, and what it is worth alone."""

    #: The part as the expression writes it.
    text: str

    #: A hash of the text of the rules and of the parameters with their values, as hexadecimal digits.
    game_hash: NotRequired[str | None]

    #: The nimber of the part, where it is known.
    nimber: NotRequired[int | None]

    #: The loopy nimber of the part, where play in it can go round in a circle and it is no number.
    loopy: NotRequired[LoopyReport | None]

    #: What the player to move gets if this part is played alone.
    outcome: NotRequired[OutcomeWord | None]

    #: The number of moves of this part alone.
    remoteness: NotRequired[int | None]

    #: The partizan value of the part, where it was worked out.
    value: NotRequired[str | None]

    #: Why the part has no nimber.
    without: NotRequired[str | None]


class LoopyValueReport(TypedDict):
    """A value in which play can go round. Values are texts in the notation of `zug value`."""

    #: The value.
    value: str

    #: The value with all braces.
    form: str

    #: The onside: the value as it is if Left wins all play that never ends.
    onside: str

    #: The offside: the value as it is if Right wins all play that never ends.
    offside: str

    #: What Left gets if she begins.
    left_begins: OutcomeWord

    #: What Right gets if he begins.
    right_begins: OutcomeWord


class ValueTermReport(TypedDict):
    """A term of an expression of partizan values."""

    #: The term as the expression writes it, with its sign if that is a minus.
    text: str

    #: The value, with the sign of the term.
    value: str

    #: The temperature.
    temperature: str

    #: The values of the term after each move in it by which Left wins, if Left begins. Moves are those of canonical
    #: forms.
    left_wins_by: list[str]

    #: The same for Right, if Right begins.
    right_wins_by: list[str]


class ValueVerifiedReport(TypedDict):
    """What was checked of a value by play."""

    #: The number of games, boards or heaps, that were played by their rules.
    games: int

    #: The number of positions that were played of these games and of sums of their values.
    positions: int

    #: The number of followers of the values told, which have no dominated and no reversible option; 0 where no value
    #: was told.
    forms: int

    #: The number of pairs of positions whose difference was played.
    pairs: int


class TurnReportMoves(TypedDict):
    """Moves in several parts."""

    #: A move in each part that the turn moves in.
    moves: list[ValueMoveReport]


class ValueMoveReport(TypedDict):
    """A move in a part."""

    #: The number of the part in the order of the expression, from 1.
    part: int

    #: The move as the rules of the part write it.
    move: str

    #: The position of the part after the move, where it can be written.
    position: NotRequired[str | None]


class ValueBoardsReport(TypedDict):
    """What `--json` prints: the values of several boards, the positions of one by their values, or the least position
    that has a value.
    """

    #: The version of the form of the report.
    version: Version

    #: The version of Zug that made the report.
    zug: ProgramVersion

    #: The game or the boards as they were asked about.
    asked: str

    #: The boards, with `--boards`.
    boards: NotRequired[list[BoardReport] | None]

    #: The values of the positions, with `--positions`: the most frequent one first.
    positions: NotRequired[list[ValueCountReport] | None]

    #: What was looked for, with `--find`.
    search: NotRequired[ValueSearchReport | None]


#: A board with its value.
BoardReport = TypedDict(
    "BoardReport",
    {
        #: The board as an expression writes it.
        "board": "str",
        #: The parameters of the rules with their values.
        "parameters": "dict[str, Any]",
        #: The value.
        "value": "str",
        #: The value with all braces.
        "form": "str",
        #: Who wins: `L` Left, `R` Right, `N` whoever moves first, `P` whoever moves second.
        "class": "str",
        #: The number at which play stops if Left begins.
        "left_stop": "str",
        #: The number at which play stops if Right begins.
        "right_stop": "str",
        #: The mean.
        "mean": "str",
        #: The temperature.
        "temperature": "str",
        #: The reduced canonical form.
        "reduced": "str",
        #: The atomic weight of an all-small value; absent for others.
        "atomic_weight": "NotRequired[str | None]",
        #: The birthday.
        "birthday": "int",
        #: The corners of Left's wall and of Right's wall, each as value and temperature, from the temperature -1 up to
        #: the mast.
        "thermograph": "list[list[list[str]]]",
    },
)


class ValueCountReport(TypedDict):
    """The positions that have one value."""

    #: The value.
    value: str

    #: The number of positions.
    count: int

    #: The first such position in the order of a search from the start.
    first: str


class ValueSearchReport(TypedDict):
    """A search for a position with a value."""

    #: The value that was looked for.
    value: str

    #: The board and the position, as an expression writes them; absent if none was found.
    found: NotRequired[str | None]

    #: The number of boards that were searched.
    boards: int

    #: The last board that was searched.
    last_board: NotRequired[str | None]

    #: The number of positions that were searched.
    positions: int

    #: The number of boards that were left out because they have more than 2^18 states.
    too_large: int


#: What `--json` prints: the nimbers of heaps, and what is known of them.
SequenceReport = TypedDict(
    "SequenceReport",
    {
        #: The version of the form of the report.
        "version": "Version",
        #: The version of Zug that made the report.
        "zug": "ProgramVersion",
        #: The game on heaps, in its notation.
        "code": "str",
        #: The rules that the game was read from, if it is not given by its notation.
        "rules": "NotRequired[RulesReadReport | None]",
        #: Always `normal`: nimbers belong to normal play.
        "play": "PlayWord",
        #: The first heap that is told, if it is not heap 0.
        "from": "NotRequired[int | None]",
        #: The number of heaps that are told.
        "terms": "int",
        #: The nimbers, a number for each heap.
        "values": "NotRequired[list[int] | None]",
        #: The period, if one is proved.
        "period": "NotRequired[int | None]",
        #: The first heap of the part that repeats.
        "preperiod": "NotRequired[int | None]",
        #: What a period adds to each nimber.
        "saltus": "NotRequired[int | None]",
        #: The last heap before the part that repeats.
        "last_exception": "NotRequired[int | None]",
        #: What proves the period.
        "proof": "NotRequired[SequenceProofReport | None]",
        #: A repetition that the heaps worked out show, where no period is proved: larger heaps may break it.
        "seen": "NotRequired[SeenReport | None]",
        #: The largest nimber that was seen.
        "max_value": "NotRequired[int | None]",
        #: The first heap with the largest nimber.
        "max_heap": "NotRequired[int | None]",
        #: The number of rare heaps among the heaps worked out.
        "rares": "NotRequired[int | None]",
        #: The largest rare heap.
        "last_rare": "NotRequired[int | None]",
        #: The number of heaps with each nimber, from nimber 0.
        "counts": "NotRequired[list[int] | None]",
        #: The heaps that `counts` is of.
        "counted": "NotRequired[SequenceCountedReport | None]",
        #: What was checked by code that cannot work nimbers out.
        "verified": "NotRequired[VerifiedReport | None]",
        #: What was checked of the file that the work went on from, if not all of its heaps were: then all that is told
        #: here, a period too, stands on that file.
        "resumed": "NotRequired[VerifiedReport | None]",
        #: The name of the method that worked the nimbers out.
        "method": "str",
        #: The time that the work took, in seconds.
        "seconds": "float",
    },
)


class RulesReadReport(TypedDict):
    """Rules that were read as a game on heaps."""

    #: The rules file, or the name of the game of the catalogue.
    game: str

    #: The parameters with which the rules were played.
    parameters: dict[str, Any]

    #: The largest heap whose moves were played: nothing is known of larger ones.
    compared_to: int


class SequenceProofReport(TypedDict):
    """What proves a period."""

    #: The theorem.
    theorem: str

    #: The last heap that the theorem asks for.
    checked_to: int


class SeenReport(TypedDict):
    """A repetition that is not proved."""

    #: The number of heaps after which the nimbers repeat.
    period: int

    #: The first heap of the part that repeats.
    preperiod: int

    #: What a period adds to each nimber.
    saltus: int

    #: The number of heaps that were looked at, from heap 0 on.
    heaps: int


#: Heaps that were counted.
SequenceCountedReport = TypedDict(
    "SequenceCountedReport",
    {
        #: The first heap.
        "from": "int",
        #: The number of heaps.
        "terms": "int",
    },
)


class VerifiedReport(TypedDict):
    """What was checked: all heaps below, and a sample of the others."""

    #: The number of heaps that were worked out.
    heaps: int

    #: Each heap below this one was checked.
    all_below: int

    #: The number of other heaps that were checked.
    sampled: int

    #: Why not all heaps were checked.
    not_checked: NotRequired[str | None]

    #: What was checked of the period.
    period: NotRequired[SequencePeriodReport | None]

    #: Why the period was not checked.
    period_not_checked: NotRequired[str | None]


class SequencePeriodReport(TypedDict):
    """A period that was checked."""

    #: The theorem that proves it.
    theorem: str

    #: The last heap that was looked at.
    checked_to: int

    #: Where the theorem asks for witnesses: the number of heaps of one period for which they were found.
    witnesses: NotRequired[int | None]


class QuotientReport(TypedDict):
    """What `zug quotient --json` prints: the misère quotient of a game on heaps."""

    #: The version of the form of the report.
    version: QuotientVersion

    #: The version of Zug that made the report.
    zug: ProgramVersion

    #: The game on heaps as it was asked.
    code: str

    #: Always `misere`.
    play: PlayWord

    #: The number of heaps that were looked at, from heap 0.
    heaps: int

    #: The number of elements of the quotient.
    order: int

    #: The numbers of elements of the quotients to heap 0, 1, 2 and so on.
    orders: list[int]

    #: What is known of the next heap, where work stopped.
    at_least: NotRequired[AtLeastReport | None]

    #: If the quotient is that of Nim with heaps below 2^k, this k.
    tame: NotRequired[int | None]

    #: The letters that words are made of, with their heaps.
    generators: list[GeneratorReport]

    #: Pairs of words that are the same element.
    relations: list[list[str]]

    #: A shortest word for each element.
    elements: list[str]

    #: The words of the elements that are lost.
    lost: list[str]

    #: The word of each heap, from heap 0.
    phi: list[str]

    #: The number of heaps after which the words repeat, if that is proved for all heaps.
    period: NotRequired[int | None]

    #: The first heap of the part that repeats.
    preperiod: NotRequired[int | None]

    #: What proves the period.
    proof: NotRequired[SequenceProofReport | None]

    #: The genus of each heap, from heap 0, if it was asked for.
    genus: NotRequired[list[str] | None]

    #: Who wins the heaps of `--at`; absent if that was not asked.
    at: NotRequired[MiserePositionReport | None]

    #: The time that the work took, in seconds.
    seconds: float


class AtLeastReport(TypedDict):
    """A quotient that was not finished."""

    #: The quotient to this heap was not finished.
    heap: int

    #: It has at least this number of elements.
    order: int

    #: Why work stopped.
    stopped: str


class GeneratorReport(TypedDict):
    """A letter and the heap that it stands for."""

    #: The letter.
    letter: str

    #: The size of the heap.
    heap: int


class MiserePositionReport(TypedDict):
    """Who wins some heaps in misère play, and by which moves."""

    #: The heaps.
    heaps: list[int]

    #: What the player to move gets.
    outcome: OutcomeWord

    #: The winning moves.
    moves: list[HeapMoveReport]

    #: Whether moves of some heap were too many to be looked at, so that others may win too.
    more_moves: bool

    #: By what the outcome is known, in words.
    why: str


class HeapMoveReport(TypedDict):
    """A move in one of several heaps."""

    #: The heap that the move changes.
    heap: int

    #: The heaps that it leaves in the place of this heap.
    left: list[int]


class PairsReport(TypedDict):
    """What `--json` prints: lost positions, nimbers, or one position of a game on two heaps."""

    #: The version of the form of the report.
    version: Version

    #: The version of Zug that made the report.
    zug: ProgramVersion

    #: The game in its notation.
    game: str

    #: The rules that the game was read from, if it is not given by its notation.
    rules: NotRequired[RulesReadReport | None]

    #: Who wins when a player is stuck.
    play: PlayWord

    #: The largest heap looked at; absent where none was asked for.
    to: NotRequired[int | None]

    #: The lost positions, the smaller heap first.
    positions: NotRequired[list[list[int]] | None]

    #: Whether there are more lost positions up to `to`, or at all without it.
    more_positions: NotRequired[bool | None]

    #: The nimbers, a row for each size of the first heap.
    nimbers: NotRequired[list[list[int]] | None]

    #: The position asked about.
    position: NotRequired[list[int] | None]

    #: What the player to move gets there.
    outcome: NotRequired[OutcomeWord | None]

    #: The nimber of the position asked about, where it is known.
    nimber: NotRequired[int | None]

    #: The positions that the winning moves lead to.
    moves: NotRequired[list[list[int]] | None]

    #: By what the answer is known: `theorem` or `table`.
    method: NotRequired[str | None]


class TreeReport(TypedDict):
    """What `--json` prints: a game tree, its nodes in one list."""

    #: The version of the form of the report.
    version: Version

    #: The version of Zug that made the report.
    zug: ProgramVersion

    #: The name of the game in its rules.
    game: str

    #: The parameters with their values.
    parameters: dict[str, Any]

    #: A hash of the text of the rules and of the parameters with their values, as hexadecimal digits; absent for a game
    #: that is written in Rust.
    game_hash: NotRequired[str | None]

    #: Who wins when a player is stuck.
    play: PlayWord

    #: Whether `play` matters: not where the rules themselves say how the game ends for a player who is stuck.
    play_matters: bool

    #: Whose view the minimax values have.
    view: str

    #: Whether positions that are the same stand in the tree once.
    merged: NotRequired[bool]

    #: The number of moves after which the tree was cut, since it has too many nodes; absent where it was not.
    cut_at: NotRequired[int | None]

    #: Each node before all that lies below it, and the branches of a node in the order of the rules.
    nodes: list[NodeReport]


class NodeReport(TypedDict):
    """A position of the tree."""

    #: The place of the node above in `nodes`, from 0; absent at the root.
    parent: NotRequired[int | None]

    #: The move that leads here; absent at the root. In a merged tree several moves may do so, and this is the first
    #: one.
    move: NotRequired[str | None]

    #: The other moves of the node above that lead to this position, in a merged tree.
    other_moves: NotRequired[list[str]]

    #: In a merged tree, the place in `nodes` of the node that has the moves of this position; absent where this node
    #: has them.
    same_as: NotRequired[int | None]

    #: Whether it is known that no move of the position above is better; absent at the root.
    best: NotRequired[bool | None]

    #: The position.
    position: str

    #: The player to move; absent in an impartial game.
    mover: NotRequired[str | None]

    #: What the player to move gets; absent where a search did not prove it.
    outcome: NotRequired[OutcomeWord | None]

    #: The number of moves until the game ends when the winner hurries and the loser delays; absent for a draw, and
    #: where a search did not prove it.
    remoteness: NotRequired[int | None]

    #: Whether somebody wins because play never ends; absent if not.
    endless: NotRequired[bool]

    #: 1, 0 or -1: a win, a draw or a loss for the player whose view it is, or for the player to move in this position
    #: in a merged tree of an impartial game; that player's score in a game that ends with scores, where they are known.
    #: Absent where a search did not prove it.
    minimax: NotRequired[int | None]

    #: Whether moves were left out for the depth.
    cut: bool


class GamesReport(TypedDict):
    """What `zug games --json` prints: all games of the catalogue, or the one game that was named, of the catalogue or
    on heaps.
    """

    #: The version of the form of the report.
    version: Version

    #: The version of Zug that made the report.
    zug: ProgramVersion

    #: The games of the catalogue; one if a game was named.
    games: NotRequired[list[GameReport]]

    #: The game on heaps that was named.
    on_heaps: NotRequired[HeapGameReport | None]


class GameReport(TypedDict):
    """A game of the catalogue."""

    #: The name of the game on the command line.
    name: str

    #: The name of the game in a sentence.
    title: str

    #: The kind of game, by which the catalogue is listed.
    kind: str

    #: The rules in two sentences.
    rules: str

    #: Who made the game, or where it is described, and when.
    source: str

    #: Results that are known, with who found them.
    known: str

    #: The rules file; only if the game was named.
    text: NotRequired[str | None]

    #: The notation of the game if it is a game on heaps; only if the game was named.
    notation: NotRequired[str | None]


class HeapGameReport(TypedDict):
    """A game on heaps."""

    #: The game in its notation.
    notation: str

    #: The names of the game in a sentence.
    titles: list[str]

    #: The kind of the game, in words.
    kind: str

    #: The rules, a line each.
    rules: list[str]

    #: Other notations of the same rules.
    same_as: list[str]

    #: The nimbers of the first heaps, from heap 0.
    nimbers: list[int]

    #: The period, if one is proved by the first heaps.
    period: NotRequired[GamesPeriodReport | None]


class GamesPeriodReport(TypedDict):
    """A period of nimbers."""

    #: The first heap of the part that repeats.
    preperiod: int

    #: The number of heaps after which the nimbers repeat.
    period: int

    #: What a period adds to each nimber.
    saltus: int

    #: The theorem that proves it.
    theorem: str

    #: The last heap that the theorem asks for.
    checked_to: int


class TableInfoReport(TypedDict):
    """What `zug table info --json` prints: what a table on disk says of itself."""

    #: The version of the form of the report.
    version: Version

    #: The version of Zug that made the report.
    zug: ProgramVersion

    #: The name of the game in its rules.
    game: str

    #: The parameters with their values.
    parameters: dict[str, Any]

    #: Who wins when a player is stuck.
    play: PlayWord

    #: The position that the table begins from.
    position: str

    #: Which positions the table has.
    scope: ScopeWord

    #: The number of symmetries in use, the identity included.
    symmetries: int

    #: The number of positions that the table keeps, one for each orbit of the symmetries.
    kept: int

    #: The number of positions of each kind, without regard to symmetry; absent where the table does not tell it.
    counts: NotRequired[CountsReport | None]

    #: The least and the largest score of a position that the table keeps; absent where it keeps no scores.
    scores: NotRequired[ScoreRangeReport | None]

    #: The size of all files, in bytes.
    bytes: int

    #: The files with the positions and values.
    files: list[TableFileReport]

    #: The program that wrote the table.
    program: str

    #: The version of the form of the table.
    form: int

    #: The hash of the text of the rules, as hexadecimal digits.
    rules_hash: str

    #: The text of the rules.
    rules: str


class ScoreRangeReport(TypedDict):
    """The least and the largest of the scores that a table keeps, each for the player to move in its position."""

    #: The least score.
    least: int

    #: The largest score.
    largest: int


class TableFileReport(TypedDict):
    """A file of a table."""

    #: The name of the file in its folder.
    name: str

    #: The tier of its positions.
    tier: int

    #: What it holds: `keys`, `outcomes`, `remoteness`, `nimbers` or `scores`.
    holds: str

    #: Its size in bytes.
    bytes: int

    #: The number of its entries, one for each position.
    entries: int


class TableQueryReport(TypedDict):
    """What `zug table query --json` prints: the value of a position, and of its moves."""

    #: The version of the form of the report.
    version: Version

    #: The version of Zug that made the report.
    zug: ProgramVersion

    #: The name of the game in its rules.
    game: str

    #: The parameters with their values.
    parameters: dict[str, Any]

    #: A hash of the text of the rules and of the parameters with their values, as hexadecimal digits; absent for a game
    #: that is written in Rust.
    game_hash: NotRequired[str | None]

    #: Who wins when a player is stuck.
    play: PlayWord

    #: Whether `play` matters: not where the rules themselves say how the game ends for a player who is stuck.
    play_matters: bool

    #: The position asked about.
    position: str

    #: What the player to move gets.
    outcome: OutcomeWord

    #: The number of moves until the game ends when the winner hurries and the loser delays; absent for a draw.
    remoteness: NotRequired[int | None]

    #: Whether somebody wins because play never ends; absent if not.
    endless: NotRequired[bool]

    #: The nimber, where the table has one.
    nimber: NotRequired[int | None]

    #: The score of the player to move if both play for the largest score, where the table has one.
    score: NotRequired[int | None]

    #: The moves, the best first.
    moves: list[SolveMoveReport]


class TableVerifyReport(TypedDict):
    """What `zug table verify --json` prints: what was read, and what was found true."""

    #: The version of the form of the report.
    version: Version

    #: The version of Zug that made the report.
    zug: ProgramVersion

    #: The number of files whose checksums were compared.
    files: int

    #: The number of blocks whose checksums were compared.
    blocks: int

    #: The size of these files, in bytes.
    bytes: int

    #: The number of positions that were read.
    positions: int

    #: What was found true by the rules.
    certificate: CertificateReport

    #: Whether the scores of these positions were found true by the rules, too; absent where no scores are known.
    scores: NotRequired[bool]


class TableDigestReport(TypedDict):
    """What `zug table digest --json` prints: a sum of hashes of all positions with their values."""

    #: The version of the form of the report.
    version: Version

    #: The number of positions, without regard to symmetry.
    positions: int

    #: The sum of the hashes of these positions with their values, as 32 hexadecimal digits.
    digest: str


class ClusterUnitsReport(TypedDict):
    """What `zug cluster units --json` prints: the units that can be done now."""

    #: The version of the form of the report.
    version: Version

    #: Whether all is done, and the folder holds a table.
    done: bool

    #: The units that can be done now, in any order and at the same time.
    units: list[ClusterReadyReport]


class ClusterReadyReport(TypedDict):
    """A unit of work that can be done now."""

    #: The name of the unit, which `zug cluster do` takes.
    unit: str

    #: The bytes that the unit reads, about. Of runs and answers it reads a part, which is taken to be as large as those
    #: that other units read; directories of files are not counted.
    reads: int

    #: The bytes of memory that the unit takes where memory is plentiful, about, from the sizes of what it reads. A unit
    #: that is allowed less takes less, and longer.
    memory: int


class ClusterStatusReport(TypedDict):
    """What `zug cluster status --json` prints: how far the work in a folder is."""

    #: The version of the form of the report.
    version: Version

    #: The name of the game in its rules.
    game: str

    #: The parameters with their values.
    parameters: dict[str, Any]

    #: Whether all is done, and the folder holds a table.
    done: bool

    #: How far the work is; absent where all is done.
    work: NotRequired[ClusterWorkReport | None]


class ClusterWorkReport(TypedDict):
    """How far the work on units is."""

    #: About the largest number of positions of a shard; absent where a tier is not cut into shards.
    shard_positions: NotRequired[int | None]

    #: The number of tiers.
    tiers: int

    #: The number of units that can be done now.
    ready: int

    #: The number of positions that are found and kept, so far.
    found: int

    #: The number of these positions whose values are known.
    valued: int

    #: The number of positions that are found in a second, or that get their values in a second once all are found, by
    #: the dates of the newer half of the files; absent where too few units are done.
    rate: NotRequired[float | None]

    #: The seconds until all positions have their values, at this rate; absent where not all positions are found.
    seconds_left: NotRequired[float | None]

    #: The units of each kind.
    stages: list[ClusterStageReport]

    #: The size of all files in the folder, in bytes.
    bytes: int


class ClusterStageReport(TypedDict):
    """How far the units of one kind are."""

    #: The word that the names of these units begin with.
    stage: str

    #: The number of units that are done.
    done: int

    #: The number of units that there are, as far as the tiers are cut into shards.
    known: int


class ClusterPlanReport(TypedDict):
    """What `zug cluster plan --json` prints: what solving a game by units would take."""

    #: The version of the form of the report.
    version: Version

    #: The version of Zug that made the report.
    zug: ProgramVersion

    #: The name of the game in its rules.
    game: str

    #: The parameters of the planned game with their values.
    parameters: dict[str, Any]

    #: The parameters of the smaller board with their values.
    small: dict[str, Any]

    #: What was measured on the smaller board, on one core.
    measured: ClusterSizeReport

    #: What the planned game would take, extrapolated from the smaller board.
    planned: ClusterSizeReport

    #: The memory that the largest unit takes, in bytes, about.
    memory: int

    #: The number of cores that work at the same time.
    cores: int

    #: The bytes that all machines together read and write in a second; absent where the caller names no rate.
    disk_rate: NotRequired[int | None]

    #: The seconds that reading and writing takes; absent where the caller names no rate.
    disk_seconds: NotRequired[float | None]

    #: The seconds that the work takes on all cores, and as long as reading and writing at least.
    seconds: float


class ClusterSizeReport(TypedDict):
    """The size of the work on a game by units."""

    #: The number of positions as the rules define them.
    positions: int

    #: The number of positions that are kept, one for each orbit of the symmetries.
    kept: int

    #: The number of tiers.
    tiers: int

    #: The number of positions that are kept in the largest tier.
    largest_tier: int

    #: About the largest number of positions of a shard.
    shard_positions: int

    #: The number of shards.
    shards: int

    #: The number of units.
    units: int

    #: The number of positions in all runs.
    run_positions: int

    #: The bytes of all positions.
    key_bytes: int

    #: The bytes of all values.
    value_bytes: int

    #: The bytes of all runs.
    run_bytes: int

    #: The bytes of all answers.
    answer_bytes: int

    #: The bytes that all units read together.
    read_bytes: int

    #: The bytes that all units write together.
    written_bytes: int

    #: The most bytes that are in the folder at a time.
    bytes_at_rest: int

    #: The seconds that one core takes for all units.
    core_seconds: float


class ClusterVerifyReport(TypedDict):
    """What `zug cluster verify --json` prints: what was found true, or which parts of the check can be done now."""

    #: The version of the form of the report.
    version: Version

    #: The version of Zug that made the report.
    zug: ProgramVersion

    #: The parts that can be done now, in any order and at the same time; none where all are done. Absent where the
    #: check was made.
    units: NotRequired[list[ClusterUnitReport] | None]

    #: The number of shards that were checked; absent where parts are listed.
    shards: NotRequired[int | None]

    #: What was found true by the rules; absent where parts are listed.
    certificate: NotRequired[CertificateReport | None]

    #: Whether the scores of these positions were found true by the rules, too; absent where parts are listed, and where
    #: the table has no scores.
    scores: NotRequired[bool]


class ClusterUnitReport(TypedDict):
    """A part of a check."""

    #: The name of the part, which `zug cluster verify` takes.
    unit: str


class CertifyReport(TypedDict):
    """What `zug certify --json` prints: what a proof proves, and what was checked of it."""

    #: The version of the form of the report.
    version: Version

    #: The version of Zug that made the report.
    zug: ProgramVersion

    #: The name of the game in its rules.
    game: str

    #: The parameters with their values.
    parameters: dict[str, Any]

    #: A hash of the text of the rules and of the parameters with their values, as hexadecimal digits; absent for a game
    #: that is written in Rust.
    game_hash: NotRequired[str | None]

    #: Who wins when a player is stuck.
    play: PlayWord

    #: Whether `play` matters: not where the rules themselves say how the game ends for a player who is stuck.
    play_matters: bool

    #: The position that the proof is about.
    position: str

    #: What the player to move gets there.
    outcome: OutcomeWord

    #: The number of moves until the game ends when the winner hurries and the loser delays; absent for a draw, and
    #: where the proof does not show it.
    remoteness: NotRequired[int | None]

    #: Whether somebody wins because play never ends; absent if not.
    endless: NotRequired[bool]

    #: The score for the player to move there; absent where the proof does not show it.
    score: NotRequired[int | None]

    #: The number of entries of the proof, which were all checked.
    entries: int

    #: The number of positions that these entries stand for, which were all checked.
    positions: int

    #: The number of moves that were played.
    moves: int

    #: The number of positions that were played by the rules as they are written.
    by_the_rules_as_written: int

    #: How often a count of the moves that are left told who wins, so that the proof needs no entries behind that
    #: position.
    by_count_of_moves: int

    #: The size of the file, in bytes.
    bytes: int

    #: The time that reading and checking took, in seconds.
    seconds: float

    #: The program that checked the proof, with its version.
    program: str

    #: The hash of the text of the rules, as hexadecimal digits.
    rules_hash: str

    #: Whether that text is the one of a game of this program's catalogue.
    in_catalogue: bool


class DiscoverReport(TypedDict):
    """What `zug discover --json` prints: a pattern of the lost positions of a game."""

    #: The version of the form of the report.
    version: Version

    #: The version of Zug that made the report.
    zug: ProgramVersion

    #: The name of the game in its rules, or the notation of a game on heaps.
    game: str

    #: The hash of the text of the rules, or of the notation, as hexadecimal digits.
    rules_hash: str

    #: What the pattern says of positions.
    about: AboutWord

    #: Who wins when a player is stuck.
    play: PlayWord

    #: The parameters that stay open: the answer is about all their values from 0 on.
    open: list[str]

    #: How the search ended.
    status: StatusWord

    #: The pattern in words, if words were proved to say the same.
    words: NotRequired[str | None]

    #: The pattern; absent if none was found.
    pattern: NotRequired[PatternReport | None]

    #: Why it is not proved, or where it is false, or why none was found; absent if there is no more to say.
    reason: NotRequired[str | None]

    #: The number of positions that were solved.
    positions: int

    #: The systems of digits that were tried, in order.
    tried: list[str]

    #: What was checked of the pattern; absent where it is not proved.
    certificate: NotRequired[PatternCertificateReport | None]

    #: The time that the work took, in seconds.
    seconds: float


class PatternReport(TypedDict):
    """A pattern: an automaton that accepts the lost positions, or the positions with their nimbers."""

    #: The digits that are read, the most significant first: `base 2`, `Fibonacci` or `recurrent 2`.
    digits: str

    #: The variables whose digits are read, in order.
    reads: list[str]

    #: For each state the next state for each letter. The first state is the start. A letter is the sum of the digits,
    #: each times the number of different digits to the power of its place.
    next: list[list[int]]

    #: The states that accept.
    accepting: list[int]

    #: A sum of multiples of the variables that each move makes smaller, so that play ends.
    rank: str

    #: What all play keeps, beside what the rules allow; the pattern is about such positions.
    invariants: list[str]

    #: The first lost positions, or positions with their nimbers, by the numbers that are read.
    members: list[list[int]]


class PatternCertificateReport(TypedDict):
    """What was checked of a pattern."""

    #: What was shown, in words: that the contrary never happens.
    never: list[str]

    #: The number of nodes of the searches.
    nodes: int

    #: The number of steps of the searches.
    steps: int

    #: The number of small positions in which the rules in play were found to be what was searched.
    judged: int


#: The version of the form of this report. Fields may be added to a version; none goes or changes its meaning.
Version: TypeAlias = Literal[1]


#: The version of Zug that made a report, such as `0.1.0`.
ProgramVersion: TypeAlias = str


#: Who wins when a player is stuck: the opponent under `normal` play, the stuck player under `misere` play.
PlayWord: TypeAlias = Literal["normal", "misere"]


#: What a player gets.
OutcomeWord: TypeAlias = Literal["win", "loss", "draw"]


#: Which positions count as one: none but themselves (`turn`), those that look the same to the player to move (`mover`),
#: or those that a declared symmetry maps to one another (`orbits`).
ViewWord: TypeAlias = Literal["turn", "mover", "orbits"]


#: Whether moves would be taken back instead of being kept.
RetractingWord: TypeAlias = Literal["asked", "over-index", "when-needed", "not-needed", "not-by-this-method", "impossible"]


#: How the rules would be run.
RunsWord: TypeAlias = Literal["machine-code", "interpreted", "own-code"]


#: A step to a canonical form.
StepReport: TypeAlias = StepReportNumber | StepReportDominated | StepReportReversible


#: A player of partizan games.
SideWord: TypeAlias = Literal["left", "right"]


#: A part of a difference A - B.
DifferencePart: TypeAlias = Literal["A", "-B"]


#: A kind of value.
TermWord: TypeAlias = Literal["number", "infinitesimal", "numberish", "switch", "hot"]


#: A player, by the order of the rules.
PlayerWord: TypeAlias = Literal["first", "second"]


#: A turn that wins.
TurnReport: TypeAlias = ValueMoveReport | TurnReportMoves


#: The version of the form of this report. In version 1 `period` was an object, which had all that is told of the
#: period; since version 2 it is a number, as in the report of a sequence.
QuotientVersion: TypeAlias = Literal[2]


#: Which positions a table has: those that play can reach from its position, or all states that the variables can
#: express.
ScopeWord: TypeAlias = Literal["reachable", "all"]


#: What a pattern says of positions.
AboutWord: TypeAlias = Literal["lost", "nimbers"]


#: How the search for a pattern ended.
StatusWord: TypeAlias = Literal["proved", "agrees", "refuted", "none"]
