"""How a command says that it was used wrongly."""


class WrongUseError(Exception):
    """The command was used wrongly; the message says how, and what to do."""
