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
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from symposium.cli.rebuilding import Rebuild
from symposium.web import SERVE

SCRIPT, PROBLEMS = "/symposium-serve.js", "/symposium-serve.json"
NOT_YET = "<!DOCTYPE html><title>Nothing here yet</title><p>There is no such page, or not yet.</p>"
GRACE = 1
"""Seconds for what is under way when somebody stops the server."""

OTHERS = frozenset({"_build", "venv", "node_modules", "__pycache__"})
"""Folders of a project with nothing that its site is made of."""


LOCAL = ("127.0.0.1", "localhost")
"""The names of this machine that a browser may ask for."""
GONE, REFUSED = 404, 403


class OwnPages:
    """Answers pages of this site alone, by local names, and nothing below a name with a dot.

    Other sites could otherwise read the sources of somebody who works: by a name of theirs that
    leads to this machine, or by a websocket, which browsers open to any address.
    """

    def __init__(self, app: ASGIApp, port: int) -> None:
        self.app = app
        self.hosts = {f"{name}:{port}".encode() for name in LOCAL}
        self.origins = {b"http://" + host for host in self.hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or pass it on."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        origin = headers.get(b"origin")
        if headers.get(b"host") not in self.hosts or origin not in {None, *self.origins}:
            await self._refuse(scope, receive, send)
        elif any(part.startswith(".") for part in scope["path"].split("/")):
            await HTMLResponse(NOT_YET, GONE)(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    @staticmethod
    async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})  # it is answered with status 403
            return
        refused = PlainTextResponse("This server answers its own pages only.", REFUSED)
        await refused(scope, receive, send)


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
        application(rebuild, host, port),
        log_level="warning",
        timeout_graceful_shutdown=GRACE,
    )
    with suppress(KeyboardInterrupt):
        uvicorn.Server(settings).run(sockets=[place])


def application(rebuild: Rebuild, host: str, port: int) -> Starlette:
    """Return what answers the browser."""
    watcher = RebuildServer([rebuild.root], ignored_in(rebuild.root), rebuild)
    script = SERVE.read_bytes()

    def send_script(_request: Request) -> Response:
        return Response(script, media_type="text/javascript")

    def send_problems(_request: Request) -> Response:
        return FileResponse(rebuild.problems, headers={"Cache-Control": "no-store"})

    def not_yet(_request: Request, _error: Exception) -> Response:
        return HTMLResponse(NOT_YET, GONE)

    return Starlette(
        routes=[
            WebSocketRoute("/websocket-reload", watcher),
            Route(SCRIPT, send_script),
            Route(PROBLEMS, send_problems),
            Mount("/", StaticFiles(directory=rebuild.out, html=True)),
        ],
        middleware=[
            Middleware(OwnPages, port=port),
            Middleware(Injector, ws_url=f"{host}:{port}"),
        ],
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
