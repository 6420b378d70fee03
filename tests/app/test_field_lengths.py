"""No form costs much more than usual, whatever is in its fields: they are measured first."""

from functools import cache, partial
from itertools import cycle
from time import thread_time
from urllib.parse import quote_plus

import pytest
from django.conf import settings
from django.db import transaction

from games.kit.names import LONGEST
from games.score_sheet.row import MAX_ROWS
from scorekeeper.forms.field_lengths import MOST, TIMES, most_characters
from scorekeeper.game_checks.tables import NAMES
from scorekeeper.pages.game_filters import ADDRESS, FilterForm
from scorekeeper.web.server.connections import HEAD_LIMIT
from tests.app.support.every_form import Site
from tests.app.support.factories import FORM, a_game, a_hosted_game, a_phone, open_form, submit, to
from tests.app.support.pages import assert_refused
from tests.support.long import LONG

EXTRA = 0.05  # seconds of processor time, beside those of a usual request
MOST_SECONDS = 0.2  # of processor time, of any request
QUIET = 0.005  # seconds of processor time that `slowness` takes while nothing else runs
TRIES = 20  # other work on the machine only adds to the time
STAMP = ("slot", "revision", "submission", "seats", "newest", "csrfmiddlewaretoken")

NASTY = [
    "a" + "\u0315\u0300\u05ae\u0327" * 50_000,  # marks that normalizing must put in order
    "9" * 200_000,
    "+1" * 100_000,
    "1" + " " * 200_000,
    "([{" * 70_000,
    "\U0001f469\u200d" * 100_000,
    "%(x)s%" * 40_000,
    "a ×1," * 40_000,
]
ROW = {"times": "−9999", "divide": "9999", "least": "−999999999", "most": "999999999"}
RESERVED = str.maketrans({"&": "%26", "%": "%25", "+": "%2B", " ": "+"})
QUERIES = {*FilterForm.base_fields, *ADDRESS.values(), "older", "newer", "page", "period"}
READ = ("games", "statistics", "family", "history", "new", "enter_code")
HEADERS = ("Accept-Language", "If-None-Match", "Referer", "Origin", "User-Agent", "HX-Current-URL")
HEADER_TEXTS = [
    text * (HEAD_LIMIT // len(text)) for text in ('"a",', "a-b;q=0.1,", "https://\xa8", "%20")
]


def test_no_field_is_expensive():
    site = Site()
    for number, form in enumerate(site.forms.values()):
        check_form(site.phone, form, number)
    names = {name for form in site.forms.values() for name in form.names}
    for name in names if LONG else {most_characters(name): name for name in names}.values():
        longer = body([(name, NASTY[0][: TIMES * most_characters(name)])])
        assert check(partial(site.phone.post, "/new/chimera/", longer, FORM)) == 413, name
    for name in READ:
        check_queries(site.phone, site.pages[name], sorted(site.queries | QUERIES))
    for number, header in enumerate(HEADERS):
        for text in HEADER_TEXTS if LONG else [HEADER_TEXTS[number % len(HEADER_TEXTS)]]:
            check(partial(site.phone.get, site.pages["history"], headers={header: text}))


def test_the_largest_form_is_accepted_in_any_script():
    phone, options = a_phone(), {"rows": [{"name": "Coins"}]}
    session = a_game(phone, game="score_sheet", names=NAMES, options=options)
    fields = open_form(phone, to("options", session))
    session.comment = fields["known"] = "가" * 2000
    session.save(update_fields=["comment"])
    sheet = {f"row_{part}": [number] * MAX_ROWS for part, number in ROW.items()}
    sheet["row_name"] = [f"{number:02}{'나' * 38}" for number in range(MAX_ROWS)]
    sent = {**fields, **sheet, "comment": "다" * 2000}
    assert phone.post(to("options", session), sent).status_code == 302
    seats = {f"counts_{seat}": "1+" * 49 + "1" for seat in range(len(NAMES))}
    fields = open_form(phone, to("enter", session)) | seats | {"row": sheet["row_name"][0]}
    assert phone.post(to("enter", session), fields).status_code == 302


def test_a_comment_that_is_too_long_is_shown_again():
    phone, text = a_phone(), "가" * 5000
    session = a_game(phone)
    page = assert_refused(submit(phone, to("options", session), comment=text), text)
    assert "2000" in page.said


def test_an_entry_that_is_too_long_comes_back_to_its_phone():
    phone, session = a_hosted_game()
    fields = open_form(phone, to("enter", session)) | {"bid": "3" * (MOST + 1)}
    answer = phone.post(to("enter", session), fields, headers={"Outbox": "send"})
    assert (answer.status_code, answer.headers["Outbox"]) == (413, "refused")


def check_form(phone, form, number):
    send = partial(phone.post, form.address, content_type=FORM)
    usual, _ = cost(partial(send, body(pairs_sent(form))))
    for pairs in attacks(form, range(len(NASTY)) if LONG else [number % len(NASTY)]):
        full = [(name, value if name in STAMP else "1") for name, value in pairs]
        check(partial(send, body(pairs)), partial(send, body(full)), seconds=usual)


def check_queries(phone, address, names):
    """Each text in as many names as fit, beginning with another name each time."""
    usual, _ = cost(partial(phone.get, address))
    for number, text in enumerate(NASTY):
        for first in range(len(names)) if LONG else [number * len(names) // len(NASTY)]:
            query = fitting([*names[first:], *names[:first]], text)
            check(partial(phone.get, f"{address}?{query}"), seconds=usual)
    assert check(partial(phone.get, f"{address}?{names[0]}={'x' * (MOST + 1)}")) == 413


def fitting(names, text):
    """A query as long as the server reads, if a name may have it."""
    value = quote_plus(text[:MOST])
    query = "&".join(f"{name}={value}" for name in names)[:HEAD_LIMIT]
    return query[: query.rfind("%")] if "%" in query[-3:] else query


def check(request, *usual, seconds=0):
    """Assert that the request costs hardly more than these seconds, or than one of the usual
    requests, which are costly only where they are large; return its status.
    """
    for _ in range(TRIES):
        taken, status = cost(request)
        if taken <= seconds + EXTRA or taken <= bound(seconds, usual):
            break
    else:
        pytest.fail(f"{request} takes {taken} seconds")
    assert status < 500, request
    return status


def bound(seconds, usual):
    """The most that may be taken at the moment, while other work slows the machine down."""
    slow = slowness()
    most = max([seconds, *(cost(one)[0] for one in usual)])
    return min(most + EXTRA * slow, MOST_SECONDS * slow)


def slowness():
    """How many times as long as on a quiet machine work takes at the moment; at least 1."""
    began = thread_time()
    sum(number * number for number in range(50_000))
    return max(1, (thread_time() - began) / QUIET)


def cost(request):
    """The processor time of a request, of which nothing stays, and its status."""
    with transaction.atomic():
        began = thread_time()
        status = request().status_code
        seconds = thread_time() - began
        transaction.set_rollback(True)
    return seconds, status


def attacks(form, turns):
    """Every field as long as it may be, with another text each turn; then as many fields as there
    may be, as long as most accept, and as names may be. Each time another button is pressed.
    """
    names = [name for name in sorted(form.names) if name not in STAMP]
    stamp = [pair for pair in pairs_sent(form) if pair[0] in STAMP]
    buttons = cycle([*([button] for button in form.buttons.items()), []])
    if names:
        for turn in turns:
            yield filled([*stamp, *next(buttons)], names, turn, most_characters)
        for length in (100, LONGEST):
            yield filled([*stamp, *next(buttons)], names, 0, lambda name, most=length: most)


def filled(pairs, names, turn, length):
    """As many fields as a form may have, unless it becomes too large."""
    room = settings.DATA_UPLOAD_MAX_MEMORY_SIZE - len(body(pairs))
    for number, name in enumerate(cycle(names)):
        text = NASTY[(number + number // len(names) + turn) % len(NASTY)]
        pair = name, text[: length(name)]
        room -= len(body([pair])) + 1
        if room < 0 or len(pairs) == settings.DATA_UPLOAD_MAX_NUMBER_FIELDS:
            return pairs
        pairs.append(pair)


def pairs_sent(form):
    return [(name, value) for name, values in form.fields.items() for value in values]


def body(pairs):
    """As short as it can be. Browsers encode more."""
    return "&".join(f"{name}={escaped(value)}" for name, value in pairs).encode()


@cache
def escaped(value):
    return value.translate(RESERVED)
