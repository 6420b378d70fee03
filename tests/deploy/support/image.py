"""Carries out a Dockerfile without Docker, in folders, with bubblewrap.

The system of this machine takes the place of the base image, so a step that installs packages of
the system is left out. Everything else is what the file says: what is copied from where, the
commands, the environment, and who runs what.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

BWRAP = shutil.which("bwrap")
# The system's own Python, which any user may run.
PYTHON = shutil.which("python3", path="/usr/bin") or sys.executable
CACHE = "/pip-cache"
NOTED = ("VOLUME", "EXPOSE")


def why_not() -> str:
    """Return what keeps an image from being tried here; "" if nothing does."""
    if not BWRAP:
        return "image not tried: no bubblewrap; install it with: apt install bubblewrap"
    if not succeeds(PYTHON, "-c", "import ensurepip"):
        return f"image not tried: {PYTHON} has no ensurepip; apt install python3-venv"
    if not succeeds(BWRAP, "--unshare-user", "--ro-bind", "/", "/", "true"):
        return "image not tried: this system allows no user namespaces"
    return ""


def succeeds(*command: str) -> bool:
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def instructions(dockerfile: str) -> Iterator[tuple[str, str]]:
    """Yield each instruction of a Dockerfile with its arguments."""
    lines = [line for line in dockerfile.splitlines() if line and not line.startswith("#")]
    for line in re.sub(r"\\\n\s*", "", "\n".join(lines)).splitlines():
        keyword, _, arguments = line.partition(" ")
        yield keyword, arguments.strip()


def is_sent(path: str, ignored: list[str]) -> bool:
    """Return whether a file of the project reaches the build, by the lines of .dockerignore."""
    sent = True
    for line in ignored:
        pattern = line.removeprefix("!")
        name = pattern.removeprefix("**/")
        parts = path.split("/") if pattern.startswith("**/") else [path]
        inside = path == pattern or path.startswith(f"{pattern}/")
        if inside or any(fnmatch(part, name) for part in parts):
            sent = line.startswith("!")
    return sent


class Stage:
    """The files that a stage adds to those of its base image."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.directory = "/"
        self.environment = {"PATH": "/usr/local/bin:/usr/bin:/bin"}
        self.user = "0"
        self.notes: dict[str, str] = {}
        (root / "tmp").mkdir(parents=True)
        bin_folder = root / "usr-local-bin"
        bin_folder.mkdir()
        (bin_folder / "python").symlink_to(Path(PYTHON).resolve())

    def path(self, inside: str) -> Path:
        return self.root / os.path.join(self.directory, inside).lstrip("/")

    def sandbox(self, *, writable: tuple[str, ...], network: bool) -> list[str]:
        """A command that runs another one with this file system. All else cannot be seen."""
        binds = ["--ro-bind", "/usr", "/usr", "--ro-bind", "/etc", "/etc"]
        binds += ["--ro-bind", self.root / "usr-local-bin", "/usr/local/bin"]
        for name in ("bin", "lib", "lib64", "sbin"):
            if Path("/", name).exists():
                binds += ["--symlink", f"usr/{name}", f"/{name}"]
        for folder in sorted(self.root.iterdir()):
            if folder.name != "usr-local-bin":
                kind = "--bind" if f"/{folder.name}" in writable else "--ro-bind"
                binds += [kind, folder, f"/{folder.name}"]
        variables = ["--clearenv"]
        if network:
            binds += ["--bind", pip_cache(), CACHE]
        for name, value in {**self.environment, **(pip_settings() if network else {})}.items():
            variables += ["--setenv", name, value]
        alone = ["--unshare-user", "--unshare-pid", "--unshare-ipc", "--uid", self.user]
        alone += ["--gid", self.user] + ([] if network else ["--unshare-net"])
        others = ["--proc", "/proc", "--dev", "/dev", "--chdir", self.directory]
        others += ["--remount-ro", "/"]
        command = [BWRAP, *binds, *others, *alone, *variables, "--die-with-parent", "--"]
        return [*as_user(self.user), *map(str, command)]


def as_user(user: str) -> list[str]:
    """Root can run a command as anybody. Everyone else is that user inside the sandbox only."""
    if os.getuid() or user == "0":
        return []
    return ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"]


def pip_settings() -> dict[str, str]:
    """Python compiles what the image imports, which is little of what pip installs."""
    ours = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    return {**ours, "PIP_CACHE_DIR": CACHE, "PIP_NO_COMPILE": "1"}


