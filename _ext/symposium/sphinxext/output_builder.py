"""Writing all outputs of a site besides the pages of documents.

They are made after Sphinx has finished its own pages, and only those that changed.
`symposium.export.outputs` defines the outputs; `symposium.export.task_pool` distributes the work.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment

from symposium.export import api
from symposium.export.appointments import epoch
from symposium.export.build_work import Task
from symposium.export.file_writing import write_if_changed
from symposium.export.markdown_twins import MAX_RECORDS
from symposium.export.outputs import API, OUTPUTS, PAGES, neighbours
from symposium.export.task_pool import Results, TaskResult, do_all
from symposium.kinds import BY_FOLDER
from symposium.model.gate import read_file
from symposium.model.memory import uncollected
from symposium.pages.frame import Frame, Key, frame_keys
from symposium.sphinxext import executors, outdated, publishing, search
from symposium.sphinxext.build_folders import UNFINISHED, remove_left_over
from symposium.sphinxext.build_site import WHOLE_SITE, site_of
from symposium.sphinxext.document_facts import listings_in, moved_documents
from symposium.sphinxext.frame_maker import faithful_frame, render_by_theme
from symposium.sphinxext.manifest import (
    RELATED,
    KnownTasks,
    Manifest,
    manifests,
    path_of,
    paths_of,
    present_in,
)  # fmt: skip
from symposium.sphinxext.reasons import Reasons
from symposium.sphinxext.reports import progress
from symposium.sphinxext.search import PAGE
from symposium.sphinxext.stored_values import digest

MIN_PAGES = 4
"""The fewest pages for which a frame is worth its four renderings."""
MENTIONS = "mentions.json"
"""The file beside the environment that has the mentions in documents, for commands."""

FOLDERS = ("years", "api/v1", "search", "listings")
"""Folders of a site that only have derived files, besides those of kinds."""


def setup(app: Sphinx) -> None:
    """Find the documents to write again, and write the outputs that Sphinx does not know."""
    app.connect("env-before-read-docs", begin)
    app.connect("env-get-updated", find_outdated)
    app.connect("build-finished", write_outputs, priority=400)
    app.connect("build-finished", end, priority=950)


def begin(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Mark a build as unfinished: if it is killed, the next one makes everything again."""
    del env
    marker = path_of(app).with_suffix(UNFINISHED)
    if interrupted := marker.exists():
        remove_left_over(Path(app.doctreedir))
        remove_left_over(Path(app.outdir))
    if app.builder.name in WHOLE_SITE:
        manifests[app] = manifest = Manifest.load(app)
        manifest.interrupted, manifest.reads = interrupted, frozenset(docnames)
    marker.touch()


def end(app: Sphinx, exception: Exception | None) -> None:
    """Store the manifest, and remove the mark of an unfinished build."""
    if exception is not None:
        return
    manifest = manifests.pop(app, None)
    if manifest and not manifest.unchanged:
        manifest.store(site_of(app).work.shows)
    elif manifest:
        manifest.path.touch()  # its time is that of the last build
    path_of(app).with_suffix(UNFINISHED).unlink()


