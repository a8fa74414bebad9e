"""The site of this repository, built once for all tests that look at it, and a server for it."""

from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from measure import run

from support.paths import ROOT
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
    checkout: Path | None
    """The copy of the checkout that ``make html`` was called in; ``None`` where that cannot be."""

    def api(self, name: str) -> Any:
        """Return the contents of a file of the API."""
        return json.loads((self.outdir / "api" / "v1" / f"{name}.json").read_text("utf-8"))


def build_once(shared: Path) -> Site:
    """Return the site below ``shared``; of several processes that ask for it, one builds it.

    It is built as the README says, with ``make html``, in a copy of the checkout where that can be.
    """
    folder = shared / "real-site"
    figures = folder / "figures.json"
    copy = folder / "symposium"
    with alone(folder):
        if not figures.exists():
            if _copy_checkout(copy):
                ours = ("MAKE", "MFLAGS", "SPHINX")  # of the ``make test`` that runs this
                env = {k: v for k, v in os.environ.items() if not k.startswith(ours)}
                cost = run(["make", "html"], copy, env)
            else:
                command = (sys.executable, "-m", "sphinx", "-nW", "-j", "auto", "-b", "html")
                paths = ("-d", str(copy / "_build/doctrees"), str(ROOT), str(copy / "_build/html"))
                cost = run([*command, *paths], ROOT)
            assert cost.code == 0, cost.output
            figures.write_text(json.dumps([cost.wall, cost.cpu, cost.memory, cost.output]))
    wall, cpu, memory, output = json.loads(figures.read_text())
    checkout = copy if (copy / "Makefile").exists() else None
    return Site(copy / "_build" / "html", wall, cpu, memory, output, checkout)


def _copy_checkout(copy: Path) -> bool:
    """Copy the checkout, with the environment of this one in its place; return whether it is done."""
    names = _listed() if shutil.which("make") else []
    for name in names:
        target = copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, target)
    if not names:
        return False
    binaries = copy / ".venv" / "bin"
    binaries.mkdir(parents=True)
    for name in ("python", "symposium"):
        script = binaries / name
        inner = sys.executable if name == "python" else f"{sys.executable} -m symposium"
        script.write_text(f'#!/bin/sh\nPYTHONPATH="{copy}/_ext" exec {inner} "$@"\n', "utf-8")
        script.chmod(0o755)
    # Setting up an environment is what `.ci/run` does on a clean checkout.
    (copy / ".venv" / ".ready").touch()
    os.utime(copy / ".venv" / ".ready", (2**32, 2**32))
    return True


def _listed() -> list[str]:
    """Return the files of the checkout as git knows them, new ones too."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return []
    return [name for name in done.stdout.split("\0") if name and (ROOT / name).is_file()]


class Quiet(SimpleHTTPRequestHandler):
    """A server that does not write a line for each request."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
        pass


@contextmanager
def serve(outdir: Path, handler: Callable[..., Quiet] = Quiet) -> Iterator[str]:
    """Serve a folder on this machine alone; the value is its address, with a slash at the end."""
    made = functools.partial(handler, directory=str(outdir))
    with ThreadingHTTPServer(("127.0.0.1", 0), made) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()
