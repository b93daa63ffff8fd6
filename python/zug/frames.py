"""Solved positions as columns: for NumPy, pandas, Polars and Arrow.

A row is a position, one for each orbit of the symmetries that were used; ``orbit`` is the number of positions that it
stands for. Its columns are the variables of the rules (a board has one for each cell), then ``outcome`` for the player
to move, ``remoteness``, ``finished``, and ``nimber`` and ``score`` where there are some.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from zug import _zug
from zug._types import Column as ToldColumn

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow
    from numpy.typing import NDArray

__all__ = ["Columns"]


class Column(NamedTuple):
    """A column of numbers, truth values, names or texts."""

    name: str
    kind: str
    #: The numbers, truth values, or places in ``names``; a list of texts.
    values: NDArray[Any] | list[str]
    #: The names that the values are places of.
    names: list[str] | None
    #: Whether each row has a value; ``None`` if all have.
    defined: NDArray[Any] | None


class Columns:
    """A block of solved positions as columns. Arrays are views of the bytes that Zug hands over, not copies."""

    __slots__ = ("columns",)

    def __init__(self, told: list[ToldColumn]) -> None:
        import numpy

        def column(of: ToldColumn) -> Column:
            name, kind, data, width, names, defined = of
            if isinstance(data, list):
                return Column(name, kind, data, None, None)
            values = numpy.frombuffer(data, dtype=bool if kind == "truth" else f"<i{width}")
            mask = None if defined is None else numpy.frombuffer(defined, dtype=bool)
            return Column(name, kind, values, names, mask)

        #: The columns in their order.
        self.columns = [column(of) for of in told]

    def __len__(self) -> int:
        return len(self.columns[0].values)

    def to_numpy(self) -> dict[str, Any]:
        """Arrays by the names of columns.

        Where some rows have no value it is a masked array; names are places in the list of ``categories``.
        """
        import numpy

        return {
            of.name: of.values
            if of.defined is None
            else numpy.ma.MaskedArray(of.values, mask=~of.defined)
            for of in self.columns
        }

    def categories(self) -> dict[str, list[str]]:
        """The names that the numbers of a column stand for, by the names of such columns."""
        return {of.name: of.names for of in self.columns if of.names is not None}

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame of pandas: names as categories, numbers that some rows lack as nullable integers."""
        import pandas

        def series(of: Column) -> Any:
            if of.names is not None:
                return pandas.Categorical.from_codes(of.values, categories=of.names)
            if of.defined is not None:
                return pandas.arrays.IntegerArray(of.values, ~of.defined)
            return of.values

        return pandas.DataFrame({of.name: series(of) for of in self.columns}, copy=False)

    def to_polars(self) -> polars.DataFrame:
        """A data frame of Polars: names as ``Enum``."""
        import polars

        def series(of: Column) -> polars.Series:
            if of.names is not None:
                names = polars.Series(of.name, of.names, dtype=polars.Enum(of.names))
                return names.gather(polars.Series(of.values))
            values = polars.Series(of.name, of.values)
            if of.defined is not None:
                mask = polars.Series(of.defined)
                return polars.select(polars.when(mask).then(values).alias(of.name)).to_series()
            return values

        return polars.DataFrame([series(of) for of in self.columns])

    def to_arrow(self) -> pyarrow.RecordBatch:
        """A record batch of Arrow: names as dictionaries."""
        import pyarrow

        def array(of: Column) -> Any:
            if of.names is not None:
                return pyarrow.DictionaryArray.from_arrays(pyarrow.array(of.values), of.names)
            mask = None if of.defined is None else ~of.defined
            return pyarrow.array(of.values, mask=mask)

        names = [of.name for of in self.columns]
        return pyarrow.RecordBatch.from_arrays([array(of) for of in self.columns], names)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The rows for any reader of Arrow, such as DuckDB or ``polars.DataFrame(columns)``."""
        import pyarrow

        table = pyarrow.Table.from_batches([self.to_arrow()])
        return table.__arrow_c_stream__(requested_schema)
