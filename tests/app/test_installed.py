"""The files that the browser requests to install the site as an app."""

import json
import re

from django.conf import settings as site
from django.contrib.staticfiles import finders

from scorekeeper.models import Role
from scorekeeper.models.people import REMOVED
from tests.app.support.factories import a_game, a_phone, to


def worker(client):
    response = client.get("/sw.js")
    assert response["Content-Type"] == "text/javascript"
    return response.content.decode()


def files(client):
    return json.loads(re.search(r"FILES=(\[.*?\])", worker(client))[1])


def test_the_manifest_names_existing_icons(client):
    response = client.get("/manifest.webmanifest")
    assert response["Content-Type"] == "application/manifest+json"
    icons = response.json()["icons"]
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in icons}
    assert [icon["purpose"] for icon in icons if "purpose" in icon] == ["maskable"]
    for icon in icons:
        assert finders.find(icon["src"].removeprefix(f"/{site.STATIC_URL.strip('/')}/"))


def test_the_service_worker_caches_every_file_of_a_table(client):
    phone = a_phone()
    for game, options in (("chimera", None), ("yahtzee", {"joker": "forced"})):
        session = a_game(phone, game=game, options=options)
        named = re.findall(
            r'(?:src|href)="(/static/[^"]+)"', phone.get(to("table", session)).content.decode()
        )
        assert named
        assert set(named) <= set(files(client))


def test_the_service_worker_changes_with_the_release_and_is_never_cached(client, settings):
    before = worker(client)
    assert "no-cache" in client.get("/sw.js")["Cache-Control"]
    settings.RELEASE = "another"
    assert worker(client) != before


def test_over_https_pages_link_the_manifest_and_at_home_they_save_the_request(client):
    assert 'rel="manifest"' in client.get("/", secure=True).content.decode()
    answer = client.get("/")
    assert 'rel="manifest"' not in answer.content.decode()
    policy = answer["Content-Security-Policy"]
    assert "manifest-src 'self'" in policy
    assert "worker-src 'self'" in policy


def test_home_tells_the_service_worker_when_the_roles_of_the_device_change():
    def memberships():
        return phone.get("/").headers["Memberships"]

    phone = a_phone()
    alone = memberships()
    session = a_game(phone)
    member = session.group.members.get()
    host = memberships()
    a_game(phone, session.group)
    assert memberships() == host
    member.role = Role.VIEWER
    member.save()
    assert len({alone, host, memberships()}) == 3
    member.role = REMOVED
    member.save()
    assert memberships() == alone


def test_the_service_worker_learns_which_games_the_device_may_see():
    phone = a_phone()
    own, other = a_game(phone), a_game(a_phone())
    query = f"table={own.pk}&table={other.pk}&table=NaN&table={'9' * 30}"
    assert phone.get(f"/games/visible/?{query}").json() == {"tables": [own.pk]}
    assert a_phone().get(f"/games/visible/?{query}").json() == {"tables": []}
