"""How a site of al-folio looks, as far as a project has a setting for it: colour, icon, header."""

from __future__ import annotations

import re

from symposium.intake.sites.front_matter import OtherFile, groups, said
from symposium.intake.sites.jekyll import JekyllSite
from symposium.pages.colours import DAY, colour_of, readable

RE_ACCENT = re.compile(r"--global-theme-color:\s*(?:#\{(?:\w+\.)?\$([\w-]+)\}|(#[0-9a-fA-F]{3,6}))")
ICON = "files/icon.svg"
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
    '<text y=".9em" font-size="90">{}</text></svg>\n'
)


def read_looks(site: JekyllSite) -> None:
    """Take over the colour of links and the icon."""
    site.found.accent = _accent(site)
    icon = said(site.config, "icon")
    if icon and not icon.isascii() and len(icon) < 9:
        site.found.icon, site.found.files[ICON] = ICON, SVG.format(icon).encode()
    elif icon.endswith((".png", ".ico")):
        site.found.icon = site.tree.published(icon, "assets/img") or ""


def _accent(site: JekyllSite) -> str:
    """Return the colour of links, dark enough to be read; nothing if its style sheets have none."""
    texts = [site.tree.peeked(path) for path in site.tree.below("_sass", ".scss")]
    found = next((one for text in texts if (one := RE_ACCENT.search(text))), None)
    named = found[2] if found else None
    if found and found[1]:
        variable = re.compile(rf"\${re.escape(found[1])}:\s*(#[0-9a-fA-F]{{3,6}})")
        named = next((one[1] for text in texts if (one := variable.search(text))), None)
    colour = colour_of(named) if named else None
    return str(readable(colour, DAY)) if colour else ""


def read_header(site: JekyllSite, pages: list[tuple[OtherFile, str]]) -> None:
    """Take over the entries of the header, and those of its menus."""
    entries: list[tuple[float, str, str]] = []
    for file, address in pages:
        if not file.is_true("nav") or address == "/":
            continue
        order = _number(file.text("nav_order"))
        if file.is_true("dropdown"):
            rows = file.items("children")
            entries += [(order, said(one, "permalink"), said(one, "title")) for one in rows
                        if said(one, "permalink")]  # fmt: skip
        else:
            entries.append((order, address, file.text("title") or address.strip("/")))
    name = said(site.config, "blog_nav_title")
    if name and not any(address.startswith("/blog") for _, address, _ in entries):
        entries.insert(0, (0, "/blog/", name))
    seen: dict[str, str] = {}
    for _, address, title in sorted(entries, key=lambda one: one[0]):
        seen.setdefault(address, title[:1].upper() + title[1:])
    site.found.header = list(seen.items())


def _number(text: str) -> float:
    return float(text) if re.fullmatch(r"\d{1,6}(?:\.\d{1,6})?", text) else 1e6


def read_repositories(site: JekyllSite) -> None:
    """Keep the list of code that the page of repositories shows."""
    data, _ = site.data("repositories")
    for name in ("github_users", "github_repos") if isinstance(data, dict) else ():
        rows = data.get(name)
        texts = [one for one in rows if isinstance(one, str)] if isinstance(rows, list) else []
        texts += [f"{said(one, 'owner')}/{said(one, 'name')}" for one in groups(rows)
                  if said(one, "owner") and said(one, "name")]  # fmt: skip
        lines = [f"- [{one}](https://github.com/{one})" for one in texts]
        site.found.lists[f"repositories.{name}"] = "\n".join(lines)
