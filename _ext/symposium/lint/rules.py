"""All rules. A rule is a function; a module holds a family of rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
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
from symposium.lint.entries import WalkedEntry
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


def of_entries(subject: Subject) -> Iterator[Problem]:
    """Report problems of single entries; the fields of each are fetched once for all rules."""
    rules = [rule for rule in ENTRY_RULES if subject.notices or rule not in NOTICES]
    for paper in subject.kb.works.values():
        entry = WalkedEntry(subject, paper, dict(reversed(paper.fields)))
        for rule in rules:
            yield from rule(entry)


FAMILIES = (
    persons, names, identifiers, options, references, programme_lines, programme_days, permalinks,
    duplicates, entry_fields, printed,
)  # fmt: skip
RULES: tuple[Rule, ...] = (formulas, of_entries, *chain.from_iterable(f.RULES for f in FAMILIES))

NOTICES = frozenset[object]({
    formulas, *entries.ENTRY_RULES, *persons.RULES, *duplicates.RULES, *entry_fields.RULES
})  # fmt: skip
"""Rules that report nothing but notices."""


def lint(
    subject: Subject,
    tell: Tell = untold,
    added: Mapping[OtherCode, LintRule] = MappingProxyType({}),
) -> Iterator[Problem]:
    """Yield the problems found by all rules, with ``added`` ones of plugins, in no set order."""
    rules = [rule for rule in RULES if subject.notices or rule not in NOTICES]
    for number, rule in enumerate(rules):
        tell("applying rules", number, len(rules))
        yield from rule(subject)
    for code, other in added.items():
        with blamed(f"the rule {code.code}"):
            for finding in other.check(subject):
                yield Problem(code, finding.message, finding.place, finding.hint)
