"""The file ``.buildinfo``, made independent of the folder of the build.

It holds a digest of the configuration, in which paths of installed packages stand. What lies in
these folders is looked at by `symposium.sphinxext.outdated`.
"""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

FOLDERS = ("templates_path", "html_static_path", "html_extra_path", "html_theme_path")
"""Values of the configuration to which extensions add folders of theirs."""


def setup(app: Sphinx) -> None:
    """Take the folders out as soon as Sphinx has made its digest."""
    app.connect("builder-inited", take_folders_out, priority=1)


def take_folders_out(app: Sphinx) -> None:
    """Have the digest made again, with the names of folders that lie outside of the project."""
    builder, config = app.builder, app.config
    if not isinstance(builder, StandaloneHTMLBuilder):
        return
    before = {name: config[name] for name in FOLDERS}
    try:
        for name, paths in before.items():
            setattr(config, name, [_named(Path(path), app) for path in paths])
        builder.build_info = builder.create_build_info()
    finally:
        for name, paths in before.items():
            setattr(config, name, paths)


def _named(path: Path, app: Sphinx) -> str:
    """Return a path of the project as it is written there, and only the name of any other."""
    if path.is_absolute() and path.is_relative_to(app.confdir):
        path = path.relative_to(app.confdir)
    return path.name if path.is_absolute() else path.as_posix()
