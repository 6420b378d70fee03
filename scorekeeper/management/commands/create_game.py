import keyword
import shlex
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.game_folders import LONGEST_SLUG, OWN_GAMES, further_folders

TEMPLATE = Path(__file__).parents[1] / "new_game"
SUFFIX = ".tpl"  # so that no tool mistakes these files for Python


class Command(BaseCommand):
    help = (
        "Makes the folder of a new game, which can be played at once:"
        " in the first folder of SCOREKEEPER_GAMES, or else in games/."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="such as farkle, or liars_dice")

    def handle(self, *, name: str, **options: Any) -> None:
        refuse_bad_name(name)
        folder = next(iter(further_folders()), OWN_GAMES) / name
        if folder.exists() or (OWN_GAMES / name).exists() or (OWN_GAMES / f"{name}.py").exists():
            raise CommandError(f"{name} is taken: choose another name.")
        try:
            write_folder(folder, name)
        except OSError as error:
            raise CommandError(f"{error.filename} cannot be written: {error.strerror}") from error
        place = shlex.quote(str(folder.parent))
        setting = "" if folder.parent == OWN_GAMES else f"SCOREKEEPER_GAMES={place} "
        self.stdout.write(f"{folder} has a small game to begin with. Next:")
        run, check = "DEV=1 make run", f"make check-game GAME={name}"
        self.stdout.write(f"  {setting}{run:{len(check)}}  play it; what you save shows at once")
        self.stdout.write(f"  {setting}{check}  find mistakes")


def refuse_bad_name(name: str) -> None:
    fine = name.isascii() and name.isidentifier() and name == name.lower()
    if not fine or name.startswith("_") or keyword.iskeyword(name):
        raise CommandError(
            f"“{name}” cannot be the name of a Python package: "
            "use lower-case letters, digits and _, and begin with a letter, as in liars_dice."
        )
    if len(name) > LONGEST_SLUG:
        raise CommandError(f"The name is too long: use at most {LONGEST_SLUG} letters.")


def write_folder(folder: Path, slug: str, template: Path = TEMPLATE) -> None:
    title = slug.replace("_", " ").capitalize()
    for source in sorted(template.rglob(f"*{SUFFIX}")):
        name = source.relative_to(template).as_posix().removesuffix(SUFFIX)
        target = folder / name.replace("GAME_SLUG", slug)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = source.read_text("utf-8").replace("GAME_SLUG", slug).replace("GAME_TITLE", title)
        target.write_text(text, "utf-8")
