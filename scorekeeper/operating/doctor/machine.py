"""Checks the machine that the site runs on: disk, file system, open files, processors."""

import os
import shutil
import sys
from pathlib import Path

from django.conf import settings
from django.db import connection

from scorekeeper.operating.backups.backup_file import amount
from scorekeeper.operating.doctor.findings import Findings, missing, ok, unsafe
from scorekeeper.operating.health import LEAST_FREE
from scorekeeper.web.server.connections import MOST, RESERVED

GB = 2**30
FEW_CONNECTIONS = 1_000
MOUNTS = Path("/proc/mounts")
MARKS_OF_CONTAINERS = Path("/.dockerenv"), Path("/run/.containerenv")
# SQLite's WAL needs shared memory and locks between processes, which these do not have or keep.
OF_A_NETWORK = (
    *("nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "vboxsf"),
    *("fuse.sshfs", "fuse.s3fs", "fuse.rclone", "fuse.gvfsd-fuse", "prl_fs", "vmhgfs"),
)
OF_THE_MOMENT = {"tmpfs": "in memory", "ramfs": "in memory", "overlay": "within a container"}


def database_file() -> Path | None:
    """Return SQLite's file; None with another database."""
    if connection.vendor != "sqlite":
        return None
    return Path(connection.settings_dict["NAME"]).absolute()


def is_in_container() -> bool:
    """Return whether Docker or Podman says so."""
    return any(mark.exists() for mark in MARKS_OF_CONTAINERS)


def check_disk() -> Findings:
    folder = (database_file() or settings.VAR / "x").parent
    free = shutil.disk_usage(folder).free
    text = f"{free / GB:,.1f} GB are free in {folder}"
    if free < LEAST_FREE:
        yield unsafe("Disk", f"{text}: make room, or nothing can be saved soon")
    elif free < GB:
        yield missing("Disk", f"{text}: make room for backups and updates")
    else:
        yield ok("Disk", text)


def check_file_system() -> Findings:
    if not (file := database_file()) or not (kind := file_system_of(file)):
        return
    if kind in OF_A_NETWORK:
        yield unsafe(
            "File system",
            f"{file} is on {kind}, a network or shared folder, where SQLite can be damaged:"
            " move the data folder to a local disk, or use PostgreSQL",
        )
    elif kind in OF_THE_MOMENT:
        yield unsafe(
            "File system",
            f"{file} is {OF_THE_MOMENT[kind]} ({kind}) and will be lost:"
            " put the data folder on a disk or a volume",
        )
    else:
        yield ok("File system", f"{file} is on {kind}")


def file_system_of(file: Path) -> str:
    """Return its type as Linux names it; "" elsewhere."""
    try:
        mounts = [line.split() for line in MOUNTS.read_text().splitlines()]
    except OSError:
        return ""
    # Spaces are written as \040. If two mounts share a place, the later one counts.
    places = {place.replace("\\040", " "): kind for _device, place, kind, *_ in mounts}
    parents = [str(parent) for parent in file.resolve().parents]
    return next((places[parent] for parent in parents if parent in places), "")


def check_open_files() -> Findings:
    """`serve` raises the soft limit by itself, up to the hard one."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    possible = MOST if hard == resource.RLIM_INFINITY else min(MOST, hard - RESERVED)
    text = f"each process can hold {max(possible, 0):,} connections"
    if possible < FEW_CONNECTIONS:
        yield missing(
            "Open files", f"{text}: raise the limit (LimitNOFILE= of systemd, ulimit -Hn)"
        )
    else:
        yield ok("Open files", text)


def check_processes(workers: int) -> Findings:
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    text = f"WORKERS={workers} on {amount(cores, 'core')}"
    if workers > 2 * cores:
        yield missing("Processes", f"{text}: more than one for each core only take memory")
    elif settings.HTTPS and workers < cores:
        yield missing("Processes", f"{text}: with WORKERS={cores} the site uses the whole machine")
    else:
        yield ok("Processes", text)
