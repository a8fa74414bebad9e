"""The sessions of a schedule: each read as far as it can be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from symposium.reading.foreign_texts.addresses import address

from symposium_import.schedules.reading.times import clock, duration, has_time, moment
from symposium_import.schedules.reading.tree import JsonNode
from symposium_import.schedules.reading.values import Item, Reference, Speaker

NAMES = ("public_name", "full_public_name", "name", "display_name", "fullname", "nickname")
BIOS = ("biography", "bio", "abstract", "description")
MAX_PERSONS = 1_000
"""Persons of a session that are read."""
MORNING = 6
"""The hour before which a session that is listed under a day may be one of the night after it."""
UNUSED = {
    "logo": "pictures of sessions", "image": "pictures of sessions",
    "avatar": "pictures of persons", "language": "languages",
    "recording_license": "licences of recordings", "do_not_record": "wishes not to be recorded",
    "feedback_url": "forms for feedback",
}  # fmt: skip
"""Fields for which a programme of ours has no place."""


@dataclass(frozen=True, slots=True)
class ItemReader:
    """Reads one session after the other."""

    base: str
    """The address to which links are relative."""
    people: dict[str, JsonNode]
    tracks: dict[str, str]
    rooms: dict[str, str]
    days_first: bool

    def read(self, spot: JsonNode, day: date | None, room: str) -> Item | None:
        """Return a session, or nothing if it is none; what is wrong has been reported."""
        if not isinstance(spot.value, dict):
            spot.refuse("a session")
            return None
        self._count_unused(spot)
        language = spot.get("language").value
        tongue = (language,) if isinstance(language, str) else ()
        url = self._address(spot.get("url", "origin_url", "public_url", "link"))
        code = self._key(spot, "code", "guid", "id", "slug")
        title = spot.get("title", "name").line(*tongue)
        if not title:
            spot.report("this session has no title", "write one into its file", decide=True)
        start = self._start(spot, day)
        kind = spot.get("type", "submission_type", "session_type", "event_type")
        return Item(
            path=spot.path,
            title=title,
            code=code,
            subtitle=spot.get("subtitle").line(*tongue),
            kind=kind.line(*tongue),
            track=self._named(spot.get("track"), self.tracks),
            room=self._named(spot.get("room"), self.rooms) or room,
            day=day,
            start=start,
            minutes=self._minutes(spot, start),
            clock=clock(spot.get("start").value),
            abstract=spot.get("abstract").text(*tongue),
            description=spot.get("description").text(*tongue),
            speakers=tuple(self._speakers(spot)),
            links=tuple(self._links(spot)),
            url=url,
        )

    def _count_unused(self, spot: JsonNode) -> None:
        for name, words in UNUSED.items():
            if spot.value.get(name) not in (None, "", False):
                spot.log.leave(words)

    @staticmethod
    def _key(spot: JsonNode, *names: str) -> str:
        for name in names:
            value = spot.value.get(name)
            if isinstance(value, (str, int)) and not isinstance(value, bool) and str(value).strip():
                return " ".join(str(value).split())[:200]
        return ""

    @staticmethod
    def _named(spot: JsonNode, names: dict[str, str]) -> str:
        """Return a name, which may be that of an object or a reference to one."""
        if isinstance(spot.value, dict) and not spot.get("name", "title"):
            for key in ("guid", "slug", "id"):
                if (found := names.get(str(spot.value.get(key)))) is not None:
                    return found
            if slug := spot.get("slug"):
                return slug.line()
        text = spot.line()
        return names.get(text, text)

    def _start(self, spot: JsonNode, day: date | None) -> datetime | None:
        """Return when a session begins: the moment that is given, else made of day and time."""
        for name in ("date", "start", "start_time", "starts_at"):
            value = spot.value.get(name)
            if value is not None and (found := moment(value)) and has_time(value):
                return found
        given = spot.get("date")
        if given and moment(given.value) is None:
            given.report("this is not a date", "the day under which it is listed is taken")
        own = moment(given.value)
        text = clock(spot.get("start").value)
        if spot.get("start") and not text:
            spot.get("start").report("this is not a time of day", "it is left out")
        if not text:
            spot.report(
                "this session has no time", "it stands in the programme without one", decide=True
            )
            return None
        at = time.fromisoformat(text)
        if own:
            return datetime.combine(own, at)
        if day is None:
            spot.report(
                "this session has no day", "it stands in the programme without a time", decide=True
            )
            return None
        return datetime.combine(day + timedelta(days=at.hour < MORNING), at)

    def _minutes(self, spot: JsonNode, start: datetime | None) -> int | None:
        end = spot.get("end", "end_time", "ends_at")
        given = spot.get("duration")
        found = duration(given.value, days_first=self.days_first)
        until = moment(end.value) if has_time(end.value) else None
        if until and start and (until.tzinfo is None) == (start.tzinfo is None):
            lasts = until - start
            if timedelta() <= lasts <= timedelta(days=31):
                return int(lasts.total_seconds() // 60)
            end.report("this is before the beginning, or long after it", "it is left out")
        if given and found is None:
            given.report("this is not a duration", "the session is shown without an end")
        return found

    def _speakers(self, spot: JsonNode) -> Iterator[Speaker]:
        listed = spot.get("persons", "speakers", "participants", "people")
        if isinstance(listed.value, str):
            listed = JsonNode([listed.value], listed.path, listed.log)
        seen = set[tuple[str, str]]()
        for one in listed.items() if listed else ():
            if len(seen) == MAX_PERSONS:
                listed.report(
                    f"these are more than {MAX_PERSONS:,} persons", "the rest is left out"
                )
                return
            if isinstance(one.value, str):
                made = Speaker(one.line(), path=one.path)
            elif isinstance(one.value, dict):
                made = self._speaker(one)
            else:
                one.refuse("a person")
                continue
            if not made.name:
                one.report("this person has no name", "the person is left out")
            elif (made.name, made.key) not in seen:
                seen.add((made.name, made.key))
                yield made

    def _speaker(self, spot: JsonNode) -> Speaker:
        key = self._key(spot, "code", "guid", "id")
        guid = self._key(spot, "guid", "code", "id")
        if spot.value.get("avatar") or spot.value.get("avatar_url"):
            spot.log.leave(UNUSED["avatar"])
        more = self.people.get(guid) or self.people.get(key) or JsonNode(None, (), spot.log)
        name = spot.get(*NAMES).line() or more.get(*NAMES).line()
        if not name:
            parts = (spot.get("first_name").line(), spot.get("last_name").line())
            name = " ".join(filter(None, parts))
        return Speaker(
            name,
            bio=spot.get(*BIOS).text() or more.get(*BIOS).text(),
            key=key,
            organization=spot.get("affiliation", "organization", "organisation", "company").line(),
            orcid=spot.get("orcid").line(),
            path=spot.path,
        )

    def _links(self, spot: JsonNode) -> Iterator[Reference]:
        for name in ("links", "attachments", "resources"):
            listed = spot.get(name)
            if isinstance(listed.value, str):
                listed = JsonNode([listed.value], listed.path, listed.log)
            for one in listed.items() if listed else ():
                if made := self._link(one):
                    yield made
        for name, kind in (("video_download_url", "video"), ("recording_url", "video")):
            if (found := spot.get(name)) and (url := self._address(found)):
                yield Reference(url, kind=kind, path=found.path)

    def _link(self, spot: JsonNode) -> Reference | None:
        if isinstance(spot.value, str):
            url = self._address(spot)
            return Reference(url, path=spot.path) if url else None
        if not isinstance(spot.value, dict):
            spot.refuse("a link")
            return None
        address = spot.get("url", "link", "href", "resource")
        if not address:
            spot.report("this link leads nowhere", "it is left out")
            return None
        if not (url := self._address(address)):
            return None
        title = spot.get("title", "description", "name").line()
        kind = spot.get("type").line().lower()
        if kind == "feedback":
            spot.log.leave(UNUSED["feedback_url"])
            return None
        return Reference(url, title, kind, spot.path)

    def _address(self, spot: JsonNode) -> str:
        """Return a link on the web or for mail, made whole; others are reported."""
        text = spot.line() if spot else ""
        if not text:
            return ""
        url = address(text, self.base)
        if not url:
            spot.report("this is no link on the web", f'"{text[:60]}" is left out')
        return url
