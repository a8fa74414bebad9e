"""Files of an event and its talks, written from a schedule."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from symposium.fields.yaml_repair import Value, document
from symposium.kinds.event import FOR_ALL, is_pause
from symposium.knowledge.local_times import instant
from symposium.model.ids import RESERVED, digest, is_hashed, slug
from symposium.model.names import fold_name, parse_name
from symposium.pages.maths import RE_FORMULA

from symposium_import.foreign_texts.markdown import to_markdown, to_plain
from symposium_import.schedules.values import (
    Finding,
    ImportedProgramme,
    Item,
    Path,
    Reference,
    ScheduleZone,
    SlotTime,
    Speaker,
    days_of,
    time_of,
)

if TYPE_CHECKING:
    from symposium_import.schedules.updating import ExistingEvent

LONGEST_ID = 60
"""Largest length of a talk's id, without a suffix that makes it unique."""
LONGEST_CODE = 16
"""Largest length of a code that makes a good id."""
PAUSE = re.compile(
    r"(?:(?:coffee|tea|lunch|dinner|short|long|kaffee|mittags?|afternoon|morning)"
    r"[ -]*(?:&|and)? *)*"
    r"(?:break|pause|lunch|dinner|breakfast|registration|coffee|mittagessen|abendessen|frühstück)",
    re.IGNORECASE,
)
"""Titles of breaks."""
CEREMONIES = frozenset({"closing", "opening"})
"""Kinds of sessions that are no talks, unless they have more than a title."""

LINK_NAMES = (
    ("slides", r"slides?\b|folien|\bdeck\b|presentation|pr[äa]sentation|\.pptx?$|\.odp$"),
    ("video", r"video|recording|aufzeichnung|youtu\.?be|vimeo|media\.ccc\.de|peertube|\.mp4$"),
    ("poster", r"poster"),
    ("code", r"\bcode\b|repositor|github\.com|gitlab\.|codeberg\.org|\bsource\b"),
    ("paper", r"\bpaper\b|doi\.org/|arxiv\.org/"),
    ("website", r"website|homepage|web ?site|project page"),
    ("pdf", r"\.pdf$"),
    ("original page", r"^origin "),
)
"""Names of links, with patterns for their titles in schedules and for their addresses."""


@dataclass(slots=True)
class Draft:
    """A talk that gets a file."""

    id: str
    item: Item
    slots: list[SlotTime] = field(default_factory=list)


Line = tuple[Item, SlotTime, Draft | None]
"""A session, its time, and its talk; ``None`` for a break."""


def drafts_of(
    items: Iterable[tuple[Item, SlotTime]], taken: Mapping[str, str], reserved: Iterable[str]
) -> list[Line]:
    """Return the lines of a programme, each with its talk; duplicates are dropped.

    ``taken`` are ids of existing talks by `identity_of` their sessions; ``reserved`` are ids that
    a new talk must not get.
    """
    lines: list[Line] = []
    drafts: dict[str, Draft] = {}
    ids = {*taken.values(), *reserved, *RESERVED}
    seen = set()
    for item, time in items:
        identity, draft = identity_of(item), None
        if not is_break(item):
            occurrence = (identity, time.day, time.time, item.room)
            if occurrence in seen:
                continue
            seen.add(occurrence)
            if identity not in drafts:
                drafts[identity] = Draft(taken.get(identity) or _free_id(item, ids), item)
                ids.add(drafts[identity].id)
            draft = drafts[identity]
            draft.slots.append(time)
        lines.append((item, time, draft))
    return lines


def is_break(item: Item) -> bool:
    """Tell whether a session is not a talk: a break, or a session that contains talks."""
    more = (item.speakers, item.authors, item.doi, item.abstract, item.description, item.links)
    kind = kind_of(item)
    quiet = is_pause(kind) or kind in CEREMONIES or PAUSE.fullmatch(item.title)
    return item.gathers or bool(item.title and quiet and not any(more))


def identity_of(item: Item) -> str:
    """Return the key that all sessions of one talk share: code and title, or else all texts."""
    if item.code:
        return f"{item.code}\n{item.title}"
    names = [person.name for person in (*item.speakers, *item.authors)]
    return "\n".join((f"{item.abstract}\n{item.description}", item.title, *names))


def _free_id(item: Item, ids: set[str]) -> str:
    stem = slug(item.title or f"session {item.code}")
    if is_hashed(stem) and 0 < len(item.code) <= LONGEST_CODE:
        # For a title without Latin letters, the code makes the better id.
        stem = slug(item.code)
    if len(stem) > LONGEST_ID:
        stem = stem[: LONGEST_ID + 1].rpartition("-")[0] or stem[:LONGEST_ID]
    code = slug(item.code)[-12:].strip("-") if item.code else ""
    for candidate in (stem, f"{stem}-{code}" if code else stem):
        if candidate not in ids:
            return candidate
    return f"{stem}-{digest(identity_of(item), 8)}"


