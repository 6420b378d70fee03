"""A deadline for what may wait in many places, each of which would begin its own timeout anew."""

from collections.abc import Callable
from concurrent.futures import Future, wait
from threading import Thread
from typing import TypeVar

Result = TypeVar("Result")


def call_within(seconds: float, call: Callable[[], Result]) -> Result:
    """Return what `call` returns. TimeoutError if that takes longer, whatever it waits for."""
    future: Future[Result] = Future()

    def run() -> None:
        try:
            future.set_result(call())
        except Exception as error:
            future.set_exception(error)

    Thread(target=run, daemon=True).start()
    if not wait([future], seconds).done:
        raise TimeoutError(f"no answer within {seconds} s")
    return future.result()
