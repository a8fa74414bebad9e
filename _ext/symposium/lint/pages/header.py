"""The rule for the header of a site: each entry in ``conf.py`` names a page."""

from __future__ import annotations

from collections.abc import Iterator

from symposium.lint.subject import Subject
from symposium.model.problems import Code, Place, Problem
from symposium.model.spelling import nearest
from symposium.pages.subjects import ALONE, exists, subject_of
from symposium.reading.conf_settings import line_of, texts_in

SETTING = "symposium_navigation"
CONF = "conf.py"


def in_header(subject: Subject) -> list[str]:
    """Return the pages that the header names, without sections in them."""
    found = subject.settings.get(SETTING)
    entries = (texts_in(one)[:1] for one in found) if isinstance(found, list) else ()
    return [text.partition("#")[0] for one in entries for text in one if "://" not in text]


def header(subject: Subject) -> Iterator[Problem]:
    """Report entries that name no page, as a build does; lists of nothing may be empty for now."""
    if subject.has_other_extensions:  # they may make pages
        return
    for page in in_header(subject):
        about = subject_of(page)
        if page in subject.documents or about in ALONE.values():
            continue
        if about and (about[0] == "index" or exists(subject.kb, about)):
            continue
        near = nearest(page, subject.documents)
        hint = f'did you mean "{near}"?' if near else "write the name of a page, or an address"
        message = f'{SETTING}: there is no page "{page}"'
        place = Place(CONF, line_of(subject.texts.text_of(CONF), SETTING))
        yield Problem(Code.LINK_DEAD, message, place, hint)


RULES = (header,)
