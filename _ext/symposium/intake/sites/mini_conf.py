"""Mini-Conf: the site of a conference, made of tables. Source: Mini-Conf's description of its data.

Papers become entries, invited speakers talks, and the calendar the programme of one event.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from symposium.intake.cite_keys import key_of
from symposium.intake.latex_writing import printed_name
from symposium.intake.sites.front_matter import data_of, groups, said
from symposium.intake.sites.gathered import Fields, Gathered, Item
from symposium.intake.sites.source_tree import MOST, SourceTree
from symposium.intake.works import work_of
from symposium.model.ids import slug
from symposium.model.names import fold_name
from symposium.model.problems import Place

NAME = "Mini-Conf"
FOLDER = "sitedata"
COLUMNS = {
    "title": ("title", "paper title"), "authors": ("authors", "author names"),
    "abstract": ("abstract",), "keywords": ("keywords", "primary_subject"),
    "pdf": ("pdf_path", "pdf", "pdf_url", "paper_pdf", "paper link"),
    "video": ("video", "video link"),
    "slides": ("slides_pdf", "slides"), "poster": ("poster_pdf", "poster link"),
}  # fmt: skip
"""What the columns of papers are called."""
PAUSES = re.compile(
    r"break|coffee|lunch|dinner|reception|social|breakfast|registration", re.IGNORECASE
)
RE_TAG = re.compile(r"<[^<>]*>")
RE_STARS = re.compile(r"\s*\([^()]*\)|\*+$")
"""Affiliations and marks behind a name."""


def recognises(tree: SourceTree) -> bool:
    """Tell whether a folder holds such a site."""
    return f"{FOLDER}/config.yml" in tree or any(
        f"{FOLDER}/{name}" in tree for name in ("papers.csv", "main_calendar.json")
    )


def read(tree: SourceTree) -> Gathered:
    """Return what the site holds."""
    site = Gathered(NAME)
    config = _data(tree, site, "config.yml")
    name = RE_TAG.sub(" ", said(config, "name"))
    tagline = " ".join(RE_TAG.sub(" ", said(config, "tagline")).split())
    site.title = name or tree.root.resolve().name
    fields: Fields = {"title": tagline.title() if tagline.isupper() else tagline or site.title}
    event = Item("event", slug(site.title), Place(f"{FOLDER}/config.yml"), fields)
    event.addresses = ("/calendar.html", "/schedule.html")
    talks = _talks(tree, site, event.name)
    _calendar(tree, site, event, talks)
    committee = _data(tree, site, "committee.yml")
    rows = groups(committee.get("committee") if isinstance(committee, dict) else committee)
    event.fields["organizers"] = [
        {"name": said(row, "name"),
         **({"affiliation": {"organization": said(row, "aff")}} if said(row, "aff") else {})}
        for row in rows if said(row, "name")
    ]  # fmt: skip
    if rows:
        site.left(Place(f"{FOLDER}/committee.yml"), "roles and pictures of the committee")
    site.items += [event, *talks]
    year = str(event.fields.get("date", ""))[:4] or _year(said(config, "date"))
    _papers(tree, site, said(config, "proceedings_title"), year)
    _questions(tree, site)
    page = Item("page", "", Place(f"{FOLDER}/papers.csv"), {"title": "Papers"})
    page.addresses = ("/papers/", "/papers.html", "/paper_vis.html")
    site.items.append(page)
    return site


def _data(tree: SourceTree, site: Gathered, name: str) -> Any:
    path = f"{FOLDER}/{name}"
    if path not in tree:
        return {}
    data, fault = data_of(tree.text(path), path)
    if fault:
        site.left(Place(path), f"the data cannot be read: {fault}")
    return data


def _rows(tree: SourceTree, name: str) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Yield the rows of a table, each with its line and its columns in small letters."""
    path = f"{FOLDER}/{name}"
    if path not in tree:
        return
    csv.field_size_limit(MOST)
    reader = csv.DictReader(io.StringIO(tree.text(path)))
    line = 2
    for row in reader:
        texts = {key: value for key, value in row.items() if isinstance(value, str)}
        yield line, {str(key).strip().lower(): value.strip()
                     for key, value in texts.items()}  # fmt: skip
        line = reader.line_num + 1


def _cell(row: Mapping[str, str], name: str) -> str:
    return next((row[one] for one in COLUMNS[name] if row.get(one)), "")


def _people(text: str) -> list[str]:
    parts = (
        re.split(r"\s*[|;]\s*", text) if re.search(r"[|;]", text) else re.split(r"\s*,\s*", text)
    )
    return [name for one in parts if (name := RE_STARS.sub("", one).strip())]


def _papers(tree: SourceTree, site: Gathered, proceedings: str, year: str) -> None:
    taken: set[str] = set()
    read = {*(one for names in COLUMNS.values() for one in names), "uid"}
    unread: dict[str, int] = {}
    for line, row in _rows(tree, "papers.csv"):
        place = Place(f"{FOLDER}/papers.csv", line)
        if not _cell(row, "title"):
            site.left(place, "a paper without a title")
            continue
        texts = {
            "title": _cell(row, "title"), "abstract": _cell(row, "abstract"), "year": year,
            "booktitle": proceedings or site.title,
            "keywords": ", ".join(re.split(r"\s*[|;]\s*", _cell(row, "keywords"))),
        }  # fmt: skip
        authors = [printed_name(one) for one in _people(_cell(row, "authors"))]
        work = work_of("inproceedings", place, texts, authors)
        links = {name: _cell(row, name) for name in ("pdf", "video", "slides", "poster")
                 if re.fullmatch(r"https?://\S+", _cell(row, name))}  # fmt: skip
        key = key_of(work, taken)
        taken.add(slug(key))
        address = f"/poster_{row.get('uid')}.html" if row.get("uid") else ""
        item = Item("paper", slug(key), place, {"links": links} if links else {})
        item.addresses = (address,) if address else ()
        site.works.append((work, item))
        for name, value in row.items():
            if name not in read and value:
                unread[name] = unread.get(name, 0) + 1
    if unread:
        words = ", ".join(f"{name} ({count})" for name, count in sorted(unread.items()))
        site.left(Place(f"{FOLDER}/papers.csv"), f"columns: {words}")


