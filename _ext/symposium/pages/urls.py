"""Addresses of pages: docnames, paths and links between pages."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sized
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote, urljoin

from symposium.kinds import BY_NAME
from symposium.model import optional_packages

Style = Literal["html", "dirhtml"]

PART_OF = {"cv": "person", "explore": "person", "programme": "event", "list": "paper"}
"""Kinds of pages without records, each with the kind of records that it comes with."""
PATTERNS = {
    "event": "events/{}/index", "cv": "people/{}/cv", "year": "years/{}", "index": "{}/index",
    "programme": "{}", "explore": "{}", "list": "{}",
}  # fmt: skip
"""Docnames by kind; the pages of other kinds are in the folder of the kind."""


def docname(kind: str, record_id: str) -> str:
    """Return the name of a record's page, as Sphinx names documents.

    >>> docname("person", "rosa-badia"), docname("event", "scadl-2021")
    ('people/rosa-badia', 'events/scadl-2021/index')
    >>> docname("talk", "scadl-2021/ray"), docname("talk", "talks/rosa-badia-2021-workflows")
    ('events/scadl-2021/ray', 'talks/rosa-badia-2021-workflows')
    >>> docname("cv", "rosa-badia"), docname("year", "2023"), docname("index", "people")
    ('people/rosa-badia/cv', 'years/2023', 'people/index')
    >>> docname("programme", "my-programme")
    'my-programme'
    """
    if kind == "talk":
        return record_id if record_id.startswith("talks/") else f"events/{record_id}"
    pattern = PATTERNS.get(kind)
    return f"{BY_NAME[kind].folder}/{record_id}" if pattern is None else pattern.format(record_id)


def calendar_path(kind: str, record_id: str) -> str:
    """Return the path of the calendar of an event, a talk or a person, beside their page.

    >>> calendar_path("event", "scadl-2021"), calendar_path("person", "ada")
    ('events/scadl-2021/index.ics', 'people/ada.ics')
    """
    return f"{docname(kind, record_id)}.ics"


def bibliography_path(page: str, number: int = 0) -> str:
    """Return the path of the bibliography of a page that is a list, or of a list in a page.

    A page outside of the folder of the site (``../guide/a``) has it in that folder, too.

    >>> bibliography_path("years/2023"), bibliography_path("guide/reading", 2)
    ('listings/years/2023.bib', 'listings/guide/reading-2.bib')
    """
    page = page.lstrip("./")
    return f"listings/{page}-{number}.bib" if number else f"listings/{page}.bib"


@dataclass(frozen=True, slots=True)
class Urls:
    """Addresses of pages, as a builder needs them."""

    style: Style = "html"
    base: str = ""
    """``html_baseurl``, with a slash at the end; empty if it is not set."""
    pdf: bool = True
    """Whether there are PDFs beside the pages."""
    files: bool = True
    """Whether there are other files beside the pages; a book has none."""
    identity: str = ""
    """A text that distinguishes this site from others, wherever it is published."""
    kinds: frozenset[str] = frozenset()
    """The kinds that have pages; empty if all have."""
    folder: str = ""
    """Folder of the site in the documentation that hosts it, with a slash at the end."""
    most_cited: int = 0
    """Limit of works for files of citations beside the pages of all records that have works."""
    hosted: bool = False
    """Whether another project's documentation hosts the pages; then no empty list has a page."""
    searched: bool = False
    """Whether the site has the search page of Symposium."""
    forge: Forge | None = None
    """Where readers suggest corrections, if they can."""

    @property
    def calendars(self) -> bool:
        """Whether there are calendars beside the pages."""
        return self.files and optional_packages.has("calendars")

    def hands_out(self, works: Sized) -> bool:
        """Tell whether records have files of citations beside their pages, in each form.

        These are several for each record, so large sites have only the BibTeX of lists.
        """
        return self.files and len(works) <= self.most_cited

    def path(self, page: str) -> str:
        """Return the path of a page, relative to the root of the site.

        >>> Urls().path("papers/x"), Urls("dirhtml").path("papers/x")
        ('papers/x.html', 'papers/x/')
        >>> Urls("dirhtml").path("papers/index"), Urls("dirhtml").path("index")
        ('papers/', '')
        """
        if self.style == "html":
            return f"{page}.html"
        if page == "index":
            return ""
        return f"{page.removesuffix('/index')}/"

    def root(self, page: str) -> str:
        """Return the way from a page to the root of the site: ``../`` as often as needed.

        >>> Urls().root("papers/x"), Urls("dirhtml").root("papers/x"), Urls().root("index")
        ('../', '../../', '')
        >>> guest = Urls(folder="kb/")
        >>> guest.root("papers/x"), guest.root("../index"), guest.root("../guide/a")
        ('../', 'kb/', '../kb/')
        """
        if page.startswith("../"):
            return f"{'../' * self._whole(page).count('/')}{self.folder}"
        return "../" * self.path(page).count("/")

    def _whole(self, page: str) -> str:
        """Return the path of a page from the root of the documentation that hosts the site."""
        path, up = self.path(page), "../" * self.folder.count("/")
        return path.removeprefix(up) if up and path.startswith(up) else f"{self.folder}{path}"

    def file(self, page: str) -> str:
        """Return the file of a page, relative to the output folder."""
        return f"{page}.html" if self.style == "html" else f"{self.path(page)}index.html"

    def relative(self, page: str, target: str) -> str:
        """Return the link from a page to another, without detours, as Sphinx writes it.

        >>> Urls().relative("papers/x", "papers/index"), Urls().relative("papers/x", "people/y")
        ('index.html', '../people/y.html')
        >>> Urls().relative("papers/x", "papers/x"), Urls("dirhtml").relative("a/b", "a/index")
        ('#', '../')
        """
        here, there = self._whole(page).split("/"), self._whole(target).split("/")
        if here == there:
            return "#"
        common = 0
        while common < len(here) - 1 and here[common : common + 1] == there[common : common + 1]:
            common += 1
        return "../" * (len(here) - 1 - common) + "/".join(there[common:])

    def absolute(self, page: str) -> str:
        """Return the address of a page, or an empty text where ``html_baseurl`` is not set."""
        if not self.base:
            return ""
        path = self.path(page)
        return urljoin(self.base, path) if path.startswith("../") else f"{self.base}{path}"

    def shows(self, kind: str) -> bool:
        """Tell whether a kind has pages: a kind of records, or another such as ``cv``.

        >>> few = Urls(kinds=frozenset({"person", "paper"}))
        >>> [few.shows(kind) for kind in ("person", "cv", "explore", "topic", "programme")]
        [True, True, True, False, False]
        """
        return not self.kinds or PART_OF.get(kind, kind) in self.kinds


