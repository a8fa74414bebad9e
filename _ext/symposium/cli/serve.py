"""``symposium serve``: show the site, build it at every save, and show its problems."""

from __future__ import annotations

import argparse
import socket
from pathlib import Path

from symposium.cli.paths import add_directory, check_conf
from symposium.cli.wrong_use import WrongUseError
from symposium.model import optional_packages

HOST, PORT = "127.0.0.1", 8000
TRIES = 100
"""So many ports are tried, beginning with the one that is asked for."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_directory(command)
    command.add_argument(
        "--port", type=int, default=PORT, metavar="N",
        help=f"where to show it; if it is taken, the next free one (default: {PORT})",
    )  # fmt: skip


def run(arguments: argparse.Namespace) -> bool:
    """Serve a project until somebody stops it.

    Raises:
        WrongUseError: if there is no project, no free port, or the library is not installed.
    """
    root: Path = arguments.directory.resolve()
    check_conf(arguments.directory)
    if not optional_packages.has("serve"):
        raise WrongUseError(optional_packages.missing("serve", "symposium serve"))
    # The other commands do not wait for the library to be imported.
    from symposium.cli.serving import serve  # noqa: PLC0415

    with bound(arguments.port) as place:
        serve(root, place)
    return False


def bound(wanted: int) -> socket.socket:
    """Return a socket at the first free port, and say so if it is another one than wanted.

    Raises:
        WrongUseError: if there is none.
    """
    if not 0 < wanted < 65536:
        raise WrongUseError(f"{wanted} is not a port: name one from 1 to 65535")
    for port in range(wanted, min(wanted + TRIES, 65536)):
        place = socket.socket()
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            place.bind((HOST, port))
        except OSError as error:
            place.close()
            reason = error.strerror or str(error)
            continue
        if port != wanted:
            print(f"port {wanted} is taken: the site is at port {port}", flush=True)
        return place
    raise WrongUseError(f"no port from {wanted} on can be used: {reason}: name another with --port")
