"""Check the scripts and styles of pages: ``python tools/check_scripts.py lint|types``.

Biome checks the style, and TypeScript the types in comments. If they cannot be installed, they are
skipped with a message; with ``CI=true`` this is a failure.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from node_tools import ROOT, install, is_installed, modules, tool

PINNED = Path(__file__).with_name("node")
"""Folder of the lock file with versions and hashes."""
WEB = ROOT / "_ext" / "symposium" / "web"
TSC = "typescript/bin/tsc"
COMMANDS = {
    "lint": [["@biomejs/biome/bin/biome", "lint", "--error-on-warnings", "."]],
    # The modules of the index have no user interface, and are fully typed.
    "types": [[TSC, "--project", "."], [TSC, "--project", "tsconfig.index.json"]],
}


def main(what: str) -> int:
    """Check one of ``COMMANDS``; return the exit status."""
    if not is_installed(PINNED):
        print(f"{what}: installing what checks scripts …", flush=True)
        install(PINNED)
    node = tool("node")
    if node is None or not is_installed(PINNED):
        print(f"{what}: no node or npm packages, SCRIPTS AND STYLES ARE NOT CHECKED", flush=True)
        return 1 if os.environ.get("CI", "").lower() == "true" else 0
    return max(
        subprocess.run(
            [*node, str(modules(PINNED) / script), *options], cwd=WEB, check=False
        ).returncode
        for script, *options in COMMANDS[what]
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
