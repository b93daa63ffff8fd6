"""The part of Zug that is written in Rust. People use the package ``zug``, which calls it."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, TypeAlias, TypedDict, final

Outcome: TypeAlias = Literal["win", "loss", "draw"]
Told: TypeAlias = tuple[Outcome, int | None, bool, int | None, int | None, str | None]
ToldMove: TypeAlias = tuple[str, Position | None, Told, int | None]

KnownOfMove: TypeAlias = tuple[str, Position, tuple[Outcome, Outcome], int | None, int | None]

class Asked(TypedDict):
    settings: list[tuple[str, str]]
    play: str | None
    position: str | None
    everywhere: bool

@final
class Work:
    def __new__(
        cls,
        method: str,
        memory: int | str | None,
        threads: int | None,
        seconds: float | None,
        progress: Callable[[str, int, int, int | None, int], object] | None,
        native: bool,
        remoteness: bool,
        one_move: bool,
    ) -> Work: ...

@final
class Position:
    @property
    def text(self) -> str: ...
    @property
    def picture(self) -> str | None: ...
    @property
    def mover(self) -> str | None: ...
    @property
    def number(self) -> int: ...
    @property
    def result(self) -> Outcome | None: ...
    def moves(self) -> list[tuple[str, Position, bool]]: ...
    def after(self, moves: str) -> Position: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Game:
    @staticmethod
    def catalogue(name: str, asked: Asked, work: Work) -> Game: ...
    @staticmethod
    def rules_text(text: str, origin: str, asked: Asked, work: Work) -> Game: ...
    @staticmethod
    def games() -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def parameters(self) -> str: ...
    @property
    def rules(self) -> str | None: ...
    @property
    def play(self) -> str: ...
    @property
    def players(self) -> Sequence[str] | None: ...
    @property
    def start(self) -> Position: ...
    def position(self, text: str) -> Position: ...
    def is_same(self, other: Game) -> bool: ...
    def plan(self, work: Work, position: Position | None) -> str: ...
    def search(
        self, work: Work, position: Position | None, best_alone: bool
    ) -> tuple[str, bool, list[KnownOfMove]]: ...
    def solve(self, work: Work, position: Position | None) -> Answer: ...

@final
class Answer:
    @property
    def kind(self) -> Literal["theorem", "positions", "search"]: ...
    @property
    def game(self) -> Game: ...
    @property
    def start(self) -> Position: ...
    def worth(self) -> Told: ...
    def value(self, position: Position) -> Told: ...
    def moves(self, position: Position) -> list[ToldMove]: ...
    def line(self, position: Position, most: int) -> tuple[list[str], bool]: ...
    def report(
        self, work: Work, verify: bool, sample: int | None, statistics: bool, count: str | None
    ) -> str: ...
    def explain(self, work: Work) -> str: ...
    def tree(self, work: Work, depth: int | None, nodes: int, merge: bool) -> str: ...

class AskedSequence(TypedDict):
    first: int
    terms: int
    values: bool
    statistics: bool
    verify: bool
    engine: str | None

@final
class Nimbers:
    @staticmethod
    def of(work: Work, heaps: str | Game, asked: AskedSequence) -> Nimbers: ...
    def report(self, values: bool) -> str: ...
    def values(self) -> tuple[bytes, int]: ...

class AskedPairs(TypedDict):
    nimbers: bool
    largest: int | None
    most: int
    at: tuple[int, int] | None
    play: str | None

def pairs(work: Work, heaps: str | Game, asked: AskedPairs) -> str: ...

class AskedQuotient(TypedDict):
    heaps: int
    at: list[int] | None
    genus: bool
    elements: int
    steps: int

def quotient(work: Work, code: str, asked: AskedQuotient) -> str: ...

@final
class Value:
    @staticmethod
    def of(
        work: Work,
        text: str,
        compound: str,
        play_word: str | None,
        to_move: str | None,
        verify: bool,
    ) -> Value: ...
    @property
    def report(self) -> str: ...
    def latex(self, work: Work) -> str | None: ...
    @staticmethod
    def explain(work: Work, text: str) -> str: ...

Column: TypeAlias = tuple[
    str,
    Literal["number", "truth", "name", "text"],
    bytes | list[str],
    int,
    list[str] | None,
    bytes | None,
]

def columns(answer: Answer, work: Work, texts: bool) -> list[Column]: ...
def batches(answer: Answer, rows: int, texts: bool) -> Batches: ...

@final
class Batches:
    def __iter__(self, /) -> Batches: ...
    def __next__(self, /) -> list[Column]: ...

def open_table(work: Work, folder: str) -> Answer: ...
def save_table(answer: Answer, work: Work, folder: str) -> None: ...
def query_table(answer: Answer, position: Position) -> str: ...

class AskedPython(TypedDict):
    name: str
    play: str
    start: object
    moves: Callable[[Any], Iterable[Any]]
    play_move: Callable[[Any, Any], Any]
    result: Callable[[Any], object] | None
    player: Callable[[Any], object] | None
    players: tuple[str, str] | None
    most: int
    progress: Callable[[str, int, int, int | None, int], object] | None

class Face(TypedDict):
    names: Callable[[int], list[str]]
    text: Callable[[int], str]
    number: Callable[[str], int | None]

def python_game(
    asked: AskedPython, face: Face, positions: list[Any], numbers: dict[Any, int]
) -> Game: ...
