"""Pages in another language, from a small catalogue that the site itself does not have."""

import polib
import pytest
from django.utils.translation import override

from games.registry import games
from scorekeeper.models import Role
from scorekeeper.pages.game.fragments import MOST_BYTES, FragmentCache
from scorekeeper.tables.translate import render_text
from tests.app.support.factories import (
    a_game,
    a_group,
    a_phone,
    a_round,
    correct,
    enter,
    let_in,
    remove,
    set_back,
    to,
    undo,
)
from tests.app.support.pages import Page

GERMAN = {
    "Yahtzee": "Kniffel",
    "Chimera": "Chimäre",
    "for any other game": "für jedes andere Spiel",
    "entered": "eingetragen",
    "removed %(rounds)s": "zurückgenommen %(rounds)s",
    "changed back %(rounds)s": "zurückgenommen %(rounds)s",
    "correction undone": "doch nicht berichtigt",
    "%(title)s %(action)s": "%(action)s: %(title)s",
    "%(title)s: %(action)s": "%(action)s – %(title)s",
    "Round %(number)s": "Runde %(number)s",
    "Bids met": "Erfüllte Gebote",
    "Bids of %(bid)s met": "Erfüllte Gebote von %(bid)s",
}


def save_catalogue(path, messages):
    catalogue = polib.POFile()
    catalogue.metadata = {"Content-Type": "text/plain; charset=UTF-8"}
    for original, translation in messages.items():
        catalogue.append(polib.POEntry(msgid=original, msgstr=translation))
    catalogue.save_as_mofile(path)


@pytest.fixture
def phone(tmp_path, settings, monkeypatch):
    """A phone set to German, whose texts no page of another test gets."""
    monkeypatch.setattr("scorekeeper.pages.game.fragments.fragments", FragmentCache(MOST_BYTES))
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    save_catalogue(folder / "django.mo", GERMAN)
    settings.LOCALE_PATHS, settings.LANGUAGES = [tmp_path], [("en", "English"), ("de", "Deutsch")]
    phone = a_phone()
    phone.defaults["HTTP_ACCEPT_LANGUAGE"] = "de"
    return phone


def said(phone, address):
    return Page(phone.get(address)).said


def test_every_game_is_called_by_its_translated_name(phone):
    page = said(phone, "/new/score_pad/")
    assert "für jedes andere Spiel" in page
    assert "Kniffel" in page
    assert "Yahtzee" not in page
    session = a_game(phone)
    let_in(phone, a_group(a_phone()), Role.VIEWER, session)
    page = said(phone, "/groups/")
    assert "Chimäre" in page
    assert "Chimera" not in page


def test_an_action_is_described_in_the_word_order_of_the_language(phone):
    session = a_game(phone, rounds=1)
    assert "eingetragen: Runde 1 " in said(phone, to("table", session))
    correct(phone, session, 1, a_round(1, 30))
    undo(phone, session)
    assert "doch nicht berichtigt – Runde 1 " in said(phone, to("table", session))


def test_two_actions_with_the_same_translation_stay_separate(phone):
    session = a_game(phone, rounds=2)
    correct(phone, session, 1, a_round(1, 30))
    remove(phone, session, 2)
    enter(phone, session)
    set_back(phone, session, 2)
    page = said(phone, to("history", session))
    assert "zurückgenommen Runde 2 · zurückgenommen Runde 1" in page


def test_figures_and_their_details_have_translated_titles(phone):
    bids = games()["chimera"].figures.kinds["bids"]
    with override("de"):
        assert render_text(bids.title, ()) == "Erfüllte Gebote"
        assert render_text(bids.detail_title("30"), ()) == "Erfüllte Gebote von 30"
