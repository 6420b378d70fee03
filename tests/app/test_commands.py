"""Commands on the server: links, the purge, and the welcome."""

import re
import socket
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from scorekeeper.management import listening
from scorekeeper.management.commands import serve
from scorekeeper.models import GameSession, Link, Player, Role
from scorekeeper.people.deletion import delete_group
from scorekeeper.web import addresses
from tests.app.support.factories import a_game, a_group, a_member, a_phone, device, to

URL = "http://192.168.1.20:8000"


DEAD = ("https://", "https://sco re", "https://a..b/", "https://:443", "https://score.example:0")
"""Addresses that no browser opens."""


def told(command, *arguments, **options):
    out = StringIO()
    call_command(command, *map(str, arguments), stdout=out, **options)
    return out.getvalue()


def link_in(text):
    (path,) = re.findall(re.escape(URL) + r"(/join/\S+)", text)
    return path


def test_a_lost_phone_gets_its_games_back_with_the_link_and_its_qr_code():
    session = a_game(a_phone(), rounds=1)
    phone = a_phone()
    assert phone.get(to("table", session)).status_code == 404
    said = told("link", url=f"{URL}/")
    assert any(block in said for block in "█▀▄")
    phone.post(link_in(said))
    assert phone.get(to("table", session)).status_code == 200
    assert session.group.members.get(device=device(phone)).role == Role.HOST


def test_the_same_link_is_printed_again_until_it_is_renewed():
    a_group(a_phone())
    first, again = (link_in(told("link", url=URL)) for _ in range(2))
    renewed = link_in(told("link", url=URL, renew=True))
    assert first == again != renewed
    assert [a_phone().get(path).status_code for path in (first, renewed)] == [404, 200]


def test_the_group_that_played_last_comes_first_and_the_others_are_named():
    phone = a_phone()
    friday, office = a_group(phone, "Friday"), a_group(phone, "Office")
    a_game(phone, office)
    a_game(phone, friday)
    said = told("link", url=URL)
    assert link_in(said) in told("link", str(friday.pk), url=URL)
    assert f"manage.py link {office.pk}  (Office)" in said
    assert link_in(said) not in told("link", str(office.pk), url=URL)


def test_without_an_address_it_is_that_of_the_settings(settings, monkeypatch):
    monkeypatch.setattr(listening, "local_address", lambda: "192.168.1.20")
    a_group(a_phone())
    for bind, https, names, address in (
        (listening.EVERYWHERE, False, ["score.lan"], "http://192.168.1.20:8000"),
        ("127.0.0.1", True, ["score.example"], "https://score.example"),
        ("unix:/run/score.sock", True, [], "https://192.168.1.20"),
    ):
        monkeypatch.setenv("BIND", bind)
        settings.HTTPS, settings.HOST_NAMES = https, ["localhost", *names]
        assert f":  {address}/join/" in told("link")
        assert f"\n{address}/join/" in told("link", new_group=True)


def test_an_address_that_is_not_whole_is_refused(monkeypatch):
    a_group(a_phone())
    for url in ("score.example", "ftp://score.example", *DEAD):
        with pytest.raises(CommandError, match="--url https://"):
            told("link", url=url)
    for url in ("https://score.example/sub", "https://score.example?y", "https://score.example#z"):
        for new_group in (False, True):
            with pytest.raises(CommandError, match="no path below it"):
                told("link", url=url, new_group=new_group)
    monkeypatch.setenv("BIND", "unix:/run/score.sock")
    with pytest.raises(CommandError, match="--url https://"):
        told("link")


def test_an_unknown_group_is_reported():
    with pytest.raises(CommandError, match="start a game first"):
        told("link")
    a_group(a_phone())
    for number in ("99", "0"):
        with pytest.raises(CommandError, match="No group has this number"):
            told("link", number)


def deleted_for(phone, days):
    session = a_game(phone, rounds=1)
    a_member(session.group, Role.SCORER, session)
    Link.objects.create(group=session.group, session=session, role=Role.VIEWER)
    session.change(deleted_at=timezone.now() - timedelta(days=days))
    return session


def test_the_purge_deletes_games_removed_more_than_thirty_days_ago():
    phone = a_phone()
    kept, recent, old = a_game(phone), deleted_for(phone, 29), deleted_for(phone, 31)
    assert "Removed 1 deleted game." in told("purge")
    assert set(GameSession.objects.values_list("pk", flat=True)) == {kept.pk, recent.pk}
    assert not Link.objects.filter(session_id=old.pk).exists()
    assert Player.objects.count() == 3
    assert "Removed 0 deleted games." in told("purge")


def welcome(**options):
    serve.Command(stdout=(out := StringIO())).welcome(URL, **options)
    return out.getvalue()


def test_the_welcome_says_where_phones_find_the_site_and_lets_a_lost_one_or_a_visitor_in():
    empty = welcome(show_link=True)
    assert "/join/" not in empty
    assert any(block in empty for block in "█▀▄")
    session = a_game(a_phone())
    for said, has_address in (
        (welcome(show_link=True), True),
        (welcome(show_link=False, join=True), False),  # of a demo
    ):
        assert (f"{URL}/\n" in said) == has_address
        phone = a_phone()
        phone.post(link_in(said))
        assert phone.get(to("table", session)).status_code == 200


def test_the_welcome_lets_nobody_into_a_deleted_group():
    session = a_game(a_phone())
    deleted = a_game(a_phone()).group
    delete_group(deleted)
    phone = a_phone()
    phone.post(link_in(welcome(show_link=True)))
    assert phone.get(to("table", session)).status_code == 200
    delete_group(session.group)
    assert "/join/" not in welcome(show_link=True)


