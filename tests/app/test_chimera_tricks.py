"""Chimera Tricks pages: cards typed, tapped or only totalled, and cards that disagree."""

from django.urls import reverse

from tests.app.support.factories import (
    HTMX,
    a_game,
    a_phone,
    a_setup,
    add,
    draft,
    open_form,
    submit,
    table_of,
    to,
    totals,
)
from tests.app.support.pages import Page

WON = {"0": [7, -5, 3, -1], "1": [6, 2, -4], "2": [5, 4, 1, -2, -3]}
TYPED = {
    "way": "values",
    "grimoires_0": "7 -5 3 -1",
    "grimoires_1": "6 2 −4",
    "grimoires_2": "5,4,1,-2,-3",
}
ONE_SEAT_ON = "Round 2: pass all cards and the lead one seat clockwise."
FOUR = ("Ana", "Ben", "Cho", "Dan")


def tricks(phone, *rounds, **more):
    return a_game(
        phone,
        rounds=list(rounds),
        game="chimera_tricks",
        **{"options": {"short_match": False}, **more},
    )


def start_tricks(*rounds, **more):
    phone = a_phone()
    return phone, tricks(phone, *rounds, **more)


def a_round(won=None, **crystals):
    return {
        "grimoires": WON if won is None else won,
        "crystals": {seat[1:]: n for seat, n in crystals.items()},
    }


def tapped(won, but=()):
    """The fields sent when these players have the cards of WON; nobody has those in `but`."""
    chips = sorted(
        ((value, seat) for seat, values in won.items() for value in values if value not in but),
        reverse=True,
    )
    return {"way": "cards"} | {
        f"won_{n}": f"{value} {seat}" for n, (value, seat) in enumerate(chips)
    }


def enter(phone, session, address=None, headers=None, **fields):
    address = address or to("enter", session)
    sent = {
        name: value
        for name, value in open_form(phone, address).items()
        if name[:3] not in ("won", "gri", "cry")
    }
    return phone.post(address, {**sent, **fields}, headers=headers)


def says(response, *sentences, status=200):
    assert response.status_code == status
    page = Page(response)
    assert not page.errors
    for sentence in sentences:
        assert sentence in page.said, page.said
    return page


def saved(session, slot):
    return table_of(session).log.current(slot).data


def test_a_game_is_set_up_with_its_optional_rules():
    phone = a_phone()
    setup = {name: value for name, value in a_setup().items() if name != "target"}
    started = phone.post(
        reverse("new", args=["chimera_tricks"]), {**setup, "start": "1", "crystal_scarcity": "on"}
    )
    page = says(
        phone.get(started.url),
        "Chimera Tricks Crystal Scarcity",
        "No rounds played yet · 3 to play",
    )
    assert "Short Match" not in page.said


def test_round_1_is_typed_and_saved():
    phone, session = start_tricks()
    assert enter(phone, session, **TYPED, crystals_0="2", crystals_2="1").status_code == 302
    assert saved(session, 1) == {"grimoires": WON, "crystals": {"0": 2, "2": 1}}
    assert totals(session) == (16, 4, 11)
    page = says(
        phone.get(to("table", session)), "Ana leads with 16 after 1 of 3 rounds", ONE_SEAT_ON
    )
    assert "1 of 3" in page.said


def test_the_page_counts_the_cards_and_shows_which_points_the_crystals_turn():
    phone, session = start_tricks()
    short = {**TYPED, "grimoires_2": "5 4 1 -2", "crystals_0": "1"}
    checked = enter(phone, session, **short, check="1")
    says(checked, "11 of 12 cards", "−5 counts as +5 = 14", "Missing: 1 of 12 cards")
    says(enter(phone, session, **TYPED, check="1"), "12 of 12 cards", "Ana +4 · Ben +4 · Cho +5")


def test_invalid_numbers_are_refused_and_stay_in_the_form():
    phone, session = start_tricks()
    sums = {"way": "sums", "points_0": "3", "points_1": "0"}
    for fields, message in (
        ({"grimoires_2": "5 4 1 -2"}, "A round has 12 Grimoires, one per trick, not 11."),
        ({"grimoires_0": "7 -5 3 -1 9"}, "A round has 12 Grimoires, one per trick, not 13."),
        ({"grimoires_0": "7 x"}, "Enter values like this: 5 3 −4"),
        ({"grimoires_0": "7 -5 3000000"}, "That is too large for one Grimoire."),
        ({"crystals_1": "4"}, "Ben won 3 Grimoires, so can have at most 3 Crystals, not 4."),
        (sums, "Enter Cho’s points, even if they are 0."),
        ({**sums, "points_2": "1+"}, "Enter a sum like this: 12 + 5 − 3"),
        ({**sums, "points_0": "1000000"}, "That is too large for one round."),
    ):
        page = says(enter(phone, session, **{**TYPED, **fields}), message, status=422)
        kept = page.form(to("enter", session)).fields
        assert all(kept[name] == [value] for name, value in fields.items())


