"""The rules, and how they are asked: a rule is a function, and a family of them is a module."""

from __future__ import annotations

from collections.abc import Iterator

from symposium.linting import permanence, programmes, resolvers
from symposium.linting.pages import rules as pages
from symposium.linting.people import former, identity, ids
from symposium.linting.subject import Rule, Subject
from symposium.linting.works import (
    bibliography,
    duplicates,
    identifiers,
    persons,
    relying,
    spellings,
    statements,
    titles,
)
from symposium.linting.works.entries import each_entry
from symposium.model.problems import Problem
from symposium.model.progress import Tell, untold
from symposium.pages.maths import formula_problems


def formulas(subject: Subject) -> Iterator[Problem]:
    """Report formulas that are shown as typed."""
    return formula_problems(subject.kb.works.values())


ENTRY_RULES = (
    *bibliography.RULES,
    *persons.RULES,
    *identifiers.RULES,
    resolvers.of_entry,
    *statements.RULES,
    *titles.RULES,
)
"""Rules that look at one entry of a bibliography at a time."""


def entries(subject: Subject) -> Iterator[Problem]:
    """Report what is wrong with single entries."""
    return each_entry(subject, ENTRY_RULES)


RULES: tuple[Rule, ...] = (
    *identity.RULES,
    *former.RULES,
    *ids.RULES,
    formulas,
    entries,
    *resolvers.RULES,
    *pages.RULES,
    *programmes.RULES,
    *permanence.RULES,
    *duplicates.RULES,
    *spellings.RULES,
    *relying.RULES,
)
"""All rules. Each family's module ends with its own tuple, which is joined here."""


def lint(subject: Subject, tell: Tell = untold) -> Iterator[Problem]:
    """Yield what every rule finds in a project, in no particular order."""
    for number, rule in enumerate(RULES):
        tell("applying rules", number, len(RULES))
        yield from rule(subject)
