"""The reference style of citations where nobody has chosen another: "Doe et al. (2020)", linked."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from sphinxcontrib.bibtex.plugin import register_plugin
from sphinxcontrib.bibtex.style.referencing import BracketStyle, PersonStyle
from sphinxcontrib.bibtex.style.referencing.author_year import AuthorYearReferenceStyle
from sphinxcontrib.bibtex.style.referencing.basic_author_year import (
    BasicAuthorYearTextualReferenceStyle,
)
from sphinxcontrib.bibtex.style.template import join, join2, post_text, pre_text, reference, year

if TYPE_CHECKING:
    from pybtex.style.template import Node

NAME = "symposium"
GROUP = "sphinxcontrib.bibtex.style.referencing"


ROUND = partial(BracketStyle, left="(", right=")")


@dataclass
class LinkedTextualStyle(BasicAuthorYearTextualReferenceStyle):
    """Textual citations whose link has the names as well as the year."""

    def inner(self, role_name: str) -> Node:
        """Return the names and, in brackets, the year with what is said before and behind it."""
        names = self.person.author_or_editor_or_title(full="s" in role_name)
        year_text = join2(sep1=self.pre_text_sep, sep2=self.post_text_sep)[
            pre_text, year, post_text
        ]
        behind = join[self.bracket.left, year_text, self.bracket.right]
        return reference[join(sep=self.text_reference_sep)[names, behind]]


@dataclass
class LinkedStyle(AuthorYearReferenceStyle):
    """Author and year in round brackets, as texts outside documents have them too."""

    bracket_textual: BracketStyle = field(default_factory=ROUND)
    bracket_parenthetical: BracketStyle = field(default_factory=ROUND)
    bracket_year: BracketStyle = field(default_factory=ROUND)
    person: PersonStyle = field(default_factory=partial(PersonStyle, other=" et al."))

    def __post_init__(self) -> None:
        """Take the place of the textual style."""
        super().__post_init__()  # type: ignore[no-untyped-call]
        own: Any = LinkedTextualStyle(
            bracket=self.bracket_textual,
            person=self.person,
            text_reference_sep=self.text_reference_sep,
            pre_text_sep=self.pre_text_sep,
            post_text_sep=self.post_text_sep,
        )
        self.role_style.update(dict.fromkeys(own.role_names(), own))


def register() -> None:
    """Make the style known under its name."""
    register_plugin(GROUP, NAME, LinkedStyle, force=True)
