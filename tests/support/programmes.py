"""An event as conferences are: three days, four rooms and tracks, two zones, a change of clocks.

Clocks in Zürich are put on in its second night (28 March 2021, 02:00 to 03:00), while those of the
hub in Los Angeles stay. Every name and title is made up.
"""

from __future__ import annotations

EVENT = "relay-2021"

REFS = """\
@inproceedings{brook2021tides, title = {Tides of Data}, author = {Brook, Ada and Stone, Ben},
  booktitle = {Relay 2021}, year = 2021, abstract = {Data comes in tides of size $n$.}}
@misc{brook2021poster, title = {Tides of Data}, author = {Brook, Ada}, year = 2021,
  howpublished = {Relay 2021}, entrysubtype = {poster}}
"""

INDEX = """\
---
title: Relay 2021
series: Relay
date: 2021-03-26/2021-03-28
timezone: Europe/Zurich
location: Zürich and Los Angeles
rooms:
  - Aula
  - Kleiner Saal
  - Werkstatt
  - {name: West Hub, timezone: America/Los_Angeles}
organizers:
  - {name: Ben Stone, affiliations: [{organization: Delta Institute, country: Switzerland}]}
slots:
  - {day: 2021-03-26, time: 8:00-18:00, kind: registration, title: Registration desk}
  - {time: 9:00-9:15, kind: opening, title: Welcome, room: Aula}
  - {time: 9:15-10:00, kind: keynote, talk: keynote, room: Aula, track: Systems}
  - {time: 10:00-10:30, kind: break, title: Coffee}
  - {time: 10:30-11:00, kind: paper, talk: tides, room: Aula, track: Systems}
  - {time: 10:30-12:00, kind: tutorial, talk: tutorial, room: Werkstatt, track: Practice}
  - {time: 10:30-10:50, kind: talk, talk: rivers, room: Kleiner Saal, track: Theory}
  - {time: 10:50-11:10, kind: talk, talk: lakes, room: Kleiner Saal, track: Theory}
  - {time: 11:00-11:30, kind: talk, talk: springs, room: Aula, track: Systems}
  - {time: 12:00-13:00, kind: lunch, title: Lunch}
  - {time: 9:00-10:00, kind: talk, talk: far-shore, room: West Hub, track: Community}
  - {time: 16:00-17:00, kind: talk, talk: estuary, room: West Hub, track: Community}
  - {day: 2021-03-27, time: 9:00-10:00, kind: invited, talk: deltas, room: Aula, track: Systems}
  - {time: 9:00-10:00, kind: talk, talk: wells, room: Kleiner Saal, track: Theory}
  - {time: 9:30-10:30, kind: talk, talk: ponds, room: Kleiner Saal, track: Theory}
  - {time: 10:30-11:00, kind: break, title: Coffee}
  - {time: 22:00-0:40, kind: social, title: Night of the Clocks, room: Werkstatt}
  - {time: 0:40-1:30, kind: talk, talk: night-walk, room: Werkstatt, track: Community}
  - {day: 2021-03-28, time: 9:00-10:00, kind: talk, talk: currents, room: Aula, track: Practice}
  - {time: 18:00-19:00, kind: talk, talk: sunrise, room: West Hub, track: Community}
  - {time: 11:00-11:15, kind: closing, title: Farewell, room: Aula}
---

A meeting that never took place.
"""

TITLES = {
    "keynote": ("keynote", "A Source for Everything", "Cleo Marsh"),
    "tides": ("paper", "", "Ada Brook"),
    "tutorial": ("tutorial", "Building Weirs", "Dan Ford"),
    "rivers": ("talk", "Rivers Meet", "Eve Firth"),
    "lakes": ("talk", "Lakes Rest", "Fay Loch"),
    "springs": ("talk", "Springs Rise", "Gus Rill"),
    "far-shore": ("talk", "The Far Shore", "Hal Reef"),
    "estuary": ("talk", "In the Estuary", "Ida Cove"),
    "deltas": ("invited", "Deltas Divide", "Cleo Marsh"),
    "wells": ("talk", "Wells Run Deep", "Jon Burn"),
    "ponds": ("talk", "Ponds Stand", "Kay Mere"),
    "night-walk": ("talk", "A Night Walk", "Lea Beck"),
    "currents": ("talk", "Currents Change", "Ada Brook"),
    "sunrise": ("talk", "Sunrise in the West", "Hal Reef"),
}


def _talk(kind: str, title: str, speaker: str) -> str:
    people = f"[{{name: {speaker}, affiliations: [{{organization: {speaker.split()[1]} Lab}}]}}]"
    if kind == "paper":
        links = "{slides: https://example.org/tides.pdf, video: https://example.org/tides}"
        return f"---\nkind: paper\npaper: brook2021tides\nspeakers: {people}\nlinks: {links}\n---\n"
    body = f"What *{title}* says, at length.\n\nAnd then some `more` of it."
    return f"---\nkind: {kind}\ntitle: {title}\nspeakers: {people}\n---\n\n{body}\n"


FILES: dict[str, str] = {
    "refs.bib": REFS,
    f"events/{EVENT}/index.md": INDEX,
    **{f"events/{EVENT}/{name}.md": _talk(*given) for name, given in TITLES.items()},
    "people/ada-brook.md": (
        "---\nname: Ada Brook\ntalks:\n"
        "  - {title: Before the Flood, date: 2019-06-01, kind: invited, venue: Some Seminar,\n"
        "     links: {slides: 'https://example.org/flood.pdf'}}\n---\n\nAda works on data.\n"
    ),
}
"""The sources of a project with the event."""
