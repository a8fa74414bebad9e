"""``symposium why``: print what a page is made from, and what of that has changed."""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from symposium.cli.project import add_directory, check_conf

if TYPE_CHECKING:
    from symposium.sphinxext.reasons import Reasons

BUILD = Path("_build/html")
"""The folder of the site, in that of the project."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.add_argument(
        "page", metavar="PAGE", help="a page, its file or its source, an id or a cite key"
    )
    add_directory(command)
    command.add_argument(
        "--build", type=Path, default=BUILD, metavar="FOLDER",
        help=f"the site, relative to the project (default: {BUILD}); conf.py is run",
    )  # fmt: skip


def run(arguments: argparse.Namespace) -> bool:
    """Print what a page is made from and what has changed; return ``False``, as all is well.

    Raises:
        LocatedError: if there is no project, no build or no such page.
    """
    # `symposium why --help` does not wait for Sphinx.
    from symposium.sphinxext.last_build import opened  # noqa: PLC0415

    root: Path = arguments.directory
    check_conf(root)
    with opened(root, root / arguments.build) as reasons:
        path = Path(arguments.page).resolve()  # files are named as the shell completes them
        is_file = path.is_relative_to(root.resolve()) and path.exists()
        name = path.relative_to(root.resolve()).as_posix() if is_file else arguments.page
        page = reasons.find(name, arguments.build.as_posix())
        print("\n".join(_lines(reasons, page)))
    return False


def _lines(reasons: Reasons, page: str) -> Iterator[str]:
    """Yield the lines of the answer."""
    from symposium.sphinxext.reasons import OTHERS, listed  # noqa: PLC0415 - as above

    yield reasons.docname(page)
    subject = reasons.subject(page)
    yield f"  record: {' '.join(subject) if subject else 'none, a page of prose'}"
    yield f"  sources: {', '.join(reasons.sources(page)) or 'none'}"
    groups: dict[str, list[str]] = defaultdict(list)
    for kind, record_id in reasons.records(page):
        if (kind, record_id) != subject and kind in reasons.kb.entities:
            groups[kind].append(record_id)
    for kind, ids in groups.items():
        yield f"  {kind}, {len(ids):,}: {listed(ids)}"
    if documents := reasons.mentioning(page):
        yield f"  mentioned in: {listed(documents)}"
    if templates := reasons.templates(page):
        yield f"  templates: {listed(templates)}"
    yield f"  settings: {listed(reasons.settings()) or 'none'}"
    changed = reasons.changed(page) or [OTHERS] * reasons.is_due(page)
    built = datetime.fromtimestamp(reasons.built).astimezone()
    yield f"Changed since the last build (of {built:%Y-%m-%d %H:%M}):"
    yield from (f"  {name}" for name in changed or ["nothing"])
