"""The forms of a game, stopped where they do not end (endless.py)."""

from collections.abc import Callable
from functools import wraps
from types import FunctionType, MethodType
from typing import Any, cast

from games.endless import call_rules
from games.forms_contract import Forms


class GuardedForms:
    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self.EntryForm = guarded_class(forms.EntryForm, "entry")
        self.OptionsForm = guarded_class(forms.OptionsForm, "options")

    def __getattr__(self, name: str) -> Any:
        part = getattr(self.forms, name)
        return guarded(part) if isinstance(part, FunctionType | MethodType) else part


def guard(forms: Forms) -> Forms:
    return cast(Forms, GuardedForms(forms))


def guarded_class(form: Any, read: str) -> Any:
    """Return a class whose forms are built, checked and read within call_rules."""
    methods = {
        name: guarded(method)
        for name in ("__init__", "full_clean", read)
        if (method := getattr(form, name, None))
    }
    return type(form)(form.__name__, (form,), {"__module__": form.__module__, **methods})


def guarded(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        return call_rules(function, *args, **kwargs)

    return run
