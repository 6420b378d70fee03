"""Titles that options give to a game, and the kinds of games that compare."""

import json
from collections import Counter
from collections.abc import Collection, Iterable
from hashlib import blake2b
from typing import Any
from unicodedata import normalize

from django.utils.translation import gettext

from games import record, registry
from games.contract import AnyGame, Impossible, Setup
from games.endless import call_rules
from scorekeeper.models import GameSession

Options = dict[str, Any]  # as they are stored


def stored_title(slug: str, title: str) -> str:
    """Return the title for stored values. If its folder is gone, a game is called by its slug."""
    game = registry.games().get(slug)
    return title or (gettext(game.title) if game else title_of_slug(slug))


def session_title(session: GameSession) -> str:
    return stored_title(session.game, session.title)


def title_of_slug(slug: str) -> str:
    return slug.replace("_", " ").capitalize()


def custom_title(game: AnyGame, options: Options) -> str:
    """The title that these options give to a game, if any."""
    if not game.custom_title:
        return ""
    return call_rules(game.custom_title, call_rules(record.decode_options, game, options))


def fold_title(title: str) -> str:
    """Fold a title for comparison: "Golf", "GOLF" and "Ｇｏｌｆ" name the same game."""
    return title.casefold() if title.isascii() else normalize("NFKC", title).casefold()


def usual_title(newest_first: Iterable[str]) -> str:
    """Return the spelling that most games have; of several, the one that was used last."""
    return Counter(newest_first).most_common(1)[0][0]


def reusable_options(
    game: AnyGame, options: Options, picked_options: Collection[str] = ()
) -> Options:
    """Return the options to take over: not those drawn at random, except `picked_options`."""
    random_options = game.random_options.difference(picked_options)
    return {name: value for name, value in options.items() if name not in random_options}


def is_open_ended(game: AnyGame, options: Options, seats: int) -> bool:
    """Return whether the rules set no end; False if they no longer accept these options."""
    try:
        setup = Setup(seats, call_rules(record.decode_options, game, options))
    except Impossible:
        return False
    return call_rules(game.score, setup, ()).open_ended


def kind_of(game: AnyGame, options: Options) -> str:
    """Return the kind, which games share if their totals compare: 32 letters, or none.

    Options that are drawn at random make no difference, and neither do capitals in a title. A game
    that can have a title compares only if it has one: without, it may be anything.
    """
    title = custom_title(game, options)
    if game.custom_title and not title:
        return ""
    decoded_options = call_rules(record.decode_options, game, options)
    complete = call_rules(record.encode_options, game, decoded_options)
    comparable = {
        name: fold_title(title) if title and value == title else value
        for name, value in reusable_options(game, complete).items()
    }
    key = json.dumps([game.slug, comparable], sort_keys=True)
    return blake2b(key.encode(), digest_size=16).hexdigest()
