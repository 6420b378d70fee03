"""The labels and scales of the drawings of statistics, and the days that they lead to."""

from datetime import date

from scorekeeper.pages.statistics.calendar import labels_of
from scorekeeper.pages.statistics.ratings import Axis, levels_of
from scorekeeper.pages.statistics.year_cards import days_in


def months(first, last):
    """Return every month of these years."""
    return [date(year, month, 1) for year in range(first, last + 1) for month in range(1, 13)]


def test_two_years_of_months_are_labelled_by_month():
    labels = [label for label in labels_of(months(2022, 2023)) if label]
    assert labels == ["Apr", "Aug", "Dec", "Apr", "Aug", "Dec"]


def test_many_years_of_months_are_labelled_by_few_years_up_to_the_last():
    labels = [label for label in labels_of(months(2010, 2023)) if label]
    assert labels == ["2011", "2014", "2017", "2020", "2023"]


def test_an_axis_reaches_from_the_lowest_to_the_highest_rating():
    axis = Axis(low=1350, high=1850, start=130, end=10)
    assert [axis.place(value) for value in (1350, 1600, 1850)] == [130, 70, 10]
    assert Axis(low=1500, high=1500, start=130, end=10).place(1500) == 130


def test_levels_are_at_hundreds_with_both_ends():
    levels = levels_of(Axis(low=1400, high=1700, start=90, end=0))
    assert levels == [(90, "1400"), (60, "1500"), (30, "1600"), (0, "1700")]


def test_the_days_of_a_month_end_with_its_last():
    assert days_in(date(2024, 2, 1)) == {"first": "2024-02-01", "last": "2024-02-29"}
    assert days_in(date(2024, 12, 1)) == {"first": "2024-12-01", "last": "2024-12-31"}
