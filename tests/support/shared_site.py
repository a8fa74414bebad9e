"""Sites that are built once for all tests that only look at them, also where several processes test."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from support.project import CONF, Outcome, Project


def common_folder(factory: pytest.TempPathFactory) -> Path:
    """Return the folder for temporary files that all processes of this run share."""
    base = factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Make a folder and hold it: of several processes, the others wait."""
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@dataclass
class SharedSites:
    """Gives sites; each is built when a test first asks for it, and must not be changed."""

    folder: Path

    def __call__(
        self,
        files: Mapping[str, str | bytes],
        builder: str = "html",
        *,
        conf: str = "",
        **config: Any,
    ) -> Outcome:
        """Return the site of a project of these files, by its builder and options.

        ``conf`` is added to a ``conf.py`` that switches the search off.
        """
        wanted = {"conf.py": CONF + conf, "index.md": "# Home\n", **files}
        key = repr((sorted(wanted.items()), builder, sorted(config.items())))
        home = self.folder / f"site-{hashlib.sha256(key.encode()).hexdigest()[:16]}"
        with alone(home):
            return self._outcome(home, wanted, builder, config)

    @staticmethod
    def _outcome(
        home: Path, files: Mapping[str, str | bytes], builder: str, config: Mapping[str, Any]
    ) -> Outcome:
        report, made = home / "report.json", Project(home / "project")
        if not report.exists():
            made.write(files)
            built = made.build(builder, **config)
            report.write_text(json.dumps([built.statuscode, built.warnings, built.status]))
        return Outcome(builder, made.root / "_build" / builder, *json.loads(report.read_text()))


SharedSite = Callable[..., Outcome]
