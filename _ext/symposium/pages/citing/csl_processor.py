"""Formatted references by a style of CSL: citeproc-py, with some of its faults cured.

The elements of a style are objects of citeproc-py's classes. Here each class has a subclass of its
name, and a style is parsed into these:

* results of searches in a style are cached: its tree never changes, and searching took most time;
* a group without any of its variables is left out, as the specification says;
* variables that replace missing names are not printed again;
* capitals follow the specification: "arXiv" keeps its small letter, labels get a large one;
* quotation marks are set last, so that full stops and commas are where the language wants them.

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
KNOWN = {"id", "type", "language", *(name.replace("_", "-") for name in VARIABLES)}
OLD_NAMES = {"event-title": "event", "director": "editor"}
"""Names in CSL 1.0, which citeproc-py knows, by those in CSL 1.0.2."""
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
"""A full stop behind a question mark or another full stop, with marks between them."""
RE_BEFORE_COMMA = re.compile(r"\. ,")
"""The end of a group before the comma of another group, with nothing between them."""
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
    """A work with the attributes that citeproc-py needs to format it."""

    number, has_locator = 1, False

    def __init__(self, item: Mapping[str, Any]) -> None:
        """Take an item of CSL-JSON."""
        reference = CiteProcJSON([item])[str(item["id"]).lower()]
        super().__init__(key=item["id"], reference=reference, called=0, printed=[], spent=set())

    def __contains__(self, name: str) -> bool:
        return False  # no pages of a citation, nothing before or behind it


class _Element:
    """Base class of all elements of a style."""

    def xpath_search(self: Any, expression: str) -> Any:
        """Return the results of a search in the tree, which are cached."""
        elements = self.KEPT.get((self, expression))
        if elements is None:
            elements = self.xpath(expression, namespaces=self.nsmap)
            self.KEPT[self, expression] = elements
        return elements

    def get_root(self: Any) -> Any:
        """Return the style, or the language, that the element belongs to."""
        root = self.__dict__.get("root")
        return super().get_root() if root is None else root  # type: ignore[misc]

    def get_formatter(self: Any) -> Any:
        """Return the object that marks text up."""
        return FORMATTER

    def format(self: Any, text: Any) -> Any:
        """Return a text with its markup; most elements have none."""
        if self.__dict__.get("formats", True):
            return super().format(text)  # type: ignore[misc]
        return str(text) if isinstance(text, int) else text

    def case(self: Any, text: Any, language: str | None = None) -> Any:
        """Return a text in the case that the style asks for."""
        text_case = self.get("text-case")
        if text_case == "title":
            return _title_case(text) if (language or "en") == "en" else text
        if text_case == "capitalize-first":
            words = str(text).split(maxsplit=1)
            return text.capitalize_first() if words and words[0].islower() else text
        return super().case(text, language)  # type: ignore[misc]


class _Printed:
    """An element that prints variables, and notes which ones."""

    def process(self: Any, item: Work, *args: Any, **kwargs: Any) -> Any:
        """Return the text of the variables."""
        # An element of the language, which names no variable, prints the form of a date.
        names = [name for name in (self.get("variable") or "").split() if name != "year-suffix"]
        item.called += bool(names)
        if not item.spent.isdisjoint(names):
            raise VariableError
        text = super().process(item, *args, **kwargs)  # type: ignore[misc]
        if text[0] if isinstance(text, tuple) else text:
            item.printed += names
        return text


class _Pages:
    def _format_last_page(self: Any, first: str, last: str) -> Any:
        """Return the last page as the style shortens it; "7–21" cannot be shortened."""
        return super()._format_last_page(first, last) if len(first) == len(last) else last  # type: ignore[misc]


class _Number(_Pages, _Printed):
    def format_number(self: Any, number: Any) -> Any:
        """Return a number in the form that the style asks for; "03" keeps its zero."""
        kept = str(number).startswith("0") and self.get("form", "numeric") == "numeric"
        return number if kept else super().format_number(number)  # type: ignore[misc]


class _Text(_Pages, _Printed):
    def quote(self: Any, text: Any) -> Any:
        return f"{OPEN}{text}{CLOSE}" if self.get("quotes") == "true" else text


class _Name:
    def initialize(self: Any, given: str, mark: str, context: Any) -> str:
        """Return the initials of given names, or the names if the style wants these."""
        if _name_option(self, context, "initialize") == "false":
            return given
        between = f"{mark.strip()}-" if self.get_option("initialize-with-hyphen", context) else mark
        text = ""
        for word in RE_INITIAL_HYPHEN.sub("-", given).replace(".", " ").split():
            initials = [part[0] for part in word.split("-") if part[:1].isupper()]
            text += between.join(initials) + mark if word[0].isupper() else f" {word} "
        return " ".join(text.split())


def _name_option(name: Any, context: Any, option: str) -> str | None:
    """Return an option of names: from their element, else the bibliography, else the style."""
    places = (name, context.get_layout().getparent(), name.get_root())
    return next(filter(None, (place.get(option) for place in places)), None)


class _Label:
    def _is_plural(self: Any, item: Work) -> bool:
        """Tell whether a variable has several numbers; "8,000,000" is one."""
        value = str(item.reference.get(self.get("variable").replace("-", "_"), ""))
        return self.RE_MULTIPLE_NUMBERS.search(RE_THOUSANDS.sub("", value)) is not None


class _Condition:
    # A hyphen may be a part of one number, as in "2021-3"; a dash separates two.
    re_numeric = re.compile(r"[A-Z]*\d+[A-Z]*(?:\s*[–,&]\s*[A-Z]*\d+[A-Z]*)*\Z", re.IGNORECASE)


class _Group:
    def process(self: Any, item: Work, context: Any = None, **kwargs: Any) -> Any:
        """Return the text of the group, unless all its variables are empty."""
        called, length = item.called, len(item.printed)
        delimiter = self.get("delimiter", "")
        text = self.render_children(item, delimiter=delimiter, context=context, **kwargs)
        empty = text is None or (item.called > called and len(item.printed) == length)
        item.called += 1  # for the group around it, this one is a variable
        if empty:
            raise VariableError
        item.printed.append("")
        return text


class _Substitute:
    def render(self: Any, item: Work, context: Any = None, **kwargs: Any) -> Any:
        """Return the text of the first substitute that has any; its variables are spent."""
        for child in self.getchildren():
            length = len(item.printed)
            names = isinstance(child, model.Names) and child.name is None
            options = kwargs | ({"names_context": self.getparent()} if names else {})
            try:
                text = child.render(item, context=context, **options)
            except VariableError:
                continue
            if text:
                item.spent.update(item.printed[length:])
                return text
        return None


CURES: Mapping[str, type] = {
    "Text": _Text, "Number": _Number, "Date": _Printed, "Names": _Printed,
    "Name": _Name, "Label": _Label, "Group": _Group, "Substitute": _Substitute,
    "If": _Condition, "Else_If": _Condition,
}  # fmt: skip


class Style:
    """A style, ready to format works."""

    def __init__(self, path: Path) -> None:
        """Read a file of CSL.

        Raises:
            OSError, ValueError: if it cannot be read, or is no style with a bibliography.
        """
        try:
            parser = _parser()
            self._root = etree.parse(path, parser).getroot()
            if self._root.bibliography is None:
                raise ValueError("it formats citations, but no bibliography")
        except etree.XMLSyntaxError as error:
            raise ValueError(str(error)) from error
        self._root.formatter = FORMATTER
        locales = self._root.findall("cs:locale", self._root.nsmap)
        fit = [element for element in locales if _language(element) in {"", "en", "en-US"}]
        full = etree.parse(Path(LOCALES_PATH) / "locales-en-US.xml", parser).getroot()
        self._root.locales = [*sorted(fit, key=lambda element: -len(_language(element))), full]
        for element in self._root.locales:
            element.style = self._root
        self._language = self._root.get("default-locale", "en")
        self._layout = self._root.bibliography.find("cs:layout", self._root.nsmap)
        for element in list(self._layout.iter("{*}text")):
            if element.get("variable") == "citation-number":  # a single reference has none
                element.getparent().remove(element)
        # lxml gives the same object for an element only as long as something holds it.
        self._held = [list(root.iter()) for root in (self._root, full)]
        for rows in self._held:
            for element in rows:
                element.root, element.formats = rows[0], not FORMATS.isdisjoint(element.keys())
        self._parts = [
            (element, dict(element.attrib)) for rows in self._held for element in rows
            if isinstance(element, model.Date_Part)
        ]  # fmt: skip

    def reference(self, item: Mapping[str, Any]) -> str:
        """Return an item of CSL-JSON as HTML, on one line."""
        # Without a language, citeproc-py looks up that of the style for each text.
        work = Work({"language": self._language, **_prepared(item)})
        references = self._layout.render_bibliography([work])
        for element, attributes in self._parts:  # citeproc-py changes them for a date
            if element.attrib != attributes:
                element.attrib.clear()
                element.attrib.update(attributes)
        return _finished(str(references[0])) if references else ""


def _parser() -> Any:
    lookup = etree.ElementNamespaceClassLookup()
    classes = lookup.get_namespace("http://purl.org/net/xbiblio/csl")
    kept: dict[Any, Any] = {}
    base = model.CitationStylesElement
    for class_ in base.__subclasses__():
        if class_.__module__ == model.__name__:
            cures = (CURES[class_.__name__],) if class_.__name__ in CURES else ()
            bases = (*cures, _Element, class_)
            classes[class_.__name__.replace("_", "-").lower()] = type(
                class_.__name__, bases, {"KEPT": kept}
            )
    classes[None] = type(base.__name__, (_Element, base), {"KEPT": kept})
    parser = etree.XMLParser(
        remove_comments=True, remove_pis=True, no_network=True, resolve_entities=False
    )
    parser.set_element_class_lookup(lookup)
    return parser


def _language(locale: Any) -> str:
    return locale.get("{http://www.w3.org/XML/1998/namespace}lang") or ""


def _prepared(item: Mapping[str, Any]) -> dict[str, Any]:
    """Return an item without signs of private use, and with names as citeproc-py prints them."""
    copy: dict[str, Any] = {}
    for variable, value in item.items():
        name = OLD_NAMES.get(variable, variable)
        if name not in KNOWN:
            continue
        if isinstance(value, str):
            copy[name] = _marked(RE_PRIVATE.sub("", value))
        elif isinstance(value, list) and value and isinstance(value[0], Mapping):
            copy[name] = [_prepared_name(person) for person in value]
        elif isinstance(value, Mapping) and len(value.get("date-parts", ())) > 1:
            # Of a range, citeproc-py prints the years, and nothing where they are the same.
            years = [parts[:1] for parts in value["date-parts"]]
            copy[name] = {"date-parts": years if years[0] != years[1] else value["date-parts"][:1]}
        else:
            copy[name] = value
    return copy


def _marked(text: str) -> str:
    """Return a text with the markup of CSL-JSON as signs; unclosed markup stays as it is."""
    done = 1 if "<" in text else 0
    while done:
        text, done = RE_MARKUP.subn(lambda match: match[2].join(OF_TAG[match[1]]), text)
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
    text = RE_QUOTED.sub(lambda match: f"“{RE_INNER.sub(_inner, match[1])}”", text)
    return escape(text, quote=False).translate(TAGS)


def _inner(quoted: re.Match[str]) -> str:
    """Return a quotation within a quotation in single marks, and one within that in double ones."""
    inside = RE_INMOST.sub(r"“\1”", quoted[1])
    return f"‘{inside}’"
