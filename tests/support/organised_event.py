"""An event with all that organisers say of it: dates, people, sponsors, place, sessions, posters."""

from __future__ import annotations

import base64

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg"
    "gg=="
)
"""A picture, as PNG."""

EVENT = """---
title: Harbour Days 2026
date: 2026-10-24
timezone: Europe/Lisbon
location: Lisbon
place:
  - {name: Sail House, address: "Rua das Velas 1, Lisboa", latitude: 38.7, longitude: -9.14}
  - Rua do Cais 2, Lisboa
organizers: [Mira Sol]
rooms: [Sail Loft, Boathouse]
call: |
  We ask for papers on **harbours**.

  Four pages are enough. We take
  - talks,
  - posters.
links: {call: https://example.org/call}
deadlines:
  - title: Papers
    date: 2026-06-12
    timezone: AoE
    link: https://example.org/submit
    extended_from: [2026-06-01, 2026-06-05]
  - {title: Posters, date: 2026-07-01, time: 17:00, timezone: Asia/Kolkata}
  - {title: Early registration, date: 2026-05-01}
committee:
  - role: Programme committee
    people:
      - {name: Jörg Müller, affiliation: Harbour Institute}
      - person: yang-liu
  - role: Local chair
    people: Mira Sol
sponsors:
  - {tier: Gold, organization: Harbour Institute, link: https://example.org/hi, logo: files/hi.png,
     alt: The letters HI}
  - {tier: Silver, organization: Tar & Oakum, link: https://example.org/tar}
  - {tier: Gold, organization: Nets Ltd}
slots:
  - {time: 9:00-10:00, kind: keynote, title: Why Harbours Silt Up, room: All, chair: Yang Liu}
  - {time: 10:00-10:30, kind: break, title: Coffee}
  - time: 10:30-12:00
    kind: session
    title: Instruments
    room: Sail Loft
    chair: [Mira Sol, {name: Jörg Müller, affiliation: Harbour Institute}]
    talks: [gauges, nets]
  - {time: 10:30-11:00, title: Beside, room: Boathouse}
  - {time: 13:00-14:00, kind: posters, title: Posters, talks: [tar]}
---

The days of the harbour.
"""
FILES: dict[str, str | bytes] = {
    "refs.bib": "",
    "events/harbour-days-2026/index.md": EVENT,
    "events/harbour-days-2026/gauges.md": "---\ntitle: Gauges by Hand\nspeakers: [Ana Reis]\n---\n",
    "events/harbour-days-2026/nets.md": "---\ntitle: Nets by Hand\nspeakers: [Yang Liu]\n---\n",
    "events/harbour-days-2026/tar.md": "---\ntitle: Tar and Oakum\nauthors: [Ana Reis]\n---\n",
    "events/plain-2025/index.md": "---\ntitle: Plain\ndate: 2025-01-01\n---\n",
    "events/undated/index.md": (
        "---\ntitle: No Day Yet\ndeadlines:\n  - {title: Ideas, date: 2026-06-10}\n---\n"
    ),
    "people/yang-liu.md": "---\nname: Yang Liu\ncv: true\n---\n",
    "files/hi.png": PIXEL,
}
