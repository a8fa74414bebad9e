"""The merge of all files that an import writes with those that are there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from symposium.lint.source_texts import SourceText
from symposium.merging.documents import (
    Manner,
    Parsed,
    RefusedFile,
    Remembered,
    merge_file,
    parsed,
    remembered,
)
from symposium.merging.editing import Addition, Container
from symposium.merging.memory import Memory
from symposium.merging.remarks import Prefer, Remark, Sort
from symposium.merging.values import digest_of
from symposium.model.gate import read_file

ABSENT = "the file is not here: it may have been deleted, or be new in {source}"
OTHERS = "the file was here before: it stays as it is"
VANISHED = "{source} does not have it any more: delete it, or write gone: and why"
DROPPED = "{source} does not have it any more: it is cancelled"
UNWANTED = "the file was deleted here, and stays so; {source} has changed what was in it"


@dataclass(slots=True)
class MergedFiles:
    """What comes of an import."""

    contents: dict[str, bytes] = field(default_factory=dict)
    """The files that change, in the order in which they are written."""
    remarks: list[Remark] = field(default_factory=list)
    memory: Memory = field(default_factory=Memory)
    refused: list[tuple[str, RefusedFile]] = field(default_factory=list)
    """Files that have to be mended first."""

    @property
    def conflicts(self) -> list[Remark]:
        """What somebody has to decide."""
        return [one for one in self.remarks if one.sort is Sort.CONFLICT]


class FileMerge:
    """Merges files of a project; without a memory, every difference is left to a person."""

    def __init__(self, root: Path, memory: Memory | None, manner: Manner) -> None:
        self.root, self.memory, self.manner = root, memory, manner
        self.made = MergedFiles()

    def merge(self, new: Mapping[str, str], known: Mapping[str, str]) -> MergedFiles:
        """Return what becomes of files; ``new`` are the texts that an import writes now."""
        files = self.memory.files if self.memory else {}
        self.made.memory.known = dict(known)
        for path, text in new.items():
            base = files.get(path)
            try:
                content = read_file(self.root / path)
            except FileNotFoundError:
                self._absent(path, base, text)
            except OSError as error:
                self._refuse(path, RefusedFile(1, error.strerror or str(error)))
            else:
                self._there(path, base, content, text)
        for path, base in files.items():
            if path not in new:
                self._vanished(path, base)
        return self.made

    def _absent(self, path: str, base: Remembered | None, text: str) -> None:
        """Decide what becomes of a file that is not there."""
        chosen = Prefer.SOURCE
        if self.memory is None:
            chosen = self.manner.prefer
        elif base is not None:
            chosen = Prefer.FILE
        made = remembered(text, path)
        if chosen is Prefer.ASK:
            self._tell(Sort.CONFLICT, path, ABSENT)
            return
        self.made.memory.files[path] = made
        if chosen is Prefer.SOURCE:
            self._tell(Sort.NEW, path)
            self.made.contents[path] = text.encode()
        elif base is not None and (base.fields, base.text) != (made.fields, made.text):
            self._tell(Sort.LEFT, path, UNWANTED)

    def _there(self, path: str, base: Remembered | None, content: bytes, text: str) -> None:
        if self.memory is not None and base is None:
            # No import has written it.
            self._tell(Sort.LEFT, path, OTHERS)
            return
        made = merge_file(path, base, content, text, self.manner)
        if isinstance(made, RefusedFile):
            self._refuse(path, made)
            return
        self.made.remarks += made.remarks
        self.made.memory.files[path] = made.base
        if made.content != content:
            self.made.contents[path] = made.content

    def _vanished(self, path: str, base: Remembered) -> None:
        """Say that a file is not written any more; should it be again, its edits are known."""
        if not (self.root / path).is_file():
            return
        self.made.memory.files[path] = base
        source = SourceText.of(read_file(self.root / path))
        found = parsed(source.text, path) if source else None
        if source is None or not isinstance(found, Parsed):
            self._tell(Sort.LEFT, path, VANISHED)
        elif found.fields.keys() & {"gone", *self.manner.vanished}:
            return
        elif base.digest == digest_of(source.text) and self.manner.vanished:
            container = Container(source.text, found.group)
            fields = [Addition(*one) for one in self.manner.vanished.items()]
            content = source.changed([*container.edits((), {len(container.members) - 1: fields})])
            self.made.contents[path] = content
            self.made.memory.files[path] = remembered(content.decode("utf-8-sig"), path)
            self._tell(Sort.CHANGED, path, DROPPED)
        else:
            self._tell(Sort.LEFT, path, VANISHED)

    def _tell(self, sort: Sort, path: str, why: str = "") -> None:
        self.made.remarks.append(Remark(sort, path, 0, "", None, None, None, why))

    def _refuse(self, path: str, why: RefusedFile) -> None:
        self.made.refused.append((path, why))
