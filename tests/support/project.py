"""A project in a temporary folder, built by the real Sphinx in this process."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import sphinx.domains.python  # noqa: F401 - its texts would stay in the language of a first build
from sphinx.application import Sphinx
from sphinx.builders.html._assets import _file_checksum_inner
from sphinx.locale import translators
from sphinx.util.docutils import docutils_namespace, patch_docutils
from symposium.locale import ENGLISH, use

from support.files import write

CONF = """\
project = "Test project"
author = "Somebody"
copyright = "the authors"
extensions = ["symposium"]
symposium_site = True
symposium_search = False
"""

RE_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


@dataclass
class Outcome:
    """The site that a build has made, and what the build said."""

    builder: str
    outdir: Path
    statuscode: int
    warnings: str
    """What was logged as warning or error, without colours and without the project's folder."""
    status: str

    def html(self, page: str) -> str:
        """Return the HTML of a page, by docname, wherever the builder has put it."""
        return self.path(page).read_text(encoding="utf-8")

    def path(self, page: str) -> Path:
        """Return the file of a page, by docname."""
        if self.builder == "dirhtml":
            folder = page.removesuffix("index") if page.endswith("index") else f"{page}/"
            return self.outdir / folder / "index.html"
        return self.outdir / f"{page}.html"

    def pages(self) -> dict[str, str]:
        """Return all HTML files, by their path below the output folder."""
        return {
            path.relative_to(self.outdir).as_posix(): path.read_text(encoding="utf-8")
            for path in sorted(self.outdir.rglob("*.html"))
        }

    def files(self) -> dict[str, bytes]:
        """Return the bytes of all files, by their path below the output folder."""
        return {
            path.relative_to(self.outdir).as_posix(): path.read_bytes()
            for path in sorted(self.outdir.rglob("*"))
            if path.is_file()
        }

    def read(self) -> list[str]:
        """Return the names of the documents that this build read."""
        return re.findall(r"reading sources\.\.\. \[ *\d+%\] (\S+)", self.status)


@dataclass
class Built(Outcome):
    """The result of a build in this process."""

    app: Sphinx


class Project:
    """A project whose files a test writes, changes and builds."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def write(self, files: Mapping[str, str | bytes]) -> None:
        """Write files; text is written as it is, line ends included."""
        write(self.root, files)

    def remove(self, *names: str) -> None:
        """Remove files."""
        for name in names:
            (self.root / name).unlink()

    def build(
        self,
        builder: str = "html",
        *,
        parallel: int = 0,
        out: str = "_build",
        fresh: bool = False,
        status: StringIO | None = None,
        verbosity: int = 0,
        **config: Any,
    ) -> Built:
        """Build the project; ``out`` names the folder for output and doctrees."""
        status, warning = status or StringIO(), StringIO()
        target = self.root / out
        # A process of its own would start with none.
        _file_checksum_inner.cache_clear()
        use(ENGLISH)
        translators.clear()  # each build adds what it looks through for each word of the theme
        with (
            warnings.catch_warnings(),
            patch_docutils(str(self.root)),
            docutils_namespace(),
        ):
            # MyST and sphinxcontrib-bibtex still use what a later Sphinx will remove; we must not.
            for category in (DeprecationWarning, PendingDeprecationWarning):
                warnings.filterwarnings("ignore", r"'(?!symposium)", category)
            app = Sphinx(
                self.root,
                self.root,
                target / builder,
                target / "doctrees",
                builder,
                confoverrides=config,
                status=status,
                warning=warning,
                freshenv=fresh,
                verbosity=verbosity,
                parallel=parallel,
            )
            app.build()
        use(ENGLISH)
        return Built(
            builder,
            target / builder,
            app.statuscode,
            RE_COLOUR.sub("", warning.getvalue()).replace(f"{self.root}/", ""),
            RE_COLOUR.sub("", status.getvalue()),
            app,
        )


MakeProject = Callable[..., Project]
