"""The server of ``symposium serve``: that of sphinx-autobuild, with problems shown in pages."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import uvicorn
from sphinx_autobuild.middleware import JavascriptInjectorMiddleware
from sphinx_autobuild.server import RebuildServer
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from symposium.cli.rebuilding import Rebuild
from symposium.web import SERVE

SCRIPT, PROBLEMS = "/symposium-serve.js", "/symposium-serve.json"
NOT_YET = "<!DOCTYPE html><title>Nothing here yet</title><p>There is no such page, or not yet.</p>"
GRACE = 1
"""Seconds for what is under way when somebody stops the server."""

OTHERS = frozenset({"_build", "venv", "node_modules", "__pycache__"})
"""Folders of a project with nothing that its site is made of."""


class Injector(JavascriptInjectorMiddleware):  # type: ignore[misc] # it has no types
    """Adds to each page what reloads it, and what shows problems."""

    def __init__(self, app: object, ws_url: str) -> None:
        super().__init__(app, ws_url)
        self.script += f'<script src="{SCRIPT}" defer></script>\n'.encode()


def serve(root: Path, place: socket.socket) -> None:
    """Build a project, serve it at a bound socket, and build it again whenever a file changes."""
    host, port = place.getsockname()
    rebuild = Rebuild(root)
    rebuild.out.mkdir(parents=True, exist_ok=True)
    rebuild(())
    print(f"the site is at http://{host}:{port} (Ctrl+C stops)", flush=True)
    settings = uvicorn.Config(
        application(rebuild, f"{host}:{port}"),
        log_level="warning",
        timeout_graceful_shutdown=GRACE,
    )
    with suppress(KeyboardInterrupt):
        uvicorn.Server(settings).run(sockets=[place])


def application(rebuild: Rebuild, address: str) -> Starlette:
    """Return what answers the browser."""
    watcher = RebuildServer([rebuild.root], ignored_in(rebuild.root), rebuild)
    script = SERVE.read_bytes()

    def send_script(_request: Request) -> Response:
        return Response(script, media_type="text/javascript")

    def send_problems(_request: Request) -> Response:
        return FileResponse(rebuild.problems, headers={"Cache-Control": "no-store"})

    def not_yet(_request: Request, _error: Exception) -> Response:
        return HTMLResponse(NOT_YET, status_code=404)

    return Starlette(
        routes=[
            WebSocketRoute("/websocket-reload", watcher),
            Route(SCRIPT, send_script),
            Route(PROBLEMS, send_problems),
            Mount("/", StaticFiles(directory=rebuild.out, html=True)),
        ],
        middleware=[Middleware(Injector, ws_url=address)],
        exception_handlers={404: not_yet, HTTPException: not_yet},
        lifespan=watcher.lifespan,
    )


def ignored_in(root: Path) -> Callable[[str], bool]:
    """Return what tells whether a file has nothing to do with the site.

    >>> ignored = ignored_in(Path("/a"))
    >>> ignored("/a/people/ada.md"), ignored("/a/_build/x.html"), ignored("/a/.git/index")
    (False, True, True)
    """

    def ignored(name: str) -> bool:
        parts = Path(name).relative_to(root).parts
        return any(part in OTHERS or part.startswith(".") or part.endswith("~") for part in parts)

    return ignored
