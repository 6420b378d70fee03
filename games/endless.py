"""Stops rules of a game that never end, so that no thread and no core is lost.

`call_rules` notes that a thread is in the rules of a game. A thread of its own, which sleeps while
nobody is, raises Stop in a thread that has been in one call for 5 seconds, and has used a core for
1 second of them: one that waits for a busy machine goes on. Stop reaches the thread between two
steps of Python, so it cannot stop what a C function does in one call, such as sum(count()). It must
never reach code after the call: see call_rules. The forms of a game are stopped likewise.
"""

import ctypes
import logging
import os
import threading
import time
from collections.abc import Callable
from functools import wraps
from queue import SimpleQueue
from threading import get_ident
from traceback import walk_tb
from types import FunctionType, MethodType
from typing import Any, ParamSpec, TypeVar, cast

from games.forms_contract import Forms

LIMIT = 5.0
BUSY = 0.2
"""The part of the limit for which the thread must have used a core, where that is known."""
PAUSE = 0.25
CORE = ("contract", "kit")
P = ParamSpec("P")
T = TypeVar("T")

logger = logging.getLogger(__name__)
raise_in_thread = ctypes.pythonapi.PyThreadState_SetAsyncExc


class EndlessRule(Exception):
    """The rules of a game were stopped."""

    def __str__(self) -> str:
        return f"it was stopped after {LIMIT:.0f} seconds"


class Stop(BaseException):
    """Stops the rules. Not an Exception, so that they do not catch it by mistake."""


class Call:
    """A call into the rules of a game. `since` is when the watcher first saw it, and `seconds_used`
    how much processor time its thread had used then.
    """

    __slots__ = (
        "clock",
        "is_being_stopped",
        "is_over",
        "seconds_used",
        "since",
        "thread",
        "was_stopped",
    )

    def __init__(self, thread: int) -> None:
        self.thread = thread
        self.clock = own_clock()
        self.since: float | None = None
        self.seconds_used = 0.0
        self.is_over = self.is_being_stopped = self.was_stopped = False

    def processor_time(self) -> float:
        return time.monotonic() if self.clock is None else time.clock_gettime(self.clock)

    def is_endless(self) -> bool:
        now, seconds = time.monotonic(), self.processor_time()
        if self.since is None:
            self.since, self.seconds_used = now, seconds
        return now - self.since >= LIMIT and seconds - self.seconds_used >= BUSY * LIMIT


thread_state = threading.local()
running: dict[int, Call | None] = {}
wake_queue: SimpleQueue[None] = SimpleQueue()
watcher: threading.Thread | None = None
is_asleep = True


def call_rules(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function of a game. Raises EndlessRule if it does not end.

    A call within another one belongs to that. Call no code of ours that must not be interrupted.
    """
    thread = get_ident()
    if running.get(thread):
        return function(*args, **kwargs)
    call = Call(thread)
    try:
        try:
            running[thread] = call
            if is_asleep:
                wake_watcher()
            return function(*args, **kwargs)
        finally:
            finish(call)
    except Stop as stop:
        finish(call)  # Stop may have arrived before the first attempt was through
        error = EndlessRule().with_traceback(stop.__traceback__)
    logger.error("Stopped a rule that does not end: %s", place_of(error))
    raise error


def finish(call: Call) -> None:
    """Keep Stop from arriving after the call.

    Once it is over, the watcher raises nothing new. If it has just done so, Stop arrives in these
    lines.
    """
    call.is_over = True
    running[call.thread] = None
    while call.is_being_stopped:
        time.sleep(0)
    if call.was_stopped:
        call.was_stopped = False
        let_stop_arrive(call.thread)


def let_stop_arrive(thread: int) -> None:
    """Raise Stop in this thread, in place of one that may be under way, and catch it.

    Taking it back instead would make Python 3.11 look for it forever: a generator that starts in a
    thread with a debugger, a profiler or coverage would never end.
    """
    try:
        raise_in_thread(ctypes.c_ulong(thread), ctypes.py_object(Stop))
        time.sleep(0)
    except Stop:
        pass


def own_clock() -> int | None:
    """Return the clock of this thread's processor time, where the system has one."""
    if not hasattr(thread_state, "clock"):
        find = getattr(time, "pthread_getcpuclockid", None)
        thread_state.clock = find and find(get_ident())
    clock: int | None = thread_state.clock
    return clock


def place_of(error: EndlessRule) -> str:
    """Return game, file and line of the innermost code of a game."""
    place = "unknown"
    for frame, line in walk_tb(error.__traceback__):
        package, _, rest = str(frame.f_globals.get("__name__")).partition(".")
        slug, _, module = rest.partition(".")
        is_in_folder = module or "__path__" in frame.f_globals
        if package == "games" and is_in_folder and slug not in CORE:
            place = f"{slug}, {frame.f_code.co_filename}:{line}"
    return place


def wake_watcher() -> None:
    global watcher, is_asleep
    is_asleep = False
    if watcher is None:
        watcher = threading.Thread(target=watch, name="endless-rules", daemon=True)
        watcher.start()
    wake_queue.put(None)


def watch() -> None:
    global is_asleep
    while True:
        is_asleep = True
        if not any(running.copy().values()):
            wake_queue.get()
        is_asleep = False
        while any(calls := running.copy().values()):
            for call in filter(None, calls):
                stop_if_endless(call)
            time.sleep(PAUSE)


def stop_if_endless(call: Call) -> None:
    """Raise Stop in it, again each time if the rules catch it."""
    try:
        if not call.is_endless():
            return
    except OSError:  # the thread has ended
        return
    call.is_being_stopped = True
    if not call.is_over:
        call.was_stopped = True
        raise_in_thread(ctypes.c_ulong(call.thread), ctypes.py_object(Stop))
    call.is_being_stopped = False


def forget_threads() -> None:
    """Forget the other threads: only the one that forks lives on in a new process."""
    global wake_queue, watcher, is_asleep
    thread_state.__dict__.clear()
    running.clear()
    wake_queue, watcher, is_asleep = SimpleQueue(), None, True


class GuardedForms:
    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self.EntryForm = guard_class(forms.EntryForm, "entry")
        self.OptionsForm = guard_class(forms.OptionsForm, "options")

    def __getattr__(self, name: str) -> Any:
        part = getattr(self.forms, name)
        return guard_function(part) if isinstance(part, FunctionType | MethodType) else part


def guard(forms: Forms) -> Forms:
    return cast(Forms, GuardedForms(forms))


def guard_class(form: Any, reader: str) -> Any:
    """Return a class whose forms are built, checked and read within call_rules."""
    methods = {
        name: guard_function(method)
        for name in ("__init__", "full_clean", reader)
        if (method := getattr(form, name, None))
    }
    return type(form)(form.__name__, (form,), {"__module__": form.__module__, **methods})


def guard_function(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        return call_rules(function, *args, **kwargs)

    return run


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=forget_threads)
