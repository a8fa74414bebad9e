"""Names that a Python takes for something else."""

from __future__ import annotations

import ast

from support.paths import ROOT

PACKAGE = ROOT / "_ext" / "symposium"


def hidden(source: str) -> list[int]:
    """Return the lines in which a comprehension binds ``_`` where it is the function of texts.

    Python 3.12.0 to 3.12.3 then look for it in vain in other comprehensions of the function
    (CPython issue 118513).
    """
    tree = ast.parse(source)
    imports = (one for one in ast.walk(tree) if isinstance(one, ast.ImportFrom))
    if not any((name.asname or name.name) == "_" for one in imports for name in one.names):
        return []
    targets = (one.target for one in ast.walk(tree) if isinstance(one, ast.comprehension))
    names = (name for target in targets for name in ast.walk(target))
    return [name.lineno for name in names if isinstance(name, ast.Name) and name.id == "_"]


def test_no_comprehension_hides_the_function_of_texts() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in PACKAGE.parent.rglob("*.py")
        for line in hidden(path.read_text(encoding="utf-8"))
    ]
    assert found == []
