"""Writing all outputs of a site besides the pages of documents.

They are made when Sphinx has finished its own pages, and only where something changed. What an
output is made of is its own business (`symposium.export.outputs`); who does the work is that of
`symposium.export.task_pool`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment

from symposium.export.appointments import epoch
from symposium.export.build_work import Output, Task
from symposium.export.file_writing import write_if_changed
from symposium.export.markdown_twins import MARKDOWN
from symposium.export.outputs import API, OUTPUTS, PAGES, SEARCH
from symposium.export.publishing_files import HOSTING
from symposium.export.task_pool import Done, do_all
from symposium.model.memory import uncollected
from symposium.pages.frame import Frame, Key, frame_keys
from symposium.reading.git_history import state
from symposium.sphinxext import executors, publishing, search
from symposium.sphinxext.build_folders import UNFINISHED, remove_left_over
from symposium.sphinxext.build_progress import progress
from symposium.sphinxext.build_site import WHOLE_SITE, site_of
from symposium.sphinxext.config import has_markdown, is_site
from symposium.sphinxext.document_facts import listings_in, moved_documents
from symposium.sphinxext.frame_maker import faithful_frame, render_by_theme
from symposium.sphinxext.manifest import (
    Entry,
    Manifest,
    all_paths,
    is_complete,
    manifests,
    orphaned_outputs,
    path_of,
    paths_of,
    present_in,
    usual_path,
)
from symposium.sphinxext.outdated import documents_to_write, frame_inputs, navigation_inputs, said
from symposium.sphinxext.search import PAGE
from symposium.sphinxext.stored_values import digest

ENOUGH = 4
"""Pages for which frames are made, since that takes four renderings, with and without contents."""
MENTIONS = "mentions.json"
"""Name of the file beside the environment that tells commands what the documents say."""


def setup(app: Sphinx) -> None:
    """Find out what to write again, and write what Sphinx does not."""
    app.connect("env-before-read-docs", begin)
    app.connect("env-get-updated", find_outdated)
    app.connect("build-finished", write_outputs, priority=400)
    app.connect("build-finished", end, priority=950)


def begin(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Mark that a build is under way: the next one makes all again if this one does not end."""
    del env, docnames
    marker = path_of(app).with_suffix(UNFINISHED)
    if interrupted := marker.exists():
        remove_left_over(Path(app.doctreedir))
        remove_left_over(Path(app.outdir))
    if app.builder.name in WHOLE_SITE:
        manifests[app] = Manifest.load(app)
        manifests[app].interrupted = interrupted
    marker.touch()


def end(app: Sphinx, exception: Exception | None) -> None:
    """Take the mark away."""
    if exception is None:
        path_of(app).with_suffix(UNFINISHED).unlink()


