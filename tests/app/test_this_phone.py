"""Over plain http a phone lacks something: one page says what, and one line says it once."""

from django.urls import reverse

from tests.app.support.factories import a_game, a_phone, to
from tests.app.support.pages import Page

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1"
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0"
HINT = "Keep the screen on while you play"


def home(phone, agent=IPHONE, **request):
    return Page(phone.get(reverse("home"), headers={"user-agent": agent}, **request)).said


def test_a_page_says_what_http_lacks_and_whom_to_ask_and_home_a_part_until_it_is_read(
    phone, settings
):
    settings.OPERATOR_CONTACT = "zoe@club.example"
    assert HINT in home(phone)
    said = Page(phone.get(reverse("this_phone"), headers={"user-agent": IPHONE})).said
    assert "no secure connection" in said
    assert "docs/https-at-home.md" in said
    assert "zoe@club.example" in said
    assert "Auto-Lock" in said
    assert "Got it" in said
    answer = phone.post(reverse("got_it"))
    assert (answer.status_code, answer.url) == (302, reverse("home"))
    assert HINT not in home(phone)
    page = Page(phone.get(reverse("this_phone"), headers={"user-agent": IPHONE})).said
    assert HINT in page
    assert "Got it" not in page


def test_home_does_not_say_so_on_a_computer_over_https_or_before_the_first_game(phone):
    assert HINT not in home(phone, LAPTOP)
    assert HINT not in home(phone, secure=True)
    assert HINT not in home(a_phone())


def test_the_page_says_over_https_how_to_install_the_app(phone):
    said = Page(phone.get(reverse("this_phone"), secure=True)).said
    assert "Add to Home Screen" in said
    assert "no secure connection" not in said


def test_the_page_of_groups_and_devices_leads_to_it(phone):
    assert reverse("this_phone") in phone.get(reverse("groups")).content.decode()


def keeps_its_screen_on(phone, address):
    lives = Page(phone.get(address, secure=True)).all("p", id="live")
    return bool(lives) and "data-awake" in lives[0].attrib


def test_the_screen_stays_on_while_a_game_is_open_unless_the_phone_chose_otherwise(phone):
    game = a_game(phone)
    pages = [to("table", game), to("enter", game)]
    assert all(keeps_its_screen_on(phone, page) for page in pages)
    assert not keeps_its_screen_on(phone, reverse("home"))
    assert not keeps_its_screen_on(phone, to("history", game))
    answer = phone.post(reverse("screen"), {"screen": "off"}, secure=True)
    assert answer.url == f"{reverse('this_phone')}#awake"
    assert not any(keeps_its_screen_on(phone, page) for page in pages)
    assert keeps_its_screen_on(phone, to("display", game))
    phone.post(reverse("screen"), {"screen": "on"}, secure=True)
    assert all(keeps_its_screen_on(phone, page) for page in pages)
    assert phone.post(reverse("screen"), {"screen": "bright"}, secure=True).cookies == {}


def pressed(phone):
    buttons = Page(phone.get(reverse("this_phone"), secure=True)).all("button", name="screen")
    return [button.get("value") for button in buttons if button.get("aria-pressed") == "true"]


def test_the_page_has_a_switch_for_the_screen_over_https_only(phone):
    assert pressed(phone) == ["on"]
    phone.post(reverse("screen"), {"screen": "off"}, secure=True)
    assert pressed(phone) == ["off"]
    assert not Page(phone.get(reverse("this_phone"))).all("button", name="screen")


def test_the_table_is_sent_again_once_the_switch_was_turned(phone):
    game = a_game(phone)
    etag = phone.get(to("table", game)).headers["ETag"]
    phone.post(reverse("screen"), {"screen": "off"})
    assert phone.get(to("table", game)).headers["ETag"] != etag
