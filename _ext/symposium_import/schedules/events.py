"""Writing the files of an event and of its talks from a schedule."""

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
from symposium.model.ids import RESERVED, digest, slug
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
    when,
)

if TYPE_CHECKING:
    from symposium_import.schedules.updating import Existing

LONGEST_ID = 60
"""Characters of the id of a talk, but for what tells it from another one."""
LONGEST_CODE = 16
"""Characters of a code that makes a good id."""
PAUSE = re.compile(
    r"(?:(?:coffee|tea|lunch|dinner|short|long|kaffee|mittags?|afternoon|morning)"
    r"[ -]*(?:&|and)? *)*"
    r"(?:break|pause|lunch|dinner|breakfast|registration|coffee|mittagessen|abendessen|frühstück)",
    re.IGNORECASE,
)
"""Titles of lines in which nobody speaks."""
CEREMONIES = frozenset({"closing", "opening"})
"""Kinds of lines in which nobody gives a talk, if they have nothing but a title."""

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
"""Names of links, and how one knows them by what a schedule calls them, or by their address."""


@dataclass(slots=True)
class Draft:
    """A talk that is to have a file."""

    id: str
    item: Item
    slots: list[SlotTime] = field(default_factory=list)


Line = tuple[Item, SlotTime, Draft | None]
"""A session, its time, and the talk that it is; nothing for a break."""


def drafts_of(
    items: Iterable[tuple[Item, SlotTime]], taken: Mapping[str, str], reserved: Iterable[str]
) -> list[Line]:
    """Return the lines of a programme with the talk of each; one that is there twice, once.

    ``taken`` are the ids of talks that are there already, by what identifies their sessions;
    ``reserved`` those that no new talk may have.
    """
    lines: list[Line] = []
    known: dict[str, Draft] = {}
    ids = {*taken.values(), *reserved, *RESERVED}
    seen = set()
    for item, time in items:
        sign, draft = sign_of(item), None
        if not is_break(item):
            where = (sign, time.day, time.time, item.room)
            if where in seen:
                continue
            seen.add(where)
            if sign not in known:
                known[sign] = Draft(taken.get(sign) or _free_id(item, ids), item)
                ids.add(known[sign].id)
            draft = known[sign]
            draft.slots.append(time)
        lines.append((item, time, draft))
    return lines


def is_break(item: Item) -> bool:
    """Tell whether a line has no talk: nobody speaks, or it contains the talks."""
    more = (item.speakers, item.authors, item.doi, item.abstract, item.description, item.links)
    kind = kind_of(item)
    quiet = is_pause(kind) or kind in CEREMONIES or PAUSE.fullmatch(item.title)
    return item.gathers or bool(item.title and quiet and not any(more))


def sign_of(item: Item) -> str:
    """Return what two lines share that present one talk: code and title, or all that they say."""
    if item.code:
        return f"{item.code}\n{item.title}"
    names = [one.name for one in (*item.speakers, *item.authors)]
    return "\n".join((f"{item.abstract}\n{item.description}", item.title, *names))


def _free_id(item: Item, ids: set[str]) -> str:
    wanted = slug(item.title or f"session {item.code}")
    if wanted.startswith("x-") and 0 < len(item.code) <= LONGEST_CODE:
        # A title without Latin letters has no better id than its code.
        wanted = slug(item.code)
    if len(wanted) > LONGEST_ID:
        wanted = wanted[: LONGEST_ID + 1].rpartition("-")[0] or wanted[:LONGEST_ID]
    code = slug(item.code)[-12:].strip("-") if item.code else ""
    for made in (wanted, f"{wanted}-{code}" if code else wanted):
        if made not in ids:
            return made
    return f"{wanted}-{digest(sign_of(item), 8)}"