def test_dropped_optional_rules_appear_in_the_history():
    phone, session = start_tricks(options={"short_match": True, "crystal_scarcity": True})
    says(phone.get(to("table", session)), "Chimera Tricks Short Match, Crystal Scarcity")
    address = to("options", session)
    fields = open_form(phone, address)
    del fields["crystal_scarcity"]
    assert phone.post(address, fields).status_code == 302
    says(phone.get(to("history", session)), "Short Match, Crystal Scarcity Short Match")


def test_only_points_may_be_sums_or_negative_and_zero_is_not_blank():
    phone, session = start_tricks()
    sums = {"way": "sums", "points_0": "12+5−3", "points_1": "-4"}
    says(enter(phone, session, **sums, check="1"), "Missing: Cho")
    assert enter(phone, session, **sums, points_2="0").status_code == 302
    assert saved(session, 1) == {"points": {"0": 14, "1": -4, "2": 0}}


def test_the_way_used_last_comes_first():
    phone, session = start_tricks()
    ways = []
    for entry in (a_round(), {"points": {"0": 1, "1": 2, "2": 3}}, None):
        first, *others = Page(phone.get(to("enter", session))).all("input", name="way")
        assert "checked" in first.attrib
        ways.append([way.get("value") for way in (first, *others)])
        if entry:
            add(session, entry)
    assert ways == [["values", "sums"], ["cards", "values", "sums"], ["sums", "cards", "values"]]


def test_the_cards_are_sorted_by_value_and_one_that_is_left_over_is_named():
    phone, session = start_tricks(a_round())
    labels = Page(phone.get(to("enter", session))).tree.xpath("//@aria-label")
    cards = [label.rpartition(" ")[2] for label in labels if label.startswith("Card ")]
    assert " ".join(cards) == "7 6 5 4 3 2 1 −1 −2 −3 −4 −5"
    checked = enter(phone, session, **tapped(WON, but=[-3]), check="1")
    says(checked, "Missing: 1 of 12 cards, −3 is left over")
    says(enter(phone, session, **tapped(WON, but=[-3, 6])), "6, −3 are left over", status=422)


def test_four_players_have_ten_cards():
    phone, session = start_tricks(names=FOUR)
    fields = {
        "grimoires_0": "7 -5 3",
        "grimoires_1": "6 2",
        "grimoires_2": "4 1",
        "grimoires_3": "-2 -3 9",
    }
    assert enter(phone, session, way="values", **fields).status_code == 302
    says(phone.get(to("enter", session)), "0 of 10 cards")


def test_under_crystal_scarcity_the_form_says_how_many_are_left_and_offers_no_fifth():
    phone, session = start_tricks(options={"crystal_scarcity": True})
    page = says(enter(phone, session, **TYPED, crystals_0="3", check="1"), "1 of 4 left")
    assert "More than 4" not in page.said
    says(
        enter(phone, session, **TYPED, crystals_0="3", crystals_2="2"),
        "only 4 Crystals, not 5",
        status=422,
    )


DIFFERENT = {**TYPED, "grimoires_1": "6 2 4"}
DIFFER = "Every round has the same Grimoires, but round 1 has −4 where round 2 has 4."


def test_cards_that_differ_from_round_1_are_refused_with_a_choice_and_nothing_typed_is_lost():
    phone, session = start_tricks(a_round())
    stamp = open_form(phone, to("enter", session))
    live = phone.post(to("draft", session), {**stamp, **DIFFERENT, "check": "1"}, headers=HTMX)
    says(live, DIFFER, "Save this and fix round 1")
    refused = enter(phone, session, **DIFFERENT, crystals_2="1")
    page = says(refused, DIFFER, "Save this and fix round 1", "or fix this one here", status=422)
    kept = page.form(to("enter", session)).fields
    assert kept["grimoires_1"] == ["6 2 4"]
    assert kept["crystals_2"] == ["1"]


def test_round_1_is_corrected_first_and_the_later_round_kept():
    phone, session = start_tricks(a_round())
    assert main_actions(phone, session) == [to("enter", session)]
    kept = enter(phone, session, **DIFFERENT, crystals_2="1", keep="1")
    assert kept.status_code == 302
    assert kept.url == to("correct", session, 1)
    assert main_actions(phone, session) == [to("correct", session, 2)]
    table = phone.get(to("table", session))
    says(table, "Round 2 doesn’t count.", DIFFER)
    assert to("enter", session) in Page(table).links()  # the next one can still be entered
    says(phone.get(kept.url), f"Round 2 doesn’t count. {DIFFER}")
    assert "Round 2 doesn’t count" not in Page(phone.get(to("correct", session, 2))).said
    assert enter(phone, session, kept.url, **DIFFERENT).status_code == 302
    assert totals(session) == (8, 24, 16)
    for address in (kept.url, to("table", session)):
        assert "doesn’t count" not in Page(phone.get(address)).said


