"""References to works of other knowledge bases: ``dept:key`` leads to the page there."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from weakref import WeakKeyDictionary

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment

from symposium.knowledge.elsewhere import (
    NOTHING,
    SETTING,
    Elsewhere,
    addresses_in,
    path_of,
    read_elsewhere,
)
from symposium.knowledge.short_texts import author_year, authors_label, year_label
from symposium.model.citation_syntax import Cited
from symposium.model.gate import read_file
from symposium.sphinxext.reports import warn
from symposium.sphinxext.scope import app_of

_known: WeakKeyDictionary[Sphinx, Elsewhere] = WeakKeyDictionary()

TEXTUAL = frozenset({"t", "ts", "ct", "cts"})
"""Citations that are a part of the sentence: Doe (2020)."""


def setup(app: Sphinx) -> None:
    """Read the files before anything is resolved; pages are made again when one changes."""
    app.add_config_value(f"{SETTING}_digest", "", "env", str)
    app.connect("config-inited", read, priority=110)
    app.connect("builder-inited", report_missing)


def read(app: Sphinx, config: Config) -> None:
    """Read the files of the works elsewhere."""
    addresses = addresses_in(config[SETTING])
    root = Path(app.srcdir)
    found = _known[app] = read_elsewhere(root, addresses)
    made = sha256(repr(addresses).encode())
    for name in addresses:
        made.update(read_file(path_of(root, name)) if name not in found.missing else b"-")
    config[f"{SETTING}_digest"] = made.hexdigest() if addresses else ""


def report_missing(app: Sphinx) -> None:
    """Say which files are not there."""
    for name in _known[app].missing:
        path = path_of(Path(), name)
        message = f"{path} cannot be read: run symposium elsewhere, and commit what it writes"
        warn(message, "elsewhere", "conf.py")


def elsewhere_of(env: BuildEnvironment) -> Elsewhere:
    """Return the works elsewhere that a build may cite."""
    return _known.get(app_of(env), NOTHING)


def foreign_link(
    found: Elsewhere, text: str, content: nodes.Element | None
) -> nodes.Element | None:
    """Return the link to a work elsewhere, with its authors and year or the author's own words."""
    work = found.find(text)
    if work is None:
        return None
    shown = content or nodes.inline("", author_year(work.paper), classes=["kb", "kb-paper"])
    return nodes.reference(
        "", "", shown, internal=False, refuri=work.address, reftitle=work.paper.title
    )


def foreign_citation(found: Elsewhere, one: Cited, style: str) -> nodes.Element | None:
    """Return the citation of a work elsewhere: its authors and year, linked to its page."""
    work = found.find(one.key)
    if work is None:
        return None
    paper = work.paper
    post = f", {one.post}" if one.post else ""
    if style in TEXTUAL:
        text = f"{authors_label(paper)} ({year_label(paper)}{post})"
    else:
        text = f"{authors_label(paper)}, {year_label(paper)}{post}"
    text = f"{one.pre} {text}" if one.pre else text
    return foreign_link(found, one.key, nodes.inline("", text))
