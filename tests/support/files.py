"""Projects as mappings of names to contents: written into a folder, and read from it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from symposium.knowledge import KnowledgeBase, build
from symposium.model.problems import Problem
from symposium.reading.folder import read_project


def write(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files; text is written as it is, line ends included. Return the folder."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def knowledge_of(
    root: Path, files: Mapping[str, str | bytes]
) -> tuple[KnowledgeBase, list[Problem]]:
    """Write files; return the knowledge base of their project, and all problems."""
    records, problems = read_project(write(root, files))
    kb, found = build(records)
    return kb, [*problems, *found]
