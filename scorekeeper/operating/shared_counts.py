"""The folder in which the processes of a server count together: see metrics.py."""

import os
import shutil
import tempfile
from pathlib import Path

from prometheus_client import values

IN_MEMORY = "/dev/shm"  # noqa: S108 - every count writes a file; elsewhere the system's folder


def make_folder() -> str:
    """Return a new folder for this process, and remove those of servers that were killed."""
    parent = Path(IN_MEMORY if os.access(IN_MEMORY, os.W_OK) else tempfile.gettempdir())
    for left in parent.glob(f"{prefix()}*"):
        if is_over(left):
            shutil.rmtree(left, ignore_errors=True)
    return tempfile.mkdtemp(prefix=f"{prefix()}{os.getpid()}-", dir=parent)


def prefix() -> str:
    return f"scorekeeper-metrics-{os.getuid()}-"


def is_over(folder: Path) -> bool:
    """Return whether the process that made it has ended."""
    pid = folder.name.removeprefix(prefix()).partition("-")[0]
    if not pid.isdecimal():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:  # it runs as another user
        pass
    return False


def count_in(slot: str) -> None:
    """Count in the files of this slot. Call it before metrics.py is imported.

    The folder is named by PROMETHEUS_MULTIPROC_DIR, which the library itself reads.
    """
    values.ValueClass = values.MultiProcessValue(lambda: slot)  # type: ignore[no-untyped-call]
