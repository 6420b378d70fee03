"""All plays of a group, kept in memory until they change."""

from __future__ import annotations

from _thread import LockType
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import cached_property, wraps
from threading import Lock, RLock
from typing import Concatenate, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from scorekeeper.models import Group, Player
from scorekeeper.statistics.plays import Family, Play, group_plays, load_plays, plays_by_player
from scorekeeper.tables.kinds import usual_title

MOST_PLAYS = 20_000  # in memory at a time: about 15 MB
EMPTY = 50  # plays take as much memory as a group with none
MOST_RESULTS = 200  # for each group; a page has up to a dozen, and the ratings of 100 families
MOST_READINGS = 5

Value = TypeVar("Value")
P = ParamSpec("P")
MISSING = object()


class GroupHistory:
    """The plays of a group, the first played first, and what was computed from them.

    It does not change, so nothing in it may depend on the time or on the language. `players` has
    the deleted ones, too, whom results name and tables of people leave out.
    """

    def __init__(self, group: Group) -> None:
        self.group = group.pk
        self.players = {player.pk: player for player in Player.everyone.filter(group=group)}
        self.plays = load_plays(group.pk)
        self._results: OrderedDict[Hashable, object] = OrderedDict()
        self._computing = RLock()  # one value may need another

    @cached_property
    def families(self) -> dict[Family, list[Play]]:
        """All plays by family, the family played most first."""
        return group_plays(self.plays, lambda play: play.family)

    @cached_property
    def titles(self) -> dict[Family, str]:
        """The title of each family, as the group spells it."""
        return {
            family: usual_title(play.title for play in reversed(plays))
            for family, plays in self.families.items()
        }

    @cached_property
    def kinds(self) -> dict[Family, set[str]]:
        """The kinds of each family's plays that compare."""
        return {
            family: {play.kind for play in plays if play.compares}
            for family, plays in self.families.items()
        }

    def is_person(self, player: int) -> bool:
        """Return whether pages may speak of this player, who was not deleted."""
        return player in self.players and not self.players[player].deleted_at

    def of_player(self, player: int) -> list[Play]:
        """All plays of this player, the first played first."""
        return self.by_player.get(player, [])

    @cached_property
    def by_player(self) -> dict[int, list[Play]]:
        return plays_by_player(self.plays)

    @property
    def weight(self) -> int:
        """The weight in plays; a group without any takes memory, too."""
        return EMPTY + len(self.plays)

    def compute_once(self, key: Hashable, compute: Callable[[], Value]) -> Value:
        """Return what `compute` returned first for this key."""
        with self._computing:
            results = self._results  # another thread may forget them
            value = results.get(key, MISSING)
            if value is MISSING:
                value = results[key] = compute()
                while len(results) > MOST_RESULTS:
                    results.popitem(last=False)
            return value  # type: ignore[return-value] # one key, one type

    def forget_results(self) -> None:
        """Some refer to the history, which would stay in memory until garbage is collected."""
        self._results = OrderedDict()


def cached_with_history(
    compute: Callable[Concatenate[GroupHistory, P], Value],
) -> Callable[Concatenate[GroupHistory, P], Value]:
    """Make a function compute its value only once for each history and other arguments."""

    @wraps(compute)
    def wrapper(history: GroupHistory, /, *args: P.args, **kwargs: P.kwargs) -> Value:
        key = compute, args, *kwargs.items()
        return history.compute_once(key, lambda: compute(history, *args, **kwargs))

    return wrapper


_histories: OrderedDict[Hashable, tuple[int, GroupHistory]] = OrderedDict()  # with their versions
_lock = Lock()  # of _histories and _locks; nothing is read from the database under it
_locks: WeakValueDictionary[int, LockType] = WeakValueDictionary()


def history_of(group: Group) -> GroupHistory:
    """The history of the group as it was when `group` was read, or later.

    The group's version changes with everything that the history contains. If several threads need
    the same history, one reads it while the others wait; threads for other groups do not wait.
    """
    key = group.pk, group.created_at
    with lock_of(group.pk):
        if history := find_history(key, group):
            return history
        forget_history(key)  # before the next one is read: each may be large
        version, history = read_history(group)
        store_history(key, version, history)
        return history


def lock_of(group: int) -> LockType:
    """Return one lock for all threads that want it at the same time. It is gone when they are."""
    with _lock:
        return _locks.setdefault(group, Lock())


def find_history(key: Hashable, group: Group) -> GroupHistory | None:
    """While this thread waited, another one may have read a later version than `group` has."""
    with _lock:
        version, history = _histories.get(key, (0, None))
        if history:
            _histories.move_to_end(key)
    if version > group.version:
        return history if version == current_version(group) else None
    return history if version == group.version else None


def forget_history(key: Hashable) -> None:
    with _lock:
        if key in _histories:
            _version, history = _histories.pop(key)
            history.forget_results()


def store_history(key: Hashable, version: int, history: GroupHistory) -> None:
    with _lock:
        _histories[key] = version, history
        while (
            len(_histories) > 1 and sum(one.weight for _, one in _histories.values()) > MOST_PLAYS
        ):
            _key, (_version, oldest) = _histories.popitem(last=False)
            oldest.forget_results()


def read_history(group: Group) -> tuple[int, GroupHistory]:
    """The history and its version. Other requests may change the group between its queries: then
    it is read again.
    """
    version = group.version
    for _attempt in range(MOST_READINGS):
        history, before = GroupHistory(group), version
        version = current_version(group)
        if version == before:
            break
    return before, history


def current_version(group: Group) -> int:
    return Group.objects.values_list("version", flat=True).get(pk=group.pk)
