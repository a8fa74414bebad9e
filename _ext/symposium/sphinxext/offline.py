"""Programmes without a network: a service worker that keeps their pages, and a web manifest.

The worker keeps the published page of an event, those of its talks and of the people they name,
and all files that these pages load. Its version is a digest of their content.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from sphinx.application import Sphinx

from symposium.export.file_writing import write_if_changed
from symposium.lint.options import of_event
from symposium.pages.subjects import MY_PROGRAMME
from symposium.pages.urls import docname
from symposium.pages.views.indexes import event_ids
from symposium.sphinxext.build_site import WHOLE_SITE, ShownPage, on_page, site_of
from symposium.sphinxext.config import report_fault, warn_of
from symposium.web import WORKER

MANIFEST, WORKER_FILE = "symposium.webmanifest", "symposium-worker.js"
LIMIT = 10_000_000
"""The most bytes that the worker keeps."""
LATER = tuple(f"symposium-{name}.js" for name in ("my-calendar", "my-list", "my-programme", "page"))
"""The scripts that My programme loads when they are needed."""

RE_LINK = re.compile(r'\s(?:href|src|data-sy-calendar)="([^"#]+)')
RE_URL = re.compile(r"""url\(["']?([^"')#]+)""")
ASSETS = (".css", ".js", ".ics", ".svg", ".png", ".jpg", ".jpeg", ".webp", ".ico", ".woff2")
ICONS = {".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon"}


def setup(app: Sphinx) -> None:
    """Name the manifest in pages, and write manifest and worker."""
    on_page(app, name_manifest)
    app.connect("build-finished", write_files, priority=450)


def name_manifest(page: ShownPage) -> None:
    """Add the manifest to the context of a page if the option is set."""
    if page.app.config.symposium_offline:
        page.context["symposium_manifest"] = MANIFEST


def write_files(app: Sphinx, exception: Exception | None) -> None:
    """Write worker and manifest or, if the option is not set, remove those of an earlier build.

    A worker that is installed in a browser unregisters itself when its file is gone.
    """
    if exception is not None or app.builder.name not in WHOLE_SITE:
        return
    if not app.config.symposium_offline:
        for name in (MANIFEST, WORKER_FILE):
            Path(app.outdir, name).unlink(missing_ok=True)
        return
    site, urls, outdir = site_of(app), site_of(app).urls, Path(app.outdir)
    start = urls.path(MY_PROGRAMME[1])
    later = [f"_static/{name}" for name in LATER]
    kept = reached(outdir, [start, *later])
    events, left_out = wanted_events(app), []
    for event_id in events:
        page = urls.path(docname("event", event_id))
        home = [urls.path(app.config.root_doc)] if site.home == ("event", event_id) else []
        larger = kept | reached(outdir, [page, *home], page.removesuffix("index.html"))
        if sum(map(len, larger.values())) > LIMIT:
            left_out.append(event_id)
        else:
            kept = larger
    if left_out:
        message = f"more than {LIMIT // 10**6} MB: these events are not kept: {', '.join(left_out)}"
        warn_of(app.config, "symposium_offline", message)
    if len(events) == 1:
        start = urls.path(docname("event", events[0]))
    files = {MANIFEST: manifest(app, start if start in kept else ""), WORKER_FILE: worker(kept)}
    for name, text in files.items():
        write_if_changed(f"{outdir}/{name}", text.encode())


def wanted_events(app: Sphinx) -> list[str]:
    """Return the ids of the events to keep, and report those that do not exist."""
    site, setting = site_of(app), app.config.symposium_offline
    ids = [id_ for id_ in event_ids(site.kb) if site.kb.relations.talks_of_event.get(id_)]
    if setting is True:
        return ids
    names = [str(name) for name in setting]
    for name in names:
        if name not in site.kb.events:
            report_fault(app, "symposium_offline", of_event(name, site.kb))
    return [name for name in dict.fromkeys(names) if name in site.kb.events]


def reached(outdir: Path, urls: Iterable[str], event: str = "") -> dict[str, bytes]:
    """Return the content of files of a site by their addresses, relative to the site.

    The files are those of ``urls``, the assets of these pages and, for pages below ``event``, the
    pages of its parts, talks and people.
    """
    files: dict[str, bytes] = {}
    queue = list(urls)
    while queue:
        url = queue.pop()
        path = unquote(url.partition("?")[0])
        file = outdir / (f"{path}index.html" if not path or path.endswith("/") else path)
        if url not in files and file.is_file():
            files[url] = file.read_bytes()
            of_event = bool(event) and url.startswith(event)
            queue += [
                link
                for link in links(url, files[url])
                if link.partition("?")[0].endswith(ASSETS)
                or (of_event and link.startswith((event, "people/")) and _is_page(link))
            ]
    return files


def links(url: str, content: bytes) -> Iterator[str]:
    """Yield the addresses within the site that a page or a style sheet links to."""
    path = url.partition("?")[0]
    pattern = RE_URL if path.endswith(".css") else RE_LINK
    if not (path.endswith((".css", ".html", "/")) or not path):
        return
    for address in pattern.findall(content.decode(errors="replace")):
        target = urlsplit(unescape(address))
        if not target.scheme and not target.netloc:
            yield urljoin(f"/{url}", unescape(address)).removeprefix("/")


def _is_page(url: str) -> bool:
    return url.endswith((".html", "/")) and url not in {"people/", "people/index.html"}


def worker(kept: Mapping[str, bytes]) -> str:
    """Return the script of the worker, given the files to keep."""
    seen = sha256()
    for url, content in sorted(kept.items()):
        seen.update(f"{url} {len(content)}\n".encode() + content)
    data = json.dumps({"version": seen.hexdigest()[:16], "files": sorted(kept)})
    return f"const symposiumKept = {data};\n{WORKER.read_text(encoding='utf-8')}"


def manifest(app: Sphinx, start: str) -> str:
    """Return the web manifest, with which a browser can install the site."""
    icon = app.config.html_favicon or "symposium.svg"
    source = icon if urlsplit(icon).scheme else f"_static/{Path(icon).name}"
    title = str(app.config.html_title or app.config.project)
    members = {
        "name": title,
        "short_name": str(app.config.project),
        "lang": app.config.language,
        "id": "./",
        "start_url": start or "./",
        "scope": "./",
        "display": "minimal-ui",
        "icons": [{"src": source, "sizes": "any", "type": ICONS.get(Path(icon).suffix, "")}],
    }
    return json.dumps(members, ensure_ascii=False, indent=1) + "\n"
