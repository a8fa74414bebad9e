"""Tags of Liquid and HTML within Markdown, as Markdown: what the usual ones print.

Pictures and links get their form there, of all else the text. Blocks that hold other elements are
made Markdown as texts of other systems are.
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
"""What holds or makes text by itself, or prints nothing."""
INCLUDES = {"courses": "teachings", "news": "news", "projects": "projects", "projects_horizontal":
            "projects", "latest_posts": "posts"}  # fmt: skip
"""Parts of templates that list a collection."""
NO_CONTENT = frozenset({"bib_search", "pagination", "base_path", "toc"})
"""Parts of templates that only help to find what is there."""


@dataclass(frozen=True, slots=True)
class PageContext:
    """What a page refers to, and who hears what became of it."""

    report: Callable[[str, str], None]
    """Takes ``left`` or ``changed``, and a message."""
    link: Callable[[str, str], str | None]
    """Returns a link, as Markdown, of a text and a target within the site, if there is one."""
    picture: Callable[[str], str | None]
    """Returns the published path of a picture that the page names."""
    variables: Mapping[str, str]
    listed: Callable[[str], str]
    """Returns what lists a collection of the site; nothing if that is unknown."""
    cited: Callable[[str], str]
    """Returns a reference to works by their keys."""
    seen: set[str] = field(default_factory=set)
    """Collections that the page lists already."""


def fenced(text: str) -> str:
    """Return text in which highlighted code is a fenced block."""
    text = RE_HIGHLIGHT.sub(lambda found: f"```{found[1] or 'text'}", text)
    return RE_RAW.sub("", RE_END_HIGHLIGHT.sub("```", text))


@dataclass(frozen=True, slots=True)
class Tags:
    """Makes text of tags."""

    page: PageContext
    hold: Callable[[str], str]
    """Keeps a text as it is, and returns what stands for it meanwhile."""

    def printed(self, text: str) -> str:
        """Return text with what its tags print."""
        text = RE_TAG.sub(self._tag, self._without_loops(text))
        return RE_ATTRIBUTES.sub("", RE_VALUE.sub(self._value, text))

    def _without_loops(self, text: str) -> str:
        """Return text in which a loop is what it lists: all in it was written by a template."""
        made, end, depth, start = [], 0, 0, 0
        for edge in RE_LOOP.finditer(text):
            if not edge[1]:
                start = start if depth else edge.start()
                depth += 1
            elif depth := max(depth - 1, 0):
                continue
            elif start >= end:
                made += [text[end:start], self._loop(text[start : edge.end()], text[:start])]
                end = edge.end()
        return "".join([*made, text[end:]])

    def _loop(self, loop: str, before: str) -> str:
        head = RE_LOOP.match(loop)
        name = _collection(loop) or _collection(before.rpartition(" assign ")[2])
        said = f"the loop over {shortened(head[2].strip() if head else '')}"
        if listed := self._list(name, said):
            return listed
        if name not in self.page.seen:
            self.page.report("left", f"{said} is left out: a template made it")
        return ""

    def _list(self, name: str, said: str) -> str:
        """Return what lists a collection, once on a page."""
        listed = self.page.listed(name) if name and name not in self.page.seen else ""
        if listed:
            self.page.seen.add(name)
            self.page.report("left", f"{said} is a list of all {name} now")
        return f"{BREAK}{self.hold(listed)}{BREAK}" if listed else ""

    def _value(self, found: re.Match[str]) -> str:
        said = found[1].strip()
        path = RE_PATH_FILTER.fullmatch(said)
        if path:
            return path[1]
        name = said.partition("|")[0].strip()
        if name in {"site.baseurl", "site.url", "page.url"} or not name:
            return ""
        if name[:1] in "\"'" and name[-1:] == name[:1]:
            return name[1:-1]
        if name in self.page.variables:
            return self.page.variables[name]
        self.page.report(
            "left", f"{{{{ {shortened(said)} }}}} is left out: what it printed is not known"
        )
        return ""

    def _tag(self, found: re.Match[str]) -> str:
        name, rest = found[1], found[2]
        given = attributes(rest)
        if name == "include" and (path := given.get("path") or given.get("src")):
            if path.endswith((".mp4", ".webm")) or "video" in rest.partition(" ")[0]:
                return f"[{given.get('caption') or given.get('title') or 'video'}]({path})"
            alt = given.get("alt") or given.get("caption") or given.get("title") or ""
            alt = " ".join(re.sub(r"<[^<>]*>", "", alt).split())
            return f"{BREAK}![{alt}]({path}){BREAK}"
        if name in {"link", "post_url"}:
            return rest if name == "link" else f"post:{rest}"
        if name in {"cite", "cite_details", "reference", "quote"} and rest:
            return self.hold(self.page.cited(rest.partition(" -")[0]))
        part = rest.partition(" ")[0].rpartition("/")[2].partition(".")[0]
        if name == "include" and part in NO_CONTENT:
            return ""
        wanted = INCLUDES.get(part, "") if name == "include" else ""
        wanted = "publications" if name == "bibliography" else wanted
        if wanted and (wanted in self.page.seen or self.page.listed(wanted)):
            return self._list(wanted, f"{{% {shortened(f'{name} {rest}'.strip())} %}}")
        if name not in SILENT:
            what = shortened(f"{name} {rest}".strip())
            self.page.report("left", f"{{% {what} %}} is left out: a template made it")
        return ""


def _collection(text: str) -> str:
    """Return the collection that a part of a template names.

    >>> _collection("post in site.talks reversed"), _collection("site.data.repositories.users")
    ('talks', 'repositories.users')
    """
    found = RE_COLLECTION.search(text)
    return (found[1] or found[2] or found[3]) if found else ""


BREAK = "\x01"
"""The end of a paragraph: put in where all else is done."""

ATTRIBUTE = re.compile(r"([\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
RE_DROPPED = re.compile(r"<(script|style|svg|form|object)\b.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
RE_WHOLE = re.compile(r"<(table|ul|ol|dl)\b(?:(?!<\1\b).)*?</\1\s*>", re.DOTALL | re.IGNORECASE)
RE_IMAGE = re.compile(r"<img\b([^<>]*)>", re.IGNORECASE)
RE_ANCHOR = re.compile(
    r"<a\b([^<>]*)>((?:(?!\n[ \t]*\n|<a\b).)*?)</a\s*>", re.DOTALL | re.IGNORECASE
)
RE_FOOTNOTE = re.compile(r"\s*<d-footnote\b[^<>]*>(.*?)</d-footnote\s*>", re.DOTALL)
RE_OWN = re.compile(r"</?[a-z]+-[\w-]*(?:\s[^<>]*)?>", re.IGNORECASE)
"""Elements that scripts of a site define."""
RE_ELEMENT = re.compile(r"</?[a-z][a-z0-9]*(?:\s[^<>]*)?/?>", re.IGNORECASE)
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
    return RE_ANCHOR.sub(_link, RE_IMAGE.sub(_image, RE_OWN.sub("", made)))


def _image(found: re.Match[str]) -> str:
    given = attributes(found[1])
    source = given.get("src", "").replace(" ", "%20")
    return f"![{' '.join(given.get('alt', '').split())}]({source})" if source else ""


def _link(found: re.Match[str]) -> str:
    href = attributes(found[1]).get("href", "").replace(" ", "%20")
    text = re.sub(r"</?(?:b|strong)\s*>", "**", found[2])
    words = " ".join(RE_ELEMENT.sub(" ", text).split())
    return f"[{words}]({href})" if href and words else words


def without_html(text: str, report: Callable[[str], None]) -> str:
    r"""Return text whose blocks with tags are made Markdown.

    >>> without_html('<b>a</b><br>c\n\n*d*', print)
    '**a**\\\nc\n\n*d*'
    """
    if not RE_ELEMENT.search(text):
        return text.replace(BREAK, "\n\n")
    text = RE_WHOLE.sub(lambda one: re.sub(r"\n\s*\n", "\n", one[0]), text)
    made, depth = [], 0
    for part in RE_BLOCK.split(text):
        # What is indented in an element is no code.
        block = re.sub(r"(?m)^[ \t]+", "", part) if depth else part
        depth = max(0, depth + sum(-1 if one[1] else 1 for one in RE_INSIDE.finditer(block)))
        if block.lstrip().startswith(("#", "[^")):
            made.append(RE_ELEMENT.sub("", block))
        elif RE_ELEMENT.search(block):
            converted = to_markdown(block)
            for what in converted.dropped:
                report(f"<{what}> is left out, or a link now")
            made.append(converted.markdown)
        else:
            made.append(block)
    return "\n\n".join(made)
