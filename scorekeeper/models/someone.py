"""The name of a player who was deleted: "someone", in the reader's language."""

from __future__ import annotations

import re
from typing import Any

from django.db import models
from django.db.models.query_utils import DeferredAttribute
from django.utils.translation import gettext

# With a space that nobody can type into a name: see games/kit/names.py.
SIGN = "\u00a0"
STORED = f"someone{SIGN}{{}}"
SOMEONE = re.compile(STORED.format("([0-9]{1,9})"))


def stored_name(number: int) -> str:
    """The name in the database. A number tells the deleted players of a group apart."""
    return STORED.format(number)


def number_of(name: str) -> int:
    """The number of a deleted player; 0 for any other name."""
    match = SOMEONE.fullmatch(name)
    return int(match[1]) if match else 0


def as_word(name: str) -> re.Pattern[str]:
    """Find the name in a text where it stands as a word of its own."""
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")


def shown_player(name: str) -> str:
    """Translate the name if it is that of a deleted player."""
    if not (number := number_of(name)):
        return name
    if number == 1:
        return gettext("someone")
    return gettext("someone (%(n)s)") % {"n": number}


class ShownName(DeferredAttribute):
    """Reads the name in the language of the reader; the database has the stored one."""

    def __get__(self, instance: Any, cls: Any = None) -> Any:
        value = super().__get__(instance, cls)
        return shown_player(value) if isinstance(value, str) else value

    def __set__(self, instance: models.Model, value: Any) -> None:
        """Store it. Without this, Python would read the stored name past `__get__`."""
        instance.__dict__[self.field.attname] = value


class PlayerName(models.CharField[str, str]):
    """The name of a player, read as it is to be shown and stored as it is."""

    descriptor_class = ShownName

    def deconstruct(self) -> Any:
        """Return what migrations know it as: the column is that of any text."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        return model_instance.__dict__[self.attname]
