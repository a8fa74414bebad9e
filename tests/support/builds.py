"""Builds of a project: what a clean one makes, what differs, what is changed between two."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from support.project import CONF, Project


def differences(one: Mapping[str, bytes], other: Mapping[str, bytes]) -> list[str]:
    """Return the names of files that differ or are there only once."""
    return sorted(n for n in {*one, *other} if one.get(n) != other.get(n))


def clean(made: Project, builder: str = "html", **config: object) -> dict[str, bytes]:
    """Return the files of a build from nothing."""
    shutil.rmtree(made.root / "_clean", ignore_errors=True)
    return made.build(builder, out="_clean", **config).files()


def apply(made: Project, change: Mapping[str, str | None]) -> None:
    made.write({name: text for name, text in change.items() if text is not None})
    made.remove(*(name for name, text in change.items() if text is None))


class BuiltBefore:
    """Gives projects as their first build has left them; each is built once, then copied."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.kept: dict[str, Path] = {}

    def __call__(self, files: Mapping[str, str], **config: object) -> Project:
        """Return a project that was built; those given before are no longer there."""
        made = Project(self.folder / "project")
        shutil.rmtree(made.root, ignore_errors=True)
        name = repr((sorted(files.items()), config))
        if name in self.kept:
            shutil.copytree(self.kept[name], made.root)
            return made
        made.write({"conf.py": CONF, "index.md": "# Home\n", **files})
        assert made.build(**config).warnings == ""
        self.kept[name] = shutil.copytree(made.root, self.folder / str(len(self.kept)))
        return made
