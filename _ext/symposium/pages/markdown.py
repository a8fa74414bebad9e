"""Prose for a place that Sphinx does not set: the paragraphs of a Markdown body as lines.

Emphasis, code, links and our roles are understood. What cannot stand in a paragraph (directives,
comments, raw HTML) is left out; every word of the paragraphs is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from symposium.knowledge import KnowledgeBase
from symposium.knowledge.labels import authors_label, label
from symposium.model.kinds import BY_NAME
from symposium.pages.links import safe_href
from symposium.pages.spans import Line, Span, line
from symposium.pages.standing import named

RE_BLANK = re.compile(r"\n[ \t]*\n\s*")
RE_FENCE = re.compile(
    r"^[ \t]*(`{3,}|~{3,}|:{3,}).*?^[ \t]*\1[`~:]*[ \t]*$", re.MULTILINE | re.DOTALL
)
RE_DROPPED = re.compile(r"<!--.*?-->|^[ \t]*(?:%|\([\w-]+\)=).*$", re.MULTILINE | re.DOTALL)
RE_ITEM = re.compile(r"\n(?=[ \t]*(?:[-*+]|\d+[.)])[ \t]+)")
RE_BULLET = re.compile(r"[ \t]*(?:[-*+]|(\d+[.)]))[ \t]+")
RE_HEADING = re.compile(r"#{1,6}[ \t]+(.*?)[ \t]*#*")
RE_INLINE = re.compile(
    r"\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|\{(?P<role>[\w:+-]+)\}(?P<tick>`+)(?P<target>.+?)(?P=tick)"
    r"|(?P<ticks>`+)(?P<code>.+?)(?P=ticks)(?!`)"
    r"|\[(?P<text>[^\]\[]+)\]\((?P<href>[^)\s]*)[^)]*\)"
    r"|<(?P<auto>https?://[^\s<>]+)>"
    r"|(?P<stars>\*{1,2})(?=\S)(?P<strong>.+?)(?<=\S)(?P=stars)"
    r"|(?<!\w)(?P<lines>_{1,2})(?=\S)(?P<emphasis>.+?)(?<=\S)(?P=lines)(?!\w)"
    r"|</?[A-Za-z][^<>]*>",
    re.DOTALL,
)
RE_TARGET = re.compile(r"(?P<text>.*\S)\s*<(?P<id>[^<>]+)>", re.DOTALL)


def prose(kb: KnowledgeBase, body: str) -> tuple[Line, ...]:
    """Return the paragraphs of a body, each as one line; items of lists and headings too."""
    text = RE_DROPPED.sub("", RE_FENCE.sub("\n", body))
    paragraphs: list[Line] = []
    for block in RE_BLANK.split(text.strip()):
        for part in RE_ITEM.split(f"\n{block}" if RE_BULLET.match(block) else block):
            made = tuple(_paragraph(kb, part.strip("\n")))
            if "".join(span.text for span in made).strip():
                paragraphs.append(made)
    return tuple(paragraphs)


def _paragraph(kb: KnowledgeBase, text: str) -> Iterator[Span]:
    heading = RE_HEADING.fullmatch(text.strip())
    if heading:
        yield Span(" ".join(heading[1].split()), "strong")
        return
    bullet = RE_BULLET.match(text)
    if bullet:
        yield Span(f"{bullet[1]} " if bullet[1] else "• ")
        text = text[bullet.end() :]
    yield from inline(kb, " ".join(text.split()))


def inline(kb: KnowledgeBase, text: str, style: str = "") -> Iterator[Span]:
    """Yield the spans of a paragraph."""
    end = 0
    plain = ""
    for found in RE_INLINE.finditer(text):
        plain += text[end : found.start()]
        end = found.end()
        if found["escaped"]:
            plain += "\\$" if found["escaped"] == "$" else found["escaped"]
            continue
        yield from line(Span(plain, style))
        plain = ""
        if found["role"]:
            yield from _role(kb, found["role"], found["target"], style)
        elif found["code"]:
            yield Span(found["code"].strip(), "code")
        elif found["text"]:
            href = safe_href(found["href"]) or ""
            yield Span(_bare(kb, found["text"]), style, href="" if "\x02" in href else href)
        elif found["auto"]:
            yield Span(found["auto"], style, href=safe_href(found["auto"]) or "")
        elif found["strong"] or found["emphasis"]:
            marks = found["stars"] or found["lines"]
            inner = found["strong"] or found["emphasis"]
            yield from inline(kb, inner, "strong" if len(marks) == 2 else "cite")
    yield from line(Span(plain + text[end:], style))


def _bare(kb: KnowledgeBase, text: str) -> str:
    return "".join(span.text for span in inline(kb, text))


def _role(kb: KnowledgeBase, role: str, target: str, style: str) -> Iterator[Span]:
    """Yield what a role says: the label of each record that it names."""
    name = role.removeprefix("kb:")
    explicit = RE_TARGET.fullmatch(target)
    if role.startswith("cite"):
        keys = [key.strip().lstrip("!~-") for key in target.split(",")]
        found = [one for key in keys if (one := kb.find("paper", key))]
        outside = role in {"cite", "cite:p", "cite:ps", "cite:label"}
        yield from line("(" if outside and found else "")
        for index, one in enumerate(found):
            work = kb.works[one]
            text = label(kb, "paper", one)
            if outside:
                text = f"{authors_label(work)}, {work.year or 'n.d.'}"
            yield from line("; " if index else "", *named(kb, Span(text, style, "paper", one)))
        yield from line(")" if outside and found else "")
    elif name in BY_NAME:
        record_id = kb.find(name, explicit["id"] if explicit else target)
        text = explicit["text"] if explicit else label(kb, name, record_id) if record_id else target
        span = Span(text, style, name if record_id else "", record_id or "")
        yield from named(kb, span) if record_id else (span,)
    else:
        yield Span(explicit["text"] if explicit else target, style)
