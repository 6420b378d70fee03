"""The steps of an import. Each runs in the background and says on the page how far it is."""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.timezone import localdate
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django_tasks import task

from scorekeeper.exchange.matching import GroupGames, Players, suggest_players
from scorekeeper.exchange.plays import (
    ImportedPlay,
    ImportFault,
    Refused,
    Unreadable,
    storable_content,
    table_of,
)
from scorekeeper.exchange.reading import Group, read_file
from scorekeeper.exchange.saving import (
    about_names,
    clean_up,
    read_plays,
    save_all,
    table_title,
    totals_of,
)
from scorekeeper.models import Import
from scorekeeper.models.imports import State
from scorekeeper.models.someone import number_of

logger = logging.getLogger(__name__)

EVERY = 100  # games between two notes of how far it is
MOST_FAULTS = 500  # that are listed
MOST_NAMES = 5_000  # of all players in a file, and of all devices
MOST_KEPT = 128 * 2**20  # characters of what is kept of a file until it is imported


@task()
def read_import(pk: int, language: str) -> None:
    """Read the file, and store what was found in it."""
    if not (one := import_in(State.READING, pk)):
        return
    with override(language):
        try:
            summary = FileSummary(one)
            with one.plays.open("w", encoding="utf-8") as plays:
                summary.read(one.upload, plays)
            summary.store()
        except Unreadable as error:
            fail(one, str(error))
        except Exception:
            logger.exception("Import %s could not be read", pk)
            fail(one, _("The file could not be read. The server’s log says why."))


@task()
def save_import(pk: int, language: str) -> None:
    """Bring what was found into the group."""
    if not (one := import_in(State.SAVING, pk)):
        return
    with override(language):
        try:
            clean_up(one)  # what an attempt before this one has left
            count = save_all(one)
        except Exception as error:
            logger.exception("Import %s could not be saved", pk)
            clean_up(one)
            reason = str(error) if isinstance(error, Refused) else ""
            fail(one, reason or _("Nothing was imported. The server’s log says why."))
        else:
            one.refresh_from_db()
            one.report["saved"] = count
            one.save(update_fields=["report"])
            one.forget_files()


def import_in(state: State, pk: int) -> Import | None:
    """Return the import if it is in this state: it may be done or gone, as a step may be enqueued
    twice if the server was stopped.
    """
    return Import.objects.select_related("group").filter(pk=pk, state=state).first()


def start_reading(one: Import) -> None:
    enqueue_once(one, State.READING, read_import)


def start_saving(one: Import) -> None:
    enqueue_once(one, State.SAVING, save_import)


def enqueue_once(one: Import, state: State, step: Any) -> None:
    """Enqueue the step, unless another request has done so since `one` was fetched."""
    before = Import.objects.filter(pk=one.pk, state=one.state, seen_at=one.seen_at)
    now = timezone.now()
    if before.update(state=state, done=0, seen_at=now, players=one.players):
        step.enqueue(one.pk, get_language() or "en")


def fail(one: Import, reason: str) -> None:
    """Store why; the file is of no further use."""
    store_end(one, State.FAILED, {**one.report, "reason": reason})
    one.forget_files()


def store_end(one: Import, state: State, report: Mapping[str, Any], **values: Any) -> None:
    """Store how a step ended. Its file is removed if a host has discarded it meanwhile."""
    values |= {"state": state, "report": report, "seen_at": timezone.now()}
    if not Import.objects.filter(pk=one.pk).update(**values):
        one.forget_files()