def kind_of(item: Item) -> str:
    """Return the kind of a session in lower case.

    >>> kind_of(Item((), "A", kind="Lightning_Talk"))
    'lightning talk'
    """
    return " ".join(item.kind.lower().replace("_", " ").split())


def title_of(item: Item) -> str:
    """Return the title with the subtitle."""
    title = item.title or (f"Session {item.code}" if item.code else "Session without a title")
    if not item.subtitle or fold_name(item.subtitle) in fold_name(title):
        return title
    return f"{title} {item.subtitle}" if title[-1] in ":–—-?!.…" else f"{title}: {item.subtitle}"


def dollars_escaped(text: str) -> str:
    r"""Return a text for a field, with ``\$`` for dollar signs that would enclose a formula.

    >>> dollars_escaped("from $A to B$C"), dollars_escaped("costs $5")
    ('from \\$A to B\\$C', 'costs $5')
    """
    return text.replace("$", "\\$") if RE_FORMULA.search(text) else text


def talk_file(
    draft: Draft, people: Mapping[str, str], papers: Mapping[str, str]
) -> tuple[dict[str, Value | None], list[str], list[Finding]]:
    """Return the fields and texts of a talk, and findings about its texts.

    ``people`` are ids by ORCID, ``papers`` cite keys by DOI in lower case.
    """
    item = draft.item
    findings: list[Finding] = []
    fields: dict[str, Value | None] = {
        "title": dollars_escaped(title_of(item)),
        "kind": kind_of(item),
        "when": "; ".join(dict.fromkeys(slot.in_words for slot in draft.slots if slot.in_words)),
        "paper": papers.get(item.doi.lower()),
        "authors": list(persons_of(item.authors, people)),
        "speakers": list(persons_of(item.speakers, people)),
        "links": links_of(item, with_doi=item.doi.lower() not in papers),
    }
    texts = []
    parts = {"abstract": item.abstract, "description": item.description}
    if item.description.startswith(item.abstract.rstrip()):
        del parts["abstract"]
    for name, source in parts.items():
        text, dropped = to_markdown(source, item.url)
        texts.append(text)
        findings += [
            Finding((*item.path, name), f"{what}: left out, or a link that stands there instead")
            for what in dropped
        ]
    return fields, texts, findings


def persons_of(speakers: Iterable[Speaker], people: Mapping[str, str]) -> Iterator[Value]:
    """Yield people as values for front matter; ``people`` are ids by ORCID."""
    for speaker in speakers:
        # Biographies may have paragraphs, but no markup.
        bio = to_plain(speaker.bio).replace("}`", "} `") if speaker.bio else ""
        fields = {
            "name": braced(speaker.name),
            "person": people.get(speaker.orcid, "") if speaker.orcid else "",
            "affiliation": speaker.organization,
            "bio": dollars_escaped(bio) if bio.strip() != speaker.name else "",
        }
        filled = {name: text for name, text in fields.items() if text}
        yield fields["name"] if len(filled) == 1 else filled


def braced(name: str) -> str:
    """Return a name in braces, if it would be printed differently without them.

    >>> braced("Ada Lovelace"), braced("Ada, Charles")
    ('Ada Lovelace', '{Ada, Charles}')
    """
    name = name.replace("{", "(").replace("}", ")")
    return name if parse_name(name).text == name else f"{{{name}}}"


def links_of(item: Item, *, with_doi: bool = True) -> dict[str, Value]:
    """Return the links of a session by name."""
    of_paper = (Reference(f"https://doi.org/{item.doi}"),) if item.doi and with_doi else ()
    links: dict[str, Value] = {"website": item.url} if item.url else {}
    for link in (*item.links, *of_paper):
        if link.url not in links.values():
            name = _link_name(link)
            labels = (f"{name} {number}" if number > 1 else name for number in count(1))
            links[next(label for label in labels if label not in links)] = link.url
    return links


def _link_name(link: Reference) -> str:
    """Return a name for a link from its kind and title, its address, or else its title alone."""
    for words in (f"{link.kind} {link.title}", link.url):
        for name, pattern in LINK_NAMES:
            if re.search(pattern, words, re.IGNORECASE):
                return name
    title = re.sub(r"[^\w .()+-]+", " ", link.title)
    title = " ".join(title.split())[:40].strip()
    return title or (urlsplit(link.url).hostname or "link").removeprefix("www.")


LATEST = datetime.max.replace(tzinfo=UTC)
ALL_ROOMS = frozenset({FOR_ALL, "all rooms", "every room", "alle", "alle räume"})
"""Names in schedules for the room of a session for everyone."""


