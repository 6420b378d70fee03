"""How a finished game went, and the figures of its players, stored beside its result."""

import re
from functools import partial
from importlib import import_module

from django.apps import apps
from django.core.management import call_command

from scorekeeper.development.reloading import reload_games
from scorekeeper.models import GameSession, Group, Seat
from scorekeeper.statistics.history import history_of
from scorekeeper.statistics.records import RecordName, records
from tests.app.support import score_pads
from tests.app.support.factories import a_game, a_hosted_game, a_phone, a_round, correct, stamp, to
from tests.app.support.fish import TWO, a_fish_game
from tests.support.entries import caught
from tests.support.further_games import make_game

NAMES = "rounds", "best_total", "margin", "comeback", "swing"
a_pad = partial(score_pads.a_pad, title="Golf", target=50)


def course(session):
    return GameSession.objects.filter(pk=session.pk).values_list(*NAMES).get()


def test_a_finished_game_says_how_it_went():
    session = a_pad(a_phone(), [(0, 30, 5), (20, 5, 0), (32, 6, 9)])
    assert course(session) == (3, 52, 11, 30, 30)


def test_where_the_lowest_wins_the_winner_is_ahead_with_less():
    session = a_pad(a_phone(), [(10, 30, 5), (20, 5, 50)], lowest_wins=True)
    assert course(session) == (2, 30, 5, 5, 45)
    assert GameSession.objects.get().lowest_wins


MOLKKY = {"target": 50, "back_to": 25}


def a_molkky_game(*throws, names=("Ana", "Ben")):
    """Each throw is the number of a seat and its points."""
    entries = [{"player": str(seat), "throw": points} for seat, points in throws]
    return a_game(a_phone(), names=names, game="molkky", options=MOLKKY, rounds=entries)


def test_who_is_one_turn_ahead_does_not_lead_in_a_comeback():
    ahead_after_four = [(0, 12), (1, 11)] * 4
    session = a_molkky_game(*ahead_after_four, (0, 1), (1, 6))
    assert course(session)[1:4] == (50, 1, 4)  # 48 to 44; not 49 to 44


def test_who_loses_a_bonus_card_to_another_has_no_turn_by_that():
    first, with_a = "R1 Y5 B2 B2 B2", "R1 Y6 B2 B2 B2"  # 4 and 5; each takes card A, worth 10
    many, most = "R6 Y6 G6 B6 P1", "R6 Y6 G6 B6 P5"
    rows = [(0, first), (1, with_a), (1, many), *[(0, most)] * 3]
    session = a_fish_game(a_phone(), *(caught(*row) for row in rows), names=TWO)
    assert course(session)[1:4] == (91, 51, 11)  # 15 to 4 and 40 to 33; not 40 to 4
    GameSession.objects.update(comeback=0)  # as an earlier release stored it
    import_module("scorekeeper.migrations.0026_count_comebacks_again").forget_figures(apps, None)
    call_command("migrate", verbosity=0)
    assert course(session)[1:4] == (91, 51, 11)


def test_where_a_player_went_out_with_more_there_is_no_margin():
    missed = [(0, 0), (1, 1)] * 2
    session = a_molkky_game((0, 12), (1, 1), (0, 12), (1, 1), *missed, (0, 0))
    assert Seat.objects.get(session=session, number=1).won
    assert course(session)[1:3] == (4, None)
    (record,) = [one for one in records_of(session) if one.name == RecordName.HIGHEST]
    assert (record.value, record.players) == (4, [session.seats.get(number=1).player_id])


def test_who_went_out_with_as_many_points_does_not_share_the_record():
    missed = [(0, 0), (1, 0)] * 2
    session = a_molkky_game((0, 12), (1, 12), *missed, (0, 0))
    ana, ben = session.seats.values_list("player", flat=True).order_by("number")
    holders = {one.name: one.players for one in records_of(session)}
    assert (holders[RecordName.HIGHEST], holders[RecordName.LOWEST]) == ([ben], [ana, ben])


def records_of(session):
    return records(history_of(Group.objects.get(pk=session.group_id)).plays)


