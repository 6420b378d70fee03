"""Links that let a device in.

The secret in one is derived from the server's key and the link's id, generation and nonce.
"""

import base64

from django.conf import settings
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from games import registry
from scorekeeper.models import Link

COOKIE, REMEMBERED = "joining", 600  # seconds


def secret(link: Link) -> str:
    """132 bits that nobody without the server's key can guess."""
    made_of = f"{link.pk}.{link.generation}"
    if link.nonce:  # one from before there were nonces has none until it is renewed: it stays valid
        made_of += f".{link.nonce}"
    digest = salted_hmac("scorekeeper.link", made_of, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest).decode()[:22]


def path(link: Link) -> str:
    return reverse("join", args=[link.pk, secret(link)])


def opened(pk: int, given: str) -> Link | None:
    """The link that this is, unless it is none or was renewed since, or its game was deleted."""
    link = usable().filter(pk=pk).first()
    return link if link and constant_time_compare(secret(link), given) else None


def usable() -> QuerySet[Link]:
    """Those of groups, and of games that are there to be seen."""
    there = Q(session=None) | Q(session__deleted_at=None, session__game__in=registry.games())
    return Link.objects.select_related("group", "session").filter(there)


def remember(response: HttpResponse, link: Link) -> None:
    """Scripts take the address out of the history, so a page that is loaded again finds its link by this. It is no
    secret that a device without our signature could use, and a renewed link is another.
    """
    response.set_signed_cookie(
        COOKIE,
        f"{link.pk}.{link.generation}.{link.nonce}",
        max_age=REMEMBERED,
        path=reverse("enter_code"),
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )


def remembered(request: HttpRequest) -> Link | None:
    kept = request.get_signed_cookie(COOKIE, "", max_age=REMEMBERED)
    if not kept:
        return None
    pk, generation, nonce = f"{kept}.".split(".")[:3]  # one from before nonces has two parts
    return usable().filter(pk=pk, generation=generation, nonce=nonce).first()


def forget(response: HttpResponse) -> None:
    response.delete_cookie(COOKIE, path=reverse("enter_code"), samesite="Lax")
