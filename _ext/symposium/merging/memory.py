"""What the last import wrote, in a small file that is committed with the project."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from symposium.merging.documents import Remembered
from symposium.merging.values import digest_of

ABOUT = (
    "What symposium import wrote last. Commit this file and leave it as it is: without it, "
    "--update cannot tell what people have changed from what its source has changed."
)


@dataclass(slots=True)
class Memory:
    """What an import remembers until the next one."""

    files: dict[str, Remembered] = field(default_factory=dict)
    known: dict[str, str] = field(default_factory=dict)
    """What the importer has noted for itself."""

    def written(self) -> str:
        """Return the memory as a file: a value to a line, so that differences can be read."""
        made: dict[str, Any] = {
            "about": ABOUT,
            "known": self.known,
            "files": {
                path: {"digest": one.digest, "fields": _ordered(one.fields), "text": one.text}
                for path, one in sorted(self.files.items())
            },
        }
        made = {"digest": _digest(made), **made}
        return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def read_memory(data: bytes) -> Memory | None:
    """Return what is remembered; ``None`` if the file is damaged: nothing of it can be trusted.

    >>> read_memory(Memory(known={"a": "b"}).written().encode())
    Memory(files={}, known={'a': 'b'})
    >>> read_memory(Memory(known={"a": "b"}).written().replace("b", "c").encode())
    """
    try:
        value = json.loads(data)
        if value.pop("digest") != _digest(value):
            return None
        files = {path: Remembered(**one) for path, one in value["files"].items()}
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError):
        return None
    return Memory(files, value["known"])


def _ordered(value: Any) -> Any:
    """Return a value whose fields are in order: in which they were merged says nothing."""
    if isinstance(value, dict):
        return {name: _ordered(value[name]) for name in sorted(value)}
    return [_ordered(one) for one in value] if isinstance(value, list) else value


def _digest(value: Mapping[str, Any]) -> str:
    return digest_of(json.dumps(value, sort_keys=True, separators=(",", ":")))
