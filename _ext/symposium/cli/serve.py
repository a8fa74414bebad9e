"""``symposium serve``: show the site, build it at every save, and show its problems."""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import socket
import subprocess
import sys
from asyncio import to_thread
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import uvicorn
from sphinx_autobuild.filter import IgnoreFilter
from sphinx_autobuild.middleware import JavascriptInjectorMiddleware
from sphinx_autobuild.server import RebuildServer
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Scope
from watchfiles import awatch

from symposium.cli import resident
from symposium.cli.check import problems_in
from symposium.cli.files import write_file
from symposium.cli.project import add_directory, check_conf
from symposium.cli.resident import OUT, WARNINGS, Row
from symposium.cli.wrong_use import WrongUseError
from symposium.web import SERVE

RE_RULE = re.compile(r"^=+\n", re.MULTILINE)
"""The rule below a heading in Sphinx's report of an exception."""


REPORT = Path("_build/serve/problems.json")
"""The file with the problems of the last build."""
QUIET = 20
"""The milliseconds without a change after which a build begins."""
SOURCES = (".md", ".bib")
"""Suffixes of files that every build reads anew. A change of any other needs a new process."""


class Rebuild:
    """Builds and checks a project in one process; after a fault in it, in a new one."""

    def __init__(self, root: Path) -> None:
        self.root = root
        """The resolved folder of the project."""
        self.process: subprocess.Popen[str] | None = None
        self.is_closed = False

    def __call__(self, changed_paths: Iterable[str] = ()) -> Iterator[None]:
        """Build and check the project, and write its problems to `REPORT`.

        Yield when the pages of what has changed are there, and again when all is done.
        """
        if changed_paths:
            names = sorted({os.path.relpath(path, self.root) for path in changed_paths})
            print(f"changed: {', '.join(names[:5])}{' …' * (len(names) > 5)}", flush=True)
        if not all(path.endswith(SOURCES) for path in changed_paths):
            self._end()
        is_used = self.process is not None
        status, checked = yield from self._order()
        # It may be the fault of what the process kept.
        if status > 1 and is_used and not self.is_closed:
            status, checked = yield from self._order()
        log = Path(self.root, WARNINGS)
        text = log.read_text("utf-8", "replace") if log.exists() else ""
        # Sphinx ends with 2 if it had to stop, and with 1 or 0 if pages were written.
        rows = problems_of(checked, text, self.root, stopped=status > 1)
        write_file(self.root / REPORT, json.dumps(rows).encode())
        yield

    def _order(self) -> Generator[None, None, tuple[int, list[Row]]]:
        """Return the status of a build and its problems; end a process that failed."""
        self.process = process = self.process or subprocess.Popen(  # noqa: S603 - fixed arguments
            [sys.executable, "-m", resident.__name__], cwd=self.root, encoding="utf-8",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip
        status, checked = 2, list[Row]()
        with suppress(OSError, ValueError):  # it was killed
            print(file=process.stdin, flush=True)
            for answer in map(json.loads, process.stdout or ()):
                if answer:
                    status, checked = answer
                    break
                yield
        if status > 1:
            self._end()
        return status, checked

    def close(self) -> None:
        """End for good, at once, even in the middle of a build."""
        self.is_closed = True
        self._end()

    def _end(self) -> None:
        """End the process, if there is one, and wait for its end."""
        process, self.process = self.process, None
        if process:
            with suppress(OSError):
                if sys.platform == "win32":
                    process.kill()
                else:
                    os.killpg(process.pid, signal.SIGKILL)  # and all that it has started
            with suppress(OSError, ValueError):  # another thread may read from it
                process.communicate()


def problems_of(checked: list[Row], log: str, root: Path, *, stopped: bool) -> list[Row]:
    """Return the problems of a check, and those in a build's log about other files.

    The check reports all files in every run, Sphinx only those that it has read again. If the build
    ``stopped``, the end of its log is one more problem.
    """
    if stopped:
        reason = re.sub(r"\n+", "\n", log).partition("\nThe full traceback")[0]
        last = "\n".join(RE_RULE.split(reason)[-1].split("\n")[-12:])
        return [*checked, ("", 0, last or "its process ended")]
    paths = {path for path, _, _ in checked}
    others = (problem for problem in problems_in(log, root) if problem.place.path not in paths)
    return [*checked, *((each.place.path, each.place.line, each.message) for each in others)]


SCRIPT, PROBLEMS = "/symposium-serve.js", "/symposium-serve.json"
NOT_YET = "<!DOCTYPE html><title>Nothing here yet</title><p>There is no such page, or not yet.</p>"
IGNORED = r"(.*/)?(\.|[^/]*~$|(_build|venv|node_modules|__pycache__)(/|$))"
"""Paths in a project that have no influence on its site."""


class Watcher(RebuildServer):  # type: ignore[misc] # it has no types
    """Builds the site when files change, and has browsers load their page again at each step."""

    async def watch(self) -> None:
        """Build at every change, until this is cancelled."""
        wanted = lambda _, path: not self.ignore(path)  # noqa: E731
        with closing(self.change_callback):  # its thread would keep the server from its end
            async for changes in awatch(*self.paths, watch_filter=wanted, step=QUIET):
                steps = self.change_callback([path for _, path in changes])
                while await to_thread(next, steps, self) is not self:
                    self.flag.set()


class Injector(JavascriptInjectorMiddleware):  # type: ignore[misc] # it has no types
    """Adds scripts to each page that reload it and show problems."""

    def __init__(self, app: object, ws_url: str) -> None:
        super().__init__(app, ws_url)
        self.script += f'<script src="{SCRIPT}" defer></script>\n'.encode()


class Files(StaticFiles):
    """Serves the files of a site, of which a build may write one at the same time."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope,
        status_code: int = 200,
    ) -> Response:  # fmt: skip
        """Return a response whose length is right: without its end, a page would not reload."""
        if not str(full_path).endswith(".html"):
            return super().file_response(full_path, stat_result, scope, status_code)
        return HTMLResponse(Path(full_path).read_bytes(), status_code)


def serve(root: Path, listener: socket.socket) -> None:
    """Build a project, serve it at a bound socket, and build it again whenever a file changes."""
    host, port = listener.getsockname()
    rebuild = Rebuild(root)
    (root / OUT).mkdir(parents=True, exist_ok=True)
    settings = uvicorn.Config(
        application(rebuild, host, port), log_level="warning", timeout_graceful_shutdown=1
    )
    with closing(rebuild), suppress(KeyboardInterrupt):
        list(rebuild())
        print(f"the site is at http://{host}:{port} (Ctrl+C stops)", flush=True)
        uvicorn.Server(settings).run(sockets=[listener])


def application(rebuild: Rebuild, host: str, port: int) -> Starlette:
    """Return the web application that serves and reloads the site."""
    ignored = IgnoreFilter((), [f"^{re.escape(rebuild.root.as_posix())}/{IGNORED}"])
    watcher = Watcher([rebuild.root], ignored, rebuild)

    def send_problems(_request: Request) -> Response:
        path = rebuild.root / REPORT
        rows = path.read_bytes() if path.exists() else b"[]"  # its folder may have been removed
        return Response(rows, headers={"Cache-Control": "no-store"}, media_type="application/json")

    def not_yet(_request: Request, _error: Exception) -> Response:
        return HTMLResponse(NOT_YET, 404)

    return Starlette(
        routes=[
            WebSocketRoute("/websocket-reload", watcher),
            Route(SCRIPT, lambda _request: FileResponse(SERVE)),
            Route(PROBLEMS, send_problems),
            Mount("/", Files(directory=rebuild.root / OUT, html=True)),
        ],
        middleware=[
            # Against DNS rebinding: a foreign host name for this address could read the site.
            Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"]),
            Middleware(Injector, ws_url=f"{host}:{port}"),
        ],
        exception_handlers={404: not_yet},
        lifespan=watcher.lifespan,
    )


HOST, PORT = "127.0.0.1", 8000


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_directory(command)
    command.add_argument(
        "--port", type=int, default=PORT, metavar="N",
        help=f"where to show it; if it is taken, the next free one (default: {PORT})",
    )  # fmt: skip


def run(arguments: argparse.Namespace) -> bool:
    """Serve a project until its user stops it.

    Raises:
        WrongUseError: if there is no project, or no free port.
    """
    root: Path = arguments.directory.resolve()
    check_conf(arguments.directory)
    with bound(arguments.port) as listener:
        serve(root, listener)
    return False


def bound(first: int) -> socket.socket:
    """Return a socket at the first free port from ``first`` on; print it if that was taken.

    Raises:
        WrongUseError: if no port is free, or ``first`` is not a port.
    """
    if not 0 < first < 65536:
        raise WrongUseError(f"{first} is not a port: name one from 1 to 65535")
    for port in range(first, min(first + 100, 65536)):
        with suppress(OSError):
            listener = socket.create_server((HOST, port))
            if port != first:
                print(f"port {first} is taken: the site is at port {port}", flush=True)
            return listener
    raise WrongUseError(f"no port from {first} on can be used: name another with --port")
