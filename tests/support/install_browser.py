"""Find Chromium, or install it where that can be done; say in one line what was found.

The tests in a browser need it. Where it cannot be had they are skipped, and fail under ``CI=true``.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

SHELL = "chromium-headless-shell"
"""Chromium without windows: its tests take two thirds of the time."""
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


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
    if _may_install():
        get = ["apt-get", "install", "-y", "-qq", "--no-install-recommends"]
        run(["apt-get", "update", "-qq"])
        if not run([*get, SHELL]):  # older systems have the whole browser only
            run([*get, "chromium"])
    else:
        run([sys.executable, "-m", "playwright", "install", "chromium"])


def _may_install() -> bool:
    return shutil.which("apt-get") is not None and os.geteuid() == 0


def run(command: list[str]) -> bool:
    """Run a command without a word; return whether it did what it was asked for."""
    quiet = subprocess.DEVNULL
    return subprocess.run(command, check=False, stdout=quiet, stderr=quiet).returncode == 0


def main() -> None:
    """Make sure that there is a browser, if there can be one, and the light one where it can."""
    given = os.environ.get("SYMPOSIUM_CHROMIUM")
    if find() is None or (not given and shutil.which(SHELL) is None and _may_install()):
        print("tests: installing Chromium …", flush=True)
        install()
    found = find()
    print(f"tests: browser {found}" if found else "tests: no browser, its tests are skipped")


if __name__ == "__main__":
    main()
