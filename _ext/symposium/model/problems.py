"""Problems: faults of the input, each with its place and a hint at the cure.

Bad input is data. Readers return records *and* problems; nothing in the layers below Sphinx and
the commands raises for a user's mistake or prints one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, IntEnum


def one_line(text: str) -> str:
    r"""Return a message as one line without control characters, which a terminal might obey.

    >>> one_line("no\x1b[31m\nentry")
    'no\\x1b[31m\\nentry'
    """
    # A message may quote a whole file.
    return printable(text if len(text) <= 1_000 else f"{text[:1_000]}…")


def printable(text: str) -> str:
    """Return a text with its unprintable characters as escapes."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )


class Severity(IntEnum):
    """How much a problem matters; the higher, the worse."""

    NOTICE = 1
    """Style: the site is right, and could be better."""
    WARNING = 2
    """An entry was repaired or set aside."""
    ERROR = 3
    """An authored fact cannot be honoured."""


class Code(Enum):
    """The catalogue of problems: a stable code, its severity, and a sentence that explains it."""

    def __init__(self, code: str, severity: Severity, meaning: str) -> None:
        self.code = code
        self.severity = severity
        self.meaning = meaning

    # syntax of BibTeX
    BIB_SYNTAX = ("B001", Severity.WARNING, "An entry cannot be read as BibTeX.")
    BIB_DUPLICATE_KEY = ("B002", Severity.WARNING, "Two entries have the same cite key.")
    BIB_UNDEFINED_STRING = ("B003", Severity.WARNING, "An @string abbreviation is not defined.")
    BIB_DUPLICATE_FIELD = ("B004", Severity.NOTICE, "A field is repeated in one entry.")
    BIB_MISSING_PARENT = ("B005", Severity.WARNING, "crossref or xdata names no entry.")
    BIB_LATEX = ("B006", Severity.NOTICE, "A LaTeX command is not known and is shown as typed.")
    BIB_DATE = ("B007", Severity.WARNING, "A date cannot be read.")
    BIB_NAME = ("B008", Severity.WARNING, "A name cannot be read as written.")
    BIB_TOO_LARGE = ("B009", Severity.WARNING, "A value or file is larger than the limits allow.")
    BIB_MATHS = ("B010", Severity.NOTICE, "A formula cannot be converted and is shown as typed.")
    BIB_ENCODING = ("B011", Severity.WARNING, "A file is not UTF-8.")
    BIB_ANNOTATION = ("B012", Severity.WARNING, "A name annotation matches no name.")
    BIB_LINK = ("B013", Severity.WARNING, "A link of an entry is neither http(s) nor under files/.")
    BIB_VALUE = ("B014", Severity.WARNING, "The value of a field of an entry cannot be used.")
    BIB_TITLE = ("B015", Severity.WARNING, "An entry has no title and is shown under its cite key.")
    BIB_SETTINGS = ("B016", Severity.NOTICE, "An entry holds settings, not a work: it has no page.")
    BIB_SEPARATOR = ("B017", Severity.WARNING, 'Names are not separated by "and".')
    BIB_ET_AL = ("B018", Severity.WARNING, "A list of names ends in et al., typed by hand.")
    BIB_FIELD_UNKNOWN = ("B019", Severity.NOTICE, "A field of an entry looks mistyped.")
    BIB_TYPE_UNKNOWN = ("B020", Severity.NOTICE, "The type of an entry looks mistyped.")
    BIB_NAME_ODD = ("B021", Severity.NOTICE, "A name looks mistyped.")
    BIB_CITES = ("B022", Severity.WARNING, "An entry cites a key that no entry has.")
    BIB_FIELD_UNREAD = ("B023", Severity.NOTICE, "A field of entries is shown nowhere.")

    # syntax and schema of front matter
    YAML_SYNTAX = ("F001", Severity.ERROR, "The front matter is not valid YAML.")
    YAML_ALIAS = ("F002", Severity.ERROR, "Anchors and aliases are not accepted.")
    YAML_TOO_LARGE = ("F003", Severity.ERROR, "The front matter is too large or too deep.")
    YAML_DUPLICATE_KEY = ("F004", Severity.ERROR, "A field is repeated.")
    FIELD_UNKNOWN = ("F005", Severity.ERROR, "The field is not known for this kind of page.")
    FIELD_MISSING = ("F006", Severity.ERROR, "A required field is missing.")
    FIELD_TYPE = ("F007", Severity.ERROR, "The value has the wrong form.")
    FIELD_VALUE = ("F008", Severity.ERROR, "The value is not an allowed one.")
    FILE_ENCODING = ("F009", Severity.ERROR, "A file is not UTF-8.")
    FILE_NAME = ("F010", Severity.ERROR, "A file's name cannot be an id.")
    FILE_UNREADABLE = ("F011", Severity.ERROR, "A file cannot be read.")
    FILE_NAME_UNUSABLE = ("F012", Severity.ERROR, "A file has a name that cannot be used.")
    FOLDER_LIMIT = ("F013", Severity.ERROR, "Folders are too deep or hold too many files.")

    # identity
    NAME_AMBIGUOUS = ("I001", Severity.ERROR, "A printed name is claimed by several persons.")
    PERSON_UNKNOWN = ("I002", Severity.ERROR, "An explicit id names no person.")
    ID_DUPLICATE = ("I003", Severity.ERROR, "Two files claim one id.")
    ID_COLLISION = ("I004", Severity.WARNING, "Two cite keys or names have the same address.")
    ORCID_DUPLICATE = ("I005", Severity.ERROR, "Two persons have one ORCID.")
    NAME_SIMILAR = ("I006", Severity.NOTICE, "Two names may belong to one person.")
    NAME_SHARED = ("I007", Severity.NOTICE, "One name may belong to two persons.")
    PERSON_UNMENTIONED = ("I008", Severity.NOTICE, "A described person is mentioned nowhere.")
    FORMER_NAME = ("I009", Severity.WARNING, "A former name would be published.")
    NAME_IS_ID = ("I010", Severity.WARNING, "An id is given in place of a printed name.")

    # relations
    PAPER_UNKNOWN = ("R001", Severity.ERROR, "No entry has this cite key.")
    TALK_UNKNOWN = ("R002", Severity.ERROR, "No talk has this id.")
    SOURCE_UNKNOWN = ("R003", Severity.ERROR, "No file in sources/ has this id.")
    TIMES_DIFFER = ("R004", Severity.ERROR, "A talk and its slot give different times.")
    EVENT_UNKNOWN = ("R005", Severity.ERROR, "No event has this id.")
    FILE_MISSING = ("R006", Severity.ERROR, "A linked file is not under files/.")
    RECORD_UNKNOWN = ("R008", Severity.ERROR, "No record has this id.")
    LINK_FORBIDDEN = ("R007", Severity.ERROR, "A link is neither http(s), mailto nor a file.")

    # identifiers
    DOI_FORM = ("D001", Severity.WARNING, "A DOI has the wrong form.")
    DOI_URL = ("D002", Severity.NOTICE, "A DOI is given as an address.")
    ARXIV_FORM = ("D003", Severity.NOTICE, "An arXiv identifier is mistyped or has a prefix.")
    ORCID_FORM = ("D004", Severity.ERROR, "An ORCID iD is mistyped.")
    ROR_FORM = ("D005", Severity.NOTICE, "A ROR identifier is mistyped.")
    ISBN_FORM = ("D006", Severity.NOTICE, "An ISBN is mistyped.")
    ISSN_FORM = ("D007", Severity.NOTICE, "An ISSN is mistyped.")
    RESOLVER_TWICE = ("D008", Severity.NOTICE, "The beginning of a link is doubled.")

    # works
    WORK_DUPLICATE = ("W001", Severity.NOTICE, "Two entries seem to be one work.")
    WORK_PREPRINT = ("W002", Severity.NOTICE, "A preprint and its publication are two entries.")
    WORK_YEARS = ("W003", Severity.NOTICE, "The year of an entry differs from its date.")
    WORK_EPRINT = ("W004", Severity.NOTICE, "A work is older than its preprint's identifier.")
    VENUE_SPELLINGS = ("W005", Severity.NOTICE, "A venue may be spelt in several ways.")
    WORK_CONTAINER = ("W006", Severity.NOTICE, "An entry does not say where it was published.")
    WORK_PAGES = ("W007", Severity.NOTICE, "The pages of an entry are out of order.")
    TITLE_CAPITALS = ("W008", Severity.NOTICE, "A title may lose capital letters.")
    TITLE_MARKUP = ("W009", Severity.NOTICE, "A text of an entry has HTML in it.")
    RELIES_ON_RETRACTED = ("W010", Severity.WARNING, "A withdrawn or superseded work is relied on.")
    STATUS_NOTICE = ("W011", Severity.NOTICE, "A change of status has no link to its notice.")
    WORK_CITES = ("W012", Severity.NOTICE, "A work cites itself, or another one twice.")
    OWNER_NO_AUTHOR = ("W013", Severity.NOTICE, "A person's page lists a work of other authors.")
    WORK_VERSIONS = ("W014", Severity.WARNING, "A work is a version of itself.")
    NO_CONTRIBUTOR = ("W015", Severity.WARNING, "A contribution is of nobody among the authors.")

    # provenance
    NAME_UNPRINTED = ("V001", Severity.WARNING, "A source does not name a person.")
    VALUE_UNPRINTED = ("V002", Severity.WARNING, "A source does not print a title or an item.")

    # events
    SLOTS_OVERLAP = ("E001", Severity.WARNING, "Two slots of a programme overlap.")
    TALK_OUTSIDE = ("E002", Severity.WARNING, "A talk is outside its event.")
    ZONE_UNKNOWN = ("E003", Severity.ERROR, "A time zone is not known.")
    SPEAKER_UNDESCRIBED = ("E004", Severity.NOTICE, "A speaker has no page of their own.")
    TIME_SKIPPED = ("E005", Severity.WARNING, "A time does not exist on its day, or occurs twice.")
    TALK_UNSCHEDULED = ("E006", Severity.NOTICE, "A talk is in no slot of its event.")
    EVENT_ZONE = ("E007", Severity.NOTICE, "An event with times has no time zone.")
    ROOM_SPELLING = ("E008", Severity.WARNING, "A room or a track looks mistyped.")
    SPEAKER_TWICE = ("E009", Severity.WARNING, "A person speaks twice at the same time.")
    SLOT_DAY = ("E010", Severity.NOTICE, "A time at an event of several days has no day.")
    SLOT_EMPTY = ("E011", Severity.WARNING, "A slot ends when it begins.")
    OFFSET_WRONG = ("E012", Severity.WARNING, "An offset does not fit its time zone on that day.")
    TALK_TWICE = ("E013", Severity.NOTICE, "Two slots name one talk.")

    # pages
    PAGE_WARNED = ("S011", Severity.ERROR, "Sphinx warns of a page.")

    # permanence
    PERMALINK_GONE = ("P001", Severity.ERROR, "A published address no longer works.")
    PERMALINK_NEW = ("P002", Severity.NOTICE, "An address is not listed in permalinks.txt.")
    PERMALINK_FILE = ("P003", Severity.WARNING, "permalinks.txt is damaged.")
    GONE_BUT_THERE = ("P004", Severity.ERROR, "A record is marked as gone, but still exists.")
    GONE_CITED = ("P005", Severity.WARNING, "A page names a record that is gone.")

    # settings
    SETTING = ("C001", Severity.ERROR, "A setting cannot be used.")
    PLUGIN = ("C002", Severity.ERROR, "A plugin cannot be used.")