def test_a_shared_win_has_no_margin():
    assert course(a_pad(a_phone(), [(60, 60, 0)])) == (1, 60, 0, 0, 60)


def test_a_game_of_one_player_has_no_margin():
    session = a_pad(a_phone(), [(60,)], names=["Ana"])
    assert course(session) == (1, 60, None, None, None)


def test_a_game_under_way_or_one_without_entries_says_nothing():
    phone = a_phone()
    assert course(a_pad(phone, [(1, 2, 3)])) == (None,) * 5
    empty = a_pad(phone, [])
    phone.post(to("end", empty), stamp(0, 1))
    assert course(empty) == (0, None, None, None, None)


def test_a_correction_changes_how_it_went_and_any_refreshes_the_pages_of_the_group():
    phone, session = a_hosted_game(target=60, rounds=[a_round(0, 30, toads={"0": 1})])
    before, version = course(session), Group.objects.get().version
    correct(phone, session, 1, a_round(0, 30, cats={"0": 2}))  # all totals stay as they are
    assert course(session) == before
    assert Group.objects.get().version > version
    correct(phone, session, 1, a_round(1, 40))
    assert course(session) != before


def test_each_player_keeps_the_figures_that_the_game_counts():
    options = {"title": "Golf", "rows": [{"name": "Holes"}], "lowest_wins": False}
    entry = {"row": "Holes", "counts": {"0": 3, "1": 4, "2": 5}}
    a_game(a_phone(), game="score_sheet", options=options, rounds=[entry])
    figures = Seat.objects.values_list("figures", flat=True)
    assert list(figures) == [[["row", "Holes", points, 0]] for points in (3, 4, 5)]


def test_a_game_that_counts_no_figures_stores_none(further_folder):
    make_game("coin")
    rules = further_folder / "coin" / "rules.py"
    rules.write_text(re.sub("figures=.*,\n", "", rules.read_text()))
    reload_games({"coin"})
    options = {"target": 10}
    a_game(a_phone(), game="coin", options=options, rounds=[{"winner": 0, "points": 10}])
    assert list(Seat.objects.values_list("figures", flat=True)) == [[], [], []]


def test_figures_that_fail_do_not_stop_the_end_of_a_game_and_are_counted_later(
    further_folder, caplog
):
    make_game("coin")
    rules = further_folder / "coin" / "rules.py"
    sound = rules.read_text()
    for broken in ("1 / 0", "[[]]"):  # it fails, or forgets a player
        rules.write_text(sound.replace("count_rounds)", f"lambda *_: {broken})"))
        reload_games({"coin"})
        won = {"winner": 0, "points": 10}
        a_game(a_phone(), game="coin", options={"target": 10}, rounds=[won])
        assert GameSession.objects.get().finished_at
        assert list(Seat.objects.values_list("figures", flat=True)) == [None, None, None]
        rules.write_text(sound)
        reload_games({"coin"})
        call_command("recount")
        assert None not in Seat.objects.values_list("figures", flat=True)
        GameSession.objects.all().delete()
    assert caplog.text.count("The figures of coin failed") == 1


def test_migrating_counts_what_an_earlier_release_did_not_store():
    session = a_pad(a_phone(), [(0, 30, 5), (60, 6, 9)])
    known = course(session)
    GameSession.objects.update(**dict.fromkeys(NAMES))
    Seat.objects.update(figures=None)
    call_command("migrate", verbosity=0)
    assert course(session) == known
    figures = Seat.objects.values_list("figures", flat=True)
    assert list(figures) == [[["best_round", "", points, 0]] for points in (60, 30, 9)]


def test_a_game_without_rules_is_not_counted_and_stops_nothing(capsys):
    phone = a_phone()
    gone, session = (a_pad(phone, [(60, 6, 9)]) for _ in range(2))
    GameSession.objects.filter(pk=gone.pk).update(game="gone", rounds=None)
    GameSession.objects.filter(pk=session.pk).update(rounds=None)
    call_command("recount")
    assert [course(one)[0] for one in (gone, session)] == [None, 1]
    assert "Counted 1 finished game." in capsys.readouterr().out