def find_outdated(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return the documents that must be written again although they were not read again."""
    if app.builder.name not in WHOLE_SITE:
        return []
    manifest, site = manifests[app], site_of(app)
    if site.scope.site:
        publishing.remove_old_copies(app, manifest)
    docnames = _outdated(app, env, manifest)
    if app.verbosity:
        due = sorted(manifest.reads.union(docnames))
        Reasons(app, manifest).tell(map(site.scope.layout.page, due))
    return docnames


def _outdated(app: Sphinx, env: BuildEnvironment, manifest: Manifest) -> list[str]:
    """Compare the manifest with today's digests, and bring it up to date."""
    site, inputs = site_of(app), outdated.frame_inputs(app)
    dated_by = f"{site.commit} {epoch()}"  # what tells when calendars were changed
    files = outdated.published_states(site.root)
    read = sorted(env.all_docs.items())  # documents, each with the time when it was read
    everything = [inputs, site.sources, files, read, dated_by]
    sources = digest(json.dumps(everything, sort_keys=True).encode())
    manifest.unchanged = manifest.sources == sources and not manifest.interrupted
    if manifest.unchanged:
        return []
    if site.is_idle(env) and not manifest.outputs:
        del manifests[app]
        return []
    manifest.compare(inputs | {outdated.NAVIGATION: outdated.navigation_digest(app)})
    site.work.related = () if manifest.changed else manifest.numbers(RELATED)
    before, page_of = manifest.documents, site.scope.layout.page
    manifest.sources = sources
    manifest.documents = outdated.document_digests(app, env)
    manifest.left = frozenset(before).difference(manifest.documents)
    pages = {name: page_of(name) for name in sorted(env.found_docs)}
    changed = [name for name, page in pages.items() if before.get(page) != manifest.documents[page]]
    if manifest.changed:
        manifest.frames = []
        # Sphinx itself decides about documents of a host that show no record.
        documents = env.found_docs if site.scope.site else site.documents.keys() & env.found_docs
        return sorted({*changed, *documents})
    return changed


def write_outputs(app: Sphinx, exception: Exception | None) -> None:
    """Make all outputs, and remove files that no longer belong to the site."""
    manifest = manifests.get(app)
    if exception is not None or manifest is None:
        return
    if not isinstance(app.builder, StandaloneHTMLBuilder):
        return
    if not manifest.is_right():
        _Update(app, app.builder, manifest).run()
        manifest.unchanged = False
    if site_of(app).scope.site:
        # Sphinx's copy of the last configuration is not part of the site.
        (manifest.outdir / ".buildinfo.bak").unlink(missing_ok=True)
    progress(app).finish()
    mentions = site_of(app).mentions.to_json().encode()
    write_if_changed(str(Path(app.doctreedir, MENTIONS)), mentions)


class _Update:
    """The update of all outputs in one build."""

    def __init__(self, app: Sphinx, builder: StandaloneHTMLBuilder, manifest: Manifest) -> None:
        self.app = app
        self.builder = builder
        self.manifest = manifest
        self.site = site_of(app)
        self.tell = progress(app)
        self.work = self.site.work
        layout = self.site.scope.layout
        self.work.brought = publishing.brought(app, layout.base)
        self.present = present_in(manifest.outdir) - self.work.brought
        pages = {*map(layout.page, app.env.found_docs)}
        if self.site.urls.hosted and self.site.urls.style == "dirhtml":
            # The builder writes the page "people" to the file of "people/index".
            pages |= {f"{page}/index" for page in pages}
        self.work.documents = frozenset(pages)
        self.work.prose = tuple(search.other_pages(app, self.site))
        self.work.hidden = search.hidden_documents(app)
        self.work.title = app.config.project
        self.work.published_api = bool(app.config.symposium_api)
        if self.site.scope.site:
            self.work.title = app.config.html_title or app.config.project
            if app.config.symposium_markdown is not False:
                is_small = sum(map(len, self.work.kb.entities.values())) <= MAX_RECORDS
                self.work.markdown = is_small or app.config.symposium_markdown is True
            self.work.unlisted = publishing.unlisted(app)
            self.work.not_found = publishing.not_found_page(app, builder)
        self.work.kept = Path(app.doctreedir, ".search", manifest.path.stem)
        if manifest.changed and self.work.kept.exists():
            shutil.rmtree(self.work.kept)
        self.work.moved = moved_documents(app.env, layout)
        self.work.listings = listings_in(app.env, layout)

    @uncollected()  # forked processes do not collect either, which would copy shared memory
    def run(self) -> None:
        """Do all tasks that are due, remove outdated files, and note the results."""
        app, manifest, work = self.app, self.manifest, self.work
        urls, pages = self.site.urls, PAGES.name
        due: dict[str, list[str]] = {}
        idle = self.site.is_idle(app.env)
        before, manifest.outputs = manifest.outputs, {}
        for output in OUTPUTS:
            self.tell("planning pages and files")
            last = {} if manifest.changed else before.get(output.name, {})
            due[output.name] = self._plan(output.name, () if idle else output.tasks(work), last)
        if app.verbosity:
            Reasons(app, manifest).tell(due[pages])
        work.frames = self._frames(due[pages])
        frame_of = work.frames.get
        by_theme = {page for page in due[pages] if None in map(frame_of, frame_keys(page))}
        due[pages] = neighbours(work, (page for page in due[pages] if page not in by_theme))
        for number, page in enumerate(sorted(by_theme)):
            self.tell(PAGES.doing, number, len(by_theme))
            html = render_by_theme(self.builder, urls, work.pages.render(page))
            paths = [path for path in [urls.file(page)] if path not in work.brought]
            for path in paths:
                write_if_changed(str(manifest.outdir / path), html.encode())
            self._note(pages, [TaskResult(page, paths, not work.pages.beyond_reach(page))])
        for output_name, results in do_all(
            work, manifest.outdir, due.items(), jobs=executors.jobs(app),
            make_executor=executors.maker(app), folder=Path(app.doctreedir), tell=self.tell,
        ):  # fmt: skip
            self._note(output_name, results)
        self._index_api(due[API.name])
        self._remove_left_over(before)

    def _plan(self, output: str, tasks: Iterable[Task], last: Mapping[str, list[Any]]) -> list[str]:
        """Return the names of the tasks that are due; ``last`` has their entries of last time."""
        due: list[str] = []
        entries = self.manifest.outputs[output] = {}
        for name, number in tasks:
            made_from, *paths = last.get(name, (None,))
            # A task without files is due again: the project's own file may have been in the way.
            is_made = paths and self.present.issuperset(paths)
            if number is None or number != made_from or not is_made:
                due.append(name)
                paths = []
            entries[name] = [number, *paths]
        return due

    def _note(self, output: str, results: Results) -> None:
        """Note the results of tasks in the manifest."""
        entries = self.manifest.outputs[output]
        for name, paths, covered in results:
            entries[name] = [entries[name][0] if covered else None, *paths]

    def _index_api(self, remade: Iterable[str]) -> None:
        """Write the index of the API, with the digests of its files, of which some were remade."""
        files, digests = self.manifest.outputs[API.name], self.manifest.digests
        for file in remade:
            digests[file] = api.digest(read_file(self.manifest.outdir / file))
        if files and api.INDEX not in self.work.brought:
            index = api.index_file(self.work.api_parts, digests)
            write_if_changed(str(self.manifest.outdir / api.INDEX), index)
            files[api.INDEX] = [None, api.INDEX]

    def _remove_left_over(self, before: KnownTasks) -> None:
        """Remove the files that an earlier build made and this one does not."""
        urls, manifest, scope = self.site.urls, self.manifest, self.site.scope
        pages = [page for page in manifest.left if scope.is_ours(scope.layout.docname(page))]
        stale = paths_of(before).union(map(urls.file, pages))
        if scope.site and (manifest.interrupted or not before):
            # Files may be missing in the manifest. A host may have own files in these folders.
            folders = tuple(f"{folder}/" for folder in (*BY_FOLDER, *FOLDERS))
            stale.update(path for path in self.present if path.startswith(folders))
        if stale:
            alive = paths_of(manifest.outputs).union(map(urls.file, (*manifest.documents, PAGE)))
            manifest.remove(stale - alive - self.work.brought)

    def _frames(self, pages: list[str]) -> dict[Key, Frame | None]:
        """Return the frames of pages, reusing those of the last build."""
        frames = self.manifest.frames_by_key()
        for key, count in Counter(key for page in pages for key in frame_keys(page)).items():
            if key not in frames and count >= MIN_PAGES:
                frames[key] = faithful_frame(self.builder, self.site.urls, key)
        self.manifest.frames = [(key, frame and tuple(frame)) for key, frame in frames.items()]
        return frames