def _talks(tree: SourceTree, site: Gathered, event: str) -> list[Item]:
    made: list[Item] = []
    for table, kind, address in (("speakers.csv", "keynote", "speaker"),
                                 ("workshops.csv", "workshop", "workshop"),
                                 ("tutorials.csv", "tutorial", "tutorial")):  # fmt: skip
        for line, row in _rows(tree, table):
            place = Place(f"{FOLDER}/{table}", line)
            title = row.get("title", "")
            people = _people(
                row.get("speaker") or row.get("authors") or row.get("presenters") or ""
            )
            if not title and not people:
                site.left(place, "a line with neither a title nor a person")
                continue
            speakers = [{"name": one} for one in people]
            if len(speakers) == 1 and row.get("institution"):
                speakers[0]["affiliation"] = {"organization": row["institution"]}  # type: ignore[assignment]
            if len(speakers) == 1 and row.get("bio"):
                speakers[0]["bio"] = row["bio"]
            title = title or f"Talk by {people[0]}"
            name = slug(title)[:60].strip("-")
            name = name if all(name != one.name for one in made) else f"{name}-{len(made)}"
            fields: Fields = {"title": title, "kind": kind, "speakers": speakers, "event": event}
            item = Item("talk", name, place, fields, row.get("abstract", ""), line)
            if row.get("uid"):
                item.addresses = (f"/{address}_{row['uid']}.html",)
            made.append(item)
            if row.get("image"):
                site.left(place, f"the picture {row['image']}")
    return made


def _calendar(tree: SourceTree, site: Gathered, event: Item, talks: list[Item]) -> None:
    found = _data(tree, site, "main_calendar.json")
    rows = []
    for number, one in enumerate(groups(found), 1):
        try:
            start, end = (datetime.fromisoformat(said(one, name)) for name in ("start", "end"))
        except ValueError:
            place = Place(f"{FOLDER}/main_calendar.json")
            site.left(place, f"line {number} of the calendar: its times cannot be read")
            continue
        if start.tzinfo is None or end.tzinfo is None:
            start, end = start.replace(tzinfo=None), end.replace(tzinfo=None)
        rows.append((start, end, one))
    if not rows:
        return
    rows.sort(key=lambda one: (one[0].isoformat(), one[1].isoformat(), said(one[2], "title")))
    zone = rows[0][0].tzinfo
    slots = []
    for start, end, one in rows:
        local = start.astimezone(zone) if zone else start
        last = end.astimezone(zone) if zone else end
        title = said(one, "title")
        kind = "break" if PAUSES.search(title) else "session"
        slot = {"day": f"{local:%Y-%m-%d}", "time": f"{local:%H:%M}-{last:%H:%M}", "kind": kind}
        slots.append({**slot, **_said_of(title, talks)})
        if (end - start).total_seconds() > 12 * 3600:
            slots[-1]["time"] = f"{local:%H:%M}"
            site.changed(
                Place(f"{FOLDER}/main_calendar.json"), f'"{title}" is shown without its end'
            )
    days = sorted({str(one["day"]) for one in slots})
    event.fields["date"] = days[0] if len(days) == 1 else f"{days[0]}/{days[-1]}"
    offset = rows[0][0].strftime("%z")
    if offset in {"+0000", ""}:
        event.fields["timezone"] = "UTC"
    else:
        event.fields["utc_offset"] = f"{offset[:3]}:{offset[3:]}"
    event.fields["slots"] = slots
    site.left(Place(f"{FOLDER}/main_calendar.json"), "links and places of its lines")


def _said_of(title: str, talks: list[Item]) -> Fields:
    """Return what a line of the programme says: the talk that its title names, or the title."""
    fold = fold_name(title)
    for talk in talks:
        names = [fold_name(str(one["name"])) for one in talk.fields["speakers"]]
        same = fold_name(str(talk.fields["title"])) == fold
        if (same or any(name and name in fold for name in names)) and not talk.fields.get("_told"):
            talk.fields["_told"] = "yes"
            return {"talk": talk.name, "kind": str(talk.fields["kind"])}
    return {"title": title}


def _questions(tree: SourceTree, site: Gathered) -> None:
    data = _data(tree, site, "faq.yml")
    parts = []
    for part in groups(data.get("FAQ") if isinstance(data, dict) else None):
        parts.append(f"## {said(part, 'Section')}")
        for one in groups(part.get("QA")):
            parts += [f"**{said(one, 'Question')}**", said(one, "Answer")]
    if parts:
        place = Place(f"{FOLDER}/faq.yml")
        site.items.append(Item("page", "", place, {"title": "Questions and answers"},
                               "\n\n".join(parts), 1, ("/about.html",)))  # fmt: skip


def _year(text: str) -> str:
    found = re.search(r"\b(?:19|20)\d\d\b", text)
    return found[0] if found else ""
