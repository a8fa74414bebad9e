"""All rules. A rule is a function, and a module has a family of rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from symposium.lint import (
    duplicates,
    entries,
    entry_fields,
    identifiers,
    names,
    options,
    permalinks,
    persons,
    printed,
    programme_days,
    programme_lines,
    references,
)
from symposium.lint.entries import each_entry
from symposium.lint.subject import Rule, Subject
from symposium.model.problems import Code, OtherCode, Problem
from symposium.model.progress import Tell, untold
from symposium.pages.maths import unconverted
from symposium.plugin import LintRule
from symposium.plugin.collection import blamed


def formulas(subject: Subject) -> Iterator[Problem]:
    """Report formulas in titles and abstracts that are shown as typed."""
    for paper in subject.kb.works.values():
        for field, text in (("title", paper.title), ("abstract", paper.abstract or "")):
            for tex in unconverted(text):
                message = f"The formula ${tex[:80]}$ cannot be converted and is shown as typed"
                place = paper.origin.at(field)
                yield Problem(Code.BIB_MATHS, message, place, "write it in simpler LaTeX")


ENTRY_RULES = (*entry_fields.ENTRY_RULES, *identifiers.ENTRY_RULES, *entries.ENTRY_RULES)
"""Rules that look at one entry of a bibliography at a time."""


def of_entries(subject: Subject) -> Iterator[Problem]:
    """Report what is wrong with single entries."""
    return each_entry(subject, ENTRY_RULES)


RULES: tuple[Rule, ...] = (
    formulas,
    of_entries,
    *(
        rule
        for family in (
            persons,
            names,
            identifiers,
            options,
            references,
            programme_lines,
            programme_days,
            permalinks,
            duplicates,
            entry_fields,
            printed,
        )
        for rule in family.RULES
    ),
)
"""All rules: each module has a family of them."""


def lint(
    subject: Subject,
    tell: Tell = untold,
    added: Mapping[OtherCode, LintRule] = MappingProxyType({}),
) -> Iterator[Problem]:
    """Yield what every rule finds in a project, also those added, in no particular order."""
    for number, rule in enumerate(RULES):
        tell("applying rules", number, len(RULES))
        yield from rule(subject)
    for code, other in added.items():
        with blamed(f"the rule {code.code}"):
            for one in other.check(subject):
                yield Problem(code, one.message, one.place, one.hint)
