"""Starts the processes that serve pages, and replaces one that ends or no longer answers.

`manage.py serve` becomes this program, which imports nothing of Django and so needs little memory.
Each process (worker.py) sends it a byte every second for as long as it answers, and another one to
have tasks run in the background (background.py).
"""

import os
import select
import signal
import sys
import time
from contextlib import suppress

SILENCE = 10  # seconds without an answer
STARTUP = 120  # seconds until the first answer
GRACE = 7  # seconds for pending responses: a little more than uvicorn allows
PAUSE = 5  # seconds before a process is replaced that ended before its first answer, or was killed
TICK = 1.0
ALIVE, TASK = b".", b"t"  # what a process sends
COUNTS = "PROMETHEUS_MULTIPROC_DIR"  # the folder of operating/metrics.py


class WorkerProcess:
    """A process that serves pages. `silence` are the seconds since its last answer.

    `slot` is its number, which the process that replaces it gets, too: see operating/metrics.py.
    """

    def __init__(
        self, listener: int, alive: int, count: int, slot: int, replaces: bool = False
    ) -> None:
        self.slot = slot
        self.answers, to_us = os.pipe()
        os.set_inheritable(to_us, True)
        arguments = map(str, (listener, to_us, alive, count, slot, int(replaces)))
        command = [sys.executable, "-m", "scorekeeper.web.server.worker", *arguments]
        self.pid = os.posix_spawn(sys.executable, command, os.environ)
        os.close(to_us)
        self.silence, self.has_answered = 0.0, False

    def hear(self) -> bytes:
        """Return what it sent; nothing if it has ended."""
        if data := os.read(self.answers, 1 << 12):
            self.silence, self.has_answered = 0.0, True
        return data

    @property
    def is_stuck(self) -> bool:
        return self.silence > (SILENCE if self.has_answered else STARTUP)

    def end(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.answers)


class Background:
    """The process that runs tasks, if any. `is_requested` if another one has to follow it."""

    def __init__(self, alive: int) -> None:
        self.alive = alive
        self.pid: int | None = None
        self.is_requested = False
        self.rests_until = 0.0

    def follow(self) -> None:
        """Note that it has ended, and start one if that was asked for, or if it was killed."""
        ended, status = os.waitpid(self.pid, os.WNOHANG) if self.pid else (0, 0)
        if ended:
            if os.WIFSIGNALED(status):
                self.is_requested = True
                self.rests_until = time.monotonic() + PAUSE
            self.pid = None
        if self.is_requested and not self.pid and time.monotonic() >= self.rests_until:
            command = [sys.executable, "-m", "scorekeeper.web.server.background", str(self.alive)]
            self.pid = os.posix_spawn(sys.executable, command, os.environ)
            self.is_requested = False


class Supervisor:
    def __init__(self, listener: int, count: int, ready: str = "") -> None:
        self.listener, self.count, self.ready = listener, count, ready
        self.has_served = False
        self.alive, self.held_open = os.pipe()  # workers see the end of it when we end
        os.set_inheritable(self.alive, True)
        self.background = Background(self.alive)
        self.workers = [self.start(slot) for slot in range(count)]

    def start(self, slot: int, replaces: bool = False) -> WorkerProcess:
        return WorkerProcess(self.listener, self.alive, self.count, slot, replaces)

    def check(self) -> None:
        """Wait for answers, for a tick at most, and replace what ended or is stuck."""
        begin = time.monotonic()
        ready, _, _ = select.select([one.answers for one in self.workers], [], [], TICK)
        # Not more than a tick: this machine may have slept.
        seconds = min(time.monotonic() - begin, TICK)
        for worker in list(self.workers):
            if worker.answers in ready:
                if data := worker.hear():
                    self.has_served = True
                    self.background.is_requested |= TASK in data
                    self.say_ready()
                else:
                    self.replace(worker, "ended")
            elif not is_waiting(worker.pid):
                worker.silence += seconds
                if worker.is_stuck:
                    self.replace(worker, f"did not answer for {worker.silence:.0f} s")
        self.background.follow()

    def say_ready(self) -> None:
        """Write the line once, when all processes have answered."""
        if self.ready and all(worker.has_answered for worker in self.workers):
            print(log_line(self.ready, "INFO"), flush=True)
            self.ready = ""

    def replace(self, worker: WorkerProcess, reason: str) -> None:
        self.workers.remove(worker)
        worker.end()
        if not self.has_served:  # another one would not either
            sys.exit(f"The server {reason} before it served a page.")
        if not worker.has_answered:
            time.sleep(PAUSE)
        self.workers.append(self.start(worker.slot, replaces=True))
        log(f"Process {worker.pid} {reason}: process {self.workers[-1].pid} replaces it.")

    def end_all(self) -> None:
        left = {worker.pid for worker in self.workers}
        if self.background.pid:
            left.add(self.background.pid)
        for pid in left:
            os.kill(pid, signal.SIGTERM)
        deadline = time.monotonic() + GRACE
        while left and time.monotonic() < deadline:
            left = {pid for pid in left if os.waitpid(pid, os.WNOHANG) == (0, 0)}
            time.sleep(0.05)
        for pid in left:
            os.kill(pid, signal.SIGKILL)


def remove_counts(folder: str) -> None:
    """Remove what the processes counted. No folder is below it."""
    with suppress(OSError):
        for file in os.scandir(folder):
            os.unlink(file)
        os.rmdir(folder)


def is_waiting(pid: int) -> bool:
    """Return whether it waits for the disk (memory is short), or was stopped by a debugger.

    Only Linux tells.
    """
    try:
        with open(f"/proc/{pid}/stat", encoding="latin-1") as file:
            return file.read().rpartition(")")[2].split()[0] in "DTt"
    except OSError:
        return False


def log_line(text: str, level: str) -> str:
    """Return a line like those of settings.LOGGING."""
    if os.environ.get("LOG_FORMAT", "").strip().lower() == "json":
        import json

        now = time.strftime("%Y-%m-%dT%H:%M:%S.000+00:00", time.gmtime())
        none = {"request_id": "-", "address": "-", "message": text}
        return json.dumps({"time": now, "level": level, "logger": "supervisor", **none})
    return f"{time.strftime('%Y-%m-%d %H:%M:%S,000')} {level} - - {text}"


def log(text: str) -> None:
    print(log_line(text, "WARNING"), file=sys.stderr, flush=True)


def end_with(supervisor: int) -> None:
    """End this process when its supervisor ends, as it would block the port."""
    os.read(supervisor, 1)  # returns at its end
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE)
    os._exit(1)


def become_supervisor(listener: int, count: int, ready: str, folder: str, counts: str) -> None:
    """Replace this process by the supervisor. `folder` is where our packages are, `counts` where
    its processes count, `ready` what it says when all of them serve pages.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    path = os.pathsep.join(filter(None, (folder, os.environ.get("PYTHONPATH"))))
    # Without the packages of the environment, and without the modules beside this one.
    command = [sys.executable, "-S", "-P", __file__, str(listener), str(count), ready]
    os.execve(  # noqa: S606 - no shell is needed
        sys.executable, command, {**os.environ, "PYTHONPATH": path, COUNTS: counts}
    )


def main(listener: int, count: int, ready: str) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: sys.exit())
    supervisor = Supervisor(listener, count, ready)
    try:
        while True:
            supervisor.check()
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        supervisor.end_all()
        remove_counts(os.environ[COUNTS])


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
