"""Pictures of results: their texts fit, and their fonts have the signs."""

import re
import shutil
import struct
from itertools import pairwise

import pytest
from django.conf import settings

from games import registry
from scorekeeper.models.marks import MARKS, colour_of
from scorekeeper.pages.game.chart import SHAPE_OF_MARK
from scorekeeper.pictures import fonts, render
from scorekeeper.pictures.content import MOST_ROWS, Content, Row
from scorekeeper.pictures.drawing import GRAPHITE, PLAYERS, SIZES, Drawing, accent_of
from scorekeeper.pictures.font_file import FontFile, Run, read_groups, read_segments
from scorekeeper.pictures.fonts import fonts_for, signs_apart, text_width
from scorekeeper.pictures.render import NoFont, draw_picture, to_png, usable_fonts
from scorekeeper.pictures.results import with_rest
from tests.app.support.pictures import colours_of, cut_out, needs_fonts, size_of

pytestmark = needs_fonts

LONG = "Bartholomäus Maximilian von Hohenzollern"
SHARED = ", ".join([LONG] * 7) + " and Wilhelm share the win with 1,234,567"
NAMES = (LONG, "김민수", "ながいなまえのひとたかはしけんたろうさん", "W" * 40, "Ana")
TOKENS = (settings.BASE_DIR / "static" / "css" / "tokens.css").read_text()


def forget_fonts():
    for function in (fonts.installed_fonts, fonts.preferred_font, fonts.font_with):
        function.cache_clear()


@pytest.fixture
def other_fonts(settings):
    """Fonts are looked for once: do it again, now and afterwards."""
    forget_fonts()
    yield settings
    forget_fonts()


def content(rows, verdict="Ana wins with 255", title="Chimera", game="chimera"):
    return Content(title, "25 Nov 2026", verdict, tuple(rows), "", "chimera", game)


def rows(count, **same):
    return [
        Row(NAMES[n % len(NAMES)], f"{255 - n}", n, str(n + 1), first=n == 0, **same)
        for n in range(count)
    ]


def drawing(what, size="wide", language="en"):
    return Drawing(what, SIZES[size], usable_fonts(what), language)


def texts_of(svg):
    return re.findall("<text[^>]*>([^<]*)</text>", svg)


# What it says


def test_a_folder_of_fonts_that_the_server_may_not_enter_is_passed_over(
    tmp_path, monkeypatch, other_fonts, unprivileged
):
    """The variable HOME may still name the folder of whoever started the server."""
    (tmp_path / "home").mkdir(0)
    monkeypatch.setattr(fonts, "FOLDERS", (*fonts.FOLDERS, str(tmp_path / "home" / ".fonts")))
    assert usable_fonts(content(rows(3)))


def test_it_says_the_game_the_day_the_verdict_and_every_total_with_its_player():
    picture = content([Row("Ana", "255", 0, "1", first=True), Row("Ben", "−40", 7, "2")])
    svg = drawing(picture).render()
    said = ["Chimera", "25 Nov 2026", "Ana wins with 255", "A", "Ana", "1", "255"]
    assert texts_of(svg) == [*said, "B", "Ben", "2", "−40"]
    for mark in (0, 7):
        assert f'd="{SHAPE_OF_MARK[mark]}"' in svg
        assert f'fill="{PLAYERS[colour_of(mark)]}"' in svg


def test_the_colours_are_those_of_the_pages():
    for mark in MARKS:
        rule = re.search(rf"\.seat-{mark}[ ,][^}}]*--seat: var\(--day, (#\w+)\)", TOKENS)
        assert rule[1] == PLAYERS[colour_of(mark)]
    for name, colour in (("accent", GRAPHITE), ("ink", "#29231b"), ("paper", "#f5efe2")):
        assert f"--{name}: var(--day, {colour})" in TOKENS


def test_a_picture_has_the_accent_of_its_game():
    accents = {slug: accent_of(slug) for slug in ("chimera", "yahtzee", "score_pad", "gone", "")}
    assert accents["chimera"] == "#015a4c"
    assert accents["yahtzee"] == "#9b1e18"
    assert {accents["score_pad"], accents["gone"], accents[""]} == {GRAPHITE}


@pytest.mark.parametrize("slug", registry.games())
def test_the_icon_of_every_game_is_drawn(slug):
    picture = drawing(content([Row("Ana", "1", 0)], game=slug))
    y, side = int(picture.icon_y), int(picture.icon_size)
    icon = cut_out(picture.render(), SIZES["wide"].margin, y, side, side)
    assert len(colours_of(to_png(icon, picture.fonts))) > 3


