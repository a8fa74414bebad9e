"""Compiling templates for speed.

A site has hundreds of thousands of pages, so each call, block and value of a template is worth
some code. Templates here call plain functions and macros, none of which needs Jinja's context;
blocks are known when a template is compiled; most values are markup already. Foreign templates, of
a project or a plugin, may use all of Jinja.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import FunctionType
from typing import Any

from jinja2 import Template, nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.nodes import Node
from jinja2.runtime import Context
from jinja2.utils import missing
from markupsafe import Markup

SETTING = (nodes.Assign, nodes.AssignBlock, nodes.Import, nodes.FromImport, nodes.Macro)
WRITING = (nodes.Output, nodes.If, nodes.For)
"""Nodes that always write code."""
IMPLIED = frozenset({"caller", "loop", "self"})
"""Names that Jinja itself defines in some places."""
BODIES = frozenset({"body", "elif_", "else_"})
"""Fields of nodes that hold statements."""
FILE = 1_000_000
"""In a foreign template, this times the number of its file is added to each line number."""


def light_macro(
    function: FunctionType, names: tuple[str, ...], with_caller: bool
) -> Callable[..., Markup]:
    """Return a function that calls a macro with all arguments in order, absent ones as missing."""
    places = (*names, "caller") if with_caller else names
    if not places:
        return lambda: _new(Markup, function())
    absent = {name: None if name == "caller" else missing for name in places}
    function.__defaults__ = (*absent.values(),)

    def macro(*args: Any, **kwargs: Any) -> Markup:
        if kwargs:
            values = absent | kwargs
            if len(values) > len(absent):
                raise TypeError(f"the macro takes {places}, not {kwargs}")
            args += tuple(values[name] for name in places[len(args) :])
        return _new(Markup, function(*args))

    return macro


_new = str.__new__


def markup(text: str) -> Markup:
    """Return escaped text as markup, without the checks that `Markup` makes."""
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
        """Return the context of a page; with ``shared``, ``vars`` replace the globals."""
        names = Names(() if shared else self.globals)
        names.update(vars or ())
        names |= {name: value for name, value in (locals or {}).items() if value is not missing}
        return Context(self.environment, names, self.name, self.blocks)


class DirectCalls(CodeGenerator):
    """Generates Python code that calls functions directly, and does not escape markup."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802
        """Write a template; its output is gathered, unless it includes another template."""
        self.gathered = node.find(nodes.Include) is None
        super().visit_Template(node, frame)

    def enter_frame(self, frame: Frame) -> None:
        """Write the beginning of a frame; Jinja would yield each output separately."""
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
        """Write a call; Jinja would inspect the called object each time."""
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
        pairs = [name if isinstance(name, tuple) else (name, name) for name in node.names]
        targets = "".join(f"{frame.symbols.ref(alias)}, " for _unused, alias in pairs)
        names = tuple(name for name, _unused in pairs)
        self.writeline(f"{targets}= environment.macros({template!r}, {names!r})")

    def visit_ExprStmt(self, node: nodes.ExprStmt, frame: Frame) -> None:  # noqa: N802
        """Write the look-up of all names from outside (`names_from_outside`), in one step."""
        names = [name.name for name in node.find_all(nodes.Name)]
        targets = "".join([f"{frame.symbols.ref(name)}, " for name in names])
        if targets:
            self.writeline(f"{targets}= environment.looked_up({(*names,)!r})(context.parent)")

    def blockvisit(self, nodes: Iterable[Node], frame: Frame) -> None:
        """Write a block; Jinja would begin each with ``pass``, which counts as a step."""
        body = list(nodes)
        if not any(isinstance(node, WRITING) for node in body):
            super().blockvisit(body, frame)
            return
        for node in body:
            self.visit(node, frame)

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
        """Write a test; for ``is defined``, Jinja would make an object of what is not."""
        operand = None if is_foreign(node) or node.name != "defined" else node.node
        if isinstance(operand, nodes.Name):
            self.write(f"({frame.symbols.ref(operand.name)} is not missing)")
        elif isinstance(operand, nodes.Getattr):
            self.write("hasattr(")
            self.visit(operand.node, frame)
            self.write(f", {operand.attr!r})")
        else:
            super().visit_Test(node, frame)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        """Write an attribute of an object; Jinja would try the items of a dictionary too."""
        if is_foreign(node):
            super().visit_Getattr(node, frame)
            return
        self.visit(node.node, frame)
        self.write(f".{node.attr}")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        """Write the code before a value; Jinja would copy a value that is markup."""
        del node, frame, finalize
        self.write("(value if (kind := (value := ")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        """Write the code behind a value."""
        del node, frame, finalize
        self.write(").__class__) is Markup else escaped(value) if kind is str")
        self.write(" else str(value) if kind is int else text(value))")


