"""Judges of what a build publishes, one for each type of file: what in it would run or load.

A judge returns what it finds wrong. A file of a type without a judge cannot be called harmless: a
new type joins by its line in ``JUDGES``.
"""

from __future__ import annotations

import gzip
import io
import json
import re
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Callable, Iterator, Mapping
from html.parser import HTMLParser
from pathlib import PurePosixPath
from typing import Any

from pypdf import PdfReader

from support.hostile import MADE, MARK
from support.hostile_bodies import SECRET

SCHEMES = frozenset({"http", "https", "mailto", "webcal"})
RE_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
RE_IGNORED = re.compile(r"[\x00-\x20\x7f-\x9f\u200b-\u200f\u2028-\u202f\ufeff]")
"""What browsers leave out of an address, or in front of it."""
ADDRESSES = frozenset(
    {
        "href", "src", "srcset", "action", "formaction", "data", "xlink:href", "poster", "cite",
        "ping",
    }
)  # fmt: skip
LOADING = frozenset({"script", "img", "iframe", "source", "video", "audio", "embed", "object"})
LOADED_LINKS = frozenset({"stylesheet", "preload", "modulepreload", "preconnect", "icon"})
NEVER = frozenset({"iframe", "object", "embed", "base", "applet", "frame", "frameset", "animate"})
DATA = frozenset({"application/ld+json", "application/json"})
"""Types of scripts that no browser runs."""


def bad_address(address: str) -> bool:
    """Tell whether a link does anything but lead to a page."""
    scheme = RE_SCHEME.match(RE_IGNORED.sub("", address))
    return scheme is not None and scheme[1].lower() not in SCHEMES


def leads_on(values: Mapping[str, str]) -> bool:
    """Tell whether a meta tag does no more than lead from an earlier address to a page of the site."""
    target = re.fullmatch(r"0; url=(\.\./|[\w-])[^:]*", values.get("content", ""))
    return values["http-equiv"] == "refresh" and target is not None


