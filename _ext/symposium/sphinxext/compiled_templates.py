"""Compiled templates, the theme's and ours, kept as Python keeps its compiled modules.

They lie in the user's cache, where all projects find them, else beside the environment. Jinja's own
cache runs whatever stands in its files; here a file that is not as it was written is no file.
"""

from __future__ import annotations

from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

import jinja2
import sphinx
from jinja2.bccache import Bucket, BytecodeCache

from symposium.export.file_writing import write_if_changed
from symposium.model.gate import read_file
from symposium.model.user_cache import forget_others, user_cache
from symposium.sphinxext.source_digest import own_code
from symposium.sphinxext.stored_values import digest

SIZE = 16
"""Bytes of the digest that a file begins with."""


class Compiled(BytecodeCache):
    """Compiled templates in a folder.

    ``of`` tells what they are compiled from, besides the source of each. Where nothing is kept in
    the user's cache, they lie in ``folder``.
    """

    def __init__(self, folder: Path, kind: str, of: str) -> None:
        self._folder = (user_cache("templates") or folder / ".templates") / f"{kind}-{of}"

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give a template its code if it is known."""
        with suppress(OSError):
            data = read_file(self._folder / bucket.key)
            if blake2b(data[SIZE:], digest_size=SIZE).digest() == data[:SIZE]:
                bucket.bytecode_from_string(data[SIZE:])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of a template; without it the next build takes longer."""
        data = bucket.bytecode_to_string()
        with suppress(OSError):
            path = str(self._folder / bucket.key)
            write_if_changed(path, blake2b(data, digest_size=SIZE).digest() + data)
            forget_others(self._folder)


def of_theme(folder: Path) -> Compiled:
    """Return the compiled templates of the theme."""
    return Compiled(folder, "theme", f"{sphinx.__version__}-{jinja2.__version__}")


def of_pages(folder: Path, texts: str) -> Compiled:
    """Return our own compiled templates; ``texts`` is the digest of what they say.

    A template is linked with those that it extends, so the code of all is for all of them.
    """
    made_by = f"{own_code()} {texts} {jinja2.__version__}"
    return Compiled(folder, "pages", digest(made_by.encode()))
