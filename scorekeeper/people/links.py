"""Links by which devices join.

The secret is derived from the server's key and the link's id, generation and nonce. A code to watch
a game, and the QR code beside it, give a ticket instead of the secret. It is derived from the time,
too, and works for ten to twenty minutes. A device that joins with it can watch until the
evening is over.
"""

import base64
from collections.abc import Iterator

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from scorekeeper.models import Link, Role
from scorekeeper.web.cookies import cookie_options

COOKIE, COOKIE_AGE = "joining", 600  # seconds
TICKET_AGE = 600  # seconds; a ticket works in the ten minutes of its time, and in the next ones


def secret(link: Link) -> str:
    return derive("scorekeeper.link", seed(link))


def seed(link: Link) -> str:
    """Links of early releases have no nonce until they are renewed."""
    return ".".join(filter(None, [f"{link.pk}.{link.generation}", link.nonce]))


def derive(purpose: str, seed: str) -> str:
    """132 bits that cannot be guessed without the server's key."""
    digest = salted_hmac(purpose, seed, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest).decode()[:22]


def current_ticket(link: Link) -> str:
    """Return "" for a link that a code gives as it is: to score, to host, or to a whole group."""
    return next(valid_tickets(link), "")


def valid_tickets(link: Link) -> Iterator[str]:
    if link.role != Role.VIEWER or not link.session_id:
        return
    now = int(timezone.now().timestamp()) // TICKET_AGE
    for period in (now, now - 1):
        yield derive("scorekeeper.link.ticket", f"{seed(link)}.{period}")


def path(link: Link) -> str:
    return reverse("join", args=[link.pk, link.ticket or secret(link)])


def find_link(pk: int, text: str) -> Link | None:
    """Return the link with this secret or ticket.

    None if the link was renewed, its game was deleted, or the time of the ticket is up.
    """
    link = usable_links().filter(pk=pk).first()
    if not link or constant_time_compare(secret(link), text):
        return link
    link.ticket = next((one for one in valid_tickets(link) if constant_time_compare(one, text)), "")
    return link if link.ticket else None


def usable_links() -> QuerySet[Link]:
    """Links of groups, and of games, that are not deleted."""
    usable = Q(session=None) | Q(session__deleted_at=None)
    return Link.objects.select_related("group", "session").filter(usable, group__deleted_at=None)


def remember_link(response: HttpResponse, link: Link) -> None:
    """Set a cookie so that the page can be reloaded after a script has hidden its address.

    The cookie does not contain the secret. It is signed, and invalid once the link is renewed. It
    contains a ticket, so that it does not work longer than that.
    """
    response.set_signed_cookie(
        COOKIE,
        f"{link.pk}.{link.generation}.{link.nonce}.{link.ticket}",
        path=reverse("enter_code"),
        **cookie_options(COOKIE_AGE),
    )


def remembered_link(request: HttpRequest) -> Link | None:
    cookie = request.get_signed_cookie(COOKIE, "", max_age=COOKIE_AGE)
    if not cookie:
        return None
    pk, generation, nonce, ticket = f"{cookie}..".split(".")[:4]  # early releases: fewer parts
    if ticket:
        return find_link(int(pk), ticket)
    return usable_links().filter(pk=pk, generation=generation, nonce=nonce).first()


def forget_link(response: HttpResponse) -> None:
    response.delete_cookie(COOKIE, path=reverse("enter_code"), samesite="Lax")
