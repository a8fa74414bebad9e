"""Sources of works: identifiers of works and persons, addresses, files."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from symposium.model.encodings import decode
from symposium.model.gate import read_file as read_bytes
from symposium.model.identifiers import arxiv_fault, doi_fault, orcid_fault
from symposium.model.problems import Code, Place, Problem
from symposium.model.progress import Tell
from symposium.reading.entry_links import RE_ARXIV, RE_DOI_PREFIX

from symposium_import.client import MAX_BYTES, Client
from symposium_import.formats import atom, bibtex, csl_json, openalex, orcid, ris
from symposium_import.formats.json_objects import part, parts, text_in
from symposium_import.works import Answer, IntakeError

CSL = "application/vnd.citationstyles.csl+json"
ORCID = "https://pub.orcid.org/v3.0"
KEY = "OPENALEX_API_KEY"
"""Environment variable with the user's key, which OpenAlex wants for many requests."""
PAGE, MAX_PAGES = 100, 50
"""Works in one answer of OpenAlex, and the largest number of answers requested."""
ARXIV_BATCH = 50
"""arXiv numbers in one request."""

FORMATS: dict[str, Callable[[str, str], Answer]] = {
    ".bib": bibtex.read, ".bibtex": bibtex.read, ".ris": ris.read, ".json": csl_json.read,
}  # fmt: skip
"""Readers by file ending."""
ENDINGS = ", ".join(FORMATS)

KINDS = {
    kind: re.compile(rf"(?:{kind}:\s*|https?://(?:www\.)?{site})(\S+)", re.IGNORECASE)
    for kind, site in {
        "doi": r"(?:dx\.)?doi\.org/", "arxiv": r"arxiv\.org/(?:abs|pdf|html)/",
        "orcid": r"orcid\.org/", "dblp": r"dblp\.(?:org|uni-trier\.de)/",
        "openalex": r"openalex\.org/",
    }.items()
}  # fmt: skip
"""Patterns of identifiers with a prefix, and of their addresses, by kind."""
RE_PID = re.compile(r"(?:pid/)?((?:\d+|[a-z])/[\w-]+)(?:\.\w+)?", re.IGNORECASE)
RE_RECORD = re.compile(
    r"(?:rec/)?((?:conf|journals|books|phd|reference|series|tr|homepages|data)/[\w./-]+?)"
    r"(?:\.(?:bib|html|xml))?(?:\?.*)?",
    re.IGNORECASE,
)
RE_OPENALEX = re.compile(r"(?:works/|authors/|people/)?([WA]\d+)", re.IGNORECASE)
FORMS = {"dblp": "12/3456 or conf/sc/DoeR20", "openalex": "W2741809807 or A5023888391"}


class WorkSource(NamedTuple):
    """A source of works named on the command line."""

    kind: str
    """``doi``, ``arxiv``, ``orcid``, ``dblp``, ``openalex`` or ``file``."""
    value: str


def source_of(text: str) -> WorkSource:
    """Return the source that a word of the command line names.

    >>> source_of("https://doi.org/10.1145/3458817"), source_of("arxiv:2101.08734v2")
    (WorkSource(kind='doi', value='10.1145/3458817'), WorkSource(kind='arxiv', value='2101.08734'))

    Raises:
        IntakeError: if it is not a known form of source.
    """
    text = text.strip()
    for kind, pattern in KINDS.items():
        if match := pattern.fullmatch(text):
            return _checked(kind, match[1])
    if Path(text).suffix.lower() in FORMATS or Path(text).is_file():
        return WorkSource("file", text)
    if RE_DOI_PREFIX.match(text) or text.startswith("10."):
        return _checked("doi", text)
    if RE_ARXIV.fullmatch(text):
        return _checked("arxiv", text)
    raise IntakeError(
        f"{text} is nothing that can be added: write doi:…, arxiv:…, orcid:…, dblp:…, openalex:… "
        f"or a file ({ENDINGS})"
    )


def _checked(kind: str, value: str) -> WorkSource:
    """Return an identifier in its plain form."""
    fault = ""
    if kind == "doi":
        value = RE_DOI_PREFIX.sub("", value, count=1).rstrip(".,;")
        fault = doi_fault(value)
        if not fault and value.lower().startswith("10.48550/arxiv."):
            return _checked("arxiv", value[15:])
    elif kind == "arxiv":
        value = match[1] if (match := RE_ARXIV.fullmatch(value)) else value
        fault = arxiv_fault(value)
    elif kind == "orcid":
        value = value.upper().rstrip("/")
        fault = orcid_fault(value)
    elif kind == "dblp" and (match := RE_RECORD.fullmatch(value)):
        value = f"rec/{match[1]}"
    elif kind == "dblp" and (match := RE_PID.fullmatch(value)):
        value = f"pid/{match[1]}"
    elif kind == "openalex" and (match := RE_OPENALEX.fullmatch(value)):
        value = match[1].upper()
    else:
        fault = f"is not of the form {FORMS[kind]}"
    if fault:
        raise IntakeError(f"{kind}:{value} {fault}")
    return WorkSource(kind, value)


