"""Contributions: what each author did for a work, in the terms of CRediT (ANSI/NISO Z39.104)."""

from __future__ import annotations

from dataclasses import dataclass

from symposium.fields.compound_types import ListOf
from symposium.fields.describing import field, group_of
from symposium.fields.field_types import OneOf, TextType

CREDIT = (
    "conceptualization", "data-curation", "formal-analysis", "funding-acquisition",
    "investigation", "methodology", "project-administration", "resources", "software",
    "supervision", "validation", "visualization", "writing-original-draft",
    "writing-review-editing",
)  # fmt: skip
"""The roles of CRediT, as the addresses of their definitions write them."""


@dataclass(frozen=True, slots=True)
class Contribution:
    """What an author did for a work."""

    name: str = field(TextType(), "The author, as the work prints the name.", required=True)
    roles: tuple[str, ...] = field(
        ListOf(OneOf(CREDIT)), "What the author did: roles of CRediT.", required=True
    )


CONTRIBUTIONS = ListOf(
    group_of(Contribution, "a contribution", described="What an author did for the work.")
)
