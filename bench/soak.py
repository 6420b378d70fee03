"""Tables that play whole games of all kinds for hours: `python -m bench soak [minutes [tables]]`.

Programs lose requests and answers, processes are killed, and a backup is taken and restored
meanwhile. It ends with 1 if anything was lost, saved twice or scored otherwise than by the rules.
"""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any, NamedTuple

from bench import figure
from bench.figure import Figure
from bench.live_tables import run_job
from bench.memory import resident, serving
from bench.site import Site, serve_site
from bench.soak_tables import FlakyProgram, Played, SoakTable, all_slugs
from tests.attacks.support.server import manage

MINUTES, TABLES, THREADS, A_SECOND = 120.0, 200, 8, 20
RESTART = 20  # seconds between two processes that are killed
LOOK = 2  # seconds between two looks at the memory
STILL_WARM = 0.4  # of the time, after which memory must not grow


def run(minutes: str = "", tables: str = "") -> list[Figure]:
    with serve_site(processes=2) as site:
        soak = Soak(site, float(minutes or MINUTES) * 60, int(tables or TABLES))
        soak.run()
        figures = soak.figures()
    if soak.faults:
        print(figure.table(figures), *soak.faults, sep="\n", file=sys.stderr)
        sys.exit(1)
    return figures


class Soak:
    def __init__(self, site: Site, seconds: float, tables: int) -> None:
        self.site, self.seconds = site, seconds
        self.tables = make_tables(site, tables)
        self.faults: list[str] = []
        self.restarts = 0
        self.memory: list[float] = []  # of the process that is never killed
        self.backup = ""

    def run(self) -> None:
        self.end_at = time.monotonic() + self.seconds
        halfway = threading.Timer(self.seconds / 2, self.back_up)
        halfway.start()
        with ThreadPoolExecutor(THREADS) as threads:
            playing = [
                threads.submit(self.play, self.tables[number::THREADS]) for number in range(THREADS)
            ]
            self.disturb()
            for one in playing:
                one.result()
        halfway.join()
        self.check()

    def play(self, tables: Sequence[SoakTable]) -> None:
        """Let the tables take turns, so that all threads together make A_SECOND steps. A slow
        machine may not save a round in time: then go on until each table has one.
        """
        for table in cycle(tables):
            begin = time.monotonic()
            if begin > self.end_at and all(one.rounds_entered() for one in tables):
                return
            table.step()
            time.sleep(max(0.0, begin + THREADS / A_SECOND - time.monotonic()))

    def disturb(self) -> None:
        """Kill the newer process from time to time. Watch the memory of the older one."""
        kept = min(serving(self.site.pid))
        kill_at = time.monotonic() + RESTART
        while time.monotonic() < self.end_at:
            time.sleep(LOOK)
            self.memory.append(resident(kept))
            if time.monotonic() > kill_at and (others := set(serving(self.site.pid)) - {kept}):
                os.kill(max(others), (signal.SIGKILL, signal.SIGTERM)[self.restarts % 2])
                self.restarts += 1
                kill_at = time.monotonic() + RESTART

    def back_up(self) -> None:
        """Restore a backup into an empty place. It has all that was acknowledged before it."""
        with tempfile.TemporaryDirectory(prefix="scorekeeper-soak-") as name:
            before = sum(table.rounds_entered() for table in self.tables)
            file, place = Path(name) / "backup.tar.gz", Path(name) / "restored"
            elsewhere = self.site.environment | {"SCOREKEEPER_VAR": str(place)}
            for command, environment in (
                (manage("backup", str(file)), self.site.environment),
                (manage("restore", str(file)), elsewhere),
            ):
                done = subprocess.run(command, env=environment, capture_output=True, text=True)
                if done.returncode:
                    self.faults.append(f"{command[2]}: {done.stderr.strip()}")
                    return
            restored = count_rounds(place / "db.sqlite3")
        self.backup = f"{restored:,} rounds of {before:,} before it"
        if restored < before:
            self.faults.append(f"the backup lacks rounds: {self.backup}")

    def check(self) -> None:
        """Compare every game with what its program entered, and with the rules."""
        ended = [
            EndedGame.fetch(table.program, played)
            for table in self.tables
            for played in table.finished
        ]
        self.faults += [fault for one in ended if (fault := one.fault)]
        records = "\n".join(json.dumps(one.record) for one in ended).encode()
        scored = subprocess.run(manage("score", "-"), input=records, capture_output=True)
        answers = [json.loads(line) for line in scored.stdout.splitlines()]
        for one, answer in zip(ended, answers, strict=True):
            if one.totals != answer.get("totals"):
                self.faults.append(f"game {one.played.pk} has other totals than its record")
        entered = sum(table.rounds_entered() for table in self.tables)
        saved = count_rounds(Path(self.site.environment["SCOREKEEPER_VAR"]) / "db.sqlite3")
        if saved != entered:
            self.faults.append(f"{saved:,} rounds are saved, and {entered:,} were entered")

    def figures(self) -> list[Figure]:
        games = sum(len(table.finished) for table in self.tables)
        rounds = sum(table.rounds_entered() for table in self.tables)
        repeats = sum(table.program.repeats for table in self.tables)
        return [
            Figure(
                f"{len(self.tables)} tables for {self.seconds / 60:.1f} minutes",
                f"{games:,} whole games",
            ),
            Figure("rounds saved, all of them once", f"{rounds:,}"),
            Figure("requests sent again; processes killed", f"{repeats:,}; {self.restarts}"),
            Figure("a backup, restored", self.backup, "all"),
            Figure("memory of a process, later by earlier", growth(self.memory), "± 5 %"),
        ]


class EndedGame(NamedTuple):
    """A game as the server has it."""

    played: Played
    record: dict[str, Any]
    totals: dict[str, int]

    @classmethod
    def fetch(cls, program: FlakyProgram, played: Played) -> "EndedGame":
        record = program.get(f"games/{played.pk}/record")
        standings = program.get(f"games/{played.pk}?rounds=0")["standings"]
        return cls(played, record, {one["player"]: one["total"] for one in standings})

    @property
    def fault(self) -> str:
        signed = {"at", "by"}  # which an export adds
        entries = [
            {name: value for name, value in entry.items() if name not in signed}
            for entry in self.record["entries"]
        ]
        if entries == self.played.entries:
            return ""
        return f"game {self.played.pk} has other entries than its program entered"


def make_tables(site: Site, count: int) -> list[SoakTable]:
    slugs = cycle(all_slugs())
    programs = run_job(site.environment, do="programs", count=count)
    return [
        SoakTable(FlakyProgram(site.port, token, Random(group)), group, slugs)  # noqa: S311
        for group, token in programs
    ]


def count_rounds(database: Path) -> int:
    """Count the rounds by their slots; a round that was saved twice would count twice."""
    query = "SELECT count(*) FROM scorekeeper_revision WHERE slot > 0"
    with closing(sqlite3.connect(database, timeout=30)) as connection:
        return int(connection.execute(query).fetchone()[0])


def growth(samples: Sequence[float]) -> str:
    """Compare the last third with the samples from STILL_WARM on, up to that."""
    warm, late = int(len(samples) * STILL_WARM), len(samples) * 2 // 3
    if len(samples) < 30:
        return "not measured: too short"
    earlier, later = mean(samples[warm:late]) / 1024, mean(samples[late:]) / 1024
    return f"{earlier:.1f} → {later:.1f} MB, {(later / earlier - 1) * 100:+.1f} %"
