"""The error for a command that was used wrongly."""


class WrongUseError(Exception):
    """The command was used wrongly; the message says how, and what to do."""
