"""A server that answers as services on the web do: with what was recorded of them, or faultily."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from support.paths import SHARED

RECORDINGS = SHARED / "recordings"
"""Real answers, which are no part of the project."""


@dataclass
class Reply:
    """An answer."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    length: int | None = None
    """The length that it claims to have, if that is not the right one."""


@dataclass
class Services:
    """What a server answers, and what it was asked."""

    port: int = 0
    replies: dict[str, list[Reply]] = field(default_factory=dict)
    """By host and path; of several the first is given once."""
    otherwise: Callable[[str], Reply | None] = lambda _: None
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    def says(self, path: str, *replies: Reply) -> None:
        """Let the server give these answers, the last one for ever."""
        self.replies[path] = list(replies)

    def reply(self, path: str) -> Reply:
        """Return the answer to a request."""
        there = self.replies.get(path) or self.replies.get(path.partition("?")[0])
        if there:
            return there.pop(0) if len(there) > 1 else there[0]
        return self.otherwise(path) or Reply(b"not here", 404)


@contextmanager
def listening(handler: Callable[..., BaseHTTPRequestHandler]) -> Iterator[str]:
    """Let a server of this machine alone answer; the value is its address, with a slash at the end."""
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def running(services: Services) -> Iterator[Services]:
    """Serve as long as this lasts; requests to the web come here instead."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.removeprefix("/")
            services.asked.append((path, dict(self.headers)))
            reply = services.reply(path)
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            length = len(reply.body) if reply.length is None else reply.length
            self.send_header("Content-Length", str(length))
            self.end_headers()
            self.wfile.write(reply.body)

        def log_message(self, *_: object) -> None:
            pass

    with listening(Handler) as address:
        services.port = urlsplit(address).port or 0
        yield services


def recorded() -> Callable[[str], Reply | None]:
    """Return what was recorded, by host and path; skip the test where there is nothing."""
    if not (RECORDINGS / "index.json").is_file():
        pytest.skip(f"there are no recordings of services in {RECORDINGS}")
    index = json.loads((RECORDINGS / "index.json").read_text("utf-8"))
    by_path: dict[str, str] = {}
    for one in index:
        parts = urlsplit(one["uri"])
        name = f"{parts.netloc}{unquote(parts.path)}"
        if parts.netloc == "export.arxiv.org":
            name += f"?{parse_qs(parts.query).get('id_list', [''])[0]}"
        by_path.setdefault(name, one["file"])
    works = RECORDINGS / "openalex"
    for path in sorted(works.glob("*.json")):
        found = json.loads(path.read_text("utf-8"))
        if isinstance(found, dict) and "/W" in str(found.get("id")):
            number = str(found["id"]).rpartition("/")[2]
            by_path[f"api.openalex.org/works/{number}"] = f"openalex/{path.name}"

    def reply(path: str) -> Reply | None:
        parts = urlsplit(f"//{path}")
        name = f"{parts.netloc}{unquote(parts.path)}"
        if parts.netloc == "export.arxiv.org":
            name += f"?{parse_qs(parts.query).get('id_list', [''])[0]}"
        if parts.netloc == "doi.org":  # which leads to the registry
            doi = re.sub(r"^/", "", unquote(parts.path))
            if f"api.crossref.org/works/{doi}" in by_path:
                there = f"https://api.crossref.org/works/{doi}"
                return Reply(status=302, headers={"Location": there})
        file = by_path.get(name)
        return Reply((RECORDINGS / file).read_bytes()) if file else None

    return reply
