"""Sentences about the last change, in words that a voice can read."""

import re
from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone
from django.utils.translation import override

from games import record
from games.contract import Setup
from games.registry import games
from games.registry import sample as sample_of
from scorekeeper.models import GameSession, Role
from scorekeeper.pages.game.caller import LEAD, LEVELS, PLAYERS, ROUND, call_of
from scorekeeper.pages.game.spoken import spoken_names, to_speech
from scorekeeper.people.deletion import delete_player
from scorekeeper.tables.table import Table
from tests.app.support.factories import (
    NAMES,
    a_game,
    a_hosted_game,
    a_member,
    a_phone,
    a_round,
    add,
    correct,
    end_early,
    let_in,
    said,
    save_next,
    seen_by,
    set_target,
    to,
    undo,
)
from tests.app.support.pads import GOLF
from tests.app.support.pages import Page


def call(phone, session, level=ROUND):
    return call_of(Table.of(seen_by(phone, session)), level)


def heard(phone, session, level=ROUND):
    return call(phone, session, level).speech


def test_a_round_is_said_in_the_words_of_its_game():
    phone, game = a_hosted_game(rounds=[a_round(0, 40, 0), a_round(1, 30, 2)])
    assert heard(phone, game) == (
        "Round 2. As the Chimera, Ben bid 30 and lost."
        " Ana leads with 100 and needs 300 more; Cho needs 380."
    )


def test_each_player_is_said_with_a_minus_as_a_word():
    phone, game = a_hosted_game(rounds=[a_round(1, 30, 2)])
    assert "Ben: minus 30, now minus 30." in heard(phone, game, PLAYERS)
    assert "Ben: −30, now −30." in call(phone, game, PLAYERS).text


@pytest.mark.parametrize(
    ("points", "options", "words"),
    [
        ([[5]], {}, "Round 1. Ana gets 5. Ana has 5 and needs 45 more."),
        ([[5], [7]], {}, "Round 2. Ana gets 7 and has 12. Ana has 12 and needs 38 more."),
        ([[5]], {"target": None}, "Round 1. Ana gets 5. Ana has 5."),
        ([[5, 5]], {}, "Round 1. Everyone gets 5. Ana and Ben are tied at 5."),
        ([[5, 9, 9]], {}, "Round 1. Most points: Ben and Cho with 9. Ben and Cho are tied at 9."),
    ],
)
def test_a_pad_is_said_by_its_points(points, options, words):
    phone, names = a_phone(), NAMES[: len(points[0])]
    rounds = [{"points": {str(seat): n for seat, n in enumerate(row)}} for row in points]
    pad = {"game": "score_pad", "options": {**GOLF, **options}}
    game = a_game(phone, names=names, rounds=rounds, **pad)
    assert heard(phone, game) == words


def test_the_end_is_said_with_its_margin():
    phone, game = a_hosted_game(rounds=[a_round(1, 20), a_round(0, 40)], target=80)
    assert heard(phone, game, LEAD) == "Ana wins with 80, 40 ahead of Ben."


def test_who_wins_because_another_with_the_same_total_is_out_is_not_ahead_by_0():
    throws = [{"player": n % 2, "throw": 0 if n > 1 else 5} for n in range(7)]
    phone, game = a_hosted_game(game="molkky", names=("Ana", "Ben"), options={}, rounds=throws)
    assert heard(phone, game, LEAD) == "Ben wins with 5."


def test_an_undo_and_a_correction_are_said_as_such():
    phone, game = a_hosted_game(rounds=[a_round(0, 40), a_round(1, 20)])
    correct(phone, game, 1, a_round(2, 40))
    assert heard(phone, game).startswith("Round 1 corrected. Cho leads with 80")
    undo(phone, game)
    assert heard(phone, game).startswith("Round 1: correction undone. Ana leads with 80")


def test_a_round_that_does_not_count_is_said_with_the_reason():
    phone, game = a_hosted_game(rounds=[a_round(0, 40)], target=80)
    add(game, a_round())
    assert heard(phone, game) == (
        "Round 2 doesn’t count. The game ended with round 1. Ana wins with 80, 80 ahead of Ben"
        " and Cho."
    )


def test_at_the_level_of_the_lead_only_another_leader_is_news():
    phone, game = a_hosted_game(rounds=[a_round(0, 40)])
    first = call(phone, game, LEAD)
    assert first.speech == "Ana leads with 80 and needs 320 more."
    add(seen_by(phone, game), a_round(1, 20))
    assert call(phone, game, LEAD).key == first.key
    assert call(phone, game).key != first.key
    add(seen_by(phone, game), a_round(1, 40))
    then = call(phone, game, LEAD)
    assert then.key != first.key
    assert then.speech == "Ben leads with 120 and needs 280 more; Ana needs 320."


