"""The intervals of ratings are honest: in simulated groups they contain the truth as they say."""

import pytest

from tests.support.long import examples
from tests.support.rated_games import (
    CLOSE,
    EQUAL,
    SPREAD,
    coverage,
    share_at_random,
    standard_errors,
)

GROUPS = examples(200)  # the coverage is exact to 1 point of percentage


@pytest.mark.parametrize("games", [5, 20, 100])
@pytest.mark.parametrize("skills", [EQUAL, CLOSE, SPREAD], ids=["equal", "close", "spread"])
def test_estimates_are_as_far_from_the_truth_as_they_say(skills, games):
    errors = standard_errors(seed=games, deviation=skills, games=games, groups=GROUPS)
    assert_honest(errors)


@pytest.mark.parametrize("skills", [EQUAL, CLOSE, SPREAD], ids=["equal", "close", "spread"])
def test_so_they_are_if_players_share_places(skills):
    errors = standard_errors(1, skills, games=40, groups=GROUPS // 2, share=share_at_random)
    assert_honest(errors)


def assert_honest(errors):
    assert 0.9 <= errors.std() <= 1.2
    assert 87 <= coverage(errors) <= 93
