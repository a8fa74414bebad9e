"""The explanation of a code of ``symposium check``: its page of the guide."""

from __future__ import annotations

import re
from pathlib import Path

from symposium.cli.wrong_use import WrongUseError
from symposium.lint.check_settings import nearest_code
from symposium.lint.wanted_problems import codes_with
from symposium.model.problems import OtherCode
from symposium.plugin.collection import Plugins

RE_CAPTION = re.compile(r"^(`{3,})\{code-block\} (\S+)\n:caption: (.+)\n\n", re.MULTILINE)
"""How a block of code begins that shows a file."""


def explained(text: str, plugins: Plugins) -> str:
    """Return what a code means: a line, and below it the page, with the names of files as text.

    Of a code of a plugin, the explanation takes the place of the page.

    Raises:
        WrongUseError: if there is no such code.
    """
    codes = codes_with(plugins.rules)
    code = codes.get(text)
    if code is None:
        raise WrongUseError(f'"{text}" is not a code: {nearest_code(text, codes)}')
    line = f"{code.code} ({code.severity.name.lower()}): {code.meaning}"
    if isinstance(code, OtherCode):
        return f"{line}\n\n{plugins.rules[code].explanation}".rstrip()
    page = _page(f"{code.code.lower()}.md")
    # The page begins with the same: its title and its severity.
    body = RE_CAPTION.sub(r"\3:\n\n\1\2\n", page.split("\n", 4)[-1]).strip()
    return f"{line}\n\n{body}" if body else line


def _page(name: str) -> str:
    """Return the text of a page, or an empty text.

    What is installed has the pages in the package; in a checkout they are in the guide alone.
    """
    package, checkout = Path(__file__).parents[1], Path(__file__).parents[3] / "guide"
    for folder in (package / "checks", checkout / "checks"):
        if (folder / name).is_file():
            return (folder / name).read_text(encoding="utf-8")
    return ""
