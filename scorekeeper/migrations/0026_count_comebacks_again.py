from django.db import migrations

BATCH = 500


def forget_figures(apps, schema_editor):
    """`manage.py migrate` then counts these games again, after all migrations.

    In many transactions: one would hold the seats of all games until it is done.
    """
    Session, Seat = (apps.get_model("scorekeeper", name) for name in ("GameSession", "Seat"))
    changed = Session.objects.filter(
        game__in=("big_fish", "molkky"), finished_at__isnull=False
    )
    finished = list(changed.values_list("pk", flat=True))
    for begin in range(0, len(finished), BATCH):
        Seat.objects.filter(session__in=finished[begin : begin + BATCH]).update(figures=None)


class Migration(migrations.Migration):
    """Losing a card to another player does not count as a turn any more, and in Mölkky a player who
    is out no longer leads, so comebacks differ.
    """

    atomic = False
    dependencies = [("scorekeeper", "0025_waits_after_tests")]

    operations = [migrations.RunPython(forget_figures, migrations.RunPython.noop)]
