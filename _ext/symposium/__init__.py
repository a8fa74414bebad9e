"""Symposium: people, papers and events as plain text, published as a cross-referenced site.

In ``conf.py``, ``extensions = ["symposium"]`` is all that is needed. In a script, ``load`` reads a
project. The names in `__all__` are public: they change only with a note in the changelog.
"""

from __future__ import annotations

import atexit
import gc
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    from symposium.kinds.event import Event
    from symposium.kinds.paper import Paper
    from symposium.kinds.person import Person
    from symposium.kinds.software import Software
    from symposium.kinds.source import Source
    from symposium.kinds.talk import Talk
    from symposium.kinds.topic import Topic
    from symposium.kinds.venue import Venue
    from symposium.knowledge.base import KnowledgeBase
    from symposium.model.problems import Place, Problem, Severity
    from symposium.project import NoProjectError, load

__version__ = "0.2.0"

__all__ = [
    "Event", "KnowledgeBase", "NoProjectError", "Paper", "Person", "Place", "Problem", "Severity",
    "Software", "Source", "Talk", "Topic", "Venue", "__version__", "load",
]  # fmt: skip

_MODULES = {
    **{name: f"symposium.kinds.{name.lower()}"
       for name in ("Event", "Paper", "Person", "Software", "Source", "Talk", "Topic", "Venue")},
    "KnowledgeBase": "symposium.knowledge.base",
    **dict.fromkeys(("Place", "Problem", "Severity"), "symposium.model.problems"),
    **dict.fromkeys(("NoProjectError", "load"), "symposium.project"),
}  # fmt: skip
"""Where public names are defined: each is imported when it is first asked for."""


def __getattr__(name: str) -> Any:
    """Return a public name; Sphinx, which imports the package too, needs none of them."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the Sphinx extension.

    Sphinx is imported here and not above: everything else works without it.
    """
    from symposium.model.memory import uncollected  # noqa: PLC0415

    # Python would free all objects one by one at its end: a quarter of the time of a small build.
    atexit.register(gc.freeze)
    with uncollected():
        from symposium.sphinxext import setup as setup_extension  # noqa: PLC0415

        return setup_extension(app)
