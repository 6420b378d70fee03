"""Each device has its own language: the browser's, or the one that was chosen."""

from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Link, Member, Role
from scorekeeper.people import links
from scorekeeper.site.languages import first_supported, language_of_terminal
from scorekeeper.views.group import groups as groups_view
from tests.app.support.factories import a_game, a_group, a_hosted_game, a_phone, let_in, start
from tests.app.support.pages import Page


def language_of(phone, address="/", **headers):
    return Page(phone.get(address, **headers)).tree.get("lang")


def test_a_new_device_has_the_language_of_its_browser():
    expected = {"de-AT,de;q=0.9,en;q=0.8": "de", "ko": "ko", "ja-JP": "ja", "fr,ko;q=0.5": "ko"}
    expected |= dict.fromkeys(("fr", "", "*", "nonsense;;q=x,,"), "en")
    for accepted, language in expected.items():
        phone = Client(headers={"Accept-Language": accepted})
        assert (accepted, language_of(phone, "/keys/")) == (accepted, language)


def test_an_unknown_language_before_a_known_one_is_skipped():
    assert first_supported(["fr", "ko", "de"]) == "ko"
    assert first_supported(["fr"]) is None


def test_a_chosen_language_stays_on_the_device_and_only_there():
    here, elsewhere = a_phone(), a_phone()
    answer = here.get("/?language=ko")
    assert answer.status_code == 302
    assert answer["Location"] == "/"
    assert language_of(here) == language_of(here, "/groups/") == "ko"
    assert language_of(elsewhere) == "en"
    assert here.cookies["language"]["max-age"] == 400 * 24 * 3600


def test_a_link_to_a_page_in_another_language_keeps_the_rest_of_its_address():
    phone, game = a_hosted_game()
    answer = phone.get(f"/table/{game.pk}/?language=de&said=entered&n=1")
    assert answer["Location"] == f"/table/{game.pk}/?said=entered&n=1"


def test_a_link_to_another_language_never_leads_to_another_page():
    for path, address in {
        "//evil.example/": "/evil.example/",
        "/\\evil.example/": "/%5Cevil.example/",
        "/?x/": "/%3Fx/",
    }.items():
        answer = a_phone().get("/", PATH_INFO=path, QUERY_STRING="language=de")
        assert answer["Location"] == address


def test_an_unknown_language_is_ignored():
    phone = a_phone()
    for asked in ("fr", "", "../ko", "ko-KR", "KO", "\0", "x" * 2000):
        assert phone.get("/keys/", {"language": asked}).status_code == 200
        assert "language" not in phone.cookies


def test_an_unknown_language_in_the_cookie_is_ignored():
    phone = a_phone()
    phone.cookies["language"] = "xx"
    assert language_of(phone) == "en"


def test_home_names_each_language_in_itself_and_marks_the_one_that_is_shown():
    phone = a_phone()
    phone.get("/?language=de")
    page = Page(phone.get("/"))
    links = {link.get("lang"): link for link in page.tree.xpath("//a[@lang]")}
    assert [(code, link.text_content()) for code, link in links.items()] == [
        ("de", "Deutsch"),
        ("en", "English"),
        ("ja", "日本語"),
        ("ko", "한국어"),
    ]
    assert [code for code, link in links.items() if link.get("aria-current")] == ["de"]


def test_a_page_in_another_language_than_the_browsers_links_to_itself():
    phone = a_phone()
    phone.defaults["HTTP_ACCEPT_LANGUAGE"] = "de"
    assert not own_language_links(phone)
    phone.get("/?language=ko")
    [link] = own_language_links(phone)
    assert link.get("lang") == "de"
    phone.get("/groups/" + link.get("href"))
    assert not own_language_links(phone)


def own_language_links(phone):
    return Page(phone.get("/groups/")).tree.xpath("//a[@lang]")


def test_the_table_is_fetched_again_when_the_language_changes():
    phone = a_phone()
    address = f"/table/{a_game(phone).pk}/"
    etag = phone.get(address)["ETag"]
    assert phone.get(address, headers={"If-None-Match": etag}).status_code == 304
    phone.get("/?language=ja")
    answer = phone.get(address, headers={"If-None-Match": etag})
    assert answer.status_code == 200
    assert answer["Content-Language"] == "ja"


def test_errors_are_in_the_language_of_the_device():
    phone = a_phone()
    phone.cookies["language"] = "ko"
    refused = phone.get("/", headers={"host": "evil.example"})
    assert (refused.status_code, "잘못된 주소" in Page(refused).said) == (400, True)
    unknown = phone.get("/nowhere/")
    assert (unknown.status_code, "여기에는 아무것도 없어요" in Page(unknown).said) == (404, True)


def test_an_error_of_the_server_is_in_the_language_of_the_device(monkeypatch):
    def fail(*args, **kwargs):
        raise RuntimeError

    monkeypatch.setattr(groups_view, "render", fail)
    phone = Client(raise_request_exception=False, headers={"Accept-Language": "ko"})
    assert "문제" in Page(phone.get("/groups/")).said


def test_the_service_worker_changes_with_the_language():
    phone = a_phone()
    before = phone.get("/sw.js").content
    phone.get("/?language=ko")
    assert phone.get("/sw.js").content != before
    assert phone.get("/manifest.webmanifest").json()["lang"] == "ko"


def test_a_terminal_has_the_language_of_its_locale():
    both = {"LANG": "en_US.UTF-8", "LC_ALL": "ja_JP.eucJP"}
    for environment, language in (
        *(({"LANG": "ko_KR.UTF-8"}, "ko"), ({"LANG": "de_AT@euro"}, "de"), (both, "ja")),
        *(({"LANG": "C.UTF-8"}, "en"), ({"LANG": "fr_FR"}, "en"), ({}, "en")),
    ):
        assert language_of_terminal(environment) == language


def test_the_first_name_of_a_device_is_shown_in_the_language_of_who_reads_it():
    host, reader = Client(headers={"User-Agent": "Android"}), a_phone()
    start(host)
    member = Member.objects.get()
    let_in(reader, member.group, Role.HOST)
    for language, name in {
        "en": "Android phone",
        "de": "Android-Handy",
        "ko": "Android 폰",
    }.items():
        reader.get(f"/?language={language}")
        assert name in Page(reader.get(f"/groups/{member.group_id}/")).said


def test_a_first_name_that_was_left_as_it_was_shown_is_not_stored_in_a_language():
    host, screen = a_phone(), a_phone()
    link = links.path(Link.to(a_group(host), Role.VIEWER)) + "?screen"
    screen.get("/?language=de")
    [form] = [form for form in Page(screen.get(link)).forms if "name" in form.fields]
    screen.post(link, form.fields)
    assert Member.objects.last().name == "Large screen"
    assert form.fields["name"] == ["Großer Bildschirm"]


def test_a_command_speaks_the_language_of_the_terminal(capsys, monkeypatch):
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    for phone in (a_phone(), a_phone()):
        a_group(phone)
    call_command("link")
    assert "Eine andere Gruppe" in capsys.readouterr().out


def test_the_fields_of_a_new_game_are_named_in_the_language_of_the_reader(phone):
    page = Page(phone.get(reverse("new", args=["score_pad"]), headers={"Accept-Language": "de"}))
    labels = [label.text_content().strip() for label in page.all("label")]
    assert "Ziel" in labels
    assert "Target" not in labels
