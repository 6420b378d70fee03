"""The page for import and export: tokens for programs. And the page that describes the API."""

from scorekeeper.api.endpoints import ENDPOINTS
from scorekeeper.models import Member, Role
from scorekeeper.people import programs
from scorekeeper.people.groups import set_role
from tests.app.support.factories import a_game, a_hosted_game, a_member, a_phone, device, to
from tests.app.support.pages import Page, assert_refused
from tests.app.support.programs import Program, a_program, a_record_round


def exchange(session):
    return f"/groups/{session.group_id}/exchange/"


def make(phone, session, program="Kitchen", role="2"):
    return phone.post(f"/groups/{session.group_id}/programs/", {"program": program, "role": role})


def shown_token(page):
    (field,) = page.all("input", id="new-token")
    return field.get("value")


def test_a_token_is_shown_once_and_only_to_its_maker_and_the_page_says_if_it_was_used():
    phone, session = a_hosted_game()
    assert make(phone, session).url == f"{exchange(session)}#programs"
    other = a_member(session.group, Role.HOST)
    other.cookies["new-token"] = phone.cookies["new-token"].value
    assert not Page(other.get(exchange(session))).all("input", id="new-token")
    response = phone.get(exchange(session))
    page = Page(response)
    assert "The token of Kitchen" in page.said
    assert "Kitchen can score · not used yet" in page.said
    assert "no-store" in response.headers["Cache-Control"]
    assert Program(shown_token(page)).get("groups").json()["groups"][0]["access"] == "score"
    again = Page(phone.get(exchange(session)))
    assert not again.all("input", id="new-token")
    assert "Kitchen can score · active just now" in again.said  # by the request above


def test_a_form_that_is_refused_says_why_and_keeps_what_was_typed():
    phone, session = a_hosted_game()
    a_program(session.group, name="Kitchen")
    for typed, message in (
        ({"program": " "}, "Enter a name."),
        ({"program": "x" * 41}, "Use at most 40 characters."),
        ({"program": "KITCHEN"}, "There is already a program called KITCHEN."),
        ({"role": ""}, "Choose what the program can do."),
        ({"role": "4"}, "Select a valid choice."),
    ):
        sent = {"program": "Shelf", "role": "3", **typed}
        page = assert_refused(phone.post(f"/groups/{session.group_id}/programs/", sent), message)
        (program,) = page.all("input", id="id_program")
        assert program.get("value", "").strip() == sent["program"].strip()
        roles = [one for one in page.all("input", name="role") if "checked" in one.attrib]
        assert [one.get("value") for one in roles] == (["3"] if sent["role"] == "3" else []), typed
    assert session.group.members.programs().count() == 1


def test_a_group_has_only_so_many_programs(monkeypatch):
    phone, session = a_hosted_game()
    a_program(session.group)
    monkeypatch.setattr("scorekeeper.people.forms.MOST", 1)
    monkeypatch.setattr(programs, "MOST", 1)
    assert "A group can have 1 programs." in Page(make(phone, session)).said
    monkeypatch.setattr("scorekeeper.people.forms.MOST", 2)  # another host was quicker
    assert make(phone, session).status_code == 422
    assert session.group.members.programs().count() == 1


def test_a_host_revokes_a_token_and_the_history_still_names_the_program():
    phone, session = a_hosted_game()
    program = a_program(session.group, name="Kitchen")
    program.enter(session, a_record_round())
    (address,) = [
        form.action for form in Page(phone.get(exchange(session))).forms if "revoke" in form.action
    ]
    assert phone.post(address).url == f"{exchange(session)}#programs"
    assert program.get("groups").status_code == 401
    assert "Kitchen" not in Page(phone.get(exchange(session))).said
    assert "Kitchen" in Page(phone.get(to("history", session))).said
    assert phone.post(address).status_code == 404


def test_a_host_revokes_no_token_of_another_group():
    phone, session = a_hosted_game()
    other = a_game(a_phone())
    program = a_program(other.group)
    pk = other.group.members.programs().get().pk
    assert phone.post(f"/groups/{session.group_id}/programs/{pk}/revoke/").status_code == 404
    assert program.get("groups").status_code == 200


def test_the_page_says_when_a_maker_has_lost_access():
    phone, session = a_hosted_game()
    other = a_member(session.group, Role.HOST)
    maker = session.group.members.get(device=device(other))
    programs.make_token(session.group, maker.pk, "Kitchen", Role.HOST)
    for role, said in ((Role.SCORER, "can score"), (0, "no access")):
        set_role(maker, role)
        page = Page(phone.get(exchange(session)))
        assert f"Kitchen {said} ·" in page.said
        assert "which has less access now" in page.said


def test_the_list_of_devices_shows_programs_as_such():
    phone, session = a_hosted_game()
    a_program(session.group, name="Kitchen")
    page = Page(phone.get(f"/groups/{session.group_id}/"))
    assert "Kitchen program · can score" in page.said
    assert f"{exchange(session)}#programs" in page.links()
    pk = Member.objects.programs().get().pk
    assert f"/devices/{pk}/" not in page.links()
    for answer in (phone.get(f"/devices/{pk}/"), phone.post(f"/devices/{pk}/role/", {"role": 3})):
        assert answer.status_code == 404


def test_the_description_for_people_names_every_endpoint(client):
    page = Page(client.get("/api/v1/"))
    assert page.errors == []
    for endpoint in ENDPOINTS:
        assert endpoint.summary in page.said
    assert "openapi.json" in page.links()
    assert page.count("script") <= 2  # those of every page


def test_the_description_calls_the_page_of_tokens_by_its_title():
    phone, session = a_hosted_game()
    for language in ("en", "de", "ja", "ko"):
        headers = {"Accept-Language": language}
        page = Page(phone.get(exchange(session), headers=headers))
        (title,) = [one.text_content() for one in page.all("h1")]
        assert title.strip() in Page(phone.get("/api/v1/", headers=headers)).said, language
