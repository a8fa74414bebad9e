"""Finding plugins: those of installed packages, and those that a project names.

A command that looks at somebody's project must run nothing of it. So it loads plugins that an
installed package declares, and no other module, unless its user asks for it (``--plugin``): a
configuration can name any module of the standard library, and some do harm when they are imported.
"""

from __future__ import annotations

import dataclasses
import re
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from importlib import import_module, invalidate_caches
from importlib.machinery import PathFinder
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from symposium import kinds
from symposium.fields.compound_types import ListOf
from symposium.fields.date_types import DatesField, TimeRange
from symposium.fields.describing import Body
from symposium.fields.field_types import FieldType, Flag, TextType
from symposium.fields.link_types import PersonName
from symposium.kinds.facet_names import FACETS
from symposium.kinds.kind import PASSED_ON, Kind
from symposium.model.problems import Code, Place, Problem, Severity
from symposium.plugin import (
    AddedField,
    ExportFormat,
    Importer,
    LintRule,
    PageSection,
    Plugin,
    SearchFacet,
)
from symposium.plugin.collection import Plugins, place_of

GROUP = "symposium.plugins"
"""The group of entry points by which installed packages say that they have a plugin."""

TAKEN = {
    "the format": ("json", "bibtex", "ris", "csl-json", "ics", "cv-pdf"),
    "the facet": tuple(FACETS),
}
"""Built-in names, which no plugin may use."""

RE_NAME = re.compile(r"[a-z][a-z0-9-]*")
RE_CODE = re.compile(r"([A-Z]{2,8})\d{3}")
ITEMS = {
    "kinds": Kind, "fields": AddedField, "formats": ExportFormat, "rules": LintRule,
    "sections": PageSection, "facets": SearchFacet, "importers": Importer, "commands": Importer,
}  # fmt: skip
"""Attribute of a plugin, and what its items are."""


REFERENCE = "write package.module:NAME"


class BadReferenceError(Exception):
    """A reference does not lead to a plugin."""


@dataclass
class Search:
    """What was found for one project, and what is wrong with it."""

    root: Path
    plugins: list[Plugin] = field(default_factory=list)
    references: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    claims: dict[tuple[str, str], str] = field(default_factory=dict)
    """Names that only one plugin may have, each with the plugin that has it."""

    def add(self, reference: str, place: Place) -> None:
        """Load a plugin, and take it in unless something is wrong with it."""
        if reference in self.references:
            return
        try:
            found = imported(reference)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever others raise
            what = f"{place_of(error)}: {type(error).__name__}: {error}"
            reason = str(error) if isinstance(error, BadReferenceError) else what
            self.report(place, f'The plugin "{reference}" cannot be loaded: {reason}')
            return
        if reason := fault_of(found) or self.clash_of(found, reference):
            self.report(place, f'The plugin "{reference}" cannot be used: {reason}')
            return
        self.plugins.append(found)
        self.references.append(reference)

    def clash_of(self, plugin: Plugin, reference: str) -> str:
        """Return what is wrong if one of these names is taken; else claim them."""
        new = dict.fromkeys(claims_of(plugin), f'"{reference}"')
        for claim in new:
            if owner := self.claims.get(claim):
                return f"{claim[0]} {claim[1]!r} is that of {owner} already: remove one of them"
        self.claims |= new
        return ""

    def report(self, place: Place, message: str, hint: str = "") -> None:
        """Note what is wrong."""
        self.problems.append(Problem(Code.PLUGIN, message, place, hint))


