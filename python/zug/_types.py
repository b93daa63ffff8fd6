"""The types of what goes to the part in Rust and comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict

if TYPE_CHECKING:
    from zug._zug import Position

Outcome: TypeAlias = Literal["win", "loss", "draw"]

#: What is known of a position: the outcome, the remoteness, whether play never ends, the score, the nimber, and the
#: loopy nimber where there is no other.
Told: TypeAlias = "tuple[Outcome, int | None, bool, int | None, int | None, str | None]"
ToldMove: TypeAlias = "tuple[str, Position | None, Told, int | None]"
KnownOfMove: TypeAlias = "tuple[str, Position, tuple[Outcome, Outcome], int | None, int | None]"
Column: TypeAlias = "tuple[str, Literal['number', 'truth', 'name', 'text'], bytes | list[str], int, list[str] | None, bytes | None]"


class Asked(TypedDict):
    settings: list[tuple[str, str]]
    play: str | None
    position: str | None
    everywhere: bool


class Files(TypedDict):
    folder: str | None
    save: str | None
    proof: bool


class AskedSequence(TypedDict):
    first: int
    terms: int
    values: bool
    statistics: bool
    verify: bool
    engine: str | None


class AskedPairs(TypedDict):
    nimbers: bool
    largest: int | None
    most: int
    at: tuple[int, int] | None
    play: str | None


class AskedQuotient(TypedDict):
    heaps: int
    at: list[int] | None
    genus: bool
    elements: int
    steps: int


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
