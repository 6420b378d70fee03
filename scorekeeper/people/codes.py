"""Short codes to type: each finds a link while a device shows it, for ten minutes at most.

Like the secret of a link, a code is derived from the server's key. To prevent guessing, codes get
longer the more of them are valid, and wrong codes make an address wait. docs/deploy.md has the
arithmetic.
"""

import unicodedata
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import islice
from math import ceil

from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from scorekeeper.models import Allowance, Code, Link
from scorekeeper.models.people import new_nonce
from scorekeeper.operating import metrics
from scorekeeper.people import links
from scorekeeper.people.rate_limits import keyed_hash
from scorekeeper.web.addresses import address_of, wider_network

# No vowels, so no words; and only one of each pair of characters that look alike.
LETTERS = "BCDFGHJKMNPQRSTVWXYZ3479"
MISREAD = str.maketrans("8526U", "BSZGV", " -·")
GROUPS = {6: (3, 3), 7: (3, 4), 8: (4, 4), 9: (3, 3, 3)}  # how a code of each length is divided
CHANCE = 1e-7  # of one guess to hit any valid code, at most (nine letters are the longest)
LONGEST = timedelta(minutes=10)
BEAT = timedelta(seconds=45)  # a page with JavaScript sends a heartbeat every 15 seconds

FREE, FREE_IN_NETWORK = 12, 100  # attempts before the first pause: per address, per IPv6 /48
LEAK = 1  # wrong code an hour is forgotten
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=5), timedelta(hours=1)
NO_PAUSE = timedelta(0)


def show_code(link: Link, member_id: int, beating: bool) -> str:
    """Return the letters that this device shows for the link: the same while they are valid.

    The code of a page that sends heartbeats (`beating`) expires soon after the page is closed.
    Other codes last ten minutes.
    """
    now = timezone.now()
    mine = Code.objects.filter(link=link, member_id=member_id)
    code = mine.first() or Code(link=link, member_id=member_id, until=now)
    code.link, code.made_at = link, min(code.made_at, now)
    until = now + (BEAT if beating else LONGEST)
    if is_expired(code, now):
        make_code(code, until)
    else:
        # An UPDATE, because the code may just have been deleted: save() would restore it.
        mine.update(made_at=code.made_at, until=min(until, code.made_at + LONGEST))
    return letters(code)


def is_expired(code: Code, now: datetime) -> bool:
    """Return whether new letters are due: the time is up, or the link was renewed."""
    timed_out = min(code.until, code.made_at + LONGEST - BEAT / 2) <= now
    return timed_out or code.digest != digest(letters(code))


def make_code(code: Code, until: datetime) -> None:
    """Give the code new letters. If another code has these, try another nonce."""
    for tries_left in range(9, -1, -1):
        code.nonce, code.length = new_nonce(), length_for(count_valid_codes() + 1)
        fields = {"nonce": code.nonce, "length": code.length, "digest": digest(letters(code))}
        fields |= {"made_at": timezone.now(), "until": until}
        try:
            with transaction.atomic():
                Code.objects.update_or_create(fields, link=code.link, member_id=code.member_id)
            return
        except IntegrityError:
            if not tries_left:
                raise


def count_valid_codes() -> int:
    return Code.objects.filter(until__gt=timezone.now()).count()


def length_for(codes: int) -> int:
    """Return the fewest letters with which a guess hits one of `codes` with CHANCE at most."""
    enough = (length for length in GROUPS if codes / len(LETTERS) ** length <= CHANCE)
    return next(enough, max(GROUPS))


def letters(code: Code) -> str:
    link = code.link
    seed = f"{code.nonce}.{link.pk}.{link.generation}.{link.nonce}"
    random = salted_hmac("scorekeeper.code", seed, algorithm="sha256").digest()
    number, text = int.from_bytes(random, "big"), ""
    for _ in range(code.length):
        number, index = divmod(number, len(LETTERS))
        text += LETTERS[index]
    return text


def digest(text: str) -> str:
    return salted_hmac("scorekeeper.code.letters", text, algorithm="sha256").hexdigest()


def split_code(text: str) -> list[str]:
    """Split a code into parts that are easy to read aloud."""
    rest = iter(text)
    return ["".join(islice(rest, size)) for size in GROUPS[len(text)]]


def normalize(text: str) -> str:
    """The code as it is shown: Asian keyboards may type wide letters."""
    return unicodedata.normalize("NFKC", text).upper().translate(MISREAD)


@transaction.atomic
def try_code(request: HttpRequest, text: str) -> tuple[Link | None, timedelta]:
    """Return the link with this code, and how long this address must wait for its next attempt.

    The rows of the address stay locked until the attempt is counted, so simultaneous attempts are
    all counted. Refused attempts and correct codes are not.
    """
    free = attempts_free(address_of(request))
    rows = Allowance.objects.lock(free)
    wait = max(row.at + pause_after(row.level, free[row.key]) for row in rows) - timezone.now()
    if wait > NO_PAUSE:
        metrics.codes.labels("too soon").inc()
        return None, wait
    if not (link := find_link(text)):
        count_attempt(rows)
    metrics.codes.labels("right" if link else "wrong").inc()
    return link, NO_PAUSE


def attempts_free(address: str) -> dict[str, int]:
    """The number of wrong codes without a pause, by key of the Allowance."""
    free = {keyed_hash("code", address): FREE}
    if network := wider_network(address):
        free[keyed_hash("code", network)] = FREE_IN_NETWORK
    return free


def pause_after(level: float, free: int) -> timedelta:
    """The pause after a wrong code. It doubles with each, up to an hour."""
    excess = ceil(level) - free
    return min(FIRST_PAUSE * 2 ** min(excess, 20), LONGEST_PAUSE) if excess >= 0 else NO_PAUSE


def count_attempt(rows: Sequence[Allowance]) -> None:
    for row in rows:
        row.add_one(LEAK)
    Allowance.objects.bulk_update(rows, ["level", "at"])


def find_link(text: str) -> Link | None:
    """Return the link for which a device shows this code at the moment."""
    now, text = timezone.now(), normalize(text)
    codes = Code.objects.filter(digest=digest(text), until__gt=now).select_related("link")
    code = codes.first()
    if not code or not constant_time_compare(letters(code), text):  # the link was renewed
        return None
    if code.made_at > now:  # before the clock was set back
        codes.update(made_at=now, until=min(code.until, now + LONGEST))
    link = links.usable_links().filter(pk=code.link_id).first()
    if link:
        link.ticket = links.current_ticket(link)
    return link
