import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Let players count on a phone each, sealed until all is revealed together.

    A column without a default and a new table: no row of a large database is written.
    """

    dependencies = [("scorekeeper", "0023_turn_timers")]

    operations = [
        migrations.AddField(
            "GameSession", "counting", models.PositiveIntegerField(null=True, blank=True)
        ),
        migrations.CreateModel(
            "SealedCount",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("fields", models.JSONField()),
                ("submission", models.UUIDField()),
                (
                    "author",
                    models.ForeignKey(
                        "scorekeeper.member",
                        django.db.models.deletion.SET_NULL,
                        null=True,
                        related_name="+",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        "scorekeeper.gamesession",
                        django.db.models.deletion.CASCADE,
                        related_name="sealed_counts",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=["session", "seat"], name="sealed_once_a_seat")
                ]
            },
        ),
    ]