class Inspector(HTMLParser):
    """Notes what a browser would run or load; ``scripts`` are those that stand in the page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.scripts: list[str] = []
        self._data: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self._data = values.get("type", "") if tag == "script" and "src" not in values else None
        if tag == MARK or tag in NEVER:
            self.found.append(f"<{tag}>")
        for name, value in values.items():
            if (
                name.startswith("on")
                or name in {"srcdoc", MARK}
                or (name == "http-equiv" and not leads_on(values))
                or (name in ADDRESSES and bad_address(value) and not value.startswith("data:image"))
                or (name == "style" and ("url(" in value or "position" in value))
            ):
                self.found.append(f"<{tag} {name}={value[:200]!r}>")
        if tag in LOADING or LOADED_LINKS & set(values.get("rel", "").split()):
            address = values.get("src") or values.get("data") or values.get("srcset") or ""
            address = values.get("href", "") if tag == "link" else address
            if address.startswith("//") or (
                RE_SCHEME.match(address) and not address.startswith("data:image")
            ):
                self.found.append(f"<{tag} loads {address[:200]}>")

    def handle_data(self, data: str) -> None:
        if self._data in DATA:
            self.found += judge_json(data.encode())
        elif self._data is not None and data.strip():
            self.scripts.append(data)
        self._data = None

    def handle_pi(self, data: str) -> None:
        self.found.append(f"<?{data[:80]}>")


RE_MOVED = re.compile(
    r'location\.replace\("[\w.-][\w./%-]*" \+ location\.search \+ location\.hash\)'
)
"""The script of a page that leads from an earlier address to a page of the site."""


def judge_html(content: bytes, scripts: frozenset[str] = frozenset()) -> list[str]:
    """Judge a page, in which ``scripts`` may stand."""
    inspector = Inspector()
    inspector.feed(content.decode())
    inspector.close()
    if bad := RE_CONTROL.search(content.decode()):
        inspector.found.append(f"the character U+{ord(bad[0]):04X}")
    own = (one for one in inspector.scripts if not RE_MOVED.fullmatch(one))
    return inspector.found + [one for one in own if one not in scripts]


def texts_of(value: Any, name: str = "", within: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text of a JSON value, with its name and, before it, that of what it is in."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield "", key
            yield from texts_of(one, "" if name == "links" else key, name)
    elif isinstance(value, list):
        for one in value:
            yield from texts_of(one, name, within)
    elif isinstance(value, str):
        yield f"{within}.{name}", value


RE_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
RE_ADDRESS = re.compile(r"links\..*|.*\.(?:url|repositories|photo|thumbnail|@id)")


def judge_json(content: bytes) -> list[str]:
    """Judge JSON: the texts of addresses, and characters that no text may hold."""
    found = []
    for key, text in texts_of(json.loads(content)):
        if RE_CONTROL.search(text):
            found.append(f"{key}: {text[:80]!r} holds a control character")
        if RE_ADDRESS.fullmatch(key) and bad_address(text):
            found.append(f"{key}: {text[:80]!r} is no link")
    return found


def judge_packed(content: bytes) -> list[str]:
    """Judge packed JSON: the shards of the search index."""
    return judge_json(gzip.decompress(content))


def judge_pdf(content: bytes) -> list[str]:
    """Judge a PDF: its actions and its text."""
    reader = PdfReader(io.BytesIO(content))
    found = []
    names = {"/JavaScript", "/JS", "/OpenAction", "/AA", "/EmbeddedFiles", "/Launch", "/SubmitForm"}
    for number in range(1, len(reader.xref[0]) + len(reader.xref_objStm) + 1):
        try:
            one = reader.get_object(number)
        except Exception:  # noqa: BLE001, S112 - there is no object of this number
            continue
        if isinstance(one, dict):
            found += [f"{name}" for name in names & set(one)]
            action = one.get("/A") or {}
            if action and action.get("/S") not in {"/URI", "/GoTo"}:
                found.append(f"action {action.get('/S')}")
            if bad_address(str(action.get("/URI", ""))):
                found.append(f"link to {action['/URI']}")
    text = "".join(page.extract_text() for page in reader.pages)
    if "root:x:0" in text or MADE in "".join(text.split()):
        found.append("Typst has run code of a text")
    return found


def judge_inventory(content: bytes) -> list[str]:
    """Judge ``objects.inv``: each line is what it should be, and leads into the site."""
    body = content.split(b"\n", 4)[4]
    lines = zlib.decompress(body).decode().removesuffix("\n").split("\n")
    parts = [(line, RE_LINE.fullmatch(line)) for line in lines]
    return [line[:200] for line, found in parts if found is None or bad_address(found[2])]


RE_LINE = re.compile(r"(.+?) \S+:\S+ -?\d+ (\S*) .*")


def judge_calendar(content: bytes) -> list[str]:
    """Judge a calendar: it has the properties that we write and no others, in lines as they must
    be, so nothing of a text is taken for a property, an alarm, an attachment or an invitation.
    """
    found = [f"line of {len(one)} bytes" for one in content.split(b"\r\n") if len(one) > 75]
    text = content.decode()
    if RE_IN_CALENDAR.search(text.replace("\r\n", "")):
        found.append("a control character, or a line that ends oddly")
    open_ones: list[str] = []
    for line in text.replace("\r\n ", "").removesuffix("\r\n").split("\r\n"):
        name, _, value = line.partition(":")
        name = name.partition(";")[0]
        if name == "BEGIN":
            open_ones.append(value)
            if "/".join(open_ones) not in COMPONENTS:
                found.append(f"a component {open_ones}")
        elif name == "END":
            if not open_ones or open_ones.pop() != value:
                found.append(f"{line}: nothing such is open")
        elif name not in COMPONENTS.get("/".join(open_ones), ()):
            found.append(f"{line[:200]!r} in {open_ones}")
        elif name in {"URL", "SOURCE"} and bad_address(value):
            found.append(f"link to {value[:200]!r}")
    return found + [f"{one} is not ended" for one in open_ones]


RE_IN_CALENDAR = re.compile("[\x00-\x08\x0a-\x1f\x7f\x85\u2028\u2029]")
ONSET = frozenset({"DTSTART", "TZOFFSETFROM", "TZOFFSETTO", "TZNAME"})
COMPONENTS = {
    "VCALENDAR": {
        "PRODID", "VERSION", "CALSCALE", "NAME", "X-WR-CALNAME", "X-WR-TIMEZONE", "URL", "SOURCE",
        "REFRESH-INTERVAL", "X-PUBLISHED-TTL",
    },
    "VCALENDAR/VTIMEZONE": {"TZID"},
    "VCALENDAR/VTIMEZONE/STANDARD": ONSET,
    "VCALENDAR/VTIMEZONE/DAYLIGHT": ONSET,
    "VCALENDAR/VEVENT": {
        "UID", "DTSTAMP", "LAST-MODIFIED", "SEQUENCE", "DTSTART", "DTEND", "SUMMARY", "LOCATION",
        "DESCRIPTION", "CATEGORIES", "URL", "STATUS", "TRANSP",
    },
}  # fmt: skip
"""What stands in a calendar."""


IN_FEEDS = {
    "feed": {"title", "id", "updated", "author", "link", "entry"},
    "entry": {"title", "id", "published", "updated", "author", "link", "summary"},
    "author": {"name"},
}


def judge_feed(content: bytes) -> list[str]:
    """Judge a feed: known elements where they belong, plain texts, and links that lead to pages."""
    found = []
    for one in ET.fromstring(content).iter():  # noqa: S314 - our own output
        name = one.tag.removeprefix("{http://www.w3.org/2005/Atom}")
        inside = {child.tag.removeprefix("{http://www.w3.org/2005/Atom}") for child in one}
        if not inside <= IN_FEEDS.get(name, set()) or (one.attrib and name != "link"):
            found.append(f"{name} with {one.attrib} and {inside}")
        if name == "link" and bad_address(one.get("href", "")):
            found.append(one.get("href", ""))
    return found


def judge_sitemap(content: bytes) -> list[str]:
    """Judge a sitemap: addresses of the site, and nothing else."""
    if b"<OpenSearchDescription" in content[:200]:
        return []  # it holds nothing of a record
    lines = content.decode().splitlines()[2:-1]
    return [line for line in lines if not RE_IN_SITEMAP.fullmatch(line)]


RE_IN_SITEMAP = re.compile(
    r"<url><loc>https://[\w./%-]+</loc>(<lastmod>\d{4}-\d\d-\d\d</lastmod>)?</url>"
)


def judge_inert(content: bytes) -> list[str]:
    """Judge a type that browsers show or play and never run: there is nothing to find."""
    del content
    return []


JUDGES: Mapping[str, Callable[[bytes], list[str]]] = {
    "html": judge_html,
    "json": judge_json,
    "bin": judge_packed,
    "pdf": judge_pdf,
    "inv": judge_inventory,
    "ics": judge_calendar,
    "xml": judge_sitemap,
    "atom": judge_feed,
    **dict.fromkeys(
        ("png", "jpg", "jpeg", "webp", "gif", "csv", "zip", "mp4", "vtt", "txt", "bib", "ris", "md",
         "markdown"), judge_inert,
    ),
}  # fmt: skip
"""The judge of each type, by the ending of its names."""


def judge(path: str, content: bytes) -> list[str]:
    """Return what is wrong with a file that a build publishes."""
    kind = PurePosixPath(path).suffix.removeprefix(".")
    assert kind in JUDGES, (
        f"{path}: nobody judges whether files that end in .{kind} are harmless: write a judge for "
        "them in tests/support/judges.py and add it to JUDGES"
    )
    return JUDGES[kind](content) + words_in(content, *([MADE] if kind != "txt" else []))


def words_in(content: bytes, *words: str) -> list[str]:
    """Return what is wrong with a file: it holds a secret, or one of some words."""
    return [f"holds {word}" for word in (SECRET, *words) if word.encode() in content]
