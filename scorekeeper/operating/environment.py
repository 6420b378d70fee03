"""Reads settings from environment variables. docs/deploy.md has a table of them all.

An empty variable counts as unset. A value that is not accepted ends the program with one line, as
nobody who starts a server should have to read a traceback. Nothing of Django is imported here.
"""

import os
import re
from pathlib import Path
from typing import NoReturn

YES, NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")


def text(name: str, default: str = "") -> str:
    """Return the variable without spaces around it, or the default if it is unset."""
    return os.environ.get(name, "").strip() or default


def refuse(name: str, hint: str) -> NoReturn:
    """End the program: the variable's value is not accepted."""
    raise SystemExit(f"{name} is {text(name)!r}: write {hint}")


def boolean(name: str) -> bool:
    """Read yes or no in any of the usual words. Unset is no."""
    value = text(name).lower()
    if value and value not in YES + NO:
        refuse(name, "1 (or true, yes, on), or 0 (or false, no, off)")
    return value in YES


def whole_number(name: str, default: int, least: int = 1, most: int | None = None) -> int:
    value = text(name)
    if not value:
        return default
    limits = f"from {least:,} to {most:,}" if most is not None else f"{least:,} or more"
    digits = re.fullmatch("[0-9]{1,9}", value)
    if not digits or int(value) < least or (most is not None and int(value) > most):
        refuse(name, f"a whole number, {limits}")
    return int(value)


def choice(name: str, choices: tuple[str, ...]) -> str:
    """Read one of these words, in any case. The first one is the default."""
    value = text(name).lower() or choices[0]
    if value not in choices:
        refuse(name, " or ".join(choices))
    return value


def words(name: str) -> list[str]:
    """Read a list that is separated by commas. Empty items do not count."""
    return [word.strip() for word in text(name).split(",") if word.strip()]


def folder(name: str) -> Path | None:
    """Read the path of a folder that exists."""
    value = text(name)
    if value and not os.path.isdir(value):  # Path.is_dir may fail in a folder that is closed
        refuse(name, "the path of a folder that exists")
    return Path(value) if value else None


def child_environment(**changes: str) -> dict[str, str]:
    """Return the environment for a program that we start, with these variables changed."""
    return {**os.environ, **changes}
