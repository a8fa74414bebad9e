"""The gate: no file of a project is opened but by `symposium.model.gate`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from support.paths import ROOT

PACKAGE = ROOT / "_ext" / "symposium"
OPENING = frozenset({"open", "read_text", "read_bytes", "iterdir", "rglob", "glob"})
OPENING_OF_OS = OPENING | {"walk", "scandir", "listdir", "fdopen"}

GATE = {"model/gate.py": "opens files", "reading/disk.py": "walks through the project"}
PACKAGE_FILES = dict.fromkeys(
    (
        "cli/check.py", "cli/serve.py",
        "export/api_tables.py", "export/cv_typst.py",
        "pages/programmes/agenda.py", "search/terms.py",
        "sphinxext/guest_pages.py", "sphinxext/theme.py",
        "sphinxext/stored_values.py", "web/__init__.py", "locale/catalogues.py",
        "plugin/collection.py",
    ),
    "reads files of this package, or of a plugin, which is code that runs",
)  # fmt: skip
OUTPUT = dict.fromkeys(
    (
        "editor/lsp.py", "cli/commands.py", "cli/resident.py", "export/file_writing.py",
        "model/user_cache.py",
        "sphinxext/build_folders.py", "sphinxext/reasons.py", "sphinxext/manifest.py",
        "sphinxext/frame_maker.py", "reading/cache.py",
    ),
    "writes, or looks through folders that only we write into",
)  # fmt: skip
OTHERS = {
    "reading/page_roles.py": "a manuscript that somebody names, which may be a pipe of theirs",
    "symposium_import/schedules/importing.py": "a schedule or a list that somebody names, which may be a pipe of theirs",
    "reading/folder.py": "lists names of bibliographies, and opens them by the gate",
    "sphinxext/offline.py": "reads the pages that the build has just written",
    "cli/check.py": "reads what Sphinx has written into a folder of its own",
    "cli/export.py": "looks for the folder of a build",
    "cli/files.py": "lists what killed commands have left beside their files, and opens nothing",
    "reading/disk.py": "looks for the mark of a built site, and opens nothing",
    "symposium_import/new.py": "reads templates of this package, and files of the package itself",
    "symposium_import/new_files.py": "takes pictures from where the bibliography of a new project lies",
    "symposium_import/schedules/updating.py": "lists the files of one event, and opens them by the gate",
    "sphinxext/light_styles.py": "lists templates, and opens them by the gate",
    "sphinxext/outdated.py": "lists templates and styles, and opens them by the gate",
    "sphinxext/project_templates.py": "lists templates, and opens them by the gate",
    "sphinxext/publishing.py": "lists names of extra files, and opens nothing",
    "symposium_import/sites/gathered.py": "lists the files of a site, and opens them by the gate",
}
KNOWN = GATE | PACKAGE_FILES | OUTPUT | OTHERS
"""Modules that open or list files in another way, and why they may."""


def openings(source: str) -> Iterator[int]:
    """Yield the lines in which something is opened or listed."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        target = node.func
        if isinstance(target, ast.Name) and target.id == "open":
            yield node.lineno
        elif isinstance(target, ast.Attribute):
            of = target.value.id if isinstance(target.value, ast.Name) else ""
            if target.attr in (OPENING_OF_OS if of == "os" else OPENING) and of != "ast":
                yield node.lineno


def test_every_file_of_a_project_is_opened_by_the_gate():
    found = {
        path.relative_to(PACKAGE.parent).as_posix().removeprefix("symposium/")
        for path in PACKAGE.parent.rglob("*.py")
        if any(openings(path.read_text("utf-8")))
    }
    assert sorted(found - KNOWN.keys()) == []
    assert sorted(KNOWN.keys() - found) == []
