"""Runs the sample of mutants against the tests: `python -m tests.mutants [numbers]`.

It writes the results into results.txt; with numbers, only theirs anew. What reaches each mutant is
recorded once for each state of the code and the tests, and stored in var/mutants/.
"""

import argparse
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from tests.mutants.mutant import FAULTS, ROOT, SAMPLE, Mutant, read
from tests.support.chromium import CHROMIUM

RESULTS = Path(__file__).with_name("results.txt")
STORE = ROOT / "var" / "mutants"
NOT_COPIED = (".git", ".venv", "var", ".hypothesis", ".pytest_cache", ".mypy_cache", ".ruff_cache")
BROWSER = "tests/browser"
# Those that survive the tests of one stage go on to the next.
STAGES = (("tests/rules",), ("tests/app", "tests/attacks"), (BROWSER,))
SERVER = ("scorekeeper/web/", "scorekeeper/live/")  # attacks reach these in other processes
FOLDERS = ("games", "scorekeeper", "templates", "static", "tests")
FIRST = 40  # tests that run before the others: to load all files of tests takes longer
FEW = 3
LONGEST_TEST = 20.0  # seconds; longer ones are left out
MOST_SECONDS = 180  # of processor time for one mutant
MOST_SECONDS_OF_FILES = 900  # for one that names files of tests
MOST_WAITING = 3600  # of any time
PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:rerunfailures", "-p", "no:cacheprovider")


class Reach(NamedTuple):
    """A test that passes, what it costs, and the mutants and files it reaches."""

    test: str
    seconds: float
    places: set[int | str]


class Verdict(NamedTuple):
    verdict: str
    seconds: float
    reason: str


def copy(folder: Path) -> Path:
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*NOT_COPIED))
    return folder


def recorded(part: str, jobs: int) -> list[Reach]:
    """Run the tests of a part on a copy, unless that is done, and read what they reach."""
    folder = STORE / f"{digest()}-{Path(part).name}"
    if not folder.exists():
        with tempfile.TemporaryDirectory(prefix="scorekeeper-mutants-") as name:
            records = Path(name, "records")
            records.mkdir()
            command = [*PYTEST, "-n", str(jobs), "-p", "tests.mutants.reach", part]
            environment = {**os.environ, "REACHED": str(records)}
            subprocess.run(command, cwd=copy(Path(name, "copy")), env=environment, check=False)
            shutil.copytree(records, folder)
    lines = [line for file in folder.iterdir() for line in file.read_text().splitlines()]
    return [
        Reach(test, seconds, set(places))
        for test, passed, seconds, places in map(json.loads, lines)
        if passed and seconds <= LONGEST_TEST
    ]


def digest() -> str:
    """Stand for all that decides which tests reach which mutants."""
    names = subprocess.check_output(
        ("git", "ls-files", "-co", "--exclude-standard", *FOLDERS), cwd=ROOT, text=True
    )
    state = hashlib.sha256(SAMPLE.read_bytes())
    for name in sorted(set(names.splitlines())):
        if (ROOT / name).exists() and not name.startswith("tests/mutants/"):
            state.update(name.encode() + (ROOT / name).read_bytes())
    return state.hexdigest()[:12]


def tests_for(mutant: Mutant, reach: list[Reach]) -> list[str]:
    """Return the tests that reach its line, cheap first; none if it names its own.

    What runs at an import is recorded for the first test only. So if there are few, add those that
    reach the file.
    """
    if mutant.tests:
        return []
    cheap_first = sorted(reach, key=lambda one: one.seconds)
    line = [one.test for one in cheap_first if mutant.number in one.places]
    file = [one.test for one in cheap_first if mutant.path in one.places]
    server = [one.test for one in cheap_first if one.test.startswith("tests/attacks/")]
    chosen = line + file if len(line) <= FEW else line
    return list(dict.fromkeys(chosen + server if mutant.path.startswith(SERVER) else chosen))


@contextmanager
def applied(mutant: Mutant, copy: Path) -> Iterator[None]:
    file = copy / mutant.path
    source = file.read_text()
    file.write_text(mutant.apply(source))
    for compiled in file.parent.glob(f"__pycache__/{file.stem}.*"):
        compiled.unlink()  # its time stamp has only seconds
    try:
        yield
    finally:
        file.write_text(source)


