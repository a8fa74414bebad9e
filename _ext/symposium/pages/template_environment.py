"""The Jinja environment: templates are compiled once, and everything is escaped."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader, StrictUndefined

from symposium import locale
from symposium.knowledge.short_texts import authors_label
from symposium.locale import ENGLISH, Texts
from symposium.model.name_signs import SIGNS
from symposium.pages import vocabulary
from symposium.pages.author_links import arxiv_href, doi_href
from symposium.pages.citing.forms import PUBLISHED
from symposium.pages.described import counted, facts, named_people
from symposium.pages.maths import maths
from symposium.pages.shown_times import printed, span
from symposium.pages.small_texts import paragraphs, shorten
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
    env = PagesEnvironment(
        texts,
        loader=ChoiceLoader([named, FileSystemLoader([*folders, *ours])]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
    )
    env.globals |= {
        "arxiv_href": arxiv_href, "authors_label": authors_label, "date": printed,
        "doi_href": doi_href, "counted": counted, "facts": facts, "named_people": named_people,
        "maths": maths, "paragraphs": paragraphs, "plural": locale.plural,
        "number": locale.number, "translated": locale.translated, "pgettext": locale.pgettext,
        "texts": texts,
        "shorten": shorten, "span": span, "talk_kind": vocabulary.talk_kind,
        "slot_state": vocabulary.slot_state,
        "issued": vocabulary.issued, "work_kind": vocabulary.work_kind,
        "work_kind_presented": vocabulary.work_kind_presented,
        "field_label": vocabulary.field_label, "role_label": vocabulary.role_label,
        "metric_label": vocabulary.metric_label,
        "FORMS": PUBLISHED, "MARKS": vocabulary.MARKS, "SIGNS": SIGNS,
        "STATUSES": vocabulary.STATUSES,
    }  # fmt: skip
    return env
