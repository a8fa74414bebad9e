"""The differences between a schedule and an existing event, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from symposium.kinds.kind import Page
from symposium.kinds.talk import KIND as TALK
from symposium.kinds.talk import Talk
from symposium.knowledge.schedule import Session
from symposium.plugins.schedules.events import Made
from symposium.plugins.schedules.talks import Draft, kind_of
from symposium.reading.frontmatter import read


def news(made: Made, talks: Mapping[str, Talk], sessions: Iterable[Session]) -> Iterator[str]:
    """Yield what became of the talks that were there, and what their files say otherwise."""
    folder = f"events/{made.id}"
    before: dict[str, list[str]] = {}
    for one in sessions:
        if one.slot.talk:
            times = (one.slot.start or "", one.slot.end or "")
            where = _where(one.day, times, one.slot.room)
            before.setdefault(one.slot.talk.rpartition("/")[2], []).append(where)
    after: dict[str, list[str]] = {}
    for item, when, draft in made.lines:
        if draft:
            where = _where(when.day, when.time.split("-"), item.room)
            after.setdefault(draft.id, []).append(where)
    for talk_id, draft in made.drafts.items():
        path = f"{folder}/{talk_id}.md"
        if talk_id not in talks:
            yield f"new: {path}\n"
            continue
        if before.get(talk_id, []) != after[talk_id]:
            was = ", ".join(before.get(talk_id, [])) or "nowhere"
            yield f"moved: {path}: from {was} to {', '.join(after[talk_id])}\n"
        yield from _differences(path, talks[talk_id], draft, made)
    for talk_id in sorted(talks.keys() - after.keys()):
        was = ", ".join(before.get(talk_id, [])) or "nowhere"
        path = f"{folder}/{talk_id}.md"
        yield f"removed: {path} is not in the schedule, it was {was}: delete it, or say gone: why\n"


def _where(day: date | None, times: Iterable[str], room: str | None) -> str:
    """Return when and where a talk is, for a reader."""
    clock = "–".join(f"{int(hours)}:{rest}" for hours, _, rest in _parts(times))
    return " ".join(filter(None, (str(day or ""), clock, room))) or "without a time"


def _parts(times: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    yield from (one.partition(":") for one in times if one)


def _differences(path: str, talk: Talk, draft: Draft, made: Made) -> Iterator[str]:
    """Yield what the schedule says of a talk that its file, which stays as it is, does not."""
    tree, parts, _ = read(made.talks[draft.id], path)
    new, _ = TALK.read(tree, Page(path, talk.id, parts.body, made.id))
    if talk.title != new.title and not talk.paper:
        yield f'renamed: {path}: "{talk.title}" is "{new.title}" in the schedule\n'
    had, has = (", ".join(one.name.text for one in each.speakers) for each in (talk, new))
    if had != has:
        yield f"speakers: {path}: {had or 'nobody'}; in the schedule: {has or 'nobody'}\n"
    for name, link in new.links.items():
        if link not in talk.links.values():
            yield f"link: {path} has none to {link} ({name})\n"
    texts = [" ".join((each.abstract or "").split()) for each in (talk, new)]
    if texts[0] != texts[1] and not talk.paper:
        yield f"text: {path} says something else than the schedule\n"
    if (kind := kind_of(draft.item) or None) != talk.kind:
        yield f"kind: {path}: {talk.kind or 'none'}; in the schedule: {kind or 'none'}\n"
