"""The settings in ``conf.py``, read without running it."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from symposium.model.gate import read_file
from symposium.model.ids import slug

MAX_BYTES = 1_000_000
"""The longest ``conf.py`` that is read."""
NAMELESS = "Project name not set"
"""What Sphinx calls a project that has no name."""


def settings_in(root: Path) -> dict[str, Any]:
    """Return the plain values that ``conf.py`` gives to names, by name.

    The file is read, not run: a check of somebody's change must not run what is in it. What is
    computed there is not known here.
    """
    try:
        tree = ast.parse(read_file(root / "conf.py", MAX_BYTES))
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    found: dict[str, Any] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [one.id for one in targets if isinstance(one, ast.Name)]
            found.update(dict.fromkeys(names, _plain(node.value)))
    return {name: value for name, value in found.items() if value is not None}


def line_of(conf: str, name: str) -> int:
    r"""Return the line of the text of ``conf.py`` that sets a name, as far as it can be seen there.

    >>> line_of("project = 'A'\nlanguage = 'de'", "language"), line_of("", "project")
    (2, 1)
    """
    found = re.search(rf"^{re.escape(name)}\b", conf, re.MULTILINE)
    return conf.count("\n", 0, found.start()) + 1 if found else 1


def _plain(node: ast.expr) -> Any:
    """Return the value of an expression; of a list, what is plain in it; else ``None``."""
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        items = node.elts if isinstance(node, (ast.List, ast.Tuple, ast.Set)) else []
        return [item.value for item in items if isinstance(item, ast.Constant)] or None


def identity_in(settings: Mapping[str, Any]) -> str:
    """Return what tells a site from others: as it says itself, else made of its name.

    The name of old is as good as what was made of it.

    >>> identity_in({"project": "Harbour Group"})
    'harbour-group'
    >>> identity_in({"project": "Harbour Workshops", "symposium_identity": "Harbour Group"})
    'harbour-group'
    """
    given, name = settings.get("symposium_identity"), settings.get("project")
    if isinstance(given, str) and given.strip():
        return slug(given)
    return slug(name) if isinstance(name, str) and name and name != NAMELESS else ""


def texts_in(value: object) -> list[str]:
    """Return the texts of a list; one text alone counts as a list of itself.

    >>> texts_in(["a", 1]), texts_in("b"), texts_in(None)
    (['a'], ['b'], [])
    """
    if isinstance(value, str):
        return [value]
    items = value if isinstance(value, (list, tuple, set, frozenset)) else ()
    texts = [one for one in items if isinstance(one, str)]
    return sorted(texts) if isinstance(value, (set, frozenset)) else texts
