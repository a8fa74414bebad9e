"""Links of an entry: URLs, files, DOI and arXiv identifier."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from symposium.fields.link_types import FILE_SUFFIXES, IMAGE_SUFFIXES
from symposium.model.identifiers import RE_DOI

LINK_FIELDS = {
    "url": "url", "pdf": "pdf", "code": "code", "slides": "slides", "video": "video",
    "poster": "poster", "website": "website", "html": "html", "supp": "supp", "data": "data",
    "dataset": "data", "software": "code", "demo": "demo", "blog": "blog", "preprint": "preprint",
    "openreview": "openreview", "talk": "talk", "notice": "notice", "hal": "hal",
    "inspirehep_id": "inspirehep", "project": "project", "video_link": "video",
}  # fmt: skip
"""Fields that hold a link, and the name of the link; ``url_`` with any name is another."""

MAYBE_TEXT = LINK_FIELDS.keys() - {"url", "pdf", "dataset", "inspirehep_id"}
"""Fields that other tools use for something else (``preprint = {true}``)."""

RESOLVERS = {
    "hal": ("https://hal.science/", re.compile(r"(?:[a-z]+-)+\d{6,}(?:v\d+)?")),
    "inspirehep": ("https://inspirehep.net/literature/", re.compile(r"\d{4,9}")),
}
"""Links given by an identifier: the address before it, and the form of the identifier."""
PICTURES = ("preview", "thumbnail")
"""Fields that name the picture of a work."""

RE_HTTP = re.compile(r"https?://[^\s<>\"\\`]+", re.IGNORECASE)
RE_WRAPPED = re.compile(r"\s*\\(?:url|path|href|nolinkurl)\s*\{([^{}]*)\}.*", re.DOTALL)
RE_ANCHOR = re.compile(r"<a\s[^<>]*\bhref\s*=\s*[\"']?\s*([^\s\"'<>]+)", re.IGNORECASE)
RE_ESCAPED = re.compile(r"\\([_%&#~$^{}\-/ ])")
RE_TILDE = re.compile(r"\{?\\textasciitilde(?:\{\})?\}?|\\~\{\}|\\string~|\$\\sim\$")
RE_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
RE_FILE = re.compile(r"files/[^\s<>\"\\:*?|]+")
_PART = r"[^\s<>\"\\:*?|/]+"
RE_OWN_FILE = re.compile(
    rf"/?(?:assets/)?((?:{_PART}/)*{_PART}\.(?:{'|'.join(FILE_SUFFIXES)}))", re.IGNORECASE
)
"""A file by its name, or by its path in a site: ``talk.pdf``, ``/assets/pdf/talk.pdf``."""
RE_HOST = re.compile(r"(?:www\.\S+|[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,12}/\S*)", re.IGNORECASE)
"""An address without ``http://``."""

RE_DOI_INSIDE = re.compile(r"(?<![\d.])10\.\d{4,9}/\S+")
RE_DOI_PREFIX = re.compile(
    r"(?:https?://(?:dx\.|www\.)?doi\.org/|doi\.org/|doi:?)\s*", re.IGNORECASE
)
RE_DOI_URL = re.compile(r"https?://(?:dx\.|www\.)?doi\.org/(10\.\d{4,9}/\S+)", re.IGNORECASE)
ARXIV_ID = r"(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?"
RE_ARXIV = re.compile(
    rf"(?:arxiv:?\s*|arxiv\.org/(?:abs|pdf|html)/)?{ARXIV_ID}(?:\.pdf)?", re.IGNORECASE
)
RE_ARXIV_IN_TEXT = re.compile(
    r"(?:arxiv:\s*|arxiv\.org/(?:abs|pdf|html)/|\babs/|arxiv preprint |10\.48550/arxiv\.)"
    rf"{ARXIV_ID}(?!\d)",
    re.IGNORECASE,
)
ARXIV_FIELDS = ("journal", "journaltitle", "volume", "howpublished", "number", "note", "url", "doi")


def verbatim(raw: str) -> str:
    r"""Return the value of a field that is not prose: escapes undone, nothing else touched.

    >>> verbatim(r"\url{https://x.org/a\_b\%20c}"), verbatim("https://x.org/~me--you")
    ('https://x.org/a_b%20c', 'https://x.org/~me--you')
    """
    if "\\" in raw:
        wrapped = RE_WRAPPED.fullmatch(raw)
        raw = RE_TILDE.sub("~", wrapped[1] if wrapped else raw)
        raw = RE_ESCAPED.sub(r"\1", raw)
    if "{" in raw or "}" in raw:
        raw = raw.replace("{", "").replace("}", "")
    return raw.strip()


