"""Forges, on which sources are kept: the addresses of their editors and issues, or of a mail.

The addresses are those that the forges describe for links from elsewhere.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from urllib.parse import quote

HOSTS = (
    ("github", re.compile(r"github")),
    ("gitlab", re.compile(r"gitlab")),
    ("forgejo", re.compile(r"^codeberg\.org$|forgejo|gitea")),
)
"""The kind of a forge, and what the name of its host looks like."""
RE_ADDRESS = re.compile(
    r"(?:(?P<kind>[a-z]+)\+)?(?P<repository>https?://(?P<host>[^/\s?#@]+)(?:/[\w.~-]+){2,}?)"
    r"(?:/(?:-/)?tree/(?P<tree>[^\s?#]+)|/src/branch/(?P<branch>[^\s?#]+))?/?"
)
"""A repository, or the address of a branch or folder in it as a browser shows it."""
RE_MAIL = re.compile(r"mailto:[^\s@?&#]+@[^\s@?&#]+")
EDITOR = {"github": "edit", "gitlab": "-/edit", "forgejo": "_edit"}
"""Kinds of forges, each with what an address has before the file to change."""


@dataclass(frozen=True, slots=True)
class Forge:
    """Where the sources of a site are kept."""

    kind: str
    """One of `EDITOR`, or ``mail``."""
    address: str
    """Of the repository, or of the mail with ``mailto:``; without a slash at the end."""
    branch: str = "main"
    folder: str = ""
    """The folder of the project in the repository."""

    def editor(self, path: str, line: int) -> str:
        """Return the address at which a file is changed; nothing where that is not possible.

        >>> forge = forge_of("https://codeberg.org/ada/notes/src/branch/dev/kb")
        >>> forge.editor("refs.bib", 12)
        'https://codeberg.org/ada/notes/_edit/dev/kb/refs.bib#L12'
        >>> forge.editor("../../refs.bib", 1), Forge("mail", "mailto:a@b.org").editor("a.md", 1)
        ('', '')
        """
        whole = posixpath.normpath(posixpath.join(self.folder, path))
        if self.kind == "mail" or whole.startswith(".."):
            return ""
        place = f"{self.branch}/{quote(whole)}{f'#L{line}' if line > 1 else ''}"
        return f"{self.address}/{EDITOR[self.kind]}/{place}"

    def message(self, title: str, body: str) -> str:
        """Return the address of a new issue or mail with a title and a text.

        >>> forge_of("https://gitlab.com/ada/notes").message("A b", "c")
        'https://gitlab.com/ada/notes/-/issues/new?issue[title]=A%20b&issue[description]=c'
        >>> forge_of("mailto:ada@example.org").message("A", "c/d")
        'mailto:ada@example.org?subject=A&body=c%2Fd'
        """
        before, first, second = {
            "github": ("/issues/new", "title", "body"),
            "gitlab": ("/-/issues/new", "issue[title]", "issue[description]"),
            "forgejo": ("/issues/new", "title", "body"),
            "mail": ("", "subject", "body"),
        }[self.kind]
        text = f"{first}={quote(title, safe='')}"
        more = f"&{second}={quote(body, safe='')}" if body else ""
        return f"{self.address}{before}?{text}{more}"


def forge_of(text: str) -> Forge | None:
    """Return the forge that an option names, ``None`` if it names none that is known.

    >>> forge_of("https://github.com/ada/notes.git")
    Forge(kind='github', address='https://github.com/ada/notes', branch='main', folder='')
    >>> forge_of("gitlab+https://git.example.org/a/b/c/-/tree/dev/docs/kb/").folder
    'docs/kb'
    >>> forge_of("https://git.example.org/ada/notes"), forge_of("svn+https://github.com/a/b")
    (None, None)
    """
    if RE_MAIL.fullmatch(text):
        return Forge("mail", text)
    found = RE_ADDRESS.fullmatch(text)
    if found is None:
        return None
    kind = found["kind"] or next((one for one, host in HOSTS if host.search(found["host"])), "")
    kind = "forgejo" if kind == "gitea" else kind
    if kind not in EDITOR:
        return None
    branch, _, folder = (found["tree"] or found["branch"] or "main").partition("/")
    return Forge(kind, found["repository"].removesuffix(".git"), branch, folder.strip("/"))
