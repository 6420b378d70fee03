from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import override

from scorekeeper.management.database import explain_failures
from scorekeeper.management.listening import (
    address_of_site,
    check_address,
    configured_host,
    configured_port,
)
from scorekeeper.models import Group, Link
from scorekeeper.people.invitations import MOST_DAYS, MOST_GROUPS, new_invitation
from scorekeeper.people.links import path
from scorekeeper.site.languages import language_of_terminal
from scorekeeper.web.addresses import terminal_qr


class Command(BaseCommand):
    help = (
        "Prints a link that makes a device a host of a group, for a phone that lost its games; "
        "with --new-group, one that lets someone start a group where NEW_GROUPS=invited."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "group",
            nargs="?",
            type=int,
            help="the group's number (default: the group that played last)",
        )
        here = address_of_site(configured_host(), configured_port())
        parser.add_argument("--url", default=here, help="the site's address (default: %(default)s)")
        parser.add_argument(
            "--new-group", action="store_true", help="print a link that lets someone start a group"
        )
        parser.add_argument(
            "--groups",
            type=int,
            default=1,
            help=f"how many groups, up to {MOST_GROUPS} (default: 1)",
        )
        parser.add_argument(
            "--days",
            type=int,
            default=3,
            help=f"for how many days, up to {MOST_DAYS} (default: 3)",
        )
        parser.add_argument(
            "--renew", action="store_true", help="create a new link, and revoke the old one"
        )

    def execute(self, *args: Any, **options: Any) -> str | None:
        with override(language_of_terminal()):
            return super().execute(*args, **options)

    def handle(self, *, group: int | None, url: str, renew: bool, **options: Any) -> None:
        check_address(url)
        if options["new_group"]:
            self.invite(url, options["groups"], options["days"])
            return
        with explain_failures():
            link = Link.to_host(self.find_group(group))
            if renew:
                link.renew()
        address = url.rstrip("/") + path(link)
        self.stdout.write(f"{terminal_qr(address)}\n\n{link.group.name}:  {address}")
        for other in Group.objects.filter(deleted_at=None).exclude(pk=link.group.pk):
            values = {"command": f"manage.py link {other.pk}", "group": other.name}
            self.stdout.write(_("Another group: %(command)s  (%(group)s)") % values)

    def invite(self, url: str, groups: int, days: int) -> None:
        if not (0 < groups <= MOST_GROUPS and 0 < days <= MOST_DAYS):
            raise CommandError(f"--groups must be 1 to {MOST_GROUPS}, and --days 1 to {MOST_DAYS}")
        invitation = new_invitation(groups, days)
        address = url.rstrip("/") + invitation.path
        until = f"{localtime(invitation.time):%Y-%m-%d %H:%M}"
        self.stdout.write(f"{terminal_qr(address)}\n\nNew groups ({groups}, until {until}):")
        self.stdout.write(address)
        if settings.NEW_GROUPS == "anyone":
            self.stdout.write("Anyone may start a group here: this link does nothing yet.")

    def find_group(self, number: int | None) -> Group:
        groups = Group.objects.filter(deleted_at=None).last_played_first()
        if number is not None:
            groups = groups.filter(pk=number)
        if group := groups.first():
            return group
        if number is not None:
            raise CommandError(_("No group has this number."))
        raise CommandError(_("No group exists yet: start a game first."))
