"""A site with programmes for the browser: nights in which clocks change, a long one, a hostile one."""

from __future__ import annotations

from collections.abc import Iterator

from support import programmes

NIGHTS = {
    "forward-la": ("America/Los_Angeles", "2021-03-13", "2021-03-14"),
    "back-la": ("America/Los_Angeles", "2021-11-06", "2021-11-07"),
    "forward-zurich": ("Europe/Zurich", "2021-03-27", "2021-03-28"),
    "back-zurich": ("Europe/Zurich", "2021-10-30", "2021-10-31"),
}
"""Events over both changes of 2021 in two zones."""
TIMES = ("22:30-23:30", "23:30-0:15", "0:15-0:45", "0:45-1:15", "3:15-4:00", "5:00-6:00")
EVIL = "<img src=x onerror=canary(1)>"
LONG = 900


_SESSIONS = """\
---
title: Meeting of Sessions
date: 2022-06-03
timezone: Europe/Zurich
rooms: [Hall, Attic]
slots:
  - {time: 9:00-10:30, kind: session, title: Ropes, room: Hall, chair: Ada Brook}
  - {time: 9:00-9:40, talk: hemp, room: Hall}
  - {time: 9:40-10:20, talk: wire, room: Hall, status: cancelled, note: The speaker is ill.}
  - {time: 9:00-10:30, kind: session, title: Knots, room: Attic}
  - {time: 9:00-10:00, talk: bends, room: Attic}
  - {time: 10:30-11:00, kind: break, title: Tea}
  - {time: 11:00-12:00, kind: posters, title: Boards, room: Attic, talks: [tar, oakum]}
---
"""


SESSIONS = {
    "events/sessions/index.md": _SESSIONS,
    **{
        f"events/sessions/{name}.md": f"---\ntitle: On {name.title()}\nspeakers: [Ann Onym]\n---\n"
        for name in ("hemp", "wire", "bends", "tar", "oakum")
    },
}
"""An event with sessions in two rooms, and posters."""


def _night(event: str, zone: str, first: str, last: str) -> Iterator[tuple[str, str]]:
    slots = [f"  - {{day: {first}, time: {TIMES[0]}, talk: t0}}"]
    slots += [f"  - {{time: {time}, talk: t{n}}}" for n, time in enumerate(TIMES[1:], 1)]
    if event == "back-la":
        slots[4:4] = [
            "  - {time: '1:30-1:40', utc_offset: '-07:00', title: The first half past one}",
            "  - {time: '1:30-1:50', utc_offset: '-08:00', title: The second half past one}",
        ]
    was = f"was: [earlier-{event}]\n"
    head = f"---\n{was}title: Night {event}\ndate: {first}/{last}\ntimezone: {zone}\nslots:\n"
    yield f"events/{event}/index.md", f"{head}{chr(10).join(slots)}\n---\n"
    for n in range(len(TIMES)):
        yield f"events/{event}/t{n}.md", f"---\ntitle: Talk {n} of {event}\n---\nText.\n"


FILES: dict[str, str] = {
    **programmes.FILES,
    **{path: text for name, about in NIGHTS.items() for path, text in _night(name, *about)},
    **SESSIONS,
    "events/undated/index.md": (
        "---\ntitle: A Meeting without a Day\ntimezone: America/Los_Angeles\n"
        "slots:\n  - {time: 7:10-8:00, talk: early}\n---\n"
    ),
    "events/undated/early.md": f'---\ntitle: "An Early Talk {EVIL}"\n---\nText.\n',
    "events/undated/loose.md": "---\ntitle: A Talk at no Time\nwas: [undated/looser]\n---\nText.\n",
    "events/long/index.md": (
        "---\ntitle: A Long Meeting\ndate: 2022-05-01\ntimezone: Asia/Kathmandu\nslots:\n"
        + "".join(
            f"  - {{time: '{8 + n // 90}:{n % 90 * 2 // 3:02}', title: Short talk number {n}}}\n"
            for n in range(LONG)
        )
        + "  - {time: '23:00-23:30', talk: last}\n---\n"
    ),
    "events/long/last.md": "---\ntitle: The Last Talk\n---\nText.\n",
}
_ONE = """\
---
title: One Room
date: 2021-05-21
timezone: Europe/Zurich
slots:
  - {time: 9:00-9:10, kind: opening, title: Welcome, room: Hall}
  - {time: 9:10-10:00, kind: keynote, talk: first, room: Hall, track: Words}
  - {time: 10:00-10:30, kind: break, title: Coffee}
  - {time: 10:30-11:00, kind: talk, title: An Unnamed Talk of Some Length, room: Hall}
---
"""
_HALLS = "---\ntitle: Many Halls\ndate: 2021-05-21\ntimezone: UTC\nslots:\n" + "".join(
    f"  - {{time: '{9 + row}:00-{9 + row}:50', title: Talk {row} of {hall}, room: Hall {hall}}}\n"
    for row in range(9)
    for hall in range(14)
)
SITE = {
    **FILES,
    "events/one-2021/index.md": _ONE,
    "events/one-2021/first.md": "---\ntitle: First\nspeakers: [Ada Brook]\n---\n\nAn abstract.\n",
    "events/halls-2021/index.md": f"{_HALLS}---\n",
    "events/eight-2021/index.md": "---\ntitle: Eight Rooms\ndate: 2021-05-21\nslots:\n"
    + "".join(
        f"  - {{time: {9 + row}:00-{9 + row}:50, room: Lecture Theatre {room}, "
        f"title: Internationalisation of Infrastructure {row}.{room}}}\n"
        for row in range(3)
        for room in range(8)
    )
    + "---\n",
}
"""The site that tests in a browser look at: also a programme of one room, and one of many."""
ABROAD = {
    **programmes.FILES,
    **dict(_night("back-zurich", *NIGHTS["back-zurich"])),
    **{name: text for name, text in FILES.items() if name.startswith("events/undated/")},
}
"""A smaller one, for what is asked of other builders and settings."""
