"""Stops rules of a game that never end, so that no thread and no core is lost.

A thread of its own looks at what all the others run. If the same call of a function of a game, or
the import of a module of it, has used more than 5 seconds of a core, EndlessRule is raised there.
So rules that never end fail like any others that are wrong. What a C function does in one call,
such as sum(count()), cannot be stopped.
"""

import ctypes
import logging
import sys
import time
from dataclasses import dataclass, field
from threading import Thread
from types import FrameType

LIMIT = 5.0
AGAIN = 0.5
"""The limit for a game that was stopped before: a list may have many games that never end."""
PAUSE = 0.25
CORE = ("contract", "kit")

logger = logging.getLogger(__name__)


class EndlessRule(Exception):
    """The rules of a game were stopped."""

    def __str__(self) -> str:
        return f"it was stopped after {LIMIT:.0f} seconds"


@dataclass(slots=True)
class Call:
    """A call from outside of a game into it, and when it was first seen, in processor time."""

    frame: FrameType
    since: float
    is_logged: bool = False


@dataclass(slots=True)
class Watcher:
    """Knows the call into a game that each thread is in."""

    calls: dict[int, Call] = field(default_factory=dict)
    stopped: set[str] = field(default_factory=set)

    def run(self) -> None:
        while True:
            time.sleep(PAUSE)
            self.look()

    def look(self) -> None:
        calls = {}
        for thread, frame in sys._current_frames().items():
            if not (inside := frames_of_games(frame)):
                continue
            now, call = processor_time(thread), self.calls.get(thread)
            if call is None or call.frame is not inside[-1]:
                call = Call(inside[-1], now)
            calls[thread] = call
            if now - call.since > (AGAIN if slug_of(call.frame) in self.stopped else LIMIT):
                self.stop(thread, call, inside[0])
        self.calls = calls

    def stop(self, thread: int, call: Call, at: FrameType) -> None:
        """Raise the exception, again at each look if the rules catch it."""
        slug, function = slug_of(call.frame), call.frame.f_code.co_qualname
        place = f"{at.f_code.co_filename}:{at.f_lineno}"
        ctypes.pythonapi.PyThreadState_SetAsyncExc(
            ctypes.c_ulong(thread), ctypes.py_object(EndlessRule)
        )
        self.stopped.add(slug)
        if not call.is_logged:
            call.is_logged = True
            logger.error("Stopped %s of %s, which does not end: %s", function, slug, place)


def frames_of_games(frame: FrameType | None) -> list[FrameType]:
    """Return the frames of code in the folders of games, the innermost first."""
    inside = []
    while frame:
        if slug_of(frame):
            inside.append(frame)
        frame = frame.f_back
    return inside


def slug_of(frame: FrameType) -> str:
    """Return the game whose code this is; "" if it is not that of a game."""
    package, _, rest = str(frame.f_globals.get("__name__")).partition(".")
    slug, _, module = rest.partition(".")
    is_in_folder = module or "__path__" in frame.f_globals
    return slug if package == "games" and is_in_folder and slug not in CORE else ""


def processor_time(thread: int) -> float:
    """Return the seconds that the thread has used; those of the process where it is not known."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.process_time()
    return time.clock_gettime(time.pthread_getcpuclockid(thread))


def watch() -> None:
    Thread(target=Watcher().run, name="endless-rules", daemon=True).start()
