"""The page of rules of each game: what it says, who reads it, and where it is linked."""

from django.urls import reverse

from games.big_fish.bonus import BONUS_POINTS, TIE_POINTS
from games.big_fish.cards import split_row
from games.big_fish.state import MAX_ROWS, MISTAKE_POINTS, ROWS_PER_PLAYER
from games.chimera import rules as chimera
from games.chimera_tricks.rules import SCARCE_CRYSTALS, grimoire_lines, tricks_per_round
from games.hearts import rules as hearts
from games.molkky import rules as molkky
from games.registry import games
from games.score_sheet.parsing import parse_row
from games.score_sheet.row import MAX_ROWS as MOST_ROWS
from games.score_sheet.row import Row
from games.wizard import rules as wizard
from games.yahtzee.boxes import BOXES, FIXED_POINTS
from games.yahtzee.card import UPPER_BONUS, UPPER_BONUS_FROM, YAHTZEE_BONUS
from scorekeeper.development.reloading import reload_games
from scorekeeper.models import Role
from tests.app.support.factories import a_hosted_game, a_member, a_phone, to
from tests.app.support.pages import Page
from tests.support.further_games import make_game
from tests.support.shipped_games import SHIPPED

WORDS = ("no", "one", "two", "three", "four", "five")
WORDS += ("six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen")


def rules_of(slug, phone=None):
    answer = (phone or a_phone()).get(f"/rules/{slug}/")
    assert answer.status_code == 200
    return Page(answer)


def figures_of(page):
    """The last cell of each row of the tables, by the first text of the row."""
    rows = [texts_of(row) for row in page.tree.xpath("//article//tbody/tr")]
    return {texts[0]: texts[-1].replace("−", "-") for texts in rows}


def texts_of(tag):
    return [text.strip() for text in tag.itertext() if text.strip()]


def test_every_game_of_ours_explains_its_rules_and_names_its_publisher():
    for slug in SHIPPED:
        page = rules_of(slug)
        assert page.errors == []
        for text in (games()[slug].title, games()[slug].credit):
            assert text in page.said
        assert "Not affiliated with any publisher." in page.said
        headings = [heading.text for heading in page.tree.xpath("//article//h2")]
        assert {"How to play", "Options", "The end", "What can’t be saved"} <= set(headings), slug


FIGURES = {
    "chimera": {
        "twice the bid": "40, 60 or 80",
        "each trap": chimera.BONUS,
        "the Chimera attack": chimera.BONUS,
        "an idle hunter, or two": chimera.BONUS,
        "the Chimera loses the bid": "-20, -30 or -40",
        "each hunter, even an idle one": chimera.HUNTERS_WIN,
        "each toad (a 2)": chimera.TOAD,
        "each cat (an 11)": chimera.CAT,
    },
    "yahtzee": {
        "Bonus for an upper sum of 63 or more": UPPER_BONUS,
        "Full house": FIXED_POINTS["full_house"],
        "Small straight": FIXED_POINTS["small_straight"],
        "Large straight": FIXED_POINTS["large_straight"],
        "Yahtzee": FIXED_POINTS["yahtzee"],
        "Yahtzee bonus": YAHTZEE_BONUS,
    },
    "big_fish": BONUS_POINTS,
    "wizard": {
        "the bid": wizard.MET,
        "each trick": wizard.EACH,
        "each trick too many or too few": -wizard.EACH,
    },
    "molkky": {"no pin falls: a miss": 0},
    "hearts": {"each of the 13 hearts": 1, "the queen of spades": hearts.QUEEN},
}


def test_the_tables_have_the_figures_of_the_rules():
    for slug, figures in FIGURES.items():
        rows = figures_of(rules_of(slug)).items()
        shown = {name: text for name, text in rows if any(map(str.isdigit, text))}
        assert shown == {name: str(figure) for name, figure in figures.items()}


def rows_text():
    first, *middle, last = [ROWS_PER_PLAYER * players for players in games()["big_fish"].players]
    return f"the {first}th with two players, the {middle[0]}th with three", f"the {last}th with six"


