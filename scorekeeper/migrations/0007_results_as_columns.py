"""Repeat in columns what results and setups say, for lists and comparisons.

The group's version replaces those of its games where something changes that all of them show.
The next migration fills the columns.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0006_revisions")]

    operations = [
        migrations.AddField("Group", "version", models.PositiveIntegerField(default=1)),
        migrations.AddField("GameSession", "ended_early", models.BooleanField(default=False)),
        migrations.AddField(
            "GameSession", "title", models.CharField(blank=True, default="", max_length=80)
        ),
        migrations.AddField(
            "GameSession", "kind", models.CharField(blank=True, default="", max_length=32)
        ),
        migrations.AddField("Seat", "total", models.BigIntegerField(null=True)),
        migrations.AddField("Seat", "rank", models.PositiveSmallIntegerField(null=True)),
        migrations.AddField("Seat", "won", models.BooleanField(null=True)),
        migrations.AddField(
            "Seat", "kind", models.CharField(blank=True, default="", max_length=32)
        ),
    ]
