from django.db import migrations
from django.db.models import F, Q


def forget_figures(apps, schema_editor):
    """`manage.py migrate` then counts these games again, after all migrations."""
    Session, Seat = (apps.get_model("scorekeeper", name) for name in ("GameSession", "Seat"))
    first = Seat.objects.filter(rank=1, total__isnull=False)
    out = first.exclude(total=F("session__best_total")).values("session")
    changed = Session.objects.filter(Q(comeback__gt=0) | ~Q(title="") | Q(pk__in=out))
    finished = changed.filter(finished_at__isnull=False).values("pk")
    Seat.objects.filter(session__in=finished).update(figures=None)


class Migration(migrations.Migration):
    """Comebacks count only where all have had equally many turns, margins only where ranks follow
    totals, and titles compare without capitals and width.
    """

    dependencies = [("scorekeeper", "0014_watchers_for_one_evening")]

    operations = [migrations.RunPython(forget_figures, migrations.RunPython.noop)]
