"""HTML within Markdown as Markdown: what has a form there gets it, of all else the text stays."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

from symposium.reading.foreign_texts.markdown import to_markdown

Report = Callable[[int, str], None]
"""Takes the line of a text, counted from 0, and what became of something in it."""

BREAK, HARD = "\x01", "\x02"
"""The end of a paragraph, and of a line: put in where all else is done."""

ATTRIBUTE = re.compile(r"([\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
RE_DROPPED = re.compile(r"<(script|style|svg|form|object)\b.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
RE_WHOLE = re.compile(r"<(table|ul|ol|dl)\b(?:(?!<\1\b).)*?</\1\s*>", re.DOTALL | re.IGNORECASE)
PAIRS = "b|strong|i|em|code|kbd|tt|sup|sub|del|s"
RE_PAIR = re.compile(
    rf"<({PAIRS})\b[^<>]*>((?:(?!\n[ \t]*\n|<(?:{PAIRS})\b).)*?)</\1\s*>",
    re.DOTALL | re.IGNORECASE,
)
"""Text between marks; of those in each other the inner one."""
RE_SUMMARY = re.compile(r"<summary\b[^<>]*>(.*?)</summary\s*>", re.DOTALL | re.IGNORECASE)
RE_LINK = re.compile(r"<a\b([^<>]*)>((?:(?!\n[ \t]*\n|<a\b).)*?)</a\s*>", re.DOTALL | re.IGNORECASE)
RE_HEADING = re.compile(r"<h([1-6])\b[^<>]*>(.*?)</h\1\s*>", re.DOTALL | re.IGNORECASE)
RE_MEDIA = re.compile(
    r"<(iframe|video|audio|embed|source)\b([^<>]*)>(?:\s*</\1\s*>)?", re.IGNORECASE
)
RE_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9-]*)((?:\s[^<>]*)?)/?>")
RE_LONG_TAG = re.compile(r"</?[a-zA-Z][\w-]*(?=[^<>\n]*\n)\s[^<>]*>")
RE_OF_DISTILL = re.compile(
    r"<d-(footnote|code|math)\b([^<>]*)>(.*?)</d-\1\s*>", re.DOTALL | re.IGNORECASE
)
RE_BLOCK = re.compile(r"</?(?:div|p|figure|section|span|h[1-6])\b[^<>]*>|\n", re.IGNORECASE)

MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*", "code": "`", "kbd": "`", "tt": "`",
         "del": "~~", "s": "~~"}  # fmt: skip
BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "caption", "center", "dd", "details", "div", "dl",
    "dt", "fieldset", "figcaption", "figure", "footer", "header", "li", "main", "nav", "ol", "p",
    "picture", "pre", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr",
    "ul", "video", "audio", "iframe", "object", "form", "noscript", "html", "body",
})  # fmt: skip
INLINE = frozenset({
    "a", "abbr", "b", "big", "button", "cite", "code", "del", "em", "font", "i", "input", "ins",
    "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "tt",
    "u", "wbr", "source", "embed", "meta", "link", "base", "param", "track", "canvas", "output",
    "select", "option", "textarea",
})  # fmt: skip


def attributes(text: str) -> dict[str, str]:
    """Return the attributes of a tag.

    >>> attributes('src="a b.png" alt=x')
    {'src': 'a b.png', 'alt': 'x'}
    """
    return {
        found[1].lower(): unescape(found[2] or found[3] or found[4] or "")
        for found in ATTRIBUTE.finditer(text)
    }


def without_html(text: str, report: Report) -> str:
    r"""Return text without tags; each line stays the line that it was.

    >>> without_html('<b>a</b> <a href="x">c</a><br>d', lambda *_: None)
    '**a** [c](x)\x02d'
    """
    if "<" not in text:
        return text
    text = _sub(RE_LONG_TAG, text, lambda found: " ".join(found[0].split()))
    text = _sub(RE_OF_DISTILL, text, _of_distill)
    text = _sub(RE_DROPPED, text, lambda found: _dropped(found, text, report))
    text = _sub(RE_WHOLE, text, _whole)
    text = _sub(RE_MEDIA, text, lambda found: _media(found, text, report))
    text = _sub(RE_HEADING, text, _heading)
    text = _sub(RE_SUMMARY, text, _summary)
    for _ in range(3):  # one in another
        text = _sub(RE_PAIR, text, _marked)
    text = _sub(RE_LINK, text, _link)
    return _rest(text, report)


def _of_distill(found: re.Match[str]) -> str:
    """Return a remark, code or a formula of Distill as text."""
    kind, inner = found[1].lower(), found[3].strip()
    if kind == "footnote":
        return f" ({inner})"
    block = "block" in found[2]
    if kind == "math":
        return f"$${inner}$$" if block else f"${inner}$"
    return f"\n\n```\n{inner}\n```\n\n" if block else f"`{inner}`"


def _sub(pattern: re.Pattern[str], text: str, made: Callable[[re.Match[str]], str]) -> str:
    """Replace, and keep the number of lines as far as that goes."""

    def replaced(found: re.Match[str]) -> str:
        new = made(found)
        return new + "\n" * max(0, found[0].count("\n") - new.count("\n"))

    return pattern.sub(replaced, text)


def _dropped(found: re.Match[str], text: str, report: Report) -> str:
    report(text.count("\n", 0, found.start()), f"<{found[1].lower()}> is left out")
    return ""


def _whole(found: re.Match[str]) -> str:
    """Return a table or a list; what is nested in one is made of the inner one first."""
    if BREAK in found[0] or re.search(r"<img\b", found[0], re.IGNORECASE):
        return found[0]  # pictures would be lost, and what is Markdown already
    return f"{BREAK}{to_markdown(found[0]).markdown}{BREAK}"


def _media(found: re.Match[str], text: str, report: Report) -> str:
    given = attributes(found[2])
    source = given.get("src", "")
    if not source:
        return ""
    kind = "video" if found[1].lower() in {"iframe", "video", "source"} else found[1].lower()
    name = given.get("title") or kind
    report(text.count("\n", 0, found.start()), f"<{found[1].lower()}> becomes a link to {source}")
    return f"[{name}]({source.replace(' ', '%20')})"


def _heading(found: re.Match[str]) -> str:
    text = " ".join(found[2].split())
    return f"{BREAK}{'#' * int(found[1])} {text}{BREAK}" if text else ""


def _summary(found: re.Match[str]) -> str:
    text = " ".join(re.sub(r"<[^<>]*>", "", found[1]).split())
    return f"{BREAK}**{text}**{BREAK}" if text else ""


def _marked(found: re.Match[str]) -> str:
    kind, inner = found[1].lower(), found[2]
    core = inner.strip()
    if not core:
        return inner
    if kind in {"sup", "sub"}:
        return f"{{{kind}}}`{core}`" if "`" not in core and "<" not in core else core
    mark = MARKS[kind]
    if core.startswith(mark[0]) or core.endswith(mark[0]) or BREAK in core:
        return inner
    before = inner[: len(inner) - len(inner.lstrip())]
    after = inner[len(inner.rstrip()) :]
    return f"{before}{mark}{core}{mark}{after}"


def _link(found: re.Match[str]) -> str:
    href, text = attributes(found[1]).get("href", ""), found[2]
    if not href or not text.strip():
        return text
    if RE_BLOCK.search(text):  # a link around blocks is around the text and the pictures in them
        text = RE_BLOCK.sub(" ", text)
    return f"[{' '.join(text.split())}]({href.replace(' ', '%20')})"


def _rest(text: str, report: Report) -> str:
    """Return text without the tags that are left; what was indented in them is not any more."""
    made, depth = [], 0
    for number, line in enumerate(text.split("\n")):
        inside = depth > 0
        for found in RE_TAG.finditer(line):
            name = found[2].lower()
            if "-" in name and not found[1] and not name.startswith("d-"):
                report(number, f"<{name}> is left out, the text in it stays")
            if name in BLOCKS and not found[0].endswith("/>"):
                depth = max(0, depth + (-1 if found[1] else 1))
        new = RE_TAG.sub(_tag, line)
        tagged = new != line
        made.append(new.strip() if tagged or inside else new)
    return "\n".join(made)


def _tag(found: re.Match[str]) -> str:
    name = found[2].lower()
    if name == "br":
        return HARD
    if name == "hr":
        return f"{BREAK}---{BREAK}"
    if name == "img":
        given = attributes(found[3])
        source = given.get("src", "").replace(" ", "%20")
        return f"![{' '.join(given.get('alt', '').split())}]({source})" if source else ""
    if name == "li" and not found[1]:
        return f"{BREAK}- "
    if name in BLOCKS:
        return BREAK
    return "" if name in INLINE or "-" in name else found[0]


def broken(text: str) -> str:
    r"""Return text in which paragraphs and lines end where tags have said so.

    >>> broken("a\x02b\x01c")
    'a\\\nb\n\nc'
    """
    lines = []
    for line in text.split("\n"):
        new = re.sub(rf"[ \t]*{BREAK}[ \t{BREAK}]*", "\n\n", line)
        row = new.lstrip().startswith(("|", "#"))
        new = re.sub(rf"[ \t]*{HARD}[ \t]*$", "" if row else r"\\", new)
        lines.append(re.sub(rf"[ \t]*{HARD}[ \t]*", " " if row else "\\\\\n", new))
    text = "\n".join(lines)
    text = re.sub(r"\\\n(?=\s*(?:\n|\Z))", "\n", text)  # a break before nothing
    return re.sub(r"\n[ \t]*(?:\n[ \t]*){2,}", "\n\n", text)