# Texts are drawn, and fit


@pytest.mark.parametrize("name", NAMES)
def test_each_name_leaves_ink_on_the_paper(name):
    picture = drawing(content([Row(name, "255", None)]))
    text = picture.rows[0].texts[0]
    box = int(text.x), int(text.y - text.size), 40, int(text.size)
    colours = colours_of(to_png(cut_out(picture.render(), *box), picture.fonts))
    assert min(map(sum, colours)) < 150


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [1, 2, 5, 6, 11, MOST_ROWS])
@pytest.mark.parametrize("more", [{}, {"detail": "Longest winning streak", "unit": "games " * 9}])
def test_long_names_fit_beside_their_totals_and_all_rows_on_the_picture(size, count, more):
    picture = drawing(content(rows(count, **more)), size)
    for row in picture.rows:
        columns = [row.band.x + 14, row.band.x + row.band.width - 14]
        right = min(
            *(figure.x - picture.fonts.width(figure.text, figure.size) for figure in row.figures),
            *(
                unit.x - picture.fonts.width(unit.text, unit.size, strong=False)
                for unit in row.units
            ),
            columns[1],
        )
        assert columns[0] <= row.token.x - row.token.size
        assert row.token.x + row.token.size <= row.texts[0].x
        for text in row.texts:
            assert text.x + picture.fonts.width(text.text, text.size) <= right
            assert row.band.y <= text.y - 0.8 * text.size
            assert text.y <= row.band.y + row.band.height
        assert SIZES[size].head < row.band.y
        assert row.band.y + row.band.height < SIZES[size].height - 20
    lefts = sorted({row.band.x for row in picture.rows})
    assert len(lefts) == picture.columns
    assert all(first + picture.rows[0].band.width < second for first, second in pairwise(lefts))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", NAMES)
def test_a_long_verdict_and_title_fit_above_the_rule(size, name):
    verdict = f"{name} and {name} share the win with 1,234,567"
    picture = drawing(content(rows(2), verdict, title="A very long title of a game " * 2), size)
    right = SIZES[size].width - SIZES[size].margin
    lines = picture.verdict
    assert lines[0].y - 0.8 * lines[0].size > picture.head_top
    assert lines[-1].y + 0.25 * lines[-1].size < SIZES[size].head
    for line in lines:
        assert line.x + picture.fonts.width(line.text, line.size) <= right
    assert picture.title.x + picture.fonts.width(picture.title.text, picture.title.size) <= (
        right if SIZES[size].below else picture.day.x
    )


def test_a_verdict_is_cut_only_if_its_smallest_letters_do_not_fit():
    assert drawing(content([Row("Ana", "1")], "Ana wins")).verdict[0].text == "Ana wins"
    short = drawing(content([Row("Ana", "1")], " ".join([LONG] * 2))).verdict
    assert " ".join(line.text for line in short) == " ".join([LONG] * 2)
    cut = " ".join(line.text for line in drawing(content([Row("Ana", "1")], SHARED)).verdict)
    assert cut[-1] == "…"
    assert SHARED.startswith(cut[:-1])


def test_a_long_word_in_two_lines_has_no_space_within_it():
    (row,) = drawing(content([Row("W" * 42, "1")]), "tall").rows
    assert "".join(text.text for text in row.texts) == "W" * 42


def test_more_players_than_rows_are_counted():
    picture = list(with_rest(rows(MOST_ROWS + 5)))
    assert len(picture) == MOST_ROWS
    assert picture[-1].text == "and 6 more"
    assert len(list(with_rest(rows(MOST_ROWS)))) == MOST_ROWS


def test_signs_of_markup_in_a_name_stay_signs():
    picture = content([Row("<b>&amp;", "1")])
    assert "&lt;b&gt;&amp;amp;" in drawing(picture).render()
    assert size_of(draw_picture(picture, "wide", "en")) == (1200, 630)


# Fonts


