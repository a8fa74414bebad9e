"""The types of ids, names, links and files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar
from urllib.parse import quote

from symposium.fields.field_types import SCALAR, Form, Json, TextType, WrongValue
from symposium.fields.yaml_repair import shortened, shown
from symposium.model.identifiers import orcid_fault, ror_fault
from symposium.model.ids import RE_ID, RE_LOCATOR, RE_PAGE, is_id, is_page, locator, slug
from symposium.model.names import Name, parse_name
from symposium.model.problems import Code

IMAGE_SUFFIXES = ("png", "jpg", "jpeg", "webp", "gif")
FILE_SUFFIXES = (*IMAGE_SUFFIXES, "pdf", "txt", "csv", "zip", "mp4", "vtt", "ics", "bib")
"""Suffixes of files that may be published from ``files/``. SVG is not one: it can hold scripts."""

MAX_LINK = 2_000
"""The longest link, in characters."""


def _any_case(text: str) -> str:
    return "".join(f"[{char}{char.upper()}]" if char.isalpha() else char for char in text)


def _file_pattern(suffixes: tuple[str, ...]) -> str:
    part = r"(?!\.)[^/\\?#%\x00-\x1f\x7f]+"
    ending = "|".join(map(_any_case, suffixes))
    return rf"files/(?:{part}/)*{part}\.(?:{ending})"


VISIBLE = r'[^\s<>"\\\x00-\x20\x7f]'
LINK = "|".join(
    (
        rf"{_any_case('http')}[sS]?://(?![/?#]){VISIBLE}+",
        rf"{_any_case('mailto')}:{VISIBLE}+@{VISIBLE}+",
        _file_pattern(FILE_SUFFIXES),
    )
)
RE_LINK = re.compile(LINK)
RE_IMAGE = re.compile(_file_pattern(IMAGE_SUFFIXES))
RE_TEXT_FILE = re.compile(r"(?!\.)[^/\\\x00-\x1f\x7f]+\.txt")
RE_PLAIN = re.compile(r"[A-Za-z0-9/:;()._-]*")
RE_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
RE_ROR_ADDRESS = re.compile(r"(?:https?://ror\.org/)?(0[a-z0-9]{6}[0-9]{2})")
RE_ORCID = re.compile(r"(?:https?://orcid\.org/)?([0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{3}[0-9X])")


class Id(Form):
    """The id of a record."""

    expected = "an id, such as rosa-badia"
    pattern = f"^{RE_ID.pattern}$"
    schema: ClassVar[Json] = {"type": SCALAR, "not": {"const": "index"}}

    def convert(self, text: str) -> Any:
        """Return the id."""
        if is_id(text):
            return text
        several = "write several as a list: [a, b]"
        return self.wrong(text, several if "," in text else f"write {shortened(slug(text))}")


class LocatorType(Form):
    """A locator: the id of a source, and a place in it; see `symposium.model.ids`."""

    expected = "a source, such as cv-badia, and where in it, such as cv-badia#L57-L60"
    example = "cv-badia#L57"
    pattern = f"^{RE_LOCATOR.pattern}$"
    schema: ClassVar[Json] = {"type": SCALAR}

    def convert(self, text: str) -> Any:
        """Return the locator, as text."""
        if locator(text):
            return text
        if "#" not in text:
            return Id().convert(text)
        hint = "write a line (cv-badia#L57), lines (cv-badia#L57-L60) or a page (cv-badia#p3)"
        return WrongValue(f"{shown(text)} says no place in a source", hint)


class TextFile(Form):
    """The name of a plain text file in the same folder."""

    expected = "the name of a .txt file in the same folder"
    example = "cv-badia.txt"
    pattern = f"^{RE_TEXT_FILE.pattern}$"

    def convert(self, text: str) -> Any:
        """Return the name."""
        if RE_TEXT_FILE.fullmatch(text):
            return text
        return self.wrong(text, "put the file beside this one", Code.LINK_FORBIDDEN)


class TalkId(Id):
    """The id of a talk: the id of its event, a slash, and a name of its own."""

    expected = "the id of a talk, such as scadl-2021/opening"
    example = "scadl-2021/opening"
    pattern = f"^{RE_ID.pattern}/{RE_ID.pattern}$"
    schema: ClassVar[Json] = {}

    def convert(self, text: str) -> Any:
        """Return the id."""
        parts = text.split("/")
        if len(parts) == 2 and all(map(is_id, parts)):
            return text
        return self.wrong(text, "write <event>/<talk>")


class PagePath(Form):
    """The docname of a page, from the top of the site."""

    expected = "a page, such as guide/start"
    pattern = rf"^/?{RE_PAGE.pattern}/?$"

    def convert(self, text: str) -> Any:
        """Return the docname, without a slash in front and a file's suffix."""
        page = re.sub(r"\.(?:html|md|rst)$|/$", "", text.removeprefix("/"))
        if is_page(page):
            return page
        return self.wrong(text, "write it as in its address")


