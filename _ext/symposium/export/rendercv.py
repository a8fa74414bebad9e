"""Curricula vitae as YAML that RenderCV reads: ``rendercv render cv.yaml`` sets it in its themes.

RenderCV reads texts as Markdown and lets Typst commands and formulas in them through; `escaped`
takes the meaning from every sign that would have one. A section holds entries of one type; its
title is its key.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml

from symposium.kinds.person import Person
from symposium.knowledge import KnowledgeBase, Mentions
from symposium.locale import _, separators
from symposium.pages.author_links import ROOT
from symposium.pages.cv_parts import CvEntry, CvPart
from symposium.pages.cv_sections import Cv, make_cv, people_with_cv
from symposium.pages.small_texts import clean
from symposium.pages.spans import Line, text_of
from symposium.pages.urls import Urls

Json = dict[str, Any]

RE_MARKUP = re.compile(r"[\\`*_\[\]]")
"""Signs of Markdown."""

RE_MEANING = re.compile(r"#(?=[A-Za-z])|\$(?=\$)|<(?=[A-Za-z/!?])|&(?=#?\w+;)")
"""Where a Typst command, a formula, an element or an entity would begin."""

RE_PLAIN = re.compile(r"[\w:/?#@!$&'+,;=%.~-]+")
"""Addresses that Markdown reads as they are."""

JOINER = "\u2060"
"""Takes no room and breaks no line; what it stands in is no command any more."""

WORKS = frozenset({"publications", "selected", "posters", "edited"})
"""Sections whose entries are publications to RenderCV."""


def rendercv_files(
    kb: KnowledgeBase, _mentions: Mentions, _urls: Urls
) -> Iterator[tuple[str, bytes]]:
    """Yield the path and the YAML of each curriculum vitae."""
    for person in people_with_cv(kb):
        data = {"cv": cv_of(make_cv(kb, person), person)}
        text = yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=10_000)
        yield f"people/{person.id}/cv.yaml", text.encode("utf-8", "replace")


def cv_of(cv: Cv, person: Person) -> Json:
    """Return a curriculum vitae in RenderCV's form."""
    made: Json = {"name": clean(cv.name)}
    if cv.headline or cv.affiliations:
        made["headline"] = escaped(cv.headline or cv.affiliations[0])
    website = next((href for text, href in cv.links if text == _("Homepage")), "")
    if website and not website.startswith(ROOT):
        made["website"] = website
    if person.orcid:
        made["social_networks"] = [{"network": "ORCID", "username": person.orcid}]
    sections: Json = {}
    for part in cv.parts:
        title = part.title or _("Statement")
        paragraphs = [written(one) for one in part.paragraphs]
        if not part.groups:
            sections[title] = paragraphs
        for group in part.groups:
            name = ": ".join(filter(None, (title, group.title)))
            sections[name] = [entry_of(part, one) for one in group.entries]
    made["sections"] = sections
    return made


def entry_of(part: CvPart, one: CvEntry) -> Json:
    """Return an entry in the type that RenderCV has for its section."""
    first, *rest = one.lines or ((),)
    title = written(first)
    if part.id in WORKS and rest:
        made: Json = {"title": title, **_publication(rest)}
        rest = []
    elif part.id == "education" and rest:
        made = {"institution": escaped(text_of(rest.pop(0))), "area": title}
    elif part.id == "experience" and rest:
        made = {"company": escaped(text_of(rest.pop(0))), "position": title}
    else:
        made = {"name": title}
    if one.when:
        made["date"] = escaped(one.when)
    if rest:
        made["highlights"] = [written(row) for row in rest]
    return made


def written(line: Line) -> str:
    """Return a line as Markdown; what has become of a work leads to the notice."""
    done, rest = "", escaped(text_of(line))
    for span in line:
        if span.style == "standing" and RE_PLAIN.fullmatch(span.href):
            before, mark, rest = rest.partition(escaped(span.text))
            done += f"{before}[{mark}]({span.href})"
    return done + rest


def _publication(rows: list[Line]) -> Json:
    """Return authors, venue and address of a work."""
    made: Json = {"authors": _authors(rows[0])}
    spans = [span for row in rows[1:] for span in row]
    where = text_of(tuple(span for span in spans if not span.href)).strip(" ·")
    hrefs = (span.href for span in spans if span.href and not span.href.startswith(ROOT))
    address = next(hrefs, "")
    if where:
        made["journal"] = escaped(where)
    if address:
        made["url"] = address
    return made


def _authors(line: Line) -> list[str]:
    """Return the names of a line, each with its marks; that of the person stands in ``**…**``."""
    names: list[str] = []
    between = {", ", *separators(2), *separators(4)}
    for span in line:
        if span.kind == "person":
            text = escaped(span.text)
            names.append(f"**{text}**" if span.style == "own" else text)
        elif span.style == "mark" and names:
            names[-1] += escaped(span.text)
        elif span.text not in between and (rest := span.text.removeprefix("and ").strip()):
            names.append(escaped(rest))
    return names


def escaped(text: str) -> str:
    r"""Return a text as Markdown that shows it as it is.

    >>> escaped("*a* [b]"), escaped("#eval(x) is #1") == "#\u2060eval(x) is #1"
    ('\\*a\\* \\[b\\]', True)
    """
    plain = RE_MARKUP.sub(r"\\\g<0>", clean(" ".join(text.split())))
    return RE_MEANING.sub(rf"\g<0>{JOINER}", plain)
