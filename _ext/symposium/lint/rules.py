"""All rules. A rule is a function, and a module has a family of rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from symposium.lint import address_changes, option_values, pages, printed, programmes, resolvers
from symposium.lint.people import duplicates_and_ambiguity, former_names, misplaced_ids
from symposium.lint.subject import Rule, Subject
from symposium.lint.works import (
    duplicates,
    entry_identifiers,
    entry_syntax,
    persons,
    retracted_sources,
    statements,
    titles,
    unread_fields,
    venue_spellings,
)
from symposium.lint.works.entry_walk import each_entry
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


ENTRY_RULES = (
    *entry_syntax.RULES,
    *persons.RULES,
    *entry_identifiers.RULES,
    resolvers.of_entry,
    *statements.RULES,
    *titles.RULES,
)
"""Rules that look at one entry of a bibliography at a time."""


def entries(subject: Subject) -> Iterator[Problem]:
    """Report what is wrong with single entries."""
    return each_entry(subject, ENTRY_RULES)


RULES: tuple[Rule, ...] = (
    *duplicates_and_ambiguity.RULES,
    *former_names.RULES,
    *misplaced_ids.RULES,
    formulas,
    entries,
    *resolvers.RULES,
    *option_values.RULES,
    *pages.RULES,
    *programmes.RULES,
    *address_changes.RULES,
    *duplicates.RULES,
    *venue_spellings.RULES,
    *unread_fields.RULES,
    *retracted_sources.RULES,
    *printed.RULES,
)
"""All rules. Each family's module ends with its own tuple, which is joined here."""


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
