"""What rules found out about a text, kept for the next check.

Only what depends on the text alone is kept: the elements of a page, whether a block of code is in
its language. A change of the code of this package, or another version of a library, makes all of
it void.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import ParamSpec, TypeVar

from symposium.reading.cache import Cache

_Given = ParamSpec("_Given")
_Found = TypeVar("_Found")

OUR_PACKAGES = ("model", "fields", "kinds", "reading", "reading.markdown", "query", "lint",
                "lint.pages", "pages")  # fmt: skip
LIBRARIES = ("markdown_it", "mdit_py_plugins", "pygments", "latex2mathml")


@cache
def _version() -> bytes:
    """Return what all results depend on, beside what is looked at."""
    files = [file for name in OUR_PACKAGES for file in _folder(f"symposium.{name}").iterdir()]
    files += [_folder(name) / "__init__.py" for name in LIBRARIES]
    stats = [(str(file), file.stat()) for file in sorted(files) if file.is_file()]
    shown = repr((sys.version, [(name, one.st_size, one.st_mtime_ns) for name, one in stats]))
    return blake2b(shown.encode(), digest_size=16).digest()


def _folder(package: str) -> Path:
    found = find_spec(package)
    return Path(found.origin).parent if found and found.origin else Path()


class KeptResults:
    """The results of earlier checks of one project; without a folder nothing is kept.

    ``plugins`` is the digest of what is loaded besides.
    """

    def __init__(self, folder: Path | None = None, plugins: str = "") -> None:
        self._cache = Cache(folder) if folder else None
        self._version = _version() + plugins.encode() if folder else b""

    def of(
        self, function: Callable[_Given, _Found], *given: _Given.args, **named: _Given.kwargs
    ) -> _Found:
        """Return what a function returns, which depends on nothing but what it is given."""
        if self._cache is None:
            return function(*given, **named)
        asked = repr((function.__module__, function.__qualname__, given, named))
        key = blake2b(self._version + asked.encode("utf-8", "surrogatepass"), digest_size=16)
        known = self._cache.get(key.digest())
        if known is not None:
            return pickle.loads(known[0][0])  # type: ignore[no-any-return]  # noqa: S301 - our own
        found = function(*given, **named)
        self._cache.put(key.digest(), (pickle.dumps(found, pickle.HIGHEST_PROTOCOL),), [])
        return found

    def close(self) -> None:
        """Write what is new."""
        if self._cache is not None:
            self._cache.close()