def read_link(raw: str) -> str | None:
    """Return the URL or the path under ``files/`` in ``raw``; ``None`` if there is neither.

    >>> read_link("www.x.org"), read_link("javascript:alert(1)"), read_link("files/../a.pdf")
    ('http://www.x.org', None, None)
    >>> read_link('<a href="https://x.org">here</a>'), read_link("<a href='javascript:alert(1)'>")
    ('https://x.org', None)
    """
    text = verbatim(raw)
    if text[:4].lower() == "http" and RE_HTTP.fullmatch(text):
        return text
    if text.startswith("files/"):
        return text if RE_FILE.fullmatch(text) and ".." not in text.split("/") else None
    if RE_DOI.fullmatch(text):
        return f"https://doi.org/{text}"
    if RE_HOST.fullmatch(text) and RE_HTTP.fullmatch(f"http://{text}"):
        return f"http://{text}"
    first = RE_HTTP.match(text)  # several addresses, or a remark after one
    if first and text[first.end() : first.end() + 1].isspace():
        return first[0].rstrip(",;")
    if anchor := RE_ANCHOR.search(text):
        return read_link(anchor[1])
    joined = "".join(line.strip() for line in text.splitlines())
    return joined if joined != text and RE_HTTP.fullmatch(joined) else None


def read_own_file(raw: str) -> str | None:
    """Return the path below ``files/`` of a file that is named without that folder.

    `symposium.knowledge.build` finds its real folder below ``files/`` after all records are read.

    >>> read_own_file("talk.pdf"), read_own_file("/assets/pdf/talk.pdf")
    ('files/talk.pdf', 'files/pdf/talk.pdf')
    >>> read_own_file("true"), read_own_file("../talk.pdf")
    (None, None)
    """
    match = RE_OWN_FILE.fullmatch(verbatim(raw))
    return f"files/{match[1]}" if match and ".." not in match[1].split("/") else None


def read_picture(fields: Mapping[str, str]) -> tuple[str | None, str]:
    """Return the picture of a work below ``files/``; for another value ``None`` and its field."""
    for name in PICTURES:
        if name in fields and (text := verbatim(fields[name])):
            path = text if text.startswith("files/") else read_own_file(text)
            if path and path.rpartition(".")[2].lower() in IMAGE_SUFFIXES:
                return path, ""
            return None, name
    return None, ""


def read_links(fields: Mapping[str, str]) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """Return the links of an entry by name, and refused links as pairs of field and value."""
    links: dict[str, str] = {}
    refused: list[tuple[str, str]] = []
    for name, value in fields.items():
        label = LINK_FIELDS.get(name) or (name[4:] if name.startswith("url_") else "")
        if not label or not value.strip():
            continue
        link = read_link(value) or _resolved(label, value) or read_own_file(value)
        if link:
            links.setdefault(label, link)
        elif name not in MAYBE_TEXT or RE_SCHEME.match(verbatim(value)):
            refused.append((name, verbatim(value)))
    return links, refused


def _resolved(label: str, value: str) -> str | None:
    """Return the address of an identifier in a field for links, or ``None``."""
    before, form = RESOLVERS.get(label, ("", None))
    text = verbatim(value)
    return f"{before}{text}" if form and form.fullmatch(text) else None


def read_doi(fields: Mapping[str, str]) -> tuple[str | None, bool]:
    """Return the DOI without its resolver, and whether the field ``doi`` holds something else.

    Without that field the DOI is taken from a URL of the resolver.
    """
    if "doi" in fields and fields["doi"].strip():
        text = verbatim(fields["doi"])
        prefix = RE_DOI_PREFIX.match(text)
        text = text[prefix.end() :] if prefix else text
        match = RE_DOI.match(text) or (text[:4] == "http" and RE_DOI_INSIDE.search(text)) or None
        return (match[0].rstrip(".,;"), False) if match else (None, True)
    if "url" in fields:
        match = RE_DOI_URL.fullmatch(read_link(fields["url"]) or "")
        return (match[1], False) if match else (None, False)
    return None, False


def read_arxiv(fields: Mapping[str, str]) -> str | None:
    """Return the arXiv identifier of an entry, without version."""
    if "arxiv" in fields and (identifier := _arxiv_in(fields["arxiv"])):
        return identifier
    if "eprint" in fields:
        kind = fields.get("eprinttype") or fields.get("archiveprefix")
        is_arxiv = kind is None or kind.strip(" {}").lower() == "arxiv"
        if is_arxiv and (identifier := _arxiv_in(fields["eprint"])):
            return identifier
    for name in ARXIV_FIELDS:
        if name in fields:
            value = fields[name].lower()
            if "arxiv" not in value and "abs/" not in value:
                continue
            match = RE_ARXIV_IN_TEXT.search(fields[name])
            if match and (name != "volume" or "abs/" in fields[name]):
                return match[1]
    return None


