"""Requests to web services, which name their sender and keep a pause between them.

A request that fails because the service is busy (429 and 5xx) is repeated after the time that the
service names. An incomplete or huge answer is refused.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.client import HTTPException
from socket import gaierror
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

from symposium import __version__
from symposium.model.encodings import decode

from symposium_import.works import IntakeError

MAX_BYTES = 30_000_000
"""Largest size of an answer in bytes; the longest lists of works have a third of that."""
SECONDS = 30
"""Timeout of a request in seconds."""
TRIES = 4
LONGEST_WAIT = 120
"""Most seconds to wait before a request is repeated; if a service asks for more, it fails."""
BUSY = frozenset({429, 500, 502, 503, 504})

PAUSES: Mapping[str, float] = {
    "export.arxiv.org": 3, "dblp.org": 2, "doi.org": 0.2,
    "pub.orcid.org": 0.2, "api.openalex.org": 0.2,
}  # fmt: skip
"""Seconds between two requests to a host, as the services ask for; other hosts get `USUAL`."""
USUAL = 1.0


@dataclass
class Client:
    """HTTP client for web services."""

    contact: str = ""
    """Email address of the user, which requests contain."""
    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic
    _last: dict[str, float] = field(default_factory=dict)

    def text(self, address: str, accept: str = "*/*") -> str:
        """Return the text at an address.

        Raises:
            IntakeError: if it cannot be fetched; the message gives the reason.
        """
        wait, reason = 0.0, ""
        for number in range(TRIES):
            if wait > LONGEST_WAIT:
                break
            if number:
                self.sleep(wait)
            try:
                return decode(self._once(address, accept)).text
            except HTTPError as error:
                reason = f"the service answers {error.code} {error.reason}".rstrip()
                if error.code not in BUSY:
                    raise IntakeError(f"{address}: {reason}") from error
                wish = error.headers.get("Retry-After") or ""
                wait = float(wish) if wish.isdecimal() else 2.0**number
            except (URLError, OSError, HTTPException, ValueError) as error:
                why = getattr(error, "reason", error)
                if isinstance(why, gaierror):
                    raise IntakeError(f"{address}: no network: {why}") from error
                wait, reason = 2.0**number, str(why)
        late = f"; it asks to wait for {wait:.0f} seconds" if wait > LONGEST_WAIT else ""
        raise IntakeError(f"{address}: {reason}{late}: try again later")

    def _once(self, address: str, accept: str) -> bytes:
        """Send one request, after the pause that its host needs."""
        host = urlsplit(address).hostname or ""
        due = self._last.get(host, float("-inf")) + PAUSES.get(host, USUAL)
        if (wait := due - self.clock()) > 0:
            self.sleep(wait)
        self._last[host] = self.clock()
        agent = f"symposium/{__version__}"
        agent += f" (mailto:{quote(self.contact, safe='@+')})" if self.contact else ""
        headers = {"User-Agent": agent, "Accept": accept, "Accept-Encoding": "identity"}
        request = Request(address, headers=headers)  # noqa: S310 - callers pass http(s) only
        with urlopen(request, timeout=SECONDS) as answer:  # noqa: S310 - as above
            body: bytes = answer.read(MAX_BYTES + 1)
            length = answer.headers.get("Content-Length", "")
        if len(body) > MAX_BYTES:
            raise IntakeError(f"{address}: the answer is longer than {MAX_BYTES // 1_000_000} MB")
        if length.isdecimal() and len(body) < int(length):
            raise OSError(f"the answer broke off after {len(body):,} of {int(length):,} bytes")
        return body
