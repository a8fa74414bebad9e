"""The options of ``conf.py``: the default, the type, the meaning and the allowed values of each.

A check and a build report the same faults.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from symposium.kinds import BY_FOLDER, BY_NAME
from symposium.knowledge import KnowledgeBase
from symposium.lint.subject import Subject
from symposium.locale import N_
from symposium.model.problems import Code, Place, Problem
from symposium.model.spelling import Spellings, nearest
from symposium.pages.citing.references import NAMED, built_in
from symposium.pages.colours import colour_of
from symposium.pages.subjects import ALONE, exists, subject_of
from symposium.pages.urls import forge_of
from symposium.reading.layout import line_of, texts_in

NAVIGATION = [
    ("people/index", N_("People")),
    ("papers/index", N_("Papers")),
    ("events/index", N_("Events")),
    ("topics/index", N_("Topics")),
    ("software/index", N_("Software")),
    ("datasets/index", N_("Datasets")),
    ("projects/index", N_("Projects")),
    ("news/index", N_("News")),
    ("guide/index", N_("Guide")),
]
LISTS = (list, tuple, str)
SWITCHES: Mapping[str, bool] = {
    **dict.fromkeys(("0", "false", "no", "off"), False),
    **dict.fromkeys(("1", "true", "yes", "on"), True),
}
"""Values of the command line for ``False`` and ``True``."""
PREFIX = "symposium_"
WORDS = {bool: "True or False", int: "a number", list: "a list", str: "a text in quotes"}
PAGED = (*BY_NAME, "year")
RE_FUNCTION = re.compile(r"[\w.]+:\w+")

Fault = tuple[str, str]
"""A message, to follow the name of a setting, and a hint."""
Test = Callable[[Any, Path], Fault | None]
"""Returns the fault of a value of the right type; the path is the folder of ``conf.py``."""


def _must(holds: Callable[[Any], object], what: str, hint: str) -> Test:
    """Return a test that finds a fault unless a condition holds."""
    return lambda value, _: None if holds(value) else (f"{value!r} {what}", hint)


def _choice(*names: str, hint: str) -> Test:
    """Return a test that a value is one of some names, in any case."""

    def test(value: Any, _folder: Path) -> Fault | None:
        if (word := str(value).lower()) in names:
            return None
        words = [name for name in names if name not in SWITCHES]
        return f"{value!r} cannot be meant", Spellings(words).hint(word, hint)

    return test


def _kind(value: Any, _folder: Path) -> Fault | None:
    hint = Spellings(PAGED).hint(str(value), f"write one of {', '.join(PAGED)}")
    return None if value in PAGED else (f"{value!r} is not a kind of page", hint)


def _style(name: Any, folder: Path) -> Fault | None:
    if not name or (isinstance(name, str) and (built_in(name) or Path(folder, name).is_file())):
        return None  # an empty text on the command line means none
    others = f"write one of {', '.join(NAMED)}, or a file of CSL by its path relative to conf.py"
    hint = Spellings(NAMED).hint(str(name).lower(), others)
    return f"{name!r} is not a style that comes with Symposium", hint


def _picture(*endings: str) -> Test:
    def test(value: str, folder: Path) -> Fault | None:
        if not Path(folder, value).is_file():
            return f"there is no file {value!r}", "name one, relative to conf.py"
        hint = f"name a file that ends in {', '.join(endings)}"
        is_picture = value.lower().endswith(endings)
        return None if is_picture else (f"{value!r} is not a picture", hint)

    return test


SWITCH = _choice(*SWITCHES, hint="write True or False")
FORGES = (
    'for example, write "https://github.com/owner/repository", '
    '"forgejo+https://git.example.org/owner/repository" or "mailto:name@example.org"'
)


class Option(NamedTuple):
    """An option of ``conf.py``."""

    default: Any
    rebuild: str
    """The part that Sphinx rebuilds after a change, as in `Sphinx.add_config_value`."""
    types: type | tuple[type, ...]
    meaning: str
    """Its description in the guide: Markdown with links relative to the guide."""
    shown: str = ""
    """Its default in the guide; empty for the default in Python."""
    test: Test | None = None
    each: bool = False
    """Whether the test is for each item of a list."""


OPTIONS: Mapping[str, Option] = {
    "symposium_site": Option(
        False, "env", (bool, str),
        "whether the whole documentation is a site of Symposium, or "
        "[your own](existing-documentation.md)",
        test=SWITCH,
    ),
    "symposium_root": Option("", "env", str, "the folder of all records and pages",
        test=_must(
            lambda value: value == value.strip("/") and {"..", "."}.isdisjoint(value.split("/")),
            "is not the name of a folder inside the documentation", 'for example, write "kb"',
        ),
    ),
    "symposium_pages": Option(
        [], "env", LISTS, "the kinds that get pages",
        "all; in [your own documentation](existing-documentation.md), `paper` and `person`",
        test=_kind, each=True,
    ),
    "symposium_trust": Option(
        False, "env", (bool, str),
        "whether sources may do whatever Sphinx allows: raw HTML, includes, code that extensions "
        "run",
        test=SWITCH,
    ),
    "symposium_bibfiles": Option(
        ["refs.bib"], "", LISTS,
        "the bibliographies, relative to the sources; by default below `symposium_root`",
    ),
    "symposium_search": Option("auto", "html", (bool, str), "whether to make a search index",
        test=_choice("auto", "shards", "pagefind", *SWITCHES, hint='write "auto" or False'),
    ),
    "symposium_api": Option(True, "", bool, "whether to publish the facts as JSON"),
    "symposium_citation_files": Option(
        2000, "", int,
        "up to how many works every page has [files to cite from](papers.md#works-to-cite)",
    ),
    "symposium_citation_styles": Option(
        list(NAMED), "html", (list, tuple),
        "the styles of [references](papers.md#citing-a-paper): these three, or files of CSL, "
        "relative to `conf.py`",
        '`["apa", "ieee", "acm"]` up to 500 works, none above',
        test=_style, each=True,
    ),
    "symposium_markdown": Option(
        "auto", "", (bool, str),
        "whether to publish [pages in Markdown](api.md#markdown) and `llms.txt`; by default if the "
        "site is not large",
        test=_choice("auto", *SWITCHES, hint='write "auto", True or False'),
    ),
    "symposium_jobs": Option(
        "auto", "", (int, str), "how many processes make pages ([Large sites](large-sites.md))",
        test=_must(  # on the command line (-D symposium_jobs=2) it is a text
            lambda value: str(value).isdecimal() and int(value) > 0,
            "is not a number of processes", 'write a number above 0, or "auto"',
        ),
    ),
    "symposium_executor": Option(
        "", "", str, 'a function that makes pages elsewhere: `"module:function"`',
        test=_must(
            RE_FUNCTION.fullmatch, "is not a function",
            'write "module:function", the name of a function that returns an executor',
        ),
    ),
    "symposium_identity": Option(
        "", "", str,
        "what distinguishes the site from others in [calendars](calendars.md)", "made of `project`",
    ),
    "symposium_home": Option(
        "", "html", str,
        'the record whose page the home page is: a person, with [a profile](personal-site.md), '
        '[an event](workshop-site.md), or another, as `"people/mira-sol"` or `"events/<id>"`',
    ),
    "symposium_offline": Option(
        False, "html", (bool, list, tuple),
        "`True`, or a list of events whose [programmes are "
        "kept](events-and-talks.md#without-a-network) where there is no network",
    ),
    "symposium_forge": Option(
        "", "html", str,
        "the repository or mail for [corrections by readers](#corrections-by-readers)",
        test=_must(forge_of, "is not the address of a forge or of a mail", FORGES),
    ),
    "symposium_accent": Option(
        "", "html", str, "[the colour](extending.md#looks) of links and of what is chosen",
        test=_must(colour_of, "is not a colour", 'for example, write "#0a6070"'),
    ),
    "symposium_logo": Option(
        "", "html", str, "[a picture](extending.md#looks) for the header, relative to `conf.py`",
        test=_picture(".svg", ".png", ".jpg", ".jpeg", ".webp", ".gif"),
    ),
    "symposium_favicon": Option(
        "", "html", str, "[a picture](extending.md#looks) for tabs, relative to `conf.py`",
        test=_picture(".svg", ".png", ".ico"),
    ),
    "symposium_full_theme_css": Option(
        False, "html", bool,
        "whether every page loads the whole style sheet of the theme, for your own parts that use "
        "Bootstrap",
    ),
    "symposium_plugins": Option(
        [], "env", LISTS,
        '[plugins](extending.md#plugins), each as `"package.module:NAME"`; installed ones need not '
        "be named",
    ),
    "symposium_navigation": Option(
        NAVIGATION, "html", list,
        "page or address, and title, of each entry in the header; empty lists are left out",
        ", ".join(title for _, title in NAVIGATION),
        test=_must(
            lambda entry: isinstance(entry, (list, tuple)) and [*map(type, entry)] == [str, str],
            "is not an entry of the header",
            'write ("people/index", "People"), the name of a page and the word for it',
        ),
        each=True,
    ),
}  # fmt: skip
"""All options, in the order of the guide."""


def faults_of(settings: Mapping[str, Any], folder: Path) -> Iterator[tuple[str, Fault]]:
    """Yield the invalid settings of a project, each with its fault.

    ``folder`` is that of ``conf.py``. Settings that name records are tested by `of_records`.
    """
    for name, value in settings.items():
        if name not in OPTIONS:
            names = [option.removeprefix(PREFIX) for option in OPTIONS]
            near = nearest(name.removeprefix(PREFIX), names) if name.startswith(PREFIX) else None
            if near:
                yield name, ("there is no such setting", f"did you mean {PREFIX}{near}?")
        elif not isinstance(value, OPTIONS[name].types):
            types = OPTIONS[name].types
            kinds = types if isinstance(types, tuple) else (types,)
            # A text beside another type is a special word, or the form of the command line.
            main = [kinds[0], *(kind for kind in kinds[1:] if kind is not str)]
            hint = f"write {' or '.join(WORDS[kind] for kind in main if kind in WORDS)}"
            yield name, (f"{value!r} is of the wrong type", hint)
        elif value != OPTIONS[name].default and (test := OPTIONS[name].test):
            is_list = OPTIONS[name].each and not isinstance(value, str)
            items: Any = value if is_list else [value]
            yield from ((name, fault) for item in items if (fault := test(item, folder)))
    if settings.get("symposium_root") and settings.get("symposium_site") is True:
        what = "it is for documentation that is not ours as a whole, and symposium_site is True"
        yield "symposium_root", (what, "leave one of them out")


def of_records(settings: Mapping[str, Any], kb: KnowledgeBase) -> Iterator[tuple[str, Fault]]:
    """Yield the settings that name a missing record, each with its fault."""
    home, events = settings.get("symposium_home"), settings.get("symposium_offline")
    if isinstance(home, str) and home and (fault := of_home(home, kb)):
        yield "symposium_home", fault
    for name in texts_in(events) if isinstance(events, (list, tuple)) else ():
        if name not in kb.events:
            yield "symposium_offline", of_event(name, kb)


def of_home(page: str, kb: KnowledgeBase) -> Fault | None:
    """Return the fault of the page that is set as the home page, or ``None``."""
    folder, _, name = page.strip("/").partition("/")
    kind = BY_FOLDER.get(folder)
    if kind and kb.find(kind.name, name):
        return None
    near = kb.nearest(kind.name, name) if kind else nearest(folder, BY_FOLDER)
    suggestion = f"{folder}/{near}" if kind else f"{near}/{name}"
    return (
        f"there is no page {page!r}",
        f"did you mean {suggestion!r}?" if near else 'write "people/<id>" or "events/<id>"',
    )


def of_event(name: str, kb: KnowledgeBase) -> Fault:
    """Return the fault of an event that does not exist."""
    hint = Spellings(kb.events).hint(name, "write the names of folders in events/")
    return f"there is no event {name!r}", hint


def problem(conf: str, name: str, fault: Fault) -> Problem:
    """Return the fault of a setting as a problem; ``conf`` is the text of ``conf.py``."""
    place = Place("conf.py", line_of(conf, name))
    return Problem(Code.SETTING, f"{name}: {fault[0]}", place, fault[1])


def options(subject: Subject) -> Iterator[Problem]:
    """Report invalid settings among the literal values in ``conf.py``."""
    conf = subject.texts.text_of("conf.py")
    for name, fault in faults_of(subject.settings, subject.root):
        yield problem(conf, name, fault)
    for name, fault in of_records(subject.settings, subject.kb):
        yield problem(conf, name, fault)
    # Other extensions may make pages.
    extensions = {"myst_parser", "sphinx_design", "sphinxcontrib.bibtex", "symposium"}
    if extensions.issuperset(texts_in(subject.settings.get("extensions"))):
        entries = subject.settings.get("symposium_navigation")
        for fault in of_navigation(entries, subject.documents, partial(exists, subject.kb)):
            yield problem(conf, "symposium_navigation", fault)


def of_navigation(
    entries: Any, documents: Collection[str], is_there: Callable[[tuple[str, str]], bool]
) -> Iterator[Fault]:
    """Yield the faults of entries in the header that name no page; listings may still be empty."""
    for entry in entries if isinstance(entries, list) else ():
        page = next(iter(texts_in(entry)), "").partition("#")[0]
        if not page or "://" in page or page in documents:
            continue
        about = subject_of(page)
        if not about or not (about[0] == "index" or about in ALONE.values() or is_there(about)):
            hint = Spellings(documents).hint(page, "write the name of a page, or an address")
            yield f"there is no page {page!r}", hint


RULES = (options,)
