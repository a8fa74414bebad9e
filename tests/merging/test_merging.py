"""Three-way merges: what people wrote stays, what the source changed comes, the rest is asked."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from support.chosen import examples
from support.edits_by_hand import RE_HAND, Hand
from symposium.fields.yaml_writing import document
from symposium.merging.alignment import ItemRule
from symposium.merging.documents import Manner, MergedFile, Remembered, merge_file, remembered
from symposium.merging.remarks import Prefer, Sort

RULES = {
    "slots": ItemRule(
        (("talk", "day"), ("talk",), ("title", "day"), ("title",)),
        places=(("time", "day"),),
        units=(("day", "time"),),
        ordered=False,
    ),
    "rooms": ItemRule((("name",),), short="name"),
    "speakers": ItemRule((("name",),), short="name"),
}
RE_SOURCE = re.compile(r"from\d+")


class Source:
    """Something that writes files, and changes them from time to time."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.count = 0
        self.fields: dict[str, Any] = {
            "title": self.word(),
            "kind": "talk",
            "rooms": [self.word(), self.word()],
            "links": {"website": self.word(), "slides": self.word()},
            "speakers": [self.word(), {"name": self.word(), "bio": "long " * 60}],
            "slots": [self.slot() for _ in range(4)],
        }
        self.body = [f"{self.word()} begins." for _ in range(3)]

    def word(self) -> str:
        """Return a word that was never written before."""
        self.count += 1
        return f"from{self.count}"

    def slot(self) -> dict[str, str]:
        """Return a new line of a programme."""
        day = f"2025-01-0{self.random.randrange(1, 4)}"
        name = self.random.choice(("talk", "title"))
        return {"day": day, "time": self.time(), "kind": self.word(), name: self.word()}

    def time(self) -> str:
        """Return a time that was never written before."""
        self.count += 1
        return f"{self.count // 60 % 24}:{self.count % 60:02}"

    def text(self) -> str:
        """Return the file that it writes now."""
        return document(self.fields, self.body)

    def change(self) -> None:
        """Change something."""
        fields, random = self.fields, self.random
        lists = [one for one in ("rooms", "speakers", "slots") if fields.get(one)]
        new = {"rooms": self.word, "speakers": self.word, "slots": self.slot}
        which = random.choice(lists) if lists else "rooms"
        action = random.randrange(9)
        if action == 0:
            fields[random.choice(("title", "kind", "series"))] = self.word()
        elif action == 1 and fields.get(which):
            fields[which].pop(random.randrange(len(fields[which])))
        elif action == 2:
            items = fields.setdefault(which, [])
            items.insert(random.randrange(len(items) + 1), new[which]())
        elif action in {3, 4} and fields.get("slots"):
            slot = random.choice(fields["slots"])
            name = random.choice(("time", "kind", "room", *({"title"} & slot.keys())))
            slot[name] = self.time() if name == "time" else self.word()
        elif action == 5:
            links = fields.setdefault("links", {})
            if links and random.random() < 0.5:
                links.pop(random.choice([*links]))
            else:
                links[self.word()] = self.word()
        elif action == 6:
            self.body.insert(random.randrange(len(self.body) + 1), f"{self.word()} is new.")
        elif action == 7 and self.body:
            self.body[random.randrange(len(self.body))] = f"{self.word()} is other."
        elif action == 8 and fields.get("speakers"):
            index = random.randrange(len(fields["speakers"]))
            one = fields["speakers"][index]
            name = one if isinstance(one, str) else one["name"]
            fields["speakers"][index] = {"name": name, "bio": self.word()}


def merged(base: Remembered | None, content: bytes, new: str, prefer: Prefer = Prefer.ASK):
    made = merge_file("a.md", base, content, new, Manner(RULES, prefer))
    assert isinstance(made, MergedFile)
    return made


def said(made: MergedFile) -> str:
    """Return all that is reported."""
    return "\n".join(f"{one.text('the source')} {one.here} {one.now}" for one in made.remarks)


class TestAnyEdits:
    """Whatever people and the source change, nothing of either is lost in silence."""

    @given(st.integers(0), st.integers(0, 8), st.integers(0, 6))
    @settings(max_examples=examples(120))
    def test_nothing_is_lost_unreported(self, seed, edits, changes):
        random = Random(seed)  # noqa: S311 - no secrets
        source, hand = Source(random), Hand(random)
        first = source.text()
        base, text = remembered(first, "a.md"), first
        for _ in range(edits):
            text = hand.edit(text)
        for _ in range(changes):
            source.change()
        new = source.text()
        content = text.replace("\n", random.choice(("\n", "\r\n"))).encode()
        made = merged(base, content, new)
        told, after = said(made), made.content.decode()
        assert {*RE_HAND.findall(text)} <= {*RE_HAND.findall(after + told)}
        assert re.findall(r"#.*hand.*", text) == re.findall(r"#.*hand.*", after.replace("\r", ""))
        changed = {*RE_SOURCE.findall(new)} - {*RE_SOURCE.findall(first)}
        assert changed <= {*RE_SOURCE.findall(after + told)}
        dropped = {*RE_SOURCE.findall(first)} - {*RE_SOURCE.findall(new)}
        assert dropped & {*RE_SOURCE.findall(after)} <= {*RE_SOURCE.findall(told)}
        if new == first:
            assert made.content == content
            assert not made.remarks
        if text == first:
            assert after.replace("\r\n", "\n") == new
        again = merged(made.base, made.content, new)
        assert again.content == made.content
        assert [one.sort for one in again.remarks if one.sort is not Sort.CONFLICT] == []
        assert sum(one.sort is Sort.CONFLICT for one in again.remarks) == sum(
            one.sort is Sort.CONFLICT for one in made.remarks
        )
        for prefer in (Prefer.FILE, Prefer.SOURCE):
            settled = merged(made.base, made.content, new, prefer)
            assert not merged(settled.base, settled.content, new).remarks
            assert (settled.content == made.content) or prefer is Prefer.SOURCE
            told = said(settled)
            assert {*RE_HAND.findall(after)} <= {*RE_HAND.findall(settled.content.decode() + told)}