@pytest.mark.parametrize(
    "url",
    [*(f"http://{host}:8000" for host in ("127.0.0.1", "[::1]", "localhost")), "unix:/run/score"],
)
def test_the_welcome_promises_phones_no_address_that_only_this_computer_reaches(url):
    serve.Command(stdout=(out := StringIO())).welcome(url, show_link=False)
    assert f"Only this computer can open:  {url}/" in out.getvalue()
    assert not any(part in out.getvalue() for part in ("Phones", *"█▀▄"))


def test_a_log_file_gets_no_host_link(monkeypatch):
    a_game(a_phone())
    monkeypatch.setattr(serve, "serve", lambda *_: None)
    assert "/join/" not in told("serve", host="127.0.0.1", port=0)
    assert "/join/" in told("serve", "--show-link", host="127.0.0.1", port=0)


def test_a_service_gets_one_line_once_it_is_ready_and_no_qr_code(monkeypatch, settings):
    lines = []
    monkeypatch.setattr(serve, "serve", lambda _config, ready: lines.append(ready))
    release = settings.RELEASE
    assert told("serve", host="127.0.0.1", port=0, workers=3) == ""
    settings.HTTPS, settings.HOST_NAMES = True, ["localhost", ".a.example", "score.example"]
    assert told("serve", host="127.0.0.1", port=0) == ""
    assert lines == [
        f"Scorekeeper {release} is ready at http://127.0.0.1:0/ with 3 processes.",
        f"Scorekeeper {release} is ready at https://score.example/ with 1 process.",
    ]


def test_serve_says_where_it_can_listen(monkeypatch, settings, tmp_path):
    monkeypatch.setattr(serve, "serve", lambda *_: None)
    file = tmp_path / "file"
    file.touch()
    for host, trusted, advice in (
        ("http://score", False, "BIND is 'http://score': write an address of this machine"),
        ("192.0.2.1", False, "BIND is '192.0.2.1': write an address of this machine"),
        ("fe80::1", False, "BIND is 'fe80::1': write an address of this machine"),
        ("unix:score.sock", True, "write unix:/path/of/a/socket, absolute"),
        (f"unix:/{'x' * 120}", True, "write unix:/path/of/a/socket, absolute, short"),
        (f"unix:{tmp_path}/score.sock", False, "set TRUST_PROXY=1, too"),
        (f"unix:{tmp_path}/no/score.sock", True, "must be a folder that this user can write"),
        (f"unix:{file}", True, "is not a socket"),
    ):
        settings.TRUST_PROXY = trusted
        with pytest.raises(CommandError, match=re.escape(advice)) as refused:
            told("serve", host=host, port=0)
        assert "\n" not in str(refused.value)
    assert file.exists()


def test_serve_says_what_to_run_if_the_static_files_are_not_collected(
    monkeypatch, settings, tmp_path
):
    monkeypatch.setattr(serve, "serve", lambda *_: None)
    collected = "whitenoise.storage.CompressedManifestStaticFilesStorage"
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": collected}}
    settings.STATIC_ROOT = tmp_path
    with pytest.raises(CommandError, match="not collected: run make setup"):
        told("serve", host="127.0.0.1", port=0)


def test_serve_purges_first_and_logs_addresses_only_through_our_handler(monkeypatch):
    deleted_for(a_phone(), 31)
    started = []
    monkeypatch.setattr(serve, "serve", lambda config, _ready: started.append(config))
    told("serve", host="127.0.0.1", port=0)
    assert not GameSession.objects.exists()
    assert started[0].access_log is False
    assert started[0].log_config is None


def ipv6_is_here():
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True


BOUND = {"0.0.0.0": "192.168.1.20", "127.0.0.1": "127.0.0.1"}  # noqa: S104
if ipv6_is_here():
    BOUND |= {"::": "192.168.1.20", "::1": "[::1]"}


def test_serve_listens_on_ipv4_or_ipv6_and_says_where(monkeypatch):
    started = []
    monkeypatch.setattr(serve, "serve", lambda config, _ready: started.append(config))
    monkeypatch.setattr(listening, "local_address", lambda: "192.168.1.20")
    for host, address in BOUND.items():
        assert f"http://{address}:0/\n" in told("serve", "--show-link", host=host, port=0)
    assert [config.host for config in started] == list(BOUND)


def test_the_link_has_the_port_of_the_server(monkeypatch):
    a_group(a_phone())
    monkeypatch.setenv("PORT", "8131")
    assert ":8131/join/" in told("link")
    monkeypatch.delenv("PORT")
    assert ":8000/join/" in told("link")


def test_options_of_serve_have_the_limits_of_the_settings():
    for port in (-1, 65536):
        with pytest.raises(CommandError, match="PORT must be from 1 to 65,535"):
            told("serve", host="127.0.0.1", port=port)
    for workers in (0, 513):
        with pytest.raises(CommandError, match="WORKERS must be from 1 to 512"):
            told("serve", host="127.0.0.1", port=0, workers=workers)


def test_a_taken_port_is_reported_with_a_remedy():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CommandError, match=f"Port {port} cannot be used"):
            told("serve", host="127.0.0.1", port=port)


def test_without_a_network_the_address_is_localhost(monkeypatch):
    def unreachable(self, address):
        raise OSError

    monkeypatch.setattr(
        addresses.socket, "socket", type("Socket", (socket.socket,), {"connect": unreachable})
    )
    assert addresses.local_address() == "127.0.0.1"
