"""Errors in the templates of a project: each names its file and line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, TypeVar

from jinja2 import TemplateError, TemplateSyntaxError

from symposium.model.problems import LocatedError
from symposium.pages.template_compiler import LinkedEnvironment


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
