"""Where this installation came from, for the requirements of a new project."""

from __future__ import annotations

import json
from importlib.metadata import Distribution, entry_points

from symposium.cli.wheel import wheel_of

PUBLISHED = False
"""Whether the package index has this package. As soon as it has, this is true; what is not reached
then, and the module that makes wheels, can go."""

EXTRA = "all"
"""A project of its own wants all that a site can have."""

FOLDER = "wheels"

UNKNOWN = """\
# Symposium runs here without being installed: name the address of your copy in place of this line.
"""


def requirement() -> tuple[str, dict[str, bytes]]:
    """Return the lines of a requirements file that install what is installed here, and its files.

    Where the package came from is told by the record of the installation (PEP 610): nothing but
    the repository of others can be named elsewhere. All else becomes a wheel beside the project.
    """
    distribution = installed()
    if distribution is None:
        return UNKNOWN, {}
    named = f"{distribution.name}[{EXTRA}]"
    record = json.loads(distribution.read_text("direct_url.json") or "{}")
    url, version_control = str(record.get("url", "")), record.get("vcs_info")
    if version_control and not url.startswith("file:"):
        commit, tool = version_control.get("commit_id", ""), version_control.get("vcs", "git")
        return f"{named} @ {tool}+{url}@{commit}\n", {}
    if PUBLISHED and not record:
        return f"{named}>={distribution.version}\n", {}
    name, content = wheel_of(distribution)
    path = f"{FOLDER}/{name}"
    line = f"./{path}[{EXTRA}]"
    return f"# Symposium, which the package index does not have yet.\n{line}\n", {path: content}


def installed() -> Distribution | None:
    """Return the distribution that this package was installed by: the one with our command.

    So its name is said in one place, ``pyproject.toml``.
    """
    commands = entry_points(group="console_scripts", name="symposium")
    return next((one.dist for one in commands if one.value == "symposium.cli:main"), None)
