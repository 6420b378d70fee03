"""Runs tasks in the background, in a process that lives only as long as there is work.

A process that serves pages asks the supervisor to start it: when a page enqueues a task, at its own
start, and every half minute if a delayed task is due.
"""

import os
import secrets
import signal
import socket
import sys
import threading
from typing import Any

from scorekeeper.web.server.supervisor import TASK, end_with

CHECK = 30  # seconds between two looks for tasks that were to wait
ATTEMPTS = 3  # to run a task that does not come to its end
KEPT_DAYS = 30  # after that, what became of a task is forgotten
MACHINE = socket.gethostname()[:40]  # begins the names of its processes

is_needed = threading.Event()


def ask_on_enqueue() -> None:
    """Have each task that this process enqueues ask for the background."""
    from django_tasks.signals import task_enqueued

    task_enqueued.connect(on_enqueued, dispatch_uid="background")


def on_enqueued(**_signal: Any) -> None:
    is_needed.set()


def ask_if_due() -> None:
    """Ask for the background if a task is due."""
    from django.db import Error, connection
    from django_tasks_db.models import DBTaskResult

    try:
        if DBTaskResult.objects.ready().exists():
            is_needed.set()
    except Error:  # the next look may work
        return
    finally:
        connection.close()  # a page opens its own, and finds out if the database has changed


def ask(answers: int) -> None:
    """Pass all requests since the last call on to the supervisor, as one."""
    if is_needed.is_set():
        is_needed.clear()
        os.write(answers, TASK)


def resume_interrupted() -> None:
    """Enqueue again the tasks that this machine had begun when it was stopped.

    It runs one task at a time, so call this only while none is running. A task that was begun
    three times has failed: it may be what stops the process.
    """
    from django_tasks.base import TaskResultStatus
    from django_tasks_db.models import DBTaskResult

    for task in DBTaskResult.objects.running():
        if task.worker_ids[-1].rpartition("-")[0] != MACHINE:
            continue
        if len(task.worker_ids) < ATTEMPTS:
            task.status = TaskResultStatus.READY
            task.save(update_fields=["status"])
        else:
            task.set_failed(InterruptedError("The server was stopped"))


def count_finished(task_result: Any, **_signal: Any) -> None:
    from scorekeeper.operating import metrics

    metrics.tasks.labels(task_result.task.name, task_result.status.lower()).inc()


def run_tasks() -> None:
    """Run what is due, then forget what was done long ago."""
    from django.core.management import call_command
    from django_tasks.signals import task_finished

    task_finished.connect(count_finished, dispatch_uid="metrics")
    resume_interrupted()
    name = f"{MACHINE}-{secrets.token_hex(8)}"
    call_command("db_worker", batch=True, startup_delay=False, worker_id=name, verbosity=0)
    call_command("prune_db_task_results", min_age_days=KEPT_DAYS, verbosity=0)


def main(supervisor: int) -> None:
    from scorekeeper.operating.shared_counts import count_in

    count_in("background")
    from scorekeeper.wsgi import application  # noqa: F401 - sets up Django

    os.nice(5)  # pages come first
    threading.Thread(target=end_with, args=(supervisor,), daemon=True).start()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    run_tasks()


if __name__ == "__main__":
    main(int(sys.argv[1]))
