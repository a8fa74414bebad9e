"""A local server for the files of a site, fast enough not to distort measurements.

It keeps connections open and files in memory, and sends each answer in one piece. The further
cost of real servers and networks does not depend on the site or its scripts.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast
from urllib.parse import unquote

PAGE = b"<!DOCTYPE html><title>Empty</title>"
"""Empty page at the root, in which scripts run."""

TYPES = {".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html"}


class Server(asyncio.Protocol):
    """One connection; requests are answered in order."""

    def __init__(self, site: Path, answers: dict[str, bytes]) -> None:
        self._site = site
        self._answers = answers
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        # Otherwise each answer waits 40 ms for an acknowledgement.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def data_received(self, data: bytes) -> None:
        *requests, self._rest = (self._rest + data).split(b"\r\n\r\n")
        for request in requests:
            target = request.split(b" ", 2)[1].decode("ascii").partition("?")[0]
            if target not in self._answers:
                self._answers[target] = answer(self._site, target)
            self._transport.write(self._answers[target])


def answer(site: Path, target: str) -> bytes:
    """Return the complete answer for a path below the root of a site."""
    status, kind, body = "200 OK", "text/html", PAGE
    if target != "/":
        path = site / unquote(target).lstrip("/")
        kind = TYPES.get(path.suffix, "application/octet-stream")
        try:
            body = path.read_bytes()
        except OSError:
            status, body = "404 Not Found", b""
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


@contextmanager
def serve(site: Path) -> Iterator[str]:
    """Serve a folder on the local host; the value is its address with a final slash."""
    loop = asyncio.new_event_loop()
    answers: dict[str, bytes] = {}
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    listening = loop.run_until_complete(
        loop.create_server(lambda: Server(site, answers), "127.0.0.1", 0)
    )
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/"
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        listening.close()
        loop.close()
