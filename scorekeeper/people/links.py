"""Links by which devices join.

The secret is derived from the server's key and the link's id, generation and nonce.
"""

import base64

from django.conf import settings
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from scorekeeper.models import Link

COOKIE, COOKIE_AGE = "joining", 600  # seconds


def secret(link: Link) -> str:
    """132 bits that cannot be guessed without the server's key."""
    seed = f"{link.pk}.{link.generation}"
    if link.nonce:  # links of early releases have no nonce until they are renewed
        seed += f".{link.nonce}"
    digest = salted_hmac("scorekeeper.link", seed, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest).decode()[:22]


def path(link: Link) -> str:
    return reverse("join", args=[link.pk, secret(link)])


def find_link(pk: int, text: str) -> Link | None:
    """Return the link with this secret; None if it was renewed or its game was deleted."""
    link = usable_links().filter(pk=pk).first()
    return link if link and constant_time_compare(secret(link), text) else None


def usable_links() -> QuerySet[Link]:
    """Links of groups, and of games that are not deleted."""
    usable = Q(session=None) | Q(session__deleted_at=None)
    return Link.objects.select_related("group", "session").filter(usable)


def remember_link(response: HttpResponse, link: Link) -> None:
    """Set a cookie so that the page can be reloaded after a script has hidden its address.

    The cookie does not contain the secret. It is signed, and invalid once the link is renewed.
    """
    response.set_signed_cookie(
        COOKIE,
        f"{link.pk}.{link.generation}.{link.nonce}",
        max_age=COOKIE_AGE,
        path=reverse("enter_code"),
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )


def remembered_link(request: HttpRequest) -> Link | None:
    cookie = request.get_signed_cookie(COOKIE, "", max_age=COOKIE_AGE)
    if not cookie:
        return None
    pk, generation, nonce = f"{cookie}.".split(".")[:3]  # early releases stored two parts
    return usable_links().filter(pk=pk, generation=generation, nonce=nonce).first()


def forget_link(response: HttpResponse) -> None:
    response.delete_cookie(COOKIE, path=reverse("enter_code"), samesite="Lax")
