"""Links in texts of other systems: those that a page of ours may have, made safe."""

from __future__ import annotations

from urllib.parse import urljoin


def address(text: str, base: str = "") -> str:
    """Return a link with what must not stand in one encoded, or nothing if it is none of ours.

    >>> address("/media/a b.pdf", "https://example.org/x/"), address("javascript:alert(1)")
    ('https://example.org/media/a%20b.pdf', '')
    >>> address("www.example.org/a")
    'https://www.example.org/a'
    """
    text = text.strip()
    if text[:4].lower() == "www.":
        text = f"https://{text}"
    scheme = text.partition(":")[0].lower()
    try:
        if scheme not in {"http", "https", "mailto"}:
            if not base.lower().startswith(("http://", "https://")) or (
                ":" in text.split("/")[0] or text.startswith("#")
            ):
                return ""
            text = urljoin(base, text)
    except ValueError:
        return ""
    made = "".join(_encoded(char) for char in text)
    rest = made.partition(":")[2]
    if scheme == "mailto":
        return made if "@" in rest.strip("@") else ""
    return made if rest.startswith("//") and rest[2:3] not in {"", "/", "?", "#"} else ""


def _encoded(char: str) -> str:
    """Return a character of a link, encoded if it would end the link in Markdown or HTML."""
    if char in " <>\"\\^`{|}[]()'*" or not char.isprintable() or char.isspace():
        return "".join(f"%{byte:02X}" for byte in char.encode("utf-8", "replace"))
    return char
