"""Each log line has a time, a level, a request and a rough address."""

import io
import json
import logging
import re
from contextlib import contextmanager
from datetime import datetime

import pytest
from django.test import Client

from scorekeeper.models import Link, Role
from scorekeeper.people import links
from scorekeeper.pictures import links as picture_links
from scorekeeper.web.logs import (
    JsonFormatter,
    LevelFilter,
    LogFilter,
    RequestLabel,
    current_request,
    shorten_address,
)
from tests.app.support.bridging import bridged
from tests.app.support.factories import a_game, a_group, a_member, a_phone, to

VISITOR = {"REMOTE_ADDR": "192.0.2.1"}


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


def test_what_is_refused_is_a_warning_on_one_line_and_a_form_with_a_mistake_is_none():
    session = a_game(a_phone())
    watcher = a_member(session.group, Role.VIEWER)
    with our_log() as written:
        assert a_phone().post("/join/", {"code": "B"}).status_code == 422
        assert written.getvalue() == ""
        assert watcher.get(to("enter", session)).status_code == 403
        assert a_phone().get("/", headers={"Host": "evil.example"}).status_code == 400
        assert a_phone().get(to("table", session)).status_code == 404
    refused, host, missing = written.getvalue().splitlines()
    when = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}"
    assert re.fullmatch(rf"{when} WARNING 0123abcd 192\.0\.2\.0/24 Forbidden .*/enter/", refused)
    assert " WARNING 0123abcd 192.0.2.0/24 'evil.example' is not in ALLOWED_HOSTS" in host
    assert " WARNING 0123abcd 192.0.2.0/24 Not Found: " in missing


@pytest.mark.parametrize(
    ("least", "levels"), [("ERROR", "E"), ("WARNING", "EW"), ("INFO", "EWI"), ("DEBUG", "EWID")]
)
def test_the_operator_chooses_from_which_level_on_messages_are_written(least, levels):
    kinds = (logging.ERROR, logging.WARNING, logging.INFO, logging.DEBUG)
    records = [logging.LogRecord("ours", kind, "", 0, "text", (), None) for kind in kinds]
    written = [record.levelname[0] for record in records if LevelFilter(least).filter(record)]
    assert "".join(written) == levels


def test_a_lowered_message_is_written_where_its_level_is():
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, "text", (), None)
    record.status_code = 422
    assert LevelFilter("INFO").filter(record)
    assert record.levelname == "INFO"


def test_a_bug_of_ours_is_logged_with_its_traceback_and_its_page_names_the_request(monkeypatch):
    monkeypatch.setattr("scorekeeper.views.home.tiles", lambda *_: 1 / 0)
    with our_log() as written:
        answer = Client(raise_request_exception=False).get("/")
    assert answer.status_code == 500
    assert "0123abcd 192.0.2.0/24 Internal Server Error: /\nTraceback" in written.getvalue()
    assert "0123abcd" in answer.content.decode()


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
    assert RequestLabel.of(VISITOR).id != RequestLabel.of(VISITOR).id


def test_a_message_about_a_very_long_address_is_cut():
    with our_log() as written:
        assert a_phone().get("/" + "x" * 10_000).status_code == 404
    assert len(written.getvalue()) < 700


# Ids of requests


def test_a_trusted_proxy_chooses_the_id_of_a_request_if_it_is_well_formed(settings):
    sent = VISITOR | {"HTTP_X_REQUEST_ID": "7f3c-0123456789.abcdef"}
    assert RequestLabel.of(sent).id != sent["HTTP_X_REQUEST_ID"]
    settings.TRUST_PROXY = True
    assert RequestLabel.of(sent).id == sent["HTTP_X_REQUEST_ID"]
    for unfit in ("short", "x" * 65, "two words", "a\nline of its own", ""):
        assert re.fullmatch("[0-9a-f]{8}", RequestLabel.of({"HTTP_X_REQUEST_ID": unfit}).id)


# JSON


@contextmanager
def json_log():
    """The output of our handler with LOG_FORMAT=json."""
    with our_log() as written:
        streams = {getattr(one, "stream", None): one for one in logging.root.handlers}
        handler = streams[written]
        line = handler.formatter
        handler.setFormatter(JsonFormatter())
        try:
            yield written
        finally:
            handler.setFormatter(line)


def test_each_line_is_a_json_object_also_with_a_traceback(monkeypatch):
    monkeypatch.setattr("scorekeeper.views.home.tiles", lambda *_: 1 / 0)
    with json_log() as written:
        Client(raise_request_exception=False).get("/")
        a_phone().get("/join/1/secret/?a=two\nlines")
    bug, missing = map(json.loads, written.getvalue().splitlines())
    assert bug["level"] == "ERROR"
    assert bug["exception"].endswith("ZeroDivisionError: division by zero")
    assert {"request_id": "0123abcd", "address": "192.0.2.0/24"}.items() <= missing.items()
    assert missing["message"] == "Not Found: /join/1/…/"
    assert missing["logger"] == "django.request"
    datetime.fromisoformat(missing["time"])


def test_requests_are_logged_by_view_if_the_operator_wants_that(settings):
    settings.LOG_REQUESTS = True
    path = links.path(Link.to_host(a_group(a_phone())))
    with json_log() as written:
        bridged(a_phone(), path)
    (line,) = map(json.loads, written.getvalue().splitlines())
    assert (line["method"], line["view"], line["status"]) == ("GET", "join", 200)
    assert line["message"].startswith("GET join 200 ")
    assert line["request_id"] != "-"
    assert path.split("/")[3] not in written.getvalue()
