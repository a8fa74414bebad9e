"""Pictures that networks show with a link to a record, set by the Typst compiler."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from symposium.export.build_work import BuildWork, Output, Task
from symposium.export.cv_typst import typeset
from symposium.model import optional_packages
from symposium.pages.fingerprints import number
from symposium.pages.page_head import KINDS, preview_of
from symposium.plugin import Files

LAYOUT = Path(__file__).with_name("preview.typ").read_text(encoding="utf-8")


def _tasks(work: BuildWork) -> Iterator[Task]:
    around = (LAYOUT, work.title, optional_packages.version_of("typst"))
    for kind in KINDS:
        for record in work.kb.entities[kind].values():
            if preview := preview_of(work.kb, work.urls, kind, record):
                yield f"{kind} {record.id}", number(repr((preview, around)))


def _picture(work: BuildWork, task: str) -> Files:
    kind, _, record_id = task.partition(" ")
    preview = preview_of(work.kb, work.urls, kind, work.kb.entities[kind][record_id])
    if preview:
        texts = {"title": preview.title, "names": preview.names, "site": work.title}
        yield preview.path, typeset(LAYOUT, "png", preview=json.dumps(texts))


PREVIEWS = Output("previews", "drawing previews of links", _tasks, _picture, threaded=True)
