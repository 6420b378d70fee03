"""Six letters to type, which find a link as long as a device shows them, and no longer than ten minutes.

They are derived from the server's key, as the secret of a link is. Few tries are allowed: from one network address, and
from all together, so that nobody finds one of the 191 million codes by trying.
"""

from datetime import timedelta

from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from scorekeeper import links
from scorekeeper.models import Code, Guess, Link
from scorekeeper.network import address_of

LETTERS = "BCDFGHJKMNPQRSTVWXYZ3479"  # no vowels, so no words; and of each pair that looks alike only one
MISREAD = str.maketrans("8526U", "BSZGV", " -·")
LENGTH = 6
LONGEST = timedelta(minutes=10)
BEAT = timedelta(seconds=45)  # a page with JavaScript says every 15 seconds that it is still there
FROM_ONE, FROM_ALL = 10, 100  # wrong codes in ten minutes


def shown(link: Link, member_id: int, beating: bool) -> Code:
    """The code that this device shows for the link from now on: the same as before while that is valid.

    A page that says it is still there (`beating`) loses its code soon after it is closed; of any other nobody knows.
    """
    now = timezone.now()
    mine = Code.objects.filter(link=link, member_id=member_id)
    code, _ = mine.get_or_create(link=link, member_id=member_id, defaults={"made_at": now, "until": now})
    if min(code.until, code.made_at + LONGEST - BEAT / 2) <= now:
        code.generation, code.made_at = code.generation + 1, now
    code.until = min(now + (BEAT if beating else LONGEST), code.made_at + LONGEST)
    # By a query, which minds nothing: the device's codes may go at this moment, and then these letters open nothing.
    mine.update(generation=code.generation, made_at=code.made_at, until=code.until)
    return code


def letters(code: Code) -> str:
    made_of = f"{code.pk}.{code.generation}.{code.link.pk}.{code.link.generation}"
    digest = salted_hmac("scorekeeper.code", made_of, algorithm="sha256").digest()
    number, written = int.from_bytes(digest, "big"), ""
    for _ in range(LENGTH):
        number, place = divmod(number, len(LETTERS))
        written += LETTERS[place]
    return written


def tidied(typed: str) -> str:
    return typed.upper().translate(MISREAD)


def found(typed: str) -> Link | None:
    """The link that somebody shows at this moment with these letters."""
    given = tidied(typed)
    valid = Code.objects.filter(until__gt=timezone.now(), link__in=links.usable())
    codes = valid.select_related("link__group", "link__session")
    return next((code.link for code in codes if constant_time_compare(letters(code), given)), None)


def guess(request: HttpRequest) -> Guess | None:
    """Counts a try before it is known whether it is wrong; None if there were too many. A right one is taken out."""
    now = timezone.now()
    Guess.objects.filter(at__lt=now - LONGEST).delete()
    tried = Guess.objects.create(address=hashed(address_of(request)), at=now)
    if Guess.objects.filter(address=tried.address).count() > FROM_ONE or Guess.objects.count() > FROM_ALL:
        tried.delete()
        return None
    return tried


def hashed(address: str) -> str:
    return salted_hmac("scorekeeper.guess", address, algorithm="sha256").hexdigest()
