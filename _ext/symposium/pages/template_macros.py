"""Macros of our own templates, put in the place of their calls when a template is compiled.

A page calls two dozen macros, most of a line or two: what is written costs less than the calls.
Names that a macro sets get a number of their own, so none gets in the way of another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy

from jinja2 import nodes

MOST = 150
"""Nodes of a macro that is put in the place of its calls; a longer one stays a function."""
SETTING = (nodes.Assign, nodes.AssignBlock, nodes.Import, nodes.FromImport, nodes.Macro)

NO_NAME = str.maketrans("/.-", "___")

Known = dict[str, tuple[str, str]]
"""Name of a macro in a template: the template in which it is written, and its name there."""
OwnMacros = Callable[[str], tuple[Mapping[str, nodes.Macro], Known]]
"""Returns the macros of a template, and all that it knows; those from elsewhere have none."""


def known_in(body: Iterable[nodes.Node], template: str) -> Known:
    """Return the macros that a template knows: its own, and those that it imports."""
    found: Known = {}
    for node in body:
        if isinstance(node, nodes.Macro):
            found[node.name] = (template, node.name)
        elif isinstance(node, nodes.FromImport):
            for one in node.names:
                name, alias = one if isinstance(one, tuple) else (one, one)
                found[alias] = (node.template.as_const(), name)
    return found


class Inlined:
    """The body of a template with macros in the place of their calls."""

    def __init__(self, own: OwnMacros, known: Known, is_foreign: Callable[[nodes.Node], bool]):
        self._own = own
        self._known = known
        self._is_foreign = is_foreign
        self._count = 0
        self._around: tuple[tuple[str, str], ...] = ()

    def template(self, body: Sequence[nodes.Node]) -> list[nodes.Node]:
        """Return a template's body; it imports the macros that are still called."""
        imported = [one for one in body if isinstance(one, nodes.FromImport)]
        made = joined(self._body([one for one in body if one not in imported], None))
        names = [one for node in made for one in node.find_all(nodes.Name)]
        free = {one.name for one in names if one.ctx == "load"}
        free -= {one.name for one in names if one.ctx != "load"} | {"caller", "loop", "self"}
        own = {one.name for one in made if isinstance(one, nodes.Macro)}
        macros = {name: self._known[name] for name in sorted(free & self._known.keys() - own)}
        imports = [
            nodes.FromImport(nodes.Const(template), [(name, alias)], False, lineno=1)
            for alias, (template, name) in macros.items()
        ]
        others = [nodes.Name(one, "load") for one in sorted(free - macros.keys() - own)]
        return [nodes.ExprStmt(nodes.Tuple(others, "load")), *imports, *made]

    def _body(
        self, body: Sequence[nodes.Node], caller: list[nodes.Node] | None
    ) -> Iterator[nodes.Node]:
        for node in body:
            if isinstance(node, nodes.Output):
                for child in node.nodes:
                    found = self._call(child, None, caller)
                    yield from found or [nodes.Output([child], lineno=node.lineno)]
                continue
            for name in ("body", "elif_", "else_"):
                inner = getattr(node, name, None)
                if isinstance(inner, list):
                    setattr(node, name, list(self._body(inner, caller)))
            if isinstance(node, nodes.CallBlock) and not node.args:
                yield from self._call(node.call, node.body, caller) or [node]
            else:
                yield node

    def _call(
        self, call: nodes.Node, block: list[nodes.Node] | None, caller: list[nodes.Node] | None
    ) -> list[nodes.Node]:
        """Return what a macro makes of a call; nothing if it stays one."""
        if not isinstance(call, nodes.Call) or not isinstance(call.node, nodes.Name):
            return []
        if call.node.name == "caller" and caller is not None:
            return [nodes.Scope([copied(one, {}) for one in caller], lineno=call.lineno)]
        where = self._known.get(call.node.name)
        if where is None or where in self._around or self._is_foreign(call):
            return []
        macros, known = self._own(where[0])
        macro = macros.get(where[1])
        if macro is None or len(list(macro.find_all(nodes.Node))) > MOST:
            return []
        values = _arguments(macro, call)
        called = {one.name for one in macro.find_all(nodes.Name) if one.ctx == "load"}
        if values is None or ("caller" in called) != (block is not None):
            return []
        self._count += 1
        names: dict[str, nodes.Expr | str] = {}
        for name, place in known.items():
            alias = f"{name}_of_{place[0].translate(NO_NAME)}"
            self._known[alias] = place
            names[name] = alias
        inside = [one for part in macro.body for one in part.find_all(nodes.Name)]
        stored = {one.name for one in inside if one.ctx != "load"}
        names |= {name: f"{name}_{self._count}" for name in {*stored, *values}}
        plain = {
            name: value
            for name, value in values.items()
            if isinstance(value, nodes.Name | nodes.Const) and name not in stored
        }
        names |= plain
        body = [copied(one, names) for one in macro.body]
        self._around += (where,)
        made = list(self._body(body, block))
        self._around = self._around[:-1]
        targets = [nodes.Name(names[one], "param") for one in values if one not in plain]
        rest = [value for name, value in values.items() if name not in plain]
        return [nodes.With(targets, rest, made, lineno=call.lineno)]


def _arguments(macro: nodes.Macro, call: nodes.Call) -> dict[str, nodes.Expr] | None:
    """Return a value for each argument of a macro, or ``None`` if the call does not fit."""
    names = [one.name for one in macro.args]
    values = dict(zip(names[len(names) - len(macro.defaults) :], macro.defaults, strict=True))
    values |= dict(zip(names, call.args, strict=False))
    values |= {one.key: one.value for one in call.kwargs}
    fits = values.keys() == set(names) and len(call.args) <= len(names)
    return values if fits else None


def copied(node: nodes.Node, names: Mapping[str, nodes.Expr | str]) -> nodes.Node:
    """Return a copy of a node with other names, or values in the place of names."""
    if isinstance(node, nodes.Name) and node.name in names:
        other = names[node.name]
        return nodes.Name(other, node.ctx, lineno=node.lineno) if isinstance(other, str) else other
    made = copy(node)
    for field, value in node.iter_fields():
        if isinstance(value, nodes.Node):
            setattr(made, field, copied(value, names))
        elif isinstance(value, list):
            parts = [copied(one, names) if isinstance(one, nodes.Node) else one for one in value]
            setattr(made, field, parts)
    return made


def joined(body: Iterable[nodes.Node]) -> list[nodes.Node]:
    """Return nodes with neighbouring output in one piece, and without scopes that set nothing."""
    made: list[nodes.Node] = []
    for node in body:
        for name in ("body", "elif_", "else_"):
            inner = getattr(node, name, None)
            if isinstance(inner, list):
                setattr(node, name, joined(inner))
        flat = isinstance(node, nodes.Scope) or (isinstance(node, nodes.With) and not node.targets)
        sets = flat and any(isinstance(one, SETTING) or one.find(SETTING) for one in node.body)
        for one in node.body if flat and not sets else [node]:
            if made and isinstance(one, nodes.Output) and isinstance(made[-1], nodes.Output):
                made[-1].nodes = [*made[-1].nodes, *one.nodes]
            else:
                made.append(one)
    return made
