from django.db import migrations
from django.db.models import F, Q

BATCH = 500


def forget_figures(apps, schema_editor):
    """`manage.py migrate` then counts these games again, after all migrations.

    In many transactions: one would hold the seats of all games until it is done.
    """
    Session, Seat = (apps.get_model("scorekeeper", name) for name in ("GameSession", "Seat"))
    first = Seat.objects.filter(rank=1, total__isnull=False)
    out = first.exclude(total=F("session__best_total")).values("session")
    changed = Session.objects.filter(Q(comeback__gt=0) | ~Q(title="") | Q(pk__in=out))
    finished = list(changed.filter(finished_at__isnull=False).values_list("pk", flat=True))
    for begin in range(0, len(finished), BATCH):
        Seat.objects.filter(session__in=finished[begin : begin + BATCH]).update(figures=None)


class Migration(migrations.Migration):
    """Comebacks count only where all have had equally many turns, margins only where ranks follow
    totals, and titles compare without capitals and width.
    """

    atomic = False
    dependencies = [("scorekeeper", "0014_watchers_for_one_evening")]

    operations = [migrations.RunPython(forget_figures, migrations.RunPython.noop)]
