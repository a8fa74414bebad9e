"""Opening the last build of a project, to compare it with the sources; nothing is built."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.errors import SphinxError
from sphinx.util.docutils import docutils_namespace, patch_docutils

from symposium.model.errors import LocatedError
from symposium.sphinxext.build_folders import UNFINISHED, unlock_folders
from symposium.sphinxext.build_site import WHOLE_SITE
from symposium.sphinxext.manifest import Manifest
from symposium.sphinxext.mention_collector import hand_over
from symposium.sphinxext.reasons import Reasons

NO_BUILD = "there is no build in {}: build first, or name the folder of the site by --build"


@contextmanager
def opened(root: Path, outdir: Path) -> Iterator[Reasons]:
    """Yield the reasons why the next build into a folder makes pages again; run ``conf.py``.

    Raises:
        LocatedError: if no build has ended there, or the project cannot be read.
    """
    builder, doctrees = _stored_for(outdir)
    with patch_docutils(str(root)), docutils_namespace():
        try:
            app = Sphinx(root, root, outdir, doctrees, builder, status=None, warning=None)
        except SphinxError as error:
            cause = str(error).strip().rpartition("\n")[2]  # of a traceback the last line
            raise LocatedError(f"{root}: Sphinx cannot read the project: {cause}") from error
        try:
            app.env.find_files(app.config, app.builder)
            added, changed, _ = app.env.get_outdated_files(config_changed=False)
            hand_over(app, app.env)
            manifest = Manifest.load(app)
            manifest.reads = frozenset(added | changed)
            if not manifest.inputs:
                raise LocatedError(NO_BUILD.format(outdir))
            yield Reasons(app, manifest)
        finally:
            unlock_folders(app, None)


def _stored_for(outdir: Path) -> tuple[str, Path]:
    """Return the builder of an output folder, and the folder of its doctrees."""
    for builder in sorted(WHOLE_SITE, key=lambda name: name != outdir.name):
        for doctrees in (outdir / ".doctrees", outdir.parent / "doctrees"):
            if any(doctrees.glob(f"*{UNFINISHED}")):
                raise LocatedError(f"{outdir}: the last build did not end: build again first")
            if any(doctrees.glob(f"symposium-{builder}-*.json")):
                return builder, doctrees
    raise LocatedError(NO_BUILD.format(outdir))