def test_turns_are_said_with_the_lead_only_when_it_changes():
    turns = [
        {"player": 0, "box": "chance", "score": 20},
        {"player": 1, "box": "full_house", "score": 25},
        {"player": 0, "box": "ones", "score": 0, "scratch": True},
    ]
    phone, game = a_hosted_game(game="yahtzee", names=("Ana", "Ben"), options={}, rounds=turns[:2])
    assert heard(phone, game) == ("Ben, Full house: 25. Ben leads with 25, 5 ahead of Ana.")
    add(seen_by(phone, game), turns[2])
    assert heard(phone, game) == "Ana scratches Ones and stays at 20."


@pytest.mark.parametrize(
    ("out", "circles", "words"),
    [
        (0, 1, "Cho leads with 24 and needs 26 more; Ben needs 40."),
        (1, 1, "Cho leads with 24 and needs 26 more; Ana needs 40."),
        (2, 2, "Ben leads with 33 and needs 17 more; Ana needs 39."),
    ],
)
def test_who_is_out_keeps_nobody_from_the_lead(out, circles, words):
    first = {0: (0, 3, 4), 1: (3, 0, 4), 2: (3, 3, 0)}[out]
    throws = [(seat, pins) for _ in range(3) for seat, pins in enumerate(first)]
    others = [seat for seat in range(3) if seat != out]
    throws += [
        (seat, pins) for _ in range(circles) for seat, pins in zip(others, (1, 12), strict=True)
    ]
    rounds = [{"player": seat, "throw": pins} for seat, pins in throws]
    phone, game = a_hosted_game(game="molkky", options={}, rounds=rounds)
    assert heard(phone, game, LEAD) == words


def test_the_mistake_card_is_named_once():
    phone, game = a_hosted_game(
        game="big_fish", names=("Ana", "Ben"), options={}, rounds=[{"type": "mistake", "player": 1}]
    )
    assert heard(phone, game).startswith("Mistake card. It goes to Ben. Ana leads")
    add(seen_by(phone, game), {"type": "mistake", "player": 1})
    assert heard(phone, game).startswith("Mistake card. Ben keeps it. ")


def test_counted_piles_are_those_of_the_player():
    piles = {"type": "count", "player": 1, "plus": 24, "minus": 7}
    phone, game = a_hosted_game(game="big_fish", names=("Ana", "Ben"), options={}, rounds=[piles])
    assert heard(phone, game).startswith("Ben’s piles are worth 17. ")
    add(seen_by(phone, game), {**piles, "player": 0, "minus": 20})
    told = "Ben’s piles are worth 17. Ana’s piles are worth 4. Ben wins"
    assert heard(phone, game).startswith(told)


@pytest.mark.parametrize(
    ("bids", "words"),
    [
        ((0, 1, 1), "Ana and Cho met their bids. Ben is off by 1 trick."),
        ((0, 1, 0), "Ana met the bid."),
        ((1, 1, 0), "Nobody met their bid."),
        ((0, 0, 1), "Everyone met their bid."),
    ],
)
def test_who_met_a_bid_is_said_as_one_says_it_of_one_or_several(bids, words):
    tricks = (0, 0, 1)
    played = {
        name: {str(seat): number for seat, number in enumerate(numbers)}
        for name, numbers in {"bids": bids, "tricks": tricks}.items()
    }
    phone, game = a_hosted_game(game="wizard", options={}, rounds=[played])
    assert heard(phone, game).startswith(f"Round 1. {words} ")


def test_what_happened_a_while_ago_is_read_but_not_said():
    phone, game = a_hosted_game(rounds=2)
    GameSession.objects.update(played_at=timezone.now() - timedelta(minutes=1))
    then = call(phone, game)
    assert then.text.startswith("Round 2. As the Chimera, Ana bid 20")
    assert then.speech == ""


def test_another_target_is_not_worth_a_word_but_an_early_end_is():
    phone, game = a_hosted_game(rounds=2)
    set_target(phone, game, 900)
    assert heard(phone, game) == ""
    end_early(phone, game)
    assert heard(phone, game) == "Ended early: Ana wins with 80, 80 ahead of Ben and Cho."


def test_a_game_without_rounds_says_nothing():
    phone, game = a_hosted_game()
    assert call(phone, game) == ("", "", "")


