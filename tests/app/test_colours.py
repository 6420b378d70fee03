"""The colours of the style sheets: contrast, and how the colour-blind tell them apart."""

import re
from itertools import combinations
from pathlib import Path

import pytest
from django.conf import settings

from scorekeeper.models.marks import KINDS, MARKS, colour_of, shape_of
from tests.support.colours import VISION, contrast, distance

ROOT: Path = settings.BASE_DIR
TOKENS = (ROOT / "static/css/tokens.css").read_text()
FISH = (ROOT / "games/big_fish/static/big_fish/big_fish.css").read_text()
BOTH = re.compile(r"--([\w-]+): var\(--day, (#\w{6})\) var\(--night, (#\w{6})\)")
PAIRS = [(name, {"light": day, "dark": night}) for name, day, night in BOTH.findall(TOKENS)]
ROLES = dict(pair for pair in PAIRS if pair[0] != "seat")
SEATS = [colours for name, colours in PAIRS if name == "seat"]
SHAPES = re.findall(r"(--corner:.*?)}", TOKENS, re.S)
ACCENTS = {"graphite": ROLES["accent"]} | {
    path.stem: {"light": day, "dark": night}
    for path in (ROOT / "games").glob("*/static/*/*.css")
    for name, day, night in BOTH.findall(path.read_text())
    if name == "accent"
}
BACKGROUNDS = ("paper", "card", "lamp")

in_both_themes = pytest.mark.parametrize("theme", ["light", "dark"])
to_the_colour_blind = pytest.mark.parametrize("vision", [one for one in VISION if one != "grey"])


@in_both_themes
@pytest.mark.parametrize("background", BACKGROUNDS)
@pytest.mark.parametrize("text", ["ink", "quiet", "warn"])
def test_text_and_numbers_stand_out(text: str, background: str, theme: str):
    """All text has the contrast that numbers need, since it may contain some."""
    assert contrast(ROLES[text][theme], ROLES[background][theme]) >= 7


@in_both_themes
@pytest.mark.parametrize("game", ACCENTS)
def test_numbers_stand_out_on_every_accent_and_in_it(game: str, theme: str):
    accent = ACCENTS[game][theme]
    assert contrast(accent, ROLES["on-accent"][theme]) >= 7
    assert contrast(accent, ROLES["paper"][theme]) >= 7


@in_both_themes
@pytest.mark.parametrize("background", BACKGROUNDS)
def test_the_edge_of_a_target_and_the_focus_ring_stand_out(background: str, theme: str):
    """The ring has a gap around the target, so it has the background on both sides."""
    for part in ("boundary", "ink"):
        assert contrast(ROLES[part][theme], ROLES[background][theme]) >= 3


@in_both_themes
@pytest.mark.parametrize("seat", range(KINDS))
def test_the_initial_and_the_line_of_a_player_stand_out(seat: int, theme: str):
    for role in ("on-accent", "paper", "card"):
        assert contrast(SEATS[seat][theme], ROLES[role][theme]) >= 4.5


@in_both_themes
@to_the_colour_blind
def test_the_colours_of_players_differ(vision: str, theme: str):
    for one, other in combinations([seat[theme] for seat in SEATS], 2):
        assert distance(one, other, vision) >= 10, (one, other)


def test_players_differ_in_shape_or_in_a_colour_that_everyone_sees():
    """In grey the colours do not tell, so the first six differ in shape, and in the chart by dash.

    Players of the same shape, from the seventh on, then differ by initial and label only.
    """
    assert (len(SEATS), len({*map(shape_of, range(KINDS))})) == (KINDS, KINDS)
    assert all(
        shape_of(one) != shape_of(other) or colour_of(one) != colour_of(other)
        for one, other in combinations(MARKS, 2)
    )
    assert len({*SHAPES}) == KINDS - 1, "the first shape is a disc, with a line that is not dashed"
    dashes = re.findall(r"--dash: ([\d. ]+);", TOKENS)
    assert len({*dashes}) == KINDS - 1


@pytest.mark.parametrize("vision", VISION)
def test_the_cards_of_big_fish_differ(vision: str):
    """Each colour has an animal and a letter, too, so in grey they may be closer."""
    colours = re.findall(r"--sea: (#\w{6});", FISH)
    assert len(colours) == 5
    least = 7 if vision == "grey" else 10
    for one, other in combinations(colours, 2):
        assert distance(one, other, vision) >= least, (one, other)
    assert len({*re.findall(r"--swims: (.*?);", FISH, re.S)}) == 5


def test_the_number_on_a_card_of_big_fish_stands_out():
    pairs = re.findall(r"--sea: (#\w{6});\s*--fin: (#\w{6});", FISH)
    assert len(pairs) == 5
    assert min(contrast(*pair) for pair in pairs) >= 4.5
