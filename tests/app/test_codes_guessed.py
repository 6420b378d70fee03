"""Guessing codes takes long: a guesser with a thousand addresses against ten thousand codes."""

import math
from datetime import timedelta

from scorekeeper.models import Allowance
from scorekeeper.models.allowances import EMPTY_AFTER, HOUR
from scorekeeper.people import codes

YEAR = timedelta(days=365)


def most_attempts(free, time, clock):
    """The number of wrong codes that an address can try as fast as allowed, and the top level."""
    row, tried, highest, end = Allowance(at=clock.now), 0, 0, clock.now + time
    while clock.now < end:
        row.add_one(codes.LEAK)
        tried, highest = tried + 1, max(highest, row.level)
        clock.now += max(codes.pause_after(row.level, free), timedelta(milliseconds=100))
    return tried, highest


def test_an_address_can_try_24_wrong_codes_a_day_after_the_first_few(clock):
    first, _ = most_attempts(codes.FREE, timedelta(days=1), clock)
    year, _ = most_attempts(codes.FREE, YEAR, clock)
    assert first <= codes.FREE + 11 + 24
    assert year - first <= 24 * 364


def test_a_thousand_addresses_need_over_a_year_to_guess_one_of_ten_thousand_codes(clock):
    tried, _ = most_attempts(codes.FREE, YEAR, clock)
    chance = 10_000 / len(codes.LETTERS) ** codes.length_for(10_000)
    assert chance <= codes.CHANCE
    assert 1000 * tried * chance < 1


def test_no_allowance_is_deleted_before_it_has_leaked_empty(clock):
    for free in (codes.FREE, codes.FREE_IN_NETWORK):
        _, highest = most_attempts(free, timedelta(days=10), clock)
        assert highest / codes.LEAK * HOUR < EMPTY_AFTER


def test_codes_get_longer_as_more_of_them_are_shown():
    lengths = {1: 6, 19: 6, 20: 7, 458: 7, 459: 8, 11_007: 8, 11_008: 9, 10**7: 9}
    assert {live: codes.length_for(live) for live in lengths} == lengths
    for live, length in lengths.items():
        letters = len(codes.LETTERS)
        assert math.ceil(live / letters**length * 1e7) <= 1 or length == 9
        assert length == 6 or live / letters ** (length - 1) > codes.CHANCE
