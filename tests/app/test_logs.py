"""Each log line has a time, a level, a request and a rough address."""

import io
import logging
import re
from contextlib import contextmanager

import pytest
from django.test import Client

from scorekeeper.models import Link, Role
from scorekeeper.people import links
from scorekeeper.pictures import links as picture_links
from scorekeeper.web.logs import LogFilter, RequestLabel, current_request, shorten_address
from tests.app.support.factories import a_game, a_group, a_member, a_phone, to

pytestmark = pytest.mark.django_db


@contextmanager
def our_log():
    """The output of our handler."""
    (handler,) = [
        handler
        for handler in logging.root.handlers
        if any(isinstance(f, LogFilter) for f in handler.filters)
    ]
    written = io.StringIO()
    stream = handler.setStream(written)
    label = current_request.set(RequestLabel("0123abcd", "192.0.2.0/24"))
    try:
        yield written
    finally:
        current_request.reset(label)
        handler.setStream(stream)


def test_a_refused_request_is_logged_on_one_line_without_a_traceback():
    session = a_game(a_phone())
    watcher = a_member(session.group, Role.VIEWER)
    with our_log() as written:
        assert watcher.get(to("enter", session)).status_code == 403
        assert a_phone().get("/", headers={"Host": "evil.example"}).status_code == 400
    line, _ = written.getvalue().splitlines()
    when = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}"
    assert re.fullmatch(rf"{when} WARNING 0123abcd 192\.0\.2\.0/24 Forbidden .*/enter/", line)


def test_a_bug_of_ours_is_logged_with_its_traceback(monkeypatch):
    def fail(request):
        raise RuntimeError("our own fault")

    monkeypatch.setattr("scorekeeper.views.home.tiles", fail)
    phone = Client(raise_request_exception=False)
    with our_log() as written:
        assert phone.get("/").status_code == 500
    assert "0123abcd 192.0.2.0/24 Internal Server Error: /\nTraceback" in written.getvalue()


def test_the_log_contains_no_secret_of_a_link():
    path = links.path(link := Link.to_host(a_group(a_phone())))
    with our_log() as written:
        link.renew()
        strict = Client(enforce_csrf_checks=True)
        assert (strict.get(path).status_code, strict.post(path).status_code) == (404, 403)
        logging.getLogger("uvicorn.error").error("GET http://192.168.1.20:8000%s?x=1", path)
        try:
            raise ValueError(f"nothing at {path}")
        except ValueError:
            logging.getLogger("django.request").exception("Internal Server Error: %s", path)
    assert written.getvalue().count(f"/join/{link.pk}/…") >= 5
    assert "ValueError" in written.getvalue()
    assert path.split("/")[3] not in written.getvalue()


def test_the_log_contains_no_secret_of_a_picture():
    group = a_group(a_phone())
    link = group.picture_links.create(subject="year", year=2025, language="en")
    path = picture_links.path(link, "wide")
    with our_log() as written:
        assert Client().get(path).status_code == 404  # the group played nothing then
        logging.getLogger("uvicorn.error").error("GET http://192.168.1.20:8000%s", path)
    assert written.getvalue().count(f"/picture/{link.pk}/…/wide.png") == 2
    assert path.split("/")[3] not in written.getvalue()


def test_a_long_address_is_shortened_in_the_log():
    addresses = "192.0.2.77", "2001:db8:1:2::/64", ""
    assert [*map(shorten_address, addresses)] == ["192.0.2.0/24", "2001:db8:1::/48", "-"]


def test_two_requests_have_different_ids():
    assert RequestLabel.of("192.0.2.1").id != RequestLabel.of("192.0.2.1").id


def test_a_message_about_a_very_long_address_is_cut():
    with our_log() as written:
        assert a_phone().get("/" + "x" * 10_000).status_code == 404
    assert len(written.getvalue()) < 700
