"""manage.py texts writes the page on which a native reader reviews a language."""

from io import StringIO

import pytest
from babel.messages.catalog import Catalog
from django.core.management import CommandError, call_command
from lxml import html

from scorekeeper.management import catalogues
from scorekeeper.management.catalogues import read_catalogue, save_catalogue
from scorekeeper.management.commands import texts

ROUND = "%(player)s: 라운드 %(number)s개 남음"


@pytest.fixture
def korean(tmp_path, settings):
    """A catalogue of its own, which the site does not use, and a folder for pictures."""
    settings.LOCALE_PATHS, settings.VAR = [tmp_path / "locale"], tmp_path
    catalogue = Catalog(domain="django", locale="ko")
    place = [("games/yahtzee/rules.py", 0)]
    catalogue.add("%(player)s: %(number)s rounds left", ROUND, locations=place)
    catalogue.add("Fish & chips", "낚시", user_comments=["unsure: 줄?", "reviewed"])
    save_catalogue(catalogue, catalogues.catalogue_file("ko"))
    return tmp_path


def review(folder):
    out, file = StringIO(), folder / "texts.html"
    call_command("texts", language="ko", html=file, stdout=out)
    return out.getvalue(), html.fromstring(file.read_text())


def test_without_pictures_the_page_has_all_messages_and_says_so(korean):
    said, page = review(korean)
    assert "add --pictures" in said
    assert page.xpath("//p")[0].text_content().strip() == "There are no pictures."
    others = page.xpath("//table")[-1].text_content()
    assert ROUND in others
    assert "%(player)s: %(number)s rounds left" in others
    assert "games/yahtzee/rules.py" in others


def test_what_a_translator_was_unsure_of_comes_first(korean):
    (row,) = review(korean)[1].xpath("//table")[0].xpath(".//tr")
    assert "낚시" in row.text_content()
    assert "Fish & chips" in row.text_content()
    assert "unsure: 줄?" in row.text_content()
    assert "reviewed" not in row.text_content()


def test_a_message_stands_beside_the_picture_of_the_page_that_shows_it(korean):
    folder = korean / "texts" / "ko"
    folder.mkdir(parents=True)
    for name, text in {"new_game": "새 게임", "turn": "엄마: 라운드 \n 3개 남음 · 야찌"}.items():
        (folder / f"{name}.txt").write_text(text)
        (folder / f"{name}.jpg").write_bytes(b"picture")
    page = review(korean)[1]
    (section,) = page.xpath("//section")
    assert section.xpath("preceding-sibling::h2/text()") == ["turn"]
    assert section.xpath("img/@src")[0].startswith("data:image/jpeg;base64,")
    assert ROUND in section.text_content()
    assert ROUND not in page.xpath("//table")[-1].text_content()


def test_a_note_of_doubt_stays_when_messages_are_extracted(korean):
    file = catalogues.catalogue_file("ko")
    catalogue = read_catalogue(file)
    catalogue.add("Undo", "실행 취소", user_comments=["unsure: 되돌리기?"])
    save_catalogue(catalogue, file)
    call_command("makemessages", stdout=StringIO())
    assert read_catalogue(file).get("Undo").user_comments == ["unsure: 되돌리기?"]


def test_pictures_need_what_the_tests_need(korean, monkeypatch):
    monkeypatch.setattr(texts, "find_spec", lambda name: None)
    with pytest.raises(CommandError, match="no playwright"):
        call_command("texts", language="ko", html=korean / "x.html", pictures=True)
    with pytest.raises(CommandError, match="makemessages --new fr"):
        call_command("texts", language="fr", html=korean / "x.html")
