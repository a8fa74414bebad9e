"""A project made of published facts: whatever asks a project can ask a site's ``api/v1``, too.

The files of a project are written to a temporary folder and read as any others are. So ids,
relations and the language of listings are the same; what the API does not tell is not known.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from symposium.fields.describing import Body
from symposium.kinds import BY_FOLDER
from symposium.kinds.kind import Kind
from symposium.model.ids import RE_ID
from symposium.project import Project, read

Object = Mapping[str, Any]
Facts = Mapping[str, list[dict[str, Any]]]

RE_TYPE = re.compile(r"[a-z]{1,40}")
RE_FORMULA = re.compile(r"((?<!\\)\$[^$]*(?<!\\)\$)")
RE_SIGN = re.compile(r"[{}%&#_~^\\]")
SIGNS = {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"}
OWN = {
    "person": frozenset({"papers", "posters", "talks", "topics_of", "coauthors", "biography"}),
    "event": frozenset({"start", "end", "slots"}),
    "talk": frozenset({"start", "end", "abstract", "event", "venue"}),
}
"""Values that mean something else in front matter, or are written in another way there."""
TEXTS = {"person": "biography", "talk": "abstract"}
"""Values that are the bodies of files."""


def project_of(facts: Facts) -> Project:
    """Return the project that published facts make up."""
    with TemporaryDirectory(prefix="symposium-") as folder:
        root = Path(folder)
        for path, text in _files(facts):
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", errors="replace")
        return read(root)


def _files(facts: Facts) -> Iterator[tuple[str, str]]:
    """Yield path and content of each file."""
    yield "conf.py", "symposium_site = True\n"
    posters = [{**one, "poster": True} for one in facts.get("posters", ())]
    works = [*facts.get("papers", ()), *posters]
    people = facts.get("people", [])
    described = {one.get("id") for one in people if one.get("state") == "described"}
    yield "refs.bib", "\n".join(filter(None, (_entry(one, described) for one in works)))
    yield from _front_matter(BY_FOLDER["papers"], works)
    known = _resolved([one for one in people if one.get("id") in described], described)
    alone = _alone(facts.get("talks", ()))
    names = {one.get("id"): one.get("name") for one in people}
    known = [one | {"talks": alone.get(one["id"]), "known": names} for one in known]
    yield from _front_matter(BY_FOLDER["people"], known)
    for name, kind in BY_FOLDER.items():
        if name not in {"papers", "people"}:
            yield from _front_matter(kind, _resolved(facts.get(name, []), described))


def _resolved(value: Any, described: Container[Any]) -> Any:
    """Return a value in which only persons with a file are named by ids: others, by names."""
    if isinstance(value, list):
        return [_resolved(one, described) for one in value]
    if not isinstance(value, dict):
        return value
    drop = "name" in value and value.get("person") not in described
    return {
        name: _resolved(one, described)
        for name, one in value.items()
        if not (drop and name == "person")
    }


def _front_matter(kind: Kind, rows: Iterable[Object]) -> Iterator[tuple[str, str]]:
    """Yield the file of each record of a kind; JSON is YAML, too."""
    own = OWN.get(kind.name, frozenset[str]())
    body = TEXTS.get(kind.name) or next(
        ("description" for said in kind.fields.values() if isinstance(said.type, Body)), ""
    )
    names = {
        said.attribute or name: name
        for name, said in kind.fields.items()
        if not isinstance(said.type, Body)
    }
    for one in rows:
        path = _path(kind, one)
        if not path:
            continue
        values = {names[name]: value for name, value in one.items() if name in names}
        values = {name: value for name, value in values.items() if name not in own}
        values |= MORE[kind.name](one) if kind.name in MORE else {}
        text = json.dumps(_stated(values), ensure_ascii=False)
        yield path, f"---\n{text}\n---\n{one.get(body) or ''}\n"


def _path(kind: Kind, one: Object) -> str:
    """Return the path of the file of a record, or an empty one where it has none."""
    record_id = str(one.get("id"))
    if kind.name == "talk":
        event, _, name = record_id.partition("/")
        safe = RE_ID.fullmatch(event) and RE_ID.fullmatch(name) and event != "talks"
        return f"events/{record_id}.md" if safe else ""
    if not RE_ID.fullmatch(record_id):
        return ""
    return (
        f"events/{record_id}/index.md" if kind.name == "event" else f"{kind.folder}/{record_id}.md"
    )


def _stated(value: Any) -> Any:
    """Return a value without what is not known."""
    if isinstance(value, list):
        return [_stated(one) for one in value]
    if isinstance(value, dict):
        found = {name: _stated(one) for name, one in value.items()}
        return {name: one for name, one in found.items() if one not in (None, [], {}, "")}
    return value


def _paper(one: Object) -> dict[str, Any]:
    names = ("links", "awards", "status", "listings", "topics", "sources", "cites")
    printed = one.get("links_from_abstract") or ()  # which the entry's abstract says again
    links = {name: link for name, link in (one.get("links") or {}).items() if name not in printed}
    return {"key": one.get("key"), **{name: one.get(name) for name in names}, "links": links}


def _person(one: Object) -> dict[str, Any]:
    # The committee is known by ids there, by names here.
    education = [
        {**row, "committee": [one["known"].get(member) for member in row.get("committee") or ()]}
        for row in one.get("education", ())
    ]
    return {"education": education, "talks": one.get("talks")}


def _event(one: Object) -> dict[str, Any]:
    start, end = one.get("start"), one.get("end")
    date = start if end in {None, start} else f"{start}/{end}"
    return {"date": date, "slots": [_slot(row) for row in one.get("slots", ())]}


def _slot(row: Object) -> dict[str, Any]:
    days, times = zip(*(_moment(row.get(name)) for name in ("start", "end")), strict=True)
    talk = str(row.get("talk") or "").rpartition("/")[2]
    said = {name: row.get(name) for name in ("kind", "title", "room", "track")}
    if talk:
        said["title"] = None
    return {**said, "talk": talk, "day": days[0], "time": "-".join(filter(None, times)) or None}


def _moment(text: Any) -> tuple[str | None, str | None]:
    """Return the day and the time of a moment, as far as they are known."""
    found = re.fullmatch(r"(?:(\d{4}-\d\d-\d\d)T)?(\d\d:\d\d)(?:[:+-].*)?", str(text or ""))
    return (found[1], found[2]) if found else (None, None)


def _talk(one: Object) -> dict[str, Any]:
    return {"title": None if one.get("paper") else one.get("title")}


MORE = {"paper": _paper, "person": _person, "event": _event, "talk": _talk}
"""What kinds have besides the values that are called alike, by their name."""


def _alone(talks: Iterable[Object]) -> dict[str, list[Object]]:
    """Return the talks outside of events, as the files of their speakers have them."""
    found: dict[str, list[Object]] = {}
    for one in talks:
        speakers = one.get("speakers") or [{}]
        if str(one.get("id")).startswith("talks/") and (person := speakers[0].get("person")):
            names = ("title", "kind", "venue", "paper", "links")
            row = {name: one.get(name) for name in names} | {"date": one.get("start")}
            found.setdefault(person, []).append({**row, "description": one.get("abstract")})
    return found


def _entry(one: Object, described: Container[Any]) -> str:
    """Return the BibTeX of a work, or nothing where it has none.

    The API has the entry as others copy it: without the abstract, and with a type that BibTeX
    knows. It tells both beside it, and who the people are.
    """
    type_, (kind, brace, fields) = str(one.get("type")), str(one.get("bibtex")).partition("{")
    if not (RE_TYPE.fullmatch(type_) and kind.startswith("@") and brace):
        return ""
    lines = [fields.rstrip().removesuffix("}").rstrip().removesuffix(",")]
    if one.get("abstract"):
        lines.append(f"  abstract = {{{_latex(one['abstract'])}}}")
    if one.get("poster"):
        lines.append("  entrysubtype = {poster}")
    for role in ("author", "editor"):
        people = one.get(f"{role}s") or []
        ids = [(place, row.get("person")) for place, row in enumerate(people, 1)]
        known = [f'{place}="{person}"' for place, person in ids if person in described]
        if known:
            lines.append(f"  {role}+an:person = {{{'; '.join(known)}}}")
    return f"@{type_}{{" + ",\n".join(lines) + "\n}\n"


def _latex(text: Any) -> str:
    r"""Return a text as an entry has it; formulas stay.

    >>> print(_latex("50% of $x_1$"))
    50\% of $x_1$
    """
    parts = RE_FORMULA.split(str(text or ""))
    for place in range(0, len(parts), 2):
        plain = parts[place].replace(r"\$", "$")
        plain = RE_SIGN.sub(lambda sign: SIGNS.get(sign[0], f"\\{sign[0]}"), plain)
        parts[place] = plain.replace("$", r"\$")
    return "".join(parts)
