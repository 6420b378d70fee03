from django.db import migrations, models


class Migration(migrations.Migration):
    """How games went, for statistics. `manage.py migrate` then fills in those of earlier games."""

    dependencies = [("scorekeeper", "0010_notes_at_rounds")]

    operations = [
        migrations.AddField("Seat", "figures", models.JSONField(null=True)),
        migrations.AddField("GameSession", "lowest_wins", models.BooleanField(default=False)),
        migrations.AddField("GameSession", "rounds", models.PositiveIntegerField(null=True)),
        *(
            migrations.AddField("GameSession", figure, models.BigIntegerField(null=True))
            for figure in ("best_total", "margin", "comeback", "swing")
        ),
        *(
            migrations.AddIndex(
                "GameSession",
                models.Index(fields=["group", "kind", figure], name=f"session_by_{figure}"),
            )
            for figure in ("best_total", "margin", "comeback")
        ),
    ]
