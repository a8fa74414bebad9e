"""Small texts: paragraphs, beginnings, styled spans, and Markdown that Sphinx does not render.

Of Markdown, emphasis, code, links and the roles of Symposium are understood. Directives, comments
and raw HTML are left out; every word of the paragraphs is kept. `clean` removes the characters that
XML does not allow.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from symposium.kinds import BY_NAME
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.mentions import authors_label, label, year_label
from symposium.locale import plural
from symposium.pages.author_links import ROOT, safe_href
from symposium.pages.maths import as_typed, maths
from symposium.pages.publication_status import status_of
from symposium.pages.template_compiler import markup

RE_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that XML 1.0 does not allow. (A class that reaches beyond U+FFFF compiles slowly.)"""

CONTROLS = bytes(set(range(32)) - set(b"\t\n\r"))
LAST = ("\ufffe", "\uffff")

RE_BLANK = re.compile(r"\n[ \t]*\n\s*")


def clean(text: str) -> str:
    r"""Return ``text`` without the characters that XML does not allow.

    >>> clean("a\x00b\x1fc")
    'abc'
    """
    if text.isprintable():
        return text
    # Nearly every text is clean, which its bytes show five times faster than the expression.
    try:
        data = text.encode()
    except UnicodeEncodeError:
        return RE_FORBIDDEN.sub("", text)
    if len(data.translate(None, CONTROLS)) == len(data) and not any(map(text.__contains__, LAST)):
        return text
    return RE_FORBIDDEN.sub("", text)


encode: Callable[[object], str] = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, separators=(",", ":")
).encode
"""Returns a value as JSON on one line."""


def json_in_html(value: object) -> str:
    """Return JSON for a ``<script>`` in HTML or XML; no text in it can end the element."""
    return encode(value).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def paragraphs(text: str) -> Markup:
    r"""Return text as paragraphs; empty lines separate them.

    >>> paragraphs("One & two.\n\nThree.")
    Markup('<p>One &amp; two.</p>\n<p>Three.</p>')
    """
    parts = [" ".join(part.split()) for part in RE_BLANK.split(text.strip())]
    html = "\n".join(f"<p>{maths(part)}</p>" for part in parts if part)
    return Markup(html)  # noqa: S704 - escaped by maths


def in_a_row(names: Sequence[str], most: int) -> Markup:
    """Return escaped names in a row; after the first ``most``, the number of the others."""
    more = plural(len(names) - most, ", and {count} more", ", and {count} more")
    return markup(", ".join(names[:most]) + (more if len(names) > most else ""))


def shorten(text: str, length: int = 200) -> str:
    """Return the beginning of ``text``, cut between words.

    >>> shorten("one two three", 8)
    'one two…'
    """
    # Of a long text the beginning is enough, unless it is mostly white space.
    start = " ".join(text[: 2 * length + 100].split())
    text = start if len(start) > length else " ".join(text.split())
    if len(text) <= length:
        return text
    return text[: length + 1].rpartition(" ")[0].rstrip(" ,;:.–-") + "…"


@dataclass(frozen=True, slots=True)
class Span:
    """Text in one style, perhaps with a link to a record or an address."""

    text: str
    r"""Formulas stand between ``$`` signs; ``\$`` is a dollar."""
    style: str = ""
    """``title``, ``own`` (the name of the person whose page it is), ``cite``, ``emphasis``,
    ``strong``, ``mark``, ``award``, ``standing``, ``code`` or ``muted``."""
    kind: str = ""
    id: str = ""
    """Kind and id of the linked record."""
    href: str = ""
    """The linked address on the web."""


Line = tuple[Span, ...]


def line(*parts: Span | str) -> Line:
    """Return a line made of spans and plain texts; empty texts are left out.

    >>> text_of(line("by ", Span("Ada", "own"), ""))
    'by Ada'
    """
    spans = (Span(part) if isinstance(part, str) else part for part in parts)
    return tuple(span for span in spans if span.text)


