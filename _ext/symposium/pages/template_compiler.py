"""Compiling templates for speed.

A site has hundreds of thousands of pages, so each call, block and value of a template is worth
some code. Our templates call plain functions and macros, none of which asks for Jinja's context;
blocks are known when a template is compiled; most values are markup already.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

from jinja2 import Environment, Template, TemplateAssertionError, TemplateNotFound, nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.ext import InternationalizationExtension
from jinja2.parser import Parser
from jinja2.runtime import Context
from jinja2.utils import missing
from markupsafe import Markup, _escape_inner, escape  # type: ignore[attr-defined]

from symposium.locale import ENGLISH, Texts

OURS = str(Path(__file__).parent)
"""Where our own templates lie. In those from elsewhere, all that Jinja allows is allowed."""
SETTING = (nodes.Assign, nodes.AssignBlock, nodes.Import, nodes.FromImport, nodes.Macro)
IMPLIED = frozenset({"caller", "loop", "self"})
"""Names that are known in some places, and that nobody sets."""
BODIES = frozenset({"body", "elif_", "else_"})
"""Fields of nodes that hold statements."""
FILE = 1_000_000
"""Of the number of a line in a template from elsewhere, so many times the number of its file."""


def light_macro(
    function: FunctionType, names: tuple[str, ...], with_caller: bool
) -> Callable[..., Markup]:
    """Return what calls a macro: arguments in order, those not given as missing."""
    places = (*names, "caller") if with_caller else names
    absent = {name: None if name == "caller" else missing for name in places}
    function.__defaults__ = (*absent.values(),)

    def macro(*given: Any, **named: Any) -> Markup:
        if named:
            values = absent | named
            if len(values) > len(absent):
                raise TypeError(f"the macro takes {places}, not {named}")
            given += tuple(values[name] for name in places[len(given) :])
        return _new(Markup, function(*given))

    return macro


_new = str.__new__


def markup(text: str) -> Markup:
    """Return text that is escaped already as markup; `Markup` would ask it whether it is."""
    return _new(Markup, text)


class Names(dict[str, Any]):
    """The names that a template sees."""

    def __missing__(self, name: str) -> Any:
        return missing


class LightTemplate(Template):
    """A template whose context has one dictionary of names, copied once."""

    def new_context(
        self,
        vars: dict[str, Any] | None = None,  # noqa: A002 - Jinja's name
        shared: bool = False,
        locals: Mapping[str, Any] | None = None,  # noqa: A002 - likewise
    ) -> Context:
        """Return the context of a page; ``shared`` names stand in the place of ours."""
        names = Names(() if shared else self.globals)
        names.update(vars or ())
        names.update({name: one for name, one in (locals or {}).items() if one is not missing})
        return Context(self.environment, names, self.name, self.blocks)


class DirectCalls(CodeGenerator):
    """Python code that calls functions themselves, and leaves alone what is markup."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802
        """Write a template; its output is gathered, unless another one's comes in between."""
        self.gathered = node.find(nodes.Include) is None
        super().visit_Template(node, frame)

    def enter_frame(self, frame: Frame) -> None:
        """Write the beginning of a frame; Jinja would leave and enter a page at each output."""
        if frame.rootlevel and self.gathered:
            self.buffer(frame)
        super().enter_frame(frame)

    def leave_frame(self, frame: Frame, with_python_scope: bool = False) -> None:
        """Write the end of a frame."""
        super().leave_frame(frame, with_python_scope)
        if frame.rootlevel and self.gathered:
            self.writeline(f"yield concat({frame.buffer})")

    def visit_Call(  # noqa: N802 - Jinja's name, as below
        self, node: nodes.Call, frame: Frame, forward_caller: bool = False
    ) -> None:
        """Write a call; Jinja would look at what is called anew each time."""
        if is_foreign(node):
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")

    def visit_FromImport(self, node: nodes.FromImport, frame: Frame) -> None:  # noqa: N802
        """Write the import of macros; Jinja would look up their module for each page."""
        try:
            template = node.template.as_const()
        except nodes.Impossible:
            self.fail("write the name of a template", node.lineno)
        pairs = [one if isinstance(one, tuple) else (one, one) for one in node.names]
        targets = "".join(f"{frame.symbols.ref(alias)}, " for _unused, alias in pairs)
        names = tuple(name for name, _unused in pairs)
        self.writeline(f"{targets}= environment.macros({template!r}, {names!r})")

    def visit_ExprStmt(self, node: nodes.ExprStmt, frame: Frame) -> None:  # noqa: N802
        """Write nothing: names that stand here are looked up once, at the beginning."""

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        """Write the definition of a macro."""
        del frame
        names = tuple(argument.name for argument in macro_ref.node.args)
        self.write(f"environment.light_macro(macro, {names!r}, {macro_ref.accesses_caller!r})")

    def write_commons(self) -> None:
        """Write the beginning of a template: names are looked up in one dictionary.

        Jinja would look among the names that a template sets first; `visit_FromImport` sets none.
        """
        super().write_commons()
        self.writeline("resolve = context.parent.__getitem__")
        self.writeline("escaped, text = environment.escaped, environment.text")

    def visit_Test(self, node: nodes.Test, frame: Frame) -> None:  # noqa: N802
        """Write a test; what is asked whether it is defined may not be."""
        self.asked = node.node if node.name == "defined" else None
        super().visit_Test(node, frame)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        """Write an attribute of an object; Jinja would try the items of a dictionary too."""
        if is_foreign(node) or node is getattr(self, "asked", None):
            super().visit_Getattr(node, frame)
            return
        self.visit(node.node, frame)
        self.write(f".{node.attr}")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        """Write the code before a value; Jinja would make a new object of markup."""
        del node, frame, finalize
        self.write("(value if (kind := (value := ")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        """Write the code behind a value."""
        del node, frame, finalize
        self.write(").__class__) is Markup else escaped(value) if kind is str")
        self.write(" else str(value) if kind is int else text(value))")


