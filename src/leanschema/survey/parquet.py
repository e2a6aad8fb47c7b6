"""Parquet: row groups of a file, and the column of schema text in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, Any, Final, NamedTuple

from leanschema.errors import MissingExtra

# Which column holds the schema or the tool, best first.
SCHEMA_COLUMNS: Final = (
    *("input_schema", "inputSchema", "parameters", "schema", "json_schema", "tool_schema"),
    *("tool_json", "definition", "tools", "json", "text", "content"),
)
_NAME_COLUMNS: Final = ("name", "tool", "tool_name")
_PROVIDER_COLUMNS: Final = ("provider", "namespace", "server")


class Cell(NamedTuple):
    """The text of a row, and the tool's name and provider where other columns have them."""

    text: str | bytes | None
    name: str | None
    provider: str | None


def row_groups(opened: IO[bytes]) -> list[int]:
    """Count the rows of each row group of a file. Raises ValueError for a damaged one."""
    metadata = _parquet().ParquetFile(opened).metadata
    return [int(metadata.row_group(i).num_rows) for i in range(metadata.num_row_groups)]


def read_group(opened: IO[bytes], group: int) -> Iterator[Cell]:
    """Read the rows of a group, some at a time. Raises ValueError where no column has schemas."""
    file = _parquet().ParquetFile(opened)
    names = [str(name) for name in file.schema_arrow.names]
    texts = [n for n in names if str(file.schema_arrow.field(n).type) in _TEXTS]
    chosen = _first(SCHEMA_COLUMNS, texts) or (texts[0] if len(texts) == 1 else None)
    if chosen is None:
        raise ValueError(f"no column of schema text among {', '.join(names) or 'no columns'}")
    name, provider = _first(_NAME_COLUMNS, texts), _first(_PROVIDER_COLUMNS, texts)
    columns = list(dict.fromkeys(c for c in (chosen, name, provider) if c is not None))
    for batch in file.iter_batches(1_000, row_groups=[group], columns=columns):
        table = batch.to_pydict()
        for index, text in enumerate(table[chosen]):
            yield Cell(text, _at(table, name, index), _at(table, provider, index))


_TEXTS: Final = frozenset(
    (
        *("string", "large_string", "string_view", "binary", "large_binary"),
        *("dictionary<values=string, indices=int32, ordered=0>", "extension<arrow.json>"),
    )
)


def _first(wanted: tuple[str, ...], names: list[str]) -> str | None:
    return next((name for name in wanted if name in names), None)


def _at(table: dict[str, list[Any]], column: str | None, index: int) -> str | None:
    value = table[column][index] if column is not None else None
    return value if isinstance(value, str) else None


def _parquet() -> Any:
    try:
        import pyarrow.parquet
    except ImportError:
        raise MissingExtra("pyarrow", "survey") from None
    return pyarrow.parquet