@dataclass(frozen=True, slots=True)
class OtherCode:
    """The code of a rule that a plugin adds."""

    code: str
    severity: Severity
    meaning: str


AnyCode = Code | OtherCode


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A position in a source file: path relative to the project, 1-based line and column."""

    path: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """A change of a source file: ``old``, at ``place``, becomes ``new``."""

    place: Place
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Problem:
    """A located finding.

    ``message`` says what is wrong, ``hint`` what to do; both are plain sentences without a full
    stop at the end. All ``edits`` together repair it; there are edits only if that is safe.
    """

    code: AnyCode
    message: str
    place: Place
    hint: str = ""
    edits: tuple[Edit, ...] = field(default=(), compare=False)
    """Not compared: a problem from reading, and again from a rule with edits, is one problem."""
    level: Severity | None = None
    """Its severity in this project, if it differs from that of the code."""

    @property
    def severity(self) -> Severity:
        """The severity in this project, else that of the code."""
        return self.level or self.code.severity

    @property
    def text(self) -> str:
        """The message and the hint as one line."""
        return f"{self.message}: {self.hint}" if self.hint else self.message

    def __str__(self) -> str:
        """Return ``path:line:column: CODE message: hint``, as every output prints it."""
        place = self.place
        return f"{place.path}:{place.line}:{place.column}: {self.code.code} {self.text}"

    def sort_key(self) -> tuple[str, int, int, str, str]:
        """Order by place, then code, then message."""
        place = self.place
        return (place.path, place.line, place.column, self.code.code, self.message)
