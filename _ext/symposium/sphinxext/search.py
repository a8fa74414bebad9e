"""Search: which index a site has, and Pagefind's command, run over the finished site."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Literal

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

from symposium.sphinxext.site import WHOLE_SITE, Site, site_of

logger = logging.getLogger(__name__)

Engine = Literal["pagefind", "shards"]

MOST = 2_000
"""Works up to which ``auto`` means Pagefind: beyond, its index is slow to make and to ask."""

INDEX: Mapping[Engine, str] = {"pagefind": "pagefind/pagefind.js", "shards": "search/root.bin"}
"""The file that the search page begins with."""

STAMP = "indexed-from.txt"
"""Name of a file beside the index: the digest of the pages it was made from."""


def setup(app: Sphinx) -> None:
    """Tell the search page which index to ask."""
    app.connect("html-page-context", describe_search_page)


def engine_of(app: Sphinx) -> Engine | None:
    """Return which index a build makes, ``None`` for none."""
    wanted = app.config.symposium_search
    if wanted in {"pagefind", "shards"}:
        engine: Engine = wanted
        return engine
    if not wanted:
        return None
    return "pagefind" if len(site_of(app).kb.works) <= MOST else "shards"


def describe_search_page(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Fill the context of the search page's template."""
    del templatename, doctree
    if pagename == "search" and app.builder.name in WHOLE_SITE:
        engine = engine_of(app)
        context["symposium_search"] = engine and {"engine": engine, "index": INDEX[engine]}


def hidden_documents(app: Sphinx) -> frozenset[str]:
    """Return the documents that say of themselves that searching does not find them."""
    marks = {"nosearch", "no-search"}
    return frozenset(name for name, meta in app.env.metadata.items() if marks & meta.keys())


def other_pages(app: Sphinx, site: Site) -> list[tuple[str, str, str]]:
    """Return facet, docname and title of the documents that stand for no record."""
    hidden = hidden_documents(app)
    return [
        ("home" if name == app.config.root_doc else "page", name, title.astext())
        for name, title in app.env.titles.items()
        if name not in site.documents and name not in site.index_pages and name not in hidden
    ]


def index(outdir: Path, pages: Mapping[str, str]) -> None:
    """Index the site in ``outdir``, unless the index there was made from the same pages.

    ``pages`` maps the path of each page to a digest of its bytes. The index is made in an empty
    folder and then takes the place of the old one: Pagefind would keep the pages that are gone.
    """
    stamp = digest_of_pages(pages)
    target = outdir / "pagefind"
    try:
        if (target / STAMP).read_text(encoding="ascii") == stamp:
            return
    except OSError:
        pass
    fresh = Path(mkdtemp(prefix=".pagefind-", dir=outdir))
    command = [executable(), "--site", str(outdir), "--output-path", str(fresh), "--quiet"]
    command += ["--exclude-selectors", ".headerlink"]
    try:
        done = subprocess.run(  # noqa: S603 - our own arguments
            command, check=False, capture_output=True, text=True
        )
    except OSError as exc:
        logger.warning(
            "the search index cannot be made: %s", exc, type="symposium", subtype="search"
        )
        shutil.rmtree(fresh, ignore_errors=True)
        return
    if done.returncode:
        logger.warning(
            "the search index cannot be made: %s",
            done.stderr.strip() or done.stdout.strip(),
            type="symposium",
            subtype="search",
        )
        shutil.rmtree(fresh, ignore_errors=True)
        return
    (fresh / STAMP).write_text(stamp, encoding="ascii")
    fresh.chmod(0o755)
    shutil.rmtree(target, ignore_errors=True)
    fresh.replace(target)


def remove(outdir: Path) -> None:
    """Remove the index that Pagefind made for an earlier build; our own is in the manifest."""
    shutil.rmtree(outdir / "pagefind", ignore_errors=True)


def digest_of_pages(pages: Mapping[str, str]) -> str:
    """Return one digest for all pages."""
    text = "\n".join(f"{path} {digest}" for path, digest in sorted(pages.items()))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def executable() -> str:
    """Return the path of Pagefind's program, which its package on PyPI carries."""
    import pagefind_bin  # type: ignore[import-untyped]  # noqa: PLC0415 - a large package, only needed here

    return str(pagefind_bin.get_executable())
