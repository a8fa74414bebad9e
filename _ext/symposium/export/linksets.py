"""The linkset of a site: the links of all its records, for machines that follow no pages.

A host that sends no ``Link`` headers has no other place to say of a file which page it belongs to.
There is one linkset and not one a page: a hundred thousand files more would double the number of
files, and who harvests a site asks for one file instead of all of them. It is RFC 9264 JSON; a
large one is in parts, which the first file names.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from symposium.export.build_work import BuildWork, Output, Task
from symposium.kinds import BY_NAME
from symposium.pages.signposts import LINKSET, LINKSET_TYPE
from symposium.pages.urls import docname

MOST = 5_000
"""Records of one file."""

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

Links = dict[str, Any]


class Linksets(Output):
    """The linkset."""

    name = "linkset"
    doing = "writing the linkset"
    limit = 10_000_000
    long = True

    def tasks(self, work: BuildWork) -> Iterator[Task]:
        """Yield one task where addresses are known, in a site of ours."""
        if work.urls.base and not work.urls.hosted and LINKSET not in work.brought:
            yield self.name, work.all_shown

    def make(self, work: BuildWork, task: str) -> Iterator[tuple[str, bytes]]:
        """Yield the file, or its parts."""
        del task
        found = list(records(work))
        parts = [found[start : start + MOST] for start in range(0, len(found), MOST)]
        if len(parts) < 2:
            yield LINKSET, written(parts[0] if parts else ())
            return
        names = [LINKSET.replace(".", f"-{number}.", 1) for number in range(1, len(parts) + 1)]
        links = [{"href": work.urls.base + name, "type": LINKSET_TYPE} for name in names]
        yield LINKSET, written([{"anchor": work.urls.base, "linkset": links}])
        for name, part in zip(names, parts, strict=True):
            yield name, written(part)


def written(contexts: Any) -> bytes:
    """Return a linkset as JSON."""
    return _encode({"linkset": list(contexts)}).encode("utf-8", "replace")


def records(work: BuildWork) -> Iterator[Links]:
    """Yield the links of each record that has some besides its type, and those back to it."""
    for kind, name in work.pages.table.subjects():
        if kind not in BY_NAME:
            continue
        page = work.urls.absolute(docname(kind, name))
        links: Links = {}
        for one in work.pages.links(kind, name):
            target = {"href": one.address}
            target |= {"type": one.media_type} if one.media_type else {}
            links.setdefault(one.relation, []).append(target)
        if links.keys() - {"type"}:
            yield {"anchor": page, **links}
        for one in links.get("describedby", ()):
            yield {"anchor": one["href"], "describes": [{"href": page}]}
