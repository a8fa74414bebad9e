"""The error that ends a command or a build with its message alone."""


class LocatedError(Exception):
    """A mistake in the user's input; the message gives its place or its cure."""
