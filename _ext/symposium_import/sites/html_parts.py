"""HTML within Markdown as Markdown: pictures and links get their form there, of all else the text.

Blocks that hold other elements are made Markdown as texts of other systems are.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

from symposium_import.foreign_texts.markdown import to_markdown

BREAK = "\x01"
"""The end of a paragraph: put in where all else is done."""

ATTRIBUTE = re.compile(r"([\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
RE_DROPPED = re.compile(r"<(script|style|svg|form|object)\b.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
RE_WHOLE = re.compile(r"<(table|ul|ol|dl)\b(?:(?!<\1\b).)*?</\1\s*>", re.DOTALL | re.IGNORECASE)
RE_IMAGE = re.compile(r"<img\b([^<>]*)>", re.IGNORECASE)
RE_LINK = re.compile(r"<a\b([^<>]*)>((?:(?!\n[ \t]*\n|<a\b).)*?)</a\s*>", re.DOTALL | re.IGNORECASE)
RE_FOOTNOTE = re.compile(r"\s*<d-footnote\b[^<>]*>(.*?)</d-footnote\s*>", re.DOTALL)
RE_OWN = re.compile(r"</?[a-z]+-[\w-]*(?:\s[^<>]*)?>", re.IGNORECASE)
"""Elements that scripts of a site define."""
RE_TAG = re.compile(r"</?[a-z][a-z0-9]*(?:\s[^<>]*)?/?>", re.IGNORECASE)
RE_BLOCK = re.compile(rf"\n[ \t]*\n|{BREAK}")
RE_INSIDE = re.compile(r"<(/?)(?:div|section|article|figure|details|center|p)\b", re.IGNORECASE)


def attributes(text: str) -> dict[str, str]:
    """Return the attributes of a tag.

    >>> attributes('src="a b.png" alt=x')
    {'src': 'a b.png', 'alt': 'x'}
    """
    return {
        found[1].lower(): unescape(found[2] or found[3] or found[4] or "")
        for found in ATTRIBUTE.finditer(text)
    }


def with_links(text: str, report: Callable[[str], None]) -> str:
    """Return text in which pictures and links are Markdown; what runs or is drawn is left out.

    >>> with_links('<a href="x"><b>c</b> <img src="d.png"></a>', print)
    '[**c** ![](d.png)](x)'
    """

    def dropped(found: re.Match[str]) -> str:
        report(f"<{found[1].lower()}> is left out")
        return ""

    made = RE_FOOTNOTE.sub(r" (\1)", RE_DROPPED.sub(dropped, text))
    return RE_LINK.sub(_link, RE_IMAGE.sub(_image, RE_OWN.sub("", made)))


def _image(found: re.Match[str]) -> str:
    given = attributes(found[1])
    source = given.get("src", "").replace(" ", "%20")
    return f"![{' '.join(given.get('alt', '').split())}]({source})" if source else ""


def _link(found: re.Match[str]) -> str:
    href = attributes(found[1]).get("href", "").replace(" ", "%20")
    text = re.sub(r"</?(?:b|strong)\s*>", "**", found[2])
    words = " ".join(RE_TAG.sub(" ", text).split())
    return f"[{words}]({href})" if href and words else words


def without_html(text: str, report: Callable[[str], None]) -> str:
    r"""Return text whose blocks with tags are made Markdown.

    >>> without_html('<b>a</b><br>c\n\n*d*', print)
    '**a**\\\nc\n\n*d*'
    """
    if not RE_TAG.search(text):
        return text.replace(BREAK, "\n\n")
    text = RE_WHOLE.sub(lambda one: re.sub(r"\n\s*\n", "\n", one[0]), text)
    made, depth = [], 0
    for part in RE_BLOCK.split(text):
        # What is indented in an element is no code.
        block = re.sub(r"(?m)^[ \t]+", "", part) if depth else part
        depth = max(0, depth + sum(-1 if one[1] else 1 for one in RE_INSIDE.finditer(block)))
        if block.lstrip().startswith(("#", "[^")):
            made.append(RE_TAG.sub("", block))
        elif RE_TAG.search(block):
            converted = to_markdown(block)
            for what in converted.dropped:
                report(f"<{what}> is left out, or a link now")
            made.append(converted.markdown)
        else:
            made.append(block)
    return "\n\n".join(made)
