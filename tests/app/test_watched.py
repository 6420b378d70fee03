"""When a process that serves pages counts as stuck."""

import os
import re
import signal
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from threading import Event
from types import SimpleNamespace

import pytest

from scorekeeper.web.server import supervisor, worker
from scorekeeper.web.server.supervisor import SILENCE, TICK, Supervisor
from scorekeeper.web.server.worker import THREADS_SILENT, Worker, build_config

HOUR = 3600


class Process(supervisor.WorkerProcess):
    """A worker that sends what the test writes."""

    def __init__(self, _listener, _alive, _count, slot, replaces=False):
        self.slot, self.replaces = slot, replaces
        self.answers, self.to_us = os.pipe()
        self.pid, self.silence, self.has_answered, self.is_over = os.getpid(), 0.0, False, False

    def end(self):
        self.is_over = True


@pytest.fixture
def watching(monkeypatch):
    monkeypatch.setattr(supervisor, "WorkerProcess", Process)
    watching = Supervisor(listener=0, count=1)
    os.write(watching.workers[0].to_us, b".")
    watching.check()
    silent = SimpleNamespace(select=lambda *_: ([], [], []))
    monkeypatch.setattr(supervisor, "select", silent)
    times = count(0, HOUR)  # the machine sleeps for an hour between two looks at the clock
    monkeypatch.setattr(supervisor.time, "monotonic", lambda: next(times))
    return watching


def test_a_silent_process_is_replaced_but_not_because_the_machine_slept(watching, capsys):
    (stuck,) = watching.workers
    for _ in range(int(SILENCE / TICK)):
        watching.check()
    assert watching.workers == [stuck]
    watching.check()
    assert stuck.is_over
    assert stuck not in watching.workers
    assert len(watching.workers) == 1
    assert "did not answer for 11 s" in capsys.readouterr().err


def test_a_process_that_waits_for_the_disk_or_was_stopped_is_left_alone(watching, monkeypatch):
    monkeypatch.setattr(supervisor, "is_waiting", lambda pid: True)
    (stopped,) = watching.workers
    for _ in range(3 * SILENCE):
        watching.check()
    assert watching.workers == [stopped]


def test_the_server_says_once_that_it_is_ready_when_all_processes_have_answered(
    monkeypatch, capsys
):
    monkeypatch.setattr(supervisor, "WorkerProcess", Process)
    watching = Supervisor(0, 2, "It is ready.")
    first, second = watching.workers
    for process in (first, first, second, first):
        assert capsys.readouterr().out == ""
        os.write(process.to_us, b".")
        watching.check()
        if process is second:
            assert re.fullmatch(
                r"[-0-9]+ [:,0-9]+ INFO - - It is ready\.\n", capsys.readouterr().out
            )


def test_a_server_that_ends_before_it_served_a_page_is_not_started_again(monkeypatch):
    monkeypatch.setattr(supervisor, "WorkerProcess", Process)
    watching = Supervisor(listener=0, count=1)
    os.close(watching.workers[0].to_us)
    with pytest.raises(SystemExit, match="before it served a page"):
        watching.check()


def test_the_background_is_started_again_if_it_was_killed_but_not_if_it_was_done(monkeypatch):
    begun = []

    def begin(_program, command, _environment):
        begun.append(command)
        return len(begun)

    ends = iter([(0, 0), (1, signal.SIGKILL), (2, 1 << 8), (2, 0)])  # as os.waitpid says it
    monkeypatch.setattr(supervisor.os, "posix_spawn", begin)
    monkeypatch.setattr(supervisor.os, "waitpid", lambda pid, how: next(ends))
    now, times = [0], (0, 1, 2, 3, 3 + supervisor.PAUSE, 9, 10, 11)
    monkeypatch.setattr(supervisor.time, "monotonic", lambda: now[0])
    background = supervisor.Background(alive=0)
    background.is_requested = True
    # It is begun, goes on, is killed, rests, is begun again, fails by itself, and stays away.
    for now[0], processes in zip(times, (1, 1, 1, 1, 2, 2, 2, 2), strict=True):
        background.follow()
        assert len(begun) == processes, now


def test_a_process_is_silent_while_all_its_threads_are_stuck(monkeypatch):
    times, go_on = [0.0], Event()
    monkeypatch.setattr(worker.time, "monotonic", lambda: times[0])
    with ThreadPoolExecutor(2) as threads:
        process = Worker(build_config(), threads, answers=0)
        threads.submit(go_on.wait, 10)
        for times[0] in range(0, 100, 10):
            assert process.threads_answer()
            process.answer.result()
        threads.submit(go_on.wait, 10)
        assert process.threads_answer()
        times[0] += THREADS_SILENT
        assert not process.threads_answer()
        go_on.set()
        process.answer.result()
        assert process.threads_answer()
