"""What the rules look at."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from symposium.knowledge import KnowledgeBase
from symposium.linting.texts import Texts


@dataclass(frozen=True)
class Subject:
    """A project that was read and resolved."""

    root: Path
    """The folder of the project."""
    kb: KnowledgeBase
    bibfiles: tuple[str, ...] = ()
    """The bibliographies, relative to ``root``."""
    exclude: tuple[str, ...] = ()
    """Patterns of what belongs to no site, as in Sphinx's ``exclude_patterns``."""

    @cached_property
    def texts(self) -> Texts:
        """The files of the project as they were read."""
        return Texts(self.root)
