"""A few letters to type, which find a link while a device shows them, for ten minutes at most.

They are derived from the server's key, as the secret of a link is. The more codes are shown, the
longer they are, and wrong ones make an address wait, so that nobody finds one by guessing:
docs/deploy.md has the arithmetic.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from math import ceil

from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from scorekeeper.models import Allowance, Code, Link
from scorekeeper.models.people import new_nonce
from scorekeeper.people import links
from scorekeeper.web.addresses import address_of, wider_network
from scorekeeper.web.limits import hashed

LETTERS = (
    "BCDFGHJKMNPQRSTVWXYZ3479"  # no vowels, so no words; and of each pair that looks alike only one
)
MISREAD = str.maketrans("8526U", "BSZGV", " -·")
GROUPS = {6: (3, 3), 7: (3, 4), 8: (4, 4), 9: (3, 3, 3)}  # how so many letters are shown
LENGTHS = range(min(GROUPS), max(GROUPS) + 1)
CHANCE = 1e-7  # of one guess to hit one of all codes that are shown; nine letters are the most
LONGEST = timedelta(minutes=10)
BEAT = timedelta(seconds=45)  # a page with JavaScript says every 15 seconds that it is still there

FREE, FREE_IN_NETWORK = 12, 100  # wrong codes without a pause: of one address; of a /48 of IPv6
LEAK = 1  # wrong code an hour is forgotten
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=5), timedelta(hours=1)
NO_PAUSE = timedelta(0)


def show_code(link: Link, member_id: int, beating: bool) -> str:
    """The letters that this device shows for the link from now on: the same while they are valid.

    A page that says it is still there (`beating`) loses its code soon after it is closed; of any
    other nobody knows.
    """
    now = timezone.now()
    mine = Code.objects.filter(link=link, member_id=member_id)
    code = mine.first() or Code(link=link, member_id=member_id, until=now)
    code.link, code.made_at = link, min(code.made_at, now)
    lasts = now + (BEAT if beating else LONGEST)
    if is_over(code, now):
        make_code(code, lasts)
    else:
        # By a query, because the code may be deleted at this moment: then it opens nothing.
        mine.update(made_at=code.made_at, until=min(lasts, code.made_at + LONGEST))
    return letters(code)


def is_over(code: Code, now: datetime) -> bool:
    """Whether it is time for other letters, also because the link was renewed."""
    ended = min(code.until, code.made_at + LONGEST - BEAT / 2) <= now
    return ended or code.digest != digest(letters(code))


def make_code(code: Code, until: datetime) -> None:
    """Other letters, which no other code has: those of another nonce if they are taken."""
    for tries_left in range(9, -1, -1):
        code.nonce, code.length = new_nonce(), length_for(live_codes() + 1)
        made = {"nonce": code.nonce, "length": code.length, "digest": digest(letters(code))}
        made |= {"made_at": timezone.now(), "until": until}
        try:
            with transaction.atomic():
                Code.objects.update_or_create(made, link=code.link, member_id=code.member_id)
            return
        except IntegrityError:
            if not tries_left:
                raise


def live_codes() -> int:
    return Code.objects.filter(until__gt=timezone.now()).count()


def length_for(live: int) -> int:
    """The fewest letters with which one guess seldom enough hits one of so many codes."""
    enough = (length for length in LENGTHS if live / len(LETTERS) ** length <= CHANCE)
    return next(enough, LENGTHS[-1])


def letters(code: Code) -> str:
    link = code.link
    made_of = f"{code.nonce}.{link.pk}.{link.generation}.{link.nonce}"
    random = salted_hmac("scorekeeper.code", made_of, algorithm="sha256").digest()
    number, written = int.from_bytes(random, "big"), ""
    for _ in range(code.length):
        number, place = divmod(number, len(LETTERS))
        written += LETTERS[place]
    return written


def digest(written: str) -> str:
    return salted_hmac("scorekeeper.code.letters", written, algorithm="sha256").hexdigest()


def grouped(written: str) -> list[str]:
    """In parts that are easy to read and to say."""
    parts, rest = [], written
    for size in GROUPS[len(written)]:
        parts.append(rest[:size])
        rest = rest[size:]
    return parts


def tidied(typed: str) -> str:
    return typed.upper().translate(MISREAD)


@transaction.atomic
def try_code(request: HttpRequest, typed: str) -> tuple[Link | None, timedelta]:
    """The link that these letters find, and how long this address must wait for its next attempt.

    The rows of the address stay locked until the attempt is counted, so of many at the same moment
    each one counts. A refused one does not, and neither does a right one.
    """
    free = attempts_free(address_of(request))
    rows = Allowance.objects.lock(free)
    wait = max(row.at + pause_after(row.level, free[row.key]) for row in rows) - timezone.now()
    if wait > NO_PAUSE:
        return None, wait
    if not (link := find_link(typed)):
        count_attempt(rows)
    return link, NO_PAUSE


def attempts_free(address: str) -> dict[str, int]:
    """How many wrong codes take no pause, by the keys that they are counted by."""
    free = {hashed("code", address): FREE}
    if network := wider_network(address):
        free[hashed("code", network)] = FREE_IN_NETWORK
    return free


def pause_after(level: float, free: int) -> timedelta:
    """How long after a wrong code the next may be tried: each time twice as long, up to an hour."""
    beyond = ceil(level) - free
    return min(FIRST_PAUSE * 2 ** min(beyond, 20), LONGEST_PAUSE) if beyond >= 0 else NO_PAUSE


def count_attempt(rows: Sequence[Allowance]) -> None:
    for row in rows:
        row.add_one(LEAK)
    Allowance.objects.bulk_update(rows, ["level", "at"])


def find_link(typed: str) -> Link | None:
    """The link that somebody shows at this moment with these letters."""
    now, given = timezone.now(), tidied(typed)
    shown = Code.objects.filter(digest=digest(given), until__gt=now).select_related("link")
    code = shown.first()
    if not code or not constant_time_compare(letters(code), given):  # the link was renewed
        return None
    if code.made_at > now:  # before the clock was set back
        shown.update(made_at=now, until=min(code.until, now + LONGEST))
    return links.usable().filter(pk=code.link_id).first()
