"""The error that ends a command or a build with its message alone."""


class LocatedError(Exception):
    """Somebody else's mistake; the message says where it is, or what to do."""
