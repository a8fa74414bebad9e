"""Make the search index of a project, and nothing else: ``python index_site.py PROJECT SITE``.

Prints one line of JSON: CPU seconds of making the index, its files and bytes, and the questions
that are to be asked of it (`questions`). Reading the project is not counted, nor is writing.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from pathlib import Path

from ask import search_files
from measure import size_of_folder
from questions import questions
from symposium.knowledge import build
from symposium.reading.folder import read_project
from symposium.sphinxext.theme import static_files


def make(project: Path, site: Path) -> dict[str, object]:
    """Write the index and the scripts that read it; return what is to be printed."""
    records, _ = read_project(project)
    kb, _ = build(records)
    gc.freeze()  # as a build does: what was read is not looked through again
    cpu, made = 0.0, search_files(kb)
    while True:
        start = time.process_time()
        found = next(made, None)
        cpu += time.process_time() - start
        if found is None:
            break
        path = site / found[0]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(found[1])
    files, size = size_of_folder(site)
    (site / "_static").mkdir()
    for name, content in static_files().items():
        (site / "_static" / name).write_bytes(content)
    asked = [
        (one.kind, one.what, one.question.query, dict(one.question.filters))
        for one in questions(records.papers)
    ]
    return {"cpu": cpu, "files": files, "bytes": size, "questions": asked}


if __name__ == "__main__":
    print(json.dumps(make(Path(sys.argv[1]), Path(sys.argv[2]))))
