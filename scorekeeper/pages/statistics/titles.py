"""Names of games, of their setups, and of durations; records with those who hold them."""

from collections.abc import Iterable
from dataclasses import asdict
from datetime import timedelta

from django.utils.translation import gettext as _

from games import record, registry
from games.contract import Impossible, format_number
from games.endless import call_rules
from scorekeeper.formats import whole_minutes
from scorekeeper.models import GameSession
from scorekeeper.statistics.history import GroupHistory
from scorekeeper.statistics.plays import Family, Play
from scorekeeper.statistics.records import Record, RecordName
from scorekeeper.tables.game_forms import forms_of
from scorekeeper.tables.kinds import Options, custom_title, reusable_options, stored_title


def play_title(play: Play) -> str:
    return stored_title(play.game, play.title)


def family_title(history: GroupHistory, family: Family) -> str:
    return stored_title(family.game, history.titles.get(family, family.title))


def kind_titles(plays: Iterable[Play]) -> dict[str, str]:
    """Return the options of each kind in words, from one play of each: "target 400"."""
    results = GameSession.objects.filter(pk__in=[play.pk for play in plays])
    return {
        kind: options_text(game, result["options"])
        for game, kind, result in results.values_list("game", "kind", "result")
        if result
    }


def options_text(slug: str, options: Options) -> str:
    """The options in words, without the title; "" if the rules are missing or cannot read them."""
    if not (game := registry.games().get(slug)):
        return ""
    try:
        title = custom_title(game, options)
        # A record may leave out defaults.
        complete = asdict(call_rules(record.decode_options, game, options))
    except Impossible:
        return ""
    facts = forms_of(game).describe_options(reusable_options(game, complete))
    return " · ".join(" ".join(filter(None, fact)) for fact in facts if fact[1] != title)


def duration_text(duration: timedelta) -> str:
    hours, minutes = divmod(whole_minutes(duration), 60)
    if not hours:
        return _("%(minutes)s min") % {"minutes": minutes}
    if not minutes:
        return _("%(hours)s h") % {"hours": hours}
    return _("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": minutes}


def record_text(record: Record) -> str:
    """Return the points, or the time, of a record."""
    if record.name is RecordName.LONGEST:
        return duration_text(timedelta(minutes=record.value))
    return format_number(record.value)
