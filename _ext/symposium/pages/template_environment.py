"""The Jinja environment: templates are compiled once, and everything is escaped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping, Sequence
from functools import wraps
from pathlib import Path
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, TypeVar

from jinja2 import (
    ChoiceLoader,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    TemplateError,
    TemplateSyntaxError,
)

from symposium.locale import ENGLISH, Texts
from symposium.model.problems import LocatedError
from symposium.pages.template_compiler import LinkedEnvironment

FOLDER = Path(__file__).parent / "templates"
"""Where our templates lie."""


class PagesEnvironment(LinkedEnvironment):
    """An environment whose templates see its names as one plain dictionary.

    Jinja chains dictionaries and walks the chain for every page: a quarter of the time of a page.
    What is added to `globals` must be there before the first template is loaded.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the names that a template sees."""
        return {**self.globals, **(d or {})}


def make_environment(
    folders: Sequence[str] = (), added: Sequence[str] = (), texts: Texts = ENGLISH
) -> PagesEnvironment:
    """Return the environment of all templates, in a language; `Pages` adds the links.

    A template in one of ``folders`` stands in the place of ours, which ``!`` before its name means.
    Those in ``added`` are beside ours; they take the place of none.
    """
    ours = [str(FOLDER), *added]
    named = PrefixLoader({"": FileSystemLoader(ours)}, delimiter="!")
    return PagesEnvironment(
        texts,
        loader=ChoiceLoader([named, FileSystemLoader([*folders, *ours])]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
    )


class ProjectTemplateError(LocatedError):
    """A template of a project cannot be used; the message begins with its file and line."""


P = ParamSpec("P")
T = TypeVar("T")


def located(method: Callable[Concatenate[Any, P], T]) -> Callable[Concatenate[Any, P], T]:
    """Return a method whose errors name the line of the project's template that they are due to.

    Its object has the environment of the templates, as ``_env``.
    """

    @wraps(method)
    def call(self: Any, /, *given: P.args, **named: P.kwargs) -> T:
        try:
            return method(self, *given, **named)
        except Exception as error:
            explain(self._env, error)
            raise

    return call


def explain(env: LinkedEnvironment, error: Exception) -> None:
    """Say where in a template of a project an error happened, if it is due to one.

    Raises:
        ProjectTemplateError: with file and line.
    """
    place = None
    for path, line in _places(error):
        place = env.place(path, line) or place
    if place:
        what = str(error.message if isinstance(error, TemplateSyntaxError) else error)
        known = isinstance(error, TemplateError) and what
        reason = what if known else f"{type(error).__name__}: {what}"
        raise ProjectTemplateError(f"{place[0]}:{place[1]}: {reason}") from error


def _places(error: Exception) -> Iterator[tuple[str, int]]:
    """Yield (file, line) of the templates that were at work when an error happened."""
    if isinstance(error, TemplateSyntaxError):
        yield error.filename or "", error.lineno
        return
    step: TracebackType | None = error.__traceback__
    while step is not None:
        names = step.tb_frame.f_globals
        if "__jinja_template__" in names:  # the code of a template
            template = names["__jinja_template__"]
            yield template.filename or "", template.get_corresponding_lineno(step.tb_lineno)
        elif "__jinja_exception__" in names:  # what Jinja shows in its place
            yield names["__file__"], step.tb_lineno
        step = step.tb_next
