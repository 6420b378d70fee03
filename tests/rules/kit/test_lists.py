"""Lists of names, as each language sorts and joins them."""

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from games.kit.lists import join_names, list_items, sort_names


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["Ana", "ana", "Åsa", "ben", "Cho"]),
        ("de", ["Ägidius", "Anna", "Otto", "Özlem", "Strasse", "Straße", "Überall", "Ulf"]),
        ("ko", ["가영", "김", "김영", "까미", "나리", "하나", "Ana", "Ben"]),
        ("ja", ["Ana", "あおい", "アキラ", "いぶき", "がく", "カナ", "きょう", "花"]),
    ],
)
def test_names_are_sorted_as_the_language_does(language, names):
    with override(language):
        assert sort_names(reversed(names)) == names


@given(st.lists(st.text(), max_size=6), st.randoms(use_true_random=False))
def test_the_order_of_any_names_does_not_depend_on_the_order_before(names, random):
    shuffled = random.sample(names, len(names))
    assert sort_names(shuffled) == sort_names(names)


def test_names_are_joined_as_the_language_does():
    assert [join_names(["Ana", "Ben", "Cho"][:n]) for n in (1, 2, 3)] == [
        "Ana",
        "Ana and Ben",
        "Ana, Ben and Cho",
    ]
    for language, joined in (("de", "A, B und C"), ("ja", "A、B、C"), ("ko", "A, B, C")):
        with override(language):
            assert join_names(["A", "B", "C"]) == joined


def test_a_list_without_an_end_may_be_empty():
    assert list_items([]) == ""
    assert list_items(["A", "B"]) == "A, B"
