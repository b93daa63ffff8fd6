"""Writes ``zug/reports.py``: the types of reports, from the JSON schemas that ``zug schema`` prints.

    zug schema | python make_reports.py > zug/reports.py

Each object of a schema becomes a ``TypedDict``. A definition that all kinds of reports share becomes one type; where
two kinds mean different things by one name, the kind is put before it.
"""

from __future__ import annotations

import json
import keyword
import sys
import textwrap
from typing import Any

HEAD = '''"""The types of the dicts that ``report()`` of answers returns, one for each kind of ``zug schema``.

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
    {names},
]
'''

WIDTH = 120

Schema = dict[str, Any]

SIMPLE = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def capitals(words: str) -> str:
    """The name of a type: ``table-info`` is ``TableInfo``."""
    return "".join(word[:1].upper() + word[1:] for word in words.replace("_", "-").split("-"))


def definitions(schemas: dict[str, Schema]) -> dict[str, Schema]:
    """All named types of all kinds of reports, each once."""
    kinds = {}
    for kind, schema in schemas.items():
        whole = {key: value for key, value in schema.items() if key != "$defs"}
        named = {name: of for name, of in schema.get("$defs", {}).items()}
        kinds[kind] = {f"{capitals(kind)}Report": whole} | named
    while clashing := clashes(kinds):
        for kind, named in kinds.items():
            new = {name: first + name for (name, text), first in clashing.items() if text == written(named.get(name))}
            text = json.dumps({new.get(name, name): of for name, of in named.items()})
            for old, name in new.items():
                text = text.replace(f'"#/$defs/{old}"', f'"#/$defs/{name}"')
            kinds[kind] = json.loads(text)
    return {name: of for named in kinds.values() for name, of in named.items()}


def clashes(kinds: dict[str, dict[str, Schema]]) -> dict[tuple[str, str], str]:
    """The definitions whose names have several meanings, each with the first kind of report that has it."""
    meanings: dict[str, dict[str, str]] = {}
    for kind, named in kinds.items():
        for name, of in named.items():
            meanings.setdefault(name, {}).setdefault(written(of), capitals(kind))
    return {
        (name, text): kind
        for name, texts in meanings.items()
        if len(texts) > 1
        for text, kind in texts.items()
    }


def written(of: Schema | None) -> str:
    return json.dumps(of, sort_keys=True)


class Writer:
    """Writes types: objects, and other names of types, which stand behind all objects that they may name."""

    def __init__(self) -> None:
        self.objects: dict[str, str] = {}
        self.others: dict[str, str] = {}

    def define(self, name: str, of: Schema) -> None:
        """Writes the type of this name."""
        if name in self.objects or name in self.others:
            raise SystemExit(f"two types are called {name}")
        if "properties" in of:
            self.objects[name] = self.object(name, of)
        else:
            self.others[name] = f"{comment(of, '')}{name}: TypeAlias = {self.type(of, name)}\n"

    def object(self, name: str, of: Schema) -> str:
        """The type of an object."""
        fields = {}
        for key, value in of["properties"].items():
            told = self.type(value, name + capitals(key))
            fields[key] = told if key in of.get("required", []) else f"NotRequired[{told}]"
        if any(keyword.iskeyword(key) for key in fields):
            lines = "".join(
                f'{comment(of["properties"][key], "        ")}        "{key}": {quoted(told)},\n'
                for key, told in fields.items()
            )
            return f'{comment(of, "")}{name} = TypedDict(\n    "{name}",\n    {{\n{lines}    }},\n)\n'
        lines = "".join(
            f"\n{comment(of['properties'][key], '    ')}    {key}: {told}\n" for key, told in fields.items()
        )
        return f"class {name}(TypedDict):\n{docstring(of)}{lines}"

    def type(self, of: Schema, name: str) -> str:
        """The type of a value; ``name`` is that of an object without a name of its own."""
        if "$ref" in of:
            return str(of["$ref"].removeprefix("#/$defs/"))
        if choices := of.get("oneOf") or of.get("anyOf"):
            if all("const" in choice for choice in choices):
                return literal([choice["const"] for choice in choices])
            return " | ".join(dict.fromkeys(self.choice(choice, name) for choice in choices))
        if "const" in of or "enum" in of:
            return literal(of.get("enum") or [of["const"]])
        if isinstance(of["type"], list):
            return " | ".join(self.type(of | {"type": kind}, name) for kind in of["type"])
        if of["type"] == "array":
            items = of.get("prefixItems") or [of["items"]]
            return f"list[{' | '.join(dict.fromkeys(self.type(item, name) for item in items))}]"
        if of["type"] == "object":
            if "properties" not in of:
                return "dict[str, Any]"
            self.define(name, of)
            return name
        return SIMPLE[of["type"]]

    def choice(self, of: Schema, name: str) -> str:
        """One of several types. An object is called by its first field that has one value, else by its first field."""
        fields = of.get("properties", {})
        words = [value["const"] for value in fields.values() if "const" in value] + list(fields)
        return self.type(of, name + capitals(str(words[0])) if words else name)


def literal(words: list[Any]) -> str:
    return f"Literal[{', '.join(json.dumps(word) for word in words)}]"


def quoted(told: str) -> str:
    """A type in quotation marks: it may name a type that is defined below."""
    return f"'{told}'" if '"' in told else f'"{told}"'


def comment(of: Schema, indent: str) -> str:
    """The description as comments."""
    begin = f"{indent}#: "
    return "".join(f"{begin}{line}\n" for line in textwrap.wrap(of.get("description", ""), WIDTH - len(begin)))


def docstring(of: Schema) -> str:
    """The description as a docstring."""
    lines = textwrap.wrap(of.get("description", ""), WIDTH - len('    """'))
    if not lines:
        return ""
    end = "" if len(lines) == 1 and len(lines[0]) + len('    """"""') <= WIDTH else "\n    "
    text = '    """' + "\n    ".join(lines) + end + '"""\n'
    return text.replace("\\", "\\\\")


def main() -> None:
    writer = Writer()
    for name, of in definitions(json.loads(sys.stdin.buffer.read())).items():
        writer.define(name, of)
    texts = writer.objects | writer.others
    names = ",\n    ".join(f'"{name}"' for name in sorted(texts))
    file = "\n\n".join([HEAD.replace("{names}", names), *texts.values()])
    # The file is the same on all systems.
    sys.stdout.buffer.write(file.encode())


if __name__ == "__main__":
    main()