RE_HOLE = re.compile(r"%\((\w+)\)s")
"""Where a value stands in a message."""


class TranslatedBlocks(InternationalizationExtension):
    """Has ``{% trans %}`` translated when a template is compiled: it costs a page nothing.

    A message with a number is for ``plural()``: there is no ``{% pluralize %}``.
    """

    def parse(self, parser: Parser) -> nodes.Node | list[nodes.Node]:
        """Return the text of a block with its values."""
        made = super().parse(parser)
        if not isinstance(made, list):
            return made
        # Jinja keeps the first value, in case that is the number of a plural.
        first, output = made
        if isinstance(output, nodes.Output) and isinstance(first, nodes.Assign):
            value: Any = first.node
            kept = ((getattr(one, "name", ""), one) for one in output.nodes)
            output.nodes = [value if name == "_trans" else one for name, one in kept]
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
        made: list[nodes.Expr] = []
        for index, part in enumerate(parts):
            text = part.replace("%%", "%") if variables else part
            made.append(variables[part] if index % 2 else nodes.TemplateData(text))
        return nodes.Output(made)


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


class LinkedEnvironment(Environment):
    """An environment that settles inheritance, imports and texts when it compiles a template."""

    code_generator_class = DirectCalls
    template_class = LightTemplate
    light_macro = staticmethod(light_macro)
    escaped = staticmethod(_escape_inner)
    text = staticmethod(escape)

    def __init__(self, texts: Texts = ENGLISH, **options: Any) -> None:
        self.texts = texts
        super().__init__(extensions=[TranslatedBlocks], **options)
        self.macro: Callable[[str, str], Any] = cache(self._macro)
        self.macros: Callable[[str, tuple[str, ...]], list[Any]] = cache(self._macros)
        self.files: list[str] = []
        """The templates from elsewhere."""

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        """Parse a template, and put its blocks into those that it extends, wherever they stand."""
        levels = [self._tree(source, name, filename)]
        self._mark(levels[0], filename)
        while extends := levels[-1].find(nodes.Extends):
            levels.append(self._parent(extends, name, filename))
        body = linked_levels(levels)
        linked = nodes.Template([_names_from_outside(body), *body], lineno=1)
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
            wanted = str(error).removeprefix("!")
            what = f"there is no template {wanted}" if wanted else "write the name of a template"
            raise TemplateAssertionError(what, extends.lineno, name, filename) from error
        tree = self._tree(source, parent, path)
        self._mark(tree, path)
        return tree

    def _mark(self, tree: nodes.Template, path: str | None) -> None:
        """Have the lines of a template from elsewhere tell of which file they are."""
        if path is None or path.startswith(OURS):
            return
        if path not in self.files:
            self.files.append(path)
        for node in (tree, *tree.find_all(nodes.Node)):
            # Jinja gives no line to the right side of a comparison.
            node.lineno = (node.lineno or 0) + FILE * (self.files.index(path) + 1)

    def place(self, path: str, line: int) -> tuple[str, int] | None:
        """Return file and line of a place in a template from elsewhere; ``None`` in ours."""
        number, line = divmod(line, FILE)
        if number:
            return self.files[number - 1], line
        return None if path.startswith(OURS) else (path, line)

    def _macro(self, template: str, name: str) -> Any:
        """Return a macro of a template."""
        module = self.get_template(template).module
        if not hasattr(module, name):  # whoever overrides a macro need not repeat the others
            module = self.get_template(f"!{template}").module
        return getattr(module, name)

    def _macros(self, template: str, names: tuple[str, ...]) -> list[Any]:
        """Return macros of a template."""
        return [self.macro(template, name) for name in names]