def _arxiv_in(value: str) -> str | None:
    """Return the identifier in a field with nothing but an identifier or its address."""
    text = re.sub(r"https?://(?:www\.)?", "", verbatim(value))
    match = RE_ARXIV.fullmatch(text)
    return match[1] if match else None


HOSTS = {
    "github.com": "code", "gitlab.com": "code", "bitbucket.org": "code", "codeberg.org": "code",
    "gist.github.com": "code", "zenodo.org": "data", "figshare.com": "data", "osf.io": "data",
    "datadryad.org": "data", "kaggle.com/datasets": "data", "huggingface.co/datasets": "data",
    "youtube.com": "video", "youtu.be": "video",
}  # fmt: skip
"""Names of links by host; ``gitlab.`` of any organisation leads to code."""
OTHER = "project"
NOT_OWN = ("doi.org", "dx.doi.org", "arxiv.org")
"""Hosts of works: such an address in an abstract leads to another work, or to its own."""
RE_LIKELY_ADDRESS = re.compile(r"://|\.(?:com|org|co|be)/")
"""Signs of an address; a text without them has none."""
MAX_ADDRESSES = 6
"""Addresses of one abstract that become links."""

HOST = r"[a-z0-9](?:[a-z0-9-]*\.)+[a-z]{2,12}"
REST = r"[^\s<>\"\\`{}|^\[\]]*"
RE_ADDRESS = re.compile(
    rf"https?://(?P<host>{HOST})(?::\d+)?(?P<path>/{REST})?(?![\w@:])"
    rf"|(?<![\w@./-])(?P<bare>(?:www\.)?(?:{'|'.join(map(re.escape, HOSTS))}|huggingface\.co))"
    rf"(?P<below>/{REST})?(?![\w@:])",
    re.IGNORECASE,
)


def printed_links(raw: str, own_links: Iterable[str]) -> dict[str, str]:
    r"""Return the addresses in the value of a field, by the names of links.

    ``own_links``, the addresses that the entry has as links, are left out.

    >>> printed_links(r"See \url{https://github.com/a/b\_c}, and (www.github.com/d).", ())
    {'code': 'https://github.com/a/b_c', 'code-2': 'https://www.github.com/d'}
    """
    if "/" not in raw or not RE_LIKELY_ADDRESS.search(raw):  # the first test is faster
        return {}
    links: dict[str, str] = {}
    seen = {_comparable(link) for link in own_links}
    for kind, address in _addresses(RE_ESCAPED.sub(r"\1", RE_TILDE.sub("~", raw))):
        if _comparable(address) not in seen and len(links) < MAX_ADDRESSES:
            seen.add(_comparable(address))
            number = 1 + sum(name.partition("-")[0] == kind for name in links)
            links[f"{kind}-{number}" if number > 1 else kind] = address
    return links


def _addresses(text: str) -> Iterator[tuple[str, str]]:
    """Yield the addresses in a text, each after the name of its link."""
    words = [word for word in text.split() if "/" in word]  # matching others takes longer
    for match in RE_ADDRESS.finditer(" ".join(words)):
        host = (match["host"] or match["bare"]).lower()
        address = _without_punctuation(match[0])
        path = address.lower().partition(host)[2]
        below = host.removeprefix("www.") + path
        kind = next((kind for start, kind in HOSTS.items() if below.startswith(f"{start}/")), OTHER)
        kind = "code" if host.startswith("gitlab.") and path.strip("/") else kind
        is_front = not path.strip("/")  # the front page of a service is no link of the work
        if below.partition("/")[0] in NOT_OWN or (is_front and (match["bare"] or host in HOSTS)):
            continue
        yield kind, address if match["host"] else f"https://{address}"


def _without_punctuation(address: str) -> str:
    """Return an address without the punctuation of the sentence around it.

    >>> _without_punctuation("https://x.org/a_(b).")
    'https://x.org/a_(b)'
    """
    while True:
        shorter = address.rstrip(".,;:!?'*_”’»…–—")
        if shorter.endswith(")") and shorter.count("(") < shorter.count(")"):
            shorter = shorter[:-1]
        if shorter == address:
            return address
        address = shorter


def _comparable(address: str) -> str:
    """Return an address without scheme, ``www.`` and case, to compare addresses of one page."""
    return address.partition("://")[2].removeprefix("www.").rstrip("/").lower()
