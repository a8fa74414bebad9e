"""Messages of other packages that are not shown."""

from __future__ import annotations

import logging

from myst_parser.config.main import MdParserConfig
from sphinx.application import Sphinx

from symposium.sphinxext.config import is_site

LOGGER = "sphinx.myst_parser.sphinx_ext.main"
"""The one of MyST-Parser; Sphinx puts all loggers of extensions below one."""


def setup(app: Sphinx) -> None:
    """Decide before MyST-Parser has its configuration."""
    app.connect("builder-inited", leave_out_dump, priority=1)


def leave_out_dump(app: Sphinx) -> None:
    """Have the configuration of MyST-Parser not printed in a site; a guest changes nothing."""
    logger = logging.getLogger(LOGGER)
    logger.removeFilter(is_no_dump)
    if is_site(app):
        logger.addFilter(is_no_dump)


def is_no_dump(record: logging.LogRecord) -> bool:
    """Tell whether a message is anything else than a whole configuration."""
    args = record.args if isinstance(record.args, tuple) else ()
    return not any(isinstance(arg, MdParserConfig) for arg in args)
