"""All rules. A rule is a function; a new one is a name in a list here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
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
from symposium.lint.subject import Subject
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


ENTRY_RULES: Sequence[Callable[[WalkedEntry], Iterator[Problem]]] = (
    entry_fields.names, entry_fields.unknown_fields, entry_fields.unknown_type,
    identifiers.doi, identifiers.arxiv, identifiers.book_numbers, identifiers.orcid,
    identifiers.of_entry,
    entries.odd_names, entries.years, entries.eprint, entries.container, entries.pages,
    entries.notice, entries.capitals, entries.markup,
)  # fmt: skip
"""The rules for single entries."""


def of_entries(subject: Subject) -> Iterator[Problem]:
    """Report what is wrong with single entries; their fields are fetched once for all rules."""
    for paper in subject.kb.works.values():
        entry = WalkedEntry(subject, paper, dict(reversed(paper.fields)))
        for rule in ENTRY_RULES:
            yield from rule(entry)


RULES: Sequence[Callable[[Subject], Iterator[Problem]]] = (
    formulas, of_entries,
    persons.similar_names, persons.shared_names, persons.unmentioned,
    names.former_names, names.half_hidden, names.ids_as_names,
    identifiers.of_records, options.options,
    references.files, references.heads, references.citations, references.references,
    references.relying,
    programme_lines.elsewhere, programme_lines.programmes, programme_lines.dayless,
    programme_lines.empty, programme_lines.repeated, programme_lines.unscheduled,
    programme_days.outside, programme_days.speakers, programme_days.zones,
    programme_days.clock_changes, programme_days.odd_offsets, programme_days.misspelt,
    permalinks.permalinks, permalinks.earlier_pages,
    duplicates.venue_spellings, duplicates.duplicates,
    entry_fields.unread_fields, printed.unnamed, printed.unprinted,
)  # fmt: skip
"""All rules. Each yields what it finds in a project, in no particular order."""


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
            for finding in other.check(subject):
                yield Problem(code, finding.message, finding.place, finding.hint)
