"""Conversion of tags of Liquid and HTML within Markdown to their usual output.

Pictures and links become those of Markdown; of other Liquid tags the text stays. Blocks with
other elements of HTML are converted by `symposium_import.foreign_texts.markdown`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import unescape

from symposium.fields.yaml_repair import shortened

from symposium_import.foreign_texts.markdown import to_markdown

RE_HIGHLIGHT = re.compile(r"^[ \t]*\{%-?\s*highlight\s+([\w+-]+)?[^%]*%\}[ \t]*$", re.MULTILINE)
RE_END_HIGHLIGHT = re.compile(r"^[ \t]*\{%-?\s*endhighlight\s*-?%\}[ \t]*$", re.MULTILINE)
RE_RAW = re.compile(r"\{%-?\s*(?:end)?raw\s*-?%\}")
RE_TAG = re.compile(r"\{%-?\s*(\w+)\s*(.*?)\s*-?%\}", re.DOTALL)
RE_VALUE = re.compile(r"\{\{-?\s*([^{}<%]*?)\s*-?\}\}")
RE_ATTRIBUTES = re.compile(r"[ \t]*\{:[^{}\n]*\}|\{[#.][\w#. -]+\}(?=\s*$)", re.MULTILINE)
RE_PATH_FILTER = re.compile(
    r"[\"']([^\"']+)[\"']\s*(?:\|\s*(?:relative_url|absolute_url|prepend:\s*site\.\w+)\s*)+"
)
RE_LOOP = re.compile(r"\{%-?\s*(end)?(?:for|tablerow)\b(.*?)-?%\}", re.DOTALL)
RE_COLLECTION = re.compile(r"\b(?:site\.data\.([\w.]+)|site\.(\w+)|paginator\.(posts))\b")

SILENT = frozenset({
    "toc", "table_of_contents", "spoiler", "details", "enddetails", "end", "endspoiler", "raw",
    "assign", "else", "elsif", "endif", "endunless", "endcase", "when", "capture", "endcapture",
    "endfor", "endtablerow", "comment", "endcomment", "break", "continue", "increment", "tabs",
    "endtabs", "tab", "endtab",
})  # fmt: skip
"""Tags that are dropped without a report, as they print nothing themselves."""
INCLUDES = {"courses": "teachings", "news": "news", "projects": "projects", "projects_horizontal":
            "projects", "latest_posts": "posts"}  # fmt: skip
"""Includes that list a collection."""
NO_CONTENT = frozenset({"bib_search", "pagination", "base_path", "toc"})
"""Includes that are dropped without a report, as they only help with navigation."""


@dataclass(frozen=True, slots=True)
class PageContext:
    """Functions and values that the conversion of a page needs."""

    report: Callable[[str, str], None]
    """Reports a finding: ``left`` or ``changed``, and a message."""
    link: Callable[[str, str], str | None]
    """Returns a link in Markdown from a text and a target within the site, if this exists."""
    picture: Callable[[str], str | None]
    """Returns the new path of a picture, if it exists."""
    variables: Mapping[str, str]
    listed: Callable[[str], str]
    """Returns a list of a collection, empty if this is unknown."""
    cited: Callable[[str], str]
    """Returns a citation of works by their keys."""
    seen: set[str] = field(default_factory=set)
    """Collections already listed on the page."""


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
        text = RE_TAG.sub(self._tag, self._without_loops(text))
        return RE_ATTRIBUTES.sub("", RE_VALUE.sub(self._value, text))

    def _without_loops(self, text: str) -> str:
        """Return text with each loop replaced by a list of its collection."""
        pieces, end, depth, start = [], 0, 0, 0
        for edge in RE_LOOP.finditer(text):
            if not edge[1]:
                start = start if depth else edge.start()
                depth += 1
            elif depth := max(depth - 1, 0):
                continue
            elif start >= end:
                pieces += [text[end:start], self._loop(text[start : edge.end()], text[:start])]
                end = edge.end()
        return "".join([*pieces, text[end:]])

    def _loop(self, loop: str, before: str) -> str:
        head = RE_LOOP.match(loop)
        name = _collection(loop) or _collection(before.rpartition(" assign ")[2])
        loop_name = f"the loop over {shortened(head[2].strip() if head else '')}"
        if listed := self._list(name, loop_name):
            return listed
        if name not in self.page.seen:
            self.page.report("left", f"{loop_name} is left out: a template made it")
        return ""

    def _list(self, name: str, tag: str) -> str:
        """Return a list of a collection, once on a page; ``tag`` is named in the report."""
        listed = self.page.listed(name) if name and name not in self.page.seen else ""
        if listed:
            self.page.seen.add(name)
            self.page.report("left", f"{tag} is a list of all {name} now")
        return f"{BREAK}{self.hold(listed)}{BREAK}" if listed else ""

    def _value(self, match: re.Match[str]) -> str:
        expression = match[1].strip()
        path = RE_PATH_FILTER.fullmatch(expression)
        if path:
            return path[1]
        name = expression.partition("|")[0].strip()
        if name in {"site.baseurl", "site.url", "page.url"} or not name:
            return ""
        if name[:1] in "\"'" and name[-1:] == name[:1]:
            return name[1:-1]
        if name in self.page.variables:
            return self.page.variables[name]
        self.page.report(
            "left", f"{{{{ {shortened(expression)} }}}} is left out: what it printed is not known"
        )
        return ""

    def _tag(self, match: re.Match[str]) -> str:
        name, rest = match[1], match[2]
        attrs = attributes(rest)
        if name == "include" and (path := attrs.get("path") or attrs.get("src")):
            if path.endswith((".mp4", ".webm")) or "video" in rest.partition(" ")[0]:
                return f"[{attrs.get('caption') or attrs.get('title') or 'video'}]({path})"
            alt = attrs.get("alt") or attrs.get("caption") or attrs.get("title") or ""
            alt = " ".join(re.sub(r"<[^<>]*>", "", alt).split())
            return f"{BREAK}![{alt}]({path}){BREAK}"
        if name in {"link", "post_url"}:
            return rest if name == "link" else f"post:{rest}"
        if name in {"cite", "cite_details", "reference", "quote"} and rest:
            return self.hold(self.page.cited(rest.partition(" -")[0]))
        part = rest.partition(" ")[0].rpartition("/")[2].partition(".")[0]
        if name == "include" and part in NO_CONTENT:
            return ""
        collection = INCLUDES.get(part, "") if name == "include" else ""
        collection = "publications" if name == "bibliography" else collection
        if collection and (collection in self.page.seen or self.page.listed(collection)):
            return self._list(collection, f"{{% {shortened(f'{name} {rest}'.strip())} %}}")
        if name not in SILENT:
            tag = shortened(f"{name} {rest}".strip())
            self.page.report("left", f"{{% {tag} %}} is left out: a template made it")
        return ""


def _collection(text: str) -> str:
    """Return the name of the collection in a part of a template, or an empty text.

    >>> _collection("post in site.talks reversed"), _collection("site.data.repositories.users")
    ('talks', 'repositories.users')
    """
    match = RE_COLLECTION.search(text)
    return (match[1] or match[2] or match[3]) if match else ""


BREAK = "\x01"
"""Placeholder for the end of a paragraph."""

ATTRIBUTE = re.compile(r"([\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
RE_DROPPED = re.compile(r"<(script|style|svg|form|object)\b.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
RE_WHOLE = re.compile(r"<(table|ul|ol|dl)\b(?:(?!<\1\b).)*?</\1\s*>", re.DOTALL | re.IGNORECASE)
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


def _image(match: re.Match[str]) -> str:
    attrs = attributes(match[1])
    source = attrs.get("src", "").replace(" ", "%20")
    return f"![{' '.join(attrs.get('alt', '').split())}]({source})" if source else ""


def _link(match: re.Match[str]) -> str:
    href = attributes(match[1]).get("href", "").replace(" ", "%20")
    text = re.sub(r"</?(?:b|strong)\s*>", "**", match[2])
    words = " ".join(RE_ELEMENT.sub(" ", text).split())
    return f"[{words}]({href})" if href and words else words


def without_html(text: str, report: Callable[[str], None]) -> str:
    r"""Return text with its blocks of HTML converted to Markdown.

    >>> without_html('<b>a</b><br>c\n\n*d*', print)
    '**a**\\\nc\n\n*d*'
    """
    if not RE_ELEMENT.search(text):
        return text.replace(BREAK, "\n\n")
    text = RE_WHOLE.sub(lambda match: re.sub(r"\n\s*\n", "\n", match[0]), text)
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
