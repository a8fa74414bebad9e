"""The client of services: polite, patient, and not to be flooded."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from socket import gaierror
from urllib.error import URLError

import pytest
from support.services import Reply
from symposium_import import client
from symposium_import.client import MOST, Client
from symposium_import.works import IntakeError, OfflineError

HERE = "https://api.example.org/works/1"
PATH = "api.example.org/works/1"


@pytest.fixture
def waits():
    return []


@pytest.fixture
def asking(tmp_path, waits):
    return Client("ada@example.org", tmp_path / "kept", sleep=waits.append)


def test_it_says_who_asks_and_asks_once(services, asking):
    services.says(PATH, Reply("Größe".encode()))
    assert [asking.text(HERE), asking.text(HERE)] == ["Größe", "Größe"]
    ((_, headers),) = services.asked
    assert "symposium/" in headers["User-Agent"]
    assert "mailto:ada@example.org" in headers["User-Agent"]
    assert headers["Accept-Encoding"] == "identity"
    (kept,) = asking.cache.iterdir()
    kept.write_bytes(kept.read_bytes().replace(b"Gr", b"gr"))  # what is damaged is asked for again
    assert asking.text(HERE) == "Größe"
    asking.refresh = True
    asking.text(HERE)
    assert asking.asked == 3


@pytest.mark.parametrize(("wish", "bounds"), [
    ({"Retry-After": "7"}, (7, 7)),
    ({"Retry-After": "in 40 seconds"}, (1, 40)),
    ({}, (1, 1)),
    ({"Retry-After": "soon"}, (1, 1)),
])  # fmt: skip
def test_a_busy_service_is_asked_again_when_it_wishes(services, asking, waits, wish, bounds):
    least, most = bounds
    if wish.get("Retry-After") == "in 40 seconds":
        then = datetime.now(UTC) + timedelta(seconds=40)
        wish = {"Retry-After": format_datetime(then, usegmt=True)}
    services.says(PATH, Reply(status=429, headers=wish), Reply(status=503), Reply(b"now"))
    assert asking.text(HERE) == "now"
    assert least <= waits[0] <= most
    assert waits[1] == 2


def test_it_gives_up(services, asking, waits):
    services.says(PATH, Reply(status=502))
    with pytest.raises(IntakeError, match="502 Bad Gateway: try again later"):
        asking.text(HERE)
    assert waits == [1, 2, 4]
    services.says(PATH, Reply(status=429, headers={"Retry-After": "86400"}))
    with pytest.raises(IntakeError, match="asks to wait for 86400 seconds"):
        asking.text(HERE)
    assert waits == [1, 2, 4]
    services.says(PATH, Reply(status=404))
    with pytest.raises(IntakeError, match=r"there is no such record \(404\)"):
        asking.text(HERE)


def test_what_breaks_off_is_asked_for_again(services, asking):
    services.says(PATH, Reply(b"half", length=8), Reply(b"all of it"))
    assert asking.text(HERE) == "all of it"
    services.says(f"{PATH}0", Reply(b"half", length=8))
    with pytest.raises(IntakeError, match="broke off after 4 of 8 bytes"):
        asking.text(f"{HERE}0")
    services.says(f"{PATH}0", Reply(b"whole"))
    assert asking.text(f"{HERE}0") == "whole"  # what broke off was not kept


def test_redirects_are_followed_as_far_as_they_lead_to_the_web(services, asking):
    services.says(PATH, Reply(status=302, headers={"Location": "/works/2"}))
    services.says("api.example.org/works/2",
                  Reply(status=308, headers={"Location": "https://other.example.org/3"}))  # fmt: skip
    services.says("other.example.org/3", Reply(b"there"))
    assert asking.text(HERE) == "there"
    services.says(
        "api.example.org/a", Reply(status=302, headers={"Location": "file:///etc/passwd"})
    )
    with pytest.raises(IntakeError, match="which is not on the web"):
        asking.text("https://api.example.org/a")
    services.says("api.example.org/c", Reply(status=302, headers={"Location": "http://["}))
    with pytest.raises(IntakeError, match="Invalid IPv6"):
        asking.text("https://api.example.org/c")
    services.says("api.example.org/b", Reply(status=301, headers={"Location": "/b"}))
    with pytest.raises(IntakeError, match="without end"):
        asking.text("https://api.example.org/b")


def test_a_body_of_50_megabytes_is_refused(services, asking):
    services.says(PATH, Reply(length=50_000_000))
    with pytest.raises(IntakeError, match="longer than 30 MB"):
        asking.text(HERE)
    assert asking.asked == 1

    class Endless(Reply):
        """An answer that does not say how long it is."""

        given = 0

        def read(self, size: int) -> bytes:
            self.given += size
            return b"x" * size if self.given <= 50_000_000 else b""

    endless = Endless()
    with pytest.raises(IntakeError, match="longer than 30 MB"):
        asking._body(endless, HERE)
    assert endless.given <= MOST + 2 * client.PIECE


def test_an_answer_that_drips_is_given_up(asking):
    times = iter(range(0, 10_000, 50))
    asking.clock = lambda: next(times)

    class Dripping(Reply):
        def read(self, _: int) -> bytes:
            return b"x"

    with pytest.raises(TimeoutError, match="longer than 120 seconds"):
        asking._body(Dripping(), HERE)


def test_hosts_are_given_time(services, waits):
    now = [100.0]
    asking = Client(sleep=lambda s: (waits.append(s), now.__setitem__(0, now[0] + s)),
                    clock=lambda: now[0])  # fmt: skip
    asking._pauses = {"export.arxiv.org": 3.0}
    services.otherwise = lambda path: Reply(
        b"x", headers={"X-Rate-Limit-Limit": "1", "X-Rate-Limit-Interval": "5s"}
        if path.startswith("slow") else {}
    )  # fmt: skip
    for path in ("export.arxiv.org/1", "export.arxiv.org/2", "slow.example.org/1"):
        asking.text(f"https://{path}")
    assert waits == [3.0]
    asking.text("https://slow.example.org/2")
    assert waits == [3.0, 5.0]


def test_without_a_network_nothing_is_asked_again(asking, waits, monkeypatch):
    def unresolved(*_: object) -> None:
        raise URLError(gaierror(-2, "Name or service not known"))

    monkeypatch.setattr(asking, "_once", unresolved)
    with pytest.raises(OfflineError, match=r"^no network: .*: .*Name or service not known$"):
        asking.text(HERE)
    assert waits == []


def test_nobody_is_there(asking, waits):
    with pytest.raises(IntakeError, match="try again later"):
        asking.text(HERE)
    assert len(waits) == 3
