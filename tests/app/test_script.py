"""Our own scripts, which are one for the browser."""

import gzip
import re

import pytest
from django.conf import settings

from scorekeeper.scripts import OURS, joined
from tests.app.factories import a_phone

pytestmark = pytest.mark.django_db


def script_of(page):
    return re.search(r'<script src="(/own\.[0-9a-f]{12}\.js)" defer>', page.content.decode())[1]


def test_a_page_names_one_script_of_ours_and_the_browser_may_keep_it():
    phone = a_phone()
    page = phone.get("/")
    assert page.content.decode().count("<script ") == 2  # and htmx
    answer = phone.get(script_of(page))
    assert answer.headers["Content-Type"] == "text/javascript"
    assert answer.headers["Cache-Control"] == "private, max-age=31536000, immutable"


def test_a_page_from_before_an_update_gets_the_new_script_and_asks_again_next_time():
    answer = a_phone().get("/own.0123456789ab.js")
    assert answer.content.decode() == joined()
    assert answer.headers["Cache-Control"] == "private, no-cache"


def test_on_the_way_our_scripts_take_no_more_than_six_kilobytes():
    assert len(gzip.compress(joined().encode(), 6)) <= 6 * 1024


def test_what_only_we_read_is_left_out_and_no_text_is_touched():
    sources = "\n".join((settings.BASE_DIR / "static" / name).read_text() for name in OURS)
    code = re.sub(r"(^|\s)//.*", "", sources)
    texts = re.findall(r'"[^"\n]*"|`[^`]*`|(?<=[(!])/[^/\n]+/', code)
    assert len(texts) > 100
    assert all(text in joined() for text in texts)
    assert not re.search(r"^\s|(^|\s)//", joined(), re.MULTILINE)
