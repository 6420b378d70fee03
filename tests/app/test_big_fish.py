"""Big Fish pages: new games, rows, and the bonus cards that they earn."""

from uuid import uuid4

from django.utils.translation import override

from games.big_fish.options_form import OptionsForm, draw_card
from scorekeeper.models import GameSession
from tests.app.support.factories import (
    a_phone,
    end_early,
    open_form,
    started,
    table_of,
    to,
    totals,
    undo,
)
from tests.app.support.fish import (
    FOUR,
    NEW,
    TWO,
    a_fish_game,
    catch,
    count,
    entry_page,
    in_the_row,
    last_data,
    start_fish,
    table_page,
)
from tests.app.support.pages import Page, assert_refused, text_of
from tests.support.entries import caught, counted

PRINTED = "R5 Y6 G1 R2 Y3"  # plus 12, minus 5
RUN = "B1 B2 R3 R4 G4"  # D
LOW = "P1 P3 G2 G1 G3"  # G and I
BELOW = "P1 P2 G1 P1 P2"  # A, E, G and I
PLAIN = "R6 Y5 G4 R6 B6"


# --- a new game ---


def begun(phone, **more):
    setup = {
        "seat": list(FOUR),
        "advanced": "advanced",
        "drawn": "",
        "submission": "",
        "start": "1",
    }
    response = phone.post(NEW, setup | more)
    assert response.status_code == 302
    return started(response)


def options_of(session):
    return table_of(session).log.current(0).data["options"]


def test_a_card_and_its_condition_have_the_punctuation_of_the_language():
    for language, text in (("ja", "A："), ("de", "A: "), ("en", "A: ")):
        with override(language):
            labels = [str(label) for _card, label in OptionsForm().fields["drawn"].choices]
            assert labels[1].startswith(text)


def test_a_b_or_c_is_drawn_by_lot_but_always_the_same_for_one_page():
    assert {draw_card("") for _ in range(60)} == {draw_card(str(uuid4())) for _ in range(60)}
    assert {draw_card("") for _ in range(60)} == {"A", "B", "C"}
    phone, submission = a_phone(), str(uuid4())
    (game,) = {begun(phone, submission=submission).pk for _twice in range(2)}
    session = GameSession.objects.get(pk=game)
    assert options_of(session)["drawn"] == draw_card(submission)


def test_the_table_may_pick_a_card_and_the_drawn_card_is_shown():
    phone = a_phone()
    session = begun(phone, drawn="A", a_is_extra="on")
    assert options_of(session) == {"advanced": True, "drawn": "A", "a_is_extra": True}
    assert "bonus cards A and D–I · A as an extra" in table_page(phone, session).said
    assert "The fewest plus cards at the end" in table_page(phone, begun(phone, drawn="B")).said


def test_a_table_that_picks_b_or_c_is_not_offered_a_on_top():
    phone = a_phone()
    for drawn in ("B", "C"):
        session = begun(phone, drawn=drawn, a_is_extra="on")
        assert options_of(session) == {"advanced": True, "drawn": drawn, "a_is_extra": False}
        assert "as an extra" not in table_page(phone, session).said
    session = a_fish_game(phone, caught(0, PLAIN), drawn="B", a_is_extra=True)
    assert "as an extra" not in table_page(phone, session).said


def test_a_basic_game_draws_no_card_and_shows_no_bonus_cards():
    phone = a_phone()
    session = begun(phone, advanced="basic", drawn="C", a_is_extra="on")
    assert options_of(session) == {"advanced": False}
    said = table_page(phone, session).said
    assert "bonus cards none" in said
    assert "Four values in a row" not in said


def test_options_sent_again_from_one_page_draw_no_other_card():
    phone, session = start_fish(drawn="")
    sent = {**open_form(phone, to("options", session)), "advanced": "advanced", "drawn": ""}
    answers = [phone.post(to("options", session), sent) for _twice in range(2)]
    assert {answer.url for answer in answers} == {f"{to('table', session)}#saved"}
    assert len(table_of(session).log.revisions[0]) == 2
    assert options_of(session)["drawn"] == draw_card(sent["submission"][0])


