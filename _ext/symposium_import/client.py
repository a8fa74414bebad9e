"""Asking services on the web, politely: who asks is said, nobody is asked twice or too often.

Answers are kept in the user's cache. A service that is busy (429 and 5xx) is asked again, as late
as it wishes; an answer that breaks off or is larger than any honest one is refused.
"""

from __future__ import annotations

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
from urllib.parse import quote, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from symposium import __version__
from symposium.model.encodings import decode
from symposium.model.gate import read_file as read_bytes

from symposium_import.works import IntakeError, OfflineError

MOST = 30_000_000
"""Bytes of an answer; the longest lists of works have a third of that."""
SECONDS = 30
"""How long a service may be silent."""
FRESH = 86_400
"""Seconds for which an answer is used again without asking."""
TRIES = 4
LONGEST_WAIT = 120
"""Seconds for which one request is put off; who wishes more is asked another day."""
BUSY = frozenset({429, 500, 502, 503, 504})

PAUSES: Mapping[str, float] = {
    "export.arxiv.org": 3, "dblp.org": 2, "api.crossref.org": 0.5, "doi.org": 0.2,
    "pub.orcid.org": 0.2, "api.openalex.org": 0.2,
}  # fmt: skip
"""Seconds between two requests to a host, as the services ask for; other hosts get `USUAL`."""
USUAL = 1.0

ROUTES: dict[str, str] = {}
"""Beginnings of addresses, and what is asked instead of them: a mirror, or the server of a test."""
MEANINGS = {
    404: "there is no such record", 410: "the record was removed",
    401: "the service wants to know who asks", 403: "the service refuses to answer",
}  # fmt: skip


class _Routed(HTTPRedirectHandler):
    """Follows redirects by our routes."""

    def redirect_request(  # noqa: PLR0917 - as there
        self, req: Request, fp: Any, code: int, msg: str, headers: Any, newurl: str
    ) -> Request | None:
        return super().redirect_request(req, fp, code, msg, headers, _routed(newurl))


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
    _last: dict[str, float] = field(default_factory=dict)

    def text(self, address: str, accept: str = "*/*") -> str:
        """Return what is at an address.

        Raises:
            IntakeError: if nothing is there, or it cannot be had; the message says why.
        """
        name = sha256(f"{accept} {address}".encode()).hexdigest()
        path = self.cache / name if self.cache else None
        body = None if self.refresh else _kept(path)
        if body is None:
            body = self._fetched(address, accept)
            _keep(path, body)
        return decode(body).text

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
                    meaning = MEANINGS.get(error.code)
                    said = f"{meaning} ({error.code})" if meaning else reason
                    raise IntakeError(f"{address}: {said}") from error
                wait = _wished(error.headers.get("Retry-After") or "", 2.0**number)
            except (URLError, OSError, HTTPException, ValueError) as error:
                why = getattr(error, "reason", error)
                if isinstance(why, gaierror):
                    host = urlsplit(address).netloc
                    raise OfflineError(f"no network: {host}: {why}") from error
                wait, reason = 2.0**number, str(why)
        late = f"; it asks to wait for {wait:.0f} seconds" if wait > LONGEST_WAIT else ""
        raise IntakeError(f"{address}: {reason}{late}: try again later")

    def _once(self, address: str, accept: str) -> bytes:
        """Ask once."""
        self._pause(address)
        agent = f"symposium/{__version__}"
        agent += f" (mailto:{quote(self.contact, safe='@+')})" if self.contact else ""
        headers = {"User-Agent": agent, "Accept": accept, "Accept-Encoding": "identity"}
        request = Request(_routed(address), headers=headers)  # noqa: S310 - http, as our callers say
        with build_opener(_Routed).open(request, timeout=SECONDS) as answer:
            body: bytes = answer.read(MOST + 1)
            due = answer.headers.get("Content-Length", "")
        if len(body) > MOST:
            raise IntakeError(f"{address}: the answer is longer than {MOST // 1_000_000} MB")
        if due.isdecimal() and len(body) < int(due):
            raise OSError(f"the answer broke off after {len(body):,} of {int(due):,} bytes")
        return body

    def _pause(self, address: str) -> None:
        """Wait until the host may be asked again."""
        host = urlsplit(address).hostname or ""
        due = self._last.get(host, float("-inf")) + PAUSES.get(host, USUAL)
        if (wait := due - self.clock()) > 0:
            self.sleep(wait)
        self._last[host] = self.clock()


def _wished(wish: str, usual: float) -> float:
    """Return for how many seconds a service wishes not to be asked."""
    if wish.strip().isdecimal():
        return float(wish)
    with suppress(ValueError, TypeError):
        return max(0.0, (parsedate_to_datetime(wish) - datetime.now(UTC)).total_seconds())
    return usual


def _kept(path: Path | None) -> bytes | None:
    """Return an answer of today."""
    try:
        fresh = path is not None and 0 <= time.time() - path.stat().st_mtime < FRESH
        return read_bytes(path) if path and fresh else None
    except OSError:
        return None


def _keep(path: Path | None, body: bytes) -> None:
    with suppress(OSError):
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            partial = path.with_suffix(".part")
            partial.write_bytes(body)
            partial.replace(path)


def _routed(address: str) -> str:
    for start, other in ROUTES.items():
        if address.startswith(start):
            return other + address.removeprefix(start)
    return address
