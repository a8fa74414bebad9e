"""``symposium citations``: ask OpenAlex how often the works of a project are cited.

What it answers is written to a source of the project, with the day. A build asks nobody.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.parse import quote
from urllib.request import Request, urlopen

from symposium import __version__
from symposium.cli.files import content_of, write_file
from symposium.cli.project import add_directory
from symposium.cli.wrong_use import WrongUseError
from symposium.kinds.paper import Paper
from symposium.project import read as load

SERVICE = "https://api.openalex.org"
FILE = Path("sources/openalex.md")
AT_ONCE = 50
"""DOIs in one request."""
PAUSE = 0.2
"""Seconds between two requests."""
RE_COUNTS = re.compile(r"^counts:", re.MULTILINE)
RE_ADDRESS = re.compile(r"https?://\S+")
MAX_ANSWER = 100_000_000
"""Bytes of one answer."""
SECONDS = 30
"""How long an answer may take."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_directory(command)
    command.add_argument(
        "--service", default=SERVICE, metavar="ADDRESS",
        help=f"another service with the interface of OpenAlex (default: {SERVICE})",
    )  # fmt: skip


def run(arguments: argparse.Namespace) -> bool:
    """Write the counts of all works that have a DOI or are at arXiv.

    Raises:
        WrongUseError: if there is no project or no such work, or the service cannot be asked.
    """
    root: Path = arguments.directory
    path = root / FILE
    if not RE_ADDRESS.fullmatch(arguments.service):
        raise WrongUseError(f"{arguments.service} is no address")
    before = content_of(path)
    if before is not None and not RE_COUNTS.search(before.decode("utf-8", "replace")):
        raise WrongUseError(f"{path} is another source: give it another name")
    keys = keys_by_doi(load(root).kb.papers)
    if not keys:
        raise WrongUseError(f"no work of {root} has a DOI, or is at arXiv")
    counts = asked(arguments.service.rstrip("/"), list(keys))
    found = {key: counts[doi] for doi, key in keys.items() if doi in counts}
    write_file(path, written(found, datetime.now(UTC).date().isoformat()).encode())
    print(f"{path}: {len(found):,} of {len(keys):,} works")
    return False


def keys_by_doi(papers: Iterable[Paper]) -> dict[str, str]:
    """Return the cite keys of works by DOI, in lower case; those at arXiv have one from there."""
    found: dict[str, str] = {}
    for one in papers:
        doi = one.doi or (f"10.48550/arxiv.{one.arxiv}" if one.arxiv else None)
        if doi and not set(doi) & set("|, "):
            found.setdefault(doi.lower(), one.key)
    return found


def asked(service: str, dois: list[str]) -> dict[str, int]:
    """Return how often each of some works is cited; of unknown ones nothing."""
    found: dict[str, int] = {}
    for start in range(0, len(dois), AT_ONCE):
        if start:
            time.sleep(PAUSE)
        some = "|".join(quote(one, safe="/") for one in dois[start : start + AT_ONCE])
        address = f"{service}/works?filter=doi:{some}&select=doi,cited_by_count&per-page={AT_ONCE}"
        answer = json_at(address)
        try:
            for work in answer["results"]:
                doi = work["doi"].partition("doi.org/")[2].lower()
                found[doi] = int(work["cited_by_count"])
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise WrongUseError(f"{address}: not as OpenAlex answers: {error!r}") from error
    return found


def written(counts: Mapping[str, int], day: str) -> str:
    """Return the file of a source with counts by cite key."""
    rows = [f"  {json.dumps(key, ensure_ascii=False)}: {counts[key]}" for key in sorted(counts)]
    head = ["title: OpenAlex", "kind: citation counts", f"date: {day}", f"retrieved: {day}",
            "links: {homepage: https://openalex.org/}", "counts:"]  # fmt: skip
    return "\n".join(["---", *head, *rows, "---", ""])


def json_at(address: str) -> Any:
    """Return the JSON at an address.

    Raises:
        WrongUseError: if there is none, or it cannot be read.
    """
    request = Request(address, headers={"User-Agent": f"symposium/{__version__}"})  # noqa: S310 - http, by `RE_ADDRESS`
    try:
        with urlopen(request, timeout=SECONDS) as answer:  # noqa: S310 - the same
            content: bytes = answer.read(MAX_ANSWER + 1)
        if len(content) > MAX_ANSWER:
            raise WrongUseError(f"{address} is longer than {MAX_ANSWER:,} bytes")
        return json.loads(content)
    except (URLError, TimeoutError, OSError) as error:
        raise WrongUseError(f"{address} cannot be read: {error}") from error
    except ValueError as error:
        raise WrongUseError(f"{address} is no JSON: {error}") from error