def kind_of(item: Item) -> str:
    """Return the kind of a session, as words.

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


def typed(text: str) -> str:
    r"""Return a text for a field in which ``$…$`` would be a formula, and ``\$`` a dollar.

    >>> typed("from $A to B$C"), typed("costs $5")
    ('from \\$A to B\\$C', 'costs $5')
    """
    return text.replace("$", "\\$") if RE_FORMULA.search(text) else text


def talk_file(
    draft: Draft, people: Mapping[str, str], papers: Mapping[str, str]
) -> tuple[dict[str, Value | None], list[str], list[Finding]]:
    """Return the fields and texts of a talk, and what these lost.

    ``people`` are ids by ORCID, ``papers`` cite keys by DOI in small letters.
    """
    item = draft.item
    findings: list[Finding] = []
    fields: dict[str, Value | None] = {
        "title": typed(title_of(item)),
        "kind": kind_of(item),
        "when": "; ".join(dict.fromkeys(one.printed for one in draft.slots if one.printed)),
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
    """Yield persons as a file has them; ``people`` are ids by ORCID."""
    for one in speakers:
        # A biography has paragraphs, and no markup.
        bio = to_plain(one.bio).replace("}`", "} `") if one.bio else ""
        fields = {
            "name": printed(one.name),
            "person": people.get(one.orcid, "") if one.orcid else "",
            "affiliation": one.organization,
            "bio": typed(bio) if bio.strip() != one.name else "",
        }
        given = {name: text for name, text in fields.items() if text}
        yield fields["name"] if len(given) == 1 else given


def printed(name: str) -> str:
    """Return a name that our reader prints as it stands there, in braces where it must.

    >>> printed("Ada Lovelace"), printed("Ada, Charles")
    ('Ada Lovelace', '{Ada, Charles}')
    """
    name = name.replace("{", "(").replace("}", ")")
    return name if parse_name(name).text == name else f"{{{name}}}"


def links_of(item: Item, *, with_doi: bool = True) -> dict[str, Value]:
    """Return the links of a session by their names."""
    of_paper = (Reference(f"https://doi.org/{item.doi}"),) if item.doi and with_doi else ()
    links: dict[str, Value] = {"website": item.url} if item.url else {}
    for one in (*item.links, *of_paper):
        if one.url not in links.values():
            name = _link_name(one)
            labels = (f"{name} {number}" if number > 1 else name for number in count(1))
            links[next(label for label in labels if label not in links)] = one.url
    return links


def _link_name(link: Reference) -> str:
    """Return the name of a link: by its kind and title, by its address, else its title."""
    for words in (f"{link.kind} {link.title}", link.url):
        for name, pattern in LINK_NAMES:
            if re.search(pattern, words, re.IGNORECASE):
                return name
    title = re.sub(r"[^\w .()+-]+", " ", link.title)
    title = " ".join(title.split())[:40].strip()
    return title or (urlsplit(link.url).hostname or "link").removeprefix("www.")


LATEST = datetime.max.replace(tzinfo=UTC)
ALL_ROOMS = frozenset({FOR_ALL, "all rooms", "every room", "alle", "alle räume"})
"""What systems and lists call the rooms of a line that is for everyone."""


@dataclass(slots=True)
class Made:
    """What an event is made of."""

    id: str
    programme: ImportedProgramme
    lines: list[Line] = field(default_factory=list)
    shown: dict[Path, list[Draft]] = field(default_factory=dict)
    """The posters of sessions, by the paths of these: they have no lines of their own."""
    findings: list[Finding] = field(default_factory=list)
    index: dict[str, Value | None] = field(default_factory=dict)
    """The fields of the event."""
    files: dict[str, str] = field(default_factory=dict)
    """The texts of its files by their paths; the one that names the others is the last."""

    @property
    def source_id(self) -> str:
        """The id of the source."""
        return f"{self.id}-schedule"

    @property
    def drafts(self) -> dict[str, Draft]:
        """The talks by id."""
        posters = (one for group in self.shown.values() for one in group)
        return {one.id: one for one in (*(draft for *_, draft in self.lines if draft), *posters)}


def event_id(programme: ImportedProgramme) -> str:
    """Return the id of an event: made of its acronym or title, with the year.

    >>> event_id(ImportedProgramme("EuroX 2024", "eurox-2024"))
    'eurox-2024'
    >>> event_id(ImportedProgramme("X 21", "x21"))
    'x21'
    """
    made = slug(programme.acronym or programme.title or "event")
    start = programme.start or min(
        (one.start.date() for one in programme.items if one.start), default=None
    )
    if start is None or re.search(rf"(?<!\d)(?:{start.year}|{start.year % 100:02})(?!\d)", made):
        return made
    return f"{made}-{start.year}"


def make_event(
    programme: ImportedProgramme,
    zone: ScheduleZone,
    existing: Existing,
    people: Mapping[str, str],
    papers: Mapping[str, str],
) -> Made:
    """Return the files of an event.

    ``people`` are ids by ORCID, ``papers`` cite keys by DOI in small letters.
    """
    made = Made(existing.id, programme, findings=[*zone.findings])
    timed = [(item, when(item, zone)) for item in programme.items]
    rooms = rooms_of(programme)

    def place(line: tuple[Item, SlotTime]) -> tuple[datetime, int]:
        item, at = line
        room = rooms.index(item.room) if item.room in rooms else len(rooms)
        return instant(at.start) if at.start else LATEST, room

    for line in drafts_of(sorted(timed, key=place), existing.taken(timed), existing.reserved):
        item, _, draft = line
        if item.shown_in and draft:
            made.shown.setdefault(item.shown_in, []).append(draft)
        else:
            made.lines.append(line)
    for draft in made.drafts.values():
        fields, texts, found = talk_file(draft, people, papers)
        made.findings += found
        made.files[f"events/{made.id}/{draft.id}.md"] = document(fields, texts)
    title = typed(programme.title or made.id)
    links = {"website": programme.url} if programme.url else None
    made.files[f"sources/{made.source_id}.md"] = document({
        "title": f"Schedule of {title}", "kind": "programme", "date": programme.dated,
        "remark": programme.remark, "links": links,
    })  # fmt: skip
    made.index = {
        "title": title,
        "date": days_of(programme, [line[:2] for line in made.lines]),
        "timezone": zone.name,
        "utc_offset": zone.offset,
        "location": programme.location,
        "links": links,
        "sources": [made.source_id],
        "rooms": rooms,
        "slots": [slot_of(*line, made.shown) for line in made.lines],
    }
    text = to_markdown(programme.description, programme.url).markdown
    made.files[f"events/{made.id}/index.md"] = document(made.index, [text])
    return made


def slot_of(
    item: Item, time: SlotTime, draft: Draft | None, shown: Mapping[Path, list[Draft]]
) -> dict[str, Value]:
    """Return a line of the programme; ``shown`` are the posters of sessions."""
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
        "talks": list(dict.fromkeys(one.id for one in posters)),
        "chair": chair[0] if len(chair) == 1 and isinstance(chair[0], str) else chair,
    }


def room_of(item: Item) -> str:
    """Return the room of a session; one that is for everyone is in `FOR_ALL`.

    >>> room_of(Item((), "Opening", room="All rooms")), room_of(Item((), "Reading", room="Pier"))
    ('all', 'Pier')
    """
    return FOR_ALL if item.room.casefold() in ALL_ROOMS else item.room


def rooms_of(programme: ImportedProgramme) -> list[str]:
    """Return the rooms in use: in the order of the schedule, then as its sessions name them."""
    rooms = map(room_of, programme.items)
    used = dict.fromkeys(room for room in rooms if room and room != FOR_ALL)
    return [*dict.fromkeys((*(room for room in programme.rooms if room in used), *used))]
