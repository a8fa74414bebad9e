"""Builds of a project: what a clean one makes, what differs, what is changed between two."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote

from support.project import CONF, Outcome, Project


def differences(one: Mapping[str, bytes], other: Mapping[str, bytes]) -> list[str]:
    """Return the names of files that differ or are there only once."""
    return sorted(n for n in {*one, *other} if one.get(n) != other.get(n))


def clean(made: Project, builder: str = "html", **config: object) -> dict[str, bytes]:
    """Return the files of a build from nothing."""
    shutil.rmtree(made.root / "_clean", ignore_errors=True)
    return made.build(builder, out="_clean", **config).files()


def apply(made: Project, change: Mapping[str, str | None]) -> None:
    made.write({name: text for name, text in change.items() if text is not None})
    made.remove(*(name for name, text in change.items() if text is None))


class BuiltBefore:
    """Gives projects as their first build has left them; each is built once, then copied."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.kept: dict[str, Path] = {}

    def __call__(self, files: Mapping[str, str], **config: object) -> Project:
        """Return a project that was built; those given before are no longer there."""
        made = Project(self.folder / "project")
        shutil.rmtree(made.root, ignore_errors=True)
        name = repr((sorted(files.items()), config))
        if name in self.kept:
            shutil.copytree(self.kept[name], made.root)
            return made
        made.write({"conf.py": CONF, "index.md": "# Home\n", **files})
        assert made.build(**config).warnings == ""
        self.kept[name] = shutil.copytree(made.root, self.folder / str(len(self.kept)))
        return made


class Links(HTMLParser):
    """The addresses and anchors of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del tag
        for name, value in attrs:
            if name in {"href", "src"} and value is not None:
                self.addresses.append(value)
            if name in {"id", "name"} and value:
                if name == "id" and value in self.anchors:
                    self.addresses.append(f"duplicate id: {value}")
                self.anchors.add(value)


def broken_links(built: Outcome) -> list[str]:
    """Return each internal link of each page that leads to no file or no anchor."""
    pages = {n: Links(t) for n, t in built.pages().items() if not n.startswith("_static/")}
    found = []
    for page, links in pages.items():
        for address in links.addresses:
            if re.match(r"https?:|mailto:", address):
                continue
            path, _, anchor = unquote(address).partition("#")
            target = normpath(join("/", dirname(page), path.partition("?")[0])) if path else page
            target = target.lstrip("/")  # the site is the whole of its host
            if path.endswith("/") or (path and (built.outdir / target).is_dir()):
                target = normpath(f"{target}/index.html").lstrip("/")
            if not (built.outdir / target).is_file() or (
                anchor and target in pages and anchor not in pages[target].anchors
            ):
                found.append(f"{page}: {address}")
    return found
