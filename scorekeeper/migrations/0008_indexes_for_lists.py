from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """On their own: PostgreSQL creates no index on rows that the same transaction changed."""

    dependencies = [("scorekeeper", "0007_results_as_columns")]

    operations = [
        migrations.AddIndex(
            "GameSession",
            models.Index(fields=["group", "game", "-started_at"], name="session_by_game"),
        ),
        migrations.AddIndex(
            "GameSession",
            models.Index(fields=["group", "kind", "-finished_at"], name="session_by_kind"),
        ),
        migrations.AddIndex(
            "GameSession",
            models.Index(
                fields=["group", "-played_at"],
                condition=Q(finished_at=None),
                name="session_under_way",
            ),
        ),
        migrations.AddIndex(
            "GameSession",
            models.Index(
                fields=["group", "-deleted_at"],
                condition=Q(deleted_at__isnull=False),
                name="session_deleted",
            ),
        ),
        migrations.AddIndex(
            "Seat", models.Index(fields=["player", "kind", "total"], name="seat_by_total")
        ),
    ]
