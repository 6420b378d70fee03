"""Choices for the form fields of games."""

from __future__ import annotations

from typing import Any

from django.utils.choices import BaseChoiceIterator


class Choices(tuple[tuple[Any, Any], ...], BaseChoiceIterator):
    """Pairs of value and label that Django takes as they are.

    It checks and copies a list of pairs anew for every form, in field and widget. For a form with
    six players that takes longer than validating what was sent.
    """

    def __deepcopy__(self, memo: dict[int, Any]) -> Choices:
        return self
