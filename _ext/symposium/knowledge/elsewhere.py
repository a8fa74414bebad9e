"""Works of other knowledge bases that a project may cite, out of files that it keeps.

``symposium_elsewhere = {"dept": "https://…/"}`` names them; ``symposium elsewhere`` asks each for
its papers and writes ``elsewhere/dept.json``. A build reads the files and asks nobody.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from symposium.kinds.paper import Contributor, Paper
from symposium.knowledge.nearest import Spellings
from symposium.model.dates import Date
from symposium.model.gate import read_file
from symposium.model.names import parse_name

SETTING = "symposium_elsewhere"
FOLDER = "elsewhere"
AUTHORS = 3
"""So many authors are kept: a citation names no more."""
RE_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,40}")
RE_ADDRESS = re.compile(r"https?://[^\s<>\"']+")
RE_PATH = re.compile(r"[\w./-]{1,300}")


@dataclass(frozen=True, slots=True)
class ForeignWork:
    """A work of another knowledge base: as far as a citation needs it."""

    paper: Paper
    address: str
    """Of its page."""


@dataclass(frozen=True)
class Elsewhere:
    """The works of all knowledge bases that a project names."""

    works: Mapping[str, Mapping[str, ForeignWork]]
    """By the name of the knowledge base, then by cite key and id."""
    missing: tuple[str, ...] = ()
    """The names without a file that can be read."""

    def names(self, text: str) -> bool:
        """Tell whether a key is one of another knowledge base: ``dept:key``."""
        return text.partition(":")[0] in self.works

    def find(self, text: str) -> ForeignWork | None:
        """Return the work that ``dept:key`` means, if there is one."""
        name, _, key = text.partition(":")
        return self.works.get(name, {}).get(key)

    def nearest(self, text: str) -> str | None:
        """Return the right key that is most like one."""
        name, _, key = text.partition(":")
        near = Spellings(self.works.get(name, {})).nearest(key)
        return f"{name}:{near}" if near else None


NOTHING = Elsewhere({})


def addresses_in(setting: object) -> dict[str, str]:
    """Return the addresses of a setting by their names, each with a slash at its end.

    Raises:
        ValueError: if it is no such setting; the message says what is wrong.
    """
    if not isinstance(setting, dict):
        what = 'write names and addresses: {"dept": "https://example.org/"}'
        raise ValueError(f"{SETTING}: {what}")  # noqa: TRY004 - what a user wrote, as the others
    for name, address in setting.items():
        if not (isinstance(name, str) and RE_NAME.fullmatch(name)):
            raise ValueError(f"{SETTING}: {name!r} is not a name: write small letters and digits")
        if not (isinstance(address, str) and RE_ADDRESS.fullmatch(address)):
            raise ValueError(f"{SETTING}: {address!r} is not an address: begin it with https://")
    return {name: f"{address.rstrip('/')}/" for name, address in setting.items()}


def path_of(root: Path, name: str) -> Path:
    """Return the file of a knowledge base in a project."""
    return root / FOLDER / f"{name}.json"


def read_elsewhere(root: Path, addresses: Mapping[str, str]) -> Elsewhere:
    """Return what the files of a project say; one that cannot be read has no works."""
    found: dict[str, Mapping[str, ForeignWork]] = {}
    missing = []
    for name, address in addresses.items():
        try:
            rows = json.loads(read_file(path_of(root, name), within=root))
            found[name] = dict(_works(address, rows))
        except (OSError, ValueError, TypeError, AttributeError, KeyError):
            found[name] = {}
            missing.append(name)
    return Elsewhere(found, tuple(missing))


def _works(address: str, rows: Mapping[str, Any]) -> Iterable[tuple[str, ForeignWork]]:
    for key, row in rows.items():
        if not RE_PATH.fullmatch(row["url"]) or ".." in row["url"]:
            continue
        paper = Paper(
            id=row["id"], key=key, type="misc", title=row["title"],
            authors=tuple(Contributor(parse_name(one)) for one in row["authors"]),
            et_al=row["et_al"], date=Date(row["year"]) if row["year"] else None,
        )  # fmt: skip
        work = ForeignWork(paper, f"{address}{row['url']}")
        yield key, work
        yield paper.id, work


def written(papers: Iterable[Mapping[str, Any]]) -> bytes:
    """Return the file of the papers of an API: a line for each, in the order of their keys."""
    rows = {}
    for one in papers:
        names = [row["name"] for row in one.get("authors") or one.get("editors") or ()]
        rows[one["key"]] = {
            "id": one["id"], "url": one["url"], "title": one["title"], "authors": names[:AUTHORS],
            "et_al": bool(one.get("et_al")) or len(names) > AUTHORS, "year": one.get("year"),
        }  # fmt: skip
    lines = (
        f"{json.dumps(key, ensure_ascii=False)}: {json.dumps(rows[key], ensure_ascii=False)}"
        for key in sorted(rows)
    )
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode("utf-8", "replace")
