"""Give each player a colour and a shape."""

from django.db import migrations, models
from django.db.models import Count, Q

BATCH = 500
MARKS = 36


def choose_marks(apps, schema_editor):
    """In each group, those who played most get the first ones, which differ most."""
    players = apps.get_model("scorekeeper", "Player").objects.using(schema_editor.connection.alias)
    chosen, group, place = [], None, 0
    ordered = players.annotate(games=Count("seats")).order_by("group", "-games", "pk")
    for player in ordered.iterator(BATCH):
        place = place + 1 if player.group_id == group else 0
        group, player.mark = player.group_id, place % MARKS
        chosen.append(player)
    players.bulk_update(chosen, ["mark"], BATCH)


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0008_indexes_for_lists")]

    operations = [
        migrations.AddIndex(
            "GameSession",
            models.Index(fields=["group", "game", "-played_at"], name="session_by_game_played"),
        ),
        migrations.AddIndex(
            "GameSession",
            models.Index(fields=["group", "title"], condition=~Q(title=""), name="session_by_title"),
        ),
        migrations.AddField(
            "Player", "mark", models.PositiveSmallIntegerField(default=0), preserve_default=False
        ),
        migrations.RunPython(choose_marks, migrations.RunPython.noop),
    ]
