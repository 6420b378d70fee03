"""Every form that is refused says so in the title and in a summary, which has the focus and leads
to its fields; each field has its message, too.
"""

from scorekeeper.models import Member, Player
from tests.app.support.factories import (
    HTMX,
    a_game,
    a_hosted_game,
    a_hosted_group,
    a_phone,
    submit,
    to,
)
from tests.app.support.pages import Page, text_of
from tests.app.support.score_pads import PLAIN

LONG = "x" * 2000
TABLE, GROUP = "/table/{table}/", "/groups/{group}/"
SHEET = {"title": "", "lowest_wins": False, "rows": [{"name": "Coins"}]}

# The page with the form, where it goes, and what is wrong in it, with the id of its field.
FORMS = [
    ("/new/chimera/", "", {"type": "1", "name": LONG}, ["id_name"]),
    ("/new/chimera/", "", {"start": "1"}, [""]),
    ("/new/chimera/", "", {"start": "1", "target": "own"}, ["", "id_own_target"]),
    (f"{TABLE}options/", "", {"day": "2999-01-01"}, ["id_day"]),
    (f"{TABLE}options/", "", {"comment": LONG + LONG}, ["id_comment"]),
    (f"{TABLE}options/", "", {"target": "9" * 9}, ["id_target"]),
    (f"{TABLE}round/1/note/", "", {"note": LONG}, ["id_note"]),
    (f"{TABLE}seats/0/", f"{TABLE}seats/0/replace/", {"name": ""}, ["id_name"]),
    ("/players/{player}/edit/", "", {"name": ""}, ["id_name"]),
    ("/players/{player}/edit/", "", {"mark": "99"}, ["id_mark"]),
    ("/players/{player}/edit/", "/players/{player}/merge/", {"into": ""}, ["id_into"]),
    (GROUP, "", {"name": ""}, ["id_name"]),
    (GROUP, f"{GROUP}points/", {"points": "x"}, ["id_points"]),
    ("/devices/{device}/", "", {"name": ""}, ["id_name"]),
    ("/devices/{device}/", "/devices/{device}/role/", {"role": "1"}, ["id_role"]),
    ("/devices/{device}/", "/devices/{device}/remove/", {}, [""]),
    (
        f"{GROUP}seasons/new/",
        "",
        {"name": "", "first_day": "", "scale": "x"},
        ["id_name", "id_first_day", "id_scale"],
    ),
    (f"{GROUP}webhooks/new/", "", {"events": []}, ["id_name", "id_address", "id_events"]),
    ("/join/?code", "/join/", {"code": "?"}, ["id_code"]),
]


def test_every_refused_form_has_a_summary():
    phone, session = a_hosted_game(rounds=1)
    places = {
        "table": session.pk,
        "group": session.group_id,
        "player": Player.objects.filter(group=session.group).earliest("pk").pk,
        "device": Member.objects.get(group=session.group).pk,
    }
    for page, action, fields, targets in FORMS:
        page, action = page.format(**places), (action or page).format(**places)
        answer = phone.post(action, {**form_of(phone.get(page), action), **fields})
        assert_summary(answer, targets)
        assert Page(answer).said.startswith("Error: "), action


def form_of(response, action):
    first, *_others = [form for form in Page(response).forms if form.action == action]
    return first.fields


def assert_summary(answer, targets):
    assert answer.status_code == 422, targets
    shown = Page(answer)
    (summary,) = shown.tree.xpath("//*[@autofocus][@tabindex=-1]")
    assert shown.tree.xpath("//*[@autofocus]")[0] is summary  # browsers take the first one
    errors = [text_of(error) for error in summary.xpath(".//li")]
    assert all(errors)
    assert len(errors) == len(targets)
    assert summary.xpath(".//a/@href") == [f"#{target}" for target in targets if target]
    for target, error in zip(targets, errors, strict=True):
        if target:
            assert_explained(shown, target, error)


def assert_explained(shown, target, error):
    """The message is beside the field, too, and belongs to it."""
    (field,) = shown.all(id=target)
    assert field.tag in ("input", "select", "textarea")
    group = field.xpath("ancestor::fieldset[1]")
    described = " ".join(part.get("aria-describedby", "") for part in [field, *group]).split()
    messages = [text_of(one) for id in described for one in shown.all(id=id)]
    assert any(error in message for message in messages)
    assert field.get("type") == "radio" or field.get("aria-invalid") == "true"


def test_refused_options_of_a_game_have_a_summary():
    phone, group = a_hosted_group()
    for game, options, fields, targets in (
        ("score_pad", PLAIN, {"title": LONG, "target": "x"}, ["id_title", "id_target"]),
        ("score_pad", PLAIN, {"lowest_wins": "x"}, ["id_lowest_wins_0"]),
        ("score_sheet", SHEET, {"title": LONG}, ["id_title"]),
        ("yahtzee", {"joker": "forced"}, {"joker": "x"}, ["id_joker_0"]),
        ("hearts", {"target": 100, "moon": "others"}, {"moon": "x"}, ["id_moon"]),
        ("big_fish", {"advanced": False}, {"advanced": "x"}, ["id_advanced_0"]),
    ):
        session = a_game(phone, group, game=game, options=options)
        assert_summary(submit(phone, to("options", session), **fields), targets)


def test_a_button_that_rearranges_the_form_brings_no_summary():
    form = {**form_of(a_phone().get("/new/chimera/"), "/new/chimera/"), "type": "1", "name": LONG}
    answer = a_phone().post("/new/chimera/", form, headers=HTMX)
    assert not Page(answer).all(autofocus="")
    assert not Page(answer).said.startswith("Error")
