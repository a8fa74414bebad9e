"""Write only the search index of a project: ``python index_site.py PROJECT SITE``.

The output is one line of JSON: CPU seconds for the index without reading and writing, its number
of files and bytes, and the questions to ask (from `questions`).
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
    """Write the index and the scripts that read it; return the values to print."""
    records, _ = read_project(project)
    kb, _ = build(records)
    gc.freeze()  # as a build does
    cpu, files_made = 0.0, search_files(kb)
    while True:
        start = time.process_time()
        file = next(files_made, None)
        cpu += time.process_time() - start
        if file is None:
            break
        path = site / file[0]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file[1])
    files, size = size_of_folder(site)
    (site / "_static").mkdir()
    for name, content in static_files().items():
        (site / "_static" / name).write_bytes(content)
    asked = [
        (asked.kind, asked.what, asked.question.query, dict(asked.question.filters))
        for asked in questions(records.papers)
    ]
    return {"cpu": cpu, "files": files, "bytes": size, "questions": asked}


if __name__ == "__main__":
    print(json.dumps(make(Path(sys.argv[1]), Path(sys.argv[2]))))