def load_plugins(
    root: Path,
    named: Sequence[tuple[str, Place]] = (),
    trusted: Collection[str] = (),
    *,
    all_trusted: bool = False,
) -> tuple[Plugins, list[Problem]]:
    """Return the plugins of the project in ``root``, and what is wrong with them.

    ``named`` are those that its configuration names, each with the place. Of these, what lies in
    the folder of the project is loaded only if it is ``trusted``, or all are. From now on the kinds
    of these plugins are known, and no others.
    """
    taken = ((what, name) for what, names in TAKEN.items() for name in names)
    search = Search(root, claims=dict.fromkeys(taken, "Symposium"))
    trust = {*trusted, *(one for one, _ in named if all_trusted)}
    with searched(sys.path[:] if all_trusted else safe_path(root)):
        declared = dict(installed())
        for reference, place in declared.items():
            if reference not in trust:
                search.add(reference, place)
        for reference, place in named:
            if reference not in trust and reference not in declared:
                _leave_out(search, reference, place)
    with searched([str(root.resolve()), *sys.path]):
        places = dict(named)
        for reference in dict.fromkeys((*(one for one, _ in named), *trusted)):
            if reference in trust:
                forget_other(reference, root)
                search.add(reference, places.get(reference, Place("--plugin")))
    found = Plugins(tuple(search.plugins), tuple(search.references), str(root.resolve()))
    try:
        kinds.use(found.kinds, found.fields)
    except ValueError as error:
        kinds.use()
        search.report(Place("conf.py"), str(error))
        return Plugins(), search.problems
    return found, search.problems


def _leave_out(search: Search, reference: str, place: Place) -> None:
    """Report a plugin that a configuration names, and no installed package declares."""
    if not is_reference(reference):
        search.report(place, f'The plugin "{reference}" cannot be loaded: {REFERENCE}')
        return
    message = f'The plugin "{reference}" is not installed, so nothing of it is known here'
    hint = f"install it, or add --plugin {reference} if you trust the project"
    search.problems.append(Problem(Code.PLUGIN, message, place, hint, level=Severity.NOTICE))


def load_again(references: Sequence[str], root: str) -> Plugins:
    """Return the plugins that another process has found."""
    with searched([root, *sys.path]):
        found = Plugins(tuple(map(imported, references)), tuple(references), root)
    kinds.use(found.kinds, found.fields)
    return found


def installed() -> Iterator[tuple[str, Place]]:
    """Yield the plugins of installed packages, each with a place."""
    for package in distributions(path=sys.path):
        for entry in package.entry_points.select(group=GROUP):
            yield entry.value, Place(f"{package.name} {package.version}, {entry.name}")


def safe_path(root: Path) -> list[str]:
    """Return where modules are looked for, without what lies in the folder of a project.

    The environment of the running Python may lie there, and this package with those beside it:
    whoever runs them trusts them.
    """
    inside, python = root.resolve(), Path(sys.prefix).resolve()
    ours = Path(__file__).resolve().parents[2]
    return [
        entry
        for entry in sys.path
        if not (path := Path(entry or ".").resolve()).is_relative_to(inside)
        or path == ours
        or (python != inside and python.is_relative_to(inside) and path.is_relative_to(python))
    ]


@contextmanager
def searched(path: list[str]) -> Iterator[None]:
    """Look for modules in these folders and no others."""
    before = sys.path[:]
    sys.path[:] = path
    invalidate_caches()
    try:
        yield
    finally:
        sys.path[:] = before


def forget_other(reference: str, root: Path) -> None:
    """Forget a module of the same name that another project has imported."""
    top = reference.partition(":")[0].partition(".")[0]
    own = PathFinder.find_spec(top, [str(root.resolve())])
    known = sys.modules.get(top)
    if own and known and getattr(known, "__file__", None) != own.origin:
        for name in [one for one in sys.modules if one == top or one.startswith(f"{top}.")]:
            del sys.modules[name]


def is_reference(reference: str) -> bool:
    """Tell whether a text says where a plugin is found.

    >>> is_reference("acme.plugin:PLUGIN"), is_reference("acme")
    (True, False)
    """
    module, _, name = reference.partition(":")
    return all(map(str.isidentifier, module.split("."))) and name.isidentifier()


def imported(reference: str) -> Any:
    """Return what a reference means.

    Raises:
        BadReferenceError: if it is none, or the module has no such name.
    """
    if not is_reference(reference):
        raise BadReferenceError(REFERENCE)
    module_name, _, name = reference.partition(":")
    module = import_module(module_name)
    if not hasattr(module, name):
        raise BadReferenceError(f"{module.__file__} has no {name}")
    return getattr(module, name)


