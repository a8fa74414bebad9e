"""Addresses that abstracts print: of code, of data, of a video, of a project."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from symposium.reading.entry_links import RE_ESCAPED, RE_TILDE

HOSTS = {
    "github.com": "code", "gitlab.com": "code", "bitbucket.org": "code", "codeberg.org": "code",
    "gist.github.com": "code", "zenodo.org": "data", "figshare.com": "data", "osf.io": "data",
    "datadryad.org": "data", "kaggle.com/datasets": "data", "huggingface.co/datasets": "data",
    "youtube.com": "video", "youtu.be": "video",
}  # fmt: skip
"""What an address below a host leads to; ``gitlab.`` of any organisation leads to code."""
OTHER = "project"
NOT_OWN = ("doi.org", "dx.doi.org", "arxiv.org")
"""Hosts of works: an abstract that prints such an address means another work, or itself."""
SIGNS = re.compile(r"://|\.(?:com|org|co|be)/")
"""What has none of these has no address."""
MOST = 6
"""Addresses of one abstract that become links."""

HOST = r"[a-z0-9](?:[a-z0-9-]*\.)+[a-z]{2,12}"
REST = r"[^\s<>\"\\`{}|^\[\]]*"
RE_ADDRESS = re.compile(
    rf"https?://(?P<host>{HOST})(?::\d+)?(?P<path>/{REST})?(?![\w@:])"
    rf"|(?<![\w@./-])(?P<bare>(?:www\.)?(?:{'|'.join(map(re.escape, HOSTS))}|huggingface\.co))"
    rf"(?P<below>/{REST})?(?![\w@:])",
    re.IGNORECASE,
)


def printed_links(raw: str, known: Iterable[str]) -> dict[str, str]:
    r"""Return the addresses in the value of a field, by the names of links.

    ``known`` are the addresses that the entry has as links; they are left out.

    >>> printed_links(r"See \url{https://github.com/a/b\_c}, and (www.github.com/d).", ())
    {'code': 'https://github.com/a/b_c', 'code-2': 'https://www.github.com/d'}
    """
    if "/" not in raw or not SIGNS.search(raw):  # as of most, and the former is fast
        return {}
    found: dict[str, str] = {}
    seen = {_same(one) for one in known}
    for kind, address in _addresses(RE_ESCAPED.sub(r"\1", RE_TILDE.sub("~", raw))):
        if _same(address) not in seen and len(found) < MOST:
            seen.add(_same(address))
            number = 1 + sum(name.partition("-")[0] == kind for name in found)
            found[f"{kind}-{number}" if number > 1 else kind] = address
    return found


def _addresses(text: str) -> Iterator[tuple[str, str]]:
    """Yield the addresses in a text, each with what it leads to."""
    words = [word for word in text.split() if "/" in word]  # matching others takes longer
    for one in RE_ADDRESS.finditer(" ".join(words)):
        host = (one["host"] or one["bare"]).lower()
        address = _without_end(one[0])
        path = address.lower().partition(host)[2]
        below = host.removeprefix("www.") + path
        kind = next((kind for start, kind in HOSTS.items() if below.startswith(f"{start}/")), OTHER)
        kind = "code" if host.startswith("gitlab.") and path.strip("/") else kind
        alone = not path.strip("/")  # the front page of a service says nothing of the work
        if below.partition("/")[0] in NOT_OWN or (alone and (one["bare"] or host in HOSTS)):
            continue
        yield kind, address if one["host"] else f"https://{address}"


def _without_end(address: str) -> str:
    """Return an address without the punctuation of the sentence around it.

    >>> _without_end("https://x.org/a_(b).")
    'https://x.org/a_(b)'
    """
    while True:
        shorter = address.rstrip(".,;:!?'*_”’»…–—")
        if shorter.endswith(")") and shorter.count("(") < shorter.count(")"):
            shorter = shorter[:-1]
        if shorter == address:
            return address
        address = shorter


def _same(address: str) -> str:
    """Return what two addresses of one page have in common."""
    return address.partition("://")[2].removeprefix("www.").rstrip("/").lower()