def linked_levels(levels: Sequence[nodes.Template]) -> list[nodes.Node]:
    """Return the body of a template: the root of those it extends, with all blocks in place.

    What a template from elsewhere imports or sets is known in its own blocks alone, so that no name
    of it gets in the way of ours.
    """
    kept: list[nodes.Node] = []
    blocks: dict[str, list[Sequence[nodes.Node]]] = {}
    for level in levels:
        own = [
            n for n in level.body if not isinstance(n, nodes.Extends | nodes.Block | nodes.Output)
        ]
        foreign = is_foreign(level)
        if level is not levels[-1] and not foreign:
            kept += own
        for block in level.find_all(nodes.Block):
            above = own if foreign and level is not levels[-1] else []
            blocks.setdefault(block.name, []).append([*above, *block.body])
    return _joined([*kept, *_filled(levels[-1].body, blocks, ())])


def _names_from_outside(body: Sequence[nodes.Node]) -> nodes.ExprStmt:
    """Return a statement that has each name from outside looked up once, and not at each use."""
    names = [one for node in body for one in node.find_all(nodes.Name)]
    found = {one.name for one in names if one.ctx == "load"} - IMPLIED
    found -= {one.name for one in names if one.ctx != "load"}
    for node in body:
        found -= {
            one.name for one in (node, *node.find_all(nodes.Macro)) if isinstance(one, nodes.Macro)
        }
        for one in (node, *node.find_all(nodes.FromImport)):
            if isinstance(one, nodes.FromImport):
                found -= {row[1] if isinstance(row, tuple) else row for row in one.names}
    return nodes.ExprStmt(nodes.Tuple([nodes.Name(one, "load") for one in sorted(found)], "load"))


def is_foreign(node: nodes.Node) -> bool:
    """Tell whether a node is of a template from elsewhere."""
    return node.lineno >= FILE


Blocks = dict[str, list[Sequence[nodes.Node]]]
"""Blocks by name: their content in the template and in each that it extends."""


def _filled(
    body: Sequence[nodes.Node], blocks: Blocks, above: Sequence[Sequence[nodes.Node]]
) -> Iterator[nodes.Node]:
    """Yield nodes with all blocks in place; ``above`` is what ``super()`` stands for."""
    for node in body:
        if isinstance(node, nodes.Block):
            first, *rest = blocks[node.name]
            yield from _scoped(list(_filled(first, blocks, rest)), node.lineno)
        elif isinstance(node, nodes.Output) and any(map(_is_super, node.nodes)):
            for child in node.nodes:
                if not _is_super(child):
                    yield nodes.Output([child], lineno=node.lineno)
                elif above:
                    filled = list(_filled(above[0], blocks, above[1:]))
                    yield from _scoped(filled, node.lineno)
        else:
            for name in BODIES & {*node.fields}:
                setattr(node, name, list(_filled(getattr(node, name), blocks, above)))
            yield node


def _joined(body: Iterable[nodes.Node]) -> list[nodes.Node]:
    """Return nodes with neighbouring output in one piece."""
    made: list[nodes.Node] = []
    for node in body:
        for name in BODIES & {*node.fields}:
            setattr(node, name, _joined(getattr(node, name)))
        if made and isinstance(node, nodes.Output) and isinstance(made[-1], nodes.Output):
            made[-1].nodes = [*made[-1].nodes, *node.nodes]
        else:
            made.append(node)
    return made


def _scoped(body: list[nodes.Node], line: int) -> list[nodes.Node]:
    """Return nodes, in a scope of their own if they set a name."""
    sets = any(isinstance(one, SETTING) or next(one.find_all(SETTING), None) for one in body)
    return [nodes.Scope(body, lineno=line)] if sets else body


def _is_super(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Call) and getattr(node.node, "name", "") == "super"
