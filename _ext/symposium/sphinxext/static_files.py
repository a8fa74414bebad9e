"""Our files in ``_static``: published beside those of others, removed when no longer ours.

Sphinx copies static files and never removes one. What the last build had of ours is stored apart
from the manifest, which another version of Symposium does not read.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from weakref import WeakKeyDictionary

from sphinx.application import Sphinx

from symposium.sphinxext.build_site import WHOLE_SITE
from symposium.sphinxext.manifest import path_of
from symposium.sphinxext.stored_values import store, stored

FOLDER = "_static"
STORED = ".static"
"""Suffix of the file that lists what is ours."""

_ours: WeakKeyDictionary[Sphinx, set[str]] = WeakKeyDictionary()


def setup(app: Sphinx) -> None:
    """Remove what is left of an earlier version, before anybody looks at what is there."""
    app.connect("build-finished", remove_stale, priority=300)


def publish(app: Sphinx, folder: Path) -> None:
    """Have Sphinx publish the files of a folder of ours."""
    app.config.html_static_path = [*app.config.html_static_path, str(folder)]
    files = (path for path in folder.rglob("*") if path.is_file())
    note(app, (path.relative_to(folder).as_posix() for path in files))


def note(app: Sphinx, names: Iterable[str]) -> None:
    """Remember files that this build has written itself."""
    _ours.setdefault(app, set()).update(names)


def remove_stale(app: Sphinx, exception: Exception | None) -> None:
    """Remove the files that the last build had of ours, and that nobody brings to this one."""
    if exception is not None or app.builder.name not in WHOLE_SITE:
        return
    listed, ours = path_of(app).with_suffix(STORED), _ours.get(app, set())
    before = set(stored(listed) or ())
    for name in sorted(before - ours):
        if not any(_brings(Path(app.confdir, one), name) for one in app.config.html_static_path):
            with suppress(OSError):
                Path(app.outdir, FOLDER, name).unlink()
    if ours != before:
        store(listed, sorted(ours))


def _brings(source: Path, name: str) -> bool:
    """Tell whether a file, or a folder of files, is published under a name."""
    return source.name == name if source.is_file() else (source / name).exists()
