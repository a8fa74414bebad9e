"""A wheel of the installed package, for projects that are built where no index has it.

It is made of the package and its metadata, without network and build tools, from whatever this is:
an installed wheel, an editable installation or a checkout. The same package gives the same bytes.
"""

from __future__ import annotations

import io
import re
import tomllib
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import Distribution
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import symposium

TAG = "py3-none-any"
WHEEL = f"Wheel-Version: 1.0\nGenerator: symposium\nRoot-Is-Purelib: true\nTag: {TAG}\n"
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip file can tell."""


def wheel_of(distribution: Distribution) -> tuple[str, bytes]:
    """Return file name and content of a wheel of this package."""
    name = re.sub(r"[-_.]+", "_", distribution.name).lower()
    info = f"{name}-{distribution.version}.dist-info"
    files = {**dict(_package()), **{f"{info}/{path}": data for path, data in _info(distribution)}}
    record = "".join(f"{path},{_digest(data)},{len(data)}\n" for path, data in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for path, data in files.items():
            one = ZipInfo(path, EPOCH)
            one.external_attr = 0o100644 << 16  # a file that everybody may read
            archive.writestr(one, data, ZIP_DEFLATED)
    return f"{name}-{distribution.version}-{TAG}.whl", made.getvalue()


def _package() -> Iterator[tuple[str, bytes]]:
    """Yield path and content of each file of the package."""
    folder = Path(symposium.__file__).parent
    yield from _below(folder, folder.name)
    checkout = folder.parents[1]
    settings = checkout / "pyproject.toml"
    if folder.parent.name == "_ext" and settings.is_file():
        # What a build brings into the package is not in it yet.
        build = tomllib.loads(settings.read_text("utf-8"))["tool"]["hatch"]["build"]
        for source, target in build["targets"]["wheel"]["sources"].items():
            if target:
                yield from _below(checkout / source, target)


def _below(folder: Path, target: str) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if path.is_file() and not any(part.startswith((".", "__pycache__")) for part in parts):
            yield "/".join((target, *parts)), path.read_bytes()


def _info(distribution: Distribution) -> Iterator[tuple[str, bytes]]:
    """Yield path and content of the files that tell an installer about the package."""
    yield "METADATA", (distribution.read_text("METADATA") or "").encode()
    yield "WHEEL", WHEEL.encode()
    yield "entry_points.txt", (distribution.read_text("entry_points.txt") or "").encode()
    for path in sorted(distribution.files or ()):
        _, found, licence = path.as_posix().partition(".dist-info/licenses/")
        if found:
            yield f"licenses/{licence}", path.read_binary()


def _digest(data: bytes) -> str:
    return f"sha256={urlsafe_b64encode(sha256(data).digest()).decode().rstrip('=')}"
