"""Finding plugins: those of installed packages, and those that a project names.

A command on a foreign project must not run code of the project. So it only loads plugins that an
installed package declares, and those that its user names (``--plugin``): a configuration can name
any module of the standard library, and some of them do harm when imported.
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
from symposium.fields.date_types import DatesField
from symposium.kinds.facet_names import FACETS
from symposium.kinds.kind import PASSED_ON, Kind, is_plain
from symposium.model.problems import Code, Place, Problem, Severity
from symposium.plugin import AddedField, Plugin
from symposium.plugin.collection import Plugins, place_of

GROUP = "symposium.plugins"
"""The group of entry points by which installed packages declare plugins."""

BUILT_IN_NAMES = {
    "the format": ("json", "bibtex", "ris", "csl-json", "ics", "cv-pdf"),
    "the facet": tuple(FACETS),
}
"""Built-in names, which no plugin may claim."""

RE_NAME = re.compile(r"[a-z][a-z0-9-]*")
RE_CODE = re.compile(r"[A-Z]{2,8}\d{3}")


class BadPluginError(Exception):
    """A plugin cannot be used; the message has the reason."""


def load_plugins(
    root: Path,
    configured: Sequence[tuple[str, Place]] = (),
    trusted: Collection[str] = (),
    *,
    all_trusted: bool = False,
) -> tuple[Plugins, list[Problem]]:
    """Return the plugins of the project in ``root``, and problems with them.

    ``configured`` are the plugins that its configuration names, each with the place. Those in the
    folder of the project are only loaded if they are ``trusted``, or if all are. The kinds of these
    plugins, and no others, are registered besides the built-in ones.
    """
    owners = {(what, name): "Symposium" for what, names in BUILT_IN_NAMES.items() for name in names}
    loaded: dict[str, Plugin] = {}
    problems: list[Problem] = []

    def add(reference: str, place: Place) -> None:
        """Load a plugin, or add a problem."""
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
                raise BadPluginError(fault)  # noqa: TRY301 - reported below
        except (Exception, SystemExit) as error:  # noqa: BLE001 - foreign code may raise anything
            description = f"{place_of(error)}: {type(error).__name__}: {error}"
            reason = str(error) if isinstance(error, BadPluginError) else description
            message = f'The plugin "{reference}" cannot be used: {reason}'
            problems.append(Problem(Code.PLUGIN, message, place))
        else:
            loaded[reference] = plugin
            owners.update(dict.fromkeys(claims, f'"{reference}"'))

    places = dict(configured)
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
    plugins = Plugins(tuple(loaded.values()), tuple(loaded), str(root.resolve()))
    try:
        kinds.use(plugins.kinds, plugins.fields)
    except ValueError as error:
        kinds.use()
        return Plugins(), [*problems, Problem(Code.PLUGIN, str(error), Place("conf.py"))]
    return plugins, problems


def load_again(references: Sequence[str], root: str) -> Plugins:
    """Return the plugins that another process has loaded, given their references."""
    with searched([root, *sys.path]):
        plugins = Plugins(tuple(map(imported, references)), tuple(references), root)
    kinds.use(plugins.kinds, plugins.fields)
    return plugins


def installed() -> Iterator[tuple[str, Place]]:
    """Yield references to the plugins of installed packages, each with a place for problems."""
    for package in distributions(path=sys.path):
        for entry in package.entry_points.select(group=GROUP):
            yield entry.value, Place(f"{package.name} {package.version}, {entry.name}")


def safe_path(root: Path) -> list[str]:
    """Return ``sys.path`` without the folders within a project.

    The environment of the running Python and this package are kept even if they are there, as
    their user runs them already.
    """
    inside, python = root.resolve(), Path(sys.prefix).resolve()
    package = Path(__file__).resolve().parents[2]
    return [
        entry
        for entry in sys.path
        if not (path := Path(entry or ".").resolve()).is_relative_to(inside)
        or path == package
        or (python != inside and python.is_relative_to(inside) and path.is_relative_to(python))
    ]


@contextmanager
def searched(path: list[str]) -> Iterator[None]:
    """Look for modules only in the folders of ``path`` while the context lasts."""
    before = sys.path[:]
    sys.path[:] = path
    invalidate_caches()
    try:
        yield
    finally:
        sys.path[:] = before


def forget_other(reference: str, root: Path) -> None:
    """Remove a module of the same name, imported for another project, from ``sys.modules``."""
    top = reference.partition(":")[0].partition(".")[0]
    own = PathFinder.find_spec(top, [str(root.resolve())])
    module = sys.modules.get(top)
    if own and module and getattr(module, "__file__", None) != own.origin:
        for name in [name for name in sys.modules if name == top or name.startswith(f"{top}.")]:
            del sys.modules[name]


def imported(reference: str) -> Plugin:
    """Return the plugin of a reference ``package.module:NAME``.

    Raises:
        BadPluginError: if there is no plugin of that name.
    """
    module_name, _, name = reference.partition(":")
    if not all(map(str.isidentifier, (*module_name.split("."), name))):
        raise BadPluginError("write package.module:NAME")
    module = import_module(module_name)
    if not hasattr(module, name):
        raise BadPluginError(f"{module.__file__} has no {name}")
    plugin = getattr(module, name)
    if not isinstance(plugin, Plugin):
        message = f"it is a {type(plugin).__name__}, not a symposium.plugin.Plugin"
        raise BadPluginError(message)
    return plugin


def claims_of(plugin: Plugin) -> list[tuple[str, str]]:
    """Return the names that a plugin claims for itself, each with its sort."""
    return [
        ("the name", plugin.name),
        *(("the prefix of codes", prefix) for prefix in {rule.code[:-3] for rule in plugin.rules}),
        *((f"the field of {field.kind}", field.name) for field in plugin.fields),
        *(("the section", f"{section.kind}#{section.id}") for section in plugin.sections),
        *(("the format", format_.name) for format_ in plugin.formats),
        *(("the facet", facet.name) for facet in plugin.facets),
        *(("the importer", importer.name) for importer in plugin.importers),
        *(("the command", command.name) for command in plugin.commands),
    ]


def faults_of(plugin: Plugin) -> Iterator[str]:
    """Yield the mistakes in a plugin that make it unusable."""
    if not RE_NAME.fullmatch(plugin.name):
        yield f"its name {plugin.name!r} is not made of small letters, digits and hyphens"
    codes = {rule.code for rule in plugin.rules}
    for code in codes:
        if not RE_CODE.fullmatch(code):
            yield f"the code {code!r} is not two to eight capitals and three digits: ACM001"
    if len(codes) < len(plugin.rules) or len({code[:-3] for code in codes}) > 1:
        yield "the codes of its rules are not of one prefix, and of other numbers"
    by_name = {kind.name: kind for kind in (*kinds.BUILT_IN, *plugin.kinds)}
    yield from filter(None, (fault_of_field(field, by_name) for field in plugin.fields))
    for section in plugin.sections:
        if section.kind not in by_name:
            yield f"its section {section.id!r} is for {section.kind!r}, which is not a kind"
        if not (template := Path(plugin.templates) / section.template).is_file():
            yield f"there is no template {template}"


RE_FIELD = re.compile(r"[a-z][a-z0-9_]*")


def fault_of_field(field: AddedField, by_name: Mapping[str, Kind]) -> str:
    """Return the mistake in an added field, or an empty text; kinds are given by name."""
    kind, about = by_name.get(field.kind), f"its field {field.name!r} of {field.kind!r}"
    if kind is None:
        return f"{about} is of no kind"
    if not RE_FIELD.fullmatch(field.name):
        return f"{about} is not made of small letters, digits and underscores"
    if not is_plain(field.type) or isinstance(getattr(field.type, "item", field.type), DatesField):
        return f"{about} takes {field.type!r}: it can take text, a flag, a date, or a list of these"
    if field.facet and not field.label:
        return f"{about} has no label, which its facet needs"
    if field.name in taken(kind):
        return f"{about} is one that the kind has already: give it another name"
    return ""


def taken(kind: Kind) -> set[str]:
    """Return the names that a kind already uses in front matter, records and listings."""
    # Imported here, as only plugins that add fields need them.
    from symposium.query.fields import OWN  # noqa: PLC0415
    from symposium.query.options import OTHER_OPTIONS  # noqa: PLC0415

    records = filter(None, (kind.record, kind.front_matter))
    names = {field.name for record in records for field in dataclasses.fields(record)}
    names |= {*kind.fields, *PASSED_ON, *OTHER_OPTIONS, "gone", "person", *kind.people.values()}
    names |= {reference.refers for reference in kind.references.values()}
    return names | {field.name for field in OWN.get(kind.folder, ())}
