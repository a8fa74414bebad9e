"""Check the scripts and styles of the browser: ``python tools/check_scripts.py lint|types``.

Biome looks at their style, TypeScript at the types that their comments name. Where these cannot be
installed they are left out, with a line that says so; under ``CI=true`` that is a failure.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from node_tools import ROOT, install, is_installed, modules, tool

PINNED = Path(__file__).with_name("node")
"""Says which versions, and how their content hashes."""
WEB = ROOT / "_ext" / "symposium" / "web"
TSC = "typescript/bin/tsc"
COMMANDS = {
    "lint": [["@biomejs/biome/bin/biome", "lint", "--error-on-warnings", "."]],
    # In the modules of the index, which are logic alone, everything has a type.
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