def rounds_text():
    three, *_middle, six = [wizard.CARDS // players for players in games()["wizard"].players]
    return f"after {three} rounds with three players", f"and {six} with six"


def points_for_two_bid(won):
    return sum(line.points for line in wizard.bid_lines(2, won))


def grimoires(crystals):
    return sum(line.points for line in grimoire_lines((6, -2, -5), crystals))


TEXTS = {
    "chimera": [f"{chimera.Options().target} points, or as you agree"],
    "yahtzee": [
        f"one of the {WORDS[len(BOXES)]} boxes",
        f"an upper sum of {UPPER_BONUS_FROM} or more",
        f"a bonus of {YAHTZEE_BONUS}",
        f"{FIXED_POINTS['full_house']} as a full house",
        f"{FIXED_POINTS['small_straight']} as a small straight",
        f"{FIXED_POINTS['large_straight']} as a large straight",
        f"With {FIXED_POINTS['yahtzee']} in your Yahtzee box",
    ],
    "big_fish": [
        f"It costs its last holder {MISTAKE_POINTS} points",
        f"each of them gets {TIE_POINTS} points",
        f"has {WORDS[ROWS_PER_PLAYER]} rows for each player",
        f"one of your {WORDS[MAX_ROWS]} cards",
        *rows_text(),
    ],
    "chimera_tricks": [
        f"{WORDS[tricks_per_round(3)]} tricks with three players",
        f"and {WORDS[tricks_per_round(4)]} with four",
        f"only {WORDS[SCARCE_CRYSTALS]} Crystals",
        f"−1 without a Crystal, {grimoires(1)} with one and {grimoires(2)} with two",
    ],
    "wizard": [
        f"the {wizard.CARDS} cards aren’t enough",
        f"2 tricks bring {points_for_two_bid(2)} points",
        f"3 tricks −{-points_for_two_bid(3)} and no trick −{-points_for_two_bid(0)}",
        *rounds_text(),
    ],
    "molkky": [
        f"above {molkky.Options().target}, your total falls back to {molkky.Options().back_to}",
        f"exactly {molkky.Options().target} wins at once",
        f"After {WORDS[molkky.MISSES]} misses in a row you are out",
        f"less than 0 or more than {molkky.HIGHEST}",
    ],
    "hearts": [
        f"Each round has {hearts.ALL} points",
        f"everyone else gets {hearts.ALL}",
        f"someone has {hearts.Options().target} points or more",
    ],
    "score_pad": ["more than nine digits"],
    "score_sheet": [f"from 1 to {MOST_ROWS}"],
}


def test_the_texts_have_the_figures_of_the_rules():
    for slug, texts in TEXTS.items():
        said = rules_of(slug).said
        assert [text for text in texts if text not in said] == []
    assert grimoires(0) == -1


def test_in_chimera_nothing_beats_the_attack_not_even_a_trap():
    trap = "A trap may be played on anything but a higher trap or the Chimera attack, and"
    assert trap in rules_of("chimera").said


def test_in_big_fish_both_of_two_equal_cards_can_be_plus_in_a_row_of_one_colour():
    both = "In a row of one colour, the two highest cards are plus, even if they are equal."
    one = "In any other row, if the highest card of a colour is there twice, only one is plus."
    said = rules_of("big_fish").said
    assert (both in said, one in said) == (True, True)
    assert split_row(("R6", "R5", "R6", "R2", "R1")).plus == ("R6", "R6")


def test_the_examples_of_a_score_sheet_are_right():
    for typed, points in figures_of(rules_of("score_sheet")).items():
        row = parse_row(typed.replace("-", "−"))
        worth = Row(row.name, int((row.times or "1").replace("−", "-")), int(row.divide or "1"))
        assert str(worth.points(7)) == points


def test_everyone_may_read_the_rules_which_link_to_their_own_game_only():
    phone, session = a_hosted_game(rounds=1)
    guest = a_member(session.group, Role.VIEWER, session)
    said = rules_of("chimera").said
    assert "Ana" not in said
    address = f"/rules/chimera/?table={session.pk}"
    for reader in (phone, guest):
        assert rules_of("chimera", reader).said == said
        assert address in Page(reader.get(to("table", session))).links()
        assert to("table", session) in Page(reader.get(address)).links()
    assert "/" in rules_of("chimera", phone).links()
    for strange in ("", "x", "0" * 30, "9" * 2000, "-1"):
        assert "/" in Page(phone.get("/rules/chimera/", {"table": strange})).links(), strange
    assert phone.get("/rules/nothing/").status_code == 404


def test_the_form_for_the_next_entry_and_the_page_of_a_new_game_link_to_the_rules():
    phone, session = a_hosted_game(rounds=1)
    assert f"/rules/chimera/?table={session.pk}" in Page(phone.get(to("enter", session))).links()
    assert "/rules/chimera/?new=1" in Page(phone.get("/new/chimera/")).links()
    # What was tapped in a correction would be lost.
    correction = Page(phone.get(to("correct", session, 1)))
    assert not [link for link in correction.links() if link.startswith("/rules/")]


def test_a_game_without_a_page_of_rules_or_with_a_broken_one_has_no_link(further_folder):
    make_game("coin")
    file = further_folder / "coin" / "templates" / "coin" / "rules.html"
    phone, session = a_hosted_game(game="coin", options={})
    for page in (None, "{% translate %}", "{% if %}"):
        if page:
            file.write_text(page)
            reload_games({"coin"})
        assert phone.get("/rules/coin/").status_code == 404
        for address in (to("table", session), to("enter", session), reverse("new", args=["coin"])):
            assert "/rules/" not in phone.get(address).content.decode()
