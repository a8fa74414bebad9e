"""Conversion of tags of Liquid and HTML within Markdown to their usual output.

Pictures and links become those of Markdown; of other Liquid tags the text stays. Blocks with
other elements of HTML are converted by `symposium_import.foreign_texts.markdown`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import unescape

from symposium.fields.yaml_repair import shortened

from symposium_import.foreign_texts.markdown import to_markdown
from symposium_import.sites.liquid import NOTHING

RE_HIGHLIGHT = re.compile(r"^[ \t]*\{%-?\s*highlight\s+([\w+-]+)?[^%]*%\}[ \t]*$", re.MULTILINE)
RE_END_HIGHLIGHT = re.compile(r"^[ \t]*\{%-?\s*endhighlight\s*-?%\}[ \t]*$", re.MULTILINE)
RE_RAW = re.compile(r"\{%-?\s*(?:end)?raw\s*-?%\}")
RE_TAG = re.compile(r"\{%-?\s*(\w+)\s*(.*?)\s*-?%\}", re.DOTALL)
RE_ATTRIBUTES = re.compile(r"[ \t]*\{:[^{}\n]*\}|\{[#.][\w#. -]+\}(?=\s*$)", re.MULTILINE)
NO_CONTENT = frozenset({"bib_search", "pagination", "base_path", "toc", "social", "scripts",
                        "giscus", "disqus", "repo_trophies"})  # fmt: skip
"""Includes that are dropped without a report, as they only help with navigation."""
SILENT = frozenset({"toc", "table_of_contents", "spoiler", "details", "tabs", "tab", "raw", "end"})
"""Tags that are dropped without a report, as they print nothing themselves."""
RE_AROUND = re.compile(
    rf"<(table|tbody|ul|ol|li)\b[^<>]*>\s*(\{{% list (?:(?!%\}}).)*%\}}|{NOTHING})\s*</\1\s*>",
    re.DOTALL,
)
"""Elements around a list, which is complete without them."""


@dataclass(frozen=True, slots=True)
class PageContext:
    """Functions and values that the conversion of a page needs."""

    report: Callable[[str, str], None]
    """Reports a finding: ``left`` or ``changed``, and a message."""
    link: Callable[[str, str], str | None]
    """Returns a link in Markdown from a text and a target within the site, if this exists."""
    picture: Callable[[str], str | None]
    """Returns the new path of a picture, if it exists."""
    evaluated: Callable[[str], str]
    """Returns what a template prints, with tags ``list`` for lists of records."""
    works: Callable[[str], str]
    """Returns the content of a tag ``list`` for one of jekyll-scholar, or a number of works."""
    cited: Callable[[str], str]
    """Returns a citation of works by their keys."""


def fenced(text: str) -> str:
    """Return text with highlighted code as fenced blocks."""
    text = RE_HIGHLIGHT.sub(lambda match: f"```{match[1] or 'text'}", text)
    return RE_RAW.sub("", RE_END_HIGHLIGHT.sub("```", text))


@dataclass(frozen=True, slots=True)
class Tags:
    """Converter of Liquid tags."""

    page: PageContext
    hold: Callable[[str], str]
    """Returns a placeholder for a text that is final."""

    def rendered(self, text: str) -> str:
        """Return text with its tags replaced by their output."""
        while RE_AROUND.search(text):
            text = RE_AROUND.sub(r"\2", text)
        text = RE_ATTRIBUTES.sub("", RE_TAG.sub(self._tag, text))
        return re.sub(rf"[ \t]+(?=[{BREAK}{NOTHING}])", "", text)

    def _tag(self, match: re.Match[str]) -> str:
        name, rest = match[1], match[2]
        attrs = attributes(rest)
        if name == "include" and (path := attrs.get("path") or attrs.get("src")):
            if path.endswith((".mp4", ".webm")) or "video" in rest.partition(" ")[0]:
                return f"[{attrs.get('caption') or attrs.get('title') or 'video'}]({path})"
            alt = attrs.get("alt") or attrs.get("caption") or attrs.get("title") or ""
            alt = " ".join(re.sub(r"<[^<>]*>", "", alt).split())
            return f"{BREAK}![{alt}]({path}){BREAK}"
        if name == "pdf" and (path := rest.split(" ")[0].strip("\"'")):
            return f"[{path.rpartition('/')[2]}]({path})"
        if name in {"link", "post_url"}:
            return rest if name == "link" else f"post:{rest}"
        if name in {"cite", "cite_details", "reference", "quote"} and rest:
            return self.hold(self.page.cited(rest.partition(" -")[0]))
        part = rest.partition(" ")[0].rpartition("/")[2].partition(".")[0]
        if name in SILENT or name.startswith("end") or (name == "include" and part in NO_CONTENT):
            return ""
        if name != "list" and not name.startswith("bibliography"):
            tag = shortened(f"{name} {rest}".strip())
            self.page.report("left", f"{{% {tag} %}} is left out: a template made it")
            return ""
        listed = rest if name == "list" else self.page.works(match[0])
        if name == "bibliography_count" or not listed:
            return listed or (NOTHING if name == "bibliography" else "")
        return f"{BREAK}{self.hold(block_of(listed))}{BREAK}"


def block_of(listed: str) -> str:
    r"""Return the content of a tag ``list`` as Markdown: a list of links, or a listing.

    >>> block_of("projects\n:topic: tides"), block_of("- [a](/b.md)"), block_of("")
    ('```{listing} projects\n:topic: tides\n```', '- [a](/b.md)', '')
    """
    is_whole = not listed or listed.startswith("- ")
    return listed if is_whole else f"```{{listing}} {listed}\n```"


BREAK = "\x01"
"""Placeholder for the end of a paragraph."""

ATTRIBUTE = re.compile(r"([\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
RE_DROPPED = re.compile(r"<(script|style|svg|form|object)\b.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
RE_WHOLE = re.compile(r"<(table|ul|ol|dl)\b(?:(?!<\1\b).)*?</\1\s*>", re.DOTALL | re.IGNORECASE)
RE_WHOLE_OR_HEADING = re.compile(
    RE_WHOLE.pattern + r"|<h(?P<level>[1-6])\b[^<>]*>(?P<words>.*?)</h(?P=level)\s*>",
    RE_WHOLE.flags,
)
RE_IMAGE = re.compile(r"<img\b([^<>]*)>", re.IGNORECASE)
RE_ANCHOR = re.compile(
    r"<a\b([^<>]*)>((?:(?!\n[ \t]*\n|<a\b).)*?)</a\s*>", re.DOTALL | re.IGNORECASE
)
RE_FOOTNOTE = re.compile(r"\s*<d-footnote\b[^<>]*>(.*?)</d-footnote\s*>", re.DOTALL)
RE_CUSTOM = re.compile(r"</?[a-z]+-[\w-]*(?:\s[^<>]*)?>", re.IGNORECASE)
"""Custom elements."""
RE_ELEMENT = re.compile(r"</?[a-z][a-z0-9]*(?:\s[^<>]*)?/?>", re.IGNORECASE)
RE_BLOCK = re.compile(rf"\n[ \t]*\n|{BREAK}")
RE_INSIDE = re.compile(r"<(/?)(?:div|section|article|figure|details|center|p)\b", re.IGNORECASE)


def attributes(text: str) -> dict[str, str]:
    """Return the attributes of a tag, by name in lower case.

    >>> attributes('src="a b.png" alt=x')
    {'src': 'a b.png', 'alt': 'x'}
    """
    return {
        match[1].lower(): unescape(match[2] or match[3] or match[4] or "")
        for match in ATTRIBUTE.finditer(text)
    }


def with_links(text: str, report: Callable[[str], None]) -> str:
    """Return text with pictures and links as Markdown, and without scripts and drawings.

    >>> with_links('<a href="x"><b>c</b> <img src="d.png"></a>', print)
    '[**c** ![](d.png)](x)'
    """

    def dropped(match: re.Match[str]) -> str:
        report(f"<{match[1].lower()}> is left out")
        return ""

    html = RE_FOOTNOTE.sub(r" (\1)", RE_DROPPED.sub(dropped, text))
    return RE_ANCHOR.sub(_link, RE_IMAGE.sub(_image, RE_CUSTOM.sub("", html)))


RE_ELSEWHERE = re.compile(r"!\[([^\[\]]*)\]\(https?://[^()\s]*\)")
"""Pictures of other sites."""
RE_LEVEL = re.compile(r"<h([1-6])\b", re.IGNORECASE)


def _image(match: re.Match[str]) -> str:
    attrs = attributes(match[1])
    source = attrs.get("src", "").replace(" ", "%20")
    return f"![{' '.join(attrs.get('alt', '').split())}]({source})" if source else ""


def _link(match: re.Match[str]) -> str:
    href = attributes(match[1]).get("href", "").replace(" ", "%20")
    text = re.sub(r"</?(?:b|strong)\s*>", "**", match[2])
    text = RE_ELSEWHERE.sub(r"\1", text)  # they become links, which cannot be within a link
    words = " ".join(dict.fromkeys(RE_ELEMENT.sub("\n", text).split("\n"))).strip()
    is_own = href.lstrip("./").startswith("#") and href[:1] != "#"
    words = f"[{' '.join(words.split())}]({href})" if href and words and not is_own else words
    level = RE_LEVEL.search(match[2])
    return f"<h{level[1]}>{words}</h{level[1]}>" if level else words


def _whole_or_heading(match: re.Match[str]) -> str:
    """Return a table or list without empty lines, or a heading as one of Markdown."""
    if match["level"] is None:
        return re.sub(rf"\n\s*\n|{BREAK}", "\n", match[0])
    return f"{BREAK}{'#' * int(match['level'])} {' '.join(match['words'].split())}{BREAK}"


def without_html(text: str, report: Callable[[str], None]) -> str:
    r"""Return text with its blocks of HTML converted to Markdown.

    >>> without_html('<b>a</b><br>c\n\n*d*', print)
    '**a**\\\nc\n\n*d*'
    """
    if not RE_ELEMENT.search(text):
        return text.replace(BREAK, "\n\n")
    text = RE_WHOLE_OR_HEADING.sub(_whole_or_heading, text)
    blocks, depth = [], 0
    for part in RE_BLOCK.split(text):
        # Indented text in an element is not code.
        block = re.sub(r"(?m)^[ \t]+", "", part) if depth else part
        depth = max(0, depth + sum(-1 if match[1] else 1 for match in RE_INSIDE.finditer(block)))
        if block.lstrip().startswith(("#", "[^")):
            blocks.append(RE_ELEMENT.sub("", block))
        elif RE_ELEMENT.search(block):
            converted = to_markdown(block)
            for what in converted.dropped:
                report(f"<{what}> is left out, or a link now")
            blocks.append(converted.markdown)
        else:
            blocks.append(block)
    return "\n\n".join(blocks)
