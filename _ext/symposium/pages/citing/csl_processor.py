"""Formatted references by a style of CSL: citeproc-py, with some of its faults cured.

The elements of a style are objects of citeproc-py's classes. Here each class has a subclass of its
name, and a style is parsed into these:

* what is looked up in a style is kept: the tree never changes, and searching it took most time;
* a group without any of its variables is left out, as the specification says;
* what takes the place of missing names is not printed again;
* capitals follow the specification: "arXiv" keeps its small letter, labels get a large one;
* quotation marks are set last, so that full stops and commas stand where the language wants them.

Markup, quotation marks and "et al." are signs of Unicode's private use until a reference is
finished. So a text is escaped once, at the end, and nothing in it can become an element.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from citeproc import LOCALES_PATH, VARIABLES, model
from citeproc.source import VariableError
from citeproc.source.json import CiteProcJSON
from lxml import etree

OPEN, CLOSE, ET_AL = "\ue002", "\ue003", "\ue004"
MARKUP = {
    "Italic": ("i", "\ue010\ue011"), "Oblique": ("i", "\ue010\ue011"),
    "Bold": ("b", "\ue012\ue013"), "Superscript": ("sup", "\ue014\ue015"),
    "Subscript": ("sub", "\ue016\ue017"),
}  # fmt: skip
TAGS = {ord(sign): f"<{end}{tag}>" for tag, pair in MARKUP.values()
        for sign, end in zip(pair, ("", "/"), strict=True)}  # fmt: skip
KNOWN = {"id", "type", "language", *(one.replace("_", "-") for one in VARIABLES)}
OLD_NAMES = {"event-title": "event", "director": "editor"}
"""Names of CSL 1.0.2, and those of CSL 1.0 that citeproc-py knows."""
OF_TAG = dict(MARKUP.values())
FORMATS = {"font-style", "font-variant", "font-weight", "text-decoration", "vertical-align"}
"""Attributes of elements that mark text up."""
SMALL = frozenset(model.TextCased._stop_words)  # noqa: SLF001 - the words are CSL's own
"""Words that keep their small letter in titles."""

RE_PRIVATE = re.compile("[\ue000-\uf8ff]")
RE_INITIAL_HYPHEN = re.compile(r"\.\s*-")
RE_WHITE = re.compile("[ \t\r\n]+")
RE_MARKUP = re.compile(r"<(i|b|sup|sub)>([^<]*)</\1>")
RE_STOPPED = re.compile(f"(?<=[?!.])([{CLOSE}\ue010-\ue017]*) ?\\.(?=\\s|$)")
"""A full stop behind a question or another one, with what may stand between them."""
RE_BEFORE_COMMA = re.compile(r"\. ,")
"""The end of a group before what another group begins with, where nothing stands between them."""
RE_ET_AL = re.compile(f"(,?)[ …]*(?:\\b(?:and|und)|&)? *{ET_AL}\\.?")
RE_INSIDE = re.compile(f"{CLOSE}([.,])")
RE_QUOTED = re.compile(f"{OPEN}([^{CLOSE}]*){CLOSE}")
RE_CJK = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]")
RE_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?:\D|$))")
RE_INNER = re.compile('[“"]([^“”"]*)[”"]')
RE_INMOST = re.compile(r"‘([^‘’]*)’(?!\w)")


FORMATTER = SimpleNamespace(
    **{name: f"{pair[0]}{{}}{pair[1]}".format for name, (_, pair) in MARKUP.items()},
    **dict.fromkeys(("preformat", "Light", "Underline", "SmallCaps"), str),
)


class Work(SimpleNamespace):
    """A work while it is formatted, as citeproc-py asks for it."""

    number, has_locator = 1, False

    def __init__(self, item: Mapping[str, Any]) -> None:
        """Take an item of CSL-JSON."""
        reference = CiteProcJSON([item])[str(item["id"]).lower()]
        super().__init__(key=item["id"], reference=reference, called=0, printed=[], spent=set())

    def __contains__(self, name: str) -> bool:
        return False  # no pages of a citation, nothing before or behind it


class _Element:
    """What all elements of a style have in common."""

    def xpath_search(self: Any, expression: str) -> Any:
        """Return what is found in the tree, which is looked up once."""
        found = self.KEPT.get((self, expression))
        if found is None:
            found = self.xpath(expression, namespaces=self.nsmap)
            self.KEPT[self, expression] = found
        return found

    def get_root(self: Any) -> Any:
        """Return the style, or the language, that the element belongs to."""
        found = self.__dict__.get("root")
        return super().get_root() if found is None else found  # type: ignore[misc]

    def get_formatter(self: Any) -> Any:
        """Return what marks text up."""
        return FORMATTER

    def format(self: Any, text: Any) -> Any:
        """Return a text with its markup; most elements have none."""
        if self.__dict__.get("formats", True):
            return super().format(text)  # type: ignore[misc]
        return str(text) if isinstance(text, int) else text

    def case(self: Any, text: Any, language: str | None = None) -> Any:
        """Return a text in the case that the style asks for."""
        wanted = self.get("text-case")
        if wanted == "title":
            return _title_case(text) if (language or "en") == "en" else text
        if wanted == "capitalize-first":
            words = str(text).split(maxsplit=1)
            return text.capitalize_first() if words and words[0].islower() else text
        return super().case(text, language)  # type: ignore[misc]


class _Printed:
    """An element that prints variables; it notes which."""

    def process(self: Any, item: Work, *args: Any, **kwargs: Any) -> Any:
        """Return the text of the variables."""
        # The form of a date is printed by an element of the language, which names no variable.
        names = [one for one in (self.get("variable") or "").split() if one != "year-suffix"]
        item.called += bool(names)
        if not item.spent.isdisjoint(names):
            raise VariableError
        found = super().process(item, *args, **kwargs)  # type: ignore[misc]
        if found[0] if isinstance(found, tuple) else found:
            item.printed += names
        return found


class _Pages:
    def _format_last_page(self: Any, first: str, last: str) -> Any:
        """Return the last page as the style shortens it; "7–21" cannot be shortened."""
        return super()._format_last_page(first, last) if len(first) == len(last) else last  # type: ignore[misc]


class _Number(_Pages, _Printed):
    def format_number(self: Any, number: Any) -> Any:
        """Return a number in the form that the style asks for; of "03" nothing is taken away."""
        kept = str(number).startswith("0") and self.get("form", "numeric") == "numeric"
        return number if kept else super().format_number(number)  # type: ignore[misc]


class _Text(_Pages, _Printed):
    def quote(self: Any, text: Any) -> Any:
        return f"{OPEN}{text}{CLOSE}" if self.get("quotes") == "true" else text


class _Name:
    def initialize(self: Any, given: str, mark: str, context: Any) -> str:
        """Return the initials of given names, or these whole if the style wants them so."""
        if _wanted(self, context, "initialize") == "false":
            return given
        between = f"{mark.strip()}-" if self.get_option("initialize-with-hyphen", context) else mark
        made = ""
        for word in RE_INITIAL_HYPHEN.sub("-", given).replace(".", " ").split():
            initials = [part[0] for part in word.split("-") if part[:1].isupper()]
            made += between.join(initials) + mark if word[0].isupper() else f" {word} "
        return " ".join(made.split())


def _wanted(name: Any, context: Any, option: str) -> str | None:
    """Return what the style says of names: where they stand, for all references, for all."""
    places = (name, context.get_layout().getparent(), name.get_root())
    return next(filter(None, (one.get(option) for one in places)), None)


class _Label:
    def _is_plural(self: Any, item: Work) -> bool:
        """Tell whether several numbers are meant; "8,000,000" is one."""
        value = str(item.reference.get(self.get("variable").replace("-", "_"), ""))
        return self.RE_MULTIPLE_NUMBERS.search(RE_THOUSANDS.sub("", value)) is not None


class _Condition:
    # A hyphen may be a part of one number, as in "2021-3"; a dash stands between two.
    re_numeric = re.compile(r"[A-Z]*\d+[A-Z]*(?:\s*[–,&]\s*[A-Z]*\d+[A-Z]*)*\Z", re.IGNORECASE)


class _Group:
    def process(self: Any, item: Work, context: Any = None, **kwargs: Any) -> Any:
        """Return what the group prints, unless all its variables are empty."""
        called, printed = item.called, len(item.printed)
        delimiter = self.get("delimiter", "")
        text = self.render_children(item, delimiter=delimiter, context=context, **kwargs)
        empty = text is None or (item.called > called and len(item.printed) == printed)
        item.called += 1  # for the group around it, it is a variable
        if empty:
            raise VariableError
        item.printed.append("")
        return text


class _Substitute:
    def render(self: Any, item: Work, context: Any = None, **kwargs: Any) -> Any:
        """Return the first substitute that prints anything; what it prints is spent."""
        for child in self.getchildren():
            printed = len(item.printed)
            names = isinstance(child, model.Names) and child.name is None
            given = kwargs | ({"names_context": self.getparent()} if names else {})
            try:
                text = child.render(item, context=context, **given)
            except VariableError:
                continue
            if text:
                item.spent.update(item.printed[printed:])
                return text
        return None


CURES: Mapping[str, type] = {
    "Text": _Text, "Number": _Number, "Date": _Printed, "Names": _Printed,
    "Name": _Name, "Label": _Label, "Group": _Group, "Substitute": _Substitute,
    "If": _Condition, "Else_If": _Condition,
}  # fmt: skip


class Style:
    """A style, ready to format works."""

    def __init__(self, path: Path, locale: str = "en-US") -> None:
        """Read a file of CSL.

        Raises:
            OSError, ValueError: if it cannot be read, or is no style with a bibliography.
        """
        try:
            self._parser = _parser()
            self._root = self._parsed(path)
            if self._root.bibliography is None:
                raise ValueError("it formats citations, but no bibliography")
        except etree.XMLSyntaxError as error:
            raise ValueError(str(error)) from error
        self._root.formatter = FORMATTER
        own = self._root.findall("cs:locale", self._root.nsmap)
        fit = [one for one in own if _language(one) in {"", locale, locale[:2]}]
        whole = [
            self._parsed(Path(LOCALES_PATH) / f"locales-{one}.xml") for one in (locale, "en-US")
        ]
        self._root.locales = [*sorted(fit, key=lambda one: -len(_language(one))), *whole]
        for one in self._root.locales:
            one.style = self._root
        self._language = self._root.get("default-locale", "en")
        self._layout = self._root.bibliography.find("cs:layout", self._root.nsmap)
        for one in list(self._layout.iter("{*}text")):
            if one.get("variable") == "citation-number":  # a reference stands alone
                one.getparent().remove(one)
        # While an element is held, the parser gives the same object for it.
        self._held = [list(one.iter()) for one in (self._root, *whole)]
        for rows in self._held:
            for one in rows:
                one.root, one.formats = rows[0], not FORMATS.isdisjoint(one.keys())
        self._parts = [
            (one, dict(one.attrib)) for rows in self._held for one in rows
            if isinstance(one, model.Date_Part)
        ]  # fmt: skip

    def _parsed(self, path: Path) -> Any:
        return etree.parse(path, self._parser).getroot()

    def reference(self, item: Mapping[str, Any]) -> str:
        """Return an item of CSL-JSON as HTML, on one line."""
        # Without a language, that of the style is looked up for each text.
        work = Work({"language": self._language, **_prepared(item)})
        made = self._layout.render_bibliography([work])
        for one, attributes in self._parts:  # citeproc-py leaves those of the last date there
            if one.attrib != attributes:
                one.attrib.clear()
                one.attrib.update(attributes)
        return _finished(str(made[0])) if made else ""


def _parser() -> Any:
    lookup = etree.ElementNamespaceClassLookup()
    known = lookup.get_namespace("http://purl.org/net/xbiblio/csl")
    kept: dict[Any, Any] = {}
    base = model.CitationStylesElement
    for one in base.__subclasses__():
        if one.__module__ == model.__name__:
            cures = (CURES[one.__name__],) if one.__name__ in CURES else ()
            bases = (*cures, _Element, one)
            known[one.__name__.replace("_", "-").lower()] = type(
                one.__name__, bases, {"KEPT": kept}
            )
    known[None] = type(base.__name__, (_Element, base), {"KEPT": kept})
    parser = etree.XMLParser(
        remove_comments=True, remove_pis=True, no_network=True, resolve_entities=False
    )
    parser.set_element_class_lookup(lookup)
    return parser


def _language(locale: Any) -> str:
    return locale.get("{http://www.w3.org/XML/1998/namespace}lang") or ""


def _prepared(item: Mapping[str, Any]) -> dict[str, Any]:
    """Return an item without signs that are ours, and with names as citeproc-py prints them."""
    made: dict[str, Any] = {}
    for known, value in item.items():
        name = OLD_NAMES.get(known, known)
        if name not in KNOWN:
            continue
        if isinstance(value, str):
            made[name] = _marked(RE_PRIVATE.sub("", value))
        elif isinstance(value, list) and value and isinstance(value[0], Mapping):
            made[name] = [_prepared_name(one) for one in value]
        elif isinstance(value, Mapping) and len(value.get("date-parts", ())) > 1:
            # Of a range, citeproc-py prints the years, and nothing where they are the same.
            years = [one[:1] for one in value["date-parts"]]
            made[name] = {"date-parts": years if years[0] != years[1] else value["date-parts"][:1]}
        else:
            made[name] = value
    return made


def _marked(text: str) -> str:
    """Return a text with the markup of CSL-JSON as signs; what is not closed stays as it is."""
    done = 1 if "<" in text else 0
    while done:
        text, done = RE_MARKUP.subn(lambda found: found[2].join(OF_TAG[found[1]]), text)
    return text


def _prepared_name(name: Mapping[str, str]) -> dict[str, str]:
    parts = {part: RE_PRIVATE.sub("", text) for part, text in name.items()}
    if parts.get("literal") == "others":
        return {"literal": ET_AL}
    given, family = parts.get("given", ""), parts.get("family", "")
    if given and family and RE_CJK.search(family):
        return {"literal": family + given}
    return parts


def _title_case(text: Any) -> Any:
    words, before = [], ":"
    for word in text.words():
        plain = word.islower()
        large = plain and (str(word) not in SMALL or before == ":")
        words.append(str(word.capitalize_first() if large else word))
        before = words[-1][-1]
    return type(text)(" ".join(words)) if isinstance(text, str) else model.String(" ".join(words))


def _finished(text: str) -> str:
    text = RE_ET_AL.sub(r"\1 et al.", text)
    text = RE_STOPPED.sub(r"\1", RE_WHITE.sub(" ", text).strip())
    text = RE_BEFORE_COMMA.sub(",", text)
    text = RE_INSIDE.sub(rf"\1{CLOSE}", text)
    text = RE_QUOTED.sub(lambda found: f"“{RE_INNER.sub(_inner, found[1])}”", text)
    return escape(text, quote=False).translate(TAGS)


def _inner(quoted: re.Match[str]) -> str:
    """Return what is quoted within a quotation, and within that, in the other marks."""
    inside = RE_INMOST.sub(r"“\1”", quoted[1])
    return f"‘{inside}’"