@dataclass(frozen=True)
class Earlier(Form):
    """An earlier id, or, with a slash in front, an earlier page of any kind."""

    id: Id

    @property
    def expected(self) -> str:  # type: ignore[override]
        """The form of the id, or of a page."""
        return f"{self.id.expected}, or a page, such as /talks/rosa-badia-2021-workflows"

    def convert(self, text: str) -> Any:
        """Return the id, or the page without a file's suffix."""
        if not text.startswith("/"):
            return self.id.convert(text)
        page = PagePath().convert(text)
        return f"/{page}" if isinstance(page, str) else page

    def json_schema(self) -> Json:
        """Return the schema of an id or a page."""
        schema = self.id.json_schema()
        pattern = schema["pattern"].removeprefix("^").removesuffix("$")
        return {**schema, "pattern": rf"^(?:{pattern}|/{RE_PAGE.pattern}/?)$"}


class PersonName(TextType):
    """A name as printed."""

    expected = "a name as printed"

    def convert(self, text: str) -> Name:
        """Return the name, taken apart."""
        return printed_name(" ".join(text.split()))


@lru_cache(maxsize=1 << 14)
def printed_name(text: str) -> Name:
    """Return the name written in ``text``; cached, as programmes repeat names."""
    return parse_name(text)


def name_of_id(text: str) -> Name:
    """Return a name made from the id of a person, if no other is known.

    >>> name_of_id("rosa-badia").text
    'Rosa Badia'
    """
    return printed_name(text.replace("-", " ").title())


class Identifier(TextType):
    """An identifier in a registry, which has a page about what it identifies."""

    label = ""
    """Its name on pages: DOI."""
    resolver = ""
    """The address of the registry's pages, without the identifier."""

    def href(self, text: str) -> str:
        """Return the address of an identifier."""
        return self.resolver + (text if RE_PLAIN.fullmatch(text) else quote(text, "/:;().-_"))


class Doi(Identifier):
    """A DOI, as printed."""

    label, resolver = "DOI", "https://doi.org/"


class Arxiv(Identifier):
    """An identifier at arXiv, without version."""

    label, resolver = "arXiv", "https://arxiv.org/abs/"


class Orcid(Identifier, Form):
    """An ORCID iD; its last character is a check digit (ISO 7064, MOD 11-2)."""

    label, resolver = "ORCID", "https://orcid.org/"
    expected = "an ORCID iD, such as 0000-0002-1825-0097"
    example = "0000-0002-1825-0097"
    # A pattern cannot check the check digit.
    pattern = f"^{RE_ORCID.pattern}$"

    def convert(self, text: str) -> Any:
        """Return the iD without the address in front."""
        match = RE_ORCID.fullmatch(text.strip("/"))
        fault = orcid_fault(match[1] if match else text)
        if match and not fault:
            return match[1]
        message = f"{shown(text)} is not an ORCID iD: it {fault}"
        return WrongValue(message, "compare it digit by digit", Code.ORCID_FORM)


class Ror(Identifier, Form):
    """A ROR ID of an organisation; its last two digits are check digits (ISO 7064, MOD 97-10)."""

    label, resolver = "ROR", "https://ror.org/"
    expected = "a ROR ID, such as 05a28rw58"
    example = "05a28rw58"
    pattern = f"^{RE_ROR_ADDRESS.pattern}$"

    def convert(self, text: str) -> Any:
        """Return the ID without the address in front."""
        match = RE_ROR_ADDRESS.fullmatch(text.strip("/").lower())
        fault = ror_fault(match[1]) if match else "is not of the form 05a28rw58"
        if match and not fault:
            return match[1]
        return WrongValue(f"{shown(text)} {fault}", "compare it with the page of ror.org")


class LinkType(Form):
    """An address on the web, an address for mail, or a file below ``files/``."""

    expected = "a link: https://…, mailto:… or files/…"
    example = "https://example.org"
    pattern = f"^(?:{LINK})$"
    schema: ClassVar[Json] = {"maxLength": MAX_LINK}

    def convert(self, text: str) -> Any:
        """Return the link."""
        if len(text) > MAX_LINK:
            return WrongValue(f"{shown(text)} is longer than {MAX_LINK} characters")
        if RE_LINK.fullmatch(text):
            return text
        if text.startswith("files/"):
            hint = f"name a file in files/ that ends in {', '.join(sorted(FILE_SUFFIXES))}"
            return WrongValue(f"{shown(text)} may not be published", hint, Code.LINK_FORBIDDEN)
        if re.match(r"10\.\d{4,}/\S+$", text):
            message = f"{shown(text)} is a DOI, not a link"
            return WrongValue(message, f"write https://doi.org/{text}")
        if re.match(r"(?:[\w-]+\.)+[a-z]{2,}(?:/\S*)?$", text):
            return self.wrong(text, f"write https://{text}")
        code = Code.LINK_FORBIDDEN if RE_SCHEME.match(text) else Code.FIELD_VALUE
        return self.wrong(text, "write https://…, mailto:… or files/…", code)


class Image(Form):
    """A picture below ``files/``; pages load none from elsewhere."""

    expected = "a picture in files/"
    example = "files/portrait.jpg"
    pattern = f"^(?:{RE_IMAGE.pattern})$"

    def convert(self, text: str) -> Any:
        """Return the path."""
        if RE_IMAGE.fullmatch(text):
            return text
        hint = f"put a {', '.join(IMAGE_SUFFIXES)} file under files/ and write files/…"
        if text.lower().endswith(".svg"):
            hint = "an SVG can run scripts: save it as PNG, JPEG or WebP in files/, and name that"
        return self.wrong(text, hint, Code.LINK_FORBIDDEN)
