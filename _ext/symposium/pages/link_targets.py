"""The targets of authors' links: pages by the names of files, files, other sites."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable

RE_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
RE_IGNORED = re.compile(r"[\x00-\x20\x7f-\x9f\u200b-\u200f\u2028-\u202f\ufeff]")
"""What browsers ignore inside or in front of a scheme."""

LINK_SCHEMES = frozenset({"http", "https", "mailto"})
FILES = "files/"
"""The only folder that is published as it is."""

SUFFIXES = (".md", ".rst", ".html")


def is_link(uri: str) -> bool:
    r"""Tell whether ``uri`` may be the target of a link.

    >>> is_link("https://example.org"), is_link("../papers/x.html#top"), is_link("notes:intro")
    (True, True, False)
    >>> is_link("javascript:alert(1)"), is_link(" java\nscript:alert(1)")
    (False, False)
    """
    scheme = RE_SCHEME.match(RE_IGNORED.sub("", uri))
    return scheme is None or scheme[1].lower() in LINK_SCHEMES


def is_public(docname: str, uri: str, home: str = FILES) -> bool:
    """Tell whether a file that a document names is one that may be published: it is in ``home``.

    >>> is_public("people/ada", "../files/ada.jpg"), is_public("index", "/files/logo.svg")
    (True, True)
    >>> is_public("people/ada", "../conf.py"), is_public("index", "files/../conf.py")
    (False, False)
    """
    if RE_SCHEME.match(uri) or "\\" in uri or uri.startswith("//"):
        return False
    if uri.endswith("*"):  # Sphinx would choose among files whose names begin so
        return False
    return path_of(docname, uri).startswith(home)


def path_of(docname: str, uri: str) -> str:
    """Return the path below the project's folder that a document means by ``uri``."""
    folder = "" if uri.startswith("/") else posixpath.dirname(docname)
    return posixpath.normpath(posixpath.join(folder, uri.lstrip("/")))


def file_meant(docname: str, uri: str, is_there: Callable[[str], bool], home: str = FILES) -> str:
    """Return how a file is named from the top of the project, if it is not found beside the page.

    ``is_there`` tells of a path below the project's folder whether there is such a file.

    >>> file_meant("pages/x", "files/acme.png", {"files/acme.png"}.__contains__)
    '/files/acme.png'
    >>> file_meant("pages/x", "../files/acme.png", {"files/acme.png"}.__contains__)
    '../files/acme.png'
    """
    if RE_SCHEME.match(uri) or uri.startswith("/") or is_there(path_of(docname, uri)):
        return uri
    path = posixpath.normpath(uri)
    return f"/{path}" if path.startswith(home) and is_there(path) else uri


def page_named(path: str, refdoc: str) -> str:
    """Return the page that a path means, as seen from a document.

    >>> page_named("../papers/x.md", "people/ada"), page_named("/people/index", "guide/a")
    ('papers/x', 'people/index')
    """
    for suffix in SUFFIXES:
        path = path.removesuffix(suffix)
    if path.startswith("/"):
        return path[1:]
    return posixpath.normpath(posixpath.join(posixpath.dirname(refdoc), path))
