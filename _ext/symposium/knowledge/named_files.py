"""Files that entries name without saying where below ``files/`` they are.

Others keep the files of works in folders of their own, and name them alone: ``pdf = {talk.pdf}``.
Reading takes that for ``files/talk.pdf``; here it becomes the one file of that name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symposium.kinds.paper import Paper
from symposium.model.lazy_values import changed

FILES = "files/"


def find_named_files(papers: dict[str, Paper], files: frozenset[str]) -> None:
    """Lead links and pictures of works, in place, to the only file of their name."""
    if not files:
        return
    by_name: dict[str, str] = {}
    for path in sorted(files):
        name = path.rpartition("/")[2]
        by_name[name] = "" if name in by_name else path
    for paper in list(papers.values()):
        changes: dict[str, Any] = {}
        if (picture := paper.thumbnail) and (found := _found(picture, files, by_name)):
            changes["thumbnail"] = found
        moved = {
            name: found
            for name, target in paper.links.items()
            if target.startswith(FILES) and (found := _found(target, files, by_name))
        }
        if moved:
            changes["links"] = {**paper.links, **moved}
        if changes:
            papers[paper.id] = changed(paper, **changes)


def _found(target: str, files: frozenset[str], by_name: Mapping[str, str]) -> str:
    """Return the file that is meant, if it is another one than is named."""
    return "" if target in files else by_name.get(target.rpartition("/")[2], "")