class FileSummary:
    """Collects what is in a file, for the page that asks whether to import it."""

    def __init__(self, one: Import) -> None:
        self.one = one
        self.kinds: Counter[tuple[str, str, int]] = Counter()
        self.names: Counter[str] = Counter()
        self.authors: set[str] = set()
        self.faults: list[ImportFault] = []
        self.about: Mapping[str, Any] | None = None
        self.present = self.going_on = self.totals_only = self.count = 0
        self.summaries: list[tuple[ImportedPlay, str, Any]] = []

    def read(self, path: Path, plays: Any) -> None:
        for item in read_file(path):
            if isinstance(item, Group):
                self.about = item.about
            elif isinstance(item, ImportFault):
                self.faults.append(item)
            else:
                self.take(item, plays)
            if (self.count + len(self.faults)) % EVERY == 0:
                Import.objects.filter(pk=self.one.pk).update(
                    done=self.count, seen_at=timezone.now()
                )
        self.count_present()

    def take(self, play: ImportedPlay, plays: Any) -> None:
        """Check a game by its rules, and keep it for the import."""
        try:
            table = table_of(play)
            title = table_title(table)
            totals = totals_of(table)
        except Refused as refusal:
            self.faults.append(ImportFault(play.place, str(refusal)))
            return
        except Exception:
            logger.exception("A game of an import could not be scored: %s", play.place)
            self.faults.append(
                ImportFault(play.place, _("Its rules could not work out the score."))
            )
            return
        json.dump(asdict(play) | {"seats": list(play.seats)}, plays)
        plays.write("\n")
        if plays.tell() > MOST_KEPT:
            raise Unreadable(_("The file contains too much data."))
        self.count += 1
        self.kinds[play.game, title, year_of(play)] += 1
        self.names.update(name for name in play.people if not number_of(name))
        if len(self.names) > MOST_NAMES:
            raise Unreadable(_("The file has more than %(most)s players.") % {"most": MOST_NAMES})
        devices = (one.get(key) for one in play.history for key in ("by", "for"))
        self.authors.update(name for name in devices if name)
        if len(self.authors) > MOST_NAMES:
            raise Unreadable(_("The file contains too much data."))
        self.going_on += totals is None
        self.totals_only += bool(table.imported_result)
        play.history = ()  # it would fill the memory
        self.summaries.append((play, title, totals))

    def count_present(self) -> None:
        """Count what the group has already, or the file has twice, by the suggested players."""
        players = suggest_players(self.one.group, self.all_names())
        games = GroupGames(self.one.group)
        for play, title, totals in self.summaries:
            self.present += not games.add(play, title, totals, players)

    def all_names(self) -> list[str]:
        return list(dict.fromkeys([*about_names(self.about or {}), *self.names]))

    def by_kind(self) -> list[tuple[str, str, list[tuple[int, int]]]]:
        """Return game, title, and the count of each year; the game with most first."""
        years: dict[tuple[str, str], list[tuple[int, int]]] = {}
        for (game, title, year), count in sorted(self.kinds.items()):
            years.setdefault((game, title), []).append((year, count))
        kinds = [(game, title, counts) for (game, title), counts in years.items()]
        return sorted(kinds, key=lambda kind: -sum(count for _year, count in kind[2]))

    def store(self) -> None:
        one = self.one
        players = suggest_players(one.group, self.all_names())
        report = {
            "kinds": self.by_kind(),
            "names": dict(self.names),
            "present": self.present,
            "going_on": self.going_on,
            "totals_only": self.totals_only,
            "faults": [[fault.place, fault.reason] for fault in self.faults[:MOST_FAULTS]],
            "fault_count": len(self.faults),
            "about": self.about,
        }
        one.report = storable_content(report)
        if not self.count:
            fail(one, _("None of the games in this file can be imported."))
            return
        counts = {"done": self.count, "total": self.count}
        store_end(one, State.READ, one.report, players=players, **counts)
        one.upload.unlink(missing_ok=True)


def year_of(play: ImportedPlay) -> int:
    at = parse_datetime(play.played_at)
    return localdate(at).year if at else 0


def conflicts(one: Import, players: Players) -> Iterator[tuple[str, str]]:
    """Yield the pairs of names that sat at one table although they are to be the same player."""
    namesakes = {key for key, count in Counter(players.values()).items() if key and count > 1}
    if not namesakes:
        return
    for play in read_plays(one):
        names: dict[int, str] = {}
        for name in play.people:
            key = players.get(name, 0)
            if key in namesakes and key in names:
                yield names[key], name
            names[key] = name
