"""Search: Pagefind's command, run over the finished site."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from tempfile import mkdtemp

from sphinx.util import logging

logger = logging.getLogger(__name__)

STAMP = "indexed-from.txt"
"""Name of a file beside the index: the digest of the pages it was made from."""


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


def digest_of_pages(pages: Mapping[str, str]) -> str:
    """Return one digest for all pages."""
    text = "\n".join(f"{path} {digest}" for path, digest in sorted(pages.items()))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def executable() -> str:
    """Return the path of Pagefind's program, which its package on PyPI carries."""
    import pagefind_bin  # type: ignore[import-untyped]  # noqa: PLC0415 - a large package, only needed here

    return str(pagefind_bin.get_executable())
