"""News: short texts with a date, such as an award, a new paper, a new member."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from symposium.fields.compound_types import ListOf, again, field, group_of
from symposium.fields.date_types import DateField
from symposium.fields.field_types import TextType
from symposium.fields.link_types import Id
from symposium.kinds.base import BODY, LINKS, TEXTS, TOPICS, Traced
from symposium.kinds.kind import Kind, Page
from symposium.kinds.software import Developer
from symposium.model.dates import Date

RE_DATE_IN_NAME = re.compile(r"(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?!\d)")
RE_MARKUP = re.compile(
    r"\s*\{cite:(?!t)\w+\}`[^`]*`|"
    r"\{[\w:+-]+\}`(?:([^`<>]*?)\s*<[^`<>]*>|([^`<>]*))`|\[([^\]]*)\]\([^)]*\)|[*_`]+|<[^<>]*>"
)
"""A citation in brackets, a role, a link, signs of emphasis, or a tag; their groups hold the text
that is shown."""
RE_SENTENCE = re.compile(r"(.{8,}?[.!?])(?:\s|$)")
MAX_TITLE = 120
"""Characters of a title that is made from the text."""


@dataclass(frozen=True, slots=True)
class News(Traced):
    """A short text with a date: an award, a new paper, a new member."""

    id: str
    title: str = field(TextType(), "A title, if the text is not shown whole in lists.", default="")
    """If it is missing, the first sentence of the text."""
    date: Date | None = field(
        DateField(), "The day; a file called 2025-03-01-….md need not say it.", label="Date",
        filter=True, facet=True, item=True, schema_org="datePublished",
    )  # fmt: skip
    people: tuple[Developer, ...] = field(
        ListOf(group_of(Developer, "a person in the news", "name")), "Whom it is about.",
        role="subject",
    )  # fmt: skip
    papers: tuple[str, ...] = field(TEXTS, "Papers that it is about: cite keys.", refers="paper")
    events: tuple[str, ...] = field(
        ListOf(Id()), "Events that it is about: their ids.", refers="event"
    )
    topics: tuple[str, ...] = again(TOPICS)
    links: Mapping[str, str] = again(LINKS)
    body: str = again(BODY, help="The text: a sentence or a few.")

    @property
    def is_whole(self) -> bool:
        """Whether lists show the whole text, since it has no title of its own."""
        return bool(self.body) and self.title == first_sentence(self.body)


def first_sentence(body: str) -> str:
    """Return the first sentence of a text without its markup, shortened if it is long.

    >>> first_sentence("**We** have {person}`Ada <ada-doe>` on [our page](x.md). More.")
    'We have Ada on our page.'
    >>> first_sentence("We won a prize {cite:p}`doe2020`.")
    'We won a prize.'
    >>> first_sentence("A word"), first_sentence("")
    ('A word', '')
    """
    text = RE_MARKUP.sub(lambda match: next((part for part in match.groups() if part), ""), body)
    text = " ".join(text.split())
    match = RE_SENTENCE.match(text)
    text = match[1] if match else text
    return text if len(text) <= MAX_TITLE else f"{text[:MAX_TITLE].rpartition(' ')[0]} …"


def _complete(values: dict[str, Any], page: Page) -> None:
    if not values.get("title"):
        values["title"] = first_sentence(values["body"]) or page.title
    if not values.get("date") and (match := RE_DATE_IN_NAME.match(page.id)):
        year, month, day = map(int, match.groups())
        values["date"] = Date(year, month, day)


KIND = Kind(
    "news", "news", News, "News", one="news", fallbacks={}, complete=_complete,
    schema_org="NewsArticle", has_feed=False, newest_first=True, nouns=("news item", "news items"),
)  # fmt: skip
