"""The page that tells what is stored about people."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from scorekeeper.models import Allowance, Link, Role, allowances
from scorekeeper.operating.purge import purge
from scorekeeper.people.invitations import new_invitation
from scorekeeper.people.links import path
from scorekeeper.views.about_site import address_in
from tests.app.support.factories import a_group, a_phone
from tests.app.support.pages import Page


def text(client):
    return Page(client.get(reverse("privacy"))).said


def test_home_and_the_page_of_a_link_lead_to_it(client):
    group = a_group(a_phone())
    link = reverse("privacy")
    assert link in client.get(reverse("home")).content.decode()
    assert link in a_phone().get(path(Link.to(group, Role.VIEWER))).content.decode()


def test_every_cookie_that_the_site_sets_is_named(client):
    host, phone, seen = a_phone(), a_phone(), set()
    group = a_group(host)
    webhook = {"name": "Lamp", "address": "https://lamp.example/", "events": "game.won"}
    responses = [
        phone.get(new_invitation(1, 1).path),
        phone.post(reverse("caller"), {"level": ""}),
        host.post(reverse("make_token", args=[group.pk]), {"program": "Lamp", "role": "1"}),
        host.post(
            reverse("new_webhook", args=[group.pk]),
            {**webhook, "format": "standard", "language": "en"},
        ),
        phone.get(path(Link.to(group, Role.VIEWER))),
        phone.post(path(Link.to(group, Role.VIEWER)), {"name": "Zoe"}),
        phone.post(reverse("theme"), {"theme": "dark"}),
        phone.post(reverse("feedback"), {"sounds": "on"}),
        phone.get(f"{reverse('home')}?language=de"),
        phone.get(reverse("new", args=["chimera"])),
    ]
    for response in responses:
        seen |= response.cookies.keys()
    assert {"joining", "next-device", "theme", "csrftoken"} <= seen
    assert {"invitation", "caller", "new-token", "new-secret"} <= seen
    said = text(client)
    assert [name for name in seen if name not in said] == []


def test_it_says_after_how_long_a_group_is_deleted_if_the_site_does_so(client, settings):
    assert "deletes groups" not in text(client)
    settings.ABANDONED_GROUPS_DAYS = 730
    assert "nothing was played, entered or opened for 730 days." in text(client)


def test_scrambled_addresses_are_forgotten_even_if_nobody_comes(monkeypatch):
    monkeypatch.setattr(allowances, "AT_ONCE", 2)
    now = timezone.now()
    for key, days in (("a", 6), ("b", 7), ("c", 8), ("d", 4), ("e", 9), ("f", 10)):
        Allowance.objects.create(key=key, at=now - timedelta(days=days))
    purge()
    assert [row.pk for row in Allowance.objects.all()] == ["d"]


@pytest.mark.parametrize(
    ("contact", "address"),
    [
        ("https://club.example/about", "https://club.example/about"),
        ("http://192.168.1.20/", "http://192.168.1.20/"),
        ("zoe@club.example", "mailto:zoe@club.example"),
        ("mailto:zoe@club.example", "mailto:zoe@club.example"),
        ("Zoe, at the bar", ""),
        ("javascript:alert(1)", ""),
        ("ftp://club.example/", ""),
        ("", ""),
    ],
)
def test_only_an_address_of_a_page_or_of_mail_becomes_a_link(contact, address):
    assert address_in(contact) == address


def test_the_contact_is_shown_escaped(client, settings):
    settings.OPERATOR_CONTACT = "Zoe <script>alert(1)</script>"
    page = client.get(reverse("privacy")).content.decode()
    assert "Zoe &lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script>alert" not in page
    settings.OPERATOR_CONTACT = "https://club.example/?a=1&b=2"
    page = client.get(reverse("privacy")).content.decode()
    assert 'href="https://club.example/?a=1&amp;b=2"' in page
