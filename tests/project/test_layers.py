"""The layers: dependencies go one way, and all but Sphinx's own layer works without Sphinx."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest
from support.paths import ROOT

PACKAGE = ROOT / "_ext" / "symposium"
IMPORTERS = ROOT / "_ext" / "symposium_import"
PUBLIC = ROOT / "docs" / "importers.md"

ARCHITECTURE = ROOT / "docs" / "ARCHITECTURE.md"


def drawn() -> dict[str, set[str]]:
    """Return what each layer of the picture imports: where its arrows come from."""
    text = ARCHITECTURE.read_text(encoding="utf-8")
    found: dict[str, set[str]] = {
        name: set() for name in re.findall(r"^ +(\w+)\[", text, re.MULTILINE)
    }
    for begin, end in re.findall(r"^ +(\w+) --> (\w+)$", text, re.MULTILINE):
        found[end].add(begin)
    return found


def reached(start: str) -> set[str]:
    """Return all that arrows of the picture lead from to a layer."""
    graph, ahead, known = drawn(), [start], set[str]()
    while ahead:
        more = graph[ahead.pop()] - known
        known |= more
        ahead += more
    return known


ALLOWED = {name: {name} | reached(name) for name in drawn() if name != IMPORTERS.name}
for name in ("sphinxext", "cli", "editor", "mcp"):
    ALLOWED[name] |= {"symposium"}
ALLOWED |= {"symposium": {"model", "sphinxext"}, "roles": {"sphinxext"}, "__main__": {"cli"}}
"""What each layer may import of the package; ``symposium`` is the package's own ``__init__``."""

SPHINX = {"sphinx", "docutils", "myst_parser", "sphinxcontrib", "pybtex"}
"""What only ``sphinxext`` (and the extension modules that hand on to it) may import."""

SPHINX_LAYERS = {"sphinxext", "roles"}


class Import(NamedTuple):
    """A module imports something."""

    path: Path
    line: int
    layer: str
    target: str
    lazy: bool
    """It stands in a function."""

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.layer} imports {self.target}"


def layer_of(path: Path) -> str:
    part = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    return "symposium" if part == "__init__" else part


def is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")


def targets(node: ast.Import | ast.ImportFrom, module: tuple[str, ...]) -> Iterator[str]:
    """Yield the full names of what a statement imports."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
        return
    above = ".".join(module[: len(module) - node.level]) if node.level else ""
    base = ".".join(filter(None, (above, node.module)))
    if base == "symposium":
        yield from (f"symposium.{alias.name}" for alias in node.names)
    else:
        yield base


def walk(
    tree: ast.AST, *, lazy: bool = False, typed: bool = False
) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    """Yield every import statement; what is there for type checkers alone only if it is asked."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node, lazy
        elif typed or not is_type_checking(node):
            inside = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            yield from walk(node, lazy=lazy or inside, typed=typed)


parsed = cache(ast.parse)


def imports(source: str, path: Path) -> Iterator[Import]:
    module = ("symposium", *path.relative_to(PACKAGE).with_suffix("").parts)
    for node, lazy in walk(parsed(source)):
        for target in targets(node, module):
            yield Import(path, node.lineno, layer_of(path), target, lazy)


@cache
def all_imports() -> list[Import]:
    files = sorted(PACKAGE.rglob("*.py"))
    return [one for path in files for one in imports(path.read_text("utf-8"), path)]


def part_of_package(target: str) -> str | None:
    """Return the layer that an import leads to, ``None`` for another package."""
    top, _, rest = target.partition(".")
    if top != "symposium":
        return None
    part = rest.partition(".")[0] or "__init__"
    found = (PACKAGE / part).is_dir() or (PACKAGE / f"{part}.py").is_file()
    return part if found and part != "__init__" else "symposium"


def forbidden(one: Import) -> bool:
    """Tell whether the layers forbid an import."""
    part = part_of_package(one.target)
    if part is not None:
        return part not in ALLOWED[one.layer]
    top = one.target.partition(".")[0]
    if top in SPHINX:
        return one.layer not in SPHINX_LAYERS
    return one.layer == "model" and not one.lazy and top not in sys.stdlib_module_names


def test_the_picture_shows_every_layer_and_no_arrow_of_it_leads_back():
    assert {layer_of(path) for path in PACKAGE.rglob("*.py")} == ALLOWED.keys()
    assert IMPORTERS.name in drawn()
    assert [name for name in drawn() if name in reached(name)] == []


def test_dependencies_go_one_way():
    assert [str(one) for one in all_imports() if forbidden(one)] == []


def name_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(("symposium", *parts)).removesuffix(".__init__")


def imported(path: Path, known: Collection[str]) -> set[str]:
    """Return the modules that a module names at its top, also those for type checkers alone."""
    found = set[str]()
    for node, lazy in walk(parsed(path.read_text("utf-8")), typed=True):
        if not lazy and isinstance(node, ast.ImportFrom):
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= inner & set(known) or {str(node.module)}
        elif not lazy:
            found |= {alias.name for alias in node.names}
    return found & set(known) - {name_of(path)}


def circle(modules: Mapping[str, Path]) -> list[str]:
    """Return modules of which each imports the next and the last the first, if there are any."""
    try:
        TopologicalSorter({one: imported(modules[one], modules) for one in modules}).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_modules_import_each_other_in_a_circle():
    assert circle({name_of(path): path for path in PACKAGE.rglob("*.py")}) == []


def test_the_package_imports_its_sphinx_side_only_when_sphinx_sets_it_up():
    found = [one for one in all_imports() if one.layer == "symposium"]
    inside = [one for one in found if part_of_package(one.target)]
    assert {one.target for one in inside} <= {"symposium.model.memory", "symposium.sphinxext"}
    assert all(one.lazy for one in inside)
    outside = {one.target.partition(".")[0] for one in found if not part_of_package(one.target)}
    assert outside <= sys.stdlib_module_names


def test_the_package_imports_no_importer():
    code = [path.read_text("utf-8") for path in PACKAGE.rglob("*.py")]
    assert not [text for text in code if IMPORTERS.name in text]


def test_importers_use_what_the_guide_lists_as_public_and_nothing_else():
    rows = re.findall(r"^(symposium[\w.]*): (.*)$", PUBLIC.read_text("utf-8"), re.MULTILINE)
    public = {(module, name) for module, names in rows for name in names.split()}
    used = {
        (node.module, alias.name)
        for path in IMPORTERS.rglob("*.py")
        for node, _ in walk(parsed(path.read_text("utf-8")), typed=True)
        if isinstance(node, ast.ImportFrom) and str(node.module).partition(".")[0] == "symposium"
        for alias in node.names
    }
    assert used == public


def test_nothing_below_them_imports_the_commands():
    users = {one.layer for one in all_imports() if part_of_package(one.target) == "cli"}
    assert users == {"cli", "editor", "mcp", "__main__"}


@pytest.mark.parametrize(
    ("module", "statement"),
    [
        ("model/names.py", "import yaml"),
        ("lint/rules.py", "import sphinx"),
        ("pages/urls.py", "from symposium.lint import lint"),
        ("reading/bibtex_reader.py", "from .. import knowledge"),
        ("knowledge/base.py", "from symposium import pages"),
        ("pages/urls.py", "import symposium.export.api"),
        ("export/api.py", "def late():\n    import sphinx.application"),
        ("sphinxext/build_site.py", "from symposium.cli import main"),
    ],
)
def test_a_wrong_import_is_found(module, statement):
    (one,) = imports(statement, PACKAGE / module)
    assert forbidden(one)
