"""Numbers and sums as people type them, and texts that only look like one."""

from time import thread_time

from hypothesis import given
from hypothesis import strategies as st

from games.kit.sums import evaluate_sum, is_number

LONG = 32_000
SUMS = {
    14: ["12+5−3", "12+5-3", " 12 + 5 – 3 ", " 12 +5 - 3 ", "１２＋５－３"],
    7: ["007", "+ 7", "12 + - 5", "٣+٤"],
    -3: ["-3", "−3", "–3"],
    4: ["4", "٣+1", "10+-6"],
    -7: ["3-10", "- 7"],
    0: ["0"],
    5: ["+5"],
    15: ["\u00a012\u202f+\u20093"],
}
NO_SUMS = ["", " ", "-", "+", "12+", "1+", "12++5", "12--5", "1--2", "12-+5", "+-1", "12\n5"]
NO_SUMS += ["5 3", "12 5", "1 000", "1.5", "1,5", "1_000", "__1", "1e9", "0x1", "\x00", "1\x00"]
NO_SUMS += ["12x", "x", "2*3", "(3)", "=3", "²", "5²", "Ⅻ", "½", "一", "∞"]


def test_a_sum_is_added_up_however_it_is_written():
    for total, texts in SUMS.items():
        assert {text: evaluate_sum(text) for text in texts} == dict.fromkeys(texts, total)


def test_text_that_is_not_a_sum_is_none():
    assert [text for text in NO_SUMS if evaluate_sum(text) is not None] == []


def test_what_is_no_sum_is_refused_in_linear_time():
    for part, end in (
        ("1", ""),
        (" ", "x"),
        ("+ ", ""),
        ("1+", ""),
        ("1 1", ""),
        ("1 +  - 1", "x"),
    ):
        text, began = f"1{part * LONG}{end}", thread_time()
        assert evaluate_sum(text) is None
        assert not is_number(text)
        assert thread_time() - began < 0.5, part


@given(st.lists(st.tuples(st.sampled_from("+-−"), st.integers(0, 9999)), min_size=1, max_size=9))
def test_a_sum_is_the_sum_of_its_terms(terms):
    text = " ".join(f"{sign} {number}" for sign, number in terms)
    assert evaluate_sum(text) == sum(number if sign == "+" else -number for sign, number in terms)


@given(st.text(max_size=30) | st.text(alphabet="0123456789+-−–. x", max_size=12))
def test_any_text_is_a_whole_number_or_none(text):
    total = evaluate_sum(text)
    assert total is None or (isinstance(total, int) and any(sign.isdigit() for sign in text))
