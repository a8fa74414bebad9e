"""The index pages as records for Hugo."""

from __future__ import annotations

from collections.abc import Callable

from hugo_values import Record, badges, escaped, full, legend, section, shown
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.labels import authors_label
from symposium.model.records import Paper
from symposium.pages.words import plural

NOUNS = {"talks": "talk", "events": "event", "sources": "source"}


class Indexes:
    """What the index page of each folder lists."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self.kb = kb
        self._make: dict[str, Callable[[Record], Record]] = {
            "papers": self._papers,
            "people": self._people,
            "topics": self._topics,
            "venues": self._venues,
            "years": self._years,
        }

    def record(self, name: str, data: Record) -> Record:
        """Return the record of an index page; ``data`` is what its view gives."""
        if name in self._make:
            return self._make[name](data)
        count = data.get("total", len(data.get("ids", ())))
        return {"kind": plural(count, NOUNS.get(name, "page"))}

    def _papers(self, data: Record) -> Record:
        posters, sections, jump = data["posters"], [], []
        for year, ids in data["years"]:
            anchor, title = f"year-{year or 'none'}", str(year or "No year given")
            jump.append({"id": anchor, "text": str(year or "No year")})
            rows = {"ids": ids} if data["full"] else {"rows": [self._row(one) for one in ids]}
            sections.append(section(anchor, title, len(ids), **rows))
        if posters:
            jump.append({"id": "posters", "text": "Posters"})
            sections.append(section("posters", "Posters", len(posters), ids=posters))
        more = f" · {plural(len(posters), 'poster')}" if posters else ""
        return full(
            kind=plural(data["total"], "paper") + more,
            jump={"label": "Years", "targets": jump},
            marks=legend(data["marks"]),
            papers=sections,
        )

    def _row(self, paper_id: str) -> Record:
        """Return a paper on one line."""
        paper: Paper = self.kb.works[paper_id]
        venue = self.kb.venue_of(paper)
        label = authors_label(paper) + (f", {venue.short or venue.name}" if venue else "")
        title = shown(paper.title)
        return full(id=paper_id, title=title, label=escaped(label), badges=badges(paper))

    def _people(self, data: Record) -> Record:
        papers, people = self.kb.relations.papers_of_person, self.kb.people
        groups = [
            {
                "id": f"letter-{'other' if letter == '#' else letter.lower()}",
                "title": letter,
                "rows": [
                    full(
                        id=one,
                        title=shown(people[one].name.inverted),
                        count=len(papers.get(one, ())),
                    )
                    for one in ids
                ],
            }
            for letter, ids in data["letters"]
        ]
        jump = [{"id": one["id"], "text": one["title"]} for one in groups]
        return full(
            kind=plural(data["total"], "person", "people"),
            jump={"label": "Letters", "targets": jump},
            people=section("everyone", "Everyone, A–Z", data["total"], groups=groups),
        )

    def _topics(self, data: Record) -> Record:
        counts, topics = data["counts"], self.kb.topics
        groups = [
            {
                "title": letter,
                "rows": [full(id=i, title=shown(topics[i].title), count=counts[i]) for i in ids],
            }
            for letter, ids in data["letters"]
        ]
        listed = section("all", "All topics, A–Z", data["total"], groups=groups)
        return full(kind=plural(data["total"], "topic"), topics=listed)

    def _venues(self, data: Record) -> Record:
        def row(one: str) -> Record:
            venue = self.kb.venues[one]
            count = len(self.kb.relations.papers_of_venue.get(one, ()))
            short = venue.short if venue.short != venue.name else None
            title = shown(short or venue.name)
            return {
                "id": one,
                "title": title,
                "count": count,
                "long": escaped(venue.name) if short else "",
            }

        groups = [{"title": name, "rows": [row(i) for i in ids]} for name, ids in data["letters"]]
        return full(kind=plural(data["total"], "venue"), venues=groups)

    def _years(self, data: Record) -> Record:
        most = data["most"]
        rows = [
            {
                "id": year,
                "width": round(100 * count / most, 1) if most else 0,
                "text": plural(count, "work"),
            }
            for year, count in data["works"].items()
        ]
        return full(kind=plural(len(rows), "year"), years=rows)
