"""Find Chromium, or install it where that can be done; say in one line what was found.

The tests in a browser need it. Where it cannot be had they are skipped, and fail under ``CI=true``.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find() -> str | None:
    """Return the path of a browser, the system's or Playwright's own."""
    given = os.environ.get("SYMPOSIUM_CHROMIUM")
    if given and Path(given).is_file():
        return given
    for name in NAMES:
        if found := shutil.which(name):
            return found
    return _own()


def _own() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).is_file() else None


def install() -> None:
    """Install Chromium: Debian's as root, else Playwright's own download."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        commands = [
            ["apt-get", "update", "-qq"],
            ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"],
        ]
    else:
        commands = [[sys.executable, "-m", "playwright", "install", "chromium"]]
    for command in commands:
        subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def main() -> None:
    """Make sure that there is a browser, if there can be one."""
    if find() is None:
        print("tests: installing Chromium …", flush=True)
        install()
    found = find()
    print(f"tests: browser {found}" if found else "tests: no browser, its tests are skipped")


if __name__ == "__main__":
    main()
