"""``symposium citations``: ask OpenAlex how often the works of a project are cited.

The counts are written to a source of the project, with the day; a build makes no requests.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from symposium.cli.files import content_of, write_all
from symposium.cli.project import add_directory
from symposium.cli.wrong_use import WrongUseError
from symposium.kinds.paper import Paper
from symposium.project import read as load

from symposium_import.client import Client
from symposium_import.formats.json_objects import parsed

SERVICE = "https://api.openalex.org"
FILE = "sources/openalex.md"
BATCH = 50
"""DOIs in one request."""
RE_COUNTS = re.compile(r"^counts:", re.MULTILINE)
RE_ADDRESS = re.compile(r"https?://\S+")


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_directory(command)
    command.add_argument(
        "--service", default=SERVICE, metavar="ADDRESS",
        help=f"another service with the interface of OpenAlex (default: {SERVICE})",
    )  # fmt: skip


def run(arguments: argparse.Namespace) -> bool:
    """Write the citation counts of all works that have a DOI or an arXiv number.

    Raises:
        WrongUseError: if there is no project or no such work, or the service fails.
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
    cited = counts(arguments.service.rstrip("/"), list(keys))
    rows = sorted((key, cited[doi]) for doi, key in keys.items() if doi in cited)
    day = datetime.now(UTC).date().isoformat()
    head = ["title: OpenAlex", "kind: citation counts", f"date: {day}", f"retrieved: {day}",
            "links: {homepage: https://openalex.org/}", "counts:"]  # fmt: skip
    lines = [f"  {json.dumps(key, ensure_ascii=False)}: {count}" for key, count in rows]
    write_all(root, {FILE: "\n".join(["---", *head, *lines, "---", ""]).encode()})
    print(f"{path}: {len(rows):,} of {len(keys):,} works")
    return False


def keys_by_doi(papers: Iterable[Paper]) -> dict[str, str]:
    """Return cite keys by DOI in lower case; preprints without a DOI get that of arXiv."""
    keys: dict[str, str] = {}
    for paper in papers:
        doi = paper.doi or (f"10.48550/arxiv.{paper.arxiv}" if paper.arxiv else None)
        if doi and not set(doi) & set("|, "):
            keys.setdefault(doi.lower(), paper.key)
    return keys


def counts(service: str, dois: list[str]) -> dict[str, int]:
    """Return citation counts by DOI, without works that the service does not know."""
    cited: dict[str, int] = {}
    client = Client()
    for start in range(0, len(dois), BATCH):
        some = "|".join(quote(doi, safe="/") for doi in dois[start : start + BATCH])
        address = f"{service}/works?filter=doi:{some}&select=doi,cited_by_count&per-page={BATCH}"
        answer = parsed(client.text(address), address)
        try:
            for work in answer["results"]:
                doi = work["doi"].partition("doi.org/")[2].lower()
                cited[doi] = int(work["cited_by_count"])
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise WrongUseError(f"{address}: not as OpenAlex answers: {error!r}") from error
    return cited