def test_a_rematch_and_a_repeat_draw_again():
    phone, session = start_fish(caught(0, PLAIN), drawn="B", a_is_extra=True)
    end_early(phone, session)
    table = table_page(phone, session)
    rematch = table.form_called("rematch").fields
    assert rematch["drawn"] == [""]
    described = table.tree.xpath("//*[@id='rematch']//@aria-describedby")
    assert set(described) <= set(table.ids)
    again = Page(phone.get(NEW))
    assert again.form_called("again").fields["drawn"] == [""]
    assert "one of A, B, C and D–I" in again.said
    response = phone.post(NEW, {**rematch, "start": "again"})
    session = started(response)
    drawn = draw_card(rematch["submission"][0])
    assert options_of(session) == {"advanced": True, "drawn": drawn, "a_is_extra": True}


def test_a_rematch_and_a_repeat_keep_the_card_that_was_picked():
    phone = a_phone()
    session = begun(phone, drawn="A")
    for _ in range(2):
        assert catch(phone, session, 0, PLAIN).status_code == 302
        end_early(phone, session)
        again = Page(phone.get(NEW)).form_called("again").fields
        rematch = table_page(phone, session).form_called("rematch").fields
        assert again["drawn"] == rematch["drawn"] == ["A"]
        response = phone.post(f"{NEW}?again={session.pk}", {**rematch, "start": "again"})
        session = started(response)
        assert options_of(session)["drawn"] == "A"


def test_changing_other_options_does_not_draw_again():
    phone, session = start_fish(caught(0, LOW, "G"), drawn="A")
    form = open_form(phone, to("options", session))
    assert form["drawn"] == ["A"]
    assert phone.post(to("options", session), {**form, "a_is_extra": "on"}).status_code == 302
    assert options_of(session) == {"advanced": True, "drawn": "A", "a_is_extra": True}
    assert "as an extra" in table_page(phone, session).said


def test_an_unknown_card_is_refused():
    for drawn in ("D", "Z", "\x00", "é"):
        form = OptionsForm({"advanced": "advanced", "drawn": drawn})
        assert list(form.errors) == ["drawn"], drawn
    assert a_phone().post(NEW, {"seat": FOUR, "drawn": "D", "start": "1"}).status_code == 422
    assert not GameSession.objects.exists()


# --- a catch ---


def test_a_row_is_saved_with_the_only_bonus_card_that_it_earns():
    phone, session = start_fish(drawn="B")
    assert catch(phone, session, 2, RUN).status_code == 302
    assert last_data(session) == caught(2, RUN, "D")
    said = table_page(phone, session).said
    assert "plus 10" in said
    assert "minus 4" in said
    assert totals(session) == (0, 0, 16, 0)


def checked(phone, session, player, row, **more):
    form = open_form(phone, to("enter", session))
    sent = {**form, "type": "catch", "player": player, **in_the_row(row), "check": "1", **more}
    return Page(phone.post(to("enter", session), sent))


def test_checking_shows_plus_cards_minus_cards_and_what_is_earned():
    phone, session = start_fish(caught(1, RUN, "D"), drawn="B")
    page = checked(phone, session, 0, PRINTED)
    assert "+5 +6 +1 −2 −3" in page.said
    assert "12 plus, 5 minus +7" in page.said
    assert "Ana +7" in page.said
    assert len(table_of(session).log.entries) == 1


def test_the_form_asks_which_of_several_bonus_cards_and_says_who_has_the_others():
    phone, session = start_fish(caught(1, "R1 R2 R3 G2 Y3", "G"), caught(2, "R1 Y1 B5 G5 P5", "A"))
    page = checked(phone, session, 0, BELOW)
    assert offers(page) == ["A", "E", "I"]
    assert "from Cho" in page.said
    assert "taken: Ben has it" in page.said
    assert "Missing: the bonus card" in page.said
    response = catch(phone, session, 0, BELOW)
    assert_refused(response, "Choose the bonus card.")
    assert offers(Page(response)) == ["A", "E", "I"]
    assert catch(phone, session, 0, BELOW, bonus="A").status_code == 302
    assert totals(session)[0] == -1 + 10
    assert totals(session)[2] == 17  # the cards before it, without A


