"""The authors of what was entered elsewhere: devices with a name that may do nothing here."""

from collections.abc import Iterable
from hashlib import sha256

from django.db.models import Exists, OuterRef, Q

from scorekeeper.models import REMOVED, Import, Member, Revision
from scorekeeper.models.locks import in_pieces, short_transaction

AT_ONCE = 500


class Authors:
    """The authors whom an import has created so far: their keys by name."""

    def __init__(self, one: Import) -> None:
        self.group, self.prefix = one.group, f"import {one.pk} "
        self.keys: dict[str | None, int | None] = {None: None}  # a device that was removed there

    def add(self, names: Iterable[str | None]) -> None:
        """Create the new ones, some at once: others wait for each transaction."""
        new = dict.fromkeys(name for name in names if name and name not in self.keys)
        for some in in_pieces(new, lambda _: 1, AT_ONCE):
            devices = {self.hash_name(name): name for name in some}
            rows = [
                Member(group=self.group, device=device, name=name, role=REMOVED)
                for device, name in devices.items()
            ]
            with short_transaction(self.group.pk):
                Member.objects.bulk_create(rows, ignore_conflicts=True)
            members = self.group.members.filter(session=None, device__in=devices)
            self.keys |= {devices[device]: pk for device, pk in members.values_list("device", "pk")}

    def hash_name(self, name: str) -> str:
        return sha256(f"{self.prefix}{name}".encode()).hexdigest()

    def remove_idle(self) -> bool:
        """Remove those whose entries are gone; return whether there were any."""
        entries = Revision.objects.filter(Q(author=OuterRef("pk")) | Q(sender=OuterRef("pk")))
        idle = Member.objects.filter(~Exists(entries), group=self.group, role=REMOVED)
        keys = [one.pk for one in idle if one.device == self.hash_name(one.name)]
        for first in range(0, len(keys), AT_ONCE):
            Member.objects.filter(pk__in=keys[first : first + AT_ONCE]).delete()
        return bool(keys)
