"""Fields that the front matter of any page may have: ``gone``, ``was``, and options of Sphinx."""

from __future__ import annotations

from typing import Any

from symposium.fields.compound_types import Field
from symposium.fields.field_types import TextType, WrongValue
from symposium.fields.yaml_repair import shown

PASSED_ON = {
    "orphan": "The page is in no table of contents, on purpose.",
    "nosearch": "The page is not found by searching.",
    "no-search": "The page is not found by searching.",
    "tocdepth": "How many levels of headings the table of contents of the page shows.",
    "html_theme.sidebar_primary.remove": "The page has no left sidebar.",
    "html_theme.sidebar_secondary.remove": "The page has no right sidebar.",
}
"""The fields of Sphinx and the theme that a document of any kind may have, with their help."""


class Reason(TextType):
    """Why a page is gone."""

    expected = "a reason, in a sentence"
    lenient = False

    def convert(self, text: str) -> Any:
        """Return the reason."""
        if text.lower() in {"true", "false", "yes", "no"}:
            return WrongValue(
                f"{shown(text)} is not a reason", "write in a sentence why the page is gone"
            )
        return super().convert(text)


GONE = Field(Reason(), "Why the page was removed. Nothing else in the file is shown then.")