def fault_of(plugin: Any) -> str:
    """Return what is wrong with a plugin; nothing if it can be used."""
    if not isinstance(plugin, Plugin):
        return f"it is a {type(plugin).__name__}, not a symposium.plugin.Plugin"
    if not isinstance(plugin.name, str) or not RE_NAME.fullmatch(plugin.name):
        return f"its name {plugin.name!r} is not made of small letters, digits and hyphens"
    for name, item in ITEMS.items():
        for one in getattr(plugin, name):
            if not isinstance(one, item):
                return f"{name} holds {one!r}, which is not of the type {item.__name__}"
            for of in fields(item) if item is not Kind else ():
                value = getattr(one, of.name)
                if of.type == "str" and not isinstance(value, str):
                    return f"{item.__name__}.{of.name} is {value!r}, not a text"
    prefixes = set()
    for rule in plugin.rules:
        code = RE_CODE.fullmatch(rule.code)
        if code is None:
            return f"the code {rule.code!r} is not two to eight capitals and three digits: ACM001"
        prefixes.add(code[1])
    if len({one.code for one in plugin.rules}) < len(plugin.rules):
        return "two of its rules have one code"
    if len(prefixes) > 1:
        return f"the codes of its rules begin differently: {', '.join(sorted(prefixes))}"
    known = {one.name: one for one in (*kinds.BUILT_IN, *plugin.kinds)}
    if fault := next(filter(None, (fault_of_field(one, known) for one in plugin.fields)), ""):
        return fault
    for section in plugin.sections:
        if section.kind not in known:
            return f"its section {section.id!r} is for {section.kind!r}, which is not a kind"
        if not (Path(plugin.templates) / section.template).is_file():
            return f"there is no template {Path(plugin.templates) / section.template}"
    return ""


def claims_of(plugin: Plugin) -> Iterator[tuple[str, str]]:
    """Yield the names that no other plugin may have."""
    yield "the name", plugin.name
    yield from (("the prefix of codes", one.code[:-3]) for one in plugin.rules[:1])
    yield from (("the code", one.code) for one in plugin.rules)
    yield from ((f"the field of {one.kind}", one.name) for one in plugin.fields)
    yield from (("the section", f"{one.kind}#{one.id}") for one in plugin.sections)
    for what in ("format", "facet", "importer", "command"):
        yield from ((f"the {what}", one.name) for one in getattr(plugin, f"{what}s"))


RE_FIELD = re.compile(r"[a-z][a-z0-9_]*")


def fault_of_field(one: AddedField, known: Mapping[str, Kind]) -> str:
    """Return what is wrong with a field, for one of these kinds; nothing if it can be added."""
    kind, said = known.get(one.kind), f"its field {one.name!r} of {one.kind!r}"
    if kind is None:
        return f"{said} is of no kind"
    if not RE_FIELD.fullmatch(one.name):
        return f"{said} is not made of small letters, digits and underscores"
    if not _is_plain(one.type):
        return f"{said} takes {one.type!r}: it can take text, a flag, a date, or a list of these"
    if one.facet and not one.label:
        return f"{said} has no label, which its facet needs"
    if one.name in taken(kind):
        return f"{said} is one that the kind has already: give it another name"
    return ""


def _is_plain(type_: FieldType) -> bool:
    one = type_.item if isinstance(type_, ListOf) else type_
    return isinstance(one, (TextType, Flag)) and not isinstance(
        one, (Body, DatesField, PersonName, TimeRange)
    )


def taken(kind: Kind) -> set[str]:
    """Return the names that mean something for a kind: in front matter, records and listings."""
    # Only a plugin that adds fields has to wait for listings to be imported.
    from symposium.query.fields import OWN  # noqa: PLC0415
    from symposium.query.options import OTHER_OPTIONS  # noqa: PLC0415

    records = filter(None, (kind.record, kind.front_matter))
    names = {one.name for record in records for one in dataclasses.fields(record)}
    names |= {*kind.fields, *PASSED_ON, *OTHER_OPTIONS, "gone", "person", *kind.people.values()}
    names |= {one.refers for one in kind.references.values()}
    return names | {one.name for one in OWN.get(kind.folder, ())}