def judge(mutant: Mutant, copy: Path, tests: list[str]) -> Verdict:
    if mutant.tests:
        return judge_by(list(mutant.tests), mutant, copy, MOST_SECONDS_OF_FILES)
    if not tests:
        return Verdict("survived", 0, "no test reaches it")
    verdict = Verdict("survived", 0, "")
    for some in filter(None, (tests[:FIRST], tests[FIRST:])):
        if verdict.verdict == "survived":
            verdict, before = judge_by(some, mutant, copy, MOST_SECONDS), verdict.seconds
            verdict = verdict._replace(seconds=before + verdict.seconds)
    survived = verdict.verdict == "survived"
    return verdict._replace(reason=f"{len(tests)} tests") if survived else verdict


def judge_by(tests: list[str], mutant: Mutant, copy: Path, limit: int) -> Verdict:
    files = dict.fromkeys(test.partition("::")[0] for test in tests)
    with tempfile.TemporaryDirectory(prefix="scorekeeper-mutants-") as name, applied(mutant, copy):
        order, verdict = Path(name, "order"), Path(name, "verdict")
        order.write_text("\n".join(tests))
        places = {"TESTS": str(order), "VERDICT": str(verdict), "LIMIT": str(limit)}
        environment = {**os.environ, **places, "PYTHONDONTWRITEBYTECODE": "1"}
        run([*PYTEST, "-x", "-p", "tests.mutants.judge", *files], copy, environment)
        if not verdict.exists():
            return Verdict("killed", 0, "the tests cannot start")
        return Verdict(*json.loads(verdict.read_text()))


def run(command: list[str], folder: Path, environment: dict[str, str]) -> None:
    """Run it, and end it with all its processes if it takes too long."""
    process = subprocess.Popen(
        command, cwd=folder, env=environment, start_new_session=True, stdout=subprocess.DEVNULL
    )
    try:
        process.wait(MOST_WAITING)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def judge_all(
    mutants: list[Mutant], reach: list[Reach], jobs: int
) -> Iterator[tuple[Mutant, Verdict]]:
    copies: SimpleQueue[Path] = SimpleQueue()

    def judge_one(mutant: Mutant) -> tuple[Mutant, Verdict]:
        copy = copies.get()
        try:
            return mutant, judge(mutant, copy, tests_for(mutant, reach))
        finally:
            copies.put(copy)

    with tempfile.TemporaryDirectory(prefix="scorekeeper-mutants-") as name:
        for number in range(jobs):
            copies.put(copy(Path(name, str(number))))
        with ThreadPoolExecutor(jobs) as pool:
            yield from pool.map(judge_one, mutants)


def previous_results() -> dict[int, str]:
    lines = RESULTS.read_text().splitlines()[1:] if RESULTS.exists() else []
    return {int(line.split()[0]): line for line in lines}


def write(results: dict[int, str]) -> None:
    lines = [line for _number, line in sorted(results.items())]
    counts = Counter(line.split()[1] for line in lines)
    head = "# " + ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items()))
    RESULTS.write_text("\n".join((head, *lines, "")))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("numbers", type=int, nargs="*", help="the mutants to run; if none, all")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--without-browser", action="store_true")
    options = parser.parse_args()
    every = [mutant for file in (SAMPLE, FAULTS) if file.exists() for mutant in read(file)]
    left = [one for one in every if not options.numbers or one.number in options.numbers]
    stages = STAGES if CHROMIUM and not options.without_browser else STAGES[:-1]
    if stages != STAGES:
        left = [one for one in left if not any(test.startswith(BROWSER) for test in one.tests)]
    results = previous_results() if options.numbers else {}
    spent: Counter[int] = Counter()
    for parts in stages:
        reach = [one for part in parts for one in recorded(part, options.jobs)]
        survivors = []
        for mutant, (verdict, seconds, reason) in judge_all(left, reach, options.jobs):
            spent[mutant.number] += round(seconds)
            line = f"{mutant.number} {verdict} {spent[mutant.number]} s  {reason}"
            print(line, flush=True)
            results[mutant.number] = line
            write(results)
            if verdict in ("survived", "undecided") and not mutant.tests:
                survivors.append(mutant)
        left = survivors


if __name__ == "__main__":
    main()