@cache
def pip_cache() -> str:
    """The folder in which pip keeps what it has loaded, such as the site's own requirements."""
    asked = [sys.executable, "-m", "pip", "cache", "dir"]
    folder = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()
    Path(folder).mkdir(parents=True, exist_ok=True)
    return folder


class Build:
    def __init__(self, context: Path, folder: Path) -> None:
        self.context, self.folder = context, folder
        self.stages: dict[str, Stage] = {}
        self.left_out: list[str] = []
        ignored = (context / ".dockerignore").read_text().splitlines()
        self.ignored = [line for line in ignored if line and not line.startswith("#")]
        for keyword, arguments in instructions((context / "Dockerfile").read_text()):
            self.carry_out(keyword, arguments)

    def carry_out(self, keyword: str, arguments: str) -> None:
        if keyword == "FROM":
            name = arguments.partition(" AS ")[2] or "last"
            self.stages[name] = self.stage = Stage(self.folder / name)
        elif keyword == "WORKDIR":
            self.stage.directory = arguments
            self.stage.path("").mkdir(parents=True, exist_ok=True)
        elif keyword == "COPY":
            self.copy(arguments)
        elif keyword == "RUN":
            self.run(arguments)
        elif keyword == "ENV":
            self.stage.environment |= dict(pair.split("=", 1) for pair in arguments.split())
        elif keyword == "USER":
            self.stage.user = arguments.partition(":")[0]
        elif keyword == "CMD":
            self.stage.notes["CMD"] = arguments
        elif keyword == "HEALTHCHECK":
            self.stage.notes["HEALTHCHECK"] = arguments.partition("CMD ")[2]
        else:
            assert keyword in NOTED, f"{keyword}: not known here"
            self.stage.notes[keyword] = arguments

    def copy(self, arguments: str) -> None:
        *words, target = arguments.split()
        options = dict(word[2:].split("=") for word in words if word.startswith("--"))
        for source in (word for word in words if not word.startswith("--")):
            if "from" in options:
                source_path = self.stages[options["from"]].path(source)
                into = self.stage.path(target)
                # Links are enough: no later step changes a file.
                shutil.copytree(
                    source_path, into, symlinks=True, dirs_exist_ok=True, copy_function=os.link
                )
            else:
                self.copy_from_project(source, target)
        if "chown" in options and not os.getuid():
            os.chown(self.stage.path(target), *map(int, options["chown"].split(":")))

    def copy_from_project(self, source: str, target: str) -> None:
        """Copy a file into the folder `target`, or a folder's files to `target`."""
        found = self.context / source
        files = [found] if found.is_file() else filter(Path.is_file, sorted(found.rglob("*")))
        names = {file: str(file.relative_to(self.context)) for file in files}
        sent = [file for file, name in names.items() if is_sent(name, self.ignored)]
        assert sent, f"{source} is not sent to the build"
        for file in sent:
            inside = file.relative_to(found) if found.is_dir() else file.name
            copy = self.stage.path(target) / inside
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, copy)

    def run(self, command: str) -> None:
        if command.startswith("apt-get "):
            self.left_out.append(command)
            return
        everything = tuple(f"/{folder.name}" for folder in self.stage.root.iterdir())
        if new := re.match(r"mkdir .*/(\w+)$", command):  # a bubble has no new folders at the top
            subprocess.run([*command.split()[:-1], self.stage.path(f"/{new[1]}")], check=True)
            return
        sandbox = self.stage.sandbox(writable=everything, network=True)
        subprocess.run([*sandbox, "sh", "-c", command], check=True, stdout=subprocess.DEVNULL)

    def start(self, driver: str, *writable: str, **settings: str) -> dict[str, object]:
        """Run a program in the finished image, without a network. Only /tmp and `writable` can be
        written. It gets the notes of the image, and prints a JSON object.
        """
        places = (*writable, "/tmp")  # noqa: S108 - inside the image
        self.stage.environment |= settings
        sandbox = self.stage.sandbox(writable=places, network=False)
        notes = json.dumps(self.stage.notes)
        ran = subprocess.run(
            [*sandbox, "python", "-c", driver, notes], check=False, capture_output=True, text=True
        )
        assert ran.returncode == 0, ran.stderr
        return json.loads(ran.stdout.splitlines()[-1])
