"""The Jinja environment: templates are compiled once, and everything is escaped."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from functools import cache, wraps
from operator import itemgetter
from pathlib import Path
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, TypeVar

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    TemplateAssertionError,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
    nodes,
)
from jinja2.ext import InternationalizationExtension
from jinja2.parser import Parser
from markupsafe import Markup, _escape_inner, escape  # type: ignore[attr-defined]

from symposium.locale import ENGLISH, Texts, use
from symposium.model.errors import LocatedError
from symposium.pages.template_compiler import (
    FILE,
    DirectCalls,
    LightTemplate,
    light_macro,
    linked_levels,
    names_from_outside,
    without_unused,
)

FOLDER = Path(__file__).parent / "templates"
"""The folder of the templates of Symposium; all others are foreign."""

RE_HOLE = re.compile(r"%\((\w+)\)s")
"""The place of a value in a message."""


class TranslatedBlocks(InternationalizationExtension):
    """Translates ``{% trans %}`` when a template is compiled, so that pages spend no time on it.

    A message with a number is for ``plural()``: there is no ``{% pluralize %}``.
    """

    def parse(self, parser: Parser) -> nodes.Node | list[nodes.Node]:
        """Return the text of a block with its values."""
        parsed = super().parse(parser)
        if not isinstance(parsed, list):
            return parsed
        # Jinja keeps the first value, in case that is the number of a plural.
        first, output = parsed
        if isinstance(output, nodes.Output) and isinstance(first, nodes.Assign):
            value: Any = first.node
            kept = ((getattr(node, "name", ""), node) for node in output.nodes)
            output.nodes = [value if name == "_trans" else node for name, node in kept]
        return output

    def _make_node(  # noqa: PLR0917 - as Jinja calls it
        self,
        singular: str,
        plural: str | None,
        context: str | None,
        variables: dict[str, nodes.Expr],
        plural_expr: nodes.Expr | None,
        vars_referenced: bool,
        num_called_num: bool,
    ) -> nodes.Output:
        del plural, plural_expr, vars_referenced, num_called_num
        # Jinja's extractor doubles the signs of percent where there are values.
        message = singular if variables else singular.replace("%%", "%")
        texts: Texts = self.environment.texts  # type: ignore[attr-defined]
        parts = RE_HOLE.split(texts.get(message, context or ""))
        expressions: list[nodes.Expr] = []
        for index, part in enumerate(parts):
            text = part.replace("%%", "%") if variables else part
            expressions.append(variables[part] if index % 2 else nodes.TemplateData(text))
        return nodes.Output(expressions)


class TranslatingParser(Parser):
    """Translates ``_("a message")`` while a template is read."""

    def parse_call(self, node: nodes.Expr) -> Any:
        """Return the translation in place of the call."""
        call = super().parse_call(node)
        if getattr(node, "name", "") != "_":
            return call
        message = call.args[0].as_const()
        texts: Texts = self.environment.texts  # type: ignore[attr-defined]
        return nodes.Const(texts.get(message), lineno=call.lineno)


def _looked_up(names: tuple[str, ...]) -> Callable[[Mapping[str, Any]], Sequence[Any]]:
    """Return a function that looks up the values of these names."""
    return itemgetter(*names) if len(names) > 1 else lambda values: [values[names[0]]]


class LinkedEnvironment(Environment):
    """An environment that settles inheritance, imports and texts when it compiles a template."""

    code_generator_class = DirectCalls
    template_class = LightTemplate
    light_macro = staticmethod(light_macro)
    escaped = staticmethod(_escape_inner)
    text = staticmethod(escape)
    looked_up = staticmethod(cache(_looked_up))

    def __init__(self, texts: Texts = ENGLISH, **options: Any) -> None:
        self.texts = texts
        super().__init__(extensions=[TranslatedBlocks], **options)
        self.macro: Callable[[str, str], Callable[..., Markup]] = cache(self._macro)
        self.macros: Callable[[str, tuple[str, ...]], list[Any]] = cache(self._macros)
        self.files: list[str] = []
        """Paths of the compiled templates."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the names that a template sees, as one plain dictionary.

        Jinja chains dictionaries and walks the chain for every page: a quarter of the time of a
        page. Names must be added to `globals` before the first template is loaded.
        """
        return {**self.globals, **(d or {})}

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        """Parse a template, and put its blocks into the templates that it extends."""
        levels = [self._tree(source, name, filename)]
        self._mark(levels[0], filename)
        while extends := levels[-1].find(nodes.Extends):
            levels.append(self._parent(extends, name, filename))
        body = linked_levels(levels)
        if len(levels) > 1:
            body = without_unused(body)
        linked = nodes.Template([names_from_outside(body), *body], lineno=1)
        linked.set_environment(self)
        return linked

    def _tree(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        """Return a template as it is written, with its texts in the language of the site."""
        return TranslatingParser(self, source, name, filename).parse()

    def _parent(
        self, extends: nodes.Extends, name: str | None, filename: str | None
    ) -> nodes.Template:
        """Return the template that another one extends, parsed and not linked.

        Raises:
            TemplateAssertionError: if there is none of that name.
        """
        try:
            parent: str = extends.template.as_const()
            source, path, _ = self.loader.get_source(self, parent)  # type: ignore[union-attr]
        except (nodes.Impossible, TemplateNotFound) as error:
            absent = str(error).removeprefix("!")
            what = f"there is no template {absent}" if absent else "write the name of a template"
            raise TemplateAssertionError(what, extends.lineno, name, filename) from error
        tree = self._tree(source, parent, path)
        self._mark(tree, path)
        return tree

    def _mark(self, tree: nodes.Template, path: str | None) -> None:
        """Add the number of the file to the numbers of lines, in a foreign template."""
        if path is not None and path not in self.files:
            self.files.append(path)
        if path is None or path.startswith(str(FOLDER)):
            return
        for node in (tree, *tree.find_all(nodes.Node)):
            # Jinja gives no line to the right side of a comparison.
            node.lineno = (node.lineno or 0) + FILE * (self.files.index(path) + 1)

    def place(self, path: str, line: int) -> tuple[str, int] | None:
        """Return file and line of a place in a foreign template, ``None`` for other places."""
        number, line = divmod(line, FILE)
        if number:
            return self.files[number - 1], line
        return None if path.startswith(str(FOLDER)) else (path, line)

    def _macro(self, template: str, name: str) -> Any:
        """Return a macro of a template."""
        module = self.get_template(template).module
        if not hasattr(module, name):  # who overrides a macro need not repeat the others
            module = self.get_template(f"!{template}").module
        return getattr(module, name)

    def _macros(self, template: str, names: tuple[str, ...]) -> list[Any]:
        """Return macros of a template."""
        return [self.macro(template, name) for name in names]


def make_environment(
    folders: Sequence[str] = (), added: Sequence[str] = (), texts: Texts = ENGLISH
) -> LinkedEnvironment:
    """Return the environment of all templates, in a language; `Pages` adds the links.

    A template in one of ``folders`` replaces that of Symposium, which ``!`` before the name means.
    Those in ``added`` are further templates, and replace none.
    """
    ours = [str(FOLDER), *added]
    prefixed = PrefixLoader({"": FileSystemLoader(ours)}, delimiter="!")
    return LinkedEnvironment(
        texts,
        loader=ChoiceLoader([prefixed, FileSystemLoader([*folders, *ours])]),
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


def rendering(method: Callable[Concatenate[Any, P], T]) -> Callable[Concatenate[Any, P], T]:
    """Return a method that renders in the language of a site.

    Its errors name the line of the project's template that caused them. The object of the method
    has the environment of the templates as ``_env``.
    """

    @wraps(method)
    def call(self: Any, /, *args: P.args, **kwargs: P.kwargs) -> T:
        use(self._env.texts)
        try:
            return method(self, *args, **kwargs)
        except Exception as error:
            explain(self._env, error)
            raise

    return call


def explain(env: LinkedEnvironment, error: Exception) -> None:
    """Raise an error with the place in a project's template, if one caused this error.

    Raises:
        ProjectTemplateError: with file and line.
    """
    place = None
    for path, line in _places(error):
        place = env.place(path, line) or place
    if place:
        message = str(error.message if isinstance(error, TemplateSyntaxError) else error)
        explained = isinstance(error, TemplateError) and message
        reason = message if explained else f"{type(error).__name__}: {message}"
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
