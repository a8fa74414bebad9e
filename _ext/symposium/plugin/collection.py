"""The plugins of one project, and their joint additions."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from pathlib import Path, PurePosixPath
from typing import Any

from symposium.fields.compound_types import Field
from symposium.kinds.kind import Kind
from symposium.model.errors import LocatedError
from symposium.model.problems import OtherCode
from symposium.plugin import ExportFormat, LintRule, PageSection, Plugin, SearchFacet


class PluginError(LocatedError):
    """The code of a plugin raised an error."""


@dataclass(frozen=True)
class Plugins:
    """The plugins of one project."""

    loaded: tuple[Plugin, ...] = ()
    references: tuple[str, ...] = ()
    """The reference of each plugin: ``package.module:NAME``."""
    root: str = ""
    """The folder of the project, which may contain plugins."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle only the references, as the content of plugins need not be picklable."""
        from symposium.plugin.loading import load_again  # noqa: PLC0415 - it imports this module

        return load_again, (self.references, self.root)

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of all plugins."""
        return tuple(kind for plugin in self.loaded for kind in plugin.kinds)

    @property
    def fields(self) -> dict[str, dict[str, Field]]:
        """The fields that all plugins add, by kind and name."""
        fields: dict[str, dict[str, Field]] = {}
        for field in (field for plugin in self.loaded for field in plugin.fields):
            fields.setdefault(field.kind, {})[field.name] = field.described
        return fields

    @property
    def formats(self) -> dict[str, ExportFormat]:
        """The export formats of all plugins, by name."""
        return {format_.name: format_ for plugin in self.loaded for format_ in plugin.formats}

    @property
    def rules(self) -> dict[OtherCode, LintRule]:
        """The rules of all plugins, by code."""
        rules = (rule for plugin in self.loaded for rule in plugin.rules)
        return {OtherCode(rule.code, rule.severity, rule.meaning): rule for rule in rules}

    @property
    def sections(self) -> tuple[PageSection, ...]:
        """The sections of all plugins."""
        return tuple(section for plugin in self.loaded for section in plugin.sections)

    @property
    def facets(self) -> tuple[SearchFacet, ...]:
        """The facets of all plugins."""
        return tuple(facet for plugin in self.loaded for facet in plugin.facets)

    @property
    def templates(self) -> tuple[str, ...]:
        """The folders of templates of all plugins."""
        return tuple(plugin.templates for plugin in self.loaded if plugin.templates)

    @cached_property
    def digest(self) -> str:
        """A digest of code and templates of all plugins, or an empty text if all are built in."""
        outside = [name for name in self.references if not name.startswith("symposium.")]
        if not outside:
            return ""
        hasher = blake2b(repr(outside).encode(), digest_size=16)
        for path in sorted(set(self._files(outside))):
            hasher.update(f"{path.name} ".encode() + path.read_bytes())
        return hasher.hexdigest()

    def _files(self, references: Sequence[str]) -> Iterator[Path]:
        for reference in references:
            name = reference.partition(":")[0]
            module = Path(str(sys.modules[name].__file__))
            yield module
            if "." in name:  # the plugin may use any module of its package
                yield from module.parent.rglob("*.py")
        for folder in map(Path, self.templates):
            yield from (path for path in folder.rglob("*") if path.is_file())


@contextmanager
def blamed(what: str) -> Iterator[None]:
    """Turn errors within into errors that name the part of the plugin and the place in its code.

    Raises:
        PluginError: with file and line.
    """
    try:
        yield
    except (LocatedError, KeyboardInterrupt):
        raise
    except Exception as error:
        place = place_of(error)
        raise PluginError(f"{place}: {what}: {type(error).__name__}: {error}") from error


def checked_path(file: tuple[str, bytes]) -> tuple[str, bytes]:
    """Return path and content of a file unchanged.

    Raises:
        ValueError: if the path leads out of the site's folder.
    """
    path = PurePosixPath(file[0])
    if path.is_absolute() or ".." in path.parts or "\\" in file[0] or not path.parts:
        raise ValueError(f"{file[0]!r} is not a path inside the site")
    return file


def place_of(error: BaseException) -> str:
    """Return file and line where an error was raised, or of a syntax error."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}"
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{last.filename}:{last.lineno}"


def lasting(values: object) -> str:
    """Return a text that is the same for equal values, whatever the order of a dict."""
    if isinstance(values, dict):
        return repr(sorted((key, lasting(value)) for key, value in values.items()))
    if isinstance(values, Sequence) and not isinstance(values, str):
        return repr([lasting(value) for value in values])
    return repr(values)