def linked_levels(levels: Sequence[nodes.Template]) -> list[nodes.Node]:
    """Return the body of a template: the root of those it extends, with all blocks in place.

    Imports and variables of a foreign template exist in its own blocks only, so that they cannot
    hide names of the other templates.
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


def names_from_outside(body: Sequence[nodes.Node]) -> nodes.ExprStmt:
    """Return a statement that looks up each free name once, instead of at each use."""
    template = nodes.Template(list(body))
    names = list(template.find_all(nodes.Name))
    free = {name.name for name in names if name.ctx == "load"} - IMPLIED
    free -= {name.name for name in names if name.ctx != "load"}
    free -= {macro.name for macro in template.find_all(nodes.Macro)}
    for statement in template.find_all(nodes.FromImport):
        free -= set(map(_alias, statement.names))
    targets: list[nodes.Expr] = [nodes.Name(name, "store") for name in sorted(free)]
    return nodes.ExprStmt(nodes.Tuple(targets, "store"))


def without_unused(body: Sequence[nodes.Node]) -> list[nodes.Node]:
    """Return the body of a page's template without macros and imports that nothing in it uses."""
    used = {name.name for name in nodes.Template(list(body)).find_all(nodes.Name)}
    kept = [node for node in body if not isinstance(node, nodes.Macro) or node.name in used]
    if len(kept) < len(body):  # what only these have used is unused now
        return without_unused(kept)
    for node in kept:
        if isinstance(node, nodes.FromImport):
            node.names = [name for name in node.names if _alias(name) in used]
    return [node for node in kept if not isinstance(node, nodes.FromImport) or node.names]


def _alias(name: str | tuple[str, str]) -> str:
    """Return the name by which a template knows a macro that it imports."""
    return name[1] if isinstance(name, tuple) else name


def is_foreign(node: nodes.Node) -> bool:
    """Tell whether a node is from a foreign template."""
    return node.lineno >= FILE


Blocks = dict[str, list[Sequence[nodes.Node]]]
"""Blocks by name: their content in the template and in each that it extends."""


def _filled(
    body: Sequence[nodes.Node], blocks: Blocks, above: Sequence[Sequence[nodes.Node]]
) -> Iterator[nodes.Node]:
    """Yield nodes with all blocks in place; ``above`` are the bodies for ``super()``."""
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
    """Return nodes with neighbouring nodes of output joined."""
    joined: list[nodes.Node] = []
    for node in body:
        for name in BODIES & {*node.fields}:
            setattr(node, name, _joined(getattr(node, name)))
        if joined and isinstance(node, nodes.Output) and isinstance(joined[-1], nodes.Output):
            joined[-1].nodes = [*joined[-1].nodes, *node.nodes]
        else:
            joined.append(node)
    return joined


def _scoped(body: list[nodes.Node], line: int) -> list[nodes.Node]:
    """Return nodes, in a scope of their own if they set a name."""
    return [nodes.Scope(body, lineno=line)] if _is_setting(body) else body


def _is_setting(body: Sequence[nodes.Node]) -> bool:
    """Tell whether statements set a name; expressions, which are the most by far, set none."""
    return any(
        isinstance(node, SETTING)
        or any(_is_setting(getattr(node, name)) for name in BODIES & {*node.fields})
        for node in body
    )


def _is_super(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Call) and getattr(node.node, "name", "") == "super"
