"""Results shown around: who may make a picture, a text or a link, and what each of them says."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.timezone import localtime

from scorekeeper.formats import format_day
from scorekeeper.models import GameSession, PictureLink, Player, Role
from scorekeeper.pages.statistics.league import LeagueLine
from scorekeeper.pages.statistics.year_cards import Card, CardLine
from scorekeeper.pictures import fonts, render
from scorekeeper.pictures.content import Row
from scorekeeper.pictures.results import card_row, evening_row, evening_verdict, row_text
from scorekeeper.statistics.wins import Wins
from tests.app.support.factories import (
    a_game,
    a_hosted_game,
    a_hosted_group,
    a_member,
    a_phone,
    a_round,
    stamp,
    to,
    undo,
)
from tests.app.support.pads import a_pad
from tests.app.support.pages import Page
from tests.app.support.pictures import needs_fonts, size_of

pytestmark = needs_fonts


def over(**game):
    return a_hosted_game(target=40, rounds=1, **game)


def show(session):
    return reverse("show_game", args=[session.pk])


def make_link(phone, page):
    """The address that the page says after a press."""
    assert phone.post(page).url == page
    return url_of(phone.get(page))


def url_of(answer):
    """The path of the address to pass on; "" if there is none."""
    (field, *_rest) = [*Page(answer).all("input", id="url"), None]
    return "" if field is None else "/" + field.get("value").split("/", 3)[3]


def paste(answer):
    return Page(answer).tree.get_element_by_id("paste").text


# The picture


@pytest.mark.parametrize(("size", "pixels"), [("wide", (1200, 630)), ("tall", (1080, 1350))])
def test_the_picture_has_the_size_that_it_says(size, pixels):
    phone, session = over()
    answer = phone.get(f"{show(session)}{size}.png")
    assert answer.headers["Content-Type"] == "image/png"
    assert size_of(answer.content) == pixels
    picture = Page(phone.get(f"{show(session)}?size={size}")).all("img")[0]
    assert (int(picture.get("width")), int(picture.get("height"))) == pixels


def test_an_unchanged_picture_is_neither_sent_nor_drawn_again(monkeypatch):
    phone, session = over()
    address = f"{show(session)}wide.png"
    first = phone.get(address)
    monkeypatch.setattr(render, "to_png", None)
    again = phone.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert phone.get(address).content == first.content
    assert first.headers["Cache-Control"] == "private, no-cache"


def test_the_file_of_a_game_is_named_after_the_day_that_the_picture_shows():
    phone, session = over()
    played_at = datetime(2026, 11, 25, 23, 30, tzinfo=UTC)
    GameSession.objects.filter(pk=session.pk).update(played_at=played_at)
    with timezone.override("Europe/Berlin"):
        answer = phone.get(f"{show(session)}wide.png")
    assert 'filename="chimera-2026-11-26.png"' in answer.headers["Content-Disposition"]


def test_a_renamed_player_makes_it_a_new_picture():
    phone, session = over()
    address = f"{show(session)}wide.png"
    first = phone.get(address)
    session.group.players.filter(name="Ana").update(name="Anna")
    second = phone.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert second.status_code == 200
    assert second.content != first.content


def test_there_is_no_picture_of_another_size_and_none_before_the_end():
    phone, session = over()
    assert phone.get(f"{show(session)}huge.png").status_code == 404
    assert phone.get(f"{show(session)}?size=huge").status_code == 404
    under_way = a_game(phone, session.group, rounds=1)
    assert phone.get(show(under_way)).url == to("table", under_way)
    assert phone.get(f"{show(under_way)}wide.png").status_code == 404
    assert show(under_way) not in Page(phone.get(to("table", under_way))).links()
    assert show(session) in Page(phone.get(to("table", session))).links()


def test_a_game_in_which_nothing_was_played_has_no_result_to_show():
    phone, session = a_hosted_game()
    phone.post(to("end", session), stamp(0, 1))
    assert GameSession.objects.get(pk=session.pk).finished_at
    assert phone.get(show(session)).url == to("table", session)
    assert show(session) not in Page(phone.get(to("table", session))).links()


def test_the_page_of_a_result_leads_to_the_table_once_the_game_is_reopened():
    phone, session = over()
    assert phone.get(show(session)).status_code == 200
    undo(phone, session)
    assert phone.get(show(session)).url == to("table", session)
    assert phone.get(f"{show(session)}wide.png").status_code == 404


def test_in_the_text_to_paste_points_stay_behind_a_name_that_is_read_from_the_right():
    phone, session = over(names=("Ana", "ג'ון כהן", "عبد-الله"))
    said = paste(phone.get(show(session)))
    assert "\u2068ג'ון כהן\u2069 0" in said
    assert "\u2068عبد-الله\u2069 0" in said
    assert said.count("\u2068") == 2


# Signs that no font has


def test_a_sign_without_a_font_is_named_and_the_text_works_all_the_same():
    phone, session = over(names=("Ana \U0001f9ff", "Ben", "Cho"))
    answer = phone.get(show(session))
    page = Page(answer)
    assert "no font with \U0001f9ff." in page.said
    assert page.all("img") == []
    assert "Ana \U0001f9ff wins with 40" in paste(answer)
    assert phone.get(f"{show(session)}wide.png").status_code == 404


def test_a_machine_without_fonts_says_so(monkeypatch):
    phone, session = over()
    monkeypatch.setattr(fonts, "preferred_font", lambda stems, bold: None)
    answer = phone.get(show(session))
    assert "this server has no fonts" in Page(answer).said
    assert "Ana wins with 40" in paste(answer)


# The text


def test_the_text_names_the_game_the_day_the_winner_and_the_others():
    phone, session = over()
    day = timezone.localdate()
    said = f"Chimera, {day.day} {day:%b %Y}: Ana wins with 40. Ben 0, Cho 0."
    assert paste(phone.get(show(session))) == said


# Links for everyone


def test_the_link_shows_the_picture_to_anyone_and_nothing_else():
    phone, session = over()
    link = make_link(phone, show(session))
    own = phone.get(f"{show(session)}wide.png")
    stranger = a_phone()
    answer = stranger.get(link)
    assert answer.content == own.content
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert answer.headers["Cache-Control"] == "private, no-cache"
    for address in (show(session), to("table", session), f"/groups/{session.group_id}/"):
        assert stranger.get(address).status_code == 404
    assert stranger.get(link.replace("wide", "tall")).status_code == 200
    assert stranger.get(link.replace("wide", "huge")).status_code == 404


def test_a_visitor_who_opens_a_link_gets_no_cookie():
    phone, session = over()
    link = make_link(phone, show(session))
    assert Client().get(link).cookies == {}
    assert phone.get(link).cookies == {}
    phone.post(show(session), {"revoke": "1"})
    answer = Client().get(link)
    assert (answer.status_code, answer.cookies) == (404, {})


def test_the_secret_of_a_link_cannot_be_guessed_from_its_address():
    phone, session = over()
    link = make_link(phone, show(session))
    secret = link.split("/")[3]
    assert len(secret) == 22
    other = make_link(phone, show(a_game(phone, session.group, target=40, rounds=1)))
    assert other.split("/")[3] != secret
    for wrong in (secret[:-1], secret[::-1], other.split("/")[3]):
        assert a_phone().get(link.replace(secret, wrong)).status_code == 404


def test_a_revoked_link_shows_nothing_and_a_new_one_is_different():
    phone, session = over()
    first = make_link(phone, show(session))
    etag = a_phone().get(first).headers["ETag"]
    phone.post(show(session), {"revoke": "1"})
    assert url_of(phone.get(show(session))) == ""
    assert a_phone().get(first, headers={"If-None-Match": etag}).status_code == 404
    second = make_link(phone, show(session))
    assert second != first
    assert a_phone().get(first).status_code == 404
    assert a_phone().get(second).status_code == 200


def test_making_a_link_twice_makes_one():
    phone, session = over()
    assert make_link(phone, show(session)) == make_link(phone, show(session))
    assert PictureLink.objects.count() == 1


def test_a_link_shows_nothing_of_a_game_that_is_deleted_or_played_on():
    phone, session = over()
    link = make_link(phone, show(session))
    session.change(deleted_at=timezone.now())
    assert a_phone().get(link).status_code == 404
    session.change(deleted_at=None)
    assert a_phone().get(link).status_code == 200
    GameSession.objects.filter(pk=session.pk).update(game="gone")
    assert a_phone().get(link).status_code == 404


def test_a_link_keeps_the_language_of_the_device_that_made_it():
    phone, session = over()
    phone.cookies["language"] = "de"
    link = make_link(phone, show(session))
    phone.cookies["language"] = "en"
    german = a_phone().get(link).content
    assert german != phone.get(f"{show(session)}wide.png").content
    phone.cookies["language"] = "de"
    assert german == phone.get(f"{show(session)}wide.png").content


def test_the_scorer_who_made_a_link_and_any_host_can_revoke_it():
    host, session = over()
    maker, other = (a_member(session.group, Role.SCORER) for _ in range(2))
    link = make_link(maker, show(session))
    said = Page(other.get(show(session))).said
    assert "Scorer’s phone made it. That device and the hosts can revoke it." in said
    assert url_of(other.get(show(session))) == link
    assert "Revoke this link" not in said
    assert other.post(show(session), {"revoke": "1"}).status_code == 403
    for phone in (maker, host):
        assert a_phone().get(link).status_code == 200
        assert "Revoke this link" in Page(phone.get(show(session))).said
        phone.post(show(session), {"revoke": "1"})
        assert a_phone().get(link).status_code == 404
        link = make_link(maker, show(session))


def test_a_host_can_revoke_all_links_of_the_group_at_once():
    host, session = over()
    other_host, others = over()
    links = [make_link(host, show(session)), make_link(host, evening_of(session))]
    kept = make_link(other_host, show(others))
    group = Page(host.get(f"/groups/{session.group_id}/"))
    assert "Revoke 2 links to pictures" in group.said
    scorer = a_member(session.group, Role.SCORER)
    assert "links to pictures" not in Page(scorer.get(f"/groups/{session.group_id}/")).said
    host.post(group.form(f"/groups/{session.group_id}/pictures/").action)
    assert [a_phone().get(link).status_code for link in links] == [404, 404]
    assert a_phone().get(kept).status_code == 200
    assert "links to pictures" not in Page(host.get(f"/groups/{session.group_id}/")).said


def evening_of(session):
    return reverse("show_evening", args=[session.group_id, session.pk])


def test_who_only_watches_gets_the_picture_and_the_text_but_neither_sees_nor_makes_a_link():
    host, session = over()
    make_link(host, show(session))
    for guest_of in (None, session):
        viewer = a_member(session.group, Role.VIEWER, guest_of)
        answer = viewer.get(show(session))
        assert "Ana wins with 40" in paste(answer)
        assert url_of(answer) == ""
        assert viewer.get(f"{show(session)}wide.png").status_code == 200
        assert viewer.post(show(session)).status_code == 403
        assert viewer.post(show(session), {"revoke": "1"}).status_code == 403
    assert PictureLink.objects.count() == 1


# Evenings and years


def evening_and_years(phone, session):
    year, player = timezone.localdate().year, session.group.players.get(name="Ana")
    return {
        "evening": evening_of(session),
        "year": reverse("show_year", args=[session.group_id, year]),
        "player_year": reverse("show_player_year", args=[player.pk, year]),
    }


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("evening", ("2 games: Ana won 2 of 2 games.", "Chimera: Ana 40, Ben 0, Cho 0")),
        ("year", ("Friday, {year} so far", "Games: 2 games played", "Champion: Ana, 2 wins")),
        ("player_year", ("Ana, {year} so far", "Games: 2 games played")),
    ],
)
def test_an_evening_and_a_year_are_shown_around_too(name, lines):
    phone, session = over()
    a_game(phone, session.group, target=40, rounds=1)
    page = evening_and_years(phone, session)[name]
    answer = phone.get(page)
    text = paste(answer)
    for line in lines:
        assert line.format(year=timezone.localdate().year) in text
    assert size_of(phone.get(f"{page}tall.png").content) == (1080, 1350)
    link = make_link(phone, page)
    assert size_of(a_phone().get(link).content) == (1200, 630)
    back = Page(answer).links()[0]
    assert page in [back + "share/"]
    there = Page(phone.get(back))
    assert page in there.links() or "share/" in there.links()
    assert PictureLink.objects.count() == 1
    phone.post(page, {"revoke": "1"})
    assert a_phone().get(link).status_code == 404


def test_links_of_a_game_its_evening_and_its_year_are_three():
    phone, session = over()
    pages = [show(session), *evening_and_years(phone, session).values()]
    links = {make_link(phone, page) for page in pages}
    assert len(links) == PictureLink.objects.count() == 4


def test_a_later_game_of_an_evening_leads_to_the_evening():
    phone, session = over()
    later = a_game(phone, session.group, target=40, rounds=1)
    first = evening_and_years(phone, session)["evening"]
    other = evening_and_years(phone, later)["evening"]
    assert phone.get(other).url == first
    assert phone.get(f"{other}wide.png").url == f"{first}wide.png"


def test_an_evening_with_points_by_place_says_who_came_first():
    phone, session = over()
    phone.post(f"/groups/{session.group_id}/points/", {"points": "5-3-1"})
    text = paste(phone.get(evening_and_years(phone, session)["evening"]))
    assert "1 game: Ana came first with 5." in text


def test_an_evening_of_games_played_alone_says_their_number_once():
    phone, group = a_hosted_group()
    session = a_pad(phone, 50, names=("Ana",), group=group)
    text = paste(phone.get(evening_and_years(phone, session)["evening"]))
    day = format_day(localtime(session.played_at), "weekday")
    assert text.startswith(f"{day}: 1 game played.")


def a_line(name, wins=0, rank=None, value=""):
    return LeagueLine(rank, Player(name=name, mark=0), Wins(0, wins=wins), value)


@pytest.mark.parametrize(
    ("lines", "verdict"),
    [
        ([a_line("Ana", 2, 1), a_line("Ben", 1, 2)], "Ana won 2 of 3 games"),  # the fourth was solo
        ([a_line("Ana", 1, 1), a_line("Ben", 1, 1)], "Ana and Ben won 1 game each"),
        ([a_line(name, 1, 1) for name in ("Ana", "Ben", "Cho")], ""),
        ([a_line("Ana"), a_line("Ben")], ""),
    ],
)
def test_an_evening_says_who_won_most(lines, verdict):
    assert evening_verdict(lines, by_points=False, counting=3) == verdict


@pytest.mark.parametrize(
    ("names", "verdict"),
    [
        (("Ana",), "Ana came first with 7.5"),
        (("Ana", "Ben"), "Ana and Ben share first place with 7.5"),
        (("Ana", "Ben", "Cho"), "3 players share first place with 7.5"),
    ],
)
def test_an_evening_with_points_says_who_has_most(names, verdict):
    lines = [a_line(name, 1, 1, "7.5") for name in names]
    lines.append(a_line("Zoe", 9, 4, "1"))
    assert evening_verdict(lines, by_points=True, counting=3) == verdict
    rows = [evening_row(line, by_points=True) for line in lines]
    assert [(row.figure, row.unit) for row in rows[-2:]] == [("7.5", "points"), ("1", "point")]
    assert evening_row(a_line("Ben"), by_points=True).figure == ""


def test_a_shared_win_names_all_totals():
    phone = a_phone()
    session = a_pad(phone, 50, 50, 3)
    assert "share the win with 50. Ana 50, Ben 50, Cho 3." in paste(phone.get(show(session)))


def test_a_card_that_compares_with_the_year_before_is_about_its_own_year():
    lines = [CardLine("Show the games", "/"), CardLine("0% in 2024", "/")]
    row = card_row(Card("Win share", "67%", "(by chance 33%)", lines))
    assert row_text(row) == "Win share: 67% (by chance 33%)"
    best = [CardLine("21 Mar", "/"), CardLine("49 in 2024", "/")]
    row = card_row(Card("Mölkky · best total", "50", "", best, lines_of_figure=1))
    assert row_text(row) == "Mölkky · best total: 21 Mar, 50"


def test_no_space_parts_a_figure_from_its_counter_in_japanese():
    with translation.override("ja"):
        assert row_text(Row("ゲーム", "42", unit="回プレイ")) == "ゲーム：42回プレイ"
        champion = Row("Ana", "12", detail="チャンピオン", unit="勝")
        assert row_text(champion) == "チャンピオン：Ana、12勝"


def test_the_figure_of_a_whole_group_is_not_said_to_be_the_leaders(phone):
    rounds = [a_round(0, 20, traps=2), a_round(1, 20, traps=1), a_round(0, 20)]
    session = a_game(phone, target=100, rounds=rounds)
    text = paste(phone.get(evening_and_years(phone, session)["year"]))
    assert "Chimera · Trap bonuses: 3" in text.splitlines()


def test_a_text_to_paste_has_no_invisible_breaks(phone):
    won = {"0": [7, -5, 3, -1], "1": [6, 2, -4], "2": [5, 4, 1, -2, -3]}
    entry, options = {"grimoires": won, "crystals": {}}, {"short_match": True}
    session = a_game(phone, game="chimera_tricks", options=options, rounds=[entry])
    for address in evening_and_years(phone, session).values():
        text = paste(phone.get(address, headers={"Accept-Language": "ja"}))
        assert "キメラトリック" in text
        assert "\u200b" not in text


def test_a_year_without_games_has_nothing_to_show():
    phone, session = over()
    for year in (1, 32768, 10**30):
        address = f"/groups/{session.group_id}/year/{year}/share/"
        assert phone.get(address).status_code == 404, year
        assert phone.post(address).status_code == 404, year
