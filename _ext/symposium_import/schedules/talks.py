"""Writing the files of talks from a schedule."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from urllib.parse import urlsplit

from symposium.fields.yaml_writing import Value
from symposium.kinds.event import is_pause
from symposium.model.ids import RESERVED, digest, slug
from symposium.model.names import fold_name, parse_name
from symposium.pages.maths import RE_FORMULA

from symposium_import.foreign_texts.markdown import to_markdown, to_plain
from symposium_import.schedules.times import SlotTime
from symposium_import.schedules.values import Finding, Item, Reference, Speaker

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


def drafts_of(
    items: Iterable[tuple[Item, SlotTime]], taken: Mapping[str, str], reserved: Iterable[str] = ()
) -> list[tuple[Item, SlotTime, Draft | None]]:
    """Return the lines of a programme with the talk of each; one that is there twice, once.

    ``taken`` are the ids of talks that are there already, by what identifies their sessions;
    ``reserved`` those that no new talk may have.
    """
    lines: list[tuple[Item, SlotTime, Draft | None]] = []
    known: dict[str, Draft] = {}
    ids = {*taken.values(), *reserved, *RESERVED}
    seen = set()
    for item, when in items:
        sign, draft = sign_of(item), None
        if not is_break(item):
            where = (sign, when.day, when.time, item.room)
            if where in seen:
                continue
            seen.add(where)
            if sign not in known:
                known[sign] = Draft(taken.get(sign) or _free_id(item, ids), item)
                ids.add(known[sign].id)
            draft = known[sign]
            draft.slots.append(when)
        lines.append((item, when, draft))
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
