"""Values of our options in ``conf.py`` that cannot be meant: a check and a build name the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from symposium.kinds import BY_FOLDER, BY_NAME
from symposium.knowledge import KnowledgeBase
from symposium.lint.options import OPTIONS
from symposium.lint.subject import Subject
from symposium.model.problems import Code, Place, Problem
from symposium.model.spelling import nearest
from symposium.pages.citing.references import NAMED, built_in
from symposium.pages.colours import colour_of
from symposium.pages.forges import forge_of
from symposium.pages.subjects import ALONE, exists, subject_of
from symposium.reading.conf_settings import line_of, texts_in

SWITCHES: Mapping[str, bool] = {
    **dict.fromkeys(("0", "false", "no", "off"), False),
    **dict.fromkeys(("1", "true", "yes", "on"), True),
}
"""How the command line writes ``False`` and ``True``."""
SEARCHES = ("auto", "shards", "pagefind", *SWITCHES)
"""Whether to make a search index: the first three are the same as ``True``, the last of them for
older projects."""
PICTURES = {
    "symposium_logo": (".svg", ".png", ".jpg", ".jpeg", ".webp", ".gif"),
    "symposium_favicon": (".svg", ".png", ".ico"),
}
"""What the files of these options may be."""
PREFIX = "symposium_"
WORDS = {bool: "True or False", int: "a number", list: "a list", str: "a text in quotes"}
PAGED = (*BY_NAME, "year")
RE_FUNCTION = re.compile(r"[\w.]+:\w+")
Fault = tuple[str, str]
"""What is wrong, and what to write."""


def faults_of(settings: Mapping[str, Any], folder: Path) -> Iterator[tuple[str, Fault]]:
    """Yield the settings that cannot be meant of those that a project gives, and why.

    ``folder`` is that of ``conf.py``. What depends on records is left to `of_records`.
    """
    for name, value in settings.items():
        if name not in OPTIONS:
            names = [one.removeprefix(PREFIX) for one in OPTIONS]
            near = nearest(name.removeprefix(PREFIX), names) if name.startswith(PREFIX) else None
            if near:
                yield name, ("there is no such setting", f"did you mean {PREFIX}{near}?")
        elif not isinstance(value, OPTIONS[name].types):
            yield name, _of_type(value, OPTIONS[name].types)
        elif value != OPTIONS[name].default and name in TESTS:
            yield from ((name, fault) for fault in TESTS[name](value, folder))
    if settings.get("symposium_root") and settings.get("symposium_site") is True:
        what = "it is for documentation that is not ours as a whole, and symposium_site is True"
        yield "symposium_root", (what, "leave one of them out")


def of_records(settings: Mapping[str, Any], kb: KnowledgeBase) -> Iterator[tuple[str, Fault]]:
    """Yield the settings that name a record that is not there."""
    home, events = settings.get("symposium_home"), settings.get("symposium_offline")
    if isinstance(home, str) and home and (fault := of_home(home, kb)):
        yield "symposium_home", fault
    for name in texts_in(events) if isinstance(events, (list, tuple)) else ():
        if name not in kb.events:
            yield "symposium_offline", of_event(name, kb)


def of_home(wanted: str, kb: KnowledgeBase) -> Fault | None:
    """Return what is wrong with the record whose page the home page is to be."""
    folder, _, name = wanted.strip("/").partition("/")
    kind = BY_FOLDER.get(folder)
    if kind and kb.find(kind.name, name):
        return None
    near = kb.nearest(kind.name, name) if kind else nearest(folder, BY_FOLDER)
    right = f"{folder}/{near}" if kind else f"{near}/{name}"
    return (
        f"there is no page {wanted!r}",
        f"did you mean {right!r}?" if near else 'write "people/<id>" or "events/<id>"',
    )


def of_event(name: str, kb: KnowledgeBase) -> Fault:
    """Return what to write in place of an event that there is not."""
    near = nearest(name, kb.events)
    hint = f"did you mean {near!r}?" if near else "write the names of folders in events/"
    return f"there is no event {name!r}", hint


def problem(conf: str, name: str, fault: Fault) -> Problem:
    """Return what is wrong with a setting as a problem of ``conf.py``, whose text is given."""
    place = Place("conf.py", line_of(conf, name))
    return Problem(Code.SETTING, f"{name}: {fault[0]}", place, fault[1])


def options(subject: Subject) -> Iterator[Problem]:
    """Report what cannot be meant of the plain values in ``conf.py``."""
    conf = subject.texts.text_of("conf.py")
    for name, fault in faults_of(subject.settings, subject.root):
        yield problem(conf, name, fault)
    for name, fault in of_records(subject.settings, subject.kb):
        yield problem(conf, name, fault)
    if not subject.has_other_extensions:  # they may make pages
        for fault in of_navigation(subject):
            yield problem(conf, "symposium_navigation", fault)


def of_navigation(subject: Subject) -> Iterator[Fault]:
    """Yield the entries of the header that name no page; lists of nothing may be empty for now."""
    entries = subject.settings.get("symposium_navigation")
    for entry in entries if isinstance(entries, list) else ():
        page = next(iter(texts_in(entry)), "").partition("#")[0]
        about = subject_of(page)
        is_made = about and (about[0] == "index" or exists(subject.kb, about))
        if not page or "://" in page or page in subject.documents or about in ALONE.values():
            continue
        if not is_made:
            near = nearest(page, subject.documents)
            hint = f'did you mean "{near}"?' if near else "write the name of a page, or an address"
            yield f'there is no page "{page}"', hint


def _of_type(value: Any, types: type | tuple[type, ...]) -> Fault:
    kinds = types if isinstance(types, tuple) else (types,)
    # A text where there is more is a word of its own, or how the command line writes a value.
    words = [WORDS[one] for one in kinds if one in WORDS and (one is not str or one is kinds[0])]
    return f"{value!r} is of the wrong type", f"write {' or '.join(words)}"


def _choice(*names: str, hint: str) -> Callable[[Any, Path], Iterator[Fault]]:
    """Return what tests that a value is one of some names, however it is spelt."""

    def test(value: Any, folder: Path) -> Iterator[Fault]:
        del folder
        if str(value).lower() not in names:
            near = nearest(str(value).lower(), [one for one in names if one not in SWITCHES])
            yield f"{value!r} cannot be meant", f'did you mean "{near}"?' if near else hint

    return test


def _pages(value: Any, folder: Path) -> Iterator[Fault]:
    del folder
    for kind in [value] if isinstance(value, str) else value:
        if kind not in PAGED:
            near = nearest(str(kind), PAGED)
            hint = f"did you mean {near!r}?" if near else f"write one of {', '.join(PAGED)}"
            yield f"{kind!r} is not a kind of page", hint


def _styles(value: Any, folder: Path) -> Iterator[Fault]:
    for name in filter(None, value):  # of the command line, an empty text stands for none
        if isinstance(name, str) and (built_in(name) or Path(folder, name).is_file()):
            continue
        if str(name).endswith(".csl"):
            yield f"{name!r} is not a file", "write its path relative to conf.py"
            continue
        near = nearest(str(name).lower(), NAMED)
        others = f"write one of {', '.join(NAMED)}, or name a file of CSL"
        hint = f"did you mean {near!r}?" if near else others
        yield f"{name!r} is not a style that comes with Symposium", hint


def _navigation(value: Any, folder: Path) -> Iterator[Fault]:
    del folder
    for entry in value:
        pair = isinstance(entry, (list, tuple)) and len(entry) == 2
        if not pair or not all(isinstance(text, str) for text in entry):
            hint = 'write ("people/index", "People"), the name of a page and the word for it'
            yield f"{entry!r} is not an entry of the header", hint


def _root(value: str, folder: Path) -> Iterator[Fault]:
    del folder
    if value != value.strip("/") or not {"..", "."}.isdisjoint(value.split("/")):
        what = f"{value!r} is not the name of a folder inside the documentation"
        yield what, 'for example, write "kb"'


def _forge(value: str, folder: Path) -> Iterator[Fault]:
    del folder
    if forge_of(value) is None:
        hint = (
            'for example, write "https://github.com/owner/repository", '
            '"forgejo+https://git.example.org/owner/repository" or "mailto:name@example.org"'
        )
        yield f"{value!r} is not the address of a forge or of a mail", hint


def _jobs(value: Any, folder: Path) -> Iterator[Fault]:
    del folder
    # On the command line (-D symposium_jobs=2) it is a text.
    if not (str(value).isdecimal() and int(value) > 0):
        yield f"{value!r} is not a number of processes", 'write a number above 0, or "auto"'


def _executor(value: str, folder: Path) -> Iterator[Fault]:
    del folder
    if not RE_FUNCTION.fullmatch(value):
        hint = 'write "module:function", the name of a function that returns an executor'
        yield f"{value!r} is not a function", hint


def _accent(value: str, folder: Path) -> Iterator[Fault]:
    del folder
    if colour_of(value) is None:
        yield f"{value!r} is not a colour", 'for example, write "#0a6070"'


def _picture(endings: tuple[str, ...]) -> Callable[[Any, Path], Iterator[Fault]]:
    def test(value: str, folder: Path) -> Iterator[Fault]:
        if not Path(folder, value).is_file():
            yield f"there is no file {value!r}", "name one, relative to conf.py"
        elif not value.lower().endswith(endings):
            yield f"{value!r} is not a picture", f"name a file that ends in {', '.join(endings)}"

    return test


TESTS: Mapping[str, Callable[[Any, Path], Iterator[Fault]]] = {
    **dict.fromkeys(
        ("symposium_site", "symposium_trust"), _choice(*SWITCHES, hint="write True or False")
    ),
    "symposium_search": _choice(*SEARCHES, hint='write "auto" or False'),
    "symposium_markdown": _choice("auto", *SWITCHES, hint='write "auto", True or False'),
    "symposium_pages": _pages,
    "symposium_citation_styles": _styles,
    "symposium_navigation": _navigation,
    "symposium_root": _root,
    "symposium_forge": _forge,
    "symposium_jobs": _jobs,
    "symposium_executor": _executor,
    "symposium_accent": _accent,
    **{name: _picture(endings) for name, endings in PICTURES.items()},
}
"""What finds fault with values of the right type."""

RULES = (options,)