def test_only_the_device_that_is_the_caller_gets_words_to_say():
    phone, game = a_hosted_game(rounds=1)
    other = a_member(game.group, Role.SCORER)
    addresses = [to("table", game), to("display", game), to("enter", game)]
    assert phone.post("/caller/", {"level": "round", "next": addresses[0]}).url == addresses[0]
    for address in addresses:
        assert "As the Chimera" in spoken_on(phone.get(address))
        assert spoken_on(other.get(address)) == ""
    phone.post("/caller/", {"level": "shout"})
    assert spoken_on(phone.get(addresses[0]))
    phone.post("/caller/", {"level": ""})
    assert spoken_on(phone.get(addresses[0])) == ""


def spoken_on(page):
    said = re.search(r'data-speech="([^"]*)"', page.content.decode())
    return said[1] if said else ""


def test_the_large_screen_says_who_won_that_evening_also_later_but_not_who_was_deleted(clock):
    phone, _first = a_hosted_game(rounds=[a_round(0, 40)], target=80)
    game = a_game(phone, rounds=[a_round(1, 40)], target=80)
    assert re.search("(Tonight|Today): wins in 2 games", said(phone, "display", game))
    delete_player(game.group.players.get(name="Ana"))
    assert "wins in 2 games B Ben 1" in said(phone, "display", game)
    clock.pass_by(days=3)
    assert re.search(r" 20\d\d: wins in 2 games", said(phone, "display", game))


def test_a_television_learns_only_of_the_wins_in_games_that_it_was_let_into():
    phone, first = a_hosted_game(rounds=[a_round(0, 40)], target=80)
    game = a_game(phone, rounds=[a_round(1, 40)], target=80)
    guest = a_member(game.group, Role.VIEWER, game)
    assert "wins in 2 games" in phone.get(to("display", game)).content.decode()
    assert "wins in" not in guest.get(to("display", game)).content.decode()
    let_in(guest, game.group, Role.VIEWER, first)
    assert "wins in 2 games" in guest.get(to("display", game)).content.decode()


def test_the_large_screen_names_the_player_who_is_next_and_what_each_needs():
    throws = [{"player": 0, "throw": 7}]
    phone, game = a_hosted_game(game="molkky", names=("Ana", "Ben"), options={}, rounds=throws)
    text = Page(phone.get(to("display", game))).text
    assert "Ben is next" in text
    assert "Ana throws 7 and has 7; 43 to go." in text
    assert "throws next · needs 50" in text


def test_names_that_sound_alike_get_a_number_and_emoji_are_left_out():
    names = ["Ana 🐱", "ana 👩🏽‍🚀", "🦊", "Ben ❤️", "Zoë", "미나"]
    assert spoken_names(names) == [
        "Ana, number 1",
        "ana, number 2",
        "Player 3",
        "Ben",
        "Zoë",
        "미나",
    ]


def test_a_voice_gets_words_for_signs():
    speech = to_speech("Ana −40 · now −1\u202f000\u202f000 🎉!")
    assert speech == "Ana minus 40, now minus 1000000 !"


AMISS = re.compile(r"[.。!！]\s*[.。]|%\(|^[a-z]|  | [.。,、]|[−\u200b\u202f·]")


@pytest.mark.parametrize("slug", sorted(games()))
def test_whole_sample_games_are_said_in_whole_sentences(slug, subtests):
    """In each language, at each level, after every entry."""
    game, sample = games()[slug], sample_of(slug)
    chance = Random(7)  # noqa: S311
    names = ("Ana", "Ben", "Cho", "Dora")
    seats = 4 if 4 in game.players else game.players[0]
    setup = Setup(seats, sample.options(chance, seats))
    stored = record.encode_options(game, setup.options)
    phone, session = a_hosted_game(game=slug, names=names[:seats], options=stored)
    calls = set()
    for entry in sample.play(setup, chance):
        save_next(Table.of(seen_by(phone, session)), record.encode_entry(game, entry, range(seats)))
        for code in ("en", "de", "ja", "ko"):
            with override(code):
                table = Table.of(seen_by(phone, session))
                calls |= {(code, call_of(table, level).speech) for level in LEVELS}
    assert len({speech for code, speech in calls if code == "en"}) > seats
    for code, speech in calls:
        if not speech:
            continue  # nobody leads before all have had a turn
        with subtests.test(code=code, speech=speech):
            assert re.search(r"[.。!！]$", speech)
            assert not AMISS.search(speech)
