"""The rule of SessionQuerySet that several queries state."""

from datetime import timedelta
from itertools import product

from django.utils import timezone

from scorekeeper.models import GameSession, Group, Member, Role
from scorekeeper.people.groups import remove_device
from tests.app.support.factories import NAMES, a_game, a_group, a_phone, device, let_in


def all_about(session):
    names = [*(field.attname for field in GameSession._meta.fields), "role", "member_id"]
    return session and {name: getattr(session, name) for name in names}


def let_in_until(phone, session, hours):
    member = let_in(phone, session.group, Role.VIEWER, session)
    member.until = timezone.now() + timedelta(hours=hours)
    member.save()


def test_every_query_agrees_on_who_can_see_a_game():
    host = a_phone()
    groups = [a_group(host, name, NAMES) for name in ("Friday", "Sunday")]
    sessions = [a_game(host, group=group) for group in groups for _ in range(2)]
    phones = [a_phone() for _ in range(7)]
    let_in(phones[0], groups[0], Role.VIEWER)
    let_in(phones[1], groups[0], Role.SCORER, sessions[0])
    let_in(phones[2], groups[0], Role.VIEWER, sessions[0])
    let_in(phones[2], groups[0], Role.HOST)
    remove_device(let_in(phones[3], groups[0], Role.VIEWER))
    let_in_until(phones[4], sessions[0], hours=1)
    let_in_until(phones[5], sessions[0], hours=-1)
    let_in(phones[6], groups[0], Role.VIEWER)  # in all games, also in that of a past evening
    let_in_until(phones[6], sessions[0], hours=-1)
    sessions[1].change(deleted_at=sessions[1].started_at)
    GameSession.objects.filter(pk=sessions[3].pk).update(game="none_that_is_known")
    devices = {device(phone) for phone in (host, *phones)}
    visible = GameSession.objects.not_deleted()
    opened = {
        (pk, one) for one in devices for pk in visible.for_device(one).values_list("pk", flat=True)
    }
    assert set(visible.pairs_for_devices(devices)) == opened
    for one in devices:
        members = list(Member.objects.of_device(one))
        first = visible.last_played_first().first_for(members, 10)
        assert {(pk, one) for pk in first.values_list("pk", flat=True)} <= opened
        assert len(first) == sum(opener == one for _pk, opener in opened)
    for one, session in product(devices, sessions):
        by_list = GameSession.objects.for_device(one).filter(pk=session.pk).first()
        by_page = GameSession.objects.one_for_device(one, session.pk)
        assert all_about(by_page) == all_about(by_list)
    assert (sessions[0].pk, device(phones[4])) in opened
    assert not {one for _pk, one in opened} & {device(phones[3]), device(phones[5])}
    assert len(opened) == 8
    assert Group.objects.count() == 2
