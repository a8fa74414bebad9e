"""The Jinja environment: templates are compiled once, and everything is escaped."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader, StrictUndefined

from symposium.locale import ENGLISH, Texts
from symposium.pages.template_compiler import LinkedEnvironment

FOLDER = Path(__file__).parent / "templates"
"""Where our templates lie."""


class PagesEnvironment(LinkedEnvironment):
    """An environment whose templates see its names as one plain dictionary.

    Jinja chains dictionaries and walks the chain for every page: a quarter of the time of a page.
    What is added to `globals` must be there before the first template is loaded.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the names that a template sees."""
        return {**self.globals, **(d or {})}


def make_environment(
    folders: Sequence[str] = (), added: Sequence[str] = (), texts: Texts = ENGLISH
) -> PagesEnvironment:
    """Return the environment of all templates, in a language; `Pages` adds the links.

    A template in one of ``folders`` stands in the place of ours, which ``!`` before its name means.
    Those in ``added`` are beside ours; they take the place of none.
    """
    ours = [str(FOLDER), *added]
    named = PrefixLoader({"": FileSystemLoader(ours)}, delimiter="!")
    return PagesEnvironment(
        texts,
        loader=ChoiceLoader([named, FileSystemLoader([*folders, *ours])]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
    )
