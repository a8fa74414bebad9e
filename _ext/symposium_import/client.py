"""Asking services on the web, politely: who asks is said, nobody is asked twice or too often.

Answers are kept in the user's cache. A service that is busy (429 and 5xx) is asked again, as late
as it wishes; an answer that breaks off or is larger than any honest one is refused.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from hashlib import sha256
from http.client import HTTPException
from pathlib import Path
from socket import gaierror
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urljoin, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from symposium import __version__
from symposium.model.encodings import decode
from symposium.model.gate import read_file as read_bytes

from symposium_import.works import IntakeError, OfflineError

MOST = 30_000_000
"""Bytes of an answer; the longest lists of works have a third of that."""
SECONDS = 30
"""How long a service may be silent."""
WHOLE = 120
"""How many seconds a whole answer may take."""
FRESH = 86_400
"""Seconds for which an answer is used again without asking."""
TRIES = 4
LONGEST_WAIT = 120
"""Seconds for which one request is put off; who wishes more is asked another day."""
REDIRECTS = 5
BUSY = frozenset({429, 500, 502, 503, 504})
MOVED = frozenset({301, 302, 303, 307, 308})
PIECE = 1 << 16

PAUSES: Mapping[str, float] = {
    "export.arxiv.org": 3, "dblp.org": 2, "api.crossref.org": 0.5, "doi.org": 0.2,
    "pub.orcid.org": 0.2, "api.openalex.org": 0.2,
}  # fmt: skip
"""Seconds between two requests to a host, as the services ask for; other hosts get `USUAL`."""
USUAL = 1.0

ROUTES: dict[str, str] = {}
"""Beginnings of addresses, and what is asked instead of them: a mirror, or the server of a test."""


class _Stay(HTTPRedirectHandler):
    """Follows nothing: whereto an answer leads is looked at first."""

    def redirect_request(self, *_: Any) -> None:
        """Return no request."""
        return


@dataclass
class Client:
    """Asks services."""

    contact: str = ""
    """The address for mail of who asks."""
    cache: Path | None = None
    refresh: bool = False
    """Whether kept answers are not used."""
    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic
    asked: int = 0
    """How many requests were made."""
    _last: dict[str, float] = field(default_factory=dict)
    _pauses: dict[str, float] = field(default_factory=lambda: dict(PAUSES))

    def text(self, address: str, accept: str = "*/*") -> str:
        """Return what is at an address.

        Raises:
            IntakeError: if nothing is there, or it cannot be had; the message says why.
        """
        kept = self._kept(address, accept)
        if kept is None:
            kept = self._fetched(address, accept)
            self._keep(address, accept, kept)
        return decode(kept).text

    def _fetched(self, address: str, accept: str) -> bytes:
        """Return the body of an answer, asking again where that may help."""
        wait, reason = 0.0, ""
        for number in range(TRIES):
            if wait > LONGEST_WAIT:
                break
            if number:
                self.sleep(wait)
            try:
                return self._once(address, accept)
            except HTTPError as error:
                reason = f"the service answers {error.code} {error.reason}".rstrip()
                if error.code not in BUSY:
                    raise IntakeError(f"{address}: {_meaning(error.code, reason)}") from error
                wait = self._wished(error.headers, 2.0**number)
            except (URLError, OSError, HTTPException, ValueError) as error:
                if isinstance(getattr(error, "reason", None), gaierror):
                    raise _offline(address, error) from error  # asking again finds no other way
                reason, wait = str(getattr(error, "reason", "") or error), 2.0**number
        late = f"; it asks to wait for {wait:.0f} seconds" if wait > LONGEST_WAIT else ""
        raise IntakeError(f"{address}: {reason}{late}: try again later")

    def _once(self, address: str, accept: str) -> bytes:
        """Return the body of one answer, wherever it is in the end."""
        for _ in range(REDIRECTS):
            self._pause(address)
            agent = f"symposium/{__version__}"
            agent += f" (mailto:{quote(self.contact, safe='@+')})" if self.contact else ""
            headers = {"User-Agent": agent, "Accept": accept, "Accept-Encoding": "identity"}
            request = Request(_routed(address), headers=headers)  # noqa: S310 - http, see below
            self.asked += 1
            try:
                with build_opener(_Stay).open(request, timeout=SECONDS) as answer:
                    self._learn(address, answer.headers)
                    return self._body(answer, address)
            except HTTPError as error:
                if error.code not in MOVED or not error.headers.get("Location"):
                    raise
                error.close()
                there = urljoin(address, error.headers["Location"])
            if urlsplit(there).scheme not in {"http", "https"}:
                raise IntakeError(f"{address} leads to {there[:200]}, which is not on the web")
            address = there
        raise IntakeError(f"{address}: it leads from address to address without end")

    def _body(self, answer: Any, address: str) -> bytes:
        due = answer.headers.get("Content-Length", "")
        length = int(due) if due.isdecimal() else None
        if length is not None and length > MOST:
            raise IntakeError(_too_long(address))
        pieces: list[bytes] = []
        size, begun = 0, self.clock()
        while piece := answer.read(PIECE):
            pieces.append(piece)
            size += len(piece)
            if size > MOST:
                raise IntakeError(_too_long(address))
            if self.clock() - begun > WHOLE:
                raise TimeoutError(f"the answer takes longer than {WHOLE} seconds")
        if length is not None and size < length:
            raise OSError(f"the answer broke off after {size:,} of {length:,} bytes")
        return b"".join(pieces)

    def _pause(self, address: str) -> None:
        """Wait until the host may be asked again."""
        host = urlsplit(address).hostname or ""
        due = self._last.get(host, float("-inf")) + self._pauses.get(host, USUAL)
        if (wait := due - self.clock()) > 0:
            self.sleep(wait)
        self._last[host] = self.clock()

    def _learn(self, address: str, headers: Mapping[str, str]) -> None:
        """Take over the pace that a service asks for: so many requests in so many seconds."""
        with suppress(ValueError, ZeroDivisionError, TypeError):
            number = float(headers["X-Rate-Limit-Limit"])
            seconds = float(headers["X-Rate-Limit-Interval"].rstrip("s"))
            host = urlsplit(address).hostname or ""
            asked = min(seconds / number, LONGEST_WAIT)
            self._pauses[host] = max(self._pauses.get(host, 0), asked)

    @staticmethod
    def _wished(headers: Any, usual: float) -> float:
        """Return for how many seconds a service wishes not to be asked."""
        wish = (headers.get("Retry-After") or "").strip()
        if wish.isdecimal():
            return float(wish)
        with suppress(ValueError, TypeError):
            then = parsedate_to_datetime(wish)
            return max(0.0, (then - datetime.now(UTC)).total_seconds())
        return usual

    def _path(self, address: str, accept: str) -> Path | None:
        name = sha256(f"{accept} {address}".encode()).hexdigest()
        return self.cache / name if self.cache else None

    def _kept(self, address: str, accept: str) -> bytes | None:
        path = self._path(address, accept)
        if path is None or self.refresh:
            return None
        try:
            head, _, body = read_bytes(path).partition(b"\n")
            said = json.loads(head)
            age = time.time() - said["asked"]
            whole = said["digest"] == sha256(body).hexdigest()
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return body if whole and 0 <= age < FRESH else None

    def _keep(self, address: str, accept: str, body: bytes) -> None:
        path = self._path(address, accept)
        if path is None:
            return
        said = {"asked": time.time(), "digest": sha256(body).hexdigest()}
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            partial = path.with_suffix(".part")
            partial.write_bytes(json.dumps(said).encode() + b"\n" + body)
            partial.replace(path)


def _offline(address: str, error: Exception) -> OfflineError:
    """Return the error of a service whose name nobody knows here."""
    why = getattr(error, "reason", error)
    return OfflineError(f"no network: {urlsplit(address).netloc}: {why}")


def _routed(address: str) -> str:
    for start, other in ROUTES.items():
        if address.startswith(start):
            return other + address.removeprefix(start)
    return address


def _meaning(status: int, reason: str) -> str:
    meanings = {
        404: "there is no such record",
        410: "the record was removed",
        401: "the service wants to know who asks",
        403: "the service refuses to answer",
    }
    return f"{meanings[status]} ({status})" if status in meanings else reason


def _too_long(address: str) -> str:
    return f"{address}: the answer is longer than {MOST // 1_000_000} MB: it is refused"