def find_outdated(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return the documents that must be written again though they were not read again."""
    if app.builder.name not in WHOLE_SITE:
        return []
    manifest = manifests[app]
    inputs = frame_inputs(app)
    dated_by = f"{state(Path(app.srcdir))} {epoch()}"  # what tells when calendars were changed
    sources = digest(f"{site_of(app).sources} {said(env)} {dated_by}".encode())
    manifest.fresh = manifest.interrupted or manifest.inputs != inputs
    if manifest.sources == sources and not manifest.fresh:
        manifest.unchanged = True
        return []
    if site_of(app).is_idle(env) and not manifest.outputs:
        del manifests[app]
        return []
    navigation = navigation_inputs(app)
    manifest.fresh |= manifest.navigation != navigation
    manifest.inputs, manifest.navigation, manifest.sources = inputs, navigation, sources
    outdated = documents_to_write(app, env, manifest.documents)
    progress(app).finish()
    if manifest.fresh:
        manifest.frames = []
        return sorted(env.found_docs if site_of(app).scope.site else outdated)
    return outdated


def write_outputs(app: Sphinx, exception: Exception | None) -> None:
    """Make all outputs, remove what no longer belongs to the site, and index it."""
    if exception is not None or app not in manifests:
        return
    if not isinstance(app.builder, StandaloneHTMLBuilder):
        return
    manifest = manifests.pop(app)
    untouched = manifest.unchanged and manifest.is_untouched()
    urls = site_of(app).urls
    if not untouched and not (manifest.unchanged and is_complete(manifest, urls)):
        _Update(app, app.builder, manifest).run()
        manifest.unchanged = False
    if site_of(app).scope.site:
        # What Sphinx keeps of the last configuration is no part of the site.
        (manifest.outdir / ".buildinfo.bak").unlink(missing_ok=True)
    progress(app).finish()
    mentions = site_of(app).mentions.to_json().encode()
    write_if_changed(str(Path(app.doctreedir, MENTIONS)), mentions)
    if not untouched:
        manifest.note_names()
    manifest.finish(changed=not manifest.unchanged)


class _Update:
    """What is made again in one build."""

    def __init__(self, app: Sphinx, builder: StandaloneHTMLBuilder, manifest: Manifest) -> None:
        self.app = app
        self.builder = builder
        self.manifest = manifest
        self.site = site_of(app)
        self.tell = progress(app)
        self.present = present_in(manifest.outdir)
        self.work = self.site.work
        layout = self.site.scope.layout
        self.work.brought = publishing.brought(app, layout.base)
        pages = {*map(layout.page, app.env.found_docs)}
        if self.site.urls.hosted and self.site.urls.style == "dirhtml":
            # Of a page "people" it makes the file of "people/index".
            pages |= {f"{page}/index" for page in pages}
        self.work.documents = frozenset(pages)
        self.work.prose = tuple(search.other_pages(app, self.site))
        self.work.hidden = search.hidden_documents(app)
        self.work.title = app.config.project
        if self.site.scope.site:
            self.work.title = app.config.html_title or app.config.project
            self.work.markdown = has_markdown(app, self.work.kb)
            self.work.published_api = bool(app.config.symposium_api)
            self.work.unlisted = publishing.unlisted(app)
            self.work.not_found = publishing.not_found_page(app, builder)
        self.work.moved = moved_documents(app.env, layout)
        self.work.listings = listings_in(app.env, layout)

    def run(self) -> None:
        """Make what must be made, remove what is left over, and remember all."""
        app, manifest, work = self.app, self.manifest, self.work
        urls, pages = self.site.urls, PAGES.name
        wanted: dict[str, list[str]] = {}
        known: dict[str, dict[str, Entry]] = {}
        with uncollected():
            for output in OUTPUTS:
                self.tell("planning pages and files")
                tasks = output.tasks(work) if is_wanted(app, output) else ()
                wanted[output.name], known[output.name] = self._plan(output.name, tasks)
        work.frames = self._frames(wanted[pages])
        by_theme = {
            page
            for page in wanted[pages]
            if any(work.frames.get(key) is None for key in frame_keys(page))
        }
        wanted[pages] = [one for one in wanted[pages] if one not in by_theme]
        for number, page in enumerate(sorted(by_theme)):
            self.tell(PAGES.doing, number, len(by_theme))
            html = render_by_theme(self.builder, urls, work.pages.render(page))
            write_if_changed(str(manifest.outdir / urls.file(page)), html.encode())
            if work.pages.beyond_reach(page):
                known[pages][page] = None
        for output_name, done in do_all(
            work,
            manifest.outdir,
            wanted.items(),
            jobs=executors.jobs(app),
            make_executor=executors.maker(app),
            folder=Path(app.doctreedir),
            tell=self.tell,
        ):
            self._note(output_name, done, known[output_name])
        before, unsure, manifest.outputs = manifest.outputs, manifest.unsure, known
        manifest.remove(self._left_over(before))
        if unsure and self.site.scope.site:  # a host has files of its own in folders named as ours
            alive = {*all_paths(manifest, urls), *work.brought, urls.file(PAGE)}
            manifest.remove(orphaned_outputs(manifest.outdir, alive))

    def _plan(self, output: str, tasks: Iterable[Task]) -> tuple[list[str], dict[str, Entry]]:
        """Return the names of the tasks that must be done, and what is known of all.

        What the project brings along is no task.
        """
        before = {} if self.manifest.fresh else self.manifest.outputs.get(output, {})
        due: list[str] = []
        known: dict[str, Entry] = {}
        for name, number in tasks:
            usual = usual_path(output, name, self.site.urls)
            if usual in self.work.brought:
                continue
            entry = before.get(name)
            made_from, *paths = entry if isinstance(entry, list) else (entry, usual)
            if number is None or number != made_from or not self.present.issuperset(paths):
                due.append(name)
                entry = number
            known[name] = entry
        return due, known

    def _left_over(self, before: dict[str, dict[str, Entry]]) -> set[str]:
        """Return the paths of the files that an earlier build made and this one would not."""
        urls, manifest, scope = self.site.urls, self.manifest, self.site.scope
        left = manifest.left.difference(manifest.documents)
        found = {urls.file(one) for one in left if scope.is_ours(scope.layout.docname(one))}
        for output, tasks in before.items():
            now = manifest.outputs.get(output, {})
            for name, entry in tasks.items():
                if name not in now or (isinstance(entry, list) and entry != now[name]):
                    found.update(paths_of(entry, usual_path(output, name, urls)))
        return found.difference(all_paths(manifest, urls), self.work.brought) if found else found

    def _note(self, output: str, done: Done, known: dict[str, Entry]) -> None:
        """Remember what tasks have made."""
        for name, paths, covered in done:
            if not covered:
                known[name] = None
            if paths != [usual_path(output, name, self.site.urls)]:
                known[name] = [known[name], *paths]

    def _frames(self, pages: list[str]) -> dict[Key, Frame | None]:
        """Return the frames of some pages; those of the last build are good if nothing changed."""
        frames: dict[Key, Frame | None] = {}
        for key, frame in self.manifest.frames:
            frames[tuple(key)] = Frame(*map(tuple, frame)) if frame else None
        for key, count in Counter(key for page in pages for key in frame_keys(page)).items():
            if key not in frames and count >= ENOUGH:
                frames[key] = faithful_frame(self.builder, self.site.urls, key)
        self.manifest.frames = [
            [key, [frame.parts, frame.parents, frame.sections] if frame else None]
            for key, frame in frames.items()
        ]
        return frames


def is_wanted(app: Sphinx, output: Output) -> bool:
    """Tell whether a project publishes an output: all are, unless an option says no."""
    if site_of(app).is_idle(app.env):
        return False
    if output.name.startswith(SEARCH):
        return search.has_index(app)
    if output in (HOSTING, MARKDOWN):
        wanted = output is HOSTING or app.config.symposium_markdown is not False
        return is_site(app) and wanted
    return output is not API or bool(app.config.symposium_api)
