"""Links that let a device in. The secret in one is derived from the server's key, its id and its generation."""

import base64

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from scorekeeper.groups import name_device
from scorekeeper.models import Link, Member


def secret(link: Link) -> str:
    """132 bits that nobody without the server's key can guess."""
    digest = salted_hmac("scorekeeper.link", f"{link.pk}.{link.generation}", algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest).decode()[:22]


def path(link: Link) -> str:
    return reverse("join", args=[link.pk, secret(link)])


def opened(pk: int, given: str) -> Link | None:
    """The link that this is, unless it is none or was renewed since, or its game was deleted."""
    links = Link.objects.select_related("group", "session").exclude(session__deleted_at__isnull=False)
    link = links.filter(pk=pk).first()
    return link if link and constant_time_compare(secret(link), given) else None


@transaction.atomic
def accept(link: Link, device: str, name: str) -> Member:
    """Makes the device a member with the link's role, called so; nobody loses a role by opening a lesser link."""
    member, _ = Member.objects.select_for_update().get_or_create(
        group=link.group, session=link.session, device=device, defaults={"role": link.role, "name": name}
    )
    if member.name != name:
        name_device(member, name)
    member.role = max(member.role, link.role)
    member.used_at = member.seen_at = timezone.now()
    member.save(update_fields=["role", "used_at", "seen_at"])
    return member
