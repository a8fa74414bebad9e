"""Edits as people make them in a Markdown file with front matter: of any field, in any style.

Every word that is written by hand begins with ``hand``, so that none of them can be lost unseen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random

from symposium.merging.documents import Parsed, parsed
from symposium.merging.editing import Addition, Container, members
from symposium.merging.positions import Group, Leaf, Sequence, Spanned

RE_HAND = re.compile(r"hand\d+")
FIXED = {"talk", "sources"}
"""Fields whose values name other files."""


class Hand:
    """Somebody who edits files."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.count = 0

    def word(self) -> str:
        """Return a word that nobody has written before."""
        self.count += 1
        return f"hand{self.count}"

    def edit(self, text: str, path: str = "a.md") -> str:
        """Return a file after an edit; one after which it could not be read is not made."""
        here = parsed(text, path)
        assert isinstance(here, Parsed)
        made = self.random.choice(EDITS)(self, text, here)
        after = parsed(made, path)
        keeps = isinstance(after, Parsed) and after.fields.keys() >= {"title"}
        return made if keeps else text

    def leaf(self, here: Parsed) -> tuple[str, Leaf]:
        """Return any value with the name of its field."""
        return self.random.choice([one for one in leaves("", here.group) if one[0] not in FIXED])


def leaves(name: str, node: Spanned) -> Iterator[tuple[str, Leaf]]:
    """Yield all values with the names of their fields."""
    if isinstance(node, Leaf):
        yield name, node
    elif isinstance(node, Group):
        for entry in node.entries:
            yield from leaves(entry.key, entry.value)
    else:
        for item in node.items:
            yield from leaves(name, item)


def containers(node: Spanned) -> Iterator[Group | Sequence]:
    """Yield all lists and groups."""
    if isinstance(node, Leaf):
        return
    yield node
    for one in node.items if isinstance(node, Sequence) else [e.value for e in node.entries]:
        yield from containers(one)


def put(text: str, start: int, end: int, new: str) -> str:
    """Return a text in which something is replaced."""
    return text[:start] + new + text[end:]


def change(hand: Hand, text: str, here: Parsed) -> str:
    """Give a value another text."""
    _, leaf = hand.leaf(here)
    return put(text, leaf.start, leaf.end, hand.word())


def requote(hand: Hand, text: str, here: Parsed) -> str:
    """Put a value into quotes."""
    _, leaf = hand.leaf(here)
    if "\n" in leaf.text or not leaf.text.isascii() or set(leaf.text) & set("\\\"'"):
        return text
    sign = hand.random.choice("\"'")
    return put(text, leaf.start, leaf.end, f"{sign}{leaf.text}{sign}")


def comment(hand: Hand, text: str, here: Parsed) -> str:
    """Write a comment, beside a line or above it."""
    lines = text.split("\n")
    number = hand.random.randrange(1, text.count("\n", 0, here.below) or 1)
    if hand.random.random() < 0.5:
        lines[number] += f"  # {hand.word()}"
    else:
        lines.insert(number, " " * hand.random.choice((0, 2, 4)) + f"# {hand.word()}")
    return _unless_changed(text, "\n".join(lines), here)


def _unless_changed(text: str, made: str, here: Parsed) -> str:
    """Return a text unless its values have become others: then it was no comment."""
    after = parsed(made, "a.md")
    same = isinstance(after, Parsed) and after.fields == here.fields
    return made if same else text


def delete(hand: Hand, text: str, here: Parsed) -> str:
    """Take a field or an item out."""
    node = hand.random.choice([*containers(here.group)])
    container = Container(text, node)
    if len(container.members) < 2:
        return text
    gone = {hand.random.randrange(len(container.members))}
    edits = sorted(container.edits(gone, {}), reverse=True)
    for edit in edits:
        text = put(text, *edit)
    return text


def add(hand: Hand, text: str, here: Parsed) -> str:
    """Write a field or an item."""
    node = hand.random.choice([*containers(here.group)])
    count = len(members(text, node))
    name = hand.word() if isinstance(node, Group) else None
    of_groups = isinstance(node, Sequence) and any(isinstance(one, Group) for one in node.items)
    value = {"title": hand.word(), "time": "19:00"} if of_groups else hand.word()
    where = hand.random.randrange(-1, count) if count else -1
    for edit in Container(text, node).edits((), {where: [Addition(name, value)]}):
        text = put(text, *edit)
    return text


def reorder(hand: Hand, text: str, here: Parsed) -> str:
    """Let two neighbours change places."""
    node = hand.random.choice([*containers(here.group)])
    every = members(text, node)
    if len(every) < 2:
        return text
    index = hand.random.randrange(len(every) - 1)
    one, two = every[index], every[index + 1]
    between = text[one.end : two.start]
    swapped = text[two.start : two.end] + between + text[one.start : one.end]
    return put(text, one.start, two.end, swapped)


def write(hand: Hand, text: str, here: Parsed) -> str:
    """Change the text below: a paragraph more, less, or another one."""
    body = here.parts.body.strip("\n").split("\n\n")
    at = hand.random.randrange(len(body) + 1)
    chosen = hand.random.random()
    if chosen < 0.5:
        body.insert(at, f"{hand.word()} is a paragraph.")
    elif chosen < 0.8 and at < len(body):
        body[at] = f"{body[at]} {hand.word()}"
    else:
        del body[at : at + 1]
    return text[: here.below] + "\n" + "\n\n".join(filter(None, body)) + "\n"


EDITS: tuple[Callable[[Hand, str, Parsed], str], ...] = (
    change, requote, comment, comment, delete, add, add, reorder, write,
)  # fmt: skip