@dataclass(slots=True)
class ImportedEvent:
    """An event as its files will hold it."""

    id: str
    programme: ImportedProgramme
    lines: list[Line] = field(default_factory=list)
    posters: dict[Path, list[Draft]] = field(default_factory=dict)
    """Posters without a line of their own, by the path of their session."""
    findings: list[Finding] = field(default_factory=list)
    index: dict[str, Value | None] = field(default_factory=dict)
    """Front matter of the event."""
    files: dict[str, str] = field(default_factory=dict)
    """Texts of its files by path; the last one is that of the event, which names the others."""

    @property
    def source_id(self) -> str:
        """Id of the source record."""
        return f"{self.id}-schedule"

    @property
    def drafts(self) -> dict[str, Draft]:
        """Talks by id."""
        talks = (draft for *_, draft in self.lines if draft)
        posters = (draft for group in self.posters.values() for draft in group)
        return {draft.id: draft for draft in (*talks, *posters)}


def event_id(programme: ImportedProgramme) -> str:
    """Return the id of an event, made from its acronym or title with the year.

    >>> event_id(ImportedProgramme("EuroX 2024", "eurox-2024"))
    'eurox-2024'
    >>> event_id(ImportedProgramme("X 21", "x21"))
    'x21'
    """
    id_ = slug(programme.acronym or programme.title or "event")
    start = programme.start or min(
        (item.start.date() for item in programme.items if item.start), default=None
    )
    if start is None or re.search(rf"(?<!\d)(?:{start.year}|{start.year % 100:02})(?!\d)", id_):
        return id_
    return f"{id_}-{start.year}"


def make_event(
    programme: ImportedProgramme,
    zone: ScheduleZone,
    existing: ExistingEvent,
    people: Mapping[str, str],
    papers: Mapping[str, str],
) -> ImportedEvent:
    """Return the files of an event.

    ``people`` are ids by ORCID, ``papers`` cite keys by DOI in lower case.
    """
    event = ImportedEvent(existing.id, programme, findings=[*zone.findings])
    timed = [(item, time_of(item, zone)) for item in programme.items]
    rooms = rooms_of(programme)

    def place(line: tuple[Item, SlotTime]) -> tuple[datetime, int]:
        item, time = line
        room = rooms.index(item.room) if item.room in rooms else len(rooms)
        return instant(time.start) if time.start else LATEST, room

    for line in drafts_of(sorted(timed, key=place), existing.taken(timed), existing.reserved):
        item, _, draft = line
        if item.shown_in and draft:
            event.posters.setdefault(item.shown_in, []).append(draft)
        else:
            event.lines.append(line)
    for draft in event.drafts.values():
        fields, texts, talk_findings = talk_file(draft, people, papers)
        event.findings += talk_findings
        event.files[f"events/{event.id}/{draft.id}.md"] = document(fields, texts)
    title = dollars_escaped(programme.title or event.id)
    links = {"website": programme.url} if programme.url else None
    event.files[f"sources/{event.source_id}.md"] = document({
        "title": f"Schedule of {title}", "kind": "programme", "date": programme.dated,
        "remark": programme.remark, "links": links,
    })  # fmt: skip
    event.index = {
        "title": title,
        "date": days_of(programme, [line[:2] for line in event.lines]),
        "timezone": zone.name,
        "utc_offset": zone.offset,
        "location": programme.location,
        "links": links,
        "sources": [event.source_id],
        "rooms": rooms,
        "slots": [slot_of(*line, event.posters) for line in event.lines],
    }
    text = to_markdown(programme.description, programme.url).markdown
    event.files[f"events/{event.id}/index.md"] = document(event.index, [text])
    return event


def slot_of(
    item: Item, time: SlotTime, draft: Draft | None, shown: Mapping[Path, list[Draft]]
) -> dict[str, Value]:
    """Return a slot of the programme; ``shown`` are posters by the path of their session."""
    posters = shown.get(item.path, ()) if item.gathers else ()
    chair = [*persons_of(item.chair, {})]
    return {
        "day": time.day.isoformat() if time.day else "",
        "time": time.time,
        "utc_offset": time.utc_offset,
        "kind": kind_of(item) or ("" if draft else "break"),
        "room": room_of(item),
        "track": item.track,
        "talk": draft.id if draft else "",
        "title": "" if draft else title_of(item),
        "talks": list(dict.fromkeys(poster.id for poster in posters)),
        "chair": chair[0] if len(chair) == 1 and isinstance(chair[0], str) else chair,
    }


def room_of(item: Item) -> str:
    """Return the room of a session; for one for everyone it is `FOR_ALL`.

    >>> room_of(Item((), "Opening", room="All rooms")), room_of(Item((), "Reading", room="Pier"))
    ('all', 'Pier')
    """
    return FOR_ALL if item.room.casefold() in ALL_ROOMS else item.room


def rooms_of(programme: ImportedProgramme) -> list[str]:
    """Return the rooms in use, in the order of the schedule, then of its sessions."""
    rooms = map(room_of, programme.items)
    used = dict.fromkeys(room for room in rooms if room and room != FOR_ALL)
    return [*dict.fromkeys((*(room for room in programme.rooms if room in used), *used))]