def main_actions(phone, session):
    page = Page(phone.get(to("table", session)))
    return [link.get("href") for link in page.tree.find_class("primary") if link.tag == "a"]


def test_a_corrected_round_that_disagrees_can_be_kept_too():
    phone, session = start_tricks(a_round(), a_round())
    address = to("correct", session, 2)
    says(enter(phone, session, address, **DIFFERENT), DIFFER, status=422)
    assert enter(phone, session, address, **DIFFERENT, keep="1").url == to("correct", session, 1)
    assert saved(session, 2)["grimoires"]["1"] == [6, 2, 4]


def test_correcting_round_1_names_the_rounds_it_invalidates_and_loses_none():
    phone, session = start_tricks(a_round(), a_round(), a_round())
    assert table_of(session).board.finished
    assert enter(phone, session, to("correct", session, 1), **DIFFERENT).status_code == 302
    says(
        phone.get(to("table", session)),
        "Round 2 doesn’t count.",
        "Round 3 doesn’t count.",
        "round 1 has 4",
    )
    assert saved(session, 3)["grimoires"] == WON
    assert not table_of(session).board.finished


def test_the_form_to_fix_such_a_round_assigns_the_corrected_card_to_its_old_owner():
    phone, session = start_tricks(a_round(), a_round())
    enter(phone, session, to("correct", session, 1), **DIFFERENT)
    address = to("correct", session, 2)
    page = says(phone.get(address), "If you save now, this round has 4 instead of −4.")
    assert ["4 1"] in page.form(address).fields.values()
    checked = phone.post(address, page.form(address).fields | {"check": "1"})
    assert "If you save now" not in says(checked, "12 of 12 cards").said
    assert phone.post(address, page.form(address).fields).status_code == 302
    assert saved(session, 2)["grimoires"]["1"] == [6, 4, 2]


def test_a_stored_round_that_disagrees_stays_as_it_is_while_round_1_is_fixed():
    """Its form already has the corrected card, so that must not be saved on the way to round 1."""
    phone, session = start_tricks(a_round(), a_round())
    enter(phone, session, to("correct", session, 1), **DIFFERENT)
    page = says(phone.get(to("correct", session, 2)), "Fix round 1 or fix this one here")
    assert "Save this and fix" not in page.said
    (link,) = [link for link in page.all("a") if link.text_content().strip() == "Fix round 1"]
    assert link.get("href") == to("correct", session, 1)
    assert phone.get(link.get("href")).status_code == 200
    assert saved(session, 2)["grimoires"]["1"] == [6, 2, -4]


def test_cards_tapped_on_a_form_from_before_the_correction_are_recognized():
    phone, session = start_tricks(a_round())
    stale = tapped(WON)
    enter(phone, session, to("correct", session, 1), **DIFFERENT)
    refused = enter(phone, session, **stale)
    page = says(refused, "round 1 has 4 where round 2 has −4.", status=422)
    assert ["-4 1"] in page.form(to("enter", session)).fields.values()


def test_a_draft_of_tapped_cards_survives_the_undo_of_round_1():
    phone, session = start_tricks(a_round())
    draft(phone, session, **tapped(WON, but=[7]))
    says(phone.get(to("table", session)), "Round 2 begun: Ana 3, −1, −5 · Ben 6, 2, −4")
    submit(phone, to("round", session, 1), to("remove", session, 1))
    page = Page(phone.get(to("enter", session)))
    assert page.form(to("enter", session)).fields["grimoires_1"] == ["6 2 −4"]


def test_a_round_is_described_player_by_player():
    phone, session = start_tricks(a_round(_0=2), {"points": {"0": -1, "1": 2, "2": 3}})
    says(
        phone.get(to("round", session, 1)),
        "Ana 7, −5, 3, −1 + 2 Crystals",
        "2 Grimoires (7 + 3) + 5 + 1 (−5, −1 count as +5, +1)",
    )
    says(phone.get(to("round", session, 2)), "Ana −1 point", "Ben 2 points")


def test_a_game_of_four_has_four_rounds_and_shows_a_shared_victory():
    phone = a_phone()
    even = {"points": {str(seat): 2 for seat in range(4)}}
    session = tricks(phone, even, even, even, names=FOUR)
    says(phone.get(to("table", session)), "Tied at 6 after 3 of 4 rounds")
    add(session, even)
    page = says(phone.get(to("table", session)), "All four share the win with 8", "Rematch")
    assert "Turning points" not in page.said


def test_the_space_after_which_the_next_card_is_typed_is_drafted_too():
    """A page that is updated between two keys would join their numbers without it."""
    phone, session = start_tricks()
    draft(phone, session, way="values", grimoires_2="5 4 1 ")
    assert 'value="5 4 1 "' in phone.get(to("enter", session)).content.decode()
