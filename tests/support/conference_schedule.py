"""Schedules as conference systems export them, and one that changes from day to day."""

from __future__ import annotations

from random import Random
from typing import Any

Json = dict[str, Any]
DAYS = ("2026-06-03", "2026-06-04", "2026-06-05")


def session(title: str, date: str, duration: Any = "00:30", **more: Any) -> Json:
    """Return a session."""
    return {"title": title, "date": date, "start": date[11:16], "duration": duration, **more}


def pretalx(rooms_of_days: dict[str, Json], **conference: Any) -> Json:
    """Return a schedule as newer versions of pretalx export it."""
    days = [
        {"index": n, "date": day, "day_start": f"{day}T04:00:00+02:00", "rooms": rooms}
        for n, (day, rooms) in enumerate(rooms_of_days.items(), 1)
    ]
    return {
        "$schema": "https://c3voc.de/schedule/schema.json",
        "generator": {"name": "pretalx", "version": "2025.1.0"},
        "schedule": {
            "url": "https://talks.example.org/owlcon-2025/schedule/", "version": "1.2",
            "base_url": "https://talks.example.org",
            "conference": {
                "acronym": "owlcon-2025", "title": "OwlCon 2025", "start": min(rooms_of_days),
                "end": max(rooms_of_days), "time_zone_name": "Europe/Berlin", "days": days,
                **conference,
            },
        },
    }  # fmt: skip


class ChangingSchedule:
    """A conference whose programme changes; every word is ``from`` with a number of its own."""

    def __init__(self, random: Random, talks: int = 6) -> None:
        self.random, self.count, self.last = random, 0, 8 * 60
        self.rooms = [self.word(), self.word()]
        self.sessions = [self.talk() for _ in range(talks)]
        self.sessions += [self.at({"title": "Lunch", "code": self.word()}) for _ in DAYS]

    def word(self) -> str:
        """Return a word that was never there."""
        self.count += 1
        return f"from{self.count}"

    def at(self, one: Json) -> Json:
        """Put a session at a time at which there was nothing yet."""
        self.last += 1
        clock = f"{self.last // 60 % 24:02}:{self.last % 60:02}"
        one |= {"day": self.random.choice(DAYS), "room": self.random.choice(self.rooms)}
        return one | {"start": clock}

    def talk(self) -> Json:
        """Return a new talk."""
        bio = self.random.choice(("", f"{self.word()} lives."))
        person = {"name": f"{self.word()} Owl", "code": self.word(), "biography": bio}
        texts = [f"{self.word()} is a paragraph." for _ in range(self.random.randrange(3))]
        one = {"title": self.word(), "code": self.word(), "type": "Talk", "persons": [person]}
        return self.at(one | {"abstract": "\n\n".join(texts)})

    def change(self) -> None:
        """Change something: a time, a room, a title, a person, a text; or a talk comes or goes."""
        one = self.random.choice(self.sessions)
        action = self.random.randrange(8)
        if action == 0:
            one |= self.at(dict(one))
        elif action == 1:
            one["room"] = self.random.choice((*self.rooms, self.word()))
        elif action == 2 and "persons" in one:
            one["title"] = self.word()
        elif action == 3 and "persons" in one:
            one["persons"] = [*one["persons"][:1], {"name": f"{self.word()} Elm"}]
        elif action == 4 and one.get("persons"):
            one["persons"][0]["biography"] = f"{self.word()} writes."
        elif action == 5 and "persons" in one:
            one["abstract"] = f"{self.word()} is new.\n\n{one['abstract']}".strip()
        elif action == 6 and len(self.sessions) > 2:
            self.sessions.remove(one)
        else:
            self.sessions.append(self.talk())

    def export(self) -> Json:
        """Return the schedule as it is now."""
        days: dict[str, Json] = {day: {} for day in DAYS}
        for one in self.sessions:
            date = f"{one['day']}T{one['start']}:00+02:00"
            made = {**one, "date": date, "duration": "00:01"}
            days[one["day"]].setdefault(one["room"], []).append(made)
        return pretalx(days, acronym="owlcon-2026", title="OwlCon 2026")
