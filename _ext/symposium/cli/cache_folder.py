"""Where a command keeps what it found out about a project, for the next time."""

from __future__ import annotations

import os
from hashlib import blake2b
from pathlib import Path

from symposium.model.user_cache import user_cache


def cache_folder(root: Path) -> Path | None:
    """Return the folder of what is known of the project in ``root``; ``None`` to keep nothing."""
    name = blake2b(os.fsencode(root.resolve()), digest_size=16).hexdigest()
    return user_cache("checked-projects", name)
