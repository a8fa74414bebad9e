"""The error for a command that was used wrongly."""

from symposium.model.errors import LocatedError


class WrongUseError(LocatedError):
    """The command was used wrongly; the message has the reason and a remedy."""
