"""Evidence: which sources print the name of a record, and on which lines.

The sources that a record names, for itself or for its items, are its evidence. For a person, venue,
topic, organisation or series, so are the sources of the items that name it: of an entry, a talk, a
line of a person's file. If the text of such a source is kept, it counts only if it prints the name;
of several lines, only those that print it count.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from symposium.kinds.kind import located_items
from symposium.kinds.source import Source
from symposium.knowledge.identity import Identity, Tables, kinds_in_order, printed_names
from symposium.knowledge.printed_names import KINDS as PRINTING
from symposium.knowledge.printed_names import printed_by
from symposium.knowledge.relation_table import Ids, RecordKey
from symposium.model.ids import locator, united
from symposium.model.names import RE_SILENT, fold_text

RE_BROKEN = re.compile(r"-[ \t]*\n\s*")
RE_RUN_IN = re.compile(r"(?<=[a-zß-öø-ÿ])(?=[A-ZÀ-ÖØ-Þ])|(?<=[A-Z])(?=[A-Z][a-zß-öø-ÿ])")


def words(text: str) -> str:
    """Return the words of a text, in lower case without diacritics, a space around each.

    >>> words("**Wen-mei Hwu**, Bazińska")
    ' wen mei hwu bazinska '
    """
    return f" {RE_SILENT.sub(' ', fold_text(text)).strip()} "


def forms(text: str) -> list[str]:
    r"""Return a text as it is printed, and as it may be meant.

    A word may be broken at the end of a line, and a name may have run into the word before it.

    >>> forms("William\nGrön-\nquist")
    ['William\nGrön-\nquist', 'William\nGrönquist']
    >>> forms("Machine Learning I/ONikoli Dryden")[1]
    'Machine Learning I/O Nikoli Dryden'
    """
    return list(dict.fromkeys((text, RE_BROKEN.sub("", text), RE_RUN_IN.sub(" ", text))))


def lines_of(sources: Mapping[str, Source], text: str) -> tuple[str, ...]:
    """Return the lines of a locator, or all of its source; none if its text is not kept."""
    at = locator(text)
    source = sources.get(at.source) if at else None
    if not source or not at:
        return ()
    return source.lines[at.first - 1 : at.last] if at.unit == "L" else source.lines


class Texts:
    """The texts of sources, for finding names in them; each part is folded once."""

    def __init__(self, sources: Mapping[str, Source]) -> None:
        self._sources = sources
        self._folded: dict[str, str] = {}

    def where(self, text: str, names: Iterable[str]) -> tuple[str, ...]:
        """Narrow a locator down to lines that print one of the names; none if no name is printed.

        For each name, this is the first line that prints all of it. If no line does, or the text is
        not kept, the locator stays as it is.
        """
        at = locator(text)
        source = self._sources.get(at.source) if at else None
        if not at or not source or not source.lines:
            return (text,)
        folded = [{words(form) for form in forms(name)} for name in names]
        folded = [name for name in folded if self._prints(text, name)]
        if not folded:
            return ()
        lines = [f"{at.source}#L{number}" for number in at.lines]
        first = {
            next((line for line in lines if self._prints(line, name)), text) for name in folded
        }
        return tuple([line for line in lines if line in first]) or (text,)

    def _prints(self, text: str, name: Iterable[str]) -> bool:
        if text not in self._folded:
            unfolded = "\n".join(lines_of(self._sources, text))
            self._folded[text] = "".join(map(words, forms(unfolded)))
        return any(form in self._folded[text] for form in name)


def evidence(
    tables: Tables,
    identity: Identity,
    authors: Mapping[str, Ids],
    of_text: Mapping[str, Mapping[str, str]],
) -> dict[RecordKey, tuple[str, ...]]:
    """Return the locators that are the evidence of each record, by kind and id.

    ``of_text`` maps printed texts to ids of venues, topics, series and organisations, by kind.
    """
    locators: dict[RecordKey, tuple[str, ...]] = {}
    for kind, table in tables.items():
        for record in table.values():
            own = getattr(record, "sources", ())
            items = [item.source for _, item in located_items(record)] if kind != "source" else ()
            if own or items:
                locators[kind, record.id] = united(own, items)
    if tables["source"]:
        names = _names(tables, {"person": identity.by_text, **of_text})
        texts = Texts(tables["source"])
        implied: dict[RecordKey, dict[str, tuple[str, ...]]] = {}
        for key, text in _named_by_items(tables, identity, authors, of_text):
            by_text = implied.setdefault(key, {})
            if text not in by_text:
                by_text[text] = texts.where(text, names[key])
        for key, by_text in implied.items():
            if any(by_text.values()):
                locators[key] = united(locators.get(key, ()), *by_text.values())
    return locators


def _names(
    tables: Tables, of_text: Mapping[str, Mapping[str, str]]
) -> Mapping[RecordKey, list[str]]:
    """Return all names of records that others name: as printed, and from their files."""
    names: defaultdict[RecordKey, list[str]] = defaultdict(list)
    for kind, by_text in of_text.items():
        for text, record_id in by_text.items():
            names[kind, record_id].append(text)
        for record in tables[kind].values():
            title = record.name if kind in {"person", "venue"} else record.title
            names[kind, record.id] += [getattr(title, "text", title), *record.names]
    return names


def _named_by_items(
    tables: Tables,
    identity: Identity,
    authors: Mapping[str, Ids],
    of_text: Mapping[str, Mapping[str, str]],
) -> Iterator[tuple[RecordKey, str]]:
    """Yield the records that items name, each with the locator of the item."""
    venue_of, topic_of = of_text["venue"], of_text["topic"]
    for paper in tables["paper"].values():
        if paper.sources:
            people = (*authors[paper.id], *identity.resolve_all(paper.editors))
            keys = [("person", person_id) for person_id in people]
            keys += [("venue", venue_of[paper.venue])] if paper.venue else []
            keys += [("topic", topic_of[text]) for text in paper.topics]
            yield from ((key, text) for key in keys for text in paper.sources)
    for kind in kinds_in_order(tables):
        for record in tables[kind].values() if kind != "paper" else ():
            for use in printed_names(record):
                own = getattr(item_at(record, use.field), "source", None)
                person = identity.resolve(use.name.text, use.explicit)
                yield from ((("person", person), text) for text in _of_item(record, own))
    for event in tables["event"].values():
        if event.series:
            series = of_text["series"][event.series]
            yield from ((("series", series), text) for text in event.sources)
    organization_of = of_text["organization"]
    for kind in PRINTING if organization_of else ():
        for record in tables[kind].values():
            for organization in printed_by(record):
                organization_id = organization_of[organization.name]
                yield from (
                    (("organization", organization_id), text)
                    for text in _of_item(record, organization.source)
                )


def _of_item(record: Any, own: str | None) -> Iterable[str]:
    """Return the locator of an item, else those of its record."""
    return (own,) if own else getattr(record, "sources", ())


def item_at(record: Any, field: str) -> Any:
    """Return the item of a record's list at a dotted path."""
    name, index, *_ = field.split(".")
    return getattr(record, name)[int(index)]