def offers(page):
    return [
        attrs["value"]
        for tag, attrs in page.tags
        if tag in ("input", "button") and attrs.get("name") == "bonus"
    ]


def test_a_bonus_card_saves_a_new_catch_and_is_only_chosen_in_a_correction():
    phone, session = start_fish(caught(0, BELOW, "E"), drawn="B")
    form = next(
        form
        for form in checked(phone, session, 1, LOW).forms
        if form.action == to("enter", session)
    )
    default, *buttons = form.buttons
    assert "name" not in default  # Enter presses it
    assert [button["value"] for button in buttons if button.get("name") == "bonus"] == ["G", "I"]
    assert catch(phone, session, 1, LOW, bonus="G").status_code == 302
    assert last_data(session) == caught(1, LOW, "G")
    chosen = Page(phone.get(to("correct", session, 2))).form(to("correct", session, 2)).fields
    assert chosen["bonus"] == ["G"]


# --- one catch after another ---


def saved(phone, session, seat, **more):
    return catch(phone, session, seat, PLAIN, **more).url


def test_save_and_next_opens_the_next_catch_until_the_last_one():
    phone, session = start_fish(*[caught(0, PLAIN)] * 3, names=TWO, drawn="")
    page = entry_page(phone, session)
    assert "Save and next" in page.said
    assert saved(phone, session, 1) == to("enter", session)
    page = entry_page(phone, session)
    assert "Enter catch 5" in page.said
    strip = text_of(page.tree.get_element_by_id("saved"))
    assert "Catch 4" in strip
    assert "Undo" in strip
    assert saved(phone, session, 1, done="1") == f"{to('table', session)}#saved"
    assert "Save and next" not in entry_page(phone, session).said
    assert saved(phone, session, 1, next="1") == f"{to('table', session)}#saved"
    assert table_of(session).board.finished


def test_the_last_catch_can_be_undone_and_redone_without_leaving_the_form():
    phone, session = start_fish(caught(0, PLAIN), drawn="")
    for total in (0, 15):
        page = entry_page(phone, session)
        response = phone.post(to("undo", session), page.form(to("undo", session)).fields)
        assert response.url == to("enter", session)
        assert totals(session)[0] == total


def test_redoing_the_catch_that_ends_the_game_leads_to_the_table():
    phone, session = start_fish(*[caught(0, PLAIN)] * 6, names=TWO, drawn="")
    undo(phone, session)
    page = entry_page(phone, session)
    response = phone.post(to("undo", session), page.form(to("undo", session)).fields)
    assert response.url == f"{to('table', session)}#saved"


def test_piles_are_saved_one_after_the_other_too():
    phone, session = start_fish(names=TWO, drawn="")
    for form, url in (("0", to("enter", session)), ("1", f"{to('table', session)}#saved")):
        assert count(phone, session, counted=form, plus="33", minus="19").url == url


def test_each_bonus_card_to_tick_beside_a_pile_says_what_it_is_for():
    phone, session = start_fish(counted(0, 33, 19, bonuses=["D"]), drawn="A")
    said = entry_page(phone, session).said
    for card in ("A a 1 for the plus pile +10", "D four values in a row +10 Ana has it"):
        assert card in said
    for card in ("E a row worth less than 0", "F a row worth exactly 0", "I exactly two colours"):
        assert card in said


def test_an_impossible_row_is_refused_and_stays_tapped():
    phone, session = start_fish(drawn="B")
    form = {**open_form(phone, to("enter", session)), "type": "catch", "player": "1"}
    for sent, why in (
        ({"player": ""}, "Who took the row?"),
        ({"cards_4": ""}, "Tap all five cards of the row."),
        ({"cards_4": "R7"}, "Select a valid choice"),
        ({"player": "9"}, "Select a valid choice"),
        ({"bonus": "D"}, "This row does not earn card D"),
        ({"bonus": "Z"}, "Select a valid choice"),
    ):
        response = phone.post(to("enter", session), {**form, **in_the_row(PLAIN), **sent})
        page = assert_refused(response, why)
        kept = page.form(to("enter", session)).fields
        assert [kept[f"cards_{place}"][0] for place in range(4)] == PLAIN.split()[:4]
    assert table_of(session).log.entries == []
