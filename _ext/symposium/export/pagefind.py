"""Pagefind's index of a site: equal pages give an equal index.

Its command numbers pages in the order in which a folder lists them, which differs from one disk to
the next. Its service takes them one by one, in our order, and hands back the files of the index.
"""

from __future__ import annotations

import base64
import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from symposium.model.progress import Tell, untold

Files = dict[str, bytes]

FOLDER = "pagefind"
ENTRY = "pagefind-entry.json"
"""The file that names the others."""
INDEXED = b"data-pagefind-body"
"""Stands in the pages that searching finds."""
EXCLUDED = [
    ".headerlink",
    ".toctree-wrapper",
    ".sy-mentions",
    ".sy-header-person .sy-chips",
    ".sy-section#sources",
    ".sy-legend",
    ".sy-state",
    ".sy-backrefs",
    ".sy-section > h2",
]
"""Lists of other records, sentences of other pages, words that hundreds of pages share.

A name in them is found where it is told of, and not on the page of everybody who wrote with her.
"""


class PagefindError(Exception):
    """Pagefind did not do what it was asked for; the message says what it said."""


def pagefind_files(outdir: Path, tell: Tell = untold) -> Files:
    """Return path (relative to the index) and content of each file of the index of a site.

    Raises:
        PagefindError: if there is no such program, or it fails.
    """
    with _Service(outdir) as service:
        config = {"exclude_selectors": EXCLUDED}
        number = service.ask(type="NewIndex", config=config)["index_id"]
        paths = sorted(_pages(outdir))
        for done, path in enumerate(paths):
            tell("indexing pages", done, len(paths))
            content = (outdir / path).read_bytes()
            if INDEXED in content:
                text = content.decode("utf-8", "replace")
                service.ask(type="AddFile", index_id=number, file_path=path, file_contents=text)
        tell("making the search index")
        found = service.ask(type="GetFiles", index_id=number)["files"]
    try:
        return {file["path"]: base64.b64decode(file["content"]) for file in found}
    except (KeyError, ValueError, TypeError) as error:
        raise PagefindError(f"its files are not as expected: {error}") from error


def _pages(outdir: Path) -> Iterator[str]:
    """Yield the paths of all pages of a site."""
    for folder, folders, names in os.walk(outdir):
        folders[:] = [name for name in folders if not name.startswith((".", "_"))]
        for name in names:
            if name.endswith(".html"):
                yield Path(folder, name).relative_to(outdir).as_posix()


class _Service:
    """Pagefind's program, which answers questions one by one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._questions = 0

    def __enter__(self) -> Self:
        try:
            self._process = subprocess.Popen(  # noqa: S603 - our own arguments
                [executable(), "--service"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=self._folder,  # where no configuration of somebody else's lies
            )
        except (OSError, ImportError) as error:
            raise PagefindError(str(error)) from error
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        process = self._process
        process.kill()  # it has nothing to tell any more
        process.communicate()

    def ask(self, **payload: Any) -> dict[str, Any]:
        """Return the answer to a question."""
        self._questions += 1
        text = json.dumps({"message_id": self._questions, "payload": payload})
        process = self._process
        if process.stdin is None or process.stdout is None:
            raise PagefindError("it has no input or output")
        try:
            process.stdin.write(base64.b64encode(text.encode()) + b",")
            process.stdin.flush()
            answer: dict[str, Any] = json.loads(base64.b64decode(self._read()))["payload"]
        except (OSError, ValueError, KeyError) as error:
            raise PagefindError(f"it ended before its time: {error}") from error
        if answer.get("type") == "Error":
            raise PagefindError(str(answer.get("message")))
        return answer

    def _read(self) -> bytes:
        """Return what Pagefind says, which ends with a comma."""
        parts: list[bytes] = []
        while not (parts and parts[-1].endswith(b",")):
            part = os.read(self._process.stdout.fileno(), 1 << 20) if self._process.stdout else b""
            if not part:
                raise PagefindError("it ended before its time")
            parts.append(part)
        return b"".join(parts)[:-1]


def executable() -> str:
    """Return the path of Pagefind's program, which its package on PyPI carries."""
    import pagefind_bin  # type: ignore[import-untyped]  # noqa: PLC0415 - a large package, only needed here

    return str(pagefind_bin.get_executable())