FORGES = {
    "github": ("github", "edit", "/issues/new?title={}", "&body={}"),
    "gitlab": ("gitlab", "-/edit", "/-/issues/new?issue[title]={}", "&issue[description]={}"),
    "forgejo": (r"^codeberg\.org$|forgejo|gitea", "_edit", "/issues/new?title={}", "&body={}"),
    "mail": ("(?!)", "", "?subject={}", "&body={}"),
}
"""By kind of forge: the pattern of its hosts, the part of an address before a file to edit, and the
parts for the title and the text of a new issue."""
RE_ADDRESS = re.compile(
    r"(?:(?P<kind>[a-z]+)\+)?(?P<repository>https?://(?P<host>[^/\s?#@]+)(?:/[\w.~-]+){2,}?)"
    r"(?:/(?:-/)?tree/(?P<tree>[^\s?#]+)|/src/branch/(?P<branch>[^\s?#]+))?/?"
)
"""A repository, or the address of a branch or folder in it as a browser shows it."""
RE_MAIL = re.compile(r"mailto:[^\s@?&#]+@[^\s@?&#]+")


@dataclass(frozen=True, slots=True)
class Forge:
    """The host of a site's sources, or a mailbox for corrections."""

    kind: str
    """One of `FORGES`."""
    address: str
    """Address of the repository, without a slash at the end; of a mailbox, with ``mailto:``."""
    branch: str = "main"
    folder: str = ""
    """The folder of the project in the repository."""

    def editor(self, path: str, line: int) -> str:
        """Return the address at which a file can be edited, or an empty text.

        >>> forge = forge_of("https://codeberg.org/ada/notes/src/branch/dev/kb")
        >>> forge.editor("refs.bib", 12)
        'https://codeberg.org/ada/notes/_edit/dev/kb/refs.bib#L12'
        >>> forge.editor("../../refs.bib", 1), Forge("mail", "mailto:a@b.org").editor("a.md", 1)
        ('', '')
        """
        full_path = posixpath.normpath(posixpath.join(self.folder, path))
        if self.kind == "mail" or full_path.startswith(".."):
            return ""
        place = f"{self.branch}/{quote(full_path)}{f'#L{line}' if line > 1 else ''}"
        return f"{self.address}/{FORGES[self.kind][1]}/{place}"

    def message(self, title: str, body: str) -> str:
        """Return the address of a new issue or mail with a title and a text.

        >>> forge_of("https://gitlab.com/ada/notes").message("A b", "c")
        'https://gitlab.com/ada/notes/-/issues/new?issue[title]=A%20b&issue[description]=c'
        >>> forge_of("mailto:ada@example.org").message("A", "c/d")
        'mailto:ada@example.org?subject=A&body=c%2Fd'
        """
        _host, _editor, first, second = FORGES[self.kind]
        query = second.format(quote(body, safe="")) if body else ""
        return f"{self.address}{first.format(quote(title, safe=''))}{query}"


def forge_of(text: str) -> Forge | None:
    """Return the forge at an address of the configuration, ``None`` if its kind is unknown.

    >>> forge_of("https://github.com/ada/notes.git")
    Forge(kind='github', address='https://github.com/ada/notes', branch='main', folder='')
    >>> forge_of("gitlab+https://git.example.org/a/b/c/-/tree/dev/docs/kb/").folder
    'docs/kb'
    >>> forge_of("https://git.example.org/ada/notes"), forge_of("svn+https://github.com/a/b")
    (None, None)
    """
    if RE_MAIL.fullmatch(text):
        return Forge("mail", text)
    match = RE_ADDRESS.fullmatch(text)
    if match is None:
        return None
    hosts = (kind for kind, (host, *_rest) in FORGES.items() if re.search(host, match["host"]))
    kind = "forgejo" if match["kind"] == "gitea" else match["kind"] or next(hosts, "")
    if kind not in FORGES or kind == "mail":
        return None
    branch, _, folder = (match["tree"] or match["branch"] or "main").partition("/")
    return Forge(kind, match["repository"].removesuffix(".git"), branch, folder.strip("/"))
