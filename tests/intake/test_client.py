"""The client of services: polite, patient, and not to be flooded."""

from __future__ import annotations

from socket import gaierror
from urllib.error import URLError

import pytest
from support.services import Reply
from symposium_import import client
from symposium_import.client import MAX_BYTES, Client
from symposium_import.works import IntakeError

HERE = "https://api.example.org/works/1"
PATH = "api.example.org/works/1"


@pytest.fixture
def waits():
    return []


@pytest.fixture
def asking(waits):
    return Client("ada@example.org", sleep=waits.append)


def test_it_says_who_asks(services, asking):
    services.says(PATH, Reply("Größe".encode()))
    assert asking.text(HERE) == "Größe"
    ((_, headers),) = services.asked
    assert "symposium/" in headers["User-Agent"]
    assert "mailto:ada@example.org" in headers["User-Agent"]
    assert headers["Accept-Encoding"] == "identity"


@pytest.mark.parametrize(("wish", "bounds"), [
    ({"Retry-After": "7"}, (7, 7)),
    ({}, (1, 1)),
    ({"Retry-After": "soon"}, (1, 1)),
])  # fmt: skip
def test_a_busy_service_is_asked_again_when_it_wishes(services, asking, waits, wish, bounds):
    least, most = bounds
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
    with pytest.raises(IntakeError, match="the service answers 404"):
        asking.text(HERE)


def test_what_breaks_off_is_asked_for_again(services, asking):
    services.says(PATH, Reply(b"half", length=8), Reply(b"all of it"))
    assert asking.text(HERE) == "all of it"
    services.says(f"{PATH}0", Reply(b"half", length=8))
    with pytest.raises(IntakeError, match="broke off after 4 of 8 bytes"):
        asking.text(f"{HERE}0")


def test_redirects_are_followed_as_far_as_they_lead_to_the_web(services, asking):
    services.says(PATH, Reply(status=308, headers={"Location": "https://other.example.org/3"}))
    services.says("other.example.org/3", Reply(b"there"))
    assert asking.text(HERE) == "there"
    for number, place in enumerate(("file:///etc/passwd", "https://api.example.org/1")):
        services.says(f"api.example.org/{number}", Reply(status=302, headers={"Location": place}))
        with pytest.raises(IntakeError, match="the service answers 302"):
            asking.text(f"https://api.example.org/{number}")


def test_a_body_of_50_megabytes_is_refused(services, asking):
    services.says(PATH, Reply(bytes(MAX_BYTES + 1)))
    with pytest.raises(IntakeError, match="longer than 30 MB"):
        asking.text(HERE)
    assert len(services.asked) == 1


def test_hosts_are_given_time(services, waits, monkeypatch):
    now = [100.0]
    asking = Client(sleep=lambda s: (waits.append(s), now.__setitem__(0, now[0] + s)),
                    clock=lambda: now[0])  # fmt: skip
    monkeypatch.setattr(client, "PAUSES", {"export.arxiv.org": 3.0})
    services.otherwise = lambda _: Reply(b"x")
    for path in ("export.arxiv.org/1", "export.arxiv.org/2", "other.example.org/1"):
        asking.text(f"https://{path}")
    assert waits == [3.0]


def test_without_a_network_nothing_is_asked_again(asking, waits, monkeypatch):
    def unresolved(*_: object) -> None:
        raise URLError(gaierror(-2, "Name or service not known"))

    monkeypatch.setattr(asking, "_once", unresolved)
    with pytest.raises(IntakeError, match=r"no network: .*Name or service not known$"):
        asking.text(HERE)
    assert waits == []


def test_nobody_is_there(asking, waits):
    with pytest.raises(IntakeError, match="try again later"):
        asking.text(HERE)
    assert len(waits) == 3