def read_file(path: str) -> Answer:
    """Return the works of a file; its ending decides the format.

    Raises:
        IntakeError: if it is unreadable, too large, or has an unknown ending.
    """
    reader = FORMATS.get(Path(path).suffix.lower())
    if reader is None:
        raise IntakeError(f"{path}: the ending says no format: name it {ENDINGS}")
    try:
        text = decode(read_bytes(path, MAX_BYTES)).text
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise IntakeError(f"{path} cannot be read: {reason}") from error
    return reader(text, path)


@dataclass(frozen=True, slots=True)
class Services:
    """Bibliographic services, reached through one client."""

    client: Client
    tell: Tell

    def works(self, source: WorkSource) -> Answer:
        """Return the works of a source; those that cannot be fetched are among the problems.

        Raises:
            IntakeError: if none can be fetched.
        """
        readers: dict[str, Callable[[str], Answer]] = {
            "file": read_file, "doi": self._doi, "arxiv": lambda value: self._arxiv([value]),
            "orcid": self._orcid, "dblp": self._dblp, "openalex": self._openalex,
        }  # fmt: skip
        return readers[source.kind](source.value)

    def _doi(self, doi: str) -> Answer:
        address = f"https://doi.org/{quote(doi, safe='/()<>;:.,_-')}"
        return csl_json.read(self.client.text(address, CSL), address)

    def _arxiv(self, numbers: Sequence[str]) -> Answer:
        query = urlencode({"id_list": ",".join(numbers), "max_results": len(numbers)})
        address = f"https://export.arxiv.org/api/query?{query}"
        answer = atom.read(self.client.text(address), address)
        received = {work.fields.get("eprint", "").lower() for work in answer.works}
        for number in numbers:
            if number.lower() not in received and not answer.problems:
                place = Place(f"arxiv:{number}")
                answer.problems.append(Problem(Code.BIB_VALUE, "arXiv has no such paper", place))
        return answer

    def _dblp(self, path: str) -> Answer:
        address = f"https://dblp.org/{quote(path)}.bib?param=1"
        answer = bibtex.read(self.client.text(address), address)
        answer.works = [replace(work, key="") for work in answer.works]  # keys of DBLP
        return answer

    def _openalex(self, number: str) -> Answer:
        if number.startswith("W"):
            address = f"https://api.openalex.org/works/{number}"
            return openalex.read(self.client.text(_with_key(address)), address)
        cursor, answer = "*", Answer()
        for _ in range(MAX_PAGES):
            query = urlencode({"filter": f"author.id:{number}", "per-page": PAGE, "cursor": cursor})
            address = f"https://api.openalex.org/works?{query}"
            text = self.client.text(_with_key(address))
            page = openalex.read(text, address)
            answer.add(page)
            cursor = text_in(openalex.objects(text, address)[1], "next_cursor")
            if not cursor or not page.works:
                break
        return answer

    def _orcid(self, number: str) -> Answer:
        address = f"{ORCID}/{number}/works"
        listed = orcid.listed(self.client.text(address, "application/json"), address)
        answer = Answer()
        numbers = [work.arxiv for work in listed if work.arxiv and not work.doi]
        for at in range(0, len(numbers), ARXIV_BATCH):
            collect(answer, partial(self._arxiv, numbers[at : at + ARXIV_BATCH]), "arXiv")
        for at, work in enumerate(listed):
            self.tell("asking for works", at, len(listed))
            if work.doi and not doi_fault(work.doi):
                collect(answer, partial(self.works, _checked("doi", work.doi)), f'"{work.title}"')
            elif not work.arxiv:
                work_address = f"{ORCID}/{number}/work/{work.code}"
                collect(answer, partial(self._orcid_work, work_address), f'"{work.title}"')
        return answer

    def _orcid_work(self, address: str) -> Answer:
        work = orcid.work(self.client.text(address, "application/json"), address)
        return Answer([work] if work else [])

    def person(self, number: str) -> tuple[dict[str, Any], str]:
        """Return the fields and biography of a person at ORCID; raises as `works` does."""
        address = f"{ORCID}/{number}/person"
        return orcid.person(self.client.text(address, "application/json"), address)


def collect(answer: Answer, ask: Callable[[], Answer], label: str) -> bool:
    """Add the result of ``ask`` to ``answer``, or a problem; tell whether it succeeded."""
    try:
        answer.add(ask())
    except IntakeError as error:
        answer.problems.append(Problem(Code.BIB_VALUE, f"{label} is left out", Place(str(error))))
        return False
    return True


def _with_key(address: str) -> str:
    key = os.environ.get(KEY)
    joined = "&" if "?" in address else "?"
    return f"{address}{joined}{urlencode({'api_key': key})}" if key else address


def contact_of(root: Path) -> str:
    """Return the email address in ``pyproject.toml``: ``tool.symposium.mailto`` or an author's."""
    import tomllib  # noqa: PLC0415 - few commands ask

    try:
        settings = tomllib.loads(read_bytes(root / "pyproject.toml").decode())
    except (OSError, ValueError):
        return ""
    own = text_in(part(part(settings, "tool"), "symposium"), "mailto")
    others = (text_in(author, "email") for author in parts(part(settings, "project"), "authors"))
    return own or next(filter(None, others), "")
