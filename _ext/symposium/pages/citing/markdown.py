"""Works as Markdown: a line each, for notes and chats."""

from __future__ import annotations

import re

from symposium.kinds.paper import Paper
from symposium.locale import _
from symposium.pages.author_links import doi_href
from symposium.pages.citing.csl_json import Item
from symposium.pages.shown_times import printed

RE_SIGN = re.compile(r"([\\`*_\[\]<>#|~])")
RE_FORMULA = re.compile(r"((?<!\\)\$(?:[^$\\]|\\.)+\$)", re.DOTALL)


def markdown_line(paper: Paper, item: Item) -> str:
    """Return a work as an item of a list; ``item`` is its `csl_item`.

    It says authors, title, place, date, and a link, and ends with a line end.
    """
    names = [one.name.text for one in paper.authors or paper.editors]
    if paper.et_al:
        names.append(_("et al."))
    where = ", ".join(
        part
        for part in (
            f"*{escaped(paper.venue)}*" if paper.venue else "",
            escaped(_volume(paper)),
            escaped(paper.pages or paper.detail("eid") or ""),
            escaped(item.get("publisher", "") if not paper.venue else ""),
            printed(paper.date) if paper.date else "",
        )
        if part
    )
    address = doi_href(paper.doi) if paper.doi else item.get("URL", "")
    parts = [escaped(", ".join(names)), f"**{escaped(paper.title)}**", where]
    text = " ".join(f"{part.rstrip('.')}." for part in parts if part)
    return " ".join(f"- {text} {f'<{address}>' if address else ''}".split()) + "\n"


def _volume(paper: Paper) -> str:
    return f"{paper.volume or ''}({paper.number})" if paper.number else paper.volume or ""


def escaped(text: str) -> str:
    r"""Return text that means itself in Markdown; formulas stay.

    >>> escaped("a_b [c] $x_1$ <d>")
    'a\\_b \\[c\\] $x_1$ \\<d\\>'
    """
    pieces = RE_FORMULA.split(text)
    return "".join(
        piece if index % 2 else RE_SIGN.sub(r"\\\1", piece) for index, piece in enumerate(pieces)
    )
