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
from importlib import import_module, invalidate_caches
from importlib.machinery import PathFinder
from importlib.metadata import distributions
from itertools import chain
from pathlib import Path

from symposium import kinds
from symposium.fields.compound_types import Body, ListOf
from symposium.fields.date_types import DatesField, TimeRange
from symposium.fields.field_types import FieldType, Flag, TextType
from symposium.fields.link_types import PersonName
from symposium.kinds.facet_names import FACETS
from symposium.kinds.kind import PASSED_ON, Kind
from symposium.model.problems import Code, Place, Problem, Severity
from symposium.plugin import AddedField, Plugin
from symposium.plugin.collection import Plugins, place_of

GROUP = "symposium.plugins"
"""The group of entry points by which installed packages say that they have a plugin."""

TAKEN = {
    "the format": ("json", "bibtex", "ris", "csl-json", "ics", "cv-pdf"),
    "the facet": tuple(FACETS),
}
"""Built-in names, which no plugin may use."""

RE_NAME = re.compile(r"[a-z][a-z0-9-]*")
RE_CODE = re.compile(r"[A-Z]{2,8}\d{3}")


class BadPluginError(Exception):
    """A plugin cannot be used; the message says why."""


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
    owners = {(what, name): "Symposium" for what, names in TAKEN.items() for name in names}
    loaded: dict[str, Plugin] = {}
    problems: list[Problem] = []

    def add(reference: str, place: Place) -> None:
        """Load a plugin, and take it in unless something is wrong with it."""
        if reference in loaded:
            return
        try:
            plugin = imported(reference)
            claims = claims_of(plugin)
            claimed = (
                f"{what} {name!r} is that of {owners[what, name]} already: remove one of them"
                for what, name in filter(owners.__contains__, claims)
            )
            for fault in chain(faults_of(plugin), claimed):
                raise BadPluginError(fault)  # noqa: TRY301 - told below
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever others raise
            what = f"{place_of(error)}: {type(error).__name__}: {error}"
            reason = str(error) if isinstance(error, BadPluginError) else what
            message = f'The plugin "{reference}" cannot be used: {reason}'
            problems.append(Problem(Code.PLUGIN, message, place))
        else:
            loaded[reference] = plugin
            owners.update(dict.fromkeys(claims, f'"{reference}"'))

    places = dict(named)
    trust = {*trusted, *(places if all_trusted else ())}
    with searched(sys.path[:] if all_trusted else safe_path(root)):
        declared = dict(installed())
        for reference, place in declared.items():
            if reference not in trust:
                add(reference, place)
        for reference, place in places.items():
            if reference not in trust and reference not in declared:
                message = f'The plugin "{reference}" is not installed, so it is not known here'
                hint = f"install it, or add --plugin {reference} if you trust the project"
                problem = Problem(Code.PLUGIN, message, place, hint, level=Severity.NOTICE)
                problems.append(problem)
    with searched([str(root.resolve()), *sys.path]):
        for reference in dict.fromkeys((*places, *trusted)):
            if reference in trust:
                forget_other(reference, root)
                add(reference, places.get(reference, Place("--plugin")))
    found = Plugins(tuple(loaded.values()), tuple(loaded), str(root.resolve()))
    try:
        kinds.use(found.kinds, found.fields)
    except ValueError as error:
        kinds.use()
        return Plugins(), [*problems, Problem(Code.PLUGIN, str(error), Place("conf.py"))]
    return found, problems


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


def imported(reference: str) -> Plugin:
    """Return the plugin that a reference means.

    Raises:
        BadPluginError: if it is none.
    """
    module_name, _, name = reference.partition(":")
    if not all(map(str.isidentifier, (*module_name.split("."), name))):
        raise BadPluginError("write package.module:NAME")
    module = import_module(module_name)
    if not hasattr(module, name):
        raise BadPluginError(f"{module.__file__} has no {name}")
    plugin = getattr(module, name)
    if not isinstance(plugin, Plugin):
        what = f"it is a {type(plugin).__name__}, not a symposium.plugin.Plugin"
        raise BadPluginError(what)
    return plugin


def claims_of(plugin: Plugin) -> list[tuple[str, str]]:
    """Return the names that no other plugin may have."""
    return [
        ("the name", plugin.name),
        *(("the prefix of codes", one) for one in {rule.code[:-3] for rule in plugin.rules}),
        *((f"the field of {one.kind}", one.name) for one in plugin.fields),
        *(("the section", f"{one.kind}#{one.id}") for one in plugin.sections),
        *(("the format", one.name) for one in plugin.formats),
        *(("the facet", one.name) for one in plugin.facets),
        *(("the importer", one.name) for one in plugin.importers),
        *(("the command", one.name) for one in plugin.commands),
    ]


def faults_of(plugin: Plugin) -> Iterator[str]:
    """Yield what cannot be used of a plugin."""
    if not RE_NAME.fullmatch(plugin.name):
        yield f"its name {plugin.name!r} is not made of small letters, digits and hyphens"
    codes = {rule.code for rule in plugin.rules}
    for code in codes:
        if not RE_CODE.fullmatch(code):
            yield f"the code {code!r} is not two to eight capitals and three digits: ACM001"
    if len(codes) < len(plugin.rules) or len({code[:-3] for code in codes}) > 1:
        yield "the codes of its rules are not of one prefix, and of other numbers"
    known = {one.name: one for one in (*kinds.BUILT_IN, *plugin.kinds)}
    yield from filter(None, (fault_of_field(one, known) for one in plugin.fields))
    for section in plugin.sections:
        if section.kind not in known:
            yield f"its section {section.id!r} is for {section.kind!r}, which is not a kind"
        if not (template := Path(plugin.templates) / section.template).is_file():
            yield f"there is no template {template}"


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
