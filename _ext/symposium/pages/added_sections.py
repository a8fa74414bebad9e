"""The sections that plugins add to the pages of records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from symposium.knowledge import KnowledgeBase
from symposium.pages.template_compiler import LinkedEnvironment, markup
from symposium.plugin import PageSection
from symposium.plugin.collection import blamed


class AddedSections:
    """What plugins add to the pages of one site."""

    def __init__(
        self, sections: Sequence[PageSection], kb: KnowledgeBase, env: LinkedEnvironment
    ) -> None:
        self._kb = kb
        self._env = env
        self._of_kind: dict[str, list[PageSection]] = {}
        for one in sections:
            self._of_kind.setdefault(one.kind, []).append(one)

    def of(self, kind: str, record_id: str) -> Iterator[tuple[PageSection, Mapping[str, Any]]]:
        """Yield the sections of a page, each with the names for its template."""
        for one in self._of_kind.get(kind, ()):
            with blamed(f"the section {one.id} of {kind} {record_id}"):
                values = one.values(self._kb, self._kb.entities[kind][record_id])
            if values is not None:
                yield one, values

    def rendered(self, kind: str, record_id: str, data: Mapping[str, Any]) -> tuple[Markup, ...]:
        """Return the sections of a page as they stand there."""
        if kind not in self._of_kind:
            return ()
        section = self._env.macro("macros/layout.html", "section")
        return tuple(
            section(one.id, one.title, caller=lambda body=body: body)
            for one, values in self.of(kind, record_id)
            for body in [markup(self._env.get_template(one.template).render({**data, **values}))]
        )
