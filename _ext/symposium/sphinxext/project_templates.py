"""A project's own templates, and the cache of all compiled templates.

The project's templates are in a folder ``symposium`` in one of its ``templates_path``.
"""

from __future__ import annotations

from pathlib import Path

import jinja2
from jinja2 import TemplateError
from jinja2.bccache import Bucket, BytecodeCache
from sphinx.application import Sphinx
from sphinx.errors import ConfigError

from symposium.export.file_writing import keep, stored
from symposium.model.spelling import nearest
from symposium.model.user_cache import user_cache
from symposium.pages.template_environment import (
    FOLDER,
    ProjectTemplateError,
    explain,
    make_environment,
)
from symposium.sphinxext.config import plugins_of
from symposium.sphinxext.reports import warn
from symposium.sphinxext.stored_values import digest

NAME = "symposium"
"""The folder of templates that replace the extension's templates of the same name."""


def setup(app: Sphinx) -> None:
    """Check the templates before any page is made."""
    app.connect("builder-inited", check)


def folders_of(app: Sphinx) -> tuple[str, ...]:
    """Return the folders of a project's own templates."""
    folders = (Path(app.confdir, path, NAME) for path in app.config.templates_path)
    return tuple(str(folder) for folder in folders if folder.is_dir())


def check(app: Sphinx) -> None:
    """Compile the project's templates; warn of a name that the extension does not know.

    Raises:
        ConfigError: if a template cannot be compiled, with file and line.
    """
    env = make_environment(folders_of(app), plugins_of(app).templates)
    names = [path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.html")]
    paths = (
        (folder, path)
        for folder in folders_of(app)
        for path in sorted(Path(folder).rglob("*.html"))
        if path.is_file()
    )
    for folder, path in paths:
        name = path.relative_to(folder).as_posix()
        where = path.relative_to(app.confdir) if path.is_relative_to(app.confdir) else path
        try:
            try:
                env.get_template(name)
            except TemplateError as error:
                explain(env, error)
                raise
        except ProjectTemplateError as error:
            raise ConfigError(str(error).replace(str(path), str(where), 1)) from error
        except UnicodeDecodeError as error:
            raise ConfigError(f"{where}:1: the template is not UTF-8: save it as UTF-8") from error
        if name not in names and (near := nearest(name, names, 0.8)):
            message = f"no template of ours is called {name!r}: did you mean {near!r}?"
            warn(message, "templates", f"{where}:1")


# Compiled templates, the theme's and the extension's, cached like Python's compiled modules.


class Compiled(BytecodeCache):
    """Compiled templates in the user's cache, or else beside the environment.

    ``inputs`` identify what the code depends on besides its template: the extension's code and
    texts, and all templates, as one is linked with those that it extends.
    """

    def __init__(self, app: Sphinx, inputs: str) -> None:
        top = user_cache("templates") or Path(app.doctreedir, ".templates")
        self._folder = top / digest(f"{inputs} {jinja2.__version__}".encode())

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load the code of a template if the cache has it."""
        code = stored(self._folder / bucket.key)
        if code is not None:
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store the code of a template for the next build."""
        keep(self._folder / bucket.key, bucket.bytecode_to_string())
