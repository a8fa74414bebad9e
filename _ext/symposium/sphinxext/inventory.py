"""The inventory ``objects.inv``, by which other projects link to records.

Sphinx would write it in every build, record by record; a hundred thousand of them take seconds. So
it is written when something in it changed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.builders.html import INVENTORY_FILENAME, StandaloneHTMLBuilder

from symposium.sphinxext.build_site import WHOLE_SITE
from symposium.sphinxext.domain import KnowledgeDomain
from symposium.sphinxext.manifest import manifests
from symposium.sphinxext.stored_values import digest


def setup(app: Sphinx) -> None:
    """Take the writing over from builders of whole sites."""
    app.connect("builder-inited", take_over)


def take_over(app: Sphinx) -> None:
    """Have our function called where Sphinx dumps the inventory."""
    builder = app.builder
    if builder.name in WHOLE_SITE and isinstance(builder, StandaloneHTMLBuilder):
        original = builder.dump_inventory
        builder.dump_inventory = lambda: dump(app, original)  # type: ignore[method-assign]


def dump(app: Sphinx, write: Callable[[], None]) -> None:
    """Have the inventory written unless it is there as it should be."""
    manifest, target = manifests[app], Path(app.outdir, INVENTORY_FILENAME)
    others = [
        sorted(domain.get_objects())
        for domain in app.env.domains.sorted()
        if domain.name != KnowledgeDomain.name
    ]
    made_from = (app.config.project, app.config.version, others, manifest.sources)
    stamp, files = digest(repr(made_from).encode()), manifest.files
    is_known = not manifest.fresh and files.get(INVENTORY_FILENAME) == stamp
    if is_known and target.exists():
        return
    write()
    files[INVENTORY_FILENAME] = stamp
    manifest.unchanged = False
