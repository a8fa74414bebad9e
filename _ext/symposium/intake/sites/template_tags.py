"""The tags of Liquid and the shortcodes of Hugo: what the usual ones print, as Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from symposium.fields.yaml_repair import shortened
from symposium.intake.sites.html_parts import ATTRIBUTE, BREAK

RE_HIGHLIGHT = re.compile(r"^[ \t]*\{%-?\s*highlight\s+([\w+-]+)?[^%]*%\}[ \t]*$", re.MULTILINE)
RE_END_HIGHLIGHT = re.compile(r"^[ \t]*\{%-?\s*endhighlight\s*-?%\}[ \t]*$", re.MULTILINE)
RE_RAW = re.compile(r"\{%-?\s*(?:end)?raw\s*-?%\}")
RE_TAG = re.compile(r"\{%-?\s*(\w+)\s*(.*?)\s*-?%\}", re.DOTALL)
RE_VALUE = re.compile(r"\{\{-?\s*([^{}<%]*?)\s*-?\}\}")
RE_SHORTCODE = re.compile(r"\{\{([<%])\s*(/?)\s*([\w./-]+)\s*(.*?)\s*(/?)[>%]\}\}", re.DOTALL)
RE_PARAMETER = re.compile(r"([\w-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|(\S+))|\"([^\"]*)\"|(\S+)")
RE_ATTRIBUTES = re.compile(r"[ \t]*\{:[^{}\n]*\}|\{[#.][\w#. -]+\}(?=\s*$)", re.MULTILINE)
RE_PATH_FILTER = re.compile(
    r"[\"']([^\"']+)[\"']\s*(?:\|\s*(?:relative_url|absolute_url|prepend:\s*site\.\w+)\s*)+"
)

COLOURS = {
    "note": "Note", "warning": "Warning", "tip": "Tip", "info": "Note", "important": "Important",
    "caution": "Caution", "success": "Tip", "danger": "Danger",
}  # fmt: skip
"""Words that begin a notice, by what templates call it."""
VIDEOS = {
    "youtube": "https://www.youtube.com/watch?v=", "vimeo": "https://vimeo.com/",
    "youtube-lite": "https://www.youtube.com/watch?v=",
    "bilibili": "https://www.bilibili.com/video/",
}  # fmt: skip
SILENT = frozenset({"toc", "table_of_contents", "spoiler", "details", "end", "endspoiler", "raw"})
"""What holds or makes text by itself."""


@dataclass(frozen=True, slots=True)
class Tags:
    """Makes text of tags; ``report`` takes a line from 0 and what became of it."""

    variables: Mapping[str, str]
    report: Callable[[int, str], None]

    def fenced(self, text: str) -> str:
        """Return text in which highlighted code is a fenced block; lines stay what they are."""
        text = RE_HIGHLIGHT.sub(lambda found: f"```{found[1] or 'text'}", text)
        return RE_RAW.sub("", RE_END_HIGHLIGHT.sub("```", text))

    def printed(self, text: str) -> str:
        """Return text with what its tags print."""
        for pattern, made in (
            (RE_SHORTCODE, self._shortcode), (RE_TAG, self._tag), (RE_VALUE, self._value),
        ):  # fmt: skip
            if pattern.search(text):
                text = self._sub(pattern, text, made)
        return RE_ATTRIBUTES.sub("", text)

    def _sub(
        self, pattern: re.Pattern[str], text: str, made: Callable[[re.Match[str], int], str]
    ) -> str:
        def replaced(found: re.Match[str]) -> str:
            new = made(found, text.count("\n", 0, found.start()))
            return new + "\n" * max(0, found[0].count("\n") - new.count("\n"))

        return pattern.sub(replaced, text)

    def _value(self, found: re.Match[str], line: int) -> str:
        said = found[1].strip()
        path = RE_PATH_FILTER.fullmatch(said)
        if path:
            return path[1]
        name = said.partition("|")[0].strip()
        if name in {"site.baseurl", "site.url", "page.url"} or not name:
            return ""
        if name[:1] in "\"'" and name[-1:] == name[:1]:
            return name[1:-1]
        if name in self.variables:
            return self.variables[name]
        self.report(line, f"{{{{ {shortened(said)} }}}} is left out: what it printed is not known")
        return ""

    def _tag(self, found: re.Match[str], line: int) -> str:
        name, rest = found[1], found[2]
        given = {one[1]: one[2] or one[3] or one[4] for one in ATTRIBUTE.finditer(rest)}
        if name == "include" and (path := given.get("path") or given.get("src")):
            if path.endswith((".mp4", ".webm")) or "video" in rest.partition(" ")[0]:
                return f"[{given.get('caption') or given.get('title') or 'video'}]({path})"
            alt = given.get("alt") or given.get("caption") or given.get("title") or ""
            alt = " ".join(re.sub(r"<[^<>]*>", "", alt).split())
            return f"{BREAK}![{alt}]({path}){BREAK}"
        if name in {"link", "post_url"}:
            return rest if name == "link" else f"post:{rest}"
        if name in {"cite", "cite_details", "reference", "quote"} and rest:
            return f"{{cite:t}}`{','.join(rest.split())}`"
        if listed := _listed(name, rest):
            self.report(
                line, f"{{% {shortened(f'{name} {rest}')} %}} is a list of all {listed} now"
            )
            return f"{BREAK}```{{listing}} {listed}\n```{BREAK}"
        if name in VIDEOS and rest:
            return f"[video]({VIDEOS[name]}{rest.split()[0]})"
        if name not in SILENT and rest != "base_path":
            what = shortened(f"{name} {rest}".strip())
            self.report(line, f"{{% {what} %}} is left out: a template made it")
        return ""

    def _shortcode(self, found: re.Match[str], line: int) -> str:
        closing, name, rest = found[2], found[3].lower(), found[4]
        named: dict[str, str] = {}
        plain: list[str] = []
        for one in RE_PARAMETER.finditer(rest):
            if one[1]:
                named[one[1].lower()] = one[2] or one[3] or one[4] or ""
            else:
                plain.append(one[5] or one[6])
        first = plain[0] if plain else ""
        if name in {"figure", "img", "image"}:
            source = named.get("src") or first
            alt = named.get("alt") or named.get("caption") or named.get("title") or ""
            return f"{BREAK}![{alt}]({source}){BREAK}" if source else ""
        if name in {"ref", "relref", "staticref"}:
            return "" if closing else first or named.get("path", "")
        if name in {"callout", "alert", "notice", "admonition"}:
            kind = COLOURS.get((first or named.get("type") or "note").lower(), "Note")
            return BREAK if closing else f"{BREAK}**{kind}:** "
        if name in VIDEOS and (number := first or named.get("id")):
            return f"[video]({VIDEOS[name]}{number})"
        if name in {"video", "audio"} and (source := named.get("src") or first):
            return f"[{name}]({source})"
        if name == "math":
            return "$$"
        if name == "cite" and (first or named.get("page")):
            page = first or named["page"]
            return f"[{page.strip('/').rpartition('/')[2]}]({page})"
        if not closing and name not in SILENT:
            self.report(line, f"the shortcode {name} is left out, the text in it stays")
        return BREAK if closing or name in SILENT else ""


def _listed(name: str, rest: str) -> str:
    """Return the records that a tag lists, if it does.

    >>> _listed("bibliography", "-f papers"), _listed("for", "post in site.talks reversed")
    ('papers', 'talks')
    """
    if name == "bibliography":
        return "papers"
    found = re.search(r"\bin site\.(publications|talks)\b", rest) if name == "for" else None
    return {"publications": "papers", "talks": "talks"}[found[1]] if found else ""