def joined(lines: Sequence[Line], separator: str) -> Line:
    """Return lines as one, with a separator between them; empty lines are left out."""
    spans: list[Span] = []
    for index, row in enumerate(row for row in lines if row):
        spans += [Span(separator)] * bool(index) + list(row)
    return tuple(spans)


def text_of(spans: Line) -> str:
    """Return a line as plain text, formulas as typed.

    >>> text_of(line("by ", Span("Ada", "own")))
    'by Ada'
    """
    return "".join(as_typed(span.text) for span in spans)


RE_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,}|:{3,})")
RE_FENCE_END = re.compile(r"[ \t]*([`~:]{3,})[ \t]*")
RE_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
RE_DROPPED = re.compile(r"^[ \t]*(?:%|\([\w-]+\)=)[^\n]*$", re.MULTILINE)
RE_ITEM = re.compile(r"\n(?=[ \t]*(?:[-*+]|\d+[.)])[ \t]+)")
RE_BULLET = re.compile(r"[ \t]*(?:[-*+]|(\d+[.)]))[ \t]+")
RE_HEADING = re.compile(r"#{1,6}[ \t]+(.*?)[ \t]*#*")
RE_INLINE = re.compile(
    r"\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|\{(?P<role>[\w:+-]{1,50})\}(?P<tick>`{1,9}+)(?P<target>.{1,500}?)(?P=tick)"
    r"|(?P<ticks>`{1,9}+)(?P<code>.{1,500}?)(?P=ticks)(?!`)"
    r"|\[(?P<text>[^\]\[]{1,500}+)\]\((?P<href>[^)\s]{0,2000}+)[^)]{0,500}+\)"
    r"|<(?P<auto>https?://[^\s<>]{1,2000}+)>"
    r"|(?P<stars>\*{1,2})(?=\S)(?P<strong>.{1,1000}?)(?<=\S)(?P=stars)"
    r"|(?<!\w)(?P<lines>_{1,2})(?=\S)(?P<emphasis>.{1,1000}?)(?<=\S)(?P=lines)(?!\w)"
    r"|</?[A-Za-z][^<>]{0,500}+>",
    re.DOTALL,
)
"""Each part has a limit: else the end of an unclosed one is searched in the whole text."""
MAX_DEPTH = 8
"""Levels of emphasis within emphasis that are understood."""
BULLET = Span("• ")
"""Before an item of a list."""
RE_TARGET = re.compile(r"(?P<text>.*\S)\s*<(?P<id>[^<>]+)>", re.DOTALL)


def prose(kb: KnowledgeBase, body: str) -> tuple[Line, ...]:
    """Return the paragraphs of a body, each as one line; items of lists and headings too."""
    text = RE_DROPPED.sub("", _without_comments(_without_fences(body)))
    paragraphs: list[Line] = []
    for block in RE_BLANK.split(text.strip()):
        for part in RE_ITEM.split(f"\n{block}" if RE_BULLET.match(block) else block):
            spans = tuple(_paragraph(kb, part.strip("\n")))
            if "".join(span.text for span in spans).strip():
                paragraphs.append(spans)
    return tuple(paragraphs)


def plain_text(kb: KnowledgeBase, body: str) -> str:
    """Return a body as one line of text, formulas as typed."""
    return " ".join([text_of(row) for row in prose(kb, body)]) if body else ""


def _without_fences(body: str) -> str:
    """Return a body without its directives and blocks of code; an unclosed one stays."""
    kept: list[str] = []
    fence, since = "", 0
    for text in body.split("\n"):
        kept.append(text)
        if fence:
            if (end := RE_FENCE_END.fullmatch(text)) and end[1].startswith(fence):
                fence, kept[since:] = "", ["", ""]
        elif begin := RE_FENCE.match(text):
            fence, since = begin[1], len(kept) - 1
    return "\n".join(kept)


