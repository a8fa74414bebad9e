"""Hosts built without and with Symposium, and what of their pages is compared."""

from __future__ import annotations

import importlib.util
import os
import re
import zlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from bs4 import BeautifulSoup, Tag

from support.guest_plans import plans
from support.host_builds import HostBuilt, build, result, write
from support.hosts import HOSTS, Host
from support.shared_site import alone, common_folder

RE_ADDRESS = re.compile(r'<(a|img|script|link)\b[^>]*?\s(?:href|src)="([^"]*)"')


@dataclass(frozen=True)
class Guest:
    """One host, with what came of each of its builds."""

    name: str
    host: Host
    root: Path

    def built(self, name: str) -> HostBuilt:
        """Return what came of a build."""
        return result(self.root, name)

    @cached_property
    def before(self) -> HostBuilt:
        """The host without us."""
        return self.built("before")

    @cached_property
    def after(self) -> HostBuilt:
        """The host with us."""
        return self.built("after")

    @property
    def ours(self) -> set[str]:
        """The pages that the host has by us."""
        return self.after.pages() - self.before.pages()


def require(host: Host) -> None:
    """Skip a test where the host's theme is not installed; fail it under ``CI=true``."""
    missing = [name for name in host.modules if importlib.util.find_spec(name) is None]
    if missing:
        say = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        say(f"{', '.join(missing)} is not installed: `make test` installs it")


def guest(name: str, factory: pytest.TempPathFactory) -> Guest:
    """Build a host as its plans say, once for all tests; of several processes one builds it."""
    host = HOSTS[name]
    require(host)
    root = common_folder(factory) / f"host-{name}"
    with alone(root):
        if not (root / "built").exists():
            write(root, host.sources())
            build(root, [*plans(name, root)], host.modules)
            (root / "built").touch()
    return Guest(name, host, root)


def new_warnings(before: HostBuilt, after: HostBuilt) -> list[str]:
    """Return the lines of warnings that were not there before, as often as they are new."""
    return sorted((Counter(after.warnings) - Counter(before.warnings)).elements())


def inventory(data: bytes) -> set[str]:
    """Return the lines of an ``objects.inv``."""
    *_, packed = data.split(b"\n", 4)
    return set(zlib.decompress(packed).decode().splitlines())


@cache
def soup(page: str) -> BeautifulSoup:
    """Return a page, without what is not read: scripts and styles. It is not to be changed."""
    made = BeautifulSoup(page, "html.parser")
    for element in made(["script", "style", "template"]):
        element.decompose()
    return made


def text_of(page: str) -> str:
    """Return what a reader reads on a page, title and navigation included."""
    return words_of(soup(page))


def words_of(element: Tag) -> str:
    """Return the text of an element, as it is printed."""
    return " ".join(element.get_text().split())


def head_of(page: str) -> str:
    """Return the title that a page has for the browser."""
    title = soup(page).title
    return words_of(title) if title else ""


def links(built: HostBuilt, page: str, within: str = "body") -> Counter[str]:
    """Return where the links of a page, or of a part of it, lead: paths, or other addresses."""
    part = soup(built.text(page)).select_one(within)
    found = part("a", href=True) if part else ()
    return Counter(leads_to(page, str(a["href"])) for a in found)


def leads_to(page: str, address: str) -> str:
    """Return an address as a path from the top of the documentation; a page itself has none.

    >>> leads_to("a/b.html", "../c.html#d"), leads_to("a/b.html", "#d")
    ('c.html#d', '#d')
    """
    parts = urlsplit(address)
    if parts.scheme or parts.netloc or not parts.path:
        return address
    path = os.path.normpath(Path("/", page).parent / unquote(parts.path)).strip("/")
    return f"{path}#{parts.fragment}" if parts.fragment else path


def assets(page: str) -> list[str]:
    """Return the style sheets and scripts that a page loads, without their checksums."""
    found = [tag for tag in RE_ADDRESS.findall(page) if tag[0] in {"script", "link"}]
    return [one.partition("?")[0] for _, one in found if re.search(r"\.(css|js)\b", one)]


def search_terms(built: HostBuilt) -> Mapping[str, set[str]]:
    """Return for each word that the search of Sphinx knows the documents that have it."""
    index = built.index()
    return {
        f"{table} {word}": {
            index["docnames"][number] for number in ([got] if isinstance(got, int) else got)
        }
        for table in ("terms", "titleterms")
        for word, got in index[table].items()
        if got != []  # of a word that is gone Sphinx keeps an empty list
    }