def test_a_sign_that_no_font_has_is_named_and_what_shows_nothing_is_not():
    assert fonts_for("Ana\u200d\ufe0f 민수").missing == ()
    assert fonts_for("Ana \U0001f9ff\U000e0fff").missing == ("\U0001f9ff", "\U000e0fff")
    with pytest.raises(NoFont):
        draw_picture(content([Row("\U0001f9ff", "1")]), "wide", "en")


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("\U0001f1e9\U0001f1eaFan", "\U0001f1e9 \U0001f1eaFan"),
        ("\U0001f468\u200d\U0001f469 Ana", "\U0001f468\U0001f469 Ana"),
        ("\u2764\ufe0f\u200d\U0001f525", "\u2764\U0001f525"),
        ("\U0001f44d\U0001f3fd 1\ufe0f\u20e3", "\U0001f44d 1"),
        ("\u0646\u0645\u06cc\u200c\u062f \u0915\u094d\u200d\u0937", None),
    ],
)
def test_an_emoji_of_several_is_drawn_as_several(text, drawn):
    assert signs_apart(text) == (drawn or text)
    one = content([Row(text, "1")], verdict=text, title=text).change_texts(signs_apart)
    assert (one.title, one.verdict, one.rows[0].text) == (drawn or text,) * 3


def test_no_picture_has_an_emoji_of_several(monkeypatch):
    monkeypatch.setattr(render, "to_png", lambda svg, fonts: svg.encode())
    svg = draw_picture(content([Row("\u2605\ufe0fAna", "1")]), "wide", "en").decode()
    assert "\u2605Ana" in texts_of(svg)


def test_a_text_with_a_rare_sign_has_room_in_each_font_that_may_draw_it():
    text = "\u05e9 wins with 255 " * 3
    usable = fonts_for(text)
    assert usable.others
    widths = [text_width(text, (font, usable.strong)) for font in (usable.strong, *usable.others)]
    assert usable.width(text, 1) >= max(widths) > widths[0]


def test_a_font_is_found_for_the_capital_of_an_initial_too():
    assert "\u030c" in content([Row("\u01f0an", "1")]).signs  # its capital is J and a caron


def test_the_fonts_of_the_own_folder_come_first_and_a_damaged_one_is_left_out(
    other_fonts, tmp_path
):
    used = fonts_for("Ana").plain
    other = next(
        font for font in fonts.installed_fonts() if font.path != used.path and not font.is_bold
    )
    shutil.copy(other.path, tmp_path / f"ours{other.path.suffix}")
    (tmp_path / "damaged.ttf").write_bytes(other.path.read_bytes()[:2000])
    (tmp_path / "text.otf").write_text("no font")
    (tmp_path / "readme.txt").write_text("no font")
    other_fonts.PICTURE_FONTS = tmp_path
    forget_fonts()
    chosen = fonts_for("Ana")
    assert chosen.plain.path == tmp_path / f"ours{other.path.suffix}"
    ours = [font for font in fonts.installed_fonts() if font.path.is_relative_to(tmp_path)]
    assert len(ours) == 3
    assert [font for font in ours if font.is_usable] == [chosen.plain]
    assert fonts_for("민수").missing == ()


def test_a_collection_is_asked_for_the_font_of_the_language():
    font = next(font for font in fonts.installed_fonts() if len(font.families) > 1)
    names = {language: fonts.family(font, language) for language in ("ko", "ja", "en")}
    assert names["ko"].endswith("KR")
    assert names["ja"].endswith("JP")
    assert names["en"] in font.families


def test_without_any_font_there_is_no_picture(other_fonts, monkeypatch):
    monkeypatch.setattr(fonts, "system_folders", list)
    assert fonts_for("Ana") is None
    with pytest.raises(NoFont):
        usable_fonts(content([Row("Ana", "1")]))


def test_both_kinds_of_tables_of_signs_are_read():
    groups = struct.pack(">HHIII", 12, 0, 0, 0, 2) + struct.pack(
        ">6I", 65, 70, 5, 0x1F600, 0x1F601, 9
    )
    assert list(read_groups(groups)) == [Run(65, 70, 5), Run(0x1F600, 0x1F601, 9)]
    ends, starts, deltas, steps = (70, 91, 0xFFFF), (65, 90, 0xFFFF), (65476, 3, 1), (0, 4, 0)
    words = (4, 0, 0, 6, 0, 0, 0, *ends, 0, *starts, *deltas, *steps, 7, 0)
    segments = struct.pack(f">{len(words)}H", *words)
    assert list(read_segments(segments)) == [Run(65, 70, 5), Run(90, 90, 10)]


def test_a_font_says_how_wide_its_signs_are():
    font = fonts_for("Ana").strong
    assert font.has("A")
    assert not font.has("\U000e0fff")
    assert 0 < font.width("i") < font.width("W") < 2
    assert FontFile(font.path).families == font.families
