"""A Symposium project for a bibliography, its builds, and changes between them."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

import symposium
from measure import Cost, run
from symposium.cli.serve import Rebuild

LAYOUT = Path(symposium.__file__).parent / "sphinxext" / "templates" / "layout.html"
IN_HEAD = b"{%- block extrahead %}\n"
PERSON_TEXT = "---\nname: {name}\naffiliations:\n  - organization: Somewhere\n---\nA person.\n"
PAGES_ALONE = str(Path(__file__).with_name("pages_alone.py"))
LEFT_OUT = tuple(
    word
    for option in ("search=0", "api=0", "markdown=0", "citation_files=0", "citation_styles=")
    for word in ("-D", f"symposium_{option}")
)
"""Options for pages without what the site of Hugo has not."""
RE_TITLE = re.compile(rb"(?mi)^(\s*title\s*=\s*[{\"])")


@dataclass(slots=True)
class Project:
    """A project, with its changes for `restore`."""

    root: Path
    changed: dict[Path, bytes | None] = field(default_factory=dict)
    """Former content of changed files; ``None`` for new files."""

    def build(self, *, everything: bool = False) -> Cost:
        """Build the pages, or all output formats; end the benchmark if that fails."""
        out = self.out(everything=everything)
        start = ("-m", "sphinx") if everything else (PAGES_ALONE, *LEFT_OUT)
        command = [sys.executable, *start, "-q", "-b", "html", "-j", "auto"]
        command += ["-d", str(out.with_name("doctrees")), ".", str(out)]
        cost = run(command, self.root)
        if cost.code:
            raise SystemExit(f"bench: {self.root.name} does not build:\n{cost.output[-4000:]}")
        return cost

    def out(self, *, everything: bool = False) -> Path:
        """Return the folder of the pages; other files of a build are beside it."""
        return self.root / ("_build-everything" if everything else "_build") / "html"

    def write(self, path: Path, content: bytes) -> None:
        """Write a file of the project, until `restore`."""
        if path not in self.changed:
            self.changed[path] = path.read_bytes() if path.exists() else None
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)

    def restore(self) -> None:
        """Undo all changes."""
        for path, content in self.changed.items():
            if content is None:
                path.unlink()
                with suppress(OSError):  # a folder with other files stays
                    path.parent.rmdir()
            else:
                path.write_bytes(content)
        self.changed.clear()


def make_project(bib: Path, folder: Path) -> Project:
    """Return a new project for a bibliography, with a copy of the layout template."""
    root = folder / bib.stem
    cost = run([sys.executable, "-m", "symposium", "new", str(root), "--bib", str(bib)], folder)
    if not (root / "conf.py").is_file():
        raise SystemExit(f"bench: no project of {bib}:\n{cost.output}")
    with (root / "conf.py").open("a", encoding="utf-8") as file:
        file.write('templates_path = ["_templates"]\n')
    (root / "_templates").mkdir()
    (root / "_templates" / "layout.html").write_bytes(LAYOUT.read_bytes())
    return Project(root)


def describe_person(project: Project, out: Path) -> None:
    """Write a file for one of the people with a page in ``out``."""
    pages = sorted(out.glob("people/*.html"), key=lambda path: path.stat().st_size)
    page = pages[len(pages) // 2]
    heading = re.search(r"<h1>([^<]+)", page.read_text(encoding="utf-8"))
    name = heading[1] if heading else page.stem
    path = project.root / "people" / f"{page.stem}.md"
    project.write(path, PERSON_TEXT.format(name=f'"{name}"').encode())


def change_front_matter(project: Project) -> None:
    """Change the affiliation of the described person."""
    path = next(path for path in project.changed if path.parent.name == "people")
    project.write(path, path.read_bytes().replace(b"Somewhere", b"Elsewhere"))


def change_entry(project: Project) -> None:
    """Change the title of an entry in the middle of the bibliography."""
    path = project.root / "refs.bib"
    text = path.read_bytes()
    title = RE_TITLE.search(text, len(text) // 2)
    if not title:
        raise SystemExit("bench: no title to change")
    project.write(path, text[: title.end()] + b"Changed: " + text[title.end() :])


def change_template(project: Project) -> None:
    """Change the layout of all pages."""
    path = project.root / "_templates" / "layout.html"
    text = path.read_bytes()
    if IN_HEAD not in text:
        raise SystemExit("bench: no block in the layout to change")
    project.write(path, text.replace(IN_HEAD, IN_HEAD + b'<meta name="changed" content="yes" />\n'))


CHANGES: tuple[tuple[str, Callable[[Project], None]], ...] = (
    ("one front-matter line", change_front_matter),
    ("one entry", change_entry),
    ("one template", change_template),
)
"""Changes to measure after `describe_person`, in order."""


def edits_served(project: Project) -> Iterator[tuple[str, float]]:
    """Yield what ``symposium serve`` has done after an edit of the described person, and when.

    The times are in seconds from the edit, which is the second one since the start.
    """
    path = next(path for path in project.changed if path.parent.name == "people")
    with closing(Rebuild(project.root)) as rebuild:
        list(rebuild())
        project.write(path, path.read_bytes() + b"Somebody.\n")
        list(rebuild([str(path)]))
        change_front_matter(project)
        start = time.perf_counter()
        for step, _ in zip(("page there", "all there"), rebuild([str(path)]), strict=True):
            yield step, time.perf_counter() - start
