"""The plugins of one project, and what they add together."""

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
    """Where each is found: ``package.module:NAME``."""
    root: str = ""
    """The folder of the project, where plugins of its own may lie."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Have other processes look for the same plugins: what they hold need not be picklable."""
        from symposium.plugin.loading import load_again  # noqa: PLC0415 - which imports this

        return load_again, (self.references, self.root)

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of all."""
        return tuple(one for plugin in self.loaded for one in plugin.kinds)

    @property
    def fields(self) -> dict[str, dict[str, Field]]:
        """The fields that all add, by kind and name."""
        found: dict[str, dict[str, Field]] = {}
        for one in (one for plugin in self.loaded for one in plugin.fields):
            found.setdefault(one.kind, {})[one.name] = one.described
        return found

    @property
    def formats(self) -> dict[str, ExportFormat]:
        """The export formats of all, by name."""
        return {one.name: one for plugin in self.loaded for one in plugin.formats}

    @property
    def rules(self) -> dict[OtherCode, LintRule]:
        """The rules of all, by code."""
        rules = (one for plugin in self.loaded for one in plugin.rules)
        return {OtherCode(one.code, one.severity, one.meaning): one for one in rules}

    @property
    def sections(self) -> tuple[PageSection, ...]:
        """The sections of all."""
        return tuple(one for plugin in self.loaded for one in plugin.sections)

    @property
    def facets(self) -> tuple[SearchFacet, ...]:
        """The facets of all."""
        return tuple(one for plugin in self.loaded for one in plugin.facets)

    @property
    def templates(self) -> tuple[str, ...]:
        """The folders of templates of all."""
        return tuple(one.templates for one in self.loaded if one.templates)

    @cached_property
    def digest(self) -> str:
        """A digest of the code and the templates of all; nothing if there are none from outside."""
        outside = [one for one in self.references if not one.startswith("symposium.")]
        if not outside:
            return ""
        made = blake2b(repr(outside).encode(), digest_size=16)
        for path in sorted(set(self._files(outside))):
            made.update(f"{path.name} ".encode() + path.read_bytes())
        return made.hexdigest()

    def _files(self, references: Sequence[str]) -> Iterator[Path]:
        for reference in references:
            name = reference.partition(":")[0]
            module = Path(str(sys.modules[name].__file__))
            yield module
            if "." in name:  # all of the package may matter
                yield from module.parent.rglob("*.py")
        for folder in map(Path, self.templates):
            yield from (path for path in folder.rglob("*") if path.is_file())


@contextmanager
def blamed(what: str) -> Iterator[None]:
    """Name the part of a plugin that an error comes from, and the place in its code.

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
    """Return path and content of a file.

    Raises:
        ValueError: if the path leads out of the folder that it belongs to.
    """
    path = PurePosixPath(file[0])
    if path.is_absolute() or ".." in path.parts or "\\" in file[0] or not path.parts:
        raise ValueError(f"{file[0]!r} is not a path inside the site")
    return file


def place_of(error: BaseException) -> str:
    """Return file and line where an error was raised; a line of the file that has bad syntax."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}"
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{last.filename}:{last.lineno}"


def lasting(values: object) -> str:
    """Return a text that is the same for the same values, whatever their containers."""
    if isinstance(values, dict):
        return repr(sorted((key, lasting(one)) for key, one in values.items()))
    if isinstance(values, Sequence) and not isinstance(values, str):
        return repr([lasting(one) for one in values])
    return repr(values)
