"""A deadline for what may wait in many places, each of which would begin its own timeout anew."""

from collections.abc import Callable
from threading import Thread
from typing import TypeVar

Result = TypeVar("Result")


def call_within(seconds: float, call: Callable[[], Result]) -> Result:
    """Return what `call` returns. TimeoutError if that takes longer, whatever it waits for."""
    results: list[Result] = []
    errors: list[Exception] = []

    def run() -> None:
        try:
            results.append(call())
        except Exception as error:
            errors.append(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    if errors:
        raise errors[0]
    if not results:
        raise TimeoutError(f"no answer within {seconds} s")
    return results[0]
