"""Evidence: which sources print the name of a record, and on which lines.

A record rests on the sources that it names, for itself or for one of its items. A person, a venue,
a topic, an organisation or a series rests on the sources of the items that name it too: of an
entry, a talk, a line of somebody's file. Where the text of such a source is kept, it counts only if
it prints the name; of several lines the one counts that does.
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
from symposium.knowledge.relation_table import Ids, Named
from symposium.model.ids import locator, united
from symposium.model.names import fold_text

RE_BROKEN = re.compile(r"-[ \t]*\n\s*")
RE_RUN_IN = re.compile(r"(?<=[a-zß-öø-ÿ])(?=[A-ZÀ-ÖØ-Þ])|(?<=[A-Z])(?=[A-Z][a-zß-öø-ÿ])")
RE_SILENT = re.compile(r"[\W_]+")


def words(text: str) -> str:
    """Return the words of a text, in lower case without diacritics, a space around each.

    >>> words("**Wen-mei Hwu**, Bazińska")
    ' wen mei hwu bazinska '
    """
    return f" {RE_SILENT.sub(' ', fold_text(text)).strip()} "


def forms(text: str) -> list[str]:
    r"""Return a text as it is printed, and as it was meant.

    A word may be broken at the end of a line, and a name may have run into the word before it.

    >>> forms("William\nGrön-\nquist")
    ['William\nGrön-\nquist', 'William\nGrönquist']
    >>> forms("Machine Learning I/ONikoli Dryden")[1]
    'Machine Learning I/O Nikoli Dryden'
    """
    return list(dict.fromkeys((text, RE_BROKEN.sub("", text), RE_RUN_IN.sub(" ", text))))


def lines_of(sources: Mapping[str, Source], text: str) -> tuple[str, ...]:
    """Return the lines that a locator means, or all of its source; none where none are kept."""
    at = locator(text)
    source = sources.get(at.source) if at else None
    if not source or not at:
        return ()
    return source.lines[at.first - 1 : at.last] if at.unit == "L" else source.lines


class Texts:
    """The texts of sources, in which names are looked for; each part is folded once."""

    def __init__(self, sources: Mapping[str, Source]) -> None:
        self._sources = sources
        self._folded: dict[str, str] = {}

    def where(self, text: str, names: Iterable[str]) -> tuple[str, ...]:
        """Return the locators of what prints one of some names within that of several lines.

        They are the first line with each of the names, if a line prints the whole of one. Where no
        text is kept, nobody can tell.
        """
        at = locator(text)
        source = self._sources.get(at.source) if at else None
        if not at or not source or not source.lines:
            return (text,)
        wanted = [{words(form) for form in forms(name)} for name in names]
        wanted = [one for one in wanted if self._prints(text, one)]
        if not wanted:
            return ()
        lines = [f"{at.source}#L{number}" for number in at.lines]
        found = {next((one for one in lines if self._prints(one, name)), text) for name in wanted}
        return tuple([one for one in lines if one in found]) or (text,)

    def _prints(self, text: str, wanted: Iterable[str]) -> bool:
        if text not in self._folded:
            printed = "\n".join(lines_of(self._sources, text))
            self._folded[text] = "".join(map(words, forms(printed)))
        return any(one in self._folded[text] for one in wanted)


def evidence(
    tables: Tables,
    identity: Identity,
    authors: Mapping[str, Ids],
    of_text: Mapping[str, Mapping[str, str]],
) -> dict[Named, tuple[str, ...]]:
    """Return the locators of what each record rests on, by kind and id.

    ``of_text`` says of venues, topics, series and organisations which of them a text means.
    """
    found: dict[Named, tuple[str, ...]] = {}
    for kind, table in tables.items():
        for record in table.values():
            own = getattr(record, "sources", ())
            items = [one.source for _, one in located_items(record)] if kind != "source" else ()
            if own or items:
                found[kind, record.id] = united(own, items)
    if tables["source"]:
        names = _names(tables, {"person": identity.by_text, **of_text})
        texts = Texts(tables["source"])
        implied: dict[Named, dict[str, tuple[str, ...]]] = {}
        for named, text in _naming(tables, identity, authors, of_text):
            known = implied.setdefault(named, {})
            if text not in known:
                known[text] = texts.where(text, names[named])
        for named, known in implied.items():
            if any(known.values()):
                found[named] = united(found.get(named, ()), *known.values())
    return found


def _names(tables: Tables, of_text: Mapping[str, Mapping[str, str]]) -> Mapping[Named, list[str]]:
    """Return all that records are called that others name: as printed, and in their files."""
    found: defaultdict[Named, list[str]] = defaultdict(list)
    for kind, by_text in of_text.items():
        for text, record_id in by_text.items():
            found[kind, record_id].append(text)
        for record in tables[kind].values():
            title = record.name if kind in {"person", "venue"} else record.title
            found[kind, record.id] += [getattr(title, "text", title), *record.names]
    return found


def _naming(
    tables: Tables,
    identity: Identity,
    authors: Mapping[str, Ids],
    of_text: Mapping[str, Mapping[str, str]],
) -> Iterator[tuple[Named, str]]:
    """Yield what an item names, and the locator of the item."""
    venue_of, topic_of = of_text["venue"], of_text["topic"]
    for paper in tables["paper"].values():
        if paper.sources:
            people = (*authors[paper.id], *identity.resolve_all(paper.editors))
            named = [("person", one) for one in people]
            named += [("venue", venue_of[paper.venue])] if paper.venue else []
            named += [("topic", topic_of[text]) for text in paper.topics]
            yield from ((one, text) for one in named for text in paper.sources)
    for kind in kinds_in_order(tables):
        for record in tables[kind].values() if kind != "paper" else ():
            for use in printed_names(record):
                own = getattr(item_at(record, use.field), "source", None)
                person = identity.resolve(use.name.text, use.explicit)
                yield from ((("person", person), one) for one in _of_item(record, own))
    for event in tables["event"].values():
        if event.series:
            series = of_text["series"][event.series]
            yield from ((("series", series), one) for one in event.sources)
    organization_of = of_text["organization"]
    for kind in PRINTING if organization_of else ():
        for record in tables[kind].values():
            for printed in printed_by(record):
                organization = organization_of[printed.name]
                yield from (
                    (("organization", organization), one)
                    for one in _of_item(record, printed.source)
                )


def _of_item(record: Any, own: str | None) -> Iterable[str]:
    """Return the locator of an item, else those of its record."""
    return (own,) if own else getattr(record, "sources", ())


def item_at(record: Any, field: str) -> Any:
    """Return the item of a record's list at a dotted path."""
    name, index, *_ = field.split(".")
    return getattr(record, name)[int(index)]
