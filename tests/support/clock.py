"""Another wall clock for the site."""

from collections.abc import Callable
from datetime import datetime

import pytest
from django.apps import apps
from django.utils import timezone


def replace_now(monkeypatch: pytest.MonkeyPatch, now: Callable[[], datetime]) -> None:
    """Let the site ask `now` for the time, also where a field's default is the time."""
    usual = timezone.now
    monkeypatch.setattr("django.utils.timezone.now", now)
    # A field keeps the function that it was defined with.
    for field in (field for model in apps.get_models() for field in model._meta.fields):
        if field.default is usual:
            monkeypatch.setitem(vars(field), "_get_default", now)
