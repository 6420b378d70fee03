"""The names that devices get at first: stored in English, shown in the reader's language."""

from django.utils.translation import gettext, gettext_noop

ANDROID, COMPUTER, SCREEN = FIRST_NAMES = (
    gettext_noop("Android phone"),
    gettext_noop("computer"),
    gettext_noop("Large screen"),
)


def shown_name(name: str) -> str:
    """Translate a first name. A deleted device has none."""
    if not name:
        return gettext("a removed device")
    return gettext(name) if name in FIRST_NAMES else name


def stored_name(typed: str) -> str:
    """A first name that was left as it was shown is still a first name."""
    return next((name for name in FIRST_NAMES if typed == gettext(name)), typed)
