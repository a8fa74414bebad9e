"""The site of this repository, built once for all tests that look at it, and a server for it."""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any

from measure import run

from support.paths import ROOT
from support.services import listening
from support.shared_site import alone


@dataclass(frozen=True)
class Site:
    """The built site."""

    outdir: Path
    wall: float
    cpu: float
    memory: int
    output: str
    """What Sphinx printed."""

    def api(self, name: str) -> Any:
        """Return the contents of a file of the API."""
        return json.loads((self.outdir / "api" / "v1" / f"{name}.json").read_text("utf-8"))


def build_once(shared: Path) -> Site:
    """Return the site below ``shared``; of several processes that ask for it, one builds it."""
    folder = shared / "real-site"
    figures, outdir = folder / "figures.json", folder / "html"
    with alone(folder):
        if not figures.exists():
            command = (sys.executable, "-m", "sphinx", "-nW", "-j", "auto", "-b", "html")
            cost = run([*command, "-d", str(folder / "doctrees"), str(ROOT), str(outdir)], ROOT)
            assert cost.code == 0, cost.output
            figures.write_text(json.dumps([cost.wall, cost.cpu, cost.memory, cost.output]))
    return Site(outdir, *json.loads(figures.read_text()))


class Quiet(SimpleHTTPRequestHandler):
    """A server that does not write a line for each request."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
        pass


def serve(outdir: Path, handler: Callable[..., Quiet] = Quiet) -> AbstractContextManager[str]:
    """Serve a folder on this machine alone; the value is its address, with a slash at the end."""
    return listening(functools.partial(handler, directory=str(outdir)))
