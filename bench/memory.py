"""The memory of each process of the server, after the other benchmarks. Needs Linux."""

from pathlib import Path

from bench.figure import Figure
from bench.site import Site


def measure(site: Site) -> list[Figure]:
    if not Path("/proc/self/smaps_rollup").exists():
        return [Figure("memory a process", "not measured: needs Linux")]
    return [figure(*process) for process in enumerate(serving(site.pid), 1)]


def resident(pid: int) -> float:
    """The memory of a process in KB."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith("Rss:")))


def serving(pid: int) -> list[int]:
    """The processes that serve pages: children of the first one."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in children]


def figure(number: int, pid: int) -> Figure:
    lines = [line.split() for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()]
    held = {line[0]: int(line[1]) / 1024 for line in lines if line[0] in ("Rss:", "Pss:")}
    return Figure(
        f"memory of process {number}, RSS (its share)",
        f"{held['Rss:']:.0f} ({held['Pss:']:.0f}) MB",
        "≤ 120 MB",
    )
