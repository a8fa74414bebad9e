"""Where this installation came from: what a new project has to require to be built elsewhere.

On PyPI the name belongs to another project, so a requirement always names an address.
"""

from __future__ import annotations

import json
import subprocess
from importlib.metadata import PackageNotFoundError, distribution
from urllib.parse import unquote, urlsplit

UNKNOWN = """\
# Symposium is not named here, because this installation does not say where it came from.
# (On PyPI the name belongs to another project.) Put the address of your copy in place of this one:
# symposium @ git+https://example.org/your/symposium
"""


def requirement() -> str:
    """Return the lines of a requirements file that install what is installed here.

    The address comes from the record of the installation (PEP 610); for a checkout it is that of
    its remote ``origin``.
    """
    try:
        record = json.loads(distribution("symposium").read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        return UNKNOWN
    url = str(record.get("url", ""))
    version_control = record.get("vcs_info")
    if version_control:
        commit = version_control.get("commit_id", "")
        return f"symposium @ {version_control.get('vcs', 'git')}+{url}@{commit}\n"
    if url.startswith("file:"):
        remote = _remote_of(unquote(urlsplit(url).path))
        return f"symposium @ git+{remote}\n" if remote else UNKNOWN
    return f"symposium @ {url}\n" if url else UNKNOWN


def _remote_of(folder: str) -> str:
    """Return the https address of the remote ``origin`` of a checkout, or an empty text."""
    command = ["git", "-C", folder, "remote", "get-url", "origin"]
    try:
        done = subprocess.run(  # noqa: S603 - our own arguments
            command, check=False, capture_output=True, text=True, timeout=10
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    address = done.stdout.strip()
    return address if done.returncode == 0 and address.startswith("https://") else ""
