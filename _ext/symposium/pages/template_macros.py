"""Macros of our own templates, put in the place of their calls when a template is compiled.

A page calls two dozen macros, most of a line or two: what they write costs less than the calls.
What a macro sets gets a number of its own, so that no name gets in the way of another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from typing import Any, TypeGuard

from jinja2 import nodes

MOST = 40
"""Nodes of a macro that is put in the place of its calls; a longer one stays a function. With 150
a page of a person takes a few per cent less, and compiling all templates three times as long."""
SETTING = (nodes.Assign, nodes.AssignBlock, nodes.Import, nodes.FromImport, nodes.Macro)
IMPLIED = frozenset({"caller", "loop", "self"})
"""Names that are known in some places, and that nobody sets."""
NO_NAME = str.maketrans("/.-", "___")

Known = dict[str, tuple[str, str]]
"""Name of a macro in a template: the template in which it is written, and its name there."""
OwnMacros = Callable[[str], tuple[Mapping[str, nodes.Macro], Known]]
"""Returns the short macros of a template, and all that it knows; of one from elsewhere nothing."""


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


def is_short(node: nodes.Node) -> TypeGuard[nodes.Macro]:
    """Tell whether a node is a macro that is put in the place of its calls."""
    return isinstance(node, nodes.Macro) and sum(1 for _ in node.find_all(nodes.Node)) <= MOST


class Inlined:
    """The body of a template with macros in the place of their calls."""

    def __init__(
        self, name: str, own: OwnMacros, known: Known, is_foreign: Callable[[nodes.Node], bool]
    ) -> None:
        """Take the name of the template, the macros of all, and those that this one knows."""
        self._name = name
        self._own = own
        self._known = known
        self._is_foreign = is_foreign
        self._count = 0
        self._around: list[tuple[str, str]] = []
        """The macros in which we are."""

    def template(self, body: Sequence[nodes.Node]) -> list[nodes.Node]:
        """Return the body of a template, behind the names and macros that come from outside."""
        imports = [one for one in body if isinstance(one, nodes.FromImport)]
        known = [one for one in imports if not self._is_foreign(one)]
        made = joined(self._body([one for one in body if one not in known], None))
        names = [one for node in made for one in node.find_all(nodes.Name)]
        outer = {one.name for one in names if one.ctx == "load"} - IMPLIED
        outer -= {one.name for one in names if one.ctx != "load"}
        outer -= {one.name for one in made if isinstance(one, nodes.Macro)}
        macros = sorted(outer & self._known.keys())
        for alias in macros:
            template, name = self._known[alias]
            if template == self._name:  # which cannot import what it is about to define
                own = nodes.Name(name, "load")
                made.append(nodes.Assign(nodes.Name(alias, "store"), own, lineno=1))
            else:
                where = nodes.Const(template)
                made.insert(0, nodes.FromImport(where, [(name, alias)], False, lineno=1))
        others = [nodes.Name(one, "load") for one in sorted(outer.difference(macros))]
        return [nodes.ExprStmt(nodes.Tuple(others, "load")), *made]

    def _body(
        self, body: Iterable[nodes.Node], caller: list[nodes.Node] | None
    ) -> Iterator[nodes.Node]:
        """Yield nodes with macros in place; ``caller`` is what ``caller()`` stands for."""
        for node in body:
            if isinstance(node, nodes.Output):
                for child in node.nodes:
                    found = self._call(child, None, caller)
                    yield found or nodes.Output([child], lineno=node.lineno)
                continue
            for name, inner in _bodies(node):
                setattr(node, name, list(self._body(inner, caller)))
            found = None
            if isinstance(node, nodes.CallBlock) and not node.args:
                found = self._call(node.call, node.body, caller)
            yield found or node

    def _call(
        self, call: nodes.Node, block: list[nodes.Node] | None, caller: list[nodes.Node] | None
    ) -> nodes.Node | None:
        """Return what is written by a call, with a block or without; ``None`` if it stays one."""
        if not isinstance(call, nodes.Call) or not isinstance(call.node, nodes.Name):
            return None
        name = call.node.name
        if name == "caller" and caller is not None:
            return nodes.Scope([copied(one, {}) for one in caller], lineno=call.lineno)
        place = self._known.get(name)
        if place is None or place in self._around or self._is_foreign(call):
            return None
        macros, known = self._own(place[0])
        macro = macros.get(place[1])
        values = _arguments(macro, call) if macro else None
        if macro is None or values is None:
            return None
        inside = [one for part in macro.body for one in part.find_all(nodes.Name)]
        if any(one.name == "caller" for one in inside) != (block is not None):
            return None
        # What is known where the macro is written has a longer name here.
        here = {one: f"{one}_of_{where[0].translate(NO_NAME)}" for one, where in known.items()}
        self._known |= {here[one]: where for one, where in known.items()}
        self._count += 1
        stored = {one.name for one in inside if one.ctx != "load"}
        own = {one: f"{one}_{self._count}" for one in {*stored, *values}}
        plain = {
            one: value
            for one, value in values.items()
            if isinstance(value, nodes.Name | nodes.Const) and one not in stored
        }
        self._around.append(place)
        made = [copied(one, {**here, **own, **plain}) for one in macro.body]
        made = list(self._body(made, block))
        self._around.pop()
        rest = [one for one in values if one not in plain]
        targets: list[nodes.Expr] = [nodes.Name(own[one], "param") for one in rest]
        return nodes.With(targets, [values[one] for one in rest], made, lineno=call.lineno)


def _bodies(node: nodes.Node) -> Iterator[tuple[str, list[nodes.Node]]]:
    """Yield the parts of a node that hold statements, each with the name of its field."""
    for name in ("body", "elif_", "else_"):
        inner = getattr(node, name, None)
        if isinstance(inner, list):
            yield name, inner


def _arguments(macro: nodes.Macro, call: nodes.Call) -> dict[str, nodes.Expr] | None:
    """Return a value for each argument of a macro, or ``None`` if the call does not fit."""
    names = [one.name for one in macro.args]
    values = dict(zip(names[len(names) - len(macro.defaults) :], macro.defaults, strict=True))
    values |= dict(zip(names, call.args, strict=False))
    values |= {one.key: one.value for one in call.kwargs}
    fits = values.keys() == set(names) and len(call.args) <= len(names)
    return values if fits else None


def copied(node: nodes.Node, names: Mapping[str, nodes.Expr | str]) -> Any:
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
        for name, inner in _bodies(node):
            setattr(node, name, joined(inner))
        for one in node.body if _is_bare(node) else [node]:  # type: ignore[attr-defined]
            if made and isinstance(one, nodes.Output) and isinstance(made[-1], nodes.Output):
                made[-1].nodes = [*made[-1].nodes, *one.nodes]
            else:
                made.append(one)
    return made


def _is_bare(node: nodes.Node) -> bool:
    """Tell whether a node is a scope in which no name is set."""
    if not isinstance(node, nodes.Scope | nodes.With) or getattr(node, "targets", None):
        return False
    return not any(
        isinstance(one, SETTING) or next(one.find_all(SETTING), None) for one in node.body
    )
