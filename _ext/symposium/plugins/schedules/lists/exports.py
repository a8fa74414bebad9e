"""JSON of reviewing systems: HotCRP, OpenReview, Indico, and lists of objects like theirs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from symposium.plugins.schedules.lists.headings import columns, folded, left_over
from symposium.plugins.schedules.lists.names import Printed
from symposium.plugins.schedules.lists.rows import MAX_ROWS, About, Row, Rows
from symposium.plugins.schedules.reading.tree import Broken, Findings, JsonNode, parse
from symposium.plugins.schedules.reading.values import Finding

LISTS = ("contributions", "notes", "papers", "submissions", "talks", "results")
"""What a list of talks may be called, in the object that holds it."""
PEOPLE = frozenset({"speakers", "authors", "coauthors"})
CUT = "download it again: it may have been cut off"


def read_export(text: str, about: About) -> Rows:
    """Return the rows of a list in JSON."""
    value = parse(text)
    if isinstance(value, Broken):
        message = f"this is no JSON: {value.message} in line {value.line}"
        return Rows(refused=Finding((), message, CUT))
    made = Rows(system=_system(value))
    log = Findings()
    try:
        objects = [*_objects(JsonNode(value, (), log))]
        for one in objects[:MAX_ROWS]:
            row = _row(one, about, made)
            if row.cells or row.people:
                made.rows.append(row)
    except RecursionError:
        return Rows(refused=Finding((), "the file is nested too deep"))
    if len(objects) > MAX_ROWS:
        log.report((), f"there are more than {MAX_ROWS:,} talks", "the rest is left out")
    made.findings += log.found
    if not any(row.get("title") for row in made.rows):
        hint = 'it has to be a list of objects with "title"; for others, export CSV'
        made.refused = Finding((), "this JSON holds no list of talks", hint)
    return made


def _system(value: Any) -> str:
    if isinstance(value, dict):
        if value.get("_type") == "HTTPAPIResult" or "additionalInfo" in value:
            return "Indico"
        return "OpenReview" if "notes" in value else ""
    first = value[0] if isinstance(value, list) and value else None
    if isinstance(first, dict):
        return "HotCRP" if "pid" in first else "OpenReview" if "forum" in first else ""
    return ""


def _objects(top: JsonNode) -> Iterator[JsonNode]:
    """Yield the objects of the list: it is the value, or in it under a usual name."""
    node = top
    while isinstance(node.value, dict) and (inner := node.get(*LISTS)):
        node = inner
        if isinstance(node.value, list) and len(node.value) == 1:
            only = JsonNode(node.value[0], (*node.path, 0), node.log)
            node = only if only.get(*LISTS) else node
    for one in node.items() if isinstance(node.value, list) else ():
        if isinstance(one.value, dict):
            yield one
        else:
            one.refuse("a talk")


def _row(one: JsonNode, about: About, made: Rows) -> Row:
    values = _flat(one)
    found = columns(values, about.columns)
    row = Row(one.path, names=found)
    made.unused += [name for name in left_over(values, found) if name not in made.unused]
    for name, heading in found.items():
        node = values[heading]
        if name in PEOPLE and isinstance(node.value, (list, dict)):
            row.people[name] = [who for each in node.items() if (who := _person(each)).name]
        elif isinstance(node.value, dict) and node.get("date"):
            row.cells[name] = _moment(node)
        elif isinstance(node.value, list):
            row.cells[name] = "; ".join(filter(None, (each.line() for each in node.items())))
        else:
            row.cells[name] = node.text()
    return row


def _flat(one: JsonNode) -> dict[str, JsonNode]:
    """Return the values of a talk; OpenReview keeps most in objects in `content`."""
    content = one.get("content")
    holders = [content, one] if isinstance(content.value, dict) else [one]
    values: dict[str, JsonNode] = {}
    for holder in holders:
        for name in holder.value:
            node = holder.get(str(name))
            if isinstance(node.value, dict) and "value" in node.value:
                node = node.get("value")
            if node and str(name) != "content":
                values.setdefault(str(name), node)
    if content and values.get("number"):
        # The id of a note is that of its page, and no number that anybody knows.
        values.pop("id", None)
    return values


def _person(one: JsonNode) -> Printed:
    if not isinstance(one.value, dict):
        return Printed(one.line())
    parts = {folded(str(name)): str(name) for name in one.value}

    def line(*names: str) -> str:
        return next((one.get(parts[name]).line() for name in names if name in parts), "")

    name = line("fullname", "full name", "name")
    given = " ".join(
        filter(None, (line("first", "first name", "given name"), line("last", "last name")))
    )
    family, comma, first = name.partition(",")
    if comma and not given:
        given = f"{first.strip()} {family.strip()}"
    return Printed(given or name, line("affiliation", "institution", "organization"))


def _moment(node: JsonNode) -> str:
    """Return a day and a time that are apart, as Indico has them, in one text."""
    return " ".join(filter(None, (node.get("date").line(), node.get("time").line()[:5])))
