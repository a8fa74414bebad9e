"""Which problems a project wants to see, and how severe each is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from symposium.model.problems import AnyCode, Code, Problem, Severity

ALL = "ALL"
CODES: Mapping[str, AnyCode] = {code.code: code for code in Code}
"""The codes that are built in."""

LEVELS = {severity.name.lower(): severity for severity in Severity}

Weigh = Callable[[AnyCode, str], Severity | None]
"""Returns how much a problem of a code in a file matters, or ``None`` if nobody wants to know."""


def codes_with(more: Iterable[AnyCode]) -> Mapping[str, AnyCode]:
    """Return the codes that are built in, and those of plugins."""
    return {**CODES, **{one.code: one for one in more}}


def selectors_of(codes: Iterable[str]) -> frozenset[str]:
    """Return what names codes: ``ALL``, the letters of a family, a code."""
    return frozenset({ALL, *codes, *map(family, codes)})


def family(code: str) -> str:
    """Return the letters of a code.

    >>> family("W001"), family("ACM001")
    ('W', 'ACM')
    """
    return code.rstrip("0123456789")


@dataclass(frozen=True)
class WantedProblems:
    """What a project says about codes. Of several selectors that name one, the narrowest counts."""

    select: tuple[str, ...] = (ALL,)
    ignore: tuple[str, ...] = ()
    """Of two selectors that are equally narrow, what is ignored counts."""
    per_file: tuple[tuple[Callable[[str], bool], tuple[str, ...]], ...] = ()
    """Selectors of codes that are ignored in the files that a pattern matches."""
    severity: Mapping[str, Severity] = field(default_factory=dict)

    def selects(self, code: AnyCode) -> bool:
        """Tell whether problems of a code are wanted anywhere."""
        return _narrowest(code, self.select) > _narrowest(code, self.ignore)

    def narrowed(self, select: tuple[str, ...], ignore: tuple[str, ...]) -> WantedProblems:
        """Return this selection after what was asked for on the command line.

        What is selected there is wanted, whatever the project ignores elsewhere than by file.
        """
        if select:
            return replace(self, select=select, ignore=ignore)
        return replace(self, ignore=(*self.ignore, *ignore))

    def weigh(self) -> Weigh:
        """Return how problems are weighed."""

        @cache
        def weight(code: AnyCode, path: str) -> Severity | None:
            ignored = any(
                matches(path) and _narrowest(code, selectors)
                for matches, selectors in self.per_file
            )
            if ignored or not self.selects(code):
                return None
            names = (code.code, family(code.code), ALL)
            return next(filter(None, map(self.severity.get, names)), code.severity)

        return weight


def _narrowest(code: AnyCode, selectors: Iterable[str]) -> int:
    """Return how narrow the narrowest selector is that names a code; 0 if none does."""
    kinds = {ALL: 1, family(code.code): 2, code.code: 3}
    return max((kinds.get(selector, 0) for selector in selectors), default=0)


def weighed(problems: Iterable[Problem], weigh: Weigh) -> Iterator[Problem]:
    """Yield the problems that are wanted, as bad as they are to the project."""
    for problem in problems:
        severity = weigh(problem.code, problem.place.path)
        if severity is problem.code.severity:
            yield problem
        elif severity is not None:
            yield replace(problem, level=severity)
