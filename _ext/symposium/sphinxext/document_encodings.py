"""Documents that are not UTF-8: they are read and reported."""

from __future__ import annotations

import codecs

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from symposium.model.encodings import RE_CONTROL, decode, decode_file
from symposium.model.gate import read_file
from symposium.model.problems import Code
from symposium.sphinxext.build_site import site_of
from symposium.sphinxext.reports import report

NAME = "symposium_text"
"""Name of the encoding in which Sphinx reads documents."""


def _text(data: bytes) -> str:
    return RE_CONTROL.sub(" ", decode(data).text)


class _Decoder(codecs.BufferedIncrementalDecoder):
    """Decodes a file when all of it is there: how it is encoded shows at its end."""

    def _buffer_decode(  # type: ignore[override]
        self, data: bytes, errors: str, final: bool
    ) -> tuple[str, int]:
        del errors
        return (_text(data), len(data)) if final else ("", 0)


def setup(app: Sphinx) -> None:
    """Let documents be read in our encoding."""
    codecs.register(_find)
    app.connect("builder-inited", set_encoding, priority=50)
    app.connect("env-before-read-docs", report_encodings)


def _find(name: str) -> codecs.CodecInfo | None:
    if name != NAME:
        return None
    return codecs.CodecInfo(
        name=NAME,
        encode=codecs.utf_8_encode,
        decode=lambda data, _errors="": (_text(bytes(data)), len(data)),
        incrementaldecoder=_Decoder,
    )


def set_encoding(app: Sphinx) -> None:
    """Name our encoding to Sphinx, which has no handler for what is not UTF-8."""
    app.env.settings["input_encoding"] = NAME


def report_encodings(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Report documents that are not UTF-8, but for those of records: they are reported already."""
    site = site_of(app)
    for docname in docnames:
        if docname not in site.documents:
            path = env.doc2path(docname)
            name = path.relative_to(app.srcdir).as_posix()
            problems = decode_file(read_file(path), name, Code.FILE_ENCODING)[1]
            report(problems)
            site.problems += tuple(problems)