def _without_comments(text: str) -> str:
    """Return a text without comments; the search ends at the last ``-->``."""
    end = text.rfind("-->") + 3
    return RE_COMMENT.sub("", text[:end]) + text[end:] if end > 2 else text


def _paragraph(kb: KnowledgeBase, text: str) -> Iterator[Span]:
    heading = RE_HEADING.fullmatch(text.strip())
    if heading:
        yield Span(" ".join(heading[1].split()), "strong")
        return
    bullet = RE_BULLET.match(text)
    if bullet:
        yield Span(f"{bullet[1]} ") if bullet[1] else BULLET
        text = text[bullet.end() :]
    yield from inline(kb, " ".join(text.split()))


def inline(kb: KnowledgeBase, text: str, style: str = "", depth: int = 0) -> Iterator[Span]:
    """Yield the spans of a paragraph."""
    if depth > MAX_DEPTH:
        yield from line(Span(text, style))
        return
    end = 0
    plain = ""
    for match in RE_INLINE.finditer(text):
        plain += text[end : match.start()]
        end = match.end()
        if match["escaped"]:
            plain += "\\$" if match["escaped"] == "$" else match["escaped"]
            continue
        yield from line(Span(plain, style))
        plain = ""
        if match["role"]:
            yield from _role(kb, match["role"], match["target"], style)
        elif match["code"]:
            yield Span(match["code"].strip(), "code")
        elif match["text"]:
            href = safe_href(match["href"]) or ""
            text_of_link = "".join(span.text for span in inline(kb, match["text"], depth=depth + 1))
            yield Span(text_of_link, style, href="" if ROOT in href else href)
        elif match["auto"]:
            yield Span(match["auto"], style, href=safe_href(match["auto"]) or "")
        elif match["strong"] or match["emphasis"]:
            marks = match["stars"] or match["lines"]
            inner = match["strong"] or match["emphasis"]
            yield from inline(kb, inner, "strong" if len(marks) == 2 else "emphasis", depth + 1)
    yield from line(Span(plain + text[end:], style))


def records_of_role(kb: KnowledgeBase, role: str, target: str) -> list[tuple[str, str, str]]:
    """Return kind, id and label of each record that a role names."""
    if role.startswith("cite"):
        keys = (key.strip().lstrip("!~-") for key in target.split(","))
        ids = [id_ for key in keys if (id_ := kb.find("paper", key))]
        return [("paper", id_, label(kb, "paper", id_)) for id_ in ids]
    kind, explicit = role.removeprefix("kb:"), RE_TARGET.fullmatch(target)
    id_ = kb.find(kind, explicit["id"] if explicit else target) if kind in BY_NAME else None
    return [(kind, id_, explicit["text"] if explicit else label(kb, kind, id_))] if id_ else []


def _role(kb: KnowledgeBase, role: str, target: str, style: str) -> Iterator[Span]:
    """Yield the label of each record that a role names."""
    rows = records_of_role(kb, role, target)
    outside = bool(rows) and role in {"cite", "cite:p", "cite:ps", "cite:label"}
    yield from line("(" if outside else "")
    for index, (kind, record_id, text) in enumerate(rows):
        work = kb.works[record_id] if outside else None
        name = f"{authors_label(work)}, {year_label(work)}" if work else text
        yield from line("; " if index else "", *marked(kb, Span(name, style, kind, record_id)))
    yield from line(")" if outside else "")
    if not rows and not role.startswith("cite"):
        explicit = RE_TARGET.fullmatch(target)
        yield Span(explicit["text"] if explicit else target, style)


def marked(kb: KnowledgeBase, span: Span) -> Line:
    """Return the name of a record as a line, with the mark of its status behind it.

    The mark has no link to a notice that is a file of the site, as lines are read elsewhere, too.
    """
    status = status_of(kb, span.kind, span.id)
    if status is None:
        return line(span)
    notice = "" if status.notice.startswith(ROOT) else status.notice
    return line(span, " ", Span(f"[{status.word}]", "standing", href=notice))
