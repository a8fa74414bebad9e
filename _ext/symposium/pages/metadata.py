"""The elements of ``<head>``: ``<meta>`` and ``<link>``, escaped and each on one line."""

from __future__ import annotations

from markupsafe import escape

Tag = tuple[str, str | None]


def meta(tags: list[Tag]) -> str:
    """Return ``<meta>`` elements, one a line; tags without a value are left out.

    >>> meta([("description", 'a "b"'), ("citation_doi", None)])
    '<meta name="description" content="a &#34;b&#34;" />'
    """
    given = [(name, value) for name, value in tags if value]
    # All values are escaped at once: a page has a dozen, and a site a hundred thousand pages.
    text = "\0".join([value for _, value in given])
    if "\n" in text or "  " in text or "\t" in text or "\r" in text:
        text = on_one_line(text)
    values = str(escape(text)).split("\0")  # the parts of markup would be markup, each
    if len(values) != len(given):
        values = [str(escape(on_one_line(value))) for _, value in given]
    return "\n".join(
        [
            f'<meta {"property" if name[:3] == "og:" else "name"}="{name}" content="{value}" />'
            for (name, _), value in zip(given, values)  # noqa: B905 - as long
        ]
    )


def on_one_line(text: str) -> str:
    """Return text with one space in the place of several, and of tabs and line ends."""
    for sign in "\t\r\n":
        text = text.replace(sign, " ")
    while "  " in text:
        text = text.replace("  ", " ")
    return text


def alternate(media_type: str, address: str, title: str, relation: str = "alternate") -> str:
    """Return the ``<link>`` to another form of a page.

    >>> alternate("text/calendar", "a.ics", "A & B")
    '<link rel="alternate" type="text/calendar" href="a.ics" title="A &amp; B" />'
    """
    title = str(escape(on_one_line(title)))
    return f'<link rel="{relation}" type="{media_type}" href="{address}" title="{title}" />'
